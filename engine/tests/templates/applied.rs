//! Templates applied as recorded: every figure and every answer after each step.

use serde_json::{Value, json};
use sobre_engine::budget::BudgetSheet;
use sobre_engine::budget::names::month_sheet;
use sobre_engine::templates::{
    CleanupOutcome, CleanupWarning, Filled, Filling, TemplateError, apply_templates, clean_up,
};

use crate::book::{Book, Case};

fn cases() -> Vec<Case> {
    let recorded: Value =
        serde_json::from_str(include_str!("../fixtures/templates/templates.json")).unwrap();
    serde_json::from_value(recorded["cases"].clone()).unwrap()
}

/// The action of a step, if templates are applied in it.
fn filled(action: &str) -> Option<Filled> {
    let ids = |list: &str| list.split(',').map(Into::into).collect();
    match action.split_once(':').unwrap_or((action, "")) {
        ("apply", _) => Some(Filled::Empty),
        ("overwrite", _) => Some(Filled::All),
        ("single" | "multiple", list) => Some(Filled::These(ids(list))),
        _ => None,
    }
}

/// Applies templates and returns the answer.
fn apply(book: &mut Book, filled: &Filled) -> Value {
    let filling = Filling { month: book.case().month, current: book.current() };
    match apply_templates(&book.sheet(), book, &book.facts(), filling, filled) {
        Ok(applied) => {
            let count = applied.count;
            book.write(applied.budgets, applied.goals);
            if count == 0 {
                json!({ "type": "message", "message": "templates-up-to-date" })
            } else {
                json!({ "type": "message", "message": "templates-applied", "count": count })
            }
        }
        Err(TemplateError::Problems(problems)) => {
            let name = |id: &str| {
                let of = book.case().categories.iter().find(|category| category.id == id);
                of.map(|category| category.name.clone())
            };
            let problems: Vec<Value> = problems
                .iter()
                .map(|it| json!({ "category": name(it.category.as_str()), "code": it.problem.code() }))
                .collect();
            json!({ "sticky": true, "message": "template-errors", "problems": problems })
        }
        Err(error) => panic!("{error}"),
    }
}

/// Cleans up and returns the answer.
fn cleaned_up(book: &mut Book) -> Value {
    let cleaned = clean_up(&book.sheet(), book.case().month, &book.cleanup()).unwrap();
    book.write(cleaned.budgets, cleaned.goals);
    match cleaned.outcome {
        CleanupOutcome::UpToDate => json!({ "type": "message", "message": "cleanup-up-to-date" }),
        CleanupOutcome::Applied { sources, sinks } => json!({
            "type": "message",
            "message": "cleanup-applied",
            "sourceCount": sources,
            "sinkCount": sinks,
        }),
        CleanupOutcome::Warned(warnings) => {
            let code = |warning: &CleanupWarning| match warning {
                CleanupWarning::SourceOverspent(_) => "source-overspent",
                CleanupWarning::GroupWithoutSink(_) => "group-without-sink",
                CleanupWarning::NoFunds => "no-funds",
            };
            let problems: Vec<_> = warnings.iter().map(|it| json!({ "code": code(it) })).collect();
            json!({ "type": "warning", "message": "cleanup-no-funds", "problems": problems })
        }
    }
}

/// Compares every recorded figure.
fn check(at: &str, sheet: &BudgetSheet, month: &str, expected: &Value) {
    let value = |name: &str| serde_json::to_value(sheet.value(month, name)).unwrap();
    for total in ["to-budget", "total-saved"] {
        if !expected[total].is_null() {
            assert_eq!(value(total), expected[total], "{at} {total}");
        }
    }
    for (category, figures) in expected["categories"].as_object().into_iter().flatten() {
        for cell in ["budget", "leftover", "goal", "long-goal"] {
            assert_eq!(
                value(&format!("{cell}-{category}")),
                figures[cell],
                "{at} {cell}-{category}"
            );
        }
    }
}

#[test]
fn every_recorded_case_ends_with_the_recorded_figures() {
    for case in cases() {
        let name = case.name.clone();
        let mut book = Book::new(case);
        let month = month_sheet(book.case().month);
        check(&name, &book.sheet(), &month, &book.case().before.clone());
        for step in book.case().steps.clone() {
            if step["set_note"].is_object() {
                book.set_notes(&step["set_note"]);
                continue;
            }
            let answer = match filled(step["action"].as_str().unwrap()) {
                Some(filled) => apply(&mut book, &filled),
                None => cleaned_up(&mut book),
            };
            assert_eq!(answer, step["notification"], "{name}");
            check(&name, &book.sheet(), &month, &step["after"]);
        }
    }
}
