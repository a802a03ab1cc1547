//! Runs rules and actions on transactions: on one that is being typed, and on stored ones.

use std::collections::{HashMap, HashSet};
use std::sync::mpsc;
use std::thread;

use serde_json::{Map, Value as Json, json};
use sobre_engine::ids::TransactionId;
use sobre_engine::ledger::{AddedRow, Batch, LedgerError, Transaction, UpdatedRow};
use sobre_engine::rules::{Actions, SHARED_WITH_LINES, Subject};

use super::lookup::StoredLookup;
use crate::calls::payees::made_payees;
use crate::calls::stored_ledger::StoredLedger;
use crate::calls::transactions::{payee_names, updated_batch};
use crate::contract::rules::{RuleApplyActions, RulesRun};
use crate::contract::transactions::{BatchUpdated, GivenFields};
use crate::contract::{CallError, ErrorCode};
use crate::db::{Reader, read};
use crate::limits;
use crate::open_budget::Cost;
use crate::router::{Mutation, Query};
use crate::world::{Plan, World};

/// How many transactions are read at once.
const SLICE: usize = 2_000;

impl Query for RulesRun {
    /// Any rule may have patterns.
    fn cost(&self) -> Cost {
        Cost::Searching
    }

    fn run(self, world: &World<'_>) -> Result<GivenFields, CallError> {
        let lookup = StoredLookup::of(world);
        let mut subject = Subject::new(self.transaction);
        world.reader.rules()?.set().run(&mut subject, &lookup)?;
        let name = subject.named_payee().map(str::to_owned);
        let mut fields = subject.into_fields();
        if let Some(name) = name {
            find_payee(world, &mut fields, &name)?;
        }
        let lines = fields.get_mut("subtransactions").and_then(Json::as_array_mut);
        for line in lines.into_iter().flatten().filter_map(Json::as_object_mut) {
            let has_payee = line.get("payee").is_some_and(|payee| !payee.is_null());
            let name = line.get("payee_name").and_then(Json::as_str).map(str::to_owned);
            if let Some(name) = name.filter(|_| !has_payee) {
                find_payee(world, line, &name)?;
            }
        }
        Ok(fields)
    }
}

/// Replaces the name by which a rule set the payee. The caller makes a payee that does not exist.
fn find_payee(world: &World<'_>, row: &mut GivenFields, name: &str) -> Result<(), CallError> {
    let payee = payee_names::existing(world, name)?;
    if payee.is_some() {
        row.shift_remove("payee_name");
    }
    row.insert("payee".to_owned(), json!(payee));
    Ok(())
}

impl Mutation for RuleApplyActions {
    fn decide(self, world: &World<'_>) -> Result<Plan<Option<BatchUpdated>>, CallError> {
        let Self { transactions, transaction_ids, actions, answer_rows } = self;
        let rows = transactions.into_iter().flatten().map(|row| row.id);
        let mut ids: Vec<_> =
            rows.chain(transaction_ids.into_iter().flatten()).map(TransactionId::from).collect();
        if ids.len() > limits::ROWS_PER_CALL {
            return Err(CallError::of(ErrorCode::TooManyRows));
        }
        if actions.len() > limits::CONDITIONS {
            let message = format!("At most {} actions are applied at once.", limits::CONDITIONS);
            return Err(CallError::new(ErrorCode::InvalidRule, message));
        }
        // Rows are read and written fastest in the order of their index, which is also the order
        // of the reply. One named twice must not get its split lines twice.
        ids.sort_unstable();
        ids.dedup();
        let Ok(actions) = Actions::read(&actions) else { return Ok(Plan::step(Vec::new(), None)) };
        let lookup = StoredLookup::of(world);
        let mut changed = Changed::default();
        each_slice(world, &ids, |rows| {
            rows.into_iter().try_for_each(|row| changed.add(row, &actions, &lookup))
        })?;
        let count = i64::try_from(changed.count).unwrap_or(i64::MAX);
        let plan = changed.plan(world, answer_rows != Some(false))?;
        Ok(plan.named("appliedActions", [("count", count.into())]))
    }
}

/// Gives the transactions to `take` in slices. If there are several, a second connection reads the
/// next one meanwhile: it sees what the first one sees, since only this thread commits.
fn each_slice(
    world: &World<'_>,
    ids: &[TransactionId],
    mut take: impl FnMut(Vec<Transaction>) -> Result<(), CallError>,
) -> Result<(), CallError> {
    if ids.len() <= SLICE {
        return take(read_slice(world.reader, ids)?);
    }
    let second = Reader::open(world.dir)?;
    let (sender, slices) = mpsc::sync_channel(1);
    thread::scope(|scope| {
        scope.spawn(move || {
            let mut slices = ids.chunks(SLICE).map(|slice| read_slice(&second, slice));
            // Nobody receives a slice after one that failed.
            slices.try_for_each(|slice| sender.send(slice))
        });
        slices.into_iter().try_for_each(|slice| take(slice?))
    })
}

fn read_slice(reader: &Reader, ids: &[TransactionId]) -> Result<Vec<Transaction>, CallError> {
    let mut rows = read::transactions::by_id(reader, ids)?;
    rows.retain(|row| !row.tombstone);
    Ok(rows)
}

/// New transactions as the rules leave them, with the split lines that rules make and without those
/// that rules delete. Given split lines only follow their split.
pub(in crate::calls) fn run_on_new(
    world: &World<'_>,
    added: Vec<GivenFields>,
) -> Result<Vec<GivenFields>, CallError> {
    let (rules, lookup) = (world.reader.rules()?, StoredLookup::of(world));
    let mut runner = rules.set().runner();
    let (mut kept, mut deleted) = (Vec::with_capacity(added.len()), HashSet::new());
    let mut moved: HashMap<String, GivenFields> = HashMap::new();
    for mut row in added {
        if is_on(&row, "is_child") {
            kept.push(row);
            continue;
        }
        give_id(world, &mut row);
        let is_split = is_on(&row, "is_parent");
        let mut subject = Subject::of_new(row);
        let before = is_split.then(|| shared(&subject));
        runner.run(&mut subject, &lookup)?;
        if let (Some(before), Some(id)) = (before, subject.get("id").and_then(Json::as_str)) {
            moved.insert(id.to_owned(), changed_of(before, shared(&subject)));
        }
        let names_payee = subject.named_payee().is_some();
        let mut row = subject.into_fields();
        if is_on(&row, "tombstone") {
            deleted.extend(row.get("id").and_then(Json::as_str).map(str::to_owned));
            continue;
        }
        if names_payee {
            row.insert("payee".to_owned(), Json::Null);
        }
        let lines = row.shift_remove("subtransactions");
        kept.push(row);
        kept.extend(objects(lines));
    }
    kept.retain_mut(|row| {
        let Some(split) = row.get("parent_id").and_then(Json::as_str) else { return true };
        let (is_orphaned, changes) = (deleted.contains(split), moved.get(split).cloned());
        row.extend(changes.into_iter().flatten());
        !is_orphaned
    });
    Ok(kept)
}

/// Fields of a typed transaction that the rules fill in.
const FILLED: [&str; 4] = ["payee", "category", "notes", "schedule"];

/// New transactions with the fields that a person left empty as the rules set them, and the ids of
/// those whose category comes from the rules: now, or while they were typed. Splits keep the
/// categories of their lines.
pub(in crate::calls) fn fill_new(
    world: &World<'_>,
    added: Vec<GivenFields>,
) -> Result<(Vec<GivenFields>, HashSet<TransactionId>), CallError> {
    let (rules, lookup) = (world.reader.rules()?, StoredLookup::of(world));
    let mut runner = rules.set().runner();
    let mut categorized = HashSet::new();
    let mut rows = Vec::with_capacity(added.len());
    for mut row in added {
        if !is_on(&row, "is_child") {
            let id = give_id(world, &mut row);
            let mut subject = Subject::of_new(row.clone());
            runner.run(&mut subject, &lookup)?;
            if subject.named_payee().is_some() && is_empty(row.get("payee")) {
                row.insert("payee_name".to_owned(), json!(subject.named_payee()));
            }
            let is_split = is_on(&row, "is_parent");
            let category = row.get("category").filter(|it| !is_empty(Some(it)));
            if category.is_some_and(|_| !is_split) {
                let mut bare = row.clone();
                bare.insert("category".to_owned(), Json::Null);
                let mut bare = Subject::of_new(bare);
                runner.run(&mut bare, &lookup)?;
                categorized.extend(id.clone().filter(|_| bare.get("category") == category));
            }
            for (name, value) in subject.into_fields() {
                let is_filled = FILLED.contains(&name.as_str()) && is_empty(row.get(&name));
                if is_filled && !is_empty(Some(&value)) && !(is_split && name == "category") {
                    categorized.extend(id.clone().filter(|_| name == "category"));
                    row.insert(name, value);
                }
            }
        }
        rows.push(row);
    }
    Ok((rows, categorized))
}

fn is_empty(value: Option<&Json>) -> bool {
    value.is_none_or(|it| it.is_null() || it.as_str() == Some(""))
}

fn is_on(row: &GivenFields, flag: &str) -> bool {
    row.get(flag).is_some_and(|it| *it == json!(true) || *it == json!(1))
}

/// The id of a new transaction, a fresh one if none is given.
fn give_id(world: &World<'_>, row: &mut GivenFields) -> Option<TransactionId> {
    let id = row.entry("id").or_insert(Json::Null);
    if id.is_null() {
        *id = json!(world.ids.row_id());
    }
    id.as_str().map(TransactionId::from)
}

/// The fields that the lines of a split share with it.
fn shared(subject: &Subject) -> [Option<Json>; SHARED_WITH_LINES.len()] {
    SHARED_WITH_LINES.map(|name| subject.get(name).cloned())
}

/// The shared fields that changed.
fn changed_of<const N: usize>(before: [Option<Json>; N], after: [Option<Json>; N]) -> GivenFields {
    let both = SHARED_WITH_LINES.into_iter().zip(before.into_iter().zip(after));
    let changed = both.filter(|(_, (before, after))| before != after);
    changed.filter_map(|(name, (_, after))| Some((name.to_owned(), after?))).collect()
}

/// The objects of a list.
fn objects(list: Option<Json>) -> impl Iterator<Item = GivenFields> {
    let list = if let Some(Json::Array(list)) = list { list } else { Vec::new() };
    list.into_iter()
        .filter_map(|item| if let Json::Object(object) = item { Some(object) } else { None })
}

/// What actions change in stored transactions.
#[derive(Default)]
pub(super) struct Changed {
    /// New split lines.
    added: Vec<GivenFields>,
    updated: Vec<GivenFields>,
    deleted: Vec<TransactionId>,
    /// Stored splits whose lines follow them, and the changes that these share.
    moved: HashMap<TransactionId, GivenFields>,
    /// The rows to change or delete, as stored.
    rows: Vec<Transaction>,
    count: usize,
}

impl Changed {
    pub(super) fn add(
        &mut self,
        row: Transaction,
        actions: &Actions,
        lookup: &StoredLookup<'_>,
    ) -> Result<(), CallError> {
        let (id, is_split) = (row.id.clone(), row.is_parent);
        let (mut fields, lines) = changes_to(&row, |subject| actions.apply(subject, lookup))?;
        let is_deleted = fields.get("tombstone").is_some_and(|it| *it == json!(1));
        if !is_deleted && fields.is_empty() {
            return Ok(());
        }
        self.count += 1;
        self.rows.push(row);
        if is_deleted {
            self.deleted.push(id);
        } else {
            let is_shared = |name: &str| SHARED_WITH_LINES.contains(&name);
            let shared = fields.iter().filter(|(name, _)| is_split && is_shared(name));
            let shared: GivenFields = shared.map(|(name, it)| (name.clone(), it.clone())).collect();
            if !shared.is_empty() {
                self.moved.insert(id.clone(), shared);
            }
            fields.insert("id".to_owned(), json!(id));
            self.updated.push(fields);
            self.added.extend(objects(lines));
        }
        Ok(())
    }

    /// Gives the stored lines of splits the changes that they share with them.
    fn move_lines(&mut self, world: &World<'_>) -> Result<(), CallError> {
        let splits: Vec<_> = self.moved.keys().cloned().collect();
        if splits.is_empty() {
            return Ok(());
        }
        let id = |row: &GivenFields| row.get("id").and_then(Json::as_str).map(str::to_owned);
        let places = self.updated.iter().enumerate();
        let own: HashMap<_, _> = places.filter_map(|(at, row)| Some((id(row)?, at))).collect();
        for slice in splits.chunks(SLICE) {
            for line in read::transactions::children(world.reader, slice)? {
                let shared = line.parent_id.as_ref().and_then(|split| self.moved.get(split));
                let Some(shared) = shared else { continue };
                match own.get(line.id.as_str()) {
                    Some(at) => self.updated[*at].extend(shared.clone()),
                    None => {
                        let id = ("id".to_owned(), json!(line.id));
                        self.updated.push([id].into_iter().chain(shared.clone()).collect());
                    }
                }
            }
        }
        Ok(())
    }

    /// The plan that writes the changes by the rules of the ledger.
    pub(super) fn plan(
        mut self,
        world: &World<'_>,
        answers_rows: bool,
    ) -> Result<Plan<Option<BatchUpdated>>, CallError> {
        self.move_lines(world)?;
        let mut payees = Vec::new();
        let all = self.added.iter_mut().chain(&mut self.updated);
        payee_names::resolve(world, all, &mut payees)?;
        let (made, new) = made_payees(world, payees)?;
        let batch = Batch {
            added: self.added.iter().map(AddedRow::read).collect::<Result<_, LedgerError>>()?,
            updated: self.updated.iter().map(UpdatedRow::read).collect::<Result<_, _>>()?,
            deleted: self.deleted,
            run_transfers: true,
        };
        let mut outcome =
            StoredLedger::of(world).with_payees(new).with_known(self.rows).decide(&batch)?;
        outcome.changes.splice(0..0, made);
        updated_batch(outcome, answers_rows).try_map(|reply| Ok(Some(reply)))
    }
}

/// The fields of a stored transaction that rules or actions change, and the lines of the split that
/// they make of it. The category of a split is never one: it is that of its lines. Nor is what a
/// line shares with its split, nor the id of a payee that they name: it is filled in when the name
/// is looked up.
pub(super) fn changes_to(
    row: &Transaction,
    act: impl FnOnce(&mut Subject) -> Result<(), CallError>,
) -> Result<(GivenFields, Option<Json>), CallError> {
    let (is_split, is_line) = (row.is_parent, row.is_child);
    let mut subject = Subject::new(fields_of(row.clone().shown())?);
    act(&mut subject)?;
    let names_payee = subject.named_payee().is_some();
    let lines = subject.get("subtransactions").cloned();
    let mut fields = subject.changed_fields();
    fields.shift_remove("subtransactions");
    if is_split {
        fields.shift_remove("category");
    }
    if is_line {
        fields.retain(|name, _| !SHARED_WITH_LINES.contains(&name.as_str()));
    }
    if names_payee {
        fields.shift_remove("payee");
    }
    Ok((fields, lines))
}

pub(super) fn fields_of(row: Transaction) -> Result<Map<String, Json>, CallError> {
    let fields = serde_json::to_value(row).map_err(|error| CallError::internal(&error))?;
    Ok(if let Json::Object(fields) = fields { fields } else { Map::new() })
}
