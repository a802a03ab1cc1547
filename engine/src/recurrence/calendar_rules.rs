//! Recurring dates against the recurrence rules of calendars, as another library computes them.

use chrono::{DateTime, Datelike};
use proptest::prelude::*;
use rrule::{RRuleSet, Tz};
use serde_json::json;

use super::*;

/// Dates that are compared; all of them if there are fewer.
const DATES: u16 = 40;

/// A rule of calendars with the same start, interval and end, and other parts.
fn rule(config: &Value, parts: &str) -> Vec<Day> {
    let compact = |day: &Value| day.as_str().unwrap().replace('-', "");
    let end = match config["endMode"].as_str() {
        Some("after_n_occurrences") => format!(";COUNT={}", config["endOccurrences"]),
        Some("on_date") => format!(";UNTIL={}T000000Z", compact(&config["endDate"])),
        _ => String::new(),
    };
    let text = format!(
        "DTSTART:{}T000000Z\nRRULE:FREQ={};INTERVAL={}{end}{parts}",
        compact(&config["start"]),
        config["frequency"].as_str().unwrap().to_uppercase(),
        config["interval"],
    );
    let day = |at: DateTime<Tz>| at.date_naive().to_string().parse().unwrap();
    text.parse::<RRuleSet>().unwrap().all(DATES).dates.into_iter().map(day).collect()
}

/// Days of the month and weekdays are a rule each, for one rule would take only the days that
/// fit both.
fn by_calendar_rules(config: &Value) -> Vec<Day> {
    let patterns = config["patterns"].as_array().unwrap();
    if config["frequency"] != "monthly" || patterns.is_empty() {
        return rule(config, "");
    }
    let join = |patterns: Vec<String>| patterns.join(",");
    let (days, weekdays): (Vec<_>, Vec<_>) =
        patterns.iter().partition(|pattern| pattern["type"] == "day");
    let days = join(days.iter().map(|it| it["value"].to_string()).collect());
    let place = |it: &&Value| format!("{}{}", it["value"], it["type"].as_str().unwrap());
    let weekdays = join(weekdays.iter().map(place).collect());
    let mut found = Vec::new();
    if !days.is_empty() {
        found.extend(rule(config, &format!(";BYMONTHDAY={days}")));
    }
    if !weekdays.is_empty() {
        found.extend(rule(config, &format!(";BYDAY={weekdays}")));
    }
    found.sort();
    found.dedup();
    found.truncate(DATES.into());
    found
}

fn off_weekend(config: &Value, day: Day) -> Day {
    let over = i64::from(day.date().weekday().number_from_monday()) - 5;
    let by = match (config["skipWeekend"] == true, config["weekendSolveMode"].as_str()) {
        (true, Some("before")) if over > 0 => -over,
        (true, Some("after")) if over > 0 => 3 - over,
        _ => 0,
    };
    day.plus_days(by).unwrap()
}

fn configs() -> impl Strategy<Value = Value> {
    let day = prop::sample::select(vec![-3, -1, 1, 2, 15, 28, 29, 30, 31]);
    let day = day.prop_map(|value| json!({ "type": "day", "value": value }));
    let codes = prop::sample::select(vec!["MO", "TU", "WE", "TH", "FR", "SA", "SU"]);
    let weekday = (codes, prop::sample::select(vec![-2, -1, 1, 2, 3, 4, 5]))
        .prop_map(|(code, value)| json!({ "type": code, "value": value }));
    let patterns = prop::collection::vec(prop_oneof![day, weekday], 0..4);
    let frequency = prop::sample::select(vec!["daily", "weekly", "monthly", "yearly"]);
    let end = prop::sample::select(vec!["never", "after_n_occurrences", "on_date"]);
    let end = (end, 1_i64..30, 0_i64..1_500);
    let weekend = (any::<bool>(), prop::sample::select(vec!["before", "after"]));
    (0_i64..800, frequency, 1_i64..6, patterns, end, weekend).prop_map(
        |(by, frequency, interval, patterns, (end, count, days), (skips, mode))| {
            let start = "2023-11-29".parse::<Day>().unwrap().plus_days(by).unwrap();
            json!({
                "start": start, "frequency": frequency, "interval": interval,
                "patterns": patterns, "skipWeekend": skips, "weekendSolveMode": mode,
                "endMode": end,
                "endOccurrences": count, "endDate": start.plus_days(days).unwrap(),
            })
        },
    )
}

proptest! {
    #[test]
    fn dates_are_those_of_the_same_calendar_rules(config in configs()) {
        let start: Day = config["start"].as_str().unwrap().parse().unwrap();
        let expected = by_calendar_rules(&config);
        let recurrence = Recurrence::read(&config).unwrap();
        let ours: Vec<Day> = recurrence.occurrences().take(DATES.into()).collect();
        prop_assert_eq!(&ours, &expected);
        let moved: Vec<Day> = expected.iter().map(|day| off_weekend(&config, *day)).collect();
        prop_assert_eq!(recurrence.upcoming(start, DATES.into()), moved);
    }
}
