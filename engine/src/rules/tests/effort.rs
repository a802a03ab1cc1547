//! The patterns of rules pay for their work, wherever they stand.

use std::cell::Cell;
use std::sync::Arc;

use serde_json::{Value, json};

use super::super::*;
use super::vectors::set;
use crate::dates::Day;
use crate::text::BACKTRACK_LIMIT;

/// A lookup without rows that allows some backtracking steps.
struct Steps(Cell<usize>);

type Found<T> = Result<T, &'static str>;

impl Lookup for Steps {
    type Error = &'static str;

    fn account(&self, _: &str) -> Found<Option<AccountFacts>> {
        Ok(None)
    }

    fn category(&self, _: &str) -> Found<Option<CategoryFacts>> {
        Ok(None)
    }

    fn payee_name(&self, _: &str) -> Found<Option<Arc<str>>> {
        Ok(None)
    }

    fn balance_before(&self, _: &str, _: Day) -> Found<i64> {
        Ok(0)
    }

    fn check(&self) -> Found<()> {
        Ok(())
    }

    fn take_backtracks(&self, steps: usize) -> Found<()> {
        self.0.set(self.0.get().checked_sub(steps).ok_or("too slow")?);
        Ok(())
    }

    fn today(&self) -> Day {
        "2026-11-20".parse().unwrap()
    }

    fn new_id(&self) -> String {
        String::new()
    }
}

const SLOW: &str = r"^(a|aa)+\1c$";

#[test]
fn slow_patterns_of_rules_end_the_run_once_their_steps_are_used_up() {
    let is_slow = |field: &str| json!([{ "op": "matches", "field": field, "value": SLOW }]);
    let template = format!("{{{{regex notes '{SLOW}' 'x'}}}}");
    let set_notes = json!([{
        "op": "set", "field": "notes", "value": "", "options": { "template": template },
    }]);
    let always = json!([{ "op": "is", "field": "cleared", "value": true }]);
    let rule = |conditions: Value, actions: Value| json!({ "id": "r", "stage": null, "conditions": conditions, "actions": actions });
    let text = "a".repeat(100);
    let row = json!({ "notes": text, "imported_payee": text, "cleared": true });
    for rule in [
        rule(is_slow("notes"), json!([])),
        rule(is_slow("imported_payee"), json!([])),
        rule(always, set_notes),
    ] {
        let rules = set(std::slice::from_ref(&rule));
        let steps = Steps(Cell::new(2 * BACKTRACK_LIMIT));
        let run = || {
            let mut subject = Subject::new(row.as_object().cloned().unwrap());
            rules.run(&mut subject, &steps).map(drop)
        };
        let results = [run(), run(), run()];
        assert_eq!(results[0], Ok(()), "{rule}");
        assert_eq!(results[2], Err("too slow"), "{rule}");
    }
}
