//! How often a password may be tried: counted by address and in all, before the costly hash is
//! made. Time is given by the caller.

use std::collections::HashMap;
use std::net::IpAddr;

use parking_lot::Mutex;

/// Failed tries of one address within [`WINDOW_MS`].
const PER_ADDRESS: u32 = 5;
/// Failed tries of all addresses but loopback within [`WINDOW_MS`].
const IN_ALL: u32 = 100;
/// How long a failed try counts: 15 minutes.
const WINDOW_MS: i64 = 15 * 60_000;
/// Addresses remembered at most.
const ADDRESSES: usize = 1024;

/// Failed tries, the table of them bounded.
#[derive(Debug, Default)]
pub(super) struct Limiter {
    tries: Mutex<Tries>,
}

#[derive(Debug, Default)]
struct Tries {
    by_address: HashMap<IpAddr, Window>,
    in_all: Window,
}

/// Tries since the start of a window.
#[derive(Debug, Default, Clone, Copy)]
struct Window {
    since_ms: i64,
    failed: u32,
}

impl Window {
    /// Begins anew with the first try, and when the time is over or was set back.
    fn at(&mut self, now_ms: i64) -> &mut Self {
        if self.failed == 0 || !(0..WINDOW_MS).contains(&(now_ms - self.since_ms)) {
            *self = Self { since_ms: now_ms, failed: 0 };
        }
        self
    }
}

impl Limiter {
    /// Counts a try as failed until [`Limiter::succeeded`] takes it back, so that tries under way
    /// together cannot pass the limit. False when there were too many. Loopback is not held up by
    /// what others do.
    #[must_use]
    pub(super) fn begin(&self, address: Option<IpAddr>, now_ms: i64) -> bool {
        let mut tries = self.tries.lock();
        let address = kept(address);
        let local = address.is_loopback();
        if !local && tries.in_all.at(now_ms).failed >= IN_ALL {
            return false;
        }
        tries.make_room(&address, now_ms);
        let own = tries.by_address.entry(address).or_default().at(now_ms);
        if own.failed >= PER_ADDRESS {
            return false;
        }
        own.failed += 1;
        tries.in_all.failed += u32::from(!local);
        true
    }

    /// The password was right.
    pub(super) fn succeeded(&self, address: Option<IpAddr>) {
        let mut tries = self.tries.lock();
        let address = kept(address);
        if let Some(own) = tries.by_address.get_mut(&address) {
            own.failed = own.failed.saturating_sub(1);
        }
        tries.in_all.failed = tries.in_all.failed.saturating_sub(u32::from(!address.is_loopback()));
    }
}

impl Tries {
    fn make_room(&mut self, address: &IpAddr, now_ms: i64) {
        if self.by_address.len() < ADDRESSES || self.by_address.contains_key(address) {
            return;
        }
        self.by_address.retain(|_, window| now_ms - window.since_ms < WINDOW_MS);
        while self.by_address.len() >= ADDRESSES {
            let oldest = self.by_address.iter().min_by_key(|(_, window)| window.since_ms);
            let Some(oldest) = oldest.map(|(address, _)| *address) else { break };
            self.by_address.remove(&oldest);
        }
    }
}

/// One household has one network of 64 bits; without an address all share one.
fn kept(address: Option<IpAddr>) -> IpAddr {
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

    fn address(number: u32) -> Option<IpAddr> {
        Some(IpAddr::from((0x0a00_0000 + number).to_be_bytes()))
    }

    #[test]
    fn five_failed_tries_close_the_door_for_fifteen_minutes() {
        let limiter = Limiter::default();
        for _ in 0..5 {
            assert!(limiter.begin(address(1), 1_000));
        }
        assert!(!limiter.begin(address(1), 1_000 + WINDOW_MS - 1));
        assert!(limiter.begin(address(2), 1_000), "others are let in");
        assert!(limiter.begin(address(1), 1_000 + WINDOW_MS));
    }

    #[test]
    fn right_passwords_do_not_count() {
        let limiter = Limiter::default();
        for _ in 0..50 {
            assert!(limiter.begin(address(1), 0));
            limiter.succeeded(address(1));
        }
    }

    #[test]
    fn many_addresses_together_are_held_up_but_not_loopback() {
        let limiter = Limiter::default();
        for number in 0..IN_ALL {
            assert!(limiter.begin(address(number), 0));
        }
        assert!(!limiter.begin(address(IN_ALL), 0));
        assert!(limiter.begin(Some(IpAddr::from([127, 0, 0, 1])), 0));
        assert!(limiter.begin(address(IN_ALL), WINDOW_MS));
    }

    #[test]
    fn the_table_of_addresses_is_bounded() {
        let limiter = Limiter::default();
        for number in 0..5_000 {
            let _ = limiter.begin(address(number), i64::from(number));
            limiter.succeeded(address(number));
        }
        assert!(limiter.tries.lock().by_address.len() <= ADDRESSES);
    }

    #[test]
    fn addresses_of_one_network_count_together() {
        let limiter = Limiter::default();
        for number in 0..5 {
            assert!(limiter.begin(Some(format!("2001:db8::{number}").parse().unwrap()), 0));
        }
        assert!(!limiter.begin(Some("2001:db8::ffff".parse().unwrap()), 0));
        assert!(limiter.begin(Some("2001:db8:0:1::1".parse().unwrap()), 0));
    }
}
