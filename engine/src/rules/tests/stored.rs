//! Rules in the file, and rules that are learned.

use std::sync::Arc;

use serde_json::json;

use super::super::*;

fn row(conditions: &str, actions: &str) -> RuleRow {
    RuleRow {
        conditions: Some(conditions.to_owned()),
        actions: Some(actions.to_owned()),
        ..RuleRow::default()
    }
}

fn nobody(_: &str) -> Option<Arc<str>> {
    None
}

#[test]
fn stored_names_are_shown_as_public_ones_and_written_back() {
    let conditions = r#"[{"op":"is","field":"description","value":"pk"}]"#;
    let actions = r#"[{"op":"set","field":"acct","value":"a1","type":"id"}]"#;
    let stored = row(conditions, actions).read("r1".into(), nobody);
    let text = &stored.text;
    assert_eq!(text.conditions[0], json!({"op":"is","field":"payee","value":"pk","type":"id"}));
    assert_eq!(text.actions[0]["field"], "account");
    assert!(stored.rule.is_ok());
    assert_eq!(stored_list(&text.actions), actions);
    assert_eq!(
        stored_list(&text.conditions),
        r#"[{"op":"is","field":"description","value":"pk","type":"id"}]"#
    );
}

#[test]
fn merged_payees_are_replaced_and_named_once() {
    let target = |id: &str| (id == "pk").then(|| Arc::from("pa"));
    let stored = row(
        r#"[{"op":"oneOf","field":"description","value":["pk","pa","pb"]}]"#,
        r#"[{"op":"set","field":"description","value":"pk"},{"op":"set","field":"notes","value":"pk"}]"#,
    );
    let text = stored.read("r1".into(), target).text;
    assert_eq!(text.conditions[0]["value"], json!(["pa", "pb"]));
    assert_eq!(text.actions[0]["value"], "pa");
    assert_eq!(text.actions[1]["value"], "pk", "notes are no id");
    assert_eq!(text.payees().collect::<Vec<_>>(), ["pa", "pb", "pa"]);
}

#[test]
fn unreadable_rules_are_shown_and_never_apply() {
    let stages = |stage: &str| RuleRow { stage: Some(stage.to_owned()), ..row("[]", "[]") };
    assert_eq!(stages("cleanup").read("r".into(), nobody).text.stage, Some(Stage::Pre));
    for (bad, in_conditions) in [
        (row("{", "[]"), true),
        (row("[1]", "[]"), true),
        (row("[]", "null and void"), false),
        (stages("sometimes"), true),
        (RuleRow { conditions_op: Some("nor".into()), ..row("[]", "[]") }, true),
        (row(r#"[{"op":"is","field":"mood","value":"x"}]"#, "[]"), true),
        (row("[]", r#"[{"op":"explode","value":"x"}]"#), false),
    ] {
        let stored = bad.read("r".into(), nobody);
        let errors = stored.rule.unwrap_err();
        assert_eq!(errors.conditions.is_some(), in_conditions, "{bad:?}");
        assert_eq!(errors.actions.is_some(), !in_conditions, "{bad:?}");
    }
}

#[test]
fn three_of_the_latest_five_teach_a_category() {
    let usual = |letters: &str| {
        let latest: Vec<_> = letters.split(' ').map(|it| (it != "-").then_some(it)).collect();
        usual_category(&latest).map(str::to_owned)
    };
    assert_eq!(usual("food food food").as_deref(), Some("food"));
    assert_eq!(usual("rent food food rent food").as_deref(), Some("food"));
    assert_eq!(usual("food food rent rent -"), None, "two are too few");
    assert_eq!(usual("- food food food food"), None, "the newest has none");
    assert_eq!(usual(""), None);
}

fn simple(id: &str, op: &str, category: &str) -> StoredRule {
    let condition = json!([{ "op": op, "field": "description", "value": "pk" }]);
    let action = json!([{ "op": "set", "field": "category", "value": category }]);
    row(&condition.to_string(), &action.to_string()).read(id.into(), nobody)
}

#[test]
fn learning_changes_the_simple_rules_of_a_payee_or_adds_one() {
    let rules = [simple("a", "is", "rent"), simple("b", "is", "food"), simple("c", "isNot", "x")];
    let edits = learn_category(&rules, "pk", "food");
    let action = json!({ "op": "set", "field": "category", "value": "food" });
    assert_eq!(edits, [RuleEdit::SetActions("a".into(), vec![action])]);
    let added = learn_category(&rules[2..], "pk", "food");
    assert!(matches!(&added[..], [RuleEdit::Add(text)] if text.stage.is_none()), "{added:?}");
}

#[test]
fn renaming_extends_the_rule_of_the_payee() {
    let names = |names: &[&str]| names.iter().map(|&it| it.to_owned()).collect::<Vec<_>>();
    let none: [StoredRule; 0] = [];
    let (none, Some(RuleEdit::Add(text))) = rename_payee(&none, &names(&["KROGER 1"]), "pk") else {
        panic!("a rule is added");
    };
    assert_eq!((none, text.stage), (None, Some(Stage::Pre)));
    let stored = RuleRow {
        stage: Some("pre".into()),
        ..row(&stored_list(&text.conditions), &stored_list(&text.actions))
    };
    let rules = [stored.read("r".into(), nobody)];
    let (found, edit) = rename_payee(&rules, &names(&["", "kroger 1", "KROGER 1"]), "pk");
    assert_eq!(found.as_deref(), Some("r"));
    let Some(RuleEdit::SetConditions(_, conditions)) = edit else { panic!("names are added") };
    assert_eq!(conditions[0]["value"], json!(["KROGER 1", "kroger 1"]));
    assert_eq!(rename_payee(&rules, &names(&["KROGER 1"]), "pk"), (found, None));
}
