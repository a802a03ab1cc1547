//! Linking banks through a real sync server, with invented banks behind it: what a device asks, what
//! it gets sealed, and what is found on the server's disk.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use common::banks::{FakeBanks, Linked};
use serde_json::{Value, json};
use sobre_actors::banks::message::{AskedBy, InboxMessage, MessageKind};
use sobre_actors::banks::sealing::{Place, PrivateKey};
use sobre_engine::banks::BankAnswer;
use tempfile::TempDir;

const FROM: &str = "2026-08-23";

/// Registers a key of this test's.
fn register(linked: &Linked) -> PrivateKey {
    let key = PrivateKey::fresh().unwrap();
    let body = json!({ "kid": key.public().kid(), "public": key.public().text() });
    linked.ask("/bank/key", body);
    key
}

/// The messages after a number, opened.
fn opened(linked: &Linked, key: &PrivateKey, after: u64) -> Vec<InboxMessage> {
    let list = linked.get(&format!("/bank/inbox?after={after}")).json();
    let messages = list["messages"].as_array().unwrap().iter();
    messages
        .map(|entry| {
            let number = entry["number"].as_u64().unwrap();
            let connection = entry["connection"].as_str().unwrap();
            let sealed = linked.get(&format!("/bank/inbox/{number}"));
            assert_eq!(sealed.body.len() as u64, entry["size"].as_u64().unwrap());
            let place = Place { file: &linked.file, connection, number };
            let json = key.open(&place, &sealed.body).unwrap();
            let message: InboxMessage = serde_json::from_slice(&json).unwrap();
            assert_eq!((message.number, message.connection.as_str()), (number, connection));
            message
        })
        .collect()
}

/// Sets SimpleFIN up and links its accounts; returns the connection and the ids of the accounts.
fn link_simplefin(linked: &Linked, setup_token: &str) -> (String, Vec<String>) {
    let values = json!({ "token": setup_token });
    linked.ask("/bank/configure", json!({ "provider": "simpleFin", "values": values }));
    let offered = linked.ask("/bank/accounts", json!({ "provider": "simpleFin" }));
    let redeemed = linked.ask("/bank/redeem", json!({ "publicToken": offered["publicToken"] }));
    let ids = redeemed["accounts"].as_array().unwrap().iter();
    let ids = ids.map(|it| it["account_id"].as_str().unwrap().to_owned()).collect();
    (redeemed["connection"].as_str().unwrap().to_owned(), ids)
}

fn fetch(linked: &Linked, connection: &str, accounts: &[String]) -> Value {
    let account = |id: &String| json!({ "connection": connection, "external": id, "from": FROM });
    let accounts: Vec<Value> = accounts.iter().map(account).collect();
    linked.ask("/bank/fetch", json!({ "accounts": accounts }))
}

#[test]
fn simplefin_goes_from_a_setup_token_to_sealed_rows() {
    let (banks, dir) = (FakeBanks::start(), TempDir::new().unwrap());
    let mut linked = Linked::start(&banks, &dir.path().join("sync"));
    let state = |linked: &Linked| {
        let all = linked.ask("/bank/providers", json!({}));
        all.as_array().unwrap().iter().find(|it| it["id"] == "simpleFin").unwrap().clone()
    };
    assert_eq!(state(&linked)["configured"], Value::Null);
    assert_eq!(
        linked.refusal("/bank/accounts", json!({ "provider": "simpleFin" })),
        "not-configured"
    );
    for nonsense in ["", "nonsense", "aHR0cDovL2JhbmsuZXhhbXBsZS94"] {
        let values = json!({ "provider": "simpleFin", "values": { "token": nonsense } });
        assert_eq!(linked.refusal("/bank/configure", values), "invalid-values", "{nonsense}");
    }
    let token = banks.setup_token("basic~links");
    let (connection, accounts) = link_simplefin(&linked, &token);
    assert_eq!(state(&linked)["configured"], "budget");
    assert_eq!(accounts.len(), 3);
    // A setup token is good once.
    let again = json!({ "provider": "simpleFin", "values": { "token": token } });
    assert_eq!(linked.refusal("/bank/configure", again), "invalid-credentials");

    let account = json!([{ "connection": connection, "external": accounts[0], "from": FROM }]);
    assert_eq!(linked.refusal("/bank/fetch", json!({ "accounts": account })), "no-key");
    let key = register(&linked);
    assert_eq!(fetch(&linked, &connection, &accounts), json!({ "number": 1, "errors": [] }));
    let messages = opened(&linked, &key, 0);
    assert_eq!(messages.len(), 1);
    assert_eq!((messages[0].kind, messages[0].asked), (MessageKind::Rows, AskedBy::Person));
    let read = &messages[0].accounts;
    let of = |read: &[BankAnswer]| read.iter().position(|it| it.account == accounts[0]).unwrap();
    assert_eq!(read.len(), 3);
    let read = &read[of(read)];
    assert_eq!(read.rows.len(), 32);
    assert_eq!(read.balance.as_ref().unwrap().booked.unwrap().cents(), 125_040);

    // News of the bank come with the next fetch, also after a crash.
    banks.control("advance?world=basic~links");
    linked.restart(&banks);
    assert_eq!(fetch(&linked, &connection, &accounts)["number"], 2);
    let messages = opened(&linked, &key, 1);
    let read = &messages[0].accounts;
    assert_eq!(read[of(read)].rows.len(), 34);
    linked.ask("/bank/inbox/done", json!({ "number": 2 }));
    let schedule = linked.ask("/bank/schedule", json!({}));
    assert_eq!(schedule["connections"][0]["accounts"].as_array().unwrap().len(), 3);
    assert_eq!(schedule["connections"][0]["error"], Value::Null);

    // Forgotten credentials stop the connection; unlinking ends it.
    linked.ask("/bank/reset", json!({ "provider": "simpleFin" }));
    let failed = fetch(&linked, &connection, &accounts);
    assert_eq!(failed["errors"][0]["type"], "INVALID_ACCESS_TOKEN");
    assert_eq!(failed["number"], 2);
    linked.ask("/bank/unlink", json!({ "connection": connection }));
    let schedule = linked.ask("/bank/schedule", json!({}));
    assert_eq!(schedule["connections"], json!([]));
}

#[test]
fn failures_of_banks_are_named_and_lose_nothing() {
    let (banks, dir) = (FakeBanks::start(), TempDir::new().unwrap());
    let linked = Linked::start(&banks, &dir.path().join("sync"));
    let (connection, accounts) = link_simplefin(&linked, &banks.setup_token("basic~faults"));
    let key = register(&linked);
    for (fault, kind) in [
        ("http-500", "SERVER_DOWN"),
        ("http-502", "SERVER_DOWN"),
        ("http-429", "RATE_LIMIT_EXCEEDED"),
        ("html-429", "RATE_LIMIT_EXCEEDED"),
        ("malformed", "SERVER_DOWN"),
        ("empty", "SERVER_DOWN"),
        ("drop", "SERVER_DOWN"),
        ("not-json", "SERVER_DOWN"),
        ("login", "INVALID_ACCESS_TOKEN"),
        ("payment", "PAYMENT_REQUIRED"),
        ("slow", "TIMED_OUT"),
    ] {
        banks.control(&format!("fault?world=basic~faults&kind={fault}"));
        let failed = fetch(&linked, &connection, &accounts);
        assert_eq!(failed["errors"][0]["type"], kind, "{fault}: {failed}");
        assert_eq!(failed["errors"][0]["account"], Value::Null);
        assert_eq!(failed["number"], 0, "{fault}");
    }
    let gone = [accounts[0].clone(), "ACT-unknown".to_owned()];
    let part = fetch(&linked, &connection, &gone);
    assert_eq!(part["errors"][0]["type"], "ACCOUNT_MISSING");
    let message = opened(&linked, &key, 0).remove(0);
    let read = message.accounts.iter().find(|it| it.account == accounts[0]).unwrap();
    assert_eq!(read.rows.len(), 32);
    // Twelve requests for rows and one for accounts: seven more, then the provider is spared.
    let asked = || banks.log().as_array().map_or(0, Vec::len);
    for _ in 0..7 {
        assert_eq!(fetch(&linked, &connection, &accounts)["errors"], json!([]));
    }
    let before = asked();
    let failed = fetch(&linked, &connection, &accounts);
    assert_eq!(failed["errors"][0]["type"], "RATE_LIMIT_EXCEEDED");
    assert_eq!(asked(), before);
}

#[test]
fn every_route_asks_for_a_session_and_a_file() {
    let (banks, dir) = (FakeBanks::start(), TempDir::new().unwrap());
    let mut linked = Linked::start(&banks, &dir.path().join("sync"));
    let paths = ["providers", "configure", "reset", "institutions", "link", "accounts", "redeem"];
    let more = ["unlink", "key", "fetch", "inbox/done", "schedule"];
    for path in paths.iter().chain(&more) {
        let path = format!("/bank/{path}");
        assert_eq!(linked.program.post(&path, &[], &json!({})).status, 401, "{path}");
    }
    let file = std::mem::replace(&mut linked.file, "a/b".to_owned());
    for (wrong, word) in [("a/b", "invalid fileId"), ("unknown", "file-not-found")] {
        linked.file = wrong.to_owned();
        for path in paths.iter().chain(&more) {
            let answer = linked.try_ask(&format!("/bank/{path}"), json!({}));
            assert_eq!((answer.status, answer.text().as_str()), (400, word), "{path}");
        }
        for path in ["/bank/inbox", "/bank/inbox/1"] {
            assert_eq!(linked.get(path).text(), word, "{path}");
        }
    }
    linked.file = file;
    assert_eq!(linked.refusal("/bank/link/poll", json!({ "token": "x" })), "unknown-token");
    assert_eq!(linked.refusal("/bank/redeem", json!({ "publicToken": "x" })), "unknown-token");
    let key = json!({ "kid": "0000000000000000", "public": "x" });
    assert_eq!(linked.refusal("/bank/key", key), "invalid-values");
}

/// Opens the page that a sign-in leads to, as a browser does; returns where it ends.
fn browse(url: &str, words: &str) -> String {
    let (base, path) = url.split_at(url[8..].find('/').unwrap() + 8);
    let answer = common::sync::request(base, "GET", &format!("{path}?{words}"), &[], None);
    answer.header("location").to_owned()
}

#[test]
fn plaid_is_linked_synced_repaired_and_ended() {
    let (banks, dir) = (FakeBanks::start(), TempDir::new().unwrap());
    let linked = Linked::start(&banks, &dir.path().join("sync"));
    let key = register(&linked);
    let wrong = json!({ "clientId": "fake-client", "secret": "wrong" });
    let configure = |values: Value| json!({ "provider": "plaid", "values": values });
    assert_eq!(linked.refusal("/bank/configure", configure(wrong)), "invalid-credentials");
    let right = json!({ "clientId": "fake-client", "secret": "fake-secret" });
    linked.ask("/bank/configure", configure(right));

    // Giving up at the bank.
    let begun = linked.ask("/bank/link", json!({ "provider": "plaid" }));
    let poll = json!({ "token": begun["token"] });
    assert_eq!(linked.ask("/bank/link/poll", poll.clone())["state"], "waiting");
    browse(begun["url"].as_str().unwrap(), "exit=1");
    let ended = linked.ask("/bank/link/poll", poll);
    assert_eq!((&ended["state"], &ended["error"]), (&json!("failed"), &json!("cancelled")));

    let begun = linked.ask("/bank/link", json!({ "provider": "plaid" }));
    browse(begun["url"].as_str().unwrap(), "finish=1&world=pending~plaid");
    let done = linked.ask("/bank/link/poll", json!({ "token": begun["token"] }));
    assert_eq!(done["data"]["accounts"][0]["balance"], 125_040);
    let public = json!({ "publicToken": done["data"]["publicToken"] });
    let redeemed = linked.ask("/bank/redeem", public.clone());
    assert_eq!(linked.refusal("/bank/redeem", public), "unknown-token");
    let connection = redeemed["connection"].as_str().unwrap().to_owned();
    let accounts = [redeemed["accounts"][0]["account_id"].as_str().unwrap().to_owned()];

    assert_eq!(fetch(&linked, &connection, &accounts), json!({ "number": 1, "errors": [] }));
    banks.control("advance?world=pending~plaid");
    assert_eq!(fetch(&linked, &connection, &accounts), json!({ "number": 2, "errors": [] }));
    let messages = opened(&linked, &key, 0);
    let cursors: Vec<_> =
        messages.iter().map(|it| it.accounts[0].cursor.clone().unwrap()).collect();
    assert_eq!(cursors[0].before, "");
    assert_eq!(cursors[1].before, cursors[0].after);
    assert!(!messages[1].accounts[0].removed.is_empty());

    banks.control("fault?world=pending~plaid&kind=login&times=1000");
    let failed = fetch(&linked, &connection, &accounts);
    assert_eq!(failed["errors"][0]["code"], "ITEM_LOGIN_REQUIRED");
    let begun = linked.ask("/bank/link", json!({ "provider": "plaid", "repair": connection }));
    browse(begun["url"].as_str().unwrap(), "finish=1");
    let done = linked.ask("/bank/link/poll", json!({ "token": begun["token"] }));
    assert_eq!(done["state"], "failed", "the bank still refuses: {done}");
    linked.ask("/bank/unlink", json!({ "connection": connection }));
}

#[test]
fn a_plaid_sign_in_that_expired_is_renewed_at_the_bank() {
    let (banks, dir) = (FakeBanks::start(), TempDir::new().unwrap());
    let linked = Linked::start(&banks, &dir.path().join("sync"));
    let key = register(&linked);
    let (connection, account) = linked.link_plaid("expired~renewed");
    let accounts = [account];
    assert_eq!(fetch(&linked, &connection, &accounts)["errors"], json!([]));
    banks.control("advance?world=expired~renewed");
    let failed = fetch(&linked, &connection, &accounts);
    assert_eq!(failed["errors"][0]["code"], "ITEM_LOGIN_REQUIRED");

    let begun = linked.ask("/bank/link", json!({ "provider": "plaid", "repair": connection }));
    let poll = json!({ "token": begun["token"] });
    assert_eq!(linked.ask("/bank/link/poll", poll.clone())["state"], "waiting");
    browse(begun["url"].as_str().unwrap(), "finish=1&world=expired~renewed");
    let done = linked.ask("/bank/link/poll", poll);
    assert_eq!(done["state"], "done", "{done}");
    assert_eq!(done["data"]["connection"], json!(connection), "{done}");

    // It is the same connection, which goes on where it ended.
    assert_eq!(fetch(&linked, &connection, &accounts)["errors"], json!([]));
    let messages = opened(&linked, &key, 0);
    let read: Vec<_> =
        messages.iter().filter_map(|it| it.accounts.first()?.cursor.clone()).collect();
    assert_eq!(read.len(), 2);
    assert_eq!(read[1].before, read[0].after);
}

#[test]
fn enable_banking_is_linked_over_a_pasted_address() {
    let (banks, dir) = (FakeBanks::start(), TempDir::new().unwrap());
    let linked = Linked::start(&banks, &dir.path().join("sync"));
    let key = register(&linked);
    let fixture = |name: &str| {
        let path = format!("{}/tests/fixtures/banks/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).unwrap()
    };
    let application = "cf589be3-3755-465b-a8df-a90a16a31403";
    let public = fixture("application-key.pub.pem");
    let register = format!("/control/eb-key?kid={application}");
    common::sync::request(banks.base(), "POST", &register, &[], Some(public.as_bytes()));
    let configure = |id: &str, key: &str| {
        let values = json!({ "applicationId": id, "secretKey": key });
        json!({ "provider": "enableBanking", "values": values })
    };
    let private = fixture("application-key.pem");
    assert_eq!(linked.refusal("/bank/configure", configure(application, "x")), "invalid-values");
    let other = configure("11111111-1111-4111-8111-111111111111", &private);
    assert_eq!(linked.refusal("/bank/configure", other), "invalid-credentials");
    linked.ask("/bank/configure", configure(application, &private));

    let wanted = json!({ "provider": "enableBanking", "country": "XS", "search": "HUGE" });
    let found = linked.ask("/bank/institutions", wanted);
    assert_eq!(found[0]["id"], "huge");
    assert_eq!((found.as_array().unwrap().len(), &found[0]["consentDays"]), (1, &json!(180)));
    let begin = json!({
        "provider": "enableBanking", "institution": "pending", "country": "XS",
        "back": "https://app.example/",
    });
    let begun = linked.ask("/bank/link", begin.clone());
    let token = begun["token"].clone();
    let poll = json!({ "token": token });
    assert_eq!(linked.ask("/bank/link/poll", poll.clone())["state"], "waiting");
    let cancelled = browse(begun["url"].as_str().unwrap(), "cancel=1");
    linked.ask("/bank/link/back", json!({ "token": token, "address": cancelled }));
    assert_eq!(linked.ask("/bank/link/poll", poll)["error"], "cancelled");

    let begun = linked.ask("/bank/link", begin);
    let address = browse(begun["url"].as_str().unwrap(), "finish=1");
    assert!(address.starts_with("https://app.example/enablebanking/auth_callback?"), "{address}");
    let strange = json!({ "token": "x", "address": address });
    assert_eq!(linked.refusal("/bank/link/back", strange), "unknown-token");
    linked.ask("/bank/link/back", json!({ "token": begun["token"], "address": address }));
    let done = linked.ask("/bank/link/poll", json!({ "token": begun["token"] }));
    assert_eq!(done["state"], "done", "{done}");
    let public = json!({ "publicToken": done["data"]["publicToken"] });
    let redeemed = linked.ask("/bank/redeem", public);
    assert_eq!(redeemed["accounts"][0]["balance"], 125_040);
    let connection = redeemed["connection"].as_str().unwrap().to_owned();
    let accounts = [redeemed["accounts"][0]["account_id"].as_str().unwrap().to_owned()];
    assert_eq!(fetch(&linked, &connection, &accounts), json!({ "number": 1, "errors": [] }));
    let messages = opened(&linked, &key, 0);
    assert_eq!(messages[0].accounts[0].rows.len(), 6);
    linked.ask("/bank/unlink", json!({ "connection": connection }));
}
