//! Actions on whole months through the real program: from the request on one socket to the changed
//! cells on another one.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use sobre_benches::samples::Samples;

use crate::Budget;
use crate::row::{Row, Topic};
use crate::wire::{Failure, Program, Tab};

/// Few, because each time makes the history of the same rows longer, which people do not do.
const TIMES: usize = 30;
const WARM_UP: usize = EMPTY_MONTHS.len();
/// Categories with templates.
const TEMPLATES: usize = 60;
/// Months without budgets, each after the one before.
const EMPTY_MONTHS: [&str; 10] = [
    "2026-12", "2027-01", "2027-02", "2027-03", "2027-04", "2027-05", "2027-06", "2027-07",
    "2027-08", "2027-09",
];
const LINES: [&str; 6] = [
    "#template 120",
    "#template 45.50 up to 300",
    "#template average 3 months",
    "#template 900 by 2027-12 repeat every year",
    "#template 1% of all income",
    "#template-5 remainder",
];

/// A tab that calls and one that receives the cells.
struct Tabs {
    caller: Tab,
    listener: Tab,
}

impl Tabs {
    /// A call, timed until the listener has its cells.
    fn timed(&mut self, name: &str, args: &Value) -> Result<Duration, Failure> {
        let start = Instant::now();
        let id = self.caller.send(name, args)?;
        self.listener.event("cells-changed")?;
        let elapsed = start.elapsed();
        self.listener.forget();
        self.caller.answer(id)?;
        self.caller.forget();
        Ok(elapsed)
    }

    /// A call on each month in turn, then all of them undone, again and again.
    fn on_months(&mut self, name: &str) -> Result<Samples, Failure> {
        self.samples(|tabs, turn| {
            let place = turn % EMPTY_MONTHS.len();
            let elapsed = tabs.timed(name, &json!({ "month": EMPTY_MONTHS[place] }))?;
            if place + 1 == EMPTY_MONTHS.len() {
                EMPTY_MONTHS.iter().try_for_each(|_| tabs.timed("undo", &json!({})).map(drop))?;
            }
            Ok(elapsed)
        })
    }

    fn samples(
        &mut self,
        mut work: impl FnMut(&mut Self, usize) -> Result<Duration, Failure>,
    ) -> Result<Samples, Failure> {
        let all = (0..WARM_UP + TIMES).map(|turn| work(self, turn));
        let all = all.collect::<Result<Vec<_>, _>>()?;
        Ok(Samples::of(all.into_iter().skip(WARM_UP)))
    }
}

/// The rows of one budget.
pub(crate) fn rows(budget: &Budget<'_>) -> Result<Vec<Row>, Failure> {
    let program = Program::start(budget.dir)?;
    let mut caller = program.tab_on(&budget.id)?;
    let categories = expense_categories(&mut caller)?;
    write_templates(&mut caller, &categories)?;
    let first_month = caller.call("get-budget-bounds", &json!({}))?["start"].take();
    let mut tabs = Tabs { caller, listener: program.tab_on(&budget.id)? };
    let applied = tabs.on_months("budget/apply-goal-template")?;
    let copied = tabs.on_months("budget/copy-previous-month")?;
    let carried = tabs.samples(|tabs, turn| {
        let category = &categories[turn / 2 % categories.len()];
        let flag = turn % 2 == 0;
        let args = json!({ "startMonth": first_month, "category": category, "flag": flag });
        tabs.timed("budget/set-carryover", &args)
    })?;
    let topic = Topic { part: "months", size: budget.size.name };
    let filled = categories.len().min(TEMPLATES);
    let what = format!("{filled} templates applied to a month, to cells on another socket, p50");
    Ok(vec![
        topic.goal(what, applied.p50(), 20.0, "ms"),
        topic.yardstick("the same, p99", applied.p99(), "ms"),
        topic.goal("a month copied from the one before, p50", copied.p50(), 5.0, "ms"),
        topic.yardstick("the same, p99", copied.p99(), "ms"),
        topic.goal("carryover set from the first month on, p50", carried.p50(), 10.0, "ms"),
        topic.yardstick("the same, p99", carried.p99(), "ms"),
    ])
}

fn expense_categories(tab: &mut Tab) -> Result<Vec<String>, Failure> {
    let answer = tab.call("get-categories", &json!({}))?;
    let all = answer["list"].as_array().ok_or("no categories")?.iter();
    let expenses = all.filter(|it| it["is_income"] == false);
    Ok(expenses.filter_map(|it| it["id"].as_str().map(str::to_owned)).collect())
}

fn write_templates(tab: &mut Tab, categories: &[String]) -> Result<(), Failure> {
    let flag = json!({ "id": "flags.goalTemplatesEnabled", "value": "true" });
    tab.call("preferences/save", &flag)?;
    for (category, line) in categories.iter().take(TEMPLATES).zip(LINES.iter().cycle()) {
        tab.call("notes-save", &json!({ "id": category, "note": line }))?;
    }
    tab.forget();
    Ok(())
}
