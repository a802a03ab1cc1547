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

    /// Tries credentials at their provider and stores them.
    ///
    /// # Errors
    /// [`LinkCode::InvalidCredentials`]; [`LinkCode::InvalidValues`] with the field;
    /// [`LinkCode::Forbidden`] for a scope that the person may not set.
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

    /// Begins to sign in at a bank with a browser, or to repair a connection.
    ///
    /// # Errors
    /// [`LinkCode::NotSupported`] for a provider without a browser.
    fn link(&self, file: &str, wanted: &LinkRequest) -> Linked<LinkStart>;

    /// Whether the person has signed in. Responds at once; callers ask every three seconds.
    ///
    /// # Errors
    /// [`LinkCode::UnknownToken`].
    fn poll(&self, token: &str) -> Linked<LinkState>;

    /// Passes on the address at which the browser ended, for servers that a bank cannot redirect
    /// to.
    ///
    /// # Errors
    /// [`LinkCode::UnknownToken`], also if the address belongs to another sign-in.
    fn back(&self, token: &str, address: &str) -> Linked<()>;

    /// Forgets a sign-in.
    ///
    /// # Errors
    /// [`LinkFault`]; an unknown token is none.
    fn stop(&self, token: &str) -> Linked<()>;

    /// The accounts of a provider without a browser.
    ///
    /// # Errors
    /// [`LinkFault`].
    fn accounts(&self, file: &str, provider: Provider) -> Linked<OfferedAccounts>;

    /// Exchanges the token of offered accounts for a connection. A token is good once.
    ///
    /// # Errors
    /// [`LinkCode::UnknownToken`].
    fn redeem(&self, file: &str, public_token: &str) -> Linked<Connection>;

    /// Ends the use of some external accounts; without a list, the whole connection.
    ///
    /// # Errors
    /// [`LinkFault`]; an unknown connection is none.
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

    /// Fetches accounts, seals what came, and puts it into the inbox.
    ///
    /// # Errors
    /// [`LinkCode::NoKey`] before a key was registered. Failures of banks are part of the reply.
    fn fetch(&self, file: &str, wanted: &FetchRequest) -> Linked<FetchReply>;

    /// The messages of the inbox with higher numbers.
    ///
    /// # Errors
    /// [`LinkFault`].
    fn inbox(&self, file: &str, after: u64) -> Linked<InboxList>;

    /// The sealed bytes of a message.
    ///
    /// # Errors
    /// [`LinkCode::UnknownMessage`].
    fn message(&self, file: &str, number: u64) -> Linked<Vec<u8>>;

    /// Tells that all messages up to a number were imported.
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

/// What a person typed into the fields of a provider. Zeroed on drop and never printed.
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

/// Which banks are wanted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstitutionSearch {
    /// The provider.
    pub provider: Provider,
    /// ISO code of a country.
    pub country: String,
    /// Part of the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
}

/// How to begin a sign-in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkRequest {
    /// The provider.
    pub provider: Provider,
    /// The bank, for a provider that needs it first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub institution: Option<String>,
    /// ISO code of the bank's country, where the provider needs it too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// `personal` or `business`, where the bank serves both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub psu_type: Option<String>,
    /// The connection to repair.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repair: Option<String>,
    /// The person's language, as an ISO code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The address of the app that a bank redirects to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back: Option<String>,
}

/// A sign-in that began.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkStart {
    /// Names the sign-in.
    pub token: String,
    /// What the browser opens.
    pub url: String,
    /// When the token ends, as a time of RFC 3339.
    pub expires: String,
}

/// The state of a sign-in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum LinkState {
    /// Nothing came yet.
    Waiting,
    /// The person signed in.
    Done {
        /// The accounts.
        data: OfferedAccounts,
    },
    /// It came to nothing.
    Failed {
        /// Why.
        #[serde(rename = "error")]
        code: LinkCode,
        /// The provider's words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    },
}

/// Accounts that can be linked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OfferedAccounts {
    /// The provider.
    pub provider: Provider,
    /// The bank; for SimpleFIN each account has its own.
    pub institution: InstitutionName,
    /// Redeems the accounts, once.
    pub public_token: String,
    /// The accounts.
    pub accounts: Vec<ExternalAccount>,
    /// The connection, if this was its repair. Then nothing has to be redeemed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connection: Option<String>,
}

/// A connection that was made.
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
    /// When the consent of the bank ends, as a time of RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_until: Option<String>,
}

/// Names a connection by its id. Accounts that another program linked have none yet; there the
/// provider tells which connection is meant, and an account of it.
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
    /// The account as the provider names it.
    pub external: String,
    /// The first day asked for.
    pub from: Day,
    /// Whether a provider of changes begins with a whole list.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole: bool,
}

/// What a fetch brought.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FetchReply {
    /// Highest number of the inbox.
    pub number: u64,
    /// What failed.
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
    /// In order of their numbers.
    pub messages: Vec<InboxEntry>,
    /// Lowest number that is stored; the next one to come if none is.
    pub first: u64,
}

/// A message of an inbox.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InboxEntry {
    /// Its number: 1, 2, 3 … without gaps for a file.
    pub number: u64,
    /// The connection it came through.
    pub connection: String,
    /// Its size in bytes.
    pub size: u64,
    /// When it was made, as a time of RFC 3339.
    pub made: String,
}

/// Why a request about connections fails.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkFault {
    /// The word.
    #[serde(rename = "error")]
    pub code: LinkCode,
    /// The provider's words, or what to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The field of invalid values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}

/// The words of failures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LinkCode {
    /// There is no server.
    NoServer,
    /// The session has ended.
    Unauthorized,
    /// The person has no right on the file.
    FileAccessDenied,
    /// The server does not have the file.
    FileNotFound,
    /// The person may not do this.
    Forbidden,
    /// The provider has no credentials.
    NotConfigured,
    /// The provider cannot do this.
    NotSupported,
    /// The provider refused the credentials.
    InvalidCredentials,
    /// A value is missing or malformed.
    InvalidValues,
    /// The token was used, is too old, or was never given out.
    UnknownToken,
    /// No such connection.
    UnknownConnection,
    /// No such message, or no longer.
    UnknownMessage,
    /// No key to seal with was registered.
    NoKey,
    /// Too many requests.
    TooManyRequests,
    /// The person gave up at the bank.
    Cancelled,
    /// The person took too long.
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
    /// A failure without further words.
    #[must_use]
    pub const fn of(code: LinkCode) -> Self {
        Self { code, message: None, field: None }
    }

    /// A failure with words for the person.
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
    /// The word, as it is sent.
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
