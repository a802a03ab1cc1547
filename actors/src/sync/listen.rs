//! Waits at the server for what others change, so that it is here within a second. Servers of other
//! programs cannot tell; the agenda asks them now and then.

use std::mem;
use std::time::Duration;

use sobre_engine::sync::api::SyncFault;
use tokio::sync::mpsc::WeakSender;
use tokio::sync::watch::Receiver;
use tokio::time::{sleep, timeout};

use super::apart;
use super::round::target;
use super::syncer::{SyncParts, Wish};

/// How long to leave a server alone that did not answer.
const NO_ANSWER: Duration = Duration::from_secs(10);
/// How long the sync that follows news may take before news is asked for again.
const SYNC: Duration = Duration::from_secs(10);

/// Sends a wish for every piece of news, until the budget is closed. It goes on from what the
/// server counted at the last sync, so that nothing in between is missed and own changes are no
/// news.
pub(super) async fn listen(parts: SyncParts, wishes: WeakSender<Wish>) {
    let mut synced = parts.changes.subscribe();
    let mut silence = Silence::default();
    while let Some(since) = counted(&mut synced).await {
        let Some(Ok(target)) = target(&parts) else {
            sleep(NO_ANSWER).await;
            continue;
        };
        let asked = apart(move || target.server.news(&target.file_id, Some(&since))).await;
        if silence.begins(asked.as_ref().err()) {
            let Some(wishes) = wishes.upgrade() else { return };
            if wishes.send(Wish::News).await.is_err() {
                return;
            }
        }
        match asked {
            Ok(news) if news.changed && news.since != *synced.borrow() => {
                let Some(wishes) = wishes.upgrade() else { return };
                synced.mark_unchanged();
                if wishes.send(Wish::News).await.is_err() {
                    return;
                }
                // Without a sync the same news would be heard again at once.
                let _ = timeout(SYNC, synced.changed()).await;
            }
            Ok(_) => {}
            Err(fault) => {
                tracing::debug!(%fault, "nobody tells of news");
                sleep(NO_ANSWER).await;
            }
        }
    }
}

/// What the server counted, once it has counted.
async fn counted(synced: &mut Receiver<Option<String>>) -> Option<String> {
    let counted = synced.wait_for(Option::is_some).await;
    counted.ok().and_then(|since| since.clone())
}

/// Whether the server has stopped answering. People hear of it by a sync that fails too, once, and
/// not only when something is to be sent.
#[derive(Default)]
struct Silence(bool);

impl Silence {
    /// Whether it begins with this answer. A server that does not know the question is not silent.
    fn begins(&mut self, fault: Option<&SyncFault>) -> bool {
        let is_silent =
            fault.is_some_and(|fault| *fault == SyncFault::Network || fault.is_about_session());
        let was_silent = mem::replace(&mut self.0, is_silent);
        is_silent && !was_silent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_falls_silent_is_tried_by_one_sync() {
        let mut silence = Silence::default();
        let mut begins = |fault: Option<SyncFault>| silence.begins(fault.as_ref());
        assert!(!begins(None));
        assert!(begins(Some(SyncFault::Network)));
        assert!(!begins(Some(SyncFault::Network)), "that is known");
        assert!(!begins(None));
        assert!(begins(Some(SyncFault::TokenExpired)), "it has answered in between");
        assert!(!begins(Some(SyncFault::not_supported())), "it answers");
    }
}
