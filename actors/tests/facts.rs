//! Facts of real files give the cells that their own program shows, and facts updated per commit
//! give the same cells as facts read again.
#![expect(clippy::unwrap_used, reason = "a broken vector file must stop the test")]

mod common;

use std::collections::BTreeMap;

use common::{TestBudget, fixture};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::Value as Json;
use sobre_actors::db::query::run_query;
use sobre_actors::db::{CommitFacts, Direction, Intent, Origin, facts, whole};
use sobre_engine::budget::BudgetSheet;
use sobre_engine::crdt::{Change, Value};
use sobre_engine::sheet::CellValue;

fn sheet(budget: &mut TestBudget) -> BudgetSheet {
    BudgetSheet::build(&budget.db.facts().unwrap()).unwrap()
}

fn number(sheet: &BudgetSheet, month: &str, name: &str) -> i64 {
    sheet.value(&format!("budget{}", month.replace('-', "")), name).number()
}

/// Figures of a group or category: their names in the vector and as cells.
const FIGURES: &[(&str, &str)] = &[
    ("budgeted", "budget"),
    ("spent", "sum-amount"),
    ("received", "sum-amount"),
    ("balance", "leftover"),
    ("carryover", "carryover"),
];

fn check_months(name: &str, sheet: &BudgetSheet, months: &Json) {
    for (month, expected) in months.as_object().unwrap() {
        for group in expected["categoryGroups"].as_array().unwrap() {
            let prefix = |cell: &str| format!("group-{cell}");
            check_figures(name, sheet, month, group, &prefix);
            for category in group["categories"].as_array().unwrap() {
                check_figures(name, sheet, month, category, &|cell| cell.to_owned());
            }
        }
        let totals = [
            ("incomeAvailable", "available-funds"),
            ("lastMonthOverspent", "last-month-overspent"),
            ("forNextMonth", "buffered"),
            ("totalBudgeted", "total-budgeted"),
            ("toBudget", "to-budget"),
            ("fromLastMonth", "from-last-month"),
            ("totalIncome", "total-income"),
            ("totalSpent", "total-spent"),
            ("totalBalance", "total-leftover"),
        ];
        for (key, cell) in totals {
            if let Some(value) = expected[key].as_i64() {
                assert_eq!(number(sheet, month, cell), value, "{name} {month} {cell}");
            }
        }
    }
}

fn check_figures(
    name: &str,
    sheet: &BudgetSheet,
    month: &str,
    of: &Json,
    prefix: &dyn Fn(&str) -> String,
) {
    let id = of["id"].as_str().unwrap();
    for (key, cell) in FIGURES {
        let cell = format!("{}-{id}", prefix(cell));
        if let Some(value) = of[key].as_i64() {
            assert_eq!(number(sheet, month, &cell), value, "{name} {month} {cell}");
        }
        if let Some(flag) = of[key].as_bool() {
            let value = sheet.value(&format!("budget{}", month.replace('-', "")), &cell);
            assert_eq!(value.is_set(), flag, "{name} {month} {cell}");
        }
    }
}

fn check_accounts(name: &str, sheet: &BudgetSheet, accounts: &Json) {
    for account in accounts.as_array().unwrap() {
        let id = account["id"].as_str().unwrap();
        let rows = account["transactions"].as_array().unwrap();
        let children = rows.iter().flat_map(|row| row["subtransactions"].as_array().unwrap());
        let inline = || rows.iter().chain(children.clone()).filter(|row| row["is_parent"] == false);
        let sum = |rows: &mut dyn Iterator<Item = &Json>| -> i64 {
            rows.map(|row| row["amount"].as_i64().unwrap()).sum()
        };
        let sums = [
            (format!("balance-{id}"), sum(&mut rows.iter())),
            (format!("balance-query-{id}"), sum(&mut inline())),
            (
                format!("balance-query-{id}-cleared"),
                sum(&mut inline().filter(|row| row["cleared"] == true)),
            ),
            (
                format!("balance-query-{id}-uncleared"),
                sum(&mut inline().filter(|row| row["cleared"] == false)),
            ),
        ];
        for (cell, sum) in sums {
            assert_eq!(sheet.value("__global", &cell).number(), sum, "{name} {cell}");
        }
    }
}

#[test]
fn real_files_show_the_figures_their_own_program_shows() {
    for name in ["plain_26_9", "tracking_local_26_9", "early_15_migrations"] {
        let mut budget = TestBudget::unzip(&format!("interop/{name}.zip"));
        let sheet = sheet(&mut budget);
        let expected = fixture(&format!("interop/{name}.expected.json"));
        let shown = expected.get("by_26_9").unwrap_or(&expected);
        check_months(name, &sheet, &shown["months"]);
        check_accounts(name, &sheet, &shown["accounts"]);
    }
}

#[test]
fn the_tree_of_a_real_file_is_that_of_its_log() {
    let mut budget = TestBudget::unzip("interop/plain_26_9.zip");
    let expected = fixture("interop/plain_26_9.expected.json");
    let root = expected["messages"]["merkle_root"].as_i64();
    assert_eq!(budget.db.merkle().root_hash().map(i64::from), root);
    let log: sobre_engine::crdt::Merkle =
        budget.stored_messages().iter().map(|message| message.timestamp).collect();
    assert_eq!(log.root_hash().map(i64::from), root);
    budget.set("notes", "n", "note", "x");
    let log: sobre_engine::crdt::Merkle =
        budget.stored_messages().iter().map(|message| message.timestamp).collect();
    assert_eq!(log.root_hash(), budget.db.merkle().root_hash());
}

/// A sheet updated only by commits, compared with facts read again after every commit.
struct Follower {
    budget: TestBudget,
    sheet: BudgetSheet,
}

impl Follower {
    fn new(mut budget: TestBudget) -> Self {
        let sheet = sheet(&mut budget);
        Self { budget, sheet }
    }

    fn commit(&mut self, changes: Vec<Change>) {
        let intent = Intent::default();
        let commit = self.budget.db.apply(changes, Origin::Local(intent)).unwrap();
        self.follow(commit.facts);
    }

    fn receive(&mut self, changes: Vec<Change>) {
        let messages = self.budget.sent_by_another_copy(changes);
        let commit = self.budget.db.receive(whole(messages), 0).unwrap();
        self.follow(commit.facts);
    }

    fn follow(&mut self, facts: CommitFacts) {
        match facts {
            CommitFacts::Changed(facts) => {
                self.sheet.apply(&facts).unwrap();
            }
            CommitFacts::Everything(facts) => self.sheet = BudgetSheet::build(&facts).unwrap(),
        }
        let mut anew = facts::load(&self.budget.read(), common::today()).unwrap();
        let months = self.sheet.months();
        assert!(months.0 <= anew.first && anew.last <= months.1, "{months:?} are too few");
        (anew.first, anew.last) = months;
        let anew = BudgetSheet::build(&anew).unwrap();
        let different: Vec<_> =
            anew.difference(&self.sheet).iter().map(|cell| cell.full_name()).collect();
        assert_eq!(different, Vec::<String>::new());
        assert!(anew.cell_count() <= self.sheet.cell_count());
    }
}

fn choose(names: &'static [&'static str]) -> impl Strategy<Value = &'static str> {
    proptest::sample::select(names)
}

fn text(names: &'static [&'static str]) -> BoxedStrategy<Value> {
    prop_oneof![9 => choose(names).prop_map(Value::from), 1 => Just(Value::Null)].boxed()
}

fn number_among(numbers: &'static [i64]) -> BoxedStrategy<Value> {
    proptest::sample::select(numbers).prop_map(Value::from).boxed()
}

const ACCOUNTS: &[&str] = &["a0", "a1", "a2"];
const CATEGORIES: &[&str] = &["c0", "c1", "c2", "541836f1-e756-4473-a5d0-6c1d3f06c7fa"];
const PAYEES: &[&str] = &["p0", "p1", "p2", "p3"];
const ROWS: &[&str] = &["t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7"];
const GROUPS: &[&str] =
    &["g0", "fc3825fd-b982-4b72-b768-5b30844cf832", "2E1F5BDB-209B-43F9-AF2C-3CE28E380C00"];

type Column = (&'static str, BoxedStrategy<Value>);

fn flag(name: &'static str) -> Column {
    (name, number_among(&[0, 0, 1]))
}

/// Other programs may write null for "not deleted".
fn tombstone() -> Column {
    let zeros = number_among(&[0, 0, 1]);
    ("tombstone", prop_oneof![3 => zeros, 1 => Just(Value::Null)].boxed())
}

fn row_change(
    table: &'static str,
    rows: &'static [&'static str],
    columns: Vec<Column>,
) -> BoxedStrategy<Change> {
    let cell = proptest::strategy::Union::new(
        columns.into_iter().map(|(name, value)| value.prop_map(move |value| (name, value)).boxed()),
    );
    (choose(rows), cell)
        .prop_map(move |(row, (column, value))| Change::new(table, row, column, value))
        .boxed()
}

fn transaction_change() -> BoxedStrategy<Change> {
    row_change(
        "transactions",
        ROWS,
        vec![
            ("acct", text(ACCOUNTS)),
            ("category", text(CATEGORIES)),
            ("amount", number_among(&[100, -250, 7, 0])),
            ("amount", Just(Value::Null).boxed()),
            ("description", text(PAYEES)),
            ("date", number_among(&[20_261_003, 20_261_120, 20_250_707, 20_230_131, 20_280_101])),
            ("isParent", number_among(&[0, 0, 1])),
            ("isChild", number_among(&[0, 0, 1])),
            ("parent_id", text(ROWS)),
            ("cleared", number_among(&[0, 1])),
            ("notes", text(&["x"])),
            tombstone(),
        ],
    )
}

fn other_change() -> BoxedStrategy<Change> {
    let cell_ids = &["202611-c0", "2026-11-c0", "202612-c1", "202610-c0"];
    let cell = || {
        vec![
            ("month", number_among(&[202_611, 202_612])),
            ("category", text(CATEGORIES)),
            ("amount", number_among(&[500, 0, -3])),
            flag("carryover"),
            ("goal", number_among(&[900])),
            ("goal", Just(Value::Null).boxed()),
            ("long_goal", number_among(&[1])),
            ("long_goal", Just(Value::Null).boxed()),
        ]
    };
    prop_oneof![
        row_change(
            "accounts",
            ACCOUNTS,
            vec![flag("offbudget"), flag("closed"), tombstone(), ("name", text(&["x"]))]
        ),
        row_change(
            "categories",
            CATEGORIES,
            vec![
                flag("is_income"),
                ("cat_group", text(GROUPS)),
                ("sort_order", number_among(&[1, 2, 3])),
                tombstone(),
                flag("hidden"),
            ]
        ),
        row_change("category_groups", GROUPS, vec![tombstone(), flag("hidden")]),
        row_change("category_mapping", CATEGORIES, vec![("transferId", text(CATEGORIES))]),
        row_change("payees", PAYEES, vec![("transfer_acct", text(ACCOUNTS)), tombstone()]),
        row_change("payee_mapping", PAYEES, vec![("targetId", text(PAYEES))]),
        row_change("zero_budgets", cell_ids, cell()),
        row_change("reflect_budgets", cell_ids, cell()),
        row_change(
            "zero_budget_months",
            &["2026-11", "2026-12", "strange"],
            vec![("buffered", number_among(&[0, 40]))]
        ),
        row_change(
            "preferences",
            &["budgetType"],
            vec![("value", text(&["tracking", "envelope"]))]
        ),
    ]
    .boxed()
}

fn commits() -> impl Strategy<Value = Vec<Vec<Change>>> {
    let change = prop_oneof![2 => transaction_change(), 1 => other_change()];
    vec(vec(change, 1..12), 1..14)
}

/// A budget in which most random changes have an effect.
fn prepared() -> Follower {
    let mut follower = Follower::new(TestBudget::create());
    let mut changes = Vec::new();
    for (at, account) in ["a0", "a1"].into_iter().enumerate() {
        changes.push(Change::new("accounts", account, "offbudget", i64::try_from(at).unwrap()));
    }
    for category in ["c0", "c1"] {
        changes.push(Change::new("categories", category, "cat_group", GROUPS[1]));
        changes.push(Change::new("category_mapping", category, "transferId", category));
    }
    for payee in PAYEES {
        changes.push(Change::new("payee_mapping", payee, "targetId", *payee));
    }
    changes.push(Change::new("payees", "p0", "transfer_acct", "a0"));
    changes.push(Change::new("payees", "p1", "transfer_acct", "a1"));
    for (at, row) in ROWS.iter().enumerate() {
        changes.push(Change::new("transactions", row, "acct", ACCOUNTS[at % 2]));
        changes.push(Change::new("transactions", row, "date", 20_261_101));
        changes.push(Change::new("transactions", row, "amount", 1 << at));
        changes.push(Change::new("transactions", row, "category", CATEGORIES[at % 3]));
    }
    for child in ["t6", "t7"] {
        changes.push(Change::new("transactions", child, "isChild", 1));
        changes.push(Change::new("transactions", child, "parent_id", "t5"));
    }
    changes.push(Change::new("transactions", "t5", "isParent", 1));
    follower.commit(changes);
    follower
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, ..ProptestConfig::default() })]

    #[test]
    fn facts_updated_per_commit_equal_facts_read_again(commits in commits()) {
        let mut follower = prepared();
        for (at, changes) in commits.into_iter().enumerate() {
            if at % 3 == 0 {
                follower.receive(changes);
            } else {
                follower.commit(changes);
            }
        }
    }

    #[test]
    fn undo_and_redo_keep_the_facts_right(commits in commits()) {
        let mut follower = prepared();
        for changes in commits {
            follower.commit(changes);
        }
        while let Some(undone) = follower.budget.db.step(Direction::Undo).unwrap() {
            follower.follow(undone.commit.facts);
        }
        while let Some(redone) = follower.budget.db.step(Direction::Redo).unwrap() {
            follower.follow(redone.commit.facts);
        }
    }
}

#[test]
fn a_null_tombstone_counts_as_not_deleted_everywhere() {
    let mut follower = prepared();
    let rows = [
        ("accounts", "a0"),
        ("accounts", "a1"),
        ("categories", "c0"),
        ("categories", "c1"),
        ("category_groups", GROUPS[1]),
        ("payees", "p0"),
        ("payees", "p1"),
    ];
    let rows = rows.into_iter().chain(ROWS.iter().map(|row| ("transactions", *row)));
    // A transfer without a category counts as categorized while payee and account live.
    follower.commit(vec![
        Change::new("transactions", "t1", "description", "p0"),
        Change::new("transactions", "t2", "description", "p0"),
        Change::new("transactions", "t2", "category", Value::Null),
        Change::new("transactions", "t6", "category", "c0"),
    ]);
    let before = sheet(&mut follower.budget);
    for (table, row) in rows {
        follower.receive(vec![Change::new(table, row, "tombstone", Value::Null)]);
        let after = sheet(&mut follower.budget);
        let different = after.difference(&before);
        let different: Vec<_> = different.iter().map(|cell| cell.full_name()).collect();
        assert_eq!(different, Vec::<String>::new(), "{table} {row}");
    }
}

#[test]
fn a_goal_that_is_taken_away_leaves_a_cell_that_says_nothing() {
    let mut follower = prepared();
    let goal = |goal: Value| {
        let columns = [("category", "c0".into()), ("month", 202_611.into()), ("goal", goal)];
        Change::row("zero_budgets", "2026-11-c0", columns)
    };
    follower.commit(goal(900.into()));
    assert_eq!(follower.sheet.value("budget202611", "goal-c0").number(), 900);
    let undone = follower.budget.db.step(Direction::Undo).unwrap().unwrap();
    follower.follow(undone.commit.facts);
    assert_eq!(follower.sheet.value("budget202611", "goal-c0"), CellValue::Null);
}

#[test]
fn a_budget_row_that_moves_to_another_month_leaves_none_behind() {
    let mut follower = prepared();
    follower.commit(vec![Change::new("categories", "c0", "is_income", 1)]);
    for month in [202_611, 202_612] {
        let columns = [("category", "c0".into()), ("month", month.into())];
        follower.commit(Change::row("zero_budgets", "moves", columns));
    }
    assert_eq!(follower.sheet.value("budget202611", "budget-c0"), CellValue::Null);
    assert_eq!(follower.sheet.value("budget202612", "budget-c0").number(), 0);
}

#[test]
fn a_very_large_write_reads_all_facts_again() {
    let mut follower = Follower::new(TestBudget::create());
    follower.commit(vec![Change::new("accounts", "a0", "name", "x")]);
    let row = |at: i64| {
        let columns =
            [("acct", "a0".into()), ("date", 20_261_101.into()), ("amount", Value::from(at))];
        Change::row("transactions", format!("t{at}"), columns)
    };
    let changes = (0..5001).flat_map(row).collect();
    let intent = Origin::Local(Intent::default());
    let commit = follower.budget.db.apply(changes, intent).unwrap();
    assert!(matches!(commit.facts, CommitFacts::Everything(_)));
    follower.follow(commit.facts);
    let sum = follower.sheet.value("__global", "balance-a0").number();
    assert_eq!(sum, (0..5001).sum::<i64>());
}

#[test]
fn notes_on_all_transactions_change_no_facts_and_no_index_but_their_own() {
    let mut follower = Follower::new(TestBudget::create());
    let row = |at: i64| {
        let columns =
            [("acct", "a0".into()), ("date", 20_261_101.into()), ("amount", Value::from(at))];
        Change::row("transactions", format!("t{at}"), columns)
    };
    follower.commit((0..5001).flat_map(row).collect());
    let roots = |follower: &Follower| -> BTreeMap<String, i64> {
        let file = rusqlite::Connection::open(follower.budget.directory().join("db.sqlite"));
        let file = file.unwrap();
        let mut indexes = file
            .prepare("SELECT name, rootpage FROM sqlite_master WHERE tbl_name = 'transactions'")
            .unwrap();
        let read = indexes.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        read.collect::<rusqlite::Result<_>>().unwrap()
    };
    let before = roots(&follower);
    let note = |at: i64| Change::new("transactions", format!("t{at}"), "notes", format!("n{at}"));
    let intent = Origin::Local(Intent::default());
    let commit = follower.budget.db.apply((0..5001).map(note).collect(), intent).unwrap();
    let CommitFacts::Changed(told) = commit.facts else { panic!("notes count for nothing") };
    assert_eq!(told, []);
    let mut after = roots(&follower);
    assert!(after.keys().eq(before.keys()));
    after.retain(|name, page| before[name] != *page);
    assert_eq!(after.into_keys().collect::<Vec<_>>(), ["sobre_notes"]);
}

/// Receives thousands of rows of the largest amount; returns the budget, its sheet after the
/// commit, and its sheet rebuilt.
fn with_too_much(category: &Value) -> (TestBudget, [BudgetSheet; 2]) {
    let Follower { mut budget, mut sheet } = prepared();
    let row = |at: i64| {
        let columns = [
            ("acct", "a0".into()),
            ("date", 20_261_101.into()),
            ("amount", ((1_i64 << 51) - 1).into()),
            ("cleared", 1.into()),
            ("category", category.clone()),
        ];
        Change::row("transactions", format!("many{at}"), columns)
    };
    let messages = budget.sent_by_another_copy((0..4_500).flat_map(row).collect());
    let commit = budget.db.receive(whole(messages), 0).unwrap();
    let CommitFacts::Changed(told) = commit.facts else { panic!("too many rows to be told") };
    sheet.apply(&told).unwrap();
    let mut budget = budget.reopen();
    let anew = BudgetSheet::build(&budget.db.facts().unwrap()).unwrap();
    (budget, [sheet, anew])
}

#[test]
fn amounts_of_others_that_come_to_more_than_a_number_shut_no_budget() {
    let small = prepared().sheet.value("__global", "balance-a1");
    for category in [Value::Null, "c0".into()] {
        let (budget, [sheet, anew]) = with_too_much(&category);
        assert!(anew.difference(&sheet).iter().next().is_none());
        assert_eq!(anew.value("__global", "balance-a1"), small);
        for cell in ["balance-a0", "balance-query-a0", "balance-query-all", "accounts-balance"] {
            assert_eq!(anew.value("__global", cell).number(), i64::MAX, "{cell}");
        }
        let page = serde_json::json!({
            "table": "transactions", "tableOptions": { "splits": "grouped" },
            "filterExpressions": [{ "account": "a0" }],
            "selectExpressions": ["id", { "balance": { "$sumOver": "$amount" } }],
            "limit": 10, "offset": 4_300,
        });
        let found = run_query(&budget.read(), &page).unwrap();
        let text = found.data.get();
        assert_eq!(
            (text.matches("balance").count(), text.matches(":-").count()),
            (10, 0),
            "{text}"
        );
    }
}

#[test]
fn wrong_counts_of_an_earlier_version_are_rebuilt() {
    let follower = prepared();
    let file = follower.budget.directory().join("db.sqlite");
    let other = rusqlite::Connection::open(file).unwrap();
    other.execute("UPDATE sobre_account_months SET amount = 9.3e18", []).unwrap();
    drop(other);
    let mut budget = follower.budget.reopen();
    assert_eq!(
        sheet(&mut budget).value("__global", "balance-a0"),
        follower.sheet.value("__global", "balance-a0")
    );
    let count = "SELECT count(*) FROM sobre_account_months WHERE typeof(amount) <> 'integer'";
    assert_eq!(budget.read().query_row(count, [], |row| row.get::<_, i64>(0)).unwrap(), 0);
}
