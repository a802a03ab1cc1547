//! Collects the cells of a sheet and compiles them: topological order, dependents in compressed
//! rows, first values. Cells may be defined in any order; if every cell only reads cells defined
//! before it, the order of definition is kept and no sorting is needed.

use std::sync::Arc;

use petgraph::Directed;
use petgraph::algo::tarjan_scc;
use petgraph::csr::{Csr, NodeIndex};

use super::directory::Directory;
use super::formula::{Formula, Rule, Term};
use super::names::{Address, NameId, Names, SheetId};
use super::recalculate::Sheet;
use super::value::{NULL, SheetError, Show};
use super::{CellId, InputId};

/// Sums of the absolute factors up to this keep `i64` arithmetic exact, wherever the single
/// terms stand within ±2^51.
const MAX_WEIGHT: u64 = 4095;

/// Edges from a cell to the cells that read it, with the factor by which a sum is moved when the
/// cell moves (0 for formulas that are not sums).
pub(super) type Dependents = Csr<(), i32, Directed, u32>;

/// The cells of a sheet to be.
#[derive(Debug, Default)]
pub struct SheetBuilder {
    sheets: Names,
    names: Names,
    addresses: Vec<Address>,
    shows: Vec<Show>,
    rules: Vec<Rule>,
    values: Vec<i64>,
    terms: Vec<Term>,
}

impl SheetBuilder {
    /// A builder with room for a number of cells.
    #[must_use]
    pub fn with_capacity(cells: usize) -> Self {
        Self {
            addresses: Vec::with_capacity(cells),
            shows: Vec::with_capacity(cells),
            rules: Vec::with_capacity(cells),
            values: Vec::with_capacity(cells),
            terms: Vec::with_capacity(cells),
            ..Self::default()
        }
    }

    /// The id of a sheet's name.
    pub fn sheet(&mut self, name: &str) -> SheetId {
        SheetId(self.sheets.intern(name))
    }

    /// The id of a cell's name, the same in every sheet.
    pub fn name(&mut self, name: &str) -> NameId {
        NameId(self.names.intern(name))
    }

    fn add(&mut self, address: Address, show: Show, rule: Rule, value: i64) -> CellId {
        let id = CellId(u32::try_from(self.rules.len()).unwrap_or(u32::MAX));
        self.addresses.push(address);
        self.shows.push(show);
        self.rules.push(rule);
        self.values.push(value);
        id
    }

    /// A cell given from outside that always has a value.
    pub fn input(&mut self, address: Address, show: Show, value: i64) -> InputId {
        InputId(self.add(address, show, Rule::Input, value))
    }

    /// A cell given from outside that may be null.
    pub fn optional(&mut self, address: Address, show: Show, value: Option<i64>) -> InputId {
        InputId(self.add(address, show, Rule::Optional, value.unwrap_or(NULL)))
    }

    /// A computed cell.
    pub fn define(&mut self, address: Address, show: Show, formula: Formula) -> CellId {
        self.add(address, show, Rule::Computed(formula), 0)
    }

    /// A cell that is a sum of multiples of others. It is kept up to date by differences: a
    /// change of one term costs one addition, however many terms there are.
    pub fn sum(
        &mut self,
        address: Address,
        show: Show,
        terms: impl IntoIterator<Item = Term>,
    ) -> CellId {
        let rule = self.sum_rule(terms);
        self.add(address, show, rule, 0)
    }

    fn sum_rule(&mut self, terms: impl IntoIterator<Item = Term>) -> Rule {
        let first = self.terms.len();
        self.terms.extend(terms);
        let count = self.terms.len() - first;
        Rule::Sum {
            first: u32::try_from(first).unwrap_or(u32::MAX),
            count: u32::try_from(count).unwrap_or(u32::MAX),
        }
    }

    /// A cell to be defined later; null if it never is.
    pub fn reserve(&mut self, address: Address, show: Show) -> CellId {
        self.add(address, show, Rule::Optional, NULL)
    }

    /// Gives a reserved cell its formula.
    pub fn fill(&mut self, cell: CellId, formula: Formula) {
        self.rules[cell.index()] = Rule::Computed(formula);
        self.values[cell.index()] = 0;
    }

    /// Makes a reserved cell a sum.
    pub fn fill_sum(&mut self, cell: CellId, terms: impl IntoIterator<Item = Term>) {
        self.rules[cell.index()] = self.sum_rule(terms);
        self.values[cell.index()] = 0;
    }

    /// Orders, lays out and computes every cell.
    ///
    /// # Errors
    /// [`SheetError::Cycle`], [`SheetError::DefinedTwice`], [`SheetError::TooManyTerms`], or
    /// [`SheetError::OutOfBounds`] if a value leaves the bound.
    pub fn build(mut self) -> Result<Sheet, SheetError> {
        let order = self.order()?;
        if let Some(order) = &order {
            self.renumber(order);
        }
        let graph = self.dependents();
        let directory = Directory::new(self.sheets, self.names, self.addresses, self.shows)?;
        for (position, rule) in self.rules.iter().enumerate() {
            if weight(rule, &self.terms) > MAX_WEIGHT {
                return Err(SheetError::TooManyTerms { cell: directory.full_name(position) });
            }
        }
        let places = order.map(|order| Places::new(&order));
        let mut sheet = Sheet::new(Arc::new(directory), self.rules, self.terms, graph, self.values);
        sheet.places = places;
        sheet.calculate_all()?;
        Ok(sheet)
    }

    /// The cells in topological order, or none if the order of definition is one.
    fn order(&self) -> Result<Option<Vec<u32>>, SheetError> {
        let reads_only_earlier = self.rules.iter().enumerate().all(|(position, rule)| {
            let mut earlier = true;
            read_by(rule, &self.terms, |cell, _| earlier &= cell.index() < position);
            earlier
        });
        if reads_only_earlier {
            return Ok(None);
        }
        let graph = self.dependents();
        let mut order = Vec::with_capacity(self.rules.len());
        // Components come with the ones that are read last.
        for component in tarjan_scc(&graph) {
            let cell = component[0];
            if component.len() > 1 || graph.neighbors_slice(cell).contains(&cell) {
                let mut cells = component;
                cells.sort_unstable();
                let cells = cells.into_iter().map(|cell| self.full_name(cell)).collect();
                return Err(SheetError::Cycle { cells });
            }
            order.push(cell);
        }
        order.reverse();
        Ok(Some(order))
    }

    fn full_name(&self, cell: NodeIndex<u32>) -> String {
        let address = self.addresses[cell as usize];
        format!("{}!{}", self.sheets.text(address.sheet.0), self.names.text(address.name.0))
    }

    fn renumber(&mut self, order: &[u32]) {
        let places = Places::new(order);
        let at = |cell| places.position(cell);
        self.addresses = order.iter().map(|&id| self.addresses[id as usize]).collect();
        self.shows = order.iter().map(|&id| self.shows[id as usize]).collect();
        self.values = order.iter().map(|&id| self.values[id as usize]).collect();
        self.rules = order
            .iter()
            .map(|&id| match self.rules[id as usize] {
                Rule::Computed(formula) => Rule::Computed(formula.map(at)),
                rule @ (Rule::Input | Rule::Optional | Rule::Sum { .. }) => rule,
            })
            .collect();
        for term in &mut self.terms {
            term.cell = at(term.cell);
        }
    }

    /// Dependents in rows, made by counting: two passes over what the cells read.
    fn dependents(&self) -> Dependents {
        let cells = self.rules.len();
        let mut ends = vec![0_u32; cells + 1];
        for rule in &self.rules {
            read_by(rule, &self.terms, |cell, _| ends[cell.index() + 1] += 1);
        }
        for position in 0..cells {
            ends[position + 1] += ends[position];
        }
        let mut edges = vec![(0, 0, 0); ends[cells] as usize];
        for (reader, rule) in (0..).zip(&self.rules) {
            read_by(rule, &self.terms, |cell, factor| {
                let place = &mut ends[cell.index()];
                edges[*place as usize] = (cell.0, reader, factor);
                *place += 1;
            });
        }
        merge_parallel(&mut edges);
        let mut graph = Dependents::from_sorted_edges(&edges).unwrap_or_default();
        while graph.node_count() < cells {
            graph.add_node(());
        }
        graph
    }
}

/// A cell read twice by the same reader gets one edge with both factors.
fn merge_parallel(edges: &mut Vec<(u32, u32, i32)>) {
    edges.dedup_by(|next, kept| {
        let same = (next.0, next.1) == (kept.0, kept.1);
        if same {
            kept.2 += next.2;
        }
        same
    });
}

fn weight(rule: &Rule, terms: &[Term]) -> u64 {
    match *rule {
        Rule::Sum { first, count } => terms[first as usize..][..count as usize]
            .iter()
            .map(|term| u64::from(term.factor.unsigned_abs()))
            .sum(),
        Rule::Input | Rule::Optional | Rule::Computed(_) => 0,
    }
}

/// Calls back with every cell a rule reads, and its factor in a sum.
pub(super) fn read_by(rule: &Rule, terms: &[Term], mut each: impl FnMut(CellId, i32)) {
    match *rule {
        Rule::Input | Rule::Optional => {}
        Rule::Sum { first, count } => {
            for term in &terms[first as usize..][..count as usize] {
                each(term.cell, term.factor);
            }
        }
        Rule::Computed(formula) => {
            let (cells, count) = formula.inputs();
            for &cell in &cells[..count] {
                each(cell, 0);
            }
        }
    }
}

/// Positions of cells that were not defined in topological order.
#[derive(Debug, Clone)]
pub(super) struct Places {
    positions: Vec<u32>,
}

impl Places {
    fn new(order: &[u32]) -> Self {
        let mut positions = vec![0; order.len()];
        for (position, &id) in (0..).zip(order) {
            positions[id as usize] = position;
        }
        Self { positions }
    }

    pub(super) fn position(&self, id: CellId) -> CellId {
        CellId(self.positions[id.index()])
    }
}
