//! Laws of importing answers: whatever the overlap of windows, the ledger is the same; a pending
//! row never counts twice; the cleared balance is always the bank's.

use proptest::prelude::*;
use serde_json::{Value as Json, json};
use sobre_engine::banks::{Balance, BankAnswer, BankRow, Cursor, Window};
use sobre_engine::dates::Day;
use sobre_engine::money::Amount;

use crate::world::World;

/// A movement of a bank: made on one day, posted on another one, perhaps under another id and with
/// a tip.
#[derive(Debug, Clone)]
struct Movement {
    id: String,
    made: i64,
    posted: i64,
    cents: i64,
    payee: &'static str,
    has_new_id: bool,
    tip: i64,
}

fn day(number: i64) -> Day {
    let first: Day = "2026-08-23".parse().unwrap();
    first.plus_days(number).unwrap()
}

fn amount(cents: i64) -> Amount {
    Amount::from_cents(cents).unwrap()
}

fn movements() -> impl Strategy<Value = Vec<Movement>> {
    let payee = prop::sample::select(&["Cafe", "Film", "Rent"][..]);
    let one = (0_i64..80, 0_i64..6, -9_i64..10, payee, any::<bool>(), 0_i64..3);
    prop::collection::vec(one, 0..25).prop_map(|all| {
        let movement = |(at, it): (usize, (i64, i64, i64, &'static str, bool, i64))| {
            let (made, wait, cents, payee, has_new_id, tip) = it;
            Movement {
                id: format!("m{at}"),
                made,
                posted: made + wait,
                cents: cents * 500,
                payee,
                has_new_id,
                tip: tip * cents.signum() * 50,
            }
        };
        all.into_iter().enumerate().map(movement).collect()
    })
}

impl Movement {
    fn row(&self, today: i64) -> Option<BankRow> {
        if self.made > today {
            return None;
        }
        let is_posted = self.posted <= today;
        let id =
            if is_posted && self.has_new_id { format!("{}-p", self.id) } else { self.id.clone() };
        let cents = if is_posted { self.cents + self.tip } else { self.cents };
        let date = day(if is_posted { self.posted } else { self.made });
        let text = format!(
            "{}{}.{:02}",
            if cents < 0 { "-" } else { "" },
            cents.abs() / 100,
            cents.abs() % 100
        );
        let fields = json!({
            "date": date, "payeeName": self.payee, "booked": is_posted,
            "transactionAmount": { "amount": text, "currency": "USD" },
        });
        Some(BankRow {
            id: Some(id),
            pending_of: None,
            posted: is_posted,
            date,
            amount: amount(cents),
            currency: Some("USD".to_owned()),
            payee: Some(self.payee.to_owned()),
            notes: None,
            fields: fields.as_object().unwrap().clone(),
        })
    }
}

/// The bank's response on the day `today`, for the days since `from`.
fn answer(movements: &[Movement], from: i64, today: i64) -> BankAnswer {
    let all: Vec<BankRow> = movements.iter().filter_map(|it| it.row(today)).collect();
    let booked = all.iter().filter(|row| row.posted).map(|row| row.amount.cents()).sum::<i64>();
    let mut rows = all;
    rows.retain(|row| row.date >= day(from));
    rows.sort_by_key(|row| std::cmp::Reverse(row.date));
    BankAnswer {
        account: "A1".to_owned(),
        window: Some(Window { from: day(from), to: day(today) }),
        cursor: None,
        balance: Some(Balance {
            booked: Some(amount(booked + 100_000)),
            available: None,
            limit: None,
            currency: None,
            date: None,
        }),
        rows,
        removed: Vec::new(),
        skipped: Vec::new(),
        error: None,
    }
}

fn world(settings: &Json) -> World {
    World::of(&json!({ "id": "acct", "offbudget": false }), &json!("2026-11-20"), settings)
}

/// The living rows without what a matched row keeps of its first meeting.
fn said(world: &World) -> Vec<(Day, i64, Option<String>, bool)> {
    let mut rows: Vec<_> = world
        .rows
        .iter()
        .filter(|row| !row.deleted && !row.is_start)
        .map(|row| (row.date, row.amount.cents(), row.bank_id.clone(), row.cleared))
        .collect();
    rows.sort();
    rows
}

proptest! {
    /// Posted rows in windows that overlap give the ledger of one answer, however they are split.
    #[test]
    fn any_overlap_of_windows_gives_the_same_ledger(
        movements in movements(),
        steps in prop::collection::vec((1_i64..30, 10_i64..60), 1..6),
    ) {
        let posted: Vec<Movement> = movements
            .into_iter()
            .map(|it| Movement { made: it.posted, tip: 0, has_new_id: false, ..it })
            .collect();
        let (mut windowed, mut whole) = (world(&Json::Null), world(&Json::Null));
        let mut today = 0;
        windowed.today = day(0);
        windowed.import(&answer(&posted, 0, 0));
        for (days, overlap) in steps {
            let from = (today - overlap).max(0);
            today += days;
            windowed.today = day(today);
            windowed.import(&answer(&posted, from, today));
        }
        whole.today = day(today);
        whole.import(&answer(&posted, 0, today));
        prop_assert_eq!(said(&windowed), said(&whole));
        prop_assert_eq!(windowed.cleared(), whole.cleared());
    }

    /// After each answer the cleared balance is the bank's, and importing it again changes nothing,
    /// whatever happens to pending rows meanwhile.
    #[test]
    fn the_cleared_balance_is_always_the_banks(
        movements in movements(),
        steps in prop::collection::vec(1_i64..12, 1..10),
        takes_pending: bool,
    ) {
        let settings = json!({ "sync-import-pending": takes_pending.to_string() });
        let mut world = world(&settings);
        let mut today = 0;
        for days in steps {
            let from = (today - 30).max(0);
            today += days;
            world.today = day(today);
            let answer = answer(&movements, from, today);
            world.import(&answer);
            let booked = answer.balance.as_ref().unwrap().booked.unwrap();
            prop_assert_eq!(world.cleared(), booked.cents());
            let before = world.rows.clone();
            world.import(&answer);
            prop_assert_eq!(&world.rows, &before);
        }
    }

    /// The order of rows within an answer does not matter.
    #[test]
    fn the_order_of_an_answer_does_not_matter(
        movements in movements(),
        order in prop::collection::vec(any::<prop::sample::Index>(), 0..25),
        typed in prop::collection::vec((0_i64..80, -9_i64..10), 0..10),
    ) {
        let answer = answer(&movements, 0, 85);
        let mut shuffled = answer.clone();
        for place in order {
            if !shuffled.rows.is_empty() {
                let row = shuffled.rows.remove(place.index(shuffled.rows.len()));
                shuffled.rows.push(row);
            }
        }
        let imported = |answer: &BankAnswer| {
            let mut world = world(&Json::Null);
            world.rows = typed
                .iter()
                .enumerate()
                .map(|(at, (made, cents))| {
                    crate::world::stored(&json!({
                        "id": format!("t{at}"), "date": day(*made), "amount": cents * 500,
                    }))
                })
                .collect();
            world.import(answer);
            world.ledger()
        };
        prop_assert_eq!(imported(&answer), imported(&shuffled));
    }

    /// A provider of changes: whatever the cuts, the ledger is that of one whole list.
    #[test]
    fn changes_since_a_cursor_give_the_same_ledger(
        movements in movements(),
        steps in prop::collection::vec(1_i64..20, 1..8),
    ) {
        let (mut cut, mut whole) = (world(&Json::Null), world(&Json::Null));
        let mut before: Vec<BankRow> = Vec::new();
        let mut today = 0;
        for (at, days) in steps.into_iter().enumerate() {
            today += days;
            let full = answer(&movements, 0, today);
            let is_known = |row: &BankRow| before.contains(row);
            let mut delta = full.clone();
            delta.rows.retain(|row| !is_known(row));
            let has = |row: &&BankRow| !full.rows.iter().any(|it| it.id == row.id);
            delta.removed = before.iter().filter(has).filter_map(|row| row.id.clone()).collect();
            for row in &mut delta.rows {
                let id = row.id.as_deref().unwrap_or_default();
                row.pending_of = id.strip_suffix("-p").map(str::to_owned);
            }
            let cursor = |at: usize| if at == 0 { String::new() } else { at.to_string() };
            delta.cursor = Some(Cursor { before: cursor(at), after: cursor(at + 1) });
            if at > 0 {
                delta.window = None;
            }
            cut.today = day(today);
            cut.import(&delta);
            let booked = full.balance.as_ref().unwrap().booked.unwrap();
            prop_assert_eq!(cut.cleared(), booked.cents());
            before = full.rows;
        }
        whole.today = day(today);
        whole.import(&answer(&movements, 0, today));
        let ids = |world: &World| {
            let mut ids: Vec<_> =
                said(world).into_iter().map(|(_, cents, id, cleared)| (id, cents, cleared)).collect();
            ids.sort();
            ids
        };
        prop_assert_eq!(ids(&cut), ids(&whole));
    }
}
