//! Edits through the real program: from the request on one socket to the changed cells on another
//! one, or on twenty.

use std::time::Instant;

use serde_json::{Value, json};

use sobre_benches::samples::Samples;

use crate::row::{Row, Topic};
use crate::wire::{Failure, Program, Tab};
use crate::yardstick;
use crate::{Budget, bare};

const EDITS: usize = 1_000;
const FANNED_OUT: usize = 1_000;
const WARM_UP: usize = 20;
const LISTENERS: usize = 20;
const PLENTY: i64 = 700_000_000;

struct Editor {
    tab: Tab,
    month: Value,
    category: Value,
    amount: i64,
    /// Length of the latest pushed frame in bytes.
    frame: usize,
}

impl Editor {
    fn new(mut tab: Tab) -> Result<Self, Failure> {
        let month = tab.call("get-budget-bounds", &json!({}))?["start"].take();
        let mut categories = tab.call("get-categories", &json!({}))?;
        let category = categories["grouped"][0]["categories"][0]["id"].take();
        Ok(Self { tab, month, category, amount: PLENTY, frame: 0 })
    }

    /// Edits the first month and waits until all `listeners` have the cells.
    fn edit(&mut self, listeners: &mut [Tab]) -> Result<(), Failure> {
        self.amount += 100;
        let (month, category, amount) = (&self.month, &self.category, self.amount);
        let args = json!({ "month": month, "category": category, "amount": amount });
        let id = self.tab.send("budget/budget-amount", &args)?;
        for listener in listeners {
            self.frame = listener.event("cells-changed")?.len();
            listener.forget();
        }
        self.tab.answer(id)?;
        Ok(())
    }

    /// One edit, timed until the listeners have it; the editor's own response comes later.
    fn timed(&mut self, listeners: &mut [Tab]) -> Result<std::time::Duration, Failure> {
        let start = Instant::now();
        self.edit(listeners)?;
        let elapsed = start.elapsed();
        self.tab.event("cells-changed")?;
        self.tab.forget();
        Ok(elapsed)
    }

    fn look(&mut self) -> Result<(), Failure> {
        let cell = json!({ "sheetName": "budget202611", "name": "to-budget" });
        self.tab.call("getCell", &cell).map(drop)
    }
}

/// The rows of one budget.
pub(crate) fn rows(budget: &Budget<'_>) -> Result<Vec<Row>, Failure> {
    let program = Program::start(budget.dir)?;
    let mut editor = Editor::new(program.tab_on(&budget.id)?)?;
    let mut listeners = vec![program.tab_on(&budget.id)?];
    times(WARM_UP, &mut editor, &mut listeners)?;
    let bare = Samples::repeat(EDITS, |_| editor.look())?;
    let commit = yardstick::commits(budget.dir, EDITS)?;
    let edits = times(EDITS, &mut editor, &mut listeners)?;
    while listeners.len() < LISTENERS {
        listeners.push(program.tab_on(&budget.id)?);
    }
    times(WARM_UP, &mut editor, &mut listeners)?;
    let fanned = times(FANNED_OUT, &mut editor, &mut listeners)?;
    let bare_fan_out = bare::fan_out(LISTENERS, editor.frame)?;
    let bare_p99 = bare_fan_out.p99();
    let topic = Topic { part: "sockets", size: budget.size.name };
    let (p50, p99) = (bare.p50() + commit.p50(), bare.p99() + commit.p99());
    let against_bare = fanned.p99() / (bare_p99 + commit.p99());
    Ok(vec![
        topic.yardstick("getCell on the socket, p50", bare.p50(), "ms"),
        topic.yardstick("getCell and a commit alone, p99", p99, "ms"),
        topic.goal("edit to cells on another socket, p50", edits.p50(), 1.0, "ms"),
        topic.goal("the same, p99", edits.p99(), 5.0, "ms"),
        topic.goal("against both yardsticks, p50", edits.p50() / p50, 3.0, "x"),
        topic.goal("against both yardsticks, p99", edits.p99() / p99, 3.0, "x"),
        topic.yardstick("edit to cells on 20 sockets, p50", fanned.p50(), "ms"),
        topic.yardstick("the same, p99", fanned.p99(), "ms"),
        topic.yardstick("the same bytes on 20 bare sockets, p50", bare_fan_out.p50(), "ms"),
        topic.yardstick("the same, p99", bare_p99, "ms"),
        topic.goal("p99 against bare sockets and a commit", against_bare, 2.0, "x"),
    ])
}

fn times(count: usize, editor: &mut Editor, listeners: &mut [Tab]) -> Result<Samples, Failure> {
    let all = (0..count).map(|_| editor.timed(listeners)).collect::<Result<Vec<_>, _>>()?;
    Ok(Samples::of(all))
}
