//! One sync of an open budget from its first request to its end: asks the database for what to
//! send, the server for what others did, and the engine what comes next.

use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::Value;
use sobre_engine::crdt::{Timestamp, latest_accepted};
use sobre_engine::sync::api::SyncFault;
use sobre_engine::sync::clock_offset::{ServerTime, deserves_notice};
use sobre_engine::sync::round::{Round, Step};

use super::encryption::FileKey;
use super::exchange::{Cut, Exchanged};
use super::network::Server;
use super::on_network_thread;
use super::server_clock::confirmed;
use super::syncer::SyncParts;
use crate::contract::CallError;
use crate::db::Generation;
use crate::db::syncing::{CorrectClock, Receive, SetMetadata};
use crate::faults::unstored;
use crate::files::Metadata;
use crate::files::metadata::keys;

/// Without a last sync, what happened this long ago is exchanged first.
const FIRST_LOOK_MS: u64 = 300_000;

/// Where an open budget is synced to.
#[derive(Clone)]
pub(crate) struct Target {
    pub(super) server: Arc<dyn Server>,
    pub(super) file_id: String,
    pub(super) group_id: String,
    pub(super) key: Option<FileKey>,
}

impl Target {
    fn generation(&self) -> Generation {
        Generation { file_id: self.file_id.clone(), group_id: self.group_id.clone() }
    }
}

/// How a sync ended that did not fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ended {
    /// Both sides have the same.
    Synced {
        /// Whether anything came.
        received: bool,
        /// How far this computer's clock is off, if that is new.
        offset_ms: Option<i64>,
    },
    /// The budget moved to another file or generation meanwhile.
    Stale,
}

/// Where to sync to: nothing without a server, without a session, and for a local budget; a
/// fault when the key of the file is not on this device.
pub(super) fn target(parts: &SyncParts) -> Option<Result<Target, SyncFault>> {
    let Ok(metadata) = Metadata::of(&parts.dir) else { return Some(Err(SyncFault::StorageFull)) };
    let Generation { file_id, group_id } = Generation::of(&metadata)?;
    let link = &parts.link;
    link.url()?;
    let Some(server) = link.session() else { return Some(Err(SyncFault::TokenExpired)) };
    let key = match metadata.text(keys::ENCRYPT_KEY_ID) {
        None => None,
        Some(key_id) => match link.key(&file_id, key_id) {
            Some(key) => Some(key),
            None => return Some(Err(SyncFault::EncryptFailure { missing_key: true })),
        },
    };
    Some(Ok(Target { server, file_id, group_id, key }))
}

/// Syncs one open budget.
pub(super) struct Syncing {
    pub(super) parts: SyncParts,
    /// The name the server was told last.
    name: Mutex<Option<String>>,
    /// Whether the server was asked for its time.
    knows_time: Mutex<bool>,
    /// An answer that was cut off.
    pub(super) cut: Mutex<Option<Cut>>,
}

impl Syncing {
    pub(super) fn new(parts: SyncParts) -> Self {
        let name = Metadata::read_or_default(&parts.dir).budget_name().map(str::to_owned);
        let (name, knows_time) = (Mutex::new(name), Mutex::new(false));
        Self { parts, name, knows_time, cut: Mutex::new(None) }
    }

    /// Exchanges until both sides have the same. Where a clock was found to be wrong, the server's
    /// time is asked for again and all is tried once more: the time that was used may be the wrong
    /// one.
    pub(super) async fn sync(&self, target: &Target) -> Result<Ended, SyncFault> {
        let ended = self.round(target).await;
        if ended != Err(SyncFault::ClockDrift) {
            return ended;
        }
        *self.knows_time.lock() = false;
        self.round(target).await
    }

    async fn round(&self, target: &Target) -> Result<Ended, SyncFault> {
        let mut offset_ms = self.first_look_at_the_clock(target).await?;
        let (mut round, mut step) = Round::start(self.since());
        let (mut received, mut clock, mut counted) = (false, Timestamp::ZERO, None);
        let mut came = None;
        loop {
            step = match step {
                Step::Send(since) => {
                    let Exchanged { answer, merkle, told } = self.exchange(target, since).await?;
                    if self.is_stale(target)? {
                        return Ok(Ended::Stale);
                    }
                    counted = told.changes;
                    if let Some(server_ms) = told.server_ms {
                        offset_ms = self.correct_clock(target, server_ms).await?.or(offset_ms);
                    }
                    came = Some(answer);
                    round.answered(&merkle)
                }
                Step::Apply => {
                    let answer = came.take().unwrap_or_else(|| self.room());
                    let slices = answer.into_slices(target.key.clone())?;
                    let receive = Receive { slices, of: target.generation() };
                    let Some(stored) = self.ask_db(receive).await?? else {
                        return Ok(Ended::Stale);
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
        self.tell_name(target).await;
        Ok(Ended::Synced { received, offset_ms })
    }

    /// From when on to look first: the end of the last sync.
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

    /// A computer whose clock is wrong would send messages nobody accepts, so the server's time is
    /// asked for before anything is sent.
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

    /// Takes over the server's time where this computer's is not near it; answers the difference if
    /// it has become another one by much.
    async fn correct_clock(
        &self,
        target: &Target,
        server_ms: u64,
    ) -> Result<Option<i64>, SyncFault> {
        // Both sides have messages of a later time already: it is the server's clock that is wrong.
        if self.last_synced().is_some_and(|last| last.millis() > latest_accepted(server_ms)) {
            tracing::warn!("the clock of the server lies behind what was synced, and is not used");
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
        self.ask_db(CorrectClock { offset_ms }).await?;
        Ok(deserves_notice(known, offset_ms).then_some(offset_ms))
    }

    async fn remember(&self, clock: Timestamp) -> Result<(), SyncFault> {
        let text = clock.text().as_str().to_owned();
        let metadata = Metadata::read_or_default(&self.parts.dir);
        if metadata.text(keys::LAST_SYNCED_TIMESTAMP) == Some(text.as_str()) {
            return Ok(());
        }
        self.ask_db(SetMetadata(vec![(keys::LAST_SYNCED_TIMESTAMP, Value::String(text))])).await
    }

    /// Tells the server the budget's name when it has changed. Failing is put right next time.
    async fn tell_name(&self, target: &Target) {
        let Ok(metadata) = Metadata::of(&self.parts.dir) else { return };
        let name = metadata.budget_name().map(str::to_owned);
        if *self.name.lock() == name {
            return;
        }
        let Some(new) = name.clone() else { return };
        let target = target.clone();
        let told =
            on_network_thread(move || target.server.rename_file(&target.file_id, &new)).await;
        match told {
            Ok(()) => *self.name.lock() = name,
            Err(fault) => tracing::debug!(%fault, "the server was not told the new name"),
        }
    }

    pub(super) async fn ask_db<M, R>(&self, message: M) -> Result<R, SyncFault>
    where
        M: actix::Message<Result = Result<R, CallError>> + Send + 'static,
        R: Send + 'static,
        crate::db::actor::DbActor: actix::Handler<M>,
    {
        let answer = self.parts.db.send(message).await.map_err(|_| SyncFault::ApplyFailure)?;
        answer.map_err(|error| unstored(&error))
    }
}
