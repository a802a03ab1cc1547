//! A sync server stores no readable bank data, and a crash neither loses nor duplicates any.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use std::fs::File;
use std::process::Stdio;
use std::thread;

use common::banks::{FakeBanks, Linked, bank_command};
use common::sync::{SyncProgram, everything_below};
use serde_json::{Value, json};
use sobre_actors::banks::message::InboxMessage;
use sobre_actors::banks::sealing::{Place, PrivateKey};
use tempfile::TempDir;

fn holds(bytes: &[u8], words: &str) -> bool {
    bytes.windows(words.len()).any(|it| it == words.as_bytes())
}

fn register(linked: &Linked) -> PrivateKey {
    let key = PrivateKey::fresh().unwrap();
    let body = json!({ "kid": key.public().kid(), "public": key.public().text() });
    linked.ask("/bank/key", body);
    key
}

fn wanted(file: &str, connection: &str, account: &str) -> Value {
    let account = json!({ "connection": connection, "external": account, "from": "2026-08-23" });
    json!({ "fileId": file, "accounts": [account] })
}

#[test]
fn secrets_and_rows_are_readable_nowhere() {
    let (banks, dir) = (FakeBanks::start(), TempDir::new().unwrap());
    let (data, log) = (dir.path().join("sync"), dir.path().join("log"));
    let mut linked = Linked::start(&banks, &data);
    linked.program.kill();
    let mut command = bank_command(&banks, &data);
    command.env("SOBRE_LOG", "debug").stderr(Stdio::from(File::create(&log).unwrap()));
    linked.program = SyncProgram::start_by(command, &data);

    register(&linked);
    let setup_token = banks.setup_token("basic~secret");
    let values = json!({ "token": setup_token });
    linked.ask("/bank/configure", json!({ "provider": "simpleFin", "values": values }));
    linked.ask("/bank/accounts", json!({ "provider": "simpleFin" }));
    let (connection, account) = linked.link_plaid("basic~plaid");
    let fetch = linked.ask("/bank/fetch", wanted(&linked.file, &connection, &account));
    assert_eq!(fetch["errors"], json!([]));
    banks.control("fault?world=basic~plaid&kind=http-500");
    linked.ask("/bank/fetch", wanted(&linked.file, &connection, &account));
    let answers = [
        linked.ask("/bank/providers", json!({})),
        linked.ask("/bank/schedule", json!({})),
        linked.get("/bank/inbox").json(),
    ];
    linked.program.kill();

    let answers = Value::from(answers.to_vec()).to_string().into_bytes();
    let stored = everything_below(&data);
    let logged = std::fs::read(&log).unwrap();
    assert!(holds(&logged, "accounts were fetched"), "{}", String::from_utf8_lossy(&logged));
    // The access address of SimpleFIN has user and password before the host.
    for secret in ["fake-secret", "access-sandbox", "public-sandbox", "@127.0.0.1", &setup_token] {
        for (place, bytes) in [("data", &stored), ("log", &logged), ("answers", &answers)] {
            assert!(!holds(bytes, secret), "{secret} stands in the {place}");
        }
    }
    for words in ["Corner Grocery", "Acme Works"] {
        assert!(!holds(&stored, words) && !holds(&logged, words), "{words}");
    }
}

#[cfg(unix)]
#[test]
fn only_the_owner_reads_the_files_and_a_new_key_replaces_the_old_one() {
    use std::os::unix::fs::PermissionsExt as _;
    let (banks, dir) = (FakeBanks::start(), TempDir::new().unwrap());
    let data = dir.path().join("sync");
    let mut linked = Linked::start(&banks, &data);
    register(&linked);
    let (connection, account) = linked.link_plaid("basic~key");
    for name in ["bank.key", "banks.sqlite"] {
        let mode = std::fs::metadata(data.join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    linked.program.kill();
    let before = std::fs::read(data.join("bank.key")).unwrap();
    let rotated = bank_command(&banks, &data).arg("--rotate-bank-key").output().unwrap();
    assert!(rotated.status.success(), "{}", String::from_utf8_lossy(&rotated.stderr));
    assert_ne!(std::fs::read(data.join("bank.key")).unwrap(), before);
    linked.restart(&banks);
    let fetched = linked.ask("/bank/fetch", wanted(&linked.file, &connection, &account));
    assert_eq!(fetched, json!({ "number": 1, "errors": [] }));
    // Without its key the provider is not configured, and nothing else is lost.
    linked.program.kill();
    std::fs::remove_file(data.join("bank.key")).unwrap();
    linked.restart(&banks);
    let failed = linked.ask("/bank/fetch", wanted(&linked.file, &connection, &account));
    assert_eq!(failed["errors"][0]["code"], "INVALID_ACCESS_TOKEN");
    assert_eq!(linked.get("/bank/inbox").json()["messages"].as_array().unwrap().len(), 1);
}

/// The numbers of the messages, and between which cursors each lies.
fn chain(linked: &Linked, key: &PrivateKey) -> Vec<(u64, String, String)> {
    let list = linked.get("/bank/inbox").json();
    let messages = list["messages"].as_array().unwrap().iter();
    messages
        .map(|entry| {
            let number = entry["number"].as_u64().unwrap();
            let connection = entry["connection"].as_str().unwrap();
            let place = Place { file: &linked.file, connection, number };
            let sealed = linked.get(&format!("/bank/inbox/{number}")).body;
            let json = key.open(&place, &sealed).unwrap();
            let message: InboxMessage = serde_json::from_slice(&json).unwrap();
            let cursor = message.accounts[0].cursor.clone().unwrap();
            (number, cursor.before, cursor.after)
        })
        .collect()
}

#[test]
fn killing_the_server_within_a_fetch_loses_and_doubles_nothing() {
    let (banks, dir) = (FakeBanks::start(), TempDir::new().unwrap());
    let mut linked = Linked::start(&banks, &dir.path().join("sync"));
    let key = register(&linked);
    let (connection, account) = linked.link_plaid("pending~kill");
    let body = wanted(&linked.file, &connection, &account).to_string();
    let seen = || {
        let log = banks.log();
        let syncs = log.as_array().unwrap().iter();
        syncs.filter(|it| it["path"].as_str().unwrap().ends_with("/transactions/sync")).count()
    };
    for round in 0..8 {
        if round % 3 == 2 {
            banks.control("advance?world=pending~kill");
        }
        let before = seen();
        let (url, token, body) = (linked.program.url.clone(), linked.token.clone(), body.clone());
        let fetching = thread::spawn(move || {
            let headers =
                [("x-actual-token", token.as_str()), ("content-type", "application/json")];
            let agent = common::agent();
            let mut post = agent.post(format!("{url}/bank/fetch"));
            for (name, value) in headers {
                post = post.header(name, value);
            }
            post.send(body).is_ok()
        });
        while seen() == before && !fetching.is_finished() {}
        // A few more requests, so that each round is killed a little later.
        for _ in 0..round {
            linked.program.get("/info", &[]);
        }
        linked.restart(&banks);
        fetching.join().unwrap();
        let chain = chain(&linked, &key);
        for (place, (number, before, _)) in (0_usize..).zip(&chain) {
            assert_eq!(*number, place as u64 + 1, "numbers have no gaps");
            let expected = place.checked_sub(1).map_or("", |last| chain[last].2.as_str());
            assert_eq!(before, expected, "each message goes on where the last one ended");
        }
    }
    let whole = linked.ask("/bank/fetch", wanted(&linked.file, &connection, &account));
    assert_eq!(whole["number"].as_u64().unwrap(), chain(&linked, &key).len() as u64);
}
