//! Maps storage failures to call errors. Internal faults are logged here and reported without
//! details; faults that a user can resolve are reported in words.

use serde_json::json;
use sobre_engine::budget::actions::ActionError;
use sobre_engine::ledger::LedgerError;
use sobre_engine::sync::fault::SyncFault;

use crate::contract::{CallError, ErrorCode};
use crate::db::metadata::{MetadataError, keys};
use crate::db::migrate::MigrateError;
use crate::db::{ApplyError, DbError};
use crate::files::{BudgetId, DiskFault, FileError, Metadata};

impl From<DbError> for CallError {
    fn from(error: DbError) -> Self {
        if let Some(fault) = disk_fault(&error) {
            return failed(fault, &error);
        }
        let code = match &error {
            DbError::Closed => ErrorCode::NoBudgetOpen,
            DbError::Migrate(MigrateError::OutOfSync(_)) => ErrorCode::OutOfSyncMigrations,
            DbError::Migrate(MigrateError::Schema(_)) | DbError::BrokenClock(_) => {
                ErrorCode::OutOfSyncData
            }
            DbError::Sqlite { source, .. } => sqlite_code(source),
            DbError::File { .. } | DbError::Metadata(_) => ErrorCode::StorageFull,
            DbError::OldSqlite(_) => ErrorCode::Internal,
        };
        with_message(code, &error)
    }
}

impl From<ApplyError> for CallError {
    fn from(error: ApplyError) -> Self {
        match error {
            ApplyError::Db(error) => error.into(),
            ApplyError::InvalidSchema(_) => with_message(ErrorCode::InvalidSchema, &error),
            ApplyError::Clock(_) => with_message(ErrorCode::ClockDrift, &error),
        }
    }
}

impl From<ApplyError> for SyncFault {
    fn from(error: ApplyError) -> Self {
        unstored(&error.into())
    }
}

/// The sync fault for a budget that cannot be read or written.
pub(crate) fn unstored(error: &CallError) -> SyncFault {
    let meaning = [
        (ErrorCode::InvalidSchema, SyncFault::InvalidSchema),
        (ErrorCode::ClockDrift, SyncFault::ClockDrift),
        (ErrorCode::StorageFull, SyncFault::StorageFull),
    ];
    let known = meaning.into_iter().find(|(code, _)| *code == error.code);
    known.map_or_else(
        || {
            tracing::warn!(code = error.code.wire(), "the budget could not be read or written");
            SyncFault::ApplyFailure
        },
        |(_, fault)| fault,
    )
}

impl From<ActionError> for CallError {
    fn from(error: ActionError) -> Self {
        match error {
            ActionError::TooLarge => Self::of(ErrorCode::AmountTooLarge),
            ActionError::ReportModeOnly
            | ActionError::RolloverModeOnly
            | ActionError::IncomeCategory => with_message(ErrorCode::BadArguments, &error),
        }
    }
}

impl From<LedgerError> for CallError {
    fn from(error: LedgerError) -> Self {
        let code = match &error {
            LedgerError::AmountTooLarge => ErrorCode::AmountTooLarge,
            LedgerError::NotFound(_) => ErrorCode::TransactionNotFound,
            LedgerError::Exists(_) => ErrorCode::TransactionExists,
            LedgerError::NoAccount(_) => ErrorCode::AccountNotFound,
            LedgerError::Required(_)
            | LedgerError::UnknownField(_)
            | LedgerError::NotInteger(_)
            | LedgerError::InvalidDate(_)
            | LedgerError::WrongType(..)
            | LedgerError::NoParent(_)
            | LedgerError::ParentAndChild(_)
            | LedgerError::HasChildren(_)
            | LedgerError::NotMergeable(_) => ErrorCode::InvalidTransaction,
        };
        with_message(code, &error)
    }
}

impl From<rusqlite::Error> for CallError {
    fn from(error: rusqlite::Error) -> Self {
        match DiskFault::of_sqlite(&error) {
            Some(fault) => failed(fault, &error),
            None => with_message(sqlite_code(&error), &error),
        }
    }
}

impl From<SyncFault> for CallError {
    fn from(fault: SyncFault) -> Self {
        let code = match &fault {
            SyncFault::OutOfSync => ErrorCode::OutOfSync,
            SyncFault::InvalidSchema => ErrorCode::InvalidSchema,
            SyncFault::ClockDrift => ErrorCode::ClockDrift,
            SyncFault::FileOldVersion => ErrorCode::FileOldVersion,
            SyncFault::FileNeedsUpload => ErrorCode::FileNeedsUpload,
            SyncFault::FileKeyMismatch => ErrorCode::FileKeyMismatch,
            SyncFault::FileHasReset => ErrorCode::FileHasReset,
            SyncFault::FileHasNewKey => ErrorCode::FileHasNewKey,
            SyncFault::FileNotFound => {
                return Self::new(ErrorCode::FileNotFound, "This file is not a cloud file.");
            }
            SyncFault::EncryptFailure { .. } => ErrorCode::EncryptFailure,
            SyncFault::DecryptFailure { .. } => ErrorCode::DecryptFailure,
            SyncFault::OldKeyStyle => ErrorCode::OldKeyStyle,
            SyncFault::TokenExpired | SyncFault::Unauthorized => ErrorCode::TokenExpired,
            SyncFault::InvalidPassword => ErrorCode::InvalidPassword,
            SyncFault::Network => ErrorCode::Network,
            SyncFault::BrokenAnswer => ErrorCode::BrokenAnswer,
            SyncFault::ApplyFailure => ErrorCode::ApplyFailure,
            SyncFault::StorageFull => ErrorCode::StorageFull,
            SyncFault::ServerStorageFull => ErrorCode::ServerStorageFull,
            SyncFault::AlreadyBootstrapped => ErrorCode::AlreadyBootstrapped,
            SyncFault::SetupCodeRequired => ErrorCode::SetupCodeRequired,
            SyncFault::InvalidSetupCode => ErrorCode::InvalidSetupCode,
            SyncFault::TooManyRequests => ErrorCode::TooManyRequests,
            SyncFault::UploadUnderWay => ErrorCode::UploadUnderWay,
            SyncFault::UploadNotFound => ErrorCode::UploadNotFound,
            SyncFault::ServerDataMissing => ErrorCode::ServerDataMissing,
            SyncFault::NoServer => ErrorCode::NoServer,
            SyncFault::OwnServerOff => ErrorCode::OwnServerOff,
            SyncFault::InvalidServer => ErrorCode::InvalidServer,
            SyncFault::ServerMoved => ErrorCode::ServerMoved,
            SyncFault::NotSupported => ErrorCode::NotSupported,
            SyncFault::TooLarge => ErrorCode::TooLarge,
            SyncFault::Internal
            | SyncFault::ServerFailed
            | SyncFault::SessionNotFound
            | SyncFault::InvalidId
            | SyncFault::Other(_) => {
                return Self::new(ErrorCode::Internal, sentence(&fault.to_string()))
                    .with_meta(json!({ "reason": fault.reason() }));
            }
        };
        let error = Self::of(code);
        if fault.missing_key() { error.with_meta(json!({ "isMissingKey": true })) } else { error }
    }
}

impl From<FileError> for CallError {
    fn from(error: FileError) -> Self {
        if let Some(fault) = error.disk_fault() {
            return failed(fault, &error);
        }
        let wire = error.code();
        let code = ErrorCode::ALL.iter().copied().find(|code| code.wire() == wire);
        let call_error = with_message(code.unwrap_or(ErrorCode::Internal), &error);
        match error.zip_reason() {
            Some(reason) => call_error.with_meta(json!({ "zipReason": reason.wire() })),
            None => call_error,
        }
    }
}

/// The error that describes an existing budget.
pub(crate) fn file_exists(id: &BudgetId, here: &Metadata) -> CallError {
    let meta = json!({
        "id": id.as_str(),
        "name": here.budget_name(),
        "cloudFileId": here.text(keys::CLOUD_FILE_ID),
    });
    CallError::of(ErrorCode::FileExists).with_meta(meta)
}

fn sqlite_code(error: &rusqlite::Error) -> ErrorCode {
    use rusqlite::ErrorCode as Sqlite;
    match error.sqlite_error_code() {
        Some(Sqlite::DatabaseCorrupt | Sqlite::NotADatabase) => ErrorCode::OutOfSyncData,
        Some(_) | None => ErrorCode::Internal,
    }
}

/// The cause, if the disk failed.
fn disk_fault(error: &DbError) -> Option<DiskFault> {
    match error {
        DbError::File { source, .. } | DbError::Metadata(MetadataError::Disk(source)) => {
            Some(DiskFault::of(source))
        }
        DbError::Sqlite { source, .. } | DbError::Migrate(MigrateError::Schema(source)) => {
            DiskFault::of_sqlite(source)
        }
        DbError::Metadata(MetadataError::NotAnObject | MetadataError::TooLarge)
        | DbError::Migrate(MigrateError::OutOfSync(_))
        | DbError::Closed
        | DbError::OldSqlite(_)
        | DbError::BrokenClock(_) => None,
    }
}

/// A disk failure in words; the log has the details.
fn failed(fault: DiskFault, error: &dyn std::error::Error) -> CallError {
    tracing::error!(%error, "storage failed");
    match fault {
        DiskFault::Full => {
            let message = "The disk is full. Free some space and try again.";
            CallError::new(ErrorCode::StorageFull, message).with_meta(json!({ "reason": "full" }))
        }
        DiskFault::NotAllowed => {
            let message = "The data directory cannot be written. Check its permissions.";
            CallError::new(ErrorCode::StorageFull, message)
                .with_meta(json!({ "reason": "not-allowed" }))
        }
        DiskFault::Missing => {
            let message = "A file or folder of the data directory is missing. Put it back, or \
                           start Sobre again.";
            CallError::new(ErrorCode::StorageFull, message)
                .with_meta(json!({ "reason": "missing" }))
        }
        DiskFault::TooManyFiles => CallError::of(ErrorCode::TooManyFiles),
        DiskFault::InTheWay => CallError::of(ErrorCode::PathTaken),
        DiskFault::Other => CallError::of(ErrorCode::StorageFull),
    }
}

/// A code with the message of the error it comes from.
fn with_message(code: ErrorCode, error: &dyn std::error::Error) -> CallError {
    if code == ErrorCode::Internal {
        return CallError::internal(error);
    }
    if code == ErrorCode::StorageFull {
        tracing::error!(%error, "storage failed");
        return CallError::of(code);
    }
    CallError::new(code, sentence(&error.to_string()))
}

/// Capitalises the first letter, because the message stands alone.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_of_a_server_become_error_codes() {
        for reason in
            ["server-storage-full", "server-data-missing", "upload-under-way", "too-large"]
        {
            let error = CallError::from(SyncFault::of_reason(reason));
            assert_eq!((error.code.wire(), error.meta), (reason, None));
        }
        let unknown = CallError::from(SyncFault::of_reason("disk-on-fire"));
        assert_eq!(unknown.code, ErrorCode::Internal);
        assert_eq!(unknown.meta, Some(json!({ "reason": "disk-on-fire" })));
    }
}
