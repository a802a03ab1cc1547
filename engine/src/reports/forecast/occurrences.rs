//! The payments of schedules ahead, and those that were missed.

use super::days::Days;
use super::shape::{ForecastRequest, Occurrence};
use crate::dates::Day;
use crate::reports::context::Reports;
use crate::reports::facts::Schedule;
use crate::reports::lens::{Lens, Seen, day_number};
use crate::reports::rows::{Label, NONE, Packed, RowFlags, RowKey, day_of_month};
use crate::schedules::{ScheduleDate, paid_from};

/// The payments of schedules.
pub(super) struct Occurrences {
    /// Those that count, by day.
    pub(super) ahead: Vec<Occurrence>,
    /// Those before today without a transaction.
    pub(super) missed: Vec<Occurrence>,
}

/// One side of a payment: the account it is in, and who it is paid to.
struct Side {
    account: Option<usize>,
    payee: Option<usize>,
    amount: i64,
    category: Option<usize>,
}

pub(super) fn occurrences(
    reports: &Reports<'_>,
    request: &ForecastRequest,
    days: &Days,
) -> Occurrences {
    let lens = &reports.lens;
    let is_over = days.end < days.today;
    let from = if is_over { days.start } else { days.start.max(days.today) };
    let (mut ahead, mut missed) = (Vec::new(), Vec::new());
    for schedule in reports.schedules.iter().filter(|it| !it.completed) {
        let sides = sides(schedule, lens);
        for date in dates(schedule, days) {
            let counts = |side: &&Side| {
                let is_chosen = match side.account {
                    Some(account) => days.column(account).is_some(),
                    None => request.include_accountless_schedules,
                };
                is_chosen && passes(days, lens, side, date)
            };
            let list = if date >= from {
                &mut ahead
            } else if !is_over && date < days.today {
                &mut missed
            } else {
                continue;
            };
            list.extend(sides.iter().filter(counts).map(|side| Occurrence {
                date,
                account: side.account.map(|account| lens.account(account).id.clone()),
                schedule: schedule.id.clone(),
                name: schedule.name.clone(),
                amount: side.amount,
                category: side.category,
            }));
        }
    }
    // Payments of a day stay in the order of their schedules.
    ahead.sort_by_key(|it| it.date);
    missed.sort_by_key(|it| it.date);
    Occurrences { ahead, missed }
}

/// The days of a schedule that no transaction pays.
fn dates(schedule: &Schedule, days: &Days) -> Vec<Day> {
    let all = match (&schedule.date, schedule.next_date) {
        (Some(ScheduleDate::Once(day)), _) => vec![*day],
        (Some(date @ ScheduleDate::Recurring(_)), Some(next)) => date.through(next, days.end),
        (Some(ScheduleDate::Recurring(_)) | None, _) => Vec::new(),
    };
    let linked = days.linked.get(&*schedule.id).map_or(&[][..], Vec::as_slice);
    // Of dates that the program posts, each is paid on its own.
    let posted = schedule.date.as_ref().filter(|_| schedule.posts_transaction);
    let mut before = posted.and_then(|date| date.before(*all.first()?));
    let mut is_paid = |date: &Day| {
        let from = paid_from(*date, before, schedule.has_exact_date);
        before = posted.map(|_| *date);
        linked.iter().any(|day| from <= *day && day <= date)
    };
    all.into_iter().filter(|date| *date <= days.end && !is_paid(date)).collect()
}

/// Both sides of a transfer, or the only side of another payment; none without an amount.
fn sides(schedule: &Schedule, lens: &Lens<'_>) -> Vec<Side> {
    let Some(amount) = schedule.amount else { return Vec::new() };
    let account = schedule.account.as_ref().and_then(|id| lens.account_place(id.as_str()));
    if schedule.account.is_some() && account.is_none() {
        return Vec::new();
    }
    let payee = schedule.payee.as_ref().and_then(|id| lens.payee_place(id.as_str()));
    let category = schedule.category.as_ref().and_then(|id| lens.category_place(id.as_str()));
    let mut sides = vec![Side { account, payee, amount, category }];
    if let Some(target) = payee.and_then(|payee| lens.target_of(payee)) {
        let payees = 0..lens.facts.payees.len();
        let back =
            account.and_then(|it| payees.into_iter().find(|at| lens.target_of(*at) == Some(it)));
        let amount = amount.saturating_neg();
        sides.push(Side { account: Some(target), payee: back, amount, category: None });
    }
    sides
}

/// Whether the row that a payment makes passes the conditions.
fn passes(days: &Days, lens: &Lens<'_>, side: &Side, date: Day) -> bool {
    let target = side.payee.and_then(|payee| lens.target_of(payee));
    let packed = Packed {
        amount: side.amount,
        account: NONE,
        category: NONE,
        payee: NONE,
        notes: NONE,
        imported_payee: NONE,
        day: day_of_month(date),
        flags: RowFlags::LINKED.when(target.is_some()),
    };
    let label = Label { key: RowKey(0), order: 0.0, schedule: NONE };
    days.filter.holds(&Seen {
        packed: &packed,
        label: &label,
        month: date.month(),
        day_number: day_number(date),
        // No account stands for "none of them".
        account: side.account.unwrap_or(usize::MAX),
        is_off: side.account.is_some_and(|account| lens.account(account).off_budget),
        category: side.category,
        payee: side.payee,
        target,
    })
}
