//! Devices that share a budget through a sync server: real programs, real HTTP, two or more data
//! directories, and at the end the same rows and cells everywhere.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use common::Program;
use common::device::{Device, FOOD, assert_equal};
use common::sync::{PASSWORD, SyncProgram};
use serde_json::{Value, json};

#[test]
fn edits_on_two_devices_merge_and_come_live() {
    let server = SyncProgram::start();
    let mut one = Device::first(&server);
    let account = one.add_account("Everyday");
    one.sync().unwrap();
    let mut two = Device::joining(&server);
    assert_eq!((one.state(), two.state()), (json!("synced"), json!("synced")));
    assert_equal(&mut [&mut one, &mut two]);

    // Without a sync request: the change is sent soon and announced to the other device.
    one.budget_food("2026-11", 12_300);
    let cell = format!("budget202611!budget-{FOOD}");
    assert_eq!(two.tab.changed_cell(&cell), 12_300);
    two.call("account-update", json!({ "id": account, "name": "Everyday 2" }));
    two.budget_food("2026-12", 500);
    let cell = format!("budget202612!budget-{FOOD}");
    assert_eq!(one.tab.changed_cell(&cell), 500);
    assert_equal(&mut [&mut one, &mut two]);
    assert_eq!(one.call("accounts-get", json!({}))[0]["name"], "Everyday 2");

    // Undo never takes back a received change.
    two.call("undo", json!({}));
    assert_equal(&mut [&mut one, &mut two]);
    assert_eq!(one.tab.cell("budget202611", &format!("budget-{FOOD}")), 12_300);
    assert_eq!(one.tab.cell("budget202612", &format!("budget-{FOOD}")), 0);
}

#[test]
fn what_was_done_offline_is_sent_later_and_nothing_is_lost() {
    let mut server = SyncProgram::start();
    let (mut one, dir) = (Device::first(&server), server.dir.clone());
    let mut two = Device::joining(&server);
    let url = server.url.clone();
    server.kill();
    one.add_account("Offline one");
    two.add_account("Offline two");
    one.budget_food("2026-11", 100);
    two.budget_food("2026-11", 200);
    assert_eq!(one.sync().unwrap_err()["code"], "network");
    let event = one.told("error");
    assert_eq!(event["subtype"], "network");
    assert_eq!(one.call("subscribe-get-user", json!({})), json!({ "offline": true }));
    assert_eq!(one.state(), "unknown");

    let server = SyncProgram::start_in(&dir);
    assert_ne!(server.url, url, "the server has another port now");
    for device in [&mut one, &mut two] {
        let set = device.tab.call("set-server-url", json!({ "url": server.url }));
        set.unwrap();
        device.call("subscribe-sign-in", json!({ "password": PASSWORD }));
    }
    assert_equal(&mut [&mut one, &mut two]);
    assert_eq!(one.call("accounts-get", json!({})).as_array().unwrap().len(), 2);
    assert_eq!(one.tab.cell("budget202611", &format!("budget-{FOOD}")), 200);
}

#[test]
fn an_encrypted_budget_needs_its_password_on_every_device() {
    let server = SyncProgram::start();
    let mut one = Device::first(&server);
    let mut two = Device::joining(&server);
    one.add_account("Secret account");
    one.call("key-make", json!({ "password": "käse 7" }));
    one.sync().unwrap();
    one.budget_food("2026-11", 700);
    one.sync().unwrap();

    assert_eq!(two.sync().unwrap_err()["code"], "file-has-reset");
    assert_eq!(two.told("error")["subtype"], "file-has-reset");
    assert_eq!(two.state(), "detached");
    let file = two.cloud_file();
    let refused = two.download(&file).unwrap_err();
    assert_eq!(refused["code"], "decrypt-failure");
    assert_eq!(refused["meta"]["isMissingKey"], true);
    let wrong = two.tab.call("key-test", json!({ "fileId": file, "password": "kase" }));
    assert_eq!(wrong.unwrap_err()["code"], "decrypt-failure");
    two.call("key-test", json!({ "fileId": file, "password": "käse 7" }));
    two.download(&file).unwrap();
    two.budget_food("2026-12", 900);
    assert_equal(&mut [&mut one, &mut two]);
    assert_eq!(two.call("get-budgets", json!({}))[0]["hasKey"], true);

    // The server never sees a name.
    let stored = common::sync::everything_below(&server.dir);
    assert!(!stored.windows(14).any(|bytes| bytes == b"Secret account"));
}

#[test]
fn after_a_reset_other_devices_download_again() {
    let server = SyncProgram::start();
    let mut one = Device::first(&server);
    let mut two = Device::joining(&server);
    one.add_account("Kept");
    one.call("sync-reset", json!({}));
    one.sync().unwrap();
    two.budget_food("2026-11", 5);
    assert_eq!(two.sync().unwrap_err()["code"], "file-has-reset");
    let file = two.cloud_file();
    two.download(&file).unwrap();
    assert_equal(&mut [&mut one, &mut two]);

    // A repair changes nothing in a sound budget, also right after a reset.
    one.call("sync-reset", json!({}));
    one.call("sync-repair", json!({}));
    one.sync().unwrap();
    two.download(&file).unwrap();
    two.call("sync-repair", json!({}));
    one.budget_food("2026-11", 50);
    assert_equal(&mut [&mut one, &mut two]);
}

#[test]
fn a_device_may_upload_while_another_is_offline() {
    let server = SyncProgram::start();
    let mut one = Device::first(&server);
    let mut two = Device::joining(&server);
    two.budget_food("2026-11", 11);
    one.budget_food("2026-12", 12);
    one.call("upload-budget", json!({}));
    assert_equal(&mut [&mut one, &mut two]);
    let mut three = Device::joining(&server);
    assert_equal(&mut [&mut one, &mut two, &mut three]);
}

#[test]
fn a_file_deleted_on_the_server_is_registered_again() {
    let server = SyncProgram::start();
    let mut one = Device::first(&server);
    let mut two = Device::joining(&server);
    let file = two.cloud_file();
    two.call("delete-budget", json!({ "cloudFileId": file }));
    assert_eq!(one.sync().unwrap_err()["code"], "file-not-found");
    assert_eq!(one.told("error")["subtype"], "file-not-found");
    assert_eq!(one.state(), "broken");
    one.call("upload-budget", json!({}));
    one.sync().unwrap();
    assert_eq!(one.state(), "synced");
    assert_ne!(one.cloud_file(), file);
    one.call("unregister", json!({}));
    assert_eq!(one.call("load-prefs", json!({}))["cloudFileId"], Value::Null);
    let refused = two.tab.call("download-budget", json!({ "fileId": file })).unwrap_err();
    assert_eq!(refused["code"], "file-not-found");
}

#[test]
fn a_deleted_file_is_listed_as_such_by_our_server_and_can_be_had_back() {
    let server = SyncProgram::start();
    let mut one = Device::first(&server);
    let mut two = Device::joining(&server);
    one.budget_food("2026-11", 4_200);
    one.call("upload-budget", json!({}));
    let file = one.cloud_file();
    two.call("delete-budget", json!({ "cloudFileId": file }));

    let listed = one.call("get-remote-files", json!({}));
    assert_eq!((&listed[0]["fileId"], &listed[0]["deleted"]), (&json!(file), &json!(true)));
    assert_eq!(one.state(), "broken", "it stands in no list of budgets");
    assert_eq!(two.call("get-budgets", json!({})).as_array().unwrap().len(), 1);
    let body = json!({ "loginMethod": "password", "password": PASSWORD });
    let token = server.post("/account/login", &[], &body).json()["data"]["token"].clone();
    let shown = [("x-actual-token", token.as_str().unwrap())];
    let peers = server.get("/sync/list-user-files", &shown).json();
    assert_eq!(peers["data"], json!([]), "programs that do not ask for them are told of none");

    let uploads = two.call("get-uploads", json!({ "fileId": file }));
    two.call("restore-upload", json!({ "fileId": file, "uploadId": uploads[0]["id"] }));
    assert_eq!(one.call("get-remote-files", json!({}))[0]["deleted"], false);
    two.download(&file).unwrap();
    one.download(&file).unwrap();
    assert_equal(&mut [&mut one, &mut two]);
    assert_eq!(two.tab.cell("budget202611", &format!("budget-{FOOD}")), 4_200);
}

#[test]
fn a_file_with_an_interrupted_reset_is_uploaded_under_a_new_generation() {
    let server = SyncProgram::start();
    let mut one = Device::first(&server);
    let mut two = Device::joining(&server);
    one.add_account("Kept");
    let file = one.cloud_file();
    let body = json!({ "loginMethod": "password", "password": PASSWORD });
    let token = server.post("/account/login", &[], &body).json()["data"]["token"].clone();
    let shown = [("x-actual-token", token.as_str().unwrap())];
    server.post("/sync/reset-user-file", &shown, &json!({ "fileId": file }));
    assert_eq!(one.sync().unwrap_err()["code"], "file-needs-upload");
    let refused = one.tab.call("upload-budget", json!({})).unwrap_err();
    assert_eq!(refused["code"], "file-has-reset", "it still belongs to the generation that ended");
    one.call("sync-reset", json!({}));
    one.sync().unwrap();
    assert_eq!(one.state(), "synced");
    assert_eq!(two.sync().unwrap_err()["code"], "file-has-reset");
    two.download(&file).unwrap();
    assert_equal(&mut [&mut one, &mut two]);
}

#[test]
fn an_earlier_upload_of_a_budget_registered_again_keeps_its_key() {
    let server = SyncProgram::start();
    let mut one = Device::first(&server);
    one.call("key-make", json!({ "password": "käse 7" }));
    one.sync().unwrap();
    let gone = one.cloud_file();
    one.call("delete-budget", json!({ "cloudFileId": gone }));
    assert_eq!(one.sync().unwrap_err()["code"], "file-not-found");
    one.call("upload-budget", json!({}));
    one.budget_food("2026-11", 5_000);
    one.call("upload-budget", json!({}));
    one.sync().unwrap();
    let file = one.cloud_file();
    assert_ne!(file, gone);
    let uploads = one.call("get-uploads", json!({ "fileId": file }));
    let first = uploads.as_array().unwrap().last().unwrap()["id"].clone();
    one.call("restore-upload", json!({ "fileId": file, "uploadId": first }));
    assert_eq!(one.sync().unwrap_err()["code"], "file-has-reset");
    one.download(&file).unwrap();
    one.sync().unwrap();
    let mut two = Device::signed_in(&server);
    two.call("key-test", json!({ "fileId": file, "password": "käse 7" }));
    two.download(&file).unwrap();
    assert_equal(&mut [&mut one, &mut two]);
    assert_eq!(two.tab.cell("budget202611", &format!("budget-{FOOD}")), 0);
}

#[test]
fn a_new_name_reaches_the_server_and_the_other_devices() {
    let server = SyncProgram::start();
    let mut one = Device::first(&server);
    let mut two = Device::joining(&server);
    one.call("save-prefs", json!({ "budgetName": "Haus & Hof" }));
    one.sync().unwrap();
    assert_eq!(one.call("get-remote-files", json!({}))[0]["name"], "Haus & Hof");
    two.sync().unwrap();
    assert_eq!(two.call("load-prefs", json!({}))["budgetName"], "Haus & Hof");
}

/// Signs in and returns the server's number of sessions.
fn sessions(server: &SyncProgram) -> usize {
    let body = json!({ "loginMethod": "password", "password": PASSWORD });
    let token = server.post("/account/login", &[], &body).json()["data"]["token"].clone();
    let shown = [("x-actual-token", token.as_str().unwrap())];
    server.get("/account/sessions", &shown).json()["data"].as_array().unwrap().len()
}

#[test]
fn servers_passwords_and_sessions_are_refused_in_words() {
    let server = SyncProgram::start();
    let program = Program::start();
    let mut tab = program.tab();
    let mut code = |name: &str, args: Value| match tab.call(name, args) {
        Ok(_) => "ok".to_owned(),
        Err(error) => error["code"].as_str().unwrap().to_owned(),
    };
    let url = |url: &str| json!({ "url": url });
    assert_eq!(code("get-server-version", json!({})), "no-server");
    assert_eq!(code("subscribe-get-sessions", json!({})), "no-server");
    assert_eq!(code("get-uploads", json!({ "fileId": "x" })), "no-server");
    assert_eq!(code("subscribe-sign-in", json!({ "password": "x" })), "no-server");
    assert_eq!(code("set-server-url", url("http://127.0.0.1:9")), "network-failure");
    assert_eq!(code("set-server-url", url("127.0.0.1:9")), "network-failure");
    assert_eq!(code("set-server-url", url(&program.url)), "invalid-server");
    assert_eq!(code("set-server-url", url(&format!("{}/", server.url))), "ok");
    assert_eq!(code("get-server-version", json!({})), "ok");
    assert_eq!(code("subscribe-needs-bootstrap", json!({})), "ok");
    assert_eq!(code("subscribe-bootstrap", json!({ "password": "" })), "invalid-password");
    assert_eq!(code("subscribe-bootstrap", json!({ "password": PASSWORD })), "ok");
    let again = json!({ "password": PASSWORD });
    assert_eq!(code("subscribe-bootstrap", again), "already-bootstrapped");
    assert_eq!(code("subscribe-sign-out", json!({})), "ok");
    assert_eq!(code("get-remote-files", json!({})), "token-expired");
    assert_eq!(code("subscribe-change-password", json!({ "password": "new" })), "token-expired");
    assert_eq!(code("subscribe-sign-in", json!({ "password": "wrong" })), "invalid-password");
    assert_eq!(code("subscribe-sign-in", json!({ "password": PASSWORD })), "ok");
    assert_eq!(sessions(&server), 2, "this one and the program's; the one signed out of is gone");
    assert_eq!(code("subscribe-change-password", json!({ "password": "" })), "invalid-password");
    assert_eq!(code("subscribe-change-password", json!({ "password": "new" })), "ok");
    assert_eq!(code("subscribe-set-token", json!({ "token": "made up" })), "ok");
    let user = tab.call("subscribe-get-user", json!({})).unwrap();
    assert_eq!(user, Value::Null, "a session the server does not know");
    tab.call("set-server-url", json!({ "url": null })).unwrap();
    assert_eq!(tab.call("get-server-url", json!({})).unwrap(), Value::Null);
}

#[test]
fn devices_that_are_signed_in_are_listed_and_signed_out() {
    let server = SyncProgram::start();
    let mut one = Device::first(&server);
    let mut two = Device::signed_in(&server);
    let mut three = Device::signed_in(&server);
    let devices = one.call("subscribe-get-sessions", json!({}));
    let devices = devices.as_array().unwrap();
    assert_eq!(devices.len(), 3);
    let own: Vec<_> = devices.iter().filter(|device| device["current"] == true).collect();
    assert_eq!(own.len(), 1);
    assert!(own[0]["name"].as_str().unwrap().starts_with("sobre/"), "{own:?}");
    let listed = two.call("subscribe-get-sessions", json!({}));
    let own = listed.as_array().unwrap().iter().find(|device| device["current"] == true).unwrap();
    let id = own["id"].clone();
    one.call("subscribe-revoke-session", json!({ "id": id }));
    assert_eq!(two.call("subscribe-get-user", json!({})), Value::Null);
    one.call("subscribe-revoke-session", json!({ "id": id }));
    assert_eq!(one.call("subscribe-sign-out-others", json!({})), json!({ "ended": 1 }));
    let refused = three.tab.call("subscribe-get-sessions", json!({})).unwrap_err();
    assert_eq!(refused["code"], "token-expired");
    assert_eq!(one.call("subscribe-get-user", json!({})), json!({ "offline": false }));
}

#[test]
fn an_earlier_upload_is_restored_and_every_device_takes_it() {
    let server = SyncProgram::start();
    let mut one = Device::first(&server);
    let mut two = Device::joining(&server);
    let file = one.cloud_file();
    one.budget_food("2026-11", 5_000);
    one.call("upload-budget", json!({}));
    let uploads = one.call("get-uploads", json!({ "fileId": file }));
    let uploads = uploads.as_array().unwrap();
    assert_eq!(uploads.len(), 2);
    assert_eq!((&uploads[0]["current"], &uploads[1]["current"]), (&json!(true), &json!(false)));
    let mut refused = |upload: &str, file: &str| {
        let args = json!({ "fileId": file, "uploadId": upload });
        one.tab.call("restore-upload", args).unwrap_err()["code"].clone()
    };
    assert_eq!(refused("none", &file), "upload-not-found");
    let first = uploads[1]["id"].as_str().unwrap();
    assert_eq!(refused(first, "another"), "file-not-found");
    one.call("restore-upload", json!({ "fileId": file, "uploadId": first }));
    for device in [&mut one, &mut two] {
        assert_eq!(device.sync().unwrap_err()["code"], "file-has-reset");
        device.download(&file).unwrap();
    }
    assert_equal(&mut [&mut one, &mut two]);
    let month = one.call("rollover-budget-month", json!({ "month": "2026-11" }));
    let cell = month
        .as_array()
        .unwrap()
        .iter()
        .find(|cell| cell["name"].as_str().unwrap().ends_with(&format!("budget-{FOOD}")));
    assert_eq!(cell.unwrap()["value"], 0, "as it was uploaded first");
}

#[test]
fn a_long_history_is_sent_in_pieces_and_arrives_complete() {
    let server = SyncProgram::start();
    let mut one = Device::first(&server);
    let account = one.add_account("Long");
    let added: Vec<_> = (0..2_500)
        .map(|at| {
            json!({ "account": account, "date": "2026-11-18", "amount": -at, "category": FOOD,
                    "notes": format!("row {at}") })
        })
        .collect();
    one.call("transactions-batch-update", json!({ "added": added }));
    let mut two = Device::joining(&server);
    one.sync().unwrap();
    assert_equal(&mut [&mut one, &mut two]);
    let rows = two.rows();
    assert_eq!(rows["transactions"].as_array().unwrap().len(), 2_502);
}

/// No acknowledged write is lost and an interrupted sync resumes, whenever a device or the server
/// is killed. `SOBRE_KILLS` sets how often.
#[test]
fn devices_and_server_killed_while_they_sync_lose_nothing() {
    let mut server = SyncProgram::start();
    let (mut one, place) = (Device::first(&server), server.dir.clone());
    let mut two = Device::joining(&server);
    let dir = one.program.dir().to_owned();
    // The first one owns the folder.
    let (mut expected, mut killed, mut servers) = (0, Vec::new(), Vec::new());
    let kills = std::env::var("SOBRE_KILLS").map_or(25_i64, |kills| kills.parse().unwrap());
    for round in 0..kills {
        for at in 0..=round % 4 {
            let id = format!("note-{round}-{at}");
            one.call("notes-save", json!({ "id": id, "note": "kept" }));
            expected += 1;
        }
        two.budget_food("2026-11", round);
        one.tab.send("sync", &json!({}));
        if round % 5 == 4 {
            server.kill();
            servers.push(std::mem::replace(&mut server, SyncProgram::start_in(&place)));
            two.call("set-server-url", json!({ "url": server.url }));
            two.call("subscribe-sign-in", json!({ "password": PASSWORD }));
        }
        one.program.kill();
        let program = Program::start_in(&dir);
        let mut tab = program.tab();
        let url = tab.call("get-server-url", json!({})).unwrap();
        if url != server.url {
            tab.call("set-server-url", json!({ "url": server.url })).unwrap();
            tab.call("subscribe-sign-in", json!({ "password": PASSWORD })).unwrap();
        }
        tab.call("load-budget", json!({ "id": one.budget })).unwrap();
        let budget = one.budget.clone();
        killed.push(std::mem::replace(&mut one, Device { program, tab, budget }));
    }
    assert_equal(&mut [&mut one, &mut two]);
    assert_eq!(two.rows()["notes"].as_array().unwrap().len(), expected);
}
