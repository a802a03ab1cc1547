//! Whatever answers of a bank arrive, the ledger ends as the bank's books: windows that overlap, come
//! twice or late, pending rows that post under their id or another one, or with another amount, or
//! never, amounts that the bank corrects, and rows that look alike.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::Config;
use serde_json::json;
use sobre_engine::banks::Provider;

use crate::bank_books::{BEFORE, BankRow, Books, Course, TODAY, Told};
use crate::fake_banks::{FakeBanks, link_rows};
use crate::harness::Harness;
use crate::ledger::{ACCOUNTS, ledger};

/// Rows lie at least so many days back: the pending ones that the bank drops go at once.
const NEWEST: i64 = 70;
/// The first answer has at least the rows from this day on. Older rows were booked before.
const FIRST_BEGIN: i64 = 40;
/// The moments of the requests to a bank.
const MOMENTS: usize = 5;
const AMOUNTS: [i64; 4] = [-450, -1_000, -2_000, 70_000];
/// Those of rows up to the first day. If such a row comes late and a later one of its amount is
/// still missing, the balance does not tell which is which, and then differs from the bank's.
const OLDER_AMOUNTS: [i64; 4] = [-457, -1_013, -2_029, 70_061];
const PAYEES: [&str; 3] = ["Cafe", "Film", "Work"];

fn course() -> impl Strategy<Value = Course> {
    let moment = 1..MOMENTS;
    prop_oneof![
        3 => Just(Course::Posted),
        2 => moment.clone().prop_map(Course::Posts),
        2 => moment.clone().prop_map(Course::Reborn),
        1 => moment.clone().prop_map(Course::Tipped),
        1 => moment.clone().prop_map(Course::Dropped),
        1 => moment.prop_map(Course::Corrected),
    ]
}

fn bank_row() -> impl Strategy<Value = BankRow> {
    let payee = prop::sample::select(&PAYEES[..]);
    (0..=NEWEST, 0..AMOUNTS.len(), payee, 0..MOMENTS, course()).prop_map(
        |(day, size, payee, since, course)| {
            if day > FIRST_BEGIN {
                BankRow { day, amount: AMOUNTS[size], payee, since, course }
            } else {
                let amount = OLDER_AMOUNTS[size];
                BankRow { day, amount, payee, since: 0, course: Course::Posted }
            }
        },
    )
}

fn books() -> impl Strategy<Value = Books> {
    prop::collection::vec(bank_row(), 1..12).prop_map(|mut rows| {
        // The first answer has this row, so the starting balance lies before what comes late.
        rows.push(BankRow {
            day: FIRST_BEGIN,
            amount: 1_200,
            payee: "Start",
            since: 0,
            course: Course::Posted,
        });
        Books(rows)
    })
}

/// The moment and the first day of an answer.
type Asked = (usize, i64);

fn asked() -> impl Strategy<Value = Vec<Asked>> {
    let first = (0..MOMENTS, 0..=FIRST_BEGIN);
    let others = prop::collection::vec((0..MOMENTS, 0..=NEWEST), 0..6);
    (first, others).prop_map(|(first, others)| [vec![first], others].concat())
}

fn linked() -> (Harness, Arc<FakeBanks>) {
    let banks = FakeBanks::of(Provider::SimpleFin);
    let harness = ledger(TODAY, ACCOUNTS, &[("pc", "Cafe")]).with_banks(&banks);
    harness.write(link_rows("A", "X1", Provider::SimpleFin));
    (harness, banks)
}

fn import(harness: &Harness, banks: &FakeBanks, books: &Books, (moment, from): Asked) {
    banks.fake.lock().fetched_at = Some(format!("2026-11-20T0{moment}:00:00Z"));
    banks.answer(books.answer("X1", moment, from));
    let outcome = harness.ok("accounts-sync", json!({ "id": "A" }));
    assert_eq!(outcome["errors"], json!([]));
}

/// The account's living transactions as the bank would tell them, and the starting balance.
fn stands(harness: &Harness) -> (Vec<Told>, i64) {
    let tables = harness.tables();
    let living = tables["transactions"].values().filter(|row| row["tombstone"] != 1);
    let (start, rows): (Vec<_>, Vec<_>) =
        living.filter(|row| row["acct"] == "A").partition(|row| row["starting_balance_flag"] == 1);
    let told = rows.into_iter().map(|row| Told {
        id: row["financial_id"].as_str().unwrap_or("none").to_owned(),
        amount: row["amount"].as_i64().unwrap(),
        payee: row["imported_description"].as_str().unwrap_or("none").to_owned(),
        posted: row["cleared"] == 1,
    });
    let mut told: Vec<_> = told.collect();
    told.sort_unstable();
    (told, start.iter().map(|row| row["amount"].as_i64().unwrap()).sum())
}

#[test]
fn a_pending_row_that_an_old_answer_brings_back_does_not_become_another_one() {
    let row = |course| BankRow { day: 41, amount: 70_000, payee: "Cafe", since: 0, course };
    let books = Books(vec![row(Course::Dropped(4)), row(Course::Posted)]);
    let (harness, banks) = linked();
    // The pending row is gone at the second moment, and taken for its posted twin.
    for asked in [(0, 0), (4, 0), (0, 0), (4, 0)] {
        import(&harness, &banks, &books, asked);
    }
    let expected: Vec<Told> = books.at(4).map(|(_, told)| told).collect();
    assert_eq!(stands(&harness), (expected, BEFORE));
}

proptest! {
    #![proptest_config(Config { cases: 80, ..Config::default() })]

    #[test]
    fn whatever_windows_arrive_the_ledger_ends_as_the_books_of_the_bank(
        books in books(),
        asked in asked(),
    ) {
        let (harness, banks) = linked();
        for asked in asked {
            import(&harness, &banks, &books, asked);
        }
        let whole = (MOMENTS - 1, 0);
        import(&harness, &banks, &books, whole);
        let mut expected: Vec<Told> = books.at(MOMENTS - 1).map(|(_, told)| told).collect();
        expected.sort_unstable();
        prop_assert_eq!(stands(&harness), (expected, BEFORE));
        let before = harness.tables();
        import(&harness, &banks, &books, whole);
        prop_assert_eq!(&harness.tables()["transactions"], &before["transactions"]);
    }
}
