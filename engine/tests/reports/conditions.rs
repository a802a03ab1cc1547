//! Conditions of every field and operator: which rows of a small budget they let pass.

use serde_json::{Value as Json, json};
use sobre_engine::reports::{
    CardKind, CardRequest, FigurePart, Recipe, Row, RowFlags, RowKey, Rows,
};

use crate::dataset::{Dataset, dataset, read, tables};

/// The tiny budget with four rows of its own.
fn small() -> Dataset {
    let row = |key: u32, day: &str, account: &str, amount: i64| Row {
        key: RowKey(key),
        day: day.parse().unwrap(),
        account: account.into(),
        category: None,
        payee: None,
        amount,
        notes: None,
        imported_payee: None,
        schedule: None,
        order: 0.0,
        flags: RowFlags::default(),
    };
    let food = Row {
        category: Some("food".into()),
        payee: Some("pk".into()),
        notes: Some("Lunch with Zoë #Fun".into()),
        imported_payee: Some("KROGER 12".into()),
        flags: RowFlags::CLEARED,
        ..row(0, "2024-05-01", "chk", -1000)
    };
    let moved = Row {
        payee: Some("tp-card".into()),
        flags: RowFlags::LINKED.with(RowFlags::CLEARED).with(RowFlags::RECONCILED),
        notes: Some(String::new().into()),
        ..row(1, "2024-05-31", "chk", -500)
    };
    let none = row(2, "2024-06-02", "card", 700);
    let valued = Row { category: Some("gone".into()), ..row(3, "2024-06-30", "house", 930) };
    let mut data = read(tables("tiny"));
    data.rows = Rows::new([food, moved, none, valued]);
    data
}

fn passing(data: &Dataset, conditions: &Json, op: &str) -> String {
    let recipe = Recipe {
        conditions: conditions.as_array().unwrap().clone(),
        conditions_op: serde_json::from_value(op.into()).unwrap(),
        ..Recipe::default()
    };
    let list = data.reports().rows_behind(&recipe);
    let names = ["food", "moved", "none", "valued"];
    let name = |key: &RowKey| names[usize::try_from(key.0).unwrap()];
    list.keys.iter().map(name).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_operator_finds_what_the_filters_of_queries_find() {
    let data = small();
    for (field, op, value, expected) in [
        ("account", "is", json!("chk"), "food moved"),
        ("account", "isNot", json!("chk"), "none valued"),
        ("account", "oneOf", json!(["card", "house"]), "none valued"),
        ("account", "notOneOf", json!(["card", "house"]), "food moved"),
        ("account", "oneOf", json!([]), ""),
        ("account", "notOneOf", json!([]), ""),
        ("account", "contains", json!("CREDIT"), "none"),
        ("account", "doesNotContain", json!("CREDIT"), "food moved valued"),
        ("account", "matches", json!("^House"), "valued"),
        ("account", "onBudget", json!(""), "food moved none"),
        ("account", "offBudget", json!(""), "valued"),
        ("category", "is", json!("food"), "food"),
        ("category", "is", json!(null), "none valued"),
        ("category", "isNot", json!(null), "food"),
        ("category", "isNot", json!("food"), "moved none valued"),
        ("category", "is", json!("gone"), ""),
        ("category", "notOneOf", json!(["food"]), "moved none valued"),
        ("category_group", "is", json!("g-usual"), "food"),
        ("category_group", "doesNotContain", json!("usual"), "moved none valued"),
        ("payee", "is", json!(null), "none valued"),
        ("payee", "contains", json!("credit"), "moved"),
        ("payee_name", "is", json!("kroger"), "food"),
        ("payee_name", "is", json!(""), "none valued"),
        ("notes", "contains", json!("zoe"), "food"),
        ("notes", "doesNotContain", json!("zoe"), "moved none valued"),
        ("notes", "is", json!("LUNCH with zoë #fun"), "food"),
        ("notes", "is", json!(""), "moved none valued"),
        ("notes", "isNot", json!(""), "food"),
        ("notes", "hasTags", json!("#Fun"), "food"),
        ("notes", "hasAnyTag", json!("#fun #other"), ""),
        ("notes", "matches", json!("zo. #"), "food"),
        ("imported_payee", "oneOf", json!(["Kroger 12"]), "food"),
        ("imported_payee", "notOneOf", json!(["Kroger 12"]), "moved none valued"),
        ("amount", "is", json!(700), "none"),
        ("amount", "isapprox", json!(1000), "valued"),
        ("amount", "gt", json!(700), "valued"),
        ("amount", "lte", json!(-500), "food moved"),
        ("amount", "isbetween", json!({ "num1": 700, "num2": -500 }), "moved none"),
        ("date", "is", json!("2024-05"), "food moved"),
        ("date", "is", json!("2024"), "food moved none valued"),
        ("date", "isapprox", json!("2024-06-01"), "moved none"),
        ("date", "gt", json!("2024-05-31"), "none valued"),
        ("date", "lt", json!("2024-05-31"), "food"),
        ("date", "is", json!({ "start": "2024-05-31", "frequency": "monthly" }), "moved"),
        ("cleared", "is", json!(true), "food moved"),
        ("reconciled", "is", json!(false), "food none valued"),
        ("transfer", "is", json!(true), "moved"),
        ("parent", "is", json!(false), "food moved none valued"),
        ("parent", "is", json!(true), ""),
    ] {
        let condition = json!([{ "field": field, "op": op, "value": value }]);
        for combined in ["and", "or"] {
            assert_eq!(passing(&data, &condition, combined), expected, "{condition}");
        }
    }
}

#[test]
fn conditions_combine_and_invalid_ones_do_not_count() {
    let data = small();
    let outflow =
        json!({ "field": "amount", "op": "gte", "value": 500, "options": { "outflow": true } });
    let card = json!({ "field": "account", "op": "is", "value": "card" });
    let both = json!([outflow, card]);
    assert_eq!(passing(&data, &json!([outflow]), "and"), "food moved");
    assert_eq!(
        (passing(&data, &both, "and"), passing(&data, &both, "or")),
        (String::new(), "food moved none".into())
    );
    let others = json!([
        { "field": "nothing", "op": "is", "value": 1 },
        { "field": "amount", "op": "is", "value": null },
        { "field": "account", "op": "is", "value": "card", "customName": "Mine" },
    ]);
    assert_eq!(passing(&data, &others, "or"), "food moved none valued");
}

#[test]
fn a_card_says_that_a_condition_names_something_that_is_gone() {
    let data = dataset("tiny");
    let names_missing = |conditions: Json| {
        let meta = json!({ "conditions": conditions });
        data.reports().names_missing(CardRequest {
            kind: CardKind::NetWorth,
            meta: &meta,
            view: None,
        })
    };
    assert!(names_missing(json!([{ "field": "category", "op": "oneOf", "value": ["food", "x"] }])));
    assert!(!names_missing(json!([{ "field": "payee", "op": "is", "value": "pk" }])));
    assert!(!names_missing(json!([{ "field": "payee", "op": "contains", "value": "x" }])));
}

#[test]
fn a_card_without_rows_behind_its_figures_has_no_recipe() {
    let data = dataset("tiny");
    let card = CardRequest { kind: CardKind::Formula, meta: &Json::Null, view: None };
    assert!(data.reports().recipe(card, &FigurePart::default()).is_err());
    let markdown = CardRequest { kind: CardKind::Markdown, ..card };
    assert!(data.reports().figures(markdown).is_err());
}
