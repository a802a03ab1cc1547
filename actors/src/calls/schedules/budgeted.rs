//! The schedules as goal templates budget for them.

use serde_json::{Value as Json, json};
use sobre_engine::ids::CategoryId;
use sobre_engine::rules::{Actions, Subject};
use sobre_engine::templates::ScheduleFact;

use super::stored::{Schedules, Stored};
use crate::calls::rules::lookup::StoredLookup;
use crate::contract::CallError;
use crate::world::World;

/// The live schedules that have a name. Those without a readable date are left out. The actions of
/// a schedule's own rule may change its amount or split it.
pub(in crate::calls) fn schedule_facts(world: &World<'_>) -> Result<Vec<ScheduleFact>, CallError> {
    let (schedules, lookup) = (Schedules::of(world)?, StoredLookup::of(world));
    let mut facts = Vec::new();
    for schedule in schedules.all() {
        let (Some(name), parts) = (&schedule.row.name, schedule.parts()) else { continue };
        let Some((_, date)) = parts.date else { continue };
        let amount = parts.amount.map_or(Json::Null, |(_, value)| value.clone());
        let fact = ScheduleFact::read(name, schedule.row.completed, &amount, date);
        if let Ok(fact) = fact {
            facts.push(by_its_rule(fact, schedule, &lookup)?);
        }
    }
    Ok(facts)
}

/// A schedule with what the actions of its rule make of a payment, if they change its amount.
fn by_its_rule(
    fact: ScheduleFact,
    schedule: &Stored,
    lookup: &StoredLookup<'_>,
) -> Result<ScheduleFact, CallError> {
    let changes_amount =
        |action: &Json| action["field"] == "amount" || !action["options"]["splitIndex"].is_null();
    let given = schedule.actions();
    let Some(actions) = Actions::read(given).ok().filter(|_| given.iter().any(changes_amount))
    else {
        return Ok(fact);
    };
    let parts = schedule.parts();
    let fields = json!({
        "account": parts.account, "payee": parts.payee, "amount": parts.posted_amount(),
        "date": schedule.next_date(), "category": null, "notes": null,
    });
    let Json::Object(fields) = fields else { return Ok(fact) };
    let mut subject = Subject::new(fields);
    actions.apply(&mut subject, lookup)?;
    let fields = subject.into_fields();
    let cents = |row: &Json| row["amount"].as_i64().unwrap_or(0);
    let line = |row: &Json| Some((CategoryId::from(row["category"].as_str()?), cents(row)));
    let lines = fields.get("subtransactions").and_then(Json::as_array);
    let lines = lines.into_iter().flatten().filter_map(line).collect();
    Ok(fact.paid_as(fields.get("amount").and_then(Json::as_i64).unwrap_or(0), lines))
}
