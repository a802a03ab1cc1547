//! Schedules through the application: the daily run, posting once, previews and what is coming.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use sobre_actors::environment::Environment;
use sobre_engine::sync::fault::SyncFault;

use crate::harness::{HandCalendar, Harness, call};
use crate::ledger::ledger_in;

pub(crate) fn monthly(start: &str) -> Json {
    json!({ "start": start, "frequency": "monthly" })
}

pub(crate) fn conditions(payee: &str, amount: i64, date: Json) -> Json {
    json!([
        { "field": "payee", "op": "is", "value": payee },
        { "field": "account", "op": "is", "value": "acc-a" },
        { "field": "amount", "op": "is", "value": amount },
        { "field": "date", "op": "isapprox", "value": date },
    ])
}

pub(crate) fn on(day: &str) -> (Harness, HandCalendar) {
    let calendar = HandCalendar::at(day);
    let mut environment = Environment::fixed(day.parse().unwrap());
    environment.calendar = Arc::new(calendar.clone());
    let accounts = [("acc-a", "Checking", false), ("acc-b", "Savings", false)];
    let payees = [("pk", "Kroger"), ("pa", "Amazon"), ("pl", "Landlord")];
    (ledger_in(environment, &accounts, &payees), calendar)
}

impl Harness {
    pub(crate) fn schedule(&self, id: &str, posts: bool, conditions: Json) {
        let schedule = json!({ "id": id, "posts_transaction": posts });
        self.ok("schedule/create", json!({ "schedule": schedule, "conditions": conditions }));
    }

    pub(crate) fn run_schedules(&self) -> Json {
        self.ok("schedule/force-run-service", json!({}))
    }

    pub(crate) fn shown(&self, id: &str) -> Json {
        self.ok("schedule/get", json!({ "id": id }))
    }

    /// Day and amount of the live transactions of a schedule.
    pub(crate) fn posted(&self, schedule: &str) -> Vec<(i64, i64)> {
        let tables = self.tables();
        let rows = tables["transactions"].values();
        let of_it = rows.filter(|row| row["schedule"] == schedule && row["tombstone"] != 1);
        let mut rows: Vec<_> = of_it
            .map(|row| (row["date"].as_i64().unwrap(), row["amount"].as_i64().unwrap()))
            .collect();
        rows.sort_unstable();
        rows
    }
}

#[test]
fn three_missed_dates_are_posted_once_and_undone_in_one_step() {
    let (harness, calendar) = on("2026-06-15");
    harness.schedule("rent", true, conditions("pl", -90_000, monthly("2026-06-20")));
    calendar.turn("2026-09-01");
    harness.events();
    let run = harness.run_schedules();
    assert_eq!(run["posted"].as_array().unwrap().len(), 3);
    assert_eq!(run["movedOn"], json!({ "rent": "2026-09-20" }));
    let rows = [(20_260_620, -90_000), (20_260_720, -90_000), (20_260_820, -90_000)];
    assert_eq!(harness.posted("rent"), rows);
    let events = harness.events();
    let ran = events.iter().find(|(name, _)| name == "schedules-ran").unwrap();
    assert_eq!(ran.1["run"], run);
    assert_eq!(harness.ok("schedule/last-run", json!({}))["run"], run);

    assert_eq!(harness.run_schedules()["posted"], json!([]), "a second run posts nothing");
    assert_eq!(harness.posted("rent"), rows);

    let step = harness.ok("undo", json!({}));
    assert_eq!(step["name"], json!({ "key": "postedSchedules", "params": { "count": 3 } }));
    assert_eq!(harness.posted("rent"), []);
    assert_eq!(harness.shown("rent")["next_date"], "2026-06-20");
    harness.ok("redo", json!({}));
    assert_eq!(harness.posted("rent"), rows);
    assert_eq!(harness.shown("rent")["next_date"], "2026-09-20");
}

#[test]
fn a_date_whose_transaction_was_deleted_is_not_posted_again_by_itself() {
    let (harness, calendar) = on("2026-06-20");
    harness.schedule("rent", true, conditions("pl", -90_000, monthly("2026-06-20")));
    harness.run_schedules();
    let id = harness.tables()["transactions"].keys().next().unwrap().clone();
    harness.batch(json!({ "deleted": [{ "id": id }] }));
    calendar.turn("2026-06-22");
    harness.run_schedules();
    assert_eq!(harness.posted("rent"), []);
    assert_eq!(harness.shown("rent")["next_date"], "2026-07-20");
}

#[test]
fn a_person_posts_a_date_once_and_again_after_deleting_it() {
    let (harness, _) = on("2026-06-18");
    harness.schedule("rent", false, conditions("pl", -90_000, monthly("2026-06-20")));
    harness.ok("schedule/post-transaction", json!({ "id": "rent", "today": true }));
    harness.ok("schedule/post-transaction", json!({ "id": "rent" }));
    assert_eq!(harness.posted("rent"), [(20_260_618, -90_000)]);
    assert_eq!(harness.shown("rent")["status"], "paid");
    let id = harness.tables()["transactions"].keys().next().unwrap().clone();
    harness.batch(json!({ "deleted": [{ "id": id }] }));
    assert_eq!(harness.shown("rent")["status"], "upcoming");
    harness.ok("schedule/post-transaction", json!({ "id": "rent" }));
    assert_eq!(harness.posted("rent"), [(20_260_620, -90_000)]);
}

#[test]
fn nothing_is_posted_before_a_sync_succeeds_and_the_day_is_not_done() {
    let (harness, _) = on("2026-06-20");
    harness.schedule("rent", true, conditions("pl", -90_000, monthly("2026-06-20")));
    let run = harness.run(harness.app.run_schedules(&harness.tab.session, false)).unwrap();
    assert_eq!(run.offline.len(), 1);
    assert_eq!(harness.posted("rent"), []);
    harness.run(harness.app.run_due_schedules());
    assert_eq!(harness.posted("rent"), [(20_260_620, -90_000)]);
}

#[test]
fn the_daily_run_opens_a_budget_that_nobody_uses_and_runs_once_a_day() {
    let (harness, calendar) = on("2026-06-15");
    harness.schedule("rent", true, conditions("pl", -90_000, monthly("2026-06-20")));
    harness.schedule("food", true, conditions("pk", -1_000, monthly("2026-06-20")));
    harness.ok("close-budget", json!({}));
    harness.run(harness.app.until_idle());
    calendar.turn("2026-06-21");
    harness.run(harness.app.run_due_schedules());
    assert_eq!(harness.app.open_budgets(), 1);
    harness.ok("load-budget", json!({ "id": crate::harness::BUDGET }));
    assert_eq!(harness.posted("rent"), [(20_260_620, -90_000)]);
    let last = harness.ok("schedule/last-run", json!({}));
    assert_eq!(
        (last["day"].clone(), last["run"]["posted"].as_array().unwrap().len()),
        (json!("2026-06-21"), 2)
    );
    harness.run(harness.app.run_due_schedules());
    assert_eq!(harness.ok("schedule/last-run", json!({})), last, "once a day");
    let names: Vec<_> = harness.events().into_iter().map(|(name, _)| name).collect();
    assert!(!names.contains(&"schedules-offline".to_owned()), "{names:?}");
}

#[test]
fn a_new_schedule_that_is_due_is_posted_the_same_day() {
    let (harness, _) = on("2026-06-20");
    harness.run(harness.app.run_due_schedules());
    harness.schedule("rent", true, conditions("pl", -90_000, monthly("2026-06-20")));
    harness.run(harness.app.run_due_schedules());
    assert_eq!(harness.posted("rent"), [(20_260_620, -90_000)]);
}

#[test]
fn a_posted_transfer_has_both_sides_and_a_split_its_lines_each_once() {
    let (harness, calendar) = on("2026-06-15");
    harness.schedule("save", true, conditions("tp-b", -5_000, monthly("2026-06-20")));
    harness.schedule("shop", true, conditions("pk", -3_000, monthly("2026-06-20")));
    let rule = harness.shown("shop")["rule"].clone();
    let actions = json!([
        { "op": "link-schedule", "value": "shop" },
        { "op": "set-split-amount", "value": 1_000,
            "options": { "splitIndex": 1, "method": "fixed-amount" } },
        { "op": "set", "field": "category", "value": "food", "options": { "splitIndex": 1 } },
        { "op": "set-split-amount", "value": null,
            "options": { "splitIndex": 2, "method": "remainder" } },
        { "op": "set", "field": "category", "value": "rent", "options": { "splitIndex": 2 } },
    ]);
    harness.ok("rule-update", json!({ "id": rule, "actions": actions }));
    calendar.turn("2026-07-21");
    harness.run_schedules();
    let count = |harness: &Harness| harness.tables()["transactions"].len();
    assert_eq!(count(&harness), 2 * 2 + 2 * 3);
    crate::ledger::check_ledger(&harness.tables());
    let ids: Vec<_> = harness.tables()["transactions"].keys().cloned().collect();

    let (other, calendar) = on("2026-06-15");
    other.schedule("save", true, conditions("tp-b", -5_000, monthly("2026-06-20")));
    other.schedule("shop", true, conditions("pk", -3_000, monthly("2026-06-20")));
    let rule = other.shown("shop")["rule"].clone();
    other.ok("rule-update", json!({ "id": rule, "actions": actions }));
    calendar.turn("2026-07-25");
    other.run_schedules();
    let theirs: Vec<_> = other.tables()["transactions"].keys().cloned().collect();
    assert_eq!(ids, theirs, "another device posts the same rows");
}

#[test]
fn previews_carry_the_balance_ahead_in_both_accounts_of_a_transfer() {
    let (harness, _) = on("2026-06-15");
    harness.give(&json!([
        { "id": "t1", "account": "acc-a", "date": "2026-06-01", "amount": 100_000 },
        { "id": "t2", "account": "acc-a", "date": "2026-06-18", "amount": -1_000 },
    ]));
    harness.schedule("rent", false, conditions("pl", -90_000, monthly("2026-06-20")));
    harness.schedule("late", false, conditions("pa", -500, json!("2026-06-10")));
    harness.schedule("save", false, conditions("tp-b", -5_000, monthly("2026-06-16")));
    let rows = |account: &str| -> Vec<(String, String, i64, i64)> {
        let previews = harness.ok("schedule/get-previews", json!({ "account": account }));
        let text = |row: &Json, field: &str| row[field].as_str().unwrap().to_owned();
        let row = |row: &Json| {
            let (amount, balance) = (row["amount"].as_i64(), row["balance"].as_i64());
            (text(row, "date"), text(row, "status"), amount.unwrap(), balance.unwrap())
        };
        previews.as_array().unwrap().iter().map(row).collect()
    };
    let row = |date: &str, status: &str, amount, balance| {
        (date.to_owned(), status.to_owned(), amount, balance)
    };
    let expected = [
        row("2026-06-10", "missed", -500, 99_500),
        row("2026-06-16", "upcoming", -5_000, 94_500),
        row("2026-06-20", "upcoming", -90_000, 3_500),
    ];
    assert_eq!(rows("acc-a"), expected);
    assert_eq!(rows("acc-b"), [row("2026-06-16", "upcoming", 5_000, 5_000)]);
}

#[test]
fn bills_of_the_month_stand_by_envelope_until_they_are_paid() {
    let (harness, _) = on("2026-06-15");
    let food = json!({
        "stage": null, "conditionsOp": "and",
        "conditions": [{ "field": "payee", "op": "is", "value": "pk" }],
        "actions": [{ "op": "set", "field": "category", "value": "food" }],
    });
    harness.ok("rule-add", food);
    let weekly = json!({ "start": "2026-06-17", "frequency": "weekly" });
    harness.schedule("food", false, conditions("pk", -1_000, weekly));
    harness.schedule("rent", false, conditions("pl", -90_000, monthly("2026-06-20")));
    harness.schedule("save", false, conditions("tp-b", -5_000, monthly("2026-06-16")));
    let bills = |month: &str| -> Vec<(Json, i64, usize)> {
        let bills = harness.ok("schedule/get-bills", json!({ "month": month }));
        let of = |it: &Json| {
            (
                it["category"].clone(),
                it["amount"].as_i64().unwrap(),
                it["bills"].as_array().unwrap().len(),
            )
        };
        bills.as_array().unwrap().iter().map(of).collect()
    };
    assert_eq!(bills("2026-06"), [(Json::Null, -90_000, 1), (json!("food"), -2_000, 2)]);
    harness.ok("schedule/post-transaction", json!({ "id": "food" }));
    assert_eq!(bills("2026-06"), [(Json::Null, -90_000, 1), (json!("food"), -1_000, 1)]);
    assert_eq!(bills("2026-07"), [(Json::Null, -90_000, 1), (json!("food"), -5_000, 5)]);
}

#[test]
fn the_lowest_balance_is_looked_for_until_the_next_income() {
    let (harness, _) = on("2026-06-15");
    harness.give(&json!([
        { "id": "t1", "account": "acc-a", "date": "2026-06-01", "amount": 100_000 },
    ]));
    harness.schedule("rent", false, conditions("pl", -90_000, monthly("2026-06-20")));
    harness.schedule("pay", false, conditions("pa", 300_000, monthly("2026-06-25")));
    harness.schedule("food", false, conditions("pk", -20_000, monthly("2026-06-24")));
    harness.schedule("more", false, conditions("pk", -50_000, monthly("2026-06-26")));
    let found = harness.ok("schedule/get-lowest-balances", json!({}));
    let [lowest] = &found.as_array().unwrap()[..] else { panic!("{found}") };
    assert_eq!(lowest["today"], 100_000);
    assert_eq!(lowest["lowest"], -10_000);
    assert_eq!(
        (lowest["date"].clone(), lowest["income"].clone()),
        (json!("2026-06-24"), json!("2026-06-25"))
    );
    let balances: Vec<_> =
        lowest["steps"].as_array().unwrap().iter().map(|step| step["balance"].clone()).collect();
    assert_eq!(balances, [10_000, -10_000]);
}

#[test]
fn discovered_schedules_are_accepted_in_one_step() {
    let (harness, _) = on("2026-06-15");
    let rows: Vec<Json> = (1..=5)
        .flat_map(|month| {
            let row = |id: String, day: u32, amount: i64, payee: &str| {
                json!({
                    "id": id, "account": "acc-a", "date": format!("2026-{month:02}-{day:02}"),
                    "amount": amount, "payee": payee,
                })
            };
            [
                row(format!("r{month}"), 3, -90_000, "pl"),
                row(format!("k{month}"), 9 + month % 2, -2_000 - i64::from(month), "pk"),
            ]
        })
        .collect();
    harness.give(&json!(rows));
    let found = harness.ok("schedule/discover", json!({}));
    let found = found.as_array().unwrap();
    assert_eq!(found.len(), 2, "{found:?}");
    let rent = found.iter().find(|it| it["payee"] == "pl").unwrap();
    assert_eq!(rent["date"], json!({ "start": "2026-01-03", "frequency": "monthly" }));
    let evidence = &rent["evidence"];
    assert_eq!(
        (evidence["dates"].clone(), evidence["found"].clone(), evidence["days_off"].clone()),
        (json!(5), json!(5), json!(0))
    );
    let accepted: Vec<_> = found
        .iter()
        .map(|it| json!({ "schedule": { "id": it["id"] }, "conditions": it["_conditions"] }))
        .collect();
    harness.ok("schedule/create-many", json!({ "schedules": accepted }));
    assert_eq!(harness.ok("schedules-get", json!({})).as_array().unwrap().len(), 2);
    harness.ok("undo", json!({}));
    assert_eq!(harness.ok("schedules-get", json!({})), json!([]));
}

#[test]
fn an_entered_row_that_meets_the_conditions_belongs_to_its_schedule() {
    let (harness, _) = on("2026-06-15");
    harness.schedule("rent", false, conditions("pl", -90_000, monthly("2026-06-20")));
    let row = |id: &str, amount: i64| {
        json!({
            "id": id, "account": "acc-a", "date": "2026-06-19", "amount": amount, "payee": "pl",
        })
    };
    harness.batch(json!({ "added": [row("t1", -90_000), row("t2", -1)], "runRules": true }));
    let tables = harness.tables();
    assert_eq!(tables["transactions"]["t1"]["schedule"], "rent");
    assert_eq!(tables["transactions"]["t2"]["schedule"], Json::Null);
    assert_eq!(harness.shown("rent")["status"], "paid");
}

#[test]
fn transactions_are_linked_and_unlinked_with_their_other_sides() {
    let (harness, _) = on("2026-06-15");
    harness.schedule("save", false, conditions("tp-b", -5_000, monthly("2026-06-20")));
    let row = json!({
        "id": "t1", "account": "acc-a", "date": "2026-06-19", "amount": -4_000, "payee": "tp-b",
    });
    harness.batch(json!({ "added": [row] }));
    let link = |id: Json| json!({ "id": id, "transactionIds": ["t1"] });
    harness.ok("schedule/link-transactions", link(json!("save")));
    assert_eq!(harness.posted("save").len(), 2);
    assert_eq!(harness.shown("save")["last_date"], "2026-06-19");
    harness.ok("schedule/link-transactions", link(Json::Null));
    assert_eq!(harness.posted("save"), []);
    harness.refused("schedule/link-transactions", link(json!("gone")), "schedule-not-found");
}

#[test]
fn what_is_no_schedule_is_refused_and_changes_nothing() {
    let (harness, _) = on("2026-06-15");
    harness.schedule("rent", false, conditions("pl", -90_000, monthly("2026-06-20")));
    let create = |conditions: Json| json!({ "conditions": conditions });
    let never = json!({
        "start": "2026-01-01", "frequency": "monthly", "patterns": [{ "type": "day", "value": 32 }],
    });
    for bad in [
        json!([]),
        json!([{ "field": "date", "op": "is", "value": null }]),
        json!([{ "field": "date", "op": "is", "value": "2026-02-30" }]),
        json!([{ "field": "date", "op": "gt", "value": "2026-02-20" }]),
        json!([{ "field": "amount", "op": "is", "value": "x" },
            { "field": "date", "op": "is", "value": "2026-02-20" }]),
        json!([{ "field": "date", "op": "isapprox", "value": never }]),
    ] {
        harness.refused("schedule/create", create(bad), "invalid-schedule");
    }
    let change = |fields: Json| json!({ "schedule": fields });
    for (call, args, code) in [
        ("schedule/update", change(json!({ "id": "rent", "rule": "x" })), "invalid-schedule"),
        ("schedule/update", change(json!({ "id": "gone" })), "schedule-not-found"),
        ("schedule/update", change(json!({ "id": "rent", "name": 5 })), "invalid-schedule"),
        ("schedule/delete", json!({ "id": "gone" }), "schedule-not-found"),
        ("schedule/skip-next-date", json!({ "id": "gone" }), "schedule-not-found"),
        ("schedule/post-transaction", json!({ "id": "gone" }), "schedule-not-found"),
        (
            "schedule/get-upcoming-dates",
            json!({ "config": { "frequency": "hourly" }, "count": 3 }),
            "invalid-schedule",
        ),
    ] {
        harness.refused(call, args, code);
    }
    let args = json!({ "config": monthly("2026-06-30"), "count": 2 });
    let days =
        harness.run(call(&harness.app, &harness.tab.session, "schedule/get-upcoming-dates", args));
    assert_eq!(days.unwrap(), json!(["2026-06-30", "2026-07-30"]));
}

#[test]
fn an_envelope_budgets_for_its_lines_of_a_schedule_that_a_rule_splits() {
    let (harness, _) = on("2026-06-15");
    let schedule = json!({ "id": "shop", "name": "Shop" });
    let conditions = conditions("pk", -3_000, monthly("2026-06-20"));
    harness.ok("schedule/create", json!({ "schedule": schedule, "conditions": conditions }));
    let rule = harness.shown("shop")["rule"].clone();
    let line = |index: u32, amount: Json, method: &str| {
        let options = json!({ "splitIndex": index, "method": method });
        json!({ "op": "set-split-amount", "value": amount, "options": options })
    };
    let to = |index: u32, category: &str| {
        let options = json!({ "splitIndex": index });
        json!({ "op": "set", "field": "category", "value": category, "options": options })
    };
    let actions = json!([
        { "op": "link-schedule", "value": "shop" },
        line(1, json!(-1_000), "fixed-amount"), to(1, "food"),
        line(2, Json::Null, "remainder"), to(2, "rent"),
    ]);
    harness.ok("rule-update", json!({ "id": rule, "actions": actions }));
    let on = json!({ "id": "flags.goalTemplatesEnabled", "value": "true" });
    harness.ok("preferences/save", on);
    for (category, expected) in [("food", 1_000), ("rent", 2_000)] {
        harness.ok("notes-save", json!({ "id": category, "note": "#template schedule Shop" }));
        let apply = json!({ "month": "2026-06", "category": category });
        harness.ok("budget/apply-single-template", apply);
        assert_eq!(harness.cell(&format!("budget202606!budget-{category}")), expected);
    }
}

#[test]
fn a_failed_sync_posts_nothing_and_names_the_payees_once() {
    let (harness, script) = crate::sync::on_server();
    let account = json!({ "name": "Checking", "type": "checking", "balance": 0 });
    let account = harness.ok("account-create", account);
    let payee = harness.ok("payee-create", json!({ "name": "Landlord" }));
    let mut rent = conditions("", -90_000, monthly("2026-11-20"));
    (rent[0]["value"], rent[1]["value"]) = (payee.clone(), account);
    harness.schedule("rent", true, rent);
    harness.events();
    let offline = |harness: &Harness| -> Vec<Json> {
        let events = harness.events().into_iter();
        events.filter(|(name, _)| name == "schedules-offline").map(|(_, data)| data).collect()
    };
    script.syncs.lock().push_back(Err(SyncFault::Network));
    harness.run(harness.app.run_due_schedules());
    assert_eq!(offline(&harness), [json!({ "payees": [payee] })]);
    harness.run(harness.app.run_due_schedules());
    assert_eq!((offline(&harness), harness.posted("rent")), (Vec::new(), Vec::new()));
    harness.run_schedules();
    assert_eq!(harness.posted("rent"), [(20_261_120, -90_000)]);
}
