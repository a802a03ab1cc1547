//! Who may talk to the server: host allow-list, origin check and access token.
//!
//! A page elsewhere on the web must not reach a program on loopback. The host check stops DNS
//! rebinding, the origin check stops foreign pages, the token stops other users of the computer.

use actix_web::HttpRequest;
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderMap};
use subtle::ConstantTimeEq;

/// Why a request is turned away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The Host header names a host that is not ours.
    Host,
    /// A foreign page sent it.
    Origin,
    /// No token, or a wrong one.
    Token,
}

/// What the server accepts.
#[derive(Debug, Clone)]
pub struct Access {
    token: String,
    port: u16,
}

/// How a request showed the token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shown {
    Bearer,
    Cookie,
}

impl Access {
    /// Accepts `token` on loopback hosts at `port`.
    #[must_use]
    pub const fn new(token: String, port: u16) -> Self {
        Self { token, port }
    }

    /// Name of the cookie; cookies do not tell ports apart, so the port is part of the name.
    #[must_use]
    pub fn cookie_name(&self) -> String {
        format!("sobre-{}", self.port)
    }

    /// Compares in constant time.
    #[must_use]
    pub fn is_token(&self, given: &str) -> bool {
        given.as_bytes().ct_eq(self.token.as_bytes()).into()
    }

    /// The Host header must name a loopback host, with our port or none.
    ///
    /// # Errors
    /// [`Refusal::Host`].
    pub fn check_host(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let mut hosts = headers.get_all(header::HOST);
        let host = hosts.next().and_then(|host| host.to_str().ok()).ok_or(Refusal::Host)?;
        if hosts.next().is_none() && self.is_own_host(host) { Ok(()) } else { Err(Refusal::Host) }
    }

    /// Token and, where a foreign page could be behind the request, its origin.
    ///
    /// # Errors
    /// [`Refusal::Token`] or [`Refusal::Origin`].
    pub fn check_call(&self, request: &HttpRequest) -> Result<(), Refusal> {
        let shown = self.shown_token(request).ok_or(Refusal::Token)?;
        let changes = request.method() != Method::GET || request.path() == "/ws";
        if changes { self.check_origin(request.headers(), shown) } else { Ok(()) }
    }

    fn shown_token(&self, request: &HttpRequest) -> Option<Shown> {
        let bearer = request.headers().get(header::AUTHORIZATION);
        if let Some(given) = bearer.and_then(|value| value.to_str().ok()) {
            let token = given.strip_prefix("Bearer ")?;
            return self.is_token(token).then_some(Shown::Bearer);
        }
        let cookie = request.cookie(&self.cookie_name())?;
        self.is_token(cookie.value()).then_some(Shown::Cookie)
    }

    fn check_origin(&self, headers: &HeaderMap, shown: Shown) -> Result<(), Refusal> {
        let mut origins = headers.get_all(header::ORIGIN);
        let origin = match (origins.next(), origins.next()) {
            (None, _) if shown == Shown::Bearer => return Ok(()),
            (Some(origin), None) => origin.to_str().map_err(|_| Refusal::Origin)?,
            _ => return Err(Refusal::Origin),
        };
        let host = origin.strip_prefix("http://").ok_or(Refusal::Origin)?;
        if self.is_own_host(host) { Ok(()) } else { Err(Refusal::Origin) }
    }

    fn is_own_host(&self, authority: &str) -> bool {
        let (host, port) = split_port(authority);
        let ours = ["localhost", "127.0.0.1", "[::1]"];
        let named = ours.iter().any(|name| host.eq_ignore_ascii_case(name));
        named && port.is_none_or(|port| port == self.port.to_string())
    }
}

fn split_port(authority: &str) -> (&str, Option<&str>) {
    match authority.rfind(':') {
        Some(colon) if !authority[colon..].contains(']') => {
            (&authority[..colon], Some(&authority[colon + 1..]))
        }
        _ => (authority, None),
    }
}

#[cfg(test)]
mod tests;
