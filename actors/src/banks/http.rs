//! Requests to banks and providers, as a trait that tests can implement. A request carries no data
//! beyond the fields declared here.

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use sobre_engine::banks::{BankError, ErrorType};

use super::connections::{LinkCode, LinkFault};

/// Default response timeout.
pub const PATIENCE: Duration = Duration::from_secs(60);
/// Response timeout for all accounts of a connection.
pub const LONG_PATIENCE: Duration = Duration::from_secs(300);

/// The method of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Reads.
    Get,
    /// Writes.
    Post,
    /// Removes.
    Delete,
}

/// A request. Addresses, headers and bodies may hold secrets, so it is never printed.
pub struct Request {
    /// Its name in the log.
    pub name: &'static str,
    /// The method.
    pub method: Method,
    /// The address, without a query.
    pub url: String,
    /// The query, not yet encoded.
    pub query: Vec<(&'static str, String)>,
    /// Additional headers.
    pub headers: Vec<(&'static str, String)>,
    /// A JSON body.
    pub json: Option<String>,
    /// How long the response may take.
    pub patience: Duration,
}

impl Request {
    /// A request without query, headers and body.
    #[must_use]
    pub fn new(name: &'static str, method: Method, url: String) -> Self {
        let (query, headers) = (Vec::new(), Vec::new());
        Self { name, method, url, query, headers, json: None, patience: PATIENCE }
    }

    /// Adds a header.
    #[must_use]
    pub fn header(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    /// Adds a query parameter.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.query.push((name, value.to_string()));
        self
    }

    /// Sets the body.
    #[must_use]
    pub fn json(mut self, body: &serde_json::Value) -> Self {
        self.json = Some(body.to_string());
        self
    }
}

/// A response with any status.
#[derive(Clone)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// The body as text.
    pub body: String,
    /// Seconds to wait before a retry.
    pub retry_after: Option<u64>,
}

/// Without the body, which may hold an access token.
impl fmt::Debug for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Response").field("status", &self.status).finish_non_exhaustive()
    }
}

/// Why there is no response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HttpFault {
    /// It took too long.
    TimedOut,
    /// The server did not respond, or the connection broke.
    Unreachable,
    /// The response is too long or too deeply nested.
    TooLarge,
    /// The address is private, or not encrypted.
    NotAllowed,
}

/// Sends requests.
pub trait Http: Send + Sync {
    /// Sends a request and reads the whole response.
    ///
    /// # Errors
    /// [`HttpFault`].
    fn send(&self, request: &Request) -> Result<Response, HttpFault>;
}

/// Counts the requests sent through it, including failed ones.
pub(super) struct Counted<'a> {
    http: &'a dyn Http,
    sent: AtomicU32,
}

impl<'a> Counted<'a> {
    pub(super) fn new(http: &'a dyn Http) -> Self {
        Self { http, sent: AtomicU32::new(0) }
    }

    /// How many requests were sent so far.
    pub(super) fn sent(&self) -> u32 {
        self.sent.load(Ordering::Relaxed)
    }
}

impl Http for Counted<'_> {
    fn send(&self, request: &Request) -> Result<Response, HttpFault> {
        self.sent.fetch_add(1, Ordering::Relaxed);
        self.http.send(request)
    }
}

impl From<HttpFault> for BankError {
    fn from(fault: HttpFault) -> Self {
        match fault {
            HttpFault::TimedOut => Self::of(ErrorType::TimedOut),
            HttpFault::Unreachable => Self::of(ErrorType::ServerDown),
            HttpFault::TooLarge => Self::sync_error().with_text("The response is too long."),
            HttpFault::NotAllowed => Self::of(ErrorType::ServerDown)
                .with_text("The address belongs to a private network."),
        }
    }
}

impl From<HttpFault> for LinkFault {
    fn from(fault: HttpFault) -> Self {
        Self::from(BankError::from(fault))
    }
}

impl From<BankError> for LinkFault {
    fn from(error: BankError) -> Self {
        let code = match error.kind {
            ErrorType::TimedOut | ErrorType::ServerDown => LinkCode::Network,
            ErrorType::RateLimitExceeded => LinkCode::TooManyRequests,
            ErrorType::InvalidAccessToken => LinkCode::InvalidCredentials,
            ErrorType::ItemError
            | ErrorType::InvalidInput
            | ErrorType::ApiError
            | ErrorType::AccountNeedsAttention
            | ErrorType::AccountMissing
            | ErrorType::PaymentRequired
            | ErrorType::InstitutionError
            | ErrorType::NoData
            | ErrorType::SyncError
            | ErrorType::InternalError
            | ErrorType::Unknown => LinkCode::Unknown,
        };
        Self { message: error.text, ..Self::of(code) }
    }
}
