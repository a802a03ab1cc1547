//! Amounts, texts, keys, errors, and raw answers as rows.

use serde_json::{Value as Json, json};
use sobre_engine::banks::{
    BankRow, DecimalText, MOST_PAYEE_CHARS, clean, enable_banking, go_cardless, keyed, plaid,
    read_decimal, simplefin, transaction_id,
};
use sobre_engine::ids::AccountId;
use sobre_engine::money::Amount;

use crate::world::{answers, cases, plan};

#[test]
fn amounts_are_read_exactly() {
    for case in cases("amounts") {
        let number = || DecimalText::of_json(&case["in"].to_string())?.amount();
        let cents = case["in"].as_str().map_or_else(number, read_decimal);
        assert_eq!(json!(cents.map(Amount::cents)), case["out"], "{case}");
    }
}

#[test]
fn texts_lose_blanks_and_control_characters() {
    for case in cases("texts") {
        let read = case["in"].as_str().and_then(|text| clean(text, MOST_PAYEE_CHARS));
        assert_eq!(json!(read), case["out"], "{case}");
    }
}

#[test]
fn rows_have_the_same_keys_and_ids_everywhere() {
    let account = AccountId::from("11111111-1111-4111-8111-111111111111");
    for case in cases("keys") {
        let rows: Vec<BankRow> = serde_json::from_value(case["rows"].clone()).unwrap();
        let found: Vec<Json> = keyed(&rows)
            .into_iter()
            .map(|it| {
                let row = it.key.as_ref().map(|key| transaction_id(&account, key));
                json!({ "key": it.key, "row": row })
            })
            .collect();
        assert_eq!(json!(found), case["expected"], "{}", case["note"]);
    }
}

#[test]
fn raw_answers_become_rows() {
    for provider in ["simplefin", "plaid", "enablebanking"] {
        for case in cases(&format!("read-{provider}")) {
            let read = answers(provider, &case["raw"], &plan(&case["plan"]));
            let again: Vec<_> =
                serde_json::from_str(&serde_json::to_string(&read).unwrap()).unwrap();
            assert_eq!(read, again, "{}", case["id"]);
            let mut read = serde_json::to_value(read).unwrap();
            for answer in read.as_array_mut().unwrap() {
                if let Some(error) = answer["error"].as_object_mut() {
                    error.retain(|key, _| ["type", "code"].contains(&key.as_str()));
                }
            }
            assert_eq!(read, case["expected"], "{} {}", case["id"], case["note"]);
        }
    }
}

#[test]
fn failures_have_types_codes_and_a_status() {
    for case in cases("errors") {
        let status = u16::try_from(case["answer"]["status"].as_u64().unwrap()).unwrap();
        let body = &case["answer"]["body"];
        let body = body.as_str().map_or_else(|| body.to_string(), str::to_owned);
        let plan = plan(&json!({ "today": "2026-11-20", "accounts": { "A1": "2026-08-23" } }));
        let error = match case["provider"].as_str().unwrap() {
            "plaid" if status == 200 => plaid::page(&body).unwrap_err(),
            "plaid" => plaid::error(status, &body),
            "simplefin" => simplefin::read(status, &body, &plan).unwrap_err(),
            _ => enable_banking::error(status, &body),
        };
        let found = json!({
            "type": error.kind.word(), "code": error.code,
            "bank_sync_status": error.status().word(),
        });
        assert_eq!(found, case["expected"], "{case}");
    }
}

#[test]
fn gocardless_rows_are_read_in_a_generic_order() {
    let row = json!({
        "internalTransactionId": "i-1", "bookingDate": "2026-11-16",
        "transactionAmount": { "amount": "-4.50", "currency": "EUR" },
        "creditorName": "Shop", "remittanceInformationUnstructuredArray": ["Paper", "1"],
    });
    let pending = json!({
        "transactionId": "t-2", "valueDate": "2026-11-18", "debtorName": "Work",
        "transactionAmount": { "amount": "1200", "currency": "EUR" },
    });
    let fetched = go_cardless::Fetched {
        account: "A1".to_owned(),
        balances: vec![
            json!({ "balanceType": "interimAvailable",
                "balanceAmount": { "amount": "90.00", "currency": "EUR" } }),
            json!({ "balanceType": "closingBooked",
                "balanceAmount": { "amount": "100.00", "currency": "EUR" } }),
        ],
        transactions: json!({ "booked": [row], "pending": [pending] }),
    };
    let asked =
        json!({ "today": "2026-11-20", "accounts": { "A1": "2026-08-23", "A2": "2026-08-23" } });
    let read = go_cardless::read(&[fetched], &plan(&asked));
    let balance = read[0].balance.as_ref().unwrap();
    let cents = |it: Option<Amount>| it.map(Amount::cents);
    assert_eq!((cents(balance.booked), cents(balance.available)), (Some(10_000), Some(9_000)));
    let rows: Vec<_> = read[0]
        .rows
        .iter()
        .map(|row| (row.id.as_deref(), row.posted, row.amount.cents(), row.payee.as_deref()))
        .collect();
    assert_eq!(
        rows,
        [(Some("t-2"), false, 120_000, Some("Work")), (Some("A1-i-1"), true, -450, Some("Shop")),]
    );
    assert_eq!(read[0].rows[1].notes.as_deref(), Some("Paper 1"));
    assert_eq!(read[1].error.as_ref().unwrap().status().word(), "account-missing");
    let limit = go_cardless::error(429, "{}");
    assert_eq!(limit.status().word(), "rate-limit-exceeded");
    let expired = go_cardless::error(401, r#"{"summary":"End User Agreement (EUA) has expired"}"#);
    assert_eq!(expired.status().word(), "reauth-required");
}
