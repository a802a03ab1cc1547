//! Single bills in a run of the schedules: booked early, refused by a rule, of accounts
//! that are closed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use chrono::NaiveDateTime;
use serde_json::{Value as Json, json};
use sobre_actors::environment::{Calendar, Environment};
use sobre_engine::crdt::Change;
use sobre_engine::dates::Day;

use crate::harness::Harness;
use crate::ledger::ledger_in;
use crate::schedules::{conditions, monthly, on};

fn rule(harness: &Harness, payee: &str, field: &str, value: &str) {
    let conditions = json!([{ "field": "payee", "op": "is", "value": payee }]);
    let actions = json!([{ "op": "set", "field": field, "value": value }]);
    let rule = json!({ "stage": null, "conditions": conditions, "actions": actions });
    harness.ok("rule-add", rule);
}

fn reports(harness: &Harness) -> Vec<Json> {
    let events = harness.events().into_iter();
    events.filter(|(name, _)| name == "schedules-ran").map(|(_, data)| data).collect()
}

#[test]
fn a_bill_that_the_bank_books_a_day_early_is_not_posted_again() {
    let (harness, calendar) = on("2026-08-20");
    harness.schedule("rent", true, conditions("pl", -2_000, monthly("2026-08-26")));
    calendar.turn("2026-08-25");
    let row = json!({ "id": "t1", "account": "acc-a", "date": "2026-08-25", "amount": -2_000,
                      "payee": "pl" });
    harness.batch(json!({ "added": [row], "runRules": true }));
    assert_eq!(harness.shown("rent")["status"], "paid");
    calendar.turn("2026-08-26");
    assert_eq!(harness.run_schedules()["posted"], json!([]));
    calendar.turn("2026-09-26");
    harness.run_schedules();
    assert_eq!(harness.posted("rent"), [(20_260_825, -2_000), (20_260_926, -2_000)]);
}

#[test]
fn a_bill_that_is_typed_by_hand_is_the_payment_of_its_schedule() {
    let (harness, calendar) = on("2026-08-20");
    harness.schedule("rent", true, conditions("pl", -2_000, monthly("2026-08-26")));
    calendar.turn("2026-08-25");
    let row = json!({ "id": "t1", "account": "acc-a", "date": "2026-08-25", "amount": -2_000,
                      "payee": "pl", "notes": "by hand" });
    harness.batch(json!({ "added": [row], "fillByRules": true }));
    assert_eq!(harness.shown("rent")["status"], "paid");
    assert_eq!(harness.row("t1")["notes"], "by hand");
    calendar.turn("2026-08-27");
    assert_eq!(harness.run_schedules()["posted"], json!([]));
    assert_eq!(harness.posted("rent"), [(20_260_825, -2_000)]);
}

#[test]
fn a_schedule_that_cannot_be_posted_is_reported_and_holds_back_no_other() {
    let (harness, calendar) = on("2026-06-15");
    harness.schedule("food", true, conditions("pk", -1_000, monthly("2026-06-20")));
    harness.schedule("rent", true, conditions("pl", -90_000, monthly("2026-06-20")));
    rule(&harness, "pk", "account", "acc-b");
    harness.write(vec![Change::new("accounts", "acc-b", "closed", 1)]);
    calendar.turn("2026-09-01");
    harness.events();
    harness.run(harness.app.run_due_schedules());
    assert_eq!((harness.posted("rent").len(), harness.posted("food")), (3, Vec::new()));
    let told = reports(&harness);
    let failed = |told: &Json| {
        let failed = &told["run"]["failed"];
        json!([failed[0]["schedule"], failed[0]["payee"], failed[0]["code"], failed[1]])
    };
    assert_eq!(failed(&told[0]), json!(["food", "pk", "account-closed", null]));
    harness.run(harness.app.run_due_schedules());
    assert_eq!(reports(&harness), Vec::<Json>::new(), "once a day");

    harness.write(vec![Change::new("accounts", "acc-b", "tombstone", 1)]);
    calendar.turn("2026-09-02");
    harness.run(harness.app.run_due_schedules());
    let told = reports(&harness);
    assert_eq!(failed(&told[0]), json!(["food", "pk", "account-not-found", null]));
    let changes = vec![
        Change::new("accounts", "acc-b", "tombstone", 0),
        Change::new("accounts", "acc-b", "closed", 0),
    ];
    harness.write(changes);
    harness.run_schedules();
    assert_eq!(harness.posted("food").len(), 3, "nothing is lost");
}

#[test]
fn a_bill_that_is_due_in_a_closed_account_is_reported() {
    let (harness, calendar) = on("2026-06-15");
    harness.schedule("rent", true, conditions("pl", -90_000, monthly("2026-06-20")));
    harness.schedule("food", false, conditions("pk", -1_000, monthly("2026-06-20")));
    harness.write(vec![Change::new("accounts", "acc-a", "closed", 1)]);
    harness.run_schedules();
    calendar.turn("2026-06-20");
    let failed = harness.run_schedules()["failed"].clone();
    let codes = |failed: &Json| {
        let all = failed.as_array().unwrap().iter();
        all.map(|it| json!([it["schedule"], it["code"]])).collect::<Vec<_>>()
    };
    assert_eq!(codes(&failed), [json!(["rent", "account-closed"])]);
    harness.write(vec![Change::new("accounts", "acc-a", "tombstone", 1)]);
    let failed = harness.run_schedules()["failed"].clone();
    assert_eq!(codes(&failed), [json!(["rent", "account-not-found"])]);
}

#[test]
fn missed_dates_are_posted_one_after_the_other_and_undone_one_by_one() {
    let (harness, calendar) = on("2026-06-15");
    harness.schedule("rent", false, conditions("pl", -90_000, monthly("2026-06-20")));
    calendar.turn("2026-08-21");
    harness.run_schedules();
    for (count, next) in [(1, "2026-07-20"), (2, "2026-08-20"), (3, "2026-09-20")] {
        harness.ok("schedule/post-transaction", json!({ "id": "rent" }));
        assert_eq!(harness.posted("rent").len(), count);
        assert_eq!(harness.shown("rent")["next_date"], next);
    }
    harness.ok("undo", json!({}));
    assert_eq!(harness.posted("rent").len(), 2);
    assert_eq!(harness.shown("rent")["next_date"], "2026-08-20");
}

#[test]
fn missed_dates_that_are_posted_today_do_not_pay_later_ones() {
    let (harness, calendar) = on("2026-06-15");
    harness.schedule("rent", false, conditions("pl", -90_000, monthly("2026-06-20")));
    calendar.turn("2026-08-21");
    let today = json!({ "id": "rent", "today": true });
    for (count, next) in [(1, "2026-07-20"), (2, "2026-08-20"), (3, "2026-09-20")] {
        harness.ok("schedule/post-transaction", today.clone());
        harness.run_schedules();
        assert_eq!(harness.posted("rent"), vec![(20_260_821, -90_000); count]);
        assert_eq!(harness.shown("rent")["next_date"], next);
    }
    assert_eq!(harness.shown("rent")["status"], "scheduled");
}

#[test]
fn skipping_the_last_date_completes_the_schedule() {
    let (harness, _) = on("2026-06-15");
    let dates = json!({ "start": "2026-06-20", "frequency": "monthly",
                        "endMode": "after_n_occurrences", "endOccurrences": 1 });
    harness.schedule("rent", false, conditions("pl", -90_000, dates));
    harness.ok("schedule/skip-next-date", json!({ "id": "rent" }));
    assert_eq!(harness.shown("rent")["status"], "completed");
    harness.ok("undo", json!({}));
    assert_eq!(harness.shown("rent")["status"], "upcoming");
}

#[test]
fn a_transfer_from_an_account_to_itself_is_refused() {
    let (harness, _) = on("2026-06-15");
    let own = conditions("tp-a", -5_000, monthly("2026-06-20"));
    let create = json!({ "schedule": { "id": "own" }, "conditions": own });
    harness.refused("schedule/create", create, "invalid-schedule");
    harness.schedule("save", false, conditions("tp-b", -5_000, monthly("2026-06-20")));
    let update = json!({ "schedule": { "id": "save" }, "conditions": own });
    harness.refused("schedule/update", update, "invalid-schedule");
}

#[test]
fn a_schedule_is_made_of_a_transaction_in_one_step() {
    let (harness, _) = on("2026-06-15");
    let row = json!({ "id": "t1", "account": "acc-a", "date": "2026-06-19", "amount": -5_000,
                      "payee": "tp-b" });
    harness.batch(json!({ "added": [row] }));
    let conditions = conditions("tp-b", -5_000, monthly("2026-06-20"));
    let create = |id: &str, transaction: &str| {
        json!({ "schedule": { "id": id }, "conditions": conditions,
                "transactionIds": [transaction] })
    };
    harness.refused("schedule/create", create("save", "gone"), "transaction-not-found");
    assert_eq!(harness.ok("schedules-get", json!({})), json!([]), "a retry makes no second one");
    harness.ok("schedule/create", create("save", "t1"));
    assert_eq!(harness.posted("save").len(), 2, "both sides");
    let update = |id: &str| json!({ "schedule": { "id": id }, "transactionIds": ["t1"] });
    harness.schedule("other", false, conditions.clone());
    harness.ok("schedule/update", update("other"));
    assert_eq!((harness.posted("save").len(), harness.posted("other").len()), (0, 2));
    harness.ok("undo", json!({}));
    assert_eq!(harness.posted("save").len(), 2);
    harness.ok("undo", json!({}));
    assert_eq!(harness.ok("undo", json!({}))["name"]["key"], "addedSchedule");
    assert_eq!(harness.ok("schedules-get", json!({})), json!([]));
    assert!(harness.tables()["transactions"].values().all(|row| row["schedule"].is_null()));
}

#[test]
fn bills_of_closed_accounts_are_not_to_come() {
    let (harness, _) = on("2026-06-15");
    harness.schedule("rent", true, conditions("pl", -90_000, monthly("2026-06-20")));
    harness.schedule("food", true, conditions("pk", -1_000, monthly("2026-06-20")));
    rule(&harness, "pk", "account", "acc-b");
    let count = || {
        let bills = harness.ok("schedule/get-bills", json!({ "month": "2026-06" }));
        let of = |category: &Json| category["bills"].as_array().unwrap().len();
        let previews = harness.ok("schedule/get-previews", json!({}));
        let bills: usize = bills.as_array().unwrap().iter().map(of).sum();
        (bills, previews.as_array().unwrap().len())
    };
    let close = |id: &str| harness.write(vec![Change::new("accounts", id, "closed", 1)]);
    assert_eq!(count(), (2, 2));
    close("acc-b");
    assert_eq!(count(), (1, 1), "a rule puts the food there");
    close("acc-a");
    assert_eq!(count(), (0, 0));
}

#[test]
fn a_run_makes_each_new_payee_once_and_so_does_another_device() {
    let payees = |harness: &Harness, name: &str| -> Vec<String> {
        let tables = harness.tables();
        let named = tables["payees"].iter().filter(|(_, row)| row["name"] == name);
        named.map(|(id, _)| id.clone()).collect()
    };
    let device = || {
        let (harness, calendar) = on("2026-06-15");
        harness.schedule("food", true, conditions("pk", -1_000, monthly("2026-06-20")));
        harness.schedule("rent", true, conditions("pl", -90_000, monthly("2026-06-20")));
        rule(&harness, "pk", "payee_name", "Fresh name");
        rule(&harness, "pl", "payee_name", "fresh NAME");
        calendar.turn("2026-09-01");
        harness.run_schedules();
        (harness, calendar)
    };
    let ((one, calendar), (other, _)) = (device(), device());
    let made = payees(&one, "Fresh name");
    assert_eq!((made.len(), &made), (1, &payees(&other, "Fresh name")));
    assert_eq!(payees(&one, "fresh NAME"), Vec::<String>::new());
    let rows = one.tables()["transactions"].clone();
    assert!(rows.len() == 6 && rows.values().all(|row| row["description"] == made[0]));

    let renamed = json!([{ "id": made[0], "name": "Old name" }]);
    one.ok("payees-batch-change", json!({ "updated": renamed }));
    calendar.turn("2026-09-20");
    assert_eq!(one.run_schedules()["posted"].as_array().unwrap().len(), 2);
    assert_eq!(payees(&one, "Fresh name").len(), 1);
}

/// A calendar on which midnight comes after some looks at it.
struct Midnight {
    looks: AtomicU32,
}

impl Calendar for Midnight {
    fn today(&self) -> Day {
        let left = self.looks.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| {
            (left != u32::MAX).then(|| left.saturating_sub(1))
        });
        let day = if left == Ok(0) { "2026-06-21" } else { "2026-06-20" };
        day.parse().unwrap()
    }

    fn local(&self, _: i64) -> NaiveDateTime {
        NaiveDateTime::default()
    }
}

#[test]
fn a_run_across_midnight_leaves_the_new_day_to_the_next_one() {
    for looks in 0..6 {
        let calendar = Arc::new(Midnight { looks: AtomicU32::new(u32::MAX) });
        let mut environment = Environment::fixed("2026-06-20".parse().unwrap());
        environment.calendar = Arc::clone(&calendar) as Arc<dyn Calendar>;
        let harness = ledger_in(environment, &[("acc-a", "Checking", false)], &[("pl", "Lamp")]);
        let daily = json!({ "start": "2026-06-20", "frequency": "daily" });
        harness.schedule("lamp", true, conditions("pl", -1, daily));
        calendar.looks.store(looks, Ordering::SeqCst);
        harness.run(harness.app.run_due_schedules());
        calendar.looks.store(0, Ordering::SeqCst);
        harness.run(harness.app.run_due_schedules());
        assert_eq!(harness.posted("lamp"), [(20_260_620, -1), (20_260_621, -1)], "{looks} looks");
    }
}

#[test]
fn somebody_who_comes_back_after_days_is_told_of_all_of_them() {
    let (harness, calendar) = on("2026-06-20");
    let daily = json!({ "start": "2026-06-20", "frequency": "daily" });
    harness.schedule("lamp", true, conditions("pl", -1, daily));
    let since = |after: Json| {
        let told = harness.ok("schedule/last-run", json!({ "after": after }));
        let posted = told["run"]["posted"].as_array().map(Vec::len);
        (told["id"].clone(), told["day"].clone(), posted)
    };
    assert_eq!(since(Json::Null).2, None);
    harness.run_schedules();
    let (first, _, posted) = since(Json::Null);
    assert_eq!((posted, since(first.clone()).2), (Some(1), None));
    for day in 21..=25 {
        calendar.turn(&format!("2026-06-{day}"));
        harness.run_schedules();
    }
    let (last, day, posted) = since(first);
    assert_eq!((day, posted), (json!("2026-06-25"), Some(5)));
    assert_eq!(since(last.clone()).2, None);
    assert_eq!(since(Json::Null), (last, json!("2026-06-25"), Some(1)));
    assert_eq!(since(json!("too long ago")).2, Some(6));
    calendar.turn("2027-08-01");
    harness.run_schedules();
    assert_eq!(since(json!("too long ago")).2, Some(200), "so many are kept");
}
