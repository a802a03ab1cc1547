//! Rows as reports see them: what still exists, what is off budget, what is a transfer. Built once
//! per call from the facts; rows themselves stay as they are.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::Datelike as _;

use super::facts::{Account, Category, Facts, Group, Payee};
use super::rows::{Label, NONE, Packed, Rows, day_in};
use crate::dates::{Day, Month};
use crate::text::Pattern;

/// A category with what its group adds to it.
#[derive(Debug, Clone, Copy)]
pub(super) struct CategoryView<'a> {
    pub(super) category: &'a Category,
    /// Its group's place in the facts.
    pub(super) group: usize,
    /// Hidden by its own flag or the group's.
    pub(super) is_hidden: bool,
}

/// Looks for a pattern in a text. The caller decides how long: a pattern that it cuts short finds
/// nothing.
#[derive(Clone, Copy)]
pub(super) struct Matching<'a>(pub(super) &'a dyn Fn(&Pattern, &str) -> bool);

impl std::fmt::Debug for Matching<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Matching")
    }
}

impl Matching<'_> {
    pub(super) fn finds(self, pattern: &Pattern, text: &str) -> bool {
        (self.0)(pattern, text)
    }
}

/// Each match goes on to its own limit.
static UNLIMITED: fn(&Pattern, &str) -> bool = Pattern::is_in;

/// The facts, resolved for the numbers of a store.
#[derive(Debug)]
pub(super) struct Lens<'a> {
    pub(super) facts: &'a Facts,
    pub(super) rows: &'a Rows,
    pub(super) matching: Matching<'a>,
    /// All categories in budget order.
    pub(super) categories: Vec<CategoryView<'a>>,
    accounts: Vec<u32>,
    category_places: Vec<u32>,
    payees: Vec<u32>,
    /// By payee: the place of the account that it stands for.
    targets: Vec<u32>,
}

/// A row that counts. References are places in the lists of the lens.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen<'r> {
    pub(super) packed: &'r Packed,
    pub(super) label: &'r Label,
    pub(super) month: Month,
    /// Its day, counted as [`day_number`] does.
    pub(super) day_number: i32,
    pub(super) account: usize,
    pub(super) is_off: bool,
    pub(super) category: Option<usize>,
    pub(super) payee: Option<usize>,
    /// The other account, if the payee stands for one: only then is the row a transfer.
    pub(super) target: Option<usize>,
}

impl Seen<'_> {
    pub(super) fn amount(&self) -> i64 {
        self.packed.amount
    }

    pub(super) fn day(&self) -> Day {
        day_in(self.month, self.packed.day)
    }

    pub(super) fn is_transfer(&self) -> bool {
        self.target.is_some()
    }
}

/// A month with the number of the day before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct MonthStart {
    month: Month,
    before: i32,
}

impl MonthStart {
    pub(super) fn of(month: Month) -> Self {
        Self { month, before: day_number(month.first_day()) - 1 }
    }
}

/// The number of a day, counted from the first one of year 1.
pub(super) fn day_number(day: Day) -> i32 {
    day.date().num_days_from_ce()
}

fn place(number: u32) -> Option<usize> {
    if number == NONE { None } else { usize::try_from(number).ok() }
}

/// The places of interned texts in a list of ids.
fn places<'i>(texts: &[Arc<str>], ids: impl Iterator<Item = &'i str>) -> Vec<u32> {
    let by_id: HashMap<&str, u32> = ids.zip(0..).collect();
    texts.iter().map(|text| by_id.get(&**text).copied().unwrap_or(NONE)).collect()
}

impl<'a> Lens<'a> {
    pub(super) fn new(rows: &'a Rows, facts: &'a Facts) -> Self {
        let in_group = |(group, of): (usize, &'a Group)| {
            of.categories.iter().map(move |category| CategoryView {
                category,
                group,
                is_hidden: category.hidden || of.hidden,
            })
        };
        let categories: Vec<_> = facts.groups.iter().enumerate().flat_map(in_group).collect();
        let account_ids = || facts.accounts.iter().map(|it| it.id.as_str());
        let by_account: HashMap<&str, u32> = account_ids().zip(0..).collect();
        let target = |payee: &Payee| {
            let account = payee.transfer.as_ref();
            account.and_then(|id| by_account.get(id.as_str())).copied().unwrap_or(NONE)
        };
        Self {
            accounts: places(rows.accounts.texts(), account_ids()),
            category_places: places(
                rows.categories.texts(),
                categories.iter().map(|it| it.category.id.as_str()),
            ),
            payees: places(rows.payees.texts(), facts.payees.iter().map(|it| it.id.as_str())),
            targets: facts.payees.iter().map(target).collect(),
            categories,
            facts,
            rows,
            matching: Matching(&UNLIMITED),
        }
    }

    /// A row as it counts; none if its account is deleted.
    pub(super) fn seen<'r>(
        &self,
        month: MonthStart,
        packed: &'r Packed,
        label: &'r Label,
    ) -> Option<Seen<'r>> {
        let at = |list: &[u32], number: u32| {
            place(number).and_then(|number| list.get(number)).copied().and_then(place)
        };
        let account = at(&self.accounts, packed.account)?;
        let payee = at(&self.payees, packed.payee);
        Some(Seen {
            packed,
            label,
            month: month.month,
            day_number: month.before + i32::from(packed.day),
            account,
            is_off: self.facts.accounts[account].off_budget,
            category: at(&self.category_places, packed.category),
            payee,
            target: payee.and_then(|payee| self.targets.get(payee)).copied().and_then(place),
        })
    }

    pub(super) fn account(&self, place: usize) -> &'a Account {
        &self.facts.accounts[place]
    }

    pub(super) fn group(&self, category: usize) -> &'a Group {
        &self.facts.groups[self.categories[category].group]
    }

    /// The name of a payee: of a transfer payee its account's.
    pub(super) fn payee_name(&self, place: usize) -> &'a str {
        let target = self.target_of(place);
        target.map_or(&*self.facts.payees[place].name, |account| &*self.account(account).name)
    }

    /// The account that a payee stands for.
    pub(super) fn target_of(&self, payee: usize) -> Option<usize> {
        self.targets.get(payee).copied().and_then(place)
    }

    /// Whether a row is a transfer to or from an account off budget.
    pub(super) fn leaves_budget(&self, row: &Seen<'_>) -> bool {
        row.target.is_some_and(|target| self.account(target).off_budget)
    }

    pub(super) fn account_place(&self, id: &str) -> Option<usize> {
        self.facts.accounts.iter().position(|it| it.id.as_str() == id)
    }

    pub(super) fn category_place(&self, id: &str) -> Option<usize> {
        self.categories.iter().position(|it| it.category.id.as_str() == id)
    }

    pub(super) fn payee_place(&self, id: &str) -> Option<usize> {
        self.facts.payees.iter().position(|it| it.id.as_str() == id)
    }
}
