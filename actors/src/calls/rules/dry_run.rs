//! The changes that a rule would have made to the latest transactions.

use serde_json::Value as Json;
use sobre_engine::ledger::Transaction;
use sobre_engine::rules::{Rule, RuleText, Subject};

use super::applying::{changes_to, fields_of};
use super::checked;
use super::lookup::StoredLookup;
use crate::contract::CallError;
use crate::contract::rules::{DryRun, DryRunRow, RuleDryRun};
use crate::contract::transactions::GivenFields;
use crate::db::read;
use crate::open_budget::Cost;
use crate::router::Query;
use crate::world::World;

/// Transactions that a rule is tried on.
const TRIED: usize = 1_000;
/// Transactions that the reply shows.
const SHOWN: usize = 100;

impl Query for RuleDryRun {
    fn cost(&self) -> Cost {
        let patterns = ["matches", "hasTags", "hasAnyTag"];
        let is_pattern = |it: &Json| it["op"].as_str().is_some_and(|op| patterns.contains(&op));
        let has_pattern = |action: &Json| {
            action["options"]["template"].as_str().is_some_and(|text| text.contains("regex"))
        };
        if self.conditions.iter().any(is_pattern) || self.actions.iter().any(has_pattern) {
            Cost::Searching
        } else {
            Cost::Quick
        }
    }

    fn run(self, world: &World<'_>) -> Result<DryRun, CallError> {
        let text = RuleText {
            conditions_op: self.conditions_op.unwrap_or_default(),
            conditions: self.conditions,
            actions: self.actions,
            ..RuleText::default()
        };
        let rule = match checked("", &text)? {
            Ok(rule) => rule,
            Err(error) => return Ok(DryRun { error: Some(error), ..DryRun::default() }),
        };
        let rows = read::rules::latest(world.reader, TRIED)?;
        let lookup = StoredLookup::of(world);
        let (tried, matching) = (rows.len(), matching(rows, &rule, &lookup)?);
        let matched = matching.len();
        let (mut changed, mut shown) = (Vec::new(), Vec::new());
        for row in matching {
            let changes = changes(world, &row, &rule, &lookup)?;
            if changes.is_empty() {
                continue;
            }
            changed.push(row.id.to_string());
            if shown.len() < SHOWN {
                shown.push(DryRunRow { transaction: row, changes });
            }
        }
        Ok(DryRun { error: None, tried, matched, changed, rows: shown })
    }
}

fn matching(
    rows: Vec<Transaction>,
    rule: &Rule,
    lookup: &StoredLookup<'_>,
) -> Result<Vec<Transaction>, CallError> {
    let mut matching = Vec::new();
    for row in rows {
        let subject = Subject::new(fields_of(row.clone().shown())?);
        if rule.matches(&subject, lookup)? {
            matching.push(row);
        }
    }
    Ok(matching)
}

/// The fields that the rule would set and the ledger would write: a transfer within the budget, or
/// outside it, gets no category, and a transaction keeps the schedule that it has.
fn changes(
    world: &World<'_>,
    row: &Transaction,
    rule: &Rule,
    lookup: &StoredLookup<'_>,
) -> Result<GivenFields, CallError> {
    let (mut fields, _) = changes_to(row, |subject| rule.apply(subject, lookup))?;
    if fields.contains_key("category") && read::rules::is_transfer_of_like(world.reader, row)? {
        fields.shift_remove("category");
    }
    if row.schedule.is_some() {
        fields.shift_remove("schedule");
    }
    Ok(fields)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn rules_with_patterns_leave_a_reader_free_for_others() {
        let cost = |rule: Json| serde_json::from_value::<RuleDryRun>(rule).unwrap().cost();
        let rule = |op: &str, template: &str| {
            let set = json!({ "op": "set", "field": "notes", "options": { "template": template } });
            let conditions = json!([{ "field": "notes", "op": op, "value": "x" }]);
            json!({ "conditions": conditions, "actions": [set] })
        };
        assert_eq!(cost(rule("contains", "{{notes}}")), Cost::Quick);
        assert_eq!(cost(rule("matches", "{{notes}}")), Cost::Searching);
        assert_eq!(cost(rule("contains", "{{regex notes 'a' 'b'}}")), Cost::Searching);
    }
}
