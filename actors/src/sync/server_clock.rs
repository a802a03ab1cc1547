//! The server's clock, as its answers tell it. One answer alone is not believed: a time that would
//! change something is asked for again, and counts only if both agree.

use sobre_engine::sync::api::SyncFault;

use super::network::Server;
use crate::environment::Clock;

/// A server's clock this far away, in milliseconds, is the better one. The server takes messages
/// that are up to five minutes ahead of it, and a device whose clock is behind would refuse those;
/// what comes later over slow connections is no difference yet.
const NEAR_MS: i64 = 10_000;

/// How far a clock that shows `server_ms` is ahead of one that shows `now_ms`, in milliseconds.
fn ahead(server_ms: u64, now_ms: i64) -> i64 {
    i64::try_from(server_ms).unwrap_or(i64::MAX).saturating_sub(now_ms)
}

fn is_near(one: i64, other: i64) -> bool {
    one.saturating_sub(other).abs() <= NEAR_MS
}

/// What makes this computer's clock the server's, in milliseconds; what is known already where
/// that is near enough.
pub(super) fn offset_to(server_ms: u64, now_ms: i64, known: i64) -> i64 {
    let exact = ahead(server_ms, now_ms);
    [0, known].into_iter().find(|one| is_near(*one, exact)).unwrap_or(exact)
}

/// A time that the server told at `now_ms`, if it tells the same when asked again.
pub(super) fn confirmed(
    server: &dyn Server,
    (server_ms, now_ms): (u64, i64),
    clock: &dyn Clock,
) -> Option<u64> {
    // A server that does not answer this time is asked by the next sync.
    let again = server.server_ms().ok().flatten()?;
    let agrees = is_near(ahead(server_ms, now_ms), ahead(again, clock.now_ms()));
    if !agrees {
        tracing::warn!("the server tells two times, and neither is used");
    }
    agrees.then_some(again)
}

/// The server's time, asked for twice; `None` where it tells none, or two.
///
/// # Errors
/// [`SyncFault`] when the server does not answer.
pub(super) fn agreed_ms(server: &dyn Server, clock: &dyn Clock) -> Result<Option<u64>, SyncFault> {
    let told = server.server_ms()?;
    Ok(told.and_then(|told| confirmed(server, (told, clock.now_ms()), clock)))
}
