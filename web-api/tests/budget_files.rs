//! Budget files over the wire: list, create, import, export, and the shell command.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use std::fs;
use std::io::ErrorKind;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Output};
use std::thread;

use common::{Program, agent, fixture};
use serde_json::{Value, json};

#[test]
fn a_new_budget_is_listed_and_has_the_default_categories() {
    let program = Program::start();
    assert_eq!(program.http(None, "get-budgets", json!({})).unwrap(), json!([]));
    let budget = program.create_budget();
    let listed = program.http(None, "get-budgets", json!({})).unwrap();
    assert_eq!(listed[0]["id"], json!(budget));
    assert_eq!(listed[0]["name"], "My Finances");
    assert_eq!(listed[0]["state"], "local");
    let categories = program.http(Some(&budget), "get-categories", json!({})).unwrap();
    let names: Vec<_> = categories["grouped"]
        .as_array()
        .unwrap()
        .iter()
        .map(|group| group["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["Usual Expenses", "Investments and Savings", "Income"]);
    let bounds = program.http(Some(&budget), "get-budget-bounds", json!({})).unwrap();
    assert_eq!(bounds, json!({ "start": "2026-08", "end": "2027-11" }));
}

#[cfg(unix)]
#[test]
fn too_many_open_files_are_distinguished_from_a_full_disk() {
    let temp = tempfile::tempdir().unwrap();
    let limited = common::command_in_shell(temp.path(), "ulimit -n 64; exec \"$0\" \"$@\"");
    let program = Program::start_by(limited, temp.path());
    let mut tab = program.tab();
    let idle: Vec<_> = (0..100).map(|_| TcpStream::connect(program.host()).unwrap()).collect();
    // The program accepts connections one by one.
    let refused = loop {
        if let Err(error) = tab.call("create-budget", json!({})) {
            break error;
        }
    };
    assert_eq!(refused["code"], "too-many-files", "{refused}");
    drop(idle);
    while tab.call("create-budget", json!({})).is_err() {}
}

#[test]
fn a_real_exported_budget_shows_the_values_its_own_program_shows() {
    let program = Program::start();
    let budget = program.import(&fixture("interop/plain_26_9.zip"));
    assert_eq!(budget, "Interop-Fixture-a03c4ad");
    let text = fs::read_to_string(fixture("interop/plain_26_9.expected.json")).unwrap();
    let expected: Value = serde_json::from_str(&text).unwrap();
    let mut tab = program.tab_on(&budget);
    let mut compared = 0;
    for (name, month) in expected["months"].as_object().unwrap() {
        let sheet = format!("budget{}", name.replace('-', ""));
        for (field, cell) in [
            ("toBudget", "to-budget"),
            ("totalIncome", "total-income"),
            ("totalSpent", "total-spent"),
            ("totalBalance", "total-leftover"),
            ("lastMonthOverspent", "last-month-overspent"),
            ("totalBudgeted", "total-budgeted"),
        ] {
            if month[field].is_number() {
                assert_eq!(tab.cell(&sheet, cell), month[field], "{name} {field}");
                compared += 1;
            }
        }
        for group in month["categoryGroups"].as_array().unwrap() {
            for category in group["categories"].as_array().unwrap() {
                let id = category["id"].as_str().unwrap();
                for (field, cell) in
                    [("budgeted", "budget"), ("spent", "sum-amount"), ("balance", "leftover")]
                {
                    if category[field].is_number() {
                        let value = tab.cell(&sheet, &format!("{cell}-{id}"));
                        assert_eq!(value, category[field], "{name} {cell}-{id}");
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 300, "only {compared} values were compared");
}

#[test]
fn an_export_is_a_zip_and_imports_again_with_the_same_values() {
    let program = Program::start();
    let budget = program.import(&fixture("interop/plain_26_9.zip"));
    let month = json!({ "month": "2026-11" });
    let before = program.http(Some(&budget), "rollover-budget-month", month.clone()).unwrap();
    let mut response = agent()
        .post(format!("{}/api/call/export-budget", program.url))
        .header("Authorization", format!("Bearer {}", program.token))
        .header("X-Budget", &budget)
        .send("{}")
        .unwrap();
    assert_eq!(response.headers()["content-type"], "application/zip");
    let disposition = response.headers()["content-disposition"].to_str().unwrap().to_owned();
    assert!(disposition.contains("2026-11-20-Interop-Fixture.zip"), "{disposition}");
    let zip = response.body_mut().with_config().limit(1 << 30).read_to_vec().unwrap();
    assert_eq!(&zip[..2], b"PK");

    let other = Program::start();
    let upload = other.upload("x.zip", &zip).unwrap();
    let args = json!({ "filepath": upload["filepath"], "type": "actual" });
    other.http(None, "import-budget", args.clone()).unwrap();
    let after = other.http(Some(&budget), "rollover-budget-month", month).unwrap();
    assert_eq!(after, before);
    let used = other.http(None, "import-budget", args).unwrap_err();
    assert_eq!(used["code"], "file-not-found");
}

#[test]
fn importing_over_an_open_budget_closes_it_first() {
    let program = Program::start();
    let zip = fixture("interop/tracking_local_26_9.zip");
    let budget = program.import(&zip);
    let mut tab = program.tab_on(&budget);
    assert_eq!(program.import(&zip), budget);
    assert_eq!(tab.event("budget-closed")["id"], json!(budget));
    tab.call("load-budget", json!({ "id": budget })).unwrap();
    let prefs = tab.call("load-prefs", json!({})).unwrap();
    assert_eq!(prefs["budgetType"], "report");
}

#[test]
fn a_bad_file_is_refused_in_words_and_leaves_nothing() {
    let program = Program::start();
    let upload = program.upload("budget.zip", b"this is no zip").unwrap();
    let args = json!({ "filepath": upload["filepath"], "type": "actual" });
    let refused = program.http(None, "import-budget", args).unwrap_err();
    assert_eq!(refused["code"], "not-zip-file");
    for handle in ["../../etc/passwd", "/etc/passwd", "", "nothing"] {
        let args = json!({ "filepath": handle, "type": "actual" });
        let refused = program.http(None, "import-budget", args).unwrap_err();
        assert_eq!(refused["code"], "file-not-found", "{handle}");
    }
    assert_eq!(program.http(None, "get-budgets", json!({})).unwrap(), json!([]));
}

#[test]
fn the_demo_budget_opens_with_money_to_look_at() {
    let program = Program::start();
    let demo = program.http(None, "create-demo-budget", json!({})).unwrap();
    let demo = demo["id"].as_str().unwrap().to_owned();
    let mut tab = program.tab_on(&demo);
    let accounts = tab.call("accounts-get", json!({})).unwrap();
    assert!(accounts.as_array().unwrap().len() >= 10);
    assert_ne!(tab.cell("__global", "accounts-balance"), json!(0));
    let cells = tab.call("rollover-budget-month", json!({ "month": "2026-11" })).unwrap();
    assert!(cells.as_array().unwrap().len() > 50);
}

/// Runs a call as a shell command.
fn shell_call(dir: &Path, name: &str, args: &str, budget: Option<&str>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sobre"));
    command.args(["call", name, args, "--data-dir"]).arg(dir);
    command.env("SOBRE_TODAY", common::TODAY);
    if let Some(budget) = budget {
        command.args(["--budget", budget]);
    }
    command.output().unwrap()
}

#[test]
fn a_shell_command_does_not_follow_the_address_of_a_server_that_was_killed() {
    let dir = tempfile::TempDir::new().unwrap();
    let stranger = TcpListener::bind("127.0.0.1:0").unwrap();
    stranger.set_nonblocking(true).unwrap();
    let note = format!("http://{}", stranger.local_addr().unwrap());
    fs::write(dir.path().join(".server"), note).unwrap();
    let done = shell_call(dir.path(), "get-budgets", "{}", None);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let nobody = stranger.accept().unwrap_err();
    assert_eq!(nobody.kind(), ErrorKind::WouldBlock, "the token went to somebody else");
    assert!(!dir.path().join(".server").exists());
}

#[test]
fn a_shell_command_that_a_server_does_not_answer_is_not_done_a_second_time() {
    let dir = tempfile::TempDir::new().unwrap();
    let program = Program::start_in(dir.path());
    // A server that ends during a call: it accepts the connection and closes it.
    let dying = TcpListener::bind("127.0.0.1:0").unwrap();
    let note = format!("http://{}", dying.local_addr().unwrap());
    fs::write(dir.path().join(".server"), note).unwrap();
    let closes = thread::spawn(move || drop(dying.accept().unwrap()));
    let lost = shell_call(dir.path(), "create-budget", "{}", None);
    closes.join().unwrap();
    assert_eq!(lost.status.code(), Some(1));
    let words = String::from_utf8_lossy(&lost.stderr).into_owned();
    assert!(words.contains("did not respond; the call may have been executed"), "{words}");
    assert_eq!(program.http(None, "get-budgets", json!({})).unwrap(), json!([]));
}

#[test]
fn a_shell_command_goes_through_the_server_or_does_the_work_itself() {
    let dir = tempfile::TempDir::new().unwrap();
    let call = |name: &str, args: &str, budget| shell_call(dir.path(), name, args, budget);
    let made = call("create-budget", "{\"budgetName\":\"Shell\"}", None);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let id: Value = serde_json::from_slice(&made.stdout).unwrap();
    let id = id["id"].as_str().unwrap().to_owned();

    let program = Program::start_in(dir.path());
    let mut tab = program.tab_on(&id);
    let set = json!({
        "month": "2026-11",
        "category": "541836f1-e756-4473-a5d0-6c1d3f06c7fa",
        "amount": 77,
    });
    let done = call("budget/budget-amount", &set.to_string(), Some(&id));
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(tab.changed_cell("budget202611!to-budget"), json!(-77));

    let wrong = call("budget/budget-amount", "{}", Some(&id));
    assert_eq!(wrong.status.code(), Some(1));
    let error: Value = serde_json::from_slice(&wrong.stderr).unwrap();
    assert_eq!(error["code"], "bad-arguments");
}
