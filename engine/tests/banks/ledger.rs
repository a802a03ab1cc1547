//! Answers and the ledger after them, each imported twice.

use serde_json::{Value as Json, json};
use sobre_engine::banks::BankAnswer;
use sobre_engine::banks::import::Report;

use crate::world::{World, answers, cases, plan, stored};

#[test]
fn an_answer_leaves_the_expected_ledger() {
    let mut failed = Vec::new();
    for case in cases("import") {
        let mut world = World::of(&case["account"], &case["today"], &case["settings"]);
        world.rows = case["ledger"].as_array().unwrap().iter().map(stored).collect();
        let children = case["ledger"].as_array().unwrap().iter();
        let children: Vec<Json> =
            children.filter(|row| row["is_child"] == true).map(|row| row["id"].clone()).collect();
        world.rows.retain(|row| !children.contains(&json!(row.id)));
        let answer: BankAnswer = serde_json::from_value(case["answer"].clone()).unwrap();
        let report = world.import(&answer).report;
        let mut expected = case["expected"]["ledger"].as_array().unwrap().clone();
        expected.retain(|row| !children.contains(&row["id"]));
        if world.ledger() != expected || shown(&report) != case["expected"]["report"] {
            failed.push(format!(
                "{} {}\n got {}\n     {}\nwant {}\n     {}",
                case["id"],
                case["note"],
                json!(world.ledger()),
                shown(&report),
                json!(expected),
                case["expected"]["report"]
            ));
        }
        let before = world.rows.clone();
        world.import(&answer);
        if world.rows != before {
            failed.push(format!("{} twice", case["id"]));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn a_bank_over_time_leaves_the_expected_ledger() {
    let mut failed = Vec::new();
    for case in cases("sequence") {
        let mut world = World::of(&case["account"], &case["today"], &Json::Null);
        for (at, step) in case["steps"].as_array().unwrap().iter().enumerate() {
            let provider = case["provider"].as_str().unwrap();
            let answer = answers(provider, &step["raw"], &plan(&step["plan"])).remove(0);
            let is_failed = answer.error.is_some() && answer.balance.is_none();
            let mut report = Report::default();
            for time in 0..2 {
                let before = world.rows.clone();
                if !is_failed {
                    let imported = world.import(&answer);
                    if time == 0 {
                        report = imported.report;
                    }
                }
                if time == 1 && world.rows != before {
                    failed.push(format!("{} step {at} twice", case["id"]));
                }
            }
            let expected = &step["expected"];
            let error = answer.error.map(|it| json!({ "type": it.kind, "code": it.code }));
            let is_right = json!(world.ledger()) == expected["ledger"]
                && shown(&report) == expected["report"]
                && json!(error) == expected["error"]
                && json!(answer.skipped.len()) == expected["skipped"];
            if !is_right {
                failed.push(format!(
                    "{} step {at}\n got {}\n     {} {}\nwant {}\n     {} {}",
                    case["id"],
                    json!(world.ledger()),
                    shown(&report),
                    json!(error),
                    expected["ledger"],
                    expected["report"],
                    expected["error"]
                ));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// A report as the vectors have it.
fn shown(report: &Report) -> Json {
    let ids = |ids: &[sobre_engine::ids::TransactionId]| {
        let mut ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
        ids.sort();
        ids
    };
    let mut notes: Vec<&str> = report.notes.iter().map(|note| note.kind.word()).collect();
    notes.sort_unstable();
    json!({
        "added": ids(&report.added), "changed": ids(&report.changed),
        "removed": ids(&report.removed), "kept_away": report.kept_away, "notes": notes,
    })
}
