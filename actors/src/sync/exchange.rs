//! One exchange of a sync. Own messages are sent in pieces, others' messages arrive as a stream,
//! and an interrupted response is resumed.

use std::sync::Arc;

use parking_lot::Mutex;
use sobre_engine::crdt::{Message, Timestamp};
use sobre_engine::sync::api::SyncMeta;
use sobre_engine::sync::fault::SyncFault;
use sobre_engine::sync::wire::SyncRequest;
use tokio::join;

use super::spool::Spool;
use super::target::{SyncParts, Target};
use super::{envelopes, on_network_thread};
use crate::database_actor::syncing::{Collect, Page};
use crate::files::data_dir::UPLOADS_NAME;

/// The end of the year 9998 in milliseconds: no message is later, so the response contains none.
const NEVER_MS: u64 = 253_370_764_799_999;

/// The whole messages of an interrupted response, to be resumed.
struct PartialResponse {
    answer: Spool,
    /// Timestamp of the last one.
    after: Timestamp,
    file_id: String,
    group_id: String,
}

impl PartialResponse {
    fn of(target: &Target, answer: Spool, after: Timestamp) -> Self {
        let (file_id, group_id) = (target.file_id.clone(), target.group_id.clone());
        Self { answer, after, file_id, group_id }
    }

    fn is_of(&self, target: &Target) -> bool {
        self.file_id == target.file_id && self.group_id == target.group_id
    }
}

/// The result of an exchange.
pub(super) struct ExchangeOutcome {
    pub(super) answer: Spool,
    /// JSON text of the server's tree.
    pub(super) merkle: String,
    pub(super) meta: SyncMeta,
}

/// Exchanges messages with the server, one request at a time.
pub(super) struct Exchange {
    parts: SyncParts,
    /// An interrupted response.
    cut: Mutex<Option<PartialResponse>>,
}

impl Exchange {
    pub(super) fn new(parts: SyncParts) -> Self {
        Self { parts, cut: Mutex::new(None) }
    }

    /// Sends everything after `since` in pieces, and requests others' messages with the first
    /// piece. The tree of the last response counts.
    pub(super) async fn run(
        &self,
        target: &Target,
        since: Timestamp,
    ) -> Result<ExchangeOutcome, SyncFault> {
        let first = self.parts.ask_db(Collect { since }).await?;
        let following = self.following(rest_of(&first));
        let (asked, mut next) = join!(self.ask(target, since, first.messages), following);
        let (answer, mut trailer) = asked?;
        while let Some(page) = next {
            let sent = async {
                let page = page?;
                // Read the next page while the server works on this one.
                let following = self.following(rest_of(&page));
                let (sent, following) = join!(self.send(target, page.messages), following);
                Ok((sent?, following))
            };
            match sent.await {
                Ok(sent) => (trailer, next) = sent,
                Err(fault) => {
                    self.keep(target, answer, since).await;
                    return Err(fault);
                }
            }
        }
        let Trailer { merkle, meta } = trailer;
        Ok(ExchangeOutcome { answer, merkle, meta })
    }

    /// The page after a time, if there is one.
    async fn following(&self, since: Option<Timestamp>) -> Option<Result<Page, SyncFault>> {
        match since {
            Some(since) => Some(self.parts.ask_db(Collect { since }).await),
            None => None,
        }
    }

    /// Sends messages and requests those after `since`. An interrupted response is resumed at once
    /// while that brings new messages, otherwise by the next sync.
    async fn ask(
        &self,
        target: &Target,
        since: Timestamp,
        messages: Vec<Message>,
    ) -> Result<(Spool, Trailer), SyncFault> {
        let mut partial = self.cut.lock().take().filter(|cut| cut.is_of(target));
        if partial.is_none() {
            partial = self.earlier(target).await;
        }
        let (mut answer, mut after) = partial.map_or_else(
            || {
                let beside = Spool::beside(&self.parts.dir, &target.group_id);
                (beside.unwrap_or_else(|| self.new_spool()), since)
            },
            |cut| (cut.answer, cut.after),
        );
        let messages = Arc::new(messages);
        loop {
            let arrival = request(target, Arc::clone(&messages), after, answer).await?;
            match arrival {
                Arrival::Trailer(answer, trailer) => return Ok((answer, trailer)),
                Arrival::Part(part, Some(last), SyncFault::Network | SyncFault::BrokenAnswer)
                    if last > after =>
                {
                    (answer, after) = (part, last);
                }
                Arrival::Part(part, _, fault) => {
                    self.keep(target, part, after).await;
                    return Err(fault);
                }
            }
        }
    }

    /// Sends messages and requests none; returns the server's tree.
    async fn send(&self, target: &Target, messages: Vec<Message>) -> Result<Trailer, SyncFault> {
        let never = Timestamp::since(NEVER_MS);
        match request(target, Arc::new(messages), never, self.new_spool()).await? {
            Arrival::Trailer(_, trailer) => Ok(trailer),
            Arrival::Part(_, _, fault) => Err(fault),
        }
    }

    /// A response that an earlier run of the program left incomplete.
    async fn earlier(&self, target: &Target) -> Option<PartialResponse> {
        let (folder, group_id) = (self.parts.dir.clone(), target.group_id.clone());
        let earlier =
            on_network_thread(move || Ok(Spool::earlier(&folder, &group_id).and_then(whole_part)))
                .await;
        let (answer, after) = earlier.ok().flatten()?;
        Some(PartialResponse::of(target, answer, after))
    }

    /// Keeps a partial response for the next sync.
    async fn keep(&self, target: &Target, answer: Spool, after: Timestamp) {
        let partial = on_network_thread(move || Ok(whole_part(answer))).await;
        let Ok(Some((answer, last))) = partial else { return };
        *self.cut.lock() = Some(PartialResponse::of(target, answer, last.max(after)));
    }

    /// A spool for a response.
    pub(super) fn new_spool(&self) -> Spool {
        let name = format!("{}.answer", self.parts.environment.ids.uuid());
        let data_dir = self.parts.dir.parent().unwrap_or(&self.parts.dir);
        Spool::new(data_dir.join(UPLOADS_NAME).join(name))
    }
}

/// Where the next page starts.
fn rest_of(page: &Page) -> Option<Timestamp> {
    page.messages.last().filter(|_| !page.complete).map(|message| message.timestamp)
}

/// The whole messages of a response and the timestamp of the last one, if there are any.
fn whole_part(mut answer: Spool) -> Option<(Spool, Timestamp)> {
    let last = answer.keep_whole();
    answer.set_lasting(last.is_some());
    last.map(|last| (answer, last))
}

/// Parts of a complete response besides its messages.
struct Trailer {
    merkle: String,
    meta: SyncMeta,
}

/// How much of a response arrived.
enum Arrival {
    Trailer(Spool, Trailer),
    /// It was interrupted, or nothing arrived; with the timestamp of the last whole message, and
    /// the fault.
    Part(Spool, Option<Timestamp>, SyncFault),
}

/// Sends one request. Its response may be of any length and is read from its spool.
async fn request(
    target: &Target,
    messages: Arc<Vec<Message>>,
    since: Timestamp,
    mut answer: Spool,
) -> Result<Arrival, SyncFault> {
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
            Ok(meta) => match answer.merkle() {
                Ok(merkle) if !merkle.is_empty() => {
                    answer.set_lasting(false);
                    Ok(Arrival::Trailer(answer, Trailer { merkle, meta }))
                }
                Ok(_) | Err(SyncFault::BrokenAnswer) => {
                    // Not a server's response; whole messages received before stay valid.
                    let last = answer.keep_whole();
                    Ok(Arrival::Part(answer, last, SyncFault::BrokenAnswer))
                }
                Err(fault) => Err(fault),
            },
            // On a full disk, leave the space to the user's data.
            Err(fault) if fault.ends_generation() || fault == SyncFault::StorageFull => {
                answer.set_lasting(false);
                Err(fault)
            }
            Err(fault) => {
                let last = answer.keep_whole();
                Ok(Arrival::Part(answer, last, fault))
            }
        }
    })
    .await
}
