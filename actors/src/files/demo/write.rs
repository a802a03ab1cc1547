//! Writes the household in memory as rows of a budget, oldest first.

use std::collections::{BTreeMap, HashMap};

use sobre_engine::crdt::Value;
use sobre_engine::dates::Day;

use super::envelopes::Plan;
use super::extras;
use super::household::{ACCOUNTS, GROUPS};
use super::ledger::{Ledger, Row, is_off_budget};
use super::schedules::Schedule;
use crate::db::{ApplyError, NewFile};

/// Ids of the income categories, the same in every budget of this file format.
const INCOME_GROUP: &str = "2E1F5BDB-209B-43F9-AF2C-3CE28E380C00";
const INCOME: &[(&str, &str, &str)] = &[
    ("salary", "Salary", "3c1699a5-522a-435e-86dc-93d900a14f0e"),
    ("starting", "Starting Balances", "506e8d9d-7ed0-4397-84e4-07a9185dc6b2"),
];
const STEP: i64 = 16_384;

/// Everything to write.
pub(super) struct DemoBudget {
    pub(super) ledger: Ledger,
    pub(super) plan: Plan,
    pub(super) schedules: Vec<Schedule>,
    pub(super) now_ms: u64,
}

/// Ids by key or name.
#[derive(Default)]
struct Ids {
    accounts: HashMap<&'static str, String>,
    categories: HashMap<&'static str, String>,
    groups: Vec<String>,
    payees: BTreeMap<String, String>,
    transfer_payees: HashMap<&'static str, String>,
}

pub(super) fn write(demo: &mut DemoBudget, file: &mut NewFile<'_, '_>) -> Result<(), ApplyError> {
    let ids = make_ids(&mut demo.ledger);
    if let Some(first) = demo.ledger.rows.first() {
        file.at(noon(first.day));
    }
    write_accounts(file, &ids)?;
    write_categories(file, &ids)?;
    write_payees(file, &ids)?;
    for schedule in &demo.schedules {
        write_schedule(file, &ids, schedule, noon(schedule.start))?;
    }
    write_history(file, &ids, demo)?;
    file.at(demo.now_ms);
    write_rules(file, &ids, &mut demo.ledger)?;
    write_notes(file, &ids, &mut demo.ledger)
}

fn make_ids(ledger: &mut Ledger) -> Ids {
    let mut ids = Ids::default();
    for account in ACCOUNTS {
        ids.accounts.insert(account.key, ledger.chance.uuid());
        ids.transfer_payees.insert(account.key, ledger.chance.uuid());
    }
    for (_, envelopes) in GROUPS {
        ids.groups.push(ledger.chance.uuid());
        for envelope in *envelopes {
            ids.categories.insert(envelope.key, ledger.chance.uuid());
        }
    }
    for (key, _, id) in INCOME {
        ids.categories.insert(key, (*id).to_owned());
    }
    ids.categories.insert("interest", ledger.chance.uuid());
    let renamed = extras::RENAMES.iter().map(|(_, payee)| (*payee).to_owned());
    let used = ledger.rows.iter().filter(|row| row.other.is_none()).map(|row| row.payee.clone());
    let names: Vec<String> = used.chain(renamed).collect();
    for name in names {
        let chance = &mut ledger.chance;
        ids.payees.entry(name).or_insert_with(|| chance.uuid());
    }
    ids
}

fn text(text: &str) -> Value {
    Value::Text(text.into())
}

fn flag(flag: bool) -> Value {
    Value::Integer(i64::from(flag))
}

/// Text that is null when empty.
fn words(words: &str) -> Value {
    if words.is_empty() { Value::Null } else { text(words) }
}

fn id_of<K: Eq + std::hash::Hash>(ids: &HashMap<K, String>, key: Option<&K>) -> Value {
    key.and_then(|key| ids.get(key)).map_or(Value::Null, |id| text(id))
}

fn noon(day: Day) -> u64 {
    let noon = day.date().and_hms_opt(12, 0, 0).unwrap_or_default().and_utc();
    u64::try_from(noon.timestamp_millis()).unwrap_or_default()
}

fn order(place: usize) -> Value {
    Value::Integer((i64::try_from(place).unwrap_or_default() + 1) * STEP)
}

fn write_accounts(file: &mut NewFile<'_, '_>, ids: &Ids) -> Result<(), ApplyError> {
    for (place, account) in ACCOUNTS.iter().enumerate() {
        let (id, payee) = (&ids.accounts[account.key], &ids.transfer_payees[account.key]);
        let columns = [
            ("name", text(account.name)),
            ("offbudget", flag(account.off_budget)),
            ("closed", flag(account.key == "old")),
            ("type", text(account.kind.stored())),
            ("sort_order", order(place)),
        ];
        file.row("accounts", id, &columns)?;
        file.row("payees", payee, &[("name", text("")), ("transfer_acct", text(id))])?;
        file.row("payee_mapping", payee, &[("targetId", text(payee))])?;
    }
    Ok(())
}

fn write_categories(file: &mut NewFile<'_, '_>, ids: &Ids) -> Result<(), ApplyError> {
    for (place, ((name, envelopes), group)) in GROUPS.iter().zip(&ids.groups).enumerate() {
        let columns =
            [("name", text(name)), ("is_income", flag(false)), ("sort_order", order(place))];
        file.row("category_groups", group, &columns)?;
        for (place, envelope) in envelopes.iter().enumerate() {
            let id = &ids.categories[envelope.key];
            write_category(
                file,
                id,
                DemoCategory { name: envelope.name, group, is_income: false },
                place,
            )?;
        }
    }
    let columns = [("name", text("Income")), ("is_income", flag(true)), ("sort_order", order(9))];
    file.row("category_groups", INCOME_GROUP, &columns)?;
    let interest = ("interest", "Interest", ids.categories["interest"].as_str());
    for (place, (_, name, id)) in INCOME.iter().chain([&interest]).enumerate() {
        write_category(
            file,
            id,
            DemoCategory { name, group: INCOME_GROUP, is_income: true },
            place,
        )?;
    }
    Ok(())
}

/// A category of the demo.
struct DemoCategory<'a> {
    name: &'a str,
    group: &'a str,
    is_income: bool,
}

fn write_category(
    file: &mut NewFile<'_, '_>,
    id: &str,
    DemoCategory { name, group, is_income }: DemoCategory<'_>,
    place: usize,
) -> Result<(), ApplyError> {
    let columns = [
        ("name", text(name)),
        ("is_income", flag(is_income)),
        ("cat_group", text(group)),
        ("sort_order", order(place)),
    ];
    file.row("categories", id, &columns)?;
    file.row("category_mapping", id, &[("transferId", text(id))])
}

fn write_payees(file: &mut NewFile<'_, '_>, ids: &Ids) -> Result<(), ApplyError> {
    for (name, id) in &ids.payees {
        file.row("payees", id, &[("name", text(name))])?;
        file.row("payee_mapping", id, &[("targetId", text(id))])?;
    }
    Ok(())
}

fn write_schedule(
    file: &mut NewFile<'_, '_>,
    ids: &Ids,
    schedule: &Schedule,
    made_ms: u64,
) -> Result<(), ApplyError> {
    let payment = schedule.payment;
    let payee = match schedule.other_account() {
        Some(account) => ids.transfer_payees.get(account),
        None => ids.payees.get(payment.payee),
    };
    let payee = payee.map(String::as_str).unwrap_or_default();
    let category = schedule.category().and_then(|key| ids.categories.get(key));
    let conditions = schedule.conditions(payee, &ids.accounts[payment.account]).to_string();
    let actions = schedule.actions(category.map(String::as_str)).to_string();
    let columns = [
        ("conditions_op", text("and")),
        ("conditions", text(&conditions)),
        ("actions", text(&actions)),
    ];
    file.row("rules", &schedule.rule, &columns)?;
    let next = Value::Integer(schedule.next.yyyymmdd());
    let stamp = Value::Integer(i64::try_from(made_ms).unwrap_or_default());
    let columns = [
        ("schedule_id", text(&schedule.id)),
        ("local_next_date", next.clone()),
        ("local_next_date_ts", stamp.clone()),
        ("base_next_date", next),
        ("base_next_date_ts", stamp),
    ];
    file.row("schedules_next_date", &schedule.next_date_row, &columns)?;
    let columns = [
        ("rule", text(&schedule.rule)),
        ("name", text(payment.name)),
        ("posts_transaction", flag(payment.name == "Rent")),
        ("completed", flag(false)),
    ];
    file.row("schedules", &schedule.id, &columns)?;
    Ok(file.schedule_paths(&schedule.id)?)
}

fn write_history(
    file: &mut NewFile<'_, '_>,
    ids: &Ids,
    demo: &DemoBudget,
) -> Result<(), ApplyError> {
    let mut month = None;
    for (place, row) in demo.ledger.rows.iter().enumerate() {
        file.at(noon(row.day).min(demo.now_ms));
        if month != Some(row.day.month()) && row.day <= demo.ledger.today {
            month = Some(row.day.month());
            write_month(file, ids, demo, row.day)?;
        }
        write_row(file, ids, demo, place, row)?;
    }
    for ((month, key), (_, carried)) in &demo.plan.budgeted {
        if *month > demo.ledger.today.month() {
            let (id, mut columns) = budget_row(ids, *month, key);
            columns.push(("carryover", flag(*carried)));
            file.row("zero_budgets", &id, &columns)?;
        }
    }
    Ok(())
}

type Columns = Vec<(&'static str, Value)>;

fn budget_row(ids: &Ids, month: sobre_engine::dates::Month, key: &str) -> (String, Columns) {
    let category = &ids.categories[key];
    let columns = vec![("month", Value::Integer(month.yyyymm())), ("category", text(category))];
    (format!("{}-{category}", month.yyyymm()), columns)
}

fn write_month(
    file: &mut NewFile<'_, '_>,
    ids: &Ids,
    demo: &DemoBudget,
    day: Day,
) -> Result<(), ApplyError> {
    let month = day.month();
    for ((_, key), (amount, carried)) in
        demo.plan.budgeted.range((month, "")..).take_while(|((found, _), _)| *found == month)
    {
        let (id, mut columns) = budget_row(ids, month, key);
        columns.push(("amount", Value::Integer(*amount)));
        if *carried {
            columns.push(("carryover", flag(true)));
        }
        file.row("zero_budgets", &id, &columns)?;
    }
    match demo.plan.held.get(&month) {
        None | Some(0) => Ok(()),
        Some(held) => {
            let columns = [("buffered", Value::Integer(*held))];
            file.row("zero_budget_months", &month.to_string(), &columns)
        }
    }
}

fn write_row(
    file: &mut NewFile<'_, '_>,
    ids: &Ids,
    demo: &DemoBudget,
    place: usize,
    row: &Row,
) -> Result<(), ApplyError> {
    let today = demo.ledger.today;
    let cleared = today.plus_days(-4).is_some_and(|limit| row.day <= limit);
    let reconciled = row.day < today.month().previous().first_day() && !is_off_budget(row.account);
    let payee = match row.other {
        Some(account) => id_of(&ids.transfer_payees, Some(&account)),
        None => ids.payees.get(&row.payee).map_or(Value::Null, |id| text(id)),
    };
    let schedule = row.schedule.and_then(|number| demo.schedules.get(number));
    let shared = |amount: i64, category: Option<&'static str>, sort_order: i64| {
        vec![
            ("acct", text(&ids.accounts[row.account])),
            ("date", Value::Integer(row.day.yyyymmdd())),
            ("amount", Value::Integer(amount)),
            ("description", payee.clone()),
            ("category", id_of(&ids.categories, category.as_ref())),
            ("cleared", flag(cleared)),
            ("reconciled", flag(reconciled)),
            ("sort_order", Value::Integer(sort_order)),
        ]
    };
    // Rows are in order of time: later ones are above earlier ones of their day.
    let made = noon(row.day) + u64::try_from(place).unwrap_or_default();
    let mut columns = shared(row.amount, row.category, i64::try_from(made).unwrap_or_default());
    columns.push(("notes", words(row.notes)));
    columns.push(("transferred_id", row.transfer.as_deref().map_or(Value::Null, text)));
    columns.push(("schedule", schedule.map_or(Value::Null, |schedule| text(&schedule.id))));
    if row.starting {
        columns.push(("starting_balance_flag", flag(true)));
    }
    if !row.children.is_empty() {
        columns.push(("isParent", flag(true)));
    }
    file.row("transactions", &row.id, &columns)?;
    for (place, (id, amount, category)) in row.children.iter().enumerate() {
        let place = -1 - i64::try_from(place).unwrap_or_default();
        let mut columns = shared(*amount, Some(category), place);
        columns.push(("isChild", flag(true)));
        columns.push(("parent_id", text(&row.id)));
        file.row("transactions", id, &columns)?;
    }
    Ok(())
}

fn write_rules(
    file: &mut NewFile<'_, '_>,
    ids: &Ids,
    ledger: &mut Ledger,
) -> Result<(), ApplyError> {
    let mut used: BTreeMap<(&str, &'static str), usize> = BTreeMap::new();
    for row in ledger.rows.iter().filter(|row| row.other.is_none() && row.schedule.is_none()) {
        if let Some(category) = row.category.filter(|category| *category != "starting") {
            *used.entry((&row.payee, category)).or_default() += 1;
        }
    }
    let mut used: Vec<_> = used.into_iter().map(|(pair, count)| (count, pair)).collect();
    used.sort_unstable_by(|a, b| b.cmp(a));
    let learned = used.iter().take(extras::LEARNED).map(|(_, (payee, category))| {
        (Value::Null, extras::category_rule(&ids.payees[*payee], &ids.categories[category]))
    });
    let renamed = extras::RENAMES
        .iter()
        .map(|(words, payee)| (text("pre"), extras::rename_rule(words, &ids.payees[*payee])));
    let rules: Vec<_> = learned.chain(renamed).collect();
    for (stage, (conditions, actions)) in rules {
        let columns = [
            ("stage", stage),
            ("conditions_op", text("and")),
            ("conditions", text(&conditions.to_string())),
            ("actions", text(&actions.to_string())),
        ];
        file.row("rules", &ledger.chance.uuid(), &columns)?;
    }
    Ok(())
}

fn write_notes(
    file: &mut NewFile<'_, '_>,
    ids: &Ids,
    ledger: &mut Ledger,
) -> Result<(), ApplyError> {
    let mut note = |id: &str, note: &str| file.row("notes", id, &[("note", text(note))]);
    for (key, words) in extras::CATEGORY_NOTES {
        note(&ids.categories[key], words)?;
    }
    for (ago, words) in extras::MONTH_NOTES {
        note(&format!("budget-{}", ledger.today.month().plus(*ago)), words)?;
    }
    for account in ACCOUNTS.iter().filter(|account| !account.note.is_empty()) {
        note(&format!("account-{}", ids.accounts[account.key]), account.note)?;
    }
    if let Some(group) = ids.groups.first() {
        note(group, extras::GROUP_NOTE)?;
    }
    for (tag, color, meaning) in extras::TAGS {
        let columns = [("tag", text(tag)), ("color", text(color)), ("description", text(meaning))];
        file.row("tags", &ledger.chance.uuid(), &columns)?;
    }
    Ok(())
}
