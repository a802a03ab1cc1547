//! End-to-end encryption, compatible with other programs of the file format: a key derived from a
//! password with PBKDF2, and AES-256-GCM for all data that a server receives. `Debug` never prints
//! keys, and they are wiped from memory when dropped.

mod pieces;

use std::borrow::Cow;
use std::fmt;

use aes_gcm::aead::inout::InOutBuf;
use aes_gcm::{AeadInOut as _, Aes256Gcm, KeyInit as _};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use sha2::Sha512;
use sobre_engine::sync::api::{EncryptMeta, StoredKey};
use sobre_engine::sync::fault::SyncFault;
use sobre_engine::sync::wire::EncryptedData;
use zeroize::Zeroizing;

pub use pieces::{Sealing, Unsealing};

/// The only supported cipher.
pub const ALGORITHM: &str = "aes-256-gcm";

const ROUNDS: u32 = 10_000;
const KEY_BYTES: usize = 32;
const IV_BYTES: usize = 12;
const TAG_BYTES: usize = 16;
const SALT_BYTES: usize = 32;
/// Length of the random text that a key is tested with.
const TEST_BYTES: usize = 64;

const WRONG: SyncFault = SyncFault::DecryptFailure { missing_key: false };
const NOT_SEALED: SyncFault = SyncFault::EncryptFailure { missing_key: false };

/// A derived key with its id.
#[derive(Clone)]
pub struct FileKey {
    id: String,
    bytes: Zeroizing<[u8; KEY_BYTES]>,
    cipher: Aes256Gcm,
    /// Whether it opened the test of the file's key, or was made for the file.
    is_tested: bool,
}

impl fmt::Debug for FileKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileKey").field("id", &self.id).finish_non_exhaustive()
    }
}

/// Encrypted bytes with the metadata needed to decrypt them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncryptedBytes {
    iv: [u8; IV_BYTES],
    tag: [u8; TAG_BYTES],
    /// The ciphertext.
    pub data: Vec<u8>,
}

impl FileKey {
    /// Derives the key from a password. The salt is the base64 text itself, not the decoded bytes.
    #[must_use]
    pub fn derive(id: &str, password: &str, salt: &str) -> Self {
        let mut bytes = Zeroizing::new([0; KEY_BYTES]);
        pbkdf2::pbkdf2_hmac::<Sha512>(password.as_bytes(), salt.as_bytes(), ROUNDS, &mut *bytes);
        Self::of(id, bytes)
    }

    /// A key from its stored form; `None` if the text is not valid.
    #[must_use]
    pub fn from_base64(id: &str, text: &str) -> Option<Self> {
        let decoded = Zeroizing::new(STANDARD.decode(text).ok()?);
        let bytes = <[u8; KEY_BYTES]>::try_from(decoded.as_slice()).ok()?;
        Some(Self::of(id, Zeroizing::new(bytes)))
    }

    fn of(id: &str, bytes: Zeroizing<[u8; KEY_BYTES]>) -> Self {
        let cipher = Aes256Gcm::new(&(*bytes).into());
        Self { id: id.to_owned(), cipher, bytes, is_tested: false }
    }

    /// Whether it is certainly the key of the file, so that content it does not open was not
    /// encrypted with the file's key.
    #[must_use]
    pub const fn is_tested(&self) -> bool {
        self.is_tested
    }

    /// The same key, tested with the server's record of it.
    ///
    /// # Errors
    /// As for [`test_key`].
    pub fn tested(self, test: &str) -> Result<Self, SyncFault> {
        let TestContent { value, meta } =
            serde_json::from_str(test).map_err(|_| SyncFault::OldKeyStyle)?;
        let data = STANDARD.decode(value).map_err(|_| WRONG)?;
        self.unseal(EncryptedBytes::of_meta(&meta, data)?)?;
        Ok(Self { is_tested: true, ..self })
    }

    /// Id of the key.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The stored form of the key.
    #[must_use]
    pub fn to_base64(&self) -> Zeroizing<String> {
        Zeroizing::new(STANDARD.encode(*self.bytes))
    }

    /// Encrypts with a fresh random initialisation vector.
    ///
    /// # Errors
    /// `encrypt-failure` if the system has no random numbers.
    pub fn seal(&self, mut data: Vec<u8>) -> Result<EncryptedBytes, SyncFault> {
        let mut iv = [0; IV_BYTES];
        getrandom::fill(&mut iv).map_err(|_| NOT_SEALED)?;
        let buffer = InOutBuf::from(data.as_mut_slice());
        let tag = self.cipher.encrypt_inout_detached(&iv.into(), b"", buffer);
        let tag = tag.map_err(|_| NOT_SEALED)?.into();
        Ok(EncryptedBytes { iv, tag, data })
    }

    /// Decrypts.
    ///
    /// # Errors
    /// `decrypt-failure` if the key is wrong or the data was changed.
    pub fn unseal(&self, sealed: EncryptedBytes) -> Result<Vec<u8>, SyncFault> {
        let EncryptedBytes { iv, tag, mut data } = sealed;
        let buffer = InOutBuf::from(data.as_mut_slice());
        let opened = self.cipher.decrypt_inout_detached(&iv.into(), b"", buffer, &tag.into());
        opened.map_err(|_| WRONG)?;
        Ok(data)
    }

    /// The public metadata of encrypted data.
    #[must_use]
    pub fn meta(&self, sealed: &EncryptedBytes) -> EncryptMeta {
        EncryptMeta {
            key_id: self.id.clone(),
            algorithm: Cow::Borrowed(ALGORITHM),
            iv: STANDARD.encode(sealed.iv),
            auth_tag: STANDARD.encode(sealed.tag),
        }
    }
}

impl EncryptedBytes {
    /// Encrypted bytes with received metadata.
    ///
    /// # Errors
    /// `decrypt-failure` if the metadata is malformed.
    pub fn of_meta(meta: &EncryptMeta, data: Vec<u8>) -> Result<Self, SyncFault> {
        if meta.algorithm != ALGORITHM {
            return Err(WRONG);
        }
        let bytes = |text: &str| STANDARD.decode(text).map_err(|_| WRONG);
        Self::of_parts(&bytes(&meta.iv)?, &bytes(&meta.auth_tag)?, data)
    }

    /// The encrypted content of a message.
    ///
    /// # Errors
    /// `decrypt-failure` if a part has the wrong length.
    pub fn of_message(data: &EncryptedData) -> Result<Self, SyncFault> {
        Self::of_parts(&data.iv, &data.auth_tag, data.data.to_vec())
    }

    fn of_parts(iv: &[u8], tag: &[u8], data: Vec<u8>) -> Result<Self, SyncFault> {
        let iv = iv.try_into().map_err(|_| WRONG)?;
        let tag = tag.try_into().map_err(|_| WRONG)?;
        Ok(Self { iv, tag, data })
    }

    /// Converts it to the content of a message.
    #[must_use]
    pub fn into_message(self) -> EncryptedData {
        EncryptedData {
            iv: Bytes::copy_from_slice(&self.iv),
            auth_tag: Bytes::copy_from_slice(&self.tag),
            data: self.data.into(),
        }
    }
}

/// The JSON with which a device verifies a password.
#[derive(Serialize, Deserialize)]
struct TestContent {
    value: String,
    meta: EncryptMeta,
}

/// Creates a key from a password, and the server's record of it.
///
/// # Errors
/// `encrypt-failure` if the system has no random numbers.
pub fn make_key(id: &str, password: &str) -> Result<(FileKey, StoredKey), SyncFault> {
    let mut random = [0; SALT_BYTES + TEST_BYTES];
    getrandom::fill(&mut random).map_err(|_| NOT_SEALED)?;
    let (salt, test) = random.split_at(SALT_BYTES);
    let salt = STANDARD.encode(salt);
    let key = FileKey::derive(id, password, &salt);
    let sealed = key.seal(test.to_vec())?;
    let content = TestContent { meta: key.meta(&sealed), value: STANDARD.encode(&sealed.data) };
    let test = serde_json::to_string(&content).map_err(|_| NOT_SEALED)?;
    let stored = StoredKey { id: key.id.clone(), salt, test: Some(test) };
    Ok((FileKey { is_tested: true, ..key }, stored))
}

/// The key of a password, if it matches the server's record.
///
/// # Errors
/// `old-key-style` if the record cannot verify it, `decrypt-failure` if the password is wrong.
pub fn test_key(stored: &StoredKey, password: &str) -> Result<FileKey, SyncFault> {
    let test = stored.test.as_deref().ok_or(SyncFault::OldKeyStyle)?;
    FileKey::derive(&stored.id, password, &stored.salt).tested(test)
}

#[cfg(test)]
mod tests;
