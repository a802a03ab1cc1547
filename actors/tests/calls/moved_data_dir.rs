//! A data directory that is removed, replaced or taken by another program.

use std::fs;

use serde_json::json;
use sobre_actors::files::DataDir;

use crate::categories::budget;
use crate::harness::{BUDGET, FOOD, Harness};
use crate::moved::{amount, closed};

#[test]
fn a_second_program_on_the_data_directory_closes_the_budgets_of_the_first() {
    let harness = Harness::new();
    budget(&harness, "2026-11", FOOD, 77);
    fs::remove_file(harness.data_dir().join(".lock")).unwrap();
    let second = DataDir::open(harness.data_dir()).unwrap();
    harness.run(harness.app.check_files());
    assert!(closed(&harness).starts_with("Another Sobre is using the data directory"));
    let refused = harness.call("load-budget", json!({ "id": BUDGET })).unwrap_err();
    assert_eq!(refused["code"], "data-dir-in-use", "{refused}");
    drop(second);
    harness.ok("load-budget", json!({ "id": BUDGET }));
    assert_eq!(harness.cell(&amount()), 77);
}

#[test]
fn calls_say_that_the_data_directory_is_gone() {
    let harness = Harness::new();
    harness.ok("close-budget", json!({}));
    fs::remove_dir_all(harness.data_dir()).unwrap();
    let upload = json!({ "filename": "a.zip", "contents": "" });
    for (name, args) in [
        ("get-budgets", json!({})),
        ("create-budget", json!({})),
        ("create-demo-budget", json!({})),
        ("upload-file-web", upload),
        ("save-global-prefs", json!({ "theme": "dark" })),
        ("set-server-url", json!({ "url": "http://127.0.0.1:9", "validate": false })),
    ] {
        let error = harness.call(name, args).unwrap_err();
        assert_eq!(error["code"], "data-dir-missing", "{name}: {error}");
        assert!(
            error["message"]
                .as_str()
                .unwrap()
                .ends_with("is gone. Put it back, or start Sobre again.")
        );
    }
}

#[cfg(unix)]
#[test]
fn nothing_is_written_into_another_directory_at_the_path_of_the_data_directory() {
    let harness = Harness::new();
    harness.ok("close-budget", json!({}));
    let upload = json!({ "filename": "a.zip", "contents": "" });
    let upload = harness.ok("upload-file-web", upload);
    let dir = harness.data_dir();
    let elsewhere = tempfile::tempdir().unwrap();
    let away = elsewhere.path().join("data");
    fs::rename(dir, &away).unwrap();
    fs::create_dir(dir).unwrap();
    harness.run(harness.app.check_files());
    let import = json!({ "filepath": upload["filepath"], "type": "actual" });
    for (name, args) in [
        ("create-budget", json!({})),
        ("create-demo-budget", json!({})),
        ("import-budget", import),
        ("save-global-prefs", json!({ "theme": "dark" })),
        ("set-server-url", json!({ "url": "http://127.0.0.1:9", "validate": false })),
    ] {
        let error = harness.call(name, args).unwrap_err();
        assert_eq!(error["code"], "data-dir-missing", "{name}: {error}");
        let words = error["message"].as_str().unwrap();
        assert!(words.contains("was replaced by another one"), "{name}: {words}");
    }
    assert_eq!(dir.read_dir().unwrap().count(), 0);
    fs::remove_dir(dir).unwrap();
    fs::rename(&away, dir).unwrap();
    harness.ok("create-budget", json!({}));
}
