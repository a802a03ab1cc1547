//! Interrupted uploads, resets and key changes: the next attempt finishes them, and nothing is
//! duplicated.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use futures_util::future::join_all;
use futures_util::join;
use serde_json::{Value as Json, json};
use sobre_actors::environment::Environment;
use sobre_actors::limits;
use sobre_engine::sync::fault::SyncFault;

use crate::harness::{BUDGET, HandClock, Harness, Outcome, call, copy_folder};
use crate::scripted::{Only, Script};
use crate::sync::on_server;

/// An open budget and a server with a session that does not have the budget.
fn beside_server() -> (Harness, Arc<Script>) {
    let script = Arc::<Script>::default();
    let harness = Harness::with_network(Arc::new(Only(Arc::clone(&script))));
    harness.ok("set-server-url", json!({ "url": "http://server" }));
    harness.ok("subscribe-sign-in", json!({ "password": "x" }));
    (harness, script)
}

#[test]
fn a_retried_first_upload_reuses_its_file() {
    let (harness, script) = beside_server();
    let code = |outcome: Outcome| outcome.unwrap_err()["code"].clone();
    *script.lost.lock() = Some("upload");
    assert_eq!(code(harness.call("upload-budget", json!({}))), "network");
    let (file, prefs) = (script.file.lock().clone(), harness.ok("load-prefs", json!({})));
    assert_eq!((&prefs["cloudFileId"], &prefs["sobreSentAs"]), (&Json::Null, &Json::Null));
    *script.lost.lock() = None;
    // As if the program had ended before the response arrived.
    harness.ok("close-budget", json!({}));
    harness.ok("load-budget", json!({ "id": crate::harness::BUDGET }));
    harness.ok("upload-budget", json!({}));
    assert_eq!(*script.file.lock(), file, "there are no two files of one budget");
    assert_eq!(harness.ok("load-prefs", json!({}))["cloudFileId"], file);
    let metadata = std::fs::read_to_string(harness.folder().join("metadata.json")).unwrap();
    assert!(!metadata.contains("sobreSentAs"), "{metadata}");
    harness.ok("sync", json!({}));
}

#[test]
fn no_budget_is_closed_under_an_upload_that_takes_long() {
    let script = Arc::<Script>::default();
    let mut environment = Environment::fixed("2026-11-20".parse().unwrap());
    let now_ms = Arc::new(AtomicI64::new(environment.clock.now_ms()));
    environment.sync_servers = Arc::new(Only(Arc::clone(&script)));
    environment.clock = Arc::new(HandClock(Arc::clone(&now_ms)));
    let harness = Harness::with(environment);
    harness.ok("set-server-url", json!({ "url": "http://server" }));
    harness.ok("subscribe-sign-in", json!({ "password": "x" }));
    let (app, session) = (&harness.app, &harness.tab.session);
    let left_for_long = || async {
        now_ms.fetch_add(limits::KEPT_OPEN_MS, Ordering::Relaxed);
        app.close_left().await;
        app.open_budgets()
    };
    harness.run(async {
        // The server accepts nothing while this is held.
        let silent = script.blob.lock();
        let leave = async {
            app.disconnect(session).await;
            assert_eq!(left_for_long().await, 1);
            drop(silent);
        };
        let upload = call(app, session, "upload-budget", json!({}));
        join!(upload, leave).0.unwrap();
        assert_eq!(left_for_long().await, 0);
    });
    harness.ok("load-budget", json!({ "id": BUDGET }));
    assert_eq!(harness.ok("load-prefs", json!({}))["cloudFileId"], *script.file.lock());
}

#[test]
fn no_budget_makes_room_for_another_once_an_upload_has_begun() {
    let (harness, script) = beside_server();
    let app = &harness.app;
    let copied = |number: usize| {
        let id = format!("Copy-{number:07}");
        copy_folder(&harness.folder(), &harness.data_dir().join(&id));
        (app.new_session(None), json!({ "id": id }))
    };
    let (more, others) = (copied(0), (1..limits::OPEN_BUDGETS).map(copied).collect::<Vec<_>>());
    harness.run(async {
        for (session, id) in &others {
            call(app, session, "load-budget", id.clone()).await.unwrap();
        }
        // The server does not report its time while this is held.
        let silent = script.server_ms.lock();
        let opening = async {
            let opened = call(app, &more.0, "load-budget", more.1.clone()).await;
            drop(silent);
            opened
        };
        let uploads = others.iter().map(|(session, _)| {
            // These start while the program looks for a budget to close.
            call(app, session, "upload-budget", json!({}))
        });
        let (opened, uploaded) = join!(opening, join_all(uploads));
        assert_eq!(opened.unwrap_err()["code"], "busy");
        uploaded.into_iter().for_each(|uploaded| _ = uploaded.unwrap());
    });
}

/// Whether the next opening finishes a reset whose first response was lost, after `meanwhile`
/// changed the server.
fn finishes_reset(meanwhile: impl FnOnce(&Script)) -> bool {
    let (harness, script) = on_server();
    *script.lost.lock() = Some("reset");
    assert_eq!(harness.call("sync-reset", json!({})).unwrap_err()["code"], "network");
    *script.lost.lock() = None;
    meanwhile(&script);
    script.take_asked();
    let reopened = || {
        harness.ok("close-budget", json!({}));
        harness.ok("load-budget", json!({ "id": BUDGET }));
        // It runs in the background during other calls; the number of checks is limited.
        let is_done = || {
            let metadata = std::fs::read_to_string(harness.folder().join("metadata.json"));
            !metadata.unwrap().contains("sobreResetting")
        };
        let done = (0..100).any(|_| {
            let _ = harness.call("sync", json!({}));
            harness.ok("get-remote-files", json!({}));
            is_done()
        });
        assert!(done, "it is neither finished nor given up");
        script.take_asked().contains(&"upload")
    };
    let finished = reopened();
    assert!(!reopened(), "it is finished once");
    harness.ok("sync", json!({}));
    finished
}

#[test]
fn a_reset_that_was_broken_off_is_finished_by_the_device_that_began_it() {
    assert!(finishes_reset(|_| {}));
    assert!(!finishes_reset(|script| *script.waiting.lock() = false), "another device did it");
}

/// The file ids of an upload whose response was lost, and of the one after that, with a refused one
/// in between.
fn files_around(refusal: &SyncFault) -> [String; 2] {
    let (harness, script) = beside_server();
    let upload = || harness.call("upload-budget", json!({}));
    *script.lost.lock() = Some("upload");
    upload().unwrap_err();
    let file = script.file.lock().clone();
    *script.lost.lock() = None;
    *script.refused.lock() = Some(("upload", refusal.clone()));
    upload().unwrap_err();
    *script.refused.lock() = None;
    upload().unwrap();
    [file, script.file.lock().clone()]
}

#[test]
fn an_id_that_a_server_refuses_is_not_tried_again() {
    let refusals =
        [SyncFault::ServerFailed, SyncFault::FileHasReset, SyncFault::of_reason("invalid fileId")];
    for refusal in refusals {
        let [lost, file] = files_around(&refusal);
        assert_ne!(lost, file, "{refusal}");
    }
}

#[test]
fn an_error_of_a_proxy_creates_no_second_file() {
    let words = ["too-large", "too-many-requests", "server-moved", "invalid-server"];
    let words = words.map(SyncFault::of_reason);
    for refusal in [SyncFault::Network, SyncFault::Internal].iter().chain(&words) {
        let [lost, file] = files_around(refusal);
        assert_eq!(lost, file, "{refusal}");
    }
}

#[test]
fn a_key_that_was_made_and_not_uploaded_with_is_finished() {
    for lost in ["reset", "create-key", "upload"] {
        for again in ["key-make", "sync-reset"] {
            let (harness, script) = on_server();
            let file = script.file.lock().clone();
            *script.lost.lock() = Some(lost);
            let made = harness.call("key-make", json!({ "password": "p" }));
            assert_eq!(made.unwrap_err()["code"], "network", "{lost}");
            *script.lost.lock() = None;
            if again == "key-make" {
                harness.ok("key-make", json!({ "password": "another" }));
            } else if lost == "create-key" {
                // Neither this device nor any other knows the server's key.
                let refused = harness.call("sync-reset", json!({})).unwrap_err();
                assert_eq!(refused["code"], "file-has-new-key");
                harness.ok("key-test", json!({ "fileId": file, "password": "p" }));
                harness.ok("sync-reset", json!({}));
            } else {
                harness.ok("sync-reset", json!({}));
            }
            let at_server = script.key.lock().as_ref().map(|key| key.id.clone());
            let sealed_with = script.meta.lock().as_ref().map(|meta| meta.key_id.clone());
            assert_eq!(at_server, sealed_with, "{again} after {lost}");
            let prefs = harness.ok("load-prefs", json!({}));
            assert_eq!(prefs["encryptKeyId"].as_str(), at_server.as_deref());
            harness.ok("sync", json!({}));
        }
    }
}

#[test]
fn a_server_that_lost_the_key_of_a_file_gets_no_plain_one() {
    let (harness, script) = on_server();
    harness.ok("key-make", json!({ "password": "p" }));
    *script.lost.lock() = Some("reset");
    harness.call("sync-reset", json!({})).unwrap_err();
    *script.lost.lock() = None;
    *script.key.lock() = None;
    let refused = harness.call("sync-reset", json!({})).unwrap_err();
    assert_eq!(refused["code"], "file-has-new-key");
}

#[test]
fn answers_of_a_sync_generation_that_was_left_are_removed() {
    let (harness, _) = on_server();
    let put = |group: &str| std::fs::write(harness.folder().join(format!("{group}.answer")), "x");
    let left = || {
        let entries = std::fs::read_dir(harness.folder()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.ends_with(".answer")).collect::<Vec<_>>()
    };
    put("before").unwrap();
    harness.ok("sync-reset", json!({}));
    assert_eq!(left(), [""; 0]);
    put("before").unwrap();
    harness.ok("close-budget", json!({}));
    harness.ok("load-budget", json!({ "id": crate::harness::BUDGET }));
    assert_eq!(left(), [""; 0]);
    put("before").unwrap();
    harness.ok("unregister", json!({}));
    assert_eq!(left(), [""; 0]);
}
