//! The client that sent a request, also through proxies. Proxy headers count only if the proxy was
//! named at the server's start.

use std::net::{IpAddr, SocketAddr};

use actix_web::HttpRequest;
use actix_web::http::Version;
use actix_web::http::header::{self, HeaderMap, HeaderName};

use crate::authority::Authority;

/// Headers that proxies add to forwarded requests. Direct clients add none of them.
const OF_PROXIES: &[&str] = &[
    "forwarded",
    "via",
    "x-real-ip",
    "x-client-ip",
    "true-client-ip",
    "cf-connecting-ip",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-forwarded-port",
    "x-forwarded-server",
];
const FORWARDED_FOR: HeaderName = header::X_FORWARDED_FOR;
/// The relation between the sending page and the target.
const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The sender of a request.
#[derive(Debug, Clone, Default)]
pub struct Client {
    /// Its address.
    pub address: Option<IpAddr>,
    /// The name its program sent.
    pub name: String,
    /// Milliseconds since 1970.
    pub now_ms: i64,
    /// Whether it is at this computer: not through a proxy, and not from a foreign page.
    pub is_here: bool,
    /// Whether a page of another site sent the request, possibly without its user's knowledge.
    pub is_foreign_page: bool,
}

/// The trusted proxies of the server.
#[derive(Debug, Clone, Default)]
pub struct Proxies(Vec<IpAddr>);

impl Proxies {
    /// Proxies whose forwarding headers are trusted.
    #[must_use]
    pub fn trusted(addresses: &[IpAddr]) -> Self {
        Self(addresses.iter().map(IpAddr::to_canonical).collect())
    }

    /// The sender of a request.
    #[must_use]
    pub fn client(&self, request: &HttpRequest, now_ms: i64) -> Client {
        let peer = request.peer_addr().map(|address| address.ip().to_canonical());
        let headers = request.headers();
        let name = text(headers, &header::USER_AGENT).unwrap_or_default();
        // Programs no longer use HTTP/1.0, but some proxies do towards their backends.
        let is_direct = request.version() != Version::HTTP_10
            && !OF_PROXIES.iter().any(|name| headers.contains_key(*name))
            && peer.is_some_and(|peer| peer.is_loopback() && !self.0.contains(&peer));
        let is_foreign_page = is_foreign_page(headers);
        Client {
            address: peer.map(|peer| self.origin(peer, headers)),
            name: name.to_owned(),
            now_ms,
            is_here: is_direct && !is_foreign_page && is_asked_by_loopback(headers),
            is_foreign_page,
        }
    }

    /// The last address on the way that is not a trusted proxy. Earlier entries of the header can
    /// be forged by anybody.
    fn origin(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        // An invalid line from a stranger must not hide the entries that a proxy added to it.
        let lines = headers.get_all(FORWARDED_FOR);
        let lines: Vec<_> = lines.map(|line| String::from_utf8_lossy(line.as_bytes())).collect();
        let way: Vec<_> = lines.iter().flat_map(|line| line.split(',')).map(str::trim).collect();
        let mut last = peer;
        for station in way.into_iter().rev() {
            if !self.0.contains(&last) {
                break;
            }
            let Some(before) = address_of(station) else { break };
            last = before;
        }
        last
    }
}

/// An address with or without a port.
fn address_of(station: &str) -> Option<IpAddr> {
    let bare = station.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    let address = bare.or_else(|_| station.parse::<SocketAddr>().map(|address| address.ip()));
    address.ok().map(|address| address.to_canonical())
}

/// Whether a page of another origin sent it. Browsers send the origin with every POST, newer ones
/// also the relation of the two sites. Other programs send neither.
fn is_foreign_page(headers: &HeaderMap) -> bool {
    let site = headers.get(SITE).map(|site| site.as_bytes());
    let mut origins = headers.get_all(header::ORIGIN).map(|origin| origin.to_str());
    let host = text(headers, &header::HOST).unwrap_or_default();
    let by_origin = match (origins.next(), origins.next()) {
        (None, _) => false,
        (Some(Ok(origin)), None) => {
            origin.split_once("://").is_none_or(|(_, authority)| authority != host)
        }
        _ => true,
    };
    by_origin || site.is_some_and(|site| ![&b"same-origin"[..], b"none"].contains(&site))
}

/// Whether the request names this computer as its host. Any other name may have been made to
/// resolve here.
fn is_asked_by_loopback(headers: &HeaderMap) -> bool {
    let host = text(headers, &header::HOST).and_then(Authority::parse);
    host.is_some_and(|authority| authority.host.is_loopback())
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::HeaderValue;
    use actix_web::test::TestRequest;

    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn told(trusted: &[&str], peer: &str, forwarded: &[&str]) -> String {
        let lines: Vec<_> = forwarded.iter().map(|line| line.as_bytes()).collect();
        told_bytes(trusted, peer, &lines)
    }

    fn told_bytes(trusted: &[&str], peer: &str, forwarded: &[&[u8]]) -> String {
        let trusted: Vec<_> = trusted.iter().map(|text| address(text)).collect();
        let mut request = TestRequest::get().peer_addr(SocketAddr::new(address(peer), 40_000));
        for line in forwarded {
            let line = HeaderValue::from_bytes(line).unwrap();
            request = request.append_header((FORWARDED_FOR, line));
        }
        let client = Proxies::trusted(&trusted).client(&request.to_http_request(), 0);
        client.address.unwrap().to_string()
    }

    #[test]
    fn the_last_address_that_is_no_trusted_proxy_counts() {
        let own = &["127.0.0.1", "10.0.0.2"];
        assert_eq!(told(own, "127.0.0.1", &["203.0.113.5"]), "203.0.113.5");
        assert_eq!(told(own, "127.0.0.1", &["6.6.6.6, 203.0.113.5"]), "203.0.113.5");
        assert_eq!(told(own, "127.0.0.1", &["6.6.6.6, 203.0.113.5, 10.0.0.2"]), "203.0.113.5");
        assert_eq!(told(own, "127.0.0.1", &["6.6.6.6", "203.0.113.5"]), "203.0.113.5");
        assert_eq!(told(own, "127.0.0.1", &["203.0.113.5:8080"]), "203.0.113.5");
        assert_eq!(told(own, "::ffff:127.0.0.1", &["[2001:db8::7]:443"]), "2001:db8::7");
        assert_eq!(told(own, "127.0.0.1", &["[2001:db8::7]"]), "2001:db8::7");
        assert_eq!(told(own, "127.0.0.1", &["unknown"]), "127.0.0.1");
        assert_eq!(told(own, "127.0.0.1", &[]), "127.0.0.1");
        assert_eq!(told(own, "127.0.0.1", &["10.0.0.2"]), "10.0.0.2");
    }

    #[test]
    fn no_byte_of_a_stranger_hides_where_they_are() {
        let own = &["127.0.0.1"];
        assert_eq!(told_bytes(own, "127.0.0.1", &[b"\xff, 203.0.113.5"]), "203.0.113.5");
        assert_eq!(told_bytes(own, "127.0.0.1", &[b"\xc3\xa9", b"203.0.113.5"]), "203.0.113.5");
    }

    #[test]
    fn nobody_else_is_believed() {
        assert_eq!(told(&[], "127.0.0.1", &["203.0.113.5"]), "127.0.0.1");
        assert_eq!(told(&["10.0.0.2"], "198.51.100.9", &["203.0.113.5"]), "198.51.100.9");
    }

    #[test]
    fn only_a_direct_request_comes_from_here() {
        let at = |peer: &str| {
            TestRequest::get()
                .peer_addr(SocketAddr::new(address(peer), 40_000))
                .insert_header((header::HOST, "localhost:5107"))
        };
        let is_here = |request: TestRequest, trusted: &[IpAddr]| {
            Proxies::trusted(trusted).client(&request.to_http_request(), 0).is_here
        };
        assert!(is_here(at("127.0.0.1"), &[]));
        assert!(is_here(at("::1"), &[]));
        assert!(!is_here(at("192.168.1.7"), &[]));
        assert!(!is_here(at("127.0.0.1"), &[address("127.0.0.1")]), "that is the proxy");
        assert!(!is_here(at("127.0.0.1").version(Version::HTTP_10), &[]));
        for name in OF_PROXIES {
            assert!(!is_here(at("127.0.0.1").insert_header((*name, "x")), &[]), "{name}");
        }
    }

    #[test]
    fn pages_of_other_origins_are_foreign_and_never_here() {
        let sent = |host: &str, headers: &[(&str, &str)]| {
            let mut request = TestRequest::post()
                .peer_addr(SocketAddr::new(address("127.0.0.1"), 40_000))
                .insert_header((header::HOST, host));
            for (name, value) in headers {
                request = request.append_header((*name, *value));
            }
            let client = Proxies::default().client(&request.to_http_request(), 0);
            (client.is_here, client.is_foreign_page)
        };
        let own = "http://localhost:5107";
        assert_eq!(sent("localhost:5107", &[]), (true, false));
        assert_eq!(sent("localhost:5107", &[("origin", own)]), (true, false));
        for site in ["same-origin", "none"] {
            assert_eq!(sent("localhost:5107", &[("sec-fetch-site", site)]), (true, false));
        }
        for origin in
            ["null", "", "http://localhost", "http://localhost:3000", "http://evil.example"]
        {
            assert_eq!(sent("localhost:5107", &[("origin", origin)]), (false, true), "{origin}");
        }
        assert_eq!(sent("localhost:5107", &[("origin", own), ("origin", own)]), (false, true));
        for site in ["cross-site", "same-site", "other"] {
            assert_eq!(sent("localhost:5107", &[("sec-fetch-site", site)]), (false, true));
        }
        // Names that currently resolve here, and spellings that no browser sends.
        for host in ["evil.example:5107", "localhost.:5107", "localhost:", "127.1:5107", ""] {
            assert_eq!(sent(host, &[]), (false, false), "{host}");
        }
    }
}
