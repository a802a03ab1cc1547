//! Files of transactions as they are imported: what `transactions-read-file` makes of them, and how
//! the next file of an account is read.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value as Json, json};

use crate::harness::Harness;
use crate::ledger::usual;

/// Uploads a file; its handle.
fn uploaded(harness: &Harness, name: &str, text: &str) -> Json {
    let file = json!({ "filename": name, "contents": STANDARD.encode(text) });
    harness.ok("upload-file-web", file)["filepath"].clone()
}

fn read(harness: &Harness, name: &str, text: &str, account: Json, reading: Json) -> Json {
    let filepath = uploaded(harness, name, text);
    let call = json!({ "filepath": filepath, "accountId": account, "reading": reading });
    harness.ok("transactions-read-file", call)
}

/// The days, amounts and payees of a file.
fn rows(file: &Json) -> Vec<(&Json, &Json, &Json)> {
    let rows = file["rows"].as_array().unwrap().iter();
    rows.map(|row| (&row["date"], &row["amount"], &row["payee"])).collect()
}

const TABLE: &str = "Kto;Kiedy;Ile\nSklep;03.02.2026;-12,50\nPraca;28.02.2026;1.000,00\n";

#[test]
fn a_table_is_read_by_guesses_and_the_next_one_as_it_was_told() {
    let harness = usual();
    let first = read(&harness, "feb.csv", TABLE, json!("A"), Json::Null);
    assert_eq!(first["reading"]["dayOrder"], "dd mm yyyy");
    assert_eq!(first["reading"]["delimiter"], ";");
    assert_eq!(first["columns"], json!(["Kto", "Kiedy", "Ile"]));
    assert_eq!(
        rows(&first),
        [
            (&json!("2026-02-03"), &json!(-1250), &json!("Sklep")),
            (&json!("2026-02-28"), &json!(100_000), &json!("Praca")),
        ]
    );
    let mut told = first["reading"].clone();
    told["flipAmount"] = json!(true);
    told["multiplier"] = json!("0.1");
    told["columns"]["payee"] = Json::Null;
    told["columns"]["notes"] = json!(0);
    let again = read(&harness, "feb.csv", TABLE, json!("A"), told.clone());
    assert_eq!(again["reading"], told);
    assert_eq!(rows(&again)[0], (&json!("2026-02-03"), &json!(125), &Json::Null));
    assert_eq!(again["rows"][0]["notes"], "Sklep");
    harness.ok("save-prefs", again["prefs"].clone());
    let third = read(&harness, "mar.csv", TABLE, json!("A"), Json::Null);
    assert_eq!(third["reading"], told);
    assert_eq!(third["prefs"], json!({}), "nothing new to save");
    let other = read(&harness, "mar.csv", TABLE, json!("B"), Json::Null);
    assert_eq!(other["reading"], first["reading"], "each account has its own");
    let renamed = TABLE.replace("Kto", "Who");
    let guessed = read(&harness, "mar.csv", &renamed, json!("A"), Json::Null);
    assert_eq!(guessed["reading"]["columns"], first["reading"]["columns"]);
}

#[test]
fn amounts_are_read_from_two_columns_or_by_a_word_and_kept_so() {
    let harness = usual();
    let two = "Date,Who,Debit,Credit\n2026-02-03,Shop,5,\n2026-02-04,Job,,7\n";
    let file = read(&harness, "a.csv", two, json!("A"), Json::Null);
    assert_eq!(file["reading"]["columns"]["mode"], "outAndIn");
    let amounts = |file: &Json| -> Vec<Json> {
        rows(file).into_iter().map(|(_, amount, _)| amount.clone()).collect()
    };
    assert_eq!(amounts(&file), [json!(-500), json!(700)]);
    harness.ok("save-prefs", file["prefs"].clone());
    let kept = read(&harness, "a.csv", two, json!("A"), Json::Null);
    assert_eq!(kept["reading"], file["reading"]);
    let word = "2026-02-03,Shop,5,D\n2026-02-04,Job,7,C\n";
    let reading = json!({
        "hasHeaderRow": false,
        "columns": {
            "date": 0, "payee": 1, "amount": 2, "mark": 3, "mode": "marked", "outflowMark": "d",
        },
    });
    let file = read(&harness, "b.csv", word, json!("B"), reading);
    assert_eq!(file["columns"], json!(["2026-02-03", "Shop", "5", "D"]));
    assert_eq!(amounts(&file), [json!(-500), json!(700)]);
    harness.ok("save-prefs", file["prefs"].clone());
    let kept = read(&harness, "b.csv", word, json!("B"), Json::Null);
    assert_eq!(kept["reading"], file["reading"]);
    assert_eq!(amounts(&kept), amounts(&file));
}

#[test]
fn rows_that_cannot_be_imported_say_why_and_which_line_they_are() {
    let harness = usual();
    let text = "Date,Payee,Amount\n2026-02-03,Shop,-5\n2026-02-30,Shop,-6\n2026-02-04,Shop,\n";
    let file = read(&harness, "a.csv", text, json!("A"), Json::Null);
    let told =
        |row: usize| (file["rows"][row]["line"].clone(), file["rows"][row]["problem"].clone());
    assert_eq!(told(0), (json!(2), Json::Null));
    let words = "Unable to parse date 2026-02-30 with given date format";
    assert_eq!(told(1), (json!(3), json!(words)));
    assert_eq!(told(2), (json!(4), json!("Transaction on 2026-02-04 has no amount")));
    let none = read(&harness, "a.pdf", text, json!("A"), Json::Null);
    assert_eq!((&none["error"], &none["format"]), (&json!("Invalid file type"), &Json::Null));
    let broken = read(&harness, "a.csv", "a,b\n\"1", json!("A"), Json::Null);
    assert_eq!((&broken["rows"], &broken["format"]), (&json!([]), &json!("csv")));
    let words = "Failed parsing: the quotation mark on line 2 is never closed.";
    assert_eq!(broken["error"], words);
    let filepath = uploaded(&harness, "a.csv", text);
    let times = json!({ "filepath": filepath, "reading": { "multiplier": "x" } });
    harness.refused("transactions-read-file", times, "bad-arguments");
}

#[test]
fn an_account_is_known_by_its_number_from_the_second_file_on() {
    let harness = usual();
    let ofx = |number: &str| {
        format!(
            "<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM><ACCTID>{number}</BANKACCTFROM>\
             <BANKTRANLIST><STMTTRN><DTPOSTED>20260203<TRNAMT>-5<FITID>1<NAME>Shop\n\
             <STMTTRN><DTPOSTED>20260203<TRNAMT>-5<FITID>1<NAME>Shop\n</BANKTRANLIST></OFX>"
        )
    };
    let first = read(&harness, "a.ofx", &ofx("DE02 1"), Json::Null, Json::Null);
    assert_eq!((&first["accountId"], &first["prefs"]), (&Json::Null, &json!({})));
    assert_eq!(first["accounts"], json!(["DE02 1"]));
    assert_eq!(first["rows"][1]["repeats"], first["rows"][0]["line"], "the bank has it twice");
    let chosen = read(&harness, "a.ofx", &ofx("DE02 1"), json!("B"), Json::Null);
    harness.ok("save-prefs", chosen["prefs"].clone());
    let known = read(&harness, "b.ofx", &ofx("DE02 1"), Json::Null, Json::Null);
    assert_eq!(known["accountId"], "B");
    let elsewhere = read(&harness, "b.ofx", &ofx("DE02 1"), json!("A"), Json::Null);
    assert_eq!((&elsewhere["accountId"], &elsewhere["knownAccountId"]), (&json!("A"), &json!("B")));
    let other = read(&harness, "b.ofx", &ofx("DE02 2"), Json::Null, Json::Null);
    assert_eq!(other["accountId"], Json::Null);
    let long = "9".repeat(65);
    let chosen = read(&harness, "a.ofx", &ofx(&long), json!("B"), Json::Null);
    assert!(!chosen["prefs"].to_string().contains(&long), "not every text is a number");
}

#[test]
fn a_category_of_the_file_is_found_by_its_name() {
    let harness = usual();
    let categories = harness.ok("get-categories", json!({}));
    let named = &categories["list"][0];
    let qif = |name: &str| format!("!Type:Bank\nD02/03/2026\nT-5\nL{name}\n^\n");
    let category = |name: &str| {
        let file = read(&harness, "a.qif", &qif(name), json!("A"), Json::Null);
        file["rows"][0]["category"].clone()
    };
    assert_eq!(category(named["name"].as_str().unwrap()), named["id"]);
    assert_eq!(category("no such envelope"), Json::Null);
}

#[test]
fn a_preview_tells_what_becomes_of_each_row_and_why() {
    let harness = usual();
    harness.give(&json!([
        { "id": "own", "account": "A", "date": "2026-02-02", "amount": -500 },
        { "id": "done", "account": "A", "date": "2026-02-09", "amount": -99, "reconciled": true },
    ]));
    let row = |day: &str, amount: i64, id: &str| json!({ "date": day, "amount": amount, "payee_name": "new shop", "imported_id": id });
    let given = json!([
        row("2026-02-20", -700, "1"),
        row("2026-02-03", -500, "2"),
        row("2026-02-09", -99, "3"),
    ]);
    let preview = |rows: &Json| {
        let call = json!({ "accountId": "A", "transactions": rows, "isPreview": true });
        harness.ok("transactions-import", call)["rows"].clone()
    };
    let told = preview(&given);
    assert_eq!(told[0], json!({ "becomes": "new", "newPayee": "New Shop" }));
    assert_eq!(
        (&told[1]["becomes"], &told[1]["because"], &told[1]["existing"]["id"]),
        (&json!("filled"), &json!("alike"), &json!("own"))
    );
    assert_eq!(told[1]["fills"], json!(["payee", "imported_id", "imported_payee"]));
    assert_eq!(told[2]["becomes"], "reconciled");
    let written =
        harness.ok("transactions-import", json!({ "accountId": "A", "transactions": given }));
    assert_eq!(written.get("rows"), None);
    let told = preview(&given);
    assert_eq!((&told[0]["becomes"], &told[0]["because"]), (&json!("same"), &json!("sameId")));
    assert_eq!(told[1]["becomes"], "same");
}
