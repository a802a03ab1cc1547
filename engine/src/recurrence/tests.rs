use proptest::prelude::*;
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

/// Whether a day is an occurrence, by its own calendar date alone.
fn falls_on(config: &Value, day: Day) -> bool {
    let start: Day = config["start"].as_str().unwrap().parse().unwrap();
    let interval = config["interval"].as_i64().unwrap();
    let days = (day.date() - start.date()).num_days();
    let months = i64::from(day.month().months_since(start.month()));
    let number = |day: Day| day.yyyymmdd() % 100;
    let place_of = |given: &Value| {
        let value = given["value"].as_i64().unwrap();
        let left = number(day.month().last_day()) - number(day);
        let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
        match codes.iter().position(|code| given["type"] == *code) {
            None if value < 0 => left == -1 - value,
            None => number(day) == value,
            Some(weekday) if usize::try_from(day.weekday()).unwrap() != weekday => false,
            Some(_) if value < 0 => left / 7 == -1 - value,
            Some(_) => (number(day) - 1) / 7 + 1 == value,
        }
    };
    let patterns = config["patterns"].as_array().unwrap();
    days >= 0
        && match config["frequency"].as_str().unwrap() {
            "daily" => days % interval == 0,
            "weekly" => days % (7 * interval) == 0,
            "monthly" if patterns.is_empty() => {
                months % interval == 0 && number(day) == number(start)
            }
            "monthly" => months % interval == 0 && patterns.iter().any(place_of),
            _ => {
                let same = day.month().number() == start.month().number();
                same && number(day) == number(start) && months / 12 % interval == 0
            }
        }
}

fn configs() -> impl Strategy<Value = Value> {
    let pattern = (0_usize..8, prop::sample::select(vec![-2, -1, 1, 2, 3, 4, 5, 15, 30, 31]));
    let patterns = prop::collection::vec(pattern, 0..4);
    let frequency = prop::sample::select(vec!["daily", "weekly", "monthly", "yearly"]);
    (0_i64..800, frequency, 1_i64..6, patterns).prop_map(|(by, frequency, interval, patterns)| {
        let start = "2023-11-29".parse::<Day>().unwrap().plus_days(by).unwrap();
        let types = ["day", "MO", "TU", "WE", "TH", "FR", "SA", "SU"];
        let pattern =
            |(kind, value): (usize, i64)| serde_json::json!({ "type": types[kind], "value": value });
        let patterns: Vec<_> = patterns.into_iter().map(pattern).collect();
        serde_json::json!({
            "start": start, "frequency": frequency, "interval": interval, "patterns": patterns,
        })
    })
}

proptest! {
    #[test]
    fn occurrences_are_the_days_that_fall_on_the_pattern(config in configs()) {
        let start: Day = config["start"].as_str().unwrap().parse().unwrap();
        let mut days = (0..1_500).filter_map(|by| start.plus_days(by));
        let expected: Vec<Day> = days.clone().filter(|day| falls_on(&config, *day)).collect();
        let last = days.next_back().unwrap();
        let recurrence = Recurrence::read(&config).unwrap();
        let ours: Vec<Day> = recurrence.occurrences().take_while(|day| *day <= last).collect();
        prop_assert_eq!(ours, expected);
    }
}
