//! Reads of transactions through the program's calls: pages, searches, counts and sums, each until
//! its result is written as text.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use actix_rt::System;
use serde_json::{Value, json};
use sobre_actors::db::{By, Reader};
use sobre_actors::environment::Environment;
use sobre_actors::{App, Session, UndoOptions};

use crate::Budget;
use crate::row::Row;
use crate::wire::Failure;
use crate::yardstick;
use sobre_benches::samples::Samples;
use sobre_engine::dates::Month;

const READS: usize = 60;
const PAGE: u64 = 150;
const EDITS: usize = 20;

/// A program in this process with the budget open.
struct Program {
    system: actix_rt::SystemRunner,
    app: App,
    session: Arc<Session>,
}

impl Program {
    fn open(budget: &Budget<'_>) -> Result<Self, Failure> {
        let system = System::new();
        let app = App::start(budget.dir, Environment::system(None))?;
        let session = app.new_session(None);
        let program = Self { system, app, session };
        program.call("load-budget", json!({ "id": budget.id }))?;
        Ok(program)
    }

    /// One call; the result as the text that would be sent.
    fn call(&self, name: &str, args: Value) -> Result<String, Failure> {
        let call = self.app.call_text(&self.session, name, args, UndoOptions::default());
        Ok(self.system.block_on(call)?.text().to_owned())
    }

    /// Repeats a query; returns the milliseconds of the first and of the later runs, and the number
    /// of rows in its result.
    fn timed(&self, query: &Value) -> Result<(f64, Samples, usize), Failure> {
        let start = Instant::now();
        let mut text = self.call("query", query.clone())?;
        let first = start.elapsed().as_secs_f64() * 1e3;
        let samples = Samples::repeat(READS, |_| {
            text = black_box(self.call("query", query.clone())?);
            Ok::<_, Failure>(())
        })?;
        let answer: Value = serde_json::from_str(&text)?;
        Ok((first, samples, answer["data"].as_array().map_or(1, Vec::len)))
    }

    fn count(&self, query: &Value) -> Result<u64, Failure> {
        let answer: Value = serde_json::from_str(&self.call("query", query.clone())?)?;
        answer["data"].as_u64().ok_or_else(|| format!("no count: {answer}").into())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.system.block_on(self.app.shut_down());
    }
}

fn page(filters: &Value, offset: u64) -> Value {
    json!({
        "table": "transactions",
        "tableOptions": { "splits": "grouped" },
        "filterExpressions": filters,
        "selectExpressions": ["*", "payee.name", "category.name", "account.name"],
        "limit": PAGE,
        "offset": offset,
    })
}

fn search(text: &str) -> Value {
    let like = format!("%{text}%");
    let fields = ["payee.name", "notes", "category.name", "account.name"];
    let terms: Vec<_> = fields.iter().map(|field| json!({ *field: { "$like": like } })).collect();
    json!([{ "$or": terms }])
}

fn count(filters: &Value) -> Value {
    json!({
        "table": "transactions",
        "tableOptions": { "splits": "none" },
        "filterExpressions": filters,
        "selectExpressions": [{ "result": { "$count": "*" } }],
        "calculation": true,
    })
}

/// Reads the sums by category and month; returns their number and the time of each read.
fn month_sums(budget: &Budget<'_>) -> Result<(usize, Samples), Failure> {
    let reader = Reader::open(&budget.dir.join(&budget.id))?;
    let always = ["0001-01", "9999-12"].map(str::parse::<Month>);
    let [first, last] = always;
    let months = first?..=last?;
    let mut count = 0;
    let samples = Samples::repeat(READS, |_| {
        let sums = black_box(sobre_actors::db::month_sums(&reader, By::Category, &months)?);
        count = sums.iter().map(|of_one| of_one.months.len()).sum();
        Ok::<_, Failure>(())
    })?;
    Ok((count, samples))
}

/// A deep page of all transactions by payee: the first time, and after an edit each; returns
/// measurements and limits.
fn sorted(
    program: &Program,
    all: &Value,
    deep: u64,
) -> Result<[(&'static str, f64, f64); 2], Failure> {
    let mut query = page(all, deep);
    query["orderExpressions"] = json!([
        { "$condition": { "payee.name": null }, "$dir": "asc" },
        { "$fold": "$payee.name", "$dir": "asc" },
        { "$lower": "$payee.name", "$dir": "asc" },
        { "date": "desc" }, { "starting_balance_flag": "asc" }, { "sort_order": "desc" },
    ]);
    let start = Instant::now();
    let answer: Value = serde_json::from_str(&program.call("query", query.clone())?)?;
    let first = start.elapsed().as_secs_f64() * 1e3;
    let id = &answer["data"][0]["id"];
    let mut after = Vec::with_capacity(EDITS);
    for number in 0..EDITS {
        let edit = json!({ "updated": [{ "id": id, "notes": format!("edit {number}") }] });
        program.call("transactions-batch-update", edit)?;
        let start = Instant::now();
        black_box(program.call("query", query.clone())?);
        after.push(start.elapsed().as_secs_f64() * 1e3);
    }
    after.sort_by(f64::total_cmp);
    Ok([
        ("page at 90 %, sorted by payee, for the first time", first, f64::INFINITY),
        ("the same after an edit, p50", after[EDITS / 2], 25.0),
    ])
}

/// The rows of one budget.
pub(crate) fn rows(budget: &Budget<'_>) -> Result<Vec<Row>, Failure> {
    let program = Program::open(budget)?;
    let like = yardstick::like_over_notes(&budget.database(), READS)?;
    let account = yardstick::some_account(&budget.database())?;
    let mine = json!([{ "account": account }]);
    let all = json!([]);
    let total = program.count(&count(&all))?;
    let deep = total * 9 / 10;
    let balance = |mut page: Value| {
        if let Some(select) = page["selectExpressions"].as_array_mut() {
            select.push(json!({ "balance": { "$sumOver": "$amount" } }));
        }
        page
    };
    let spent = json!([{ "amount": { "$lt": 0 } }, { "cleared": true }]);
    let of_account = program.count(&count(&mine))?;
    let mut rows = Vec::new();
    let mut add = |goal: &'static str, what: String, values: (f64, f64), unit: &'static str| {
        rows.push(Row::new((goal, budget.size.name), what, values, unit));
    };
    let none = f64::INFINITY;
    for (goal, what, query, limit) in [
        ("12", "register, first page of all accounts", page(&all, 0), 2.0),
        ("12", "the same at 90 %", page(&all, deep), 3.0),
        ("12", "first page of an account with balance", balance(page(&mine, 0)), 2.0),
        ("12", "the same at 90 %", balance(page(&mine, of_account * 9 / 10)), 3.0),
        ("12", "page filtered by amount and cleared", page(&spent, 0), none),
        ("12", "the same at 45 %, from its view", page(&spent, deep / 2), 5.0),
        ("13", "search, hits", page(&search("usual"), 0), 25.0),
        ("13", "search, no hit", page(&search("zzzq"), 0), 25.0),
        ("14", "count of an account", count(&mine), 1.0),
        ("14", "count of all accounts", count(&all), 1.0),
    ] {
        let (first, samples, found) = program.timed(&query)?;
        add(goal, format!("{what}, {found} rows, p50"), (samples.p50(), limit), "ms");
        if what.contains("view") {
            add(goal, "the same for the first time".to_owned(), (first, none), "ms");
        }
        if what == "search, no hit" {
            let against = samples.p50() / like.p50();
            add(goal, "the same, against LIKE over notes".into(), (against, 1.5), "x");
        }
    }
    let (found, samples) = month_sums(budget)?;
    let what = format!("sums by category and month, {found} of them, p50");
    add("14", what, (samples.p50(), 50.0), "ms");
    for sorted in sorted(&program, &all, deep)? {
        add("12", sorted.0.to_owned(), (sorted.1, sorted.2), "ms");
    }
    add("13", "LIKE over notes in SQLite, no hit, p50".into(), (like.p50(), none), "ms");
    Ok(rows)
}
