//! Imports a bank's data about one account: one commit, or several for many
//! rows, the last with the account's balance and status. The
//! report of the import is stored separately from the synced data.

use std::collections::HashSet;

use sobre_engine::accounts::STARTING_PAYEE;
use sobre_engine::banks::import::{
    Context, Fate, Imported, Incoming, LedgerRow, NoteKind, StartingBalance, import,
};
use sobre_engine::banks::{
    AccountSettings, Balance, BankAnswer, BankError, SyncStatus, transaction_id,
};
use sobre_engine::crdt::{Change, Value};
use sobre_engine::ids::{AccountId, TransactionId};
use sobre_engine::money::Amount;

use super::incoming::{MessageIds, Reading, ruled};
use super::ledger_rows::{Writes, ledger_row};
use super::link_notes::{LinkNote, LinkNotes};
use super::parts::parts;
use crate::calls::payees::made_payees;
use crate::calls::stored_ledger::StoredLedger;
use crate::calls::transactions::{drop_unused, payee_names};
use crate::contract::bank_screens::{BankImport, BankNote, ReportedRows};
use crate::contract::payees::NewPayee;
use crate::contract::{CallError, ErrorCode, JsonText};
use crate::db::read::banks::{LinkedRow, MovedRowsFilter};
use crate::db::{KeptReport, read};
use crate::world::{Plan, Record, World};

/// A bank's response to import.
#[derive(Debug, Clone)]
pub(crate) struct Answered {
    /// The account in the budget.
    pub(crate) account: AccountId,
    pub(crate) answer: BankAnswer,
    /// Identifies the message that carried it.
    pub(crate) message: String,
    /// When it was fetched, in milliseconds since 1970.
    pub(crate) fetched_ms: Option<i64>,
    /// Whether a user started the fetch.
    pub(crate) by_person: bool,
    /// The sync whose undo step this import joins; `None` for scheduled fetches.
    pub(crate) sync: Option<u64>,
    /// Additional changes to write in the last commit.
    pub(crate) also: Vec<Change>,
    /// Most new transactions of a commit.
    pub(crate) rows_per_commit: usize,
}

/// Counts of a sync so far, for the name of its undo step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) added: usize,
    pub(crate) changed: usize,
}

/// The result of an import.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Done {
    /// The report; `None` if the account is no longer linked.
    pub(crate) report: Option<KeptReport>,
    pub(crate) added: Vec<TransactionId>,
    pub(crate) changed: Vec<TransactionId>,
}

/// A decided import.
pub(crate) struct Decided {
    /// The first commit, with everything on which the others depend.
    pub(crate) first: Plan<JsonText>,
    /// The other commits. Rows of others do not matter to them.
    pub(crate) later: Vec<Plan<JsonText>>,
    pub(crate) done: Done,
}

impl Answered {
    /// Decides the import. `before` has the counts of the same sync so far.
    pub(crate) fn decide(&self, world: &World<'_>, before: Counts) -> Result<Decided, CallError> {
        let Some(account) = self.linked(world)? else {
            let first = self.passed_over();
            return Ok(Decided { first, later: Vec::new(), done: Done::default() });
        };
        let mut last = self.also.clone();
        let mut rows = (Vec::new(), Vec::new());
        let mut done = Done::default();
        let has_rows = self.answer.error.is_none() || self.answer.balance.is_some();
        let import = ImportUnder { world, answered: self, account: &account };
        let mut report = import.report();
        if has_rows {
            let Ran { changes, note, new, imported, is_broken } = import.run()?;
            report.fill(&imported, is_broken);
            done.added.clone_from(&imported.report.added);
            done.changed = [imported.report.changed, imported.report.removed].concat();
            rows = parts(changes, &new, self.rows_per_commit);
            last.extend(note);
            if !import.is_outdated()? {
                last.extend(balance_changes(&account, self.answer.balance.as_ref()));
            }
            last.push(account_change(&account, "last_sync", world.now_ms().to_string().as_str()));
        }
        last.extend(status_change(&account, status_of(self.answer.error.as_ref())));
        let (mut changes, mut later) = rows;
        later.last_mut().unwrap_or(&mut changes).extend(last);
        done.report =
            Some(KeptReport { import: report, fetched_ms: self.fetched_ms.filter(|_| has_rows) });
        let (added, changed) = (done.added.len(), done.changed.len());
        let plan = |changes| match self.sync {
            Some(number) => {
                let plan = Plan::step(changes, JsonText::default());
                let facts = [
                    ("added", (before.added + added).into()),
                    ("changed", (before.changed + changed).into()),
                ];
                Plan { record: Record::BankSync(number), ..plan.named("bankSync", facts) }
            }
            None => Plan::unrecorded(changes, JsonText::default()),
        };
        let first = plan(changes);
        Ok(Decided { first, later: later.into_iter().map(plan).collect(), done })
    }

    /// A later part of the import, if the account is still linked.
    pub(crate) fn part(
        &self,
        world: &World<'_>,
        part: Plan<JsonText>,
    ) -> Result<Plan<JsonText>, CallError> {
        Ok(if self.linked(world)?.is_some() { part } else { self.passed_over() })
    }

    /// The account, if the answer is about it.
    fn linked(&self, world: &World<'_>) -> Result<Option<LinkedRow>, CallError> {
        let linked = read::banks::linked(world.reader)?;
        let account = linked.into_iter().find(|it| it.id == self.account && !it.closed);
        Ok(account.filter(|it| it.external == self.answer.account))
    }

    /// The plan for an answer about an account that is no longer linked.
    fn passed_over(&self) -> Plan<JsonText> {
        Plan::unrecorded(self.also.clone(), JsonText::default())
    }
}

/// The account's status after a response.
pub(super) fn status_of(error: Option<&BankError>) -> SyncStatus {
    error.map_or(SyncStatus::Ok, BankError::status)
}

/// The change to an account's status, if it differs.
pub(super) fn status_change(account: &LinkedRow, status: SyncStatus) -> Option<Change> {
    let word = status.word();
    (account.status.as_deref() != Some(word))
        .then(|| account_change(account, "bank_sync_status", word))
}

fn account_change(account: &LinkedRow, column: &'static str, value: impl Into<Value>) -> Change {
    Change::new("accounts", &account.id, column, value)
}

/// The changes to the account's balances at the bank.
fn balance_changes(account: &LinkedRow, balance: Option<&Balance>) -> Vec<Change> {
    let Some(balance) = balance else { return Vec::new() };
    let columns = [
        ("balance_current", account.balance, balance.booked),
        ("balance_available", account.available, balance.available),
        ("balance_limit", account.limit, balance.limit),
    ];
    let changed = columns.into_iter().filter_map(|(column, stored, said)| {
        let cents = said?.cents();
        (stored != Some(cents)).then(|| account_change(account, column, cents))
    });
    changed.collect()
}

/// The result of [`ImportUnder::run`].
struct Ran {
    /// The changes to transactions and what they need.
    changes: Vec<Change>,
    /// The note that the account is no longer newly linked.
    note: Option<Change>,
    /// New transactions that may be written later than the others.
    new: HashSet<TransactionId>,
    imported: Imported,
    /// Whether the account's mappings are unreadable.
    is_broken: bool,
}

/// A running import of one account.
struct ImportUnder<'w> {
    world: &'w World<'w>,
    answered: &'w Answered,
    account: &'w LinkedRow,
}

impl ImportUnder<'_> {
    fn run(&self) -> Result<Ran, CallError> {
        let ids = MessageIds::of(self.world, &self.account.id, &self.answered.message)?;
        match self.run_with(&self.world.with_ids(&ids)) {
            // Another device used these ids for something else.
            Err(error) if error.code == ErrorCode::TransactionExists => self.run_with(self.world),
            done => done,
        }
    }

    fn run_with(&self, world: &World<'_>) -> Result<Ran, CallError> {
        let Self { answered, account, .. } = self;
        let prefs = read::settings::shared(world.reader)?;
        let stored =
            |key: &str| prefs.iter().find(|(it, _)| it == key).map(|(_, value)| value.clone());
        let (settings, is_broken) = AccountSettings::stored(account.id.as_str(), stored);
        let reading =
            Reading { account: &account.id, off_budget: account.off_budget, settings: &settings };
        let mut payees = Vec::new();
        let (incoming, ruled) = ruled(world, &answered.answer, &reading, &mut payees)?;
        let ledger = self.ledger(&incoming)?;
        let note = LinkNotes::of(world)?.get(&account.id, &account.external);
        let start = self.start(world, &note, &mut payees)?;
        let context = Context {
            account: &account.id,
            today: world.today(),
            settings: &settings,
            balance_before: account
                .balance
                .and_then(|cents| Amount::from_cents(cents).ok())
                .unwrap_or_default(),
            is_first_after_linking: note.is_fresh,
            is_outdated: self.is_outdated()?,
            start,
        };
        let imported = import(&ledger, &incoming, &answered.answer, &context);
        let writes = Writes::of(world, &account.id, &ledger, &ruled, &imported)?;
        let changes = written(world, &writes, payees)?;
        let is_fresh = note.is_fresh;
        let note = LinkNote { is_fresh: false, ..note };
        let note = is_fresh.then(|| note.change(&account.id)).transpose()?;
        let new = independent(&ledger, &imported);
        Ok(Ran { changes, note, new, imported, is_broken })
    }

    /// The account's transactions, and those of other accounts that may match rows of the response.
    fn ledger(&self, incoming: &[Incoming]) -> Result<Vec<LedgerRow>, CallError> {
        let account = &self.account.id;
        let keys: Vec<&str> = incoming.iter().filter_map(|it| it.key.as_deref()).collect();
        let pending = incoming.iter().filter_map(|it| it.pending_of.as_deref());
        let all = keys.iter().copied().chain(pending);
        let ids: Vec<TransactionId> = all.map(|key| transaction_id(account, key)).collect();
        let days = incoming.iter().map(|it| it.date);
        let days = days.clone().min().zip(days.max());
        let elsewhere = MovedRowsFilter { ids: &ids, keys: &keys, days };
        let stored = read::banks::compared(self.world.reader, account, &elsewhere)?;
        Ok(stored.iter().filter_map(|row| ledger_row(row, account)).collect())
    }

    /// The fields of a starting balance, in case one is added.
    fn start(
        &self,
        world: &World<'_>,
        note: &LinkNote,
        payees: &mut Vec<NewPayee>,
    ) -> Result<StartingBalance, CallError> {
        let payee = match read::accounts::starting_payee(world.reader)? {
            Some(id) => id.into(),
            None => {
                let id = payee_names::free_id(world, STARTING_PAYEE)?;
                payees.push(NewPayee { id: Some(id.clone()), name: STARTING_PAYEE.to_owned() });
                id
            }
        };
        let category = match self.account.off_budget {
            true => None,
            false => read::accounts::starting_category(world.reader)?,
        };
        Ok(StartingBalance {
            payee: Some(payee),
            category: category.map(Into::into),
            date: note.starting_date,
            amount: note.starting_balance,
        })
    }

    /// Whether a newer response was already imported.
    fn is_outdated(&self) -> Result<bool, CallError> {
        let last = read::bank_reports::last_fetched(self.world.reader, &self.account.id)?;
        Ok(last.zip(self.answered.fetched_ms).is_some_and(|(last, this)| this < last))
    }

    /// The report before the import.
    fn report(&self) -> BankImport {
        let Answered { answer, by_person, .. } = self.answered;
        BankImport {
            error: answer.error.clone(),
            skipped: answer.skipped.clone(),
            ..BankImport::empty(self.world, &self.account.id, *by_person)
        }
    }
}

impl BankImport {
    /// The report of an import that does nothing.
    fn empty(world: &World<'_>, account: &AccountId, by_person: bool) -> Self {
        Self {
            account_id: account.clone(),
            at: world.now_ms(),
            asked: if by_person { "person" } else { "schedule" }.to_owned(),
            error: None,
            added: ReportedRows::default(),
            matched: ReportedRows::default(),
            updated: ReportedRows::default(),
            removed: ReportedRows::default(),
            kept_away: 0,
            skipped: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The report of a message that cannot be read yet.
    pub(super) fn waiting(
        world: &World<'_>,
        account: &AccountId,
        kind: &str,
        by_person: bool,
    ) -> Self {
        let note = BankNote { kind: kind.to_owned(), id: None };
        Self { notes: vec![note], ..Self::empty(world, account, by_person) }
    }
}

/// New transactions that may be written after the others: if the program ends before, reading the
/// answer again adds them as they are decided now. None if that is not sure, because the answer
/// takes transactions away, or has rows from before a starting balance that stays.
fn independent(ledger: &[LedgerRow], imported: &Imported) -> HashSet<TransactionId> {
    let Imported { rows, report } = imported;
    let stored: HashSet<&TransactionId> = ledger.iter().map(|row| &row.id).collect();
    let new = || rows.iter().filter(|row| !row.is_start && !stored.contains(&row.id));
    let written = rows.iter().find(|row| row.is_start && !row.deleted);
    let kept = ledger.iter().find(|row| row.is_start && !row.deleted && !row.is_elsewhere);
    let kept = kept.filter(|_| written.is_none());
    let is_older = kept.is_some_and(|start| new().any(|row| row.date < start.date));
    if is_older || !report.removed.is_empty() || report.fates.contains(&Fate::LeftOut) {
        return HashSet::new();
    }
    let is_later = |row: &&LedgerRow| written.is_none_or(|start| row.date >= start.date);
    new().filter(is_later).map(|row| row.id.clone()).collect()
}

/// The changes to transactions, and the payees that they need.
fn written(
    world: &World<'_>,
    writes: &Writes,
    mut payees: Vec<NewPayee>,
) -> Result<Vec<Change>, CallError> {
    drop_unused(&mut payees, writes.rows());
    let (mut changes, new) = made_payees(world, payees)?;
    let outcome = StoredLedger::of(world).with_payees(new).decide(&writes.batch()?)?;
    changes.extend(outcome.changes);
    Ok(changes)
}

impl BankImport {
    fn fill(&mut self, imported: &Imported, has_broken_mappings: bool) {
        let report = &imported.report;
        self.added = ReportedRows::of(&report.added);
        self.matched = ReportedRows::of(&report.matched);
        let matched: HashSet<_> = report.matched.iter().collect();
        let updated: Vec<_> =
            report.changed.iter().filter(|id| !matched.contains(id)).cloned().collect();
        self.updated = ReportedRows::of(&updated);
        self.removed = ReportedRows::of(&report.removed);
        self.kept_away = u64::try_from(report.kept_away.len()).unwrap_or(u64::MAX);
        let told = report.notes.iter().map(|note| BankNote {
            kind: NoteKind::word(note.kind).to_owned(),
            id: Some(note.id.clone()),
        });
        let broken = BankNote { kind: "mappings-unreadable".to_owned(), id: None };
        self.notes = told.chain(has_broken_mappings.then_some(broken)).collect();
    }
}
