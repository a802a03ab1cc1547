//! What an answer of a bank does to an account's transactions.
//!
//! Three ideas keep money right when answers overlap, come twice, or reach two devices. A row that
//! the bank still reports is known by its key, and nobody else may claim its transaction. A
//! transaction that the bank should have reported and did not is either one of the rows reported
//! under another id, or gone. And all follows from the ledger and the answer alone, so importing
//! an answer again changes nothing.

mod gone;
mod matching;
mod pairs;
mod start;
mod twins;
mod writing;

use std::collections::HashSet;

use super::rows::{BankAnswer, Fields};
use super::settings::AccountSettings;
use crate::dates::Day;
use crate::ids::{AccountId, CategoryId, PayeeId, TransactionId};
use crate::money::Amount;

pub use start::StartingBalance;

/// A transaction as an import sees and leaves it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerRow {
    /// Its id.
    pub id: TransactionId,
    /// The day.
    pub date: Day,
    /// The amount.
    pub amount: Amount,
    /// The payee.
    pub payee: Option<PayeeId>,
    /// The category.
    pub category: Option<CategoryId>,
    /// The notes.
    pub notes: Option<String>,
    /// The key of the bank's row that it is.
    pub bank_id: Option<String>,
    /// The payee as the bank writes it.
    pub imported_payee: Option<String>,
    /// Confirmed by the bank.
    pub cleared: bool,
    /// Locked by a reconciliation.
    pub reconciled: bool,
    /// A split.
    pub is_parent: bool,
    /// The starting balance.
    pub is_start: bool,
    /// The schedule it belongs to.
    pub schedule: Option<String>,
    /// What it is as a transfer.
    pub transfer: Transfer,
    /// Deleted.
    pub deleted: bool,
    /// In another account, where a rule or a person moved it.
    pub is_elsewhere: bool,
    /// Keys of the bank's rows that were merged into it.
    pub merged: Vec<String>,
    /// The bank's words about it.
    pub said: Said,
}

/// Whether a transaction is half of a transfer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Transfer {
    /// It is none.
    #[default]
    None,
    /// Its other side is neither cleared nor reconciled.
    Open,
    /// Its other side is.
    Settled,
}

/// A bank's words about a transaction, as stored with it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Said {
    /// The stored object; `None` if no bank said anything, or a file of one did.
    pub fields: Option<Fields>,
}

impl Said {
    /// The bank's fields.
    #[must_use]
    pub const fn of(fields: Fields) -> Self {
        Self { fields: Some(fields) }
    }

    /// Reads the stored text. Only rows of a connection have the bank's amount; a file of a bank
    /// leaves another form.
    #[must_use]
    pub fn stored(text: &str) -> Self {
        let read = serde_json::from_str(text).ok();
        Self {
            fields: read.filter(|it: &Fields| {
                it.contains_key("transactionAmount") || it.contains_key("sobre")
            }),
        }
    }

    /// Whether the transaction came over a connection.
    #[must_use]
    pub fn is_of_bank(&self) -> bool {
        self.fields.as_ref().is_some_and(|it| it.contains_key("transactionAmount"))
    }

    /// Whether the bank said that it booked the transaction.
    fn is_booked(&self) -> bool {
        let booked = self.fields.as_ref().and_then(|it| it.get("booked"));
        booked.and_then(serde_json::Value::as_bool).unwrap_or(false)
    }

    /// The amount that the bank said.
    fn amount(&self) -> Option<Amount> {
        let amount = &self.fields.as_ref()?.get("transactionAmount")?["amount"];
        super::json::decimal(amount)?.amount()
    }

    /// The day that the bank said.
    fn date(&self) -> Option<Day> {
        super::json::day(self.fields.as_ref()?.get("date")?.as_str()?)
    }
}

/// A bank's row as the rules leave it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incoming {
    /// What it is known by.
    pub key: Option<String>,
    /// The provider's id, where the key has more because other rows have the same id.
    pub shared_id: Option<String>,
    /// The key of the pending row that it posts.
    pub pending_of: Option<String>,
    /// Whether the bank booked it.
    pub posted: bool,
    /// The day.
    pub date: Day,
    /// The amount.
    pub amount: Amount,
    /// The payee.
    pub payee: Option<PayeeId>,
    /// The category.
    pub category: Option<CategoryId>,
    /// The notes.
    pub notes: Option<String>,
    /// The payee as the bank writes it.
    pub imported_payee: Option<String>,
    /// The schedule that the rules give it.
    pub schedule: Option<String>,
    /// The fields to store with it.
    pub fields: Fields,
    /// The id of a new transaction without key.
    pub fresh_id: TransactionId,
    /// Whether it is imported: a rule may delete it, and a person may want no pending rows.
    pub wanted: Wanted,
}

/// Whether a row is imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// It is.
    Yes,
    /// The person wants no such rows.
    No,
    /// A rule deletes it if it would be new.
    NotIfNew,
}

/// What else an import depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Context<'c> {
    /// The account.
    pub account: &'c AccountId,
    /// Today.
    pub today: Day,
    /// The account's settings.
    pub settings: &'c AccountSettings,
    /// The bank's balance that was stored before; 0 if there was none.
    pub balance_before: Amount,
    /// Whether this is the first import after the account was linked.
    pub is_first_after_linking: bool,
    /// Whether a later answer was imported before, so that this one tells nothing of what is gone.
    pub is_outdated: bool,
    /// The fields of a starting balance.
    pub start: StartingBalance,
}

/// What an import does.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Imported {
    /// The transactions that are new, revived or changed, as they are then.
    pub rows: Vec<LedgerRow>,
    /// What happened.
    pub report: Report,
}

/// What happened in an import.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// New and revived transactions.
    pub added: Vec<TransactionId>,
    /// Changed ones.
    pub changed: Vec<TransactionId>,
    /// Those of them that became this row of the bank just now.
    pub matched: Vec<TransactionId>,
    /// Those that the bank took away.
    pub removed: Vec<TransactionId>,
    /// Keys of rows that stay away because a person deleted them.
    pub kept_away: Vec<String>,
    /// The kinds of notes.
    pub notes: Vec<Note>,
    /// What became of each incoming row, in their order.
    pub fates: Vec<Fate>,
}

/// Something that a person should know of a transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// What.
    pub kind: NoteKind,
    /// The transaction.
    pub id: TransactionId,
}

/// The kinds of notes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoteKind {
    /// The bank says another amount, and the transaction keeps its own.
    AmountDiffers,
    /// A pending transaction that the bank no longer reports; it stays for now.
    PendingGone,
    /// A booked transaction that the bank took back stays, because it was changed or is in use.
    Withdrawn,
    /// The bank took back so many that none is deleted.
    TooManyWithdrawn,
    /// Two transactions are the same, and cannot be joined.
    Twins,
    /// A row from before the starting balance was left out, because the balance has it already.
    OlderLeftOut,
}

impl NoteKind {
    /// The word in reports.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::AmountDiffers => "amount-differs",
            Self::PendingGone => "pending-gone",
            Self::Withdrawn => "withdrawn",
            Self::TooManyWithdrawn => "too-many-withdrawn",
            Self::Twins => "twins",
            Self::OlderLeftOut => "older-left-out",
        }
    }
}

/// What became of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// A new transaction.
    Added(TransactionId),
    /// A stored one, which it changed.
    Changed(TransactionId),
    /// A stored one, which stays as it is.
    Same(TransactionId),
    /// A reconciled one, which stays as it is.
    Reconciled(TransactionId),
    /// Nothing: a person deleted it.
    KeptAway,
    /// Nothing: a rule deletes it.
    DeletedByRule,
    /// Nothing: the person wants no such rows.
    NotWanted,
    /// Nothing: the starting balance has it already.
    LeftOut,
}

/// Imports an answer. `ledger` has the account's transactions, deleted ones too, without the lines
/// of splits and in the order of the register; also those of other accounts whose id is that of an
/// incoming row. `incoming` are the rows of the answer by their keys.
#[must_use]
pub fn import(
    ledger: &[LedgerRow],
    incoming: &[Incoming],
    answer: &BankAnswer,
    context: &Context<'_>,
) -> Imported {
    let mut work = Work::of(ledger, incoming, answer, context);
    let is_first_sync = work.is_first_sync();
    let difference_before = work.difference(Some(context.balance_before));
    work.identify();
    work.find_unexplained();
    work.pair_alike();
    work.pair_with_other_amounts();
    work.write_matched();
    work.add_new();
    work.settle_gone();
    if is_first_sync {
        work.add_starting_balance();
    } else {
        work.move_starting_balance(difference_before);
    }
    work.finished()
}

/// An import under way.
struct Work<'w> {
    ledger: &'w [LedgerRow],
    incoming: &'w [Incoming],
    answer: &'w BankAnswer,
    context: &'w Context<'w>,
    /// The transactions as they become; new ones at the end.
    rows: Vec<LedgerRow>,
    /// How many of them were there before.
    stored: usize,
    /// Which transactions belong to a row of the answer.
    is_taken: Vec<bool>,
    /// Which the answer should have had and has not.
    is_unexplained: Vec<bool>,
    /// The transaction of each row.
    matched: Vec<Option<usize>>,
    fates: Vec<Fate>,
    kept_away: Vec<String>,
    notes: Vec<Note>,
}

impl<'w> Work<'w> {
    fn of(
        ledger: &'w [LedgerRow],
        incoming: &'w [Incoming],
        answer: &'w BankAnswer,
        context: &'w Context<'w>,
    ) -> Self {
        Self {
            ledger,
            incoming,
            answer,
            context,
            rows: ledger.to_vec(),
            stored: ledger.len(),
            is_taken: vec![false; ledger.len()],
            is_unexplained: vec![false; ledger.len()],
            matched: vec![None; incoming.len()],
            fates: vec![Fate::NotWanted; incoming.len()],
            kept_away: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The account's transactions that are not deleted, with their places.
    fn living(&self) -> impl Iterator<Item = (usize, &LedgerRow)> {
        self.rows.iter().enumerate().filter(|(_, row)| row.is_living())
    }

    fn note(&mut self, kind: NoteKind, place: usize) {
        let note = Note { kind, id: self.rows[place].id.clone() };
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// The transactions that differ from before, and what happened.
    fn finished(self) -> Imported {
        let ledger = self.ledger;
        let mut report = Report {
            kept_away: self.kept_away,
            notes: self.notes,
            fates: self.fates,
            ..Report::default()
        };
        let mut rows = Vec::new();
        for (place, row) in self.rows.into_iter().enumerate() {
            match ledger.get(place) {
                Some(before) if *before == row => continue,
                Some(before) if before.deleted && !row.deleted => report.added.push(row.id.clone()),
                Some(_) if row.deleted => report.removed.push(row.id.clone()),
                Some(before) => {
                    if before.bank_id != row.bank_id {
                        report.matched.push(row.id.clone());
                    }
                    report.changed.push(row.id.clone());
                }
                // Added and joined with another one at once.
                None if row.deleted => continue,
                None => report.added.push(row.id.clone()),
            }
            rows.push(row);
        }
        let changed: HashSet<_> = rows.iter().map(|row| row.id.clone()).collect();
        for fate in &mut report.fates {
            if let Fate::Changed(id) = fate
                && !changed.contains(id)
            {
                *fate = Fate::Same(id.clone());
            }
        }
        Imported { rows, report }
    }
}

impl LedgerRow {
    /// Whether it counts in the account.
    const fn is_living(&self) -> bool {
        !self.deleted && !self.is_elsewhere
    }

    /// Whether it came over a connection.
    fn is_of_bank(&self) -> bool {
        self.said.is_of_bank()
    }

    /// Whether nobody changed the amount since the bank said it.
    fn has_banks_amount(&self) -> bool {
        self.said.amount() == Some(self.amount)
    }

    /// Whether both have the same payee, by id or as the bank writes it.
    fn has_payee_of(&self, payee: Option<&PayeeId>, imported: Option<&str>) -> bool {
        let same_id = self.payee.is_some() && self.payee.as_ref() == payee;
        let imported = imported.map(str::to_lowercase);
        let own = self.imported_payee.as_deref().map(str::to_lowercase);
        same_id || own.is_some() && own == imported
    }

    /// Deletes it for the bank: without its key, nobody takes it for deleted by a person.
    fn withdraw(&mut self) {
        self.deleted = true;
        self.bank_id = None;
    }
}

/// The stored object of a starting balance. It shows later whether somebody changed the balance.
fn start_fields(amount: Amount, date: Day) -> Fields {
    let mut fields = Fields::new();
    let start = serde_json::json!({ "start": amount.cents(), "date": date });
    fields.insert("sobre".to_owned(), start);
    fields
}
