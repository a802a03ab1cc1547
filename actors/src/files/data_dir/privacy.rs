//! Protects a data directory from other users of the computer. Never changes foreign files: the
//! directory may be a home directory.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{DELETED_PREFIX, LOCK_NAME, NEW_PREFIX, REPLACED_PREFIX, UPLOADS_NAME};
use crate::db::metadata;
use crate::files::error::FileError;
use crate::files::{DB_NAME, modes};

/// Our files and folders beside the budgets.
const NAMES: &[&str] = &[
    LOCK_NAME,
    UPLOADS_NAME,
    ".server",
    ".sync-server",
    "access-token",
    "global-prefs.json",
    "server.json",
    "server.json.unreadable",
];

/// Content of a data directory.
struct Content {
    ours: Vec<PathBuf>,
    /// The first by name of everything else.
    foreign: Option<PathBuf>,
}

/// Closes the directory to other users if everything in it is ours. A directory with foreign files
/// is left alone and must be closed already. If modes cannot be changed (another user's directory,
/// a disk without permissions), only logs a warning.
///
/// # Errors
/// [`FileError::DataDirOpen`] if the owner should close the directory; [`FileError::Disk`].
pub(super) fn close_directory(dir: &Path) -> Result<(), FileError> {
    if modes::is_closed(dir)? {
        return Ok(());
    }
    let is_closable = modes::is_changeable(dir);
    if is_closable && let Some(foreign) = content_of(dir)?.foreign {
        return Err(FileError::DataDirOpen { path: dir.to_owned(), foreign });
    }
    if !(is_closable && modes::close_folder(dir)?) {
        tracing::warn!(
            path = %dir.display(),
            "other users of this computer can open the data directory, and it cannot be closed"
        );
    }
    Ok(())
}

/// Closes our files and folders in the directory, as far as the system allows. In a closed
/// directory they are unreachable anyway, but copies keep their modes.
///
/// # Errors
/// If the directory cannot be read.
pub(super) fn close_content(dir: &Path) -> io::Result<()> {
    content_of(dir)?.ours.iter().for_each(|path| modes::close(path));
    Ok(())
}

/// Whether anything in the directory is ours.
///
/// # Errors
/// If the directory cannot be read.
pub(super) fn has_ours(dir: &Path) -> io::Result<bool> {
    Ok(!content_of(dir)?.ours.is_empty())
}

fn content_of(dir: &Path) -> io::Result<Content> {
    let mut content = Content { ours: Vec::new(), foreign: None };
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let (name, path) = (entry.file_name(), entry.path());
        let is_budget = path.join(DB_NAME).is_file() && path.join(metadata::FILE_NAME).is_file();
        if is_budget || name.to_str().is_some_and(is_our_name) {
            content.ours.push(path);
        } else if !path.join(LOCK_NAME).is_file() {
            // A nested data directory, such as a sync server's, closes itself.
            let is_first = content.foreign.as_ref().is_none_or(|first| path < *first);
            content.foreign = if is_first { Some(path) } else { content.foreign };
        }
    }
    Ok(content)
}

fn is_our_name(name: &str) -> bool {
    let written = name.strip_prefix('.').and_then(|name| name.strip_suffix(".new"));
    let starts = [NEW_PREFIX, DELETED_PREFIX, REPLACED_PREFIX];
    NAMES.contains(&name)
        || written.is_some_and(|name| NAMES.contains(&name))
        || starts.iter().any(|start| name.starts_with(start))
}
