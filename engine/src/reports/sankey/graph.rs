//! The nodes of a picture and the flows between them.

use std::collections::HashMap;

use serde::Serialize;

use crate::money::{Decimal, Total, nearest};

/// The flows of a card.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct Sankey {
    /// The nodes.
    pub nodes: Vec<SankeyNode>,
    /// The flows, each between two nodes.
    pub links: Vec<SankeyLink>,
}

/// A node.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct SankeyNode {
    /// By which flows name it.
    pub key: String,
    /// What it stands for.
    pub kind: NodeKind,
    /// The payee, account, group or category.
    pub id: Option<String>,
    /// Its name; empty where the kind says it all.
    pub name: String,
    /// From payees, 0, to categories, 5.
    pub layer: u8,
    /// What flows through it, in cents.
    #[ts(type = "number")]
    pub value: i64,
    /// Percent of its layer, to two decimals.
    #[ts(type = "number | null")]
    pub share: Option<Decimal>,
}

/// A flow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct SankeyLink {
    /// Where it comes from.
    pub source: String,
    /// Where it goes.
    pub target: String,
    /// Cents, above 0.
    #[ts(type = "number")]
    pub value: i64,
}

/// The meaning of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub enum NodeKind {
    /// A payee of income.
    Payee,
    /// Income without a payee.
    NoPayee,
    /// A category of income.
    Income,
    /// A category whose refunds exceed its spending.
    Refunds,
    /// Money left over from the month before the range.
    FromMonthBefore,
    /// More budgeted than available.
    Overbudgeted,
    /// A category with a negative budget.
    FromCategory,
    /// All accounts.
    Accounts,
    /// An account.
    Account,
    /// Money available to budget.
    Available,
    /// Budgeted money.
    Budgeted,
    /// Money not budgeted yet.
    ToBudget,
    /// Money held for the month after.
    NextMonth,
    /// Overspending that was made up for.
    Overspent,
    /// Income that a tracking budget does not spend.
    Saved,
    /// Income paid back.
    PaidBack,
    /// A group.
    Group,
    /// A category.
    Category,
    /// The smaller categories of a group.
    Other,
    /// Budgets that the conditions leave out.
    Unmatched,
}

impl NodeKind {
    const fn layer(self) -> u8 {
        match self {
            Self::Payee | Self::NoPayee => 0,
            Self::Income
            | Self::Refunds
            | Self::FromMonthBefore
            | Self::Overbudgeted
            | Self::FromCategory => 1,
            Self::Accounts | Self::Account | Self::Available => 2,
            Self::Budgeted
            | Self::ToBudget
            | Self::NextMonth
            | Self::Overspent
            | Self::Saved
            | Self::PaidBack => 3,
            Self::Group | Self::Unmatched => 4,
            Self::Category | Self::Other => 5,
        }
    }

    /// The key of a node of this kind.
    fn key(self, id: Option<&str>) -> String {
        let id = id.unwrap_or_default();
        match self {
            Self::Payee => format!("payee {id}"),
            Self::NoPayee => "no payee".to_owned(),
            Self::Income | Self::Group | Self::Category => id.to_owned(),
            Self::Refunds | Self::PaidBack => format!("{id} (back)"),
            Self::FromMonthBefore => "from month before".to_owned(),
            Self::Overbudgeted => "overbudgeted".to_owned(),
            Self::FromCategory => format!("from {id}"),
            Self::Accounts => "accounts".to_owned(),
            Self::Account => format!("account {id}"),
            Self::Available => "available".to_owned(),
            Self::Budgeted => "budgeted".to_owned(),
            Self::ToBudget => "to budget".to_owned(),
            Self::NextMonth => "next month".to_owned(),
            Self::Overspent => "overspent".to_owned(),
            Self::Saved => "saved".to_owned(),
            Self::Other => format!("other {id}"),
            Self::Unmatched => "unmatched".to_owned(),
        }
    }
}

/// A node as the parts of a picture name it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<'n> {
    pub(super) kind: NodeKind,
    pub(super) id: Option<&'n str>,
    pub(super) name: &'n str,
}

impl<'n> Node<'n> {
    pub(super) const fn plain(kind: NodeKind) -> Self {
        Self { kind, id: None, name: "" }
    }

    pub(super) const fn of(kind: NodeKind, id: &'n str, name: &'n str) -> Self {
        Self { kind, id: Some(id), name }
    }
}

/// A picture in the making.
#[derive(Debug, Default)]
pub(super) struct Graph {
    nodes: Vec<SankeyNode>,
    numbers: HashMap<String, usize>,
    /// Source, target and sum, in the order of their first use.
    links: Vec<(usize, usize, Total)>,
    places: HashMap<(usize, usize), usize>,
}

impl Graph {
    /// Adds to a flow; nothing for a sum that is not above 0.
    pub(super) fn flow(&mut self, source: Node<'_>, target: Node<'_>, cents: Total) {
        if cents <= 0 {
            return;
        }
        let ends = (self.number(source), self.number(target));
        let next = self.links.len();
        let place = *self.places.entry(ends).or_insert(next);
        if place == next {
            self.links.push((ends.0, ends.1, 0));
        }
        self.links[place].2 += cents;
    }

    fn number(&mut self, node: Node<'_>) -> usize {
        let key = node.kind.key(node.id);
        let next = self.nodes.len();
        let number = *self.numbers.entry(key.clone()).or_insert(next);
        if number == next {
            self.nodes.push(SankeyNode {
                key,
                kind: node.kind,
                id: node.id.map(str::to_owned),
                name: node.name.to_owned(),
                layer: node.kind.layer(),
                value: 0,
                share: None,
            });
        }
        number
    }

    pub(super) fn finished(mut self) -> Sankey {
        let mut through: Vec<(Total, Total)> = vec![(0, 0); self.nodes.len()];
        for (source, target, cents) in &self.links {
            through[*source].1 += cents;
            through[*target].0 += cents;
        }
        let values: Vec<Total> = through.iter().map(|(into, out)| *into.max(out)).collect();
        let mut layers: HashMap<u8, Total> = HashMap::new();
        for (node, value) in self.nodes.iter().zip(&values) {
            *layers.entry(node.layer).or_default() += value;
        }
        for (node, value) in self.nodes.iter_mut().zip(&values) {
            node.value = nearest(*value);
            let layer = layers.get(&node.layer).copied().unwrap_or(0);
            node.share = Decimal::quotient(value * 100, layer, 2);
        }
        let links = self.links.iter().map(|(source, target, cents)| SankeyLink {
            source: self.nodes[*source].key.clone(),
            target: self.nodes[*target].key.clone(),
            value: nearest(*cents),
        });
        Sankey { links: links.collect(), nodes: self.nodes }
    }
}
