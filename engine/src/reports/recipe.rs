//! Which rows stand behind a figure. One recipe drives both the figure and the list of its rows,
//! so they cannot disagree.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::conditions::Filter;
use super::lens::{Lens, MonthStart, Seen};
use super::rows::{RowKey, day_of_month};
use crate::dates::{Day, Month};
use crate::money::{Total, nearest};
use crate::rules::ConditionsOp;

/// The kind of rows that a figure takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub enum RowKind {
    /// All of them.
    #[default]
    All,
    /// Rows that are no transfers.
    Plain,
    /// Transfers.
    Transfers,
    /// What enters or leaves the budget: rows that are no transfers, and the side on budget of
    /// transfers with accounts off budget.
    BudgetFlows,
}

/// The sign of the rows that a figure takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub enum Side {
    /// Amounts above 0.
    In,
    /// Amounts below 0.
    Out,
}

/// The only subject of a figure, if it has one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub enum Part {
    /// An account.
    Account(String),
    /// A category; rows of accounts off budget have none.
    Category(String),
    /// A group, likewise.
    Group(String),
    /// A payee.
    Payee(String),
    /// Rows on budget without a category that are no transfers.
    Uncategorized,
    /// Rows of accounts off budget.
    OffBudget,
    /// Transfers on budget without a category.
    Transfers,
    /// Rows without a category, and those off budget.
    UncategorizedOrOffBudget,
    /// Rows without a payee.
    NoPayee,
    /// Some accounts.
    Accounts(Vec<String>),
    /// Some categories, whatever the account.
    Categories(Vec<String>),
    /// Rows of a payee in categories of income.
    PayeeIncome(String),
    /// Rows without a payee in categories of income.
    NoPayeeIncome,
}

/// Rows that a report leaves out unless a switch shows them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct Shown {
    /// Rows of hidden categories and groups.
    pub hidden: bool,
    /// Rows of accounts off budget.
    pub off_budget: bool,
    /// Rows on budget without a category.
    pub uncategorized: bool,
}

/// The rows behind a figure.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct Recipe {
    /// First day; none for all earlier rows too.
    pub from: Option<Day>,
    /// Last day, included; none for all later rows too.
    pub to: Option<Day>,
    /// Conditions with public field names.
    #[ts(type = "unknown[]")]
    pub conditions: Vec<Json>,
    /// How they combine.
    pub conditions_op: ConditionsOp,
    /// Kind of rows.
    pub rows: RowKind,
    /// Only rows on budget, only those off budget, or both.
    pub on_budget: Option<bool>,
    /// Only inflows or outflows.
    pub side: Option<Side>,
    /// Only one account, category or the like.
    pub part: Option<Part>,
    /// The rows that the switches of a report show, without those of amount 0; none shows all rows.
    pub shown: Option<Shown>,
    /// Leaves out rows of income categories.
    pub without_income: bool,
}

/// The rows of a recipe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowList {
    /// Their keys by (day, key).
    pub keys: Vec<RowKey>,
    /// Their sum in cents.
    pub sum: i64,
}

impl Recipe {
    /// The recipe narrowed to a range of days.
    #[must_use]
    pub fn within(mut self, from: Option<Day>, to: Option<Day>) -> Self {
        (self.from, self.to) = (from, to);
        self
    }

    /// The recipe narrowed to one kind of rows.
    #[must_use]
    pub const fn of_kind(mut self, rows: RowKind) -> Self {
        self.rows = rows;
        self
    }

    /// The recipe narrowed to one sign.
    #[must_use]
    pub const fn on_side(mut self, side: Side) -> Self {
        self.side = Some(side);
        self
    }

    /// The recipe narrowed to one account, category or the like.
    #[must_use]
    pub fn of_part(mut self, part: Part) -> Self {
        self.part = Some(part);
        self
    }
}

/// The comparison of a part.
#[derive(Debug, Clone)]
enum PartTest {
    Account(Option<usize>),
    Category(Option<usize>),
    Group(Option<usize>),
    Payee(Option<usize>),
    Uncategorized,
    OffBudget,
    Transfers,
    UncategorizedOrOffBudget,
    NoPayee,
    /// By place.
    Accounts(Vec<bool>),
    /// By place.
    Categories(Vec<bool>),
    PayeeIncome(Option<usize>),
    NoPayeeIncome,
}

/// A compiled recipe.
#[derive(Debug)]
pub(super) struct Scope<'l, 'a> {
    lens: &'l Lens<'a>,
    from: Option<Day>,
    to: Option<Day>,
    filter: Filter,
    rows: RowKind,
    on_budget: Option<bool>,
    side: Option<Side>,
    part: Option<PartTest>,
    shown: Option<Shown>,
    without_income: bool,
}

impl<'l, 'a> Scope<'l, 'a> {
    pub(super) fn new(recipe: &Recipe, lens: &'l Lens<'a>) -> Self {
        Self {
            lens,
            from: recipe.from,
            to: recipe.to,
            filter: Filter::compile(&recipe.conditions, recipe.conditions_op, lens),
            rows: recipe.rows,
            on_budget: recipe.on_budget,
            side: recipe.side,
            part: recipe.part.as_ref().map(|part| part_test(part, lens)),
            shown: recipe.shown,
            without_income: recipe.without_income,
        }
    }

    pub(super) fn filter(&self) -> &Filter {
        &self.filter
    }

    /// Visits the rows by (day, key).
    pub(super) fn each(&self, mut visit: impl FnMut(&Seen<'_>)) {
        let rows = self.lens.rows;
        let Some((first, last)) = rows.month_bounds() else { return };
        let first = self.from.map_or(first, |from| from.month().max(first));
        let last = self.to.map_or(last, |to| to.month().min(last));
        for (month, of_month) in rows.months(first..=last) {
            let within = self.places(month, &of_month.packed);
            let start = MonthStart::of(month);
            for (packed, label) in
                of_month.packed[within.clone()].iter().zip(&of_month.labels[within])
            {
                if let Some(row) = self.lens.seen(start, packed, label)
                    && self.takes(&row)
                {
                    visit(&row);
                }
            }
        }
    }

    /// The places of a month's rows that lie within the days of the recipe.
    fn places(&self, month: Month, packed: &[super::rows::Packed]) -> std::ops::Range<usize> {
        let from = self.from.filter(|from| from.month() == month).map_or(0, |from| {
            let day = day_of_month(from);
            packed.partition_point(|row| row.day < day)
        });
        let to = self.to.filter(|to| to.month() == month).map_or(packed.len(), |to| {
            let day = day_of_month(to);
            packed.partition_point(|row| row.day <= day)
        });
        from..to.max(from)
    }

    fn takes(&self, row: &Seen<'_>) -> bool {
        let kind = match self.rows {
            RowKind::All => true,
            RowKind::Plain => !row.is_transfer(),
            RowKind::Transfers => row.is_transfer(),
            RowKind::BudgetFlows => {
                !row.is_transfer() || !row.is_off && self.lens.leaves_budget(row)
            }
        };
        let side = match self.side {
            None => true,
            Some(Side::In) => row.amount() > 0,
            Some(Side::Out) => row.amount() < 0,
        };
        kind && side
            && self.on_budget.is_none_or(|on| on != row.is_off)
            && self.is_of_part(row)
            && !(self.without_income && self.is_income(row))
            && self.filter.holds(row)
            && self
                .shown
                .is_none_or(|shown| row.amount() != 0 && left_out(row, self.lens, shown).is_none())
    }

    fn is_income(&self, row: &Seen<'_>) -> bool {
        row.category.is_some_and(|place| self.lens.categories[place].category.is_income)
    }

    fn is_of_part(&self, row: &Seen<'_>) -> bool {
        let on_budget = |category: Option<usize>| category.filter(|_| !row.is_off);
        let Some(part) = &self.part else { return true };
        match *part {
            PartTest::Account(wanted) => Some(row.account) == wanted,
            PartTest::Category(wanted) => wanted.is_some() && on_budget(row.category) == wanted,
            PartTest::Group(wanted) => {
                let group = on_budget(row.category).map(|it| self.lens.categories[it].group);
                wanted.is_some() && group == wanted
            }
            PartTest::Payee(wanted) => wanted.is_some() && row.payee == wanted,
            PartTest::Uncategorized => !row.is_off && row.category.is_none() && !row.is_transfer(),
            PartTest::Transfers => !row.is_off && row.category.is_none() && row.is_transfer(),
            PartTest::OffBudget => row.is_off,
            PartTest::UncategorizedOrOffBudget => row.is_off || row.category.is_none(),
            PartTest::NoPayee => row.payee.is_none(),
            PartTest::Accounts(ref wanted) => wanted[row.account],
            PartTest::Categories(ref wanted) => row.category.is_some_and(|place| wanted[place]),
            PartTest::PayeeIncome(wanted) => {
                wanted.is_some() && row.payee == wanted && self.is_income(row)
            }
            PartTest::NoPayeeIncome => row.payee.is_none() && self.is_income(row),
        }
    }

    /// The sum of the rows, in cents.
    pub(super) fn sum(&self) -> Total {
        let mut sum = 0;
        self.each(|row| sum += Total::from(row.amount()));
        sum
    }

    /// The rows themselves.
    pub(super) fn list(&self) -> RowList {
        let (mut keys, mut sum) = (Vec::new(), 0);
        self.each(|row| {
            keys.push(row.label.key);
            sum += Total::from(row.amount());
        });
        RowList { keys, sum: nearest(sum) }
    }
}

fn is_among(ids: &[String], id: &str) -> bool {
    ids.iter().any(|it| it == id)
}

fn part_test(part: &Part, lens: &Lens<'_>) -> PartTest {
    match part {
        Part::Account(id) => PartTest::Account(lens.account_place(id)),
        Part::Category(id) => PartTest::Category(lens.category_place(id)),
        Part::Group(id) => {
            PartTest::Group(lens.facts.groups.iter().position(|it| it.id.as_str() == id))
        }
        Part::Payee(id) => PartTest::Payee(lens.payee_place(id)),
        Part::Uncategorized => PartTest::Uncategorized,
        Part::OffBudget => PartTest::OffBudget,
        Part::Transfers => PartTest::Transfers,
        Part::UncategorizedOrOffBudget => PartTest::UncategorizedOrOffBudget,
        Part::NoPayee => PartTest::NoPayee,
        Part::Accounts(ids) => {
            let accounts = lens.facts.accounts.iter();
            PartTest::Accounts(accounts.map(|it| is_among(ids, it.id.as_str())).collect())
        }
        Part::Categories(ids) => {
            let categories = lens.categories.iter();
            let wanted = categories.map(|it| is_among(ids, it.category.id.as_str()));
            PartTest::Categories(wanted.collect())
        }
        Part::PayeeIncome(id) => PartTest::PayeeIncome(lens.payee_place(id)),
        Part::NoPayeeIncome => PartTest::NoPayeeIncome,
    }
}

/// Why a row is not shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LeftOut {
    Hidden,
    OffBudget,
    Uncategorized,
}

/// The first reason for which the switches leave a row out.
pub(super) fn left_out(row: &Seen<'_>, lens: &Lens<'_>, shown: Shown) -> Option<LeftOut> {
    let is_hidden = row.category.is_some_and(|place| lens.categories[place].is_hidden);
    if is_hidden && !shown.hidden {
        Some(LeftOut::Hidden)
    } else if row.is_off && !shown.off_budget {
        Some(LeftOut::OffBudget)
    } else if row.category.is_none() && !row.is_off && !shown.uncategorized {
        Some(LeftOut::Uncategorized)
    } else {
        None
    }
}
