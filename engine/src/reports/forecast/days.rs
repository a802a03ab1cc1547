//! Balances day by day.

use std::collections::HashMap;

use super::occurrences::Occurrences;
use super::shape::{
    BelowZero, Forecast, ForecastDay, ForecastMonth, ForecastRequest, ForecastSource, LowestDay,
    Occurrence,
};
use crate::budget::names::CategoryCell;
use crate::dates::{Day, Month};
use crate::ids::AccountId;
use crate::money::{Total, nearest};
use crate::reports::conditions::Filter;
use crate::reports::context::Reports;
use crate::reports::lens::day_number;
use crate::reports::looking_ahead::{budget_or_last, planned_spending};
use crate::reports::ranges::{DayRange, days_between};
use crate::reports::recipe::Recipe;
use crate::reports::rows::{day_in, day_of_month};

/// Whether a forecast takes each account of the facts.
pub(super) fn chosen_accounts(
    reports: &Reports<'_>,
    request: &ForecastRequest,
    filter: &Filter,
) -> Vec<bool> {
    let chosen = request.account_ids.as_ref();
    let is_chosen = |place: usize, id: &str| {
        chosen.is_none_or(|ids| ids.iter().any(|it| it == id))
            && (!filter.narrows_accounts() || filter.passes_account(place))
    };
    let accounts = reports.lens.facts.accounts.iter().enumerate();
    accounts.map(|(place, account)| is_chosen(place, account.id.as_str())).collect()
}

/// The changes of each day, and what leads to them.
pub(super) struct Days {
    pub(super) start: Day,
    pub(super) end: Day,
    pub(super) today: Day,
    pub(super) filter: Filter,
    /// By account of the facts: its column, if it is chosen.
    columns: Vec<Option<usize>>,
    ids: Vec<AccountId>,
    opening: Vec<Total>,
    /// By day, then by account; then schedules without account, and planned spending.
    changes: Vec<Total>,
    /// The days of rows by the schedule they are linked to.
    pub(super) linked: HashMap<String, Vec<Day>>,
}

/// The accounts below zero as of today, and those that come there later.
struct Dips {
    today: Day,
    now: Vec<AccountId>,
    ahead: Vec<BelowZero>,
}

impl Dips {
    /// Takes in the balance of an account at the end of a day, which follow each other.
    fn see(&mut self, id: &AccountId, date: Day, is_below: bool) {
        if date <= self.today {
            self.now.retain(|it| it != id);
            if is_below {
                self.now.push(id.clone());
            }
        } else if is_below
            && !self.now.contains(id)
            && !self.ahead.iter().any(|it| it.account == *id)
        {
            self.ahead.push(BelowZero { account: id.clone(), date });
        }
    }
}

impl Days {
    pub(super) fn new(
        reports: &Reports<'_>,
        request: &ForecastRequest,
        DayRange { from: start, to: end }: DayRange,
    ) -> Self {
        let lens = &reports.lens;
        let filter = Filter::compile(&request.conditions, request.conditions_op, lens);
        let (mut columns, mut ids) = (Vec::new(), Vec::new());
        let chosen = chosen_accounts(reports, request, &filter);
        for (account, is_chosen) in lens.facts.accounts.iter().zip(chosen) {
            columns.push(is_chosen.then_some(ids.len()));
            if is_chosen {
                ids.push(account.id.clone());
            }
        }
        let count = usize::try_from(days_between(start, end) + 1).unwrap_or(0);
        let mut days = Self {
            start,
            end,
            today: reports.calendar.today,
            filter,
            columns,
            opening: vec![0; ids.len()],
            changes: vec![0; count * (ids.len() + 2)],
            ids,
            linked: HashMap::new(),
        };
        days.add_rows(reports);
        days
    }

    fn add_rows(&mut self, reports: &Reports<'_>) {
        let recipe = Recipe::default().within(None, Some(self.end));
        let schedules = &reports.lens.rows.schedules;
        let start = day_number(self.start);
        reports.scope(&recipe).each(|row| {
            if let Some(schedule) = schedules.text(row.label.schedule) {
                self.linked.entry(schedule.to_string()).or_default().push(row.day());
            }
            let Some(column) = self.columns[row.account] else { return };
            let amount = Total::from(row.amount());
            if row.day_number < start {
                self.opening[column] += amount;
            } else {
                self.change(row.day(), column, amount);
            }
        });
    }

    const fn width(&self) -> usize {
        self.ids.len() + 2
    }

    fn change(&mut self, day: Day, column: usize, amount: Total) {
        let width = self.width();
        let place = usize::try_from(days_between(self.start, day)).ok();
        if let Some(sum) = place.and_then(|place| self.changes.get_mut(place * width + column)) {
            *sum += amount;
        }
    }

    /// The column of an account, if it is chosen.
    pub(super) fn column(&self, account: usize) -> Option<usize> {
        self.columns.get(account).copied().flatten()
    }

    /// Adds a payment of a schedule; one that was missed counts today.
    pub(super) fn add(&mut self, it: &Occurrence) {
        let column = match &it.account {
            Some(account) => self.ids.iter().position(|id| id == account),
            None => Some(self.ids.len()),
        };
        if let Some(column) = column {
            self.change(it.date.max(self.today.max(self.start)), column, it.amount.into());
        }
    }

    /// Adds what the budget still plans to spend, less what schedules take of it.
    pub(super) fn plan(&mut self, reports: &Reports<'_>, scheduled: &[Occurrence]) {
        let mut taken: HashMap<(usize, Month), Total> = HashMap::new();
        for it in scheduled {
            if let Some(category) = it.category {
                *taken.entry((category, it.date.month())).or_default() -= Total::from(it.amount);
            }
        }
        let column = self.ids.len() + 1;
        let first = self.start.month().max(self.today.month());
        for month in first.through(self.end.month()) {
            let last = day_of_month(month.last_day());
            let is_current = month == self.today.month();
            let begun = if is_current { day_of_month(self.today) } else { 0 };
            for (place, it) in reports.lens.categories.iter().enumerate() {
                if it.category.is_income {
                    continue;
                }
                let id = &it.category.id;
                let budgeted = budget_or_last(reports.budgets, month, id);
                let spent = reports.budgets.category_cell(month, CategoryCell::SumAmount, id);
                let taken = taken.get(&(place, month)).copied().unwrap_or(0);
                let planned = planned_spending(budgeted, spent, nearest(taken), last - begun);
                for (day, cents) in (begun + 1..).zip(planned.per_day) {
                    self.change(day_in(month, day), column, -Total::from(cents));
                }
            }
        }
    }

    /// The balances with what led to them.
    pub(super) fn forecast(self, occurrences: Occurrences) -> Forecast {
        let width = self.width();
        let mut balances: Vec<Total> = self.opening.iter().copied().chain([0, 0]).collect();
        let (mut days, mut month_ends) = (Vec::new(), Vec::<ForecastMonth>::new());
        let (mut lowest, mut below) = (None::<(Total, LowestDay)>, Vec::<BelowZero>::new());
        let mut dips = Dips { today: self.today, now: Vec::new(), ahead: Vec::new() };
        for (at, changes) in (0..).zip(self.changes.chunks(width)) {
            let Some(date) = self.start.plus_days(at) else { break };
            balances.iter_mut().zip(changes).for_each(|(balance, change)| *balance += change);
            let all: Total = balances.iter().sum();
            let day = self.day(date, &balances);
            for (id, balance) in self.ids.iter().zip(&balances) {
                if *balance < 0 && !below.iter().any(|it| it.account == *id) {
                    below.push(BelowZero { account: id.clone(), date });
                }
                dips.see(id, date, *balance < 0);
            }
            if lowest.as_ref().is_none_or(|(least, _)| all < *least) {
                let least = self.ids.iter().zip(&balances).min_by_key(|(_, balance)| **balance);
                let account = least.map(|(id, _)| id.clone());
                lowest = Some((all, LowestDay { date, balance: nearest(all), account }));
            }
            if date == date.month().last_day() || date == self.end {
                month_ends.push(ForecastMonth {
                    month: date.month(),
                    date,
                    balance: day.balance,
                    accounts: day.accounts.clone(),
                });
            }
            days.push(day);
        }
        Forecast {
            start: self.start,
            end: self.end,
            source: ForecastSource::Schedules,
            scheduled: occurrences.ahead,
            missed: occurrences.missed,
            days,
            month_ends,
            lowest: lowest.map(|(_, day)| day),
            below_zero: below,
            below_now: dips.now,
            below_ahead: dips.ahead,
        }
    }

    fn day(&self, date: Day, balances: &[Total]) -> ForecastDay {
        let count = self.ids.len();
        let accounts = self.ids.iter().zip(balances);
        ForecastDay {
            date,
            balance: nearest(balances.iter().sum()),
            accounts: accounts.map(|(id, balance)| (id.clone(), nearest(*balance))).collect(),
            without_account: nearest(balances[count]),
            planned: nearest(balances[count + 1]),
        }
    }
}
