//! The invented budgets as the stores that reports read.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::OnceLock;

use serde_json::Value as Json;
use sobre_engine::budget::{
    AccountFact, AccountStatus, BudgetFacts, BudgetMode, BudgetRowFact, BudgetSheet, CategoryFact,
    GroupFact, SpentFact, UncategorizedFact,
};
use sobre_engine::dates::{Day, Month};
use sobre_engine::money::Total;
use sobre_engine::reports::{
    Account, Category, Facts, Group, Payee, Reports, Row, RowFlags, RowKey, RowList, Rows, Schedule,
};
use sobre_engine::schedules::{ScheduleAmount, ScheduleDate};

/// A budget file on a day.
pub(crate) struct Dataset {
    pub(crate) rows: Rows,
    pub(crate) facts: Facts,
    pub(crate) budgets: BudgetSheet,
    pub(crate) today: Day,
    /// The ids of the transactions by key, in alphabetical order.
    ids: Vec<String>,
}

impl Dataset {
    pub(crate) fn ids(&self, list: &RowList) -> Vec<&str> {
        let place = |key: &RowKey| usize::try_from(key.0).unwrap();
        list.keys.iter().map(|key| &*self.ids[place(key)]).collect()
    }

    pub(crate) fn reports(&self) -> Reports<'_> {
        Reports::new(&self.rows, &self.facts, &self.budgets, self.today)
    }
}

/// A fixture of this suite.
pub(crate) fn fixture(name: &str) -> Json {
    let path = format!("{}/tests/fixtures/reports/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The tables of a budget, as they are written.
pub(crate) fn tables(id: &str) -> &'static Json {
    static FILE: OnceLock<Json> = OnceLock::new();
    let file = FILE.get_or_init(|| fixture("datasets"));
    list(file, "datasets").iter().find(|set| set["id"] == id).unwrap()
}

/// The budget with an id.
pub(crate) fn dataset(id: &str) -> &'static Dataset {
    static ALL: OnceLock<HashMap<String, Dataset>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let file = fixture("datasets");
        let sets = list(&file, "datasets").iter();
        sets.map(|set| (text(set, "id").unwrap(), read(set))).collect()
    });
    &all[id]
}

pub(crate) fn list<'j>(json: &'j Json, key: &str) -> &'j [Json] {
    json[key].as_array().map_or(&[], Vec::as_slice)
}

pub(crate) fn text(json: &Json, key: &str) -> Option<String> {
    json[key].as_str().map(str::to_owned)
}

fn flag(json: &Json, key: &str) -> bool {
    json[key].as_i64() == Some(1)
}

fn is_alive(json: &Json) -> bool {
    !flag(json, "tombstone")
}

pub(crate) fn read(set: &Json) -> Dataset {
    let facts = facts(set);
    let rows: Vec<Row> = rows(set);
    let budgets = sheet(set, &facts, &rows);
    let today = text(set, "today").unwrap().parse().unwrap();
    Dataset { rows: Rows::new(rows), facts, budgets, today, ids: ids(set) }
}

/// The mapping of categories or payees: to themselves unless a row says otherwise.
fn mapping(set: &Json, table: &str) -> HashMap<String, String> {
    let unmapped: HashSet<&str> = list(set, "unmapped").iter().filter_map(Json::as_str).collect();
    let (ids, to) = match table {
        "categories" => ("category_mapping", "transferId"),
        _ => ("payee_mapping", "targetId"),
    };
    let own = list(set, table).iter().map(|row| text(row, "id").unwrap());
    let mut mapping: HashMap<String, String> =
        own.filter(|id| !unmapped.contains(&**id)).map(|id| (id.clone(), id)).collect();
    for row in list(set, ids) {
        mapping.insert(text(row, "id").unwrap(), text(row, to).unwrap());
    }
    mapping
}

fn ids(set: &Json) -> Vec<String> {
    let mut ids: Vec<String> =
        list(set, "transactions").iter().filter_map(|row| text(row, "id")).collect();
    ids.sort();
    ids
}

/// The rows that count.
pub(crate) fn rows(set: &Json) -> Vec<Row> {
    let ids = ids(set);
    let (categories, payees) = (mapping(set, "categories"), mapping(set, "payees"));
    let all = list(set, "transactions");
    let parents: HashSet<&str> =
        all.iter().filter(|row| is_alive(row)).filter_map(|row| row["id"].as_str()).collect();
    let counts = |row: &Json| {
        let parent = row["parent_id"].as_str();
        let is_orphan = flag(row, "is_child") && parent.is_none_or(|it| !parents.contains(it));
        is_alive(row) && !flag(row, "is_parent") && !is_orphan
    };
    let numbered = all.iter().enumerate().filter(|(_, row)| counts(row));
    let mapped = |mapping: &HashMap<String, String>, row: &Json, key: &str| {
        row[key].as_str().and_then(|id| mapping.get(id)).cloned()
    };
    numbered
        .filter_map(|(at, row)| {
            let flags = RowFlags::CLEARED
                .when(flag(row, "cleared"))
                .with(RowFlags::RECONCILED.when(flag(row, "reconciled")))
                .with(RowFlags::STARTING.when(flag(row, "starting_balance_flag")))
                .with(RowFlags::LINKED.when(row["transfer_id"].is_string()));
            Some(Row {
                key: RowKey(u32::try_from(ids.binary_search(&text(row, "id")?).ok()?).unwrap()),
                day: text(row, "date")?.parse().unwrap(),
                account: text(row, "account")?.into(),
                category: mapped(&categories, row, "category").map(Into::into),
                payee: mapped(&payees, row, "payee").map(Into::into),
                amount: row["amount"].as_i64().unwrap_or(0),
                notes: text(row, "notes").map(Into::into),
                imported_payee: None,
                schedule: text(row, "schedule").map(Into::into),
                order: f64::from(u32::try_from(1000 + at).unwrap()),
                flags,
            })
        })
        .collect()
}

fn facts(set: &Json) -> Facts {
    let account = |row: &Json| Account {
        id: text(row, "id").unwrap().into(),
        name: text(row, "name").unwrap().into(),
        off_budget: flag(row, "offbudget"),
        closed: flag(row, "closed"),
    };
    let payee = |row: &Json| Payee {
        id: text(row, "id").unwrap().into(),
        name: text(row, "name").unwrap_or_default().into(),
        transfer: text(row, "transfer_acct").map(Into::into),
    };
    let alive = |table: &str| list(set, table).iter().filter(|row| is_alive(row));
    let dated = alive("transactions").filter(|row| !flag(row, "is_child"));
    let days: Vec<Day> = dated.filter_map(|row| text(row, "date")?.parse().ok()).collect();
    Facts {
        accounts: alive("accounts").map(account).collect(),
        groups: groups(set),
        payees: alive("payees").map(payee).collect(),
        schedules: list(set, "schedules").iter().map(schedule).collect(),
        first_day: days.iter().min().copied(),
        last_day: days.iter().max().copied(),
        first_day_of_week: u8::try_from(set["first_day_of_week"].as_u64().unwrap()).unwrap(),
        mode: if set["budget_type"] == "tracking" {
            BudgetMode::Report
        } else {
            BudgetMode::Rollover
        },
    }
}

fn sorted(rows: Vec<&Json>) -> Vec<&Json> {
    let mut rows = rows;
    let key = |row: &Json| {
        (flag(row, "is_income"), row["sort_order"].as_i64(), row["id"].as_str().map(str::to_owned))
    };
    rows.sort_by_key(|row| key(row));
    rows
}

fn groups(set: &Json) -> Vec<Group> {
    let alive = |table: &str| -> Vec<&Json> {
        sorted(list(set, table).iter().filter(|row| is_alive(row)).collect())
    };
    let categories = alive("categories");
    let category = |row: &Json| Category {
        id: text(row, "id").unwrap().into(),
        name: text(row, "name").unwrap().into(),
        is_income: flag(row, "is_income"),
        hidden: flag(row, "hidden"),
    };
    let group = |row: &Json| Group {
        id: text(row, "id").unwrap().into(),
        name: text(row, "name").unwrap().into(),
        is_income: flag(row, "is_income"),
        hidden: flag(row, "hidden"),
        categories: categories
            .iter()
            .filter(|it| it["group"] == row["id"])
            .map(|it| category(it))
            .collect(),
    };
    alive("category_groups").into_iter().map(group).collect()
}

fn schedule(row: &Json) -> Schedule {
    Schedule {
        id: text(row, "id").unwrap().into(),
        name: text(row, "name").map(Into::into),
        account: text(row, "account").map(Into::into),
        payee: text(row, "payee").map(Into::into),
        category: None,
        amount: ScheduleAmount::read(&row["amount"]).map(ScheduleAmount::posted),
        date: ScheduleDate::read(&row["date"]).ok(),
        has_exact_date: row["date_op"] == "is",
        next_date: text(row, "next_date").map(|day| day.parse().unwrap()),
        posts_transaction: flag(row, "posts_transaction"),
        completed: flag(row, "completed"),
    }
}

/// The cells of the budget, in months that include every row and a year ahead.
pub(crate) fn sheet(set: &Json, facts: &Facts, rows: &[Row]) -> BudgetSheet {
    let today: Day = text(set, "today").unwrap().parse().unwrap();
    let first = facts.first_day.unwrap_or(today).min(today).month();
    let last = facts.last_day.unwrap_or(today).max(today).month();
    let off: HashSet<&str> =
        facts.accounts.iter().filter(|it| it.off_budget).map(|it| it.id.as_str()).collect();
    let live: HashSet<&str> = facts.accounts.iter().map(|it| it.id.as_str()).collect();
    let mut spent: BTreeMap<(String, Month), Total> = BTreeMap::new();
    for row in rows.iter().filter(|row| live.contains(row.account.as_str())) {
        if let Some(category) =
            row.category.as_ref().filter(|_| !off.contains(row.account.as_str()))
        {
            *spent.entry((category.to_string(), row.day.month())).or_default() +=
                Total::from(row.amount);
        }
    }
    let budget = |row: &Json| BudgetRowFact {
        amount: row["amount"].as_i64().unwrap_or(0),
        carryover: flag(row, "carryover"),
        ..BudgetRowFact::empty(
            text(row, "month").unwrap().parse().unwrap(),
            text(row, "category").unwrap().into(),
        )
    };
    let account = |it: &Account| AccountFact {
        id: it.id.clone(),
        status: AccountStatus { offbudget: it.off_budget, closed: it.closed },
        parents: 0,
        cleared: 0,
        children: 0,
        children_cleared: 0,
    };
    let category = |it: &Category| CategoryFact {
        id: it.id.clone(),
        is_income: it.is_income,
        hidden: it.hidden,
    };
    let group = |it: &Group| GroupFact {
        id: it.id.clone(),
        is_income: it.is_income,
        hidden: it.hidden,
        categories: it.categories.iter().map(category).collect(),
    };
    let spent = spent.into_iter().map(|((category, month), amount)| SpentFact {
        month,
        category: category.into(),
        amount,
    });
    BudgetSheet::build(&BudgetFacts {
        mode: facts.mode,
        first: first.plus(-3),
        last: last.plus(12),
        groups: facts.groups.iter().map(group).collect(),
        budgets: list(set, "budgets").iter().map(budget).collect(),
        holds: Vec::new(),
        spent: spent.collect(),
        accounts: facts.accounts.iter().map(account).collect(),
        uncategorized: UncategorizedFact::default(),
    })
    .unwrap()
}
