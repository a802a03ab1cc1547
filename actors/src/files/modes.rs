//! Protects an existing data directory from other users of the computer, in case an earlier program
//! made it readable. New files get the right mode from the umask of the process.

use std::io;
use std::path::Path;

/// All permissions of other users.
#[cfg(unix)]
const OTHERS: u32 = 0o077;

/// Removes other users' access to a directory. Returns whether they have none now: another user's
/// directory, or one on a disk without permissions, stays as it is.
///
/// # Errors
/// If the directory cannot be inspected.
#[cfg(unix)]
pub(super) fn close_folder(folder: &Path) -> io::Result<bool> {
    let mode = mode_of(folder)?;
    if mode & OTHERS != 0 && set_mode(folder, mode & !OTHERS).is_err() {
        return Ok(false);
    }
    is_closed(folder)
}

/// Whether other users have no access to a directory.
///
/// # Errors
/// If the directory cannot be inspected.
#[cfg(unix)]
pub(super) fn is_closed(folder: &Path) -> io::Result<bool> {
    Ok(mode_of(folder)? & OTHERS == 0)
}

/// Whether this process may change the mode of a directory.
#[cfg(unix)]
pub(super) fn is_changeable(folder: &Path) -> bool {
    mode_of(folder).is_ok_and(|mode| set_mode(folder, mode).is_ok())
}

/// Removes other users' access to a file, or to a folder with its content, as far as the system
/// allows. Skips links, so that nothing outside the directory is changed.
#[cfg(unix)]
pub(super) fn close(path: &Path) {
    let Ok(metadata) = path.symlink_metadata() else { return };
    if metadata.is_symlink() {
        return;
    }
    let mode = permissions(&metadata);
    if mode & OTHERS != 0
        && let Err(error) = set_mode(path, mode & !OTHERS)
        && error.kind() != io::ErrorKind::NotFound
    {
        tracing::warn!(path = %path.display(), %error, "a file stays open to other users");
    }
    if metadata.is_dir()
        && let Ok(entries) = std::fs::read_dir(path)
    {
        entries.flatten().for_each(|entry| close(&entry.path()));
    }
}

#[cfg(unix)]
fn permissions(metadata: &std::fs::Metadata) -> u32 {
    use std::os::unix::fs::PermissionsExt as _;
    metadata.permissions().mode() & 0o7777
}

#[cfg(unix)]
fn mode_of(path: &Path) -> io::Result<u32> {
    Ok(permissions(&std::fs::metadata(path)?))
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode))
}

/// On other systems the user's folders are closed to others.
#[cfg(not(unix))]
pub(super) fn close_folder(_folder: &Path) -> io::Result<bool> {
    Ok(true)
}

/// On other systems the user's folders are closed to others.
#[cfg(not(unix))]
pub(super) fn is_closed(_folder: &Path) -> io::Result<bool> {
    Ok(true)
}

/// On other systems the user's folders are closed to others.
#[cfg(not(unix))]
pub(super) fn is_changeable(_folder: &Path) -> bool {
    true
}

/// On other systems the user's folders are closed to others.
#[cfg(not(unix))]
pub(super) fn close(_path: &Path) {}
