//! Rules: conditions on transactions, actions on those that meet them, and the order in which rules
//! run. Filters are made of the same conditions.
//!
//! A rule reads and changes a [`Subject`]; what it has to know of accounts, categories and payees
//! comes from a [`Lookup`]. Amounts are computed exactly and rounded once.

mod actions;
mod conditions;
mod conflicts;
mod days;
mod filters;
mod formula;
mod learned;
mod matching;
mod number;
mod rule;
mod rule_set;
mod splits;
mod stored;
mod subject;
mod template;
mod texts;
mod validate;
mod values;

pub use actions::ActionError;
pub use conditions::{Condition, FIELDS, Field, FieldKind, Flow, Op, Test, approximate_range};
pub use conflicts::Conflict;
pub use filters::{SpecialCases, filter};
pub use formula::FormulaError;
pub(crate) use formula::{Function, NoResult, Written, binary, call};
pub use learned::{LATEST, RuleEdit, learn_category, rename_payee, usual_category};
pub(crate) use number::Number;
pub use rule::{Actions, ConditionsOp, Rule, RuleErrors, RuleText, Stage};
pub use rule_set::{RuleRunner, RuleSet};
pub use splits::SHARED_WITH_LINES;
pub use stored::{RuleRow, StoredRule, stored_list};
pub use subject::{AccountFacts, CategoryFacts, Lookup, Subject};
pub use validate::ConditionError;
pub(crate) use values::Value;

#[cfg(test)]
mod tests;
