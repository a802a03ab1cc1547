//! Durable edits without a socket (goals 4 to 6): decided, committed, recalculated and written as
//! the frame that would be sent.

use std::hint::black_box;

use rusqlite::Connection;
use sobre_actors::db::{BudgetDb, CommitFacts, Intent, Origin};
use sobre_actors::environment::Environment;
use sobre_engine::budget::BudgetSheet;
use sobre_engine::crdt::{Change, Value};
use sobre_engine::dates::Month;

use crate::Budget;
use crate::row::Row;
use crate::samples::Samples;
use crate::wire::Failure;
use crate::yardstick;

const EDITS: usize = 500;

/// So much in the first month that the balance stays positive to the last.
const PLENTY: i64 = 900_000_000;

/// A budget opened without the program around it.
struct Opened {
    db: BudgetDb,
    sheet: BudgetSheet,
    account: String,
    category: String,
    first: Month,
    last: Month,
}

impl Opened {
    fn open(budget: &Budget<'_>) -> Result<Self, Failure> {
        let mut db = BudgetDb::open(&budget.dir.join(&budget.id), Environment::system(None))?;
        let facts = db.facts()?;
        let sheet = BudgetSheet::build(&facts)?;
        let conn = Connection::open(budget.database())?;
        let first = |sql: &str| conn.query_row(sql, [], |row| row.get::<_, String>(0));
        let account = first("SELECT id FROM accounts WHERE offbudget = 0 ORDER BY sort_order")?;
        let category = first("SELECT id FROM categories WHERE is_income = 0 ORDER BY sort_order")?;
        Ok(Self { db, sheet, account, category, first: facts.first, last: facts.last })
    }

    /// Commits, recalculates and writes the changed cells. Answers how many there are.
    fn write(&mut self, changes: Vec<Change>) -> Result<usize, Failure> {
        let commit = self.db.apply(changes, Origin::Local(Intent::default()))?;
        let CommitFacts::Changed(facts) = commit.facts else {
            return Err("an edit made everything be read anew".into());
        };
        let changed = self.sheet.apply(&facts)?;
        black_box(serde_json::to_string(&changed)?);
        Ok(changed.len())
    }

    fn budgeted(&mut self, month: Month, amount: i64) -> Result<usize, Failure> {
        let id = format!("{}-{}", month.yyyymm(), self.category);
        let columns = [
            ("month", Value::Integer(month.yyyymm())),
            ("category", Value::Text(self.category.as_str().into())),
            ("amount", Value::Integer(amount)),
        ];
        self.write(Change::row("zero_budgets", &id, columns))
    }

    fn transaction(&mut self, number: usize) -> Result<usize, Failure> {
        let text = |text: &str| Value::Text(text.into());
        let day = self.first.plus(3).first_day().yyyymmdd();
        let columns = [
            ("acct", text(&self.account)),
            ("category", text(&self.category)),
            ("date", Value::Integer(day)),
            ("amount", Value::Integer(-1_000)),
            ("notes", text("measured")),
            ("cleared", Value::Integer(1)),
            ("sort_order", Value::Integer(i64::try_from(number)?)),
        ];
        self.write(Change::row("transactions", format!("measured-{number}"), columns))
    }
}

/// What one budget measured.
pub(crate) struct Measured {
    size: &'static str,
    commit: Samples,
    first: Samples,
    last: Samples,
    added: Samples,
    changed: usize,
}

/// Edits a budget.
pub(crate) fn measure(budget: &Budget<'_>) -> Result<Measured, Failure> {
    let mut opened = Opened::open(budget)?;
    let (first, last) = (opened.first, opened.last);
    let mut changed = opened.budgeted(first, PLENTY)?;
    let commit = yardstick::commits(budget.dir, EDITS)?;
    let mut amount = PLENTY;
    let mut edit = |month: Month| {
        Samples::repeat(EDITS, |_| {
            amount += 1;
            changed = changed.max(opened.budgeted(month, amount)?);
            Ok::<_, Failure>(())
        })
    };
    let (first, last) = (edit(first)?, edit(last)?);
    let added = Samples::repeat(EDITS, |number| opened.transaction(number).map(drop))?;
    Ok(Measured { size: budget.size.name, commit, first, last, added, changed })
}

/// The rows of all sizes.
pub(crate) fn rows(all: &[Measured]) -> Vec<Row> {
    let mut rows = Vec::new();
    for it in all {
        let commit = it.commit.p50();
        let mut add = |goal: &'static str, what: &str, values: (f64, f64), unit: &'static str| {
            rows.push(Row::new((goal, it.size), what, values, unit));
        };
        add("4", "SQLite commit alone, p50", (commit, f64::INFINITY), "ms");
        let what = format!("first-month edit, durable, {} cells, p50", it.changed);
        add("4", &what, (it.first.p50(), 1.0), "ms");
        add("4", "the same, p99", (it.first.p99(), 5.0), "ms");
        add("4", "against the commit alone", (it.first.p50() / commit, 3.0), "x");
        add("5", "last-month edit, durable, p50", (it.last.p50(), 1.0), "ms");
        add("6", "transaction added in the first month, p50", (it.added.p50(), 1.0), "ms");
        add("6", "the same, p99", (it.added.p99(), 5.0), "ms");
    }
    let find = |size: &str| all.iter().find(|it| it.size == size);
    if let (Some(small), Some(large)) = (find("S"), find("L")) {
        let growth = large.added.p50() / small.added.p50();
        rows.push(Row::new(("6", "L"), "transaction added, against S", (growth, 2.0), "x"));
    }
    rows
}
