//! Values of a transaction that meet a condition, to build a transaction that a rule asks for. They
//! are proposals: the caller tests whether a condition holds for them.

use serde_json::{Value as Json, json};

use super::super::conditions::{Flow, Op, Test};
use super::{Matcher, Place};

/// Most values of a list that are proposed.
const MOST_VALUES: usize = 50;

impl Matcher {
    /// The field that the condition reads, by its public name.
    pub(in crate::rules) const fn field(&self) -> &'static str {
        match self.place {
            Place::ImportedPayee => "imported_payee",
            Place::PayeeName => "payee_name",
            Place::Notes => "notes",
            Place::Payee => "payee",
            Place::Category => "category",
            Place::CategoryGroup => "category_group",
            Place::Account if matches!(self.op, Op::OnBudget | Op::OffBudget) => "_account",
            Place::Account => "account",
            Place::Date => "date",
            Place::Amount => "amount",
            Place::Flag(name) => name,
        }
    }

    /// Values of the field that may meet the condition; none if none is known.
    pub(in crate::rules) fn examples(&self) -> Vec<Json> {
        match (&self.test, self.op) {
            (_, Op::IsNot | Op::DoesNotContain | Op::NotOneOf) => vec![Json::Null],
            (Test::Text(tags), Op::HasTags | Op::HasAnyTag) => {
                let tags: Vec<_> = tags.split_whitespace().map(hashed).collect();
                vec![json!(tags.join(" "))]
            }
            (Test::Text(pattern), Op::Matches) => {
                vec![json!(pattern.trim_start_matches('^').trim_end_matches('$'))]
            }
            (Test::Text(text), _) => vec![json!(text)],
            (Test::List(list), _) => list.iter().take(MOST_VALUES).map(|it| json!(it)).collect(),
            (Test::Id(id), _) => vec![json!(id)],
            (Test::Number(cents, flow), op) => vec![json!(near(*cents, op, *flow))],
            (Test::Between(low, high, flow), _) => {
                [low, high].map(|cents| json!(signed(*cents, *flow))).to_vec()
            }
            (Test::Day(day), op) => {
                let day = day.plus_days(beyond(op));
                day.map(|day| json!(day.to_string())).into_iter().collect()
            }
            (Test::Month(month), _) => vec![json!(month.first_day().to_string())],
            (Test::Year(year), _) => vec![json!(format!("{year:04}-01-01"))],
            (Test::Recurring(_), _) => {
                let days = self.days.0.iter().take(MOST_VALUES);
                days.map(|day| json!(day.to_string())).collect()
            }
            (Test::Flag(flag), _) => vec![json!(flag)],
            (Test::Nothing, op) => vec![json!({ "offbudget": op == Op::OffBudget })],
        }
    }
}

fn hashed(tag: &str) -> String {
    format!("#{}", tag.trim_start_matches('#'))
}

fn signed(cents: i64, flow: Flow) -> i64 {
    if matches!(flow, Flow::Outflow) { cents.saturating_neg() } else { cents }
}

/// How far beyond the value of a comparison the nearest one lies that meets it.
fn beyond(op: Op) -> i64 {
    i64::from(op == Op::Gt) - i64::from(op == Op::Lt)
}

/// The amount at the boundary of a comparison that meets it.
fn near(cents: i64, op: Op, flow: Flow) -> i64 {
    signed(cents.saturating_add(beyond(op)), flow)
}
