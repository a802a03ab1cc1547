//! The only HTTP client for banks and providers. It connects to public addresses over HTTPS only,
//! follows no redirects and limits time and size, because users enter some of the addresses. The
//! log has the name and status of a request, never an address, a header or a body.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::{Duration, Instant};

use ureq::Agent;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};

use super::http::{Http, HttpFault, LONG_PATIENCE, Method, Request, Response};

/// Connection timeout.
const CONNECT: Duration = Duration::from_secs(20);
/// Largest response.
const BODY_BYTES: u64 = 64 << 20;
/// Deepest nesting of JSON.
const MOST_DEPTH: usize = 64;

/// The network.
#[derive(Debug)]
pub struct Web {
    agent: Agent,
    /// Hosts that may be in a private network.
    allowed: Vec<String>,
    /// Upper limit for response timeouts.
    most_patience: Duration,
}

impl Web {
    /// A client. `allowed` lists hosts that may have private addresses; those on this computer need
    /// no encryption. `most_patience` is the upper limit for every response timeout.
    #[must_use]
    pub fn new(allowed: &[String], most_patience: Option<Duration>) -> Self {
        let config = Agent::config_builder()
            // A proxy would resolve host names itself and so bypass the address checks.
            .proxy(None)
            .http_status_as_error(false)
            .timeout_resolve(Some(CONNECT))
            .timeout_connect(Some(CONNECT))
            .max_redirects(0)
            .max_redirects_will_error(false)
            .user_agent(concat!("sobre/", env!("CARGO_PKG_VERSION")))
            .build();
        let resolver = PublicOnly { allowed: allowed.to_vec(), inner: DefaultResolver::default() };
        let agent = Agent::with_parts(config, DefaultConnector::default(), resolver);
        let most_patience = most_patience.unwrap_or(LONG_PATIENCE);
        Self { agent, allowed: allowed.to_vec(), most_patience }
    }

    fn call(&self, request: &Request) -> Result<Response, HttpFault> {
        let url = with_query(&request.url, &request.query);
        let uri: Uri = url.parse().map_err(|_| HttpFault::NotAllowed)?;
        if !may_be_asked(&uri, &self.allowed) {
            return Err(HttpFault::NotAllowed);
        }
        let method = match request.method {
            Method::Get => "GET",
            Method::Post => "POST",
            Method::Delete => "DELETE",
        };
        let mut built = ureq::http::Request::builder().method(method).uri(uri);
        for (name, value) in &request.headers {
            built = built.header(*name, value);
        }
        if request.json.is_some() {
            built = built.header("Content-Type", "application/json");
        }
        let body = request.json.as_deref().unwrap_or_default();
        let patience = request.patience.min(self.most_patience);
        let total = LONG_PATIENCE.min(self.most_patience);
        let sent = if request.method == Method::Post {
            let built = built.body(body.to_owned()).map_err(|_| HttpFault::NotAllowed)?;
            let built = self.agent.configure_request(built);
            self.agent.run(
                built.timeout_recv_response(Some(patience)).timeout_global(Some(total)).build(),
            )
        } else {
            let built = built.body(()).map_err(|_| HttpFault::NotAllowed)?;
            let built = self.agent.configure_request(built);
            self.agent.run(
                built.timeout_recv_response(Some(patience)).timeout_global(Some(total)).build(),
            )
        };
        let mut response = sent.map_err(|error| fault(&error))?;
        let status = response.status().as_u16();
        let retry_after = response.headers().get("retry-after");
        let retry_after = retry_after.and_then(|it| it.to_str().ok()?.trim().parse().ok());
        let bytes = response.body_mut().with_config().limit(BODY_BYTES).read_to_vec();
        let bytes = bytes.map_err(|error| fault(&error))?;
        let body = String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        if depth(&body) > MOST_DEPTH {
            return Err(HttpFault::TooLarge);
        }
        Ok(Response { status, body, retry_after })
    }
}

impl Http for Web {
    fn send(&self, request: &Request) -> Result<Response, HttpFault> {
        let began = Instant::now();
        let response = self.call(request);
        let took = began.elapsed().as_millis();
        match &response {
            Ok(Response { status, .. }) => {
                tracing::debug!(request = request.name, status, took, "a provider responded");
            }
            Err(fault) => {
                tracing::info!(request = request.name, ?fault, took, "a provider did not respond");
            }
        }
        response
    }
}

fn fault(error: &ureq::Error) -> HttpFault {
    let io = |kind| matches!(error, ureq::Error::Io(error) if error.kind() == kind);
    if matches!(error, ureq::Error::Timeout(_)) || io(ErrorKind::TimedOut) {
        HttpFault::TimedOut
    } else if matches!(error, ureq::Error::BodyExceedsLimit(_)) {
        HttpFault::TooLarge
    } else if io(ErrorKind::PermissionDenied) {
        HttpFault::NotAllowed
    } else {
        HttpFault::Unreachable
    }
}

/// Appends the percent-encoded query to an address.
fn with_query(url: &str, query: &[(&'static str, String)]) -> String {
    let mut url = url.to_owned();
    for (name, value) in query {
        url.push(if url.contains('?') { '&' } else { '?' });
        url.push_str(name);
        url.push('=');
        url.push_str(&encoded(value));
    }
    url
}

/// Percent-encodes text for a query or a path segment.
#[must_use]
pub fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// Decodes percent-encoded text; invalid encodings stay as they are.
#[must_use]
pub fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let (mut plain, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while at < bytes.len() {
        let hex = (bytes[at] == b'%').then(|| text.get(at + 1..at + 3)).flatten();
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                plain.push(byte);
                at += 3;
            }
            None => {
                plain.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&plain).into_owned()
}

/// Whether a host is one of the allowed ones.
fn is_allowed(host: &str, allowed: &[String]) -> bool {
    allowed.iter().any(|it| it.eq_ignore_ascii_case(host))
}

/// Whether requests to the address are allowed: it is encrypted, or on this computer and listed.
fn may_be_asked(uri: &Uri, allowed: &[String]) -> bool {
    let host = uri.host().unwrap_or_default();
    match uri.scheme_str() {
        Some("https") => !host.is_empty(),
        Some("http") => is_loopback_host(host) && is_allowed(host, allowed),
        _ => false,
    }
}

/// Whether a host names this computer.
#[must_use]
pub fn is_loopback_host(host: &str) -> bool {
    let number = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host.eq_ignore_ascii_case("localhost")
        || number.is_ok_and(|number| number.to_canonical().is_loopback())
}

/// Resolves host names to public addresses only, so that no user can make the program send requests
/// into its own network. The client connects to exactly the addresses checked here.
#[derive(Debug)]
struct PublicOnly {
    allowed: Vec<String>,
    inner: DefaultResolver,
}

impl Resolver for PublicOnly {
    fn resolve(
        &self,
        uri: &Uri,
        config: &ureq::config::Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.inner.resolve(uri, config, timeout)?;
        if is_allowed(uri.host().unwrap_or_default(), &self.allowed) {
            return Ok(found);
        }
        let mut public = self.empty();
        for address in found.iter().filter(|it| is_public(it.ip())) {
            public.push(*address);
        }
        if public.is_empty() {
            let error = io::Error::new(ErrorKind::PermissionDenied, "a private address");
            return Err(ureq::Error::Io(error));
        }
        Ok(public)
    }
}

/// Whether an address belongs to the public internet.
#[must_use]
pub fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

const fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_shared = a == 100 && b & 0xc0 == 64;
    let is_for_tests = a == 198 && b & 0xfe == 18;
    let is_assigned = a == 192 && b == 0 && c == 0;
    !(a == 0
        || a >= 240
        || is_shared
        || is_for_tests
        || is_assigned
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation())
}

const fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    // Only this eighth of the IPv6 space is assigned; parts of it are reserved for documentation or
    // embed IPv4 addresses.
    let is_given_out = first & 0xe000 == 0x2000;
    is_given_out && first != 0x2002 && !(first == 0x2001 && (second == 0xdb8 || second < 0x200))
}

/// The deepest nesting of brackets outside strings.
fn depth(json: &str) -> usize {
    let (mut depth, mut deepest, mut in_text, mut is_escaped) = (0_usize, 0, false, false);
    for byte in json.bytes() {
        match (in_text, byte) {
            (true, _) if is_escaped => is_escaped = false,
            (true, b'\\') => is_escaped = true,
            (_, b'"') => in_text = !in_text,
            (false, b'{' | b'[') => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            (false, b'}' | b']') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_are_asked() {
        let is_public = |text: &str| is_public(text.parse().unwrap());
        for public in ["8.8.8.8", "172.32.0.1", "2a00:1450:4001::1", "2001:4860::1"] {
            assert!(is_public(public), "{public}");
        }
        for private in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "192.0.0.8",
            "192.168.1.1",
            "198.18.0.1",
            "203.0.113.9",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "fc00::1",
            "fe80::1",
            "ff02::1",
            "2001:db8::1",
            "2001::1",
            "2002:a00:1::1",
        ] {
            assert!(!is_public(private), "{private}");
        }
    }

    #[test]
    fn addresses_are_encrypted_unless_they_are_here_and_allowed() {
        let allowed = ["127.0.0.1".to_owned(), "nas.lan".to_owned()];
        let may = |url: &str| may_be_asked(&url.parse().unwrap(), &allowed);
        assert!(may("https://bank.example/x") && may("http://127.0.0.1:80/x"));
        assert!(!may("http://bank.example") && !may("http://nas.lan") && !may("http://[::1]/"));
        assert!(!may("ftp://127.0.0.1"));
        let web = Web::new(&[], None);
        let asked = Request::new("test", Method::Get, "https://127.0.0.1:1/x".to_owned());
        assert_eq!(web.send(&asked).unwrap_err(), HttpFault::NotAllowed);
    }

    #[test]
    fn queries_are_encoded_and_depth_is_counted() {
        let query = [("a", "x&y=ü".to_owned()), ("b", "1".to_owned())];
        assert_eq!(with_query("https://h/p", &query), "https://h/p?a=x%26y%3D%C3%BC&b=1");
        assert_eq!(depth(r#"{"a":[1,{"b":"[[[{\"["}]}"#), 3);
        assert_eq!(depth("<html>"), 0);
        assert_eq!(decoded("a%20b%zz%4"), "a b%zz%4");
    }
}
