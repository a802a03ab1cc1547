//! The statements of a query: which rows are read, in which order, and how grouped splits find
//! their children. `compile.rs` builds their filters and expressions.

use rusqlite::types::Value as SqlValue;
use sobre_engine::money::Total;
use sobre_engine::query::{Compare, ExprKind, Filter, Function, Literal, Path, Query, Rows};

use super::QueryError;
use super::columns::{not_deleted, parent_alive, visible};
use super::compile::{Draft, Scope, bind_list};
use super::ranked::Ranks;
use super::usual_order::usual_order;

/// A statement ready to run. Its columns are the query's select, then for grouped splits whether
/// the row passed the filter, the parent of a child and the row's id.
#[derive(Debug)]
pub(super) struct Statement {
    pub(super) sql: String,
    pub(super) draft: Draft,
    /// The running sums of the first row, if the statement does not compute them: it then returns
    /// what each row adds.
    pub(super) remaining: Option<Total>,
}

/// The statement that reads the rows of a query; for grouped splits the parents and normal rows.
pub(super) fn main_statement(
    query: &Query,
    candidates: Option<&[i64]>,
) -> Result<Statement, QueryError> {
    let mut draft = Draft::default();
    let mut scope = Scope::new(query, 't');
    let mut columns = select(query, &mut scope, &mut draft)?;
    columns.extend(extra_columns(query, &mut scope, &mut draft)?);
    let root = scope.root();
    let paged = query.limit.is_some() && !query.aggregate && !query.sums_over();
    let conditions = if paged {
        format!("{root}.id IN ({})", page(query, &mut draft, candidates)?)
    } else {
        matching(query, &mut scope, &mut draft, candidates)?
    };
    let group = group(query, &mut scope, &mut draft)?;
    let order = order(query, &mut scope, &mut draft)?;
    let limit = if paged { String::new() } else { limit(query, &mut draft) };
    let from = scope.from(&mut draft);
    let columns = columns.join(", ");
    let sql = format!("SELECT {columns} FROM {from} WHERE {conditions}{group}{order}{limit}");
    Ok(Statement { sql, draft, remaining: None })
}

/// As [`main_statement`], for a page whose rows are known: `rows` writes the statement that selects
/// their numbers. `remaining` is the running sum of the first row, if the query asks for it.
pub(super) fn page_statement(
    query: &Query,
    rows: impl FnOnce(&mut Draft) -> String,
    remaining: Option<Total>,
) -> Result<Statement, QueryError> {
    let mut draft = Draft::default();
    let mut scope = Scope::new(query, 't');
    let mut columns = select(query, &mut scope, &mut draft)?;
    if remaining.is_some() {
        for (text, column) in columns.iter_mut().zip(&query.select) {
            let ExprKind::Call(Function::SumOver, args) = &column.expr.node else { continue };
            *text = scope.expr(&mut draft, &args[0])?;
        }
    }
    columns.extend(extra_columns(query, &mut scope, &mut draft)?);
    let order = order(query, &mut scope, &mut draft)?;
    let (root, rows) = (scope.root(), rows(&mut draft));
    let from = scope.from(&mut draft);
    let columns = columns.join(", ");
    let sql = format!("SELECT {columns} FROM {from} WHERE {root}.rowid IN ({rows}){order}");
    Ok(Statement { sql, draft, remaining })
}

/// The columns after the select that its rows are put together by.
fn extra_columns(
    query: &Query,
    scope: &mut Scope<'_>,
    draft: &mut Draft,
) -> Result<Vec<String>, QueryError> {
    let id = format!("{}.id", scope.root());
    Ok(match query.rows {
        Rows::Grouped { .. } => vec![passed(query, scope, draft)?, "NULL".to_owned(), id],
        Rows::WithCategories => vec![id],
        Rows::Parents | Rows::Plain | Rows::Inline | Rows::Every => Vec::new(),
    })
}

/// Whether a row passes the filter itself; in lists of parents every row does.
fn passed(query: &Query, scope: &mut Scope<'_>, draft: &mut Draft) -> Result<String, QueryError> {
    if query.rows == (Rows::Grouped { each_row: true }) {
        return scope.filter(draft, &query.filter);
    }
    Ok("1".to_owned())
}

/// The ids of one page. Finding them first spares the skipped rows all joins that only the results
/// need.
fn page(
    query: &Query,
    draft: &mut Draft,
    candidates: Option<&[i64]>,
) -> Result<String, QueryError> {
    let mut scope = Scope::new(query, 'p');
    let root = scope.root();
    let conditions = matching(query, &mut scope, draft, candidates)?;
    let order = order(query, &mut scope, draft)?;
    let limit = limit(query, draft);
    let from = scope.from(draft);
    Ok(format!("SELECT {root}.id FROM {from} WHERE {conditions}{order}{limit}"))
}

/// The statement that finds the row numbers of a query, whatever its page, and the place of each:
/// rows of the same place are in its order.
pub(super) fn row_numbers(query: &Query) -> Result<Statement, QueryError> {
    let mut draft = Draft::default();
    let mut scope = Scope::new(query, 'p');
    let root = scope.root();
    let Some(Ranks { values, join, place }) = Ranks::of(query, &root, &mut draft)? else {
        return numbers(query, |scope, draft| matching(query, scope, draft, None));
    };
    let conditions = matching(query, &mut scope, &mut draft, None)?;
    let from = scope.from(&mut draft);
    let usual = usual_order(&format!("{root}."));
    let sql = format!(
        "{values}SELECT {root}.rowid, {place} FROM {from}{join} WHERE {conditions} ORDER BY {usual}"
    );
    Ok(Statement { sql, draft, remaining: None })
}

/// As [`row_numbers`], among these rows.
pub(super) fn row_numbers_among(query: &Query, rows: &[u32]) -> Result<Statement, QueryError> {
    numbers(query, |scope, draft| {
        let matching = matching(query, scope, draft, None)?;
        Ok(format!("{} AND {matching}", is_one_of(scope, draft, rows)))
    })
}

/// The statement that finds these row numbers in the order of a query, whether it selects them or
/// not.
pub(super) fn in_order(query: &Query, rows: &[u32]) -> Result<Statement, QueryError> {
    numbers(query, |scope, draft| Ok(is_one_of(scope, draft, rows)))
}

fn numbers(
    query: &Query,
    conditions: impl FnOnce(&mut Scope<'_>, &mut Draft) -> Result<String, QueryError>,
) -> Result<Statement, QueryError> {
    let mut draft = Draft::default();
    let mut scope = Scope::new(query, 'p');
    let conditions = conditions(&mut scope, &mut draft)?;
    let order = order(query, &mut scope, &mut draft)?;
    let (root, from) = (scope.root(), scope.from(&mut draft));
    let sql = format!("SELECT {root}.rowid, 0 FROM {from} WHERE {conditions}{order}");
    Ok(Statement { sql, draft, remaining: None })
}

fn is_one_of(scope: &Scope<'_>, draft: &mut Draft, rows: &[u32]) -> String {
    let rows: Vec<_> = rows.iter().map(|row| Literal::Integer((*row).into())).collect();
    format!("{}.rowid IN ({})", scope.root(), bind_list(draft, &rows))
}

fn limit(query: &Query, draft: &mut Draft) -> String {
    let Some(limit) = query.limit else {
        return String::new();
    };
    let limit = draft.bind(SqlValue::Integer(limit.into()));
    let offset = draft.bind(SqlValue::Integer(query.offset.into()));
    format!(" LIMIT {limit} OFFSET {offset}")
}

/// The conditions on the rows that a query selects.
fn matching(
    query: &Query,
    scope: &mut Scope<'_>,
    draft: &mut Draft,
    candidates: Option<&[i64]>,
) -> Result<String, QueryError> {
    let root = scope.root();
    let mut conditions = row_conditions(query, query.rows, &root);
    if query.rows == (Rows::Grouped { each_row: true }) {
        conditions.push(group_passes(query, scope, draft, candidates)?);
    } else {
        let filter = scope.filter(draft, &query.filter)?;
        conditions.extend(hints(query, scope, draft, candidates)?);
        conditions.push(settled(&filter));
    }
    Ok(conditions.join(" AND "))
}

/// Whether the row or any of its children passes the filter. If an index finds the candidates, they
/// are found first; otherwise groups are tested in order, so that reading ends once a page is full.
fn group_passes(
    query: &Query,
    scope: &mut Scope<'_>,
    draft: &mut Draft,
    candidates: Option<&[i64]>,
) -> Result<String, QueryError> {
    let root = scope.root();
    let mut rows = Scope::new(query, 'm');
    let hints = hints(query, &mut rows, draft, candidates)?;
    if hints.is_empty() {
        let filter = scope.filter(draft, &query.filter)?;
        return Ok(format!("({filter} OR {})", child_passes(query, &root, draft)?));
    }
    let row = rows.root();
    let filter = rows.filter(draft, &query.filter)?;
    let mut conditions = row_conditions(query, Rows::Every, &row);
    conditions.extend(hints);
    conditions.push(settled(&filter));
    let (from, conditions) = (rows.from(draft), conditions.join(" AND "));
    let group = format!("CASE WHEN {row}.isChild = 0 THEN {row}.id ELSE {row}.parent_id END");
    Ok(format!("{root}.id IN (SELECT {group} FROM {from} WHERE {conditions})"))
}

/// A filter whose joins the planner must not reorder. Otherwise it may start from a joined table
/// and read most transactions once for each of its rows.
fn settled(filter: &str) -> String {
    format!("({filter}) IS TRUE")
}

/// The statement that reads the children of the given parents, in the query's order. A running sum
/// is over groups, so children have null.
pub(super) fn children_statement(
    query: &Query,
    parents: &[Literal],
) -> Result<Statement, QueryError> {
    let mut draft = Draft::default();
    let mut scope = Scope::new(query, 't');
    let mut columns = select(query, &mut scope, &mut draft)?;
    for (text, column) in columns.iter_mut().zip(&query.select) {
        if column.expr.runs_over() {
            "NULL".clone_into(text);
        }
    }
    let root = scope.root();
    columns.push(passed(query, &mut scope, &mut draft)?);
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
    Ok(Statement { sql, draft, remaining: None })
}

/// The statement that reads all categories, each with its group.
pub(super) fn categories_statement(query: &Query) -> Result<Statement, QueryError> {
    let mut draft = Draft::default();
    let mut scope = Scope::new(query, 't');
    let columns = select(query, &mut scope, &mut draft)?.join(", ");
    let conditions = matching(query, &mut scope, &mut draft, None)?;
    let order = order(query, &mut scope, &mut draft)?;
    let (root, from) = (scope.root(), scope.from(&mut draft));
    let sql = format!(
        "SELECT {columns}, 1, {root}.cat_group, {root}.id FROM {from} WHERE {conditions}{order}"
    );
    Ok(Statement { sql, draft, remaining: None })
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

/// The conditions on rows to read at all.
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

/// The conditions on children of a group.
fn child_conditions(query: &Query, root: &str) -> Vec<String> {
    let mut conditions = row_conditions(query, Rows::Every, root);
    conditions.push(format!("ifnull({root}.isChild, 1) <> 0"));
    conditions
}

/// Whether any child of the row passes the filter.
fn child_passes(query: &Query, parent: &str, draft: &mut Draft) -> Result<String, QueryError> {
    let mut scope = Scope::new(query, 'c');
    let root = scope.root();
    let filter = scope.filter(draft, &query.filter)?;
    let mut conditions = vec![format!("{root}.parent_id = {parent}.id")];
    conditions.extend(child_conditions(query, &root));
    conditions.push(settled(&filter));
    let from = scope.from(draft);
    Ok(format!("EXISTS (SELECT 1 FROM {from} WHERE {})", conditions.join(" AND ")))
}

/// The conditions that lead to the candidates by index.
fn hints(
    query: &Query,
    scope: &mut Scope<'_>,
    draft: &mut Draft,
    candidates: Option<&[i64]>,
) -> Result<Vec<String>, QueryError> {
    let Some(candidates) = candidates else { return index_hints(query, scope, draft) };
    let rows: Vec<_> = candidates.iter().map(|row| Literal::Integer(*row)).collect();
    let list = bind_list(draft, &rows);
    Ok(vec![format!("{}.rowid IN ({list})", scope.root())])
}

/// Conditions implied by the filter that let SQLite use an index of the table itself.
fn index_hints(
    query: &Query,
    scope: &mut Scope<'_>,
    draft: &mut Draft,
) -> Result<Vec<String>, QueryError> {
    let Filter::All(terms) = &query.filter else {
        return Ok(Vec::new());
    };
    let root = scope.root();
    let mut hints = Vec::new();
    let mut pending: Vec<&Filter> = terms.iter().collect();
    while let Some(term) = pending.pop() {
        match term {
            Filter::All(inner) => pending.extend(inner),
            Filter::Compare(compare, left, right) => {
                let ExprKind::Field(path) = left.node else { continue };
                let ExprKind::Literal(value) = &right.node else { continue };
                let direct = path.source == 0 && matches!(path.field.name, "id" | "date");
                if direct && *compare != Compare::Different {
                    hints.push(scope.filter(draft, term)?);
                } else if *compare == Compare::Equal {
                    let ids = std::slice::from_ref(value);
                    hints.extend(reference_hint(query, &root, path, ids, draft));
                }
            }
            Filter::OneOf(left, ids) => {
                let ExprKind::Field(path) = left.node else { continue };
                if path.source == 0 && path.field.name == "id" {
                    hints.push(scope.filter(draft, term)?);
                } else {
                    hints.extend(reference_hint(query, &root, path, ids, draft));
                }
            }
            Filter::Any(_) | Filter::IsNull(_) | Filter::NotNull(_) | Filter::Match(..) => {}
        }
    }
    Ok(hints)
}

/// A condition on the stored reference of a transaction whose mapped value is one of `ids`.
fn reference_hint(
    query: &Query,
    root: &str,
    path: Path,
    ids: &[Literal],
    draft: &mut Draft,
) -> Option<String> {
    let name = match path.source.checked_sub(1).map(|index| query.joins[index]) {
        None => path.field.name,
        Some(join) if join.from == 0 && path.field.name == "id" => join.field.name,
        Some(_) => return None,
    };
    if query.table.name != "transactions" || !matches!(name, "account" | "category" | "schedule") {
        return None;
    }
    let list = bind_list(draft, ids);
    Some(match name {
        "account" => format!("{root}.acct IN ({list})"),
        "schedule" => format!("{root}.schedule IN ({list})"),
        _ => {
            let mapped = "SELECT h.id FROM category_mapping h WHERE h.transferId";
            format!("{root}.category IN ({mapped} IN ({list}))")
        }
    })
}
