//! The error table: every code a call can return, its family and its meaning.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

/// Families of errors; the transport maps each to its own status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// The request itself is invalid.
    Invalid,
    /// The caller is not authenticated.
    Unauthorized,
    /// The requested item does not exist.
    Missing,
    /// The current state does not allow it.
    Conflict,
    /// The request exceeds a size limit.
    TooLarge,
    /// Too many requests at once.
    Busy,
    /// An internal fault.
    Fault,
}

macro_rules! error_codes {
    ($($variant:ident $wire:literal $family:ident $meaning:literal;)*) => {
        /// A code of the error table.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum ErrorCode {
            $(#[doc = $meaning] $variant,)*
        }

        impl ErrorCode {
            /// Every code, in table order.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The code as callers see it.
            #[must_use]
            pub const fn wire(self) -> &'static str {
                match self { $(Self::$variant => $wire,)* }
            }

            /// The family the code belongs to.
            #[must_use]
            pub const fn family(self) -> Family {
                match self { $(Self::$variant => Family::$family,)* }
            }

            /// Its general message.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $meaning,)* }
            }
        }
    };
}

error_codes! {
    UnknownCall "unknown-call" Missing "There is no call of that name.";
    BadArguments "bad-arguments" Invalid "The arguments do not match the call.";
    Unauthorized "unauthorized" Unauthorized "The access token is missing or wrong.";
    Busy "busy" Busy "Too many calls are running, or too many responses wait to be read.";
    Internal "internal" Fault "Something went wrong on our side.";
    NoBudgetOpen "no-budget-open" Conflict "The call needs an open budget.";
    BudgetNotFound "budget-not-found" Missing "Budget file could not be found.";
    BackupNotFound "backup-not-found" Missing "The backup could not be found.";
    OutOfSyncMigrations "out-of-sync-migrations" Conflict
        "The file was made by a newer version of the app.";
    OutOfSyncData "out-of-sync-data" Conflict "The data of the file contradicts itself.";
    InvalidSchema "invalid-schema" Conflict "The data does not match the tables of the file.";
    NotZipFile "not-zip-file" Invalid "The file is not a zip file.";
    InvalidZipFile "invalid-zip-file" Invalid "The zip file does not contain a budget.";
    InvalidMetaFile "invalid-meta-file" Invalid "The metadata of the budget cannot be read.";
    InvalidDbFile "invalid-db-file" Invalid "The database of the budget cannot be read.";
    ZipTooLarge "zip-too-large" TooLarge "The zip file is too large.";
    NotYnab4 "not-ynab4" Invalid "This file is not valid. Please select a .ynab4 file";
    NotYnab5 "not-ynab5" Invalid
        "This file is not valid. Please select a JSON file exported from nYNAB.";
    ParseError "parse-error" Invalid
        "Unable to parse file. Please select a JSON file exported from nYNAB.";
    NotImported "unknown" Invalid "An unknown error occurred while importing.";
    FileNotFound "file-not-found" Missing "The uploaded file is gone.";
    FileExists "file-exists" Conflict "A file with that id exists.";
    UploadTooLarge "upload-too-large" TooLarge "The upload is too large.";
    CategoryType "category-type" Conflict
        "A category must be transferred to another of the same type (expense or income)";
    NoCategories "no-categories" Missing "The category does not exist.";
    CategoryExists "category-exists" Conflict "A category of that name exists in the group.";
    TooManyCategories "too-many-categories" Conflict
        "The budget cannot hold more categories or groups.";
    GroupNotFound "group-not-found" Missing "The category group does not exist.";
    GroupExists "group-exists" Conflict "A category group of that name exists.";
    LastIncomeGroup "last-income-group" Conflict "The last income group cannot be deleted.";
    AccountNotFound "account-not-found" Missing "The account does not exist.";
    AccountClosed "account-closed" Conflict "The account is closed.";
    TransferRequired "transfer-required" Conflict
        "balance is non-zero: transferAccountId is required";
    TransferToItself "transfer-to-itself" Conflict
        "transfer account can not be the account being closed";
    TooManyAccounts "too-many-accounts" Conflict "The budget cannot hold more accounts.";
    NameRequired "name-required" Invalid "A name is required.";
    NameTooLong "name-too-long" Invalid "The name is too long.";
    NoteTooLong "note-too-long" Invalid "The note is too long.";
    TransactionNotFound "transaction-not-found" Missing "The transaction does not exist.";
    TransactionExists "transaction-exists" Conflict "A transaction with that id exists.";
    InvalidTransaction "invalid-transaction" Invalid "The transaction is not valid.";
    TooManyRows "too-many-rows" TooLarge "The call contains too many rows.";
    PayeeNotFound "payee-not-found" Missing "The payee does not exist.";
    PayeeExists "payee-exists" Conflict "A payee with that id exists.";
    FilterNotFound "filter-not-found" Missing "The saved filter does not exist.";
    FilterExists "filter-exists" Conflict "A saved filter of that name exists.";
    InvalidCondition "invalid-condition" Invalid "A condition is not valid.";
    DashboardNotFound "dashboard-not-found" Missing "The dashboard page does not exist.";
    LastDashboard "last-dashboard" Conflict "Cannot delete the last dashboard page";
    TooManyDashboards "too-many-dashboards" Conflict
        "The budget cannot hold more dashboard pages.";
    InvalidDashboard "invalid-dashboard" Invalid "The file is not an exported dashboard page.";
    CardNotFound "card-not-found" Missing "The card does not exist.";
    InvalidCard "invalid-card" Invalid "The card is not valid.";
    TooManyCards "too-many-cards" Conflict "The dashboard page cannot hold more cards.";
    ReportNotFound "report-not-found" Missing "The saved report does not exist.";
    ReportExists "report-exists" Conflict "There is already a report of that name";
    InvalidReport "invalid-report" Invalid "The report is not valid.";
    TooManyPeriods "too-many-periods" TooLarge
        "This range has too many days or weeks to show. Choose months or years.";
    NoSuchFigure "no-such-figure" Missing "The card has no such figure.";
    NotTracking "not-tracking" Conflict
        "Tracking budget forecasts require a Tracking Budget file.";
    TooManyReports "too-many-reports" Conflict "The budget cannot hold more saved reports.";
    RuleNotFound "rule-not-found" Missing "The rule does not exist.";
    RuleExists "rule-exists" Conflict "A rule with that id exists.";
    InvalidRule "invalid-rule" Invalid "The rule is not valid.";
    SlowRules "slow-rules" TooLarge "The patterns of the rules take too long. Make them simpler.";
    ScheduleNotFound "schedule-not-found" Missing "The schedule does not exist.";
    ScheduleExists "schedule-exists" Conflict "Cannot create schedules with the same name";
    InvalidSchedule "invalid-schedule" Invalid "The schedule is not valid.";
    AnotherStep "another-step" Conflict
        "Something else changed in the meantime. Check what would be undone now.";
    AmountTooLarge "amount-too-large" Invalid "The amount is too large.";
    InvalidQuery "invalid-query" Invalid "The query cannot be run.";
    QueryTooLarge "query-too-large" TooLarge
        "The query takes too long, or its result is too large.";
    InvalidPrefs "invalid-prefs" Invalid "The preference cannot be stored.";
    CellUnknown "unknown-cell" Missing "There is no cell of that name.";
    TemplatesOff "templates-off" Conflict
        "Goal templates are switched off. Switch them on in the settings.";
    InvalidTemplate "invalid-template" Invalid "The template cannot be written as a line.";
    ClockDrift "clock-drift" Conflict
        "The clock of this computer or of another one is wrong.";
    NoServer "no-server" Conflict "No sync server is configured.";
    OwnServerOff "own-server-off" Conflict
        "This device uses Sobre's own sync server, which is not running. Start Sobre with \
         --with-sync-server, or choose a server again.";
    InvalidServer "invalid-server" Conflict
        "Server does not look like an Actual-style server. Is it set up correctly?";
    ServerMoved "server-moved" Conflict
        "The server has a new address. Enter that one instead.";
    NetworkFailure "network-failure" Conflict "Unable to contact the server";
    Network "network" Conflict "The sync server does not answer. Check your network connection.";
    BrokenAnswer "broken-answer" Conflict
        "The server's response was empty or incomplete. Try again later.";
    TooLarge "too-large" TooLarge "This is larger than the sync server allows.";
    TokenExpired "token-expired" Conflict "You are not logged in.";
    InvalidPassword "invalid-password" Invalid "Invalid password";
    AlreadyBootstrapped "already-bootstrapped" Conflict "The server has a password already.";
    SetupCodeRequired "setup-code-required" Invalid
        "Enter the setup code that the server showed when it was started.";
    InvalidSetupCode "invalid-setup-code" Invalid
        "This is not the setup code that the server showed when it was last started.";
    TooManyRequests "too-many-requests" Busy
        "Too many wrong passwords. Wait a quarter of an hour and try again.";
    ChooseProvider "choose-provider" Conflict "Several providers are set up. Choose one.";
    NotConfigured "not-configured" Conflict "This provider is not set up.";
    LinkTimeout "timeout" Conflict "Timed out. Please try again.";
    LinkCancelled "cancelled" Conflict "The sign-in at the bank was cancelled.";
    LinkStopped "stopped" Conflict "The sign-in at the bank was stopped here.";
    UnknownToken "unknown-token" Missing
        "This sign-in was already used or has expired. Start again.";
    AlreadyLinked "already-linked" Conflict
        "This account of the bank is already linked with another account.";
    AccountNotLinked "account-not-linked" Conflict "The account is not linked with a bank.";
    BankNotFound "bank-not-found" Missing "This bank connection does not exist.";
    InvalidCredentials "invalid-credentials" Invalid "The provider rejected these credentials.";
    InvalidValues "invalid-values" Invalid "A value is missing or invalid.";
    Forbidden "forbidden" Conflict "You do not have permission to do this on the server.";
    BankFailed "bank-failed" Conflict "The bank or its provider reported a problem.";
    NotSupported "not-supported" Conflict "This server does not offer that.";
    UploadNotFound "upload-not-found" Missing "The server does not keep this upload any more.";
    UploadUnderWay "upload-under-way" Busy
        "Too many uploads to the sync server are running. Try again when one of them has finished.";
    ServerDataMissing "server-data-missing" Conflict
        "The data directory of the sync server was moved or is incomplete. Put it back and start \
         the sync server again.";
    BetaVersion "beta-version" Conflict
        "You cannot perform this action in the beta version.";
    OutOfSync "out-of-sync" Conflict "Your data is out of sync";
    ApplyFailure "apply-failure" Fault "The changes from the server could not be stored.";
    FileOldVersion "file-old-version" Conflict "The syncing format of this file is too old.";
    FileNeedsUpload "file-needs-upload" Conflict "File needs upload";
    FileKeyMismatch "file-key-mismatch" Conflict "Your encryption key needs to be reset";
    FileHasReset "file-has-reset" Conflict "Syncing has been reset on this cloud file";
    FileHasNewKey "file-has-new-key" Conflict "This file is encrypted with another key.";
    EncryptFailure "encrypt-failure" Conflict "Missing encryption key";
    DecryptFailure "decrypt-failure" Conflict
        "Unable to decrypt file with this password. Please try again.";
    NotEncrypted "not-encrypted" Conflict
        "The server sent an unencrypted copy of an encrypted budget. It may have been tampered \
         with and was not opened.";
    OldKeyStyle "old-key-style" Conflict "This file uses an unsupported key style.";
    StorageFull "storage-full" Fault "The disk is full or cannot be written.";
    ServerStorageFull "server-storage-full" Fault
        "The disk of the sync server is full or cannot be written.";
    TooManyFiles "too-many-files" Busy
        "Too many files are open on this computer. Close other programs and try again.";
    PathTaken "path-taken" Conflict
        "Something else in the data directory is in the way. Move it elsewhere and try again.";
    BudgetMoved "budget-moved" Conflict
        "The file of this budget was moved, deleted or replaced while it was open, so the budget \
         was closed. Your last changes may not be saved.";
    DataDirInUse "data-dir-in-use" Conflict "Another Sobre is using the data directory.";
    DataDirMissing "data-dir-missing" Conflict
        "The data directory is gone. Put it back, or start Sobre again.";
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.wire())
    }
}

impl Serialize for ErrorCode {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.wire())
    }
}

/// The one error type of handlers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CallError {
    /// Its code.
    pub code: ErrorCode,
    /// Details for programs, such as the reason a zip was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meta: Option<Value>,
    /// What happened, in words.
    pub message: String,
}

impl CallError {
    /// A code with its general meaning as the message.
    #[must_use]
    pub fn of(code: ErrorCode) -> Self {
        Self { code, meta: None, message: code.meaning().to_owned() }
    }

    /// A code with a more specific message.
    #[must_use]
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, meta: None, message: message.into() }
    }

    /// Adds details for programs.
    #[must_use]
    pub fn with_meta(mut self, meta: Value) -> Self {
        self.meta = Some(meta);
        self
    }

    /// An internal fault: logged here, reported without details.
    pub fn internal(error: &dyn std::error::Error) -> Self {
        tracing::error!(%error, "a call failed");
        Self::of(ErrorCode::Internal)
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl std::error::Error for CallError {}
