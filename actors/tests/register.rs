//! Registers: results found with our own counts and indexes equal those of the plain query
//! language, on random transactions and random queries.

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
use sobre_actors::db::query::{
    FilterCounts, QueryError, QueryResult, register_functions, run_counted, run_query,
};
use sobre_actors::db::{Direction, Reader, whole};
use sobre_engine::crdt::{Change, Value};
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

fn column() -> impl Strategy<Value = (&'static str, Value)> {
    prop_oneof![
        choose(&ACCOUNTS).prop_map(|value| ("acct", value)),
        choose(&CATEGORIES).prop_map(|value| ("category", value)),
        choose(&PAYEES).prop_map(|value| ("description", value)),
        number(&[-250, 0, 99, 2_500, 2_599]).prop_map(|value| ("amount", value)),
        number(&[20_240_105, 20_240_106, 20_240_229, 20_231_231]).prop_map(|it| ("date", it)),
        choose(&["Weekly Shop", "café", "a%b", "x\ny"]).prop_map(|value| ("notes", value)),
        number(&[0, 1]).prop_map(|value| ("cleared", value)),
        number(&[0, 0, 0, 1]).prop_map(|value| ("tombstone", value)),
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
    changes
}

/// The same file twice: with and without the helper tables.
struct Twice {
    reader: Reader,
    plain: Connection,
    _budget: TestBudget,
    _place: TempDir,
}

fn twice(before: Vec<Change>, after: &[Change]) -> Twice {
    let mut budget = TestBudget::create();
    budget.step(first_rows());
    budget.step(before);
    budget.db.facts().unwrap();
    for part in after.chunks(7) {
        budget.step(part.to_vec());
    }
    let place = tempfile::tempdir().unwrap();
    let copy = place.path().join("copy.sqlite");
    budget.db.export_copy(&copy).unwrap();
    let plain = Connection::open(copy).unwrap();
    register_functions(&plain).unwrap();
    Twice { reader: budget.read(), plain, _budget: budget, _place: place }
}

impl Twice {
    /// As [`Self::check`], but ignores the order if the query leaves it open.
    fn check_sums(&self, state: &Json) -> Result<(), TestCaseError> {
        if state["orderExpressions"] != json!([]) {
            return self.check(state);
        }
        let answer = |conn: &Connection| {
            let answer = run_query(conn, state).map_err(|error| error.to_string())?;
            let rows: Vec<Json> = serde_json::from_str(answer.data.get()).unwrap();
            let mut rows: Vec<String> = rows.iter().map(Json::to_string).collect();
            rows.sort();
            Ok::<_, String>((rows, answer.dependencies))
        };
        prop_assert_eq!(answer(&self.reader), answer(&self.plain), "{}", state);
        Ok(())
    }

    fn check(&self, state: &Json) -> Result<(), TestCaseError> {
        let answer = |conn: &Connection| {
            let answer = run_query(conn, state).map_err(|error| error.to_string());
            answer.map(|found| (found.data.get().to_owned(), found.dependencies))
        };
        prop_assert_eq!(answer(&self.reader), answer(&self.plain), "{}", state);
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

/// Sums by the references of transactions.
fn sums() -> impl Strategy<Value = Json> {
    let keys = vec![
        json!("category"),
        json!("category.name"),
        json!("account"),
        json!("account.offbudget"),
        json!({ "$month": "$date" }),
        json!({ "$year": "$date" }),
        json!("payee"),
    ];
    let filter = proptest::sample::select(vec![
        json!({}),
        json!({ "category": "rent" }),
        json!({ "category": null }),
        json!({ "category.name": { "$like": "o" } }),
        json!({ "account.offbudget": false }),
        json!({ "date": { "$transform": "$month", "$gte": "2024-01" } }),
        json!({ "date": { "$gte": "2024-01-03" } }),
        json!({ "$or": [{ "category": "food" }, { "account": "A" }] }),
    ]);
    let splits = proptest::sample::select(vec!["none", "all", "inline", "grouped"]);
    let keys = proptest::sample::subsequence(keys, 0..=3);
    (keys, vec(filter, 0..3), splits, any::<[bool; 4]>()).prop_map(
        |(keys, filters, splits, [validate, named, largest, ordered])| {
            let key = |(at, key): (usize, &Json)| {
                if key.is_object() { json!({ format!("key{at}"): key }) } else { key.clone() }
            };
            let mut select: Vec<Json> = keys.iter().enumerate().map(key).collect();
            if named && keys.iter().any(|key| key == "category") {
                select.push(json!("category.name"));
            }
            let sum = json!({ "sum": { "$sum": "$amount" } });
            select.extend([sum, json!({ "count": { "$count": "*" } })]);
            let mut order = if ordered { keys.clone() } else { Vec::new() };
            if largest && ordered {
                order.insert(0, json!({ "$sum": "$amount", "$dir": "desc" }));
            }
            json!({
                "table": "transactions",
                "tableOptions": { "splits": splits },
                "filterExpressions": filters,
                "groupExpressions": keys,
                "selectExpressions": select,
                "orderExpressions": order,
                "validateRefs": validate || named,
            })
        },
    )
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
    #![proptest_config(ProptestConfig { cases: 6, ..ProptestConfig::default() })]

    #[test]
    fn counts_and_indexes_change_no_answer(
        before in edits(),
        after in edits(),
        pages in vec(page(), 60),
        calculations in vec(calculation(), 25),
        filtered in vec(filtered_page(), 60),
        sums in vec(sums(), 60),
    ) {
        let twice = twice(before, &after);
        for state in pages.iter().chain(&calculations).chain(&filtered) {
            twice.check(state)?;
        }
        for state in &sums {
            twice.check_sums(state)?;
        }
    }
}

/// Mostly columns that filters test.
fn passing_column() -> impl Strategy<Value = (&'static str, Value)> {
    prop_oneof![
        4 => number(&[0, 1]).prop_map(|value| ("tombstone", value)),
        2 => choose(&CATEGORIES).prop_map(|value| ("category", value)),
        2 => choose(&["Weekly Shop", "café"]).prop_map(|value| ("notes", value)),
        2 => column(),
    ]
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, ..ProptestConfig::default() })]

    #[test]
    fn counts_of_filters_follow_the_log(
        steps in vec(vec((0..ROWS, passing_column()), 1..4), 2..8),
        renames in 0..8_usize,
        pages in vec(broad_page(), 12),
    ) {
        let mut budget = TestBudget::create();
        budget.step(first_rows());
        let day = |at: usize| 20_240_101 + 100 * i64::try_from(at % 12).unwrap();
        let dated = |at| Change::new("transactions", row_id(at), "date", day(at));
        budget.step((0..ROWS).map(dated).collect());
        budget.db.facts().unwrap();
        let counts = FilterCounts::from_offset(0);
        for (at, step) in steps.into_iter().enumerate() {
            let edit = |(row, (name, value))| Change::new("transactions", row_id(row), name, value);
            budget.step(step.into_iter().map(edit).collect());
            if renames == at {
                budget.step(vec![Change::new("payees", "pa", "name", "Kroger")]);
            }
            let place = tempfile::tempdir().unwrap();
            let copy = place.path().join("copy.sqlite");
            budget.db.export_copy(&copy).unwrap();
            let plain = Connection::open(copy).unwrap();
            register_functions(&plain).unwrap();
            let reader = budget.read();
            for state in &pages {
                let text = |answer: Result<QueryResult, QueryError>| {
                    answer.map(|found| found.data.get().to_owned()).map_err(|it| it.to_string())
                };
                let answer = text(run_counted(&reader, &counts, state));
                prop_assert_eq!(answer, text(run_query(&plain, state)), "{}", state);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn sorted_lists_follow_the_log(
        steps in vec(vec((0..ROWS, column()), 1..4), 6..20),
        lists in vec(broad_page(), 2),
    ) {
        let mut budget = TestBudget::create();
        budget.step(first_rows());
        budget.db.facts().unwrap();
        let counts = FilterCounts::default();
        for step in steps {
            let edit = |(row, (name, value))| Change::new("transactions", row_id(row), name, value);
            budget.step(step.into_iter().map(edit).collect());
            let reader = budget.read();
            for state in &lists {
                let mut state = state.clone();
                (state["limit"], state["offset"]) = (json!(2 * ROWS), json!(0));
                let text = |answer: QueryResult| answer.data.get().to_owned();
                let carried = text(run_counted(&reader, &counts, &state).unwrap());
                prop_assert_eq!(carried, text(run_query(&reader, &state).unwrap()), "{}", state);
            }
        }
    }
}

#[test]
fn a_calculated_balance_is_that_of_the_first_row() {
    let twice = twice(Vec::new(), &[]);
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
    budget.db.step(Direction::Undo, None).unwrap();
    assert_eq!(count(&budget), first);
    let moved = budget.sent_by_another_copy(vec![Change::new("transactions", "t00", "acct", "B")]);
    budget.db.receive(whole(moved), 0).unwrap();
    assert_eq!(count(&budget), first - 1);
    let mut budget = budget.reopen();
    budget.db.facts().unwrap();
    assert_eq!(count(&budget), first - 1);
}
