//! Limits password attempts per source and in total, before the costly hash is computed. The caller
//! passes the time.
//!
//! This computer, pages of other sites, and all other clients at the same address are three
//! sources, so that no web page and no client behind a proxy uses up the owner's attempts.

use std::collections::HashMap;
use std::net::IpAddr;

use parking_lot::Mutex;

use super::client::Client;

/// Failed attempts per source within [`WINDOW_MS`].
const PER_SOURCE: u32 = 5;
/// Failed attempts of all addresses except loopback within [`WINDOW_MS`].
const IN_ALL: u32 = 100;
/// How long a failed attempt counts: 15 minutes.
const WINDOW_MS: i64 = 15 * 60_000;
/// Most sources remembered.
const SOURCES: usize = 1024;

/// Failed attempts by source, in a table of bounded size.
#[derive(Debug, Default)]
pub(super) struct Limiter {
    tries: Mutex<Tries>,
}

#[derive(Debug, Default)]
struct Tries {
    by_source: HashMap<Source, Window>,
    in_all: Window,
}

/// The source that attempts are counted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Source {
    address: IpAddr,
    is_here: bool,
    is_foreign_page: bool,
}

impl Source {
    fn of(client: &Client) -> Self {
        let Client { address, is_here, is_foreign_page, .. } = *client;
        Self { address: network_of(address), is_here, is_foreign_page }
    }

    const fn is_local(&self) -> bool {
        self.address.is_loopback()
    }
}

/// Attempts since the start of a window.
#[derive(Debug, Default, Clone, Copy)]
struct Window {
    since_ms: i64,
    failed: u32,
}

impl Window {
    /// Starts a new window with the first attempt, after the window's end, and when the clock was
    /// set back.
    fn at(&mut self, now_ms: i64) -> &mut Self {
        if self.failed == 0 || !(0..WINDOW_MS).contains(&(now_ms - self.since_ms)) {
            *self = Self { since_ms: now_ms, failed: 0 };
        }
        self
    }
}

impl Limiter {
    /// Counts an attempt as failed until [`Limiter::succeeded`] removes it, so that concurrent
    /// attempts cannot exceed the limit. False if there were too many. The total limit does not
    /// apply to loopback.
    #[must_use]
    pub(super) fn begin(&self, client: &Client) -> bool {
        let (source, now_ms) = (Source::of(client), client.now_ms);
        let mut tries = self.tries.lock();
        if !source.is_local() && tries.in_all.at(now_ms).failed >= IN_ALL {
            return false;
        }
        tries.make_room(&source, now_ms);
        let own = tries.by_source.entry(source).or_default().at(now_ms);
        if own.failed >= PER_SOURCE {
            return false;
        }
        own.failed += 1;
        tries.in_all.failed += u32::from(!source.is_local());
        true
    }

    /// The password was right.
    pub(super) fn succeeded(&self, client: &Client) {
        let source = Source::of(client);
        let mut tries = self.tries.lock();
        if let Some(own) = tries.by_source.get_mut(&source) {
            own.failed = own.failed.saturating_sub(1);
        }
        tries.in_all.failed = tries.in_all.failed.saturating_sub(u32::from(!source.is_local()));
    }
}

impl Tries {
    fn make_room(&mut self, source: &Source, now_ms: i64) {
        if self.by_source.len() < SOURCES || self.by_source.contains_key(source) {
            return;
        }
        self.by_source.retain(|_, window| now_ms - window.since_ms < WINDOW_MS);
        while self.by_source.len() >= SOURCES {
            let oldest = self.by_source.iter().min_by_key(|(_, window)| window.since_ms);
            let Some(oldest) = oldest.map(|(source, _)| *source) else { break };
            self.by_source.remove(&oldest);
        }
    }
}

/// A household has one 64-bit network; clients without an address share one source.
fn network_of(address: Option<IpAddr>) -> IpAddr {
    match address {
        Some(IpAddr::V6(address)) if !address.is_loopback() => {
            let network = u128::from(address) & !u128::from(u64::MAX);
            address.to_ipv4_mapped().map_or(IpAddr::V6(network.into()), IpAddr::V4)
        }
        Some(address) => address,
        None => IpAddr::from([0, 0, 0, 0]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(address: &str, now_ms: i64) -> Client {
        Client { address: Some(address.parse().unwrap()), now_ms, ..Client::default() }
    }

    fn number(number: u32, now_ms: i64) -> Client {
        at(&IpAddr::from((0x0a00_0000 + number).to_be_bytes()).to_string(), now_ms)
    }

    #[test]
    fn five_failed_tries_close_the_door_for_fifteen_minutes() {
        let limiter = Limiter::default();
        for _ in 0..5 {
            assert!(limiter.begin(&number(1, 1_000)));
        }
        assert!(!limiter.begin(&number(1, 1_000 + WINDOW_MS - 1)));
        assert!(limiter.begin(&number(2, 1_000)), "others are let in");
        assert!(limiter.begin(&number(1, 1_000 + WINDOW_MS)));
    }

    #[test]
    fn right_passwords_do_not_count() {
        let limiter = Limiter::default();
        for _ in 0..50 {
            assert!(limiter.begin(&number(1, 0)));
            limiter.succeeded(&number(1, 0));
        }
    }

    #[test]
    fn many_addresses_together_are_held_up_but_not_loopback() {
        let limiter = Limiter::default();
        for address in 0..IN_ALL {
            assert!(limiter.begin(&number(address, 0)));
        }
        assert!(!limiter.begin(&number(IN_ALL, 0)));
        assert!(limiter.begin(&at("127.0.0.1", 0)));
        assert!(limiter.begin(&number(IN_ALL, WINDOW_MS)));
    }

    #[test]
    fn the_table_of_sources_is_bounded() {
        let limiter = Limiter::default();
        for address in 0..5_000 {
            let client = number(address, i64::from(address));
            let _ = limiter.begin(&client);
            limiter.succeeded(&client);
        }
        assert!(limiter.tries.lock().by_source.len() <= SOURCES);
    }

    #[test]
    fn addresses_of_one_network_count_together() {
        let limiter = Limiter::default();
        for number in 0..5 {
            assert!(limiter.begin(&at(&format!("2001:db8::{number}"), 0)));
        }
        assert!(!limiter.begin(&at("2001:db8::ffff", 0)));
        assert!(limiter.begin(&at("2001:db8:0:1::1", 0)));
    }

    #[test]
    fn pages_and_proxies_do_not_use_up_local_attempts() {
        let limiter = Limiter::default();
        let here = Client { is_here: true, ..at("127.0.0.1", 0) };
        let page = Client { is_foreign_page: true, ..at("127.0.0.1", 0) };
        let proxied = at("127.0.0.1", 0);
        for client in [&page, &proxied, &here] {
            for _ in 0..PER_SOURCE {
                assert!(limiter.begin(client), "{client:?}");
            }
            assert!(!limiter.begin(client), "{client:?}");
        }
    }
}
