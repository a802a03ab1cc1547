//! Recorded rules and what they do.

use std::cell::Cell;
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::super::*;
use super::Suite;
use crate::dates::Day;

/// Accounts, categories and payees of the recordings.
#[derive(Debug, Default, Deserialize)]
pub(in crate::rules) struct Rows {
    #[serde(default)]
    accounts: Vec<Value>,
    #[serde(default)]
    categories: Vec<Value>,
    #[serde(default)]
    payees: Vec<Value>,
    #[serde(skip)]
    children: Cell<usize>,
}

fn find<'r>(rows: &'r [Value], id: &str) -> Option<&'r Value> {
    rows.iter().find(|row| row["id"] == id)
}

fn text(value: &Value) -> Arc<str> {
    value.as_str().unwrap_or_default().into()
}

impl Lookup for Rows {
    type Error = Infallible;

    fn account(&self, id: &str) -> Result<Option<AccountFacts>, Infallible> {
        Ok(find(&self.accounts, id).map(|row| AccountFacts {
            name: text(&row["name"]),
            off_budget: row["offbudget"] == 1,
        }))
    }

    fn category(&self, id: &str) -> Result<Option<CategoryFacts>, Infallible> {
        let facts =
            |row: &Value| CategoryFacts { name: text(&row["id"]), group: text(&row["group"]) };
        Ok(find(&self.categories, id).map(facts))
    }

    fn payee_name(&self, id: &str) -> Result<Option<Arc<str>>, Infallible> {
        Ok(find(&self.payees, id).map(|row| text(&row["name"])))
    }

    fn balance_before(&self, _: &str, _: Day) -> Result<i64, Infallible> {
        Ok(0)
    }

    fn check(&self) -> Result<(), Infallible> {
        Ok(())
    }

    fn take_backtracks(&self, _: usize) -> Result<(), Infallible> {
        Ok(())
    }

    fn today(&self) -> Day {
        "2024-06-15".parse().unwrap()
    }

    fn new_id(&self) -> String {
        self.children.set(self.children.get() + 1);
        format!("child{}", self.children.get())
    }
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

/// A rule of a recording.
pub(super) fn text_of(rule: &Value) -> RuleText {
    RuleText {
        stage: serde_json::from_value(rule["stage"].clone()).unwrap(),
        conditions_op: serde_json::from_value(rule["conditionsOp"].clone()).unwrap_or_default(),
        conditions: list(&rule["conditions"]),
        actions: list(&rule["actions"]),
    }
}

pub(super) fn rule(rule: &Value) -> Arc<Rule> {
    let id = rule["id"].as_str().unwrap_or("rule");
    Arc::new(Rule::new(id.into(), &text_of(rule)).unwrap())
}

pub(super) fn set(rules: &[Value]) -> RuleSet {
    RuleSet::new(rules.iter().map(rule).collect(), &HashMap::new())
}

#[derive(Deserialize)]
struct Case {
    id: String,
    #[serde(flatten)]
    rest: Value,
}

fn cases(suite: &str) -> Vec<Case> {
    serde_json::from_str::<Suite<Case>>(suite).unwrap().cases
}

/// An amount with parts of a cent is no amount, so no condition asks for one.
const NO_AMOUNT: &str = "rules-match-103";

#[test]
fn recorded_conditions_match() {
    for Case { id, rest } in cases(include_str!("../../../tests/fixtures/ledger/rules-match.json"))
    {
        let rule = Rule::new("rule".into(), &text_of(&rest));
        if id == NO_AMOUNT {
            let errors = rule.unwrap_err().conditions.unwrap();
            assert_eq!(errors, [Some(ConditionError::NumberFormat)]);
        } else if let Some(error) = rest["error"].as_str() {
            let errors = rule.unwrap_err().conditions.unwrap();
            let first = errors.iter().flatten().next().unwrap();
            assert_eq!(first.to_string(), error, "{id}");
        } else {
            let subject = Subject::new(rest["transaction"].as_object().cloned().unwrap());
            let Ok(matches) = rule.unwrap().matches(&subject, &Rows::default());
            assert_eq!(json!(matches), rest["expected"], "{id}");
        }
    }
}

#[test]
fn recorded_rules_run_in_their_order() {
    for Case { id, rest } in cases(include_str!("../../../tests/fixtures/ledger/rules-rank.json")) {
        let set = set(&list(&rest["rules"]));
        let order: Vec<_> = set.rules().iter().map(|rule| rule.id()).collect();
        assert_eq!(json!(order), rest["expected_order"], "{id}");
    }
}

/// Templates whose text is no amount and no date. The recordings have 0 and the year 9999 for
/// these, which falsify the transaction; here its fields stay, and it carries an error.
const FAILED_TEMPLATES: [(&str, &str); 2] = [
    ("rules-apply-035", "Template for \"amount\" must produce a numeric value. Got: \"abc\""),
    ("rules-apply-036", "Template for \"date\" must produce a date. Got: \"abc\""),
];

/// Runs rules on a transaction; a payee set by name is looked up as the calls do.
pub(super) fn run(rules: &RuleSet, transaction: &Value, rows: &Rows) -> Map<String, Value> {
    let mut subject = Subject::new(transaction.as_object().cloned().unwrap());
    let Ok(_) = rules.run(&mut subject, rows);
    let named = subject.named_payee().map(str::to_lowercase);
    let mut fields = subject.into_fields();
    if let Some(name) = named {
        let is_named = |row: &&Value| text(&row["name"]).to_lowercase() == name;
        let payee = rows.payees.iter().find(is_named).unwrap();
        fields.insert("payee".to_owned(), payee["id"].clone());
        fields.shift_remove("payee_name");
    }
    fields
}

#[test]
fn recorded_rules_change_transactions() {
    let suite = include_str!("../../../tests/fixtures/ledger/rules-apply.json");
    let context = serde_json::from_str::<Value>(suite).unwrap()["context"].clone();
    for Case { id, rest } in cases(suite) {
        let rows: Rows = serde_json::from_value(context.clone()).unwrap();
        let result = Value::Object(run(&set(&list(&rest["rules"])), &rest["transaction"], &rows));
        match FAILED_TEMPLATES.iter().find(|(case, _)| *case == id) {
            Some((_, error)) => {
                let mut expected = rest["transaction"].clone();
                expected["_ruleErrors"] = json!([error]);
                assert_eq!(result, expected, "{id}");
            }
            None => assert_eq!(result, rest["expected"], "{id}"),
        }
    }
}

#[test]
fn recorded_actions_are_judged() {
    let suite = include_str!("../../../tests/fixtures/ledger/rules-validate.json");
    for Case { id, rest } in cases(suite) {
        let errors = Rule::new("rule".into(), &text_of(&rest)).err();
        let names = |errors: Vec<Option<String>>| json!(errors);
        let shown = errors.map(|errors| {
            json!({
                "conditionErrors": errors.conditions.map(|list| {
                    names(list.into_iter().map(|it| it.map(|it| it.to_string())).collect())
                }),
                "actionErrors": errors.actions.map(|list| {
                    names(list.into_iter().map(|it| it.map(|it| it.to_string())).collect())
                }),
            })
        });
        assert_eq!(json!(shown), rest["expected"], "{id}");
    }
}
