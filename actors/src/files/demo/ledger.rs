//! The transactions of the demo budget in memory, before they are written.

use std::collections::BTreeMap;

use sobre_engine::dates::{Day, Month};

use super::super::seeded::SeededRandom;
use super::household::{ACCOUNTS, GROUPS};

/// A row of the register. Split children follow their parent.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) id: String,
    pub(super) account: &'static str,
    pub(super) day: Day,
    pub(super) amount: i64,
    pub(super) payee: String,
    pub(super) category: Option<&'static str>,
    pub(super) notes: &'static str,
    pub(super) schedule: Option<usize>,
    pub(super) transfer: Option<String>,
    /// The account on the other side of a transfer.
    pub(super) other: Option<&'static str>,
    pub(super) children: Vec<(String, i64, &'static str)>,
    pub(super) starting: bool,
}

/// Where and when money moves.
#[derive(Debug, Clone, Copy)]
pub(super) struct MoneyMove {
    account: &'static str,
    day: Day,
}

/// An account on a day.
pub(super) const fn at(account: &'static str, day: Day) -> MoneyMove {
    MoneyMove { account, day }
}

/// The household's past.
pub(super) struct Ledger {
    pub(super) chance: SeededRandom,
    pub(super) today: Day,
    pub(super) rows: Vec<Row>,
    balances: BTreeMap<&'static str, i64>,
}

impl Ledger {
    pub(super) fn new(chance: SeededRandom, today: Day) -> Self {
        Self { chance, today, rows: Vec::new(), balances: BTreeMap::new() }
    }

    /// Balance of an account after all rows so far.
    pub(super) fn balance(&self, account: &str) -> i64 {
        self.balances.get(account).copied().unwrap_or_default()
    }

    /// Adds an inflow or outflow.
    pub(super) fn add(
        &mut self,
        MoneyMove { account, day }: MoneyMove,
        amount: i64,
        payee: &str,
        category: Option<&'static str>,
    ) -> &mut Row {
        *self.balances.entry(account).or_default() += amount;
        let row = Row {
            id: self.chance.uuid(),
            account,
            day,
            amount,
            payee: payee.to_owned(),
            category: category.filter(|_| !is_off_budget(account)),
            notes: "",
            schedule: None,
            transfer: None,
            other: None,
            children: Vec::new(),
            starting: false,
        };
        self.rows.push(row);
        let last = self.rows.len() - 1;
        &mut self.rows[last]
    }

    /// Adds a transfer; `amount` is the change of the first account, normally negative. The
    /// category stays only if money leaves the budget.
    pub(super) fn transfer(
        &mut self,
        MoneyMove { account: from, day }: MoneyMove,
        to: &'static str,
        amount: i64,
        category: Option<&'static str>,
    ) {
        let leaves = is_off_budget(to) && !is_off_budget(from);
        let half = self.add(at(from, day), amount, "", category.filter(|_| leaves));
        half.other = Some(to);
        let first = half.id.clone();
        let second = self.add(at(to, day), -amount, "", None);
        second.other = Some(from);
        second.transfer = Some(first.clone());
        let second = second.id.clone();
        if let Some(half) = self.rows.iter_mut().rev().nth(1) {
            half.transfer = Some(second);
        }
    }

    /// Turns the last row into a split of these parts; the first part takes the rest.
    pub(super) fn split_last(&mut self, parts: &[(&'static str, i64)]) {
        let ids: Vec<_> = parts.iter().map(|_| self.chance.uuid()).collect();
        let Some(row) = self.rows.last_mut() else { return };
        let rest = row.amount - parts.iter().map(|(_, amount)| amount).sum::<i64>();
        let amounts = parts.iter().enumerate().map(|(place, (category, amount))| {
            (*category, if place == 0 { amount + rest } else { *amount })
        });
        row.category = None;
        row.children = ids.into_iter().zip(amounts).map(|(id, (c, a))| (id, a, c)).collect();
    }

    /// Sums per category and month of all on-budget rows.
    pub(super) fn spent(&self) -> BTreeMap<(&'static str, Month), i64> {
        let mut sums = BTreeMap::new();
        for row in &self.rows {
            let whole = row.category.map(|category| (category, row.amount));
            let parts = row.children.iter().map(|(_, amount, category)| (*category, *amount));
            for (category, amount) in whole.into_iter().chain(parts) {
                *sums.entry((category, row.day.month())).or_default() += amount;
            }
        }
        sums
    }
}

/// Whether an account is off budget.
pub(super) fn is_off_budget(key: &str) -> bool {
    ACCOUNTS.iter().any(|account| account.key == key && account.off_budget)
}

/// Keys of all envelopes in order.
pub(super) fn envelopes() -> impl Iterator<Item = &'static super::household::Envelope> {
    GROUPS.iter().flat_map(|(_, envelopes)| envelopes.iter())
}
