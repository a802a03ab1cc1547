use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::*;
use crate::dates::Day;

fn cases(suite: &str) -> Vec<Json> {
    serde_json::from_str::<Json>(suite).unwrap()["cases"].as_array().unwrap().clone()
}

fn day(value: &Json) -> Day {
    value.as_str().unwrap().parse().unwrap()
}

fn date(text: &str) -> Day {
    text.parse().unwrap()
}

fn monthly(start: &str) -> ScheduleDate {
    ScheduleDate::read(&json!({ "start": start, "frequency": "monthly" })).unwrap()
}

/// An approximate date that the program posts. The recording counts no transaction before it, so a
/// bill that the bank books early would be posted again.
const PAID_EARLY: &str = "schedule-status-033";

#[test]
fn recorded_statuses_are_met() {
    for case in cases(include_str!("../../tests/fixtures/ledger/schedule-status.json")) {
        let id = &case["id"];
        let ours = match case["kind"].as_str() {
            Some("upcoming-length") => {
                let upcoming = Upcoming::read(case["setting"].as_str());
                json!(upcoming.days(day(&case["today"])))
            }
            Some("amount") => {
                json!(ScheduleAmount::read(&case["value"]).map_or(0, |it| it.posted()))
            }
            Some("paid-window-start") => {
                let next = day(&case["next_date"]);
                if *id == PAID_EARLY {
                    assert_eq!(case["expected"], json!(next));
                    continue;
                }
                json!(paid_from(next, None, case["date_op"] == "is"))
            }
            _ if case["completed"] == true => json!("completed"),
            _ => {
                let today = day(&case["today"]);
                let last = Upcoming::read(None).last(today);
                let is_paid = case["has_transaction"] == true;
                json!(status(Some(day(&case["next_date"])), is_paid, today, last))
            }
        };
        let expected = if case["kind"] == "upcoming-length" {
            &case["expected_days"]
        } else {
            &case["expected"]
        };
        assert_eq!(&ours, expected, "{id}");
    }
}

#[test]
fn settings_of_upcoming_name_days_months_and_years() {
    let days = |setting: &str| Upcoming::read(Some(setting)).days(date("2024-06-15"));
    let all = ["1", "14", "oneMonth", "currentMonth", "3-day", "2-week", "1-month", "x", "1-"];
    assert_eq!(all.map(days), [1, 14, 30, 15, 3, 14, 31, 7, 7]);
}

#[test]
fn recorded_schedules_are_discovered() {
    for case in cases(include_str!("../../tests/fixtures/ledger/schedule-discover.json")) {
        let mut rows: Vec<HistoryRow> = Vec::new();
        let given = case["transactions"].as_array().unwrap();
        for (number, row) in given.iter().enumerate() {
            let payee = row["payee"].as_str().map(Arc::from);
            let is_transfer = payee.as_deref().is_some_and(|id: &str| id.starts_with("tp-"));
            if is_transfer || !row["schedule"].is_null() {
                continue;
            }
            rows.push(HistoryRow {
                id: format!("t{number}").into(),
                date: day(&row["date"]),
                amount: row["amount"].as_i64().unwrap(),
                payee,
            });
        }
        rows.sort_by_key(|row| std::cmp::Reverse(row.date));
        let latest = given.iter().map(|row| day(&row["date"])).max();
        let accounts: Vec<_> =
            latest.map(|latest| ("acc-a".into(), latest, rows.clone())).into_iter().collect();
        let mut ours: Vec<Json> = candidates(&accounts)
            .iter()
            .map(|candidate| {
                let of_payee: Vec<_> =
                    rows.iter().filter(|row| row.payee == candidate.payee).cloned().collect();
                let found = found(candidate, &of_payee);
                json!({
                    "account": found.account, "payee": found.payee, "amount": found.amount,
                    "conditions": found.conditions,
                })
            })
            .collect();
        ours.sort_by_key(|found| found["payee"].to_string());
        assert_eq!(json!(ours), case["expected"], "{}", case["id"]);
    }
}

#[test]
fn evidence_counts_the_last_dates_with_their_days_and_amounts() {
    let row = |number: usize, day: &str, amount| HistoryRow {
        id: format!("t{number}").into(),
        date: date(day),
        amount,
        payee: Some("p".into()),
    };
    let days = ["2024-06-06", "2024-05-04", "2024-04-03", "2024-02-05", "2024-01-04"];
    let rows: Vec<_> =
        days.iter().enumerate().map(|(at, day)| row(at, day, -12_000 - 100 * at as i64)).collect();
    let accounts = [("a".into(), date("2024-06-06"), rows.clone())];
    let candidate = candidates(&accounts).pop().unwrap();
    let Evidence { dates, found, days_off, least, most, last, transactions } =
        super::found(&candidate, &rows).evidence;
    assert_eq!((dates, found, days_off), (3, 3, 2));
    assert_eq!((least, most, last), (-12_200, -12_000, date("2024-06-06")));
    assert_eq!(transactions.len(), 3);
}

fn run(schedule: &ActiveSchedule<'_>, linked: &Linked, today: &str) -> CatchUp {
    catch_up(schedule, linked, date(today), true)
}

#[test]
fn every_missed_date_is_posted_and_the_date_of_today_stays_next() {
    let dates = monthly("2024-06-20");
    let schedule = ActiveSchedule {
        date: &dates,
        next: date("2024-06-20"),
        has_exact_date: false,
        posts_transaction: true,
    };
    let done = run(&schedule, &Linked::default(), "2024-09-01");
    assert_eq!(done.post, ["2024-06-20", "2024-07-20", "2024-08-20"].map(date));
    assert_eq!(done.next, Some(date("2024-09-20")));
    let due = run(&schedule, &Linked::default(), "2024-06-20");
    assert_eq!((due.post, due.next), (vec![date("2024-06-20")], None));
    let offline = catch_up(&schedule, &Linked::default(), date("2024-09-01"), false);
    assert_eq!(offline, CatchUp { waits: true, ..CatchUp::default() });
}

#[test]
fn a_date_that_was_posted_or_paid_is_never_posted_again() {
    let dates = monthly("2024-06-20");
    let schedule = ActiveSchedule {
        date: &dates,
        next: date("2024-06-20"),
        has_exact_date: false,
        posts_transaction: true,
    };
    let posted = [date("2024-06-20")].into_iter().collect();
    let linked = Linked { days: vec![date("2024-07-22")], posted };
    let done = run(&schedule, &linked, "2024-09-01");
    assert_eq!(done.post, [date("2024-08-20")]);
    assert_eq!(done.next, Some(date("2024-09-20")));
}

#[test]
fn a_bill_that_is_booked_early_is_not_posted_again() {
    let dates = monthly("2024-06-26");
    let next = date("2024-08-26");
    let posts =
        ActiveSchedule { date: &dates, next, has_exact_date: false, posts_transaction: true };
    let booked = |day: &str| Linked { days: vec![date(day)], ..Linked::default() };
    for (day, is_paid) in [("2024-08-23", false), ("2024-08-24", true), ("2024-08-25", true)] {
        assert_eq!(run(&posts, &booked(day), "2024-08-26").post.is_empty(), is_paid, "{day}");
        assert_eq!(posts.is_paid(&booked(day)), is_paid, "{day}");
    }
    let exact = ActiveSchedule { has_exact_date: true, ..posts };
    assert_eq!(run(&exact, &booked("2024-08-25"), "2024-08-26").post, [next]);
    let missed = ActiveSchedule { next: date("2024-07-26"), ..posts };
    let done = run(&missed, &booked("2024-08-25"), "2024-08-27");
    assert_eq!(done.post, [date("2024-07-26")], "it pays one date, the one that is near");
}

#[test]
fn a_transaction_settles_one_date_however_near_they_are() {
    for interval in 1..=7 {
        let dates = ScheduleDate::read(&json!({
            "start": "2024-06-01", "frequency": "daily", "interval": interval,
        }));
        let dates = dates.unwrap();
        let next = dates.through(date("2024-06-01"), date("2024-07-30"))[2];
        let all = dates.through(next, date("2024-07-30"));
        let standing =
            ActiveSchedule { date: &dates, next, has_exact_date: false, posts_transaction: true };
        let last = *all.last().unwrap();
        for offset in 0..30 {
            let linked =
                Linked { days: vec![next.plus_days(offset).unwrap()], ..Linked::default() };
            let done = catch_up(&standing, &linked, last, true);
            let settled: Vec<_> = all.iter().filter(|it| !done.post.contains(it)).collect();
            assert_eq!(settled.len(), 1, "every {interval} days, {offset} days later: {settled:?}");
        }
        let before = Linked { days: vec![standing.before().unwrap()], ..Linked::default() };
        assert_eq!(catch_up(&standing, &before, last, true).post, all, "that of the date before");
    }
}

#[test]
fn a_paid_schedule_moves_on_once_its_date_has_passed() {
    let dates = monthly("2024-06-20");
    let schedule = ActiveSchedule {
        date: &dates,
        next: date("2024-06-20"),
        has_exact_date: false,
        posts_transaction: false,
    };
    let linked = Linked { days: vec![date("2024-06-18")], ..Linked::default() };
    assert_eq!(run(&schedule, &linked, "2024-06-20"), CatchUp::default());
    assert_eq!(run(&schedule, &linked, "2024-06-21").next, Some(date("2024-07-20")));
    assert_eq!(run(&schedule, &linked, "2024-08-21").next, Some(date("2024-07-20")), "missed");
    let days = ["2024-06-18", "2024-07-19", "2024-08-21"].map(date).to_vec();
    let all = Linked { days, ..Linked::default() };
    assert_eq!(run(&schedule, &all, "2024-08-21").next, Some(date("2024-09-20")));
    assert_eq!(run(&schedule, &Linked::default(), "2024-08-21"), CatchUp::default());
}

#[test]
fn a_single_date_completes_the_day_after_it_is_paid() {
    let once = ScheduleDate::Once(date("2024-06-16"));
    let schedule = ActiveSchedule {
        date: &once,
        next: date("2024-06-16"),
        has_exact_date: true,
        posts_transaction: true,
    };
    let linked = Linked { days: vec![date("2024-06-16")], ..Linked::default() };
    assert_eq!(run(&schedule, &linked, "2024-06-16"), CatchUp::default());
    assert!(run(&schedule, &linked, "2024-06-17").completes);
    let late = run(&schedule, &Linked::default(), "2024-06-18");
    assert_eq!((late.post, late.completes), (vec![date("2024-06-16")], false));
}

#[test]
fn occurrences_that_share_a_day_after_a_weekend_are_one_date() {
    let daily = |mode: &str| {
        ScheduleDate::read(&json!({
            "start": "2024-06-14", "frequency": "daily", "skipWeekend": true,
            "weekendSolveMode": mode,
        }))
        .unwrap()
    };
    // From Friday on.
    let days = |mode: &str| daily(mode).through(date("2024-06-14"), date("2024-06-18"));
    assert_eq!(days("after"), ["2024-06-14", "2024-06-17", "2024-06-18"].map(date));
    assert_eq!(days("before"), ["2024-06-14", "2024-06-17", "2024-06-18"].map(date));
}

#[test]
fn ids_follow_from_schedule_and_date() {
    let id = posted_id("s", date("2024-06-20"), 0);
    assert_eq!(id, posted_id("s", date("2024-06-20"), 0));
    let line = posted_line_id(&id, 0);
    let others = [
        posted_id("s", date("2024-06-20"), 1),
        posted_id("s", date("2024-07-20"), 0),
        posted_id("t", date("2024-06-20"), 0),
        posted_transfer_id(&id, 0),
        posted_line_id(&id, 1),
    ];
    assert!(others.iter().all(|other| *other != id && *other != line), "{others:?}");
}

#[test]
fn changed_conditions_take_the_place_of_their_kind() {
    let condition =
        |field: &str, op: &str, value: Json| json!({ "field": field, "op": op, "value": value });
    let old = [
        condition("payee", "is", json!("p")),
        condition("notes", "contains", json!("x")),
        condition("amount", "is", json!(-5)),
    ];
    let new = [
        condition("amount", "isbetween", json!({ "num1": -1, "num2": -2 })),
        condition("notes", "contains", json!("x")),
        condition("account", "is", json!("a")),
    ];
    let merged = merged_conditions(&old, &new);
    assert_eq!(merged, [old[0].clone(), old[1].clone(), new[0].clone(), new[2].clone()]);
    let actions = [
        link_action("s"),
        json!({ "op": "set", "field": "amount", "value": -5 }),
        json!({ "op": "set", "field": "amount", "value": 1, "options": { "formula": "=1" } }),
    ];
    let changed = action_amounts(&actions, &merged).unwrap();
    assert_eq!(changed[1]["value"], -1);
    assert_eq!([&changed[0], &changed[2]], [&actions[0], &actions[2]]);
}
