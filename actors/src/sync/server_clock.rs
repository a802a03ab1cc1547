//! Asks a sync server for its time. One response alone is not believed: a time that would change
//! something is asked for again, and counts only if both agree.

use sobre_engine::sync::api::SyncFault;
use sobre_engine::sync::clock_offset::ServerTime;

use crate::environment::Clock;
use crate::network::Server;

/// The server's time now, if it agrees with the `first` that it reported.
pub(super) fn confirmed(
    server: &dyn Server,
    first: ServerTime,
    clock: &dyn Clock,
) -> Option<ServerTime> {
    // A server that does not answer this time is asked by the next sync.
    let server_ms = server.server_ms().ok().flatten()?;
    let again = ServerTime { server_ms, own_ms: clock.now_ms() };
    let agrees = first.agrees_with(again);
    if !agrees {
        tracing::warn!("the server reports two times, and neither is used");
    }
    agrees.then_some(again)
}

/// The server's time, asked for twice; `None` if it reports none, or two.
///
/// # Errors
/// [`SyncFault`] when the server does not answer.
pub(crate) fn agreed(
    server: &dyn Server,
    clock: &dyn Clock,
) -> Result<Option<ServerTime>, SyncFault> {
    let Some(server_ms) = server.server_ms()? else { return Ok(None) };
    let first = ServerTime { server_ms, own_ms: clock.now_ms() };
    Ok(confirmed(server, first, clock))
}
