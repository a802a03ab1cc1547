//! The address of the server that has locked a data directory, for shell commands.

use std::fs;
use std::path::Path;

use super::error::FileError;
use crate::durable;

const FILE_NAME: &str = ".server";

/// Records the address of the running server.
///
/// # Errors
/// [`FileError::Disk`].
pub fn remember_server(data_dir: &Path, url: &str) -> Result<(), FileError> {
    Ok(durable::replace_file(&data_dir.join(FILE_NAME), url.as_bytes())?)
}

/// Removes the record, when the server ends and when another process locks the directory.
pub fn forget_server(data_dir: &Path) {
    // Harmless if it fails: the address is used only while a process has the lock, and each new one
    // removes an older record.
    let _ = fs::remove_file(data_dir.join(FILE_NAME));
}

/// The last recorded address. Trust it only while another process has locked the directory: a
/// server that was killed leaves it behind.
#[must_use]
pub fn remembered_server(data_dir: &Path) -> Option<String> {
    let url = fs::read_to_string(data_dir.join(FILE_NAME)).ok()?;
    url.starts_with("http://").then_some(url)
}
