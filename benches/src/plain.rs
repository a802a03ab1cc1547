//! Rollover mode on a plain petgraph: one node per cell, one edge per read, and an edit that
//! collects the reachable cells, sorts them topologically and computes each from its inputs.

use petgraph::Direction;
use petgraph::algo::toposort;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{Dfs, EdgeRef};
use sobre_engine::budget::BudgetFacts;
use sobre_engine::ids::CategoryId;
use sobre_engine::money::nearest;
use std::collections::HashMap;

/// How a cell derives from its inputs.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Input,
    Sum,
    Positive,
    /// The edge marked 0 is the flag; if it is not set, the edge marked 2, else the one marked 1.
    Choose,
    /// The value below zero while the flag (the edge marked 0) is not set.
    Overspent,
}

#[derive(Debug, Clone, Copy)]
struct Cell {
    kind: Kind,
    value: i64,
}

/// Every cell of a budget in a general graph.
#[derive(Debug)]
pub struct Plain {
    graph: DiGraph<Cell, i8>,
    rank: Vec<u32>,
    first_budget: NodeIndex,
    last: NodeIndex,
}

#[derive(Clone, Copy)]
struct Envelope {
    carryover: NodeIndex,
    leftover: NodeIndex,
    leftover_pos: NodeIndex,
}

impl Plain {
    /// Builds and computes every cell.
    #[must_use]
    pub fn build(facts: &BudgetFacts, edited: &CategoryId) -> Self {
        let mut budgets = HashMap::new();
        for row in &facts.budgets {
            budgets.insert((row.month, &row.category), (row.amount, row.carryover));
        }
        let spent: HashMap<_, _> =
            facts.spent.iter().map(|it| ((it.month, &it.category), it.amount)).collect();
        let mut graph = DiGraph::new();
        let mut envelopes: HashMap<&CategoryId, Envelope> = HashMap::new();
        let zero = graph.add_node(Cell { kind: Kind::Input, value: 0 });
        let mut last = zero;
        let mut first_budget = zero;
        for month in facts.first.through(facts.last) {
            let mut months = Totals::default();
            for group in &facts.groups {
                let mut members = Totals::default();
                for category in &group.categories {
                    let key = (month, &category.id);
                    let amount = spent.get(&key).copied().unwrap_or(0);
                    let sum = input(&mut graph, nearest(amount));
                    members.spent.push(sum);
                    if category.is_income {
                        continue;
                    }
                    let (amount, flag) = budgets.get(&key).copied().unwrap_or_default();
                    let budget = input(&mut graph, amount);
                    if month == facts.first && category.id == *edited {
                        first_budget = budget;
                    }
                    let flag = input(&mut graph, flag.into());
                    let before = envelopes.get(&category.id).copied();
                    let inputs = Inputs { budget, sum, carryover: flag };
                    let envelope = envelope(&mut graph, &inputs, before, &mut months);
                    envelopes.insert(&category.id, envelope);
                    members.budget.push(budget);
                    members.leftover.push(envelope.leftover);
                }
                let group_spent = sum_of(&mut graph, &members.spent, 1);
                if group.is_income {
                    months.income.push(group_spent);
                    continue;
                }
                months.spent.push(group_spent);
                months.budget.push(sum_of(&mut graph, &members.budget, 1));
                months.leftover.push(sum_of(&mut graph, &members.leftover, 1));
            }
            last = month_totals(&mut graph, &months, last);
        }
        let mut plain = Self { rank: Vec::new(), graph, first_budget, last };
        plain.rank = vec![0; plain.graph.node_count()];
        for (rank, node) in (0..).zip(toposort(&plain.graph, None).unwrap_or_default()) {
            plain.rank[node.index()] = rank;
            plain.graph[node].value = plain.value(node);
        }
        plain
    }

    fn value(&self, node: NodeIndex) -> i64 {
        let cell = self.graph[node];
        let mut flag = 0;
        let (mut sum, mut other) = (0, 0);
        for edge in self.graph.edges_directed(node, Direction::Incoming) {
            let value = self.graph[edge.source()].value;
            match (cell.kind, edge.weight()) {
                (Kind::Choose | Kind::Overspent, 0) => flag = value,
                (Kind::Choose, 2) => other = value,
                (_, factor) => sum += value * i64::from(*factor),
            }
        }
        match cell.kind {
            Kind::Input => cell.value,
            Kind::Sum => sum,
            Kind::Positive => sum.max(0),
            Kind::Choose => {
                if flag == 0 {
                    other
                } else {
                    sum
                }
            }
            Kind::Overspent => {
                if flag == 0 {
                    sum.min(0)
                } else {
                    0
                }
            }
        }
    }

    /// Sets the edited category's first budget and recomputes everything reachable. Returns how
    /// many cells were computed.
    pub fn edit(&mut self, amount: i64) -> usize {
        self.graph[self.first_budget].value = amount;
        let mut reached = Vec::new();
        let mut search = Dfs::new(&self.graph, self.first_budget);
        while let Some(node) = search.next(&self.graph) {
            reached.push(node);
        }
        reached.sort_unstable_by_key(|node| self.rank[node.index()]);
        for &node in &reached {
            self.graph[node].value = self.value(node);
        }
        reached.len()
    }

    /// To budget of the last month.
    #[must_use]
    pub fn last(&self) -> i64 {
        self.graph[self.last].value
    }
}

#[derive(Default)]
struct Totals {
    spent: Vec<NodeIndex>,
    income: Vec<NodeIndex>,
    budget: Vec<NodeIndex>,
    leftover: Vec<NodeIndex>,
    overspent: Vec<NodeIndex>,
}

fn input(graph: &mut DiGraph<Cell, i8>, value: i64) -> NodeIndex {
    graph.add_node(Cell { kind: Kind::Input, value })
}

fn computed(graph: &mut DiGraph<Cell, i8>, kind: Kind, reads: &[(NodeIndex, i8)]) -> NodeIndex {
    let node = graph.add_node(Cell { kind, value: 0 });
    for &(from, role) in reads {
        graph.add_edge(from, node, role);
    }
    node
}

fn sum_of(graph: &mut DiGraph<Cell, i8>, cells: &[NodeIndex], factor: i8) -> NodeIndex {
    let node = graph.add_node(Cell { kind: Kind::Sum, value: 0 });
    for &cell in cells {
        graph.add_edge(cell, node, factor);
    }
    node
}

/// The inputs of a category in a month.
struct Inputs {
    budget: NodeIndex,
    sum: NodeIndex,
    carryover: NodeIndex,
}

fn envelope(
    graph: &mut DiGraph<Cell, i8>,
    inputs: &Inputs,
    before: Option<Envelope>,
    months: &mut Totals,
) -> Envelope {
    let Inputs { budget, sum, carryover } = *inputs;
    let mut reads = vec![(budget, 1), (sum, 1)];
    if let Some(it) = before {
        let choice = [(it.carryover, 0), (it.leftover, 1), (it.leftover_pos, 2)];
        reads.push((computed(graph, Kind::Choose, &choice), 1));
        let overspent = [(it.carryover, 0), (it.leftover, 1)];
        months.overspent.push(computed(graph, Kind::Overspent, &overspent));
    }
    let leftover = computed(graph, Kind::Sum, &reads);
    let leftover_pos = computed(graph, Kind::Positive, &[(leftover, 1)]);
    Envelope { carryover, leftover, leftover_pos }
}

/// Defines the totals and returns to-budget.
fn month_totals(graph: &mut DiGraph<Cell, i8>, cells: &Totals, last: NodeIndex) -> NodeIndex {
    let income = sum_of(graph, &cells.income, 1);
    let from_last_month = sum_of(graph, &[last], 1);
    let available = sum_of(graph, &[income, from_last_month], 1);
    let overspent = sum_of(graph, &cells.overspent, 1);
    let budgeted = sum_of(graph, &cells.budget, -1);
    sum_of(graph, &cells.spent, 1);
    sum_of(graph, &cells.leftover, 1);
    sum_of(graph, &[available, overspent, budgeted], 1)
}
