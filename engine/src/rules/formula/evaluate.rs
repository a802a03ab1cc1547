//! Computes formulas. Two errors are kept apart: of a lookup, which ends everything, and of a
//! formula that has no result for a transaction.

use std::cmp::Ordering;

use super::arguments::{Made, day, number, text, whole};
use super::functions::{Function, Logic};
use super::{Expression, NoResult, Operator, of_days, of_numbers, of_texts};
use crate::rules::number::Number;
use crate::rules::subject::{Lookup, Subject};
use crate::rules::values::Value;

/// A value, or why there is none; outside of it the error of a lookup.
type Computed<E> = Result<Made<Value>, E>;

pub(super) fn evaluate<L: Lookup>(
    expression: &Expression,
    subject: &Subject,
    lookup: &L,
) -> Computed<L::Error> {
    let value = |expression: &Expression| evaluate(expression, subject, lookup);
    Ok(match expression {
        Expression::Constant(constant) => Ok(constant.clone()),
        Expression::Name(name) => Ok(Value::named(subject, lookup, name)?),
        Expression::Negated(of) => {
            value(of)?.and_then(|it| Ok(Value::Number(number(&it)?.negated())))
        }
        Expression::Percent(of) => value(of)?.and_then(|it| {
            let hundredth = number(&it)?.over(Number::from(100)).ok_or(NoResult::TooLarge)?;
            Ok(Value::Number(hundredth))
        }),
        Expression::Binary(left, operator, right) => match (value(left)?, value(right)?) {
            (Ok(left), Ok(right)) => binary(&left, *operator, &right),
            (Err(error), _) | (_, Err(error)) => Err(error),
        },
        Expression::Call(Function::Logic(Logic::If), arguments) => {
            let chosen = match value(&arguments[0])? {
                Ok(test) => {
                    if test.is_true() {
                        arguments.get(1)
                    } else {
                        arguments.get(2)
                    }
                }
                Err(error) => return Ok(Err(error)),
            };
            return chosen.map_or(Ok(Ok(Value::Flag(false))), value);
        }
        Expression::Call(Function::Logic(Logic::IfError), arguments) => match value(&arguments[0])?
        {
            Ok(result) => Ok(result),
            Err(_) => return value(&arguments[1]),
        },
        Expression::Call(Function::Logic(Logic::Today), _) => Ok(lookup.today().into()),
        Expression::Call(function, arguments) => {
            let mut values = Vec::with_capacity(arguments.len());
            for argument in arguments {
                match value(argument)? {
                    Ok(value) => values.push(value),
                    Err(error) => return Ok(Err(error)),
                }
            }
            call(*function, &values)
        }
    })
}

/// The value of an operator between two values.
pub(crate) fn binary(left: &Value, operator: Operator, right: &Value) -> Made<Value> {
    let numbers = || Ok((number(left)?, number(right)?));
    let sized = |number: Option<Number>| number.map(Value::Number).ok_or(NoResult::TooLarge);
    match operator {
        Operator::Plus | Operator::Minus if left.day().is_some() => {
            difference_of_days(left, operator, right)
        }
        Operator::Plus => numbers().and_then(|(one, other)| sized(one.plus(other))),
        Operator::Minus => numbers().and_then(|(one, other)| sized(one.minus(other))),
        Operator::Times => numbers().and_then(|(one, other)| sized(one.times(other))),
        Operator::Over => numbers().and_then(|(one, other)| match other {
            Number::ZERO => Err(NoResult::DivisionByZero),
            other => sized(one.over(other)),
        }),
        Operator::Power => numbers().and_then(|(one, other)| sized(one.power(other))),
        Operator::Joined => text(format!("{left}{right}")),
        Operator::Equal => Ok(Value::Flag(order(left, right) == Ordering::Equal)),
        Operator::Unequal => Ok(Value::Flag(order(left, right) != Ordering::Equal)),
        Operator::Less => Ok(Value::Flag(order(left, right) == Ordering::Less)),
        Operator::LessOrEqual => Ok(Value::Flag(order(left, right) != Ordering::Greater)),
        Operator::Greater => Ok(Value::Flag(order(left, right) == Ordering::Greater)),
        Operator::GreaterOrEqual => Ok(Value::Flag(order(left, right) != Ordering::Less)),
    }
}

/// A day so many days later or earlier, or the days between two.
fn difference_of_days(left: &Value, operator: Operator, right: &Value) -> Made<Value> {
    let from = day(left)?;
    if let (Operator::Minus, Some(other)) = (operator, right.day()) {
        return Ok(Value::from((from.date() - other.date()).num_days()));
    }
    let by = whole(right)?;
    let by = if operator == Operator::Minus { by.checked_neg() } else { Some(by) };
    by.and_then(|by| from.plus_days(by)).map(Value::from).ok_or(NoResult::TooLarge)
}

/// Numbers come before text and text before true and false, as in spreadsheets; text is compared
/// without its case. An empty value is like 0, "" or false.
fn order(left: &Value, right: &Value) -> Ordering {
    let kind = |value: &Value| match value {
        Value::Empty | Value::Number(_) => 0,
        Value::Text(_) => 1,
        Value::Flag(_) => 2,
    };
    match (left, right) {
        (Value::Text(_), Value::Empty | Value::Text(_)) | (Value::Empty, Value::Text(_)) => {
            left.to_string().to_lowercase().cmp(&right.to_string().to_lowercase())
        }
        (Value::Flag(_) | Value::Empty, Value::Flag(_)) | (Value::Flag(_), Value::Empty) => {
            left.is_true().cmp(&right.is_true())
        }
        _ => match (kind(left).cmp(&kind(right)), left.number(), right.number()) {
            (Ordering::Equal, Some(one), Some(other)) => {
                one.partial_cmp(&other).unwrap_or(Ordering::Less)
            }
            (kinds, _, _) => kinds,
        },
    }
}

/// The value of a function whose arguments are all needed.
pub(crate) fn call(function: Function, given: &[Value]) -> Made<Value> {
    match function {
        Function::Logic(function) => Ok(Value::Flag(match function {
            Logic::And => given.iter().all(Value::is_true),
            Logic::Or => given.iter().any(Value::is_true),
            Logic::Not => !given[0].is_true(),
            Logic::IsBlank => given[0].to_string().is_empty(),
            Logic::IsNumber => matches!(given[0], Value::Number(_)),
            // Computed where their arguments are: not all of them are needed.
            Logic::If | Logic::IfError | Logic::Today => false,
        })),
        Function::Number(function) => of_numbers::compute(function, given),
        Function::Text(function) => of_texts::compute(function, given),
        Function::Day(function) => of_days::compute(function, given),
    }
}
