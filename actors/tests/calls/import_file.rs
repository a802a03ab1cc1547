//! Whole files imported in one call.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value as Json, json};

use crate::harness::Harness;
use crate::ledger::usual;

const CALL: &str = "transactions-import-file";

/// Imports a file into an account, or into the one that its number names.
fn import(harness: &Harness, (name, text): (&str, &str), account: Option<&str>) -> Json {
    let file = json!({ "filename": name, "contents": STANDARD.encode(text) });
    let filepath = harness.ok("upload-file-web", file)["filepath"].clone();
    harness.ok(CALL, json!({ "filepath": filepath, "accountId": account }))
}

fn done(added: u32, matched: u32, unchanged: u32, left_out: u32, refused: &Json) -> Json {
    json!({
        "errors": [], "accountId": "A", "added": added, "matched": matched,
        "unchanged": unchanged, "leftOut": left_out, "refused": refused,
    })
}

fn ofx(records: &str) -> String {
    format!("<OFX><STMTRS><BANKACCTFROM><ACCTID>DE02</BANKACCTFROM><BANKTRANLIST>\n{records}</OFX>")
}

fn record(day: u32, cents: i64, id: &str) -> String {
    format!("<STMTTRN><DTPOSTED>202406{day:02}<TRNAMT>{cents}<FITID>{id}<NAME>shop</STMTTRN>\n")
}

#[test]
fn a_file_is_imported_as_one_step_and_tells_what_became_of_it() {
    let harness = usual();
    harness.give(&json!([
        { "id": "own", "account": "A", "date": "2024-06-08", "amount": -1200 },
        { "id": "done", "account": "A", "date": "2024-06-09", "amount": -900, "reconciled": true },
    ]));
    let rows = [record(8, -12, "a"), record(9, -9, "b"), record(10, -7, "c"), record(10, -7, "c")];
    let file = ofx(&format!("{}{}", rows.concat(), record(31, -1, "d")));
    let file = ("june.ofx", file.as_str());
    let refused = json!([
        { "line": 5, "reason": "The transaction on line 4 has the same id of the bank" },
        { "line": 6, "reason": "unreadable date: 20240631" },
    ]);
    assert_eq!(import(&harness, file, Some("A")), done(1, 1, 1, 0, &refused));
    assert_eq!(import(&harness, file, None), done(0, 0, 3, 0, &refused), "its number is known");
    harness.ok("undo", json!({}));
    assert_eq!(harness.tables()["transactions"]["own"]["financial_id"], Json::Null);
    assert_eq!(import(&harness, file, None), done(1, 1, 1, 0, &refused), "its number stays known");
}

#[test]
fn a_typed_transaction_that_a_file_completes_is_cleared_unless_told_otherwise() {
    let file =
        json!({ "filename": "june.ofx", "contents": STANDARD.encode(ofx(&record(8, -12, "a"))) });
    for (opts, is_cleared) in [(json!({}), true), (json!({ "defaultCleared": false }), false)] {
        let harness = usual();
        let typed = json!({ "id": "own", "account": "A", "date": "2024-06-08", "amount": -1200 });
        harness.give(&json!([typed]));
        harness.batch(json!({ "updated": [{ "id": "own", "cleared": false }] }));
        let filepath = harness.ok("upload-file-web", file.clone())["filepath"].clone();
        let args = json!({ "filepath": filepath, "accountId": "A", "opts": opts });
        assert_eq!(harness.ok(CALL, args), done(0, 1, 0, 0, &json!([])));
        let own = &harness.tables()["transactions"]["own"];
        assert_eq!(
            (&own["cleared"], &own["financial_id"]),
            (&json!(i32::from(is_cleared)), &json!("a"))
        );
    }
}

#[test]
fn a_preview_and_an_unreadable_file_write_nothing() {
    let harness = usual();
    let before = harness.tables();
    let upload = |name: &str, text: &str| {
        let file = json!({ "filename": name, "contents": STANDARD.encode(text) });
        harness.ok("upload-file-web", file)["filepath"].clone()
    };
    let filepath = upload("june.csv", "Date,Amount\n2024-06-01,5\n");
    let args = json!({ "filepath": filepath, "accountId": "A", "isPreview": true });
    assert_eq!(harness.ok(CALL, args), done(1, 0, 0, 0, &json!([])));
    let broken = import(&harness, ("june.csv", "Date,Amount\n\"2024"), Some("A"));
    assert_eq!((&broken["added"], &broken["accountId"]), (&json!(0), &json!("A")));
    assert_eq!(broken["errors"].as_array().unwrap().len(), 1);
    harness.refused(CALL, json!({ "filepath": filepath }), "account-not-found");
    let nobody = json!({ "filepath": filepath, "accountId": "nobody" });
    harness.refused(CALL, nobody, "account-not-found");
    harness.refused(CALL, json!({ "filepath": "gone", "accountId": "A" }), "file-not-found");
    assert_eq!(harness.tables(), before);
}

#[test]
fn the_next_file_is_read_as_the_last_one() {
    let harness = usual();
    let upload = |text: &str| {
        let file = json!({ "filename": "june.csv", "contents": STANDARD.encode(text) });
        harness.ok("upload-file-web", file)["filepath"].clone()
    };
    let reading = json!({
        "columns": {
            "date": 1, "payee": null, "notes": null, "mode": "signed", "amount": 0,
            "outflow": null, "inflow": null, "mark": null, "outflowMark": "",
        },
        "dayOrder": "dd mm yyyy", "flipAmount": true,
    });
    let first = upload("Sum,Booked\n5.00,03.06.2024\n");
    harness.ok(CALL, json!({ "filepath": first, "accountId": "A", "reading": reading }));
    let next = import(&harness, ("july.csv", "Booked,Sum\n04.06.2024,6.00\n"), Some("A"));
    assert_eq!(next["added"], 1);
    let rows = harness.tables()["transactions"].clone();
    let day_and_cents = |(_, row): (_, &serde_json::Map<String, Json>)| {
        (row["date"].as_i64().unwrap(), row["amount"].as_i64().unwrap())
    };
    let rows: Vec<_> = rows.iter().map(day_and_cents).collect();
    assert!(rows.contains(&(20_240_603, -500)) && rows.contains(&(20_240_604, -600)), "{rows:?}");
}

#[test]
fn a_table_with_other_columns_than_the_last_one_is_read_by_what_it_holds() {
    let harness = usual();
    let first = ("june.csv", "Date,Payee,Amount\n2024-06-13,Bakery,-3.20\n");
    assert_eq!(import(&harness, first, Some("A"))["added"], 1);
    let other = "Datum;Betrag;Text\n14.06.2024;-4,10;Kiosk\n";
    let other = import(&harness, ("sparkasse.csv", other), Some("A"));
    assert_eq!(other, done(1, 0, 0, 0, &json!([])));
    let bare = ("bare.csv", "15.06.2024;-5,20;Kiosk\n");
    assert_eq!(import(&harness, bare, Some("A")), done(1, 0, 0, 0, &json!([])));
    let rows = harness.tables()["transactions"].clone();
    let cents: Vec<_> = rows.values().map(|row| row["amount"].as_i64().unwrap()).collect();
    assert!([-320, -410, -520].iter().all(|it| cents.contains(it)), "{cents:?}");
}

#[test]
fn a_first_line_that_is_a_transaction_is_no_header() {
    let harness = usual();
    let file = ("june.csv", "2024-06-01,Bakery,-3.20\n2024-06-02,Bakery,-4.10\n");
    assert_eq!(import(&harness, file, Some("A")), done(2, 0, 0, 0, &json!([])));
    assert_eq!(import(&harness, file, Some("A")), done(0, 0, 2, 0, &json!([])));
}

#[test]
fn of_two_columns_with_the_same_name_the_chosen_one_is_remembered() {
    let harness = usual();
    let text = "Date,Amount,Amount\n2024-06-01,1,2\n";
    let file = json!({ "filename": "june.csv", "contents": STANDARD.encode(text) });
    let filepath = harness.ok("upload-file-web", file)["filepath"].clone();
    let read = |reading: Json| {
        let args = json!({ "filepath": filepath, "accountId": "A", "reading": reading });
        harness.ok("transactions-read-file", args)
    };
    for place in [1, 2] {
        let mut reading = read(Json::Null)["reading"].clone();
        reading["columns"]["amount"] = json!(place);
        harness.ok("save-prefs", read(reading)["prefs"].clone());
        assert_eq!(read(Json::Null)["reading"]["columns"]["amount"], place);
    }
}

#[test]
fn bad_files_of_each_format_are_refused_in_words_and_change_nothing() {
    let harness = usual();
    let before = harness.tables();
    let columns = ",".repeat(2_000);
    let deep = "<Ntry>".repeat(100_000);
    let bomb = "<!DOCTYPE x [<!ENTITY a \"&b;&b;\"><!ENTITY b \"&a;&a;\">]><rss>&a;</rss>";
    for (name, text, words) in [
        ("a.csv", columns.as_str(), "more than 1000 cells"),
        ("a.csv", "Date\n\"2024", "never closed"),
        ("a.csv", "Date\0", "not a text file"),
        ("a.qif", "Date,Amount\n", "valid QIF file"),
        ("a.qif", "!Type:Bank\nXx\n", "valid QIF file"),
        ("a.ofx", "<html></html>", "an OFX file"),
        ("a.ofx", "<OFX><STMTTRN", "broken on line 1"),
        ("a.xml", deep.as_str(), "broken on line 1"),
        ("a.xml", bomb, "a bank statement"),
        ("a.pdf", "%PDF", "Invalid file type"),
    ] {
        let answer = import(&harness, (name, text), Some("A"));
        let message = answer["errors"][0]["message"].as_str().unwrap_or_default();
        assert!(message.contains(words), "{name}: {answer}");
    }
    let absurd = "Date,Amount\n9999-12-31,1\n2024-06-01,99999999999999999\n2024-06-01,1E+05\n";
    let answer = import(&harness, ("a.csv", absurd), Some("A"));
    let lines: Vec<_> =
        answer["refused"].as_array().unwrap().iter().map(|it| &it["line"]).collect();
    assert_eq!((&answer["added"], lines), (&json!(0), vec![&json!(2), &json!(3), &json!(4)]));
    assert_eq!(harness.tables(), before);
}
