//! The built sheet: dense values by topological position and the loop that keeps them right.
//!
//! The loop visits only cells downstream of an edit, in topological order, and stops where a
//! value did not change. It reads no names, hashes nothing and allocates nothing but the list of
//! changes; a sum is moved by the difference of the term that changed.

use std::sync::Arc;

use super::builder::{Dependents, Places};
use super::changed::ChangedCells;
use super::directory::Directory;
use super::dirty::Dirty;
use super::formula::{Rule, Term};
use super::value::{CellValue, NULL, SheetError, Show};
use super::{CellId, InputId};
use crate::money::MAX_CENTS;

/// A sheet with every cell computed. Made by [`SheetBuilder`](super::SheetBuilder).
#[derive(Debug, Clone)]
pub struct Sheet {
    pub(super) directory: Arc<Directory>,
    pub(super) rules: Vec<Rule>,
    pub(super) terms: Vec<Term>,
    graph: Dependents,
    pub(super) values: Vec<i64>,
    /// By how much an input or sum is to move; the coming value of an optional input.
    pending: Vec<i64>,
    dirty: Dirty,
    /// What the last recalculation changed: position and value before.
    journal: Vec<(u32, i64)>,
    pub(super) places: Option<Places>,
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
        rules: Vec<Rule>,
        terms: Vec<Term>,
        graph: Dependents,
        values: Vec<i64>,
    ) -> Self {
        let cells = values.len();
        Self {
            directory,
            rules,
            terms,
            graph,
            values,
            pending: vec![0; cells],
            dirty: Dirty::new(cells),
            journal: Vec::new(),
            places: None,
        }
    }

    pub(super) fn position(&self, cell: CellId) -> usize {
        match &self.places {
            None => cell.index(),
            Some(places) => places.position(cell).index(),
        }
    }

    /// How many cells there are, hidden ones included.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.values.len()
    }

    /// The value of a cell; null for one that does not exist.
    #[must_use]
    pub fn value(&self, sheet: &str, name: &str) -> CellValue {
        match self.directory.find(sheet, name) {
            Some(position) => self.directory.shown(position, self.values[position]),
            None => CellValue::Null,
        }
    }

    /// The value of a cell by id.
    #[must_use]
    pub fn value_of(&self, cell: CellId) -> CellValue {
        let position = self.position(cell);
        self.directory.shown(position, self.values[position])
    }

    /// Names of the shown cells of a sheet.
    pub fn names_in_sheet(&self, sheet: &str) -> impl Iterator<Item = &str> {
        self.directory.in_sheet(sheet).map(|position| self.directory.name_of(position))
    }

    /// Stages a new value for an input. Null is kept by inputs that may be null and counts as 0
    /// for the others. The last staged value wins.
    pub fn set(&mut self, input: InputId, value: Option<i64>) {
        let position = self.position(input.0);
        self.pending[position] = match self.rules[position] {
            Rule::Optional => value.unwrap_or(NULL),
            Rule::Input | Rule::Sum { .. } | Rule::Computed(_) => {
                value.unwrap_or(0).wrapping_sub(self.values[position])
            }
        };
        self.mark(position);
    }

    /// Stages a move of an input by a difference, on top of what is staged already. An input
    /// that may be null must not be moved but [set](Self::set).
    pub fn add(&mut self, input: InputId, difference: i64) {
        let position = self.position(input.0);
        self.pending[position] = self.pending[position].wrapping_add(difference);
        self.mark(position);
    }

    #[inline]
    fn mark(&mut self, position: usize) {
        #[expect(clippy::cast_possible_truncation, reason = "positions are u32")]
        self.dirty.insert(position as u32);
    }

    /// Brings everything downstream of the staged inputs up to date.
    ///
    /// # Errors
    /// [`SheetError::OutOfBounds`] if a cell would leave the bound; then every value is as before
    /// and nothing is staged any more.
    pub fn recalculate(&mut self) -> Result<(), SheetError> {
        self.journal.clear();
        while let Some(position) = self.dirty.take() {
            if !self.visit(position as usize) {
                let cell = self.directory.full_name(position as usize);
                self.roll_back();
                return Err(SheetError::OutOfBounds { cell });
            }
        }
        Ok(())
    }

    /// Computes one cell and passes a change on. False if the new value is out of bounds.
    #[inline]
    fn visit(&mut self, position: usize) -> bool {
        let before = self.values[position];
        let after = match self.rules[position] {
            Rule::Sum { .. } | Rule::Input => {
                before.wrapping_add(std::mem::take(&mut self.pending[position]))
            }
            Rule::Optional => std::mem::take(&mut self.pending[position]),
            Rule::Computed(formula) => formula.value(|cell| or_zero(self.values[cell.index()])),
        };
        if after == before {
            return true;
        }
        if !fits(or_zero(after)) {
            return false;
        }
        self.values[position] = after;
        #[expect(clippy::cast_possible_truncation, reason = "positions are u32")]
        let node = position as u32;
        self.journal.push((node, before));
        let difference = or_zero(after).wrapping_sub(or_zero(before));
        let readers = self.graph.neighbors_slice(node);
        for (&reader, &factor) in readers.iter().zip(self.graph.edges_slice(node)) {
            let pending = &mut self.pending[reader as usize];
            *pending = pending.wrapping_add(difference.wrapping_mul(i64::from(factor)));
            self.dirty.insert(reader);
        }
        true
    }

    /// Takes back what the last [`recalculate`](Self::recalculate) did and forgets what is
    /// staged.
    pub fn roll_back(&mut self) {
        for (position, before) in self.journal.drain(..).rev() {
            self.values[position as usize] = before;
            for &reader in self.graph.neighbors_slice(position) {
                self.pending[reader as usize] = 0;
            }
        }
        self.unstage();
    }

    /// Forgets what is staged.
    pub fn unstage(&mut self) {
        while let Some(position) = self.dirty.take() {
            self.pending[position as usize] = 0;
        }
    }

    /// The shown cells the last recalculation changed, in the order of computation.
    #[must_use]
    pub fn changed_cells(&self) -> ChangedCells {
        let shown = |position: u32| self.directory.shows[position as usize] != Show::Hidden;
        let mut cells = Vec::with_capacity(self.journal.len());
        for &(position, _) in &self.journal {
            if shown(position) {
                cells.push((position, self.values[position as usize]));
            }
        }
        ChangedCells::of(Arc::clone(&self.directory), cells)
    }

    /// Full names of all cells the last recalculation changed, hidden ones included.
    #[must_use]
    pub fn journal_names(&self) -> Vec<String> {
        self.journal.iter().map(|&(at, _)| self.directory.full_name(at as usize)).collect()
    }

    /// Computes every cell from the inputs alone.
    pub(super) fn calculate_all(&mut self) -> Result<(), SheetError> {
        for position in 0..self.values.len() {
            let value = match self.rules[position] {
                Rule::Input | Rule::Optional => self.values[position],
                Rule::Sum { first, count } => self.terms[first as usize..][..count as usize]
                    .iter()
                    .map(|term| {
                        or_zero(self.values[term.cell.index()]).wrapping_mul(term.factor.into())
                    })
                    .fold(0, i64::wrapping_add),
                Rule::Computed(formula) => formula.value(|cell| or_zero(self.values[cell.index()])),
            };
            if !fits(or_zero(value)) {
                let cell = self.directory.full_name(position);
                return Err(SheetError::OutOfBounds { cell });
            }
            self.values[position] = value;
        }
        Ok(())
    }
}
