//! Describes a cell's formula in words and lists the cells it reads and those that read it. Hidden
//! steps are expanded, so that a reader only meets visible cells.

use serde::Serialize;

use super::formula::{Formula, Rule};
use super::recalculate::Sheet;
use super::value::{CellValue, Show};
use super::{Position, builder};

/// Longer sums are described by their number of terms.
const TERMS_IN_WORDS: usize = 8;

/// The origin of a cell's value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Explanation {
    /// Full name.
    pub name: String,
    /// The value.
    pub value: CellValue,
    /// The formula in words.
    pub formula: String,
    /// The cells it reads, in the order of the formula.
    pub inputs: Vec<ExplainedInput>,
    /// The cells that read it, in the order of evaluation.
    pub dependents: Vec<ExplainedInput>,
}

/// A cell related to an explained one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct ExplainedInput {
    /// Full name.
    pub name: String,
    /// The value.
    pub value: CellValue,
}

impl Sheet {
    /// Explains a cell; `None` if it does not exist.
    #[must_use]
    pub fn explain(&self, sheet: &str, name: &str) -> Option<Explanation> {
        let position = self.directory.find(sheet, name)?;
        let (mut inputs, mut dependents) = (Vec::new(), Vec::new());
        self.collect_inputs(position, &mut inputs);
        self.collect_dependents(position, &mut dependents);
        dependents.sort_unstable();
        Some(Explanation {
            name: self.directory.full_name(position),
            value: self.directory.shown(position, self.stored(position)),
            formula: self.words(position, position),
            inputs: self.beside(inputs),
            dependents: self.beside(dependents),
        })
    }

    fn beside(&self, positions: Vec<usize>) -> Vec<ExplainedInput> {
        let shown = positions.into_iter().map(|at| ExplainedInput {
            name: self.directory.full_name(at),
            value: self.directory.shown(at, self.stored(at)),
        });
        shown.collect()
    }

    fn is_folded(&self, position: usize) -> bool {
        self.directory.shows[position] == Show::Hidden
            && !matches!(self.cells[position].rule, Rule::Input | Rule::Optional)
    }

    fn collect_inputs(&self, position: usize, into: &mut Vec<usize>) {
        builder::read_by(self.cells[position].rule, &self.terms, |cell, _| {
            let at = cell.index();
            if self.is_folded(at) {
                self.collect_inputs(at, into);
            } else if !into.contains(&at) {
                into.push(at);
            }
        });
    }

    fn collect_dependents(&self, position: usize, into: &mut Vec<usize>) {
        for edge in &self.edges[self.cells[position].edges()] {
            let at = edge.reader as usize;
            if self.is_folded(at) {
                self.collect_dependents(at, into);
            } else if !into.contains(&at) {
                into.push(at);
            }
        }
    }

    /// The formula of a cell, in words for a reader in the sheet of `reader`.
    fn words(&self, position: usize, reader: usize) -> String {
        let of = |cell: Position| self.operand(cell.index(), reader);
        match self.cells[position].rule {
            Rule::Input | Rule::Optional => "stored value".to_owned(),
            Rule::Sum { first, count } => self.sum_words(first as usize, count as usize, reader),
            Rule::Computed(formula) => match formula {
                Formula::Positive(cell) => format!("{} if above zero, else 0", of(cell)),
                Formula::Negative(cell) => format!("{} if below zero, else 0", of(cell)),
                Formula::Choose { flag, then, otherwise } => {
                    format!("{} if {} is set, else {}", of(then), of(flag), of(otherwise))
                }
                Formula::When { flag, value } => {
                    format!("{} if {} is set, else 0", of(value), of(flag))
                }
                Formula::NegativeUnless { flag, value } => {
                    format!("{} if below zero and {} is not set, else 0", of(value), of(flag))
                }
                Formula::NonZeroOr { first, otherwise } => {
                    format!("{} if not zero, else {}", of(first), of(otherwise))
                }
            },
        }
    }

    fn sum_words(&self, first: usize, count: usize, reader: usize) -> String {
        let terms = &self.terms[first..first + count];
        if terms.len() > TERMS_IN_WORDS {
            let folded = terms.iter().all(|term| self.is_folded(term.cell.index()));
            let sign = if terms.iter().all(|term| term.factor < 0) { "minus the" } else { "the" };
            let example = if folded {
                format!(", each like: {}", self.words(terms[0].cell.index(), reader))
            } else {
                String::new()
            };
            return format!("{sign} sum of {} cells{example}", terms.len());
        }
        let mut words = String::new();
        for term in terms {
            let sign = if term.factor < 0 { "-" } else { "+" };
            if !words.is_empty() {
                words.push_str(&format!(" {sign} "));
            } else if term.factor < 0 {
                words.push('-');
            }
            if term.factor.unsigned_abs() != 1 {
                words.push_str(&format!("{} × ", term.factor.unsigned_abs()));
            }
            words.push_str(&self.operand(term.cell.index(), reader));
        }
        if words.is_empty() { "0".to_owned() } else { words }
    }

    fn operand(&self, position: usize, reader: usize) -> String {
        if self.is_folded(position) {
            return format!("({})", self.words(position, reader));
        }
        if self.directory.sheet_of(position) == self.directory.sheet_of(reader) {
            self.directory.name_of(position).to_owned()
        } else {
            self.directory.full_name(position)
        }
    }
}
