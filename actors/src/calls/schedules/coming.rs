//! Coming transactions: previews of an account's next transactions, the bills of a month per
//! envelope, and how low each balance will be.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::Value as Json;
use sobre_engine::dates::Day;
use sobre_engine::ids::{AccountId, CategoryId, PayeeId, TransactionId};
use sobre_engine::money::nearest;
use sobre_engine::schedules::{ScheduleStatus, status};

use super::posting::Post;
use super::stored::{Schedules, Stored};
use crate::contract::CallError;
use crate::contract::coming::{
    BalanceStep, Bill, CategoryBills, LowestBalance, Preview, PreviewLine, ScheduleGetBills,
    ScheduleGetLowestBalances, ScheduleGetPreviews,
};
use crate::contract::transactions::GivenFields;
use crate::db::{balance_before, read};
use crate::router::Query;
use crate::world::World;

/// Days that are looked ahead for a balance without a next income.
const DAYS_AHEAD: i64 = 31;

impl Query for ScheduleGetPreviews {
    fn run(self, world: &World<'_>) -> Result<Vec<Preview>, CallError> {
        let schedules = Schedules::of(world)?;
        let mut coming = Vec::new();
        let open = read::schedules::open_accounts(world.reader)?;
        for schedule in schedules.all() {
            let until = schedules.last_upcoming(schedule);
            coming.extend(Coming::of(&schedules, &open, schedule, until)?);
        }
        let mut previews: Vec<Preview> = coming.iter().flat_map(Coming::previews).collect();
        previews.retain(|it| self.account.as_ref().is_none_or(|account| it.account == *account));
        previews.sort_by(|one, other| (one.date, &one.id).cmp(&(other.date, &other.id)));
        let mut balances = HashMap::new();
        for preview in &mut previews {
            let day = preview.date.max(schedules.today);
            let balance = match balances.entry(preview.account.clone()) {
                std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
                std::collections::hash_map::Entry::Vacant(new) => {
                    new.insert(Ahead::of(world, &preview.account, schedules.today)?)
                }
            };
            preview.balance = balance.after(day, preview.amount);
        }
        Ok(previews)
    }
}

impl Query for ScheduleGetBills {
    fn run(self, world: &World<'_>) -> Result<Vec<CategoryBills>, CallError> {
        let schedules = Schedules::of(world)?;
        let is_current = self.month == schedules.today.month();
        let open = read::schedules::open_accounts(world.reader)?;
        let mut bills: BTreeMap<Option<CategoryId>, Vec<Bill>> = BTreeMap::new();
        for schedule in schedules.all() {
            for coming in Coming::of(&schedules, &open, schedule, self.month.last_day())? {
                // Bills that were missed before are still to be paid this month.
                let is_late = is_current && coming.date < self.month.first_day();
                if coming.date.month() != self.month && !is_late || !coming.is_budgeted(world)? {
                    continue;
                }
                for (category, amount) in coming.parts() {
                    bills.entry(category).or_default().push(coming.bill(amount));
                }
            }
        }
        let of_category = |(category, mut bills): (Option<CategoryId>, Vec<Bill>)| {
            bills.sort_by(|one, other| {
                (one.date, &one.schedule).cmp(&(other.date, &other.schedule))
            });
            let amount = bills.iter().fold(0_i64, |sum, bill| sum.saturating_add(bill.amount));
            CategoryBills { category, amount, bills }
        };
        Ok(bills.into_iter().map(of_category).collect())
    }
}

impl Query for ScheduleGetLowestBalances {
    fn run(self, world: &World<'_>) -> Result<Vec<LowestBalance>, CallError> {
        let schedules = Schedules::of(world)?;
        let today = schedules.today;
        let until = today.plus_days(DAYS_AHEAD).unwrap_or(today);
        let open = read::schedules::open_accounts(world.reader)?;
        let mut coming: HashMap<AccountId, Vec<Preview>> = HashMap::new();
        let mut names = HashMap::new();
        for schedule in schedules.all() {
            names.insert(schedule.row.id.clone(), schedule.name(world)?);
            for each in Coming::of(&schedules, &open, schedule, until)? {
                for preview in each.previews() {
                    coming.entry(preview.account.clone()).or_default().push(preview);
                }
            }
        }
        let mut lowest = Vec::new();
        for account in read::accounts::living(world.reader)?.into_iter().filter(|it| !it.closed) {
            let coming = coming.remove(&account.id).unwrap_or_default();
            let ahead = Ahead::of(world, &account.id, today)?;
            lowest.extend(ahead.lowest(account.id, coming, &names, until));
        }
        Ok(lowest)
    }
}

/// A date of a schedule that has no transaction yet.
struct Coming<'s> {
    schedule: &'s Stored,
    account: AccountId,
    date: Day,
    status: ScheduleStatus,
    is_next: bool,
    /// The transaction as the rules would leave it, and its split lines.
    rows: Vec<GivenFields>,
    /// The account on the other side of a transfer, and the payee there.
    other_side: Option<(AccountId, Option<PayeeId>)>,
}

impl<'s> Coming<'s> {
    /// The dates of a schedule up to a day that are not paid, in the accounts that are `open`:
    /// nothing is posted to others.
    fn of(
        schedules: &Schedules<'_>,
        open: &HashSet<String>,
        schedule: &'s Stored,
        until: Day,
    ) -> Result<Vec<Self>, CallError> {
        let (world, parts) = (schedules.world, schedule.parts());
        let (Some(account), Some(date)) = (parts.account.clone(), parts.schedule_date()) else {
            return Ok(Vec::new());
        };
        let is_over = schedule.row.completed || !open.contains(account.as_str());
        let Some(next) = schedule.next_date().filter(|_| !is_over) else {
            return Ok(Vec::new());
        };
        let is_paid = schedules.status(schedule)?.0 == ScheduleStatus::Paid;
        let skipped = usize::from(is_paid);
        let mut coming = Vec::new();
        for date in date.through(next, until).into_iter().skip(skipped) {
            let id = TransactionId::from(format!("preview/{}/{date}", schedule.row.id));
            let post = Post { schedule, account: account.clone(), id, day: date };
            let rows = post.rows(world)?;
            let Some(first) = rows.first() else { continue };
            let account = text(first, "account").map_or_else(|| account.clone(), Into::into);
            if !open.contains(account.as_str()) {
                continue;
            }
            let other_side = other_side(world, &account, text(first, "payee"))?;
            let status = status(Some(date), false, schedules.today, until);
            let is_next = !is_paid && date == next;
            coming.push(Self { schedule, account, date, status, is_next, rows, other_side });
        }
        Ok(coming)
    }

    fn amount(&self) -> i64 {
        self.rows.first().map_or(0, cents)
    }

    fn id(&self) -> &str {
        self.rows.first().and_then(|row| text(row, "id")).unwrap_or_default()
    }

    /// The transaction in its account and, of a transfer, in the other one.
    fn previews(&self) -> Vec<Preview> {
        let first = self.rows.first();
        let field = |name: &str| first.and_then(|row| text(row, name));
        let lines = self.rows.iter().skip(1);
        let lines = lines.map(|row| PreviewLine { amount: cents(row), category: category(row) });
        let own = Preview {
            id: self.id().to_owned(),
            schedule: self.schedule.row.id.clone(),
            account: self.account.clone(),
            date: self.date,
            status: self.status,
            is_next: self.is_next,
            is_approximate: self.schedule.parts().is_approximate(),
            amount: self.amount(),
            payee: field("payee").map(Into::into).or_else(|| self.schedule.parts().payee),
            category: first.and_then(category),
            notes: field("notes").map(str::to_owned),
            lines: lines.collect(),
            balance: 0,
        };
        let other = self.other_side.clone().map(|(account, payee)| Preview {
            id: format!("{}/transfer", own.id),
            account,
            payee,
            amount: own.amount.saturating_neg(),
            category: None,
            lines: Vec::new(),
            ..own.clone()
        });
        [own].into_iter().chain(other).collect()
    }

    /// Whether it touches the budget: its account is on budget, and it is no transfer within it.
    fn is_budgeted(&self, world: &World<'_>) -> Result<bool, CallError> {
        let other = self.other_side.as_ref().map(|(account, _)| account.clone());
        let ids: Vec<_> = [self.account.clone()].into_iter().chain(other).collect();
        let found = read::transactions::accounts(world.reader, &ids)?;
        let is_off = |id: &AccountId| found.iter().any(|it| it.id == *id && it.off_budget);
        let stays_within = self.other_side.as_ref().is_some_and(|(id, _)| !is_off(id));
        Ok(!is_off(&self.account) && !stays_within)
    }

    /// Its amounts by category.
    fn parts(&self) -> Vec<(Option<CategoryId>, i64)> {
        let lines = if self.rows.len() > 1 { &self.rows[1..] } else { &self.rows[..] };
        lines.iter().map(|row| (category(row), cents(row))).collect()
    }

    fn bill(&self, amount: i64) -> Bill {
        let parts = self.schedule.parts();
        Bill {
            schedule: self.schedule.row.id.clone(),
            name: self.schedule.row.name.clone(),
            is_approximate: parts.is_approximate(),
            payee: parts.payee,
            account: self.account.clone(),
            date: self.date,
            amount,
            is_missed: self.status == ScheduleStatus::Missed,
        }
    }
}

/// The account on the other side of a transfer, and its payee for transfers from here.
fn other_side(
    world: &World<'_>,
    account: &AccountId,
    payee: Option<&str>,
) -> Result<Option<(AccountId, Option<PayeeId>)>, CallError> {
    let Some(payee) = payee.map(PayeeId::from) else { return Ok(None) };
    let payee = read::transactions::payees(world.reader, &[payee])?.pop();
    let Some(other) = payee.and_then(|payee| payee.transfer_account) else { return Ok(None) };
    let own = read::transactions::accounts(world.reader, std::slice::from_ref(account))?.pop();
    Ok(Some((other, own.and_then(|own| own.transfer_payee))))
}

fn text<'r>(row: &'r GivenFields, field: &str) -> Option<&'r str> {
    row.get(field).and_then(Json::as_str)
}

fn cents(row: &GivenFields) -> i64 {
    row.get("amount").and_then(Json::as_i64).unwrap_or(0)
}

fn category(row: &GivenFields) -> Option<CategoryId> {
    text(row, "category").map(Into::into)
}

/// The balance of an account from today on.
struct Ahead {
    today: Day,
    /// With all transactions up to today.
    balance_today: i64,
    balance: i64,
    /// Transactions of later days, the last one first.
    later: Vec<read::schedules::LaterRow>,
}

impl Ahead {
    fn of(world: &World<'_>, account: &AccountId, today: Day) -> Result<Self, CallError> {
        let tomorrow = today.plus_days(1).unwrap_or(today);
        let balance_today = nearest(balance_before(world.reader, account, tomorrow)?);
        let mut later = read::schedules::later_rows(world.reader, account.as_str(), today)?;
        later.reverse();
        Ok(Self { today, balance_today, balance: balance_today, later })
    }

    /// The balance after a further amount on a day.
    fn after(&mut self, day: Day, amount: i64) -> i64 {
        while let Some(row) = self.later.pop_if(|row| row.day <= day) {
            self.balance = self.balance.saturating_add(row.amount);
        }
        self.balance = self.balance.saturating_add(amount);
        self.balance
    }

    /// The lowest balance up to a day, or up to the next income; none if nothing is coming.
    fn lowest(
        self,
        account: AccountId,
        coming: Vec<Preview>,
        names: &HashMap<String, String>,
        until: Day,
    ) -> Option<LowestBalance> {
        let is_income = |it: &&Preview| {
            let is_transfer = it.id.ends_with("/transfer");
            it.amount > 0 && it.date > self.today && !is_transfer
        };
        let income = coming.iter().filter(is_income).map(|it| it.date).min();
        let last = income.and_then(|day| day.plus_days(-1)).unwrap_or(until);
        let later = self.later.iter().map(|row| BalanceStep {
            date: row.day,
            amount: row.amount,
            balance: 0,
            schedule: None,
            name: row.payee.clone(),
        });
        let scheduled = coming.into_iter().map(|it| BalanceStep {
            date: it.date.max(self.today),
            amount: it.amount,
            balance: 0,
            name: names.get(&it.schedule).filter(|name| !name.is_empty()).cloned(),
            schedule: Some(it.schedule),
        });
        let mut steps: Vec<_> = later.chain(scheduled).filter(|it| it.date <= last).collect();
        if steps.is_empty() {
            return None;
        }
        // Of a day the outflows come first: they may be booked before.
        steps.sort_by(|one, other| {
            (one.date, one.amount, &one.schedule).cmp(&(other.date, other.amount, &other.schedule))
        });
        let (mut balance, mut lowest) = (self.balance_today, (self.balance_today, self.today, 0));
        for (number, step) in steps.iter_mut().enumerate() {
            balance = balance.saturating_add(step.amount);
            step.balance = balance;
            if balance < lowest.0 {
                lowest = (balance, step.date, number + 1);
            }
        }
        steps.truncate(lowest.2);
        Some(LowestBalance {
            account,
            today: self.balance_today,
            lowest: lowest.0,
            date: lowest.1,
            income,
            until: last,
            steps,
        })
    }
}
