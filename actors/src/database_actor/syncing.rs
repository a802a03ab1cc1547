//! What syncing asks of the database actor: the messages to send, storing those that came, and the
//! few things a sync writes beside rows.

use actix::{Handler, Message as ActixMessage, SyncContext};
use serde_json::Value;
use sobre_engine::crdt::{Change, Merkle, Message, Timestamp};
use sobre_engine::ledger::repair_after_merge;
use sobre_engine::sync::api::SyncFault;

use super::DbActor;
use super::owner::{Owner, is_large};
use crate::contract::events::Nothing;
use crate::contract::{CallError, Event};
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
    /// Whether there are no later ones.
    pub(crate) complete: bool,
}

/// Messages of other copies, slice by slice. An error among them ends the batch.
type Slices = Box<dyn Iterator<Item = Result<Vec<Message>, SyncFault>> + Send>;

/// Stores what another copy did, all or nothing. Nothing is stored, and `None` answered, when the
/// budget has left the generation the server was asked about.
#[derive(ActixMessage)]
#[rtype(result = "Result<Result<Option<Stored>, SyncFault>, CallError>")]
pub(crate) struct Receive {
    pub(crate) slices: Slices,
    /// About how many messages they are in all; nothing is written for 0.
    pub(crate) expected: usize,
    pub(crate) of: Generation,
}

/// How far the log is.
#[derive(Debug)]
pub(crate) struct Stored {
    /// How many messages were new.
    pub(crate) fresh: usize,
    pub(crate) merkle: Merkle,
    pub(crate) clock: Timestamp,
}

/// Works with the server's time; answers whether own messages were given another time.
#[derive(ActixMessage)]
#[rtype(result = "Result<bool, CallError>")]
pub(crate) struct CorrectClock {
    pub(crate) offset_ms: i64,
}

/// Sets keys of the metadata.
#[derive(ActixMessage)]
#[rtype(result = "Result<(), CallError>")]
pub(crate) struct SetMetadata(pub(crate) Vec<(&'static str, Value)>);

/// Makes the tree anew from the log.
#[derive(ActixMessage)]
#[rtype(result = "Result<(), CallError>")]
pub(crate) struct Repair;

/// Leaves the sync generation and forgets the log: this copy becomes the first one, encrypted with
/// a key if there is one.
#[derive(ActixMessage)]
#[rtype(result = "Result<(), CallError>")]
pub(crate) struct Forget {
    pub(crate) key_id: Option<String>,
}

/// What mends the splits and transfers that a received batch or an undone step wrote to, if two
/// devices had edited one without knowing of each other. A batch that wrote more rows than are
/// named is not looked through: so much comes with the first sync of a large budget, which others
/// have mended.
pub(crate) fn mending(reader: &Reader, commit: &Commit) -> Result<Vec<Change>, CallError> {
    let written = commit.touched.iter().find(|touched| touched.table == "transactions");
    match written {
        Some(written) if written.rows.len() < MOST_NAMED => {
            Ok(repair_after_merge(&read::mending::rows(reader, &written.rows)?))
        }
        Some(_) | None => Ok(Vec::new()),
    }
}

impl Owner {
    fn receive(&mut self, slices: Slices, expected: usize) -> Result<Stored, SyncFault> {
        let mut fresh = 0;
        if expected > 0 {
            let commit = self.db.apply_slices(slices, expected)?;
            fresh = commit.messages;
            self.near_bound |= is_large(&commit.facts);
            if fresh > 0 {
                self.merged = true;
                let mended = self.mending(&commit);
                self.published(commit, None, None);
                self.mend(mended);
            }
        }
        Ok(Stored { fresh, merkle: self.db.merkle().clone(), clock: self.db.clock() })
    }

    /// What mends the rows of a commit.
    pub(super) fn mending(&self, commit: &Commit) -> Vec<Change> {
        mending(&self.reader, commit).unwrap_or_else(|error| {
            tracing::warn!(%error, "what was merged could not be looked through");
            Vec::new()
        })
    }

    /// Writes what mends rows, to be sent to the others as well. Failing harms nothing that was
    /// received; the next merge tries again.
    pub(super) fn mend(&mut self, changes: Vec<Change>) {
        if changes.is_empty() {
            return;
        }
        tracing::info!(count = changes.len(), "splits and transfers were mended after a merge");
        match self.db.apply(changes, Origin::Service) {
            Ok(commit) => self.published(commit, None, None),
            Err(error) => self.tell_write_error(&error.into()),
        }
    }

    fn correct_clock(&mut self, offset_ms: i64) -> Result<bool, CallError> {
        self.db.correct_clock(offset_ms);
        Ok(self.db.restamp_ahead()? > 0)
    }

    fn forget(&mut self, key_id: Option<String>) -> Result<(), CallError> {
        self.db.leave_generation(key_id)?;
        self.tell(Event::PrefsUpdated(Nothing {}));
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

impl Handler<Receive> for DbActor {
    type Result = Result<Result<Option<Stored>, SyncFault>, CallError>;

    fn handle(&mut self, message: Receive, _: &mut SyncContext<Self>) -> Self::Result {
        self.guarded(|owner| {
            // Looked at here, where nobody else can come between: what is answered to one
            // generation must not get into the log of the next.
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
                    // Other programs expect no null in the place of what they do not know.
                    if value.is_null() && keys::OF_THIS_COPY.contains(&key) {
                        metadata.remove(key);
                    } else {
                        metadata.set(key, value);
                    }
                }
            })?;
            owner.tell(Event::PrefsUpdated(Nothing {}));
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

impl Handler<Forget> for DbActor {
    type Result = Result<(), CallError>;

    fn handle(&mut self, message: Forget, _: &mut SyncContext<Self>) -> Self::Result {
        self.guarded(|owner| owner.forget(message.key_id))
    }
}
