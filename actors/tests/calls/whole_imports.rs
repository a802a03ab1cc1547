//! Whole budgets of other programs: the vectors of the reference engine, and hostile files.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};

use sobre_actors::environment::Environment;

use crate::harness::{Harness, Tables};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/ledger")
}

fn json_file(name: &str) -> Json {
    serde_json::from_slice(&std::fs::read(fixtures().join(name)).unwrap()).unwrap()
}

fn import(harness: &Harness, name: &str, kind: &str, bytes: &[u8]) -> Result<Json, Json> {
    let file = json!({ "filename": name, "contents": STANDARD.encode(bytes) });
    let upload = harness.ok("upload-file-web", file);
    harness.call("import-budget", json!({ "filepath": upload["filepath"], "type": kind }))
}

fn flag(value: &Json) -> Json {
    (value.as_i64().unwrap_or_default() == 1).into()
}

fn month(yyyymm: &Json) -> String {
    let stored = yyyymm.as_i64().unwrap();
    format!("{}-{:02}", stored / 100, stored % 100)
}

fn day(yyyymmdd: &Json) -> String {
    let stored = yyyymmdd.as_i64().unwrap();
    format!("{}-{:02}-{:02}", stored / 10_000, stored / 100 % 100, stored % 100)
}

/// The rows of a budget in the vectors' form.
struct ImportedRows<'t> {
    tables: &'t Tables,
    accounts: BTreeMap<&'t str, &'t str>,
    payees: BTreeMap<&'t str, String>,
    categories: BTreeMap<&'t str, String>,
}

impl<'t> ImportedRows<'t> {
    fn of(tables: &'t Tables) -> Self {
        let name = |row: &'t Map<String, Json>| row["name"].as_str().unwrap();
        let accounts: BTreeMap<_, _> =
            tables["accounts"].iter().map(|(id, row)| (id.as_str(), name(row))).collect();
        let payee = |row: &'t Map<String, Json>| match row["transfer_acct"].as_str() {
            Some(account) => format!("transfer:{}", accounts[account]),
            None => name(row).to_owned(),
        };
        let payees = tables["payees"].iter().map(|(id, row)| (id.as_str(), payee(row))).collect();
        let category = |row: &'t Map<String, Json>| {
            let group = &tables["category_groups"][row["cat_group"].as_str().unwrap()];
            format!("{}/{}", name(group), name(row))
        };
        let categories =
            tables["categories"].iter().map(|(id, row)| (id.as_str(), category(row))).collect();
        Self { tables, accounts, payees, categories }
    }

    fn category(&self, id: &Json) -> Json {
        id.as_str().map_or(Json::Null, |id| self.categories[id].as_str().into())
    }

    fn payee(&self, id: &Json) -> Json {
        id.as_str().map_or(Json::Null, |id| self.payees[id].as_str().into())
    }

    fn accounts(&self) -> Json {
        let rows = self.tables["accounts"].values().map(|row| {
            json!({ "name": row["name"], "offbudget": flag(&row["offbudget"]),
                    "closed": flag(&row["closed"]) })
        });
        sorted(rows.collect())
    }

    fn groups(&self) -> Json {
        let in_order = |table: &str, of: Option<&str>| {
            let mut rows: Vec<_> = self.tables[table]
                .iter()
                .filter(|(_, row)| of.is_none_or(|of| row["cat_group"] == of))
                .collect();
            rows.sort_by_key(|(_, row)| row["sort_order"].as_i64());
            rows
        };
        let groups = in_order("category_groups", None).into_iter().map(|(id, row)| {
            let categories = in_order("categories", Some(id))
                .into_iter()
                .map(|(_, row)| json!({ "name": row["name"], "hidden": flag(&row["hidden"]) }));
            json!({
                "name": row["name"], "is_income": flag(&row["is_income"]),
                "hidden": flag(&row["hidden"]), "categories": categories.collect::<Vec<_>>(),
            })
        });
        sorted(groups.collect())
    }

    /// Transactions by content; links are replaced by the content they lead to.
    fn transactions(&self) -> Json {
        let rows = &self.tables["transactions"];
        let told = |row: &Map<String, Json>| {
            let mut told = json!({
                "account": self.accounts[row["acct"].as_str().unwrap()],
                "date": day(&row["date"]), "amount": row["amount"],
                "payee": self.payee(&row["description"]),
                "category": self.category(&row["category"]), "notes": row["notes"],
                "cleared": flag(&row["cleared"]), "reconciled": flag(&row["reconciled"]),
                "imported_id": row["financial_id"],
                "imported_payee": row["imported_description"],
            });
            if row["isParent"] == 1 {
                told["is_parent"] = true.into();
            }
            told
        };
        let with_links = rows.values().map(|row| {
            let mut this = told(row);
            for (name, column) in [("parent", "parent_id"), ("transfer_of", "transferred_id")] {
                if let Some(other) = row[column].as_str() {
                    this[name] = told(&rows[other]);
                }
            }
            this
        });
        sorted(with_links.collect())
    }

    fn notes(&self) -> Json {
        let groups = &self.tables["category_groups"];
        let of = |id: &str| match groups.get(id) {
            Some(group) => group["name"].clone(),
            None => self.categories[id].as_str().into(),
        };
        let notes = self.tables["notes"].iter();
        sorted(notes.map(|(id, row)| json!({ "of": of(id), "note": row["note"] })).collect())
    }

    fn budget(&self) -> Json {
        let rows = self.tables["zero_budgets"].values().map(|row| {
            json!({
                "month": month(&row["month"]), "category": self.category(&row["category"]),
                "amount": row["amount"], "carryover": flag(&row["carryover"]),
            })
        });
        sorted(rows.collect())
    }

    fn schedules(&self) -> Json {
        let rows = self.tables["schedules"].iter().map(|(id, row)| {
            let rule = &self.tables["rules"][row["rule"].as_str().unwrap()];
            let parsed = |column: &str| -> Vec<Json> {
                serde_json::from_str(rule[column].as_str().unwrap()).unwrap()
            };
            let conditions = parsed("conditions");
            let of = |field: &str| conditions.iter().find(|it| it["field"] == field).unwrap();
            let nexts = &self.tables["schedules_next_date"];
            let next = nexts.values().find(|next| next["schedule_id"] == id.as_str()).unwrap();
            let actions = parsed("actions").into_iter().filter(|it| it["op"] != "link-schedule");
            json!({
                "name": row["name"], "next_date": day(&next["local_next_date"]),
                "posts_transaction": flag(&row["posts_transaction"]),
                "payee": self.payee(&of("description")["value"]),
                "account": self.accounts[of("acct")["value"].as_str().unwrap()],
                "amount": of("amount")["value"], "amount_op": of("amount")["op"],
                "date": of("date")["value"],
                "actions": actions.map(|action| self.action(action)).collect::<Vec<_>>(),
            })
        });
        sorted(rows.collect())
    }

    fn action(&self, mut action: Json) -> Json {
        action["value"] = match action["field"].as_str() {
            Some("category") => self.category(&action["value"]),
            Some("description") => self.payee(&action["value"]),
            Some(_) | None => action["value"].take(),
        };
        action.as_object_mut().unwrap().remove("type");
        action
    }
}

fn sorted(mut rows: Vec<Json>) -> Json {
    rows.sort_by_key(ToString::to_string);
    rows.into()
}

/// The expected transactions, with links replaced by the content they lead to.
fn linked(expected: &Json) -> Json {
    let rows = expected.as_array().unwrap();
    let plain = |row: &Json| {
        let mut row = row.clone();
        for key in ["id", "parent", "transfer_of"] {
            row.as_object_mut().unwrap().shift_remove(key);
        }
        row
    };
    let by_id: BTreeMap<_, _> =
        rows.iter().map(|row| (row["id"].as_str().unwrap(), plain(row))).collect();
    let linked = rows.iter().map(|row| {
        let mut told = plain(row);
        for key in ["parent", "transfer_of"] {
            if let Some(other) = row[key].as_str() {
                told[key] = by_id[other].clone();
            }
        }
        told
    });
    sorted(linked.collect())
}

fn assert_same(told: Json, expected: &Json, what: &str) {
    let of = |rows: &Json| -> Vec<String> {
        rows.as_array()
            .unwrap()
            .iter()
            .map(canonical)
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect()
    };
    assert_eq!(told.as_array().unwrap().len(), expected.as_array().unwrap().len(), "{what}");
    for (one, two) in of(&told).iter().zip(&of(expected)) {
        assert_eq!(one, two, "{what}");
    }
}

/// Text independent of the order of keys.
fn canonical(value: &Json) -> String {
    match value {
        Json::Object(map) => {
            let sorted: BTreeMap<_, _> =
                map.iter().map(|(key, value)| (key, canonical(value))).collect();
            format!("{sorted:?}")
        }
        Json::Array(list) => format!("{:?}", list.iter().map(canonical).collect::<Vec<_>>()),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => value.to_string(),
    }
}

#[track_caller]
fn golden(file: &str) {
    let expected = json_file(&format!("budgets/{file}.expected.json"));
    let harness = Harness::empty_on("2024-06-15".parse().unwrap());
    let bytes = std::fs::read(fixtures().join("budgets").join(file)).unwrap();
    let kind = expected["type"].as_str().unwrap();
    let made = import(&harness, file, kind, &bytes).unwrap();
    harness.ok("load-budget", json!({ "id": made["id"] }));
    let events: Vec<_> = harness.events().into_iter().map(|(name, _)| name).collect();
    assert!(events.contains(&"start-import".into()) && events.contains(&"finish-import".into()));
    assert_eq!(harness.ok("load-prefs", json!({}))["budgetName"], expected["budget_name"]);
    let tables = harness.tables();
    let told = ImportedRows::of(&tables);
    assert_same(told.accounts(), &expected["accounts"], "accounts");
    let payees = |kept: bool| {
        let rows = tables["payees"].values();
        let rows = rows.filter(|row| row["transfer_acct"].is_null() == kept);
        rows.map(|row| {
            if kept {
                row["name"].clone()
            } else {
                told.accounts[row["transfer_acct"].as_str().unwrap()].into()
            }
        })
        .collect::<Vec<Json>>()
    };
    assert_same(payees(true).into(), &expected["payees"], "payees");
    assert_same(payees(false).into(), &expected["transfer_payees"], "transfer payees");
    assert_same(told.groups(), &expected["groups"], "groups");
    assert_same(told.transactions(), &linked(&expected["transactions"]), "transactions");
    assert_same(told.notes(), &expected["notes"], "notes");
    assert_same(told.budget(), &expected["budget"], "budget");
    assert_same(told.schedules(), &expected["schedules"], "schedules");
    assert_eq!(tables["rules"].len(), expected["schedules"].as_array().unwrap().len());
    // Nothing in it needs repair, except that YNAB4's split lines have no payee.
    let fixed = harness.ok("tools/fix-split-transactions", json!({}));
    for (what, count) in fixed
        .as_object()
        .unwrap()
        .iter()
        .filter(|(what, _)| kind != "ynab4" || *what != "numBlankPayees")
    {
        assert!(*count == 0 || count.as_array().is_some_and(Vec::is_empty), "{what}: {count}");
    }
}

#[test]
fn a_ynab4_zip_becomes_the_budget_of_the_reference_engine() {
    golden("My Budget.ynab4.zip");
}

#[test]
fn a_ynab4_folder_in_a_usual_place_is_found_and_imported() {
    let home = tempfile::tempdir().unwrap();
    let mut environment = Environment::fixed("2024-06-15".parse().unwrap());
    environment.home = Some(home.path().to_owned());
    let harness = Harness::with(environment);
    assert_eq!(harness.ok("get-ynab4-files", json!({})), json!([]));
    let place = home.path().join("Documents/YNAB");
    std::fs::create_dir_all(place.join("Empty.ynab4")).unwrap();
    let bytes = std::fs::read(fixtures().join("budgets/My Budget.ynab4.zip")).unwrap();
    zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap().extract(&place).unwrap();
    let found = harness.ok("get-ynab4-files", json!({}));
    let folder = place.join("My Budget~AB12CD34.ynab4");
    assert_eq!(found, json!([{ "name": "My Budget", "filepath": folder.to_str().unwrap() }]));
    let import = |filepath: &str| {
        harness.call("import-budget", json!({ "filepath": filepath, "type": "ynab4" }))
    };
    let made = import(folder.to_str().unwrap()).unwrap();
    harness.ok("load-budget", json!({ "id": made["id"] }));
    assert_eq!(harness.tables()["transactions"].len(), 10);
    for elsewhere in [place.join("Empty.ynab4"), home.path().to_owned(), "/etc".into()] {
        let error = import(elsewhere.to_str().unwrap()).unwrap_err();
        assert_eq!(error["code"], "file-not-found", "{elsewhere:?}");
    }
    let outside = json!({ "relativeDataFolderName": "../.." }).to_string();
    std::fs::write(folder.join("Budget.ymeta"), outside).unwrap();
    assert_eq!(import(folder.to_str().unwrap()).unwrap_err()["code"], "not-ynab4");
}

#[test]
fn an_nynab_export_becomes_the_budget_of_the_reference_engine() {
    golden("plan-a.json");
}

#[test]
fn unusable_files_are_refused_as_by_the_reference_engine() {
    let harness = Harness::empty();
    let sample = std::fs::read(fixtures().join("budgets/My Budget.ynab4.zip")).unwrap();
    for case in json_file("budget-import-errors.json")["cases"].as_array().unwrap() {
        let name = case["file_name"].as_str().unwrap();
        let content = match case["content"].as_str().unwrap() {
            "(zip)" if name.starts_with("noroot") => rootless(&sample),
            "(zip)" => sample.clone(),
            // Each character is one byte.
            text => text.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect(),
        };
        let error = import(&harness, name, case["type"].as_str().unwrap(), &content).unwrap_err();
        assert_eq!(error["code"], case["expected"]["error"], "{name}: {error}");
    }
    assert_eq!(harness.ok("get-budgets", json!({})), json!([]));
}

/// The same entries without their folder.
fn rootless(zip: &[u8]) -> Vec<u8> {
    let mut from = zip::ZipArchive::new(std::io::Cursor::new(zip)).unwrap();
    let mut to = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for place in 0..from.len() {
        let mut entry = from.by_index(place).unwrap();
        let name = entry.name().unwrap().into_owned();
        let Some((_, name)) = name.split_once('/').filter(|(_, name)| !name.is_empty()) else {
            continue;
        };
        to.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        std::io::copy(&mut entry, &mut to).unwrap();
    }
    to.finish().unwrap().into_inner()
}

fn plan() -> Json {
    json_file("budgets/plan-a.json")
}

fn refused(harness: &Harness, bytes: &[u8], code: &str, what: &str) {
    let error = import(harness, "a.json", "ynab5", bytes).unwrap_err();
    assert_eq!(error["code"], code, "{what}: {error}");
    assert_eq!(harness.ok("get-budgets", json!({})), json!([]), "{what}");
    let left: Vec<_> = std::fs::read_dir(harness.data_dir())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with(".new"))
        .collect();
    assert!(left.is_empty(), "{what} leaves {left:?}");
}

#[test]
fn texts_that_are_no_export_say_so() {
    let harness = Harness::empty();
    refused(&harness, b"", "parse-error", "nothing");
    refused(&harness, b"hello", "parse-error", "words");
    refused(&harness, b"\xff\xfe{}", "parse-error", "other letters");
    refused(&harness, b"{}", "not-ynab5", "no name");
    refused(&harness, b"[]", "not-ynab5", "a list");
    refused(&harness, b"{\"data\":{\"budget\":{\"name\":\" \"}}}", "not-ynab5", "a blank name");
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    refused(&harness, deep.as_bytes(), "parse-error", "depth");
    let deep = format!("{}1{}", "{\"data\":".repeat(100_000), "}".repeat(100_000));
    refused(&harness, deep.as_bytes(), "parse-error", "deep wrappings");
}

#[test]
fn what_cannot_be_a_budget_leaves_nothing_behind() {
    let harness = Harness::empty();
    let amounts = [i64::MAX, i64::MIN, 10 * (1 << 51)];
    for (path, values) in [
        ("transactions", amounts.map(Json::from).to_vec()),
        ("subtransactions", amounts.map(Json::from).to_vec()),
        ("transactions", vec![json!(1.5), json!("12"), json!(1e300), Json::Null]),
    ] {
        for value in values {
            let mut plan = plan();
            plan["data"]["budget"][path][0]["amount"] = value.clone();
            refused(&harness, plan.to_string().as_bytes(), "unknown", &format!("{path} {value}"));
        }
    }
    for date in ["", "2024-02-30", "soon", "0001-01-01", "9999-12-31", "é024-01-011"] {
        let mut plan = plan();
        plan["data"]["budget"]["transactions"][0]["date"] = date.into();
        refused(&harness, plan.to_string().as_bytes(), "unknown", date);
    }
    let mut twice = plan();
    let row = twice["data"]["budget"]["transactions"][0].clone();
    twice["data"]["budget"]["transactions"].as_array_mut().unwrap().push(row);
    refused(&harness, twice.to_string().as_bytes(), "unknown", "a transaction twice");
}

#[test]
fn wrappings_may_be_there_or_not() {
    let bare = plan()["data"]["budget"].clone();
    for wrapped in [
        bare.clone(),
        json!({ "budget": bare }),
        json!({ "plan": bare }),
        json!({ "data": { "plan": bare } }),
    ] {
        let harness = Harness::empty();
        import(&harness, "a.json", "ynab5", wrapped.to_string().as_bytes()).unwrap();
    }
}

#[test]
fn a_second_import_of_the_same_file_is_a_budget_of_its_own() {
    let harness = Harness::empty();
    let bytes = plan().to_string();
    let first = import(&harness, "a.json", "ynab5", bytes.as_bytes()).unwrap();
    let second = import(&harness, "a.json", "ynab5", bytes.as_bytes()).unwrap();
    assert_ne!(first["id"], second["id"]);
    assert_eq!(harness.ok("get-budgets", json!({})).as_array().unwrap().len(), 2);
}

#[test]
fn a_zip_that_unpacks_to_far_more_is_refused() {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    let mut add = |name: &str, bytes: &[u8]| {
        zip.start_file(name, options).unwrap();
        zip.write_all(bytes).unwrap();
    };
    add("B.ynab4/Budget.ymeta", br#"{"relativeDataFolderName":"d"}"#);
    let device = br#"{"deviceGUID":"g","hasFullKnowledge":true,"knowledge":"A-1"}"#;
    add("B.ynab4/d/devices/A.ydevice", device);
    let more = usize::try_from(sobre_actors::files::RATIO_FROM).unwrap() + 1;
    add("B.ynab4/d/g/Budget.yfull", &vec![b' '; more]);
    let bytes = zip.finish().unwrap().into_inner();
    let harness = Harness::empty();
    let error = import(&harness, "B.ynab4.zip", "ynab4", &bytes).unwrap_err();
    assert_eq!(error["code"], "zip-too-large", "{error}");
    assert_eq!(error["meta"]["zipReason"], "compression-ratio");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever single values change: a budget that opens, or nothing at all.
    #[test]
    fn a_changed_export_is_imported_completely_or_not_at_all(
        list in prop::sample::select(vec![
            "accounts", "payees", "category_groups", "categories", "months", "transactions",
            "subtransactions", "scheduled_transactions",
        ]),
        place in any::<prop::sample::Index>(),
        column in any::<prop::sample::Index>(),
        value in prop::sample::select(vec![
            json!(null), json!(true), json!(0), json!(-1), json!(i64::MAX), json!(""), json!("a1"),
            json!("x1"), json!("tp_a2"), json!("c1"), json!("2024-13-01"), json!([]), json!({}),
        ]),
    ) {
        let mut plan = plan();
        let rows = plan["data"]["budget"][list].as_array_mut().unwrap();
        let row = place.get_mut(rows.as_mut_slice()).as_object_mut().unwrap();
        let names: Vec<_> = row.keys().cloned().collect();
        row[column.get(&names)] = value;
        let harness = Harness::empty();
        match import(&harness, "a.json", "ynab5", plan.to_string().as_bytes()) {
            Ok(made) => {
                harness.ok("load-budget", json!({ "id": made["id"] }));
                harness.cells();
            }
            Err(error) => {
                prop_assert_eq!(&error["code"], "unknown", "{}", error);
                prop_assert_eq!(harness.ok("get-budgets", json!({})), json!([]));
            }
        }
    }
}
