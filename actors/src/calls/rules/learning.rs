//! Learns the category of a payee from its latest transactions, as a batch leaves them.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::RangeInclusive;

use sobre_engine::crdt::{Change, Value};
use sobre_engine::dates::Day;
use sobre_engine::ids::{PayeeId, TransactionId};
use sobre_engine::ledger::{Batch, Field, StoredDay, Transaction};
use sobre_engine::rules::{LATEST, learn_category, usual_category};

use super::edited;
use crate::contract::CallError;
use crate::db::BudgetRules;
use crate::db::read;
use crate::world::World;

/// How far before the oldest changed transaction, and after today, transactions are looked at.
const DAYS_AROUND: i64 = 180;
/// The preference that switches learning off.
const PREFERENCE: &str = "learn-categories";

/// The ids of a batch's rows that were given a category. `added` are the ids of its new rows.
pub(in crate::calls) fn categorized(batch: &Batch, added: &[Transaction]) -> Vec<TransactionId> {
    let is_given =
        |value: Option<&Value>| value.and_then(Value::as_str).is_some_and(|id| !id.is_empty());
    let new = batch.added.iter().zip(added);
    let new = new.filter(|(row, _)| is_given(row.fields.get(Field::Category)));
    let updated = batch.updated.iter().filter(|row| is_given(row.fields.get(Field::Category)));
    new.map(|(_, row)| row.id.clone()).chain(updated.map(|row| row.id.clone())).collect()
}

/// The changes of rules that follow from a batch's changes.
pub(in crate::calls) fn learned(
    world: &World<'_>,
    considered: &[TransactionId],
    changes: &[Change],
) -> Result<Vec<Change>, CallError> {
    if considered.is_empty()
        || read::settings::value(world.reader, PREFERENCE)?.as_deref() == Some("false")
    {
        return Ok(Vec::new());
    }
    let rules = world.reader.rules()?;
    let written = written_rows(world, &rules, changes)?;
    let considered: HashSet<&TransactionId> = considered.iter().collect();
    let rows = || considered.iter().filter_map(|id| written.get(*id));
    let Some(oldest) = rows().map(|row| row.date).min() else { return Ok(Vec::new()) };
    let Some(period) = period(oldest, world.today()) else { return Ok(Vec::new()) };
    let payees: BTreeSet<&PayeeId> = rows().filter_map(|row| row.payee.as_ref()).collect();
    let mut learned = Vec::new();
    for payee in payees {
        if !read::rules::learns_categories(world.reader, payee)? {
            continue;
        }
        let latest = latest(world, payee, &period, &written)?;
        if !latest.iter().any(|row| considered.contains(&row.id)) {
            continue;
        }
        let categories: Vec<_> =
            latest.iter().map(|row| row.category.as_ref().map(AsRef::as_ref)).collect();
        if let Some(category) = usual_category(&categories) {
            let edits = learn_category(rules.in_order(), payee.as_str(), category);
            learned.extend(edits.into_iter().flat_map(|edit| edited(&world.ids.row_id(), edit)));
        }
    }
    Ok(learned)
}

/// The days that are looked at.
fn period(oldest: StoredDay, today: Day) -> Option<RangeInclusive<Day>> {
    let from = Day::from_yyyymmdd(oldest.0)?.plus_days(-DAYS_AROUND)?;
    Some(from..=today.plus_days(DAYS_AROUND)?)
}

/// The written transactions as they will be, by id.
fn written_rows(
    world: &World<'_>,
    rules: &BudgetRules,
    changes: &[Change],
) -> Result<HashMap<TransactionId, Transaction>, CallError> {
    let of_ledger = || changes.iter().filter(|change| change.dataset == "transactions");
    let ids: HashSet<&str> = of_ledger().map(|change| &*change.row).collect();
    let ids: Vec<_> = ids.into_iter().map(TransactionId::from).collect();
    let stored = read::transactions::by_id(world.reader, &ids)?;
    let mut rows: HashMap<_, _> = stored.into_iter().map(|row| (row.id.clone(), row)).collect();
    for change in of_ledger() {
        let field = Field::ALL.iter().copied().find(|field| field.column() == change.column);
        let id = TransactionId::from(&*change.row);
        let row = rows
            .entry(id.clone())
            .or_insert_with(|| Transaction::blank(id, "".into(), StoredDay(0)));
        let Some(field) = field else { continue };
        let is_mapped = matches!(field, Field::Payee | Field::Category);
        let target = change.value.as_str().filter(|_| is_mapped).and_then(|id| rules.target(id));
        row.set(field, &target.map_or_else(|| change.value.clone(), Value::from));
    }
    Ok(rows)
}

/// The latest transactions of a payee, newest first: written ones and stored ones.
fn latest(
    world: &World<'_>,
    payee: &PayeeId,
    period: &RangeInclusive<Day>,
    written: &HashMap<TransactionId, Transaction>,
) -> Result<Vec<Transaction>, CallError> {
    let mut accounts = HashMap::new();
    let mut rows = Vec::new();
    let of_payee = written.values().filter(|row| {
        let day = Day::from_yyyymmdd(row.date.0);
        let is_near = day.is_some_and(|day| period.contains(&day));
        is_near && !row.tombstone && !row.is_parent && row.payee.as_ref() == Some(payee)
    });
    for row in of_payee {
        let is_open = match accounts.get(&row.account) {
            Some(is_open) => *is_open,
            None => read::accounts::is_open(world.reader, &row.account)?,
        };
        accounts.insert(row.account.clone(), is_open);
        if is_open {
            rows.push(row.clone());
        }
    }
    let stored = read::rules::latest_of_payee(world.reader, payee, period.clone(), |id| {
        !written.contains_key(id)
    })?;
    rows.extend(stored);
    rows.sort_by(|one, other| {
        let place = |row: &Transaction| row.sort_order.unwrap_or(f64::MIN);
        let flags = one.starting_balance_flag.cmp(&other.starting_balance_flag);
        other
            .date
            .cmp(&one.date)
            .then(flags)
            .then(place(other).total_cmp(&place(one)))
            .then_with(|| one.id.cmp(&other.id))
    });
    rows.truncate(LATEST);
    Ok(rows)
}
