//! Names of the cells of a budget, spelled only here.

use crate::dates::Month;
use crate::ids::{AccountId, CategoryId, GroupId};

/// The sheet of account cells and counts.
pub const GLOBAL: &str = "__global";

/// The sheet of a month: `budget202405`.
#[must_use]
pub fn month_sheet(month: Month) -> String {
    format!("budget{:06}", month.yyyymm())
}

/// The month of a sheet name from [`month_sheet`].
#[must_use]
pub fn sheet_month(sheet: &str) -> Option<Month> {
    let digits = sheet.strip_prefix("budget").filter(|digits| digits.len() == 6)?;
    Month::from_yyyymm(digits.parse().ok()?)
}

macro_rules! cell_names {
    ($($(#[$doc:meta])* $enum:ident {
        $($(#[$cell_doc:meta])* $cell:ident = $text:literal,)*
    })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $enum { $($(#[$cell_doc])* $cell,)* }

        impl $enum {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$cell),*];

            /// The name, or its prefix if an id follows.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self { $(Self::$cell => $text,)* }
            }
        }
    )*};
}

cell_names! {
    /// Cells of a category in a month.
    CategoryCell {
        /// Budgeted.
        Budget = "budget-",
        /// Sum of the counted transactions.
        SumAmount = "sum-amount-",
        /// Balance.
        Leftover = "leftover-",
        /// Balance if above zero (rollover).
        LeftoverPos = "leftover-pos-",
        /// Whether the balance is carried over.
        Carryover = "carryover-",
        /// Goal.
        Goal = "goal-",
        /// Flag of a long-term goal.
        LongGoal = "long-goal-",
        /// Amount missing to the goal. Exists only where a goal is or was set.
        Underfunded = "underfunded-",
        /// Spent with carryover (report).
        SpentWithCarryover = "spent-with-carryover-",
        /// Hidden: the balance carried over from the month before.
        Carried = "carried-",
        /// Hidden: last month's overspending, deducted from this month (rollover).
        Overspent = "overspent-",
        /// Hidden: income held automatically (rollover).
        Held = "held-",
        /// Hidden: the amount that the goal is compared with.
        Funded = "funded-",
        /// Hidden: the goal less `Funded`.
        Missing = "missing-",
        /// Hidden: `Missing` if above zero.
        MissingPos = "missing-pos-",
        /// Hidden: budget and transactions together (report).
        Difference = "difference-",
        /// Hidden: `Difference` if above zero (report).
        DifferencePos = "difference-pos-",
    }
    /// Cells of a group in a month.
    GroupCell {
        /// Budgeted.
        Budget = "group-budget-",
        /// Sum of the counted transactions.
        SumAmount = "group-sum-amount-",
        /// Balance.
        Leftover = "group-leftover-",
    }
    /// Cells of a month.
    MonthCell {
        /// Income plus the money carried over from last month.
        AvailableFunds = "available-funds",
        /// Last month's overspending.
        LastMonthOverspent = "last-month-overspent",
        /// Held manually.
        Buffered = "buffered",
        /// Held automatically.
        BufferedAuto = "buffered-auto",
        /// Effective hold.
        BufferedSelected = "buffered-selected",
        /// Budgeted in all; negative in rollover mode.
        TotalBudgeted = "total-budgeted",
        /// To budget.
        ToBudget = "to-budget",
        /// Last month's "To budget" plus its hold.
        FromLastMonth = "from-last-month",
        /// Income.
        TotalIncome = "total-income",
        /// Spending.
        TotalSpent = "total-spent",
        /// Balances.
        TotalLeftover = "total-leftover",
        /// Budgeted income (report).
        TotalBudgetIncome = "total-budget-income",
        /// Planned saving (report).
        TotalSaved = "total-saved",
        /// Saving (report).
        RealSaved = "real-saved",
        /// Amount missing to all goals. Exists only in months where one is or was set.
        TotalUnderfunded = "total-underfunded",
        /// Marks the month before the first.
        IsBlank = "is-blank",
    }
    /// Cells of all accounts.
    GlobalCell {
        /// Open accounts.
        AccountsBalance = "accounts-balance",
        /// Open accounts on budget.
        BudgetedAccountsBalance = "budgeted-accounts-balance",
        /// The same under its newer name.
        OnbudgetAccountsBalance = "onbudget-accounts-balance",
        /// Open accounts off budget.
        OffbudgetAccountsBalance = "offbudget-accounts-balance",
        /// Closed accounts.
        ClosedAccountsBalance = "closed-accounts-balance",
        /// Sum of the rows without a category.
        UncategorizedBalance = "uncategorized-balance",
        /// Count of the rows without a category.
        UncategorizedAmount = "uncategorized-amount",
    }
}

impl CategoryCell {
    /// The name of this cell of a category.
    #[must_use]
    pub fn of(self, category: &CategoryId) -> String {
        format!("{}{category}", self.text())
    }
}

impl GroupCell {
    /// The name of this cell of a group.
    #[must_use]
    pub fn of(self, group: &GroupId) -> String {
        format!("{}{group}", self.text())
    }
}

/// `balance-{account}`.
#[must_use]
pub fn balance(account: &AccountId) -> String {
    format!("balance-{account}")
}

/// `balance-{account}-cleared`.
#[must_use]
pub fn balance_cleared(account: &AccountId) -> String {
    format!("balance-{account}-cleared")
}

/// `balance-{account}-uncleared`.
#[must_use]
pub fn balance_uncleared(account: &AccountId) -> String {
    format!("balance-{account}-uncleared")
}

/// `balance-query-{list}`: the total of a register's list. The list is an account or one of
/// [`LIST_ALL`], [`LIST_BUDGETED`], [`LIST_OFFBUDGET`] and [`LIST_UNCATEGORIZED`].
#[must_use]
pub fn query_balance(list: &str) -> String {
    format!("balance-query-{list}")
}

/// `balance-query-{list}-cleared`.
#[must_use]
pub fn query_cleared(list: &str) -> String {
    format!("balance-query-{list}-cleared")
}

/// `balance-query-{list}-uncleared`.
#[must_use]
pub fn query_uncleared(list: &str) -> String {
    format!("balance-query-{list}-uncleared")
}

/// The register of all accounts, closed ones included.
pub const LIST_ALL: &str = "all";
/// The register of the open accounts on budget.
pub const LIST_BUDGETED: &str = "budgeted";
/// The register of the open accounts off budget.
pub const LIST_OFFBUDGET: &str = "offbudget";
/// The register of the rows without a category.
pub const LIST_UNCATEGORIZED: &str = "uncategorized";
