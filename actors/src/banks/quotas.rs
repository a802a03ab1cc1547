//! Rate limits of credentials at providers that limit them.

use sha2::{Digest as _, Sha256};

use super::connections::{LinkCode, LinkFault, Linked};
use super::http::Counted;
use super::message::AskedBy;
use super::provider::Scene;
use super::sealing::hex;
use super::store::Store;

/// Most scheduled requests a day.
const MOST_UNATTENDED: u32 = 12;
/// Most requests a day in all.
const MOST_REQUESTS: u32 = 20;

/// The rate limit of a credential.
pub(super) struct Quota {
    /// `None` without a limit.
    digest: Option<String>,
    most: u32,
}

impl Quota {
    /// The limit for a credential. Scheduled requests have a lower one than those of a person.
    pub(super) fn of(credential: Option<&str>, asked: AskedBy) -> Self {
        let most = match asked {
            AskedBy::Person => MOST_REQUESTS,
            AskedBy::Schedule => MOST_UNATTENDED,
        };
        Self { digest: credential.map(quota_digest), most }
    }

    /// Counts requests, but rejects none.
    pub(super) fn counted_only(credential: Option<&str>) -> Self {
        Self { digest: credential.map(quota_digest), most: u32::MAX }
    }

    /// Runs work that sends requests, and counts all of them, whether or not it succeeds. The first
    /// is counted before it is sent, so that a crash cannot lose it.
    ///
    /// # Errors
    /// [`LinkCode::TooManyRequests`] beyond the limit; [`LinkCode::Storage`].
    pub(super) fn within<T>(
        &self,
        store: &Store,
        scene: Scene<'_>,
        work: impl FnOnce(&Scene<'_>) -> T,
    ) -> Linked<T> {
        let http = Counted::new(scene.http);
        let scene = Scene { http: &http, ..scene };
        let Some(digest) = &self.digest else { return Ok(work(&scene)) };
        if store.requests(digest, scene.now_ms)? >= self.most {
            return Err(LinkFault::of(LinkCode::TooManyRequests));
        }
        store.count_requests(digest, scene.now_ms, 1)?;
        let done = work(&scene);
        let more = http.sent().saturating_sub(1);
        if more > 0 {
            store.count_requests(digest, scene.now_ms, more)?;
        }
        Ok(done)
    }
}

/// Identifies a credential in request counts without revealing it.
pub(super) fn quota_digest(credential: &str) -> String {
    let digest: [u8; 32] = Sha256::digest(credential.as_bytes()).into();
    hex(&digest)
}
