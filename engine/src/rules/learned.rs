//! Rules that are made or changed without a person writing them: categories learned from edits, and
//! names of payees after a merge.

use std::borrow::Borrow;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::rule::{RuleText, Stage};
use super::stored::StoredRule;

/// How many of a payee's latest transactions are looked at.
pub const LATEST: usize = 5;
/// How many of them have to agree.
const ENOUGH: usize = 3;

/// What happens to the rules.
#[derive(Debug, Clone, PartialEq)]
pub enum RuleEdit {
    /// A new rule.
    Add(RuleText),
    /// New actions for a rule.
    SetActions(Arc<str>, Vec<Json>),
    /// New conditions for a rule.
    SetConditions(Arc<str>, Vec<Json>),
}

/// The category that a payee's latest transactions have, newest first: that of most of them, and
/// the newest of these if several are as frequent. At least three must agree, and the newest one
/// must have a category.
#[must_use]
pub fn usual_category<'c>(latest: &[Option<&'c str>]) -> Option<&'c str> {
    latest.first().copied().flatten()?;
    let count = |category: &str| latest.iter().filter(|it| **it == Some(category)).count();
    let most = latest.iter().flatten().map(|category| count(category)).max()?;
    let usual = latest.iter().flatten().find(|category| count(category) == most);
    usual.copied().filter(|_| most >= ENOUGH)
}

/// The edits after which a payee's transactions get a category: all simple rules of the payee set
/// it, or else a new one does. A rule for every payee but this one is none of its own.
#[must_use]
pub fn learn_category(
    rules: &[impl Borrow<StoredRule>],
    payee: &str,
    category: &str,
) -> Vec<RuleEdit> {
    let is_simple = |rule: &&StoredRule| {
        let RuleText { stage, conditions, actions, .. } = &rule.text;
        let ([condition], [action]) = (&conditions[..], &actions[..]) else { return false };
        rule.rule.is_ok()
            && stage.is_none()
            && (&condition["field"], &condition["op"], &condition["value"])
                == (&json!("payee"), &json!("is"), &json!(payee))
            && (&action["op"], &action["field"]) == (&json!("set"), &json!("category"))
            && action["options"].is_null()
    };
    let simple: Vec<_> = rules.iter().map(Borrow::borrow).filter(is_simple).collect();
    let action = json!({ "op": "set", "field": "category", "value": category });
    if simple.is_empty() {
        let condition = json!({ "op": "is", "field": "payee", "value": payee });
        let text =
            RuleText { conditions: vec![condition], actions: vec![action], ..RuleText::default() };
        return vec![RuleEdit::Add(text)];
    }
    let differs = |rule: &&&StoredRule| rule.text.actions[0]["value"] != category;
    let edit =
        |rule: &&StoredRule| RuleEdit::SetActions(Arc::clone(&rule.id), vec![action.clone()]);
    simple.iter().filter(differs).map(edit).collect()
}

/// The edit after which imported names become a payee: they join the names of the rule that does
/// so already, or else make a new one. Returns the existing rule, if there is one.
#[must_use]
pub fn rename_payee(
    rules: &[impl Borrow<StoredRule>],
    names: &[String],
    payee: &str,
) -> (Option<Arc<str>>, Option<RuleEdit>) {
    let renames = |rule: &&StoredRule| {
        let RuleText { stage, conditions, actions, .. } = &rule.text;
        let ([condition], [action]) = (&conditions[..], &actions[..]) else { return false };
        *stage == Some(Stage::Pre)
            && (&condition["field"], &condition["op"])
                == (&json!("imported_payee"), &json!("oneOf"))
            && condition["value"].is_array()
            && (&action["op"], &action["field"], &action["value"])
                == (&json!("set"), &json!("payee"), &json!(payee))
    };
    let Some(rule) = rules.iter().map(Borrow::borrow).find(renames) else {
        let condition = json!({ "op": "oneOf", "field": "imported_payee", "value": names });
        let action = json!({ "op": "set", "field": "payee", "value": payee });
        let text = RuleText {
            stage: Some(Stage::Pre),
            conditions: vec![condition],
            actions: vec![action],
            ..RuleText::default()
        };
        return (None, Some(RuleEdit::Add(text)));
    };
    let mut condition = rule.text.conditions[0].clone();
    let mut is_changed = false;
    if let Some(known) = condition["value"].as_array_mut() {
        for name in names.iter().filter(|name| !name.is_empty()) {
            if !known.iter().any(|it| it == name) {
                known.push(json!(name));
                is_changed = true;
            }
        }
    }
    let edit = RuleEdit::SetConditions(Arc::clone(&rule.id), vec![condition]);
    (Some(Arc::clone(&rule.id)), is_changed.then_some(edit))
}
