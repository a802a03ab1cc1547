//! The schedules of the demo budget: each recurring payment as a rule and its next date.

use serde_json::{Value as Json, json};
use sobre_engine::dates::{Day, Month};

use super::household::{RECURRING, Recurring, Target};

/// A schedule and the ids of its rows.
pub(super) struct Schedule {
    pub(super) id: String,
    pub(super) rule: String,
    pub(super) next_date_row: String,
    pub(super) payment: &'static Recurring,
    pub(super) next: Day,
    pub(super) start: Day,
}

/// One schedule for each recurring payment.
pub(super) fn schedules(
    first: Month,
    today: Day,
    mut new_id: impl FnMut() -> String,
) -> Vec<Schedule> {
    RECURRING
        .iter()
        .map(|payment| {
            let mut id = || new_id();
            Schedule {
                id: id(),
                rule: id(),
                next_date_row: id(),
                payment,
                next: next_date(payment, today.month(), today),
                start: next_date(payment, first, first.first_day()),
            }
        })
        .collect()
}

/// The first due day from `from` on, searching from `month` on.
fn next_date(payment: &Recurring, month: Month, from: Day) -> Day {
    month
        .through(month.plus(13))
        .filter(|month| payment.yearly_in.is_none_or(|only| only == month.number()))
        .filter_map(|month| Day::from_yyyymmdd(month.yyyymm() * 100 + payment.day))
        .find(|day| *day >= from)
        .unwrap_or(from)
}

impl Schedule {
    /// The conditions of the rule, with stored field names, in the usual order.
    pub(super) fn conditions(&self, payee: &str, account: &str) -> Json {
        let frequency = if self.payment.yearly_in.is_some() { "yearly" } else { "monthly" };
        let date = json!({
            "start": self.start.to_string(), "interval": 1, "frequency": frequency,
            "patterns": [], "skipWeekend": false, "weekendSolveMode": "after",
            "endMode": "never", "endOccurrences": 1, "endDate": self.start.to_string(),
        });
        let exact = if self.payment.varies == 0 { "is" } else { "isapprox" };
        json!([
            {"op": "is", "field": "description", "value": payee, "type": "id"},
            {"op": "is", "field": "acct", "value": account, "type": "id"},
            {"op": "isapprox", "field": "date", "value": date, "type": "date"},
            {"op": exact, "field": "amount", "value": self.payment.amount, "type": "number"},
        ])
    }

    /// The actions of the rule.
    pub(super) fn actions(&self, category: Option<&str>) -> Json {
        let mut actions = vec![json!({"op": "link-schedule", "value": self.id})];
        if let Some(category) = category {
            let set = json!({"op": "set", "field": "category", "value": category, "type": "id"});
            actions.push(set);
        }
        Json::Array(actions)
    }

    /// The envelope of the payment.
    pub(super) const fn category(&self) -> Option<&'static str> {
        match self.payment.target {
            Target::Category(category) => Some(category),
            Target::Account(_, category) => category,
        }
    }

    /// The account on the other side of a transfer.
    pub(super) const fn other_account(&self) -> Option<&'static str> {
        match self.payment.target {
            Target::Category(_) => None,
            Target::Account(account, _) => Some(account),
        }
    }
}
