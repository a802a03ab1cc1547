//! The checked tree: every path leads to an existing field, every comparison has matching types,
//! and caller-supplied text is only ever a result key or a [`Literal`].

use super::schema::{Field, Table};
use super::types::{Literal, Type};

/// A checked query.
#[derive(Debug, Clone)]
pub struct Query {
    /// The table that is read: source 0.
    pub table: &'static Table,
    /// The joins; number `n` is source `n + 1`. A join comes after the source it starts from.
    pub joins: Vec<Join>,
    /// The rows of the table to read.
    pub rows: Rows,
    /// Whether to include deleted rows.
    pub with_dead: bool,
    /// The results, in order.
    pub select: Vec<Column>,
    /// The condition on rows.
    pub filter: Filter,
    /// The group keys.
    pub group: Vec<Expr>,
    /// The order; it always ends with the id.
    pub order: Vec<Order>,
    /// Whether rows are aggregated: the query groups, or selects a sum or a count.
    pub aggregate: bool,
    /// Whether the result is a single value.
    pub calculation: bool,
    /// The most rows to return; with grouped splits the most groups.
    pub limit: Option<u32>,
    /// How many rows or groups to skip first.
    pub offset: u32,
}

impl Query {
    /// The table of a source number.
    #[must_use]
    pub fn table_of(&self, source: usize) -> &'static Table {
        match source.checked_sub(1) {
            Some(join) => self.joins[join].table,
            None => self.table,
        }
    }

    /// Whether a running sum is selected: it reads rows beyond the limit.
    #[must_use]
    pub fn sums_over(&self) -> bool {
        self.select.iter().any(|column| column.expr.runs_over())
    }
}

/// The rows of a table that a query reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    /// The rows of a table without options.
    Plain,
    /// Transactions: normal rows and children of splits.
    Inline,
    /// Transactions: normal rows and parents of splits.
    Parents,
    /// Transactions: every row.
    Every,
    /// Transactions: parents and normal rows, each with its children.
    Grouped {
        /// Whether the filter tests children too, so that a group passes if any of its rows does.
        /// Otherwise it tests only parents and normal rows.
        each_row: bool,
    },
    /// Category groups, each with its categories.
    WithCategories,
}

/// A left join to the id of a live row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Join {
    /// The source that holds the reference.
    pub from: usize,
    /// The reference.
    pub field: &'static Field,
    /// The table referred to.
    pub table: &'static Table,
}

/// A field of one of the sources.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Path {
    /// 0 is the table of the query, `n` the join `n - 1`.
    pub source: usize,
    /// The field.
    pub field: &'static Field,
}

/// One result of a query.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// The key of the result.
    pub key: String,
    /// Its expression.
    pub expr: Expr,
}

/// One key of the order.
#[derive(Debug, Clone, PartialEq)]
pub struct Order {
    /// The expression to compare.
    pub expr: Expr,
    /// Whether larger values come first.
    pub descending: bool,
}

/// An expression and its type.
#[derive(Debug, Clone, PartialEq)]
pub struct Expr {
    /// Its form.
    pub node: ExprKind,
    /// The type of its value.
    pub kind: Type,
}

/// The forms of an expression.
#[derive(Debug, Clone, PartialEq)]
pub enum ExprKind {
    /// The value of a field.
    Field(Path),
    /// A literal.
    Literal(Literal),
    /// A function with the right number of arguments.
    Call(Function, Vec<Expr>),
    /// Whether a filter holds: true, false or unknown.
    Condition(Box<Filter>),
    /// The number of rows.
    CountRows,
}

/// The functions of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Function {
    /// Sum over the rows.
    Sum,
    /// Sum from this row to the end of the order.
    SumOver,
    /// Number of values that are not null.
    Count,
    /// Part of a text: first character (from 1) and length.
    Substr,
    /// Lower case, all of Unicode.
    Lower,
    /// The opposite number.
    Negate,
    /// The number without its sign.
    Absolute,
    /// Whole division toward zero.
    Divide,
    /// The month of a day.
    Month,
    /// The year of a day.
    Year,
    /// Text ordered ignoring ASCII case.
    NoCase,
    /// Lower case without accents, as patterns compare: the expected sort order of names.
    Fold,
}

/// A condition on rows.
#[derive(Debug, Clone, PartialEq)]
pub enum Filter {
    /// All hold; true if empty.
    All(Vec<Filter>),
    /// At least one holds; false if empty.
    Any(Vec<Filter>),
    /// The value is null.
    IsNull(Expr),
    /// The value is not null.
    NotNull(Expr),
    /// The comparison of the values holds.
    Compare(Compare, Expr, Expr),
    /// The value is one of these, none of which is null.
    OneOf(Expr, Vec<Literal>),
    /// The text of the first matches the pattern of the second.
    Match(Match, Expr, Expr),
}

/// Comparisons. A null on either side never passes, with two exceptions: [`Compare::Different`]
/// passes if one side is null, and two fields that are both null are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compare {
    /// Equal.
    Equal,
    /// Different, or the value is null.
    Different,
    /// Greater.
    Greater,
    /// Greater or equal.
    AtLeast,
    /// Less.
    Less,
    /// Less or equal.
    AtMost,
}

/// Kinds of text pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match {
    /// Wildcards, ignoring case and accents; null reads as empty text.
    Like,
    /// The opposite of [`Match::Like`], or null.
    NotLike,
    /// A regular expression; null never passes.
    Regexp,
}

impl Expr {
    /// A field's value.
    pub(super) const fn field(source: usize, field: &'static Field) -> Self {
        Self { node: ExprKind::Field(Path { source, field }), kind: field.kind }
    }

    /// A literal's value.
    pub(super) const fn literal(literal: Literal) -> Self {
        let kind = literal.kind();
        Self { node: ExprKind::Literal(literal), kind }
    }

    /// A function's value.
    pub(super) const fn call(function: Function, args: Vec<Self>, kind: Type) -> Self {
        Self { node: ExprKind::Call(function, args), kind }
    }

    /// The name of an aggregate or window function inside, if there is one. Conditions never
    /// contain one.
    pub(super) fn gathers(&self) -> Option<&'static str> {
        match &self.node {
            ExprKind::CountRows | ExprKind::Call(Function::Count, _) => Some("$count"),
            ExprKind::Call(Function::Sum, _) => Some("$sum"),
            ExprKind::Call(Function::SumOver, _) => Some("$sumOver"),
            ExprKind::Call(_, args) => args.iter().find_map(Self::gathers),
            ExprKind::Field(_) | ExprKind::Literal(_) | ExprKind::Condition(_) => None,
        }
    }

    /// Whether it contains an aggregate function.
    pub(super) fn sums(&self) -> bool {
        match &self.node {
            ExprKind::CountRows | ExprKind::Call(Function::Count | Function::Sum, _) => true,
            ExprKind::Call(_, args) => args.iter().any(Self::sums),
            ExprKind::Field(_) | ExprKind::Literal(_) | ExprKind::Condition(_) => false,
        }
    }

    /// Whether it contains a running sum.
    #[must_use]
    pub fn runs_over(&self) -> bool {
        match &self.node {
            ExprKind::Call(Function::SumOver, _) => true,
            ExprKind::Call(_, args) => args.iter().any(Self::runs_over),
            ExprKind::Field(_)
            | ExprKind::Literal(_)
            | ExprKind::Condition(_)
            | ExprKind::CountRows => false,
        }
    }
}
