//! Available money over some months, and the categories that it was budgeted for.

use super::Ranked;
use super::graph::{Graph, Node, NodeKind};
use crate::budget::BudgetMode;
use crate::budget::names::{CategoryCell, MonthCell};
use crate::money::Total;
use crate::reports::conditions::Filter;
use crate::reports::context::Reports;
use crate::reports::ranges::MonthRange;

const AVAILABLE: Node<'_> = Node::plain(NodeKind::Available);
const BUDGETED: Node<'_> = Node::plain(NodeKind::Budgeted);

pub(super) fn budgeted(
    reports: &Reports<'_>,
    filter: &Filter,
    months: MonthRange,
    choose: impl Fn(Vec<Ranked>) -> Vec<(Ranked, bool)>,
    graph: &mut Graph,
) {
    let lens = &reports.lens;
    let over_months = |cell: CategoryCell, place: usize| {
        let category = &lens.categories[place].category.id;
        months
            .months()
            .map(|it| Total::from(reports.budgets.category_cell(it, cell, category)))
            .sum::<Total>()
    };
    let places = |is_income: bool| {
        let all = lens.categories.iter().enumerate();
        all.filter(move |(_, it)| it.category.is_income == is_income).map(|(place, _)| place)
    };
    let expenses: Vec<Ranked> = places(false)
        .map(|category| Ranked {
            category,
            group: lens.categories[category].group,
            size: over_months(CategoryCell::Budget, category),
        })
        .collect();
    let (taken, given): (Vec<Ranked>, Vec<Ranked>) =
        expenses.into_iter().partition(|it| it.size < 0);
    let (chosen, unmatched): (Vec<Ranked>, Vec<Ranked>) =
        given.into_iter().partition(|it| filter.passes_category(Some(it.category)));
    let sum = |all: &[Ranked]| all.iter().map(|it| it.size).sum::<Total>();
    let all_given = sum(&chosen) + sum(&unmatched);
    graph.flow(AVAILABLE, BUDGETED, all_given);
    add_groups(reports, choose(chosen), graph);
    graph.flow(BUDGETED, Node::plain(NodeKind::Unmatched), sum(&unmatched));
    let mut income = 0;
    for place in places(true) {
        let category = lens.categories[place].category;
        let earned = over_months(CategoryCell::SumAmount, place);
        let node = |kind| Node::of(kind, category.id.as_str(), &category.name);
        graph.flow(node(NodeKind::Income), AVAILABLE, earned);
        graph.flow(AVAILABLE, node(NodeKind::PaidBack), -earned);
        income += earned;
    }
    for it in &taken {
        let category = lens.categories[it.category].category;
        let node = Node::of(NodeKind::FromCategory, category.id.as_str(), &category.name);
        graph.flow(node, AVAILABLE, -it.size);
    }
    add_rest(reports, months, income - all_given - sum(&taken), graph);
}

fn add_groups(reports: &Reports<'_>, chosen: Vec<(Ranked, bool)>, graph: &mut Graph) {
    for (it, is_kept) in chosen {
        let (of, category) =
            (reports.lens.group(it.category), reports.lens.categories[it.category].category);
        let group = Node::of(NodeKind::Group, of.id.as_str(), &of.name);
        let last = if is_kept {
            Node::of(NodeKind::Category, category.id.as_str(), &category.name)
        } else {
            Node::of(NodeKind::Other, of.id.as_str(), "")
        };
        graph.flow(BUDGETED, group, it.size);
        graph.flow(group, last, it.size);
    }
}

/// The money before the months, and the rest after them. `saved` is the income less all
/// budgets.
fn add_rest(reports: &Reports<'_>, months: MonthRange, saved: Total, graph: &mut Graph) {
    let MonthRange { first, last } = months;
    let mut flow = |into: NodeKind, out: NodeKind, cents: Total| {
        graph.flow(Node::plain(into), AVAILABLE, cents);
        graph.flow(AVAILABLE, Node::plain(out), -cents);
    };
    if reports.lens.facts.mode == BudgetMode::Report {
        flow(NodeKind::Overbudgeted, NodeKind::Saved, -saved);
        return;
    }
    let cell = |month, cell| Total::from(reports.budgets.month_cell(month, cell));
    let overspent =
        months.months().map(|month| cell(month, MonthCell::LastMonthOverspent)).sum::<Total>();
    let from_before = cell(first, MonthCell::FromLastMonth);
    flow(NodeKind::FromMonthBefore, NodeKind::Overspent, from_before);
    flow(NodeKind::Overbudgeted, NodeKind::Overspent, overspent.min(0));
    flow(NodeKind::Overbudgeted, NodeKind::NextMonth, -cell(last, MonthCell::BufferedSelected));
    flow(NodeKind::Overbudgeted, NodeKind::ToBudget, -cell(last, MonthCell::ToBudget));
}
