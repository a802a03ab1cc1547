//! Writes an outline as the rows of a new budget.

use std::collections::{BTreeMap, HashMap};

use sobre_engine::crdt::Value;

use super::outline::{Category, Child, Counterparty, Entry, Envelope, Outline, Schedule};
use super::schedules;
use crate::db::{ApplyError, NewFile};
use crate::environment::Environment;

/// Ids of the income group and categories, the same in every budget of this file format.
const INCOME_GROUP: &str = "2E1F5BDB-209B-43F9-AF2C-3CE28E380C00";
const INCOME: &str = "3c1699a5-522a-435e-86dc-93d900a14f0e";
const STARTING: &str = "506e8d9d-7ed0-4397-84e4-07a9185dc6b2";
const STEP: i64 = 16_384;

type Columns = Vec<(&'static str, Value)>;

/// Our ids by original keys.
#[derive(Default)]
struct Ids {
    accounts: HashMap<String, String>,
    transfer_payees: HashMap<String, String>,
    categories: HashMap<String, String>,
    payees: HashMap<String, String>,
    rows: HashMap<String, String>,
    /// The row on the other side of a transfer, by our id, in both directions.
    other_sides: HashMap<String, String>,
}

pub(super) fn write(
    outline: &Outline,
    file: &mut NewFile<'_, '_>,
    env: &Environment,
) -> Result<(), ApplyError> {
    let mut ids = Ids::default();
    write_accounts(outline, file, &mut ids, env)?;
    write_groups(outline, file, &mut ids, env)?;
    write_payees(outline, file, &mut ids, env)?;
    ids.number_rows(outline, env);
    for (place, entry) in outline.entries.iter().enumerate() {
        write_entry(entry, place, file, &ids)?;
    }
    write_budget(outline, file, &ids)?;
    for schedule in &outline.schedules {
        write_schedule(schedule, file, &ids, env)?;
    }
    for (tag, color) in &outline.tags {
        let columns = [("tag", text(tag)), ("color", text(color))];
        file.row("tags", &env.ids.uuid(), &columns)?;
    }
    Ok(())
}

pub(super) fn text(text: &str) -> Value {
    Value::Text(text.into())
}

fn flag(flag: bool) -> Value {
    Value::Integer(i64::from(flag))
}

fn optional(words: Option<&str>) -> Value {
    words.map_or(Value::Null, text)
}

fn order(place: usize) -> Value {
    Value::Integer((i64::try_from(place).unwrap_or_default() + 1) * STEP)
}

fn write_accounts(
    outline: &Outline,
    file: &mut NewFile<'_, '_>,
    ids: &mut Ids,
    env: &Environment,
) -> Result<(), ApplyError> {
    for (place, account) in outline.accounts.iter().enumerate() {
        let (id, payee) = (env.ids.uuid(), env.ids.uuid());
        let columns = [
            ("name", text(&account.name)),
            ("offbudget", flag(account.off_budget)),
            ("closed", flag(account.closed)),
            ("sort_order", order(place)),
        ];
        file.row("accounts", &id, &columns)?;
        file.row("payees", &payee, &[("name", text("")), ("transfer_acct", text(&id))])?;
        file.row("payee_mapping", &payee, &[("targetId", text(&payee))])?;
        ids.transfer_payees.insert(account.key.clone(), payee);
        ids.accounts.insert(account.key.clone(), id);
    }
    Ok(())
}

fn write_groups(
    outline: &Outline,
    file: &mut NewFile<'_, '_>,
    ids: &mut Ids,
    env: &Environment,
) -> Result<(), ApplyError> {
    for (place, group) in outline.groups.iter().enumerate() {
        let id = env.ids.uuid();
        let columns = [
            ("name", text(&group.name)),
            ("is_income", flag(false)),
            ("hidden", flag(group.hidden)),
            ("sort_order", order(place)),
        ];
        file.row("category_groups", &id, &columns)?;
        write_note(file, &id, group.note.as_deref())?;
        for (place, category) in group.categories.iter().enumerate() {
            let own = env.ids.uuid();
            write_category(file, &own, &id, place, category)?;
            ids.categories.insert(category.key.clone(), own);
        }
    }
    write_income(outline.groups.len(), file)
}

fn write_income(place: usize, file: &mut NewFile<'_, '_>) -> Result<(), ApplyError> {
    let columns =
        [("name", text("Income")), ("is_income", flag(true)), ("sort_order", order(place))];
    file.row("category_groups", INCOME_GROUP, &columns)?;
    for (place, (id, name)) in
        [(INCOME, "Income"), (STARTING, "Starting Balances")].into_iter().enumerate()
    {
        let columns = [
            ("name", text(name)),
            ("is_income", flag(true)),
            ("cat_group", text(INCOME_GROUP)),
            ("sort_order", order(place)),
        ];
        file.row("categories", id, &columns)?;
        file.row("category_mapping", id, &[("transferId", text(id))])?;
    }
    Ok(())
}

fn write_category(
    file: &mut NewFile<'_, '_>,
    id: &str,
    group: &str,
    place: usize,
    category: &Category,
) -> Result<(), ApplyError> {
    let columns = [
        ("name", text(&category.name)),
        ("is_income", flag(false)),
        ("hidden", flag(category.hidden)),
        ("cat_group", text(group)),
        ("sort_order", order(place)),
    ];
    file.row("categories", id, &columns)?;
    file.row("category_mapping", id, &[("transferId", text(id))])?;
    write_note(file, id, category.note.as_deref())
}

fn write_note(file: &mut NewFile<'_, '_>, id: &str, note: Option<&str>) -> Result<(), ApplyError> {
    match note {
        Some(note) => file.row("notes", id, &[("note", text(note))]),
        None => Ok(()),
    }
}

fn write_payees(
    outline: &Outline,
    file: &mut NewFile<'_, '_>,
    ids: &mut Ids,
    env: &Environment,
) -> Result<(), ApplyError> {
    for payee in &outline.payees {
        let id = env.ids.uuid();
        file.row("payees", &id, &[("name", text(&payee.name))])?;
        file.row("payee_mapping", &id, &[("targetId", text(&id))])?;
        ids.payees.insert(payee.key.clone(), id);
    }
    Ok(())
}

impl Ids {
    /// Assigns an id to every row first, because the sides of a transfer refer to each other. Rows
    /// of missing accounts are skipped.
    fn number_rows(&mut self, outline: &Outline, env: &Environment) {
        let entries =
            || outline.entries.iter().filter(|entry| self.accounts.contains_key(&entry.account));
        let keys = entries().flat_map(|entry| {
            std::iter::once(&entry.key).chain(entry.children.iter().map(|child| &child.key))
        });
        let rows: HashMap<_, _> = keys.map(|key| (key.clone(), env.ids.uuid())).collect();
        let sides = entries().flat_map(|entry| {
            let own = (&entry.key, &entry.other_side, &entry.counterparty);
            let children = entry
                .children
                .iter()
                .map(|child| (&child.key, &child.other_side, &child.counterparty));
            std::iter::once(own).chain(children)
        });
        let mut other_sides = HashMap::new();
        for (key, other, counterparty) in sides {
            let to_account =
                matches!(counterparty, Counterparty::Account(to) if self.accounts.contains_key(to));
            let Some((one, two)) = rows.get(key).zip(other.as_ref().and_then(|it| rows.get(it)))
            else {
                continue;
            };
            let are_free = !other_sides.contains_key(one) && !other_sides.contains_key(two);
            if to_account && are_free && one != two {
                other_sides.insert(one.clone(), two.clone());
                other_sides.insert(two.clone(), one.clone());
            }
        }
        self.rows = rows;
        self.other_sides = other_sides;
    }

    fn payee(&self, counterparty: &Counterparty) -> Value {
        let id = match counterparty {
            Counterparty::Nobody => None,
            Counterparty::Payee(key) => self.payees.get(key),
            Counterparty::Account(key) => self.transfer_payees.get(key),
        };
        optional(id.map(String::as_str))
    }

    fn category(&self, envelope: &Envelope) -> Value {
        match envelope {
            Envelope::None => Value::Null,
            Envelope::Income => text(INCOME),
            Envelope::StartingBalance => text(STARTING),
            Envelope::Category(key) => optional(self.categories.get(key).map(String::as_str)),
        }
    }

    fn other_side(&self, id: &str) -> Value {
        optional(self.other_sides.get(id).map(String::as_str))
    }
}

fn write_entry(
    entry: &Entry,
    place: usize,
    file: &mut NewFile<'_, '_>,
    ids: &Ids,
) -> Result<(), ApplyError> {
    let Some((account, id)) = ids.accounts.get(&entry.account).zip(ids.rows.get(&entry.key)) else {
        return Ok(());
    };
    let shared = || -> Columns {
        vec![
            ("acct", text(account)),
            ("date", Value::Integer(entry.day.yyyymmdd())),
            ("cleared", flag(entry.cleared)),
            ("reconciled", flag(entry.reconciled)),
        ]
    };
    let mut columns = shared();
    columns.extend([
        ("amount", Value::Integer(entry.amount.cents())),
        ("description", ids.payee(&entry.counterparty)),
        ("category", ids.category(&entry.envelope)),
        ("notes", optional(entry.notes.as_deref())),
        ("financial_id", optional(entry.imported_id.as_deref())),
        ("imported_description", optional(entry.imported_payee.as_deref())),
        ("transferred_id", ids.other_side(id)),
        ("sort_order", order(place)),
        ("starting_balance_flag", flag(entry.envelope == Envelope::StartingBalance)),
        ("isParent", flag(!entry.children.is_empty())),
        ("error", split_error(entry)),
    ]);
    file.row("transactions", id, &columns)?;
    for (place, child) in entry.children.iter().enumerate() {
        let mut columns = shared();
        columns.extend(child_columns(child, id, place, ids));
        let Some(child) = ids.rows.get(&child.key) else { continue };
        file.row("transactions", child, &columns)?;
    }
    Ok(())
}

fn child_columns(child: &Child, parent: &str, place: usize, ids: &Ids) -> Columns {
    let id = ids.rows.get(&child.key).map(String::as_str).unwrap_or_default();
    vec![
        ("amount", Value::Integer(child.amount.cents())),
        ("description", ids.payee(&child.counterparty)),
        ("category", ids.category(&child.envelope)),
        ("notes", optional(child.notes.as_deref())),
        ("imported_description", optional(child.imported_payee.as_deref())),
        ("transferred_id", ids.other_side(id)),
        ("sort_order", Value::Integer(-i64::try_from(place).unwrap_or_default())),
        ("isChild", flag(true)),
        ("parent_id", text(parent)),
    ]
}

/// The split error that the register shows.
fn split_error(entry: &Entry) -> Value {
    let children: i64 = entry.children.iter().map(|child| child.amount.cents()).sum();
    let difference = entry.amount.cents() - children;
    if entry.children.is_empty() || difference == 0 {
        return Value::Null;
    }
    text(&format!(
        "{{\"type\":\"SplitTransactionError\",\"version\":1,\"difference\":{difference}}}"
    ))
}

fn write_budget(
    outline: &Outline,
    file: &mut NewFile<'_, '_>,
    ids: &Ids,
) -> Result<(), ApplyError> {
    // Two of their months or envelopes may be the same one here.
    let mut rows = BTreeMap::new();
    for budgeted in &outline.budgeted {
        if let Some(category) = ids.categories.get(&budgeted.category) {
            rows.insert((budgeted.month, category), (budgeted.amount, budgeted.carryover));
        }
    }
    for ((month, category), (amount, carryover)) in rows {
        let columns = [
            ("month", Value::Integer(month.yyyymm())),
            ("category", text(category)),
            ("amount", Value::Integer(amount.cents())),
            ("carryover", flag(carryover)),
        ];
        file.row("zero_budgets", &format!("{}-{category}", month.yyyymm()), &columns)?;
    }
    Ok(())
}

fn write_schedule(
    schedule: &Schedule,
    file: &mut NewFile<'_, '_>,
    ids: &Ids,
    env: &Environment,
) -> Result<(), ApplyError> {
    let (Some(account), Value::Text(payee)) =
        (ids.accounts.get(&schedule.account), ids.payee(&schedule.counterparty))
    else {
        return Ok(());
    };
    let (id, rule) = (env.ids.uuid(), env.ids.uuid());
    let conditions = schedules::conditions(schedule, &payee, account);
    let named = |child: &Child| (ids.payee(&child.counterparty), ids.category(&child.envelope));
    let actions = schedules::actions(schedule, &id, ids.category(&schedule.envelope), named);
    let columns = [
        ("conditions_op", text("and")),
        ("conditions", text(&conditions.to_string())),
        ("actions", text(&actions.to_string())),
    ];
    file.row("rules", &rule, &columns)?;
    let (next, made) = (Value::Integer(schedule.next.yyyymmdd()), env.clock.now_ms());
    let columns = [
        ("schedule_id", text(&id)),
        ("local_next_date", next.clone()),
        ("local_next_date_ts", Value::Integer(made)),
        ("base_next_date", next),
        ("base_next_date_ts", Value::Integer(made)),
    ];
    file.row("schedules_next_date", &env.ids.uuid(), &columns)?;
    let columns = [
        ("rule", text(&rule)),
        ("name", optional(Some(schedule.name.as_str()).filter(|name| !name.is_empty()))),
        ("posts_transaction", flag(false)),
        ("completed", flag(false)),
    ];
    file.row("schedules", &id, &columns)?;
    Ok(file.schedule_paths(&id)?)
}
