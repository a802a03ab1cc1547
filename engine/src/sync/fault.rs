//! Why a sync or a request to a server fails. Servers report words; everything else is decided by
//! these faults.

use thiserror::Error;

use super::reasons::{
    SERVER_DATA_MISSING, SETUP_CODE_REQUIRED, UPLOAD_UNDER_WAY, without_sentence,
};

/// Why a sync failed: at the server, on the network or while merging.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SyncFault {
    /// The trees do not converge: repair, then reset.
    #[error("this copy and the server have different changes")]
    OutOfSync,
    /// A row violates a rule of its table: a newer version is needed.
    #[error("a change does not match the tables of this version")]
    InvalidSchema,
    /// A message or this device's clock is more than five minutes ahead.
    #[error("the clock of this computer or of another one is wrong")]
    ClockDrift,
    /// The uploaded file has a format without messages.
    #[error("the file was uploaded in an old format")]
    FileOldVersion,
    /// A reset was started, but nothing uploaded since.
    #[error("the file was reset and must be uploaded")]
    FileNeedsUpload,
    /// A key exists, but the file is not encrypted with it.
    #[error("the file is not encrypted with its key")]
    FileKeyMismatch,
    /// The server has another sync generation of the file.
    #[error("syncing was reset on this file")]
    FileHasReset,
    /// The server has another key for the file.
    #[error("the file is encrypted with another key")]
    FileHasNewKey,
    /// The server does not know the file, or the file was deleted.
    #[error("the server does not have this file")]
    FileNotFound,
    /// Encryption failed.
    #[error("the changes cannot be encrypted")]
    EncryptFailure {
        /// Because this device lacks the key.
        missing_key: bool,
    },
    /// Received data cannot be decrypted.
    #[error("this cannot be decrypted with the key of this device")]
    DecryptFailure {
        /// Because this device lacks the key.
        missing_key: bool,
    },
    /// A password cannot be tested against the key of the file.
    #[error("the file uses a kind of key that is no longer supported")]
    OldKeyStyle,
    /// There is no session on the server, or it has ended.
    #[error("the session on the server has ended")]
    TokenExpired,
    /// The server denies access.
    #[error("the server does not allow this")]
    Unauthorized,
    /// The password is empty or wrong.
    #[error("the password is wrong")]
    InvalidPassword,
    /// The server could not be reached.
    #[error("the server does not respond")]
    Network,
    /// Received changes could not be stored.
    #[error("the received changes could not be stored")]
    ApplyFailure,
    /// The disk of this device is full or cannot be written.
    #[error("the disk is full or cannot be written")]
    StorageFull,
    /// The response is incomplete or does not come from the server: something in between cut it off
    /// or replaced it.
    #[error("the server's response was empty or incomplete")]
    BrokenAnswer,
    /// The server failed, or this program.
    #[error("the server failed")]
    Internal,
    /// The server itself reported that it failed; not a proxy, and not this program.
    #[error("the server failed")]
    ServerFailed,
    /// No server is chosen.
    #[error("no sync server is chosen")]
    NoServer,
    /// The program's own server is chosen, and this program was started without it.
    #[error("the sync server of this program is not running")]
    OwnServerOff,
    /// Another program responds at the address.
    #[error("this is not a sync server")]
    InvalidServer,
    /// The server redirects to another address.
    #[error("the server has another address now")]
    ServerMoved,
    /// The server does not know the request, because it is another program's.
    #[error("the server does not support this")]
    NotSupported,
    /// A message or request is larger than the server accepts.
    #[error("this is larger than the server accepts")]
    TooLarge,
    /// The server has a password already.
    #[error("the server has a password already")]
    AlreadyBootstrapped,
    /// The first password requires the server's setup code.
    #[error("the server requires its setup code")]
    SetupCodeRequired,
    /// The setup code is wrong.
    #[error("the setup code is wrong")]
    InvalidSetupCode,
    /// Sign-in is blocked for a while after too many failed attempts.
    #[error("too many failed attempts to sign in")]
    TooManyRequests,
    /// The session to end does not exist any more.
    #[error("the session has ended already")]
    SessionNotFound,
    /// Too many uploads to the server are running.
    #[error("the server is busy with other uploads")]
    UploadUnderWay,
    /// The server does not keep this upload any more.
    #[error("the server does not keep this upload any more")]
    UploadNotFound,
    /// The disk of the server is full or cannot be written.
    #[error("the disk of the server is full or cannot be written")]
    ServerStorageFull,
    /// The data directory of the server was moved or is incomplete.
    #[error("the data of the server was moved or is incomplete")]
    ServerDataMissing,
    /// The server does not accept the id of the file or of its sync generation.
    #[error("the server does not accept the id of this file")]
    InvalidId,
    /// Any other reason of the server.
    #[error("the server reported: {0}")]
    Other(String),
}

impl SyncFault {
    /// The reason as tabs receive it.
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
            Self::ServerFailed => "internal-error",
            Self::NoServer => "no-server",
            Self::OwnServerOff => "own-server-off",
            Self::InvalidServer => "invalid-server",
            Self::ServerMoved => "server-moved",
            Self::NotSupported => "not-supported",
            Self::TooLarge => "too-large",
            Self::AlreadyBootstrapped => "already-bootstrapped",
            Self::SetupCodeRequired => SETUP_CODE_REQUIRED,
            Self::InvalidSetupCode => "invalid-setup-code",
            Self::TooManyRequests => "too-many-requests",
            Self::SessionNotFound => "session-not-found",
            Self::UploadUnderWay => UPLOAD_UNDER_WAY,
            Self::UploadNotFound => "upload-not-found",
            Self::ServerStorageFull => "server-storage-full",
            Self::ServerDataMissing => SERVER_DATA_MISSING,
            Self::InvalidId => "invalid-id",
            Self::Other(reason) => reason,
        }
    }

    /// The fault for a server's reason.
    #[must_use]
    pub fn of_reason(reason: &str) -> Self {
        match without_sentence(reason) {
            "file-old-version" => Self::FileOldVersion,
            "file-needs-upload" => Self::FileNeedsUpload,
            "file-key-mismatch" => Self::FileKeyMismatch,
            "file-has-reset" => Self::FileHasReset,
            "file-has-new-key" => Self::FileHasNewKey,
            "file-not-found" | "User or file not found" => Self::FileNotFound,
            "invalid fileId" | "invalid groupId" => Self::InvalidId,
            "upload-not-found" => Self::UploadNotFound,
            "clock-drift" => Self::ClockDrift,
            "too-large" => Self::TooLarge,
            "token-expired" | "token-not-found" => Self::TokenExpired,
            "unauthorized" | "file-access-not-allowed" => Self::Unauthorized,
            "session-not-found" => Self::SessionNotFound,
            "invalid-password" => Self::InvalidPassword,
            "already-bootstrapped" => Self::AlreadyBootstrapped,
            SETUP_CODE_REQUIRED => Self::SetupCodeRequired,
            "invalid-setup-code" => Self::InvalidSetupCode,
            "too-many-requests" => Self::TooManyRequests,
            UPLOAD_UNDER_WAY => Self::UploadUnderWay,
            "server-storage-full" => Self::ServerStorageFull,
            "not-supported" => Self::NotSupported,
            SERVER_DATA_MISSING => Self::ServerDataMissing,
            "network-failure" | "network" => Self::Network,
            "internal" | "internal-error" => Self::Internal,
            other => Self::Other(shown(other)),
        }
    }

    /// Whether a partially received response is now useless: the server has another sync generation
    /// or key of the file, or no such file.
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

    /// Whether signing in would help.
    #[must_use]
    pub const fn is_about_session(&self) -> bool {
        matches!(self, Self::TokenExpired | Self::Unauthorized)
    }

    /// Whether the reason is a key missing on this device.
    #[must_use]
    pub const fn missing_key(&self) -> bool {
        matches!(
            self,
            Self::EncryptFailure { missing_key: true } | Self::DecryptFailure { missing_key: true }
        )
    }
}

/// Most characters shown of a server's text.
const MOST_SHOWN: usize = 200;

/// A server's text for display: on one line and of limited length.
#[must_use]
pub fn shown(text: &str) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().take(MOST_SHOWN).map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_cannot_report_what_only_this_device_finds_out() {
        for reason in ["no-server", "own-server-off", "server-moved", "invalid-server"] {
            assert_eq!(SyncFault::of_reason(reason), SyncFault::Other(reason.to_owned()));
        }
        let with_sentence = format!("{UPLOAD_UNDER_WAY}. Four uploads are already running.");
        assert_eq!(SyncFault::of_reason(&with_sentence), SyncFault::UploadUnderWay);
        assert_eq!(SyncFault::UploadUnderWay.reason(), UPLOAD_UNDER_WAY);
    }
}
