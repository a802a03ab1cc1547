//! Pending sign-ins, and offered accounts that are not linked yet. They are in memory only: after a
//! restart the user signs in again. Tokens are stored as digests, so that the timing of a
//! comparison reveals nothing.

use std::collections::HashMap;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parking_lot::Mutex;
use sha2::{Digest as _, Sha256};
use sobre_engine::banks::Provider;

use super::connections::{Connection, LinkCode, LinkFault, LinkState, Linked};
use super::provider::{Back, Granted, Step};

/// How long a sign-in or an offer lasts.
pub(super) const LIFETIME_MS: i64 = 30 * 60 * 1000;
/// Most sign-ins and offers at once.
const MOST: usize = 1000;

/// A sign-in at a bank.
pub(super) struct SignIn {
    pub(super) file: String,
    pub(super) provider: Provider,
    pub(super) step: Step,
    /// The result of a redirect.
    pub(super) back: Option<Back>,
    /// The connection to repair.
    pub(super) repair: Option<String>,
    /// The final state.
    pub(super) outcome: Option<LinkState>,
    /// The connection of another program's sign-in, which redeems its offer at once.
    pub(super) redeemed: Option<Connection>,
}

/// Offered accounts that are not linked yet.
pub(super) struct Offer {
    pub(super) file: String,
    pub(super) provider: Provider,
    pub(super) granted: Granted,
}

type TokenDigest = [u8; 32];

struct Timed<T> {
    until_ms: i64,
    value: T,
}

/// All pending sign-ins and offers.
#[derive(Default)]
pub(super) struct SignIns {
    running: Mutex<HashMap<TokenDigest, Timed<Arc<Mutex<SignIn>>>>>,
    offers: Mutex<HashMap<TokenDigest, Timed<Offer>>>,
    /// Offers that nobody can redeem any more. Their grants are still to be revoked.
    lost: Mutex<Vec<Offer>>,
}

fn digest(token: &str) -> TokenDigest {
    Sha256::digest(token.as_bytes()).into()
}

/// 32 random bytes as text.
pub(super) fn fresh_token() -> Linked<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|_| LinkFault::of(LinkCode::Unknown))?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

/// Removes and returns expired entries, and the oldest one if there are too many.
fn tidy<T>(all: &mut HashMap<TokenDigest, Timed<T>>, now_ms: i64) -> Vec<T> {
    let expired = all.extract_if(|_, it| it.until_ms <= now_ms);
    let mut removed: Vec<T> = expired.map(|(_, it)| it.value).collect();
    while all.len() >= MOST {
        let oldest = all.iter().min_by_key(|(_, it)| it.until_ms).map(|(token, _)| *token);
        removed.extend(oldest.and_then(|it| all.remove(&it)).map(|it| it.value));
    }
    removed
}

impl SignIns {
    /// Stores a sign-in under its token.
    pub(super) fn begin(&self, token: &str, sign_in: SignIn, now_ms: i64) {
        let mut running = self.running.lock();
        tidy(&mut running, now_ms);
        let value = Arc::new(Mutex::new(sign_in));
        running.insert(digest(token), Timed { until_ms: now_ms + LIFETIME_MS, value });
    }

    /// Finds a sign-in, whether pending or finished.
    pub(super) fn find(&self, token: &str, now_ms: i64) -> Linked<Arc<Mutex<SignIn>>> {
        let running = self.running.lock();
        let found = running.get(&digest(token)).filter(|it| it.until_ms > now_ms);
        found.map(|it| Arc::clone(&it.value)).ok_or_else(unknown)
    }

    /// Removes a sign-in.
    pub(super) fn stop(&self, token: &str) {
        self.running.lock().remove(&digest(token));
    }

    /// Stores an offer; returns the token that redeems it.
    pub(super) fn offer(&self, offer: Offer, now_ms: i64) -> Linked<String> {
        let token = fresh_token()?;
        let mut offers = self.offers.lock();
        self.lost.lock().extend(tidy(&mut offers, now_ms));
        offers.insert(digest(&token), Timed { until_ms: now_ms + LIFETIME_MS, value: offer });
        Ok(token)
    }

    /// Removes and returns an offer of a file, so that it works only once.
    pub(super) fn redeem(&self, file: &str, token: &str, now_ms: i64) -> Linked<Offer> {
        let mut offers = self.offers.lock();
        let token = digest(token);
        if offers.get(&token).is_none_or(|it| it.until_ms <= now_ms || it.value.file != file) {
            return Err(unknown());
        }
        offers.remove(&token).map(|it| it.value).ok_or_else(unknown)
    }

    /// Removes and returns the offers that nobody can redeem any more.
    pub(super) fn take_lost(&self, now_ms: i64) -> Vec<Offer> {
        let expired = tidy(&mut self.offers.lock(), now_ms);
        let mut lost = std::mem::take(&mut *self.lost.lock());
        lost.extend(expired);
        lost
    }
}

fn unknown() -> LinkFault {
    LinkFault::of(LinkCode::UnknownToken)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(file: &str) -> Offer {
        let granted = Granted::default();
        Offer { file: file.to_owned(), provider: Provider::Plaid, granted }
    }

    #[test]
    fn an_offer_is_good_once_for_its_file_and_not_for_ever() {
        let sign_ins = SignIns::default();
        let token = sign_ins.offer(offer("f"), 0).unwrap();
        assert!(sign_ins.redeem("g", &token, 1).is_err());
        assert!(sign_ins.redeem("f", "other", 1).is_err());
        assert!(sign_ins.redeem("f", &token, 1).is_ok());
        assert!(sign_ins.redeem("f", &token, 1).is_err());
        let token = sign_ins.offer(offer("f"), 0).unwrap();
        assert!(sign_ins.redeem("f", &token, LIFETIME_MS).is_err());
        assert!(sign_ins.take_lost(LIFETIME_MS - 1).is_empty());
        sign_ins.offer(offer("g"), LIFETIME_MS).unwrap();
        let lost = sign_ins.take_lost(LIFETIME_MS);
        assert_eq!(lost.iter().map(|it| it.file.as_str()).collect::<Vec<_>>(), ["f"]);
        assert!(sign_ins.take_lost(LIFETIME_MS).is_empty());
    }
}
