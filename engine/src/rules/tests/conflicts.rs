//! Rules that contradict each other, written as `NAME: conditions → actions`.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::super::RuleSet;
use super::vectors::{Rows, rule};

fn condition(field: &str, op: &str, value: Value) -> Value {
    [("field", field.into()), ("op", op.into()), ("value", value)].into_iter().collect()
}

fn is(field: &str, value: &str) -> Value {
    condition(field, "is", json!(value))
}

fn set(field: &str, value: &str) -> Value {
    json!({ "op": "set", "field": field, "value": value })
}

fn all(id: &str, conditions: &[Value], action: Value) -> Value {
    json!({ "id": id, "stage": null, "conditionsOp": "and", "conditions": conditions,
            "actions": Value::from(vec![action]) })
}

/// Conflicts as `EARLIER, LATER: FIELD`.
fn conflicts_with(rules: &[Value], rows: &Rows) -> Vec<String> {
    let set = RuleSet::new(rules.iter().map(rule).collect(), &HashMap::new());
    let Ok(found) = set.conflicts(rows);
    let words = |it: &super::super::Conflict| format!("{}, {}: {}", it.earlier, it.later, it.field);
    found.iter().map(words).collect()
}

fn conflicts(rules: &[Value]) -> Vec<String> {
    conflicts_with(rules, &Rows::default())
}

#[test]
fn the_same_payee_with_two_categories_is_a_conflict() {
    let food = all("food", &[is("payee", "p1")], set("category", "food"));
    let fun = all("fun", &[is("payee", "p1")], set("category", "fun"));
    assert_eq!(conflicts(&[fun.clone(), food.clone()]), ["food, fun: category"]);
    let same = all("same", &[is("payee", "p1")], set("category", "food"));
    assert_eq!(conflicts(&[food.clone(), same]), [""; 0], "the same value");
    let notes = all("notes", &[is("payee", "p1")], set("notes", "x"));
    assert_eq!(conflicts(&[food.clone(), notes]), [""; 0], "another field");
    let other = all("other", &[is("payee", "p2")], set("category", "fun"));
    assert_eq!(conflicts(&[food, other]), [""; 0], "another payee");
}

#[test]
fn a_general_rule_conflicts_with_a_special_one() {
    let shop = condition("imported_payee", "contains", json!("shop"));
    let general = all("general", std::slice::from_ref(&shop), set("category", "food"));
    let special = all("special", &[is("imported_payee", "Toy Shop 7")], set("category", "fun"));
    assert_eq!(conflicts(&[special, general.clone()]), ["general, special: category"]);
    let toys = condition("imported_payee", "contains", json!("toy"));
    let both = all("longer", &[shop, toys], set("category", "fun"));
    assert_eq!(conflicts(&[general.clone(), both]), ["general, longer: category"]);
    let bar = all("bar", &[is("imported_payee", "Bar")], set("category", "fun"));
    assert_eq!(conflicts(&[general, bar]), [""; 0]);
}

#[test]
fn one_value_of_a_list_is_enough() {
    let many = condition("payee", "oneOf", json!(["p1", "p2", "p3"]));
    let list = all("list", &[many], set("category", "food"));
    let others = condition("payee", "oneOf", json!(["p4", "p3"]));
    let other = all("other", &[others], set("category", "fun"));
    assert_eq!(conflicts(&[list, other]), ["list, other: category"]);
}

#[test]
fn conditions_on_other_fields_may_part_two_rules() {
    let amount = |op: &str, value: i64| condition("amount", op, json!(value));
    let of = |id: &str, amount: Value, category: &str| {
        all(id, &[is("payee", "p1"), amount], set("category", category))
    };
    let (small, large) = (of("small", amount("lt", 500), "a"), of("large", amount("gt", 500), "b"));
    assert_eq!(conflicts(&[small.clone(), large]), [""; 0]);
    let overlapping = of("overlapping", amount("gt", 400), "b");
    assert_eq!(conflicts(&[small, overlapping]), ["overlapping, small: category"]);
    let any = all("any", &[is("payee", "p1")], set("category", "c"));
    let tiny = of("tiny", amount("is", 5), "a");
    assert_eq!(conflicts(&[any, tiny]), ["any, tiny: category"]);
    let in_account =
        all("account", &[is("payee", "p1"), is("account", "p2")], set("category", "d"));
    let dear = of("dear", amount("gt", 5_000), "a");
    assert_eq!(conflicts(&[in_account, dear]), ["dear, account: category"]);
}

#[test]
fn rules_about_different_things_are_not_compared() {
    let payee = all("payee", &[is("payee", "p1")], set("category", "food"));
    let note = condition("notes", "contains", json!("trip"));
    let note = all("note", &[note], set("category", "travel"));
    assert_eq!(conflicts(&[payee, note]), [""; 0]);
}

#[test]
fn names_of_payees_are_looked_up() {
    let rows = json!({ "payees": [{ "id": "p1", "name": "Corner Shop" }] });
    let rows = serde_json::from_value(rows).unwrap();
    let named = condition("payee_name", "contains", json!("corner"));
    let named = all("named", &[named], set("category", "food"));
    let payee = all("payee", &[is("payee", "p1")], set("category", "fun"));
    assert_eq!(conflicts_with(&[named.clone(), payee], &rows), ["named, payee: category"]);
    let other = all("other", &[is("payee", "p2")], set("category", "fun"));
    assert_eq!(conflicts_with(&[named, other], &rows), [""; 0]);
}

#[test]
fn every_kind_of_condition_is_met_by_the_transaction_that_is_made_up_for_it() {
    let kinds = [
        condition("imported_payee", "matches", json!("^corner shop$")),
        condition("imported_payee", "isNot", json!("x")),
        condition("notes", "hasTags", json!("#trip abroad")),
        condition("notes", "hasAnyTag", json!("trip")),
        condition("notes", "doesNotContain", json!("x")),
        condition("payee", "isNot", json!("p1")),
        condition("category_group", "is", json!("g1")),
        condition("account", "onBudget", json!("")),
        condition("account", "offBudget", json!("")),
        condition("date", "is", json!("2024-05")),
        condition("date", "is", json!("2024")),
        condition("date", "gt", json!("2024-05-01")),
        condition("date", "lte", json!("2024-05-01")),
        condition("date", "is", json!({ "start": "2024-05-01", "frequency": "monthly" })),
        condition("amount", "isapprox", json!(500)),
        condition("amount", "isbetween", json!({ "num1": 5, "num2": 2 })),
        json!({ "field": "amount", "op": "gt", "value": 500, "options": { "outflow": true } }),
        json!({ "field": "amount", "op": "lte", "value": 500, "options": { "inflow": true } }),
        condition("cleared", "is", json!(false)),
    ];
    for kind in kinds {
        let one = all("one", std::slice::from_ref(&kind), set("category", "food"));
        let two = all("two", std::slice::from_ref(&kind), set("category", "fun"));
        assert_eq!(conflicts(&[one, two]), ["one, two: category"], "{kind}");
    }
}

#[test]
fn thousands_of_rules_take_little_work() {
    let of = |number: usize| {
        let payee = format!("payee {}", number / 2);
        all(&format!("r{number:05}"), &[is("payee", &payee)], set("category", &number.to_string()))
    };
    let rules: Vec<Value> = (0..6_000).map(of).collect();
    assert_eq!(conflicts(&rules).len(), 3_000);
}
