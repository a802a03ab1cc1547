//! How the demo household fills its envelopes. It lives on last month's income: income is held for
//! the next month, and the remainder goes to the emergency fund.

use std::collections::BTreeMap;

use sobre_engine::dates::Month;

use super::history::MONTHS;
use super::household::Envelope;
use super::ledger::{Ledger, envelopes};

/// Amount left to budget in the current month.
const LEFT_TO_BUDGET: i64 = 8_420;
/// Envelopes overspent in the current month: the amount, and whether it is carried over.
pub(super) const OVERSPENT: [(&str, i64, bool); 2] =
    [("restaurants", 4_317, false), ("medical", 8_650, true)];
const FUND: &str = "emergency";
/// How many months ahead of the current one exist.
const MONTHS_AHEAD: i32 = 12;

/// The household's budgeted amounts.
pub(super) struct Plan {
    /// Amount and carryover flag by month and envelope.
    pub(super) budgeted: BTreeMap<(Month, &'static str), (i64, bool)>,
    /// Money held for the next month.
    pub(super) held: BTreeMap<Month, i64>,
}

struct State {
    leftover: BTreeMap<&'static str, i64>,
    to_budget: i64,
    held: i64,
}

/// Fills the envelopes of every month of history.
pub(super) fn fill(ledger: &Ledger) -> Plan {
    let current = ledger.today.month();
    let spent = ledger.spent();
    let mut plan = Plan { budgeted: BTreeMap::new(), held: BTreeMap::new() };
    let mut state = State { leftover: BTreeMap::new(), to_budget: 0, held: 0 };
    for month in current.plus(-MONTHS).through(current) {
        let sum = |category: &'static str| spent.get(&(category, month)).copied().unwrap_or(0);
        let overspent: i64 = state.leftover.values().map(|left| left.min(&0)).sum();
        let mut total = 0;
        let mut leftover = BTreeMap::new();
        for envelope in envelopes().filter(|envelope| envelope.key != FUND) {
            let before = state.leftover.get(envelope.key).copied().unwrap_or(0).max(0);
            let out = if month == current { from_now_on(&spent, envelope.key, month) } else { 0 };
            let need = -(sum(envelope.key) + out) - before;
            let amount = budget(envelope, before, need, month.months_since(current));
            total += amount;
            plan.budgeted.insert((month, envelope.key), (amount, false));
            leftover.insert(envelope.key, before + amount + sum(envelope.key));
        }
        let salary = sum("salary") + sum("interest");
        let available = salary + sum("starting") + state.to_budget + state.held;
        let keep = if month == current { LEFT_TO_BUDGET } else { 0 };
        let fund = available + overspent - total - salary - keep;
        plan.budgeted.insert((month, FUND), (fund, false));
        plan.held.insert(month, salary);
        leftover.insert(FUND, state.leftover.get(FUND).copied().unwrap_or(0) + fund);
        state = State { leftover, to_budget: keep, held: salary };
    }
    carry_over(&mut plan, current);
    plan
}

/// Spending dated after the month, which its envelopes should already cover.
fn from_now_on(
    spent: &BTreeMap<(&'static str, Month), i64>,
    key: &'static str,
    month: Month,
) -> i64 {
    spent.range((key, month.next())..).take_while(|((k, _), _)| *k == key).map(|(_, sum)| sum).sum()
}

/// The amount for an envelope. `need` is what the month's payments require beyond its balance,
/// `ago` is 0 for the current month and negative before.
fn budget(envelope: &Envelope, before: i64, need: i64, ago: i32) -> i64 {
    let on_purpose = OVERSPENT.iter().find(|(key, ..)| *key == envelope.key);
    match on_purpose {
        Some((_, by, _)) if ago == 0 => return (need - by).max(0),
        Some(_) if ago == -1 => return need.max(0),
        Some(_) | None => {}
    }
    let usual = if ago == -MONTHS {
        envelope.plan + first_deposit(envelope.key)
    } else if envelope.times > 0 {
        // Everyday envelopes are topped up.
        round_up((envelope.plan - before).max(0))
    } else {
        envelope.plan
    };
    if need > usual { round_up(need) } else { usual }
}

fn round_up(cents: i64) -> i64 {
    (cents + 499) / 500 * 500
}

fn first_deposit(key: &str) -> i64 {
    match key {
        "vacation" => 60_000,
        "carcare" | "homeinsurance" => 20_000,
        "devices" => 30_000,
        "renovation" => 150_000,
        _ => 0,
    }
}

fn carry_over(plan: &mut Plan, current: Month) {
    for (key, ..) in OVERSPENT.iter().filter(|(.., carried)| *carried) {
        for month in current.through(current.plus(MONTHS_AHEAD)) {
            plan.budgeted.entry((month, *key)).or_insert((0, false)).1 = true;
        }
    }
}
