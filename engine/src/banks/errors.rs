//! Why a bank or provider does not answer. Type and code are pairs that other programs of the file
//! format and the texts on the screen know too.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::texts::shown;

/// Why an account, or a whole connection, could not be fetched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct BankError {
    /// The kind of failure.
    #[serde(rename = "type")]
    pub kind: ErrorType,
    /// The failure itself; often the same word.
    pub code: String,
    /// The provider's words, as plain text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub text: Option<String>,
    /// The provider's id of the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub request: Option<String>,
    /// Seconds to wait before a retry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub retry_after: Option<u64>,
}

/// The kinds of failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[ts(rename = "BankErrorType")]
pub enum ErrorType {
    /// The connection has to be renewed, or has no such account.
    ItemError,
    /// The provider no longer knows the connection.
    InvalidInput,
    /// SimpleFIN no longer accepts the connection.
    InvalidAccessToken,
    /// The provider is being maintained.
    ApiError,
    /// Too many requests to the bank.
    RateLimitExceeded,
    /// The bank asks the person for something.
    AccountNeedsAttention,
    /// The provider no longer lists the account.
    AccountMissing,
    /// No answer in time.
    TimedOut,
    /// The provider wants to be paid first.
    PaymentRequired,
    /// The bank does not answer.
    InstitutionError,
    /// The provider cannot be reached, or its answer not be read.
    ServerDown,
    /// An answer without accounts.
    NoData,
    /// Any other failure of a fetch.
    SyncError,
    /// A fault of our own.
    InternalError,
    /// A kind that this version does not know.
    #[serde(other)]
    Unknown,
}

/// The words of `accounts.bank_sync_status`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "BankSyncStatus")]
pub enum SyncStatus {
    /// The last sync succeeded.
    Ok,
    /// Linked, and not synced yet.
    Pending,
    /// Somebody requested a sync.
    SyncRequested,
    /// The last sync failed.
    Failed,
    /// The person has to sign in again.
    ReauthRequired,
    /// The bank asks the person for something.
    AttentionRequired,
    /// Too many requests to the bank.
    RateLimitExceeded,
    /// The bank took too long.
    TimedOut,
    /// The provider no longer lists the account.
    AccountMissing,
}

impl ErrorType {
    /// The word, as it is stored and sent.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::ItemError => "ITEM_ERROR",
            Self::InvalidInput => "INVALID_INPUT",
            Self::InvalidAccessToken => "INVALID_ACCESS_TOKEN",
            Self::ApiError => "API_ERROR",
            Self::RateLimitExceeded => "RATE_LIMIT_EXCEEDED",
            Self::AccountNeedsAttention => "ACCOUNT_NEEDS_ATTENTION",
            Self::AccountMissing => "ACCOUNT_MISSING",
            Self::TimedOut => "TIMED_OUT",
            Self::PaymentRequired => "PAYMENT_REQUIRED",
            Self::InstitutionError => "INSTITUTION_ERROR",
            Self::ServerDown => "SERVER_DOWN",
            Self::NoData => "NO_DATA",
            Self::SyncError => "SYNC_ERROR",
            Self::InternalError => "INTERNAL_ERROR",
            Self::Unknown => "UNKNOWN",
        }
    }
}

impl BankError {
    /// An error whose code is the word of its type.
    #[must_use]
    pub fn of(kind: ErrorType) -> Self {
        Self::with_code(kind, kind.word())
    }

    /// An error with a code of its own.
    #[must_use]
    pub fn with_code(kind: ErrorType, code: &str) -> Self {
        Self { kind, code: shown(code), text: None, request: None, retry_after: None }
    }

    /// The person has to sign in at the bank again.
    #[must_use]
    pub fn login_required() -> Self {
        Self::with_code(ErrorType::ItemError, "ITEM_LOGIN_REQUIRED")
    }

    /// The connection has none of the accounts.
    #[must_use]
    pub fn no_accounts() -> Self {
        Self::with_code(ErrorType::ItemError, "NO_ACCOUNTS")
    }

    /// A failure without a kind of its own.
    #[must_use]
    pub fn sync_error() -> Self {
        Self::of(ErrorType::SyncError)
    }

    /// With what the provider says: plain text, at most 500 characters.
    #[must_use]
    pub fn with_text(mut self, text: &str) -> Self {
        self.text = Some(shown(text)).filter(|text| !text.is_empty());
        self
    }

    /// What becomes of the account's status.
    #[must_use]
    pub fn status(&self) -> SyncStatus {
        match (self.kind, self.code.as_str()) {
            (ErrorType::ItemError, "ITEM_LOGIN_REQUIRED")
            | (ErrorType::InvalidInput, "INVALID_ACCESS_TOKEN")
            | (ErrorType::InvalidAccessToken, _) => SyncStatus::ReauthRequired,
            (ErrorType::ItemError, "NO_ACCOUNTS") | (ErrorType::AccountMissing, _) => {
                SyncStatus::AccountMissing
            }
            (ErrorType::AccountNeedsAttention, _) => SyncStatus::AttentionRequired,
            (ErrorType::RateLimitExceeded, _) => SyncStatus::RateLimitExceeded,
            (ErrorType::TimedOut, _) => SyncStatus::TimedOut,
            _ => SyncStatus::Failed,
        }
    }
}

impl SyncStatus {
    /// The word, as it is stored.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Pending => "pending",
            Self::SyncRequested => "sync-requested",
            Self::Failed => "failed",
            Self::ReauthRequired => "reauth-required",
            Self::AttentionRequired => "attention-required",
            Self::RateLimitExceeded => "rate-limit-exceeded",
            Self::TimedOut => "timed-out",
            Self::AccountMissing => "account-missing",
        }
    }

    /// All of them.
    const ALL: [Self; 9] = [
        Self::Ok,
        Self::Pending,
        Self::SyncRequested,
        Self::Failed,
        Self::ReauthRequired,
        Self::AttentionRequired,
        Self::RateLimitExceeded,
        Self::TimedOut,
        Self::AccountMissing,
    ];

    /// The status for a stored word, if this version knows it.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }

    /// Whether the account has a problem that a person should see.
    #[must_use]
    pub const fn is_problem(self) -> bool {
        !matches!(self, Self::Ok | Self::Pending | Self::SyncRequested)
    }
}
