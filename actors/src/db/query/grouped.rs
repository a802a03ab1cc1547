//! Sums and counts of transactions by category or account and by month, taken from the stored
//! counts (`months.rs`): conditions on categories are evaluated on the table of categories,
//! conditions on months on the list of months, and the stored sums of the matching ones are added.
//! The result equals that of the statement from `compile.rs`.

use rusqlite::Connection;
use serde_json::Value;
use sobre_engine::money::nearest;
use sobre_engine::query::{Expr, ExprKind, Filter, Function, Query, Rows};

use super::QueryError;
use super::candidates::flatten;
use super::register::is_amount;
use super::rows::{keys, write};
use super::sides::{Classes, Parts, Side, says_which, side_of, side_of_filter};
use crate::db::facts::months::{BY_ACCOUNT, BY_CATEGORY, Kept, Part, each_kept};

/// With more matching categories than this, all stored sums are read.
const FEW: usize = 40;

/// A query that sums or counts by category or account and by month.
pub(super) struct Grouped<'q> {
    query: &'q Query,
    kept: &'static Kept,
    /// The parts on categories or accounts.
    ids: Parts<'q>,
    months: Parts<'q>,
    columns: Vec<Source>,
    order: Vec<(Source, bool)>,
}

/// The source of a result or order key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    /// A part on categories or accounts, by its index.
    Id(usize),
    /// A part on months, by its index.
    Month(usize),
    Sum,
    Count,
}

/// The sums of one group and its keys.
struct Group {
    id: usize,
    month: usize,
    sum: Part,
}

impl<'q> Grouped<'q> {
    /// The query as stored sums, if it has that form.
    pub(super) fn of(query: &'q Query) -> Option<Self> {
        let rows = matches!(query.rows, Rows::Parents | Rows::Inline) && !query.with_dead;
        let whole = query.limit.is_none() && query.offset == 0;
        // Without keys there is one row even if nothing is summed, which only a single value can
        // express.
        let single = query.calculation == query.group.is_empty();
        if query.table.name != "transactions" || !rows || !query.aggregate || !whole || !single {
            return None;
        }
        let mut flat = Vec::new();
        flatten(&query.filter, &mut flat);
        let mut terms = Vec::with_capacity(flat.len());
        for term in flat {
            terms.push((side_of_filter(query, term)?, term));
        }
        let mut keys = Vec::with_capacity(query.group.len());
        for key in &query.group {
            keys.push((side_of(query, key)?, key));
        }
        let all = || terms.iter().map(|(side, _)| *side).chain(keys.iter().map(|(side, _)| *side));
        let side = match (all().any(|it| it == Side::Category), all().any(|it| it == Side::Account))
        {
            (true, true) => return None,
            (true, false) => Side::Category,
            (false, _) => Side::Account,
        };
        let parts = |side| Parts::of(query, side, &terms, &keys);
        let (mut ids, mut months) = (parts(side), parts(Side::Month));
        let mut columns = Vec::with_capacity(query.select.len());
        for (at, column) in query.select.iter().enumerate() {
            columns.push(result(query, at, &column.expr, (&mut ids, &mut months))?);
        }
        let order = order(query, &ids, &months);
        let kept = if side == Side::Category { &BY_CATEGORY } else { &BY_ACCOUNT };
        Some(Self { query, kept, ids, months, columns, order })
    }

    /// The result as JSON.
    pub(super) fn answer(&self, conn: &Connection) -> Result<Vec<u8>, QueryError> {
        let ids = Classes::<String>::read(conn, &self.ids)?;
        let months = Classes::<i64>::read(conn, &self.months)?;
        let mut groups = self.groups(conn, &ids, &months)?;
        if self.query.calculation {
            let sum = groups.first().map(|group| group.sum).unwrap_or_default();
            let value = if self.columns.first() == Some(&Source::Count) {
                sum.rows
            } else {
                nearest(sum.amount)
            };
            return Ok(value.to_string().into_bytes());
        }
        self.sort(&mut groups, &ids, &months);
        self.text(&groups, &ids, &months)
    }

    /// The groups in the order of their keys.
    fn groups(
        &self,
        conn: &Connection,
        ids: &Classes<String>,
        months: &Classes<i64>,
    ) -> Result<Vec<Group>, QueryError> {
        let few = ids.passing().filter(|passing| passing.len() <= FEW);
        let listed = few.map(|passing| Value::from_iter(passing.into_iter().cloned()).to_string());
        let mut found: Vec<Group> = Vec::new();
        // Entries of the same id are mostly adjacent.
        let (mut last, mut class) = (None::<String>, None);
        let inline = self.query.rows == Rows::Inline;
        each_kept(conn, self.kept, listed.as_deref(), |row| {
            let id = row.id()?;
            if last.as_deref() != Some(id) {
                (last, class) = (Some(id.to_owned()), ids.of(id));
            }
            let (Some(id), Some(month)) = (class, months.of(&row.month()?)) else { return Ok(()) };
            let sum = row.sum(inline)?;
            if sum.rows != 0 {
                found.push(Group { id, month, sum });
            }
            Ok(())
        })?;
        found.sort_by_key(|group| (group.id, group.month));
        found.dedup_by(|more, group| {
            let same = (group.id, group.month) == (more.id, more.month);
            if same {
                group.sum.rows += more.sum.rows;
                group.sum.amount += more.sum.amount;
            }
            same
        });
        let fits = |group: &Group| i64::try_from(group.sum.amount).is_ok();
        if found.iter().all(fits) { Ok(found) } else { Err(QueryError::Overflow) }
    }

    /// Sorts groups by the query's order, stably.
    fn sort(&self, groups: &mut [Group], ids: &Classes<String>, months: &Classes<i64>) {
        for (source, descending) in self.order.iter().rev() {
            groups.sort_by_cached_key(|group| {
                let key = match *source {
                    Source::Id(at) => ids.all[group.id].ranks[at],
                    Source::Month(at) => months.all[group.month].ranks[at],
                    Source::Sum => nearest(group.sum.amount),
                    Source::Count => group.sum.rows,
                };
                // The complement reverses the order.
                if *descending { !key } else { key }
            });
        }
    }

    fn text(
        &self,
        groups: &[Group],
        ids: &Classes<String>,
        months: &Classes<i64>,
    ) -> Result<Vec<u8>, QueryError> {
        let keys = keys(self.query)?;
        let mut text = vec![b'['];
        for (at, group) in groups.iter().enumerate() {
            text.extend_from_slice(if at == 0 { b"{" } else { b",{" });
            for (key, source) in keys.iter().zip(&self.columns) {
                text.extend_from_slice(key);
                match *source {
                    Source::Id(at) => text.extend_from_slice(&ids.all[group.id].texts[at]),
                    Source::Month(at) => text.extend_from_slice(&months.all[group.month].texts[at]),
                    Source::Sum => write(&mut text, &nearest(group.sum.amount))?,
                    Source::Count => write(&mut text, &group.sum.rows)?,
                }
            }
            text.push(b'}');
        }
        text.push(b']');
        Ok(text)
    }
}

impl<'q> Parts<'q> {
    fn of(
        query: &'q Query,
        side: Side,
        terms: &[(Side, &'q Filter)],
        keys: &[(Side, &'q Expr)],
    ) -> Self {
        Self {
            query,
            side,
            terms: terms.iter().filter(|(it, _)| *it == side).map(|(_, term)| *term).collect(),
            keys: keys.iter().filter(|(it, _)| *it == side).map(|(_, key)| *key).collect(),
            columns: Vec::new(),
        }
    }

    /// Whether all rows of a group have the same value of an expression.
    fn decide(&self, expr: &Expr) -> bool {
        self.keys.iter().any(|key| *key == expr || says_which(self.query, key, expr))
    }
}

/// The source of a result, if it is the same for all rows of a group.
fn result<'q>(
    query: &'q Query,
    at: usize,
    expr: &'q Expr,
    (ids, months): (&mut Parts<'q>, &mut Parts<'q>),
) -> Option<Source> {
    if let Some(gathered) = gathered(expr) {
        return Some(gathered);
    }
    let side = side_of(query, expr)?;
    let of_months = side == Side::Month;
    let parts = if of_months { months } else { ids };
    if parts.side != side || !parts.decide(expr) {
        return None;
    }
    parts.columns.push(at);
    let place = parts.columns.len() - 1;
    Some(if of_months { Source::Month(place) } else { Source::Id(place) })
}

fn gathered(expr: &Expr) -> Option<Source> {
    match &expr.node {
        ExprKind::CountRows => Some(Source::Count),
        ExprKind::Call(Function::Sum, args) if is_amount(&args[0]) => Some(Source::Sum),
        ExprKind::Call(..) | ExprKind::Field(_) | ExprKind::Literal(_) | ExprKind::Condition(_) => {
            None
        }
    }
}

/// The order keys that have one value per group. Other keys would compare an arbitrary row of each;
/// among these only the day matters: later months come first or last.
fn order(query: &Query, ids: &Parts<'_>, months: &Parts<'_>) -> Vec<(Source, bool)> {
    let place = |parts: &Parts<'_>, expr: &Expr| parts.keys.iter().position(|key| *key == expr);
    let day = |expr: &Expr| {
        let is_day = matches!(&expr.node, ExprKind::Field(path)
            if path.source == 0 && path.field.name == "date");
        (is_day && !months.keys.is_empty()).then_some(Source::Month(0))
    };
    let source = |expr: &Expr| {
        let known = place(ids, expr).map(Source::Id);
        known
            .or_else(|| place(months, expr).map(Source::Month))
            .or_else(|| gathered(expr))
            .or_else(|| day(expr))
    };
    query.order.iter().filter_map(|key| Some((source(&key.expr)?, key.descending))).collect()
}
