//! Preferences of budget and device.

use std::fs;

use serde_json::{Value, json};
use sobre_actors::files::Metadata;
use sobre_engine::crdt::Change;

use crate::harness::{BUDGET, Harness};

#[test]
fn shared_preferences_are_rows_and_local_ones_stay_beside_the_database() {
    let harness = Harness::new();
    let prefs = json!({ "dateFormat": "dd.MM.yyyy", "isPrivacyEnabled": true,
        "collapsed": ["a"], "flags.x": "true" });
    let changed = harness.changes("save-prefs", prefs);
    assert_eq!(
        changed,
        [
            "preferences dateFormat value: \"dd.MM.yyyy\"",
            "preferences flags.x value: \"true\"",
            "preferences isPrivacyEnabled value: \"true\"",
        ]
    );
    let metadata = Metadata::read(&harness.folder()).unwrap();
    assert_eq!(metadata.map()["collapsed"], json!(["a"]));
    let loaded = harness.ok("load-prefs", json!({}));
    assert_eq!(loaded["dateFormat"], "dd.MM.yyyy");
    assert_eq!(loaded["collapsed"], json!(["a"]));
    assert_eq!(loaded["budgetType"], "rollover");
    assert_eq!(loaded["id"], BUDGET);
    harness.ok("save-prefs", json!({ "dateFormat": null, "collapsed": null }));
    let loaded = harness.ok("load-prefs", json!({}));
    assert_eq!((&loaded["dateFormat"], &loaded["collapsed"]), (&Value::Null, &Value::Null));
    harness.ok("save-prefs", json!({}));
}

#[test]
fn reserved_keys_and_bad_values_are_refused_as_a_whole() {
    let harness = Harness::new();
    let metadata = || fs::read_to_string(harness.folder().join("metadata.json")).unwrap();
    let before = metadata();
    for key in ["id", "groupId", "cloudFileId", "budgetType", "resetClock", "lastUploaded", ""] {
        let prefs = json!({ "local": 1, "dateFormat": "x", key: "y" });
        harness.refused("save-prefs", prefs, "invalid-prefs");
    }
    harness.refused("save-prefs", json!({ "a": 1, "budgetName": 5 }), "invalid-prefs");
    for wrong in [
        json!({ "numberFormat": "bogus" }),
        json!({ "dateFormat": 5 }),
        json!({ "firstDayOfWeekIdx": "7" }),
    ] {
        harness.refused("save-prefs", wrong, "invalid-prefs");
    }
    for wrong in [json!(-5), json!("x"), json!(0), json!(1.5)] {
        harness.refused("save-global-prefs", json!({ "maxMonths": wrong }), "invalid-prefs");
    }
    harness.ok("save-prefs", json!({ "numberFormat": null, "dateFormat": "dd.MM.yyyy" }));
    let long = json!({ "budgetName": "é".repeat(101) });
    let error = harness.refused("save-prefs", long, "name-too-long");
    assert_eq!(error["meta"], json!({ "most": 100 }));
    harness.refused("save-prefs", json!({ "big": "x".repeat(300_000) }), "invalid-prefs");
    harness.refused("save-prefs", json!([1]), "bad-arguments");
    assert_eq!(metadata(), before);
}

#[test]
fn preferences_are_saved_all_together_or_not_at_all() {
    let harness = Harness::new();
    // A trigger simulates a disk that fails while the database is written.
    let path = harness.folder().join("db.sqlite");
    let conn = rusqlite::Connection::open(path).unwrap();
    conn.execute_batch(
        "CREATE TRIGGER full BEFORE INSERT ON preferences BEGIN SELECT RAISE(ABORT, 'no'); END",
    )
    .unwrap();
    drop(conn);
    let before = fs::read_to_string(harness.folder().join("metadata.json")).unwrap();
    harness.call("save-prefs", json!({ "local": 1, "dateFormat": "x" })).unwrap_err();
    let after = fs::read_to_string(harness.folder().join("metadata.json")).unwrap();
    assert_eq!(after, before);
    assert_eq!(harness.ok("load-prefs", json!({}))["local"], Value::Null);
}

#[test]
fn renaming_a_budget_shows_in_the_list_and_leaves_its_id() {
    let harness = Harness::new();
    harness.events();
    harness.ok("save-prefs", json!({ "budgetName": "  Household " }));
    let told = harness.events();
    assert!(told.iter().any(|(event, _)| event == "prefs-updated"), "{told:?}");
    let listed = harness.ok("get-budgets", json!({}));
    assert_eq!(listed[0]["name"], "Household");
    assert_eq!(listed[0]["id"], BUDGET);
    harness.ok("save-prefs", json!({ "budgetName": " " }));
    assert_eq!(harness.ok("load-prefs", json!({}))["budgetName"], "Household");
}

#[test]
fn a_preference_of_another_type_in_the_file_does_not_hide_the_others() {
    let harness = Harness::new();
    harness.write(vec![
        Change::new("preferences", "odd", "value", 5),
        Change::new("preferences", "dateFormat", "value", "x"),
    ]);
    let loaded = harness.ok("load-prefs", json!({}));
    assert_eq!(loaded["dateFormat"], "x");
    assert_eq!(loaded["odd"], "5");
}

#[test]
fn preferences_of_the_device_need_no_budget() {
    let harness = Harness::empty();
    assert!(harness.ok("load-global-prefs", json!({})).is_object());
    harness.ok("save-global-prefs", json!({ "theme": "dark", "maxMonths": 3 }));
    harness.ok("save-global-prefs", json!({ "maxMonths": null }));
    let loaded = harness.ok("load-global-prefs", json!({}));
    assert_eq!((&loaded["theme"], &loaded["maxMonths"]), (&json!("dark"), &Value::Null));
    let error = harness.call("save-global-prefs", json!({ "": 1 })).unwrap_err();
    assert_eq!(error["code"], "invalid-prefs");
}

#[test]
fn the_tour_is_seen_once_on_a_device() {
    let harness = Harness::empty();
    assert_eq!(harness.ok("load-global-prefs", json!({}))["seenTutorial"], Value::Null);
    harness.ok("set-tutorial-seen", json!({}));
    assert_eq!(harness.ok("load-global-prefs", json!({}))["seenTutorial"], true);
}

#[test]
fn an_older_budget_has_a_notice_once_and_a_new_one_none() {
    let harness = Harness::empty();
    let made = harness.ok("create-budget", json!({}));
    harness.ok("load-budget", made);
    assert_eq!(harness.ok("get-upgrade-notifications", json!({})), json!([]));
    harness.ok("save-prefs", json!({ "notifications.repair-splits": null }));
    assert_eq!(harness.ok("get-upgrade-notifications", json!({})), json!(["repair-splits"]));
    harness.ok("seen-upgrade-notification", json!({ "type": "repair-splits" }));
    assert_eq!(harness.ok("get-upgrade-notifications", json!({})), json!([]));
    harness.refused("seen-upgrade-notification", json!({ "type": "else" }), "bad-arguments");
}

#[test]
fn the_budget_opened_last_is_known_until_it_is_closed_or_gone() {
    let harness = Harness::empty();
    let last = || harness.ok("get-last-opened-backup", json!({}));
    assert_eq!(last(), Value::Null);
    let made = harness.ok("create-budget", json!({}));
    harness.ok("load-budget", made.clone());
    assert_eq!(last(), made["id"]);
    harness.ok("close-budget", json!({}));
    assert_eq!(last(), Value::Null);
    harness.ok("load-budget", made.clone());
    harness.ok("delete-budget", json!({ "id": made["id"] }));
    assert_eq!(last(), Value::Null);
}

#[test]
fn without_a_server_there_is_a_user_once_that_was_chosen() {
    let harness = Harness::empty();
    let user = || harness.ok("subscribe-get-user", json!({}));
    assert_eq!(user(), Value::Null);
    harness.ok("set-server-url", json!({ "url": null }));
    assert_eq!(user(), json!({ "offline": false }));

    let harness = Harness::empty();
    let made = harness.ok("create-budget", json!({}));
    let user = || harness.ok("subscribe-get-user", json!({}));
    assert_eq!(user(), json!({ "offline": false }), "budgets of before");
    harness.ok("delete-budget", made);
    assert_eq!(user(), Value::Null);
}
