//! All requests of a device about its connections to banks. The HTTP client of a sync server and
//! the program's own connections implement the same trait, so no request exists on one side only.
//! Every method blocks. No reply holds a credential.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use sobre_engine::banks::linking::{
    ExternalAccount, Institution, InstitutionName, ProviderState, Schedule, ScheduleState, Scope,
};
use sobre_engine::banks::{BankError, Provider};
use sobre_engine::dates::Day;
use zeroize::Zeroize;

/// The result of a request.
pub type Linked<T> = Result<T, LinkFault>;

/// Requests about the banks of budget files. `file` is the id of a file on the server.
pub trait BankConnections: Send + Sync {
    /// The providers, and whether each is configured.
    ///
    /// # Errors
    /// [`LinkFault`].
    fn providers(&self, file: &str) -> Linked<Vec<ProviderState>>;

    /// Validates credentials with the provider and stores them.
    ///
    /// # Errors
    /// [`LinkCode::InvalidCredentials`]; [`LinkCode::InvalidValues`] with the field;
    /// [`LinkCode::Forbidden`] for a scope that the user may not set.
    fn configure(&self, file: &str, provider: Provider, values: Values, scope: Scope)
    -> Linked<()>;

    /// Forgets the credentials of a provider.
    ///
    /// # Errors
    /// [`LinkFault`].
    fn reset(&self, file: &str, provider: Provider, scope: Scope) -> Linked<()>;

    /// The banks of a country that a provider can reach.
    ///
    /// # Errors
    /// [`LinkFault`].
    fn institutions(&self, file: &str, wanted: &InstitutionSearch) -> Linked<Vec<Institution>>;

    /// Starts a browser sign-in at a bank, or the repair of a connection.
    ///
    /// # Errors
    /// [`LinkCode::NotSupported`] for a provider without browser sign-in.
    fn link(&self, file: &str, wanted: &LinkRequest) -> Linked<LinkStart>;

    /// The state of a sign-in. Returns at once; callers poll every three seconds.
    ///
    /// # Errors
    /// [`LinkCode::UnknownToken`].
    fn poll(&self, token: &str) -> Linked<LinkState>;

    /// Completes a sign-in with the address the browser ended at, for servers that a bank cannot
    /// redirect to.
    ///
    /// # Errors
    /// [`LinkCode::UnknownToken`], also if the address belongs to another sign-in.
    fn back(&self, token: &str, address: &str) -> Linked<()>;

    /// Cancels a sign-in.
    ///
    /// # Errors
    /// [`LinkFault`]; an unknown token is not an error.
    fn stop(&self, token: &str) -> Linked<()>;

    /// The accounts of a provider without browser sign-in.
    ///
    /// # Errors
    /// [`LinkFault`].
    fn accounts(&self, file: &str, provider: Provider) -> Linked<OfferedAccounts>;

    /// Exchanges the token of offered accounts for a connection. A token works once.
    ///
    /// # Errors
    /// [`LinkCode::UnknownToken`].
    fn redeem(&self, file: &str, public_token: &str) -> Linked<Connection>;

    /// Unlinks some external accounts, or the whole connection if no list is given.
    ///
    /// # Errors
    /// [`LinkFault`]; an unknown connection is not an error.
    fn unlink(
        &self,
        file: &str,
        connection: &ConnectionRef,
        externals: Option<&[String]>,
    ) -> Linked<()>;

    /// Registers the key that fetched rows are sealed to: its id, and its public part in base64url.
    ///
    /// # Errors
    /// [`LinkCode::InvalidValues`].
    fn register_key(&self, file: &str, kid: &str, public: &str) -> Linked<()>;

    /// Fetches accounts, seals the rows and stores them in the inbox.
    ///
    /// # Errors
    /// [`LinkCode::NoKey`] before a key was registered. The reply lists the failures of banks.
    fn fetch(&self, file: &str, wanted: &FetchRequest) -> Linked<FetchReply>;

    /// The inbox messages after a number.
    ///
    /// # Errors
    /// [`LinkFault`].
    fn inbox(&self, file: &str, after: u64) -> Linked<InboxList>;

    /// The sealed bytes of a message.
    ///
    /// # Errors
    /// [`LinkCode::UnknownMessage`].
    fn message(&self, file: &str, number: u64) -> Linked<Vec<u8>>;

    /// Acknowledges all messages up to a number as imported.
    ///
    /// # Errors
    /// [`LinkFault`].
    fn inbox_done(&self, file: &str, number: u64) -> Linked<()>;

    /// Reads the schedule of a file, after replacing it if one is given.
    ///
    /// # Errors
    /// [`LinkCode::InvalidValues`].
    fn schedule(&self, file: &str, schedule: Option<&Schedule>) -> Linked<ScheduleState>;
}

/// The fields of a provider as a person typed them. Zeroed on drop and never printed.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Values(pub BTreeMap<String, String>);

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Values").finish_non_exhaustive()
    }
}

impl Drop for Values {
    fn drop(&mut self) {
        self.0.values_mut().for_each(Zeroize::zeroize);
    }
}

/// A search for banks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstitutionSearch {
    /// The provider.
    pub provider: Provider,
    /// ISO code of a country.
    pub country: String,
    /// Part of the bank's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
}

/// A request to start a sign-in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkRequest {
    /// The provider.
    pub provider: Provider,
    /// The bank, if the provider needs it before the sign-in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub institution: Option<String>,
    /// ISO code of the bank's country, if the provider needs it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// `personal` or `business`, if the bank serves both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub psu_type: Option<String>,
    /// The connection to repair.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repair: Option<String>,
    /// The person's language, as an ISO code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The address of this app, which the bank redirects to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back: Option<String>,
}

/// A started sign-in.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkStart {
    /// Identifies the sign-in.
    pub token: String,
    /// The address for the browser to open.
    pub url: String,
    /// When the token expires (RFC 3339).
    pub expires: String,
}

/// Without token and address, which stand for the sign-in.
impl fmt::Debug for LinkStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LinkStart").field("expires", &self.expires).finish_non_exhaustive()
    }
}

/// The state of a sign-in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum LinkState {
    /// The user has not finished yet.
    Waiting,
    /// The user signed in.
    Done {
        /// The accounts.
        data: OfferedAccounts,
    },
    /// The sign-in failed.
    Failed {
        /// Why.
        #[serde(rename = "error")]
        code: LinkCode,
        /// The provider's message.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    },
}

/// Accounts that can be linked.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OfferedAccounts {
    /// The provider.
    pub provider: Provider,
    /// The bank; for SimpleFIN each account has its own.
    pub institution: InstitutionName,
    /// A one-time token that `redeem` exchanges for a connection.
    pub public_token: String,
    /// The accounts.
    pub accounts: Vec<ExternalAccount>,
    /// The connection that this sign-in repaired. Nothing has to be redeemed then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connection: Option<String>,
}

/// Without the one-time token.
impl fmt::Debug for OfferedAccounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OfferedAccounts")
            .field("provider", &self.provider)
            .field("accounts", &self.accounts)
            .finish_non_exhaustive()
    }
}

/// A new connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Connection {
    /// Its id.
    pub connection: String,
    /// The provider.
    pub provider: Provider,
    /// The bank.
    pub institution: InstitutionName,
    /// The accounts.
    pub accounts: Vec<ExternalAccount>,
    /// When the bank's consent expires (RFC 3339).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_until: Option<String>,
}

/// Identifies a connection by its id. Accounts linked by another program have none yet; the
/// provider and the external account identify theirs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConnectionRef {
    /// Its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connection: Option<String>,
    /// The provider.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider: Option<Provider>,
}

/// The accounts to fetch.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FetchRequest {
    /// The accounts.
    pub accounts: Vec<FetchedAccount>,
}

/// An account to fetch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FetchedAccount {
    /// Its connection.
    #[serde(flatten)]
    pub of: ConnectionRef,
    /// The provider's id of the account.
    pub external: String,
    /// The first day to fetch.
    pub from: Day,
    /// Whether a provider that sends changes starts over with the full list.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole: bool,
}

/// The result of a fetch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FetchReply {
    /// The highest message number in the inbox.
    pub number: u64,
    /// The failures.
    pub errors: Vec<FetchError>,
}

/// A failure of a connection, or of one account of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FetchError {
    /// The connection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connection: Option<String>,
    /// The external account; null if the whole connection failed.
    pub account: Option<String>,
    /// What happened.
    #[serde(flatten)]
    pub error: BankError,
}

/// The messages of an inbox.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InboxList {
    /// Ordered by number.
    pub messages: Vec<InboxEntry>,
    /// Lowest stored number; the next number if the inbox is empty.
    pub first: u64,
}

/// A message of an inbox.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InboxEntry {
    /// Its number: 1, 2, 3 … without gaps for a file.
    pub number: u64,
    /// The connection that was fetched.
    pub connection: String,
    /// Its size in bytes.
    pub size: u64,
    /// When it was created (RFC 3339).
    pub made: String,
}

/// Why a request about connections fails.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkFault {
    /// The error code.
    #[serde(rename = "error")]
    pub code: LinkCode,
    /// The provider's message, or advice for the user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The invalid field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}

/// Error codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LinkCode {
    /// There is no server.
    NoServer,
    /// The session has ended.
    Unauthorized,
    /// The user has no access to the file.
    FileAccessDenied,
    /// The server does not have the file.
    FileNotFound,
    /// The user may not do this.
    Forbidden,
    /// The provider has no credentials.
    NotConfigured,
    /// The provider cannot do this.
    NotSupported,
    /// The provider refused the credentials.
    InvalidCredentials,
    /// A value is missing or malformed.
    InvalidValues,
    /// The token was used, has expired, or never existed.
    UnknownToken,
    /// No such connection.
    UnknownConnection,
    /// The message does not exist or was deleted.
    UnknownMessage,
    /// No key to seal with was registered.
    NoKey,
    /// Too many requests.
    TooManyRequests,
    /// The user cancelled at the bank.
    Cancelled,
    /// The user took too long.
    Timeout,
    /// The provider or the server cannot be reached.
    Network,
    /// The disk of the server failed.
    Storage,
    /// Any other failure.
    #[serde(other)]
    Unknown,
}

impl LinkFault {
    /// A failure without a message.
    #[must_use]
    pub const fn of(code: LinkCode) -> Self {
        Self { code, message: None, field: None }
    }

    /// A failure with a message for the user.
    #[must_use]
    pub fn with_message(code: LinkCode, message: &str) -> Self {
        Self { message: Some(message.to_owned()), ..Self::of(code) }
    }

    /// A missing or malformed value.
    #[must_use]
    pub fn in_field(field: &str) -> Self {
        Self { field: Some(field.to_owned()), ..Self::of(LinkCode::InvalidValues) }
    }
}

impl LinkCode {
    /// The error code as it is sent.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::NoServer => "no-server",
            Self::Unauthorized => "unauthorized",
            Self::FileAccessDenied => "file-access-denied",
            Self::FileNotFound => "file-not-found",
            Self::Forbidden => "forbidden",
            Self::NotConfigured => "not-configured",
            Self::NotSupported => "not-supported",
            Self::InvalidCredentials => "invalid-credentials",
            Self::InvalidValues => "invalid-values",
            Self::UnknownToken => "unknown-token",
            Self::UnknownConnection => "unknown-connection",
            Self::UnknownMessage => "unknown-message",
            Self::NoKey => "no-key",
            Self::TooManyRequests => "too-many-requests",
            Self::Cancelled => "cancelled",
            Self::Timeout => "timeout",
            Self::Network => "network",
            Self::Storage => "storage",
            Self::Unknown => "unknown",
        }
    }
}
