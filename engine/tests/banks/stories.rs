//! Cases that the vectors do not cover: accounts that are linked again, twins, and the brake on
//! deletions.

use serde_json::{Value as Json, json};
use sobre_engine::banks::import::{LedgerRow, NoteKind};
use sobre_engine::banks::{BankAnswer, transaction_id};

use crate::world::{World, stored};

fn world(rows: &[Json]) -> World {
    let account = json!({ "id": "acct", "offbudget": false });
    let mut world = World::of(&account, &json!("2026-11-20"), &Json::Null);
    world.rows = rows.iter().map(stored).collect();
    world
}

fn bank_row(id: &str, day: &str, cents: i64) -> Json {
    json!({
        "id": id, "pendingOf": null, "posted": true, "date": day, "amount": cents,
        "currency": "USD", "payee": "Cafe", "notes": null,
        "fields": { "date": day, "payeeName": "Cafe", "booked": true,
            "transactionAmount": { "amount": format!("{}", cents / 100), "currency": "USD" } },
    })
}

/// A transaction that the bank brought before.
fn known(id: &str, key: &str, day: &str, cents: i64, cleared: bool) -> Json {
    json!({
        "id": id, "date": day, "amount": cents, "payee": "Cafe", "imported_id": key,
        "imported_payee": "Cafe", "cleared": cleared,
        "raw": { "date": day, "transactionAmount": { "amount": format!("{}", cents / 100) } },
    })
}

fn window(rows: &[Json]) -> BankAnswer {
    answer(rows, &json!({ "from": "2026-08-23", "to": "2026-11-20" }), &Json::Null, &[])
}

fn delta(rows: &[Json], removed: &[&str]) -> BankAnswer {
    answer(rows, &Json::Null, &json!({ "before": "1", "after": "2" }), removed)
}

fn answer(rows: &[Json], window: &Json, cursor: &Json, removed: &[&str]) -> BankAnswer {
    let answer = json!({
        "account": "A1", "window": window, "cursor": cursor, "balance": null, "rows": rows,
        "removed": removed, "skipped": [], "error": null,
    });
    serde_json::from_value(answer).unwrap()
}

fn living(world: &World) -> Vec<&LedgerRow> {
    world.rows.iter().filter(|row| !row.deleted).collect()
}

#[test]
fn an_account_that_is_linked_again_keeps_its_rows_under_new_ids() {
    let days = ["2026-11-02", "2026-11-03", "2026-11-04"];
    let old: Vec<Json> = days
        .iter()
        .enumerate()
        .map(|(at, day)| known(&format!("r{at}"), &format!("old{at}"), day, -500, true))
        .collect();
    let new: Vec<Json> =
        days.iter().enumerate().map(|(at, day)| bank_row(&format!("new{at}"), day, -500)).collect();
    for answer in [window(&new), delta(&new, &[])] {
        let mut world = world(&old);
        world.is_first_after_linking = true;
        let imported = world.import(&answer);
        assert_eq!(imported.report.changed.len(), 3);
        let ids: Vec<_> = world.rows.iter().map(|row| row.bank_id.clone().unwrap()).collect();
        assert_eq!(ids, ["new0", "new1", "new2"]);
    }
}

#[test]
fn two_programs_that_brought_one_row_leave_one() {
    let mut touched = known("a", "k", "2026-11-16", -500, true);
    touched["category"] = json!("Food");
    let mut world = world(&[known("b", "k", "2026-11-16", -500, true), touched]);
    let report = world.import(&window(&[bank_row("k", "2026-11-16", -500)])).report;
    assert_eq!(report.removed.len(), 1);
    let left = living(&world);
    assert_eq!((left.len(), left[0].id.as_str()), (1, "a"));
    assert_eq!(left[0].bank_id.as_deref(), Some("k"));
}

#[test]
fn a_pending_row_and_its_posting_of_another_device_are_joined() {
    let mut pending = known("p", "pend", "2026-11-14", -500, false);
    pending["notes"] = json!("with Ann");
    let mut world = world(&[pending, known("q", "post", "2026-11-16", -500, true)]);
    world.import(&window(&[bank_row("post", "2026-11-16", -500)]));
    let left = living(&world);
    assert_eq!((left.len(), left[0].id.as_str()), (1, "p"));
    assert_eq!((left[0].bank_id.as_deref(), left[0].cleared), (Some("post"), true));
    let before = world.rows.clone();
    world.import(&window(&[bank_row("post", "2026-11-16", -500)]));
    assert_eq!(world.rows, before);
}

#[test]
fn a_bank_that_takes_back_too_much_is_not_followed() {
    let rows: Vec<Json> = (0..12)
        .map(|at| known(&format!("r{at}"), &format!("k{at}"), "2026-11-10", -100 - 100 * at, true))
        .collect();
    let keys: Vec<String> = (0..6).map(|at| format!("k{at}")).collect();
    let removed: Vec<&str> = keys.iter().map(String::as_str).collect();
    let mut many = world(&rows);
    let report = many.import(&delta(&[], &removed)).report;
    assert_eq!(report.removed, []);
    assert_eq!(report.notes[0].kind, NoteKind::TooManyWithdrawn);
    let mut few = world(&rows);
    assert_eq!(few.import(&delta(&[], &removed[..5])).report.removed.len(), 5);
}

#[test]
fn an_older_answer_takes_nothing_away() {
    let rows = [known("r", "k", "2026-11-10", -500, true)];
    let mut world = world(&rows);
    world.is_outdated = true;
    assert_eq!(world.import(&delta(&[], &["k"])).report.removed, []);
}

#[test]
fn an_older_answer_that_books_a_pending_row_brings_its_amount() {
    for key in ["pend", "booked"] {
        let mut world = world(&[known("r", "pend", "2026-11-10", -500, false)]);
        world.is_outdated = true;
        let mut row = bank_row(key, "2026-11-10", -600);
        world.import(&window(std::slice::from_ref(&row)));
        let amount = |world: &World| (world.rows.len(), world.rows[0].amount.cents());
        assert_eq!(amount(&world), (1, -600));
        // A later one that is older than others does not take back what they corrected.
        row["amount"] = json!(-500);
        world.import(&window(std::slice::from_ref(&row)));
        assert_eq!(amount(&world), (1, -600));
        world.is_outdated = false;
        world.import(&window(&[row]));
        assert_eq!(amount(&world), (1, -500), "nobody changed it by hand");
    }
}

#[test]
fn an_older_answer_takes_no_corrected_amount_back() {
    let row = |key: &str, posted: bool, cents: i64| {
        let mut row = bank_row(key, "2026-11-10", cents);
        row["posted"] = json!(posted);
        row["fields"]["booked"] = json!(posted);
        row
    };
    for posted in [false, true] {
        // The bank reports the row under another id, then with another amount.
        let mut world = world(&[]);
        for (key, cents) in [("first", -500), ("second", -500), ("second", -600)] {
            world.import(&window(&[row(key, posted, cents)]));
        }
        let found = |world: &World| -> Vec<i64> {
            let rows = living(world);
            rows.iter().filter(|it| !it.is_start).map(|it| it.amount.cents()).collect()
        };
        assert_eq!(found(&world), [-600]);
        world.is_outdated = true;
        world.import(&window(&[row("first", posted, -500)]));
        assert_eq!(found(&world), [-600]);
        world.is_outdated = false;
        world.import(&window(&[row("second", posted, -600)]));
        assert_eq!(found(&world), [-600]);
        world.import(&window(&[row("second", posted, -700)]));
        assert_eq!(found(&world), [-700], "nobody changed it by hand");
        // A person may take back that the bank confirmed it.
        world.rows.iter_mut().for_each(|row| row.cleared = false);
        world.is_outdated = true;
        world.import(&window(&[row("second", posted, -600)]));
        assert_eq!(found(&world), [-700]);
    }
}

#[test]
fn a_row_that_was_moved_or_merged_is_still_known() {
    let id = transaction_id(&"acct".into(), "k");
    let mut moved = known(id.as_str(), "k", "2026-11-10", -500, true);
    moved["payee"] = json!("Bakery");
    let mut away = world(&[moved, known("old", "o", "2026-08-01", -100, true)]);
    away.rows[0].is_elsewhere = true;
    let before = away.rows.clone();
    away.import(&window(&[bank_row("k", "2026-11-10", -500)]));
    assert_eq!(away.rows, before);

    let mut merged = world(&[known("r", "own", "2026-11-10", -500, true)]);
    merged.rows[0].merged = vec!["k".to_owned()];
    let both = [bank_row("own", "2026-11-10", -500), bank_row("k", "2026-11-09", -500)];
    let before = merged.rows.clone();
    merged.import(&window(&both));
    assert_eq!(merged.rows, before);
}

#[test]
fn a_row_that_was_moved_is_known_by_its_pending_row_and_by_what_the_bank_says() {
    let pending = transaction_id(&"acct".into(), "p");
    let mut moved = world(&[known(pending.as_str(), "p", "2026-11-09", -500, false)]);
    moved.rows[0].is_elsewhere = true;
    let mut posted = bank_row("q", "2026-11-10", -500);
    posted["pendingOf"] = json!("p");
    let before = moved.rows.clone();
    moved.import(&delta(&[posted], &["p"]));
    assert_eq!(moved.rows, before, "a rule moved it while it was pending");

    let mut typed = known("typed", "k", "2026-11-10", -500, true);
    typed["raw"] = bank_row("k", "2026-11-10", -500)["fields"].clone();
    let mut typed = world(&[typed]);
    typed.rows[0].is_elsewhere = true;
    let before = typed.rows.clone();
    typed.import(&window(&[bank_row("k", "2026-11-10", -500)]));
    assert_eq!(typed.rows, before, "a person moved it");
    typed.import(&window(&[bank_row("k", "2026-11-12", -900)]));
    assert_eq!(living(&typed).len(), 2, "the other account's bank uses the same key");
}

#[test]
fn a_reconciled_row_stands_for_one_row_of_the_bank() {
    let mut typed = known("t", "", "2026-11-10", -200, true);
    typed["imported_id"] = Json::Null;
    typed["raw"] = Json::Null;
    typed["reconciled"] = json!(true);
    let mut world = world(&[typed]);
    let day = "2026-11-10";
    world.import(&delta(&[bank_row("k1", day, -200)], &[]));
    assert_eq!(living(&world).len(), 1);
    world.import(&delta(&[bank_row("k2", day, -200)], &[]));
    assert_eq!(living(&world).len(), 2, "the second one is another");
    world.import(&delta(&[bank_row("k1", day, -200), bank_row("k2", day, -200)], &[]));
    assert_eq!(living(&world).len(), 2);
}

#[test]
fn what_was_merged_is_kept_with_a_row_that_no_bank_brought() {
    let mut kept = known("r", "own", "2026-11-10", -500, true);
    kept["raw"] = Json::Null;
    let mut world = world(&[kept]);
    world.rows[0].merged = vec!["k".to_owned()];
    let both = [bank_row("own", "2026-11-10", -500), bank_row("k", "2026-11-10", -500)];
    for _ in 0..2 {
        world.import(&window(&both));
        // As it is stored: the merged rows stand in the same text as what the bank said.
        assert_eq!(world.rows[0].said.fields, None);
        assert_eq!(living(&world).len(), 1);
    }
}
