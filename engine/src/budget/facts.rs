//! Facts from the database to the budget sheet. Amounts are cents in plain `i64` and their sums a
//! [`Total`]. Both may lie beyond the bound of an [`Amount`](crate::money::Amount), which the sheet
//! checks.

use serde::{Deserialize, Serialize};

use crate::dates::Month;
use crate::ids::{AccountId, CategoryId, GroupId};
use crate::money::Total;

/// The mode of a budget.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum BudgetMode {
    /// Envelopes: balances roll over, and only available money is budgeted.
    #[default]
    Rollover,
    /// Tracking: budgets are plans to compare with.
    Report,
}

/// A live category.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CategoryFact {
    /// Its id.
    pub id: CategoryId,
    /// Whether it is a kind of income, by its own flag.
    pub is_income: bool,
    /// Whether it is hidden.
    pub hidden: bool,
}

/// A live group and its live categories by (sort order, id).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupFact {
    /// Its id.
    pub id: GroupId,
    /// Whether it holds income.
    pub is_income: bool,
    /// Whether it is hidden.
    pub hidden: bool,
    /// Its live categories.
    pub categories: Vec<CategoryFact>,
}

/// A row of the budget table of the current mode.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BudgetRowFact {
    /// The month.
    pub month: Month,
    /// The category, live or not.
    pub category: CategoryId,
    /// Budgeted cents; a null amount is 0.
    pub amount: i64,
    /// Whether the balance is carried over.
    pub carryover: bool,
    /// The goal in cents.
    pub goal: Option<i64>,
    /// 1 if the goal is a long-term one.
    pub long_goal: Option<i64>,
}

impl BudgetRowFact {
    /// The row of a category without a stored one.
    #[must_use]
    pub const fn empty(month: Month, category: CategoryId) -> Self {
        Self { month, category, amount: 0, carryover: false, goal: None, long_goal: None }
    }
}

/// Money held for the month after `month`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HoldFact {
    /// The month.
    pub month: Month,
    /// Held cents.
    pub amount: i64,
}

/// Sum of the counted transactions of an effective category in a month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpentFact {
    /// The month.
    pub month: Month,
    /// The effective category, live or not.
    pub category: CategoryId,
    /// Cents; spending is negative.
    pub amount: Total,
}

/// Status of an account.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountStatus {
    /// Whether it is off budget.
    pub offbudget: bool,
    /// Whether it is closed.
    pub closed: bool,
}

/// An account with the sums of its live rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountFact {
    /// Its id.
    pub id: AccountId,
    /// Off budget, closed.
    pub status: AccountStatus,
    /// Cents over rows that are not split children.
    pub parents: Total,
    /// The part of `parents` that is cleared.
    pub cleared: Total,
    /// Cents over rows that are not split parents.
    pub children: Total,
    /// The part of `children` that is cleared.
    pub children_cleared: Total,
}

/// Rows of on-budget accounts without an effective category.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UncategorizedFact {
    /// Their sum in cents.
    pub balance: Total,
    /// The part of `balance` that is cleared.
    pub cleared: Total,
    /// How many there are.
    pub count: i64,
}

/// Everything a budget sheet is built from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BudgetFacts {
    /// The mode; `budgets` are the rows of its table.
    pub mode: BudgetMode,
    /// First month that has a sheet.
    pub first: Month,
    /// Last month that has a sheet.
    pub last: Month,
    /// Live groups in view order: by (income last, sort order, id).
    pub groups: Vec<GroupFact>,
    /// Stored budget rows of any month and category.
    pub budgets: Vec<BudgetRowFact>,
    /// Stored holds.
    pub holds: Vec<HoldFact>,
    /// Sums of any month and effective category.
    pub spent: Vec<SpentFact>,
    /// Accounts that are not deleted.
    pub accounts: Vec<AccountFact>,
    /// Rows without a category.
    pub uncategorized: UncategorizedFact,
}

/// One changed fact. A change of mode is not among them: it builds a new sheet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum BudgetFact {
    /// All live groups and categories, as in [`BudgetFacts::groups`].
    Structure(Vec<GroupFact>),
    /// First and last month that have a sheet.
    Months(Month, Month),
    /// A stored budget.
    Budgeted {
        /// The month.
        month: Month,
        /// The category.
        category: CategoryId,
        /// The new amount in cents.
        amount: i64,
    },
    /// A stored carryover flag.
    Carryover {
        /// The month.
        month: Month,
        /// The category.
        category: CategoryId,
        /// The new flag.
        on: bool,
    },
    /// A stored goal.
    Goal {
        /// The month.
        month: Month,
        /// The category.
        category: CategoryId,
        /// The new goal in cents.
        goal: Option<i64>,
    },
    /// The stored flag of a long-term goal.
    LongGoal {
        /// The month.
        month: Month,
        /// The category.
        category: CategoryId,
        /// 1 or nothing.
        long_goal: Option<i64>,
    },
    /// The stored hold of a month.
    Held {
        /// The month.
        month: Month,
        /// The new amount in cents.
        amount: i64,
    },
    /// The sum of counted transactions of a month and effective category changed.
    Spent {
        /// The month.
        month: Month,
        /// The effective category.
        category: CategoryId,
        /// The change in cents.
        delta: Total,
    },
    /// An account was added, changed its status, or was removed (none).
    AccountStatus {
        /// The account.
        account: AccountId,
        /// Its new status.
        status: Option<AccountStatus>,
    },
    /// Sums of an account changed (see [`AccountFact`]).
    AccountBalance {
        /// The account.
        account: AccountId,
        /// The change in cents over rows that are not split children.
        parents_delta: Total,
        /// The part of that which is cleared.
        cleared_delta: Total,
        /// The change in cents over rows that are not split parents.
        children_delta: Total,
        /// The part of that which is cleared.
        children_cleared_delta: Total,
    },
    /// The uncategorized rows changed.
    Uncategorized {
        /// The change in cents.
        balance_delta: Total,
        /// The part of that which is cleared.
        cleared_delta: Total,
        /// The change in the number of rows.
        count_delta: i64,
    },
}
