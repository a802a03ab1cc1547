//! Host and port in addresses and headers. Every check of which computer a text names parses it
//! here, so that no two checks interpret it differently.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The port of an `http` address without one.
const HTTP_PORT: u16 = 80;

/// A host, and the port if one is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Authority<'a> {
    pub(crate) host: Host<'a>,
    pub(crate) port: Option<u16>,
}

/// A host by IP address or name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Host<'a> {
    /// Four decimal numbers, or IPv6 in brackets. Any other notation counts as a name.
    Number(IpAddr),
    /// Letters, digits, `-`, `_` and `.`, as written.
    Name(&'a str),
}

impl<'a> Authority<'a> {
    /// Parses `host` or `host:port`. Rejects user names, empty parts, ports with a sign or leading
    /// zeros, and all other characters.
    pub(crate) fn parse(text: &'a str) -> Option<Self> {
        let (host, port) = match text.rsplit_once(':') {
            Some((host, port)) if !port.contains(']') => (host, Some(port_of(port)?)),
            _ => (text, None),
        };
        Some(Self { host: Host::parse(host)?, port })
    }

    /// The port a browser connects to for this authority in an `http` address.
    pub(crate) fn http_port(&self) -> u16 {
        self.port.unwrap_or(HTTP_PORT)
    }
}

impl<'a> Host<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        if let Some(inner) = text.strip_prefix('[') {
            let number: Ipv6Addr = inner.strip_suffix(']')?.parse().ok()?;
            return Some(Self::Number(number.into()));
        }
        if let Ok(number) = text.parse::<Ipv4Addr>() {
            return Some(Self::Number(number.into()));
        }
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        (!text.is_empty() && text.bytes().all(plain)).then_some(Self::Name(text))
    }

    /// `localhost`, `127.0.0.1` or `[::1]`. `localhost.` with a trailing dot is a different name.
    pub(crate) fn is_loopback(&self) -> bool {
        match self {
            Self::Number(number) => [LOOPBACK_4, LOOPBACK_6].contains(number),
            Self::Name(name) => name.eq_ignore_ascii_case("localhost"),
        }
    }
}

const LOOPBACK_4: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const LOOPBACK_6: IpAddr = IpAddr::V6(Ipv6Addr::LOCALHOST);

fn port_of(text: &str) -> Option<u16> {
    let port: u16 = text.parse().ok()?;
    (port.to_string() == text).then_some(port)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_has_three_spellings_and_no_other() {
        let is_loopback =
            |text: &str| Authority::parse(text).is_some_and(|it| it.host.is_loopback());
        for good in ["localhost", "LocalHost:1", "127.0.0.1:5106", "[::1]:5106", "[0:0::0:1]"] {
            assert!(is_loopback(good), "{good}");
        }
        for bad in [
            "localhost.",
            "localhost.:5106",
            "localhost.example",
            "127.0.0.2",
            "127.1",
            "0x7f.0.0.1",
            "127.0.0.01",
            "2130706433",
            "[::2]",
            "[::ffff:127.0.0.1]",
            "0.0.0.0",
        ] {
            assert!(!is_loopback(bad), "{bad}");
        }
    }

    #[test]
    fn what_is_no_authority_is_not_parsed() {
        for bad in [
            "",
            ":",
            ":80",
            "localhost:",
            "localhost:+80",
            "localhost:080",
            "localhost:65536",
            "localhost:80:80",
            "me@localhost",
            "localhost/path",
            "localhost%2e",
            " localhost",
            "::1",
            "[::1",
            "::1]",
            "[127.0.0.1]",
            "[::1]x:80",
            "lo\u{e9}",
        ] {
            assert_eq!(Authority::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn without_a_port_the_one_of_http_is_meant() {
        let port = |text: &str| Authority::parse(text).unwrap().http_port();
        assert_eq!([port("localhost"), port("localhost:81"), port("[::1]")], [80, 81, 80]);
    }
}
