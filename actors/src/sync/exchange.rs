//! One exchange of a sync: own messages go out in pieces, what others did comes in as a stream,
//! and an answer that was cut off is gone on with where it ended.

use std::sync::Arc;

use sobre_engine::crdt::{Message, Timestamp};
use sobre_engine::sync::api::{SyncFault, Synced};
use sobre_engine::sync::wire::SyncRequest;
use tokio::join;

use super::round::{Syncing, Target};
use super::spool::Spool;
use super::{apart, envelopes};
use crate::db::syncing::{Collect, Page};
use crate::files::data_dir::UPLOADS_NAME;

/// Milliseconds of the end of the year 9998: nothing is later, so nothing comes back.
const NEVER_MS: u64 = 253_370_764_799_999;

/// The whole messages of an answer that was cut off, to be gone on with.
pub(super) struct Cut {
    answer: Spool,
    /// Time of the last one.
    after: Timestamp,
    file_id: String,
    group_id: String,
}

impl Cut {
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

impl Syncing {
    /// Sends everything after `since`, piece by piece, and asks with the first piece for what
    /// others have. The last answer's tree is the one that counts.
    pub(super) async fn exchange(
        &self,
        target: &Target,
        since: Timestamp,
    ) -> Result<Exchanged, SyncFault> {
        let first = self.ask_db(Collect { since }).await?;
        let following = self.following(rest_of(&first));
        let (asked, mut next) = join!(self.ask(target, since, first.messages), following);
        let (mut answer, mut told) = asked?;
        let mut merkle = answer.merkle()?;
        while let Some(page) = next {
            let said = async {
                let page = page?;
                // The next page is read while the server is busy with this one.
                let following = self.following(rest_of(&page));
                let (said, following) = join!(self.say(target, page.messages), following);
                Ok((said?, following))
            };
            match said.await {
                Ok((said, following)) => ((merkle, told), next) = (said, following),
                Err(fault) => {
                    self.keep(target, answer, since);
                    return Err(fault);
                }
            }
        }
        Ok(Exchanged { answer, merkle, told })
    }

    /// The page that begins after a time, if there is one.
    async fn following(&self, since: Option<Timestamp>) -> Option<Result<Page, SyncFault>> {
        match since {
            Some(since) => Some(self.ask_db(Collect { since }).await),
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
    ) -> Result<(Spool, Synced), SyncFault> {
        let kept = self.cut.lock().take().filter(|cut| cut.is_of(target));
        let kept = kept.map(|cut| (cut.answer, cut.after)).or_else(|| self.left(target));
        let (mut answer, mut after) = kept.unwrap_or_else(|| {
            let beside = Spool::beside(&self.parts.dir, &target.group_id);
            (beside.unwrap_or_else(|| self.room()), since)
        });
        let messages = Arc::new(messages);
        loop {
            let (came, told) = request(target, Arc::clone(&messages), after, answer).await?;
            answer = came;
            match told {
                Ok(told) => {
                    answer.set_lasting(false);
                    return Ok((answer, told));
                }
                Err(SyncFault::Network) => {}
                Err(fault) => {
                    answer.set_lasting(false);
                    return Err(fault);
                }
            }
            match answer.keep_whole() {
                Some(last) if last > after => after = last,
                Some(_) | None => {
                    self.keep(target, answer, after);
                    return Err(SyncFault::Network);
                }
            }
        }
    }

    /// Sends messages and asks for none; answers the server's tree.
    async fn say(
        &self,
        target: &Target,
        messages: Vec<Message>,
    ) -> Result<(String, Synced), SyncFault> {
        let never = Timestamp::since(NEVER_MS);
        let (mut answer, told) = request(target, Arc::new(messages), never, self.room()).await?;
        Ok((answer.merkle()?, told?))
    }

    /// What an earlier program had of an answer when it ended, and from when on to go on asking.
    fn left(&self, target: &Target) -> Option<(Spool, Timestamp)> {
        let mut answer = Spool::left(&self.parts.dir, &target.group_id)?;
        let last = answer.keep_whole();
        answer.set_lasting(last.is_some());
        last.map(|last| (answer, last))
    }

    /// Keeps what came for the next sync.
    fn keep(&self, target: &Target, mut answer: Spool, after: Timestamp) {
        let last = answer.keep_whole();
        answer.set_lasting(last.is_some());
        let Some(last) = last else { return };
        let (file_id, group_id) = (target.file_id.clone(), target.group_id.clone());
        *self.cut.lock() = Some(Cut { answer, after: last.max(after), file_id, group_id });
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

/// One request; what came of the answer is there also if it was cut off.
async fn request(
    target: &Target,
    messages: Arc<Vec<Message>>,
    since: Timestamp,
    mut answer: Spool,
) -> Result<(Spool, Result<Synced, SyncFault>), SyncFault> {
    let target = target.clone();
    apart(move || {
        let request = SyncRequest {
            messages: envelopes::seal(&messages, target.key.as_ref())?,
            file_id: target.file_id,
            group_id: target.group_id,
            key_id: target.key.map(|key| key.id().to_owned()).unwrap_or_default(),
            since: since.text().as_str().to_owned(),
        };
        drop(messages);
        let told = target.server.sync(&request, &mut answer);
        Ok((answer, told))
    })
    .await
}
