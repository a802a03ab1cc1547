//! Collects the cells of a sheet and compiles them: order of computation, readers in packed rows,
//! first values. A cell is declared by its address and reads others by theirs, so that independent
//! modules can declare cells in any order.

use std::sync::Arc;

use super::directory::Directory;
use super::formula::{Formula, Rule, Term};
use super::names::{Address, NameId, Names, SheetId};
use super::order::{Order, Reads};
use super::recalculate::{Cell, Edge, Sheet, calculate_all, calculate_exactly};
use super::value::{NULL, SheetError, Show};
use super::{InputId, Position};
use crate::money::{Total, nearest};

/// Sums with absolute factors of at most this total stay exact in `i64`, if each term is within
/// ±2^51.
const MAX_WEIGHT: u64 = 4095;

/// The cells of a future sheet.
#[derive(Debug, Default)]
pub struct SheetBuilder {
    sheets: Names,
    names: Names,
    addresses: Vec<Address>,
    shows: Vec<Show>,
    declared: Vec<Declaration>,
    terms: Vec<Term>,
    /// The number of reads in all formulas, including repeated ones.
    reads: usize,
    /// Inputs beyond 64 bits, by cell number.
    large: Vec<(u32, Total)>,
}

#[derive(Debug, Clone, Copy)]
struct Declaration {
    rule: Rule<Address>,
    /// The value of an input.
    value: i64,
}

/// Cells whose formulas refer to others by number.
struct ResolvedCells {
    /// By cell number.
    cells: Vec<Cell>,
    terms: Vec<Term<Position>>,
    reads: Reads,
}

impl SheetBuilder {
    /// A builder with room for this many cells.
    #[must_use]
    pub fn with_capacity(cells: usize) -> Self {
        Self {
            addresses: Vec::with_capacity(cells),
            shows: Vec::with_capacity(cells),
            declared: Vec::with_capacity(cells),
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

    fn declare(&mut self, at: Address, show: Show, rule: Rule<Address>, value: i64) -> u32 {
        let number = u32::try_from(self.declared.len()).unwrap_or(u32::MAX);
        self.addresses.push(at);
        self.shows.push(show);
        self.declared.push(Declaration { rule, value });
        number
    }

    /// An input cell that always has a value.
    pub fn input(&mut self, at: Address, show: Show, value: impl Into<Total>) -> InputId {
        let total = value.into();
        let value = nearest(total);
        let number = self.declare(at, show, Rule::Input, value);
        if total != value.into() {
            self.large.push((number, total));
        }
        InputId(number)
    }

    /// An input cell that may be null.
    pub fn optional(&mut self, at: Address, show: Show, value: Option<i64>) -> InputId {
        InputId(self.declare(at, show, Rule::Optional, value.unwrap_or(NULL)))
    }

    /// A computed cell.
    pub fn define(&mut self, at: Address, show: Show, formula: Formula) {
        self.reads += formula.inputs().1;
        self.declare(at, show, Rule::Computed(formula), 0);
    }

    /// A cell that is a sum of multiples of others. It is updated by differences: a changed term
    /// costs one addition, however many terms there are.
    pub fn sum(&mut self, at: Address, show: Show, terms: impl IntoIterator<Item = Term>) {
        let first = self.terms.len();
        self.terms.extend(terms);
        let count = self.terms.len() - first;
        self.reads += count;
        let rule = Rule::Sum {
            first: u32::try_from(first).unwrap_or(u32::MAX),
            count: u32::try_from(count).unwrap_or(u32::MAX),
        };
        self.declare(at, show, rule, 0);
    }

    /// Orders, lays out and computes every cell. A cell beyond 64 bits has the nearest number.
    ///
    /// # Errors
    /// [`SheetError::DefinedTwice`], [`SheetError::NotDefined`] if a formula reads an undeclared
    /// cell, [`SheetError::Cycle`] or [`SheetError::TooManyTerms`].
    pub fn build(mut self) -> Result<Sheet, SheetError> {
        let (sheets, names) = (std::mem::take(&mut self.sheets), std::mem::take(&mut self.names));
        let (addresses, shows) =
            (std::mem::take(&mut self.addresses), std::mem::take(&mut self.shows));
        let mut directory = Directory::new(sheets, names, addresses, shows)?;
        let ResolvedCells { mut cells, mut terms, reads } = self.resolve(&directory)?;
        let order = Order::of(cells.len(), &reads).map_err(|circle| {
            let names = circle.into_iter().map(|number| directory.full_name(number as usize));
            SheetError::Cycle { cells: names.collect() }
        })?;
        if !order.is_as_declared() {
            directory.arrange(&order);
            cells = arranged(&cells, &mut terms, &order);
        }
        let edges = lay_out_edges(&mut cells, &terms, reads.times());
        let is_beyond = !calculate_all(&mut cells, &terms);
        if is_beyond {
            let large = self.large.iter();
            let large = large.map(|&(number, total)| (order.position(number), total));
            calculate_exactly(&mut cells, &terms, large);
        }
        let mut sheet = Sheet::new(Arc::new(directory), cells, terms, edges);
        sheet.is_beyond = is_beyond;
        sheet.positions = order.positions;
        Ok(sheet)
    }

    /// Replaces addresses by cell numbers.
    fn resolve(&self, directory: &Directory) -> Result<ResolvedCells, SheetError> {
        let mut cells = Vec::with_capacity(self.declared.len());
        let mut terms = Vec::with_capacity(self.terms.len());
        let mut reads = Reads::with_capacity(self.reads);
        let mut unknown = None;
        for (reader, &Declaration { rule, value }) in (0..).zip(&self.declared) {
            let mut at = |address| {
                let position = directory.position(address);
                if position.is_none() {
                    unknown = Some(address);
                }
                Position(position.unwrap_or(u32::MAX))
            };
            let rule = match rule {
                Rule::Input => Rule::Input,
                Rule::Optional => Rule::Optional,
                Rule::Computed(formula) => Rule::Computed(formula.map(at)),
                // The runs of terms are in the order of the cells.
                Rule::Sum { first, count } => {
                    let run = &self.terms[first as usize..][..count as usize];
                    terms
                        .extend(run.iter().map(|it| Term { cell: at(it.cell), factor: it.factor }));
                    Rule::Sum { first, count }
                }
            };
            let name = || directory.full_name(reader as usize);
            if let Some(missing) = unknown {
                let cell = directory.name_at(missing);
                return Err(SheetError::NotDefined { cell, reader: name() });
            }
            let mut weight = 0;
            reads.start(reader);
            read_by(rule, &terms, |cell, factor| {
                weight += u64::from(factor.unsigned_abs());
                reads.push(cell);
            });
            reads.end();
            if weight > MAX_WEIGHT {
                return Err(SheetError::TooManyTerms { cell: name() });
            }
            cells.push(Cell::new(value, rule));
        }
        Ok(ResolvedCells { cells, terms, reads })
    }
}

/// Cells by number, rearranged into the order of computation.
fn arranged(cells: &[Cell], terms: &mut [Term<Position>], order: &Order) -> Vec<Cell> {
    let at = |cell: Position| order.position(cell.0);
    for term in terms {
        term.cell = at(term.cell);
    }
    let cells = order.cells.iter().map(|&number| {
        let mut cell = cells[number as usize];
        if let Rule::Computed(formula) = cell.rule {
            cell.rule = Rule::Computed(formula.map(at));
        }
        cell
    });
    cells.collect()
}

/// The readers of each cell, row by row; `reads` edges in all.
fn lay_out_edges(cells: &mut [Cell], terms: &[Term<Position>], reads: usize) -> Vec<Edge> {
    // Kept apart from the cells, because all of it fits into a near cache.
    let mut next = vec![0; cells.len()];
    for cell in cells.iter() {
        read_by(cell.rule, terms, |read, _| next[read.index()] += 1);
    }
    let mut first = 0;
    for (cell, next) in cells.iter_mut().zip(&mut next) {
        (cell.first_edge, cell.edge_count) = (first, *next);
        *next = first;
        first += cell.edge_count;
    }
    let mut edges = vec![Edge { reader: 0, factor: 0 }; reads];
    for (reader, cell) in (0..).zip(cells.iter()) {
        read_by(cell.rule, terms, |read, factor| {
            let place = &mut next[read.index()];
            edges[*place as usize] = Edge { reader, factor };
            *place += 1;
        });
    }
    edges
}

/// Calls `each` with every cell a rule reads, and its factor in a sum.
#[inline]
pub(super) fn read_by<C: Copy>(rule: Rule<C>, terms: &[Term<C>], mut each: impl FnMut(C, i32)) {
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
