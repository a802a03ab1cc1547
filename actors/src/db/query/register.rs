//! Pages, lengths and balances of a register: transactions in their usual order, of one account,
//! of some or of all. What is counted by month (`months.rs`) says where a page lies, so that the
//! last page costs what the first does and nothing is counted row by row.

use rusqlite::types::Value as SqlValue;
use rusqlite::{Connection, params_from_iter};
use sobre_engine::query::{
    Compare, Expr, ExprKind, Filter, Function, Literal, Order, Path, Query, Rows,
};

use super::QueryError;
use super::candidates::{each_path, flatten};
use super::compile::{Draft, Scope, bind_list};
use super::statement::{Page, Statement, page_statement};
use crate::db::facts::ALIVE_NOT_CHILD;
use crate::db::facts::months::BY_ACCOUNT;

/// A query that shows a register.
pub(super) struct View<'q> {
    query: &'q Query,
    /// The conditions that look at the account alone.
    accounts: Vec<&'q Filter>,
    /// All others.
    rest: Vec<&'q Filter>,
}

/// The usual order: field, and whether it descends.
const ORDER: [(&str, bool); 4] =
    [("date", true), ("starting_balance_flag", false), ("sort_order", true), ("id", false)];
const ORDER_SQL: &str = "ORDER BY date DESC, starting_balance_flag, sort_order DESC, id";

/// The rows of a month that are no children of splits.
struct Month {
    /// `yyyymm`.
    month: i64,
    rows: i64,
    amount: i64,
}

/// Where the rows of a page begin.
struct Start {
    /// Rows of later months are left out.
    month: i64,
    /// Rows of that month to leave out.
    skipped: i64,
    /// The sum of all rows from that month on.
    remaining: i64,
}

impl<'q> View<'q> {
    /// The query as a view of the register, if it is one.
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

    /// The value of a calculation that only counts or sums rows of accounts.
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
        let mut statement =
            conn.prepare_cached(&format!("SELECT ifnull(sum({column}), 0) {from}"))?;
        Ok(Some(statement.query_row(params_from_iter(&draft.params), |row| row.get(0))?))
    }

    /// The statement that gives a page.
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
            let rows = |draft: &mut Draft| {
                let from = rows_from(draft, ids.as_deref(), None);
                let limit = draft.bind(SqlValue::Integer(limit.into()));
                format!("SELECT rowid {from} {ORDER_SQL} LIMIT {limit}")
            };
            return page_statement(query, &Page { rows: &rows, remaining: None }).map(Some);
        }
        let months = self.months(conn, ids.as_deref())?;
        if months.iter().any(|it| it.month <= 0) {
            // No days of the calendar: their order says nothing about their months.
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
        let rows = |draft: &mut Draft| {
            let from = rows_from(draft, accounts, Some(start.month));
            let limit = draft.bind(SqlValue::Integer(limit));
            let skipped = draft.bind(SqlValue::Integer(start.skipped));
            format!("SELECT rowid {from} {ORDER_SQL} LIMIT {limit} OFFSET {skipped}")
        };
        page_statement(query, &Page { rows: &rows, remaining }).map(Some)
    }

    /// Whether it gives a page in the usual order that any start will do for.
    pub(super) fn is_page(&self) -> bool {
        self.query.limit.is_some() && !self.query.sums_over() && self.is_in_order()
    }

    fn is_in_order(&self) -> bool {
        !self.query.aggregate && !self.query.calculation && is_usual(&self.query.order)
    }

    /// Whether running sums, if there are any, are balances.
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

    /// The accounts whose rows are shown, none for all.
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

    /// Rows and amounts of the months, latest first.
    fn months(
        &self,
        conn: &Connection,
        accounts: Option<&[Literal]>,
    ) -> Result<Vec<Month>, QueryError> {
        let mut draft = Draft::default();
        let from = months_from(&mut draft, accounts);
        let mut statement = conn.prepare_cached(&format!(
            "SELECT month, sum(rows), sum(amount) {from} \
             GROUP BY month HAVING sum(rows) > 0 ORDER BY month DESC"
        ))?;
        let months = statement.query_map(params_from_iter(&draft.params), |row| {
            Ok(Month { month: row.get(0)?, rows: row.get(1)?, amount: row.get(2)? })
        })?;
        Ok(months.collect::<Result<_, _>>()?)
    }
}

/// Whether keys are the usual order of a register.
pub(super) fn is_usual(order: &[Order]) -> bool {
    order.len() == ORDER.len()
        && order.iter().zip(ORDER).all(|(key, (name, descending))| {
            let path = path_of(&key.expr);
            let is_field = path.is_some_and(|it| it.source == 0 && it.field.name == name);
            is_field && key.descending == descending
        })
}

/// The month in which row `offset` lies, if there is such a row.
fn start(months: &[Month], offset: i64) -> Option<Start> {
    let mut remaining = months.iter().map(|it| it.amount).fold(0_i64, i64::wrapping_add);
    let mut skipped = offset;
    for it in months {
        if skipped < it.rows {
            return Some(Start { month: it.month, skipped, remaining });
        }
        skipped -= it.rows;
        remaining = remaining.wrapping_sub(it.amount);
    }
    None
}

/// The months of accounts: of one along the index that has them together, of several along all.
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

/// The rows of accounts, up to a month if one is given, along the index that has them in order.
fn rows_from(draft: &mut Draft, accounts: Option<&[Literal]>, month: Option<i64>) -> String {
    let (index, within) = match accounts {
        None => ("trans_sorted", String::new()),
        Some([one]) => {
            let list = bind_list(draft, std::slice::from_ref(one));
            ("sobre_register", format!("AND acct = ({list})"))
        }
        Some(several) => ("trans_sorted", format!("AND acct IN ({})", bind_list(draft, several))),
    };
    let until = month.map_or_else(String::new, |month| {
        format!("AND date <= {}", draft.bind(SqlValue::Integer(month * 100 + 99)))
    });
    format!("FROM transactions INDEXED BY {index} WHERE {ALIVE_NOT_CHILD} {within} {until}")
}

/// The one account that a condition on accounts allows, if it names one.
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

/// The sum of the rows of the first month that the page leaves out.
fn skipped_amount(
    conn: &Connection,
    accounts: Option<&[Literal]>,
    start: &Start,
) -> Result<i64, QueryError> {
    let mut draft = Draft::default();
    let from = rows_from(&mut draft, accounts, Some(start.month));
    let skipped = draft.bind(SqlValue::Integer(start.skipped));
    let mut statement = conn.prepare_cached(&format!(
        "SELECT ifnull(sum(amount), 0) FROM (SELECT amount {from} {ORDER_SQL} LIMIT {skipped})"
    ))?;
    Ok(statement.query_row(params_from_iter(&draft.params), |row| row.get(0))?)
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
