//! The sync server as the application beside it sees it. Who has shown the password at the door of
//! the application, or its token, is not asked for the same password once more.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::sync::Arc;

use sobre_actors::sync::http::device_name;
use sobre_actors::sync::network::OwnServer;

use crate::sync_server::sign_in::Door;

const HTTP_PORT: u16 = 80;

/// The sync server that `sobre serve` serves.
pub(crate) struct OwnSyncServer {
    door: Arc<Door>,
    /// What the program listens on.
    address: SocketAddr,
    /// Names of it, such as `https://budget.example`.
    origins: Vec<String>,
}

impl OwnSyncServer {
    pub(crate) const fn new(door: Arc<Door>, address: SocketAddr, origins: Vec<String>) -> Self {
        Self { door, address, origins }
    }
}

impl OwnServer for OwnSyncServer {
    fn is_at(&self, url: &str) -> bool {
        let named = self.origins.iter().any(|origin| origin.eq_ignore_ascii_case(url));
        named || url.strip_prefix("http://").is_some_and(|there| leads_to(self.address, there))
    }

    fn knows(&self, token: &str) -> bool {
        self.door.signed_in(token).is_some()
    }

    fn new_session(&self) -> io::Result<Option<String>> {
        self.door.own_session(&device_name()).map_err(io::Error::other)
    }
}

/// Whether host and port in numbers, or `localhost`, lead to who listens on an address. Another
/// program may listen on the same port of another address of this computer.
fn leads_to(listening: SocketAddr, authority: &str) -> bool {
    let authority = authority.to_ascii_lowercase();
    let own = |ip: IpAddr| is_reached(listening.ip(), ip);
    let localhost = || own(Ipv4Addr::LOCALHOST.into()) || own(Ipv6Addr::LOCALHOST.into());
    let Some((host, port)) = parted(&authority) else { return false };
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    let is_own = if host == "localhost" { localhost() } else { bare.parse().is_ok_and(own) };
    is_own && port == listening.port()
}

/// Host and port of an authority.
fn parted(authority: &str) -> Option<(&str, u16)> {
    match authority.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => Some((host, port.parse().ok()?)),
        _ => Some((authority, HTTP_PORT)),
    }
}

/// Whether who listens on one address is who answers at another.
fn is_reached(listening: IpAddr, at: IpAddr) -> bool {
    if !listening.is_unspecified() {
        return at == listening;
    }
    listening.is_ipv4() == at.is_ipv4() && !at.is_unspecified() && is_of_this_computer(at)
}

/// Only addresses of this computer can be bound to.
fn is_of_this_computer(ip: IpAddr) -> bool {
    UdpSocket::bind((ip, 0)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leads(listening: &str, authority: &str) -> bool {
        leads_to(listening.parse().unwrap(), authority)
    }

    #[test]
    fn an_address_is_its_own_only_if_nobody_else_can_answer_there() {
        let one = "127.0.0.1:5006";
        for own in ["127.0.0.1:5006", "localhost:5006", "LocalHost:5006"] {
            assert!(leads(one, own), "{own}");
        }
        let foreign = [
            "127.0.0.1:5007",
            "127.0.0.2:5006",
            "[::1]:5006",
            "127.0.0.1",
            "localhost",
            "127.0.0.1:5006/path",
            "me@127.0.0.1:5006",
            "localhost.example:5006",
            "example:5006",
            "127.0.0.1:5006@evil.example",
            "",
            ":5006",
            "[127.0.0.1:5006",
            "0.0.0.0:5006",
        ];
        for foreign in foreign {
            assert!(!leads(one, foreign), "{foreign}");
        }
        assert!(leads("127.0.0.1:80", "127.0.0.1") && leads("127.0.0.1:80", "localhost"));
    }

    #[test]
    fn on_all_addresses_it_is_reached_by_those_of_this_computer() {
        let all = "0.0.0.0:5006";
        assert!(leads(all, "127.0.0.1:5006") && leads(all, "127.9.9.9:5006"));
        // Addresses for documentation, which no computer has.
        assert!(!leads(all, "192.0.2.7:5006") && !leads(all, "[2001:db8::7]:5006"));
        assert!(!leads(all, "[::1]:5006") && !leads(all, "0.0.0.0:5006"));
        assert!(!leads("192.0.2.7:5006", "127.0.0.1:5006"), "that may be another program");
        assert!(leads("192.0.2.7:5006", "192.0.2.7:5006"));
    }
}
