//! Gets the time of a sync server. A single response is not trusted: a time that would change the
//! correction is requested twice and counts only if both responses agree.

use sobre_engine::sync::clock_offset::ServerTime;
use sobre_engine::sync::fault::SyncFault;

use crate::environment::Clock;
use crate::network::Server;

/// The server's current time, if it agrees with the `first` response.
pub(super) fn confirmed(
    server: &dyn Server,
    first: ServerTime,
    clock: &dyn Clock,
) -> Option<ServerTime> {
    // If the server does not respond now, the next sync asks again.
    let server_ms = server.server_ms().ok().flatten()?;
    let again = ServerTime { server_ms, own_ms: clock.now_ms() };
    let agrees = first.agrees_with(again);
    if !agrees {
        tracing::warn!("the server reported two different times; both are ignored");
    }
    agrees.then_some(again)
}

/// The server's time, confirmed by two responses; `None` if it reports none, or they disagree.
///
/// # Errors
/// [`SyncFault`] if the server does not respond.
pub(crate) fn agreed(
    server: &dyn Server,
    clock: &dyn Clock,
) -> Result<Option<ServerTime>, SyncFault> {
    let Some(server_ms) = server.server_ms()? else { return Ok(None) };
    let first = ServerTime { server_ms, own_ms: clock.now_ms() };
    Ok(confirmed(server, first, clock))
}
