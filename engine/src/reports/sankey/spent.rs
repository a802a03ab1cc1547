//! Income and spending: categorised rows on budget.

use std::collections::BTreeMap;

use super::Ranked;
use super::graph::{Graph, Node, NodeKind};
use crate::money::Total;
use crate::reports::context::Reports;
use crate::reports::lens::Lens;
use crate::reports::recipe::Recipe;

/// Sums by category and account. With all accounts as one node there is a single account, none.
pub(super) type Expenses = BTreeMap<(usize, Option<usize>), Total>;
/// The same by payee.
pub(super) type Incomes = BTreeMap<(usize, Option<usize>, Option<usize>), Total>;

pub(super) fn spent(
    reports: &Reports<'_>,
    recipe: &Recipe,
    groups_accounts: bool,
    choose: impl Fn(Vec<Ranked>) -> Vec<(Ranked, bool)>,
    graph: &mut Graph,
) {
    let (expenses, incomes) = sums(reports, recipe, groups_accounts);
    add_expenses(&reports.lens, &expenses, choose, graph);
    add_incomes(&reports.lens, &incomes, graph);
}

/// The sums of the rows of a recipe.
pub(super) fn sums(
    reports: &Reports<'_>,
    recipe: &Recipe,
    groups_accounts: bool,
) -> (Expenses, Incomes) {
    let lens = &reports.lens;
    let width = lens.facts.accounts.len();
    let mut dense: Vec<Total> = vec![0; lens.categories.len() * width];
    let mut incomes = Incomes::new();
    reports.scope(recipe).each(|row| {
        let Some(category) = row.category else { return };
        let sum = if lens.categories[category].category.is_income {
            let account = (!groups_accounts).then_some(row.account);
            incomes.entry((category, row.payee, account)).or_default()
        } else {
            &mut dense[category * width + row.account]
        };
        *sum += Total::from(row.amount());
    });
    let mut expenses = Expenses::new();
    for (at, sum) in dense.into_iter().enumerate().filter(|(_, sum)| *sum != 0) {
        let account = (!groups_accounts).then_some(at % width);
        *expenses.entry((at / width, account)).or_default() += sum;
    }
    (expenses, incomes)
}

/// Spending by category, in cents: at least 0.
pub(super) fn sizes(expenses: &Expenses) -> BTreeMap<usize, Total> {
    let mut sizes = BTreeMap::new();
    for ((category, _), sum) in expenses {
        *sizes.entry(*category).or_default() -= (*sum).min(0);
    }
    sizes
}

/// The categories as they are ranked.
pub(super) fn to_rank(lens: &Lens<'_>, sizes: BTreeMap<usize, Total>) -> Vec<Ranked> {
    let group = |category: usize| lens.categories[category].group;
    let ranked = |(category, size)| Ranked { category, group: group(category), size };
    sizes.into_iter().map(ranked).collect()
}

fn account<'a>(lens: &Lens<'a>, place: Option<usize>) -> Node<'a> {
    let Some(place) = place else { return Node::plain(NodeKind::Accounts) };
    let account = lens.account(place);
    Node::of(NodeKind::Account, account.id.as_str(), &account.name)
}

fn category<'a>(lens: &Lens<'a>, kind: NodeKind, place: usize) -> Node<'a> {
    let category = lens.categories[place].category;
    Node::of(kind, category.id.as_str(), &category.name)
}

fn add_expenses(
    lens: &Lens<'_>,
    expenses: &Expenses,
    choose: impl Fn(Vec<Ranked>) -> Vec<(Ranked, bool)>,
    graph: &mut Graph,
) {
    for (Ranked { category: place, .. }, is_kept) in choose(to_rank(lens, sizes(expenses))) {
        let of = lens.group(place);
        let group = Node::of(NodeKind::Group, of.id.as_str(), &of.name);
        let last = if is_kept {
            category(lens, NodeKind::Category, place)
        } else {
            Node::of(NodeKind::Other, of.id.as_str(), "")
        };
        for ((_, from), sum) in expenses.range((place, None)..=(place, Some(usize::MAX))) {
            let from = account(lens, *from);
            graph.flow(from, group, -sum);
            graph.flow(group, last, -sum);
            graph.flow(category(lens, NodeKind::Refunds, place), from, *sum);
        }
    }
}

fn add_incomes(lens: &Lens<'_>, incomes: &Incomes, graph: &mut Graph) {
    for ((place, payee, to), sum) in incomes {
        let from = match payee {
            Some(payee) => Node::of(
                NodeKind::Payee,
                lens.facts.payees[*payee].id.as_str(),
                lens.payee_name(*payee),
            ),
            None => Node::plain(NodeKind::NoPayee),
        };
        let (income, to) = (category(lens, NodeKind::Income, *place), account(lens, *to));
        graph.flow(from, income, *sum);
        graph.flow(income, to, *sum);
        graph.flow(to, category(lens, NodeKind::PaidBack, *place), -sum);
    }
}
