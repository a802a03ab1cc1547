//! Laws of rules, over random rules and transactions.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::super::*;
use super::vectors::{Rows, rule};

fn word() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["a", "B", "ab", "Łó", ""]).prop_map(str::to_owned)
}

fn id() -> impl Strategy<Value = Value> {
    prop::sample::select(vec![json!("p1"), json!("p2"), json!("P3"), Value::Null])
}

fn ids() -> impl Strategy<Value = Value> {
    prop::collection::vec(prop::sample::select(vec!["p1", "p2", "p3"]), 0..3)
        .prop_map(|list| json!(list))
}

/// Pieces of rules as the file stores them.
fn stored_piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "{\"op\":\"is\",\"field\":\"amount\",\"value\":1e300}",
        "{\"op\":\"matches\",\"field\":\"notes\",\"value\":\"(((\"}",
        "{\"op\":\"oneOf\",\"field\":\"payee\",\"value\":[null,1]}",
        "{\"op\":\"isbetween\",\"field\":\"amount\",\"value\":{\"num1\":1}}",
        "{\"op\":\"is\",\"field\":\"date\",\"value\":\"9999-99-99\"}",
        "{\"op\":\"set\",\"field\":\"category\",\"value\":{}}",
        "{\"op\":\"set-split-amount\",\"options\":{\"splitIndex\":-1}}",
        ",",
        "[",
        "]",
        "{",
        "}",
        "null",
        "\"",
        "\\ud800",
        "1e999",
    ])
}

fn condition() -> impl Strategy<Value = Value> {
    let reference = || prop::sample::select(vec!["payee", "category", "account"]);
    let text = || prop::sample::select(vec!["imported_payee", "notes"]);
    prop_oneof![
        (text(), prop::sample::select(vec!["is", "isNot"]), word())
            .prop_map(|(field, op, value)| json!({ "field": field, "op": op, "value": value })),
        (text(), prop::sample::select(vec!["contains", "doesNotContain"]))
            .prop_map(|(field, op)| json!({ "field": field, "op": op, "value": "b" })),
        (prop::sample::select(vec!["oneOf", "notOneOf"]), prop::collection::vec(word(), 0..3))
            .prop_map(|(op, list)| json!({ "field": "imported_payee", "op": op, "value": list })),
        (reference(), prop::sample::select(vec!["is", "isNot"]), id())
            .prop_map(|(field, op, value)| json!({ "field": field, "op": op, "value": value })),
        (reference(), prop::sample::select(vec!["oneOf", "notOneOf"]), ids())
            .prop_map(|(field, op, value)| json!({ "field": field, "op": op, "value": value })),
        (prop::sample::select(vec!["is", "gt", "lte", "isapprox"]), -3_i64..3)
            .prop_map(|(op, value)| json!({ "field": "amount", "op": op, "value": value * 1000 })),
    ]
}

fn action() -> impl Strategy<Value = Value> {
    let set =
        |field: &'static str, value: Value| json!({ "op": "set", "field": field, "value": value });
    prop_oneof![
        id().prop_map(move |id| set("payee", id)),
        id().prop_map(move |id| set("category", id)),
        word().prop_map(move |word| set("imported_payee", json!(word))),
        prop::sample::select(vec!["p1", "p2"]).prop_map(move |id| set("account", json!(id))),
        (-3_i64..3).prop_map(move |cents| set("amount", json!(cents * 1000))),
        word().prop_map(|word| json!({ "op": "append-notes", "value": word })),
        word().prop_map(|word| json!({ "op": "link-schedule", "value": word })),
    ]
}

fn rules() -> impl Strategy<Value = Vec<Value>> {
    let one = (
        prop::collection::vec(condition(), 0..3),
        prop::collection::vec(action(), 0..3),
        prop::sample::select(vec!["and", "or"]),
        prop::sample::select(vec![json!("pre"), Value::Null, json!("post")]),
    );
    prop::collection::vec(one, 0..8).prop_map(|rules| {
        let numbered = rules.into_iter().enumerate();
        numbered
            .map(|(number, (conditions, actions, op, stage))| {
                json!({
                    "id": format!("r{number}"), "stage": stage, "conditionsOp": op,
                    "conditions": conditions, "actions": actions,
                })
            })
            .collect()
    })
}

fn transaction() -> impl Strategy<Value = Value> {
    (id(), id(), prop::option::of(id()), word(), -3_i64..3, prop::option::of(word())).prop_map(
        |(payee, account, category, imported, amount, notes)| {
            let mut fields = json!({
                "id": "t1", "payee": payee, "account": account, "imported_payee": imported,
                "amount": amount * 1000, "date": "2024-06-10", "notes": notes,
            });
            if let Some(category) = category {
                fields["category"] = category;
            }
            fields
        },
    )
}

fn subject(transaction: &Value) -> Subject {
    Subject::new(transaction.as_object().cloned().unwrap())
}

/// Runs rules without an index.
fn scan(rules: &[Arc<Rule>], subject: &mut Subject) -> Vec<Arc<str>> {
    let mut applied = Vec::new();
    for rule in rules {
        let Ok(matches) = rule.matches(subject, &Rows::default());
        if matches {
            let Ok(()) = rule.apply(subject, &Rows::default());
            applied.push(Arc::clone(rule.id()));
        }
    }
    applied
}

proptest! {
    #[test]
    fn the_index_finds_exactly_the_rules_of_a_plain_scan(
        rules in rules(), transaction in transaction(),
    ) {
        let set = RuleSet::new(rules.iter().map(rule).collect(), &HashMap::new());
        let (mut indexed, mut scanned) = (subject(&transaction), subject(&transaction));
        let Ok(applied) = set.run(&mut indexed, &Rows::default());
        let applied: Vec<_> = applied.iter().map(|rule| Arc::clone(rule.id())).collect();
        prop_assert_eq!(applied, scan(set.rules(), &mut scanned));
        prop_assert_eq!(indexed.into_fields(), scanned.into_fields());
    }

    #[test]
    fn a_runner_treats_each_transaction_as_if_it_were_the_first(
        rules in rules(), transactions in prop::collection::vec(transaction(), 1..6),
    ) {
        let set = RuleSet::new(rules.iter().map(rule).collect(), &HashMap::new());
        let mut runner = set.runner();
        for transaction in &transactions {
            let (mut one, mut other) = (subject(transaction), subject(transaction));
            let Ok(_) = runner.run(&mut one, &Rows::default());
            scan(set.rules(), &mut other);
            prop_assert_eq!(one.into_fields(), other.into_fields());
        }
    }

    #[test]
    fn the_order_of_the_rules_in_the_file_does_not_matter(
        rules in rules(), transaction in transaction(),
    ) {
        let all: Vec<_> = rules.iter().map(rule).collect();
        let reversed = all.iter().rev().cloned().collect();
        let (one, other) =
            (RuleSet::new(all, &HashMap::new()), RuleSet::new(reversed, &HashMap::new()));
        let (mut first, mut second) = (subject(&transaction), subject(&transaction));
        let Ok(_) = one.run(&mut first, &Rows::default());
        let Ok(_) = other.run(&mut second, &Rows::default());
        prop_assert_eq!(first.into_fields(), second.into_fields());
    }

    #[test]
    fn ranking_is_a_total_order(rules in rules()) {
        let rules: Vec<_> = rules.iter().map(rule).collect();
        for a in &rules {
            for b in &rules {
                prop_assert_eq!(a.rank(b), b.rank(a).reverse());
                prop_assert_eq!(a.rank(b) == Ordering::Equal, a.id() == b.id());
                for c in &rules {
                    if a.rank(b) == Ordering::Less && b.rank(c) == Ordering::Less {
                        prop_assert_eq!(a.rank(c), Ordering::Less);
                    }
                }
            }
        }
    }

    #[test]
    fn a_stored_rule_is_read_as_it_was_written(rules in rules()) {
        for given in &rules {
            let text = super::vectors::text_of(given);
            let row = RuleRow {
                stage: text.stage.map(|stage| stage.name().to_owned()),
                conditions: Some(stored_list(&text.conditions)),
                actions: Some(stored_list(&text.actions)),
                conditions_op: Some(text.conditions_op.name().to_owned()),
            };
            let read = row.read("r".into(), |_| None);
            prop_assert!(read.rule.is_ok());
            prop_assert_eq!(Some(stored_list(&read.text.conditions)), row.conditions);
            prop_assert_eq!(Some(stored_list(&read.text.actions)), row.actions);
            let bare = |items: &[Value]| -> Vec<Value> {
                let without_type = |mut item: Value| {
                    item.as_object_mut().unwrap().shift_remove("type");
                    item
                };
                items.iter().cloned().map(without_type).collect()
            };
            prop_assert_eq!(bare(&read.text.conditions), text.conditions);
            prop_assert_eq!(bare(&read.text.actions), text.actions);
        }
    }

    #[test]
    fn split_lines_add_up_or_the_split_says_by_how_much(
        total in -100_000_i64..100_000,
        methods in prop::collection::vec((0..4_usize, -50_000_i64..50_000), 1..6),
    ) {
        let actions: Vec<_> = methods.iter().enumerate().map(|(line, (method, cents))| {
            let (method, value) = match method {
                0 => ("fixed-amount", json!(cents)),
                1 => ("fixed-percent", json!(cents / 1000)),
                _ => ("remainder", Value::Null),
            };
            let options = json!({ "splitIndex": line + 1, "method": method });
            json!({ "op": "set-split-amount", "value": value, "options": options })
        }).collect();
        let mut split = subject(&json!({ "id": "t1", "amount": total }));
        let Ok(()) = Actions::read(&actions).unwrap().apply(&mut split, &Rows::default());
        let fields = split.into_fields();
        let lines = fields["subtransactions"].as_array().unwrap();
        let sum: i64 = lines.iter().map(|line| line["amount"].as_i64().unwrap()).sum();
        let difference = fields["error"]["difference"].as_i64().unwrap_or(0);
        prop_assert_eq!(sum + difference, total);
        let has_remainder = methods.iter().any(|(method, _)| *method > 1);
        prop_assert!(!has_remainder || difference == 0);
    }

    /// Other programs write rules too, and their text may be anything.
    #[test]
    fn no_stored_text_breaks_a_rule(
        stage in prop::option::of("pre|post|\\PC{0,5}"),
        conditions in prop::collection::vec(stored_piece(), 0..12),
        actions in prop::collection::vec(stored_piece(), 0..12),
    ) {
        let text = |pieces: Vec<&str>| Some(format!("[{}]", pieces.concat()));
        let row = RuleRow {
            stage,
            conditions: text(conditions),
            actions: text(actions),
            conditions_op: None,
        };
        let _ = row.read(Arc::from("r"), |_| None);
    }

    #[test]
    fn no_text_breaks_the_parsers(text in "[=({\"'a-z0-9,.+*/^%&<>}) ~#]{0,60}") {
        for options in [json!({ "formula": text }), json!({ "template": text })] {
            for field in ["amount", "notes", "date", "cleared"] {
                let action = json!({
                    "op": "set", "field": field, "value": "", "options": options,
                });
                if let Ok(actions) = Actions::read(&[action]) {
                    let mut changed = subject(&json!({ "amount": 1, "date": "2024-06-10" }));
                    let Ok(()) = actions.apply(&mut changed, &Rows::default());
                }
            }
        }
    }
}
