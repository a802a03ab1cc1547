//! Schedules through the real program: the status of all, finding more, and a daily run without
//! anything due.

use serde_json::{Value, json};
use sobre_benches::samples::Samples;

use crate::Budget;
use crate::row::{Row, Topic};
use crate::rules::timed;
use crate::wire::{Failure, Program, Tab};

/// Schedules in the budget.
const SCHEDULES: usize = 200;
const REPEATS: usize = 20;
/// Limits in milliseconds.
const STATUS_LIMIT: f64 = 10.0;
const DISCOVER_LIMIT: f64 = 300.0;
const RUN_LIMIT: f64 = 20.0;

/// The rows of one budget. Its transactions are as before afterwards.
pub(crate) fn rows(budget: &Budget<'_>) -> Result<Vec<Row>, Failure> {
    let program = Program::start(budget.dir)?;
    let mut tab = program.tab_on(&budget.id)?;
    let schedules = schedules(&mut tab)?;
    timed(&mut tab, "schedule/create-many", &schedules)?;
    let mut repeated = |name: &str| {
        Samples::repeat(REPEATS, |_| {
            tab.call(name, &json!({}))?;
            tab.forget();
            Ok::<_, Failure>(())
        })
    };
    let status = repeated("schedules-get")?.p50();
    let discovered = repeated("schedule/discover")?.p50();
    let run = repeated("schedule/force-run-service")?.p50();
    timed(&mut tab, "undo", &json!({}))?;
    let topic = Topic { part: "schedules", size: budget.size.name };
    let row = |what: String, ms: f64, limit: f64| topic.goal(what, ms, limit, "ms");
    Ok(vec![
        row(format!("status of {SCHEDULES} schedules"), status, STATUS_LIMIT),
        row("finding schedules among all transactions".to_owned(), discovered, DISCOVER_LIMIT),
        row("a daily run with nothing due".to_owned(), run, RUN_LIMIT),
    ])
}

/// Monthly and weekly schedules of several payees and accounts that begin after today.
fn schedules(tab: &mut Tab) -> Result<Value, Failure> {
    let accounts = tab.call("accounts-get", &json!({}))?;
    let mut payees = tab.call("payees-get", &json!({}))?;
    // A transfer needs two accounts, and schedules pair these by number.
    if let Some(payees) = payees.as_array_mut() {
        payees.retain(|payee| payee["transfer_acct"].is_null());
    }
    let of = |list: &Value, number: usize| {
        let list = list.as_array().map_or(&[][..], Vec::as_slice);
        list.get(number % list.len().max(1)).map_or(Value::Null, |it| it["id"].clone())
    };
    let schedule = |number: usize| {
        let frequency = if number.is_multiple_of(4) { "weekly" } else { "monthly" };
        let date = json!({ "start": "2099-01-01", "frequency": frequency });
        let conditions = json!([
            { "field": "payee", "op": "is", "value": of(&payees, number) },
            { "field": "account", "op": "is", "value": of(&accounts, number) },
            { "field": "amount", "op": "isapprox", "value": -1_000 },
            { "field": "date", "op": "isapprox", "value": date },
        ]);
        let schedule = json!({ "posts_transaction": number.is_multiple_of(2) });
        json!({ "schedule": schedule, "conditions": conditions })
    };
    Ok(json!({ "schedules": (0..SCHEDULES).map(schedule).collect::<Vec<_>>() }))
}
