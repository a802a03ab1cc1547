//! Conditions on transactions: what they may be, whether one is well formed,
//! and the query filter that finds what it describes.

mod conditions;
mod filters;
mod validate;

pub use conditions::{Condition, FIELDS, Field, FieldKind, Flow, Op, Test, approximate_range};
pub use filters::{SpecialCases, filter};
pub use validate::ConditionError;

#[cfg(test)]
mod tests;
