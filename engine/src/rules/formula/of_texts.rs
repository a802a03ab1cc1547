//! Functions of texts.

use super::NoResult;
use super::arguments::{Made, number, text, whole};
use super::functions::OfTexts;
use crate::rules::days;
use crate::rules::texts::{MOST_TEXT, joined, replaced};
use crate::rules::values::Value;

pub(super) fn compute(function: OfTexts, given: &[Value]) -> Made<Value> {
    let one = given[0].to_string();
    let count = |at: usize| {
        let count = given.get(at).map_or(Ok(1), whole)?;
        usize::try_from(count).map_err(|_| NoResult::NotNumber(count.to_string()))
    };
    let other = |at: usize| given.get(at).map(Value::to_string).unwrap_or_default();
    match function {
        OfTexts::Upper => text(one.to_uppercase()),
        OfTexts::Lower => text(one.to_lowercase()),
        OfTexts::Proper => text(proper(&one)),
        OfTexts::Trim => text(one.split_whitespace().collect::<Vec<_>>().join(" ")),
        OfTexts::Len => Ok(Value::from(i64::try_from(one.chars().count()).unwrap_or(i64::MAX))),
        OfTexts::Left => text(one.chars().take(count(1)?).collect()),
        OfTexts::Right => {
            let left_out = one.chars().count().saturating_sub(count(1)?);
            text(one.chars().skip(left_out).collect())
        }
        OfTexts::Mid => {
            text(one.chars().skip(count(1)?.saturating_sub(1)).take(count(2)?).collect())
        }
        OfTexts::Find => found(&other(1), &one),
        OfTexts::Search => found(&other(1).to_lowercase(), &one.to_lowercase()),
        OfTexts::Substitute if other(1).is_empty() => text(one),
        OfTexts::Substitute => limited(replaced(&one, &other(1), &other(2), usize::MAX)),
        OfTexts::Replace => {
            let (start, length) = (count(1)?.saturating_sub(1), count(2)?);
            let before: String = one.chars().take(start).collect();
            let after: String = one.chars().skip(start.saturating_add(length)).collect();
            text(format!("{before}{}{after}", other(3)))
        }
        OfTexts::Rept if one.len().saturating_mul(count(1)?) > MOST_TEXT => Err(NoResult::TooLarge),
        OfTexts::Rept => text(one.repeat(count(1)?)),
        OfTexts::Exact => Ok(Value::Flag(one == other(1))),
        OfTexts::Fixed => {
            let places = given.get(1).map_or(Ok(2), whole)?;
            number(&given[0])?.fixed(places.min(18)).map(Value::Text).ok_or(NoResult::TooLarge)
        }
        OfTexts::Text => match (given[0].day(), other(1)) {
            (Some(day), pattern) => {
                let pattern = pattern.replace(['Y', 'D'], "").len() == pattern.len();
                let wanted = if pattern { other(1) } else { lower_days(&other(1)) };
                let written = days::formatted(day, &wanted);
                written.map(Value::Text).ok_or_else(|| NoResult::NotDay(other(1)))
            }
            (None, pattern) => {
                let places = pattern.split_once('.').map_or(0, |(_, after)| after.len());
                let places = i64::try_from(places).unwrap_or(0).min(18);
                number(&given[0])?.fixed(places).map(Value::Text).ok_or(NoResult::TooLarge)
            }
        },
        OfTexts::Concatenate | OfTexts::Concat => {
            limited(joined(given.iter().map(Value::to_string)))
        }
    }
}

fn limited(made: Option<String>) -> Made<Value> {
    made.map(Value::Text).ok_or(NoResult::TooLarge)
}

/// A pattern of days with `YYYY` and `DD` as spreadsheets write them.
fn lower_days(pattern: &str) -> String {
    pattern.replace('Y', "y").replace('D', "d")
}

fn proper(text: &str) -> String {
    let (mut out, mut in_word) = (String::with_capacity(text.len()), false);
    for letter in text.chars() {
        if in_word {
            out.extend(letter.to_lowercase());
        } else {
            out.extend(letter.to_uppercase());
        }
        in_word = letter.is_alphabetic();
    }
    out
}

/// The place of a text within another, from 1.
fn found(within: &str, part: &str) -> Made<Value> {
    let at = within.find(part).ok_or(NoResult::NotFound)?;
    let before = within[..at].chars().count();
    Ok(Value::from(i64::try_from(before + 1).unwrap_or(i64::MAX)))
}
