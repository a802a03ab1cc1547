//! Reads the inbox of a budget: opens the messages that the server sealed, imports them in order
//! and acknowledges them. Fetches by a user and by the schedule take the same path.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::DateTime;
use parking_lot::Mutex;
use sobre_engine::banks::{BankAnswer, BankError};
use sobre_engine::crdt::{Change, Value};
use sobre_engine::ids::AccountId;

use super::importing::{Answered, Counts, Decided, Done};
use super::inbox_keys::InboxKeys;
use super::stored::{BankLinks, Link};
use crate::app::App;
use crate::app::banks::BankRoute;
use crate::banks::connections::InboxEntry;
use crate::banks::message::{AskedBy, InboxMessage, MessageKind};
use crate::banks::sealing::{Place, SealFault};
use crate::contract::bank_screens::BankImport;
use crate::contract::{CallError, ErrorCode, JsonText};
use crate::database_actor::bank_reports::KeepBankReports;
use crate::database_actor::owner::{DecideFn, DecidedFrom};
use crate::database_actor::syncing::SetMetadata;
use crate::db::metadata::keys;
use crate::db::{KeptReport, read};
use crate::limits;
use crate::open_budget::{Cost, OpenBudget};
use crate::session::SessionId;
use crate::world::{Plan, UndoOptions, World};

/// Prefix of the preferences with the number of the last imported message, one per file. Each file
/// numbers its own messages, and a budget that moves to another server gets a new file.
const MARKERS: &str = "sobre.bank-inbox.read.";
/// Newest message format that this version reads.
const NEWEST_FORM: u32 = 1;
/// How long to wait for the key of a message, in milliseconds. Another device may have created it
/// and not synced yet.
const WAITS_FOR_KEY_MS: i64 = 7 * 24 * 60 * 60 * 1000;

/// A running read of an inbox.
pub(super) struct Inbox<'a> {
    app: &'a App,
    budget: &'a Arc<OpenBudget>,
    route: &'a BankRoute,
    /// The sync that a user started. Rows fetched by a user join its undo step.
    sync: Option<u64>,
    origin: Option<SessionId>,
    counts: Counts,
    results: HashMap<AccountId, Done>,
    /// The last message that was imported or skipped.
    read_to: Option<u64>,
}

/// The result of opening a message.
enum Opened {
    Message(Box<InboxMessage>),
    /// It cannot be read yet. Later messages wait too, to keep the order.
    Waits(Waiting),
    /// It can never be read.
    Unreadable,
}

/// Why a message waits.
#[derive(Debug, Clone, Copy)]
enum Waiting {
    Key,
    NewerVersion,
}

impl Waiting {
    /// The word in reports.
    const fn word(self) -> &'static str {
        match self {
            Self::Key => "waits-for-key",
            Self::NewerVersion => "needs-newer-version",
        }
    }
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

    /// The import results by account.
    pub(super) const fn results(&self) -> &HashMap<AccountId, Done> {
        &self.results
    }

    /// Imports new messages in order, up to the first that cannot be read yet.
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
                Opened::Waits(waiting) => return self.tell_waiting(&entry, waiting).await,
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

    /// Requests a full fetch next time, because messages were lost and some providers send only
    /// changes.
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
                tracing::info!(number, "a bank message waits for its key");
                return Ok(Opened::Waits(Waiting::Key));
            }
            Err(fault) => {
                tracing::warn!(number, %fault, "a bank message cannot be opened and was skipped");
                return Ok(Opened::Unreadable);
            }
        };
        let form = serde_json::from_slice::<MessageForm>(&json).ok();
        if form.is_some_and(|form| form.v > NEWEST_FORM) {
            tracing::info!(number, "a bank message needs a newer version of Sobre");
            return Ok(Opened::Waits(Waiting::NewerVersion));
        }
        Ok(match serde_json::from_slice::<InboxMessage>(&json) {
            Ok(message) if message.kind == MessageKind::Unknown => {
                Opened::Waits(Waiting::NewerVersion)
            }
            Ok(message) => Opened::Message(Box::new(message)),
            Err(_) => {
                tracing::warn!(number, "a bank message is malformed and was skipped");
                Opened::Unreadable
            }
        })
    }

    /// Whether a later sync may still bring the key of a message.
    fn may_get_key(&self, entry: &InboxEntry) -> bool {
        let made = ms_of(&entry.made);
        made.is_none_or(|made| self.app.now_ms().saturating_sub(made) < WAITS_FOR_KEY_MS)
    }

    /// Reports that a message waits, for each account of its connection, and once for each reason.
    async fn tell_waiting(
        &mut self,
        entry: &InboxEntry,
        waiting: Waiting,
    ) -> Result<(), CallError> {
        let (connection, by_person) = (entry.connection.clone(), self.sync.is_some());
        let reading = move |world: &World<'_>| {
            let links = BankLinks::of(world)?.links.into_iter();
            let own = links.filter(|it| it.connection().as_ref() == Some(&connection));
            let report = |link: Link| {
                let last = read::bank_reports::newest(world.reader, Some(&link.row.id))?;
                let report = BankImport::waiting(world, &link.row.id, waiting.word(), by_person);
                let is_told = last.first().is_some_and(|last| last.notes == report.notes);
                Ok((report, is_told))
            };
            own.map(report).collect::<Result<Vec<_>, CallError>>()
        };
        for (import, is_told) in self.budget.read(Cost::Quick.into(), reading).await? {
            let account = import.account_id.clone();
            let report = KeptReport { import, fetched_ms: None };
            if !is_told {
                self.report(report.clone()).await?;
            }
            let done = Done { report: Some(report), ..Done::default() };
            self.results.entry(account).or_insert(done);
        }
        Ok(())
    }

    /// Imports a message with all its parts.
    async fn import(&mut self, parts: Vec<InboxMessage>, number: u64) -> Result<(), CallError> {
        let known = self.budget.read(Cost::Quick.into(), BankLinks::of).await?;
        let mut answered = self.answers(&parts, &known);
        let Some(last) = answered.last_mut() else { return self.pass_over(number).await };
        // In the last commit, so that a device with the marker also has the rows.
        last.also.push(marker(&self.route.file, number));
        for answered in answered {
            self.import_one(answered).await?;
        }
        self.read_to = Some(number);
        Ok(())
    }

    /// The responses about linked accounts in the parts of a message.
    fn answers(&self, parts: &[InboxMessage], known: &BankLinks) -> Vec<Answered> {
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
                rows_per_commit: limits::IMPORTED_ROWS_PER_COMMIT,
            })
        });
        answered.collect()
    }

    /// Imports failures that no message contained.
    pub(super) async fn import_failures(&mut self, all: Vec<Answered>) -> Result<(), CallError> {
        for failed in all {
            self.import_one(failed).await?;
        }
        Ok(())
    }

    /// Imports a bank's response about one account. Decides on a read-only connection and writes
    /// only if the ledger was not changed meanwhile, a large import in parts, so that edits do not
    /// wait for it.
    async fn import_one(&mut self, answered: Answered) -> Result<(), CallError> {
        let account = answered.account.clone();
        let (answered, counts) = (Arc::new(answered), self.counts);
        let found: Arc<Mutex<(Vec<Plan<JsonText>>, Done)>> = Arc::default();
        let decide = || -> Result<DecideFn, CallError> {
            let (answered, found) = (Arc::clone(&answered), Arc::clone(&found));
            Ok(Box::new(move |world| {
                let Decided { first, later, done } = answered.decide(world, counts)?;
                *found.lock() = (later, done);
                Ok(first)
            }))
        };
        let (undo, origin) = (UndoOptions::default(), self.origin.clone());
        let (from, again, whose) = (DecidedFrom::Ledger, undo.clone(), origin.clone());
        let written = self.budget.change_beside(from, decide, again, whose).await;
        match written {
            Err(error) if error.code == ErrorCode::Busy => {
                drop(self.budget.change(decide()?, undo.clone(), origin.clone()).await?);
            }
            written => drop(written?),
        }
        let (later, done) = std::mem::take(&mut *found.lock());
        for part in later {
            let answered = Arc::clone(&answered);
            let decide = Box::new(move |world: &World<'_>| answered.part(world, part));
            self.budget.change(decide, undo.clone(), origin.clone()).await?;
        }
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

    /// Marks a message as read without importing anything.
    async fn pass_over(&mut self, number: u64) -> Result<(), CallError> {
        let passed = vec![marker(&self.route.file, number)];
        let decide = move |_: &World<'_>| Ok(Plan::unrecorded(passed, JsonText::default()));
        self.budget.change(Box::new(decide), UndoOptions::default(), None).await?;
        self.read_to = Some(number);
        Ok(())
    }

    /// Uploads the imported rows to the sync server, then acknowledges the messages.
    pub(super) async fn done(&self) {
        let Some(number) = self.read_to else { return };
        // The server must keep the messages until the imported rows are uploaded.
        if self.budget.sync().await.is_err() {
            return;
        }
        let told = self.route.try_ask(move |banks, file| banks.inbox_done(file, number)).await;
        if let Err(fault) = told {
            tracing::info!(code = fault.code.word(), "bank messages could not be acknowledged");
        }
    }

    /// A failure of an account that no message contained.
    pub(super) fn failed(&self, account: &AccountId, external: &str, error: BankError) -> Answered {
        Answered {
            account: account.clone(),
            answer: BankAnswer::failed(external, error),
            message: String::new(),
            fetched_ms: None,
            by_person: true,
            sync: self.sync,
            also: Vec::new(),
            rows_per_commit: limits::IMPORTED_ROWS_PER_COMMIT,
        }
    }
}

impl Done {
    /// Adds the result of a later import of the same account.
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

pub(crate) fn marker(file: &str, number: u64) -> Change {
    Change::new("preferences", &*marker_of(file), "value", Value::from(number.to_string()))
}

/// A time of RFC 3339 in milliseconds since 1970.
fn ms_of(time: &str) -> Option<i64> {
    DateTime::parse_from_rfc3339(time).ok().map(|time| time.timestamp_millis())
}
