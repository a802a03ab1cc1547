//! Keeps other users of the computer out of a data directory that was there before, or that an
//! earlier program made readable for them. New files get the right mode from the umask of the
//! process.

use std::io;
use std::path::Path;

/// Every permission of anybody but the owner.
#[cfg(unix)]
const OTHERS: u32 = 0o077;

/// Takes other users' access to a directory away. Returns whether they have none now: a directory
/// of another user, or on a disk without permissions, stays as it is.
///
/// # Errors
/// When the directory cannot be looked at.
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
/// When the directory cannot be looked at.
#[cfg(unix)]
pub(super) fn is_closed(folder: &Path) -> io::Result<bool> {
    Ok(mode_of(folder)? & OTHERS == 0)
}

/// Whether this process may change the mode of a directory.
#[cfg(unix)]
pub(super) fn is_changeable(folder: &Path) -> bool {
    mode_of(folder).is_ok_and(|mode| set_mode(folder, mode).is_ok())
}

/// Takes other users' access to a file, or to a folder and everything below it, away, as far as the
/// system allows. Links are left alone: nothing outside of the directory is changed.
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

/// Elsewhere the folders of a user are closed to others by the system.
#[cfg(not(unix))]
pub(super) fn close_folder(_folder: &Path) -> io::Result<bool> {
    Ok(true)
}

/// Elsewhere the folders of a user are closed to others by the system.
#[cfg(not(unix))]
pub(super) fn is_closed(_folder: &Path) -> io::Result<bool> {
    Ok(true)
}

/// Elsewhere the folders of a user are closed to others by the system.
#[cfg(not(unix))]
pub(super) fn is_changeable(_folder: &Path) -> bool {
    true
}

/// Elsewhere the folders of a user are closed to others by the system.
#[cfg(not(unix))]
pub(super) fn close(_path: &Path) {}
