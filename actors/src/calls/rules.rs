//! Calls about rules. The engine reads, ranks and runs them.

pub(super) mod applying;
mod dry_run;
mod explaining;
pub(super) mod learning;
pub(super) mod lookup;

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::Value as Json;
use sobre_engine::crdt::{Change, Value};
use sobre_engine::rules::{
    self as engine, Conflict, RuleEdit, RuleText, Stage, StoredRule, stored_list,
};

use self::lookup::StoredLookup;
use crate::contract::rules::{
    DeletedRules, PayeesGetRuleCounts, PayeesGetRules, RefusedRule, Rule, RuleAdd,
    RuleAddPayeeRename, RuleConflict, RuleCounts, RuleDeleteAll, RuleErrors, RuleGet, RuleUpdate,
    RuleValidate, RulesFindConflicts, RulesGet, SavedRule, ValidatedRule,
};
use crate::contract::{CallError, ErrorCode};
use crate::db::{BudgetRules, read};
use crate::limits;
use crate::router::{Mutation, Query};
use crate::world::{Plan, World};

const TABLE: &str = "rules";

impl Query for RulesGet {
    fn run(self, world: &World<'_>) -> Result<Vec<Rule>, CallError> {
        let rules = world.reader.rules()?;
        Ok(rules.in_order().iter().map(|rule| shown(&rules, rule)).collect())
    }
}

impl Query for RuleGet {
    fn run(self, world: &World<'_>) -> Result<Option<Rule>, CallError> {
        let rules = world.reader.rules()?;
        Ok(rules.get(&self.id).map(|rule| shown(&rules, rule)))
    }
}

impl Query for PayeesGetRules {
    fn run(self, world: &World<'_>) -> Result<Vec<Rule>, CallError> {
        let rules = world.reader.rules()?;
        let mentions =
            |rule: &&Arc<StoredRule>| rule.text.payees().any(|it| it == self.id.as_str());
        Ok(rules.in_order().iter().filter(mentions).map(|rule| shown(&rules, rule)).collect())
    }
}

impl Query for PayeesGetRuleCounts {
    fn run(self, world: &World<'_>) -> Result<RuleCounts, CallError> {
        let rules = world.reader.rules()?;
        let mut counts = RuleCounts::new();
        for rule in rules.in_order() {
            if rules.owner(&rule.id).is_some_and(|owner| owner.is_completed) {
                continue;
            }
            for payee in rule.text.payees() {
                *counts.entry(payee.to_owned()).or_default() += 1;
            }
        }
        Ok(counts)
    }
}

impl Query for RulesFindConflicts {
    fn run(self, world: &World<'_>) -> Result<Vec<RuleConflict>, CallError> {
        let rules = world.reader.rules()?;
        let found = rules.set().conflicts(&StoredLookup::of(world))?;
        let named = |it: Conflict| RuleConflict {
            earlier: it.earlier.to_string(),
            later: it.later.to_string(),
            field: it.field.to_owned(),
        };
        Ok(found.into_iter().map(named).collect())
    }
}

impl Query for RuleValidate {
    fn run(self, _: &World<'_>) -> Result<ValidatedRule, CallError> {
        let Self { conditions, actions } = self;
        let text = RuleText { conditions, actions, ..RuleText::default() };
        let error = checked("", &text)?.err();
        Ok(ValidatedRule { error })
    }
}

impl Mutation for RuleAdd {
    fn decide(self, world: &World<'_>) -> Result<Plan<SavedRule>, CallError> {
        let text = RuleText {
            stage: stage(self.stage.as_ref())?,
            conditions_op: self.conditions_op.unwrap_or_default(),
            conditions: self.conditions,
            actions: self.actions,
        };
        let id = self.id.unwrap_or_else(|| world.ids.row_id());
        if read::rules::exists(world.reader, &id)? {
            let message = format!("A rule with the id {id} exists.");
            return Err(CallError::new(ErrorCode::RuleExists, message));
        }
        if let Err(error) = checked(&id, &text)? {
            return Ok(refused(error));
        }
        let changes = added(&id, &text);
        let rule = Rule { id, ..written(text) };
        Ok(Plan::step(changes, SavedRule::Saved(rule)).named("addedRule", []))
    }
}

impl Mutation for RuleUpdate {
    fn decide(self, world: &World<'_>) -> Result<Plan<SavedRule>, CallError> {
        let Self { id, stage: given_stage, conditions_op, conditions, actions, .. } = self;
        let rules = world.reader.rules()?;
        let known = rules.get(&id).ok_or_else(|| CallError::of(ErrorCode::RuleNotFound))?;
        let set = |column: &'static str, text: String| {
            Change::new(TABLE, id.as_str(), column, Value::Text(text.into()))
        };
        let (mut text, mut changes) = (known.text.clone(), Vec::new());
        if given_stage.is_some() {
            text.stage = stage(given_stage.as_ref())?;
            changes.push(Change::new(TABLE, id.as_str(), "stage", stored_stage(text.stage)));
        }
        if let Some(op) = conditions_op {
            text.conditions_op = op;
            changes.push(set("conditions_op", op.name().to_owned()));
        }
        if let Some(conditions) = conditions {
            changes.push(set("conditions", stored_list(&conditions)));
            text.conditions = conditions;
        }
        if let Some(actions) = actions {
            changes.push(set("actions", stored_list(&actions)));
            text.actions = actions;
        }
        if let Err(error) = checked(&id, &text)? {
            return Ok(refused(error));
        }
        let schedule = owner(&rules, &id);
        let rule = Rule { id: id.clone(), schedule, ..written(text) };
        Ok(Plan::step(changes, SavedRule::Saved(rule)).named("changedRule", []))
    }
}

impl Mutation for RuleDeleteAll {
    fn decide(self, world: &World<'_>) -> Result<Plan<DeletedRules>, CallError> {
        if self.ids.len() > limits::ROWS_PER_CALL {
            return Err(CallError::of(ErrorCode::TooManyRows));
        }
        let rules = world.reader.rules()?;
        let (mut changes, mut some_deletions_failed) = (Vec::new(), false);
        let ids: HashSet<&str> = self.ids.iter().map(String::as_str).collect();
        for rule in ids.iter().filter_map(|id| rules.get(id)) {
            if rules.owner(&rule.id).is_some() {
                some_deletions_failed = true;
            } else {
                changes.push(Change::new(TABLE, &*rule.id, "tombstone", 1));
            }
        }
        let count = i64::try_from(changes.len()).unwrap_or(i64::MAX);
        let plan = Plan::step(changes, DeletedRules { some_deletions_failed });
        Ok(plan.named("deletedRules", [("count", count.into())]))
    }
}

impl Mutation for RuleAddPayeeRename {
    fn decide(self, world: &World<'_>) -> Result<Plan<String>, CallError> {
        if self.from_names.len() > limits::ROWS_PER_CALL {
            return Err(CallError::of(ErrorCode::TooManyRows));
        }
        let payee = read::rules::payee_name(world.reader, self.to.as_str())?;
        let payee = payee.ok_or_else(|| CallError::of(ErrorCode::PayeeNotFound))?;
        let (id, changes) = renames(world, &self.from_names, self.to.as_str())?;
        Ok(Plan::step(changes, id).named("renamesPayee", [("name", (&*payee).into())]))
    }
}

/// The changes after which imported names become a payee, and the rule that does so.
pub(super) fn renames(
    world: &World<'_>,
    names: &[String],
    payee: &str,
) -> Result<(String, Vec<Change>), CallError> {
    let rules = world.reader.rules()?;
    let (found, edit) = engine::rename_payee(rules.in_order(), names, payee);
    let id = found.map_or_else(|| world.ids.row_id(), |id| id.to_string());
    let changes = edit.map(|edit| edited(&id, edit)).unwrap_or_default();
    Ok((id, changes))
}

/// A stage as callers give it.
fn stage(given: Option<&Json>) -> Result<Option<Stage>, CallError> {
    let invalid =
        |text: &str| CallError::new(ErrorCode::InvalidRule, format!("Invalid rule stage: {text}"));
    match given {
        None => Err(invalid("undefined")),
        Some(Json::Null) => Ok(None),
        Some(stage) => {
            let read = serde_json::from_value(stage.clone());
            read.map(Some).map_err(|_| invalid(&stage.to_string()))
        }
    }
}

/// A rule that can be read, or its errors.
fn checked(id: &str, text: &RuleText) -> Result<Result<engine::Rule, RuleErrors>, CallError> {
    let most = limits::CONDITIONS;
    if text.conditions.len() > most || text.actions.len() > most {
        let message = format!("A rule has at most {most} conditions and {most} actions.");
        return Err(CallError::new(ErrorCode::InvalidRule, message));
    }
    Ok(engine::Rule::new(id.into(), text).map_err(errors))
}

fn errors(errors: engine::RuleErrors) -> RuleErrors {
    fn names<E: ToString>(list: Vec<Option<E>>) -> Vec<Option<String>> {
        list.into_iter().map(|error| error.map(|error| error.to_string())).collect()
    }
    RuleErrors {
        condition_errors: errors.conditions.map(names),
        action_errors: errors.actions.map(names),
    }
}

fn refused(error: RuleErrors) -> Plan<SavedRule> {
    Plan::step(Vec::new(), SavedRule::Refused(RefusedRule { error }))
}

/// A stored rule as callers see it.
fn shown(rules: &BudgetRules, rule: &StoredRule) -> Rule {
    let error = rule.rule.as_ref().err().cloned().map(errors);
    let schedule = owner(rules, &rule.id);
    Rule { id: rule.id.to_string(), schedule, error, ..written(rule.text.clone()) }
}

/// The schedule that a rule belongs to, unless it is deleted.
fn owner(rules: &BudgetRules, rule: &str) -> Option<String> {
    rules.owner(rule).and_then(|owner| owner.living()).map(str::to_owned)
}

/// A rule without an id, which belongs to no schedule.
fn written(text: RuleText) -> Rule {
    let RuleText { stage, conditions_op, conditions, actions } = text;
    let (id, schedule, error) = (String::new(), None, None);
    Rule { id, stage, conditions_op, conditions, actions, schedule, error }
}

fn stored_stage(stage: Option<Stage>) -> Value {
    stage.map_or(Value::Null, |stage| Value::from(stage.name()))
}

/// The changes that add a rule.
pub(super) fn added(id: &str, text: &RuleText) -> Vec<Change> {
    let row = [
        ("stage", stored_stage(text.stage)),
        ("conditions", Value::from(stored_list(&text.conditions))),
        ("actions", Value::from(stored_list(&text.actions))),
        ("conditions_op", Value::from(text.conditions_op.name())),
    ];
    Change::row(TABLE, id, row).into_iter().filter(|change| change.value != Value::Null).collect()
}

/// The changes of an edit; `id` is that of a new rule.
fn edited(id: &str, edit: RuleEdit) -> Vec<Change> {
    let set = |rule: &str, column: &'static str, list: &[Json]| {
        vec![Change::new(TABLE, rule, column, Value::from(stored_list(list)))]
    };
    match edit {
        RuleEdit::Add(text) => added(id, &text),
        RuleEdit::SetActions(rule, actions) => set(&rule, "actions", &actions),
        RuleEdit::SetConditions(rule, conditions) => set(&rule, "conditions", &conditions),
    }
}
