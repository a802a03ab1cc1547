//! Two years of a household, day by day.

use sobre_engine::dates::{Day, Month};

use super::household::{ACCOUNTS, Envelope, RECURRING, Recurring, Target, payee_names};
use super::ledger::{Ledger, at, envelopes};

/// Months of history before the current one.
pub(super) const MONTHS: i32 = 24;

const SPLIT_NOTES: &[&str] = &["Weekly shopping", "Big shopping", "Shopping for the party"];

/// Fills the ledger from the first month up to today, and a few rows beyond.
pub(super) fn live(ledger: &mut Ledger) {
    let today = ledger.today;
    let first = today.month().plus(-MONTHS);
    open_accounts(ledger, first.first_day());
    for month in first.through(today.month()) {
        recurring(ledger, month);
        everyday(ledger, month);
        shopping_trips(ledger, month);
        now_and_then(ledger, month);
        cards_and_cash(ledger, month);
        outside_of_the_budget(ledger, month);
    }
    close_old_bank(ledger, first.plus(9));
    ledger.rows.retain(|row| row.day <= today);
    unsorted_and_future(ledger);
    ledger.rows.sort_by_key(|row| row.day);
}

fn day(month: Month, number: i64) -> Day {
    Day::from_yyyymmdd(month.yyyymm() * 100 + number).unwrap_or_else(|| month.last_day())
}

fn some_day(ledger: &mut Ledger, month: Month) -> Day {
    let number = ledger.chance.within(1, 28 + i64::from(month.number() != 2) * 2);
    day(month, number)
}

fn open_accounts(ledger: &mut Ledger, first: Day) {
    for account in ACCOUNTS {
        let category = (!account.off_budget).then_some("starting");
        let here = at(account.key, first);
        ledger.add(here, account.starts_with, "Starting Balance", category).starting = true;
    }
}

fn recurring(ledger: &mut Ledger, month: Month) {
    for (number, payment) in RECURRING.iter().enumerate() {
        let due = payment.yearly_in.is_none_or(|only| only == month.number());
        // Payments due today are still unpaid, so that they appear among the schedules.
        let on = day(month, payment.day);
        if due && on < ledger.today {
            pay(ledger, payment, number, on);
        }
    }
}

fn pay(ledger: &mut Ledger, payment: &Recurring, number: usize, on: Day) {
    let winter = matches!(on.month().number(), 11 | 12 | 1 | 2 | 3);
    let usual = if payment.varies > 0 && winter { payment.amount * 5 / 4 } else { payment.amount };
    let amount = ledger.chance.around(usual, payment.varies);
    match payment.target {
        Target::Category(category) => {
            let here = at(payment.account, on);
            let row = ledger.add(here, amount, payment.payee, Some(category));
            row.schedule = Some(number);
        }
        Target::Account(to, category) => {
            ledger.transfer(at(payment.account, on), to, amount, category);
            for half in ledger.rows.iter_mut().rev().take(2) {
                half.schedule = Some(number);
            }
        }
    }
}

fn everyday(ledger: &mut Ledger, month: Month) {
    for envelope in envelopes().filter(|envelope| envelope.times > 0) {
        let names = payee_names(envelope.payees.0, envelope.payees.1);
        let times = ledger.chance.around(envelope.times, 25) + season(envelope, month);
        for _ in 0..times {
            let on = some_day(ledger, month);
            spend(ledger, envelope, on, &names);
        }
    }
}

/// More presents in December, more trips in summer, more clothes in spring and autumn.
fn season(envelope: &Envelope, month: Month) -> i64 {
    match (envelope.key, month.number()) {
        ("gifts", 12) => 7,
        ("gifts" | "donations", 11) | ("groceries" | "restaurants", 12) => 3,
        ("clothing", 4 | 10) | ("outings" | "fuel", 7 | 8) => 2,
        _ => 0,
    }
}

fn spend(ledger: &mut Ledger, envelope: &Envelope, on: Day, names: &[String]) {
    // Low amounts are more common than high ones.
    let [low, high] = envelope.spends;
    let amount = ledger.chance.within(low, high).min(ledger.chance.within(low, high));
    // Half of the time, the household goes to one of its first few places.
    let few = if ledger.chance.chance(50) { names.get(..3).unwrap_or(names) } else { names };
    let payee = ledger.chance.pick(few).cloned().unwrap_or_default();
    let from = pays_with(ledger, amount);
    let row = ledger.add(at(from, on), -amount, &payee, Some(envelope.key));
    if row.amount < -6_000 {
        row.notes = match envelope.key {
            "restaurants" => "Dinner with friends #friends",
            "medical" => "Send to the insurance #claim",
            "kids" => "School trip #school",
            _ => "",
        };
    }
}

fn pays_with(ledger: &mut Ledger, amount: i64) -> &'static str {
    match ledger.chance.within(1, 100) {
        1..=14 if amount < 3_000 && ledger.balance("cash") > amount + 500 => "cash",
        1..=55 => "visa",
        56..=75 => "rewards",
        76..=88 => "joint",
        _ => "checking",
    }
}

fn shopping_trips(ledger: &mut Ledger, month: Month) {
    for _ in 0..ledger.chance.within(3, 4) {
        let on = some_day(ledger, month);
        let household = -ledger.chance.within(900, 3_400);
        let second = if ledger.chance.chance(40) { "kids" } else { "pets" };
        let extra = -ledger.chance.within(500, 2_200);
        let groceries = -ledger.chance.within(4_500, 9_500);
        let note = ledger.chance.pick(SPLIT_NOTES).copied().unwrap_or_default();
        let total = groceries + household + extra;
        ledger.add(at("visa", on), total, "Greenway Hypermarket", None).notes = note;
        ledger.split_last(&[("groceries", groceries), ("household", household), (second, extra)]);
    }
}

fn now_and_then(ledger: &mut Ledger, month: Month) {
    for envelope in envelopes().filter(|envelope| envelope.times == 0) {
        let times = match (envelope.key, month.number()) {
            ("vacation", 7) => 5,
            ("vacation", 12) => 2,
            ("vacation", 4) | ("carcare", 2 | 6 | 10) | ("devices", 9) => 1,
            _ => 0,
        };
        let names = payee_names(envelope.payees.0, envelope.payees.1);
        for _ in 0..times {
            let on = some_day(ledger, month);
            spend(ledger, envelope, on, &names);
            if let Some(row) = ledger.rows.last_mut().filter(|row| row.category == Some("vacation"))
            {
                row.notes = "#vacation";
            }
        }
    }
    if ledger.chance.chance(30) {
        let on = some_day(ledger, month);
        let back = ledger.chance.within(900, 4_500);
        ledger.add(at("visa", on), back, "Corner Outfitters", Some("clothing")).notes = "Returned";
    }
}

fn cards_and_cash(ledger: &mut Ledger, month: Month) {
    for card in ["visa", "rewards"] {
        let owed = ledger.balance(card).min(0);
        let paid_on = day(month.next(), 5);
        if owed != 0 {
            ledger.transfer(at("checking", paid_on), card, owed, None);
        }
    }
    while ledger.balance("cash") < 9_000 {
        let on = some_day(ledger, month);
        ledger.transfer(at("checking", on), "cash", -8_000, None);
    }
    let interest = ledger.balance("savings") / 600;
    ledger.add(at("savings", month.last_day()), interest, "Meridian Bank", Some("interest"));
    if month.number() == 6 {
        ledger.transfer(at("holiday", day(month, 20)), "checking", -60_000, None);
    } else {
        ledger.transfer(at("checking", day(month, 28)), "holiday", -10_000, None);
    }
}

fn outside_of_the_budget(ledger: &mut Ledger, month: Month) {
    let end = month.last_day();
    for (account, payee, per_mille) in
        [("broker", "Market value", (-28, 44)), ("pension", "Fund value", (-15, 30))]
    {
        let change = ledger.chance.within(per_mille.0, per_mille.1);
        let gain = ledger.balance(account) / 1000 * change;
        ledger.add(at(account, end), gain, payee, None);
    }
    let interest = ledger.balance("mortgage") * 3 / 1000;
    ledger.add(at("mortgage", end), interest, "Cabin Loan Interest", None);
    if month.number() % 3 == 0 {
        let loss = -ledger.balance("car") / 28;
        ledger.add(at("car", end), loss, "Value lost", None);
    }
}

fn close_old_bank(ledger: &mut Ledger, month: Month) {
    let rest = ledger.balance("old");
    ledger.transfer(at("old", day(month, 11)), "checking", -rest, None);
    if let Some(row) = ledger.rows.iter_mut().rev().nth(1) {
        row.notes = "Closing account";
    }
}

/// Rows without a category, and rows dated ahead.
fn unsorted_and_future(ledger: &mut Ledger) {
    let today = ledger.today;
    let back = |days: i64| today.plus_days(-days).unwrap_or(today);
    for (days, account, amount, payee) in [
        (1, "visa", -3_420, "Unknown Terminal 4471"),
        (2, "checking", -1_250, "Transfer Ref 88231"),
        (3, "rewards", -2_799, "Marketplace Order"),
        (6, "cash", -600, "Flea Market"),
    ] {
        ledger.add(at(account, back(days)), amount, payee, None);
    }
    for (amount, payee, category, note) in [
        (-21_240, "Golden Grill", "restaurants", "Birthday dinner #friends"),
        (-18_600, "Smile Dental Practice", "medical", "Send to the insurance #claim"),
    ] {
        ledger.add(at("visa", today), amount, payee, Some(category)).notes = note;
    }
    for (days, amount, payee, category) in [
        (3, -4_500, "Rex Cinema", "outings"),
        (5, -6_900, "Story Time Shop", "kids"),
        (9, -2_400, "Corner Gifts", "gifts"),
    ] {
        ledger.add(at("visa", back(-days)), amount, payee, Some(category)).notes = "Booked ahead";
    }
}
