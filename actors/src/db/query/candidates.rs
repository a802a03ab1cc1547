//! Finds the few rows that can pass a filter with indexes, before any row is joined and tested. A
//! condition on a single reference, such as a payee's name, is evaluated on the small table behind
//! it first. Conditions on notes, amounts and the like use an index of just these columns.

use std::collections::BTreeSet;

use rusqlite::types::Value as SqlValue;
use rusqlite::{Connection, params_from_iter};
use sobre_engine::query::{Expr, ExprKind, Filter, Path, Query};

use super::QueryError;
use super::compile::{Draft, Scope};
use crate::db::facts::{ALIVE_CHILD, ALIVE_NOT_CHILD};
use crate::db::thresholds::Thresholds;

/// The row numbers of all rows that can pass, if a condition selects few enough.
pub(super) fn candidates(
    conn: &Connection,
    query: &Query,
    thresholds: Thresholds,
) -> Result<Option<Vec<i64>>, QueryError> {
    if query.table.name != "transactions" || query.with_dead {
        return Ok(None);
    }
    let mut terms = Vec::new();
    flatten(&query.filter, &mut terms);
    for term in terms {
        let mut draft = Draft::default();
        let found = leading(conn, query, term, &mut draft, thresholds.candidate_statements)?;
        let Some(rows) = found else { continue };
        let most = i64::try_from(thresholds.candidates).unwrap_or(i64::MAX - 1) + 1;
        let most = draft.bind(SqlValue::Integer(most));
        let sql = format!("SELECT rowid FROM ({}) LIMIT {most}", rows.join(" UNION ALL "));
        let mut statement = conn.prepare_cached(&sql)?;
        let found = statement.query_map(params_from_iter(&draft.params), |row| row.get(0))?;
        let found = found.collect::<Result<Vec<i64>, _>>()?;
        if found.len() <= thresholds.candidates {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// Collects the conditions that must all hold.
pub(super) fn flatten<'q>(filter: &'q Filter, terms: &mut Vec<&'q Filter>) {
    if let Filter::All(inner) = filter {
        inner.iter().for_each(|term| flatten(term, terms));
    } else {
        terms.push(filter);
    }
}

/// Statements that together find every row that can pass a term; none if no index helps.
fn leading(
    conn: &Connection,
    query: &Query,
    term: &Filter,
    draft: &mut Draft,
    most: usize,
) -> Result<Option<Vec<String>>, QueryError> {
    let mut fields = BTreeSet::new();
    each_path(term, &mut |path| {
        // Stored ids of accounts that do not exist would be missed.
        let stored_account = path.source == 0 && path.field.name == "account";
        fields.insert(if stored_account { "stored account" } else { own_field(query, path) });
    });
    let fields: Vec<_> = fields.into_iter().collect();
    if let [field] = fields[..]
        && let Some(sparse) = SPARSE.iter().find(|it| it.field == field)
    {
        return present(conn, query, term, sparse, draft);
    }
    let on = |column, source, index| Reference { column, source, index };
    let reference = match fields[..] {
        ["payee"] => {
            on("description", "(SELECT id AS description FROM payee_mapping)", "sobre_payee_days")
        }
        ["category"] => on(
            "category",
            "(SELECT id AS category, 0 AS isParent FROM category_mapping)",
            "trans_category",
        ),
        ["account"] => on("acct", "(SELECT id AS acct FROM accounts)", "sobre_account_rows"),
        ["reconciled"] => return reconciled(conn, query, term).map(Some),
        _ if !fields.is_empty() && fields.iter().all(|it| COUNTED.contains(it)) => {
            return counted(query, term, draft);
        }
        _ => return each_of(conn, query, term, draft, most),
    };
    // Rows without a reference must not pass.
    let without = format!("(SELECT NULL AS {}, 0 AS isParent)", reference.column);
    if passes(conn, query, term, &without)? {
        return Ok(None);
    }
    // Finding the children of an account means scanning all children.
    if reference.column == "acct" && !passes(conn, query, term, reference.source)? {
        return Ok(Some(vec!["SELECT rowid FROM transactions WHERE 0".to_owned()]));
    }
    let mut scope = Scope::new(query, 'a');
    let filter = scope.filter(draft, term)?;
    let (root, from) = (scope.root(), scope.joined_to(draft, reference.source));
    let Reference { column, index, .. } = reference;
    let ids = format!("SELECT {root}.{column} FROM {from} WHERE ({filter}) IS TRUE");
    if index == "sobre_account_rows" {
        let plain = format!("{ALIVE_NOT_CHILD} AND acct IN ({ids})");
        let child = format!("{ALIVE_CHILD} AND acct IN ({ids})");
        return Ok(Some(vec![
            format!("SELECT rowid FROM transactions INDEXED BY sobre_account_rows WHERE {plain}"),
            format!("SELECT rowid FROM transactions INDEXED BY sobre_children WHERE {child}"),
        ]));
    }
    Ok(Some(vec![format!(
        "SELECT rowid FROM transactions INDEXED BY {index} \
         WHERE ifnull(tombstone, 0) = 0 AND {column} IN ({ids})"
    )]))
}

/// A column of transactions that refers to a small table.
struct Reference {
    column: &'static str,
    /// All its possible values, as a table of that column.
    source: &'static str,
    index: &'static str,
}

/// Fields in the indexes of counted rows.
const COUNTED: [&str; 3] = ["amount", "cleared", "date"];

/// Whether any row of a substitute table passes.
fn passes(
    conn: &Connection,
    query: &Query,
    term: &Filter,
    source: &str,
) -> Result<bool, QueryError> {
    let mut draft = Draft::default();
    let mut scope = Scope::new(query, 'n');
    let filter = scope.filter(&mut draft, term)?;
    let from = scope.joined_to(&mut draft, source);
    let passing = format!("SELECT EXISTS (SELECT 1 FROM {from} WHERE ({filter}) IS TRUE)");
    let mut statement = conn.prepare_cached(&passing)?;
    Ok(statement.query_row(params_from_iter(&draft.params), |row| row.get(0))?)
}

/// A column that is empty in many rows, and the index of the others.
struct SparseColumn {
    field: &'static str,
    column: &'static str,
    index: &'static str,
}

const SPARSE: [SparseColumn; 3] = [
    SparseColumn { field: "notes", column: "notes", index: "sobre_notes" },
    SparseColumn { field: "transfer_id", column: "transferred_id", index: "sobre_transfers" },
    SparseColumn {
        field: "imported_payee",
        column: "imported_description",
        index: "sobre_imported",
    },
];

fn present(
    conn: &Connection,
    query: &Query,
    term: &Filter,
    SparseColumn { column, index, .. }: &SparseColumn,
    draft: &mut Draft,
) -> Result<Option<Vec<String>>, QueryError> {
    if passes(conn, query, term, &format!("(SELECT NULL AS {column})"))? {
        return Ok(None);
    }
    let mut scope = Scope::new(query, 'b');
    let (filter, root) = (scope.filter(draft, term)?, scope.root());
    Ok(Some(vec![format!(
        "SELECT {root}.rowid FROM transactions {root} INDEXED BY {index} \
         WHERE {root}.{column} IS NOT NULL AND ({filter}) IS TRUE"
    )]))
}

/// The flag normally has two values. Rows with other values are added to the candidates.
fn reconciled(conn: &Connection, query: &Query, term: &Filter) -> Result<Vec<String>, QueryError> {
    let mut ranges = vec!["reconciled < 0", "reconciled > 0 AND reconciled < 1", "reconciled > 1"];
    for (range, value) in
        [("reconciled = 0", "0"), ("reconciled = 1", "1"), ("reconciled IS NULL", "NULL")]
    {
        let source = format!("(SELECT CAST({value} AS INTEGER) AS reconciled)");
        if passes(conn, query, term, &source)? {
            ranges.push(range);
        }
    }
    let of = |range: &str| {
        format!("SELECT rowid FROM transactions INDEXED BY sobre_reconciled WHERE {range}")
    };
    Ok(ranges.into_iter().map(of).collect())
}

fn counted(
    query: &Query,
    term: &Filter,
    draft: &mut Draft,
) -> Result<Option<Vec<String>>, QueryError> {
    let mut scope = Scope::new(query, 'b');
    let (filter, root) = (scope.filter(draft, term)?, scope.root());
    let of = |(index, rows): (&str, &str)| {
        format!(
            "SELECT {root}.rowid FROM transactions {root} INDEXED BY {index} \
             WHERE {rows} AND ({filter}) IS TRUE"
        )
    };
    let both = [("sobre_account_rows", ALIVE_NOT_CHILD), ("sobre_children", ALIVE_CHILD)];
    Ok(Some(both.map(of).to_vec()))
}

/// For several conditions: each needs an index if any may hold, one of them if all must hold.
fn each_of(
    conn: &Connection,
    query: &Query,
    term: &Filter,
    draft: &mut Draft,
    most: usize,
) -> Result<Option<Vec<String>>, QueryError> {
    if let Filter::All(terms) = term {
        for term in terms {
            if let Some(found) = leading(conn, query, term, draft, most)? {
                return Ok(Some(found));
            }
        }
    }
    let Filter::Any(terms) = term else { return Ok(None) };
    let mut all = Vec::new();
    for term in terms {
        let Some(found) = leading(conn, query, term, draft, most)? else { return Ok(None) };
        all.extend(found);
        if all.len() > most {
            return Ok(None);
        }
    }
    Ok((!all.is_empty()).then_some(all))
}

/// The transaction field where a path starts.
pub(super) fn own_field(query: &Query, path: Path) -> &'static str {
    let (mut source, mut field) = (path.source, path.field.name);
    while let Some(index) = source.checked_sub(1) {
        let join = query.joins[index];
        (source, field) = (join.from, join.field.name);
    }
    field
}

/// Visits the fields that a filter reads.
pub(super) fn each_path(filter: &Filter, visit: &mut dyn FnMut(Path)) {
    match filter {
        Filter::All(terms) | Filter::Any(terms) => {
            terms.iter().for_each(|term| each_path(term, visit));
        }
        Filter::IsNull(expr) | Filter::NotNull(expr) | Filter::OneOf(expr, _) => {
            each_path_of(expr, visit);
        }
        Filter::Compare(_, left, right) | Filter::Match(_, left, right) => {
            each_path_of(left, visit);
            each_path_of(right, visit);
        }
    }
}

/// As [`each_path`], for an expression.
pub(super) fn each_path_of(expr: &Expr, visit: &mut dyn FnMut(Path)) {
    match &expr.node {
        ExprKind::Field(path) => visit(*path),
        ExprKind::Call(_, args) => args.iter().for_each(|arg| each_path_of(arg, visit)),
        ExprKind::Condition(filter) => each_path(filter, visit),
        ExprKind::Literal(_) | ExprKind::CountRows => {}
    }
}
