//! The statements of a query: which rows are read, in which order, and how grouped splits find
//! their children. The filters and expressions inside come from `compile.rs`.

use rusqlite::types::Value as SqlValue;
use sobre_engine::query::{Compare, Expr, ExprKind, Filter, Literal, Query, Rows};

use super::QueryError;
use super::columns::{not_deleted, parent_alive, visible};
use super::compile::{Draft, Scope, bind_list};

/// A statement ready to run. Its columns are those of the query's select, then for grouped
/// splits whether the row passed the filter, the parent of a child and the row's id.
#[derive(Debug)]
pub(super) struct Statement {
    pub(super) sql: String,
    pub(super) draft: Draft,
}

/// The statement that reads the rows of a query; of grouped splits the parents and normal rows.
pub(super) fn main_statement(query: &Query) -> Result<Statement, QueryError> {
    let mut draft = Draft::default();
    let mut scope = Scope::new(query, 't');
    let mut columns = select(query, &mut scope, &mut draft)?;
    let root = scope.root();
    if let Rows::Grouped { each_row } = query.rows {
        let passed = if each_row { scope.filter(&mut draft, &query.filter)? } else { "1".into() };
        columns.extend([passed, "NULL".to_owned(), format!("{root}.id")]);
    } else if query.rows == Rows::WithCategories {
        columns.push(format!("{root}.id"));
    }
    let mut conditions = row_conditions(query, query.rows, &root);
    conditions.extend(index_hints(query, &root, &mut draft));
    let filter = scope.filter(&mut draft, &query.filter)?;
    conditions.push(match query.rows {
        Rows::Grouped { each_row: true } => {
            format!("({filter} OR {})", child_passes(query, &root, &mut draft)?)
        }
        Rows::Grouped { each_row: false }
        | Rows::Plain
        | Rows::Inline
        | Rows::Parents
        | Rows::Every
        | Rows::WithCategories => filter,
    });
    let group = group(query, &mut scope, &mut draft)?;
    let order = order(query, &mut scope, &mut draft)?;
    let from = scope.from(&mut draft);
    let mut sql = format!(
        "SELECT {} FROM {from} WHERE {}{group}{order}",
        columns.join(", "),
        conditions.join(" AND ")
    );
    if let Some(limit) = query.limit {
        let limit = draft.bind(SqlValue::Integer(limit.into()));
        let offset = draft.bind(SqlValue::Integer(query.offset.into()));
        sql += &format!(" LIMIT {limit} OFFSET {offset}");
    }
    Ok(Statement { sql, draft })
}

/// The statement that reads the children of the given parents, in the query's order.
pub(super) fn children_statement(
    query: &Query,
    parents: &[Literal],
) -> Result<Statement, QueryError> {
    let mut draft = Draft::default();
    let mut scope = Scope::new(query, 't');
    let mut columns = select(query, &mut scope, &mut draft)?;
    let root = scope.root();
    columns.push(match query.rows {
        Rows::Grouped { each_row: true } => scope.filter(&mut draft, &query.filter)?,
        Rows::Grouped { each_row: false }
        | Rows::Plain
        | Rows::Inline
        | Rows::Parents
        | Rows::Every
        | Rows::WithCategories => "1".to_owned(),
    });
    columns.extend([format!("{root}.parent_id"), format!("{root}.id")]);
    let list = bind_list(&mut draft, parents);
    let mut conditions = child_conditions(query, &root);
    conditions.push(format!("{root}.parent_id IN ({list})"));
    let order = order(query, &mut scope, &mut draft)?;
    let from = scope.from(&mut draft);
    let sql = format!(
        "SELECT {} FROM {from} WHERE {}{order}",
        columns.join(", "),
        conditions.join(" AND ")
    );
    Ok(Statement { sql, draft })
}

fn select(
    query: &Query,
    scope: &mut Scope<'_>,
    draft: &mut Draft,
) -> Result<Vec<String>, QueryError> {
    let mut columns = Vec::with_capacity(query.select.len() + 3);
    for column in &query.select {
        columns.push(scope.expr(draft, &column.expr)?);
    }
    if columns.is_empty() {
        columns.push("NULL".to_owned());
    }
    Ok(columns)
}

fn group(query: &Query, scope: &mut Scope<'_>, draft: &mut Draft) -> Result<String, QueryError> {
    let mut keys = Vec::with_capacity(query.group.len());
    for key in &query.group {
        keys.push(scope.expr(draft, key)?);
    }
    Ok(if keys.is_empty() { String::new() } else { format!(" GROUP BY {}", keys.join(", ")) })
}

fn order(query: &Query, scope: &mut Scope<'_>, draft: &mut Draft) -> Result<String, QueryError> {
    if query.aggregate && query.group.is_empty() {
        return Ok(String::new());
    }
    Ok(format!(" ORDER BY {}", scope.order(draft, &query.order)?))
}

/// Which rows of the table are read at all (spec/5 section 8.4).
fn row_conditions(query: &Query, rows: Rows, root: &str) -> Vec<String> {
    let mut conditions: Vec<String> = visible(query.table, root).into_iter().collect();
    if !query.with_dead {
        conditions.extend(not_deleted(query.table, root));
    }
    match rows {
        Rows::Inline => {
            conditions.push(format!("{root}.isParent = 0"));
            if !query.with_dead {
                conditions.push(parent_alive(root));
            }
        }
        Rows::Parents | Rows::Grouped { .. } => conditions.push(format!("{root}.isChild = 0")),
        Rows::Plain | Rows::Every | Rows::WithCategories => {}
    }
    if conditions.is_empty() {
        conditions.push("1".to_owned());
    }
    conditions
}

/// Which rows count as children of a group.
fn child_conditions(query: &Query, root: &str) -> Vec<String> {
    let mut conditions = row_conditions(query, Rows::Every, root);
    conditions.push(format!("IFNULL({root}.isChild, 1) <> 0"));
    conditions
}

/// Whether any child of the row passes the filter.
fn child_passes(query: &Query, parent: &str, draft: &mut Draft) -> Result<String, QueryError> {
    let mut scope = Scope::new(query, 'c');
    let root = scope.root();
    let filter = scope.filter(draft, &query.filter)?;
    let mut conditions = vec![format!("{root}.parent_id = {parent}.id")];
    conditions.extend(child_conditions(query, &root));
    conditions.push(filter);
    let from = scope.from(draft);
    Ok(format!("EXISTS (SELECT 1 FROM {from} WHERE {})", conditions.join(" AND ")))
}

/// Conditions that follow from the filter and let SQLite use an index where the reference itself
/// is read through a mapping or a join.
fn index_hints(query: &Query, root: &str, draft: &mut Draft) -> Vec<String> {
    let (Filter::All(terms), "transactions") = (&query.filter, query.table.name) else {
        return Vec::new();
    };
    if query.rows == (Rows::Grouped { each_row: true }) {
        return Vec::new();
    }
    let mut hints = Vec::new();
    let mut pending: Vec<&Filter> = terms.iter().collect();
    while let Some(term) = pending.pop() {
        match term {
            Filter::All(inner) => pending.extend(inner),
            Filter::Compare(Compare::Equal, left, right) => {
                hints.extend(reference_hint(query, root, (left, right), draft));
            }
            Filter::Any(_)
            | Filter::IsNull(_)
            | Filter::NotNull(_)
            | Filter::Compare(..)
            | Filter::OneOf(..)
            | Filter::Match(..) => {}
        }
    }
    hints
}

fn reference_hint(
    query: &Query,
    root: &str,
    (left, right): (&Expr, &Expr),
    draft: &mut Draft,
) -> Option<String> {
    let (ExprKind::Field(path), ExprKind::Literal(Literal::Text(id))) = (&left.node, &right.node)
    else {
        return None;
    };
    let name = match path.source.checked_sub(1).map(|index| query.joins[index]) {
        None => path.field.name,
        Some(join) if join.from == 0 && path.field.name == "id" => join.field.name,
        Some(_) => return None,
    };
    match name {
        "account" => {
            let id = draft.bind(SqlValue::Text(id.clone()));
            Some(format!("{root}.acct = {id}"))
        }
        "category" => {
            let id = draft.bind(SqlValue::Text(id.clone()));
            let from = "SELECT h.id FROM category_mapping h WHERE h.transferId =";
            Some(format!("{root}.category IN ({from} {id})"))
        }
        _ => None,
    }
}
