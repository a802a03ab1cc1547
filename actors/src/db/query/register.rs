//! Pages, lengths and balances of a register: transactions in their usual order, of one, several or
//! all accounts. The stored counts by month (`months.rs`) locate a page, so that the last page
//! costs the same as the first and no rows are counted.

use rusqlite::types::Value as SqlValue;
use rusqlite::{Connection, params_from_iter};
use sobre_engine::money::Total;
use sobre_engine::query::{Compare, Expr, ExprKind, Filter, Function, Literal, Path, Query, Rows};

use super::QueryError;
use super::candidates::{each_path, flatten};
use super::compile::{Draft, Scope, bind_list};
use super::statement::{Statement, page_statement};
use super::usual_order::{ORDER, is_usual, path_of, usual_order};
use crate::db::facts::months::{BY_ACCOUNT, Sum};
use crate::db::facts::{ALIVE_NOT_CHILD, cents};
use crate::db::thresholds::Thresholds;

/// A query that shows a register.
pub(super) struct View<'q> {
    query: &'q Query,
    /// The conditions on the account alone.
    accounts: Vec<&'q Filter>,
    /// All others.
    rest: Vec<&'q Filter>,
    side_by_side: usize,
}

/// The rows of a month other than children.
struct Month {
    /// `yyyymm`.
    month: i64,
    rows: i64,
    amount: Total,
}

impl Month {
    const fn add(&mut self, more: &Self) {
        self.rows += more.rows;
        self.amount += more.amount;
    }
}

/// Where a page starts.
struct Start {
    /// Rows of later months are skipped.
    month: i64,
    /// Rows of that month to skip.
    skipped: i64,
    /// The sum of all rows from that month on.
    remaining: Total,
}

impl<'q> View<'q> {
    /// The query as a view of the register, if it has that form.
    pub(super) fn of(query: &'q Query, thresholds: Thresholds) -> Option<Self> {
        let rows = matches!(query.rows, Rows::Parents | Rows::Inline | Rows::Grouped { .. });
        if query.table.name != "transactions" || query.with_dead || !rows {
            return None;
        }
        let mut terms = Vec::new();
        flatten(&query.filter, &mut terms);
        let of_account = |term: &&Filter| {
            let (mut any, mut all) = (false, true);
            each_path(term, &mut |path| (any, all) = (true, all && is_of_account(query, path)));
            any && all
        };
        let (accounts, rest) = terms.into_iter().partition(of_account);
        Some(Self { query, accounts, rest, side_by_side: thresholds.side_by_side })
    }

    /// The value of a calculation that only counts or sums the rows of accounts.
    pub(super) fn value(&self, conn: &Connection) -> Result<Option<i64>, QueryError> {
        let query = self.query;
        let whole = query.limit.is_none() && query.offset == 0 && query.group.is_empty();
        let calculates = query.calculation && query.aggregate && whole;
        let [column] = &query.select[..] else { return Ok(None) };
        let counts = column.expr.node == ExprKind::CountRows;
        let sums = matches!(
            &column.expr.node,
            ExprKind::Call(Function::Sum, args) if is_amount(&args[0])
        );
        if !calculates || !(counts || sums) || !self.rest.is_empty() {
            return Ok(None);
        }
        let [own, parents, children] = if counts {
            ["rows", "parent_rows", "child_rows"]
        } else {
            ["amount", "parent_amount", "child_amount"]
        };
        // Children count in place of their parents.
        let inline = query.rows == Rows::Inline;
        let (parents, children) = if inline { (parents, children) } else { ("0", "0") };
        let mut draft = Draft::default();
        let from = months_from(&mut draft, self.ids(conn)?.as_deref());
        let read = format!("SELECT {own}, {parents}, {children} {from}");
        let mut statement = conn.prepare_cached(&read)?;
        let mut rows = statement.query(params_from_iter(&draft.params))?;
        let mut sum: Total = 0;
        while let Some(row) = rows.next()? {
            let [own, parents, children] =
                [row.get(0)?, row.get(1)?, row.get(2)?].map(|Sum(it)| it);
            sum += own - parents + children;
        }
        i64::try_from(sum).map(Some).map_err(|_| QueryError::Overflow)
    }

    /// The statement for a page.
    pub(super) fn page(&self, conn: &Connection) -> Result<Option<Statement>, QueryError> {
        let query = self.query;
        let Some(limit) = query.limit else { return Ok(None) };
        let each_row = query.rows == (Rows::Grouped { each_row: true });
        let of_accounts = self.rest.is_empty() && (!each_row || self.accounts.is_empty());
        if !self.is_in_order() || !of_accounts || !self.sums_amounts() {
            return Ok(None);
        }
        let ids = self.ids(conn)?;
        let (accounts, side_by_side) = (ids.as_deref(), self.side_by_side);
        let range =
            RowRange { accounts, side_by_side, month: None, skipped: 0, rows: limit.into() };
        if query.offset == 0 && !query.sums_over() {
            return page_statement(query, |draft| range.select("rowid", draft), None).map(Some);
        }
        let months = self.months(conn, accounts)?;
        if months.iter().any(|it| it.month <= 0) {
            // Not calendar days: their order does not imply their months.
            return Ok(None);
        }
        let start = start(&months, query.offset.into());
        let rows = if start.is_some() { range.rows } else { 0 };
        let Start { month, skipped, remaining } =
            start.unwrap_or(Start { month: 0, skipped: 0, remaining: 0 });
        let range = RowRange { month: Some(month), skipped, rows, ..range };
        let remaining = if query.sums_over() {
            let before = RowRange { skipped: 0, rows: skipped, ..range };
            Some(remaining - before.amount(conn)?)
        } else {
            None
        };
        page_statement(query, |draft| range.select("rowid", draft), remaining).map(Some)
    }

    fn is_in_order(&self) -> bool {
        let Query { rows, aggregate, calculation, order, .. } = self.query;
        *rows != Rows::Inline && !aggregate && !calculation && is_usual(order)
    }

    /// Whether any running sums are balances.
    fn sums_amounts(&self) -> bool {
        let is_balance = |expr: &Expr| {
            let ExprKind::Call(Function::SumOver, args) = &expr.node else { return false };
            is_amount(&args[0])
        };
        let columns = &self.query.select;
        columns.iter().all(|column| !column.expr.runs_over() || is_balance(&column.expr))
    }

    /// The accounts whose rows are shown; none for all.
    fn ids(&self, conn: &Connection) -> Result<Option<Vec<Literal>>, QueryError> {
        if self.accounts.is_empty() {
            return Ok(None);
        }
        let mut draft = Draft::default();
        let mut scope = Scope::new(self.query, 'a');
        let mut conditions = Vec::with_capacity(self.accounts.len());
        for term in &self.accounts {
            conditions.push(format!("({}) IS TRUE", scope.filter(&mut draft, term)?));
        }
        let root = scope.root();
        let accounts = match self.accounts.iter().find_map(|term| only_account(term)) {
            Some(id) => format!("(SELECT {} AS acct)", draft.bind(SqlValue::Text(id.to_owned()))),
            None => format!("(SELECT DISTINCT acct FROM {})", BY_ACCOUNT.table),
        };
        let from = scope.joined_to(&mut draft, &accounts);
        let sql = format!("SELECT {root}.acct FROM {from} WHERE {}", conditions.join(" AND "));
        let mut statement = conn.prepare_cached(&sql)?;
        let ids = statement
            .query_map(params_from_iter(&draft.params), |row| row.get(0).map(Literal::Text))?;
        Ok(Some(ids.collect::<Result<_, _>>()?))
    }

    /// Rows of the months, latest first, with their sums if balances are requested.
    fn months(
        &self,
        conn: &Connection,
        accounts: Option<&[Literal]>,
    ) -> Result<Vec<Month>, QueryError> {
        let mut draft = Draft::default();
        let from = months_from(&mut draft, accounts);
        // Sums may exceed SQLite's integers, so they are added here.
        let read = if self.query.sums_over() {
            format!("SELECT month, rows, amount {from} ORDER BY month DESC")
        } else {
            format!("SELECT month, sum(rows), 0 {from} GROUP BY month ORDER BY month DESC")
        };
        let mut statement = conn.prepare_cached(&read)?;
        let mut rows = statement.query(params_from_iter(&draft.params))?;
        let mut months: Vec<Month> = Vec::new();
        while let Some(row) = rows.next()? {
            let one =
                Month { month: row.get(0)?, rows: row.get(1)?, amount: row.get::<_, Sum>(2)?.0 };
            match months.last_mut().filter(|last| last.month == one.month) {
                Some(last) => last.add(&one),
                None => months.push(one),
            }
        }
        months.retain(|it| it.rows > 0);
        Ok(months)
    }
}

/// The month of row `offset`, if there is such a row.
fn start(months: &[Month], offset: i64) -> Option<Start> {
    let mut remaining: Total = months.iter().map(|it| it.amount).sum();
    let mut skipped = offset;
    for it in months {
        if skipped < it.rows {
            return Some(Start { month: it.month, skipped, remaining });
        }
        skipped -= it.rows;
        remaining -= it.amount;
    }
    None
}

/// The months of accounts: of one along its index, of several by scanning all.
fn months_from(draft: &mut Draft, accounts: Option<&[Literal]>) -> String {
    let table = BY_ACCOUNT.table;
    match accounts {
        None => format!("FROM {table} NOT INDEXED"),
        Some([one]) => {
            let list = bind_list(draft, std::slice::from_ref(one));
            format!("FROM {table} WHERE acct = ({list})")
        }
        Some(several) => {
            format!("FROM {table} NOT INDEXED WHERE acct IN ({})", bind_list(draft, several))
        }
    }
}

/// Adjacent rows of accounts in the usual order.
#[derive(Clone, Copy)]
struct RowRange<'a> {
    /// None for all.
    accounts: Option<&'a [Literal]>,
    side_by_side: usize,
    /// Rows of later months are skipped.
    month: Option<i64>,
    /// How many of the others are skipped too.
    skipped: i64,
    /// The most rows.
    rows: i64,
}

impl RowRange<'_> {
    /// The statement for a column of the rows, read in order along the index. Accounts with few
    /// rows are cheap, however many the others have.
    fn select(&self, column: &str, draft: &mut Draft) -> String {
        let Self { accounts, side_by_side, month, skipped, rows } = *self;
        if accounts.is_some_and(<[_]>::is_empty) {
            return format!("SELECT {column} FROM transactions WHERE 0");
        }
        let until = month.map_or_else(String::new, |month| {
            format!("AND date <= {}", draft.bind(SqlValue::Integer(month * 100 + 99)))
        });
        let along = |columns: &str, index: &str, within: &str| {
            format!(
                "SELECT {columns} FROM transactions INDEXED BY {index} \
                 WHERE {ALIVE_NOT_CHILD} {within} {until}"
            )
        };
        let of_one = |columns: &str, one: &Literal, draft: &mut Draft| {
            let within = format!("AND acct = {}", draft.bind_literal(one));
            along(columns, "sobre_account_rows", &within)
        };
        let all = match accounts {
            None => along(column, "trans_sorted", ""),
            Some([one]) => of_one(column, one, draft),
            Some(several) if several.len() <= side_by_side => {
                // Each part is already in the requested order, so SQLite merges them while reading.
                let columns =
                    format!("{column} AS found, {}", ORDER.map(|(name, _)| name).join(", "));
                let each: Vec<_> = several.iter().map(|one| of_one(&columns, one, draft)).collect();
                each.join(" UNION ALL ")
            }
            Some(many) => {
                let within = format!("AND acct IN ({})", bind_list(draft, many));
                along(column, "trans_sorted", &within)
            }
        };
        let rows = draft.bind(SqlValue::Integer(rows));
        let skipped = draft.bind(SqlValue::Integer(skipped));
        let all = format!("{all} ORDER BY {} LIMIT {rows} OFFSET {skipped}", usual_order(""));
        let is_merged = accounts.is_some_and(|it| (2..=side_by_side).contains(&it.len()));
        if is_merged { format!("SELECT found FROM ({all})") } else { all }
    }

    /// The sum of the rows.
    fn amount(&self, conn: &Connection) -> Result<Total, QueryError> {
        let mut draft = Draft::default();
        let mut statement = conn.prepare_cached(&self.select("amount", &mut draft))?;
        let mut rows = statement.query(params_from_iter(&draft.params))?;
        let mut sum = 0;
        while let Some(row) = rows.next()? {
            sum += Total::from(cents(row.get_ref(0)?));
        }
        Ok(sum)
    }
}

/// The single account that a condition allows, if it names one.
fn only_account(term: &Filter) -> Option<&str> {
    let Filter::Compare(Compare::Equal, left, right) = term else { return None };
    let path = path_of(left)?;
    let ExprKind::Literal(Literal::Text(id)) = &right.node else { return None };
    (path.source == 0 || path.field.name == "id").then_some(id)
}

/// Whether a field belongs to the account of a transaction.
fn is_of_account(query: &Query, path: Path) -> bool {
    match path.source.checked_sub(1).map(|index| query.joins[index]) {
        None => path.field.name == "account",
        Some(join) => join.from == 0 && join.field.name == "account",
    }
}

pub(super) fn is_amount(expr: &Expr) -> bool {
    path_of(expr).is_some_and(|path| path.source == 0 && path.field.name == "amount")
}
