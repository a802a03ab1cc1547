//! Requests of a sync to the database actor: collecting messages to send, storing received ones,
//! and writing the sync's metadata.

use actix::{Handler, Message as ActixMessage, SyncContext};
use serde_json::Value;
use sobre_engine::crdt::{Change, Merkle, Message, Timestamp};
use sobre_engine::ledger::repair_after_merge;
use sobre_engine::sync::fault::SyncFault;

use super::DbActor;
use super::owner::Owner;
use crate::contract::events::NoContent;
use crate::contract::sheet::ChangeKind;
use crate::contract::{CallError, Event};
use crate::db::identity::Content;
use crate::db::metadata::keys;
use crate::db::{Commit, Generation, MOST_NAMED, Origin, Reader, read};

/// The oldest stored messages after a time.
#[derive(ActixMessage)]
#[rtype(result = "Result<Page, CallError>")]
pub(crate) struct Collect {
    pub(crate) since: Timestamp,
}

/// Messages to send.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) messages: Vec<Message>,
    /// Whether there are no later messages.
    pub(crate) complete: bool,
}

/// Received messages in slices. An error aborts the batch.
type Slices = Box<dyn Iterator<Item = Result<Vec<Message>, SyncFault>> + Send>;

/// Stores received messages, all or nothing. Stores nothing and returns `None` if the budget has
/// left the generation of the request.
#[derive(ActixMessage)]
#[rtype(result = "Result<Result<Option<StoredLog>, SyncFault>, CallError>")]
pub(crate) struct Receive {
    pub(crate) slices: Slices,
    /// The approximate number of messages; 0 writes nothing.
    pub(crate) expected: usize,
    pub(crate) of: Generation,
}

/// State of the log.
#[derive(Debug)]
pub(crate) struct StoredLog {
    /// The number of new messages.
    pub(crate) fresh: usize,
    pub(crate) merkle: Merkle,
    pub(crate) clock: Timestamp,
}

/// Whether the log has messages after a time, up to another.
#[derive(ActixMessage)]
#[rtype(result = "Result<bool, CallError>")]
pub(crate) struct HasMessages {
    pub(crate) after: Timestamp,
    pub(crate) until: Timestamp,
}

/// Adopts the server's time; returns whether own messages got new timestamps.
#[derive(ActixMessage)]
#[rtype(result = "Result<bool, CallError>")]
pub(crate) struct CorrectClock {
    pub(crate) offset_ms: i64,
}

/// Sets keys of the metadata.
#[derive(ActixMessage)]
#[rtype(result = "Result<(), CallError>")]
pub(crate) struct SetMetadata(pub(crate) Vec<(&'static str, Value)>);

/// Rebuilds the tree from the log.
#[derive(ActixMessage)]
#[rtype(result = "Result<(), CallError>")]
pub(crate) struct Repair;

/// Leaves the sync generation and deletes the log: this copy becomes the first one, with a key if
/// it is encrypted.
#[derive(ActixMessage)]
#[rtype(result = "Result<(), CallError>")]
pub(crate) struct LeaveGeneration {
    pub(crate) key_id: Option<String>,
}

/// Repairs of splits and transfers after a received batch or an undo, in case two devices edited
/// the same one concurrently. A batch with more rows than are listed is skipped: only the first
/// sync of a large budget is that large, and other devices have repaired it.
pub(crate) fn merge_repairs(reader: &Reader, commit: &Commit) -> Result<Vec<Change>, CallError> {
    let written = commit.touched.iter().find(|touched| touched.table == "transactions");
    match written {
        Some(written) if written.rows.len() < MOST_NAMED => {
            Ok(repair_after_merge(&read::merge_repair::rows(reader, &written.rows)?))
        }
        Some(_) | None => Ok(Vec::new()),
    }
}

impl Owner {
    fn receive(&mut self, slices: Slices, expected: usize) -> Result<StoredLog, SyncFault> {
        let mut fresh = 0;
        if expected > 0 {
            let commit = self.db.receive(slices, expected)?;
            fresh = commit.messages;
            if fresh > 0 {
                self.merged = true;
                let repairs = self.repairs_of(&commit);
                self.published(commit, self.cause(ChangeKind::Sync, None), None, None);
                self.write_repairs(repairs);
            }
        }
        Ok(StoredLog { fresh, merkle: self.db.merkle().clone(), clock: self.db.clock() })
    }

    /// Repairs of a commit's rows.
    pub(super) fn repairs_of(&self, commit: &Commit) -> Vec<Change> {
        merge_repairs(&self.reader, commit).unwrap_or_else(|error| {
            tracing::warn!(%error, "merged rows could not be checked");
            Vec::new()
        })
    }

    /// Writes repairs, which are also synced. A failure harms no received data; the next merge
    /// tries again.
    pub(super) fn write_repairs(&mut self, changes: Vec<Change>) {
        if changes.is_empty() {
            return;
        }
        tracing::info!(count = changes.len(), "splits and transfers were repaired after a merge");
        // The commit before may have filled the log, and the next one begins it again.
        if self.db.content_after_work() != Content::Own {
            // The actor looks again and closes the budget.
            return;
        }
        match self.db.apply(changes, Origin::Unrecorded) {
            Ok(commit) => {
                self.published(commit, self.cause(ChangeKind::Program, None), None, None);
            }
            Err(error) => self.publish_write_error(&error.into()),
        }
    }

    fn correct_clock(&mut self, offset_ms: i64) -> Result<bool, CallError> {
        self.db.correct_clock(offset_ms);
        Ok(self.db.restamp_ahead()? > 0)
    }

    fn forget(&mut self, key_id: Option<String>) -> Result<(), CallError> {
        self.db.leave_generation(key_id)?;
        self.publish(Event::PrefsUpdated(NoContent {}));
        self.recompute()
    }
}

impl Handler<Collect> for DbActor {
    type Result = Result<Page, CallError>;

    fn handle(&mut self, message: Collect, _: &mut SyncContext<Self>) -> Self::Result {
        self.guarded(|owner| {
            let (messages, complete) = owner.db.messages_page(message.since)?;
            Ok(Page { messages, complete })
        })
    }
}

impl Handler<HasMessages> for DbActor {
    type Result = Result<bool, CallError>;

    fn handle(&mut self, message: HasMessages, _: &mut SyncContext<Self>) -> Self::Result {
        self.guarded(|owner| Ok(owner.db.has_messages(message.after, message.until)?))
    }
}

impl Handler<Receive> for DbActor {
    type Result = Result<Result<Option<StoredLog>, SyncFault>, CallError>;

    fn handle(&mut self, message: Receive, _: &mut SyncContext<Self>) -> Self::Result {
        self.guarded(|owner| {
            // Checked here on the database thread, where nothing can intervene: messages of one
            // generation must never enter the log of the next.
            if !owner.db.is_in(&message.of)? {
                return Ok(Ok(None));
            }
            Ok(owner.receive(message.slices, message.expected).map(Some))
        })
    }
}

impl Handler<CorrectClock> for DbActor {
    type Result = Result<bool, CallError>;

    fn handle(&mut self, message: CorrectClock, _: &mut SyncContext<Self>) -> Self::Result {
        self.guarded(|owner| owner.correct_clock(message.offset_ms))
    }
}

impl Handler<SetMetadata> for DbActor {
    type Result = Result<(), CallError>;

    fn handle(&mut self, message: SetMetadata, _: &mut SyncContext<Self>) -> Self::Result {
        self.guarded(|owner| {
            owner.db.update_metadata(|metadata| {
                for (key, value) in message.0 {
                    // Other programs do not expect null for keys they do not know.
                    if value.is_null() && keys::OF_THIS_COPY.contains(&key) {
                        metadata.remove(key);
                    } else {
                        metadata.set(key, value);
                    }
                }
            })?;
            owner.publish(Event::PrefsUpdated(NoContent {}));
            Ok(())
        })
    }
}

impl Handler<Repair> for DbActor {
    type Result = Result<(), CallError>;

    fn handle(&mut self, _: Repair, _: &mut SyncContext<Self>) -> Self::Result {
        self.guarded(|owner| Ok(owner.db.repair_merkle()?))
    }
}

impl Handler<LeaveGeneration> for DbActor {
    type Result = Result<(), CallError>;

    fn handle(&mut self, message: LeaveGeneration, _: &mut SyncContext<Self>) -> Self::Result {
        self.guarded(|owner| owner.forget(message.key_id))
    }
}
