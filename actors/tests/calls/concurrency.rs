//! Many concurrent sessions: no event is lost or sent twice, and budgets open and close while in
//! use.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use serde_json::{Value as Json, json};

use sobre_actors::contract::CallError;
use sobre_actors::limits::KEPT_OPEN_MS;

use crate::harness::{BUDGET, FOOD, GENERAL, Harness, Tab, call};

async fn load(harness: &Harness, tab: &Tab) -> Json {
    call(&harness.app, &tab.session, "load-budget", json!({ "id": BUDGET })).await.unwrap()
}

async fn edit(harness: &Harness, tab: &Tab, category: &str, amount: i64) -> Result<Json, Json> {
    let args = json!({ "month": "2026-11", "category": category, "amount": amount });
    call(&harness.app, &tab.session, "budget/budget-amount", args).await
}

/// State of a tab from its events alone.
#[derive(Default)]
struct TabState {
    revision: u64,
    cells: BTreeMap<String, Json>,
}

impl TabState {
    fn take_in(&mut self, events: Vec<(String, Json)>) {
        for (name, data) in events {
            if name != "cells-changed" {
                continue;
            }
            let revision = data["revision"].as_u64().unwrap();
            assert!(revision > self.revision, "{revision} after {}", self.revision);
            self.revision = revision;
            for cell in data["cells"].as_array().unwrap() {
                self.cells.insert(cell[0].as_str().unwrap().to_owned(), cell[1].clone());
            }
        }
    }
}

fn settle(harness: &Harness) {
    harness.run(harness.app.settle(&harness.tab.session)).unwrap();
}

#[test]
fn every_tab_receives_every_change_once_and_in_order() {
    let harness = Harness::new();
    let tabs: Vec<_> = (0..6).map(|_| Tab::of(&harness.app)).collect();
    harness.run(async {
        for tab in &tabs {
            load(&harness, tab).await;
        }
    });
    let start: BTreeMap<_, _> = harness.cells();
    let mut states: Vec<TabState> = tabs.iter().map(|_| TabState::default()).collect();
    for round in 0..20_i64 {
        harness.run(async {
            let edits = tabs.iter().zip(1_i64..).map(|(tab, at)| {
                edit(&harness, tab, if at % 2 == 0 { FOOD } else { GENERAL }, round * 10 + at)
            });
            for outcome in futures_util::future::join_all(edits).await {
                outcome.unwrap();
            }
        });
        settle(&harness);
        for (tab, state) in tabs.iter().zip(&mut states) {
            state.take_in(tab.events());
        }
    }
    for (name, value) in harness.cells() {
        let (was, is) = (start.get(&name), serde_json::to_value(value).unwrap());
        for state in &states {
            let shown = state.cells.get(&name);
            let unchanged = was == Some(&value);
            assert!(shown == Some(&is) || (shown.is_none() && unchanged), "{name}: {shown:?} {is}");
        }
    }
    assert!(states.windows(2).all(|pair| pair[0].cells == pair[1].cells));
}

#[test]
fn calls_are_carried_out_in_the_order_they_came() {
    let harness = Harness::new();
    let (app, session) = (&harness.app, &harness.tab.session);
    let outcomes = harness.run(futures_util::future::join3(
        futures_util::future::join(
            edit(&harness, &harness.tab, FOOD, 5),
            edit(&harness, &harness.tab, FOOD, 7),
        ),
        call(app, session, "undo", json!({})),
        edit(&harness, &harness.tab, FOOD, 9),
    ));
    assert!(outcomes.1.unwrap() != Json::Null && outcomes.2.is_ok());
    let amount = format!("budget202611!budget-{FOOD}");
    assert_eq!(harness.cell(&amount), 9);
    harness.ok("undo", json!({}));
    assert_eq!(harness.cell(&amount), 5);
}

#[test]
fn a_tab_that_comes_and_goes_in_a_burst_misses_nothing() {
    let harness = Harness::new();
    let (busy, idle) = (Tab::of(&harness.app), Tab::of(&harness.app));
    harness.run(load(&harness, &busy));
    let mut seen = harness.run(load(&harness, &idle))["revision"].as_u64().unwrap();
    let mut cells = BTreeMap::new();
    let mut come_and_go = |amount: i64| {
        let tab = Tab::of(&harness.app);
        let args = json!({ "id": BUDGET, "revision": seen });
        let (resumed, edited) = harness.run(async {
            let resume = call(&harness.app, &tab.session, "resume-budget", args);
            futures_util::join!(resume, edit(&harness, &busy, FOOD, amount))
        });
        edited.unwrap();
        let resumed = resumed.unwrap();
        assert_eq!(resumed["caughtUp"], true);
        let mut state = TabState { revision: seen, cells: BTreeMap::new() };
        state.take_in(tab.events());
        cells.extend(state.cells);
        // A client continues from the later of the two.
        seen = state.revision.max(resumed["revision"].as_u64().unwrap());
        harness.run(harness.app.disconnect(&tab.session));
    };
    for amount in 1..=60 {
        come_and_go(amount);
    }
    settle(&harness);
    come_and_go(60);
    let name = format!("budget202611!budget-{FOOD}");
    assert_eq!(cells[&name], harness.cell(&name));
    assert_eq!(cells["budget202711!to-budget"], harness.cell("budget202711!to-budget"));
}

#[test]
fn closing_and_loading_while_others_write_loses_nothing_acknowledged() {
    let harness = Harness::new();
    let tabs: Vec<_> = (0..4).map(|_| Tab::of(&harness.app)).collect();
    for round in 1..=10_i64 {
        let acknowledged = harness.run(async {
            let rounds = tabs.iter().map(async |tab| {
                load(&harness, tab).await;
                let outcome = edit(&harness, tab, FOOD, round).await;
                harness.app.disconnect(&tab.session).await;
                outcome
            });
            let leave = async {
                harness.app.disconnect(&harness.tab.session).await;
                load(&harness, &harness.tab).await;
            };
            futures_util::join!(futures_util::future::join_all(rounds), leave).0
        });
        acknowledged.into_iter().for_each(|outcome| drop(outcome.unwrap()));
        assert_eq!(harness.cell(&format!("budget202611!budget-{FOOD}")), round);
    }
}

#[test]
fn a_tab_that_vanishes_while_its_budget_opens_leaves_nothing_open_for_long() {
    let (harness, clock) = Harness::with_hand_clock();
    harness.ok("close-budget", json!({}));
    for _ in 0..5 {
        let tab = Tab::of(&harness.app);
        let session = Arc::clone(&tab.session);
        harness.run(async {
            let mut loading =
                Box::pin(call(&harness.app, &session, "load-budget", json!({ "id": BUDGET })));
            // Polled once so that it is running, then dropped, as a closed socket does.
            assert!(futures_util::poll!(&mut loading).is_pending());
            drop(loading);
            drop(tab);
            harness.app.disconnect(&session).await;
        });
    }
    harness.run(harness.app.until_idle());
    advance(&clock, KEPT_OPEN_MS);
    harness.run(harness.app.close_left());
    assert_eq!(harness.app.open_budgets(), 0);
    harness.ok("load-budget", json!({ "id": BUDGET }));
    assert_eq!(harness.cell("budget202611!to-budget"), 0);
}

#[test]
fn who_reads_does_not_wait_for_a_write_under_way() {
    let harness = Harness::new();
    let (app, session) = (&harness.app, &harness.tab.session);
    let (done, until) = std::sync::mpsc::channel();
    let reads = async {
        for (name, args) in [
            ("query", json!({ "table": "transactions", "selectExpressions": ["id"], "limit": 5 })),
            ("get-budget-bounds", json!({})),
            ("rollover-budget-month", json!({ "month": "2026-11" })),
            ("get-categories", json!({})),
            ("accounts-get", json!({})),
            ("load-prefs", json!({})),
        ] {
            call(app, session, name, args).await.unwrap();
        }
        drop(done);
    };
    harness.run(async {
        let (written, ()) = futures_util::join!(app.occupy_database(session, until), reads);
        written.unwrap();
    });
}

fn advance(clock: &AtomicI64, ms: i64) {
    clock.fetch_add(ms, Ordering::Relaxed);
}

#[test]
fn a_returning_tab_finds_its_steps_and_missed_frames() {
    let (harness, clock) = Harness::with_hand_clock();
    let reloaded = Tab::of(&harness.app);
    let edited = harness.run(async {
        edit(&harness, &harness.tab, FOOD, 500).await.unwrap();
        harness.tab.next("sync-event").await["revision"].as_u64().unwrap()
    });
    let resumed = harness.run(async {
        edit(&harness, &harness.tab, FOOD, 700).await.unwrap();
        harness.app.disconnect(&harness.tab.session).await;
        advance(&clock, KEPT_OPEN_MS - 1);
        harness.app.close_left().await;
        let args = json!({ "id": BUDGET, "revision": edited });
        call(&harness.app, &reloaded.session, "resume-budget", args).await.unwrap()
    });
    assert_eq!(resumed["caughtUp"], true);
    // A tab that has returned may stay for any time.
    advance(&clock, 2 * KEPT_OPEN_MS);
    let undone = harness.run(async {
        harness.app.close_left().await;
        assert!(!reloaded.next("cells-changed").await["cells"].as_array().unwrap().is_empty());
        call(&harness.app, &reloaded.session, "undo", json!({})).await.unwrap()
    });
    assert_eq!(undone["tables"], json!(["zero_budgets"]));
}

#[test]
fn a_budget_that_is_closed_on_purpose_is_closed_at_once() {
    let (harness, _clock) = Harness::with_hand_clock();
    harness.ok("close-budget", json!({}));
    assert_eq!(harness.app.open_budgets(), 0);
}

#[test]
fn who_opens_a_budget_does_not_wait_for_another_that_is_closed() {
    let harness = Harness::new();
    let other = harness.ok("create-budget", json!({ "budgetName": "Other" }));
    let (app, session, tab) = (&harness.app, &harness.tab.session, Tab::of(&harness.app));
    let (done, until) = std::sync::mpsc::channel();
    let closing_and_opening = async {
        let mut closing = Box::pin(call(app, session, "close-budget", json!({})));
        assert!(futures_util::poll!(&mut closing).is_pending());
        call(app, &tab.session, "load-budget", json!({ "id": other["id"] })).await.unwrap();
        assert!(futures_util::poll!(&mut closing).is_pending(), "its file is not free yet");
        let again = call(app, session, "load-budget", json!({ "id": BUDGET }));
        drop(done);
        let (closed, opened) = futures_util::join!(closing, again);
        closed.unwrap();
        opened.unwrap();
    };
    harness.run(async {
        let (written, ()) =
            futures_util::join!(app.occupy_database(session, until), closing_and_opening);
        written.unwrap();
    });
    assert_eq!(harness.cell("budget202611!to-budget"), 0);
}

#[test]
fn deleting_while_others_write_ends_in_one_clear_state() {
    let harness = Harness::new();
    let tabs: Vec<_> = (0..4).map(|_| Tab::of(&harness.app)).collect();
    harness.run(async {
        for tab in &tabs {
            load(&harness, tab).await;
        }
        let edits = tabs.iter().map(|tab| edit(&harness, tab, FOOD, 5));
        let args = json!({ "id": BUDGET });
        let delete = call(&harness.app, &harness.tab.session, "delete-budget", args);
        let (outcomes, deleted) =
            futures_util::join!(futures_util::future::join_all(edits), delete);
        deleted.unwrap();
        for outcome in outcomes {
            let refused = |error: &Json| {
                error["code"] == "no-budget-open" || error["code"] == "budget-not-found"
            };
            assert!(outcome.as_ref().map_or_else(refused, |_| true), "{outcome:?}");
        }
        for tab in &tabs {
            tab.next("budget-closed").await;
        }
    });
    assert_eq!(harness.app.open_budgets(), 0);
    assert_eq!(harness.ok("get-budgets", json!({})), json!([]));
}

#[test]
fn a_budget_without_listeners_makes_room_for_another() {
    let harness = Harness::new();
    let ids: Vec<_> = (0..sobre_actors::limits::OPEN_BUDGETS)
        .map(|number| {
            let folder = harness.data_dir().join(format!("Copy-{number:07}"));
            crate::harness::copy_folder(&harness.data_dir().join(BUDGET), &folder);
            folder.file_name().unwrap().to_str().unwrap().to_owned()
        })
        .collect();
    for id in &ids {
        let shell = harness.app.new_session(None);
        shell.set_budget(Some(id.as_str().into()));
        harness.run(call(&harness.app, &shell, "get-categories", json!({}))).unwrap();
    }
    assert_eq!(harness.app.open_budgets(), sobre_actors::limits::OPEN_BUDGETS);
    assert_eq!(harness.cell("budget202611!to-budget"), 0, "the one listened to stays open");
}

/// A budget with one transaction of 5.00; returns its account.
fn with_a_transaction(harness: &Harness) -> Json {
    let account = harness.ok("account-create", json!({ "name": "Bank" }));
    let row = json!({ "id": "t", "account": account, "amount": -500, "date": "2026-11-20" });
    harness.ok("transactions-batch-update", json!({ "added": [row] }));
    harness.events();
    account
}

fn amount(amount: i64) -> Json {
    json!({ "updated": [{ "id": "t", "amount": amount }] })
}

fn balance(account: &Json) -> Json {
    let name = format!("balance-{}", account.as_str().unwrap());
    json!({ "sheetName": "__global", "name": name })
}

#[test]
fn cells_and_written_rows_are_sent_while_every_reader_is_busy() {
    let harness = Harness::new();
    with_a_transaction(&harness);
    harness.run(async {
        let session = &harness.tab.session;
        let held = harness.app.hold_readers(session).await.unwrap();
        call(&harness.app, session, "transactions-batch-update", amount(-600)).await.unwrap();
        harness.app.until_computed(session).await.unwrap();
        let told = harness.tab.next("sync-event").await;
        assert_eq!(told["transactions"][0]["amount"], -600);
        drop(held);
    });
}

#[test]
fn cells_are_sent_before_written_rows_are_read() {
    let harness = Harness::new();
    let account = with_a_transaction(&harness);
    harness.run(async {
        let session = &harness.tab.session;
        let held = harness.app.hold_event_readers(session).await.unwrap();
        call(&harness.app, session, "transactions-batch-update", amount(-600)).await.unwrap();
        let cell = call(&harness.app, session, "getCell", balance(&account)).await.unwrap();
        assert_eq!(cell["value"], -600);
        drop(held);
        assert_eq!(harness.tab.next("sync-event").await["transactions"][0]["amount"], -600);
    });
}

#[test]
fn cells_of_a_commit_do_not_wait_until_rows_of_an_earlier_one_are_read() {
    let harness = Harness::new();
    let account = with_a_transaction(&harness);
    harness.run(async {
        let session = &harness.tab.session;
        let held = harness.app.hold_event_readers(session).await.unwrap();
        for cents in [-600, -700] {
            call(&harness.app, session, "transactions-batch-update", amount(cents)).await.unwrap();
        }
        let cell = call(&harness.app, session, "getCell", balance(&account)).await.unwrap();
        assert_eq!(cell["value"], -700);
        drop(held);
        let first = harness.tab.next("sync-event").await;
        let second = harness.tab.next("sync-event").await;
        assert!(first["revision"].as_u64() < second["revision"].as_u64());
    });
}

#[test]
fn calls_that_wait_for_cells_keep_no_reader_from_others() {
    let harness = Harness::new();
    let account = with_a_transaction(&harness);
    let session = &harness.tab.session;
    let cell = || call(&harness.app, session, "getCell", balance(&account));
    let (cells, payees) = harness.run(async {
        let mut waiting: Vec<_> = (0..8).map(|_| Box::pin(cell())).collect();
        let work = async {
            call(&harness.app, session, "transactions-batch-update", amount(-600)).await.unwrap();
            for cell in &mut waiting {
                assert!(futures_util::poll!(cell).is_pending());
            }
            call(&harness.app, session, "payees-get", json!({})).await
        };
        let payees = harness.app.holding_sheet(session, work).await.unwrap();
        (futures_util::future::join_all(waiting).await, payees)
    });
    assert!(payees.unwrap().is_array());
    for cell in cells {
        assert_eq!(cell.unwrap()["value"], -600);
    }
}

type Reading<'h> = Pin<Box<dyn Future<Output = Result<(), CallError>> + 'h>>;

/// More long reads than there are connections.
async fn endless_readings<'h>(harness: &'h Harness, tab: &'h Tab) -> Vec<Reading<'h>> {
    let begin = |_| Box::pin(harness.app.read_without_end(&tab.session, || ())) as Reading<'h>;
    let mut readings: Vec<_> = (0..8).map(begin).collect();
    for reading in &mut readings {
        assert!(futures_util::poll!(reading).is_pending());
    }
    readings
}

#[test]
fn an_abandoned_read_releases_its_reader() {
    let harness = Harness::new();
    let tab = Tab::of(&harness.app);
    harness.run(async {
        load(&harness, &tab).await;
        let endless = endless_readings(&harness, &tab).await;
        // A broken socket drops its running calls.
        drop(endless);
        let payees = call(&harness.app, &harness.tab.session, "payees-get", json!({})).await;
        assert!(payees.unwrap().is_array());
    });
}

/// More calls than there are threads for blocking work.
const MANY: usize = 700;

#[test]
fn long_readings_leave_a_reader_to_quick_ones() {
    let harness = Harness::new();
    let tab = Tab::of(&harness.app);
    harness.run(async {
        load(&harness, &tab).await;
        let mut endless = endless_readings(&harness, &tab).await;
        let payees = call(&harness.app, &harness.tab.session, "payees-get", json!({})).await;
        assert!(payees.unwrap().is_array());
        for reading in &mut endless {
            assert!(futures_util::poll!(reading).is_pending(), "it was waited for");
        }
    });
}

/// A second budget and a tab on it.
fn another_budget(harness: &Harness) -> Tab {
    let other = harness.ok("create-budget", json!({ "budgetName": "Other" }));
    let tab = Tab::of(&harness.app);
    harness.run(call(&harness.app, &tab.session, "load-budget", other)).unwrap();
    tab
}

#[test]
fn calls_that_wait_for_a_reader_leave_threads_to_other_budgets() {
    let harness = Harness::new();
    let other = another_budget(&harness);
    let (app, session) = (&harness.app, &harness.tab.session);
    let payees = |session| call(app, session, "payees-get", json!({}));
    harness.run(async {
        let held = app.hold_readers(session).await.unwrap();
        let mut waiting: Vec<_> = (0..MANY).map(|_| Box::pin(payees(session))).collect();
        for call in &mut waiting {
            assert!(futures_util::poll!(call).is_pending());
        }
        payees(&other.session).await.unwrap();
        drop(held);
        for outcome in futures_util::future::join_all(waiting).await {
            outcome.unwrap();
        }
    });
}

#[test]
fn calls_that_wait_for_cells_leave_threads_to_other_budgets() {
    let harness = Harness::new();
    let account = with_a_transaction(&harness);
    let other = another_budget(&harness);
    let (app, session) = (&harness.app, &harness.tab.session);
    let cell = || call(app, session, "getCell", balance(&account));
    harness.run(async {
        let mut waiting: Vec<_> = (0..MANY).map(|_| Box::pin(cell())).collect();
        let work = async {
            call(app, session, "transactions-batch-update", amount(-600)).await.unwrap();
            for call in &mut waiting {
                assert!(futures_util::poll!(call).is_pending());
            }
            call(app, &other.session, "payees-get", json!({})).await.unwrap();
        };
        app.holding_sheet(session, work).await.unwrap();
        for outcome in futures_util::future::join_all(waiting).await {
            assert_eq!(outcome.unwrap()["value"], -600);
        }
    });
}
