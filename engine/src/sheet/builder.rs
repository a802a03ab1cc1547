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
use super::recalculate::{Cell, Edge, Sheet, calculate_all, calculate_exactly};
use super::value::{NULL, SheetError, Show};
use super::{CellId, InputId};
use crate::money::{Total, nearest};

/// Sums with absolute factors of at most this total stay exact in `i64`, if each term is within
/// ±2^51.
const MAX_WEIGHT: u64 = 4095;

/// Edges from each cell to the cells that read it.
pub(super) type Dependencies = Csr<(), (), Directed, u32>;

/// The cells of a future sheet.
#[derive(Debug, Default)]
pub struct SheetBuilder {
    sheets: Names,
    names: Names,
    addresses: Vec<Address>,
    shows: Vec<Show>,
    cells: Vec<Cell>,
    terms: Vec<Term>,
    /// How many readers each cell has. Kept apart from the cells: it is counted out of order, and
    /// all of it fits into a near cache.
    readers: Vec<u32>,
    /// The number of edges.
    reads: usize,
    /// Whether some cell reads one that was defined later, or itself.
    out_of_order: bool,
    /// A sum with too many terms, if there is one.
    too_wide: Option<CellId>,
    /// Whether cells may leave the bound.
    unbounded: bool,
    /// Inputs beyond 64 bits.
    large: Vec<(CellId, Total)>,
}

impl SheetBuilder {
    /// A builder with room for this many cells.
    #[must_use]
    pub fn with_capacity(cells: usize) -> Self {
        Self {
            addresses: Vec::with_capacity(cells),
            shows: Vec::with_capacity(cells),
            cells: Vec::with_capacity(cells),
            terms: Vec::with_capacity(cells),
            readers: Vec::with_capacity(cells),
            ..Self::default()
        }
    }

    /// Lets cells leave the bound, for stored facts. A cell beyond 64 bits has the nearest number
    /// that fits.
    pub const fn set_unbounded(&mut self, unbounded: bool) {
        self.unbounded = unbounded;
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
        let id = CellId(u32::try_from(self.cells.len()).unwrap_or(u32::MAX));
        self.addresses.push(address);
        self.shows.push(show);
        self.cells.push(Cell::new(value, rule));
        self.readers.push(0);
        self.note_reads(id, rule);
        id
    }

    fn note_reads(&mut self, id: CellId, rule: Rule) {
        let (mut reads, mut weight, mut latest) = (0, 0, None);
        read_by(rule, &self.terms, |cell, factor| {
            self.readers[cell.index()] += 1;
            reads += 1;
            weight += u64::from(factor.unsigned_abs());
            latest = latest.max(Some(cell));
        });
        self.reads += reads;
        self.out_of_order |= latest >= Some(id);
        if weight > MAX_WEIGHT {
            self.too_wide = Some(id);
        }
    }

    /// An input cell that always has a value.
    pub fn input(&mut self, address: Address, show: Show, value: impl Into<Total>) -> InputId {
        let total = value.into();
        let value = nearest(total);
        let cell = self.add(address, show, Rule::Input, value);
        if total != value.into() {
            self.large.push((cell, total));
        }
        InputId(cell)
    }

    /// An input cell that may be null.
    pub fn optional(&mut self, address: Address, show: Show, value: Option<i64>) -> InputId {
        InputId(self.add(address, show, Rule::Optional, value.unwrap_or(NULL)))
    }

    /// A computed cell.
    pub fn define(&mut self, address: Address, show: Show, formula: Formula) -> CellId {
        self.add(address, show, Rule::Computed(formula), 0)
    }

    /// A cell that is a sum of multiples of others. It is updated by differences: a changed term
    /// costs one addition, however many terms there are.
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

    /// A cell to define later; null if it never is.
    pub fn reserve(&mut self, address: Address, show: Show) -> CellId {
        self.add(address, show, Rule::Optional, NULL)
    }

    /// Gives a reserved cell its formula.
    pub fn fill(&mut self, cell: CellId, formula: Formula) {
        self.fill_rule(cell, Rule::Computed(formula));
    }

    /// Makes a reserved cell a sum.
    pub fn fill_sum(&mut self, cell: CellId, terms: impl IntoIterator<Item = Term>) {
        let rule = self.sum_rule(terms);
        self.fill_rule(cell, rule);
    }

    fn fill_rule(&mut self, cell: CellId, rule: Rule) {
        self.cells[cell.index()].value = 0;
        self.cells[cell.index()].rule = rule;
        self.note_reads(cell, rule);
    }

    /// Orders, lays out and computes every cell.
    ///
    /// # Errors
    /// [`SheetError::Cycle`], [`SheetError::DefinedTwice`], [`SheetError::TooManyTerms`], or
    /// [`SheetError::OutOfBounds`] if a value leaves the bound.
    pub fn build(mut self) -> Result<Sheet, SheetError> {
        if let Some(cell) = self.too_wide {
            return Err(SheetError::TooManyTerms { cell: self.full_name(cell.0) });
        }
        let order = if self.out_of_order { Some(self.order()?) } else { None };
        if let Some(order) = &order {
            self.renumber(order);
        }
        let edges = self.lay_out_edges();
        let Self { sheets, names, addresses, shows, mut cells, terms, readers, .. } = self;
        let graph = graph_of(&readers, &edges);
        let directory = Directory::new(sheets, names, addresses, shows)?;
        let beyond = calculate_all(&mut cells, &terms).err();
        if let Some(position) = beyond {
            if !self.unbounded {
                return Err(SheetError::OutOfBounds { cell: directory.full_name(position) });
            }
            calculate_exactly(&mut cells, &terms, &self.large);
        }
        let mut sheet = Sheet::new(Arc::new(directory), cells, terms, edges);
        sheet.is_beyond = beyond.is_some();
        sheet.graph = graph;
        sheet.places = order.map(|order| Places::new(&order));
        Ok(sheet)
    }

    /// The cells in topological order.
    fn order(&mut self) -> Result<Vec<u32>, SheetError> {
        let edges = self.lay_out_edges();
        let graph = graph_of(&self.readers, &edges);
        let mut order = Vec::with_capacity(self.cells.len());
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
        Ok(order)
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
        self.cells = order.iter().map(|&id| self.cells[id as usize]).collect();
        self.readers = order.iter().map(|&id| self.readers[id as usize]).collect();
        for cell in &mut self.cells {
            if let Rule::Computed(formula) = cell.rule {
                cell.rule = Rule::Computed(formula.map(at));
            }
        }
        for term in &mut self.terms {
            term.cell = at(term.cell);
        }
        for (cell, _) in &mut self.large {
            *cell = at(*cell);
        }
    }

    /// The readers of each cell, row by row. The counts are known from collecting.
    fn lay_out_edges(&mut self) -> Vec<Edge> {
        let mut next = Vec::with_capacity(self.cells.len());
        let mut first = 0;
        for (cell, &readers) in self.cells.iter_mut().zip(&self.readers) {
            (cell.first_edge, cell.edge_count) = (first, readers);
            next.push(first);
            first += readers;
        }
        let mut edges = vec![Edge { reader: 0, factor: 0 }; self.reads];
        for (reader, cell) in (0..).zip(&self.cells) {
            read_by(cell.rule, &self.terms, |cell, factor| {
                let place = &mut next[cell.index()];
                edges[*place as usize] = Edge { reader, factor };
                *place += 1;
            });
        }
        edges
    }
}

/// The graph of edges laid out row by row; each cell's row has as many edges as the cell has
/// readers.
fn graph_of(readers: &[u32], edges: &[Edge]) -> Dependencies {
    let mut pairs: Vec<(u32, u32)> = Vec::with_capacity(edges.len());
    let mut rest = edges;
    for (from, &count) in (0..).zip(readers) {
        let (row, others) = rest.split_at(count as usize);
        pairs.extend(row.iter().map(|edge| (from, edge.reader)));
        rest = others;
    }
    pairs.dedup();
    let mut graph = Dependencies::from_sorted_edges(&pairs).unwrap_or_default();
    while graph.node_count() < readers.len() {
        graph.add_node(());
    }
    graph
}

/// Calls `each` with every cell a rule reads, and its factor in a sum.
#[inline]
pub(super) fn read_by(rule: Rule, terms: &[Term], mut each: impl FnMut(CellId, i32)) {
    match rule {
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
