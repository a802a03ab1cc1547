//! The functions of templates.

use std::cmp::Ordering;

use crate::dates::Day;
use crate::rules::days;
use crate::rules::formula::NoResult;
use crate::rules::number::{Number, Rounding};
use crate::rules::texts::{MOST_TEXT, joined, replaced};
use crate::rules::values::Value;
use crate::text::{Effort, Pattern, Replacement};

/// A function of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TemplateFunction {
    Text(OfTexts),
    Numbers(OfNumbers),
    Number(OfNumber),
    Day(OfDay),
}

macro_rules! functions {
    ($group:ident: $($variant:ident $name:literal $least:literal $most:literal;)*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum $group {
            $($variant,)*
        }

        impl $group {
            fn find(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }

            const fn takes(self, count: usize) -> bool {
                match self {
                    $(Self::$variant => matches!(count, $least..=$most),)*
                }
            }
        }
    };
}

functions! { OfTexts:
    Regex "regex" 3 3;
    Replace "replace" 3 3;
    ReplaceAll "replaceAll" 3 3;
    Concat "concat" 1 255;
    Debug "debug" 1 1;
}

functions! { OfNumbers:
    Add "add" 1 255;
    Sub "sub" 1 255;
    Mul "mul" 1 255;
    Div "div" 1 255;
    Mod "mod" 1 255;
    Min "min" 1 255;
    Max "max" 1 255;
}

functions! { OfNumber:
    Floor "floor" 1 1;
    Ceil "ceil" 1 1;
    Round "round" 1 1;
    Abs "abs" 1 1;
    Fixed "fixed" 1 2;
}

functions! { OfDay:
    Day "day" 1 1;
    Month "month" 1 1;
    Year "year" 1 1;
    Format "format" 2 2;
    AddDays "addDays" 2 2;
    SubDays "subDays" 2 2;
    AddMonths "addMonths" 2 2;
    SubMonths "subMonths" 2 2;
    AddWeeks "addWeeks" 2 2;
    SubWeeks "subWeeks" 2 2;
    AddYears "addYears" 2 2;
    SubYears "subYears" 2 2;
    SetDay "setDay" 2 2;
}

impl TemplateFunction {
    /// The function with a name.
    pub(super) fn find(name: &str) -> Option<Self> {
        OfTexts::find(name)
            .map(Self::Text)
            .or_else(|| OfNumbers::find(name).map(Self::Numbers))
            .or_else(|| OfNumber::find(name).map(Self::Number))
            .or_else(|| OfDay::find(name).map(Self::Day))
    }

    /// Whether the function takes so many arguments.
    pub(super) const fn takes(self, count: usize) -> bool {
        match self {
            Self::Text(function) => function.takes(count),
            Self::Numbers(function) => function.takes(count),
            Self::Number(function) => function.takes(count),
            Self::Day(function) => function.takes(count),
        }
    }

    /// The result. `effort` is that of patterns.
    pub(super) fn result<E: Effort>(
        self,
        given: &[Value],
        effort: &E,
    ) -> Result<Result<Value, NoResult>, E::Stop> {
        Ok(match self {
            Self::Text(function) => {
                function.result(given, effort)?.map(Value::Text).ok_or(NoResult::TooLarge)
            }
            Self::Numbers(function) => function.result(given),
            Self::Number(function) => function.result(given),
            Self::Day(function) => function.result(given),
        })
    }
}

impl OfTexts {
    /// None if it becomes too long.
    fn result<E: Effort>(self, given: &[Value], effort: &E) -> Result<Option<String>, E::Stop> {
        let text = |at: usize| given.get(at).map(Value::to_string).unwrap_or_default();
        Ok(match self {
            Self::Concat => joined(given.iter().map(Value::to_string)),
            Self::Debug => Some(String::new()),
            Self::Replace => replaced(&text(0), &text(1), &text(2), 1),
            Self::ReplaceAll => replaced(&text(0), &text(1), &text(2), usize::MAX),
            Self::Regex => return regex(&text(0), &text(1), &text(2), effort),
        })
    }
}

impl OfNumbers {
    fn result(self, given: &[Value]) -> Result<Value, NoResult> {
        let numbers = given.iter().map(number).collect::<Result<Vec<_>, _>>()?;
        let (first, others) = numbers.split_first().ok_or(NoResult::TooLarge)?;
        let divides = matches!(self, Self::Div | Self::Mod);
        if divides && others.contains(&Number::ZERO) {
            return Err(NoResult::DivisionByZero);
        }
        let result = others.iter().try_fold(*first, |one, other| match self {
            Self::Add => one.plus(*other),
            Self::Sub => one.minus(*other),
            Self::Mul => one.times(*other),
            Self::Div => one.over(*other),
            Self::Mod => one.modulo(*other, Rounding::Truncated),
            Self::Min if one.partial_cmp(other) == Some(Ordering::Greater) => Some(*other),
            Self::Max if one.partial_cmp(other) == Some(Ordering::Less) => Some(*other),
            Self::Min | Self::Max => Some(one),
        });
        result.map(Value::Number).ok_or(NoResult::TooLarge)
    }
}

impl OfNumber {
    fn result(self, given: &[Value]) -> Result<Value, NoResult> {
        let one = number(&given[0])?;
        let rounded = match self {
            Self::Floor => one.rounded_to(0, Rounding::Floor),
            Self::Ceil => one.rounded_to(0, Rounding::Ceiling),
            Self::Round => one.rounded_to(0, Rounding::HalfUp),
            Self::Abs => Some(one.absolute()),
            Self::Fixed => {
                let places = given.get(1).map_or(Ok(0), whole)?;
                let text = one.fixed(places.clamp(0, 18)).ok_or(NoResult::TooLarge)?;
                return Ok(Value::Text(text));
            }
        };
        rounded.map(Value::Number).ok_or(NoResult::TooLarge)
    }
}

impl OfDay {
    fn result(self, given: &[Value]) -> Result<Value, NoResult> {
        let day = given[0].day().ok_or_else(|| NoResult::NotDay(given[0].to_string()))?;
        let moved = |moved: Option<Day>| moved.map(Value::from).ok_or(NoResult::TooLarge);
        let by = |factor: i64| whole(&given[1])?.checked_mul(factor).ok_or(NoResult::TooLarge);
        match self {
            Self::Day => Ok(Value::from(days::day_of_month(day))),
            Self::Month => Ok(Value::from(days::month_of_year(day))),
            Self::Year => Ok(Value::from(i64::from(day.year()))),
            Self::Format => {
                let pattern = given[1].to_string();
                let written = days::formatted(day, &pattern);
                written.map(Value::Text).ok_or(NoResult::NotDay(pattern))
            }
            Self::AddDays => moved(day.plus_days(by(1)?)),
            Self::SubDays => moved(day.plus_days(by(-1)?)),
            Self::AddWeeks => moved(day.plus_days(by(7)?)),
            Self::SubWeeks => moved(day.plus_days(by(-7)?)),
            Self::AddMonths => moved(days::plus_months(day, by(1)?)),
            Self::SubMonths => moved(days::plus_months(day, by(-1)?)),
            Self::AddYears => moved(days::plus_months(day, by(12)?)),
            Self::SubYears => moved(days::plus_months(day, by(-12)?)),
            Self::SetDay => {
                let ahead = by(1)?.checked_sub(days::day_of_month(day));
                moved(ahead.and_then(|ahead| day.plus_days(ahead)))
            }
        }
    }
}

fn number(value: &Value) -> Result<Number, NoResult> {
    value.number().ok_or_else(|| NoResult::NotNumber(value.to_string()))
}

fn whole(value: &Value) -> Result<i64, NoResult> {
    let whole = number(value)?.rounded_to(0, Rounding::Truncated).and_then(Number::whole);
    whole.ok_or(NoResult::TooLarge)
}

/// Replaces the first match, or all of them if the pattern is written as `/…/g`; with `i` the case
/// of letters does not matter. A malformed pattern matches nothing.
fn regex<E: Effort>(
    text: &str,
    pattern: &str,
    by: &str,
    effort: &E,
) -> Result<Option<String>, E::Stop> {
    let parts = pattern.strip_prefix('/').and_then(|rest| rest.rsplit_once('/'));
    let (pattern, flags) = parts.unwrap_or((pattern, ""));
    let pattern = if flags.contains('i') { format!("(?i){pattern}") } else { pattern.to_owned() };
    match Pattern::new(&pattern) {
        Some(pattern) => {
            let with = Replacement { by, all: flags.contains('g'), most_bytes: MOST_TEXT };
            pattern.replaced(text, with, effort)
        }
        None => Ok(Some(text.to_owned())),
    }
}
