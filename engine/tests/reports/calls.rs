//! Recorded answers that are no figures of a card: ranges, comparisons, CSV, rows behind figures.

use serde_json::{Value as Json, json};
use sobre_engine::dates::Day;
use sobre_engine::reports::{
    Calendar, CardKind, CardRequest, CompareWith, DayRange, FigurePart, Figures, ForecastRequest,
    compared_range, difference, planned_spending, report_csv,
};

use crate::compare::{check, differences};
use crate::dataset::{dataset, fixture, list, text};

fn day(json: &Json, key: &str) -> Day {
    json[key].as_str().unwrap().parse().unwrap()
}

fn calendar(case: &Json) -> Calendar {
    let week = case["first_day_of_week"].as_u64().unwrap_or(0);
    Calendar {
        today: day(case, "today"),
        earliest: case.get("earliest").map_or(day(case, "today"), |_| day(case, "earliest")),
        latest: day(case, "latest"),
        first_day_of_week: u8::try_from(week).unwrap(),
    }
}

/// Compares the answers of a suite's cases.
fn answers(suite: &str, answer: impl Fn(&Json) -> Json) {
    let file = fixture(suite);
    let (cases, mut faults) = (list(&file, "cases"), Vec::new());
    for case in cases {
        let id = text(case, "id").unwrap();
        differences(&id, &case["expected"], &answer(case), &mut faults);
    }
    check(suite, cases.len(), &faults);
}

#[test]
fn time_frames_move_with_the_calendar() {
    answers("time-frames", |case| {
        let calendar = calendar(case);
        let frame = calendar.frame(case.get("timeFrame"), calendar.usual_frame());
        json!([frame.start.to_string(), frame.end.to_string(), frame.mode.name()])
    });
}

#[test]
fn live_ranges_are_days() {
    answers("live-ranges", |case| {
        let includes = case["include_current"] == 1;
        let words = case["date_range"].as_str().unwrap();
        let range = calendar(case).live_range(words, includes);
        json!([range.from, range.to])
    });
}

#[test]
fn ranges_and_values_are_compared() {
    answers("compare", |case| {
        if case["call"] == "difference" {
            let cents = |key: &str| case[key].as_i64().unwrap();
            return serde_json::to_value(difference(cents("value"), cents("base"))).unwrap();
        }
        let with: CompareWith = serde_json::from_value(case["how"].clone()).unwrap();
        let range = DayRange::new(day(case, "start"), day(case, "end"));
        let range = compared_range(range, day(case, "today"), with);
        json!([range.from, range.to])
    });
}

#[test]
fn reports_are_written_as_csv() {
    answers("report-csv", |case| {
        let data = dataset(&text(case, "dataset").unwrap());
        let card = CardRequest { kind: CardKind::CustomReport, meta: &case["report"], view: None };
        let Ok(Figures::CustomReport(report)) = data.reports().figures(card) else {
            panic!("{}", case["id"])
        };
        json!(report_csv(&report))
    });
}

/// The card and part of a recorded figure.
fn figure(given: &Json) -> (CardKind, Json, FigurePart) {
    let kind =
        given["card"].as_str().map_or(CardKind::CustomReport, |it| CardKind::find(it).unwrap());
    let meta = if kind == CardKind::CustomReport {
        given["report"].clone()
    } else {
        let mut meta = given.clone();
        let frame = json!({ "start": given["start"], "end": given["end"], "mode": "static" });
        meta["timeFrame"] = frame;
        meta
    };
    let mut part = given.clone();
    if let Some(interval) = given.get("interval") {
        part["point"] = interval.clone();
    }
    (kind, meta, serde_json::from_value(part).unwrap())
}

#[test]
fn every_recorded_figure_has_its_rows() {
    answers("drill-down", |case| {
        let data = dataset(&text(case, "dataset").unwrap());
        let (kind, meta, part) = figure(&case["figure"]);
        let reports = data.reports();
        let recipe = reports.recipe(CardRequest { kind, meta: &meta, view: None }, &part).unwrap();
        let list = reports.rows_behind(&recipe);
        json!({ "ids": data.ids(&list), "count": list.keys.len(), "sum": list.sum })
    });
}

#[test]
fn balances_ahead_are_those_recorded() {
    answers("balance-forecast", |case| {
        let data = dataset(&text(case, "dataset").unwrap());
        let request: ForecastRequest = serde_json::from_value(case["call"].clone()).unwrap();
        let forecast = data.reports().forecast(&request).unwrap();
        let mut given = serde_json::to_value(&forecast).unwrap();
        given["points"] = given["monthEnds"].clone();
        let days = forecast.days.iter().map(|day| (day.date.to_string(), json!(day.balance)));
        given["days"] = Json::Object(days.collect());
        given
    });
}

#[test]
fn planned_spending_adds_up() {
    answers("looking-ahead", |case| {
        let cents = |key: &str| case[key].as_i64().unwrap();
        let days = u8::try_from(cents("days")).unwrap();
        let planned = planned_spending(cents("budgeted"), cents("spent"), cents("scheduled"), days);
        serde_json::to_value(planned).unwrap()
    });
}
