//! The requests of a device to a sync server, and every way they can fail. The HTTP client and the
//! server's own store implement the same trait, so no request can exist on one side only, and both
//! can be tested in one process without a network.

use std::borrow::Cow;
use std::io::{Read, Write};

use serde::{Deserialize, Serialize};

use super::fault::SyncFault;
use super::wire::SyncRequest;

/// How a blob or a text was encrypted. Only the key id concerns the server; fields that a device
/// left out read as empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EncryptMeta {
    /// The key.
    #[serde(rename = "keyId")]
    pub key_id: String,
    /// Always `aes-256-gcm`.
    pub algorithm: Cow<'static, str>,
    /// 12 bytes in base64.
    pub iv: String,
    /// 16 bytes in base64.
    #[serde(rename = "authTag")]
    pub auth_tag: String,
}

/// A file in the server's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteFile {
    /// Its id.
    pub file_id: String,
    /// Its sync generation, none after a reset.
    pub group_id: Option<String>,
    /// Name given by the user.
    pub name: String,
    /// Whether it is deleted.
    pub deleted: bool,
    /// The key it is encrypted with.
    pub encrypt_key_id: Option<String>,
}

/// The server's description of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileInfo {
    /// Its id.
    pub file_id: String,
    /// Its sync generation, none after a reset.
    pub group_id: Option<String>,
    /// Name given by the user.
    pub name: String,
    /// Whether it is deleted.
    pub deleted: bool,
    /// How the stored blob was encrypted.
    pub encrypt_meta: Option<EncryptMeta>,
}

/// A whole budget to upload.
#[derive(Debug, Clone, Copy)]
pub struct Upload<'a> {
    /// The file.
    pub file_id: &'a str,
    /// The sync generation according to the device.
    pub group_id: Option<&'a str>,
    /// Name given by the user.
    pub name: &'a str,
    /// How its bytes are encrypted, if at all.
    pub encrypt_meta: Option<&'a EncryptMeta>,
    /// Its size in bytes.
    pub bytes: u64,
}

/// A stored upload of a file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KeptUpload {
    /// Its id on the server.
    pub id: String,
    /// Time of the upload, in milliseconds since 1970.
    pub made_ms: i64,
    /// Its size.
    pub bytes: i64,
    /// Name of the budget at that time.
    pub name: String,
    /// Whether it is the current one, which devices download.
    pub current: bool,
}

/// A device signed in to the server.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SignedInDevice {
    /// Id of its session; not the token.
    pub id: String,
    /// The name its program sent.
    pub name: String,
    /// Time of its sign-in, in milliseconds since 1970.
    pub made_ms: i64,
    /// Time of its last request, in milliseconds since 1970.
    pub used_ms: i64,
    /// Whether it is the requesting device.
    pub current: bool,
}

/// The server's record of a file's key, with which a device can test a password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredKey {
    /// Id of the key.
    pub id: String,
    /// Random salt of the key derivation.
    pub salt: String,
    /// A text encrypted with the key, as JSON; none for keys of old programs.
    pub test: Option<String>,
}

/// Parts of a sync response other than messages and tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SyncMeta {
    /// The server's wall clock in milliseconds since 1970, if it reported it.
    pub server_ms: Option<u64>,
    /// The server's change count of the file, for waiting for further changes. Servers of other
    /// programs do not count.
    pub changes: Option<String>,
}

/// Requests about files, messages and keys. Blocking; the session belongs to the implementor.
pub trait SyncApi {
    /// The server's wall clock in milliseconds since 1970, if available.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn server_ms(&self) -> Result<Option<u64>, SyncFault> {
        Ok(None)
    }

    /// Exchanges messages. Writes the new messages of other devices and the server's tree to
    /// `answer` as they arrive: the bytes of a [`SyncResponse`](super::wire::SyncResponse). An
    /// interrupted response is written as far as it arrived.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn sync(&self, request: &SyncRequest, answer: &mut dyn Write) -> Result<SyncMeta, SyncFault>;

    /// All files of the user; deleted ones only if the server lists them.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn list_files(&self) -> Result<Vec<RemoteFile>, SyncFault>;

    /// One file.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn file_info(&self, file_id: &str) -> Result<FileInfo, SyncFault>;

    /// Uploads a whole budget, reading `blob` while sending, and returns its sync generation.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn upload(&self, upload: Upload<'_>, blob: &mut dyn Read) -> Result<String, SyncFault>;

    /// Downloads the current upload to `blob` as it arrives. A failed download may leave a part
    /// there.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn download(&self, file_id: &str, blob: &mut dyn Write) -> Result<(), SyncFault>;

    /// The key of a file, if it has one.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn get_key(&self, file_id: &str) -> Result<Option<StoredKey>, SyncFault>;

    /// Sets the key of a file.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn create_key(&self, file_id: &str, key: &StoredKey) -> Result<(), SyncFault>;

    /// Ends the sync generation of a file and deletes its messages.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn reset_file(&self, file_id: &str) -> Result<(), SyncFault>;

    /// Marks a file as deleted.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn delete_file(&self, file_id: &str) -> Result<(), SyncFault>;

    /// Renames a file.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn rename_file(&self, file_id: &str, name: &str) -> Result<(), SyncFault>;

    /// The stored uploads of a file, newest first. Only Sobre's own server keeps more than one.
    ///
    /// # Errors
    /// [`SyncFault`]; [`SyncFault::NotSupported`].
    fn uploads(&self, file_id: &str) -> Result<Vec<KeptUpload>, SyncFault> {
        let _ = file_id;
        Err(SyncFault::NotSupported)
    }

    /// Makes an earlier upload the current one, under a new sync generation.
    ///
    /// # Errors
    /// [`SyncFault`]; [`SyncFault::NotSupported`].
    fn restore_upload(&self, file_id: &str, upload_id: &str) -> Result<(), SyncFault> {
        let _ = (file_id, upload_id);
        Err(SyncFault::NotSupported)
    }
}

/// One way to sign in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoginMethod {
    /// `password` or another name from the server.
    pub method: String,
    /// Whether it is enabled.
    pub active: bool,
    /// Its display name.
    pub display_name: String,
}

/// Setup state of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bootstrapped {
    /// Whether it has a password.
    pub bootstrapped: bool,
    /// The ways to sign in.
    pub login_methods: Vec<LoginMethod>,
    /// Whether setting the first password from here requires the server's setup code.
    pub needs_setup_code: bool,
    /// Distinguishes the running server from all others; empty for other programs.
    pub instance: String,
}

/// Requests about the server itself and its sessions.
pub trait AccountApi {
    /// Version of the server.
    ///
    /// # Errors
    /// [`SyncFault`]; [`SyncFault::InvalidServer`] if something other than a sync server responds.
    fn version(&self) -> Result<String, SyncFault>;

    /// Setup state of the server.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn needs_bootstrap(&self) -> Result<Bootstrapped, SyncFault>;

    /// The ways to sign in.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn login_methods(&self) -> Result<Vec<LoginMethod>, SyncFault>;

    /// Sets the first password and returns a session token. Sobre's own server may require the
    /// setup code that it printed at its start.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn bootstrap(&self, password: &str, code: Option<&str>) -> Result<String, SyncFault>;

    /// Signs in and returns a session token.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn login(&self, password: &str) -> Result<String, SyncFault>;

    /// Whether the session is valid.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn validate(&self) -> Result<(), SyncFault>;

    /// Ends the session, if the server distinguishes the sessions of devices.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn sign_out(&self) -> Result<(), SyncFault> {
        Ok(())
    }

    /// Changes the password; sessions stay.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn change_password(&self, password: &str) -> Result<(), SyncFault>;

    /// The signed-in devices, the most recently used first.
    ///
    /// # Errors
    /// [`SyncFault`]; [`SyncFault::NotSupported`].
    fn sessions(&self) -> Result<Vec<SignedInDevice>, SyncFault> {
        Err(SyncFault::NotSupported)
    }

    /// Signs out a device. Succeeds if it is already signed out.
    ///
    /// # Errors
    /// [`SyncFault`]; [`SyncFault::NotSupported`].
    fn end_session(&self, id: &str) -> Result<(), SyncFault> {
        let _ = id;
        Err(SyncFault::NotSupported)
    }

    /// Signs out all other devices; returns their number.
    ///
    /// # Errors
    /// [`SyncFault`]; [`SyncFault::NotSupported`].
    fn end_other_sessions(&self) -> Result<u64, SyncFault> {
        Err(SyncFault::NotSupported)
    }
}
