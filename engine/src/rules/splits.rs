//! Split lines that rules make: which there are, what they begin with, and their amounts.

use serde_json::{Map, Value as Json, json};

use super::actions::{Action, Effect, SplitAmount, units};
use super::number::Number;
use super::subject::{Lookup, Subject};
use crate::money::{MAX_CENTS, rounded_quotient};

/// The fields that the lines of a split share with it.
pub const SHARED_WITH_LINES: [&str; 4] = ["account", "date", "cleared", "reconciled"];
/// Where the first line stands within its split.
const FIRST_PLACE: i64 = -2;

/// A line, and how it gets its amount.
struct Line {
    index: u64,
    subject: Subject,
    amount: Share,
}

enum Share {
    Fixed(i64),
    Percent(Number),
    Remainder,
}

/// Splits a transaction as the actions on lines say. Split lines stay as they are, and so does a
/// transaction that is split already.
pub(super) fn split<L: Lookup>(
    actions: &[Action],
    subject: &mut Subject,
    lookup: &L,
) -> Result<(), L::Error> {
    let is_split = subject.is_on("is_parent") || subject.get("subtransactions").is_some();
    let has_lines = actions.iter().any(|action| action.line > 0);
    if !has_lines || is_split || subject.is_on("is_child") {
        return Ok(());
    }
    let mut lines: Vec<Line> = Vec::new();
    for Action { line: index, effect } in actions.iter().filter(|action| action.line > 0) {
        let at = lines.iter().position(|line| line.index == *index).unwrap_or(lines.len());
        if at == lines.len() {
            let fields = first_fields(subject, &lookup.new_id(), lines.len());
            let (mut line, amount) = (Subject::new(fields), Share::Fixed(0));
            if let Some(name) = subject.named_payee() {
                line.set("payee_name", json!(name));
            }
            lines.push(Line { index: *index, subject: line, amount });
        }
        if let Effect::SplitAmount(amount) = effect {
            lines[at].amount = share(amount, subject, lookup)?;
        } else {
            effect.apply(&mut lines[at].subject, lookup)?;
        }
    }
    let total = subject.amount().unwrap_or(0);
    let amounts = amounts(total, &lines);
    let sum = amounts.iter().fold(0_i64, |sum, amount| sum.saturating_add(*amount));
    for (line, amount) in lines.iter_mut().zip(amounts) {
        line.subject.set("amount", json!(amount));
    }
    let difference = total.saturating_sub(sum);
    let error = json!({
        "type": "SplitTransactionError", "version": 1, "difference": difference
    });
    subject.set("error", if difference == 0 { Json::Null } else { error });
    subject.set("is_parent", json!(true));
    // The lines carry the payee from now on.
    subject.set("payee", Json::Null);
    let lines = lines.into_iter().map(|line| Json::Object(line_fields(line.subject)));
    subject.set("subtransactions", Json::Array(lines.collect()));
    Ok(())
}

/// Copies the current values of the shared fields from a split to its lines.
pub(super) fn follow(subject: &mut Subject) {
    let shared = SHARED_WITH_LINES.map(|name| (name, subject.get(name).cloned()));
    for line in subject.lines_mut() {
        for (name, value) in &shared {
            if let Some(value) = value {
                line.insert((*name).to_owned(), value.clone());
            }
        }
    }
}

/// The fields of a line. Whoever stores it finds or makes a payee that rules set by name.
fn line_fields(line: Subject) -> Map<String, Json> {
    let names_payee = line.named_payee().is_some();
    let mut fields = line.into_fields();
    if names_payee {
        fields.insert("payee".to_owned(), Json::Null);
    }
    fields
}

fn share<L: Lookup>(
    amount: &SplitAmount,
    subject: &mut Subject,
    lookup: &L,
) -> Result<Share, L::Error> {
    Ok(match amount {
        SplitAmount::Fixed(cents) => Share::Fixed(*cents),
        SplitAmount::Percent(percent) => Share::Percent(*percent),
        SplitAmount::Remainder => Share::Remainder,
        SplitAmount::Formula(formula) => {
            let result = formula.result(subject, lookup)?;
            let problem = match result {
                Ok(value) => match units(&value) {
                    Some(cents) => return Ok(Share::Fixed(cents)),
                    None => format!("must produce a numeric value. Got: \"{value}\""),
                },
                Err(error) => format!("failed: {error}"),
            };
            subject.add_error(format!("Formula for \"amount\" {problem}"));
            Share::Fixed(0)
        }
    })
}

/// The amounts of the lines: fixed ones first, then the percentages of what those leave, and what
/// is left after both in equal parts. The last of these takes the cents that do not divide.
fn amounts(total: i64, lines: &[Line]) -> Vec<i64> {
    let fixed = lines.iter().map(|line| match line.amount {
        Share::Fixed(cents) => i128::from(cents),
        Share::Percent(_) | Share::Remainder => 0,
    });
    let left = i128::from(total) - fixed.sum::<i128>();
    let percentage = |percent: Number| {
        let whole = i64::try_from(left).ok()?;
        percent.times(Number::from(whole))?.over(Number::from(100))?.nearest_whole()
    };
    let of = |line: &Line| match line.amount {
        Share::Fixed(cents) => cents,
        Share::Percent(percent) => percentage(percent).unwrap_or(0).clamp(-MAX_CENTS, MAX_CENTS),
        Share::Remainder => 0,
    };
    let mut amounts: Vec<i64> = lines.iter().map(of).collect();
    let open = |line: &&Line| matches!(line.amount, Share::Remainder);
    let mut count = lines.iter().filter(open).count();
    let mut rest = i128::from(total) - amounts.iter().map(|it| i128::from(*it)).sum::<i128>();
    let parts = i128::try_from(count).unwrap_or(1).max(1);
    let each = rounded_quotient(rest, parts);
    for (amount, line) in amounts.iter_mut().zip(lines) {
        if open(&line) {
            count -= 1;
            *amount = if count == 0 { i64::try_from(rest).unwrap_or(each) } else { each };
            rest -= i128::from(*amount);
        }
    }
    amounts
}

/// The first fields of a new line, shared with its split.
fn first_fields(split: &Subject, id: &str, lines_before: usize) -> Map<String, Json> {
    let of_split = |name: &str| split.get(name).cloned().unwrap_or(Json::Null);
    let place = FIRST_PLACE - i64::try_from(lines_before).unwrap_or(0);
    let mut fields = Map::new();
    let copied = ["starting_balance_flag", "payee", "category"];
    for name in SHARED_WITH_LINES.into_iter().chain(copied) {
        fields.insert(name.to_owned(), of_split(name));
    }
    let own = [
        ("id", json!(id)),
        ("parent_id", of_split("id")),
        ("is_child", json!(true)),
        ("amount", json!(0)),
        ("sort_order", json!(place)),
        ("error", Json::Null),
    ];
    fields.extend(own.map(|(name, value)| (name.to_owned(), value)));
    fields
}
