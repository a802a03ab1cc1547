//! Rules in the file: JSON text with stored names of fields. Ids of merged payees and categories
//! are replaced when a rule is read, never in the file, so that undoing a merge restores the rule.

use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::conditions::{Field, FieldKind};
use super::rule::{ConditionsOp, Rule, RuleErrors, RuleText, Stage};
use super::validate::ConditionError;

/// The columns of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RuleRow {
    /// `pre`, `post` or none.
    pub stage: Option<String>,
    /// JSON text.
    pub conditions: Option<String>,
    /// JSON text.
    pub actions: Option<String>,
    /// `and` or `or`; none is `and`.
    pub conditions_op: Option<String>,
}

/// A rule of the file.
#[derive(Debug)]
pub struct StoredRule {
    /// Row id.
    pub id: Arc<str>,
    /// The rule as callers see it. Parts that are no JSON are empty.
    pub text: RuleText,
    /// The rule, or why it never applies.
    pub rule: Result<Arc<Rule>, RuleErrors>,
}

/// Public and stored names of fields that have two.
const STORED_NAMES: [(&str, &str); 3] =
    [("payee", "description"), ("account", "acct"), ("imported_payee", "imported_description")];

impl RuleRow {
    /// Reads the rule. `target` returns the id that a payee or category was merged into.
    #[must_use]
    pub fn read(&self, id: Arc<str>, target: impl Fn(&str) -> Option<Arc<str>>) -> StoredRule {
        let conditions = list(self.conditions.as_deref(), &target);
        let actions = list(self.actions.as_deref(), &target);
        let stage = match self.stage.as_deref() {
            None | Some("") => Some(None),
            // Names that early versions of the format wrote.
            Some("pre" | "cleanup" | "modify") => Some(Some(Stage::Pre)),
            Some("post") => Some(Some(Stage::Post)),
            Some(_) => None,
        };
        let op = match self.conditions_op.as_deref() {
            None | Some("" | "and") => Some(ConditionsOp::And),
            Some("or") => Some(ConditionsOp::Or),
            Some(_) => None,
        };
        let is_readable = stage.is_some() && op.is_some();
        let unreadable = RuleErrors {
            conditions: (conditions.is_none() || !is_readable)
                .then(|| vec![Some(ConditionError::Internal)]),
            actions: actions.is_none().then(|| vec![Some(ConditionError::Internal.into())]),
        };
        let is_whole = conditions.is_some() && actions.is_some() && is_readable;
        let text = RuleText {
            stage: stage.flatten(),
            conditions_op: op.unwrap_or_default(),
            conditions: conditions.unwrap_or_default(),
            actions: actions.unwrap_or_default(),
        };
        let rule = if is_whole {
            Rule::new(Arc::clone(&id), &text).map(Arc::new)
        } else {
            Err(unreadable)
        };
        StoredRule { id, text, rule }
    }
}

/// A stored list as callers see it; `None` if it is no list of objects.
fn list(stored: Option<&str>, target: &impl Fn(&str) -> Option<Arc<str>>) -> Option<Vec<Json>> {
    let list: Vec<Json> = serde_json::from_str(stored.unwrap_or("[]")).ok()?;
    list.into_iter()
        .map(|mut item| {
            item.as_object()?;
            rename(&mut item, |(public, stored)| (*stored, *public));
            replace_merged(&mut item, target);
            complete(&mut item);
            Some(item)
        })
        .collect()
}

/// A list in stored form.
#[must_use]
pub fn stored_list(list: &[Json]) -> String {
    let stored = list.iter().cloned().map(|mut item| {
        complete(&mut item);
        rename(&mut item, |names| *names);
        item
    });
    Json::Array(stored.collect()).to_string()
}

fn rename(
    item: &mut Json,
    names: impl Fn(&(&'static str, &'static str)) -> (&'static str, &'static str),
) {
    let Some(field) = item.get_mut("field") else { return };
    let found = STORED_NAMES.iter().map(names).find(|(from, _)| field == from);
    if let Some((_, to)) = found {
        *field = json!(to);
    }
}

/// Adds the type of a condition's or action's field, which other programs read.
fn complete(item: &mut Json) {
    let kind = match (item["field"].as_str().and_then(Field::find), item["op"].as_str()) {
        (_, Some("link-schedule")) => "id",
        (_, Some("set-split-amount")) => "number",
        (_, Some("prepend-notes" | "append-notes")) => "string",
        (Some(field), _) => match field.kind {
            FieldKind::Text => "string",
            FieldKind::Id => "id",
            FieldKind::Date => "date",
            FieldKind::Number => "number",
            FieldKind::Boolean => "boolean",
        },
        (None, _) => return,
    };
    if let Some(item) = item.as_object_mut() {
        item.insert("type".to_owned(), json!(kind));
    }
}

fn replace_merged(item: &mut Json, target: &impl Fn(&str) -> Option<Arc<str>>) {
    if !matches!(item["field"].as_str(), Some("payee" | "category")) {
        return;
    }
    let replaced = |value: &mut Json| {
        let target = value.as_str().and_then(target);
        let is_merged = target.is_some();
        if let Some(id) = target {
            *value = json!(id);
        }
        is_merged
    };
    match item.get_mut("value") {
        Some(Json::Array(values)) => {
            let merged = values.iter_mut().filter_map(|it| replaced(it).then_some(())).count();
            if merged > 0 {
                let mut seen = std::collections::HashSet::new();
                values.retain(|value| seen.insert(value.clone()));
            }
        }
        Some(value) => {
            replaced(value);
        }
        None => {}
    }
}

impl RuleText {
    /// Every mention of a payee: in a condition, each time in a list, and in an action that sets
    /// it.
    pub fn payees(&self) -> impl Iterator<Item = &str> {
        let of_payee = |item: &&Json| item["field"] == "payee";
        let compares = |item: &&Json| {
            matches!(item["op"].as_str(), Some("is" | "isNot" | "oneOf" | "notOneOf"))
        };
        let conditions = self.conditions.iter().filter(of_payee).filter(compares);
        let actions = self.actions.iter().filter(of_payee).filter(|item| item["op"] == "set");
        conditions.chain(actions).flat_map(|item| match &item["value"] {
            Json::Array(values) => values.iter().filter_map(Json::as_str).collect::<Vec<_>>(),
            value @ (Json::Null
            | Json::Bool(_)
            | Json::Number(_)
            | Json::String(_)
            | Json::Object(_)) => value.as_str().into_iter().collect(),
        })
    }
}
