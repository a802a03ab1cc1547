//! Cell values, how they are shown, and why a sheet refuses something.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The stored form of "no value".
pub(super) const NULL: i64 = i64::MIN;

/// The value of a cell as callers see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(untagged)]
pub enum CellValue {
    /// Cents or a count. Beyond ±(2^51 - 1) the cell is out of range; one beyond 64 bits has the
    /// nearest number.
    Number(#[ts(type = "number")] i64),
    /// A flag.
    Bool(bool),
    /// Empty, or a cell that was never created.
    Null,
}

impl CellValue {
    /// The number; null counts as 0, a flag as 0 or 1.
    #[must_use]
    pub fn number(self) -> i64 {
        match self {
            Self::Number(number) => number,
            Self::Bool(flag) => i64::from(flag),
            Self::Null => 0,
        }
    }

    /// Whether the value is a set flag; null is not.
    #[must_use]
    pub fn is_set(self) -> bool {
        self.number() != 0
    }
}

/// How a cell appears outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Show {
    /// As a number.
    Number,
    /// As a number; 0 as null. A cell that may come and go without being missed.
    NonZero,
    /// As a boolean.
    Flag,
    /// Not at all: a step of a larger formula that is neither listed nor reported.
    Hidden,
}

/// Why a sheet cannot be built. Nothing changes then.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SheetError {
    /// Cells that depend on each other in a cycle.
    #[error("these cells depend on each other in a circle: {}", cells.join(", "))]
    Cycle {
        /// Full names, in the order of definition.
        cells: Vec<String>,
    },
    /// Two definitions of the same cell.
    #[error("the cell {cell} is defined twice")]
    DefinedTwice {
        /// Full name of the cell.
        cell: String,
    },
    /// A formula reads an undefined cell.
    #[error("the cell {reader} reads {cell}, which is not defined")]
    NotDefined {
        /// Full name of the missing cell.
        cell: String,
        /// Full name of the cell that reads it.
        reader: String,
    },
    /// A sum with too many terms to stay exact.
    #[error("the cell {cell} sums too many cells to stay exact")]
    TooManyTerms {
        /// Full name of the cell.
        cell: String,
    },
    /// The months of the budget end before they start, or are absurdly many.
    #[error("a budget cannot hold {months} months")]
    Months {
        /// The number of requested months; negative if the last precedes the first.
        months: i64,
    },
}
