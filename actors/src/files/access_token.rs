//! The access token, which grants access to this server. It is stored in the data directory,
//! readable only by its owner, and created at the first start.

use std::fs;
use std::io;
use std::path::Path;

use super::random::random_hex;
use crate::durable::replace_file;

/// Name of the file in the data directory.
pub const FILE_NAME: &str = "access-token";

/// Length of the token in random bytes: 256 bits.
const TOKEN_BYTES: usize = 32;

/// Reads the token, creating it if the file is missing or malformed.
///
/// # Errors
/// If the file cannot be read or written.
pub fn load_or_create(data_dir: &Path) -> io::Result<String> {
    let path = data_dir.join(FILE_NAME);
    match fs::read_to_string(&path) {
        Ok(text) if is_token(text.trim()) => {
            keep_private(&path)?;
            return Ok(text.trim().to_owned());
        }
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    renew(data_dir)
}

/// Replaces the token by a new one, which makes the old one invalid.
///
/// # Errors
/// If the file cannot be written; the old token stays then.
pub fn renew(data_dir: &Path) -> io::Result<String> {
    let token = random_hex(TOKEN_BYTES)?;
    replace_file(&data_dir.join(FILE_NAME), token.as_bytes())?;
    Ok(token)
}

/// Creates a single-use token.
///
/// # Errors
/// If there are no random numbers.
pub fn ticket() -> io::Result<String> {
    random_hex(TOKEN_BYTES)
}

fn is_token(text: &str) -> bool {
    text.len() == 2 * TOKEN_BYTES && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(unix)]
fn keep_private(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600))
}

#[cfg(not(unix))]
fn keep_private(_path: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_is_made_once_and_kept() {
        let dir = tempfile::tempdir().unwrap();
        let token = load_or_create(dir.path()).unwrap();
        assert!(is_token(&token));
        assert_eq!(load_or_create(dir.path()).unwrap(), token);
        let other = tempfile::tempdir().unwrap();
        assert_ne!(load_or_create(other.path()).unwrap(), token);
    }

    #[test]
    fn a_renewed_token_is_another_one_and_is_kept() {
        let dir = tempfile::tempdir().unwrap();
        let token = load_or_create(dir.path()).unwrap();
        let renewed = renew(dir.path()).unwrap();
        assert_ne!(renewed, token);
        assert!(is_token(&renewed));
        assert_eq!(load_or_create(dir.path()).unwrap(), renewed);
    }

    #[test]
    fn a_malformed_token_is_replaced() {
        let dir = tempfile::tempdir().unwrap();
        for broken in ["", "short", &"g".repeat(64)] {
            fs::write(dir.path().join(FILE_NAME), broken).unwrap();
            assert!(is_token(&load_or_create(dir.path()).unwrap()));
        }
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_can_read_the_token() {
        use std::os::unix::fs::PermissionsExt as _;
        let dir = tempfile::tempdir().unwrap();
        load_or_create(dir.path()).unwrap();
        let path = dir.path().join(FILE_NAME);
        let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(), 0o600);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        load_or_create(dir.path()).unwrap();
        assert_eq!(mode(), 0o600);
    }
}
