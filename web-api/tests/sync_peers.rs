//! Requests of other programs' real clients beyond signing in and syncing.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use common::Program;
use common::sync::{Answer, SyncProgram, request};
use rusqlite::Connection;
use serde_json::{Value, json};
use web_api::sync_server::routes::absent;

const ORIGIN: (&str, &str) = ("origin", "https://app.example");

fn get(url: &str, path: &str) -> Answer {
    let answer = request(url, "GET", path, &[ORIGIN], None);
    assert_eq!(answer.header("access-control-allow-origin"), "*", "{path}");
    answer
}

fn ids(conn: &Connection) -> Vec<i64> {
    let mut statement = conn.prepare("SELECT id FROM __migrations__ ORDER BY id").unwrap();
    statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

/// Downloads the schema and the empty budget without a token, as a client without its own does.
fn begin_a_budget(url: &str, dir: &std::path::Path) {
    let index = get(url, "/data-file-index.txt");
    assert_eq!((index.status, index.content_type()), (200, "text/plain"));
    let index = index.text();
    let mut lines: Vec<_> = index.lines().collect();
    assert_eq!(lines.remove(0), "default-db.sqlite");
    assert!(lines.is_sorted() && lines.len() == 59);

    let database = get(url, "/data/default-db.sqlite");
    assert_eq!((database.status, &database.body[18..20]), (200, &[1, 1][..]), "no WAL");
    assert_eq!(get(url, "/data/default-db.sqlite").body, database.body);
    let path = dir.join("db.sqlite");
    std::fs::write(&path, &database.body).unwrap();
    let conn = Connection::open(&path).unwrap();
    let text = |sql| conn.query_row(sql, [], |row| row.get::<_, String>(0)).unwrap();
    assert_eq!(text("PRAGMA integrity_check"), "ok");
    assert_eq!(text("SELECT count(*) || '' FROM category_groups WHERE is_income = 1"), "1");
    assert_eq!(text("SELECT count(*) || '' FROM messages_crdt"), "0");
    assert_eq!(text("SELECT count(*) || '' FROM v_transactions"), "0");

    let mut steps = Vec::new();
    for line in lines {
        let step = get(url, &format!("/data/{line}"));
        assert_eq!((step.status, step.body.is_empty()), (200, false), "{line}");
        let (id, name) = line.strip_prefix("migrations/").unwrap().split_once('_').unwrap();
        assert!(name.ends_with(".sql"), "{line}");
        steps.push(id.parse::<i64>().unwrap());
    }
    assert_eq!(ids(&conn), steps);
    for missing in ["base.sql", "1_x.sql", "x"] {
        assert_eq!(get(url, &format!("/data/migrations/{missing}")).status, 404, "{missing}");
    }
    assert_eq!(get(url, "/data/x").status, 404);
    let disguised = request(url, "GET", "/data/migrations/..%2fbase.sql", &[], None);
    assert_eq!(disguised.status, 400);
}

#[test]
fn clients_find_the_schema_and_an_empty_budget_without_signing_in() {
    let dir = tempfile::TempDir::new().unwrap();
    begin_a_budget(&SyncProgram::start().url, dir.path());
    let both = Program::start_with(&dir.path().join("data"), &["--with-sync-server"]);
    begin_a_budget(&both.url, dir.path());
}

/// Exchanges with a server without provider secrets.
const UNCONFIGURED: &[&str] = &["no key", "no token", "unset secret"];

#[test]
fn without_bank_links_answers_are_those_of_a_server_that_has_none_configured() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/banks/peer-http.json");
    let recorded: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let (program, token) = SyncProgram::start_signed_in();
    let mut count = 0;
    for exchange in recorded["exchanges"].as_array().unwrap() {
        let note = exchange["note"].as_str().unwrap();
        if !note.ends_with("unconfigured") && !UNCONFIGURED.contains(&note) {
            continue;
        }
        count += 1;
        let (method, path) = (&exchange["method"], exchange["path"].as_str().unwrap());
        let mut headers = vec![("content-type", "application/json")];
        if exchange["headers"].get("X-ACTUAL-TOKEN").is_some() {
            headers.push(("x-actual-token", token.as_str()));
        }
        let body = exchange["body"].to_string();
        let body = (method != "GET").then_some(body.as_bytes());
        let answer = program.request(method.as_str().unwrap(), path, &headers, body);
        assert_eq!(u64::from(answer.status), exchange["status"], "{path}: {}", answer.text());
        assert_eq!(answer.content_type(), exchange["content_type"], "{path}");
        if answer.content_type() == "application/json" {
            assert_eq!(without_words(answer.json()), without_words(exchange["answer"].clone()));
        } else {
            assert_eq!(answer.text(), exchange["answer"], "{path}");
        }
    }
    assert_eq!(count, 16);
}

/// A response without its explanations, which may be worded differently.
fn without_words(mut answer: Value) -> Value {
    for place in ["/data/reason", "/data/error", "/details"] {
        if let Some(words) = answer.pointer_mut(place) {
            assert!(words.as_str().is_some_and(|words| !words.is_empty()), "{place}");
            *words = Value::Null;
        }
    }
    answer
}

#[test]
fn pages_of_other_origins_read_every_answer() {
    let (program, token) = SyncProgram::start_signed_in();
    let shown = [ORIGIN, ("x-actual-token", token.as_str()), ("content-type", "application/json")];
    let asked = [ORIGIN, ("access-control-request-headers", "x-actual-token")];
    for (method, path, is_open) in absent() {
        let path = path.replace("{name}", "gocardless_secretId");
        let preflight = program.request("OPTIONS", &path, &asked, None);
        assert_eq!(preflight.status, 204, "{path}");
        assert_eq!(preflight.header("access-control-allow-headers"), "x-actual-token");
        let body = (method != "GET").then_some(&b"{}"[..]);
        let stranger = program.request(method.as_str(), &path, &[ORIGIN], body);
        let known = program.request(method.as_str(), &path, &shown, body);
        assert_eq!(stranger.status == 401, !is_open, "{path}: {}", stranger.text());
        for answer in [&stranger, &known] {
            assert_eq!(answer.header("access-control-allow-origin"), "*", "{path}");
        }
        let found = (known.status, known.content_type());
        if found != (404, "text/html") {
            assert_eq!(found.1, "application/json", "{path}");
            assert!([200, 400].contains(&found.0), "{path}: {}", known.text());
        }
        if known.status == 400 {
            let told = known.json();
            assert_eq!(told["status"], "error", "{path}");
            assert!(told["reason"].is_string() && told["details"].is_string(), "{path}");
        }
    }
    let unknown = program.post("/openid/else", &shown, &json!({}));
    assert_eq!((unknown.status, &unknown.json()["reason"]), (404, &json!("not-supported")));
    let created = program.get("/admin/owner-created/", &[]);
    assert_eq!((created.status, created.json()), (200, json!(false)));
}
