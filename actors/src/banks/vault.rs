//! The key that seals secrets at rest. It has its own file, so that a copy of the database alone
//! reveals nothing.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use aes_gcm::aead::inout::InOutBuf;
use aes_gcm::{AeadInOut as _, Aes256Gcm, KeyInit as _};
use zeroize::Zeroizing;

use crate::durable;

/// The name of the key file beside the database.
pub(super) const KEY_NAME: &str = "bank.key";
const KEY_BYTES: usize = 32;
const NONCE_BYTES: usize = 12;
const TAG_BYTES: usize = 16;

/// Where a secret belongs. A secret sealed for one place cannot be opened at another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SecretPlace<'a> {
    /// Its name.
    pub(super) name: &'a str,
    /// The file, or `-` for the whole server.
    pub(super) file: &'a str,
    /// The connection, or `-`.
    pub(super) connection: &'a str,
}

impl SecretPlace<'_> {
    fn bytes(&self) -> Vec<u8> {
        let Self { name, file, connection } = self;
        format!("sobre-bank-secret 1\n{name}\n{file}\n{connection}").into_bytes()
    }
}

/// The key, zeroed on drop and never printed.
pub(super) struct Vault {
    cipher: Aes256Gcm,
}

impl Vault {
    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let key = Zeroizing::new(<[u8; KEY_BYTES]>::try_from(bytes).ok()?);
        Some(Self { cipher: Aes256Gcm::new(&(*key).into()) })
    }

    /// Reads the key file; `None` if it does not exist.
    ///
    /// # Errors
    /// Any read error, also if the file does not hold a key.
    pub(super) fn read(path: &Path) -> io::Result<Option<Self>> {
        let bytes = match fs::read(path) {
            Ok(bytes) => Zeroizing::new(bytes),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let no_key =
            || io::Error::new(ErrorKind::InvalidData, "the file does not hold a key of 32 bytes");
        Self::of_bytes(&bytes).map(Some).ok_or_else(no_key)
    }

    /// Writes a new random key into a file that only its owner can read.
    ///
    /// # Errors
    /// Any write error.
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        let mut bytes = Zeroizing::new([0; KEY_BYTES]);
        getrandom::fill(bytes.as_mut_slice()).map_err(|_| no_numbers())?;
        durable::replace_file(path, bytes.as_slice())?;
        Self::of_bytes(bytes.as_slice()).ok_or_else(|| io::Error::other("no key"))
    }

    /// Seals a secret: a random nonce, then the ciphertext with its tag.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub(super) fn seal(&self, place: &SecretPlace<'_>, secret: &[u8]) -> io::Result<Vec<u8>> {
        let mut nonce = [0; NONCE_BYTES];
        getrandom::fill(&mut nonce).map_err(|_| no_numbers())?;
        let mut sealed = [nonce.as_slice(), secret].concat();
        let buffer = InOutBuf::from(&mut sealed[NONCE_BYTES..]);
        let tag = self.cipher.encrypt_inout_detached(&nonce.into(), &place.bytes(), buffer);
        let tag: [u8; TAG_BYTES] = tag.map_err(|_| no_numbers())?.into();
        sealed.extend_from_slice(&tag);
        Ok(sealed)
    }

    /// Opens a secret; `None` if it was sealed with another key or for another place.
    #[must_use]
    pub(super) fn open(
        &self,
        place: &SecretPlace<'_>,
        sealed: &[u8],
    ) -> Option<Zeroizing<Vec<u8>>> {
        let (nonce, rest) = sealed.split_at_checked(NONCE_BYTES)?;
        let (secret, tag) = rest.split_at_checked(rest.len().checked_sub(TAG_BYTES)?)?;
        let nonce: [u8; NONCE_BYTES] = nonce.try_into().ok()?;
        let tag: [u8; TAG_BYTES] = tag.try_into().ok()?;
        let mut secret = Zeroizing::new(secret.to_vec());
        let buffer = InOutBuf::from(secret.as_mut_slice());
        let place = place.bytes();
        self.cipher.decrypt_inout_detached(&nonce.into(), &place, buffer, &tag.into()).ok()?;
        Some(secret)
    }
}

fn no_numbers() -> io::Error {
    io::Error::other("the system has no random numbers")
}

/// Where a new key lies until all secrets are sealed with it.
#[must_use]
pub(super) fn next_key_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".next");
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: SecretPlace<'_> = SecretPlace { name: "n", file: "f", connection: "-" };

    #[test]
    fn a_secret_opens_with_its_key_at_its_place_alone() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(KEY_NAME);
        assert!(Vault::read(&path).unwrap().is_none());
        let vault = Vault::create(&path).unwrap();
        let sealed = vault.seal(&PLACE, b"secret").unwrap();
        assert_ne!(sealed, vault.seal(&PLACE, b"secret").unwrap());
        let again = Vault::read(&path).unwrap().unwrap();
        assert_eq!(again.open(&PLACE, &sealed).unwrap().as_slice(), b"secret");
        let elsewhere = SecretPlace { file: "g", ..PLACE };
        assert!(again.open(&elsewhere, &sealed).is_none());
        assert!(again.open(&PLACE, &sealed[..20]).is_none() && again.open(&PLACE, b"").is_none());
        let other = Vault::create(&dir.path().join("other")).unwrap();
        assert!(other.open(&PLACE, &sealed).is_none());
    }

    #[test]
    fn a_file_of_another_length_is_no_key() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(KEY_NAME);
        fs::write(&path, "short").unwrap();
        assert!(Vault::read(&path).is_err());
    }
}
