//! Random query states, mostly from valid names, so that many of them pass the check and reach
//! SQLite.

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn word(words: &'static [&'static str]) -> impl Strategy<Value = String> {
    proptest::sample::select(words).prop_map(str::to_owned)
}

const TEXTS: &[&str] = &["notes", "payee.name", "category.group.name", "account.name", "id"];
const NUMBERS: &[&str] = &["amount", "sort_order", "category.sort_order"];
const DAYS: &[&str] = &["date", "schedule.next_date"];
const IDS: &[&str] =
    &["id", "payee", "category", "account", "parent_id", "schedule._payee.transfer_acct"];
const FLAGS: &[&str] = &["cleared", "tombstone", "account.offbudget", "category.hidden"];
const OTHERS: &[&str] =
    &["error", "schedule._amount", "schedule._conditions", "schedule._has_splits"];
const WRONG: &[&str] = &["name", "group", "category.*", "*", "next_date", "x\" OR 1=1 --"];

fn path() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => word(TEXTS),
        8 => word(NUMBERS),
        8 => word(DAYS),
        8 => word(IDS),
        8 => word(FLAGS),
        4 => word(OTHERS),
        1 => word(WRONG),
    ]
}

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-5_i64..5).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        word(&["2024-01-05", "2024-01", "2024", "$", "$amount", "$notes", "$date", ":x", "\\$a"])
            .prop_map(Value::from),
        path().prop_map(|path| Value::from(format!("${path}"))),
        "\\PC{0,6}".prop_map(Value::from),
        word(&["%a(", "[", "(?=x)", "\\", "'", "a{9999}{9999}"]).prop_map(Value::from),
    ]
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => path(),
        4 => word(&[
            "$and", "$or", "$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$oneof", "$like",
            "$notlike", "$regexp", "$transform", "$dir",
        ]),
        4 => word(&[
            "$sum", "$sumOver", "$count", "$substr", "$lower", "$neg", "$abs", "$idiv", "$month",
            "$year", "$day", "$condition", "$nocase", "$literal", "$id",
        ]),
        1 => "\\PC{0,4}",
    ]
}

/// Any JSON with names of the language.
fn value() -> impl Strategy<Value = Value> {
    scalar().prop_recursive(5, 40, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec((key(), inner), 0..3).prop_map(object),
        ]
    })
}

fn object(entries: Vec<(String, Value)>) -> Value {
    Value::Object(entries.into_iter().collect::<Map<_, _>>())
}

/// One field and a test, mostly of matching types.
fn term() -> impl Strategy<Value = Value> {
    let compare = || word(&["$eq", "$ne", "$gt", "$gte", "$lt", "$lte"]);
    let pattern = word(&["$eq", "$ne", "$gt", "$like", "$notlike", "$regexp"]);
    let text = prop_oneof![
        word(&["%a(", "[", "(?=x)", "\\", "'", "a{9999}{9999}", "k", "%", "$notes"]),
        "\\PC{0,6}",
    ];
    let day = word(&["2024-01-05", "2024-02-99", "$date", "2024-01"]);
    let divided = json!({"$abs": {"$idiv": ["$", "$sort_order"]}});
    let joined =
        |parts: (String, String, Value)| object(vec![(parts.0, operator(parts.1, parts.2))]);
    prop_oneof![
        4 => (word(TEXTS), pattern, text.prop_map(Value::from)).prop_map(joined),
        4 => (word(NUMBERS), compare(), (-9_000_i64..9_000).prop_map(Value::from)).prop_map(joined),
        4 => (word(DAYS), compare(), day.prop_map(Value::from)).prop_map(joined),
        4 => (word(IDS), compare(), word(IDS).prop_map(|path| Value::from(format!("${path}"))))
            .prop_map(joined),
        2 => (word(FLAGS), compare(), any::<bool>().prop_map(Value::from)).prop_map(joined),
        2 => (path(), compare(), Just(Value::Null)).prop_map(joined),
        2 => (word(IDS), vec(word(&["t02", "A", "pk", "food", "'"]), 0..3))
            .prop_map(|(path, list)| object(vec![(path, json!({"$oneof": list}))])),
        2 => (word(NUMBERS), -9_i64..9).prop_map(move |(path, value)| {
            object(vec![(path, json!({"$transform": divided, "$eq": value}))])
        }),
        1 => (path(), compare(), scalar()).prop_map(joined),
    ]
}

fn operator(name: String, operand: Value) -> Value {
    object(vec![(name, operand)])
}

/// A filter of valid form.
pub(crate) fn filter() -> impl Strategy<Value = Value> {
    term().prop_recursive(3, 12, 3, |inner| {
        (word(&["$and", "$or"]), vec(inner, 0..3))
            .prop_map(|(key, list)| object(vec![(key, list.into())]))
    })
}

/// A function of valid form; `several` also allows aggregates.
fn call(several: bool) -> impl Strategy<Value = Value> {
    let apply = |(name, path): (String, String)| object(vec![(name, format!("${path}").into())]);
    let numeric: &[&str] =
        if several { &["$sum", "$count", "$sumOver", "$neg"] } else { &["$neg", "$abs"] };
    prop_oneof![
        4 => (word(numeric), word(NUMBERS)).prop_map(apply),
        2 => (word(&["$lower", "$nocase", "$literal"]), word(TEXTS)).prop_map(apply),
        2 => (word(&["$month", "$year", "$day"]), word(DAYS)).prop_map(apply),
        1 => (word(TEXTS), -3_i64..5).prop_map(|(path, from)| {
            json!({"$substr": [format!("${path}"), from, 2]})
        }),
        2 => filter().prop_map(|filter| json!({"$condition": filter})),
    ]
}

fn expression(several: bool) -> impl Strategy<Value = Value> {
    prop_oneof![
        20 => path().prop_map(Value::from),
        20 => call(several),
        1 => value(),
    ]
}

fn named() -> impl Strategy<Value = Value> {
    prop_oneof![
        20 => path().prop_map(Value::from),
        20 => ("[a-z'\"]{1,3}", expression(true)).prop_map(|entry| object(vec![entry])),
        1 => value(),
    ]
}

pub(crate) fn state() -> impl Strategy<Value = Value> {
    let others = word(&["accounts", "payees", "category_groups", "schedules", "sqlite_master"]);
    let table = prop_oneof![9 => word(&["transactions"]), 1 => others];
    let options = word(&["inline", "none", "all", "grouped", "grouped"]);
    let parts = (
        vec(prop_oneof![30 => filter(), 1 => value()], 0..3),
        vec(named(), 0..4),
        vec(expression(false), 0..2),
        vec(expression(false), 0..3),
    );
    let numbers = (proptest::option::of(0_u32..9), 0_u32..3);
    (table, options, parts, numbers, any::<[bool; 4]>()).prop_map(
        |(table, splits, (filters, select, group, order), (limit, offset), flags)| {
            let [with_dead, validate, calculation, grouping] = flags;
            let group = if grouping { group } else { Vec::new() };
            json!({
                "table": table,
                "tableOptions": if flags == [true; 4] { json!({}) } else { json!({"splits": splits}) },
                "filterExpressions": filters,
                "selectExpressions": select,
                "groupExpressions": group,
                "orderExpressions": order,
                "calculation": calculation,
                "withDead": with_dead,
                "validateRefs": validate,
                "limit": limit,
                "offset": limit.map(|_| offset),
            })
        },
    )
}

/// States without a valid form.
pub(crate) fn anything() -> impl Strategy<Value = Value> {
    (value(), value(), value()).prop_map(|(filter, select, order)| {
        json!({
            "table": "transactions",
            "filterExpressions": filter,
            "selectExpressions": select,
            "orderExpressions": order,
        })
    })
}
