//! The syncer of an open budget: receives triggers, runs one sync at a time and notifies the tabs.
//! A shell: the agenda decides when, the round what.

use std::sync::atomic::Ordering;

use serde_json::json;
use sobre_engine::sync::fault::SyncFault;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout_at};

use super::agenda::Agenda;
use super::listen::listen;
use super::round::{BudgetSync, SyncEnd};
use super::target::{SyncParts, target};
use super::trigger::SyncTrigger;
use crate::contract::Event;
use crate::contract::events::SyncEvent;
use crate::notifications::Publish;

/// The tasks of a syncer. Dropping it ends them, even during a sync: stored batches are always
/// complete.
pub(crate) struct SyncerTasks([JoinHandle<()>; 2]);

impl SyncerTasks {
    /// Stops the syncer.
    pub(crate) fn stop(&self) {
        self.0.iter().for_each(JoinHandle::abort);
    }
}

impl Drop for SyncerTasks {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Starts the syncer. Must run on an actix system.
pub(crate) fn start(
    parts: SyncParts,
    sender: &mpsc::Sender<SyncTrigger>,
    triggers: mpsc::Receiver<SyncTrigger>,
) -> SyncerTasks {
    let listening = actix::spawn(listen(parts.clone(), sender.downgrade()));
    let syncer =
        Syncer { sync: BudgetSync::new(parts.clone()), parts, last_sent: None, passing: None };
    SyncerTasks([actix::spawn(syncer.run(triggers)), listening])
}

/// The result last sent to the tabs.
#[derive(Debug, Clone, PartialEq)]
enum Outcome {
    Success,
    Fault(SyncFault),
}

struct Syncer {
    sync: BudgetSync,
    parts: SyncParts,
    last_sent: Option<Outcome>,
    /// A fault that another device may be about to resolve; reported if it persists.
    passing: Option<SyncFault>,
}

type Waiters = Vec<oneshot::Sender<Result<(), SyncFault>>>;

impl Syncer {
    async fn run(mut self, mut triggers: mpsc::Receiver<SyncTrigger>) {
        let mut agenda = Agenda::new(Instant::now());
        let mut waiters = Waiters::new();
        // An automatic sync notifies tabs only if its result is new.
        let mut asked = true;
        loop {
            match timeout_at(agenda.due(), triggers.recv()).await {
                Ok(None) => return,
                Ok(Some(trigger)) => {
                    asked |= !matches!(trigger, SyncTrigger::ChangedElsewhere);
                    note(trigger, &mut agenda, &mut waiters);
                    continue;
                }
                Err(_) => {}
            }
            let wanted = !waiters.is_empty();
            let outcome = self.sync(asked, wanted).await;
            agenda.finished(outcome.as_ref().copied(), Instant::now());
            if self.passing.is_some() {
                agenda.retry_soon(Instant::now());
            }
            for waiter in waiters.drain(..) {
                let _ = waiter.send(outcome.clone());
            }
            asked = false;
        }
    }

    /// Runs one sync and notifies the tabs of its result.
    async fn sync(&mut self, asked: bool, wanted: bool) -> Result<(), SyncFault> {
        let Some(target) = target(&self.parts) else {
            self.last_sent = None;
            return Ok(());
        };
        if asked {
            self.notify("start", None, None);
        }
        let ended = match target {
            Ok(target) => self.sync.sync(&target).await,
            Err(fault) => Err(fault),
        };
        if ended.is_ok() {
            self.passing = None;
        }
        match ended {
            Ok(SyncEnd::Synced { received, offset_ms }) => {
                if let Some(offset_ms) = offset_ms.filter(|&offset_ms| offset_ms != 0) {
                    self.notify_drift(offset_ms);
                }
                let is_news =
                    received || offset_ms.is_some() || self.last_sent != Some(Outcome::Success);
                if asked || is_news {
                    self.notify_success();
                }
                self.last_sent = Some(Outcome::Success);
                Ok(())
            }
            Ok(SyncEnd::Stale) => Ok(()),
            Err(fault) if !wanted && self.may_pass(&fault) => Err(fault),
            Err(fault) => {
                let last_sent = Outcome::Fault(fault.clone());
                if asked || wanted || self.last_sent.as_ref() != Some(&last_sent) {
                    self.notify_fault(&fault);
                }
                self.last_sent = Some(last_sent);
                Err(fault)
            }
        }
    }

    /// Whether a fault is new and typical of another device's reset in progress.
    fn may_pass(&mut self, fault: &SyncFault) -> bool {
        let passes = matches!(fault, SyncFault::FileNeedsUpload | SyncFault::FileKeyMismatch);
        let is_new = passes && self.passing.as_ref() != Some(fault);
        self.passing = is_new.then(|| fault.clone());
        is_new
    }

    fn notify(&self, kind: &'static str, why: Option<&str>, meta: Option<serde_json::Value>) {
        let event = SyncEvent {
            r#type: kind,
            subtype: why.map(str::to_owned),
            meta,
            tables: Vec::new(),
            rows: Some(std::collections::BTreeMap::new()),
            transactions: None,
            revision: self.parts.committed.load(Ordering::Acquire),
            origin: None,
        };
        self.parts.notifications.do_send(Publish(vec![Event::SyncEvent(event)]));
    }

    fn notify_fault(&self, fault: &SyncFault) {
        tracing::info!(%fault, "a sync failed");
        let meta = fault.missing_key().then(|| json!({ "isMissingKey": true }));
        let kind = if fault.is_about_session() { "unauthorized" } else { "error" };
        self.notify(kind, Some(fault.reason()), meta);
    }

    /// Notifies tabs of a successful sync, with the offset of this computer's clock.
    fn notify_success(&self) {
        let offset_ms = self.parts.link.offset_ms();
        let meta = (offset_ms != 0).then(|| json!({ "offsetMs": offset_ms }));
        self.notify("success", None, meta);
    }

    /// Notifies tabs that this computer's clock is wrong. The server's time is used meanwhile.
    fn notify_drift(&self, offset_ms: i64) {
        tracing::warn!(offset_ms, "the clock of this computer or of the server is wrong");
        let meta = json!({ "offsetMs": offset_ms });
        self.notify("error", Some(SyncFault::ClockDrift.reason()), Some(meta));
    }
}

fn note(trigger: SyncTrigger, agenda: &mut Agenda, waiters: &mut Waiters) {
    let now = Instant::now();
    match trigger {
        SyncTrigger::Changed => agenda.changed(now),
        SyncTrigger::Focused => agenda.focused(now),
        SyncTrigger::ChangedElsewhere => agenda.run_now(now),
        SyncTrigger::Now(waiter) => {
            waiters.push(waiter);
            agenda.run_now(now);
        }
    }
}
