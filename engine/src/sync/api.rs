//! What a device asks of a sync server, and every way that can go wrong.
//! The HTTP client and the server's own store implement the same trait, so a question
//! cannot exist on one side only and both can be tested in one process without a network.

use std::borrow::Cow;
use std::io::{Read, Write};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::wire::SyncRequest;

/// Why the server, the network or the merging refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SyncFault {
    /// The trees do not converge: repair, then reset.
    #[error("this copy and the server do not agree on what was changed")]
    OutOfSync,
    /// A row breaks a rule of its table: a newer version is needed.
    #[error("a change does not fit the tables of this version")]
    InvalidSchema,
    /// A message or the own clock is more than five minutes ahead.
    #[error("the clock of this computer or of another one is wrong")]
    ClockDrift,
    /// The file was uploaded in a format without messages.
    #[error("the file was uploaded in an old format")]
    FileOldVersion,
    /// A reset was begun and nothing uploaded.
    #[error("the file was reset and has to be uploaded")]
    FileNeedsUpload,
    /// A key was made, and the file is not encrypted with it.
    #[error("the file is not encrypted with the key it has")]
    FileKeyMismatch,
    /// The file is in another sync generation.
    #[error("syncing was reset on this file")]
    FileHasReset,
    /// The file has another key.
    #[error("the file is encrypted with another key")]
    FileHasNewKey,
    /// The server does not know the file, or it was deleted.
    #[error("the server does not have this file")]
    FileNotFound,
    /// Nothing can be encrypted.
    #[error("the changes cannot be encrypted")]
    EncryptFailure {
        /// Because this device lacks the key.
        missing_key: bool,
    },
    /// What came cannot be decrypted.
    #[error("this cannot be decrypted with the key at hand")]
    DecryptFailure {
        /// Because this device lacks the key.
        missing_key: bool,
    },
    /// The key of the file cannot be tested with a password.
    #[error("the file uses a kind of key that is no longer supported")]
    OldKeyStyle,
    /// The session at the server is over or was never there.
    #[error("the session at the server has ended")]
    TokenExpired,
    /// The server does not allow it.
    #[error("the server does not allow this")]
    Unauthorized,
    /// The password is empty or wrong.
    #[error("the password is not right")]
    InvalidPassword,
    /// Nobody answered.
    #[error("the server does not answer")]
    Network,
    /// Storing what was received failed.
    #[error("what was received could not be stored")]
    ApplyFailure,
    /// The disk of this device is full or cannot be written.
    #[error("the disk is full or cannot be written")]
    StorageFull,
    /// What came is no whole answer of a server: something in between has cut it off or put
    /// something else in its place.
    #[error("the answer of the server was empty or cut off")]
    BrokenAnswer,
    /// The server broke.
    #[error("the server failed")]
    Internal,
    /// Any other word of the server.
    #[error("the server answered: {0}")]
    Other(String),
}

impl SyncFault {
    /// The word that tabs receive.
    #[must_use]
    pub fn reason(&self) -> &str {
        match self {
            Self::OutOfSync => "out-of-sync",
            Self::InvalidSchema => "invalid-schema",
            Self::ClockDrift => "clock-drift",
            Self::FileOldVersion => "file-old-version",
            Self::FileNeedsUpload => "file-needs-upload",
            Self::FileKeyMismatch => "file-key-mismatch",
            Self::FileHasReset => "file-has-reset",
            Self::FileHasNewKey => "file-has-new-key",
            Self::FileNotFound => "file-not-found",
            Self::EncryptFailure { .. } => "encrypt-failure",
            Self::DecryptFailure { .. } => "decrypt-failure",
            Self::OldKeyStyle => "old-key-style",
            Self::TokenExpired => "token-expired",
            Self::Unauthorized => "unauthorized",
            Self::InvalidPassword => "invalid-password",
            Self::Network => "network",
            Self::ApplyFailure => "apply-failure",
            Self::StorageFull => "storage-full",
            Self::BrokenAnswer => "broken-answer",
            Self::Internal => "internal",
            Self::Other(reason) => reason,
        }
    }

    /// The fault a server means by a word.
    #[must_use]
    pub fn of_reason(reason: &str) -> Self {
        match reason {
            "file-old-version" => Self::FileOldVersion,
            "file-needs-upload" => Self::FileNeedsUpload,
            "file-key-mismatch" => Self::FileKeyMismatch,
            "file-has-reset" => Self::FileHasReset,
            "file-has-new-key" => Self::FileHasNewKey,
            "file-not-found" | "User or file not found" => Self::FileNotFound,
            "clock-drift" => Self::ClockDrift,
            "token-expired" | "token-not-found" => Self::TokenExpired,
            "unauthorized" | "file-access-not-allowed" => Self::Unauthorized,
            "invalid-password" => Self::InvalidPassword,
            "network-failure" | "network" => Self::Network,
            "internal" | "internal-error" => Self::Internal,
            other => Self::Other(shown(other)),
        }
    }

    /// The server does not know the question: it is of another program.
    #[must_use]
    pub fn not_supported() -> Self {
        Self::Other("not-supported".to_owned())
    }

    /// The server itself said that it broke; no page of a proxy, and nothing that broke here.
    #[must_use]
    pub fn server_failed() -> Self {
        Self::Other("internal-error".to_owned())
    }

    /// Whether what came of an answer is of no use any more: the server has another sync
    /// generation of the file, another key for it, or not the file.
    #[must_use]
    pub const fn ends_generation(&self) -> bool {
        matches!(
            self,
            Self::FileOldVersion
                | Self::FileKeyMismatch
                | Self::FileHasReset
                | Self::FileHasNewKey
                | Self::FileNotFound
        )
    }

    /// Whether the way out is to sign in.
    #[must_use]
    pub const fn is_about_session(&self) -> bool {
        matches!(self, Self::TokenExpired | Self::Unauthorized)
    }

    /// Whether the key is missing on this device, where that is the reason.
    #[must_use]
    pub const fn missing_key(&self) -> bool {
        matches!(
            self,
            Self::EncryptFailure { missing_key: true } | Self::DecryptFailure { missing_key: true }
        )
    }
}

/// Most characters of a text of a server that are shown.
const MOST_SHOWN: usize = 200;

/// A text of a server as people see it: on one line and not without end.
#[must_use]
pub fn shown(text: &str) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().take(MOST_SHOWN).map(plain).collect()
}

/// How a blob or a text was encrypted. Everything but the key id is for the
/// devices alone; what a device left out reads as empty.
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
    /// The name given by the person.
    pub name: String,
    /// Whether it was deleted.
    pub deleted: bool,
    /// The key it is encrypted with.
    pub encrypt_key_id: Option<String>,
}

/// What the server says of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileInfo {
    /// Its id.
    pub file_id: String,
    /// Its sync generation, none after a reset.
    pub group_id: Option<String>,
    /// The name given by the person.
    pub name: String,
    /// Whether it was deleted.
    pub deleted: bool,
    /// How the stored blob was encrypted.
    pub encrypt_meta: Option<EncryptMeta>,
}

/// A whole budget on its way to the server.
#[derive(Debug, Clone, Copy)]
pub struct Upload<'a> {
    /// The file.
    pub file_id: &'a str,
    /// The sync generation the device believes in.
    pub group_id: Option<&'a str>,
    /// The name given by the person.
    pub name: &'a str,
    /// How its bytes are encrypted, if they are.
    pub encrypt_meta: Option<&'a EncryptMeta>,
    /// How many bytes it has.
    pub bytes: u64,
}

/// An upload of a file that the server still has.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KeptUpload {
    /// Its id at the server.
    pub id: String,
    /// When it came, in milliseconds since 1970.
    pub made_ms: i64,
    /// Its size.
    pub bytes: i64,
    /// Name of the budget then.
    pub name: String,
    /// Whether it is the one that is downloaded.
    pub current: bool,
}

/// A device that is signed in at the server.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SignedIn {
    /// Id of its session; not the token.
    pub id: String,
    /// What its program called itself.
    pub name: String,
    /// When it signed in, in milliseconds since 1970.
    pub made_ms: i64,
    /// When it was last heard of, in milliseconds since 1970.
    pub used_ms: i64,
    /// Whether it is the one that asks.
    pub current: bool,
}

/// What the server keeps of a file's key, so that a device can try a password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredKey {
    /// Id of the key.
    pub id: String,
    /// Random text that the key is derived with.
    pub salt: String,
    /// Something encrypted with the key, as JSON text; none for keys of old programs.
    pub test: Option<String>,
}

/// What an answer to a sync says beside messages and tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Synced {
    /// The server's wall clock in milliseconds since 1970, where it told it.
    pub server_ms: Option<u64>,
    /// How far the server had got in counting changes of the file, for who waits for more. Servers
    /// of other programs do not count.
    pub changes: Option<String>,
}

/// What a device asks about files, messages and keys. Blocking; a session is part of the
/// implementor.
pub trait SyncApi {
    /// The server's wall clock in milliseconds since 1970, where it can be told.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn server_ms(&self) -> Result<Option<u64>, SyncFault> {
        Ok(None)
    }

    /// Exchanges messages. What others have new and the server's tree, the bytes of a
    /// [`SyncResponse`](super::wire::SyncResponse), go to `answer` as they come; of an answer that
    /// is cut off, what came until then has gone there.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn sync(&self, request: &SyncRequest, answer: &mut dyn Write) -> Result<Synced, SyncFault>;

    /// All files of the person; those that were deleted only of servers that list them.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn list_files(&self) -> Result<Vec<RemoteFile>, SyncFault>;

    /// One file.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn file_info(&self, file_id: &str) -> Result<FileInfo, SyncFault>;

    /// Stores a whole budget, read from `blob` as it is sent, and answers its sync generation.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn upload(&self, upload: Upload<'_>, blob: &mut dyn Read) -> Result<String, SyncFault>;

    /// The bytes that were uploaded last go to `blob` as they come. Of a failed download some may
    /// have gone there.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn download(&self, file_id: &str, blob: &mut dyn Write) -> Result<(), SyncFault>;

    /// The key of a file, if it has one.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn get_key(&self, file_id: &str) -> Result<Option<StoredKey>, SyncFault>;

    /// Gives a file a key.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn create_key(&self, file_id: &str, key: &StoredKey) -> Result<(), SyncFault>;

    /// Ends the sync generation of a file and forgets its messages.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn reset_file(&self, file_id: &str) -> Result<(), SyncFault>;

    /// Marks a file as deleted.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn delete_file(&self, file_id: &str) -> Result<(), SyncFault>;

    /// Gives a file another name.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn rename_file(&self, file_id: &str, name: &str) -> Result<(), SyncFault>;

    /// The uploads kept of a file, newest first. Only servers of ours keep more than one.
    ///
    /// # Errors
    /// [`SyncFault`]; [`SyncFault::not_supported`].
    fn uploads(&self, file_id: &str) -> Result<Vec<KeptUpload>, SyncFault> {
        let _ = file_id;
        Err(SyncFault::not_supported())
    }

    /// Makes an earlier upload the current one, under a new sync generation.
    ///
    /// # Errors
    /// [`SyncFault`]; [`SyncFault::not_supported`].
    fn restore_upload(&self, file_id: &str, upload_id: &str) -> Result<(), SyncFault> {
        let _ = (file_id, upload_id);
        Err(SyncFault::not_supported())
    }
}

/// One way to sign in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoginMethod {
    /// `password` or another word of the server.
    pub method: String,
    /// Whether it can be used.
    pub active: bool,
    /// Its name for people.
    pub display_name: String,
}

/// Whether a server was set up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bootstrapped {
    /// Whether it has a password.
    pub bootstrapped: bool,
    /// The ways to sign in.
    pub login_methods: Vec<LoginMethod>,
    /// Whether the first password can be set from here with the server's setup code alone.
    pub needs_setup_code: bool,
}

/// What is asked of a server before and beside the files: who it is and who asks.
pub trait AccountApi {
    /// Version of the server.
    ///
    /// # Errors
    /// [`SyncFault`]; [`SyncFault::Other`] where no sync server answers.
    fn version(&self) -> Result<String, SyncFault>;

    /// Whether the server was set up.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn needs_bootstrap(&self) -> Result<Bootstrapped, SyncFault>;

    /// The ways to sign in.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn login_methods(&self) -> Result<Vec<LoginMethod>, SyncFault>;

    /// Sets the first password and answers a session token. A server of ours may ask for the code
    /// that it showed to who started it.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn bootstrap(&self, password: &str, code: Option<&str>) -> Result<String, SyncFault>;

    /// Signs in and answers a session token.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn login(&self, password: &str) -> Result<String, SyncFault>;

    /// Whether the session is good.
    ///
    /// # Errors
    /// [`SyncFault`].
    fn validate(&self) -> Result<(), SyncFault>;

    /// Ends the session, where a server tells those of several devices apart.
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

    /// The devices that are signed in, the one heard of last first.
    ///
    /// # Errors
    /// [`SyncFault`]; [`SyncFault::not_supported`].
    fn sessions(&self) -> Result<Vec<SignedIn>, SyncFault> {
        Err(SyncFault::not_supported())
    }

    /// Signs a device out. One that is no longer signed in is no mistake.
    ///
    /// # Errors
    /// [`SyncFault`]; [`SyncFault::not_supported`].
    fn end_session(&self, id: &str) -> Result<(), SyncFault> {
        let _ = id;
        Err(SyncFault::not_supported())
    }

    /// Signs every device out but this one; answers how many those were.
    ///
    /// # Errors
    /// [`SyncFault`]; [`SyncFault::not_supported`].
    fn end_other_sessions(&self) -> Result<u64, SyncFault> {
        Err(SyncFault::not_supported())
    }
}
