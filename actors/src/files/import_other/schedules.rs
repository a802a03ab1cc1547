//! Converts recurring payments of another program to our schedules: their dates, and the rule with
//! their details.

use serde_json::{Value as Json, json};
use sobre_engine::crdt::Value;
use sobre_engine::dates::Day;

use super::outline::{Child, Schedule};

/// The recurring date of one of their frequencies; `None` if it is unknown. `never` happens once,
/// on `next`.
pub(super) fn date(frequency: &str, first: Day, next: Day) -> Option<Json> {
    let (unit, interval) = match frequency {
        "never" => return Some(Json::String(next.to_string())),
        "daily" => ("daily", 1),
        "weekly" => ("weekly", 1),
        "everyOtherWeek" => ("weekly", 2),
        "every4Weeks" => ("weekly", 4),
        "monthly" | "twiceAMonth" => ("monthly", 1),
        "everyOtherMonth" => ("monthly", 2),
        "every3Months" => ("monthly", 3),
        "every4Months" => ("monthly", 4),
        "twiceAYear" => ("monthly", 6),
        "yearly" => ("yearly", 1),
        "everyOtherYear" => ("yearly", 2),
        _ => return None,
    };
    let mut date = json!({
        "frequency": unit,
        "skipWeekend": false,
        "weekendSolveMode": "after",
        "endMode": "never",
        "start": first.to_string(),
    });
    let day_of_month = first.yyyymmdd() % 100;
    let on = |day: i64| json!({ "type": "day", "value": day });
    let patterns = match (frequency, unit) {
        ("twiceAMonth", _) => {
            let later = first.plus_days(15).map_or(day_of_month, |day| day.yyyymmdd() % 100);
            vec![on(day_of_month), on(later)]
        }
        // The last day of the month.
        (_, "monthly") if day_of_month == 31 => vec![on(-1)],
        _ => Vec::new(),
    };
    if !patterns.is_empty() {
        date["patterns"] = Json::Array(patterns);
    }
    if interval != 1 {
        date["interval"] = interval.into();
    }
    Some(date)
}

pub(super) fn conditions(schedule: &Schedule, payee: &str, account: &str) -> Json {
    json!([
        {"op": "is", "field": "description", "value": payee, "type": "id"},
        {"op": "is", "field": "acct", "value": account, "type": "id"},
        {"op": "isapprox", "field": "date", "value": schedule.date, "type": "date"},
        {"op": "is", "field": "amount", "value": schedule.amount.cents(), "type": "number"},
    ])
}

/// The actions of the rule; `named` returns payee and category of a child.
pub(super) fn actions(
    schedule: &Schedule,
    id: &str,
    category: Value,
    named: impl Fn(&Child) -> (Value, Value),
) -> Json {
    let mut actions = vec![json!({"op": "link-schedule", "value": id})];
    let notes = schedule.notes.as_deref();
    actions.extend(notes.map(|notes| set("notes", notes, "string", None)));
    if let Value::Text(category) = category {
        actions.push(set("category", &category, "id", None));
    }
    for (place, child) in schedule.children.iter().enumerate() {
        let index = place + 1;
        actions.push(json!({
            "op": "set-split-amount",
            "value": child.amount.cents(),
            "options": { "splitIndex": index, "method": "fixed-amount" },
        }));
        let notes = child.notes.as_deref();
        actions.extend(notes.map(|notes| set("notes", notes, "string", Some(index))));
        let (payee, category) = named(child);
        for (field, value) in [("description", payee), ("category", category)] {
            if let Value::Text(id) = value {
                actions.push(set(field, &id, "id", Some(index)));
            }
        }
    }
    Json::Array(actions)
}

fn set(field: &str, value: &str, kind: &str, child: Option<usize>) -> Json {
    let mut action = json!({ "op": "set", "field": field, "value": value, "type": kind });
    if let Some(index) = child {
        action["options"] = json!({ "splitIndex": index });
    }
    action
}
