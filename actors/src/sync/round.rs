//! One sync of an open budget, from its first request to its end: gets messages from the database,
//! exchanges them with the server, and lets the engine decide the next step.

use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::Value;
use sobre_engine::crdt::{Timestamp, latest_accepted};
use sobre_engine::sync::clock_offset::{ServerTime, deserves_notice};
use sobre_engine::sync::fault::SyncFault;
use sobre_engine::sync::round::{Round, Step};

use super::exchange::{Exchange, ExchangeOutcome};
use super::on_network_thread;
use super::server_clock::confirmed;
use super::target::{SyncParts, Target};
use crate::database_actor::syncing::{CorrectClock, HasMessages, Receive, SetMetadata};
use crate::db::Generation;
use crate::db::metadata::keys;
use crate::files::Metadata;

/// Without an earlier sync, start with changes this recent.
const FIRST_LOOK_MS: u64 = 300_000;

/// How a successful sync ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SyncEnd {
    /// Both sides have the same messages.
    Synced {
        /// Whether new messages arrived.
        received: bool,
        /// The clock's offset, if it changed enough for a notice.
        offset_ms: Option<i64>,
    },
    /// The budget moved to another file or generation meanwhile.
    Stale,
}

/// Syncs one open budget.
pub(super) struct BudgetSync {
    parts: SyncParts,
    /// The budget's name last sent to the server.
    name: Mutex<Option<String>>,
    /// Whether the server's time is known.
    knows_time: Mutex<bool>,
    exchange: Exchange,
}

impl BudgetSync {
    pub(super) fn new(parts: SyncParts) -> Self {
        let name = Metadata::read_or_default(&parts.dir).budget_name().map(str::to_owned);
        let (name, knows_time) = (Mutex::new(name), Mutex::new(false));
        let exchange = Exchange::new(parts.clone());
        Self { parts, name, knows_time, exchange }
    }

    /// Exchanges until both sides have the same messages. After `clock-drift`, requests the
    /// server's time again and retries once, because the known offset may be wrong.
    pub(super) async fn sync(&self, target: &Target) -> Result<SyncEnd, SyncFault> {
        let ended = self.round(target).await;
        if ended != Err(SyncFault::ClockDrift) {
            return ended;
        }
        *self.knows_time.lock() = false;
        self.round(target).await
    }

    async fn round(&self, target: &Target) -> Result<SyncEnd, SyncFault> {
        let mut offset_ms = self.first_look_at_the_clock(target).await?;
        let (mut round, mut step) = Round::start(self.since());
        let (mut received, mut clock, mut counted) = (false, Timestamp::ZERO, None);
        let mut arrived = None;
        loop {
            step = match step {
                Step::Send(since) => {
                    let exchanged = self.exchange.run(target, since).await?;
                    let ExchangeOutcome { answer, merkle, meta } = exchanged;
                    if self.is_stale(target)? {
                        return Ok(SyncEnd::Stale);
                    }
                    counted = meta.changes;
                    if let Some(server_ms) = meta.server_ms {
                        offset_ms = self.correct_clock(target, server_ms).await?.or(offset_ms);
                    }
                    arrived = Some(answer);
                    round.answered(&merkle)
                }
                Step::Apply => {
                    let answer = arrived.take().unwrap_or_else(|| self.exchange.new_spool());
                    let slices = answer.into_slices(target.key.clone())?;
                    let (expected, of) = (slices.expected(), target.generation());
                    let receive = Receive { slices: Box::new(slices), expected, of };
                    let Some(stored) = self.parts.ask_db(receive).await?? else {
                        return Ok(SyncEnd::Stale);
                    };
                    received |= stored.fresh > 0;
                    clock = stored.clock;
                    round.applied(&stored.merkle)
                }
                Step::Done => break,
                Step::Fault(fault) => return Err(fault),
            };
        }
        self.remember(clock).await?;
        self.parts.changes.send_replace(counted);
        self.send_name(target).await;
        Ok(SyncEnd::Synced { received, offset_ms })
    }

    /// The time to start from: the end of the last sync.
    fn since(&self) -> Timestamp {
        self.last_synced().unwrap_or_else(|| {
            let now = u64::try_from(self.now_ms()).unwrap_or(0);
            Timestamp::since(now.saturating_sub(FIRST_LOOK_MS))
        })
    }

    fn last_synced(&self) -> Option<Timestamp> {
        let metadata = Metadata::read_or_default(&self.parts.dir);
        metadata.text(keys::LAST_SYNCED_TIMESTAMP).and_then(|text| text.parse().ok())
    }

    fn now_ms(&self) -> i64 {
        self.parts.environment.clock.now_ms().saturating_add(self.parts.link.offset_ms())
    }

    fn is_stale(&self, target: &Target) -> Result<bool, SyncFault> {
        let metadata = Metadata::of(&self.parts.dir).map_err(|_| SyncFault::StorageFull)?;
        Ok(Generation::of(&metadata) != Some(target.generation()))
    }

    /// Gets the server's time before anything is sent: with a wrong clock, this computer would send
    /// messages that no server accepts.
    async fn first_look_at_the_clock(&self, target: &Target) -> Result<Option<i64>, SyncFault> {
        if *self.knows_time.lock() {
            return Ok(None);
        }
        let server = Arc::clone(&target.server);
        let server_ms = on_network_thread(move || server.server_ms()).await?;
        *self.knows_time.lock() = true;
        match server_ms {
            Some(server_ms) => self.correct_clock(target, server_ms).await,
            None => Ok(None),
        }
    }

    /// Adopts the server's time if this computer's differs; returns the offset if the change
    /// deserves a notice.
    async fn correct_clock(
        &self,
        target: &Target,
        server_ms: u64,
    ) -> Result<Option<i64>, SyncFault> {
        // Both sides already have later messages, so the server's clock is wrong.
        if self.has_synced_after(latest_accepted(server_ms)).await? {
            tracing::warn!("the server's clock is behind synced messages and is ignored");
            return Ok(None);
        }
        let (clock, link) = (Arc::clone(&self.parts.environment.clock), &self.parts.link);
        let first = ServerTime { server_ms, own_ms: clock.now_ms() };
        let known = link.offset_ms();
        let mut offset_ms = first.offset_ms(known);
        if offset_ms != known {
            let server = Arc::clone(&target.server);
            let again = on_network_thread(move || Ok(confirmed(&*server, first, &*clock))).await?;
            offset_ms = again.map_or(known, |again| again.offset_ms(known));
        }
        link.set_offset_ms(offset_ms);
        self.parts.ask_db(CorrectClock { offset_ms }).await?;
        Ok(deserves_notice(known, offset_ms).then_some(offset_ms))
    }

    /// Whether both sides have messages later than this. The end of the last sync proves less: it
    /// is a time of this computer's clock, which may have been wrong then.
    async fn has_synced_after(&self, millis: u64) -> Result<bool, SyncFault> {
        let Some(until) = self.last_synced().filter(|last| last.millis() > millis) else {
            return Ok(false);
        };
        let after = Timestamp::since(millis.saturating_add(1));
        self.parts.ask_db(HasMessages { after, until }).await
    }

    async fn remember(&self, clock: Timestamp) -> Result<(), SyncFault> {
        let text = clock.text().as_str().to_owned();
        let metadata = Metadata::read_or_default(&self.parts.dir);
        if metadata.text(keys::LAST_SYNCED_TIMESTAMP) == Some(text.as_str()) {
            return Ok(());
        }
        self.parts
            .ask_db(SetMetadata(vec![(keys::LAST_SYNCED_TIMESTAMP, Value::String(text))]))
            .await
    }

    /// Sends the budget's name to the server if it changed. The next sync corrects a failure.
    async fn send_name(&self, target: &Target) {
        let Ok(metadata) = Metadata::of(&self.parts.dir) else { return };
        let name = metadata.budget_name().map(str::to_owned);
        if *self.name.lock() == name {
            return;
        }
        let Some(new) = name.clone() else { return };
        let target = target.clone();
        let result =
            on_network_thread(move || target.server.rename_file(&target.file_id, &new)).await;
        match result {
            Ok(()) => *self.name.lock() = name,
            Err(fault) => tracing::debug!(%fault, "the server was not told the new name"),
        }
    }
}
