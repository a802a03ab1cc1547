//! Files of transactions: what `transactions-parse-file` reads from them.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value as Json, json};

use crate::harness::Harness;
use crate::ledger::usual;

fn fixtures() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/ledger"))
}

/// Uploads a file; its handle.
fn uploaded(harness: &Harness, name: &str, bytes: &[u8]) -> Json {
    let file = json!({ "filename": name, "contents": STANDARD.encode(bytes) });
    harness.ok("upload-file-web", file)["filepath"].clone()
}

fn parsed(harness: &Harness, name: &str, bytes: &[u8], options: Json) -> Json {
    let filepath = uploaded(harness, name, bytes);
    let call = json!({ "filepath": filepath, "options": options });
    harness.ok("transactions-parse-file", call)
}

fn messages(parsed: &Json) -> Vec<&str> {
    parsed["errors"].as_array().unwrap().iter().map(|it| it["message"].as_str().unwrap()).collect()
}

/// Messages of ours where only the beginning of the recorded one is to be relied on.
const OTHER_WORDS: [(&str, &str); 4] = [
    // A file of another kind is named, not taken for an empty one.
    ("parse-files-041", "Failed importing file: it doesn't look like an OFX file."),
    ("parse-files-009", "Failed parsing: the quotation mark on line 2 is never closed."),
    ("parse-files-010", "Failed parsing: a quotation mark stands within a cell on line 2."),
    ("parse-files-050", "Failed importing file: the markup is broken on line 1."),
];

#[test]
fn recorded_files_are_read() {
    let harness = Harness::new();
    let suite = std::fs::read(fixtures().join("parse-files.json")).unwrap();
    let suite: Json = serde_json::from_slice(&suite).unwrap();
    for case in suite["cases"].as_array().unwrap() {
        let (id, name) = (case["id"].as_str().unwrap(), case["file"].as_str().unwrap());
        let bytes = std::fs::read(fixtures().join("files").join(name)).unwrap();
        let parsed = parsed(&harness, name, &bytes, case["options"].clone());
        let mut expected = case["expected"].clone();
        if let Some((_, words)) = OTHER_WORDS.iter().find(|(case, _)| *case == id) {
            expected["errors"] = json!([{ "message": words }]);
            expected["transactions"] = json!([]);
        }
        // A file in the encoding of Windows is read in it.
        if id == "parse-files-019" {
            expected["transactions"][0]["P"] = json!("Caf\u{e9}");
        }
        let read = json!({ "errors": parsed["errors"], "transactions": parsed["transactions"] });
        assert_eq!(read, expected, "{id}");
    }
}

#[test]
fn a_file_that_is_none_says_so() {
    let harness = Harness::new();
    let refused = |name: &str, bytes: &[u8], options: Json| {
        let parsed = parsed(&harness, name, bytes, options);
        assert_eq!(parsed["transactions"], json!([]), "{name}");
        messages(&parsed).join("\n")
    };
    assert_eq!(refused("june.pdf", b"%PDF", json!({})), "Invalid file type");
    assert_eq!(
        refused("june.csv", b"PK\x03\x04\x00\x00", json!({})),
        "Failed parsing: the file is not a text file."
    );
    let late = b"a,b\n\"1\"x,2\n";
    assert_eq!(
        refused("june.csv", late, json!({})),
        "Failed parsing: text follows a closing quotation mark on line 2."
    );
    let deep = "<Ntry>".repeat(100);
    assert!(refused("june.xml", deep.as_bytes(), json!({})).starts_with("Failed importing file"));
    let gone = json!({ "filepath": "gone" });
    harness.refused("transactions-parse-file", gone, "file-not-found");
    let filepath = uploaded(&harness, "june.csv", b"a");
    let options = json!({ "filepath": filepath, "options": { "delimiter": "ab" } });
    harness.refused("transactions-parse-file", options, "bad-arguments");
}

#[test]
fn what_a_bank_leaves_out_costs_one_transaction_and_names_its_line() {
    let harness = Harness::new();
    let qif = "!Type:Bank\nD1/2/26\nT5.00\nPA\n^\nT6.00\n^\nD1/3/26\nPB\n^\nD1/3/26\nTx\n^\n";
    let read = parsed(&harness, "june.qif", qif.as_bytes(), json!({}));
    assert_eq!(read["transactions"].as_array().unwrap().len(), 1);
    assert_eq!(
        messages(&read),
        ["Line 6: no date", "Line 8: no amount", "Line 11: Invalid amount format: x"]
    );
    let ofx = "<OFX><STMTTRN><DTPOSTED>20260230<TRNAMT>1\n<STMTTRN><DTPOSTED>20260228<TRNAMT>12,50\n\
               <NAME>Caf\u{e9} & Co</OFX>";
    let read = parsed(&harness, "june.ofx", ofx.as_bytes(), json!({}));
    assert_eq!(messages(&read), ["Line 1: unreadable date: 20260230"]);
    assert_eq!(read["transactions"][0]["amount"], 12.5, "a comma is a decimal mark");
    assert_eq!(read["transactions"][0]["payee_name"], "Caf\u{e9} & Co");
    let entry = |amounts: &str| {
        format!(
            "<Document><Ntry><Amt>30.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><ValDt><Dt>2026-06-01</Dt>\
             </ValDt><NtryDtls>{amounts}</NtryDtls></Ntry></Document>"
        )
    };
    let parts = "<TxDtls><Amt>10</Amt></TxDtls><TxDtls><Amt>15</Amt></TxDtls>";
    let read = parsed(&harness, "june.xml", entry(parts).as_bytes(), json!({}));
    let amounts: Vec<_> =
        read["transactions"].as_array().unwrap().iter().map(|it| &it["amount"]).collect();
    assert_eq!(amounts, [&json!(-30)], "parts that do not make up the whole are not trusted");
}

#[test]
fn encodings_and_delimiters_are_found() {
    let harness = Harness::new();
    let utf16: Vec<u8> = std::iter::once(0xfeff_u16)
        .chain("Date\tPayee\n2026-06-01\tCaf\u{e9}\n".encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let read = parsed(&harness, "june.csv", &utf16, json!({}));
    assert_eq!(read["delimiter"], "\t");
    assert_eq!(read["transactions"], json!([{ "Date": "2026-06-01", "Payee": "Caf\u{e9}" }]));
    let latin = b"<?xml version=\"1.0\" encoding=\"ISO-8859-2\"?><Document><Stmt><Acct><Id><IBAN>\
        DE02</IBAN></Id></Acct><Ntry><Amt>1</Amt><ValDt><Dt>2026-06-01</Dt></ValDt><AddtlNtryInf>\
        \xb1</AddtlNtryInf></Ntry></Stmt></Document>";
    let read = parsed(&harness, "june.xml", latin, json!({}));
    assert_eq!(read["transactions"][0]["payee_name"], "\u{105}");
    assert_eq!(read["accounts"], json!(["DE02"]));
}

fn import(harness: &Harness, rows: &Json) -> (usize, usize) {
    let call = json!({ "accountId": "A", "transactions": rows });
    let done = harness.ok("transactions-import", call);
    let count = |list: &str| done[list].as_array().unwrap().len();
    (count("added"), count("updated"))
}

#[test]
fn a_statement_is_imported_once_and_undone_at_once() {
    let harness = usual();
    harness.give(&json!([
        { "id": "own", "account": "A", "date": "2024-06-08", "amount": -1250, "notes": "mine" },
        { "id": "done", "account": "A", "date": "2024-06-09", "amount": -99, "reconciled": true },
    ]));
    let before = harness.tables()["transactions"].clone();
    let row = |day: &str, amount: i64, name: &str| json!({ "date": day, "amount": amount, "payee_name": name, "cleared": true });
    let coffee = row("2024-06-10", -300, "coffee");
    let rows =
        json!([row("2024-06-10", -1250, "the shop"), coffee, coffee, row("2024-06-09", -99, "x")]);
    assert_eq!(import(&harness, &rows), (2, 1), "the reconciled one stays as it is");
    let own = harness.row("own");
    assert_eq!((&own["cleared"], &own["notes"]), (&json!(true), &json!("mine")));
    assert_eq!(import(&harness, &rows), (0, 0));
    let later = json!([coffee, row("2024-06-11", -300, "coffee"), coffee]);
    assert_eq!(import(&harness, &later), (1, 0), "another day is another coffee");
    harness.ok("undo", json!({}));
    let undone = harness.ok("undo", json!({}));
    assert_eq!(undone["name"]["key"], "imported");
    let live = |rows: &std::collections::BTreeMap<String, _>| -> Vec<String> {
        let live = |(_, row): &(&String, &serde_json::Map<String, Json>)| row["tombstone"] != 1;
        rows.iter().filter(live).map(|(id, _)| id.clone()).collect()
    };
    assert_eq!(live(&harness.tables()["transactions"]), live(&before));
    assert_eq!(import(&harness, &rows), (2, 1), "undone imports can be made again");
}

/// The live rows of the account by a field.
fn live_id(harness: &Harness, field: &str, value: &Json) -> Json {
    let rows = harness.tables()["transactions"].clone();
    let mut live = rows.into_iter().filter(|(_, row)| row["tombstone"] == 0);
    let (id, _) = live.find(|(_, row)| row[field] == *value).unwrap();
    json!(id)
}

#[test]
fn what_was_merged_is_not_imported_again() {
    let harness = usual();
    harness.give(&json!([{ "id": "own", "account": "A", "date": "2024-06-08", "amount": -500 }]));
    let row = |day: &str, id: Json, amount: i64| json!({ "date": day, "amount": amount, "imported_id": id });
    let rows = json!([
        row("2024-06-20", Json::Null, -500),
        row("2024-06-10", json!("x1"), -700),
        row("2024-06-12", json!("x2"), -700),
    ]);
    assert_eq!(import(&harness, &rows), (3, 0));
    let merge = |one: Json, other: Json| harness.ok("transactions-merge", json!([one, other]));
    let line = live_id(&harness, "date", &json!(20_240_620));
    let kept = merge(json!("own"), line);
    assert_eq!(kept, "own", "the older one, which no bank knows");
    assert_eq!(import(&harness, &rows), (0, 0));
    let of_bank = |id: &str| live_id(&harness, "financial_id", &json!(id));
    merge(of_bank("x1"), of_bank("x2"));
    assert_eq!(import(&harness, &rows), (0, 0));
    let mut again = rows.clone();
    again[1]["notes"] = json!("filled");
    assert_eq!(import(&harness, &again), (0, 1));
    assert_eq!(import(&harness, &rows), (0, 0), "the line of the other one stays known");
    harness.give(&json!([{ "id": "third", "account": "A", "date": "2024-06-30", "amount": -700 }]));
    merge(of_bank("x1"), json!("third"));
    assert_eq!(import(&harness, &rows), (0, 0));
    harness.ok("undo", json!({}));
    assert_eq!(import(&harness, &rows), (0, 0), "the lines of both stay known");
}

#[test]
fn deleted_transactions_stay_away_where_that_is_wanted() {
    let harness = usual();
    let row = |day: &str, id: Json| json!({ "date": day, "amount": -300, "payee_name": "Cafe", "imported_id": id });
    let rows = json!([
        row("2024-06-10", Json::Null),
        row("2024-06-10", Json::Null),
        row("2024-06-11", json!("x1")),
        row("2024-06-12", Json::Null),
    ]);
    let delete = |field: &str, value: Json| {
        let id = live_id(&harness, field, &value);
        harness.ok("transactions-batch-update", json!({ "deleted": [{ "id": id }] }));
    };
    let import_as = |rows: &Json, opts: Json| {
        let call = json!({ "accountId": "A", "transactions": rows, "opts": opts });
        harness.ok("transactions-import", call)["added"].as_array().unwrap().len()
    };
    assert_eq!(import_as(&rows, json!({})), 4);
    delete("date", json!(20_240_610));
    delete("date", json!(20_240_611));
    let away = || json!({ "reimportDeleted": false });
    assert_eq!(import_as(&rows, away()), 0);
    let mut more = rows.as_array().unwrap().clone();
    more.push(row("2024-06-10", Json::Null));
    assert_eq!(import_as(&json!(more), away()), 1, "three of a day, one of them deleted");
    let key = "sync-reimport-deleted-A";
    harness.ok("preferences/save", json!({ "id": key, "value": "false" }));
    assert_eq!(import_as(&json!(more), json!({})), 0, "the preference of the account");
    let other_id = json!([row("2024-06-11", json!("x2"))]);
    assert_eq!(import_as(&other_id, json!({})), 1, "another id is another transaction");
    assert_eq!(import_as(&json!(more), json!({ "reimportDeleted": true })), 2);
}

#[test]
fn a_preview_writes_nothing_and_a_bad_row_stops_the_import() {
    let harness = usual();
    let before = harness.tables();
    let good = json!({ "date": "2024-06-10", "amount": -1250, "payee_name": "new shop" });
    let call = |rows: Json, is_preview: bool| json!({ "accountId": "A", "transactions": rows, "isPreview": is_preview });
    let preview = harness.ok("transactions-import", call(json!([good]), true));
    assert_eq!(preview["added"].as_array().unwrap().len(), 1);
    let half = json!({ "date": "2024-06-10", "amount": 0.5 });
    let refused = harness.ok("transactions-import", call(json!([good, half]), false));
    assert_eq!(messages(&refused), ["Amount is invalid, must be an integer: 0.5"]);
    let bad = json!({ "date": "2024-06-31", "amount": 5 });
    let bad = call(json!([good, bad]), false);
    harness.refused("transactions-import", bad, "invalid-transaction");
    let nowhere = json!({ "accountId": "gone", "transactions": [good] });
    harness.refused("transactions-import", nowhere, "account-not-found");
    assert_eq!(harness.tables(), before);
}
