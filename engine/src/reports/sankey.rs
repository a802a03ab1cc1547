//! Flows of money: from payees through income categories and accounts to groups and categories, or
//! from the money available to what it was budgeted for.

mod budgeted;
mod graph;
mod spent;

use serde_json::Value as Json;

use super::context::{Reports, card_frame, recipe_of};
use super::meta::{SankeyMeta, read};
use super::ranges::DayRange;
use budgeted::budgeted;
use graph::Graph;
pub use graph::{NodeKind, Sankey, SankeyLink, SankeyNode};
use spent::spent;

/// Categories that stand for themselves without a setting.
const USUAL_CATEGORIES: usize = 15;

/// How the categories of a picture are chosen and ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    /// The largest ones of each group.
    PerGroup,
    /// The largest ones of all.
    Global,
    /// As in the budget.
    Budget,
}

/// An expense category with the size of its flow.
#[derive(Debug, Clone, Copy)]
struct Ranked {
    category: usize,
    group: usize,
    size: crate::money::Total,
}

/// The categories in the order in which they are drawn, and whether each stands for itself.
fn ranked(mut all: Vec<Ranked>, order: Order, most: usize) -> Vec<(Ranked, bool)> {
    let largest = |one: &Ranked, other: &Ranked| other.size.cmp(&one.size);
    match order {
        Order::Global => all.sort_by(largest),
        Order::PerGroup => {
            all.sort_by(|one, other| one.group.cmp(&other.group).then_with(|| largest(one, other)))
        }
        Order::Budget => {}
    }
    let rank = |one: &Ranked| {
        let larger = all.iter().filter(|it| {
            let same = order == Order::Global || it.group == one.group;
            let before = it.size == one.size && it.category < one.category;
            same && (it.size > one.size || before)
        });
        larger.count()
    };
    all.iter().map(|it| (*it, rank(it) < most)).collect()
}

/// The flows of a card.
pub(super) fn sankey(reports: &Reports<'_>, meta: &Json) -> Sankey {
    let card: SankeyMeta = read(meta);
    let (common, frame) = card_frame(meta, &reports.calendar, reports.calendar.usual_frame());
    let order = match card.category_sort.as_deref() {
        Some("global") => Order::Global,
        Some("budget-order") => Order::Budget,
        _ => Order::PerGroup,
    };
    let most = card.top_ncategories.unwrap_or(USUAL_CATEGORIES);
    let choose = |all| ranked(all, order, most);
    let mut graph = Graph::default();
    if card.mode.as_deref() == Some("budgeted") {
        let scope = reports.scope(&recipe_of(&common));
        budgeted(reports, scope.filter(), frame.months(), choose, &mut graph);
    } else {
        let DayRange { from: start, to: end } = frame.whole_months();
        let recipe = recipe_of(&common).within(Some(start), Some(end));
        spent(reports, &recipe, card.group_accounts.unwrap_or(true), choose, &mut graph);
    }
    graph.finished()
}
