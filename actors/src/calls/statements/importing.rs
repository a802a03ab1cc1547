//! Imports transactions of a statement into an account.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Value as Json, json};
use sobre_engine::dates::Day;
use sobre_engine::ids::{AccountId, CategoryId, PayeeId};
use sobre_engine::ledger::{AddedRow, Batch, LedgerError, Transaction, UpdatedRow};
use sobre_engine::money::Amount;
use sobre_engine::statements::{Incoming, Match, Reason, Stored, match_lines};

use super::deleted::Deleted;
use super::given::{Given, ReadError};
use crate::calls::payees::made_payees;
use crate::calls::rules::applying::run_on_new;
use crate::calls::said::{line_of, merged_lines, said, said_again};
use crate::calls::stored_ledger::StoredLedger;
use crate::calls::transactions::{drop_unused, payee_names};
use crate::contract::payees::NewPayee;
use crate::contract::statements::{
    Becomes, ImportOptions, ImportPreview, ImportedTransactions, MatchReason, ParseProblem,
    PreviewRow, TransactionsImport,
};
use crate::contract::transactions::GivenFields;
use crate::contract::{CallError, ErrorCode};
use crate::db::read;
use crate::db::read::statements::{OfStatement, SaidRow};
use crate::limits;
use crate::router::Mutation;
use crate::world::{MovedPayees, Plan, World};

impl Mutation for TransactionsImport {
    fn decide(self, world: &World<'_>) -> Result<Plan<ImportedTransactions>, CallError> {
        let tells_rows = self.is_preview == Some(true);
        self.decide_telling(world, tells_rows)
    }
}

impl TransactionsImport {
    /// As [`Mutation::decide`], where the reply says what happens to each row if `tells_rows`.
    pub(super) fn decide_telling(
        self,
        world: &World<'_>,
        tells_rows: bool,
    ) -> Result<Plan<ImportedTransactions>, CallError> {
        if self.transactions.len() > limits::ROWS_PER_CALL {
            return Err(CallError::of(ErrorCode::TooManyRows));
        }
        let account = AccountId::from(self.account_id);
        let options = self.opts.unwrap_or_default();
        let read = |(place, row)| Given::read(place, row, &account, options, world.ids.row_id());
        let given = match self.transactions.iter().enumerate().map(read).collect() {
            Ok(given) => given,
            Err(ReadError::Refused(error)) => return Err(error),
            Err(ReadError::Unusable(message)) => {
                let errors = vec![ParseProblem { message }];
                let reply = ImportedTransactions { errors, ..ImportedTransactions::default() };
                return Ok(Plan::step(Vec::new(), reply));
            }
        };
        let is_preview = self.is_preview == Some(true);
        let mut import = Import::into(account, is_preview, tells_rows);
        import.prepare(world, given, options)?;
        import.plan(world)
    }
}

/// A transaction after the rules, with its split lines.
struct Entry {
    given: Given,
    row: GivenFields,
    lines: Vec<GivenFields>,
}

/// What an import does, before it is decided.
struct Import {
    /// The account of the statement.
    account: AccountId,
    /// How many given transactions are added or change a stored one.
    count: i64,
    added: Vec<GivenFields>,
    updated: Vec<GivenFields>,
    /// The ids among the updated ones that the reply names.
    told: Vec<String>,
    payees: Vec<NewPayee>,
    preview: Vec<ImportPreview>,
    /// Whether nothing is written.
    is_preview: bool,
    /// Whether the reply says what happens to each given transaction.
    tells_rows: bool,
    /// What happens to the given transactions, with their places.
    rows: Vec<(usize, PreviewRow)>,
}

impl Import {
    const fn into(account: AccountId, is_preview: bool, tells_rows: bool) -> Self {
        Self {
            account,
            count: 0,
            added: Vec::new(),
            updated: Vec::new(),
            told: Vec::new(),
            payees: Vec::new(),
            preview: Vec::new(),
            is_preview,
            tells_rows,
            rows: Vec::new(),
        }
    }

    fn prepare(
        &mut self,
        world: &World<'_>,
        given: Vec<Given>,
        options: ImportOptions,
    ) -> Result<(), CallError> {
        let account = self.account.clone();
        let entries = self.entries(world, given)?;
        let incoming: Vec<Incoming> = entries.iter().map(Entry::incoming).collect();
        // Rules may have set other days.
        let said = entries.iter().map(|entry| entry.given.line.date);
        let days = said.chain(incoming.iter().map(|it| it.date));
        let statement = OfStatement { account: &account, days: days.clone().min().zip(days.max()) };
        let stored = read::statements::of_account(world.reader, &statement, false)?;
        let mut deleted = Deleted::of(world, &statement, options)?;
        let (places, candidates): (Vec<Place<'_>>, Vec<Stored>) =
            stored.iter().flat_map(candidates).unzip();
        let found = match_lines(&incoming, &candidates);
        for (entry, found) in entries.into_iter().zip(found) {
            match found.map(|Match { stored, reason }| (places[stored], reason)) {
                Some((Place::Own(stored), reason)) => {
                    self.update(world, entry, stored, reason)?;
                }
                Some((Place::Merged(stored), reason)) => self.know(entry, stored, reason),
                None if entry.was_deleted(&mut deleted) => {
                    self.tell(&entry, Becomes::DeletedBefore);
                    self.ignore(entry);
                }
                None => self.add(entry),
            }
        }
        drop_unused(&mut self.payees, self.added.iter().chain(&self.updated));
        Ok(())
    }

    /// Names payees and runs the rules. What rules delete is only previewed.
    fn entries(&mut self, world: &World<'_>, given: Vec<Given>) -> Result<Vec<Entry>, CallError> {
        let mut rows: Vec<GivenFields> = given.iter().flat_map(Given::rows).collect();
        payee_names::resolve(world, rows.iter_mut(), &mut self.payees)?;
        let mut rows = run_on_new(world, rows)?;
        payee_names::resolve(world, rows.iter_mut(), &mut self.payees)?;
        let text = |row: &GivenFields, field: &str| {
            row.get(field).and_then(Json::as_str).map(str::to_owned)
        };
        let (mut parents, mut lines) = (HashMap::new(), HashMap::<_, Vec<_>>::new());
        for row in rows {
            match text(&row, "parent_id") {
                Some(parent) => lines.entry(parent).or_default().push(row),
                None => drop(text(&row, "id").map(|id| parents.insert(id, row))),
            }
        }
        let mut entries = Vec::with_capacity(given.len());
        for given in given {
            match parents.remove(&given.id) {
                Some(row) => {
                    let lines = lines.remove(&given.id).unwrap_or_default();
                    entries.push(Entry { given, row, lines });
                }
                None => {
                    if self.tells_rows {
                        self.rows.push((given.place, preview_row(Becomes::DeletedByRule)));
                    }
                    self.preview.push(ImportPreview {
                        transaction: given.fields,
                        existing: None,
                        ignored: None,
                        tombstone: Some(true),
                    });
                }
            }
        }
        Ok(entries)
    }

    /// Keeps what happens to a transaction for the reply.
    fn tell(&mut self, entry: &Entry, becomes: Becomes) -> Option<&mut PreviewRow> {
        if !self.tells_rows {
            return None;
        }
        let text = |field: &str| entry.row.get(field).and_then(Json::as_str);
        let payee = text("payee").map(PayeeId::from);
        let new = self.payees.iter().find(|it| payee.is_some() && it.id == payee);
        let new_payee = new.map(|it| it.name.clone());
        let row = PreviewRow {
            payee: payee.filter(|_| new_payee.is_none()),
            new_payee,
            category: text("category").map(CategoryId::from),
            ..preview_row(becomes)
        };
        self.rows.push((entry.given.place, row));
        self.rows.last_mut().map(|(_, row)| row)
    }

    fn add(&mut self, entry: Entry) {
        self.tell(&entry, Becomes::New);
        let Entry { given, mut row, lines } = entry;
        row.insert("raw_synced_data".to_owned(), json!(said(&self.account, &given.line)));
        self.count += 1;
        self.added.push(row);
        self.added.extend(lines);
    }

    fn ignore(&mut self, entry: Entry) {
        let transaction = entry.row;
        let ignored = Some(true);
        self.preview.push(ImportPreview { transaction, existing: None, ignored, tombstone: None });
    }

    /// Leaves out a transaction that was merged into a stored one.
    fn know(&mut self, entry: Entry, stored: &SaidRow, reason: Reason) {
        if let Some(row) = self.tell(&entry, Becomes::Same) {
            row.existing = Some(stored.row.clone());
            row.because = Some(because(reason));
        }
        self.ignore(entry);
    }

    /// Fills the empty fields of a stored transaction. A reconciled one stays as it is.
    fn update(
        &mut self,
        world: &World<'_>,
        entry: Entry,
        stored: &SaidRow,
        reason: Reason,
    ) -> Result<(), CallError> {
        let mut fields = entry.filled(&stored.row);
        if reason == Reason::SameSchedule && entry.given.line.amount.cents() != stored.row.amount {
            fields.insert("amount".to_owned(), entry.row["amount"].clone());
        }
        let becomes = match fields.is_empty() {
            _ if stored.row.reconciled => Becomes::Reconciled,
            true => Becomes::Same,
            false => Becomes::Filled,
        };
        if let Some(row) = self.tell(&entry, becomes) {
            row.existing = Some(stored.row.clone());
            row.because = Some(because(reason));
            row.fills = fields.keys().cloned().collect();
        }
        let id = stored.row.id.clone();
        if stored.row.reconciled || fields.is_empty() {
            self.keep_line(&entry, stored);
            self.ignore(entry);
            return Ok(());
        }
        let clears = fields.contains_key("cleared");
        fields.insert("id".to_owned(), json!(id));
        let said = said_again(stored, &self.account, &entry.given.line);
        fields.insert("raw_synced_data".to_owned(), json!(said));
        self.count += 1;
        self.told.push(id.to_string());
        self.updated.push(fields);
        if clears && stored.row.is_parent {
            for line in read::transactions::children(world.reader, &[id])? {
                self.told.push(line.id.to_string());
                self.updated.push(object(json!({ "id": line.id, "cleared": true })));
            }
        }
        self.preview.push(ImportPreview {
            transaction: entry.row,
            existing: Some(stored.row.clone()),
            ignored: None,
            tombstone: None,
        });
        Ok(())
    }

    /// Remembers the line of a transaction that needs nothing else.
    fn keep_line(&mut self, entry: &Entry, stored: &SaidRow) {
        if line_of(stored).as_ref() != Some(&entry.given.line) {
            let said = said_again(stored, &self.account, &entry.given.line);
            self.updated.push(object(json!({ "id": stored.row.id, "raw_synced_data": said })));
        }
    }

    fn plan(mut self, world: &World<'_>) -> Result<Plan<ImportedTransactions>, CallError> {
        let batch = Batch {
            added: self.added.iter().map(AddedRow::read).collect::<Result<_, LedgerError>>()?,
            updated: self
                .updated
                .iter()
                .map(UpdatedRow::read)
                .collect::<Result<_, LedgerError>>()?,
            ..Batch::default()
        };
        let (made, new) = made_payees(world, self.payees)?;
        let outcome = StoredLedger::of(world).with_payees(new).decide(&batch)?;
        let added: Vec<String> = outcome.added.iter().map(|row| row.id.to_string()).collect();
        let reply = ImportedTransactions {
            errors: Vec::new(),
            added,
            updated: self.told,
            updated_preview: self.preview,
            rows: self.tells_rows.then(|| {
                self.rows.sort_by_key(|(place, _)| *place);
                self.rows.into_iter().map(|(_, row)| row).collect()
            }),
        };
        if self.is_preview {
            return Ok(Plan::step(Vec::new(), reply));
        }
        let mut changes = outcome.changes;
        changes.splice(0..0, made);
        let moved = MovedPayees { left: outcome.left_payees, new: outcome.new_payees };
        let moved_payees = Some(moved).filter(|moved| !moved.left.is_empty());
        let plan = Plan { moved_payees, ..Plan::step(changes, reply) };
        Ok(plan.named("imported", [("count", self.count.into())]))
    }
}

impl Entry {
    fn incoming(&self) -> Incoming {
        let text = |field: &str| self.row.get(field).and_then(Json::as_str);
        let line = self.given.line.clone();
        let amount = self.row.get("amount").and_then(Json::as_i64);
        Incoming {
            date: text("date").and_then(|day| day.parse().ok()).unwrap_or(line.date),
            amount: amount.and_then(|it| Amount::from_cents(it).ok()).unwrap_or(line.amount),
            payee: text("payee").map(PayeeId::from),
            schedule: text("schedule").map(Arc::from),
            imported_id: text("imported_id").map(str::to_owned),
            is_new: self.given.is_new,
            line,
        }
    }

    fn was_deleted(&self, deleted: &mut Deleted) -> bool {
        deleted.takes(self.row.get("imported_id").and_then(Json::as_str), &self.given.line)
    }

    /// The fields that change in a stored transaction: those it lacks, the bank's words, and that
    /// it is cleared.
    fn filled(&self, stored: &Transaction) -> GivenFields {
        let mut fields = GivenFields::new();
        let mut fill = |field: &str, has: bool| {
            if let Some(value) = self.row.get(field).filter(|it| !it.is_null() && !has) {
                fields.insert(field.to_owned(), value.clone());
            }
        };
        let is_given = |text: Option<&str>| text.is_some_and(|text| !text.is_empty());
        fill("payee", stored.payee.is_some());
        // A split has its categories in its lines.
        fill("category", stored.category.is_some() || stored.is_parent);
        fill("notes", is_given(stored.notes.as_deref()));
        let said = |field: &str| self.row.get(field).and_then(Json::as_str);
        fill("imported_id", said("imported_id") == stored.imported_id.as_deref());
        fill("imported_payee", said("imported_payee") == stored.imported_payee.as_deref());
        if self.given.cleared == Some(true) && !stored.cleared {
            fields.insert("cleared".to_owned(), json!(true));
        }
        fields
    }
}

fn preview_row(becomes: Becomes) -> PreviewRow {
    PreviewRow {
        becomes,
        payee: None,
        new_payee: None,
        category: None,
        existing: None,
        because: None,
        fills: Vec::new(),
    }
}

const fn because(reason: Reason) -> MatchReason {
    match reason {
        Reason::SameId => MatchReason::SameId,
        Reason::SameLine => MatchReason::SameLine,
        Reason::Alike { .. } => MatchReason::Alike,
        Reason::SameSchedule => MatchReason::SameSchedule,
    }
}

/// The match of a line.
#[derive(Clone, Copy)]
enum Place<'s> {
    /// A stored transaction.
    Own(&'s SaidRow),
    /// One that was merged into this stored one.
    Merged(&'s SaidRow),
}

/// A stored transaction, and those merged into it, as lines are matched with them; none if its day
/// or amount is out of range.
fn candidates(stored: &SaidRow) -> Vec<(Place<'_>, Stored)> {
    let Some(own) = candidate(stored) else { return Vec::new() };
    let merged = merged_lines(stored).map(|(line, imported_id)| {
        (Place::Merged(stored), Stored { line: Some(line), imported_id, ..own.clone() })
    });
    let merged: Vec<_> = merged.collect();
    std::iter::once((Place::Own(stored), own)).chain(merged).collect()
}

fn candidate(stored: &SaidRow) -> Option<Stored> {
    let row = &stored.row;
    Some(Stored {
        line: line_of(stored),
        imported_id: row.imported_id.as_deref().map(str::to_owned),
        date: Day::from_yyyymmdd(row.date.0)?,
        amount: Amount::from_cents(row.amount).ok()?,
        payee: row.payee.clone(),
        schedule: row.schedule.clone().filter(|_| !row.is_parent && !row.reconciled),
        is_open: !row.starting_balance_flag,
    })
}

fn object(value: Json) -> GivenFields {
    if let Json::Object(object) = value { object } else { GivenFields::new() }
}
