//! The latest facts of a budget sheet. Rows of live categories in months with a sheet are in a
//! dense grid; all others (deleted categories, months without a sheet) are kept aside until a new
//! structure or range includes them. Each change can be undone.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::facts::{
    AccountFact, BudgetFact, BudgetFacts, BudgetMode, CategoryFact, GroupFact, SpentFact,
    UncategorizedFact,
};
use crate::dates::Month;
use crate::ids::{AccountId, CategoryId};
use crate::money::Total;

/// The facts of a category in a month.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) amount: i64,
    pub(super) spent: Total,
    pub(super) goal: Option<i64>,
    pub(super) long_goal: Option<i64>,
    pub(super) carryover: bool,
    /// Whether there is a row in the budget table.
    pub(super) exists: bool,
}

/// Where a row is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    Grid(usize),
    Aside(CategoryId, Month),
}

/// The value before a change.
#[derive(Debug)]
pub(super) enum OldValue {
    Row(Place, Row),
    Hold(Month, Option<i64>),
    Account(AccountId, Option<AccountFact>),
    /// All existing accounts too, in their order.
    Standing(Vec<AccountId>, AccountId, Option<AccountFact>),
    Uncategorized(UncategorizedFact),
    All(Box<StoredFacts>),
}

#[derive(Debug, Clone)]
pub(super) struct StoredFacts {
    pub(super) mode: BudgetMode,
    pub(super) first: Month,
    pub(super) last: Month,
    pub(super) groups: Vec<GroupFact>,
    /// The column of each live category.
    slots: Slots,
    /// By slot, then by month.
    grid: Vec<Row>,
    aside: HashMap<CategoryId, HashMap<Month, Row>>,
    pub(super) holds: HashMap<Month, i64>,
    pub(super) accounts: HashMap<AccountId, AccountFact>,
    /// Existing accounts, in the order in which they were added.
    pub(super) account_order: Vec<AccountId>,
    pub(super) uncategorized: UncategorizedFact,
}

type Slots = HashMap<CategoryId, usize, BuildHasherDefault<IdHasher>>;

/// A quick hash for ids: opening a budget looks up one per fact. Crafted ids could only slow down
/// their own budget.
#[derive(Debug, Default)]
struct IdHasher(u64);

impl Hasher for IdHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.mix(u64::from_le_bytes(*word));
        }
        for byte in rest {
            self.mix(u64::from(*byte));
        }
    }

    fn write_u8(&mut self, byte: u8) {
        self.mix(u64::from(byte));
    }
}

impl IdHasher {
    const fn mix(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ (mixed >> 29);
    }
}

impl StoredFacts {
    pub(super) fn new(facts: &BudgetFacts) -> Self {
        let mut stored = Self {
            mode: facts.mode,
            first: facts.first,
            last: facts.last,
            groups: facts.groups.clone(),
            slots: Slots::default(),
            grid: Vec::new(),
            aside: HashMap::new(),
            holds: facts.holds.iter().map(|hold| (hold.month, hold.amount)).collect(),
            accounts: facts.accounts.iter().map(|it| (it.id.clone(), it.clone())).collect(),
            account_order: facts.accounts.iter().map(|it| it.id.clone()).collect(),
            uncategorized: facts.uncategorized,
        };
        stored.slots = slots_of(&stored.groups);
        stored.grid = vec![Row::default(); stored.slots.len() * stored.month_count()];
        for row in &facts.budgets {
            let at = stored.row_mut(row.month, &row.category);
            at.amount = row.amount;
            at.carryover = row.carryover;
            at.goal = row.goal;
            at.long_goal = row.long_goal;
            at.exists = true;
        }
        for facts in facts.spent.chunk_by(|one, other| one.category == other.category) {
            stored.add_spent(facts);
        }
        stored
    }

    /// Adds facts that all belong to one category.
    fn add_spent(&mut self, facts: &[SpentFact]) {
        let slot = facts.first().and_then(|fact| self.slots.get(&fact.category)).copied();
        let months = self.month_count();
        for fact in facts {
            let row = match (slot, self.month_number(fact.month)) {
                (Some(slot), Some(number)) => &mut self.grid[slot * months + number],
                _ => self.row_mut(fact.month, &fact.category),
            };
            row.spent += fact.amount;
        }
    }

    pub(super) fn month_count(&self) -> usize {
        usize::try_from(self.last.months_since(self.first) + 1).unwrap_or(0)
    }

    pub(super) fn slot_count(&self) -> usize {
        self.slots.len()
    }

    /// Live categories in the order of their slots.
    pub(super) fn categories(&self) -> impl Iterator<Item = &CategoryFact> {
        self.groups.iter().flat_map(|group| &group.categories)
    }

    /// The rows of a category by month.
    pub(super) fn category_rows(&self, slot: usize) -> &[Row] {
        &self.grid[slot * self.month_count()..][..self.month_count()]
    }

    pub(super) fn month_number(&self, month: Month) -> Option<usize> {
        let number = usize::try_from(month.months_since(self.first)).ok()?;
        (month <= self.last).then_some(number)
    }

    pub(super) fn place(&self, month: Month, category: &CategoryId) -> Place {
        match (self.slots.get(category), self.month_number(month)) {
            (Some(&slot), Some(number)) => Place::Grid(slot * self.month_count() + number),
            _ => Place::Aside(category.clone(), month),
        }
    }

    pub(super) fn row(&self, place: &Place) -> Row {
        match place {
            Place::Grid(index) => self.grid[*index],
            Place::Aside(category, month) => {
                let rows = self.aside.get(category);
                rows.and_then(|rows| rows.get(month)).copied().unwrap_or_default()
            }
        }
    }

    fn at(&mut self, place: &Place) -> &mut Row {
        match place {
            Place::Grid(index) => &mut self.grid[*index],
            Place::Aside(category, month) => {
                self.aside.entry(category.clone()).or_default().entry(*month).or_default()
            }
        }
    }

    fn row_mut(&mut self, month: Month, category: &CategoryId) -> &mut Row {
        let place = self.place(month, category);
        self.at(&place)
    }

    /// Applies one fact and returns the previous value.
    pub(super) fn absorb(&mut self, fact: &BudgetFact) -> OldValue {
        match fact {
            BudgetFact::Structure(groups) => self.rearrange(groups.clone(), self.first, self.last),
            BudgetFact::Months(first, last) => self.rearrange(self.groups.clone(), *first, *last),
            BudgetFact::Budgeted { month, category, amount } => {
                self.change_budget(*month, category, |row| row.amount = *amount)
            }
            BudgetFact::Carryover { month, category, on } => {
                self.change_budget(*month, category, |row| row.carryover = *on)
            }
            BudgetFact::Goal { month, category, goal } => {
                self.change_budget(*month, category, |row| row.goal = *goal)
            }
            BudgetFact::LongGoal { month, category, long_goal } => {
                self.change_budget(*month, category, |row| row.long_goal = *long_goal)
            }
            BudgetFact::Spent { month, category, delta } => {
                self.change_row(*month, category, |row| row.spent += *delta)
            }
            BudgetFact::Held { month, amount } => {
                OldValue::Hold(*month, self.holds.insert(*month, *amount))
            }
            BudgetFact::AccountStatus { .. }
            | BudgetFact::AccountBalance { .. }
            | BudgetFact::Uncategorized { .. } => self.absorb_account(fact),
        }
    }

    fn change_budget(
        &mut self,
        month: Month,
        category: &CategoryId,
        change: impl FnOnce(&mut Row),
    ) -> OldValue {
        self.change_row(month, category, |row| {
            row.exists = true;
            change(row);
        })
    }

    fn change_row(
        &mut self,
        month: Month,
        category: &CategoryId,
        change: impl FnOnce(&mut Row),
    ) -> OldValue {
        let place = self.place(month, category);
        let row = self.at(&place);
        let before = *row;
        change(row);
        OldValue::Row(place, before)
    }

    fn absorb_account(&mut self, fact: &BudgetFact) -> OldValue {
        if let BudgetFact::AccountStatus { account, status } = fact {
            let known = self.accounts.get(account).cloned();
            let before = OldValue::Standing(self.account_order.clone(), account.clone(), known);
            self.account_order.retain(|id| id != account || status.is_some());
            if let Some(status) = status {
                if !self.account_order.contains(account) {
                    self.account_order.push(account.clone());
                }
                self.account(account).status = *status;
            }
            return before;
        }
        if let BudgetFact::AccountBalance {
            account,
            parents_delta,
            cleared_delta,
            children_delta,
            children_cleared_delta,
        } = fact
        {
            let before = OldValue::Account(account.clone(), self.accounts.get(account).cloned());
            let sums = self.account(account);
            sums.parents += parents_delta;
            sums.cleared += cleared_delta;
            sums.children += children_delta;
            sums.children_cleared += children_cleared_delta;
            return before;
        }
        let before = OldValue::Uncategorized(self.uncategorized);
        if let BudgetFact::Uncategorized { balance_delta, cleared_delta, count_delta } = fact {
            self.uncategorized.balance += balance_delta;
            self.uncategorized.cleared += cleared_delta;
            self.uncategorized.count += count_delta;
        }
        before
    }

    fn account(&mut self, account: &AccountId) -> &mut AccountFact {
        self.accounts.entry(account.clone()).or_insert_with(|| AccountFact {
            id: account.clone(),
            status: super::AccountStatus::default(),
            parents: 0,
            cleared: 0,
            children: 0,
            children_cleared: 0,
        })
    }

    /// Undoes a change of [`absorb`](Self::absorb); undo the latest first.
    pub(super) fn restore(&mut self, before: OldValue) {
        match before {
            OldValue::Row(place, row) => *self.at(&place) = row,
            OldValue::Hold(month, Some(amount)) => {
                self.holds.insert(month, amount);
            }
            OldValue::Hold(month, None) => {
                self.holds.remove(&month);
            }
            OldValue::Account(id, account) => self.restore_account(id, account),
            OldValue::Standing(order, id, account) => {
                self.account_order = order;
                self.restore_account(id, account);
            }
            OldValue::Uncategorized(before) => self.uncategorized = before,
            OldValue::All(before) => *self = *before,
        }
    }

    fn restore_account(&mut self, id: AccountId, account: Option<AccountFact>) {
        match account {
            Some(account) => self.accounts.insert(id, account),
            None => self.accounts.remove(&id),
        };
    }

    /// Rebuilds the grid. Rows without a place in it move aside, and rows that now have one move
    /// in.
    fn rearrange(&mut self, groups: Vec<GroupFact>, first: Month, last: Month) -> OldValue {
        let before = self.clone();
        self.slots = slots_of(&groups);
        self.groups = groups;
        (self.first, self.last) = (first, last);
        self.grid = vec![Row::default(); self.slots.len() * self.month_count()];
        for (category, rows) in std::mem::take(&mut self.aside) {
            for (month, row) in rows {
                *self.row_mut(month, &category) = row;
            }
        }
        for (slot, category) in before.categories().enumerate() {
            let months = before.first.through(before.last);
            for (month, row) in months.zip(before.category_rows(slot)) {
                if *row != Row::default() {
                    *self.row_mut(month, &category.id) = *row;
                }
            }
        }
        OldValue::All(Box::new(before))
    }
}

fn slots_of(groups: &[GroupFact]) -> Slots {
    let categories = groups.iter().flat_map(|group| &group.categories);
    categories.enumerate().map(|(slot, category)| (category.id.clone(), slot)).collect()
}
