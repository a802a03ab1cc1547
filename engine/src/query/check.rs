//! Turns the serialized state into the checked tree. It stops at the first error, and bounds depth,
//! number of terms and list sizes, so that a hostile state costs little.

mod expressions;
mod filters;
mod results;

use serde_json::{Map, Value};

use super::error::{QueryError, excerpt, shorten};
use super::schema::{Field, Table};
use super::state::QueryState;
use super::tree::{Expr, Filter, Join, Query, Rows};
use super::types::Type;

/// Values of named parameters (`:name`).
pub type Parameters = Map<String, Value>;

/// The deepest nesting of filters and functions.
const MAX_DEPTH: usize = 24;
/// The most conditions, functions, values and fields together.
const MAX_TERMS: usize = 10_000;
/// The most text patterns; each stays compiled while the query runs.
const MAX_PATTERNS: usize = 100;
/// The most values of one `$oneof`.
const MAX_LIST: usize = 50_000;
/// The most results, after `*` is expanded.
const MAX_COLUMNS: usize = 400;
/// The most entries each of group and order.
const MAX_KEYS: usize = 32;

/// Checks a query state against the schema and the rules of types.
///
/// # Errors
/// A [`QueryError`] that names the first mistake.
pub fn check(state: &QueryState, parameters: &Parameters) -> Result<Query, QueryError> {
    let table =
        Table::find(&state.table).ok_or_else(|| QueryError::UnknownTable(shorten(&state.table)))?;
    if state.offset.is_some_and(|offset| offset > 0) && state.limit.is_none() {
        return Err(QueryError::OffsetWithoutLimit);
    }
    let mut checker = Checker {
        table,
        joins: Vec::new(),
        validate_refs: state.validate_refs.unwrap_or(true),
        parameters,
        depth: 0,
        terms: 0,
        patterns: 0,
        parent_keys_only: true,
    };
    let filter = checker.filters(&state.filter_expressions)?;
    let parent_keys_only = checker.parent_keys_only;
    let group = checker.group(&state.group_expressions)?;
    let mut select = checker.select(&state.select_expressions)?;
    let aggregate = !group.is_empty() || select.iter().any(|column| column.expr.sums());
    if aggregate && select.iter().any(|column| column.expr.runs_over()) {
        return Err(QueryError::MisplacedAggregate("$sumOver"));
    }
    if !aggregate {
        checker.add_id(&mut select);
    }
    let order = checker.order(&state.order_expressions, aggregate)?;
    Ok(Query {
        table,
        rows: rows(table, &state.table_options, aggregate, parent_keys_only)?,
        joins: checker.joins,
        with_dead: state.with_dead,
        select,
        filter,
        group,
        order,
        aggregate,
        calculation: state.calculation,
        limit: state.limit,
        offset: state.offset.unwrap_or(0),
    })
}

/// The rows that the table options select.
fn rows(
    table: &'static Table,
    options: &Map<String, Value>,
    aggregate: bool,
    parent_keys_only: bool,
) -> Result<Rows, QueryError> {
    let bad = |option, value: &Value| QueryError::BadOption {
        option,
        table: table.name,
        given: excerpt(value),
    };
    match table.name {
        "transactions" => match options.get("splits") {
            None | Some(Value::Null) => Ok(Rows::Inline),
            Some(value) => match value.as_str() {
                Some("inline") => Ok(Rows::Inline),
                Some("none") => Ok(Rows::Parents),
                Some("all") => Ok(Rows::Every),
                Some("grouped") if aggregate => Ok(Rows::Inline),
                Some("grouped") => Ok(Rows::Grouped { each_row: !parent_keys_only }),
                _ => Err(bad("splits", value)),
            },
        },
        "category_groups" => match options.get("categories") {
            None | Some(Value::Null) => Ok(with_categories(aggregate)),
            Some(value) => match value.as_str() {
                Some("all") => Ok(with_categories(aggregate)),
                Some("none") => Ok(Rows::Plain),
                _ => Err(bad("categories", value)),
            },
        },
        _ => Ok(Rows::Plain),
    }
}

const fn with_categories(aggregate: bool) -> Rows {
    if aggregate { Rows::Plain } else { Rows::WithCategories }
}

/// State of the check.
struct Checker<'a> {
    table: &'static Table,
    joins: Vec<Join>,
    validate_refs: bool,
    parameters: &'a Parameters,
    depth: usize,
    terms: usize,
    patterns: usize,
    /// Whether every filter key so far is `date` or starts with `account`.
    parent_keys_only: bool,
}

impl Checker<'_> {
    /// Runs `read` one level deeper.
    fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, QueryError>,
    ) -> Result<T, QueryError> {
        if self.depth >= MAX_DEPTH {
            return Err(QueryError::TooLarge { what: "levels of nesting", limit: MAX_DEPTH });
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Counts one more term of the query.
    fn count_term(&mut self) -> Result<(), QueryError> {
        self.terms += 1;
        if self.terms > MAX_TERMS {
            return Err(QueryError::TooLarge { what: "terms", limit: MAX_TERMS });
        }
        Ok(())
    }

    /// The filter of the query: every expression must hold.
    fn filters(&mut self, expressions: &[Value]) -> Result<Filter, QueryError> {
        let mut all = Vec::new();
        for expression in expressions {
            all.extend(self.conditions(expression)?);
        }
        Ok(Filter::All(all))
    }

    /// Resolves all but the last part of a path: the source, its table, and the last part.
    fn walk<'p>(&mut self, path: &'p str) -> Result<(usize, &'static Table, &'p str), QueryError> {
        self.count_term()?;
        let (mut source, mut table) = (0, self.table);
        let mut rest = path;
        while let Some((name, tail)) = rest.split_once('.') {
            let field = find(table, name)?;
            (source, table) = self.join(source, table, field)?;
            rest = tail;
        }
        Ok((source, table, rest))
    }

    /// The field at the end of a path. If references are validated, a plain reference is read
    /// through its join, so that a reference to a deleted row is null.
    fn path(&mut self, path: &str) -> Result<Expr, QueryError> {
        let (source, table, name) = self.walk(path)?;
        let field = find(table, name)?;
        self.field(source, table, field)
    }

    fn field(
        &mut self,
        source: usize,
        table: &'static Table,
        field: &'static Field,
    ) -> Result<Expr, QueryError> {
        if self.validate_refs && field.kind == Type::Id && field.join.is_some() {
            let (joined, target) = self.join(source, table, field)?;
            return Ok(Expr::field(joined, target.id()));
        }
        Ok(Expr::field(source, field))
    }

    /// The source that a reference joins; the same reference is joined once.
    fn join(
        &mut self,
        from: usize,
        table: &'static Table,
        field: &'static Field,
    ) -> Result<(usize, &'static Table), QueryError> {
        let target = field.join.and_then(Table::find).ok_or_else(|| QueryError::NotJoinable {
            field: field.name.to_owned(),
            table: table.name,
        })?;
        let join = Join { from, field, table: target };
        let known = self.joins.iter().position(|known| *known == join);
        let index = known.unwrap_or_else(|| {
            self.joins.push(join);
            self.joins.len() - 1
        });
        Ok((index + 1, target))
    }
}

fn find(table: &'static Table, name: &str) -> Result<&'static Field, QueryError> {
    table
        .field(name)
        .ok_or_else(|| QueryError::UnknownField { field: shorten(name), table: table.name })
}

/// Whether a value is empty: null, false, 0 or empty text.
fn is_falsy(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Bool(true) | Value::Array(_) | Value::Object(_) => false,
    }
}
