//! Registers: results found with our own counts, indexes and views equal those of the plain query
//! language, on random transactions and random queries. The thresholds are small enough for 40 rows
//! to cross each of them.

#![allow(clippy::unwrap_used, reason = "a failed step must stop the test")]

mod common;
mod query {
    #[allow(dead_code, reason = "each test file uses a part of it")]
    pub(crate) mod random;
}

use common::TestBudget;
use proptest::collection::vec;
use proptest::prelude::*;
use query::random;
use rusqlite::Connection;
use serde_json::{Value as Json, json};
use sobre_actors::db::query::{Views, register_functions, run_query, run_viewed};
use sobre_actors::db::{By, Direction, Reader, Thresholds, balance_before, month_sums, whole};
use sobre_engine::crdt::{Change, Value};
use sobre_engine::dates::{Day, Month};
use tempfile::TempDir;

const ACCOUNTS: [&str; 3] = ["A", "B", "C"];
const CATEGORIES: [&str; 3] = ["food", "rent", "gone"];
const PAYEES: [&str; 4] = ["pk", "pa", "pd", "tp-B"];
const ROWS: usize = 40;

fn row_id(number: usize) -> String {
    format!("t{number:02}")
}

fn choose(values: &[&'static str]) -> BoxedStrategy<Value> {
    let some = proptest::sample::select(values.to_vec()).prop_map(Value::from);
    prop_oneof![9 => some, 1 => Just(Value::Null)].boxed()
}

fn number(values: &[i64]) -> BoxedStrategy<Value> {
    proptest::sample::select(values.to_vec()).prop_map(Value::from).boxed()
}

/// Other programs may write null for "not deleted".
fn tombstone() -> impl Strategy<Value = Value> {
    prop_oneof![3 => Just(Value::from(0)), 1 => Just(Value::from(1)), 1 => Just(Value::Null)]
}

fn column() -> impl Strategy<Value = (&'static str, Value)> {
    prop_oneof![
        choose(&ACCOUNTS).prop_map(|value| ("acct", value)),
        choose(&CATEGORIES).prop_map(|value| ("category", value)),
        choose(&PAYEES).prop_map(|value| ("description", value)),
        number(&[-250, 0, 99, 2_500, 2_599]).prop_map(|value| ("amount", value)),
        number(&[20_240_105, 20_240_106, 20_240_229, 20_231_231]).prop_map(|it| ("date", it)),
        choose(&["Weekly Shop", "café", "a%b", "x\ny"]).prop_map(|value| ("notes", value)),
        number(&[0, 1]).prop_map(|value| ("cleared", value)),
        tombstone().prop_map(|value| ("tombstone", value)),
        number(&[0, 0, 1]).prop_map(|value| ("isParent", value)),
        number(&[0, 0, 1]).prop_map(|value| ("isChild", value)),
        number(&[0, 1]).prop_map(|value| ("starting_balance_flag", value)),
        number(&[0, 5, 6]).prop_map(|value| ("sort_order", value)),
        number(&[0, 1, 1, 2]).prop_map(|value| ("reconciled", value)),
        choose(&["t01", "t02"]).prop_map(|value| ("transferred_id", value)),
        choose(&["KROGER 12", "Café"]).prop_map(|value| ("imported_description", value)),
        (0..ROWS).prop_map(|row| ("parent_id", Value::from(row_id(row).as_str()))),
    ]
}

fn edits() -> impl Strategy<Value = Vec<Change>> {
    let edit = (0..ROWS, column())
        .prop_map(|(row, (name, value))| Change::new("transactions", row_id(row), name, value));
    vec(edit, 0..80)
}

/// Rows for which most edits have an effect.
fn first_rows() -> Vec<Change> {
    let text = |text: &str| Value::from(text);
    let mut changes = Vec::new();
    for (at, account) in ACCOUNTS.into_iter().enumerate() {
        let off_budget = Value::from(i64::from(at == 1));
        let columns = [("name", text(&format!("Account {account}"))), ("offbudget", off_budget)];
        changes.extend(Change::row("accounts", account, columns));
    }
    changes.push(Change::new("accounts", "C", "tombstone", 1));
    for (category, name) in CATEGORIES.into_iter().zip(["Food", "Rent", "Gone"]) {
        changes.push(Change::new("categories", category, "name", name));
        changes.push(Change::new("category_mapping", category, "transferId", category));
    }
    changes.push(Change::new("category_mapping", "gone", "transferId", "rent"));
    for (payee, name) in PAYEES.into_iter().zip(["Kroger", "Payee A", "Dead", ""]) {
        changes.push(Change::new("payees", payee, "name", name));
        changes.push(Change::new("payee_mapping", payee, "targetId", payee));
    }
    changes.push(Change::new("payees", "pd", "tombstone", 1));
    changes.push(Change::new("payees", "tp-B", "transfer_acct", "B"));
    for at in 0..ROWS {
        let amount = i64::try_from(at * 7).unwrap() - 100;
        let day = 20_240_101 + i64::try_from(at % 9).unwrap();
        let child = at % 5 == 4;
        let mut columns = vec![
            ("acct", text(ACCOUNTS[at % 3])),
            ("date", Value::from(day)),
            ("amount", Value::from(amount)),
            ("description", text(PAYEES[at % 4])),
            ("category", text(CATEGORIES[at % 3])),
            ("isChild", Value::from(i64::from(child))),
            ("isParent", Value::from(i64::from(at % 5 == 3))),
        ];
        if child {
            columns.push(("parent_id", text(&row_id(at - 1))));
        }
        changes.extend(Change::row("transactions", row_id(at), columns));
    }
    changes.push(Change::new("transactions", row_id(3), "tombstone", Value::Null));
    changes
}

/// Thresholds around 40 rows, and some out of reach.
fn thresholds() -> impl Strategy<Value = Thresholds> {
    let around = |most: usize| prop_oneof![2 => Just(0), 6 => 1..most, 2 => Just(1_000_000_usize)];
    let deep = prop_oneof![2 => Just(0), 1 => 1..40_u32];
    let of_views = (deep, 1..4_usize, around(60), around(12), around(40));
    (around(40), around(5), around(4), of_views).prop_map(
        |(candidates, candidate_statements, side_by_side, of_views)| {
            let (deep, views, view_rows, moved, remembered) = of_views;
            Thresholds {
                candidates,
                candidate_statements,
                side_by_side,
                deep,
                views,
                view_rows,
                moved,
                remembered,
            }
        },
    )
}

/// The same file twice: with and without the helper tables.
struct Twice {
    reader: Reader,
    views: Views,
    plain: Connection,
    _budget: TestBudget,
    _place: TempDir,
}

fn twice(before: Vec<Change>, after: &[Change], thresholds: Thresholds) -> Twice {
    let mut budget = TestBudget::create();
    budget.step(first_rows());
    budget.step(before);
    budget.db.facts().unwrap();
    for part in after.chunks(30) {
        budget.step(part.to_vec());
    }
    let place = tempfile::tempdir().unwrap();
    let plain = plain_copy(&budget, &place);
    let views = Views::following(thresholds, budget.db.journal().clone());
    Twice { reader: budget.read(), views, plain, _budget: budget, _place: place }
}

/// A copy without the helper tables and indexes.
fn plain_copy(budget: &TestBudget, place: &TempDir) -> Connection {
    let copy = place.path().join("copy.sqlite");
    budget.db.export_copy(&copy).unwrap();
    let plain = Connection::open(copy).unwrap();
    register_functions(&plain).unwrap();
    plain
}

/// The text of a result and the tables it depends on, or the error; through views if there are any.
fn answer(conn: &Connection, views: Option<&Views>, state: &Json) -> (String, Vec<String>) {
    let found = match views {
        Some(views) => run_viewed(conn, views, state),
        None => run_query(conn, state),
    };
    match found {
        Ok(found) => (found.data.get().to_owned(), found.dependencies),
        Err(error) => (error.to_string(), Vec::new()),
    }
}

impl Twice {
    fn check(&self, state: &Json) -> Result<(), TestCaseError> {
        let plain = answer(&self.plain, None, state);
        prop_assert_eq!(answer(&self.reader, Some(&self.views), state), plain, "{}", state);
        Ok(())
    }

    /// Compares the sums of some months with those of a query.
    fn check_month_sums(&self, by: By, from: Month, until: Month) -> Result<(), TestCaseError> {
        let column = if by == By::Account { "account" } else { "category" };
        let of_days = |month: Month, day: &str| format!("{month}-{day}");
        let state = json!({
            "table": "transactions",
            "tableOptions": { "splits": "inline" },
            "filterExpressions": [
                { "date": { "$gte": of_days(from, "01") } },
                { "date": { "$lte": of_days(until, "31") } },
            ],
            "groupExpressions": [column, { "$month": "$date" }],
            "selectExpressions": [
                column, { "month": { "$month": "$date" } },
                { "rows": { "$count": "*" } }, { "sum": { "$sum": "$amount" } },
            ],
            "orderExpressions": [column, { "$month": "$date" }],
            "validateRefs": false,
        });
        let plain: Json = serde_json::from_str(&answer(&self.plain, None, &state).0).unwrap();
        let sums = month_sums(&self.reader, by, &(from..=until)).unwrap();
        let of_one = sums.iter().flat_map(|of_one| {
            of_one.months.iter().map(|sum| {
                let amount = i64::try_from(sum.amount).unwrap();
                let month = sum.month.to_string();
                json!({ column: of_one.id, "month": month, "rows": sum.rows, "sum": amount })
            })
        });
        prop_assert_eq!(Json::from_iter(of_one), plain, "{}", state);
        Ok(())
    }

    /// Compares the balances before a day with those of a query.
    fn check_balances_before(&self, day: Day) -> Result<(), TestCaseError> {
        for account in ACCOUNTS {
            let state = json!({
                "table": "transactions",
                "tableOptions": { "splits": "none" },
                "filterExpressions": [{ "account": account, "date": { "$lt": day } }],
                "selectExpressions": [{ "sum": { "$sum": "$amount" } }],
                "validateRefs": false,
            });
            let plain: Json = serde_json::from_str(&answer(&self.plain, None, &state).0).unwrap();
            let sum = plain[0]["sum"].as_i64().unwrap_or(0);
            let balance = balance_before(&self.reader, &account.into(), day).unwrap();
            prop_assert_eq!(balance, i128::from(sum), "{} before {}", account, day);
        }
        Ok(())
    }
}

fn view() -> impl Strategy<Value = Json> {
    prop_oneof![
        Just(json!({})),
        proptest::sample::select(ACCOUNTS.to_vec()).prop_map(|id| json!({ "account": id })),
        Just(json!({ "account": { "$oneof": ["A", "B"] } })),
        any::<bool>().prop_map(|off| json!({ "account.offbudget": off, "account.closed": false })),
        Just(json!({ "account": null })),
        Just(json!({ "account": "A", "date": { "$gte": "2024-01-03" } })),
        Just(json!({ "account.name": { "$like": "count a" } })),
    ]
}

fn page() -> impl Strategy<Value = Json> {
    let select = proptest::sample::select(vec![
        json!(["*"]),
        json!(["id", "payee.name", "category.name", { "balance": { "$sumOver": "$amount" } }]),
        json!([{ "balance": { "$sumOver": { "$neg": "$amount" } } }]),
        json!(["account.name", "amount", "parent_id"]),
    ]);
    let splits = proptest::sample::select(vec!["grouped", "grouped", "none", "all", "inline"]);
    let order = proptest::sample::select(vec![json!([]), json!([]), json!([]), json!(["amount"])]);
    let numbers = (0_u32..12, 0_u32..45);
    (view(), select, splits, order, numbers, any::<[bool; 2]>()).prop_map(
        |(view, select, splits, order, (limit, offset), [validate, other])| {
            json!({
                "table": "transactions",
                "tableOptions": { "splits": splits },
                "filterExpressions": [view],
                "selectExpressions": select,
                "orderExpressions": order,
                "limit": limit,
                "offset": offset,
                "validateRefs": validate || other,
            })
        },
    )
}

fn calculation() -> impl Strategy<Value = Json> {
    let calculated =
        vec![json!({ "$count": "*" }), json!({ "$sum": "$amount" }), json!({ "$count": "$id" })];
    let splits = proptest::sample::select(vec!["none", "none", "all", "inline"]);
    (view(), proptest::sample::select(calculated), splits).prop_map(|(view, sum, splits)| {
        json!({
            "table": "transactions",
            "tableOptions": { "splits": splits },
            "filterExpressions": [view],
            "selectExpressions": [{ "result": sum }],
            "calculation": true,
        })
    })
}

/// Queries of the register's search.
fn search() -> impl Strategy<Value = Json> {
    let texts = ["shop", "Kro", "FOOD", "count b", "cafe", "zzz", "a\\%b", "?", "", "x%y"];
    proptest::sample::select(texts.to_vec()).prop_map(|text| {
        let like = format!("%{text}%");
        let fields = ["payee.name", "notes", "category.name", "account.name"];
        let term = |field: &str| json!({ field: { "$like": like } });
        json!({ "$or": fields.map(term) })
    })
}

fn filtered_page() -> impl Strategy<Value = Json> {
    let filter = prop_oneof![2 => search(), 2 => random::filter(), 1 => Just(json!({}))];
    (page(), filter, filter_of_builder()).prop_map(|(mut page, filter, built)| {
        let view = page["filterExpressions"][0].take();
        page["filterExpressions"] = json!([view, filter, built]);
        page
    })
}

/// Filters of the filter builder.
fn filter_of_builder() -> impl Strategy<Value = Json> {
    prop_oneof![
        6 => Just(json!({})),
        1 => Just(json!({ "payee": { "$eq": "pk" } })),
        1 => Just(json!({ "$or": [{ "payee": { "$eq": "pk" } }, { "payee": { "$eq": "pa" } }] })),
        1 => Just(json!({ "category": { "$eq": "rent" } })),
        1 => Just(json!({ "$and": [{ "category": { "$eq": null } }, { "is_parent": false }] })),
        1 => Just(json!({ "amount": { "$gt": 0 } })),
        1 => Just(json!({ "amount": { "$transform": "$neg", "$eq": 250 } })),
        1 => Just(json!({ "cleared": { "$eq": true } })),
        1 => Just(json!({ "notes": { "$transform": "$lower", "$like": "%shop%" } })),
        1 => Just(json!({ "notes": { "$transform": "$lower", "$notlike": "%shop%" } })),
        1 => Just(json!({ "transfer_id": { "$eq": null } })),
        1 => Just(json!({ "transfer_id": { "$ne": null } })),
        1 => Just(json!({ "transfer_id": { "$oneof": ["t01", "t99"] } })),
        1 => Just(json!({ "reconciled": true })),
        1 => Just(json!({ "reconciled": false })),
        1 => Just(json!({ "reconciled": { "$ne": true } })),
        1 => Just(json!({ "imported_payee": { "$transform": "$lower", "$eq": "kroger 12" } })),
        1 => Just(json!({ "imported_payee": { "$transform": "$lower", "$like": "%caf%" } })),
        1 => Just(json!({ "imported_payee": { "$ne": "Café" } })),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn counts_indexes_and_views_change_no_answer(
        before in edits(),
        after in edits(),
        thresholds in thresholds(),
        pages in vec(page(), 8),
        calculations in vec(calculation(), 4),
        filtered in vec(filtered_page(), 8),
        (from, until) in (0..4_i32, 0..4_i32),
    ) {
        let twice = twice(before, &after, thresholds);
        for state in pages.iter().chain(&calculations).chain(&filtered) {
            twice.check(state)?;
        }
        let first = Month::new(2023, 11).unwrap();
        let (from, until) = (first.plus(from), first.plus(from + until));
        twice.check_month_sums(By::Account, from, until)?;
        twice.check_month_sums(By::Category, from, until)?;
        let days = from.first_day();
        twice.check_balances_before(days)?;
        twice.check_balances_before(days.plus_days(5).unwrap())?;
    }
}

/// The usual order, and those of the column headers.
fn order() -> impl Strategy<Value = Json> {
    let words = |field: &str, direction: &str| {
        json!([
            { "$condition": { field: null }, "$dir": "asc" },
            { "$fold": format!("${field}"), "$dir": direction },
            { "$lower": format!("${field}"), "$dir": direction },
        ])
    };
    let of_signs = |compare: &str, direction: &str| json!([{ "$condition": { "amount": { compare: 0 } } }, { "amount": direction }]);
    let keys = vec![
        words("payee.name", "asc"),
        words("category.name", "desc"),
        words("account.name", "asc"),
        words("notes", "desc"),
        of_signs("$gt", "asc"),
        of_signs("$lte", "desc"),
        json!([{ "amount": "desc" }]),
        json!([{ "reconciled": "asc" }, { "cleared": "desc" }]),
        json!([{ "payee.name": "asc" }, { "notes": "asc" }]),
        json!([{ "$nocase": "$payee.name" }]),
    ];
    let usual = [json!({ "date": "desc" }), json!("starting_balance_flag")];
    let sorted = proptest::sample::select(keys).prop_map(move |keys| {
        let mut order = keys.as_array().cloned().unwrap_or_default();
        order.extend(usual.clone());
        order.push(json!({ "sort_order": "desc" }));
        Json::from(order)
    });
    let oldest = json!([
        { "date": "asc" }, { "starting_balance_flag": "desc" }, { "sort_order": "asc" },
        { "id": "desc" },
    ]);
    prop_oneof![2 => Just(json!([])), 4 => sorted, 1 => Just(oldest)]
}

/// Pages with filters that no index supports.
fn broad_page() -> impl Strategy<Value = Json> {
    let filter = proptest::sample::select(vec![
        json!({ "transfer_id": null }),
        json!({}),
        json!({ "notes": { "$notlike": "%shop%" } }),
        json!({ "category": null }),
        json!({ "sort_order": { "$ne": 5 } }),
        // Splits pass only by their lines.
        json!({ "is_child": true }),
        json!({ "account": "A", "amount": { "$gt": -200 } }),
        json!({ "date": { "$gte": "2024-03-01" } }),
        json!({ "$or": [{ "cleared": true }, { "payee.name": { "$ne": "Kroger" } }] }),
    ]);
    let splits = proptest::sample::select(vec!["grouped", "none"]);
    let numbers = (1_u32..12, 0_u32..40);
    (filter, splits, order(), numbers).prop_map(|(filter, splits, order, (limit, offset))| {
        json!({
            "table": "transactions",
            "tableOptions": { "splits": splits },
            "filterExpressions": [filter],
            "selectExpressions": ["*", "payee.name"],
            "orderExpressions": order,
            "limit": limit,
            "offset": offset,
        })
    })
}

/// One commit while lists are open.
#[derive(Debug, Clone)]
enum Step {
    Edit(Vec<Change>),
    Receive(Vec<Change>),
    Undo,
}

fn step() -> impl Strategy<Value = Step> {
    let edit = || {
        (0..ROWS + 2, column())
            .prop_map(|(row, (name, value))| Change::new("transactions", row_id(row), name, value))
    };
    let elsewhere = prop_oneof![
        2 => Just(Change::new("payees", "pa", "name", "Kroger")),
        1 => Just(Change::new("payees", "pk", "name", "zoo")),
        1 => Just(Change::new("payees", "pk", "tombstone", 1)),
        1 => Just(Change::new("payees", "new", "name", "Baker")),
        1 => Just(Change::new("payee_mapping", "pa", "targetId", "pk")),
        1 => Just(Change::new("payee_mapping", "pd", "targetId", "pa")),
        1 => Just(Change::new("categories", "food", "name", "Zest")),
        1 => Just(Change::new("category_mapping", "rent", "transferId", "food")),
        1 => Just(Change::new("accounts", "B", "name", "Late")),
        1 => Just(Change::new("notes", "n", "note", "elsewhere")),
    ];
    let moved = || vec(edit(), 1..4);
    let line_of_another_split = (0..ROWS / 5, 0..ROWS / 5).prop_map(|(line, split)| {
        let split = Value::from(row_id(5 * split + 3).as_str());
        Step::Edit(vec![Change::new("transactions", row_id(5 * line + 4), "parent_id", split)])
    });
    prop_oneof![
        2 => line_of_another_split,
        8 => moved().prop_map(Step::Edit),
        2 => (moved(), elsewhere).prop_map(|(mut edits, other)| {
            edits.push(other);
            Step::Edit(edits)
        }),
        1 => vec(edit(), 15).prop_map(Step::Edit),
        1 => moved().prop_map(Step::Receive),
        1 => Just(Step::Undo),
    ]
}

fn take(budget: &mut TestBudget, step: Step) {
    // Two changes of a cell in one commit would be one message.
    let once = |changes: Vec<Change>| {
        let mut kept: Vec<Change> = Vec::new();
        for change in changes {
            let cell = |it: &Change| (it.row.clone(), it.column.clone());
            if kept.iter().all(|it| cell(it) != cell(&change)) {
                kept.push(change);
            }
        }
        kept
    };
    match step {
        Step::Edit(changes) => drop(budget.step(once(changes))),
        Step::Undo => drop(budget.db.step(Direction::Undo).unwrap()),
        Step::Receive(changes) => {
            let messages = budget.sent_by_another_copy(once(changes));
            budget.db.receive(whole(messages), 0).unwrap();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn views_follow_every_commit(
        steps in vec(step(), 3..9),
        thresholds in thresholds(),
        lists in vec(prop_oneof![3 => broad_page(), 1 => filtered_page()], 3),
    ) {
        let mut budget = TestBudget::create();
        budget.step(first_rows());
        budget.db.facts().unwrap();
        budget.db.journal().limit(&thresholds);
        let views = Views::following(thresholds, budget.db.journal().clone());
        let mut reader = budget.read();
        for step in steps {
            // A reader that still sees the state before the commit.
            reader.execute_batch("BEGIN; SELECT count(*) FROM transactions").unwrap();
            let seen = lists.iter().map(|state| answer(&reader, None, state));
            let seen: Vec<_> = seen.collect();
            take(&mut budget, step);
            let later = budget.read();
            for (state, seen) in lists.iter().zip(seen) {
                for offset in [json!(0), state["offset"].clone()] {
                    let mut state = state.clone();
                    state["offset"] = offset;
                    let plain = answer(&later, None, &state);
                    prop_assert_eq!(answer(&later, Some(&views), &state), plain, "{}", state);
                }
                prop_assert_eq!(answer(&reader, Some(&views), state), seen, "{}", state);
            }
            reader = later;
        }
        let place = tempfile::tempdir().unwrap();
        let plain = plain_copy(&budget, &place);
        for state in &lists {
            let carried = answer(&reader, Some(&views), state);
            prop_assert_eq!(carried, answer(&plain, None, state), "{}", state);
        }
    }
}

#[test]
fn a_calculated_balance_is_that_of_the_first_row() {
    let twice = twice(Vec::new(), &[], Thresholds::default());
    let state = json!({
        "table": "transactions", "tableOptions": { "splits": "none" },
        "filterExpressions": [{ "account": "A" }],
        "selectExpressions": [{ "result": { "$sumOver": "$amount" } }],
        "calculation": true, "limit": 1, "offset": 2,
    });
    twice.check(&state).unwrap();
}

#[test]
fn counts_by_month_follow_undo_and_other_copies() {
    let mut budget = TestBudget::create();
    budget.step(first_rows());
    budget.db.facts().unwrap();
    let count = |budget: &TestBudget| {
        let state = json!({
            "table": "transactions", "tableOptions": { "splits": "none" },
            "filterExpressions": [{ "account": "A" }],
            "selectExpressions": [{ "result": { "$count": "*" } }], "calculation": true,
        });
        let found = run_query(&budget.read(), &state).unwrap();
        found.data.get().parse::<i64>().unwrap()
    };
    let first = count(&budget);
    budget.step(vec![Change::new("transactions", "t00", "tombstone", 1)]);
    assert_eq!(count(&budget), first - 1);
    budget.db.step(Direction::Undo).unwrap();
    assert_eq!(count(&budget), first);
    let moved = budget.sent_by_another_copy(vec![Change::new("transactions", "t00", "acct", "B")]);
    budget.db.receive(whole(moved), 0).unwrap();
    assert_eq!(count(&budget), first - 1);
    let mut budget = budget.reopen();
    budget.db.facts().unwrap();
    assert_eq!(count(&budget), first - 1);
}
