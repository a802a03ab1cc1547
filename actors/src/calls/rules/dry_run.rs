//! What a rule would have done to the latest transactions.

use std::collections::HashSet;

use sobre_engine::ledger::Transaction;
use sobre_engine::rules::{Actions, Rule, RuleText, Subject};

use super::applying::{Changed, changed_fields, fields_of};
use super::checked;
use super::lookup::StoredLookup;
use crate::contract::CallError;
use crate::contract::rules::{DryRun, DryRunRow, RuleDryRun};
use crate::db::read;
use crate::router::Query;
use crate::world::World;

/// Transactions that a rule is tried on.
const TRIED: usize = 1_000;
/// Transactions that the reply shows.
const SHOWN: usize = 100;

impl Query for RuleDryRun {
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
        let (tried, matching) = (rows.len(), matching(world, rows, &rule)?);
        // The ledger refuses some of what actions set, such as the category of a split.
        let written = written(world, &matching, &text)?;
        let changed: Vec<_> =
            matching.iter().filter(|row| written.contains(row.id.as_ref())).cloned().collect();
        let ids = changed.iter().map(|row| row.id.to_string()).collect();
        let shown = changed.into_iter().take(SHOWN).map(|row| shown(world, row, &rule));
        let rows = shown.collect::<Result<_, _>>()?;
        Ok(DryRun { error: None, tried, matched: matching.len(), changed: ids, rows })
    }
}

fn matching(
    world: &World<'_>,
    rows: Vec<Transaction>,
    rule: &Rule,
) -> Result<Vec<Transaction>, CallError> {
    let lookup = StoredLookup::of(world);
    let mut matching = Vec::new();
    for row in rows {
        let subject = Subject::new(fields_of(row.clone().shown())?);
        if rule.matches(&subject, &lookup)? {
            matching.push(row);
        }
    }
    Ok(matching)
}

/// The ids of the transactions that the actions would write.
fn written(
    world: &World<'_>,
    rows: &[Transaction],
    text: &RuleText,
) -> Result<HashSet<String>, CallError> {
    let Ok(actions) = Actions::read(&text.actions) else { return Ok(HashSet::new()) };
    let lookup = StoredLookup::of(world);
    let mut changed = Changed::default();
    for row in rows {
        changed.add(row.clone(), &actions, &lookup)?;
    }
    let plan = changed.plan(world, false)?;
    let of_ledger = plan.changes.into_iter().filter(|change| change.dataset == "transactions");
    Ok(of_ledger.map(|change| change.row.to_string()).collect())
}

fn shown(world: &World<'_>, row: Transaction, rule: &Rule) -> Result<DryRunRow, CallError> {
    let before = fields_of(row.clone().shown())?;
    let mut subject = Subject::new(before.clone());
    rule.apply(&mut subject, &StoredLookup::of(world))?;
    let names_payee = subject.named_payee().is_some();
    let mut changes = changed_fields(&before, subject.into_fields());
    if names_payee {
        changes.shift_remove("payee");
    }
    Ok(DryRunRow { transaction: row, changes })
}
