//! Flows of money: from payees through income categories and accounts to groups and categories, or
//! from the money available to what it was budgeted for.

mod budgeted;
mod graph;
mod spent;

use serde_json::Value as Json;

use super::context::{Reports, card_frame, recipe_of};
use super::meta::{SankeyMeta, read};
use super::ranges::DayRange;
use super::recipe::{Part, Recipe};
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

/// The rows behind a node; none for nodes that are no sum of rows.
pub(super) fn rows_of(reports: &Reports<'_>, meta: &Json, key: &str) -> Option<Recipe> {
    let card: SankeyMeta = read(meta);
    if card.mode.as_deref() == Some("budgeted") {
        return None;
    }
    let drawn = sankey(reports, meta);
    let node = drawn.nodes.into_iter().find(|node| node.key == key)?;
    let recipe = spending_recipe(reports, meta);
    let part = match (node.kind, node.id) {
        (NodeKind::Payee, Some(id)) => Part::PayeeIncome(id),
        (NodeKind::NoPayee, _) => Part::NoPayeeIncome,
        (
            NodeKind::Income | NodeKind::PaidBack | NodeKind::Category | NodeKind::Refunds,
            Some(id),
        ) => Part::Category(id),
        (kind @ (NodeKind::Group | NodeKind::Other), Some(group)) => {
            Part::Categories(spent_in(reports, &card, &recipe, kind, &group))
        }
        _ => return None,
    };
    Some(recipe.of_part(part))
}

/// The categories with spending that a group consists of, or its smaller ones.
fn spent_in(
    reports: &Reports<'_>,
    card: &SankeyMeta,
    recipe: &Recipe,
    kind: NodeKind,
    group: &str,
) -> Vec<String> {
    let lens = &reports.lens;
    let sizes = spent::sizes(&spent::sums(reports, recipe, true).0);
    let ranked = ranked(spent::to_rank(lens, sizes), order_of(card), most_of(card));
    let wanted = ranked.into_iter().filter(|(it, is_kept)| {
        let is_meant = kind == NodeKind::Group || !is_kept;
        is_meant && it.size > 0 && lens.facts.groups[it.group].id.as_str() == group
    });
    wanted.map(|(it, _)| lens.categories[it.category].category.id.to_string()).collect()
}

fn order_of(card: &SankeyMeta) -> Order {
    match card.category_sort.as_deref() {
        Some("global") => Order::Global,
        Some("budget-order") => Order::Budget,
        _ => Order::PerGroup,
    }
}

fn most_of(card: &SankeyMeta) -> usize {
    card.top_ncategories.unwrap_or(USUAL_CATEGORIES)
}

/// The rows that flow: those on budget.
fn spending_recipe(reports: &Reports<'_>, meta: &Json) -> Recipe {
    let (common, frame) = card_frame(meta, &reports.calendar, reports.calendar.usual_frame());
    let DayRange { from: start, to: end } = frame.whole_months();
    let recipe = recipe_of(&common).within(Some(start), Some(end));
    Recipe { on_budget: Some(true), ..recipe }
}

/// The flows of a card.
pub(super) fn sankey(reports: &Reports<'_>, meta: &Json) -> Sankey {
    let card: SankeyMeta = read(meta);
    let choose = |all| ranked(all, order_of(&card), most_of(&card));
    let mut graph = Graph::default();
    if card.mode.as_deref() == Some("budgeted") {
        let usual = reports.calendar.usual_frame();
        let (common, frame) = card_frame(meta, &reports.calendar, usual);
        let scope = reports.scope(&recipe_of(&common));
        budgeted(reports, scope.filter(), frame.months(), choose, &mut graph);
    } else {
        let recipe = spending_recipe(reports, meta);
        spent(reports, &recipe, card.group_accounts.unwrap_or(true), choose, &mut graph);
    }
    graph.finished()
}
