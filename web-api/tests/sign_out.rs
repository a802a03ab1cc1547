//! Signing out everywhere ends every session, also those of a sync server that is not served now,
//! or fails in words.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use std::path::Path;
use std::process::{Command, Output};

use common::Program;
use common::sync::{SyncProgram, request};
use serde_json::{Value, json};
use tempfile::TempDir;

const PASSWORD: &str = "a long password";
const JSON: (&str, &str) = ("content-type", "application/json");
const SYNC: &[&str] = &["--with-sync-server"];

/// Signs a device in at the sync server of a data directory; returns its session.
fn session_in(dir: &Path) -> String {
    let program = Program::start_with(dir, SYNC);
    let call = |name, args| program.http(None, name, args).unwrap();
    call("set-server-url", json!({ "url": program.url }));
    call("subscribe-bootstrap", json!({ "password": PASSWORD }));
    let body = json!({ "password": PASSWORD }).to_string();
    let login = request(&program.url, "POST", "/account/login", &[JSON], Some(body.as_bytes()));
    login.json()["data"]["token"].as_str().unwrap().to_owned()
}

/// The statuses that the session gets at the sync server and at the application.
fn statuses(dir: &Path, session: &str) -> [u16; 2] {
    let program = Program::start_with(dir, SYNC);
    let bearer = format!("Bearer {session}");
    let shown = [("x-actual-token", session), ("authorization", bearer.as_str()), JSON];
    let at = |method, path, body| request(&program.url, method, path, &shown, body).status;
    [at("GET", "/account/validate", None), at("POST", "/api/call/get-budgets", Some(&b"{}"[..]))]
}

fn new_token(dir: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sobre"));
    command.args(["new-token", "--data-dir"]).arg(dir).output().unwrap()
}

/// The error of a refused command.
fn refusal(output: &Output) -> String {
    assert!(!output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The answer of a program to signing out everywhere.
fn sign_out(program: &Program) -> Value {
    let bearer = format!("Bearer {}", program.token);
    let headers = [("authorization", bearer.as_str())];
    request(&program.url, "POST", "/api/sign-out-everywhere", &headers, Some(b"")).json()
}

#[test]
fn sessions_end_also_while_their_sync_server_is_not_served() {
    let dir = TempDir::new().unwrap();
    let session = session_in(dir.path());
    assert_eq!(statuses(dir.path(), &session), [200, 200]);
    {
        let _program = Program::start_in(dir.path());
        assert!(new_token(dir.path()).status.success());
    }
    assert_eq!(statuses(dir.path(), &session), [401, 401], "by the command");

    let dir = TempDir::new().unwrap();
    let session = session_in(dir.path());
    let told = sign_out(&Program::start_in(dir.path()));
    assert_eq!(told["result"]["staysIn"], true, "{told}");
    assert_eq!(statuses(dir.path(), &session), [401, 401], "by the settings");

    let dir = TempDir::new().unwrap();
    let session = session_in(dir.path());
    assert!(new_token(dir.path()).status.success());
    assert_eq!(statuses(dir.path(), &session), [401, 401], "without a server");
}

#[test]
fn sessions_that_cannot_be_ended_are_reported() {
    let dir = TempDir::new().unwrap();
    let session = session_in(dir.path());
    let words = "with the password are still signed in: Another Sobre is already using ";
    let program = Program::start_in(dir.path());
    let server = SyncProgram::start_in(&dir.path().join(".sync-server"));
    let said = refusal(&new_token(dir.path()));
    assert!(said.contains(words), "{said}");
    drop(program);
    let program = Program::start_in(dir.path());
    let told = sign_out(&program);
    assert_eq!(told["error"]["code"], "data-dir-in-use", "{told}");
    drop(program);
    let said = refusal(&new_token(dir.path()));
    assert!(said.contains(words), "{said}");
    drop(server);
    assert!(new_token(dir.path()).status.success());
    assert_eq!(statuses(dir.path(), &session), [401, 401]);
}

#[cfg(unix)]
#[test]
fn a_sync_server_on_a_disk_that_is_away_is_not_taken_for_none() {
    let dir = TempDir::new().unwrap();
    drop(Program::start_in(dir.path()));
    let away = dir.path().join("away/server");
    std::os::unix::fs::symlink(away, dir.path().join(".sync-server")).unwrap();
    let said = refusal(&new_token(dir.path()));
    assert!(said.contains("are still signed in: "), "{said}");
}

#[test]
fn a_directory_without_a_token_is_refused_and_left_alone() {
    let own = TempDir::new().unwrap();
    let path = own.path().join("sync");
    let server = SyncProgram::start_in(&path);
    let before = server.post("/account/bootstrap", &[], &json!({ "password": PASSWORD }));
    assert_eq!(before.status, 200);
    let said = refusal(&new_token(&path));
    assert!(said.contains("sobre set-password --sign-out --data-dir "), "{said}");
    drop(server);
    let said = refusal(&new_token(&path));
    assert!(said.contains("stop the sync server and set its password again"), "{said}");
    assert!(!path.join("access-token").exists());
    let dir = TempDir::new().unwrap();
    for mistyped in [dir.path().join("mistyped"), dir.path().to_owned()] {
        let said = refusal(&new_token(&mistyped));
        assert!(said.contains("is not a data directory of Sobre"), "{said}");
    }
    assert_eq!(dir.path().read_dir().unwrap().count(), 0);
}
