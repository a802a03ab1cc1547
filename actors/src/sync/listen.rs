//! Waits at the server for what others change, so that it is here within a second. Servers of other
//! programs cannot tell; the agenda asks them now and then.

use std::mem;
use std::time::Duration;

use sobre_engine::sync::api::SyncFault;
use tokio::sync::mpsc::WeakSender;
use tokio::sync::watch::Receiver;
use tokio::time::{sleep, timeout};

use super::on_network_thread;
use super::target::{SyncParts, target};
use super::trigger::SyncTrigger;

/// How long to leave a server alone that did not answer.
const NO_ANSWER: Duration = Duration::from_secs(10);
/// How long the sync that follows news may take before news is asked for again.
const SYNC: Duration = Duration::from_secs(10);

/// Sends a trigger for every piece of news, until the budget is closed. It goes on from what the
/// server counted at the last sync, so that nothing in between is missed and own changes are no
/// news.
pub(super) async fn listen(parts: SyncParts, triggers: WeakSender<SyncTrigger>) {
    let mut synced = parts.changes.subscribe();
    let mut silence = Silence::default();
    while let Some(since) = counted(&mut synced).await {
        let Some(Ok(target)) = target(&parts) else {
            sleep(NO_ANSWER).await;
            continue;
        };
        let asked =
            on_network_thread(move || target.server.news(&target.file_id, Some(&since))).await;
        let turned = silence.turns(asked.as_ref().err());
        let is_news =
            asked.as_ref().is_ok_and(|news| news.changed && news.since != *synced.borrow());
        synced.mark_unchanged();
        if (is_news || turned) && !tell(&triggers).await {
            return;
        }
        if is_news {
            // Without a sync the same news would be heard again at once.
            let _ = timeout(SYNC, synced.changed()).await;
        }
        if let Err(fault) = asked {
            tracing::debug!(%fault, "nobody tells of news");
            sleep(NO_ANSWER).await;
        }
    }
}

/// Has the budget synced; answers false once it is closed.
async fn tell(triggers: &WeakSender<SyncTrigger>) -> bool {
    let Some(triggers) = triggers.upgrade() else { return false };
    triggers.send(SyncTrigger::News).await.is_ok()
}

/// What the server counted, once it has counted.
async fn counted(synced: &mut Receiver<Option<String>>) -> Option<String> {
    let counted = synced.wait_for(Option::is_some).await;
    counted.ok().and_then(|since| since.clone())
}

/// Whether the server has stopped answering. People hear of it, and of the end of it, by a sync
/// that fails or succeeds too, and not only when something is to be sent.
#[derive(Default)]
struct Silence(bool);

impl Silence {
    /// Whether it begins or ends with this answer. A server that does not know the question is not
    /// silent.
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
        assert!(turns(Some(SyncFault::not_supported())), "it answers");
    }
}
