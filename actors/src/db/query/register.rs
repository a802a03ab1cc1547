//! Pages, lengths and balances of a register: transactions in their usual order, of one, several or
//! all accounts. The stored counts by month (`months.rs`) locate a page, so that the last page
//! costs the same as the first and no rows are counted.

use rusqlite::types::Value as SqlValue;
use rusqlite::{Connection, params_from_iter};
use sobre_engine::money::Total;
use sobre_engine::query::{
    Compare, Expr, ExprKind, Filter, Function, Literal, Order, Path, Query, Rows,
};

use super::QueryError;
use super::candidates::{each_path, flatten};
use super::compile::{Draft, Scope, bind_list};
use super::statement::{Page, Statement, page_statement};
use crate::db::facts::months::{BY_ACCOUNT, Sum};
use crate::db::facts::{ALIVE_NOT_CHILD, cents};

/// A query that shows a register.
pub(super) struct View<'q> {
    query: &'q Query,
    /// The conditions on the account alone.
    accounts: Vec<&'q Filter>,
    /// All others.
    rest: Vec<&'q Filter>,
}

/// The usual order: field, and whether it is descending.
const ORDER: [(&str, bool); 4] =
    [("date", true), ("starting_balance_flag", false), ("sort_order", true), ("id", false)];
const ORDER_SQL: &str = "ORDER BY date DESC, starting_balance_flag, sort_order DESC, id";
/// Up to this many accounts, their rows are read in parallel along an index; for more, the rows of
/// all accounts are scanned, because nearly every row belongs to one of them then.
const MOST_SIDE_BY_SIDE: usize = 100;

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
    pub(super) fn of(query: &'q Query) -> Option<Self> {
        let rows = matches!(query.rows, Rows::Parents | Rows::Grouped { .. });
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
        Some(Self { query, accounts, rest })
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
        let column = if counts { "rows" } else { "amount" };
        let mut draft = Draft::default();
        let from = months_from(&mut draft, self.ids(conn)?.as_deref());
        let mut statement = conn.prepare_cached(&format!("SELECT {column} {from}"))?;
        let mut rows = statement.query(params_from_iter(&draft.params))?;
        let mut sum: Total = 0;
        while let Some(row) = rows.next()? {
            sum += row.get::<_, Sum>(0)?.0;
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
        if query.offset == 0 && !query.sums_over() {
            let first =
                Stretch { accounts: ids.as_deref(), month: None, skipped: 0, rows: limit.into() };
            let rows = |draft: &mut Draft| first.select("rowid", draft);
            return page_statement(query, &Page { rows: &rows, remaining: None }).map(Some);
        }
        let months = self.months(conn, ids.as_deref())?;
        if months.iter().any(|it| it.month <= 0) {
            // Not calendar days: their order does not imply their months.
            return Ok(None);
        }
        let start = start(&months, query.offset.into());
        let limit = if start.is_some() { i64::from(limit) } else { 0 };
        let start = start.unwrap_or(Start { month: 0, skipped: 0, remaining: 0 });
        let accounts = ids.as_deref();
        let remaining = if query.sums_over() {
            Some(start.remaining - skipped_amount(conn, accounts, &start)?)
        } else {
            None
        };
        let Start { month, skipped, .. } = start;
        let stretch = Stretch { accounts, month: Some(month), skipped, rows: limit };
        let rows = |draft: &mut Draft| stretch.select("rowid", draft);
        page_statement(query, &Page { rows: &rows, remaining }).map(Some)
    }

    /// Whether it reads a page in the usual order, from any start.
    pub(super) fn is_page(&self) -> bool {
        self.query.limit.is_some() && !self.query.sums_over() && self.is_in_order()
    }

    fn is_in_order(&self) -> bool {
        !self.query.aggregate && !self.query.calculation && is_usual(&self.query.order)
    }

    /// Whether any running sums are balances.
    fn sums_amounts(&self) -> bool {
        let is_balance = |expr: &Expr| match &expr.node {
            ExprKind::Call(Function::SumOver, args) => is_amount(&args[0]),
            ExprKind::Call(..)
            | ExprKind::Field(_)
            | ExprKind::Literal(_)
            | ExprKind::Condition(_)
            | ExprKind::CountRows => false,
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

/// Whether rows are read in day order along an index, and only as many as requested.
pub(super) fn is_by_day(query: &Query) -> bool {
    let first = query.order.first().and_then(|key| path_of(&key.expr));
    let by_day = first.is_some_and(|it| it.source == 0 && it.field.name == "date");
    let all = query.aggregate || query.calculation;
    by_day && !all && (!query.sums_over() || is_usual(&query.order))
}

/// Whether the keys are the usual order of a register.
pub(super) fn is_usual(order: &[Order]) -> bool {
    order.len() == ORDER.len()
        && order.iter().zip(ORDER).all(|(key, (name, descending))| {
            let path = path_of(&key.expr);
            let is_field = path.is_some_and(|it| it.source == 0 && it.field.name == name);
            is_field && key.descending == descending
        })
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
struct Stretch<'a> {
    /// None for all.
    accounts: Option<&'a [Literal]>,
    /// Rows of later months are skipped.
    month: Option<i64>,
    /// How many of the others are skipped too.
    skipped: i64,
    /// The most rows.
    rows: i64,
}

impl Stretch<'_> {
    /// The statement for a column of the rows, read in order along the index. Accounts with few
    /// rows are cheap, however many the others have.
    fn select(&self, column: &str, draft: &mut Draft) -> String {
        let Self { accounts, month, skipped, rows } = *self;
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
            along(columns, "sobre_register", &within)
        };
        let all = match accounts {
            None => along(column, "trans_sorted", ""),
            Some([one]) => of_one(column, one, draft),
            Some(several) if several.len() <= MOST_SIDE_BY_SIDE => {
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
        let all = format!("{all} {ORDER_SQL} LIMIT {rows} OFFSET {skipped}");
        let is_merged = accounts.is_some_and(|it| (2..=MOST_SIDE_BY_SIDE).contains(&it.len()));
        if is_merged { format!("SELECT found FROM ({all})") } else { all }
    }
}

/// The single account that a condition allows, if it names one.
fn only_account(term: &Filter) -> Option<&str> {
    let Filter::Compare(Compare::Equal, left, right) = term else { return None };
    let path = path_of(left)?;
    let is_id = path.source == 0 || path.field.name == "id";
    match &right.node {
        ExprKind::Literal(Literal::Text(id)) if is_id => Some(id),
        ExprKind::Literal(_)
        | ExprKind::Field(_)
        | ExprKind::Call(..)
        | ExprKind::Condition(_)
        | ExprKind::CountRows => None,
    }
}

/// The sum of the skipped rows of the page's first month.
fn skipped_amount(
    conn: &Connection,
    accounts: Option<&[Literal]>,
    start: &Start,
) -> Result<Total, QueryError> {
    let mut draft = Draft::default();
    let skipped = Stretch { accounts, month: Some(start.month), skipped: 0, rows: start.skipped };
    let mut statement = conn.prepare_cached(&skipped.select("amount", &mut draft))?;
    let mut rows = statement.query(params_from_iter(&draft.params))?;
    let mut sum = 0;
    while let Some(row) = rows.next()? {
        sum += Total::from(cents(row.get_ref(0)?));
    }
    Ok(sum)
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

pub(super) const fn path_of(expr: &Expr) -> Option<Path> {
    match &expr.node {
        ExprKind::Field(path) => Some(*path),
        ExprKind::Literal(_)
        | ExprKind::Call(..)
        | ExprKind::Condition(_)
        | ExprKind::CountRows => None,
    }
}
