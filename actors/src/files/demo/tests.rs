use std::collections::BTreeMap;
use std::io::Cursor;

use rusqlite::Connection;
use sobre_engine::dates::{Day, Month};

use super::*;
use crate::files::{DB_NAME, export, import_actual, list_budgets};

struct DemoBudget {
    _temp: tempfile::TempDir,
    dir: DataDir,
    id: BudgetId,
    today: Day,
}

fn made(today: &str) -> DemoBudget {
    let temp = tempfile::tempdir().unwrap();
    let dir = DataDir::open(&temp.path().join("data")).unwrap();
    let today = today.parse().unwrap();
    let id = create_demo(&dir, &Environment::fixed(today)).unwrap();
    DemoBudget { _temp: temp, dir, id, today }
}

impl DemoBudget {
    fn conn(&self) -> Connection {
        Connection::open(self.dir.path().join(&self.id).join(DB_NAME)).unwrap()
    }
}

fn number(conn: &Connection, sql: &str) -> i64 {
    conn.query_row(sql, [], |row| row.get(0)).unwrap()
}

fn pairs(conn: &Connection, sql: &str) -> Vec<(String, i64, i64)> {
    let mut statement = conn.prepare(sql).unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
    rows.unwrap().map(Result::unwrap).collect()
}

/// An independent, simple implementation of the envelope rules.
struct Sheet {
    to_budget: i64,
    leftovers: BTreeMap<String, i64>,
    lowest_fund: i64,
}

fn work_out(conn: &Connection, until: Month) -> Sheet {
    let key = |rows: Vec<(String, i64, i64)>| -> BTreeMap<(String, i64), i64> {
        rows.into_iter().map(|(name, month, value)| ((name, month), value)).collect()
    };
    let spent = key(pairs(
        conn,
        "SELECT c.name, t.date / 100, sum(t.amount) FROM transactions t
           JOIN accounts a ON a.id = t.acct AND a.offbudget = 0
           JOIN categories c ON c.id = t.category WHERE t.isParent = 0 GROUP BY 1, 2",
    ));
    let from_budget = |column: &str| {
        key(pairs(
            conn,
            &format!(
                "SELECT c.name, b.month, b.{column} FROM zero_budgets b
                   JOIN categories c ON c.id = b.category"
            ),
        ))
    };
    let (budgeted, carried) = (from_budget("amount"), from_budget("carryover"));
    let held = key(pairs(
        conn,
        "SELECT '', CAST(replace(id, '-', '') AS INTEGER), buffered FROM zero_budget_months",
    ));
    let names = pairs(conn, "SELECT name, is_income, 0 FROM categories");
    let get = |map: &BTreeMap<(String, i64), i64>, name: &str, month: Month| {
        map.get(&(name.to_owned(), month.yyyymm())).copied().unwrap_or(0)
    };
    let mut sheet = Sheet { to_budget: 0, leftovers: BTreeMap::new(), lowest_fund: i64::MAX };
    for month in until.plus(-history::MONTHS - 1).through(until) {
        let before = month.previous();
        let mut total = sheet.to_budget + get(&held, "", before);
        let old = std::mem::take(&mut sheet.leftovers);
        for (name, is_income, _) in &names {
            let out = get(&spent, name, month);
            if *is_income == 1 {
                total += out;
                continue;
            }
            let old = old.get(name).copied().unwrap_or(0);
            let carries = get(&carried, name, before) == 1;
            total += if carries { 0 } else { old.min(0) };
            let kept = if carries { old } else { old.max(0) };
            let amount = get(&budgeted, name, month);
            total -= amount;
            sheet.leftovers.insert(name.clone(), kept + amount + out);
        }
        sheet.to_budget = total - get(&held, "", month);
        sheet.lowest_fund = sheet.lowest_fund.min(sheet.leftovers["Emergency Fund"]);
    }
    sheet
}

const DAYS: [&str; 6] =
    ["2026-11-20", "2026-01-01", "2024-02-29", "2025-12-31", "2027-07-05", "2026-03-15"];

#[test]
fn envelopes_are_funded_but_for_two_in_the_current_month() {
    for today in DAYS {
        let made = made(today);
        let conn = made.conn();
        let sheet = work_out(&conn, made.today.month());
        assert_eq!(sheet.to_budget, 8_420, "{today}");
        let overspent: Vec<_> = sheet.leftovers.iter().filter(|(_, left)| **left < 0).collect();
        let overspent: Vec<_> =
            overspent.into_iter().map(|(name, left)| (name.as_str(), *left)).collect();
        assert_eq!(overspent, [("Medical", -8_650), ("Restaurants", -4_317)], "{today}");
        assert!(sheet.lowest_fund >= 0, "{today}: the emergency fund is never overdrawn");
        let next = work_out(&conn, made.today.month().next());
        let left: Vec<_> =
            next.leftovers.iter().filter(|(_, left)| **left < 0).map(|(name, _)| name).collect();
        assert_eq!(left, ["Medical"], "{today}: carried over");
    }
}

#[test]
fn the_demo_is_as_large_as_a_real_household() {
    for today in &DAYS[..2] {
        let made = made(today);
        let conn = made.conn();
        let count = |from: &str| number(&conn, &format!("SELECT count(*) FROM {from}"));
        let rows = count("transactions");
        assert!((2_800..3_800).contains(&rows), "{today}: {rows} transactions");
        assert_eq!(count("accounts"), 13);
        assert_eq!(count("accounts WHERE closed = 1"), 1);
        assert_eq!(count("accounts WHERE offbudget = 1"), 4);
        assert_eq!(count("category_groups WHERE is_income = 0"), 6);
        assert_eq!(count("category_groups WHERE is_income = 1"), 1);
        assert!((25..=32).contains(&count("categories WHERE is_income = 0")));
        assert!(count("payees WHERE transfer_acct IS NULL") >= 200);
        assert!(count("schedules") >= 15);
        assert!(count("rules") >= 30);
        assert!(count("transactions WHERE isParent = 1") > 60);
        assert!(count("transactions WHERE cleared = 0") > 3);
        assert_eq!(count(&format!("transactions WHERE date > {}", made.today.yyyymmdd())), 3);
        let first = made.today.month().plus(-24).first_day().yyyymmdd();
        assert_eq!(number(&conn, "SELECT min(date) FROM transactions"), first);
    }
}

#[test]
fn every_row_refers_to_rows_that_exist() {
    let conn = made("2026-11-20").conn();
    for (what, sql) in [
        ("an account", "transactions WHERE acct NOT IN (SELECT id FROM accounts)"),
        ("a category", "transactions WHERE category NOT IN (SELECT id FROM category_mapping)"),
        ("a payee", "transactions WHERE description NOT IN (SELECT id FROM payee_mapping)"),
        ("any payee", "transactions WHERE description IS NULL"),
        (
            "a parent",
            "transactions WHERE isChild = 1 AND parent_id NOT IN
            (SELECT id FROM transactions WHERE isParent = 1)",
        ),
        ("a schedule", "transactions WHERE schedule NOT IN (SELECT id FROM schedules)"),
        (
            "a twin",
            "transactions t WHERE transferred_id IS NOT NULL AND NOT EXISTS
            (SELECT 1 FROM transactions o WHERE o.id = t.transferred_id AND
              o.transferred_id = t.id AND o.amount = -t.amount AND o.date = t.date)",
        ),
        (
            "a category off budget",
            "transactions t JOIN accounts a ON a.id = t.acct
            WHERE a.offbudget = 1 AND t.category IS NOT NULL",
        ),
        (
            "a balanced split",
            "transactions p WHERE isParent = 1 AND amount <>
            (SELECT sum(amount) FROM transactions c WHERE c.parent_id = p.id)",
        ),
        ("a rule", "schedules WHERE rule NOT IN (SELECT id FROM rules)"),
        ("a next date", "schedules WHERE id NOT IN (SELECT schedule_id FROM schedules_next_date)"),
        ("a next date to come", "schedules_next_date WHERE base_next_date < 20261120"),
        ("a mapping", "categories WHERE id NOT IN (SELECT id FROM category_mapping)"),
        ("a group", "categories WHERE cat_group NOT IN (SELECT id FROM category_groups)"),
        ("valid rules", "rules WHERE NOT json_valid(conditions) OR NOT json_valid(actions)"),
    ] {
        assert_eq!(number(&conn, &format!("SELECT count(*) FROM {sql}")), 0, "without {what}");
    }
    let closed = "SELECT sum(amount) FROM transactions t JOIN accounts a ON a.id = t.acct
                   WHERE a.closed = 1";
    assert_eq!(number(&conn, closed), 0);
}

#[test]
fn the_same_day_gives_the_same_demo() {
    let dump = |made: &DemoBudget| -> Vec<(String, i64, i64)> {
        pairs(&made.conn(), "SELECT id, amount, date FROM transactions ORDER BY id")
    };
    let first = made("2026-11-20");
    assert_eq!(dump(&first), dump(&made("2026-11-20")));
    assert_ne!(dump(&first), dump(&made("2026-11-21")));
}

#[test]
fn the_messages_match_the_tables() {
    let conn = made("2026-11-20").conn();
    let mut statement =
        conn.prepare("SELECT dataset, row, column, value FROM messages_crdt").unwrap();
    let mut rows = statement.query([]).unwrap();
    let mut count = 0;
    while let Some(row) = rows.next().unwrap() {
        let (table, id, column, value): (String, String, String, String) =
            (row.get(0).unwrap(), row.get(1).unwrap(), row.get(2).unwrap(), row.get(3).unwrap());
        let sql = format!("SELECT CAST(\"{column}\" AS TEXT) FROM \"{table}\" WHERE id = ?");
        let held: String =
            conn.prepare_cached(&sql).unwrap().query_row([&id], |row| row.get(0)).unwrap();
        let said = &value[2..];
        let same = held == said || held.parse::<f64>().ok() == said.parse::<f64>().ok();
        assert!(same, "{table}.{column} of {id}: {held} and {said}");
        count += 1;
    }
    assert!(count > 20_000);
}

#[test]
fn the_demo_is_an_ordinary_budget_that_can_be_exported_and_imported() {
    let made = made("2026-11-20");
    let env = Environment::fixed(made.today);
    create_demo(&made.dir, &env).unwrap();
    let names: Vec<_> =
        list_budgets(&made.dir).unwrap().into_iter().map(|budget| budget.name).collect();
    assert_eq!(names, ["Demo Budget", "Demo Budget 1"]);
    let folder = made.dir.path().join(&made.id);
    let metadata = Metadata::read(&folder).unwrap();
    let zip = export(&folder.join(DB_NAME), &metadata, Cursor::new(Vec::new())).unwrap();
    let path = made.dir.path().join(".zip");
    std::fs::write(&path, zip.into_inner()).unwrap();
    let count = "SELECT count(*) FROM messages_crdt";
    let before = number(&made.conn(), count);
    assert_eq!(import_actual(&path, &made.dir, &env).unwrap(), made.id);
    assert_eq!(number(&made.conn(), count), before);
}
