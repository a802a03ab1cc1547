//! Conditions on transactions: their fields and operators, validation, and the query filter of
//! each.

mod conditions;
mod filters;
mod validate;

pub use conditions::{Condition, FIELDS, Field, FieldKind, Flow, Op, Test, approximate_range};
pub use filters::{SpecialCases, filter};
pub use validate::ConditionError;

#[cfg(test)]
mod tests;
