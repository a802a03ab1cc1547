//! A budget opened without the rest of the program, and durable edits of it: decided, committed,
//! recalculated and written as the text that would be sent.

use std::collections::HashSet;
use std::error::Error;
use std::hint::black_box;
use std::path::Path;

use rusqlite::Connection;
use sobre_actors::db::{BudgetDb, CommitFacts, Intent, Origin};
use sobre_actors::environment::Environment;
use sobre_engine::budget::BudgetSheet;
use sobre_engine::crdt::{Change, Value};
use sobre_engine::dates::Month;

/// Anything that stops a measurement.
pub type Failure = Box<dyn Error>;

/// Enough in the first month that the balance stays positive until the last.
pub const PLENTY: i64 = 900_000_000;

/// An open budget with its sheet.
#[derive(Debug)]
pub struct Durable {
    db: BudgetDb,
    sheet: BudgetSheet,
    account: String,
    category: String,
    first: Month,
    last: Month,
    /// Months in which an amount was budgeted here.
    budgeted: HashSet<Month>,
}

impl Durable {
    /// Opens the budget in a folder and computes every cell.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn open(folder: &Path) -> Result<Self, Failure> {
        let mut db = BudgetDb::open(folder, Environment::system(None))?;
        let facts = db.facts()?;
        let sheet = BudgetSheet::build(&facts)?;
        let conn = Connection::open(folder.join("db.sqlite"))?;
        let first = |sql: &str| conn.query_row(sql, [], |row| row.get::<_, String>(0));
        let account = first("SELECT id FROM accounts WHERE offbudget = 0 ORDER BY sort_order")?;
        let category = first("SELECT id FROM categories WHERE is_income = 0 ORDER BY sort_order")?;
        let budgeted = HashSet::new();
        Ok(Self { db, sheet, account, category, first: facts.first, last: facts.last, budgeted })
    }

    /// First month with a sheet.
    #[must_use]
    pub const fn first(&self) -> Month {
        self.first
    }

    /// Last month with a sheet.
    #[must_use]
    pub const fn last(&self) -> Month {
        self.last
    }

    /// Commits, recalculates and writes the changed cells. Returns their number.
    fn write(&mut self, changes: Vec<Change>) -> Result<usize, Failure> {
        let commit = self.db.apply(changes, Origin::Local(Intent::default()))?;
        let CommitFacts::Changed(facts) = commit.facts else {
            return Err("an edit made everything be read anew".into());
        };
        let changed = self.sheet.apply(&facts)?;
        black_box(serde_json::to_string(&changed)?);
        Ok(changed.len())
    }

    /// Budgets `amount` cents in a month. Returns the number of changed cells.
    ///
    /// # Errors
    /// If it cannot be committed.
    pub fn budgeted(&mut self, month: Month, amount: i64) -> Result<usize, Failure> {
        let id = format!("{}-{}", month.yyyymm(), self.category);
        let mut columns = vec![("amount", Value::Integer(amount))];
        // As the program does: a row gets its month and category when it is new.
        if self.budgeted.insert(month) {
            columns.push(("month", Value::Integer(month.yyyymm())));
            columns.push(("category", Value::Text(self.category.as_str().into())));
        }
        self.write(Change::row("zero_budgets", &id, columns))
    }

    /// Adds a transaction near the first month. Returns the number of changed cells.
    ///
    /// # Errors
    /// If it cannot be committed.
    pub fn transaction(&mut self, number: usize) -> Result<usize, Failure> {
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
