//! The rule of a schedule: which conditions it may have, and what happens to them and to its
//! actions when the schedule changes.

use serde_json::{Value as Json, json};
use thiserror::Error;

use super::amount::ScheduleAmount;
use super::date::ScheduleDate;
use super::parts::{Part, ScheduleParts};
use crate::rules::{Condition, ConditionError};

/// Why a schedule cannot be stored.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ScheduleError {
    /// No condition is about the date.
    #[error("A date condition is required to create a schedule")]
    NoDateCondition,
    /// The date is empty.
    #[error("Date is required")]
    NoDate,
    /// The date never comes.
    #[error("This date never occurs.")]
    NeverOccurs,
    /// A condition is wrong.
    #[error("The condition on {field} is not valid: {error}.")]
    Condition {
        /// Its field.
        field: String,
        /// Its fault.
        error: ConditionError,
    },
}

/// Whether conditions can be those of a schedule; returns their date. A change may leave out the
/// date (`None`).
///
/// # Errors
/// [`ScheduleError`].
pub fn checked_conditions(
    conditions: &[Json],
    is_new: bool,
) -> Result<Option<ScheduleDate>, ScheduleError> {
    let dated = conditions.iter().find(|it| it["field"] == "date");
    match dated {
        None if is_new => return Err(ScheduleError::NoDateCondition),
        Some(condition) if condition["value"].is_null() => return Err(ScheduleError::NoDate),
        Some(_) | None => {}
    }
    for condition in conditions {
        if let Err(error) = Condition::read(condition) {
            let field = condition["field"].as_str().unwrap_or_default().to_owned();
            return Err(ScheduleError::Condition { field, error });
        }
    }
    let date = ScheduleParts::of(conditions).schedule_date();
    match (date, dated) {
        (None, Some(_)) if is_new => Err(ScheduleError::NoDateCondition),
        (Some(date), _) if !date.occurs() => Err(ScheduleError::NeverOccurs),
        (date, _) => Ok(date),
    }
}

/// The conditions of a changed schedule. Payee, account, amount and date take the place of the old
/// ones; conditions that the rule lacks are added, and all others stay.
#[must_use]
pub fn merged_conditions(old: &[Json], new: &[Json]) -> Vec<Json> {
    let mut merged = old.to_vec();
    for condition in new {
        let part = Part::of(condition);
        let stands = merged.iter_mut().find(|it| match (Part::of(it), part) {
            (Some(one), Some(other)) => one.is_like(other),
            (None, None) => is_same(it, condition),
            (Some(_), None) | (None, Some(_)) => false,
        });
        match stands {
            Some(stands) => stands.clone_from(condition),
            None => merged.push(condition.clone()),
        }
    }
    merged
}

/// Whether two conditions say the same; one may lack the type of its field.
fn is_same(one: &Json, other: &Json) -> bool {
    ["field", "op", "value", "options"].iter().all(|key| one[key] == other[key])
}

/// The action that links transactions to a schedule.
#[must_use]
pub fn link_action(schedule: &str) -> Json {
    json!({ "op": "link-schedule", "value": schedule })
}

/// The actions with a new amount in those that set a plain one; none if that changes nothing.
#[must_use]
pub fn action_amounts(actions: &[Json], conditions: &[Json]) -> Option<Vec<Json>> {
    let amount = ScheduleParts::of(conditions).amount?;
    let cents = ScheduleAmount::read(amount.1)?.posted();
    let is_plain = |action: &Json| {
        let options = &action["options"];
        action["op"] == "set"
            && action["field"] == "amount"
            && ["template", "formula"].iter().all(|key| options[key].is_null())
            && options["splitIndex"].as_u64().unwrap_or(0) == 0
    };
    let mut changed = actions.to_vec();
    for action in changed.iter_mut().filter(|action| is_plain(action)) {
        action["value"] = json!(cents);
    }
    (changed != actions).then_some(changed)
}
