use serde::Deserialize;

use super::*;

#[derive(Deserialize)]
struct Suite {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    today: Day,
    count: usize,
    config: Value,
    upcoming: Option<Vec<Day>>,
    next_date: Option<Day>,
}

#[test]
fn recorded_dates_are_met() {
    let suite = include_str!("../../tests/fixtures/ledger/recurrence.json");
    for case in serde_json::from_str::<Suite>(suite).unwrap().cases {
        let read = Recurrence::read(&case.config).ok();
        let upcoming = read.as_ref().map(|it| it.upcoming(case.today, case.count));
        assert_eq!(upcoming, case.upcoming, "{}", case.id);
        assert_eq!(read.and_then(|it| it.next(case.today)), case.next_date, "{}", case.id);
    }
}

#[test]
fn more_patterns_than_a_month_has_days_are_refused() {
    let config = |patterns: usize| {
        let patterns = vec![serde_json::json!({ "type": "day", "value": 99 }); patterns];
        serde_json::json!({ "start": "2024-01-01", "frequency": "monthly", "patterns": patterns })
    };
    assert_eq!(Recurrence::read(&config(100)).unwrap().occurrences().next(), None);
    assert_eq!(Recurrence::read(&config(101)), Err(RecurrenceError("patterns")));
}

#[test]
fn a_date_that_never_comes_ends_with_the_calendar() {
    let config = serde_json::json!({
        "start": "2023-02-01", "frequency": "monthly", "interval": 12,
        "patterns": [{ "type": "day", "value": 30 }],
    });
    assert_eq!(Recurrence::read(&config).unwrap().occurrences().next(), None);
}

#[test]
fn a_configuration_that_cannot_be_read_is_refused() {
    for bad in [
        serde_json::json!(null),
        serde_json::json!({ "frequency": "weekly" }),
        serde_json::json!({ "start": "2024-02-30", "frequency": "weekly" }),
        serde_json::json!({ "start": "2024-02-01", "frequency": "weekly", "interval": -1 }),
        serde_json::json!({ "start": "2024-02-01", "frequency": "monthly",
            "patterns": [{ "type": "x", "value": 1 }] }),
        serde_json::json!({ "start": "2024-02-01", "frequency": "daily", "endMode": "on_date" }),
    ] {
        assert!(Recurrence::read(&bad).is_err(), "{bad}");
    }
}
