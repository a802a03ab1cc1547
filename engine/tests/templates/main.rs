//! Goal templates as recorded: each note has the recorded lines, and these the recorded text.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod applied;
mod book;

use std::collections::HashMap;

use serde_json::{Value, json};
use sobre_engine::templates::{
    CleanupRole, Line, LineProblem, LineWarning, check_lines, parse_cleanup, parse_note, render,
};

fn recorded() -> Value {
    serde_json::from_str(include_str!("../fixtures/templates/parse.json")).unwrap()
}

/// A line as it is stored, with the code of its problem.
fn as_json(line: &Line) -> Value {
    let mut json = serde_json::to_value(line).unwrap();
    if let Line::Error(bad) = line {
        json["code"] = match bad.problem {
            LineProblem::NotUnderstood => "line-not-understood".into(),
            LineProblem::AdjustmentRange => "adjustment-range".into(),
        };
    }
    json
}

#[test]
fn every_recorded_note_has_its_lines_and_their_text() {
    let cases = recorded();
    for case in cases["cases"].as_array().unwrap() {
        let note = case["note"].as_str().unwrap();
        let lines = parse_note(note);
        let parsed: Vec<Value> = lines.iter().map(as_json).collect();
        let expected = case["parsed"].as_array().cloned().unwrap_or_default();
        assert_eq!(parsed, expected, "{note}");
        assert_eq!(render(&lines), case["rendered"].as_str().unwrap_or_default(), "{note}");
    }
}

#[test]
fn every_recorded_note_has_its_warnings() {
    let cases = recorded();
    for case in cases["cases"].as_array().unwrap() {
        let note = case["note"].as_str().unwrap();
        let warnings = check_lines(&parse_note(note), &[]);
        let codes: Vec<&str> = warnings.iter().map(code).collect();
        let problems = case["check"]["problems"].as_array().into_iter().flatten();
        let expected: Vec<&str> = problems.map(|it| it["code"].as_str().unwrap()).collect();
        assert_eq!(codes, expected, "{note}");
    }
}

const fn code(warning: &LineWarning) -> &'static str {
    match warning {
        LineWarning::Error { problem: LineProblem::NotUnderstood, .. } => "line-not-understood",
        LineWarning::Error { problem: LineProblem::AdjustmentRange, .. } => "adjustment-range",
        LineWarning::ScheduleMissing { .. } => "schedule-missing",
    }
}

#[test]
fn stored_lines_are_read_again_and_their_text_has_the_same_meaning() {
    let cases = recorded();
    for case in cases["cases"].as_array().unwrap() {
        let lines = parse_note(case["note"].as_str().unwrap());
        let stored = serde_json::to_string(&lines).unwrap();
        let again: Vec<Line> = serde_json::from_str(&stored).unwrap();
        assert_eq!(serde_json::to_string(&again).unwrap(), stored);
        let rendered = render(&again);
        assert_eq!(render(&parse_note(&rendered)), rendered);
    }
}

#[test]
fn every_recorded_clean_up_note_has_its_rows() {
    let cases = recorded();
    // A group keeps its first spelling.
    let mut groups: HashMap<String, String> = HashMap::new();
    for case in cases["cleanup"].as_array().unwrap() {
        let note = case["note"].as_str().unwrap();
        let rows: Vec<Value> = parse_cleanup(note)
            .into_iter()
            .map(|row| {
                let group =
                    row.group.map(|name| groups.entry(name.to_lowercase()).or_insert(name).clone());
                match row.role {
                    CleanupRole::Source => json!({ "role": "source", "group": group }),
                    CleanupRole::Sink { weight } => {
                        json!({ "role": "sink", "weight": weight, "group": group })
                    }
                    CleanupRole::Overspend => json!({ "role": "overspend", "group": group }),
                }
            })
            .collect();
        let expected = case["parsed"].as_array().cloned().unwrap_or_default();
        assert_eq!(rows, expected, "{note}");
    }
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_and_written_without_a_change_of_meaning(
        words in proptest::collection::vec(
            proptest::sample::select(vec![
                "#template", "#goal", "-2", "12.5", "$", "%", "of", "previous", "up to", "per week",
                "starting", "2026-02-31", "2026-02-28", "per day", "hold", "by", "2026-13",
                "2026-11", "spend from", "repeat every", "3", "0", "months", "month", "year",
                "schedule", "full", "[increase", "]", "remainder", "average", "copy from", "ago",
                "\n", "é", "99999999999999999999",
            ]),
            0..12,
        ),
        separator in proptest::sample::select(vec!["", " "]),
    ) {
        let lines = parse_note(&words.join(separator));
        let text = render(&lines);
        let again = parse_note(&text);
        proptest::prop_assert_eq!(render(&again), text);
        proptest::prop_assert!(again.iter().all(|line| matches!(line, Line::Entry(_))));
    }
}
