//! What reports read beside transactions: accounts, categories, payees, budgets, schedules and
//! preferences.

use std::sync::Arc;

use crate::budget::names::{CategoryCell, MonthCell};
use crate::budget::{BudgetMode, BudgetSheet};
use crate::dates::{Day, Month};
use crate::ids::{AccountId, CategoryId, GroupId, PayeeId};
use crate::schedules::ScheduleDate;
use crate::sheet::CellValue;

/// An account that is not deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Its id.
    pub id: AccountId,
    /// Its name.
    pub name: Arc<str>,
    /// Off budget.
    pub off_budget: bool,
    /// Closed.
    pub closed: bool,
}

/// A category that is not deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Category {
    /// Its id.
    pub id: CategoryId,
    /// Its name.
    pub name: Arc<str>,
    /// Whether it is a kind of income.
    pub is_income: bool,
    /// Hidden by its own flag.
    pub hidden: bool,
}

/// A category group that is not deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// Its id.
    pub id: GroupId,
    /// Its name.
    pub name: Arc<str>,
    /// Whether it holds income.
    pub is_income: bool,
    /// Hidden.
    pub hidden: bool,
    /// Its categories by (sort order, id).
    pub categories: Vec<Category>,
}

/// A payee that is not deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payee {
    /// Its id.
    pub id: PayeeId,
    /// Its name. A transfer payee shows the name of its account instead.
    pub name: Arc<str>,
    /// The account, if the payee stands for transfers with it.
    pub transfer: Option<AccountId>,
}

/// A schedule that is not deleted.
#[derive(Debug, Clone, PartialEq)]
pub struct Schedule {
    /// Its id.
    pub id: Arc<str>,
    /// Its name.
    pub name: Option<Arc<str>>,
    /// Its account, after merging.
    pub account: Option<AccountId>,
    /// Its payee, after merging.
    pub payee: Option<PayeeId>,
    /// The category that its rules give.
    pub category: Option<CategoryId>,
    /// The amount it posts, in cents; none without an amount.
    pub amount: Option<i64>,
    /// Its date; none without a readable one.
    pub date: Option<ScheduleDate>,
    /// Whether the date is exact.
    pub has_exact_date: bool,
    /// Its next date.
    pub next_date: Option<Day>,
    /// Whether it posts its transactions by itself.
    pub posts_transaction: bool,
    /// Whether it is over.
    pub completed: bool,
}

/// Everything that reports read beside rows and budgets.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Facts {
    /// Accounts in the order of the sidebar.
    pub accounts: Vec<Account>,
    /// Groups in budget order: expenses before income, then by (sort order, id).
    pub groups: Vec<Group>,
    /// Payees in any order.
    pub payees: Vec<Payee>,
    /// Schedules by id.
    pub schedules: Vec<Schedule>,
    /// Day of the earliest living row that is not a split child.
    pub first_day: Option<Day>,
    /// Day of the latest one.
    pub last_day: Option<Day>,
    /// First day of the week, 0 for Sunday to 6.
    pub first_day_of_week: u8,
    /// The mode of the budget.
    pub mode: BudgetMode,
}

/// Stored budgets and the cells computed from them.
pub trait Budgets {
    /// The stored amount of a category in a month, in cents; none without a stored row.
    fn stored(&self, month: Month, category: &CategoryId) -> Option<i64>;

    /// The cells of each month with some names, month by month in the order of the names; 0 if
    /// there is none, and 1 for a set flag.
    fn cells(&self, months: &[Month], names: &[String]) -> Vec<i64>;
}

impl dyn Budgets + '_ {
    /// A cell of a category in a month; 0 if there is none, and 1 for a set flag.
    pub fn category_cell(&self, month: Month, cell: CategoryCell, category: &CategoryId) -> i64 {
        self.cells(&[month], &[cell.of(category)])[0]
    }

    /// A cell of a month; 0 if there is none.
    #[must_use]
    pub fn month_cell(&self, month: Month, cell: MonthCell) -> i64 {
        self.cells(&[month], &[cell.text().to_owned()])[0]
    }
}

impl Budgets for BudgetSheet {
    fn stored(&self, month: Month, category: &CategoryId) -> Option<i64> {
        self.stored_budget(month, category)
    }

    fn cells(&self, months: &[Month], names: &[String]) -> Vec<i64> {
        self.values(months, names).map(CellValue::number).collect()
    }
}
