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
use crate::row::{Row, Topic};
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
        // Answered after the rows of reports, which are read in the background after opening.
        let card = json!({ "type": "net-worth-card", "meta": {} });
        program.call("report/figures", json!({ "reports": [card] }))?;
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

/// A deep page of all transactions in an order, so that it comes from a view.
fn sorted(all: &Value, deep: u64, order: &Value) -> Value {
    let mut query = page(all, deep);
    let by_day = json!([
        { "date": "desc" }, { "starting_balance_flag": "asc" }, { "sort_order": "desc" },
    ]);
    let order = [order, &by_day].into_iter().filter_map(Value::as_array).flatten();
    query["orderExpressions"] = order.cloned().collect();
    query
}

/// Times of a list that is open while its transactions are edited, in milliseconds.
struct OpenList {
    /// The first reading of a page.
    first: f64,
    /// The edits.
    edits: Samples,
    /// The page after each edit.
    pages: Samples,
}

impl OpenList {
    /// Reads a page, then edits a field of its first transaction again and again.
    fn measure(
        program: &Program,
        query: &Value,
        field: &str,
        value: impl Fn(usize) -> Value,
    ) -> Result<Self, Failure> {
        let start = Instant::now();
        let answer: Value = serde_json::from_str(&program.call("query", query.clone())?)?;
        let first = start.elapsed().as_secs_f64() * 1e3;
        let id = &answer["data"][0]["id"];
        let (mut edits, mut pages) = (Vec::with_capacity(EDITS), Vec::with_capacity(EDITS));
        for number in 0..EDITS {
            let edit = json!({ "updated": [{ "id": id, field: value(number) }] });
            let start = Instant::now();
            program.call("transactions-batch-update", edit)?;
            edits.push(start.elapsed());
            let start = Instant::now();
            black_box(program.call("query", query.clone())?);
            pages.push(start.elapsed());
        }
        Ok(Self { first, edits: Samples::of(edits), pages: Samples::of(pages) })
    }
}

/// Sorted lists that stay open while a transaction is edited.
fn open_lists(
    program: &Program,
    topic: Topic,
    all: &Value,
    deep: u64,
) -> Result<Vec<Row>, Failure> {
    let by_payee = json!([
        { "$condition": { "payee.name": null }, "$dir": "asc" },
        { "$fold": "$payee.name", "$dir": "asc" },
        { "$lower": "$payee.name", "$dir": "asc" },
    ]);
    let by_payee = sorted(all, deep, &by_payee);
    let note = |number: usize| json!(format!("edit {number}"));
    let notes = OpenList::measure(program, &by_payee, "notes", note)?;
    let by_amount = sorted(all, deep, &json!([{ "amount": "desc" }]));
    // Far from the last value, so that the transaction moves through half of the list.
    let amount = |number: usize| json!(if number.is_multiple_of(2) { 9_000_000 } else { -12_345 });
    let amounts = OpenList::measure(program, &by_amount, "amount", amount)?;
    Ok(vec![
        topic.yardstick("page at 90 %, sorted by payee, for the first time", notes.first, "ms"),
        topic.goal("the same after an edit, p50", notes.pages.p50(), 25.0, "ms"),
        topic.yardstick("page at 90 %, sorted by amount, for the first time", amounts.first, "ms"),
        topic.yardstick("an amount edited while it is open, p50", amounts.edits.p50(), "ms"),
        topic.goal("its page after that, p50", amounts.pages.p50(), 25.0, "ms"),
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
    let topic = Topic { part: "register", size: budget.size.name };
    let mut rows = Vec::new();
    for (what, query, limit) in [
        ("first page of all accounts", page(&all, 0), Some(2.0)),
        ("the same at 90 %", page(&all, deep), Some(3.0)),
        ("first page of an account with balance", balance(page(&mine, 0)), Some(2.0)),
        ("the same at 90 %", balance(page(&mine, of_account * 9 / 10)), Some(3.0)),
        ("page filtered by amount and cleared", page(&spent, 0), None),
        ("the same at 45 %, from its view", page(&spent, deep / 2), Some(5.0)),
        ("search, hits", page(&search("usual"), 0), Some(25.0)),
        ("search, no hit", page(&search("zzzq"), 0), Some(25.0)),
        ("count of an account", count(&mine), Some(1.0)),
        ("count of all accounts", count(&all), Some(1.0)),
    ] {
        let (first, samples, found) = program.timed(&query)?;
        let p50 = samples.p50();
        let text = format!("{what}, {found} rows, p50");
        rows.push(match limit {
            Some(limit) => topic.goal(text, p50, limit, "ms"),
            None => topic.yardstick(text, p50, "ms"),
        });
        if what.contains("view") {
            rows.push(topic.yardstick("the same for the first time", first, "ms"));
        }
        if what == "search, no hit" {
            let share = p50 / like.p50();
            rows.push(topic.goal("the same, against LIKE over notes", share, 1.5, "x"));
        }
    }
    let (found, samples) = month_sums(budget)?;
    let what = format!("sums by category and month, {found} of them, p50");
    rows.push(topic.goal(what, samples.p50(), 50.0, "ms"));
    rows.extend(open_lists(&program, topic, &all, deep)?);
    rows.push(topic.yardstick("LIKE over notes in SQLite, no hit, p50", like.p50(), "ms"));
    Ok(rows)
}
