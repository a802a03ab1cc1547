//! Pages of registers sorted by a column. The rows of the list are sorted once and held in memory,
//! so that a deep page costs the same as the first; `resorted.rs` updates them after writes. A sort
//! by a column with few values does not sort row by row: SQLite sorts the values, and the rows,
//! read in their usual order, are placed by them.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use parking_lot::Mutex;
use rusqlite::types::{Value as SqlValue, ValueRef};
use rusqlite::{Connection, params_from_iter};
use sobre_engine::query::{Literal, Order, Query, Rows};

use super::QueryError;
use super::candidates::{each_path_of, own_field};
use super::compile::{Draft, Scope, bind_list};
use super::register::{is_usual, path_of};
use super::resorted;
use super::row_list::RowList;
use super::rows::each;
use super::statement::{Page, Statement, page_statement, row_numbers};
use super::written::{State, state};

/// Most cached lists: one for each of two tabs.
const MOST_LISTS: usize = 2;
/// Up to this offset, finding all rows of a list in index order is not worthwhile.
const DEEP: u32 = 600;

/// Recently read lists. Shared by all readers of a file.
#[derive(Debug, Default)]
pub(super) struct SortedLists {
    kept: Mutex<VecDeque<Arc<SortedList>>>,
}

#[derive(Debug)]
struct SortedList {
    /// The statement that finds the rows, with its parameters.
    name: String,
    /// None if it could not be updated.
    rows: Mutex<Option<InOrder>>,
}

/// The rows of a list in order, as of a state.
#[derive(Debug)]
struct InOrder {
    state: State,
    rows: RowList,
}

/// The sort keys of a register.
struct Sorting<'q> {
    /// The keys before the usual order.
    keys: &'q [Order],
    /// The single column of all these keys, if there is one.
    column: Option<Column>,
}

/// A stored column with few values.
#[derive(Clone, Copy)]
struct Column {
    name: &'static str,
    /// Its expression on a transaction, with `{}` for the alias.
    read: &'static str,
    /// All its possible values, as a table of that column.
    source: &'static str,
}

const COLUMNS: [(&str, Column); 5] = [
    (
        "payee",
        Column {
            name: "description",
            read: "{}.description",
            source: "(SELECT id AS description FROM payee_mapping UNION ALL SELECT NULL)",
        },
    ),
    (
        "category",
        Column {
            name: "category",
            // A split parent has no category, whatever is stored.
            read: "CASE WHEN {}.isParent = 1 THEN NULL ELSE {}.category END",
            source: "(SELECT id AS category, 0 AS isParent FROM category_mapping \
                      UNION ALL SELECT NULL, 0)",
        },
    ),
    (
        "account",
        Column {
            name: "acct",
            read: "{}.acct",
            source: "(SELECT id AS acct FROM accounts UNION ALL SELECT NULL)",
        },
    ),
    (
        "amount",
        Column {
            name: "amount",
            read: "{}.amount",
            source: "(SELECT DISTINCT amount FROM transactions UNION SELECT NULL)",
        },
    ),
    (
        "notes",
        Column {
            name: "notes",
            read: "{}.notes",
            source: "(SELECT DISTINCT notes FROM transactions UNION SELECT NULL)",
        },
    ),
];

impl SortedLists {
    /// A page of a sorted register, if the query is one.
    pub(super) fn page(
        &self,
        conn: &Connection,
        query: &Query,
    ) -> Result<Option<Statement>, QueryError> {
        let Some(sorting) = Sorting::of(query) else { return Ok(None) };
        let Some(state) = state(conn)? else { return Ok(None) };
        let finding = sorting.finding(query)?;
        let name = format!("{} {:?} {:?}", finding.sql, finding.draft.params, sorting.keys);
        let page = match self.known_page(conn, query, (&name, &state))? {
            Some(page) => page,
            None => {
                let Some(rows) = sorting.rows(conn, query, &finding)? else { return Ok(None) };
                let rows = RowList::of(&rows);
                let page = page(&rows, query);
                self.keep(SortedList { name, rows: Mutex::new(Some(InOrder { state, rows })) });
                page
            }
        };
        let rows = |draft: &mut Draft| bind_list(draft, &page);
        page_statement(query, &Page { rows: &rows, remaining: None }).map(Some)
    }

    /// The page from a cached list, which is updated first.
    fn known_page(
        &self,
        conn: &Connection,
        query: &Query,
        (name, state): (&str, &State),
    ) -> Result<Option<Vec<Literal>>, QueryError> {
        let Some(list) = self.known(name) else { return Ok(None) };
        let mut kept = list.rows.lock();
        // A list whose update fails is discarded.
        let Some(mut known) = kept.take() else { return Ok(None) };
        if known.state != *state {
            if !resorted::carry(conn, query, (&mut known.rows, &known.state))? {
                return Ok(None);
            }
            known.state = state.clone();
        }
        let page = page(&known.rows, query);
        *kept = Some(known);
        Ok(Some(page))
    }

    /// A list by its name; it becomes the most recently used.
    fn known(&self, name: &str) -> Option<Arc<SortedList>> {
        let mut kept = self.kept.lock();
        let at = kept.iter().position(|it| it.name == name)?;
        let list = kept.remove(at)?;
        kept.push_front(Arc::clone(&list));
        Some(list)
    }

    fn keep(&self, list: SortedList) {
        let mut kept = self.kept.lock();
        kept.retain(|it| it.name != list.name);
        kept.truncate(MOST_LISTS - 1);
        kept.push_front(Arc::new(list));
    }
}

/// The rows of a page.
fn page(rows: &RowList, query: &Query) -> Vec<Literal> {
    let offset = usize::try_from(query.offset).unwrap_or(usize::MAX);
    let limit = query.limit.and_then(|it| usize::try_from(it).ok()).unwrap_or(usize::MAX);
    rows.from(offset).take(limit).map(|row| Literal::Integer(row.into())).collect()
}

impl<'q> Sorting<'q> {
    fn of(query: &'q Query) -> Option<Self> {
        let lists = matches!(query.rows, Rows::Parents | Rows::Grouped { .. });
        let paged = query.limit.is_some() && !query.sums_over();
        let plain = !query.aggregate && !query.calculation && !query.with_dead;
        if query.table.name != "transactions" || !lists || !paged || !plain {
            return None;
        }
        let keys = (0..query.order.len()).find(|at| is_usual(&query.order[*at..]));
        if keys == Some(0) {
            return None;
        }
        let by_day = query.order.first().and_then(|key| path_of(&key.expr));
        if by_day.is_some_and(|it| it.source == 0 && it.field.name == "date") && query.offset < DEEP
        {
            return None;
        }
        let keys = keys.map_or(&[][..], |count| &query.order[..count]);
        Some(Self { keys, column: column_of(query, keys) })
    }

    /// The statement that finds the rows; in the usual order if they are sorted afterwards.
    fn finding(&self, query: &Query) -> Result<Statement, QueryError> {
        match self.column {
            Some(Column { read, .. }) => row_numbers(query, Some(read)),
            None => row_numbers(query, None),
        }
    }

    /// The rows in order. None if a value or a row number is unusual.
    fn rows(
        &self,
        conn: &Connection,
        query: &Query,
        finding: &Statement,
    ) -> Result<Option<Vec<u32>>, QueryError> {
        let places = match self.column {
            Some(column) => Places::of(conn, query, (self.keys, column))?,
            None => Some(Places::default()),
        };
        let Some(places) = places else { return Ok(None) };
        let mut found: Vec<(u32, u32)> = Vec::new();
        let mut fits = true;
        each(conn, finding, |row| {
            match u32::try_from(row.get::<_, i64>(0)?) {
                Ok(number) => found.push((places.place(row.get_ref(1)?), number)),
                Err(_) => fits = false,
            }
            Ok::<_, QueryError>(())
        })?;
        // A stable sort keeps the usual order among equal values.
        found.sort_by_key(|(place, _)| *place);
        Ok(fits.then(|| found.into_iter().map(|(_, number)| number).collect()))
    }
}

/// The single column of the keys, if they depend on no other.
fn column_of(query: &Query, keys: &[Order]) -> Option<Column> {
    let mut fields = Vec::new();
    for key in keys {
        each_path_of(&key.expr, &mut |path| fields.push(own_field(query, path)));
    }
    let (first, others) = fields.split_first()?;
    if others.iter().any(|field| field != first) {
        return None;
    }
    COLUMNS.iter().find(|(field, _)| field == first).map(|(_, column)| *column)
}

/// The rank of each stored value.
#[derive(Default)]
struct Places {
    texts: HashMap<Vec<u8>, u32>,
    numbers: HashMap<i64, u32>,
    /// For null, and for ids without a row.
    nothing: u32,
}

impl Places {
    fn of(
        conn: &Connection,
        query: &Query,
        (keys, column): (&[Order], Column),
    ) -> Result<Option<Self>, QueryError> {
        let mut draft = Draft::default();
        let mut scope = Scope::new(query, 'v');
        let order = scope.order(&mut draft, keys)?;
        let (root, from) = (scope.root(), scope.joined_to(&mut draft, column.source));
        let sql = format!(
            "SELECT {root}.{}, DENSE_RANK() OVER (ORDER BY {order}) FROM {from}",
            column.name
        );
        let mut statement = conn.prepare_cached(&sql)?;
        let mut values = statement.query(params_from_iter(&draft.params))?;
        let mut places = Self::default();
        while let Some(value) = values.next()? {
            let place = value.get(1)?;
            match value.get::<_, SqlValue>(0)? {
                SqlValue::Text(text) => _ = places.texts.insert(text.into_bytes(), place),
                SqlValue::Integer(number) => _ = places.numbers.insert(number, place),
                SqlValue::Null => places.nothing = place,
                SqlValue::Real(_) | SqlValue::Blob(_) => return Ok(None),
            }
        }
        Ok(Some(places))
    }

    fn place(&self, stored: ValueRef<'_>) -> u32 {
        let known = match stored {
            ValueRef::Text(text) => self.texts.get(text),
            ValueRef::Integer(number) => self.numbers.get(&number),
            ValueRef::Null | ValueRef::Real(_) | ValueRef::Blob(_) => None,
        };
        known.copied().unwrap_or(self.nothing)
    }
}
