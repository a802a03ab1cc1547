//! Formulas of actions, such as `=IF(amount < 0, "out", "in")`: an expression over the fields of a
//! transaction. Numbers are exact. Reading a formula finds everything that is wrong with its form:
//! unknown functions and names, and wrong numbers of arguments.

mod arguments;
mod evaluate;
mod functions;
mod grammar;
mod of_days;
mod of_numbers;
mod of_texts;

use thiserror::Error;

use super::subject::{Lookup, Subject};
use super::values::Value;
pub(crate) use evaluate::{binary, call};
pub(crate) use functions::Function;
pub(crate) use grammar::Written;

/// Longest formula in bytes, so that it can be read and computed without a deep stack.
const MOST_BYTES: usize = 1000;

/// A formula.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Formula(Expression);

#[derive(Debug, Clone, PartialEq)]
enum Expression {
    Constant(Value),
    Name(String),
    Negated(Box<Expression>),
    Percent(Box<Expression>),
    Binary(Box<Expression>, Operator, Box<Expression>),
    Call(Function, Vec<Expression>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Plus,
    Minus,
    Times,
    Over,
    Power,
    Joined,
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// An error in the form of a formula.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FormulaError {
    /// It does not begin with `=`, or cannot be read.
    #[error("invalid-formula")]
    NotUnderstood,
    /// It uses a function that does not exist.
    #[error("unknown-function")]
    UnknownFunction,
    /// It reads a name that no transaction has.
    #[error("unknown-name")]
    UnknownName,
    /// A function has too few or too many arguments.
    #[error("argument-count")]
    ArgumentCount,
}

/// Why a formula has no result for a transaction.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum NoResult {
    #[error("division by zero")]
    DivisionByZero,
    #[error("not a number: \"{0}\"")]
    NotNumber(String),
    #[error("not a date: \"{0}\"")]
    NotDay(String),
    #[error("a number is too large")]
    TooLarge,
    #[error("a text was not found")]
    NotFound,
}

impl Formula {
    /// Reads a formula.
    pub(super) fn read(text: &str) -> Result<Self, FormulaError> {
        if text.len() > MOST_BYTES {
            return Err(FormulaError::NotUnderstood);
        }
        grammar::parse(text).map(Self)
    }

    /// The result for a transaction.
    pub(super) fn result<L: Lookup>(
        &self,
        subject: &Subject,
        lookup: &L,
    ) -> Result<Result<Value, NoResult>, L::Error> {
        evaluate::evaluate(&self.0, subject, lookup)
    }
}

#[cfg(test)]
mod tests;
