//! Templates of actions, such as `Paid {{imported_payee}} on {{format date "d MMM"}}`: text with
//! values of the transaction, conditions (`{{#if notes}}…{{else}}…{{/if}}`) and functions. They are
//! the part of Handlebars that rules of this file format use. Nothing is escaped, because the
//! result is no HTML.

mod functions;
mod parse;

use super::formula::NoResult;
use super::subject::{Lookup, PatternEffort, Subject};
use super::texts::MOST_TEXT;
use super::values::Value;
use functions::TemplateFunction;

/// Longest template in bytes.
const MOST_BYTES: usize = 10_000;

/// A template.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Template(Vec<Part>);

#[derive(Debug, Clone, PartialEq)]
enum Part {
    Text(String),
    Value(Term),
    /// What to write if a value is true, and if it is not.
    If(Term, Vec<Part>, Vec<Part>),
}

#[derive(Debug, Clone, PartialEq)]
enum Term {
    Constant(Value),
    Name(String),
    Call(TemplateFunction, Vec<Term>),
}

impl Template {
    /// Reads a template; `None` if it is malformed or uses an unknown function.
    pub(super) fn read(text: &str) -> Option<Self> {
        if text.len() > MOST_BYTES {
            return None;
        }
        parse::template(text).map(Self)
    }

    /// The text for a transaction.
    pub(super) fn result<L: Lookup>(
        &self,
        subject: &Subject,
        lookup: &L,
    ) -> Result<Result<String, NoResult>, L::Error> {
        let mut out = String::new();
        Ok(write(&mut out, &self.0, subject, lookup)?.map(|()| out))
    }
}

fn write<L: Lookup>(
    out: &mut String,
    parts: &[Part],
    subject: &Subject,
    lookup: &L,
) -> Result<Result<(), NoResult>, L::Error> {
    for part in parts {
        let written = match part {
            Part::Text(text) => {
                out.push_str(text);
                Ok(())
            }
            Part::Value(term) => {
                evaluate(term, subject, lookup)?.map(|value| out.push_str(&value.to_string()))
            }
            Part::If(test, then, otherwise) => match evaluate(test, subject, lookup)? {
                Ok(value) => {
                    let chosen = if value.is_true() { then } else { otherwise };
                    write(out, chosen, subject, lookup)?
                }
                Err(error) => Err(error),
            },
        };
        if written.is_err() {
            return Ok(written);
        }
        if out.len() > MOST_TEXT {
            return Ok(Err(NoResult::TooLarge));
        }
    }
    Ok(Ok(()))
}

fn evaluate<L: Lookup>(
    term: &Term,
    subject: &Subject,
    lookup: &L,
) -> Result<Result<Value, NoResult>, L::Error> {
    match term {
        Term::Constant(value) => Ok(Ok(value.clone())),
        Term::Name(name) => Value::named(subject, lookup, name).map(Ok),
        Term::Call(function, arguments) => {
            let mut values = Vec::with_capacity(arguments.len());
            for argument in arguments {
                match evaluate(argument, subject, lookup)? {
                    Ok(value) => values.push(value),
                    Err(error) => return Ok(Err(error)),
                }
            }
            function.result(&values, &PatternEffort(lookup))
        }
    }
}

#[cfg(test)]
mod tests;
