//! Devices that open the same messages of an inbox: offline for long, in any order with the messages
//! of each other's syncs, with crashes between the commits of a message, and while people edit what
//! came in. At the end every row of the bank is there once.

use sobre_actors::contract::ErrorCode;
use sobre_actors::testing::{BankMail, MailCommits};
use sobre_engine::crdt::{Change, Value};

use crate::bank_books::{BEFORE, BankRow, Books, Course, Told};
use crate::place;
use crate::world::{START_MS, World};

const ACCOUNT: &str = "linked";
const EXTERNAL: &str = "X1";
/// The moments of the bank's answers.
const MOMENTS: usize = 6;
const ROWS: usize = 9;
/// The first message tells at least what is younger.
const FIRST_BEGIN: i64 = 40;
/// Rows are so old that pending ones which are gone go at once.
const NEWEST: i64 = 70;
const LIVING: &str = "SELECT id FROM transactions
    WHERE acct = 'linked' AND tombstone = 0 AND starting_balance_flag = 0 ORDER BY id";

/// Runs the messages of a seed.
pub(crate) fn run(seed: u64) {
    let mut world = World::new(seed);
    world.copies.truncate(3);
    link(&mut world);
    let books = books(&mut world);
    let mut inbox = Vec::new();
    for moment in 0..MOMENTS {
        for _ in 0..=world.random.below(2) {
            let youngest = if inbox.is_empty() { FIRST_BEGIN } else { NEWEST };
            let from = i64::try_from(world.random.below(90)).unwrap() % (youngest + 1);
            bring(&mut inbox, &books, moment, from);
        }
        for _ in 0..world.copies.len() {
            let at = world.random.below(world.copies.len());
            live(&mut world, at, &inbox);
        }
    }
    // What two devices did apart is settled by the message after the one that both read.
    for _ in 0..2 {
        bring(&mut inbox, &books, MOMENTS - 1, 0);
        for at in 0..world.copies.len() {
            read(&mut world, at, &inbox, 0);
        }
        world.heal();
    }
    world.check();
    check(&world, &books);
}

/// Adds the account, linked.
fn link(world: &mut World) {
    let bank = [("bank_id", Value::from("fakebank.example")), ("name", Value::from("Bank"))];
    let account = [
        ("name", Value::from("Linked")),
        ("offbudget", 0.into()),
        ("closed", 0.into()),
        ("account_id", Value::from(EXTERNAL)),
        ("bank", Value::from("bank")),
        ("account_sync_source", Value::from("simpleFin")),
    ];
    let mut changes = Change::row("banks", "bank", bank);
    changes.extend(Change::row("accounts", ACCOUNT, account));
    let written = world.copies[0].open.write(changes).unwrap();
    world.acknowledge(0, written);
    world.heal();
}

fn books(world: &mut World) -> Books {
    let mut row = |_| {
        let random = &mut world.random;
        let at = 1 + random.below(MOMENTS - 1);
        let courses = [
            Course::Posted,
            Course::Posts(at),
            Course::Reborn(at),
            Course::Tipped(at),
            Course::Dropped(at),
            Course::Corrected(at),
        ];
        BankRow {
            day: FIRST_BEGIN + i64::try_from(random.below(30)).unwrap(),
            amount: *random.of(&[-450, -1_000, -2_000, 70_000]).unwrap(),
            payee: random.of(&["Cafe", "Film", "Grocer"]).unwrap(),
            since: random.below(MOMENTS),
            course: *random.of(&courses).unwrap(),
        }
    };
    let mut rows: Vec<BankRow> = (0..ROWS).map(&mut row).collect();
    let course = Course::Posted;
    rows.push(BankRow { day: FIRST_BEGIN, amount: 1_200, payee: "Start", since: 0, course });
    Books(rows)
}

/// Puts an answer into the inbox.
fn bring(inbox: &mut Vec<BankMail>, books: &Books, moment: usize, from: i64) {
    let number = u64::try_from(inbox.len()).unwrap() + 1;
    inbox.push(BankMail {
        account: ACCOUNT.into(),
        answer: books.answer(EXTERNAL, moment, from),
        number,
        fetched_ms: START_MS + i64::try_from(number).unwrap() * 60_000,
    });
}

/// A device between two messages.
fn live(world: &mut World, at: usize, inbox: &[BankMail]) {
    world.now.fetch_add(600_000, std::sync::atomic::Ordering::Relaxed);
    if world.random.chance(35) {
        let _ = world.sync(at, true);
    }
    if world.random.chance(70) {
        read(world, at, inbox, 15);
    }
    if world.random.chance(60) {
        edit(world, at);
    }
    if world.random.chance(10)
        && let Ok(written) = world.copies[at].open.undo(false)
    {
        world.acknowledge(at, written);
    }
    if world.random.chance(35) {
        let _ = world.sync(at, true);
    }
}

/// Reads the inbox from its marker on. The device may lose its power after any commit; in `breaks` of
/// 100 messages it does so in the middle, and reads no further.
fn read(world: &mut World, at: usize, inbox: &[BankMail], breaks: usize) {
    let marker = "SELECT value FROM preferences WHERE id = 'sobre.bank-inbox.read.file'";
    let read = place::ids(&world.copies[at].open, marker).pop();
    let read = read.and_then(|it| it.parse::<usize>().ok()).unwrap_or(0);
    for mail in inbox.iter().skip(read) {
        let breaks_off = world.random.chance(breaks);
        let most = if breaks_off { 1 + world.random.below(3) } else { usize::MAX };
        let commits = MailCommits { rows: 1 + world.random.below(4), most };
        let written = match world.copies[at].open.read_mail("file", mail, commits) {
            // The message is read again after the sync that brings the rest of the transaction.
            Err(error) if error.code == ErrorCode::TransactionNotFound && has_half(world, at) => {
                return;
            }
            written => written.unwrap(),
        };
        if breaks_off || world.random.chance(10) {
            world.crash(at);
        }
        world.acknowledge(at, written);
        if breaks_off {
            return;
        }
    }
}

/// Whether a sync that broke off brought changes of a transaction before the transaction itself.
fn has_half(world: &World, at: usize) -> bool {
    let text = "SELECT id FROM transactions WHERE acct IS NULL";
    !place::ids(&world.copies[at].open, text).is_empty()
}

/// A person sets a category, a note, or deletes what came in.
fn edit(world: &mut World, at: usize) {
    let rows = place::ids(&world.copies[at].open, LIVING);
    let Some(id) = world.random.of(&rows).cloned() else { return };
    let batch = match world.random.below(5) {
        0 => serde_json::json!({ "deleted": [{ "id": id }] }),
        1 | 2 => serde_json::json!({ "updated": [{ "id": id, "notes": "mine" }] }),
        _ => {
            let categories = "SELECT id FROM categories WHERE is_income = 0 AND tombstone = 0";
            let category = place::ids(&world.copies[at].open, categories).remove(0);
            serde_json::json!({ "updated": [{ "id": id, "category": category }] })
        }
    };
    if let Ok(written) = world.copies[at].open.call("transactions-batch-update", batch) {
        world.acknowledge(at, written);
    }
}

/// Every row of the bank is there once, and the cleared balance is the bank's.
fn check(world: &World, books: &Books) {
    let text = "SELECT coalesce(financial_id, 'none') || ' ' || amount || ' ' ||
        coalesce(imported_description, 'none') || ' ' || cleared FROM transactions
        WHERE acct = 'linked' AND tombstone = 0 AND starting_balance_flag = 0";
    let mut rows = place::ids(&world.copies[0].open, text);
    let told = |told: Told| {
        format!("{} {} {} {}", told.id, told.amount, told.payee, i32::from(told.posted))
    };
    let mut expected: Vec<String> = books.at(MOMENTS - 1).map(|(_, row)| told(row)).collect();
    rows.sort_unstable();
    expected.sort_unstable();
    assert_eq!(rows, expected);
    let sum = "SELECT CAST(sum(amount) AS TEXT) FROM transactions
        WHERE acct = 'linked' AND tombstone = 0 AND cleared = 1";
    let cleared = place::ids(&world.copies[0].open, sum);
    assert_eq!(cleared, [books.booked(MOMENTS - 1).to_string()], "began with {BEFORE}");
}
