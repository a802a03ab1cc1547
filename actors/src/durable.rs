//! Writes to disk so that a power cut leaves either the old content or the new, never a mixture.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

/// Creates or replaces a file: writes a neighbour with a leading dot, syncs it, renames it over the
/// file and syncs the folder.
///
/// # Errors
/// Any input or output error; the old file is then untouched.
pub fn replace_file(path: &Path, content: &[u8]) -> io::Result<()> {
    let no_name = || io::Error::new(io::ErrorKind::InvalidInput, "a path without a file name");
    let name = path.file_name().ok_or_else(no_name)?;
    let folder = path.parent().ok_or_else(no_name)?;
    let mut new_name = std::ffi::OsString::from(".");
    new_name.push(name);
    new_name.push(".new");
    let new_path = folder.join(new_name);
    let written = write_synced(&new_path, content).and_then(|()| fs::rename(&new_path, path));
    if written.is_err() {
        // Report the first error; the next write replaces a leftover file.
        let _ = fs::remove_file(&new_path);
    }
    written?;
    sync_folder(folder)
}

fn write_synced(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    let mut file = private(&mut options).open(path)?;
    file.write_all(content)?;
    file.sync_all()
}

/// Creates a file that only its owner can read, unless it is there.
///
/// # Errors
/// Any output error.
pub fn create_private(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    private(&mut options).open(path).map(drop)
}

/// Makes files that `options` creates accessible only to their owner, if the system supports it.
#[cfg(unix)]
pub fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.mode(0o600)
}

/// Makes files that `options` creates accessible only to their owner, if the system supports it.
#[cfg(not(unix))]
pub fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Creates a folder accessible only to its owner, if the system supports it.
///
/// # Errors
/// Any input or output error, also if the folder exists.
pub fn make_private_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt as _;
        builder.mode(0o700);
    }
    builder.create(path)
}

/// Makes renames and removals inside the folder survive a power cut. Systems that cannot open
/// folders do this on their own.
///
/// # Errors
/// Any input or output error.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Makes the content of a file survive a power cut.
///
/// # Errors
/// Any input or output error.
pub fn sync_file(path: &Path) -> io::Result<()> {
    OpenOptions::new().read(true).write(true).open(path)?.sync_all()
}
