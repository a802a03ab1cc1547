//! Functions of numbers.

use std::cmp::Ordering;

use super::NoResult;
use super::arguments::{Made, number, whole};
use super::functions::OfNumbers;
use crate::rules::number::{Number, Rounding};
use crate::rules::values::Value;

pub(super) fn compute(function: OfNumbers, given: &[Value]) -> Made<Value> {
    let one = number(&given[0])?;
    let places = || given.get(1).map_or(Ok(0), whole);
    let step = || given.get(1).map_or(Ok(Number::from(1)), number);
    let all = || given.iter().map(number).collect::<Made<Vec<_>>>();
    let sum = || all()?.into_iter().try_fold(Number::ZERO, Number::plus).ok_or(NoResult::TooLarge);
    let stepped = |rounding| {
        let step = step()?;
        let times = one.over(step).ok_or(NoResult::DivisionByZero)?.rounded_to(0, rounding);
        times.and_then(|times| times.times(step)).ok_or(NoResult::TooLarge)
    };
    let better = |wanted: Ordering| {
        let best = all()?
            .into_iter()
            .reduce(|best, it| if it.partial_cmp(&best) == Some(wanted) { it } else { best });
        best.ok_or(NoResult::TooLarge)
    };
    let result = match function {
        OfNumbers::Abs => Some(one.absolute()),
        OfNumbers::Sign => Some(Number::from(one.sign())),
        OfNumbers::Round => one.rounded_to(places()?, Rounding::HalfAway),
        OfNumbers::RoundUp => one.rounded_to(places()?, Rounding::AwayFromZero),
        OfNumbers::RoundDown | OfNumbers::Trunc => one.rounded_to(places()?, Rounding::Truncated),
        OfNumbers::Int => one.rounded_to(0, Rounding::Floor),
        OfNumbers::Floor => Some(stepped(Rounding::Floor)?),
        OfNumbers::Ceiling => Some(stepped(Rounding::Ceiling)?),
        OfNumbers::Mod => match number(&given[1])? {
            Number::ZERO => return Err(NoResult::DivisionByZero),
            by => one.modulo(by, Rounding::Floor),
        },
        OfNumbers::Power => one.power(number(&given[1])?),
        OfNumbers::Min => Some(better(Ordering::Less)?),
        OfNumbers::Max => Some(better(Ordering::Greater)?),
        OfNumbers::Sum => Some(sum()?),
        OfNumbers::Average => {
            let count = i64::try_from(given.len()).map_err(|_| NoResult::TooLarge)?;
            sum()?.over(Number::from(count))
        }
        OfNumbers::Value => Some(one),
    };
    result.map(Value::Number).ok_or(NoResult::TooLarge)
}
