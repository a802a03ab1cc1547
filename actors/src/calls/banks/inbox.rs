//! Reads the inbox of a budget: opens the messages that the server sealed, imports them in order,
//! and tells the server how far it came. One path for what a person fetched and for what the
//! schedule did.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::DateTime;
use parking_lot::Mutex;
use sobre_engine::banks::{BankAnswer, BankError};
use sobre_engine::crdt::{Change, Value};
use sobre_engine::ids::AccountId;

use super::importing::{Answered, Counts, Done};
use super::inbox_keys::InboxKeys;
use super::stored::{Known, Link};
use crate::app::App;
use crate::app::banks::BankRoute;
use crate::banks::connections::InboxEntry;
use crate::banks::message::{AskedBy, InboxMessage, MessageKind};
use crate::banks::sealing::{Place, SealFault};
use crate::contract::{CallError, ErrorCode, JsonText};
use crate::database_actor::bank_reports::KeepBankReports;
use crate::database_actor::owner::DecideFn;
use crate::database_actor::syncing::SetMetadata;
use crate::db::metadata::keys;
use crate::db::{KeptReport, read};
use crate::open_budget::{Cost, OpenBudget};
use crate::session::SessionId;
use crate::world::{Plan, UndoOptions, World};

/// The preferences with the number of the last message that was imported, by the file whose inbox
/// it is. Each file numbers its own, and a budget gets another file when it moves to another
/// server.
const MARKERS: &str = "sobre.bank-inbox.read.";
/// Newest form of messages that this version reads.
const NEWEST_FORM: u32 = 1;
/// How long a message waits for its key, in milliseconds: another device may not have synced yet.
const WAITS_FOR_KEY_MS: i64 = 7 * 24 * 60 * 60 * 1000;

/// An inbox being read.
pub(super) struct Inbox<'a> {
    app: &'a App,
    budget: &'a Arc<OpenBudget>,
    route: &'a BankRoute,
    /// The sync of a person, whose step the rows become that a person asked for.
    sync: Option<u64>,
    origin: Option<SessionId>,
    counts: Counts,
    results: HashMap<AccountId, Done>,
    /// The last message that was imported or passed over.
    read_to: Option<u64>,
}

/// What becomes of a message.
enum Opened {
    Message(Box<InboxMessage>),
    /// It cannot be read now, and nothing after it either.
    Waits,
    /// It can never be read.
    Unreadable,
}

impl<'a> Inbox<'a> {
    pub(super) fn of(
        app: &'a App,
        budget: &'a Arc<OpenBudget>,
        route: &'a BankRoute,
        sync: Option<u64>,
        origin: Option<SessionId>,
    ) -> Self {
        let (counts, results) = (Counts::default(), HashMap::new());
        Self { app, budget, route, sync, origin, counts, results, read_to: None }
    }

    /// What became of the accounts.
    pub(super) const fn results(&self) -> &HashMap<AccountId, Done> {
        &self.results
    }

    /// Imports all messages that were not imported yet, as far as they can be read.
    pub(super) async fn read(&mut self) -> Result<(), CallError> {
        let pref = marker_of(&self.route.file);
        let reading = move |world: &World<'_>| {
            let marker = read::settings::value(world.reader, &pref)?;
            let marker = marker.and_then(|number| number.parse::<u64>().ok()).unwrap_or(0);
            Ok((marker, InboxKeys::of(world)?))
        };
        let (marker, inbox_keys) = self.budget.read(Cost::Quick.into(), reading).await?;
        let list = self.route.ask(move |banks, file| banks.inbox(file, marker)).await?;
        if list.first > marker.saturating_add(1) {
            self.ask_all_once_more().await?;
        }
        let mut parts: Vec<InboxMessage> = Vec::new();
        for entry in list.messages {
            match self.open(&entry, &inbox_keys).await? {
                Opened::Waits => return Ok(()),
                Opened::Unreadable => {
                    parts.clear();
                    self.ask_all_once_more().await?;
                    self.pass_over(entry.number).await?;
                }
                Opened::Message(message) => {
                    let [part, count] = message.part;
                    if part <= 1 {
                        parts.clear();
                    }
                    parts.push(*message);
                    if part >= count && parts.len() >= usize::try_from(count).unwrap_or(1) {
                        self.import(std::mem::take(&mut parts), entry.number).await?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Notes that messages are lost: banks that tell only changes have to tell all once more.
    async fn ask_all_once_more(&self) -> Result<(), CallError> {
        self.budget.ask_db(SetMetadata(vec![(keys::BANK_UNDONE, true.into())])).await
    }

    async fn open(&self, entry: &InboxEntry, keys: &InboxKeys) -> Result<Opened, CallError> {
        let number = entry.number;
        let bytes = self.route.ask(move |banks, file| banks.message(file, number)).await?;
        let place = Place { file: &self.route.file, connection: &entry.connection, number };
        let json = match keys.open(&place, &bytes) {
            Ok(json) => json,
            Err(SealFault::NoKey) if self.may_get_key(entry) => {
                tracing::info!(number, "bank data waits for a key");
                return Ok(Opened::Waits);
            }
            Err(fault) => {
                tracing::warn!(number, %fault, "a message of the inbox was passed over");
                return Ok(Opened::Unreadable);
            }
        };
        let form = serde_json::from_slice::<MessageForm>(&json).ok();
        if form.is_some_and(|form| form.v > NEWEST_FORM) {
            tracing::info!(number, "bank data waits for a newer version of the program");
            return Ok(Opened::Waits);
        }
        Ok(match serde_json::from_slice::<InboxMessage>(&json) {
            Ok(message) if message.kind == MessageKind::Unknown => Opened::Waits,
            Ok(message) => Opened::Message(Box::new(message)),
            Err(_) => {
                tracing::warn!(number, "a message of the inbox cannot be read");
                Opened::Unreadable
            }
        })
    }

    /// Whether the key of a message may still come with a sync.
    fn may_get_key(&self, entry: &InboxEntry) -> bool {
        let made = ms_of(&entry.made);
        made.is_none_or(|made| self.app.now_ms().saturating_sub(made) < WAITS_FOR_KEY_MS)
    }

    /// Imports a message with all its parts.
    async fn import(&mut self, parts: Vec<InboxMessage>, number: u64) -> Result<(), CallError> {
        let known = self.budget.read(Cost::Quick.into(), Known::of).await?;
        let mut answered = self.answers(&parts, &known);
        let Some(last) = answered.last_mut() else { return self.pass_over(number).await };
        // With the rows, so that whoever has the marker has the rows.
        last.also.push(marker(&self.route.file, number));
        for answered in answered {
            self.import_one(answered).await?;
        }
        self.read_to = Some(number);
        Ok(())
    }

    /// What the parts of a message say of linked accounts.
    fn answers(&self, parts: &[InboxMessage], known: &Known) -> Vec<Answered> {
        let Some(first) = parts.first() else { return Vec::new() };
        let mut all: Vec<BankAnswer> = Vec::new();
        for answer in parts.iter().flat_map(|part| &part.accounts) {
            match all.iter_mut().find(|it| it.account == answer.account) {
                Some(known) => known.rows.extend(answer.rows.iter().cloned()),
                None => all.push(answer.clone()),
            }
        }
        let is_of = |link: &&Link| {
            let connection = link.connection();
            let same = connection.as_ref().is_none_or(|it| *it == first.connection);
            link.provider == Some(first.provider) && same && !link.row.closed
        };
        for failed in parts.iter().flat_map(|part| &part.errors) {
            let links = known.links.iter().filter(is_of).map(|link| &link.row.external);
            let concerned = links.filter(|it| failed.account.as_ref().is_none_or(|own| own == *it));
            for external in concerned {
                if !all.iter().any(|it| it.account == *external) {
                    all.push(BankAnswer::failed(external, failed.error.clone()));
                }
            }
        }
        let by_person = first.asked == AskedBy::Person;
        let answered = all.into_iter().filter_map(|answer| {
            let link = known.link(first.provider, &answer.account)?;
            Some(Answered {
                account: link.row.id.clone(),
                answer,
                message: format!("{} {}", first.connection, first.number),
                fetched_ms: ms_of(&first.fetched),
                by_person,
                sync: self.sync.filter(|_| by_person),
                also: Vec::new(),
            })
        });
        answered.collect()
    }

    /// Imports failures that no message told of.
    pub(super) async fn import_failures(&mut self, all: Vec<Answered>) -> Result<(), CallError> {
        for failed in all {
            self.import_one(failed).await?;
        }
        Ok(())
    }

    /// Imports what a bank says of one account. It is decided beside other work and written only
    /// if nothing else was written meanwhile, so that edits do not wait for it.
    async fn import_one(&mut self, answered: Answered) -> Result<(), CallError> {
        let account = answered.account.clone();
        let (answered, counts) = (Arc::new(answered), self.counts);
        let found: Arc<Mutex<Option<Done>>> = Arc::default();
        let decide = || -> Result<DecideFn, CallError> {
            let (answered, found) = (Arc::clone(&answered), Arc::clone(&found));
            Ok(Box::new(move |world| {
                let (plan, done) = answered.decide(world, counts)?;
                *found.lock() = Some(done);
                Ok(plan)
            }))
        };
        let (undo, origin) = (UndoOptions::default(), self.origin.clone());
        let written = self.budget.change_by_cells(decide, undo.clone(), origin.clone()).await;
        match written {
            Err(error) if error.code == ErrorCode::Busy => {
                drop(self.budget.change(decide()?, undo, origin).await?);
            }
            written => drop(written?),
        }
        let done = found.lock().take().unwrap_or_default();
        self.counts.added += done.added.len();
        self.counts.changed += done.changed.len();
        if let Some(report) = done.report.clone() {
            self.report(report).await?;
            self.results.entry(account).or_default().add(done);
        }
        Ok(())
    }

    async fn report(&self, report: KeptReport) -> Result<(), CallError> {
        self.budget.ask_db(KeepBankReports(vec![report])).await
    }

    /// Notes that a message has nothing for this budget.
    async fn pass_over(&mut self, number: u64) -> Result<(), CallError> {
        let passed = vec![marker(&self.route.file, number)];
        let decide = move |_: &World<'_>| Ok(Plan::unrecorded(passed, JsonText::default()));
        self.budget.change(Box::new(decide), UndoOptions::default(), None).await?;
        self.read_to = Some(number);
        Ok(())
    }

    /// Sends what was imported to the sync server, and tells that the messages are done with.
    pub(super) async fn done(&self) {
        let Some(number) = self.read_to else { return };
        // Messages stay until a device that has imported them has also sent the rows.
        if self.budget.sync().await.is_err() {
            return;
        }
        let told = self.route.try_ask(move |banks, file| banks.inbox_done(file, number)).await;
        if let Err(fault) = told {
            tracing::info!(code = fault.code.word(), "the inbox was not told what was read");
        }
    }

    /// A failed answer about an account, of which no message told.
    pub(super) fn failed(&self, account: &AccountId, external: &str, error: BankError) -> Answered {
        Answered {
            account: account.clone(),
            answer: BankAnswer::failed(external, error),
            message: String::new(),
            fetched_ms: None,
            by_person: true,
            sync: self.sync,
            also: Vec::new(),
        }
    }
}

impl Done {
    /// Adds what a later import of the same account did.
    fn add(&mut self, later: Self) {
        self.report = later.report;
        self.added.extend(later.added);
        self.changed.extend(later.changed);
    }
}

/// Only the version of a message.
#[derive(serde::Deserialize)]
struct MessageForm {
    v: u32,
}

fn marker_of(file: &str) -> String {
    format!("{MARKERS}{file}")
}

fn marker(file: &str, number: u64) -> Change {
    Change::new("preferences", &*marker_of(file), "value", Value::from(number.to_string()))
}

/// A time of RFC 3339 in milliseconds since 1970.
fn ms_of(time: &str) -> Option<i64> {
    DateTime::parse_from_rfc3339(time).ok().map(|time| time.timestamp_millis())
}
