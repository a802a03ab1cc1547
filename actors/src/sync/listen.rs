//! Waits at the server for changes of other devices, so that they arrive within a second. Servers
//! of other programs do not support this; the agenda polls them.

use std::mem;
use std::time::Duration;

use sobre_engine::sync::fault::SyncFault;
use tokio::sync::mpsc::WeakSender;
use tokio::sync::watch::Receiver;
use tokio::time::{sleep, timeout};

use super::on_network_thread;
use super::target::{SyncParts, target};
use super::trigger::SyncTrigger;

/// How long to pause after a server did not respond.
const NO_ANSWER: Duration = Duration::from_secs(10);
/// How long to wait for the sync that follows a change before waiting for further changes.
const SYNC: Duration = Duration::from_secs(10);

/// Sends a trigger for every change, until the budget is closed. It continues from the change count
/// of the last sync, so that it misses no change and ignores this device's own.
pub(super) async fn listen(parts: SyncParts, triggers: WeakSender<SyncTrigger>) {
    let mut synced = parts.changes.subscribe();
    let (mut silence, mut last_message) = (Silence::default(), 0);
    while let Some(since) = counted(&mut synced).await {
        let Some(Ok(target)) = target(&parts) else {
            sleep(NO_ANSWER).await;
            continue;
        };
        let asked =
            on_network_thread(move || target.server.news(&target.file_id, Some(&since))).await;
        let newest = asked.as_ref().ok().and_then(|news| news.last_message).unwrap_or(0);
        // What arrived while this budget was closed is found when it opens, and here once more.
        if newest > last_message {
            parts.arrivals.note();
        }
        last_message = newest;
        let turned = silence.turns(asked.as_ref().err());
        let is_news =
            asked.as_ref().is_ok_and(|news| news.changed && news.since != *synced.borrow());
        synced.mark_unchanged();
        if (is_news || turned) && !send_trigger(&triggers).await {
            return;
        }
        if is_news {
            // Without a sync, the next request would report the same change at once.
            let _ = timeout(SYNC, synced.changed()).await;
        }
        if let Err(fault) = asked {
            tracing::debug!(%fault, "waiting for changes failed");
            sleep(NO_ANSWER).await;
        }
    }
}

/// Triggers a sync; false once the budget is closed.
async fn send_trigger(triggers: &WeakSender<SyncTrigger>) -> bool {
    let Some(triggers) = triggers.upgrade() else { return false };
    triggers.send(SyncTrigger::ChangedElsewhere).await.is_ok()
}

/// The server's change count, once known.
async fn counted(synced: &mut Receiver<Option<String>>) -> Option<String> {
    let counted = synced.wait_for(Option::is_some).await;
    counted.ok().and_then(|since| since.clone())
}

/// Whether the server has stopped responding. Losing and regaining it triggers a sync, so that
/// users see its state even when there is nothing to send.
#[derive(Default)]
struct Silence(bool);

impl Silence {
    /// Whether this response changes that. A server that does not know the request still responds.
    fn turns(&mut self, fault: Option<&SyncFault>) -> bool {
        let is_silent =
            fault.is_some_and(|fault| *fault == SyncFault::Network || fault.is_about_session());
        mem::replace(&mut self.0, is_silent) != is_silent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_falls_silent_or_is_back_is_tried_by_one_sync() {
        let mut silence = Silence::default();
        let mut turns = |fault: Option<SyncFault>| silence.turns(fault.as_ref());
        assert!(!turns(None));
        assert!(turns(Some(SyncFault::Network)));
        assert!(!turns(Some(SyncFault::Network)), "that is known");
        assert!(turns(None));
        assert!(!turns(None));
        assert!(turns(Some(SyncFault::TokenExpired)));
        assert!(turns(Some(SyncFault::NotSupported)), "it answers");
    }
}
