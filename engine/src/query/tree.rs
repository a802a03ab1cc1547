//! The checked tree: every path leads to a field that exists, every comparison has fitting types
//! and every text that a caller chose is either a result key or a [`Literal`].

use super::schema::{Field, Table};
use super::types::{Literal, Type};

/// A checked query.
#[derive(Debug, Clone)]
pub struct Query {
    /// The table that is read: source 0.
    pub table: &'static Table,
    /// The joins; number `n` is source `n + 1`. A join comes after the one it starts from.
    pub joins: Vec<Join>,
    /// Which rows of the table are meant.
    pub rows: Rows,
    /// Whether deleted rows are read too.
    pub with_dead: bool,
    /// The results, in order.
    pub select: Vec<Column>,
    /// What rows must fulfil.
    pub filter: Filter,
    /// What is grouped by.
    pub group: Vec<Expr>,
    /// The order; it always ends with the id.
    pub order: Vec<Order>,
    /// Whether rows are gathered: the query groups, or selects a sum or a count.
    pub aggregate: bool,
    /// Whether the result is a single value.
    pub calculation: bool,
    /// The most rows to give; with grouped splits the most groups.
    pub limit: Option<u32>,
    /// How many rows or groups to leave out first.
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

/// Which rows of a table a query means.
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
        /// Whether children are tested by the filter too, so that a group passes if any of its
        /// rows does. Otherwise only parents and normal rows are tested.
        each_row: bool,
    },
    /// Category groups, each with its categories.
    WithCategories,
}

/// A left join on the id of a live row.
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
    /// How it is found.
    pub expr: Expr,
}

/// One key of the order.
#[derive(Debug, Clone, PartialEq)]
pub struct Order {
    /// What is compared.
    pub expr: Expr,
    /// Whether large values come first.
    pub descending: bool,
}

/// An expression and its type.
#[derive(Debug, Clone, PartialEq)]
pub struct Expr {
    /// What it is.
    pub node: ExprKind,
    /// The type of its value.
    pub kind: Type,
}

/// The forms of an expression.
#[derive(Debug, Clone, PartialEq)]
pub enum ExprKind {
    /// The value of a field.
    Field(Path),
    /// A written value.
    Literal(Literal),
    /// A function; the number of arguments is right for it.
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
    /// Part of a text: from (1 is the first character) and how many characters.
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
    /// Text that is ordered without regard to ASCII case.
    NoCase,
    /// Lower case without accents, as patterns compare: what people expect names to be sorted by.
    Fold,
}

/// What rows must fulfil.
#[derive(Debug, Clone, PartialEq)]
pub enum Filter {
    /// All hold; nothing to hold is true.
    All(Vec<Filter>),
    /// At least one holds; none to hold is false.
    Any(Vec<Filter>),
    /// The value is null.
    IsNull(Expr),
    /// The value is not null.
    NotNull(Expr),
    /// The values compare so.
    Compare(Compare, Expr, Expr),
    /// The value is one of these, none of which is null.
    OneOf(Expr, Vec<Literal>),
    /// The text of the first matches the pattern of the second.
    Match(Match, Expr, Expr),
}

/// Comparisons. A null on either side never passes, except that [`Compare::Different`] passes if
/// one side is null and that two fields that are both null are equal.
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
    /// Wildcards, without regard to case and accents; null reads as empty text.
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

    /// A written value.
    pub(super) const fn literal(literal: Literal) -> Self {
        let kind = literal.kind();
        Self { node: ExprKind::Literal(literal), kind }
    }

    /// A function's value.
    pub(super) const fn call(function: Function, args: Vec<Self>, kind: Type) -> Self {
        Self { node: ExprKind::Call(function, args), kind }
    }

    /// The name of a function inside that reads several rows, if there is one. Conditions never
    /// hold one.
    pub(super) fn gathers(&self) -> Option<&'static str> {
        match &self.node {
            ExprKind::CountRows | ExprKind::Call(Function::Count, _) => Some("$count"),
            ExprKind::Call(Function::Sum, _) => Some("$sum"),
            ExprKind::Call(Function::SumOver, _) => Some("$sumOver"),
            ExprKind::Call(_, args) => args.iter().find_map(Self::gathers),
            ExprKind::Field(_) | ExprKind::Literal(_) | ExprKind::Condition(_) => None,
        }
    }

    /// Whether a function that makes one row of several is inside.
    pub(super) fn sums(&self) -> bool {
        match &self.node {
            ExprKind::CountRows | ExprKind::Call(Function::Count | Function::Sum, _) => true,
            ExprKind::Call(_, args) => args.iter().any(Self::sums),
            ExprKind::Field(_) | ExprKind::Literal(_) | ExprKind::Condition(_) => false,
        }
    }

    /// Whether a running sum is inside.
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
