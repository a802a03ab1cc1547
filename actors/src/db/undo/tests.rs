//! Limits on the number of steps.

use std::collections::BTreeMap;

use super::*;
use crate::db::schema;

/// A step with this label and number of columns.
fn step(name: &str, cells: usize) -> Step {
    let table = schema::table("notes").expect("a table");
    let cell = || StepCell { column: 0, done: Value::Null, undone: Value::Null };
    let cells = std::iter::repeat_with(cell).take(cells).collect();
    let name = StepName { key: name.to_owned(), params: BTreeMap::new() };
    let intent = Intent { name: Some(name), ..Intent::default() };
    Step::new(intent, vec![StepRow { table, id: "n".into(), cells }])
}

fn names(history: &History) -> Vec<&str> {
    let names = history.steps.iter().filter_map(|step| step.intent.name.as_ref());
    names.map(|name| &*name.key).collect()
}

#[test]
fn old_steps_go_when_all_together_hold_too_much_and_the_latest_always_stays() {
    let mut history = History::default();
    for (name, cells) in [("a", 4), ("b", 3), ("c", 3)] {
        history.push_within(step(name, cells), 10);
    }
    assert_eq!(names(&history), ["a", "b", "c"]);
    history.push_within(step("d", 4), 10);
    assert_eq!(names(&history), ["b", "c", "d"]);
    history.advance(Direction::Undo);
    history.advance(Direction::Undo);
    history.push_within(step("e", 7), 10);
    assert_eq!(names(&history), ["b", "e"], "what could be done again counts no more");
    history.push_within(step("huge", 100), 10);
    assert_eq!(names(&history), ["huge"]);
    assert_eq!(history.cells, 100);
    history.push_within(step("small", 1), 10);
    assert_eq!((names(&history), history.cells), (vec!["small"], 1));
}

#[test]
fn so_many_steps_are_kept() {
    let mut history = History::default();
    for _ in 0..2 * MOST_STEPS {
        history.push(step("x", 1));
    }
    assert_eq!((history.steps.len(), history.cells), (MOST_STEPS, MOST_STEPS));
}
