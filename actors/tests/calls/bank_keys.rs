//! Encrypting a file with a new key also replaces the key of the inbox. The old one stays as long as
//! messages for it may come.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use sobre_actors::environment::Environment;
use sobre_actors::files::Metadata;

use crate::bank_reports::{ROWS, linked_in};
use crate::fake_banks::answer;
use crate::harness::{HandCalendar, Harness};

/// The private keys in the budget, by preference; empty ones too.
fn kept(harness: &Harness) -> Vec<(String, String)> {
    let tables = harness.tables();
    let keys = tables["preferences"].iter().filter(|(id, _)| {
        id.starts_with("sobre.bank-inbox.") && !id.starts_with("sobre.bank-inbox.read.")
    });
    keys.map(|(id, row)| (id.clone(), row["value"].as_str().unwrap().to_owned())).collect()
}

fn encrypt_anew(harness: &Harness, key: &str) {
    let mut metadata = Metadata::read(&harness.folder()).unwrap();
    metadata.set("encryptKeyId", key.into());
    metadata.write(&harness.folder()).unwrap();
}

#[test]
fn a_file_that_is_encrypted_anew_gets_a_new_key_of_the_inbox() {
    let calendar = HandCalendar::at("2026-11-20");
    let mut environment = Environment::fixed("2026-11-20".parse().unwrap());
    environment.calendar = Arc::new(calendar.clone());
    let (harness, banks) = linked_in(environment);
    let file = harness.tab.session.budget_id().unwrap();
    let first = banks.key();
    let mut rows = ROWS.to_vec();
    let mut next = |id: &'static str| {
        rows.insert(0, (id, "2026-11-20", -100, "Bus"));
        answer("X1", 120_000, &rows)
    };
    let count = |harness: &Harness| {
        let tables = harness.tables();
        tables["transactions"].values().filter(|row| row["tombstone"] != 1).count()
    };
    let before = count(&harness);

    // A message that was sealed to the old key meanwhile opens all the same.
    banks.schedule_brings(&file, &[next("t3")]);
    encrypt_anew(&harness, "another");
    banks.answer(next("t4"));
    let outcome = harness.ok("accounts-sync", json!({}));
    assert_eq!(outcome["errors"], json!([]));
    assert_eq!(count(&harness), before + 2);
    let second = banks.key();
    assert_ne!(first, second);
    assert_eq!(kept(&harness).len(), 2);

    // The same encryption key needs no other one, also on later days.
    calendar.turn("2027-01-30");
    harness.ok("accounts-sync", json!({}));
    assert_eq!(banks.key(), second);
    encrypt_anew(&harness, "third");
    harness.ok("accounts-sync", json!({}));
    assert_eq!(kept(&harness).iter().filter(|(_, value)| value.is_empty()).count(), 0);

    // Messages for the first two are gone from every server by now.
    calendar.turn("2027-08-01");
    encrypt_anew(&harness, "fourth");
    harness.ok("accounts-sync", json!({}));
    let emptied = kept(&harness);
    assert_eq!((emptied.len(), banks.key() == second), (4, false));
    let values: Vec<&str> = emptied.iter().map(|(_, value)| value.as_str()).collect();
    assert_eq!(values.iter().filter(|value| value.is_empty()).count(), 2, "{values:?}");
    let prefs: Json = harness.ok("load-prefs", json!({}));
    assert!(!prefs.to_string().contains("sobre.bank-"), "{prefs}");
}
