//! A small model of the budget file's tables, and its facts.

use std::collections::BTreeMap;

use serde::Deserialize;
use sobre_engine::budget::{
    AccountFact, AccountStatus, BudgetFacts, BudgetMode, BudgetRowFact, CategoryFact, GroupFact,
    HoldFact, SpentFact, UncategorizedFact,
};
use sobre_engine::dates::{Day, Month};
use sobre_engine::money::Total;

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Group {
    pub(crate) id: String,
    pub(crate) is_income: i64,
    #[serde(default)]
    pub(crate) hidden: i64,
    pub(crate) sort_order: f64,
    #[serde(default)]
    pub(crate) tombstone: i64,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Category {
    pub(crate) id: String,
    pub(crate) cat_group: String,
    pub(crate) is_income: i64,
    #[serde(default)]
    pub(crate) hidden: i64,
    pub(crate) sort_order: f64,
    #[serde(default)]
    pub(crate) tombstone: i64,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Mapping {
    id: String,
    #[serde(rename = "transferId")]
    transfer_id: String,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Account {
    pub(crate) id: String,
    pub(crate) offbudget: i64,
    pub(crate) closed: i64,
    pub(crate) tombstone: i64,
}

#[derive(Debug, Clone, Default, Deserialize)]
pub(crate) struct Transaction {
    pub(crate) id: String,
    pub(crate) is_parent: i64,
    pub(crate) is_child: i64,
    pub(crate) parent_id: Option<String>,
    pub(crate) account: Option<String>,
    pub(crate) category: Option<String>,
    pub(crate) amount: Option<i64>,
    pub(crate) date: Option<i64>,
    pub(crate) cleared: i64,
    pub(crate) transfer_account: Option<String>,
    pub(crate) tombstone: i64,
}

#[derive(Debug, Clone, Deserialize)]
struct BudgetRow {
    month: i64,
    category: String,
    amount: Option<i64>,
    carryover: i64,
}

#[derive(Debug, Clone, Deserialize)]
struct Hold {
    id: Month,
    buffered: i64,
}

/// Tables in the vectors' form.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct RawTables {
    category_groups: Vec<Group>,
    categories: Vec<Category>,
    category_mapping: Vec<Mapping>,
    accounts: Vec<Account>,
    transactions: Vec<Transaction>,
    zero_budgets: Vec<BudgetRow>,
    reflect_budgets: Vec<BudgetRow>,
    zero_budget_months: Vec<Hold>,
}

/// Amount and carryover of a stored budget row.
pub(crate) type Rows = BTreeMap<(Month, String), (i64, bool)>;

#[derive(Debug, Clone, Default)]
pub(crate) struct Tables {
    pub(crate) groups: Vec<Group>,
    pub(crate) categories: Vec<Category>,
    pub(crate) mapping: BTreeMap<String, String>,
    pub(crate) accounts: BTreeMap<String, Account>,
    pub(crate) transactions: BTreeMap<String, Transaction>,
    pub(crate) rollover: Rows,
    pub(crate) report: Rows,
    pub(crate) holds: BTreeMap<Month, i64>,
}

impl From<RawTables> for Tables {
    fn from(raw: RawTables) -> Self {
        let rows = |rows: Vec<BudgetRow>| {
            let keyed = rows.into_iter().map(|row| {
                let month = Month::from_yyyymm(row.month).unwrap();
                ((month, row.category), (row.amount.unwrap_or(0), row.carryover == 1))
            });
            keyed.collect()
        };
        Self {
            groups: raw.category_groups,
            categories: raw.categories,
            mapping: raw.category_mapping.into_iter().map(|it| (it.id, it.transfer_id)).collect(),
            accounts: raw.accounts.into_iter().map(|it| (it.id.clone(), it)).collect(),
            transactions: raw.transactions.into_iter().map(|it| (it.id.clone(), it)).collect(),
            rollover: rows(raw.zero_budgets),
            report: rows(raw.reflect_budgets),
            holds: raw.zero_budget_months.into_iter().map(|it| (it.id, it.buffered)).collect(),
        }
    }
}

impl Tables {
    pub(crate) fn rows(&self, mode: BudgetMode) -> &Rows {
        match mode {
            BudgetMode::Rollover => &self.rollover,
            BudgetMode::Report => &self.report,
        }
    }

    pub(crate) fn live_groups(&self) -> Vec<&Group> {
        let mut groups: Vec<_> = self.groups.iter().filter(|it| it.tombstone == 0).collect();
        groups.sort_by(|a, b| a.sort_order.total_cmp(&b.sort_order).then(a.id.cmp(&b.id)));
        groups
    }

    pub(crate) fn live_categories(&self, group: &str) -> Vec<&Category> {
        let live = |it: &&Category| it.tombstone == 0 && it.cat_group == group;
        let mut categories: Vec<_> = self.categories.iter().filter(live).collect();
        categories.sort_by(|a, b| a.sort_order.total_cmp(&b.sort_order).then(a.id.cmp(&b.id)));
        categories
    }

    pub(crate) fn structure(&self) -> Vec<GroupFact> {
        let mut groups = self.live_groups();
        groups.sort_by_key(|group| group.is_income);
        let group_fact = |group: &&Group| GroupFact {
            id: group.id.as_str().into(),
            is_income: group.is_income == 1,
            hidden: group.hidden == 1,
            categories: self.live_categories(&group.id).into_iter().map(category_fact).collect(),
        };
        groups.iter().map(group_fact).collect()
    }

    /// Live rows.
    pub(crate) fn alive(&self) -> impl Iterator<Item = &Transaction> {
        self.transactions.values().filter(|row| {
            let parent_alive = || {
                let parent = row.parent_id.as_ref().and_then(|id| self.transactions.get(id));
                parent.is_some_and(|parent| parent.tombstone == 0)
            };
            row.tombstone == 0
                && row.date.is_some()
                && row.account.is_some()
                && (row.is_child == 0 || parent_alive())
        })
    }

    pub(crate) fn effective_category(&self, row: &Transaction) -> Option<&String> {
        if row.is_parent == 1 { None } else { self.mapping.get(row.category.as_ref()?) }
    }

    pub(crate) fn off_budget(&self, account: Option<&String>) -> bool {
        account.and_then(|id| self.accounts.get(id)).is_some_and(|it| it.offbudget == 1)
    }

    pub(crate) fn spent(&self) -> BTreeMap<(Month, String), Total> {
        let mut sums = BTreeMap::new();
        for row in self.alive().filter(|row| !self.off_budget(row.account.as_ref())) {
            if let Some(category) = self.effective_category(row) {
                let month = month_of(row);
                *sums.entry((month, category.clone())).or_insert(0) +=
                    Total::from(row.amount.unwrap_or(0));
            }
        }
        sums
    }

    pub(crate) fn uncategorized(&self) -> UncategorizedFact {
        let mut fact = UncategorizedFact::default();
        for row in self.alive() {
            let transfer_inside =
                row.transfer_account.is_some() && !self.off_budget(row.transfer_account.as_ref());
            if row.is_parent == 0
                && !self.off_budget(row.account.as_ref())
                && self.effective_category(row).is_none()
                && !transfer_inside
            {
                let amount = Total::from(row.amount.unwrap_or(0));
                fact.balance += amount;
                fact.cleared += if row.cleared == 1 { amount } else { 0 };
                fact.count += 1;
            }
        }
        fact
    }

    pub(crate) fn account_facts(&self) -> Vec<AccountFact> {
        let mut facts: Vec<_> = self
            .accounts
            .values()
            .filter(|account| account.tombstone == 0)
            .map(|account| AccountFact {
                id: account.id.as_str().into(),
                status: AccountStatus {
                    offbudget: account.offbudget == 1,
                    closed: account.closed == 1,
                },
                parents: 0,
                cleared: 0,
                children: 0,
                children_cleared: 0,
            })
            .collect();
        for row in self.alive() {
            let account = row.account.as_deref();
            let Some(fact) = facts.iter_mut().find(|it| Some(it.id.as_str()) == account) else {
                continue;
            };
            let amount = Total::from(row.amount.unwrap_or(0));
            let cleared = if row.cleared == 1 { amount } else { 0 };
            if row.is_child == 0 {
                fact.parents += amount;
                fact.cleared += cleared;
            }
            if row.is_parent == 0 {
                fact.children += amount;
                fact.children_cleared += cleared;
            }
        }
        facts
    }

    pub(crate) fn facts(&self, mode: BudgetMode, first: Month, last: Month) -> BudgetFacts {
        BudgetFacts {
            mode,
            first,
            last,
            groups: self.structure(),
            budgets: self.rows(mode).iter().map(row_fact).collect(),
            holds: self.holds.iter().map(|(&month, &amount)| HoldFact { month, amount }).collect(),
            spent: self.spent().into_iter().map(spent_fact).collect(),
            accounts: self.account_facts(),
            uncategorized: self.uncategorized(),
        }
    }
}

pub(crate) fn month_of(row: &Transaction) -> Month {
    Day::from_yyyymmdd(row.date.unwrap()).unwrap().month()
}

fn category_fact(category: &Category) -> CategoryFact {
    CategoryFact {
        id: category.id.as_str().into(),
        is_income: category.is_income == 1,
        hidden: category.hidden == 1,
    }
}

fn row_fact(
    ((month, category), (amount, carryover)): (&(Month, String), &(i64, bool)),
) -> BudgetRowFact {
    BudgetRowFact {
        month: *month,
        category: category.as_str().into(),
        amount: *amount,
        carryover: *carryover,
        goal: None,
        long_goal: None,
    }
}

fn spent_fact(((month, category), amount): ((Month, String), Total)) -> SpentFact {
    SpentFact { month, category: category.into(), amount }
}
