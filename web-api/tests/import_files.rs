//! Files of transactions imported by a script: over HTTP, and by a shell command with and without a
//! running server.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use common::Program;
use serde_json::{Value, json};
use tempfile::TempDir;

const CALL: &str = "transactions-import-file";

/// Three transactions, one of them without a day that exists.
const JUNE: &str = "Date,Payee,Amount\n2026-06-01,Bakery,-3.20\n2026-06-31,Bakery,-4.10\n\
                    2026-06-02,Work,1000.00\n";

fn account(program: &Program, budget: &str) -> String {
    let account = json!({ "name": "Bank", "balance": 0 });
    let account = program.http(Some(budget), "account-create", account).unwrap();
    account.as_str().unwrap().to_owned()
}

/// How many are added, matched, unchanged and refused.
fn counts(done: &Value) -> [u64; 4] {
    let count = |field: &str| done[field].as_u64().unwrap();
    let refused = done["refused"].as_array().unwrap().len() as u64;
    [count("added"), count("matched"), count("unchanged"), refused]
}

#[test]
fn a_file_is_uploaded_and_imported_over_http() {
    let program = Program::start();
    let budget = program.create_budget();
    let account = account(&program, &budget);
    let mut tab = program.tab_on(&budget);
    let import = |bytes: &[u8], is_preview: bool| {
        let upload = program.upload("june.csv", bytes).unwrap();
        let args = json!({
            "filepath": upload["filepath"], "accountId": account, "isPreview": is_preview,
        });
        program.http(Some(&budget), CALL, args).unwrap()
    };
    assert_eq!(counts(&import(JUNE.as_bytes(), true)), [2, 0, 0, 1]);
    let done = import(JUNE.as_bytes(), false);
    assert_eq!(counts(&done), [2, 0, 0, 1], "the preview wrote nothing");
    assert_eq!(done["refused"][0]["line"], 3);
    assert_eq!(tab.cell("__global", &format!("balance-{account}")), json!(99_680));
    assert_eq!(counts(&import(JUNE.as_bytes(), false)), [0, 0, 2, 1]);
    let unreadable = import(b"a\0b", false);
    let message = unreadable["errors"][0]["message"].as_str().unwrap();
    assert!(message.contains("not a text file"), "{message}");
    tab.call("undo", json!({})).unwrap();
    assert_eq!(tab.cell("__global", &format!("balance-{account}")), json!(0), "one step");
    let gone = json!({ "filepath": "gone", "accountId": account });
    let refused = program.http(Some(&budget), CALL, gone).unwrap_err();
    assert_eq!(refused["code"], "file-not-found");
}

/// Runs the command on a file of this name and text.
fn shell_import(dir: &Path, (name, text): (&str, &str), arguments: &[&str]) -> Output {
    let place = TempDir::new().unwrap();
    let file = place.path().join(name);
    fs::write(&file, text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_sobre"));
    command.arg("import").arg(file).args(arguments).arg("--data-dir").arg(dir);
    command.env("SOBRE_TODAY", common::TODAY).output().unwrap()
}

fn said(output: &Output) -> (Option<i32>, String) {
    let words = [&output.stdout[..], &output.stderr[..]].concat();
    (output.status.code(), String::from_utf8(words).unwrap())
}

#[test]
fn a_shell_command_imports_a_file_with_and_without_a_server() {
    let dir = TempDir::new().unwrap();
    let (budget, account) = {
        let program = Program::start_in(dir.path());
        let budget = program.create_budget();
        let account = account(&program, &budget);
        (budget, account)
    };
    let import = |file: (&str, &str), more: &[&str]| {
        let arguments = [&["--account", &account, "--budget", &budget], more].concat();
        said(&shell_import(dir.path(), file, &arguments))
    };
    let refused = "line 3: Unable to parse date 2026-06-31 with given date format\n";
    let told = |words: &str| (Some(0), format!("{words}, 1 refused\n{refused}"));
    let june = ("june.csv", JUNE);
    let dry = "Nothing is written. It would be: 2 added, 0 matched, 0 unchanged";
    assert_eq!(import(june, &["--dry-run"]), told(dry));
    assert_eq!(import(june, &[]), told("2 added, 0 matched, 0 unchanged"));
    let program = Program::start_in(dir.path());
    assert_eq!(import(june, &[]), told("0 added, 0 matched, 2 unchanged"));
    let july = ("july.csv", "Date,Payee,Amount\n2026-07-01,Caf\u{e9},-3.20\n");
    let (code, json) = import(july, &["--json"]);
    let done: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((code, counts(&done)), (Some(0), [1, 0, 0, 0]));
    let mut tab = program.tab_on(&budget);
    assert_eq!(tab.cell("__global", &format!("balance-{account}")), json!(99_360));
}

#[test]
fn a_shell_command_that_imports_nothing_for_errors_fails() {
    let dir = TempDir::new().unwrap();
    let program = Program::start_in(dir.path());
    let budget = program.create_budget();
    let account = account(&program, &budget);
    let import = |file: (&str, &str), account: &str| {
        let arguments = ["--account", account, "--budget", &budget];
        said(&shell_import(dir.path(), file, &arguments))
    };
    let (code, words) = import(("june.csv", "Date,Payee\n\"2026"), &account);
    assert_eq!((code, words.contains("is never closed")), (Some(1), true), "{words}");
    let (code, words) = import(("june.csv", "Date,Payee,Amount\nx,Bakery,1\n"), &account);
    assert_eq!(
        (code, words.contains("line 2: Unable to parse date x")),
        (Some(1), true),
        "{words}"
    );
    assert_eq!(import(("june.pdf", "x"), &account), (Some(1), "sobre: Invalid file type\n".into()));
    let (code, words) = import(("june.csv", JUNE), "nobody");
    assert_eq!((code, words.starts_with("sobre: ")), (Some(1), true), "{words}");
    let arguments = ["--account", &account, "--budget", "nobody", "--json"];
    let (code, json) = said(&shell_import(dir.path(), ("june.csv", JUNE), &arguments));
    let error: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((code, &error["code"]), (Some(1), &json!("budget-not-found")));
    let missing = Command::new(env!("CARGO_BIN_EXE_sobre"))
        .args(["import", "/nowhere/june.csv", "--account", &account, "--budget", &budget])
        .arg("--data-dir")
        .arg(dir.path())
        .output()
        .unwrap();
    let (code, words) = said(&missing);
    assert_eq!((code, words.contains("/nowhere/june.csv")), (Some(1), true), "{words}");
    let mut tab = program.tab_on(&budget);
    assert_eq!(tab.cell("__global", &format!("balance-{account}")), json!(0));
}
