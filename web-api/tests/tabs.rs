//! Tabs on the same budget and on different ones: their events, and reconnecting.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use common::Program;
use serde_json::{Value, json};

const FOOD: &str = "541836f1-e756-4473-a5d0-6c1d3f06c7fa";
const SHEET: &str = "budget202611";

fn amount(cents: i64) -> Value {
    json!({ "month": "2026-11", "category": FOOD, "amount": cents })
}

#[test]
fn an_edit_in_one_tab_is_pushed_to_the_other() {
    let program = Program::start();
    let budget = program.create_budget();
    let mut one = program.tab_on(&budget);
    let mut other = program.tab_on(&budget);
    one.call("budget/budget-amount", amount(12_345)).unwrap();
    let event = other.event("cells-changed");
    assert_eq!(event["origin"], json!(one.session));
    let cells = event["cells"].as_array().unwrap();
    let value = |name: String| cells.iter().find(|cell| cell[0] == json!(name)).unwrap()[1].clone();
    assert_eq!(value(format!("{SHEET}!budget-{FOOD}")), json!(12_345));
    assert_eq!(value(format!("{SHEET}!leftover-{FOOD}")), json!(12_345));
    assert_eq!(value(format!("{SHEET}!to-budget")), json!(-12_345));
    assert_eq!(value("budget202711!to-budget".to_owned()), json!(-12_345));
    let written = other.event("sync-event");
    assert_eq!(written["type"], "applied");
    assert_eq!(written["tables"], json!(["zero_budgets"]));
}

#[test]
fn a_write_that_changes_no_value_pushes_no_cells() {
    let program = Program::start();
    let budget = program.create_budget();
    let mut tab = program.tab_on(&budget);
    tab.call("budget/budget-amount", amount(500)).unwrap();
    tab.changed_cell(&format!("{SHEET}!to-budget"));
    tab.call("budget/budget-amount", amount(500)).unwrap();
    tab.call("budget/budget-amount", amount(700)).unwrap();
    assert_eq!(tab.changed_cell(&format!("{SHEET}!to-budget")), json!(-700));
}

#[test]
fn a_tab_reads_its_own_writes() {
    let program = Program::start();
    let budget = program.create_budget();
    let mut tab = program.tab_on(&budget);
    for cents in 1..=50 {
        tab.call("budget/budget-amount", amount(cents)).unwrap();
        assert_eq!(tab.cell(SHEET, &format!("leftover-{FOOD}")), json!(cents));
    }
}

#[test]
fn a_tab_that_lost_its_socket_catches_up_by_revision() {
    let program = Program::start();
    let budget = program.create_budget();
    let mut stays = program.tab_on(&budget);
    let mut lost = program.tab_on(&budget);
    stays.call("budget/budget-amount", amount(100)).unwrap();
    let seen = lost.event("cells-changed")["revision"].clone();
    drop(lost);
    stays.call("budget/budget-amount", amount(200)).unwrap();
    stays.call("budget/budget-amount", amount(300)).unwrap();
    let mut back = program.tab();
    let resumed = back.call("resume-budget", json!({ "id": budget, "revision": seen })).unwrap();
    assert_eq!(resumed["caughtUp"], json!(true));
    assert_eq!(back.changed_cell(&format!("{SHEET}!budget-{FOOD}")), json!(200));
    assert_eq!(back.changed_cell(&format!("{SHEET}!budget-{FOOD}")), json!(300));
    stays.call("budget/budget-amount", amount(400)).unwrap();
    assert_eq!(back.changed_cell(&format!("{SHEET}!budget-{FOOD}")), json!(400));
}

#[test]
fn a_revision_from_before_a_restart_is_not_believed() {
    let dir = tempfile::TempDir::new().unwrap();
    let mut program = Program::start_in(dir.path());
    let budget = program.create_budget();
    let mut tab = program.tab_on(&budget);
    tab.call("budget/budget-amount", amount(100)).unwrap();
    let seen = tab.event("cells-changed")["revision"].clone();
    program.kill();
    let program = Program::start_in(dir.path());
    let mut back = program.tab();
    let resumed = back.call("resume-budget", json!({ "id": budget, "revision": seen })).unwrap();
    assert_eq!(resumed["caughtUp"], json!(false));
    assert_eq!(back.cell(SHEET, &format!("budget-{FOOD}")), json!(100));
}

#[test]
fn each_tab_has_its_own_budget() {
    let program = Program::start();
    let (first, second) = (program.create_budget(), program.create_budget());
    assert_ne!(first, second);
    let mut one = program.tab_on(&first);
    let mut two = program.tab_on(&second);
    one.call("budget/budget-amount", amount(111)).unwrap();
    two.call("budget/budget-amount", amount(222)).unwrap();
    assert_eq!(two.changed_cell(&format!("{SHEET}!budget-{FOOD}")), json!(222));
    assert_eq!(one.cell(SHEET, &format!("budget-{FOOD}")), json!(111));
    two.call("load-budget", json!({ "id": first })).unwrap();
    assert_eq!(two.cell(SHEET, &format!("budget-{FOOD}")), json!(111));
}

#[test]
fn deleting_a_budget_tells_the_tabs_that_have_it_open() {
    let program = Program::start();
    let budget = program.create_budget();
    let mut tab = program.tab_on(&budget);
    program.http(None, "delete-budget", json!({ "id": budget })).unwrap();
    let closed = tab.event("budget-closed");
    assert_eq!(closed["id"], json!(budget));
    let refused = tab.call("get-categories", json!({})).unwrap_err();
    assert_eq!(refused["code"], "budget-not-found");
    assert_eq!(program.http(None, "get-budgets", json!({})).unwrap(), json!([]));
}

#[test]
fn undo_and_redo_name_the_step_and_reach_every_tab() {
    let program = Program::start();
    let budget = program.create_budget();
    let mut one = program.tab_on(&budget);
    let mut other = program.tab_on(&budget);
    let name = json!({ "key": "budgeted",
        "params": { "amount": 900, "category": "Food", "month": "2026-11" } });
    let id = one.send_named("budget/budget-amount", &amount(900), Some(&name));
    one.answer(id).unwrap();
    loop {
        let history = other.event("history");
        if history["undo"] != Value::Null {
            assert_eq!(history["undo"]["name"], name);
            assert_eq!(history["undo"]["session"], json!(one.session));
            break;
        }
    }
    let undone = other.call("undo", json!({})).unwrap();
    assert_eq!(undone["name"], name);
    assert_eq!(undone["tables"], json!(["zero_budgets"]));
    let told = one.event("undo-event");
    assert_eq!((&told["kind"], &told["name"]), (&json!("undo"), &name));
    assert_eq!(one.cell(SHEET, &format!("budget-{FOOD}")), json!(0));
    one.call("redo", json!({})).unwrap();
    assert_eq!(other.cell(SHEET, &format!("budget-{FOOD}")), json!(900));
    assert_eq!(other.call("redo", json!({})).unwrap(), Value::Null);
}

#[test]
fn a_broken_frame_is_answered_and_the_socket_lives_on() {
    use tungstenite::Message;
    let program = Program::start();
    let mut tab = program.tab();
    for bad in ["", "{", "[]", "{\"id\":\"x\"}", "{\"id\":1}", "null"] {
        let Message::Text(answer) = tab.raw(Message::text(bad)) else { panic!("no answer") };
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer["error"]["code"], "bad-arguments", "{bad}");
    }
    assert_eq!(tab.call("get-budgets", json!({})).unwrap(), json!([]));
}

#[test]
fn calls_of_one_tab_take_effect_in_the_order_they_were_sent() {
    let program = Program::start();
    let budget = program.create_budget();
    let mut tab = program.tab_on(&budget);
    for round in 0..5 {
        let sent: Vec<_> = (1..=100)
            .map(|step| tab.send("budget/budget-amount", &amount(round * 100 + step)))
            .collect();
        for id in sent {
            tab.answer(id).unwrap();
        }
        let last = json!(round * 100 + 100);
        assert_eq!(tab.cell(SHEET, &format!("budget-{FOOD}")), last);
    }
}

#[test]
fn a_message_in_fragments_is_put_together() {
    use tungstenite::Message;
    use tungstenite::protocol::frame::Frame;
    use tungstenite::protocol::frame::coding::{Data, OpCode};
    let program = Program::start();
    let budget = program.create_budget();
    let mut tab = program.tab_on(&budget);
    // Four bytes each, so that pieces end within a character.
    let note = "💰".repeat(50_000);
    let args = json!({ "id": "budget-2026-11", "note": &note });
    let text = json!({ "id": 77, "name": "notes-save", "args": args }).to_string();
    let pieces: Vec<_> = text.as_bytes().chunks(65_536).collect();
    for (at, piece) in pieces.iter().enumerate() {
        let code = if at == 0 { Data::Text } else { Data::Continue };
        let last = at + 1 == pieces.len();
        let frame = Frame::message(piece.to_vec(), OpCode::Data(code), last);
        tab.write(Message::Frame(frame));
    }
    tab.answer(77).unwrap();
    let notes = tab.call("notes-get", json!({})).unwrap();
    assert_eq!(notes["budget-2026-11"], json!(note));
}
