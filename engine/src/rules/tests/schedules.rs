//! Rules of schedules, and rules that only link to one.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Value, json};

use super::super::*;
use super::vectors::{Rows, rule};

/// A rule for transactions with a text in their notes, which links them to a schedule.
fn linking(id: &str, notes: &str, schedule: &str, category: &str) -> Value {
    json!({
        "id": id,
        "conditions": [{ "op": "is", "field": "notes", "value": notes }],
        "actions": [
            { "op": "link-schedule", "value": schedule },
            { "op": "set", "field": "category", "value": category },
        ],
    })
}

/// Schedule and category after the rules: those of the schedules rent and boat, and one of a person
/// that links to rent.
fn run(schedule: Option<&str>, notes: &str) -> [Value; 2] {
    let rules = [
        linking("r1", "rent", "rent", "home"),
        linking("r2", "boat", "boat", "fun"),
        linking("r3", "boat", "rent", "typed"),
    ];
    let owners = [("r1", "rent"), ("r2", "boat")];
    let owners = owners.map(|(rule, schedule)| (Arc::from(rule), Arc::from(schedule)));
    let set = RuleSet::new(rules.iter().map(rule).collect(), &HashMap::from(owners));
    let row = json!({ "id": "t", "amount": -5_000, "notes": notes, "schedule": schedule });
    let mut subject = Subject::new(row.as_object().cloned().unwrap());
    let Ok(_) = set.run(&mut subject, &Rows::default());
    ["schedule", "category"].map(|field| subject.get(field).cloned().unwrap_or_default())
}

#[test]
fn a_rule_that_only_links_to_a_schedule_runs_like_any_other() {
    assert_eq!(run(None, "rent"), [json!("rent"), json!("home")]);
    assert_eq!(run(None, "boat"), [json!("rent"), json!("typed")], "the last rule wins");
}

#[test]
fn a_transaction_of_a_schedule_keeps_it_and_gets_no_rule_of_another() {
    assert_eq!(run(Some("boat"), "rent"), [json!("boat"), json!("fun")]);
    assert_eq!(run(Some("boat"), "boat"), [json!("boat"), json!("typed")]);
    assert_eq!(run(Some("rent"), "boat"), [json!("rent"), json!("typed")]);
}
