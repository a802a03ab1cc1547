//! Every acknowledged write is on disk, whatever happens next.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use common::Program;
use serde_json::json;

const FOOD: &str = "541836f1-e756-4473-a5d0-6c1d3f06c7fa";

/// Edits of the burst, each in its own month, so that each is visible.
const EDITS: u64 = 1_000;
/// Most edits in flight.
const WINDOW: u64 = 50;

fn edit(number: u64) -> serde_json::Value {
    let (year, month) = (2000 + number / 12, number % 12 + 1);
    json!({
        "month": format!("{year:04}-{month:02}"),
        "category": FOOD,
        "amount": number + 1,
    })
}

/// Sends the burst and kills the program after `acknowledged` responses; returns how many arrived.
fn burst(program: &mut Program, budget: &str, acknowledged: u64) -> u64 {
    let mut tab = program.tab_on(budget);
    let mut sent = Vec::new();
    for number in 0..EDITS {
        sent.push(tab.send("budget/budget-amount", &edit(number)));
        if number < WINDOW {
            continue;
        }
        let oldest = usize::try_from(number - WINDOW).unwrap();
        tab.answer(sent[oldest]).unwrap();
        if number - WINDOW + 1 == acknowledged {
            break;
        }
    }
    program.kill();
    acknowledged
}

#[test]
fn every_acknowledged_edit_survives_being_killed() {
    for acknowledged in [1, 137, 500, 900] {
        let dir = tempfile::TempDir::new().unwrap();
        let mut program = Program::start_in(dir.path());
        let budget = program.create_budget();
        let answered = burst(&mut program, &budget, acknowledged);
        let program = Program::start_in(dir.path());
        let found = program
            .http(
                Some(&budget),
                "query",
                json!({
                    "table": "zero_budgets",
                    "selectExpressions": ["month", "amount"],
                    "filterExpressions": [{ "category": FOOD }],
                }),
            )
            .unwrap();
        let rows = found["data"].as_array().unwrap();
        for number in 0..answered {
            let (year, month) = (2000 + number / 12, number % 12 + 1);
            let stored = json!(year * 100 + month);
            let row = rows.iter().find(|row| row["month"] == stored);
            let amount = row.map(|row| row["amount"].clone());
            assert_eq!(amount, Some(json!(number + 1)), "edit {number} of {answered} is lost");
        }
    }
}

/// Whether another process has SQLite's shared lock on a database.
#[cfg(target_os = "linux")]
fn is_locked(database: &std::path::Path) -> bool {
    use rustix::process::{Flock, FlockOffsetType, FlockType, fcntl_getlk};
    let file = std::fs::File::open(database).unwrap();
    let lock = Flock {
        start: 0x4000_0002,
        length: 510,
        pid: None,
        typ: FlockType::WriteLock,
        offset_type: FlockOffsetType::Set,
    };
    fcntl_getlk(file, &lock).unwrap().is_some()
}

#[cfg(target_os = "linux")]
#[test]
fn an_open_budget_stays_locked_so_that_no_other_program_removes_its_log() {
    let program = Program::start();
    let budget = program.create_budget();
    let database = program.dir().join(&budget).join("db.sqlite");
    for number in 0..3 {
        program.http(Some(&budget), "budget/budget-amount", edit(number)).unwrap();
        assert!(is_locked(&database), "{number}");
    }
}
