//! Sums over transactions: what each row adds to which category, month and account.

use std::collections::{BTreeMap, HashMap};

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, ToSql};
use sobre_engine::budget::{BudgetFact, UncategorizedFact};
use sobre_engine::dates::Month;
use sobre_engine::ids::{AccountId, CategoryId};
use sobre_engine::money::Total;

use super::dimensions::{Dimensions, MappedCategory};
use super::months::{Counts, MonthRows, RowSum};

/// Columns of a counted row, in the order of [`CountedRow`]. The conditions require the row to be
/// alive, and for a child its parent too.
pub(super) const COUNTED: &str = "SELECT t.acct, t.date / 100, t.amount, t.isParent IS 1, \
    t.isChild IS NOT 0, t.cleared IS 1, t.category, t.description FROM transactions t \
    WHERE ifnull(t.tombstone, 0) = 0 AND t.date IS NOT NULL AND t.acct IS NOT NULL \
    AND (t.isChild = 0 OR EXISTS (SELECT 1 FROM transactions p \
        WHERE p.id = t.parent_id AND ifnull(p.tombstone, 0) = 0)) AND ";

/// A live row, or the sum of several of the same kind.
#[derive(Debug, Clone, Copy)]
pub(super) struct CountedRow<'r> {
    pub(super) account: &'r str,
    pub(super) month: Option<Month>,
    /// Stored `yyyymm`, even if there is no such month.
    pub(super) stored_month: i64,
    pub(super) amount: Total,
    /// The part of `amount` that is cleared.
    pub(super) cleared: Total,
    pub(super) rows: i64,
    pub(super) parent: bool,
    pub(super) child: bool,
    /// The stored id.
    pub(super) category: Option<&'r str>,
    /// The stored id.
    pub(super) payee: Option<&'r str>,
}

impl<'r> CountedRow<'r> {
    /// From a row of [`COUNTED`].
    pub(super) fn read(row: &'r Row<'_>) -> rusqlite::Result<Self> {
        let amount = Total::from(cents(row.get_ref(2)?));
        Ok(Self {
            account: text(row.get_ref(0)?).unwrap_or_default(),
            month: month(row.get_ref(1)?),
            stored_month: cents(row.get_ref(1)?),
            amount,
            cleared: if row.get(5)? { amount } else { 0 },
            rows: 1,
            parent: row.get(3)?,
            child: row.get(4)?,
            category: text(row.get_ref(6)?),
            payee: text(row.get_ref(7)?),
        })
    }
}

impl CountedRow<'_> {
    /// The category it counts for, if any.
    pub(super) fn effective<'d>(&self, dimensions: &'d Dimensions) -> Option<&'d MappedCategory> {
        let account = dimensions.accounts.get(self.account)?;
        if self.parent || account.status.offbudget {
            return None;
        }
        dimensions.categories.get(self.category?)
    }
}

/// Whether a stored flag is set.
pub(super) fn is_one(stored: ValueRef<'_>) -> bool {
    matches!(stored, ValueRef::Integer(1))
}

/// Stored text, none for anything else.
pub(super) fn text(stored: ValueRef<'_>) -> Option<&str> {
    stored.as_str_or_null().ok().flatten()
}

/// A stored amount; null and text count as 0, a fraction is rounded.
#[expect(clippy::cast_possible_truncation, reason = "beyond i64 it saturates and is refused later")]
pub(in crate::db) fn cents(stored: ValueRef<'_>) -> i64 {
    match stored {
        ValueRef::Integer(cents) => cents,
        ValueRef::Real(cents) => cents.round() as i64,
        ValueRef::Null | ValueRef::Text(_) | ValueRef::Blob(_) => 0,
    }
}

/// A stored month `yyyymm`.
pub(super) fn month(stored: ValueRef<'_>) -> Option<Month> {
    Month::from_yyyymm(stored.as_i64().ok()?)
}

/// Sums of one account: over rows that are not children, over rows that are not parents, and their
/// cleared parts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct AccountSums {
    pub(super) parents: Total,
    pub(super) cleared: Total,
    pub(super) children: Total,
    pub(super) children_cleared: Total,
}

/// Sums, or changes of sums.
#[derive(Debug, Default)]
pub(super) struct Sums {
    pub(super) spent: HashMap<CategoryId, BTreeMap<Month, Total>>,
    pub(super) accounts: HashMap<AccountId, AccountSums>,
    pub(super) uncategorized: UncategorizedFact,
    /// Rows by stored account and category, without mappings.
    pub(super) counts: Counts,
}

impl Sums {
    /// Adds (`sign` 1) or subtracts (`sign` -1) a row in the month of its account and category.
    pub(super) fn count_in_month(&mut self, sign: i64, row: &CountedRow<'_>) {
        let rows = row.rows * sign;
        let part = RowSum { rows, amount: row.amount * Total::from(sign) };
        let mut counted = MonthRows { month: row.stored_month, ..MonthRows::default() };
        match (row.child, row.parent) {
            (false, false) => counted.own = part,
            (false, true) => (counted.own, counted.parents) = (part, part),
            (true, false) => counted.children = part,
            (true, true) => return,
        }
        self.counts.add(row.account, row.category.filter(|_| !row.parent), &[counted]);
    }

    /// Adds the sums of other rows.
    pub(super) fn merge(&mut self, other: Self) {
        for (category, months) in other.spent {
            let own = self.spent.entry(category).or_default();
            for (month, amount) in months {
                let sum = own.entry(month).or_default();
                *sum += amount;
            }
        }
        for (account, more) in other.accounts {
            let own = self.accounts.entry(account).or_default();
            own.parents += more.parents;
            own.cleared += more.cleared;
            own.children += more.children;
            own.children_cleared += more.children_cleared;
        }
        self.add_uncategorized(other.uncategorized);
        self.counts.merge(other.counts);
    }

    /// Adds the sums of other uncategorized rows.
    pub(super) fn add_uncategorized(&mut self, more: UncategorizedFact) {
        let own = &mut self.uncategorized;
        own.balance += more.balance;
        own.cleared += more.cleared;
        own.count += more.count;
    }

    /// Adds (`sign` 1) or subtracts (`sign` -1) a row.
    pub(super) fn add(&mut self, sign: i64, row: &CountedRow<'_>, dimensions: &Dimensions) {
        let Some(account) = dimensions.accounts.get(row.account) else { return };
        let (amount, cleared) = (row.amount * Total::from(sign), row.cleared * Total::from(sign));
        if account.live {
            let sums = self.accounts.entry(account.id.clone()).or_default();
            if !row.child {
                sums.parents += amount;
                sums.cleared += cleared;
            }
            if !row.parent {
                sums.children += amount;
                sums.children_cleared += cleared;
            }
        }
        if row.parent || account.status.offbudget {
            return;
        }
        let category = row.effective(dimensions);
        if let (Some(category), Some(month)) = (category, row.month) {
            let spent = self.months_of(&category.id).entry(month).or_default();
            *spent += amount;
        }
        let has_category = category.is_some_and(|category| category.live);
        let is_transfer = row.payee.is_some_and(|payee| dimensions.transfers.contains(payee));
        if account.live && !has_category && !is_transfer {
            let count = row.rows * sign;
            self.add_uncategorized(UncategorizedFact { balance: amount, cleared, count });
        }
    }

    /// The sums of a category by month.
    pub(super) fn months_of(&mut self, category: &CategoryId) -> &mut BTreeMap<Month, Total> {
        self.spent.entry(category.clone()).or_default()
    }

    /// The changes as facts, in a fixed order.
    pub(super) fn into_facts(self, facts: &mut Vec<BudgetFact>) {
        let spent: BTreeMap<_, _> = self.spent.into_iter().collect();
        for (category, months) in spent {
            let moved = months.into_iter().filter(|(_, delta)| *delta != 0);
            facts.extend(moved.map(|(month, delta)| {
                let category = category.clone();
                BudgetFact::Spent { month, category, delta }
            }));
        }
        let mut accounts: Vec<_> = self.accounts.into_iter().collect();
        accounts.retain(|(_, sums)| *sums != AccountSums::default());
        accounts.sort_unstable_by(|(left, _), (right, _)| left.cmp(right));
        facts.extend(accounts.into_iter().map(|(account, sums)| BudgetFact::AccountBalance {
            account,
            parents_delta: sums.parents,
            cleared_delta: sums.cleared,
            children_delta: sums.children,
            children_cleared_delta: sums.children_cleared,
        }));
        if self.uncategorized != UncategorizedFact::default() {
            let UncategorizedFact { balance, cleared, count } = self.uncategorized;
            facts.push(BudgetFact::Uncategorized {
                balance_delta: balance,
                cleared_delta: cleared,
                count_delta: count,
            });
        }
    }
}

/// Visits every counted row that matches a condition on `t`.
pub(super) fn each_counted(
    conn: &Connection,
    condition: &str,
    parameters: &[&dyn ToSql],
    mut visit: impl FnMut(&CountedRow<'_>),
) -> rusqlite::Result<()> {
    let mut statement = conn.prepare_cached(&format!("{COUNTED}{condition}"))?;
    let mut rows = statement.query(parameters)?;
    while let Some(row) = rows.next()? {
        visit(&CountedRow::read(row)?);
    }
    Ok(())
}
