//! Split lines follow their split, whichever rule changes it.

use serde_json::{Value, json};

use super::super::*;
use super::vectors::{Rows, set};

fn rule(id: &str, stage: &str, actions: &Value) -> Value {
    let conditions = json!([{ "op": "is", "field": "notes", "value": "x" }]);
    json!({ "id": id, "stage": stage, "conditions": conditions, "actions": actions })
}

/// An action on the first line.
fn on_line(mut action: Value) -> Value {
    action["options"] = json!({ "splitIndex": 1, "method": "remainder" });
    action
}

fn set_to(field: &str, value: impl Into<Value>) -> Value {
    let value = value.into();
    json!({ "op": "set", "field": field, "value": value })
}

fn remainder() -> Value {
    on_line(json!({ "op": "set-split-amount", "value": null }))
}

fn run(rules: &[Value]) -> Value {
    let transaction = json!({
        "id": "t", "account": "A", "date": "2026-11-01", "amount": -5_000, "notes": "x",
        "payee": "bank", "cleared": true, "reconciled": false,
    });
    let mut subject = Subject::new(transaction.as_object().cloned().unwrap());
    let Ok(_) = set(rules).run(&mut subject, &Rows::default());
    Value::Object(subject.into_fields())
}

#[test]
fn lines_follow_a_split_that_a_later_rule_moves() {
    let moves = json!([
        set_to("account", "B"),
        set_to("date", "2026-10-01"),
        set_to("cleared", false),
        set_to("reconciled", true),
    ]);
    let split = run(&[rule("r1", "pre", &json!([remainder()])), rule("r2", "post", &moves)]);
    let line = &split["subtransactions"][0];
    for of_it in [&split, line] {
        let fields = ["account", "date", "cleared", "reconciled"].map(|name| of_it[name].clone());
        assert_eq!(json!(fields), json!(["B", "2026-10-01", false, true]), "{of_it}");
    }
}

#[test]
fn a_line_is_never_in_another_account_than_its_split() {
    let apart = json!([remainder(), on_line(set_to("account", "B"))]);
    let split = run(&[rule("r1", "pre", &apart)]);
    assert_eq!(split["subtransactions"][0]["account"], "A");
}

#[test]
fn a_payee_set_by_name_passes_to_the_lines() {
    let named = set_to("payee_name", "Named");
    let of_line = |split: &Value| {
        let line = &split["subtransactions"][0];
        json!([line["payee_name"], line["payee"]])
    };
    let split = run(&[rule("r1", "pre", &json!([named, remainder()]))]);
    assert_eq!((of_line(&split), &split["payee"]), (json!(["Named", null]), &Value::Null));
    let own = on_line(set_to("payee", "own"));
    let split = run(&[rule("r1", "pre", &json!([named, remainder(), own]))]);
    assert_eq!(of_line(&split), json!([null, "own"]));
    let own = on_line(set_to("payee_name", "Own"));
    let split = run(&[rule("r1", "pre", &json!([named, remainder(), own]))]);
    assert_eq!(of_line(&split), json!(["Own", null]));
}
