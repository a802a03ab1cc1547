//! Orders by one column of transactions that has few values, such as the payee: SQLite ranks the
//! values instead of comparing the rows, which follow their values.

use sobre_engine::query::{Order, Query};

use super::QueryError;
use super::candidates::{each_path_of, own_field};
use super::compile::{Draft, Scope};
use super::usual_order::is_usual;

/// A stored column with few values.
struct Column {
    /// The field of transactions.
    field: &'static str,
    name: &'static str,
    /// All its possible values, as a table of that column. One of them is null.
    source: &'static str,
    /// Its expression on a transaction, with `{}` for the alias.
    read: &'static str,
}

const COLUMNS: [Column; 4] = [
    Column {
        field: "payee",
        name: "description",
        source: "(SELECT id AS description FROM payee_mapping UNION ALL SELECT NULL)",
        read: "{}.description",
    },
    Column {
        field: "category",
        name: "category",
        source: "(SELECT id AS category, 0 AS isParent FROM category_mapping \
                  UNION ALL SELECT NULL, 0)",
        // A split parent has no category, whatever is stored.
        read: "CASE WHEN {}.isParent = 1 THEN NULL ELSE {}.category END",
    },
    Column {
        field: "account",
        name: "acct",
        source: "(SELECT id AS acct FROM accounts UNION ALL SELECT NULL)",
        read: "{}.acct",
    },
    Column {
        field: "notes",
        name: "notes",
        source: "(SELECT DISTINCT notes FROM transactions UNION SELECT NULL)",
        read: "{}.notes",
    },
];

/// The ranks of a query's order.
pub(super) struct Ranks {
    /// The table of values and their places, for WITH.
    pub(super) values: String,
    /// The join to it.
    pub(super) join: String,
    /// The place of a row; rows of the same place lie in the usual order.
    pub(super) place: &'static str,
}

impl Ranks {
    /// The ranks, if the order is by one such column and then the usual one; `root` is the alias of
    /// the transactions.
    pub(super) fn of(
        query: &Query,
        root: &str,
        draft: &mut Draft,
    ) -> Result<Option<Self>, QueryError> {
        let usual = (1..query.order.len()).find(|at| is_usual(&query.order[*at..]));
        let Some(keys) = usual.map(|at| &query.order[..at]) else { return Ok(None) };
        let Some(Column { name, source, read, .. }) = column_of(query, keys) else {
            return Ok(None);
        };
        let mut scope = Scope::new(query, 'v');
        let order = scope.order(draft, keys)?;
        let (value, from) = (scope.root(), scope.joined_to(draft, source));
        Ok(Some(Self {
            values: format!(
                "WITH ranked(value, place) AS MATERIALIZED \
                 (SELECT {value}.{name}, DENSE_RANK() OVER (ORDER BY {order}) FROM {from}) "
            ),
            join: format!(" LEFT JOIN ranked ON ranked.value IS {}", read.replace("{}", root)),
            // Ids without a row lie with the rows that have none.
            place: "ifnull(ranked.place, (SELECT place FROM ranked WHERE value IS NULL))",
        }))
    }
}

/// The single column of the keys, if they depend on no other.
fn column_of(query: &Query, keys: &[Order]) -> Option<&'static Column> {
    let mut fields = Vec::new();
    for key in keys {
        each_path_of(&key.expr, &mut |path| fields.push(own_field(query, path)));
    }
    let (first, others) = fields.split_first()?;
    let alone = others.iter().all(|field| field == first);
    COLUMNS.iter().find(|column| alone && column.field == *first)
}
