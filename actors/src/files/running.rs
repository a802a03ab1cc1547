//! Where the server that owns a data directory can be reached, for shell commands.

use std::fs;
use std::path::Path;

use super::error::FileError;
use crate::durable;

const FILE_NAME: &str = ".server";

/// Notes the address of the running server.
///
/// # Errors
/// [`FileError::Disk`].
pub fn remember_server(data_dir: &Path, url: &str) -> Result<(), FileError> {
    Ok(durable::replace_file(&data_dir.join(FILE_NAME), url.as_bytes())?)
}

/// Removes the note, when the server ends and when another process takes the directory.
pub fn forget_server(data_dir: &Path) {
    // It is only followed while somebody has the directory, who has removed an older one.
    let _ = fs::remove_file(data_dir.join(FILE_NAME));
}

/// The address noted last. Believe it only while another process has the directory: a server that
/// was killed leaves it behind.
#[must_use]
pub fn remembered_server(data_dir: &Path) -> Option<String> {
    let url = fs::read_to_string(data_dir.join(FILE_NAME)).ok()?;
    url.starts_with("http://").then_some(url)
}
