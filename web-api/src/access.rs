//! Access control: host allow-list, origin check and access token.
//!
//! A page elsewhere on the web must not reach a program on loopback. The host check stops DNS
//! rebinding, the origin check stops foreign pages, the token stops other users of the computer.
//! Sign-in sessions count like the token, so setting the first password requires a setup code. The
//! routes themselves (`app.rs`) decide which check applies, never the text of a path.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use actix_web::HttpRequest;
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderMap};
use parking_lot::RwLock;
use subtle::ConstantTimeEq;

use crate::authority::{Authority, Host};
use crate::sync_server::sign_in::Auth;

/// Why a request is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The Host header names a foreign host.
    Host,
    /// A foreign page sent it.
    Origin,
    /// No token, or a wrong one.
    Token,
}

/// The access checks of the server.
pub struct Access {
    token: RwLock<String>,
    port: u16,
    /// Whether other computers can reach it.
    wide: bool,
    /// Addresses of the server by a name or through a proxy, such as `https://budget.example`.
    origins: Vec<String>,
    /// Sign-in; none without a password.
    auth: Option<Arc<Auth>>,
    /// The single-use ticket of the first browser.
    ticket: Option<Arc<Ticket>>,
}

struct Ticket {
    text: String,
    is_used: AtomicBool,
}

/// How a request presented the token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TokenSource {
    Bearer,
    Cookie,
}

impl Access {
    /// Accepts `token` on loopback hosts at `port`.
    #[must_use]
    pub const fn new(token: String, port: u16) -> Self {
        let token = RwLock::new(token);
        Self { token, port, wide: false, origins: Vec::new(), auth: None, ticket: None }
    }

    /// Also accepts the sessions of the sync server.
    #[must_use]
    pub fn with_auth(self, auth: Arc<Auth>) -> Self {
        Self { auth: Some(auth), ..self }
    }

    /// Grants access once for the `ticket` in an address. Other users of a computer can list the
    /// arguments a browser is started with, so the token itself must not appear there.
    #[must_use]
    pub fn with_ticket(self, ticket: String) -> Self {
        let ticket = Ticket { text: ticket, is_used: AtomicBool::new(false) };
        Self { ticket: Some(Arc::new(ticket)), ..self }
    }

    /// Accepts the addresses by which other computers reach the server: IP addresses if it is bound
    /// `wide`, and these origins. Any other name is refused, because anybody may own it.
    #[must_use]
    pub fn reached_by(self, wide: bool, origins: Vec<String>) -> Self {
        Self { wide, origins, ..self }
    }

    /// Sign-in; none without a password.
    #[must_use]
    pub const fn auth(&self) -> Option<&Arc<Auth>> {
        self.auth.as_ref()
    }

    /// Name of the cookie. It contains the port, because browsers share cookies between ports.
    #[must_use]
    pub fn cookie_name(&self) -> String {
        format!("sobre-{}", self.port)
    }

    /// Compares in constant time.
    #[must_use]
    pub fn is_token(&self, given: &str) -> bool {
        given.as_bytes().ct_eq(self.token.read().as_bytes()).into()
    }

    /// Replaces the token. Sockets opened with the old one end with their next call or ping. An
    /// unused ticket becomes invalid.
    pub fn renew_token(&self, token: String) {
        *self.token.write() = token;
        if let Some(ticket) = &self.ticket {
            ticket.is_used.store(true, Ordering::Release);
        }
    }

    /// The token for the cookie of a browser that came with the token or the ticket in its address.
    #[must_use]
    pub fn let_in(&self, given: &str) -> Option<String> {
        let by_ticket = || {
            let ticket = self.ticket.as_ref()?;
            let is_it: bool = given.as_bytes().ct_eq(ticket.text.as_bytes()).into();
            (is_it && !ticket.is_used.swap(true, Ordering::AcqRel)).then_some(())
        };
        let is_known = self.is_token(given) || by_ticket().is_some();
        is_known.then(|| self.token.read().clone())
    }

    /// Requires the Host header to name a loopback host with our port, or an accepted address.
    ///
    /// # Errors
    /// [`Refusal::Host`].
    pub fn check_host(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let mut hosts = headers.get_all(header::HOST);
        let host = hosts.next().and_then(|host| host.to_str().ok()).ok_or(Refusal::Host)?;
        if hosts.next().is_none() && self.is_own_host(host) { Ok(()) } else { Err(Refusal::Host) }
    }

    /// Requires the token. Methods that do more than read also require our own origin if a foreign
    /// page could have sent the request.
    ///
    /// # Errors
    /// [`Refusal::Token`] or [`Refusal::Origin`].
    pub fn check_call(&self, request: &HttpRequest) -> Result<(), Refusal> {
        let shown = self.shown_token(request).ok_or(Refusal::Token)?;
        let reads = matches!(*request.method(), Method::GET | Method::HEAD);
        if reads { Ok(()) } else { self.check_origin(request.headers(), shown) }
    }

    /// As [`Access::check_call`], but checks the origin for every method: browsers open sockets for
    /// foreign pages with a GET and with the cookie.
    ///
    /// # Errors
    /// [`Refusal::Token`] or [`Refusal::Origin`].
    pub fn check_tab(&self, request: &HttpRequest) -> Result<(), Refusal> {
        let shown = self.shown_token(request).ok_or(Refusal::Token)?;
        self.check_origin(request.headers(), shown)
    }

    /// The token or session of a request. It is valid while [`Access::is_good`].
    #[must_use]
    pub fn token_of(&self, request: &HttpRequest) -> Option<String> {
        self.shown(request).map(|(token, _)| token)
    }

    /// Whether a text is the token or a session that has not ended.
    #[must_use]
    pub fn is_good(&self, token: &str) -> bool {
        self.is_token(token)
            || self.auth.as_ref().is_some_and(|auth| auth.signed_in(token).is_some())
    }

    /// Checks a form or call without a token: only our own pages may send it.
    ///
    /// # Errors
    /// [`Refusal::Origin`].
    pub fn check_sender(&self, request: &HttpRequest) -> Result<(), Refusal> {
        self.check_origin(request.headers(), TokenSource::Bearer)
    }

    /// Whether browsers reach the address of the request only over TLS.
    #[must_use]
    pub fn is_encrypted(&self, request: &HttpRequest) -> bool {
        let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
        host.is_some_and(|host| self.is_origin(&format!("https://{host}")))
    }

    fn shown_token(&self, request: &HttpRequest) -> Option<TokenSource> {
        let (token, shown) = self.shown(request)?;
        self.is_good(&token).then_some(shown)
    }

    fn shown(&self, request: &HttpRequest) -> Option<(String, TokenSource)> {
        let bearer = request.headers().get(header::AUTHORIZATION);
        if let Some(given) = bearer.and_then(|value| value.to_str().ok()) {
            return Some((given.strip_prefix("Bearer ")?.to_owned(), TokenSource::Bearer));
        }
        let cookie = request.cookie(&self.cookie_name())?;
        Some((cookie.value().to_owned(), TokenSource::Cookie))
    }

    fn check_origin(&self, headers: &HeaderMap, shown: TokenSource) -> Result<(), Refusal> {
        let mut origins = headers.get_all(header::ORIGIN);
        let origin = match (origins.next(), origins.next()) {
            (None, _) if shown == TokenSource::Bearer => return Ok(()),
            (Some(origin), None) => origin.to_str().map_err(|_| Refusal::Origin)?,
            _ => return Err(Refusal::Origin),
        };
        if self.is_origin(origin) {
            return Ok(());
        }
        let authority = origin.strip_prefix("http://").ok_or(Refusal::Origin)?;
        // Anybody may own an IP address, so it must equal the Host.
        let host = headers.get(header::HOST);
        let same = host.is_some_and(|own| own.as_bytes() == authority.as_bytes());
        let own = self.is_loopback(authority) || same && self.is_number(authority);
        if own { Ok(()) } else { Err(Refusal::Origin) }
    }

    fn is_own_host(&self, authority: &str) -> bool {
        let named = |scheme: &str| self.is_origin(&format!("{scheme}://{authority}"));
        self.is_loopback(authority) || self.is_number(authority) || named("http") || named("https")
    }

    fn is_origin(&self, origin: &str) -> bool {
        self.origins.iter().any(|own| own.eq_ignore_ascii_case(origin))
    }

    fn is_loopback(&self, authority: &str) -> bool {
        self.host_at_own_port(authority).is_some_and(|host| host.is_loopback())
    }

    /// IP addresses cannot be rebound to another computer, as names can.
    fn is_number(&self, authority: &str) -> bool {
        self.wide && matches!(self.host_at_own_port(authority), Some(Host::Number(_)))
    }

    /// The host of an authority that names our port. A missing port means 80: a page at
    /// `http://localhost` belongs to another program unless we listen there.
    fn host_at_own_port<'a>(&self, authority: &'a str) -> Option<Host<'a>> {
        let authority = Authority::parse(authority)?;
        (authority.http_port() == self.port).then_some(authority.host)
    }
}

#[cfg(test)]
mod tests;
