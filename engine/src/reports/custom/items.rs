//! The items that a report is split into. Each row belongs to exactly one.

use serde::{Deserialize, Serialize};

use super::definition::{BalanceType, Definition, GroupBy};
use crate::reports::context::Reports;
use crate::reports::lens::Seen;
use crate::text::fold;

/// An item that is no category, group, payee or account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum SpecialItem {
    /// Rows on budget without a category that are no transfers.
    #[serde(rename = "other", alias = "uncategorized")]
    Uncategorized,
    /// Rows of accounts off budget.
    OffBudget,
    /// Transfers on budget without a category.
    Transfer,
    /// In a split by groups: all rows without a category or off budget.
    #[serde(rename = "all")]
    UncategorizedAndOffBudget,
    /// Rows without a payee.
    NoPayee,
}

impl SpecialItem {
    const fn name(self) -> &'static str {
        match self {
            Self::Uncategorized => "Uncategorized",
            Self::OffBudget => "Off budget",
            Self::Transfer => "Transfers",
            Self::UncategorizedAndOffBudget => "Uncategorized & Off budget",
            Self::NoPayee => "No payee",
        }
    }
}

/// An item.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) id: Option<String>,
    pub(super) special: Option<SpecialItem>,
    pub(super) name: String,
    /// Whether it could hold a row that the report shows.
    is_possible: bool,
}

/// The items of a report. Rows are counted by base items; groups are sums of them.
pub(super) struct Items {
    /// Items that rows belong to.
    base: Vec<Item>,
    /// Items that are shown, in order: the base items, or their groups.
    pub(super) shown: Vec<Item>,
    /// By base item: the shown item it belongs to.
    groups: Option<Vec<usize>>,
    split: Split,
}

/// How a row finds its base item.
enum Split {
    /// Categories, then uncategorized, off budget, transfers.
    Categories(usize),
    /// By payee: its item; the last one for none.
    Payees(Vec<usize>),
    Accounts,
}

/// By which names are sorted: without case and accents first.
pub(super) fn name_key(name: &str) -> (String, String) {
    (fold(name), name.to_owned())
}

impl Items {
    pub(super) fn new(reports: &Reports<'_>, report: &Definition) -> Self {
        match report.meta.group_by {
            GroupBy::Category | GroupBy::Interval => {
                let base = categories(reports, report);
                let shown = base.clone();
                let split = Split::Categories(reports.lens.categories.len());
                Self { base, shown, groups: None, split }
            }
            GroupBy::Group | GroupBy::CategoryGroup => Self::of_groups(reports, report),
            GroupBy::Payee => {
                let (base, places) = payees(reports);
                let shown = base.clone();
                Self { base, shown, groups: None, split: Split::Payees(places) }
            }
            GroupBy::Account => {
                let base: Vec<Item> = accounts(reports, report);
                let shown = base.clone();
                Self { base, shown, groups: None, split: Split::Accounts }
            }
        }
    }

    fn of_groups(reports: &Reports<'_>, report: &Definition) -> Self {
        let base = categories(reports, report);
        let lens = &reports.lens;
        let count = lens.facts.groups.len();
        let of_categories = lens.categories.iter().map(|it| it.group);
        let groups: Vec<usize> = of_categories.chain([count; 3]).collect();
        let mut shown: Vec<Item> = lens
            .facts
            .groups
            .iter()
            .enumerate()
            .map(|(at, group)| Item {
                id: Some(group.id.to_string()),
                special: None,
                name: group.name.to_string(),
                is_possible: (!group.hidden || report.shown.hidden)
                    && (group.categories.is_empty() || any_possible(&base, &groups, at)),
            })
            .collect();
        shown.push(Item {
            is_possible: any_possible(&base, &groups, count),
            ..special(SpecialItem::UncategorizedAndOffBudget, false)
        });
        let split = Split::Categories(lens.categories.len());
        Self { base, shown, groups: Some(groups), split }
    }

    pub(super) fn base_count(&self) -> usize {
        self.base.len()
    }

    /// The base item of a row.
    pub(super) fn of(&self, row: &Seen<'_>) -> usize {
        match &self.split {
            Split::Categories(count) => match row.category {
                _ if row.is_off => count + 1,
                Some(category) => category,
                None if row.is_transfer() => count + 2,
                None => *count,
            },
            Split::Payees(places) => {
                let none = self.base.len() - 1;
                row.payee.and_then(|payee| places.get(payee)).copied().unwrap_or(none)
            }
            Split::Accounts => row.account,
        }
    }

    /// The shown item of a base item.
    pub(super) fn group_of(&self, base: usize) -> usize {
        self.groups.as_ref().map_or(base, |groups| groups[base])
    }

    /// Whether base items are shown as they are.
    pub(super) fn is_plain(&self) -> bool {
        self.groups.is_none()
    }

    /// The categories of a shown group.
    pub(super) fn members(&self, shown: usize) -> impl Iterator<Item = (usize, &Item)> {
        let groups = self.groups.as_deref().unwrap_or_default();
        let members = groups.iter().zip(&self.base).enumerate();
        members
            .filter(move |(_, (group, item))| **group == shown && item.special.is_none())
            .map(|(at, (_, item))| (at, item))
    }

    pub(super) fn is_possible(&self, shown: usize) -> bool {
        self.shown[shown].is_possible
    }

    pub(super) fn is_possible_base(&self, base: usize) -> bool {
        self.base[base].is_possible
    }
}

fn any_possible(base: &[Item], groups: &[usize], group: usize) -> bool {
    base.iter().zip(groups).any(|(item, of)| *of == group && item.is_possible)
}

fn special(special: SpecialItem, is_possible: bool) -> Item {
    Item { id: None, special: Some(special), name: special.name().to_owned(), is_possible }
}

fn categories(reports: &Reports<'_>, report: &Definition) -> Vec<Item> {
    let scope = reports.scope(&report.recipe);
    let filter = scope.filter();
    // With other conditions joined by "or" any category may have rows.
    let passes = |category| !filter.is_every() || filter.passes_category(category);
    let (budgeted, shown) = (report.meta.balance_type == BalanceType::Budgeted, report.shown);
    let category = |(at, it): (usize, &crate::reports::lens::CategoryView<'_>)| Item {
        id: Some(it.category.id.to_string()),
        special: None,
        name: it.category.name.to_string(),
        is_possible: (!it.is_hidden || shown.hidden)
            && passes(Some(at))
            && !(budgeted && it.category.is_income),
    };
    let mut items: Vec<Item> = reports.lens.categories.iter().enumerate().map(category).collect();
    let uncategorized = shown.uncategorized && passes(None) && !budgeted;
    items.push(special(SpecialItem::Uncategorized, uncategorized));
    items.push(special(SpecialItem::OffBudget, shown.off_budget && !budgeted));
    items.push(special(SpecialItem::Transfer, uncategorized));
    items
}

/// Payees by name, those that stand for accounts after the others, then the item without one; and
/// the item of each payee.
fn payees(reports: &Reports<'_>) -> (Vec<Item>, Vec<usize>) {
    let (lens, all) = (&reports.lens, &reports.lens.facts.payees);
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_cached_key(|at| {
        let name = lens.payee_name(*at).to_lowercase();
        (lens.target_of(*at).is_some(), name, all[*at].id.clone())
    });
    let mut places = vec![0; all.len()];
    for (place, at) in order.iter().enumerate() {
        places[*at] = place;
    }
    let item = |at: usize| Item {
        id: Some(all[at].id.to_string()),
        special: None,
        name: lens.payee_name(at).to_owned(),
        is_possible: true,
    };
    let mut items: Vec<Item> = order.into_iter().map(item).collect();
    items.push(special(SpecialItem::NoPayee, true));
    (items, places)
}

fn accounts(reports: &Reports<'_>, report: &Definition) -> Vec<Item> {
    let accounts = reports.lens.facts.accounts.iter();
    accounts
        .map(|account| Item {
            id: Some(account.id.to_string()),
            special: None,
            name: account.name.to_string(),
            is_possible: !account.off_budget || report.shown.off_budget,
        })
        .collect()
}
