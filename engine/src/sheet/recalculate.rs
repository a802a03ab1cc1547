//! The built sheet: dense values by topological position and the loop that updates them.
//!
//! The loop visits only dependents of an edit, in topological order, and stops where a value did
//! not change. It reads no names, hashes nothing and allocates only the list of changes; a sum
//! changes by the difference of its term.

use std::ops::Range;
use std::sync::Arc;

use super::changed::{ChangedCells, StoredChange};
use super::directory::Directory;
use super::dirty::{CurrentWord, Dirty};
use super::formula::{Rule, Term};
use super::names::NameId;
use super::value::{CellValue, NULL, Show};
use super::{InputId, Position};
use crate::money::{MAX_CENTS, Total, nearest};

/// The data of a cell for the loop, side by side.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    pub(super) value: i64,
    /// The pending difference of an input or sum; the new value of an optional input.
    pub(super) pending: i64,
    pub(super) rule: Rule,
    /// Its row in the list of edges.
    pub(super) first_edge: u32,
    pub(super) edge_count: u32,
}

impl Cell {
    pub(super) const fn new(value: i64, rule: Rule) -> Self {
        Self { value, pending: 0, rule, first_edge: 0, edge_count: 0 }
    }

    #[inline]
    pub(super) const fn edges(&self) -> Range<usize> {
        let first = self.first_edge as usize;
        first..first + self.edge_count as usize
    }
}

/// A reader of a cell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    pub(super) reader: u32,
    /// The reader's factor if it is a sum; 0 if it is not.
    pub(super) factor: i32,
}

/// A sheet with every cell computed. Made by [`SheetBuilder`](super::SheetBuilder).
#[derive(Debug, Clone)]
pub struct Sheet {
    pub(super) directory: Arc<Directory>,
    /// By topological position.
    pub(super) cells: Vec<Cell>,
    pub(super) terms: Vec<Term<Position>>,
    /// Rows of readers with their factors.
    pub(super) edges: Vec<Edge>,
    dirty: Dirty,
    /// The changes of the last recalculation.
    journal: Vec<StoredChange>,
    /// Whether a cell was out of range.
    pub(super) is_beyond: bool,
    /// Positions of the inputs, by number.
    pub(super) positions: Vec<u32>,
}

#[inline]
const fn or_zero(stored: i64) -> i64 {
    if stored == NULL { 0 } else { stored }
}

#[inline]
const fn fits(value: i64) -> bool {
    value <= MAX_CENTS && value >= -MAX_CENTS
}

impl Sheet {
    pub(super) fn new(
        directory: Arc<Directory>,
        cells: Vec<Cell>,
        terms: Vec<Term<Position>>,
        edges: Vec<Edge>,
    ) -> Self {
        let dirty = Dirty::new(cells.len());
        let (journal, positions) = (Vec::new(), Vec::new());
        Self { directory, cells, terms, edges, dirty, journal, is_beyond: false, positions }
    }

    /// The stored value at a position.
    pub(super) fn stored(&self, position: usize) -> i64 {
        self.cells[position].value
    }

    fn position(&self, input: InputId) -> usize {
        self.positions[input.0 as usize] as usize
    }

    /// How many cells there are, hidden ones included.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// The value of a cell; null for one that does not exist.
    #[must_use]
    pub fn value(&self, sheet: &str, name: &str) -> CellValue {
        match self.directory.find(sheet, name) {
            Some(position) => self.directory.shown(position, self.stored(position)),
            None => CellValue::Null,
        }
    }

    /// The values of some cells of each of some sheets, sheet by sheet in the order of the names.
    pub fn values(
        &self,
        sheets: impl IntoIterator<Item = String>,
        names: &[String],
    ) -> impl Iterator<Item = CellValue> {
        let names: Vec<_> = names.iter().map(|name| self.directory.name(name)).collect();
        sheets.into_iter().flat_map(move |sheet| {
            let sheet = self.directory.sheet(&sheet);
            let value = |name: &Option<NameId>| {
                let position = self.directory.at(sheet?, (*name)?)?;
                Some(self.directory.shown(position, self.stored(position)))
            };
            names.iter().map(|name| value(name).unwrap_or(CellValue::Null)).collect::<Vec<_>>()
        })
    }

    /// Names of the shown cells of a sheet that are not null.
    pub fn names_in_sheet(&self, sheet: &str) -> impl Iterator<Item = &str> {
        let shown = |at: usize| self.directory.shown(at, self.stored(at));
        let cells = self.directory.in_sheet(sheet).filter(move |&at| shown(at) != CellValue::Null);
        cells.map(|position| self.directory.name_of(position))
    }

    /// Stages a new value for an input. Optional inputs may become null; for others null counts as
    /// 0. The last staged value wins.
    pub fn set(&mut self, input: InputId, value: Option<impl Into<Total>>) {
        let value = value.map(|value| nearest(value.into()));
        let position = self.position(input);
        let cell = &mut self.cells[position];
        cell.pending = match cell.rule {
            Rule::Optional => value.unwrap_or(NULL),
            Rule::Input | Rule::Sum { .. } | Rule::Computed(_) => {
                value.unwrap_or(0).wrapping_sub(cell.value)
            }
        };
        self.mark(position);
    }

    /// Stages a difference for an input, in addition to staged ones. An optional input must be
    /// [set](Self::set) instead.
    pub fn add(&mut self, input: InputId, difference: i64) {
        let position = self.position(input);
        let cell = &mut self.cells[position];
        cell.pending = cell.pending.wrapping_add(difference);
        self.mark(position);
    }

    #[inline]
    fn mark(&mut self, position: usize) {
        #[expect(clippy::cast_possible_truncation, reason = "positions are u32")]
        self.dirty.insert(position as u32);
    }

    /// Updates all dependents of the staged inputs. Once a cell leaves the range, which
    /// [`is_beyond`](Self::is_beyond) reports, differences may exceed 64 bits: then take this back
    /// and rebuild the sheet.
    pub fn recalculate(&mut self) {
        self.journal.clear();
        let mut current = CurrentWord::START;
        while let Some(position) = self.dirty.take(&mut current) {
            self.visit(position, &mut current);
        }
    }

    /// Whether a cell was out of range, ±[`MAX_CENTS`], since the sheet was built.
    #[must_use]
    pub const fn is_beyond(&self) -> bool {
        self.is_beyond
    }

    /// Computes one cell and passes on a change.
    #[inline]
    fn visit(&mut self, position: u32, current: &mut CurrentWord) {
        let cell = &mut self.cells[position as usize];
        let before = cell.value;
        let after = match cell.rule {
            Rule::Sum { .. } | Rule::Input => {
                before.wrapping_add(std::mem::take(&mut cell.pending))
            }
            Rule::Optional => std::mem::take(&mut cell.pending),
            Rule::Computed(formula) => {
                formula.value(|cell| or_zero(self.cells[cell.index()].value))
            }
        };
        if after == before {
            return;
        }
        self.is_beyond |= !fits(or_zero(after));
        let cell = &mut self.cells[position as usize];
        cell.value = after;
        let readers = cell.edges();
        self.journal.push(StoredChange { position, before, after });
        let difference = or_zero(after).wrapping_sub(or_zero(before));
        for &Edge { reader, factor } in &self.edges[readers] {
            let pending = &mut self.cells[reader as usize].pending;
            *pending = pending.wrapping_add(difference.wrapping_mul(i64::from(factor)));
            self.dirty.insert_ahead(current, reader);
        }
    }

    /// Undoes the last [`recalculate`](Self::recalculate) and discards staged inputs.
    pub fn roll_back(&mut self) {
        for change in self.journal.drain(..).rev() {
            let cell = &mut self.cells[change.position as usize];
            cell.value = change.before;
            for edge in &self.edges[cell.edges()] {
                self.cells[edge.reader as usize].pending = 0;
            }
        }
        self.unstage();
    }

    /// Discards staged inputs.
    pub fn unstage(&mut self) {
        let mut current = CurrentWord::START;
        while let Some(position) = self.dirty.take(&mut current) {
            self.cells[position as usize].pending = 0;
        }
    }

    /// The shown cells that the last recalculation changed, in the order of computation.
    #[must_use]
    pub fn changed_cells(&self) -> ChangedCells {
        let shown = |position: u32| self.directory.shows[position as usize] != Show::Hidden;
        let mut cells = Vec::with_capacity(self.journal.len());
        for change in &self.journal {
            if shown(change.position) {
                cells.push(*change);
            }
        }
        ChangedCells::of(Arc::clone(&self.directory), cells)
    }

    /// Full names of all cells that the last recalculation changed, hidden ones included.
    #[must_use]
    pub fn journal_names(&self) -> Vec<String> {
        let names = self.journal.iter().map(|it| self.directory.full_name(it.position as usize));
        names.collect()
    }
}

/// Computes every cell from the inputs alone. False if a cell is out of range; cells after it are
/// not computed.
pub(super) fn calculate_all(cells: &mut [Cell], terms: &[Term<Position>]) -> bool {
    for position in 0..cells.len() {
        let read = |cell: Position| or_zero(cells[cell.index()].value);
        let value = match cells[position].rule {
            Rule::Input | Rule::Optional => cells[position].value,
            Rule::Sum { first, count } => terms[first as usize..][..count as usize]
                .iter()
                .map(|term| read(term.cell).wrapping_mul(term.factor.into()))
                .fold(0, i64::wrapping_add),
            Rule::Computed(formula) => formula.value(read),
        };
        if !fits(or_zero(value)) {
            return false;
        }
        cells[position].value = value;
    }
    true
}

/// As [`calculate_all`], in 128 bits: each cell gets the 64-bit number nearest to its value.
/// `large` are the inputs beyond 64 bits.
pub(super) fn calculate_exactly(
    cells: &mut [Cell],
    terms: &[Term<Position>],
    large: impl Iterator<Item = (Position, Total)>,
) {
    let mut exact: Vec<Total> = cells.iter().map(|cell| or_zero(cell.value).into()).collect();
    for (cell, total) in large {
        exact[cell.index()] = total;
    }
    for (position, cell) in cells.iter_mut().enumerate() {
        let read = |cell: Position| exact[cell.index()];
        let total = match cell.rule {
            Rule::Input | Rule::Optional => continue,
            Rule::Sum { first, count } => terms[first as usize..][..count as usize]
                .iter()
                .map(|term| read(term.cell) * Total::from(term.factor))
                .sum(),
            Rule::Computed(formula) => formula.value(read),
        };
        exact[position] = total;
        cell.value = nearest(total);
    }
}
