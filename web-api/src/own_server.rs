//! The application's own sync server. After signing in to the application, or coming with its
//! token, a user does not enter the same password again for this server.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::sync::Arc;

use sobre_actors::network::OwnServer;
use sobre_actors::network::http::device_name;

use crate::authority::{Authority, HTTP_PORT, Host};
use crate::sync_server::sign_in::Auth;

/// The sync server that `sobre serve` serves.
pub(crate) struct OwnSyncServer {
    auth: Arc<Auth>,
    /// The program's listening address.
    address: SocketAddr,
    /// Its names, such as `https://budget.example`.
    origins: Vec<String>,
}

impl OwnSyncServer {
    pub(crate) const fn new(auth: Arc<Auth>, address: SocketAddr, origins: Vec<String>) -> Self {
        Self { auth, address, origins }
    }
}

impl OwnServer for OwnSyncServer {
    fn own_url(&self, url: &str) -> Option<String> {
        let url = url.trim_end_matches('/').to_ascii_lowercase();
        // Without TLS, any computer that a name resolves to could respond in its place.
        let is_meant = |it: &&String| it.starts_with("https://") && it.eq_ignore_ascii_case(&url);
        self.origins
            .iter()
            .find(is_meant)
            .cloned()
            .or_else(|| by_number(self.address, &url, is_here))
    }

    fn address(&self) -> Option<String> {
        Some(format!("http://{}", loopback(self.address)?))
    }

    fn setup_code(&self) -> Option<String> {
        self.auth.setup_code().ok().flatten().map(str::to_owned)
    }

    fn knows(&self, token: &str) -> bool {
        self.auth.signed_in(token).is_some()
    }

    fn new_session(&self) -> io::Result<Option<String>> {
        self.auth.own_session(&device_name()).map_err(io::Error::other)
    }

    fn end_session(&self, token: &str) -> io::Result<()> {
        let Some(signed_in) = self.auth.signed_in(token) else { return Ok(()) };
        let id = signed_in.session.id;
        let ended = self.auth.store().end_sessions(|session| session.id == id);
        ended.map(drop).map_err(io::Error::other)
    }
}

/// The loopback address of a program that listens there.
fn loopback(listening: SocketAddr) -> Option<SocketAddr> {
    let number: IpAddr = match listening.ip() {
        IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
    };
    let is_reached = listening.ip() == number || listening.ip().is_unspecified();
    is_reached.then(|| SocketAddr::new(number, listening.port()))
}

/// The loopback address, as a number, of the program that listens on this computer, if `url` means
/// it. `localhost` means it too but is never connected to: it has two addresses, and another
/// program may listen on the same port of the other one. The same holds for this computer's other
/// addresses, which may belong to another computer tomorrow.
fn by_number(listening: SocketAddr, url: &str, is_here: impl Fn(IpAddr) -> bool) -> Option<String> {
    let loopback = loopback(listening)?;
    let authority = Authority::parse(url.strip_prefix("http://")?)?;
    // A program that listens on all addresses of a kind responds at each of them.
    let answers = |number: IpAddr| {
        let is_same_kind = number.is_ipv4() == listening.is_ipv4();
        listening.ip().is_unspecified() && is_same_kind && is_here(number)
    };
    let is_meant = match authority.host {
        Host::Name(name) => name == "localhost",
        Host::Number(number) => number == loopback.ip() || answers(number),
    };
    let is_own = is_meant && authority.http_port() == listening.port();
    is_own.then(|| format!("http://{loopback}"))
}

/// Whether an external IP address belongs to this computer: then packets to it leave from that same
/// address. Connecting a datagram socket sends nothing.
fn is_here(number: IpAddr) -> bool {
    let from: IpAddr = match number {
        IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
        IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
    };
    let goes_by = || {
        let socket = UdpSocket::bind((from, 0))?;
        socket.connect((number, HTTP_PORT))?;
        socket.local_addr()
    };
    let is_usual = !number.is_loopback() && !number.is_unspecified() && !number.is_multicast();
    is_usual && goes_by().is_ok_and(|by| by.ip() == number)
}

#[cfg(test)]
mod tests {
    use sobre_actors::environment::Environment;
    use tempfile::TempDir;

    use super::*;
    use crate::sync_server::SyncServer;

    /// The address at which a program listening there calls its own server, if `url` means that.
    fn own_url(listening: &str, url: &str) -> Option<String> {
        by_number(listening.parse().unwrap(), url, |_| false)
    }

    #[test]
    fn numbers_of_this_computer_are_its_own_where_it_listens_on_all_of_them() {
        let (four, six) = ("192.0.2.7", "[2001:db8::7]");
        let is_here = |it: IpAddr| ["192.0.2.7", "2001:db8::7"].contains(&&*it.to_string());
        let own_url = |listening: &str, host: &str| {
            by_number(listening.parse().unwrap(), &format!("http://{host}:5006"), is_here)
        };
        assert_eq!(own_url("0.0.0.0:5006", four).as_deref(), Some("http://127.0.0.1:5006"));
        assert_eq!(own_url("[::]:5006", six).as_deref(), Some("http://[::1]:5006"));
        for (listening, host) in [
            ("0.0.0.0:5006", six),
            ("[::]:5006", four),
            ("0.0.0.0:5007", four),
            ("127.0.0.1:5006", four),
            ("[::1]:5006", six),
            ("192.0.2.7:5006", four),
            ("0.0.0.0:5006", "192.0.2.8"),
            ("0.0.0.0:5006", "[192.0.2.7]"),
            ("0.0.0.0:5006", "[::ffff:192.0.2.7]"),
        ] {
            assert_eq!(own_url(listening, host), None, "{listening} {host}");
        }
    }

    #[test]
    fn a_number_is_of_this_computer_if_it_goes_there_by_it() {
        for other in ["192.0.2.7", "127.0.0.1", "127.0.0.2", "0.0.0.0", "224.0.0.1", "::1", "::"] {
            assert!(!is_here(other.parse().unwrap()), "{other}");
        }
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).unwrap();
        // A computer without a network has only loopback addresses.
        if socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).is_ok() {
            let own = socket.local_addr().unwrap().ip();
            assert!(own.is_loopback() || is_here(own), "{own}");
        }
    }

    #[test]
    fn the_name_localhost_is_never_asked_for() {
        let (four, six) = ("http://127.0.0.1:5006", "http://[::1]:5006");
        for listening in ["127.0.0.1:5006", "0.0.0.0:5006"] {
            for url in [four, "http://localhost:5006"] {
                assert_eq!(own_url(listening, url).as_deref(), Some(four), "{listening} {url}");
            }
            assert_eq!(own_url(listening, six), None, "somebody else may listen there");
        }
        for listening in ["[::1]:5006", "[::]:5006"] {
            for url in [six, "http://localhost:5006"] {
                assert_eq!(own_url(listening, url).as_deref(), Some(six), "{listening} {url}");
            }
            assert_eq!(own_url(listening, four), None, "somebody else may listen there");
        }
        for url in ["http://127.0.0.1", "http://localhost", "http://localhost:80"] {
            assert_eq!(own_url("127.0.0.1:80", url).as_deref(), Some("http://127.0.0.1:80"));
        }
    }

    #[test]
    fn an_address_is_its_own_only_if_no_other_program_can_respond_there() {
        let foreign = [
            "127.0.0.1:5007",
            "127.0.0.2:5006",
            "127.0.0.1",
            "localhost",
            "localhost.:5006",
            "127.0.0.1:+5006",
            "127.0.0.1:05006",
            "127.0.0.1:5006/path",
            "me@127.0.0.1:5006",
            "me@localhost:5006",
            "localhost.example:5006",
            "example:5006",
            "127.0.0.1:5006@evil.example",
            "",
            ":5006",
            "[127.0.0.1]:5006",
            "[::1:5006",
            "0.0.0.0:5006",
            "192.0.2.7:5006",
        ];
        for authority in foreign {
            for listening in ["127.0.0.1:5006", "0.0.0.0:5006", "[::1]:5006", "[::]:5006"] {
                let url = format!("http://{authority}");
                assert_eq!(own_url(listening, &url), None, "{listening} {url}");
            }
        }
        for listening in ["192.0.2.7:5006", "127.0.0.2:5006", "[2001:db8::7]:5006"] {
            for url in ["http://127.0.0.1:5006", "http://localhost:5006", "http://[::1]:5006"] {
                assert_eq!(own_url(listening, url), None, "that may be another program");
            }
            assert_eq!(own_url(listening, &format!("http://{listening}")), None);
        }
        for url in ["https://127.0.0.1:5006", "127.0.0.1:5006", "ftp://127.0.0.1:5006", ""] {
            assert_eq!(own_url("127.0.0.1:5006", url), None, "{url}");
        }
    }

    #[test]
    fn a_name_is_its_own_only_with_a_certificate() {
        let dir = TempDir::new().unwrap();
        let server = SyncServer::open(dir.path(), Environment::system(None)).unwrap();
        let origins = ["https://budget.example", "http://budget.local:5006"].map(str::to_owned);
        let address = "127.0.0.1:5006".parse().unwrap();
        let own = OwnSyncServer::new(Arc::clone(&server.auth), address, origins.to_vec());
        let named = Some("https://budget.example".to_owned());
        for url in ["https://budget.example", "https://budget.example/", "HTTPS://Budget.Example"] {
            assert_eq!(own.own_url(url), named, "{url}");
        }
        let foreign = [
            "http://budget.local:5006",
            "http://budget.example",
            "https://budget.example:444",
            "https://budget.example/path",
            "https://budget.example.evil.example",
        ];
        for foreign in foreign {
            assert_eq!(own.own_url(foreign), None, "{foreign}");
        }
        let numbered = Some("http://127.0.0.1:5006".to_owned());
        assert_eq!(own.own_url("http://LocalHost:5006/"), numbered);
    }

    #[test]
    fn a_session_that_is_not_stored_is_ended() {
        let dir = TempDir::new().unwrap();
        let server = SyncServer::open(dir.path(), Environment::system(None)).unwrap();
        server.auth.change_password("a long password").unwrap();
        let address = "127.0.0.1:5006".parse().unwrap();
        let own = OwnSyncServer::new(Arc::clone(&server.auth), address, Vec::new());
        let [kept, dropped] = [(); 2].map(|()| own.new_session().unwrap().unwrap());
        own.end_session(&dropped).unwrap();
        assert!(own.knows(&kept) && !own.knows(&dropped));
    }
}
