//! The recorded answers of banks, imported by calls: the ledger that they leave, and that the same
//! answer again changes nothing.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};
use sobre_engine::banks::{
    BankAnswer, Plan, PlannedAccount, Provider, enable_banking, plaid, simplefin,
};
use sobre_engine::crdt::{Change, Value};
use sobre_engine::names::MAX_CHARS;

use crate::fake_banks::{FakeBanks, link_rows};
use crate::harness::Harness;
use crate::ledger::ledger;

fn cases(suite: &str) -> Vec<Json> {
    let engine = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/tests/fixtures/banks");
    let text = std::fs::read_to_string(format!("{engine}/{suite}.json")).unwrap();
    let suite: Json = serde_json::from_str(&text).unwrap();
    suite["cases"].as_array().unwrap().clone()
}

fn plan(json: &Json) -> Plan {
    let account = |(account, from): (&String, &Json)| PlannedAccount {
        account: account.clone(),
        from: from.as_str().unwrap().parse().unwrap(),
    };
    Plan {
        today: json["today"].as_str().unwrap().parse().unwrap(),
        accounts: json["accounts"].as_object().unwrap().iter().map(account).collect(),
        cursor: json["cursor"].as_str().unwrap_or_default().to_owned(),
    }
}

fn answer(provider: Provider, raw: &Json, plan: &Plan) -> BankAnswer {
    match provider {
        Provider::Plaid => {
            let texts: Vec<String> =
                raw["pages"].as_array().unwrap().iter().map(Json::to_string).collect();
            let pages: Vec<_> = texts.iter().map(|text| plaid::page(text).unwrap()).collect();
            plaid::read(&pages, plan).remove(0)
        }
        Provider::EnableBanking => {
            let list = |json: &Json| json.as_array().unwrap().clone();
            let of = |(account, it): (&String, &Json)| enable_banking::Fetched {
                account: account.clone(),
                details: it["account"].clone(),
                balances: list(&it["balances"]),
                transactions: list(&it["transactions"]),
                is_cut: false,
            };
            let fetched: Vec<_> = raw.as_object().unwrap().iter().map(of).collect();
            enable_banking::read(&fetched, plan).remove(0)
        }
        Provider::SimpleFin | Provider::GoCardless | Provider::Akahu | Provider::Pluggy => {
            simplefin::read(200, &raw.to_string(), plan).unwrap().accounts.remove(0)
        }
    }
}

/// A budget with the linked account of a case.
fn linked(case: &Json, provider: Provider, external: &str) -> Harness {
    let (id, off) = (case["account"]["id"].as_str().unwrap(), case["account"]["offbudget"] == true);
    let harness = ledger(case["today"].as_str().unwrap(), &[(id, "Bank", off)], &[]);
    let mut changes = link_rows(id, external, provider);
    if let Some(balance) = case["account"]["balance_current"].as_i64() {
        changes.push(Change::new("accounts", id, "balance_current", balance));
    }
    for (key, value) in case["settings"].as_object().into_iter().flatten() {
        let value = Value::from(value.as_str().unwrap());
        changes.push(Change::new("preferences", format!("{key}-{id}"), "value", value));
    }
    harness.write(changes);
    harness
}

/// Writes the transactions that a case begins with; payees have the id `p` and their name.
fn give(harness: &Harness, case: &Json) {
    let account = case["account"]["id"].as_str().unwrap();
    let text = |it: &Json| it.as_str().map_or(Value::Null, Value::from);
    let mut changes = Vec::new();
    for (place, row) in (0_i64..).zip(case["ledger"].as_array().unwrap()) {
        let is = |key: &str| Value::from(row[key] == true);
        let day: i64 = row["date"].as_str().unwrap().replace('-', "").parse().unwrap();
        let mut payee = Value::Null;
        if let Some(name) = row["payee"].as_str() {
            let id = format!("p{name}");
            changes.push(Change::new("payees", &id, "name", name));
            changes.push(Change::new("payee_mapping", &id, "targetId", id.as_str()));
            payee = Value::from(id);
        }
        let category = match row["category"].as_str() {
            Some("Starting Balances") => Value::from("start"),
            Some("Food") => Value::from("food"),
            Some(other) => panic!("{other}"),
            None => Value::Null,
        };
        let raw = row["raw"].is_object().then(|| row["raw"].to_string());
        let columns = [
            ("acct", Value::from(account)),
            ("date", day.into()),
            ("amount", row["amount"].as_i64().unwrap().into()),
            ("description", payee),
            ("category", category),
            ("notes", text(&row["notes"])),
            ("financial_id", text(&row["imported_id"])),
            ("imported_description", text(&row["imported_payee"])),
            ("cleared", is("cleared")),
            ("reconciled", is("reconciled")),
            ("isParent", is("is_parent")),
            ("isChild", is("is_child")),
            ("parent_id", text(&row["parent_id"])),
            ("starting_balance_flag", is("starting_balance_flag")),
            ("tombstone", is("deleted")),
            ("sort_order", (-place).into()),
            ("raw_synced_data", raw.map_or(Value::Null, Value::from)),
        ];
        changes.extend(Change::row("transactions", row["id"].as_str().unwrap(), columns));
    }
    harness.write(changes);
}

/// The ledger as the vectors list it.
fn shown(harness: &Harness) -> Vec<Json> {
    let tables = harness.tables();
    let name = |table: &str, id: &Json| match id.as_str() {
        Some(id) => tables[table][id]["name"].clone(),
        None => Json::Null,
    };
    let row = |row: &Map<String, Json>| {
        let day = row["date"].as_i64().unwrap();
        let mut shown = json!({
            "id": row["id"],
            "date": format!("{}-{:02}-{:02}", day / 10_000, day / 100 % 100, day % 100),
            "amount": row["amount"], "payee": name("payees", &row["description"]),
            "category": name("categories", &row["category"]), "notes": row["notes"],
            "imported_id": row["financial_id"], "imported_payee": row["imported_description"],
            "cleared": row["cleared"] == 1, "reconciled": row["reconciled"] == 1,
        });
        for (key, column) in [
            ("deleted", "tombstone"),
            ("is_parent", "isParent"),
            ("starting_balance_flag", "starting_balance_flag"),
        ] {
            if row[column] == 1 {
                shown[key] = json!(true);
            }
        }
        shown
    };
    let heads = tables["transactions"].values().filter(|row| row["isChild"] != 1);
    let mut rows: Vec<Json> = heads.map(row).collect();
    rows.sort_by_key(|row| {
        let text = |key: &str| row[key].as_str().unwrap().to_owned();
        (text("date"), row["amount"].as_i64(), text("id"))
    });
    rows
}

/// The report of the last import in the format of the vectors.
fn reported(harness: &Harness) -> Json {
    let report = harness.ok("bank/report", json!({}))[0].clone();
    let ids =
        |key: &str| serde_json::from_value::<Vec<String>>(report[key]["ids"].clone()).unwrap();
    let sorted = |mut ids: Vec<String>| {
        ids.sort();
        ids
    };
    let notes = report["notes"].as_array().unwrap().iter();
    let mut notes: Vec<&str> = notes.map(|note| note["kind"].as_str().unwrap()).collect();
    notes.retain(|kind| *kind != "mappings-unreadable");
    notes.sort_unstable();
    json!({
        "added": sorted(ids("added")), "removed": sorted(ids("removed")),
        "changed": sorted([ids("matched"), ids("updated")].concat()),
        "kept_away": report["keptAway"], "notes": notes,
    })
}

/// An expected report with the number of rows that were not imported.
fn expected_report(report: &Json) -> Json {
    let mut report = report.clone();
    report["kept_away"] = json!(report["kept_away"].as_array().unwrap().len());
    report
}

/// The expected ledger after a step, with payee names shortened as in every budget.
fn with_names_that_fit(expected: &Json) -> Json {
    let mut expected = expected.clone();
    for row in expected["ledger"].as_array_mut().unwrap() {
        if let Some(payee) = row["payee"].as_str() {
            row["payee"] = payee.chars().take(MAX_CHARS).collect::<String>().into();
        }
    }
    expected
}

#[test]
fn an_answer_leaves_the_expected_ledger() {
    let mut failed = Vec::new();
    for case in cases("import") {
        let banks = FakeBanks::of(Provider::SimpleFin);
        let answer: BankAnswer = serde_json::from_value(case["answer"].clone()).unwrap();
        let harness = linked(&case, Provider::SimpleFin, &answer.account).with_banks(&banks);
        give(&harness, &case);
        banks.answer(answer);
        let outcome = harness.ok("accounts-sync", json!({}));
        let mut expected = case["expected"]["ledger"].as_array().unwrap().clone();
        expected.retain(|row| row["is_child"] != true);
        let (got, report) = (shown(&harness), reported(&harness));
        let is_right = got == expected && report == expected_report(&case["expected"]["report"]);
        if !is_right || outcome["errors"] != json!([]) {
            failed.push(format!(
                "{} {}\n got {}\n     {report}\nwant {}\n     {}\n{outcome}",
                case["id"],
                case["note"],
                json!(got),
                json!(expected),
                case["expected"]["report"],
            ));
        }
        let before = harness.tables()["transactions"].clone();
        harness.ok("accounts-sync", json!({}));
        if harness.tables()["transactions"] != before {
            failed.push(format!("{} twice", case["id"]));
        }
    }
    assert!(failed.is_empty(), "{} failed\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn a_bank_over_time_leaves_the_expected_ledger() {
    let providers = BTreeMap::from([
        ("simplefin", Provider::SimpleFin),
        ("plaid", Provider::Plaid),
        ("enablebanking", Provider::EnableBanking),
    ]);
    let mut failed = Vec::new();
    for case in cases("sequence") {
        let provider = providers[case["provider"].as_str().unwrap()];
        let external = case["external"].as_str().unwrap();
        let banks = FakeBanks::of(provider);
        let harness = linked(&case, provider, external).with_banks(&banks);
        for (at, step) in case["steps"].as_array().unwrap().iter().enumerate() {
            let answer = answer(provider, &step["raw"], &plan(&step["plan"]));
            banks.answer(answer);
            let outcome = harness.ok("accounts-sync", json!({}));
            let got = shown(&harness);
            let expected = &with_names_that_fit(&step["expected"]);
            let error = outcome["errors"].get(0);
            let error = error.map(|it| json!({ "type": it["category"], "code": it["code"] }));
            let is_failed = expected["error"] != Json::Null && reported(&harness) == json!({});
            let report_is_right =
                is_failed || reported(&harness) == expected_report(&expected["report"]);
            if json!(got) != expected["ledger"]
                || json!(error) != expected["error"]
                || !report_is_right
            {
                failed.push(format!(
                    "{} step {at}\n got {}\n     {}\nwant {}\n     {}\n{outcome}",
                    case["id"],
                    json!(got),
                    reported(&harness),
                    expected["ledger"],
                    expected["report"],
                ));
            }
            let before = harness.tables()["transactions"].clone();
            harness.ok("accounts-sync", json!({}));
            if harness.tables()["transactions"] != before {
                failed.push(format!("{} step {at} twice", case["id"]));
            }
        }
    }
    assert!(failed.is_empty(), "{} failed\n{}", failed.len(), failed.join("\n"));
}
