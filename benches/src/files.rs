//! Writes large budget files for measurements: the same seed and size give the same rows. The
//! figures are plausible, not realistic: what matters is the number of rows and their distribution
//! over months, categories and accounts.

use std::path::Path;

use sobre_actors::db::{BudgetDb, NewFile};
use sobre_actors::environment::Environment;
use sobre_actors::files::seeded::SeededRandom;
use sobre_actors::files::{FileError, Metadata};
use sobre_engine::crdt::Value;
use sobre_engine::dates::{Day, Month};

use crate::size::Size;

/// Sums of the written rows, to check results against. Amounts in cents.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sums {
    /// Rows of the transactions table.
    pub rows: usize,
    /// Balance of each account, in order of creation.
    pub balances: Vec<i64>,
    /// Total income.
    pub income: i64,
    /// Total spending from on-budget accounts; negative.
    pub spent: i64,
    /// Total of budgeted amounts.
    pub budgeted: i64,
}

/// Parameters of a generated budget.
#[derive(Debug, Clone, Copy)]
pub struct Recipe {
    /// Its size.
    pub size: Size,
    /// Its random seed.
    pub seed: u64,
    /// The last day with transactions.
    pub last: Day,
    /// Whether the file contains the messages of its rows, as a synced one does.
    pub logged: bool,
}

impl Recipe {
    /// The usual budget of a size: up to 20 November 2026, with its messages.
    #[must_use]
    #[expect(clippy::expect_used, reason = "the text is a day of the calendar")]
    pub fn standard(size: Size) -> Self {
        let last = "2026-11-20".parse().expect("the text is a day of the calendar");
        Self { size, seed: 1, last, logged: true }
    }
}

/// Writes `db.sqlite` and `metadata.json` into an existing folder.
///
/// # Errors
/// Failures of the disk.
pub fn write_budget(recipe: &Recipe, folder: &Path) -> Result<Sums, FileError> {
    let mut sums = Sums::default();
    let environment = Environment::fixed(recipe.last);
    BudgetDb::build(folder, environment, recipe.logged, |file| -> Result<(), FileError> {
        sums = Writer::new(recipe, file).write()?;
        Ok(())
    })?;
    let id = folder.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    Metadata::new(&id, &format!("Size {}", recipe.size.name)).write(folder)?;
    Ok(sums)
}

struct Writer<'a, 'w, 'd> {
    recipe: &'a Recipe,
    file: &'a mut NewFile<'w, 'd>,
    chance: SeededRandom,
    accounts: Vec<(Value, Value)>,
    categories: Vec<(String, Value)>,
    income: Value,
    payees: Vec<Value>,
    sums: Sums,
    made_ms: u64,
}

/// A category to write.
struct Category<'a> {
    id: &'a str,
    name: &'a str,
    group: &'a str,
    is_income: bool,
    /// Its place in the order, from 0.
    place: usize,
}

/// The main columns of a transaction.
struct Entry {
    /// Its place among the accounts.
    account: usize,
    day: Day,
    /// In cents.
    amount: i64,
    category: Value,
}

const INCOME_GROUP: &str = "2E1F5BDB-209B-43F9-AF2C-3CE28E380C00";

impl<'a, 'w, 'd> Writer<'a, 'w, 'd> {
    fn new(recipe: &'a Recipe, file: &'a mut NewFile<'w, 'd>) -> Self {
        let income = Value::Null;
        let (accounts, categories, payees) = (Vec::new(), Vec::new(), Vec::new());
        let chance = SeededRandom::new(recipe.seed);
        let sums = Sums::default();
        Self { recipe, file, chance, accounts, categories, income, payees, sums, made_ms: 0 }
    }

    fn write(mut self) -> Result<Sums, FileError> {
        let last = self.recipe.last.month();
        let months = 12 * self.recipe.size.years;
        let first = last.plus(1 - i32::try_from(months).unwrap_or(1));
        self.time(first.first_day());
        self.write_accounts()?;
        self.write_categories()?;
        self.write_payees()?;
        let mut left = self.recipe.size.transactions;
        for (place, month) in first.through(last).enumerate() {
            self.time(month.first_day());
            self.write_budgets(month)?;
            let rows = left / (months - place).max(1);
            left -= rows;
            self.write_transactions(month, rows)?;
        }
        Ok(self.sums)
    }

    fn time(&mut self, day: Day) {
        let noon = day.date().and_hms_opt(12, 0, 0).unwrap_or_default().and_utc();
        let noon = u64::try_from(noon.timestamp_millis()).unwrap_or_default();
        self.made_ms = self.made_ms.max(noon);
        self.file.at(self.made_ms);
    }

    fn write_accounts(&mut self) -> Result<(), FileError> {
        for number in 0..self.recipe.size.accounts {
            let (id, payee) = (self.chance.uuid(), self.chance.uuid());
            let columns = [
                ("name", text(&format!("Account {}", number + 1))),
                ("offbudget", flag(is_off_budget(number))),
                ("sort_order", order(number)),
            ];
            self.file.row("accounts", &id, &columns)?;
            let columns = [("name", text("")), ("transfer_acct", text(&id))];
            self.file.row("payees", &payee, &columns)?;
            self.file.row("payee_mapping", &payee, &[("targetId", text(&payee))])?;
            self.accounts.push((text(&id), text(&payee)));
            self.sums.balances.push(0);
        }
        Ok(())
    }

    fn write_categories(&mut self) -> Result<(), FileError> {
        let mut group = String::new();
        for number in 0..self.recipe.size.categories {
            if number % 10 == 0 {
                group = self.chance.uuid();
                let name = text(&format!("Group {}", number / 10 + 1));
                let columns =
                    [("name", name), ("is_income", flag(false)), ("sort_order", order(number))];
                self.file.row("category_groups", &group, &columns)?;
            }
            let id = self.chance.uuid();
            let name = format!("Category {}", number + 1);
            self.write_category(&Category {
                id: &id,
                name: &name,
                group: &group,
                is_income: false,
                place: number,
            })?;
            self.categories.push((id.clone(), text(&id)));
        }
        let columns =
            [("name", text("Income")), ("is_income", flag(true)), ("sort_order", order(9999))];
        self.file.row("category_groups", INCOME_GROUP, &columns)?;
        let id = self.chance.uuid();
        self.write_category(&Category {
            id: &id,
            name: "Income",
            group: INCOME_GROUP,
            is_income: true,
            place: 0,
        })?;
        self.income = text(&id);
        Ok(())
    }

    fn write_category(&mut self, category: &Category<'_>) -> Result<(), FileError> {
        let id = category.id;
        let columns = [
            ("name", text(category.name)),
            ("is_income", flag(category.is_income)),
            ("cat_group", text(category.group)),
            ("sort_order", order(category.place)),
        ];
        self.file.row("categories", id, &columns)?;
        Ok(self.file.row("category_mapping", id, &[("transferId", text(id))])?)
    }

    fn write_payees(&mut self) -> Result<(), FileError> {
        for number in 0..self.recipe.size.categories * 5 {
            let id = self.chance.uuid();
            self.file.row("payees", &id, &[("name", text(&format!("Payee {}", number + 1)))])?;
            self.file.row("payee_mapping", &id, &[("targetId", text(&id))])?;
            self.payees.push(text(&id));
        }
        Ok(())
    }

    fn write_budgets(&mut self, month: Month) -> Result<(), FileError> {
        for place in 0..self.categories.len() {
            let amount = self.chance.within(20, 400) * 100;
            self.sums.budgeted += amount;
            let (id, category) = &self.categories[place];
            let columns = [
                ("month", Value::Integer(month.yyyymm())),
                ("category", category.clone()),
                ("amount", Value::Integer(amount)),
            ];
            self.file.row("zero_budgets", &format!("{}-{id}", month.yyyymm()), &columns)?;
        }
        Ok(())
    }

    /// Income on the first, then spending, sometimes a split or a transfer.
    fn write_transactions(&mut self, month: Month, rows: usize) -> Result<(), FileError> {
        let goal = self.sums.rows + rows;
        let last_day = self.recipe.last.min(month.last_day()).yyyymmdd() % 100;
        if rows > 0 {
            let income = i64::try_from(self.categories.len()).unwrap_or_default() * 21_000;
            self.sums.income += income;
            let category = self.income.clone();
            self.add(Entry { account: 0, day: month.first_day(), amount: income, category }, &[])?;
        }
        let mut done = 1;
        while self.sums.rows < goal {
            let place = i64::try_from(done * 100 / rows.max(1)).unwrap_or_default();
            let number = (1 + place * last_day / 100).min(last_day);
            let day = Day::from_yyyymmdd(month.yyyymm() * 100 + number);
            let day = day.unwrap_or_else(|| month.first_day());
            self.time(day);
            let before = self.sums.rows;
            match (self.chance.within(1, 100), goal - before) {
                (1..=5, 2..) => self.transfer(day)?,
                (6..=9, 3..) => self.split(day)?,
                _ => self.spend(day)?,
            }
            done += self.sums.rows - before;
        }
        Ok(())
    }

    fn some_account(&mut self) -> usize {
        let last = i64::try_from(self.accounts.len()).unwrap_or(1) - 1;
        usize::try_from(self.chance.within(0, last)).unwrap_or_default()
    }

    fn some_category(&mut self) -> Value {
        self.chance.pick(&self.categories).map_or(Value::Null, |(_, value)| value.clone())
    }

    fn spend(&mut self, day: Day) -> Result<(), FileError> {
        let (account, amount) = (self.some_account(), -self.chance.within(100, 20_000));
        let off_budget = is_off_budget(account);
        let category = if off_budget { Value::Null } else { self.some_category() };
        if !off_budget {
            self.sums.spent += amount;
        }
        self.add(Entry { account, day, amount, category }, &[]).map(drop)
    }

    fn split(&mut self, day: Day) -> Result<(), FileError> {
        let children = [-self.chance.within(100, 9_000), -self.chance.within(100, 9_000)];
        let total = children[0] + children[1];
        self.sums.spent += total;
        let split = Entry { account: 0, day, amount: total, category: Value::Null };
        let parent = self.add(split, &[("isParent", flag(true))])?;
        self.sums.balances[0] -= total;
        for amount in children {
            let category = self.some_category();
            let extra = [("isChild", flag(true)), ("parent_id", text(&parent))];
            self.add(Entry { account: 0, day, amount, category }, &extra)?;
        }
        Ok(())
    }

    fn transfer(&mut self, day: Day) -> Result<(), FileError> {
        let from = self.some_account();
        let to = (from + 1) % self.accounts.len();
        let amount = -self.chance.within(1_000, 90_000);
        let leaves = is_off_budget(to) && !is_off_budget(from);
        let category = if leaves { self.some_category() } else { Value::Null };
        if leaves {
            self.sums.spent += amount;
        }
        let (one, other) = (self.chance.uuid(), self.chance.uuid());
        let (from_payee, to_payee) = (self.accounts[from].1.clone(), self.accounts[to].1.clone());
        let leaving = Entry { account: from, day, amount, category };
        self.row(&one, leaving, to_payee, &[("transferred_id", text(&other))])?;
        let arriving = Entry { account: to, day, amount: -amount, category: Value::Null };
        self.row(&other, arriving, from_payee, &[("transferred_id", text(&one))])?;
        Ok(())
    }

    fn add(&mut self, entry: Entry, extra: &[(&'static str, Value)]) -> Result<String, FileError> {
        let id = self.chance.uuid();
        let payee = self.chance.pick(&self.payees).cloned().unwrap_or_default();
        self.row(&id, entry, payee, extra)?;
        Ok(id)
    }

    fn row(
        &mut self,
        id: &str,
        entry: Entry,
        payee: Value,
        extra: &[(&'static str, Value)],
    ) -> Result<(), FileError> {
        let Entry { account, day, amount, category } = entry;
        self.made_ms += 1;
        self.file.at(self.made_ms);
        let mut columns = vec![
            ("acct", self.accounts[account].0.clone()),
            ("date", Value::Integer(day.yyyymmdd())),
            ("amount", Value::Integer(amount)),
            ("description", payee),
            ("category", category),
            ("cleared", flag(true)),
            ("sort_order", Value::Integer(i64::try_from(self.made_ms).unwrap_or_default())),
        ];
        if self.sums.rows.is_multiple_of(5) {
            columns.push(("notes", text("A note of a usual length for this row")));
        }
        columns.extend_from_slice(extra);
        self.sums.rows += 1;
        self.sums.balances[account] += amount;
        Ok(self.file.row("transactions", id, &columns)?)
    }
}

fn is_off_budget(account: usize) -> bool {
    account % 5 == 4
}

fn text(text: &str) -> Value {
    Value::Text(text.into())
}

fn flag(flag: bool) -> Value {
    Value::Integer(i64::from(flag))
}

fn order(place: usize) -> Value {
    Value::Integer((i64::try_from(place).unwrap_or_default() + 1) * 16_384)
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;
    use sobre_actors::files::DB_NAME;

    use super::*;
    use crate::size::S;

    fn written(recipe: &Recipe) -> (Sums, Connection, tempfile::TempDir) {
        let temp = tempfile::tempdir().unwrap();
        let sums = write_budget(recipe, temp.path()).unwrap();
        let conn = Connection::open(temp.path().join(DB_NAME)).unwrap();
        (sums, conn, temp)
    }

    fn numbers(conn: &Connection, sql: &str) -> Vec<i64> {
        let mut statement = conn.prepare(sql).unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn a_small_budget_holds_what_its_sums_say() {
        let (sums, conn, _temp) = written(&Recipe::standard(S));
        assert_eq!(sums.rows, 5_000);
        assert_eq!(numbers(&conn, "SELECT count(*) FROM transactions"), [5_000]);
        let balances = "SELECT sum(amount) FROM transactions t JOIN accounts a ON a.id = t.acct
                         WHERE isParent = 0 GROUP BY acct ORDER BY a.sort_order";
        assert_eq!(numbers(&conn, balances), sums.balances);
        let by_kind = |is_income: i64| {
            let sql = format!(
                "SELECT sum(t.amount) FROM transactions t JOIN categories c ON c.id = t.category
                  WHERE c.is_income = {is_income} AND t.isParent = 0"
            );
            numbers(&conn, &sql)
        };
        assert_eq!(by_kind(0), [sums.spent]);
        assert_eq!(by_kind(1), [sums.income]);
        assert_eq!(numbers(&conn, "SELECT sum(amount) FROM zero_budgets"), [sums.budgeted]);
        assert_eq!(numbers(&conn, "SELECT count(DISTINCT date / 100) FROM transactions"), [12]);
        assert!(numbers(&conn, "SELECT count(*) FROM messages_crdt")[0] > 35_000);
    }

    #[test]
    fn the_same_recipe_gives_the_same_budget_and_another_seed_another() {
        let quiet = Recipe { logged: false, ..Recipe::standard(S) };
        let (first, conn, _temp) = written(&quiet);
        assert_eq!(numbers(&conn, "SELECT count(*) FROM messages_crdt"), [0]);
        assert_eq!(written(&quiet).0, first);
        assert_ne!(written(&Recipe { seed: 2, ..quiet }).0, first);
    }
}
