//! Turns a condition into a filter of the query language.

use serde_json::{Value, json};

use super::conditions::{Condition, FieldKind, Flow, Op, Test, approximate_range};
use crate::dates::Day;
use crate::text::tag_patterns;

/// How many occurrences of a recurring date a filter includes.
const OCCURRENCES: usize = 100;
/// Days to either side of an approximate date.
const NEARLY: i64 = 2;

/// Whether "no category" means only rows that could have one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpecialCases {
    /// Excludes transfers and split parents.
    Apply,
    /// Tests the category alone.
    Ignore,
}

/// The filter that finds the transactions of a condition.
#[must_use]
pub fn filter(condition: &Condition, special: SpecialCases) -> Value {
    let Condition { field, op, test } = condition;
    match (field.name, op, test) {
        ("transfer", _, Test::Flag(is)) => {
            json!({ "transfer_id": { if *is { "$ne" } else { "$eq" }: null } })
        }
        ("category", Op::Is | Op::IsNot, Test::Id(None)) if special == SpecialCases::Apply => {
            category_or_none(*op)
        }
        (_, Op::OnBudget | Op::OffBudget, _) => {
            json!({ "account.offbudget": *op == Op::OffBudget })
        }
        (_, _, Test::Day(_) | Test::Month(_) | Test::Year(_) | Test::Recurring(_)) => {
            date(*op, test)
        }
        (_, _, Test::Number(cents, flow)) => number(*op, *cents, *flow),
        (_, _, Test::Between(low, high, _)) => {
            json!({ "amount": [{ "$gte": low }, { "$lte": high }] })
        }
        (_, Op::HasTags | Op::HasAnyTag, Test::Text(text)) => tags(path(condition), *op, text),
        (_, _, Test::Text(text)) => texts(condition, *op, text),
        (_, _, Test::List(list)) => any_or_none(condition, *op, list),
        (_, _, Test::Id(id)) => compare(condition, word(*op), id.as_deref()),
        (_, _, Test::Flag(flag)) => json!({ path(condition): { "$eq": flag } }),
        (_, _, Test::Nothing) => nothing(),
    }
}

/// A filter that finds no row.
fn nothing() -> Value {
    json!({ "id": null })
}

/// The path of the query language to a condition's field.
fn path(condition: &Condition) -> &'static str {
    match condition.field.name {
        "category_group" => "category.group",
        "parent" => "is_parent",
        "payee_name" => "payee.name",
        name => name,
    }
}

/// The operator of the query language.
const fn word(op: Op) -> &'static str {
    match op {
        Op::IsNot | Op::NotOneOf => "$ne",
        Op::Contains => "$like",
        Op::DoesNotContain => "$notlike",
        Op::Matches => "$regexp",
        Op::Gt => "$gt",
        Op::Gte => "$gte",
        Op::Lt => "$lt",
        Op::Lte => "$lte",
        Op::Is
        | Op::OneOf
        | Op::HasTags
        | Op::HasAnyTag
        | Op::IsApprox
        | Op::IsBetween
        | Op::OnBudget
        | Op::OffBudget => "$eq",
    }
}

/// A comparison; text is compared in lower case.
fn compare(condition: &Condition, operator: &str, value: Option<&str>) -> Value {
    let path = path(condition);
    if condition.field.kind == FieldKind::Text {
        json!({ path: { "$transform": "$lower", operator: value } })
    } else {
        json!({ path: { operator: value } })
    }
}

fn category_or_none(op: Op) -> Value {
    let own = json!({ "is_parent": { "$eq": false } });
    let category = json!({ "category": { word(op): null } });
    if op == Op::Is {
        return json!({ "$and": [category, { "transfer_id": { "$eq": null } }, own] });
    }
    json!({ "$and": [category, own] })
}

fn texts(condition: &Condition, op: Op, text: &str) -> Value {
    let inside = matches!(op, Op::Contains | Op::DoesNotContain);
    let value = if inside { format!("%{text}%") } else { text.to_owned() };
    if condition.field.kind == FieldKind::Id {
        // Ids mean nothing to users, so compare the names of their rows.
        return json!({ format!("{}.name", path(condition)): { word(op): value } });
    }
    let compare = |value: Option<&str>| compare(condition, word(op), value);
    if !text.is_empty() {
        return compare(Some(&value));
    }
    json!({ if op == Op::IsNot { "$and" } else { "$or" }: [compare(None), compare(Some(""))] })
}

fn any_or_none(condition: &Condition, op: Op, list: &[String]) -> Value {
    if list.is_empty() {
        return nothing();
    }
    let all: Vec<_> = list.iter().map(|it| compare(condition, word(op), Some(it))).collect();
    json!({ if op == Op::NotOneOf { "$and" } else { "$or" }: all })
}

fn tags(path: &str, op: Op, text: &str) -> Value {
    let patterns = tag_patterns(text);
    if patterns.is_empty() {
        return nothing();
    }
    let all: Vec<_> = patterns.iter().map(|tag| json!({ path: { "$regexp": tag } })).collect();
    json!({ if op == Op::HasTags { "$and" } else { "$or" }: all })
}

fn number(op: Op, cents: i64, flow: Flow) -> Value {
    let both =
        |sign: Value, test: Value| json!({ "$and": [{ "amount": sign }, { "amount": test }] });
    let compare = |operator: &str, cents: i64| match flow {
        Flow::Both => json!({ "amount": { operator: cents } }),
        Flow::Inflow => both(json!({ "$gt": 0 }), json!({ operator: cents })),
        Flow::Outflow => {
            both(json!({ "$lt": 0 }), json!({ "$transform": "$neg", operator: cents }))
        }
    };
    if op == Op::IsApprox {
        let (low, high) = approximate_range(cents);
        return json!({ "$and": [compare("$gte", low), compare("$lte", high)] });
    }
    compare(word(op), cents)
}

fn date(op: Op, test: &Test) -> Value {
    let between = |low: String, high: String| {
        let (from, to) = (json!({ "$gte": low }), json!({ "$lte": high }));
        json!({ "$and": [{ "date": from }, { "date": to }] })
    };
    let day = |day: &Day| {
        let near = |by| day.plus_days(by).unwrap_or(*day).to_string();
        if op == Op::Is {
            json!({ "date": day })
        } else if op == Op::IsApprox {
            between(near(-NEARLY), near(NEARLY))
        } else {
            json!({ "date": { word(op): day } })
        }
    };
    match test {
        Test::Day(on) => day(on),
        Test::Month(month) => between(format!("{month}-00"), format!("{month}-99")),
        Test::Year(year) => between(format!("{year:04}-00-00"), format!("{year:04}-99-99")),
        Test::Recurring(recurrence) => {
            let days: Vec<_> = recurrence.occurrences().take(OCCURRENCES).collect();
            if days.is_empty() {
                return nothing();
            }
            json!({ "$or": days.iter().map(day).collect::<Vec<_>>() })
        }
        Test::Text(_)
        | Test::List(_)
        | Test::Id(_)
        | Test::Number(..)
        | Test::Between(..)
        | Test::Flag(_)
        | Test::Nothing => nothing(),
    }
}
