//! Pages of dashboards and their cards.

use std::fs;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value as Json, json};
use sobre_engine::crdt::Change;

use crate::harness::{Harness, changed, fixture};
use crate::interop;

const MAIN: &str = "eb74ace5-2296-54ee-a071-5fe45586b83d";

fn vectors() -> Vec<Json> {
    let text = fs::read_to_string(fixture("reports/dashboards.json")).unwrap();
    let suite: Json = serde_json::from_str(&text).unwrap();
    suite["cases"].as_array().unwrap().clone()
}

fn pages(harness: &Harness) -> Vec<Json> {
    harness.ok("dashboards-get", json!({})).as_array().unwrap().clone()
}

/// The cards of a page by its id.
fn cards(harness: &Harness, page: &Json) -> Vec<Json> {
    let pages = pages(harness);
    let page = pages.iter().find(|it| it["id"] == *page).unwrap();
    page["cards"].as_array().unwrap().clone()
}

/// A card without its id.
fn without_id(mut card: Json) -> Json {
    card["id"] = Json::Null;
    card
}

fn new_page(harness: &Harness) -> Json {
    harness.ok("dashboard-create", json!({ "name": "Page" }))
}

fn add(harness: &Harness, page: &Json, kind: &str, meta: Json) -> Json {
    let card = json!({
        "type": kind, "width": 4, "height": 2, "meta": meta, "dashboard_page_id": page,
    });
    harness.ok("dashboard-add-widget", card)
}

/// The name of the step that undo would take back.
fn step(harness: &Harness) -> Json {
    let events = harness.events();
    let history = events.into_iter().rev().find(|(name, _)| name == "history");
    history.unwrap().1["undo"]["name"].clone()
}

#[test]
fn cards_without_a_place_stand_as_the_vectors_say() {
    let mut count = 0;
    for case in vectors().iter().filter(|case| case.get("add").is_some()) {
        count += 1;
        let harness = Harness::new();
        let page = new_page(&harness);
        for size in case["add"].as_array().unwrap() {
            let card = json!({
                "type": "markdown-card", "width": size[0], "height": size[1],
                "dashboard_page_id": page,
            });
            harness.ok("dashboard-add-widget", card);
        }
        let placed: Vec<_> = cards(&harness, &page)
            .iter()
            .map(|card| {
                let [width, height] = [&card["width"], &card["height"]];
                json!({ "width": width, "height": height, "x": card["x"], "y": card["y"] })
            })
            .collect();
        assert_eq!(json!(placed), case["expected"], "{}", case["id"]);
    }
    assert_eq!(count, 8);
}

#[test]
fn refusals_have_the_words_of_the_vectors() {
    let harness = Harness::new();
    harness.ok("report/create", json!({ "name": "a name that exists" }));
    let mut count = 0;
    for case in vectors().iter().filter(|case| case["note"] == "error") {
        count += 1;
        let call = case["call"].as_str().unwrap();
        let args = match call {
            "dashboard-delete" => json!({ "id": MAIN }),
            "dashboard-import" => {
                json!({ "content": case["argument"].to_string(), "dashboardPageId": MAIN })
            }
            _ => case["argument"].clone(),
        };
        let before = harness.tables();
        let error = harness.call(call, args).unwrap_err();
        assert_eq!(error["message"], case["error"], "{}", case["id"]);
        assert!(harness.tables() == before, "{} changed something", case["id"]);
    }
    assert_eq!(count, 7);
}

#[test]
fn a_new_budget_has_a_page_that_a_reset_makes_again() {
    let harness = Harness::new();
    let first = pages(&harness);
    assert_eq!((first.len(), &first[0]["name"]), (1, &json!("Main")));
    let page = first[0]["id"].clone();
    assert_eq!(page, MAIN);
    let start: Vec<_> = cards(&harness, &page).into_iter().map(without_id).collect();
    assert_eq!(start.len(), 12);
    let before = harness.tables();
    let first_card = cards(&harness, &page)[0]["id"].clone();
    harness.ok("dashboard-remove-widget", json!({ "id": first_card }));
    add(&harness, &page, "net-worth-card", json!({ "mode": "stacked" }));
    harness.ok("dashboard-reset", json!({ "id": page }));
    assert_eq!(step(&harness), json!({ "key": "resetPage", "params": { "name": "Main" } }));
    let reset = cards(&harness, &page);
    let same: Vec<_> = reset.iter().cloned().map(without_id).collect();
    assert_eq!(same, start);
    assert!(
        reset.iter().all(|card| !before["dashboard"].contains_key(card["id"].as_str().unwrap()))
    );
    let stored = |tables: &crate::harness::Tables| {
        let rows = tables["dashboard"].values().filter(|row| row["tombstone"] == 0);
        let mut metas: Vec<_> = rows.map(|row| row["meta"].to_string()).collect();
        metas.sort();
        metas
    };
    assert_eq!(stored(&harness.tables()), stored(&before), "byte for byte");
    for _ in 0..3 {
        harness.ok("undo", json!({}));
    }
    assert_eq!(pages(&harness), first);
}

#[test]
fn pages_are_added_renamed_and_deleted_with_their_cards() {
    let harness = Harness::new();
    let page = harness.ok("dashboard-create", json!({ "name": " Trips " }));
    assert_eq!(step(&harness), json!({ "key": "addedPage", "params": { "name": "Trips" } }));
    add(&harness, &page, "cash-flow-card", Json::Null);
    harness.ok("dashboard-rename", json!({ "id": page, "name": "Travel" }));
    let renamed = json!({ "key": "renamedPage", "params": { "from": "Trips", "to": "Travel" } });
    assert_eq!(step(&harness), renamed);
    let last = pages(&harness)[1].clone();
    assert_eq!((&last["name"], last["cards"].as_array().unwrap().len()), (&json!("Travel"), 1));
    let lines = harness.changes("dashboard-delete", page.clone());
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_eq!(pages(&harness).len(), 1);
    for call in ["dashboard-delete", "dashboard-reset", "dashboard-export"] {
        harness.refused(call, page.clone(), "dashboard-not-found");
    }
    harness.refused("dashboard-delete", json!({ "id": MAIN }), "last-dashboard");
    harness.ok("undo", json!({}));
    assert_eq!(pages(&harness)[1], last);
    harness.refused("dashboard-create", json!({ "name": " " }), "name-required");
    let long = "x".repeat(251);
    harness.refused("dashboard-rename", json!({ "id": page, "name": long }), "name-too-long");
    let empty = harness.changes("dashboard-rename", json!({ "id": page, "name": "Travel " }));
    assert_eq!(empty, [""; 0]);
}

#[test]
fn moving_and_resizing_writes_what_differs() {
    let harness = Harness::new();
    let page = new_page(&harness);
    let (one, other) = (
        add(&harness, &page, "summary-card", Json::Null),
        add(&harness, &page, "summary-card", Json::Null),
    );
    let (id, other_id) = (one.as_str().unwrap(), other.as_str().unwrap());
    let widgets = json!([
        { "id": one, "x": 0, "y": 3, "width": 4, "height": 2 },
        { "id": other, "x": 4, "y": 0, "width": 4, "height": 2 },
    ]);
    assert_eq!(
        harness.changes("dashboard-update", widgets),
        [format!("dashboard {id} y: 3")],
        "also as a bare list"
    );
    assert_eq!(step(&harness), json!({ "key": "movedCards", "params": { "count": 1 } }));
    let widgets = json!([{ "id": one, "y": 5 }, { "id": other, "width": 8 }]);
    let lines = harness.changes("dashboard-update", json!({ "widgets": widgets }));
    assert_eq!(lines, [format!("dashboard {id} y: 5"), format!("dashboard {other_id} width: 8")]);
    assert_eq!(step(&harness), json!({ "key": "resizedCards", "params": { "count": 1 } }));
    harness.ok("undo", json!({}));
    assert_eq!(cards(&harness, &page)[0]["width"], 4);

    let refused = |widgets: Json, code: &str| harness.refused("dashboard-update", widgets, code);
    refused(json!([{ "id": one, "x": 9 }]), "invalid-card");
    refused(json!([{ "id": one, "height": 0 }]), "invalid-card");
    refused(json!([{ "id": one, "y": -1 }]), "invalid-card");
    refused(json!([{ "id": one, "y": 0.5 }]), "bad-arguments");
    refused(json!([{ "id": one, "y": 9 }, { "id": "none", "y": 9 }]), "card-not-found");
    refused(json!([{ "id": one, "y": 9 }, { "id": one, "y": 8 }]), "invalid-card");
    assert_eq!(harness.changes("dashboard-update", json!([])), [""; 0]);
}

#[test]
fn a_changed_setting_leaves_all_others_as_they_are() {
    let harness = Harness::new();
    let page = new_page(&harness);
    let meta = json!({ "name": "A", "timeFrame": { "mode": "full" } });
    let id = add(&harness, &page, "summary-card", meta);
    let id = id.as_str().unwrap();
    let stored = r#"{ "own": 0.30000000000000004, "name":"A", "z":{"b":1,"a":2} }"#;
    harness.write(vec![Change::new("dashboard", id, "meta", stored)]);
    let args = json!({ "id": id, "meta": { "name": "B", "content": null } });
    let text = r#"{"own":0.30000000000000004,"name":"B","z":{"b":1,"a":2},"content":null}"#;
    let line = format!("dashboard {id} meta: {}", json!(text));
    assert_eq!(harness.changes("dashboard-update-widget", args.clone()), [line]);
    let facts = json!({ "name": "B", "type": "summary-card" });
    assert_eq!(step(&harness), json!({ "key": "changedCard", "params": facts }));
    assert_eq!(harness.changes("dashboard-update-widget", args), [""; 0], "nothing is new");
    harness.ok("dashboard-update-widget", json!({ "id": id, "remove": ["own", "content"] }));
    assert_eq!(cards(&harness, &page)[0]["meta"], json!({ "name": "B", "z": { "b": 1, "a": 2 } }));

    harness.write(vec![Change::new("dashboard", id, "meta", "{oops")]);
    let card = cards(&harness, &page)[0].clone();
    assert_eq!((&card["meta"], &card["isMetaUnreadable"]), (&Json::Null, &json!(true)));
    harness.ok("dashboard-update-widget", json!({ "id": id, "meta": { "name": "C" } }));
    let card = cards(&harness, &page)[0].clone();
    let readable = (&json!({ "name": "C" }), &json!(false));
    assert_eq!((&card["meta"], &card["isMetaUnreadable"]), readable);

    let refused = |meta: Json, code: &str| {
        harness.refused("dashboard-update-widget", json!({ "id": id, "meta": meta }), code)
    };
    refused(json!({ "name": 5 }), "invalid-card");
    refused(json!({ "conditions": "x" }), "invalid-card");
    refused(json!({ "conditions": vec![json!({}); 501] }), "invalid-card");
    refused(json!({ "conditionsOp": "not" }), "invalid-card");
    refused(json!({ "content": "x".repeat(200_000) }), "invalid-card");
    refused(json!([]), "bad-arguments");
    let none = json!({ "id": "none", "meta": {} });
    let error = harness.refused("dashboard-update-widget", none, "card-not-found");
    assert_eq!(error["message"], "Widget not found: none");
}

#[test]
fn cards_are_added_copied_and_removed() {
    let harness = Harness::new();
    let (page, target) = (new_page(&harness), json!(MAIN));
    let at = json!({
        "type": "net-worth-card", "width": 6, "height": 3, "x": 2, "y": 9,
        "dashboard_page_id": page,
    });
    let id = harness.ok("dashboard-add-widget", at.clone());
    let facts = json!({ "name": "", "type": "net-worth-card" });
    assert_eq!(step(&harness), json!({ "key": "addedCard", "params": facts }));
    let stored = json!({
        "id": id, "type": "net-worth-card", "x": 2, "y": 9, "width": 6, "height": 3,
        "meta": null, "isMetaUnreadable": false,
    });
    assert_eq!(cards(&harness, &page), [stored]);
    harness.ok("dashboard-update-widget", json!({ "id": id, "meta": { "name": "Worth" } }));
    let args = json!({ "id": id, "targetDashboardPageId": target });
    let copy = harness.ok("dashboard-copy-widget", args);
    let copied = cards(&harness, &target).into_iter().find(|card| card["id"] == copy).unwrap();
    let expected = json!({
        "id": copy, "type": "net-worth-card", "x": 0, "y": 12, "width": 6, "height": 3,
        "meta": { "name": "Worth" }, "isMetaUnreadable": false,
    });
    assert_eq!(copied, expected);
    harness.ok("dashboard-remove-widget", id.clone());
    assert_eq!(cards(&harness, &page), [Json::Null; 0]);
    let gone = json!({ "id": id, "targetDashboardPageId": target });
    harness.refused("dashboard-copy-widget", gone, "card-not-found");

    let refused = |changes: Json, code: &str| {
        let mut args = at.clone();
        args.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        harness.refused("dashboard-add-widget", args, code)
    };
    let error = refused(json!({ "type": "horoscope-card" }), "invalid-card");
    assert_eq!(error["message"], "Unsupported widget type: horoscope-card");
    refused(json!({ "x": null }), "invalid-card");
    refused(json!({ "x": 8 }), "invalid-card");
    refused(json!({ "width": 13, "x": null, "y": null }), "invalid-card");
    refused(json!({ "dashboard_page_id": "none" }), "dashboard-not-found");
    refused(json!({ "type": "custom-report" }), "invalid-card");
    let missing = json!({ "type": "custom-report", "meta": { "id": "none" } });
    refused(missing, "report-not-found");
}

#[test]
fn a_page_holds_no_more_than_five_hundred_cards() {
    let harness = Harness::new();
    let page = new_page(&harness);
    let page_id = page.as_str().unwrap();
    let card = |at| Change::new("dashboard", format!("c{at}"), "dashboard_page_id", page_id);
    harness.write((0..500).map(card).collect());
    let args = json!({
        "type": "net-worth-card", "width": 4, "height": 2, "dashboard_page_id": page,
    });
    let error = harness.refused("dashboard-add-widget", args, "too-many-cards");
    assert_eq!(error["meta"], json!({ "most": 500 }));
    let widget = json!({ "type": "markdown-card", "x": 0, "y": 0, "width": 1, "height": 1 });
    let file = json!({ "version": 1, "widgets": vec![widget; 501] }).to_string();
    let args = json!({ "content": file, "dashboardPageId": page });
    harness.refused("dashboard-import", args, "too-many-cards");
}

#[test]
fn a_card_that_other_programs_treat_as_an_experiment_is_switched_on_there() {
    let harness = Harness::new();
    let page = new_page(&harness);
    let before = harness.tables();
    add(&harness, &page, "sankey-card", Json::Null);
    let lines = changed(&before, &harness.tables());
    let flag = "preferences flags.sankeyReport value: \"true\"";
    assert!(lines.iter().any(|line| line == flag), "{lines:?}");
    let before = harness.tables();
    add(&harness, &page, "sankey-card", Json::Null);
    let lines = changed(&before, &harness.tables());
    assert!(lines.iter().all(|line| !line.starts_with("preferences")), "{lines:?}");
}

#[test]
fn a_file_is_exported_and_imported_with_its_reports_as_one_step() {
    let harness = Harness::new();
    let page = new_page(&harness);
    let report = harness.ok("report/create", json!({ "name": "Food", "groupBy": "Payee" }));
    add(&harness, &page, "custom-report", json!({ "id": report }));
    add(&harness, &page, "markdown-card", json!({ "content": "# A", "own": [1] }));
    let unknown = Change::new("dashboard", "odd", "type", "horoscope-card");
    harness.write(vec![
        unknown,
        Change::new("dashboard", "odd", "dashboard_page_id", page.as_str().unwrap()),
    ]);
    let file = harness.ok("dashboard-export", page.clone());
    assert_eq!((&file["version"], file["widgets"].as_array().unwrap().len()), (&json!(1), 2));
    let saved = harness.ok("report/get", json!({}))[0].clone();
    assert_eq!(file["widgets"][0]["meta"], saved);

    harness.ok("report/delete", report.clone());
    assert_eq!(
        harness.ok("dashboard-export", page.clone())["widgets"].as_array().unwrap().len(),
        1
    );
    harness.ok("report/create", json!({ "name": "Food" }));
    let before = (pages(&harness), harness.ok("report/get", json!({})));
    let contents = STANDARD.encode(file.to_string());
    let upload = json!({ "filename": "page.json", "contents": contents });
    let handle = harness.ok("upload-file-web", upload)["filepath"].clone();
    harness.ok("dashboard-import", json!({ "filePath": handle, "dashboardPageId": MAIN }));
    assert_eq!(step(&harness), json!({ "key": "importedPage", "params": { "name": "Main" } }));
    let imported = cards(&harness, &json!(MAIN));
    let metas: Vec<_> = imported.iter().map(|card| card["meta"].clone()).collect();
    assert_eq!(metas, [json!({ "id": report }), json!({ "content": "# A", "own": [1] })]);
    let reports = harness.ok("report/get", json!({}));
    let names: Vec<_> = reports.as_array().unwrap().iter().map(|it| &it["name"]).collect();
    assert_eq!(names, ["Food", "Food 2"], "the one that came back yields its name");
    assert_eq!(reports[1]["groupBy"], "Payee");
    harness.ok("undo", json!({}));
    assert_eq!((pages(&harness), harness.ok("report/get", json!({}))), before);
    harness.ok("redo", json!({}));
    assert_eq!(cards(&harness, &json!(MAIN)), imported);
}

#[test]
fn an_import_with_a_fault_changes_nothing() {
    let harness = Harness::new();
    let refused = |args: Json, code: &str| harness.refused("dashboard-import", args, code);
    let of = |content: &str, page: &str| json!({ "content": content, "dashboardPageId": page });
    let good = json!({ "version": 1, "widgets": [] }).to_string();
    assert_eq!(refused(of("{", MAIN), "invalid-dashboard")["message"], "Invalid JSON file.");
    let error = refused(of("{}", MAIN), "invalid-dashboard");
    assert_eq!(error["meta"]["reason"], "Dashboard is missing field version");
    refused(of(&good, "none"), "dashboard-not-found");
    refused(json!({ "filePath": "gone", "dashboardPageId": MAIN }), "file-not-found");
    refused(json!({ "dashboardPageId": MAIN }), "bad-arguments");
    let both = json!({ "content": good, "filePath": "x", "dashboardPageId": MAIN });
    refused(both, "bad-arguments");
    refused(of(&" ".repeat((8 << 20) + 1), MAIN), "upload-too-large");
}

#[test]
fn tabs_hear_of_written_cards_pages_and_reports() {
    let harness = Harness::new();
    let tables = |call: &str, args: Json| {
        harness.events();
        harness.ok(call, args);
        let events = harness.events();
        let applied = events.into_iter().find(|(name, _)| name == "sync-event").unwrap().1;
        applied["tables"].clone()
    };
    assert_eq!(tables("dashboard-create", json!({ "name": "A" })), json!(["dashboard_pages"]));
    assert_eq!(tables("dashboard-reset", json!({ "id": MAIN })), json!(["dashboard"]));
    assert_eq!(tables("report/create", json!({ "name": "A" })), json!(["custom_reports"]));
}

/// A file of another program, with its cards and reports as that program lists them.
fn of_other_program() -> (Harness, Json) {
    let harness = Harness::empty();
    let file = |name: &str| fs::read(fixture(&format!("reports/files/{name}"))).unwrap();
    interop::import(&harness, &file("dashboards_26_9.zip"));
    let expected = serde_json::from_slice(&file("dashboards_26_9.expected.json")).unwrap();
    (harness, expected)
}

#[test]
fn pages_cards_and_reports_of_another_program_are_read() {
    let (harness, expected) = of_other_program();
    let pages = pages(&harness);
    let named: Vec<_> =
        pages.iter().map(|it| json!({ "id": it["id"], "name": it["name"] })).collect();
    assert_eq!(json!(named), expected["pages"]);
    let mut count = 0;
    for card in expected["cards"].as_array().unwrap() {
        let page = pages.iter().find(|page| page["id"] == card["dashboard_page_id"]);
        let shown = page.and_then(|page| {
            page["cards"].as_array().unwrap().iter().find(|it| it["id"] == card["id"])
        });
        let Some(shown) = shown else {
            assert_eq!(expected["shown_nowhere"], json!([card["id"]]));
            continue;
        };
        count += 1;
        for key in ["type", "x", "y", "width", "height"] {
            assert_eq!(shown[key], card[key], "{key} of {}", card["id"]);
        }
        // The vectors do not repeat the long text of the default card.
        let is_default_text = card["meta"]["content"]
            .as_str()
            .is_some_and(|text| text.starts_with("(the default text"));
        assert!(is_default_text || shown["meta"] == card["meta"], "meta of {}", card["id"]);
    }
    let all: usize = pages.iter().map(|page| page["cards"].as_array().unwrap().len()).sum();
    assert_eq!((count, all), (124, 124));
    let mut reports = expected["reports"].clone();
    for report in reports.as_array_mut().unwrap() {
        report.as_object_mut().unwrap().remove("metadata");
    }
    assert_eq!(harness.ok("report/get", json!({})), reports);
}

#[test]
fn opening_a_file_of_another_program_writes_nothing_and_an_edit_one_value() {
    let (harness, _) = of_other_program();
    let stored = harness.tables();
    harness.ok("dashboards-get", json!({}));
    let folder = harness.folder();
    harness.ok("close-budget", json!({}));
    let closed = crate::harness::tables(&folder);
    assert_eq!(closed, stored);
    let messages = |folder: &std::path::Path| -> i64 {
        let reader = sobre_actors::db::Reader::open(folder).unwrap();
        reader.query_row("SELECT count(*) FROM messages_crdt", [], |row| row.get(0)).unwrap()
    };
    assert_eq!(messages(&folder), 0);

    let id = folder.file_name().unwrap().to_str().unwrap().to_owned();
    harness.ok("load-budget", json!({ "id": id }));
    let args = json!({ "id": "summary-001", "meta": { "name": "Ours" } });
    let lines = harness.changes("dashboard-update-widget", args);
    assert_eq!(lines.len(), 1, "{lines:?}");
    let text = stored["dashboard"]["summary-001"]["meta"].as_str().unwrap();
    let now = harness.tables()["dashboard"]["summary-001"]["meta"].as_str().unwrap().to_owned();
    let mut settings: Json = serde_json::from_str(text).unwrap();
    settings["name"] = json!("Ours");
    assert_eq!(serde_json::from_str::<Json>(&now).unwrap(), settings);
    assert_eq!(messages(&harness.folder()), 1);

    let exported = harness.ok("export-budget", json!({}));
    let again = Harness::empty();
    interop::import(&again, &STANDARD.decode(exported["data"].as_str().unwrap()).unwrap());
    let mut expected = stored;
    expected.get_mut("dashboard").unwrap().get_mut("summary-001").unwrap()["meta"] = json!(now);
    assert_eq!(again.tables(), expected);
}

#[test]
fn a_page_of_another_program_is_exported_and_imported_as_it_is() {
    let (harness, _) = of_other_program();
    for page in pages(&harness) {
        let file = harness.ok("dashboard-export", page["id"].clone());
        let args = json!({ "content": file.to_string(), "dashboardPageId": page["id"] });
        let reports = harness.ok("report/get", json!({}));
        harness.ok("dashboard-import", args);
        assert_eq!(harness.ok("dashboard-export", page["id"].clone()), file);
        assert_eq!(harness.ok("report/get", json!({})), reports);
    }
}
