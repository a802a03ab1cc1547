//! One exchange of a sync: own messages go out in pieces, what others did comes in as a stream,
//! and an answer that was cut off is gone on with where it ended.

use std::sync::Arc;

use parking_lot::Mutex;
use sobre_engine::crdt::{Message, Timestamp};
use sobre_engine::sync::api::{SyncFault, Synced};
use sobre_engine::sync::wire::SyncRequest;
use tokio::join;

use super::spool::Spool;
use super::target::{SyncParts, Target};
use super::{envelopes, on_network_thread};
use crate::database_actor::syncing::{Collect, Page};
use crate::files::data_dir::UPLOADS_NAME;

/// Milliseconds of the end of the year 9998: nothing is later, so nothing comes back.
const NEVER_MS: u64 = 253_370_764_799_999;

/// The whole messages of an answer that was cut off, to be gone on with.
struct Cut {
    answer: Spool,
    /// Time of the last one.
    after: Timestamp,
    file_id: String,
    group_id: String,
}

impl Cut {
    fn of(target: &Target, answer: Spool, after: Timestamp) -> Self {
        let (file_id, group_id) = (target.file_id.clone(), target.group_id.clone());
        Self { answer, after, file_id, group_id }
    }

    fn is_of(&self, target: &Target) -> bool {
        self.file_id == target.file_id && self.group_id == target.group_id
    }
}

/// What both sides told each other.
pub(super) struct Exchanged {
    pub(super) answer: Spool,
    /// JSON text of the server's tree.
    pub(super) merkle: String,
    pub(super) told: Synced,
}

/// Exchanges messages with the server, one time after the other.
pub(super) struct Exchange {
    parts: SyncParts,
    /// An answer that was cut off.
    cut: Mutex<Option<Cut>>,
}

impl Exchange {
    pub(super) fn new(parts: SyncParts) -> Self {
        Self { parts, cut: Mutex::new(None) }
    }

    /// Sends everything after `since`, piece by piece, and asks with the first piece for what
    /// others have. The last answer's tree is the one that counts.
    pub(super) async fn run(
        &self,
        target: &Target,
        since: Timestamp,
    ) -> Result<Exchanged, SyncFault> {
        let first = self.parts.ask_db(Collect { since }).await?;
        let following = self.following(rest_of(&first));
        let (asked, mut next) = join!(self.ask(target, since, first.messages), following);
        let (answer, mut whole) = asked?;
        while let Some(page) = next {
            let said = async {
                let page = page?;
                // The next page is read while the server is busy with this one.
                let following = self.following(rest_of(&page));
                let (said, following) = join!(self.say(target, page.messages), following);
                Ok((said?, following))
            };
            match said.await {
                Ok(said) => (whole, next) = said,
                Err(fault) => {
                    self.keep(target, answer, since).await;
                    return Err(fault);
                }
            }
        }
        let Whole { merkle, told } = whole;
        Ok(Exchanged { answer, merkle, told })
    }

    /// The page that begins after a time, if there is one.
    async fn following(&self, since: Option<Timestamp>) -> Option<Result<Page, SyncFault>> {
        match since {
            Some(since) => Some(self.parts.ask_db(Collect { since }).await),
            None => None,
        }
    }

    /// Sends messages and asks for those after `since`. An answer that is cut off is gone on with
    /// for as long as that brings something, and by the next sync if it does not.
    async fn ask(
        &self,
        target: &Target,
        since: Timestamp,
        messages: Vec<Message>,
    ) -> Result<(Spool, Whole), SyncFault> {
        let mut kept = self.cut.lock().take().filter(|cut| cut.is_of(target));
        if kept.is_none() {
            kept = self.left(target).await;
        }
        let (mut answer, mut after) = kept.map_or_else(
            || {
                let beside = Spool::beside(&self.parts.dir, &target.group_id);
                (beside.unwrap_or_else(|| self.room()), since)
            },
            |cut| (cut.answer, cut.after),
        );
        let messages = Arc::new(messages);
        loop {
            let came = request(target, Arc::clone(&messages), after, answer).await?;
            match came {
                Came::Whole(answer, whole) => return Ok((answer, whole)),
                Came::Part(part, Some(last), SyncFault::Network | SyncFault::BrokenAnswer)
                    if last > after =>
                {
                    (answer, after) = (part, last);
                }
                Came::Part(part, _, fault) => {
                    self.keep(target, part, after).await;
                    return Err(fault);
                }
            }
        }
    }

    /// Sends messages and asks for none; answers the server's tree.
    async fn say(&self, target: &Target, messages: Vec<Message>) -> Result<Whole, SyncFault> {
        let never = Timestamp::since(NEVER_MS);
        match request(target, Arc::new(messages), never, self.room()).await? {
            Came::Whole(_, whole) => Ok(whole),
            Came::Part(_, _, fault) => Err(fault),
        }
    }

    /// What an earlier program had of an answer when it ended.
    async fn left(&self, target: &Target) -> Option<Cut> {
        let (folder, group_id) = (self.parts.dir.clone(), target.group_id.clone());
        let left =
            on_network_thread(move || Ok(Spool::left(&folder, &group_id).and_then(whole_part)))
                .await;
        let (answer, after) = left.ok().flatten()?;
        Some(Cut::of(target, answer, after))
    }

    /// Keeps what came for the next sync.
    async fn keep(&self, target: &Target, answer: Spool, after: Timestamp) {
        let kept = on_network_thread(move || Ok(whole_part(answer))).await;
        let Ok(Some((answer, last))) = kept else { return };
        *self.cut.lock() = Some(Cut::of(target, answer, last.max(after)));
    }

    /// Room for an answer.
    pub(super) fn room(&self) -> Spool {
        let name = format!("{}.answer", self.parts.environment.ids.uuid());
        let data_dir = self.parts.dir.parent().unwrap_or(&self.parts.dir);
        Spool::new(data_dir.join(UPLOADS_NAME).join(name))
    }
}

/// Where the page behind another begins.
fn rest_of(page: &Page) -> Option<Timestamp> {
    page.messages.last().filter(|_| !page.complete).map(|message| message.timestamp)
}

/// The whole messages of an answer and the time of the last one, if there are any.
fn whole_part(mut answer: Spool) -> Option<(Spool, Timestamp)> {
    let last = answer.keep_whole();
    answer.set_lasting(last.is_some());
    last.map(|last| (answer, last))
}

/// What an answer says beside its messages.
struct Whole {
    merkle: String,
    told: Synced,
}

/// How much of an answer came.
enum Came {
    Whole(Spool, Whole),
    /// It was cut off, or this time nothing of it came; with the time of the last message that
    /// came whole, and why.
    Part(Spool, Option<Timestamp>, SyncFault),
}

/// One request. Its answer, which may be of any length, is read through where it came in.
async fn request(
    target: &Target,
    messages: Arc<Vec<Message>>,
    since: Timestamp,
    mut answer: Spool,
) -> Result<Came, SyncFault> {
    let target = target.clone();
    on_network_thread(move || {
        let request = SyncRequest {
            messages: envelopes::seal(&messages, target.key.as_ref())?,
            file_id: target.file_id,
            group_id: target.group_id,
            key_id: target.key.map(|key| key.id().to_owned()).unwrap_or_default(),
            since: since.text().as_str().to_owned(),
        };
        drop(messages);
        match target.server.sync(&request, &mut answer) {
            Ok(told) => match answer.merkle() {
                Ok(merkle) if !merkle.is_empty() => {
                    answer.set_lasting(false);
                    Ok(Came::Whole(answer, Whole { merkle, told }))
                }
                Ok(_) | Err(SyncFault::BrokenAnswer) => {
                    // No answer of a server; what there is of an earlier one is not the worse.
                    let last = answer.keep_whole();
                    Ok(Came::Part(answer, last, SyncFault::BrokenAnswer))
                }
                Err(fault) => Err(fault),
            },
            // On a full disk the room is given to what people write.
            Err(fault) if fault.ends_generation() || fault == SyncFault::StorageFull => {
                answer.set_lasting(false);
                Err(fault)
            }
            Err(fault) => {
                let last = answer.keep_whole();
                Ok(Came::Part(answer, last, fault))
            }
        }
    })
    .await
}
