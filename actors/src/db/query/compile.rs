//! Compiles the checked tree to SQL. The caller's texts and numbers become bound parameters; names
//! come from the schema alone. `statement.rs` decides which rows a statement reads.

use std::collections::BTreeSet;

use rusqlite::types::Value as SqlValue;
use sobre_engine::query::{
    Compare, Expr, ExprKind, Filter, Function, Literal, Match, Order, Path, Query,
};
use sobre_engine::text::{LikePattern, Pattern};

use super::QueryError;
use super::columns::{Requirement, column, not_deleted, visible};

/// The most bytes of a pattern.
const PATTERN_LENGTH: usize = 10_000;

/// The parameters of a statement, and the stored tables it reads.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) params: Vec<SqlValue>,
    pub(super) tables: BTreeSet<&'static str>,
}

impl Draft {
    /// Binds a value and returns its placeholder.
    pub(super) fn bind(&mut self, value: SqlValue) -> String {
        self.params.push(value);
        format!("?{}", self.params.len())
    }

    pub(super) fn bind_literal(&mut self, literal: &Literal) -> String {
        self.bind(match literal {
            Literal::Null => SqlValue::Null,
            Literal::Boolean(flag) => SqlValue::Integer((*flag).into()),
            Literal::Integer(number) => SqlValue::Integer(*number),
            Literal::Float(number) => SqlValue::Real(*number),
            Literal::Text(text) => SqlValue::Text(text.clone()),
        })
    }
}

/// The query's table with the joins that its expressions need. Compile every expression of a scope
/// before calling [`Scope::from`].
pub(super) struct Scope<'q> {
    query: &'q Query,
    prefix: char,
    used: BTreeSet<usize>,
    category_mapping: bool,
    payee_mapping: bool,
}

impl<'q> Scope<'q> {
    /// A scope whose aliases start with `prefix`.
    pub(super) const fn new(query: &'q Query, prefix: char) -> Self {
        Self { query, prefix, used: BTreeSet::new(), category_mapping: false, payee_mapping: false }
    }

    /// The alias of the query's own table.
    pub(super) fn root(&self) -> String {
        self.alias(0)
    }

    fn alias(&self, source: usize) -> String {
        format!("{}{source}", self.prefix)
    }

    /// Marks a join as needed, with those it depends on.
    fn need(&mut self, source: usize) {
        let mut next = source;
        while let Some(index) = next.checked_sub(1) {
            if !self.used.insert(index) {
                return;
            }
            let join = self.query.joins[index];
            self.read_needs(join.from, join.field);
            next = join.from;
        }
    }

    fn read_needs(&mut self, source: usize, field: &'static sobre_engine::query::Field) {
        match column(self.query.table_of(source), field, "").1 {
            Requirement::CategoryMapping => self.category_mapping = true,
            Requirement::PayeeMapping => self.payee_mapping = true,
            Requirement::Nothing | Requirement::Tables(_) => {}
        }
    }

    /// The text between FROM and WHERE.
    pub(super) fn from(&self, draft: &mut Draft) -> String {
        draft.tables.insert(self.query.table.name);
        self.joined_to(draft, self.query.table.name)
    }

    /// As [`Self::from`], with `rows` in place of the query's own table.
    pub(super) fn joined_to(&self, draft: &mut Draft, rows: &str) -> String {
        let root = self.root();
        let mut text = format!("{rows} {root}");
        if self.category_mapping {
            draft.tables.insert("category_mapping");
            text +=
                &format!(" LEFT JOIN category_mapping {root}_cm ON {root}_cm.id = {root}.category");
        }
        if self.payee_mapping {
            draft.tables.insert("payee_mapping");
            text +=
                &format!(" LEFT JOIN payee_mapping {root}_pm ON {root}_pm.id = {root}.description");
        }
        for index in &self.used {
            let join = self.query.joins[*index];
            let alias = self.alias(index + 1);
            let reference = self.raw_column(draft, Path { source: join.from, field: join.field });
            draft.tables.insert(join.table.name);
            text += &format!(" LEFT JOIN {} {alias} ON {alias}.id = {reference}", join.table.name);
            if join.table.name == "payees" {
                draft.tables.insert("accounts");
            }
            let live = [not_deleted(join.table, &alias), visible(join.table, &alias)];
            for condition in live.into_iter().flatten() {
                text += &format!(" AND {condition}");
            }
        }
        text
    }

    fn raw_column(&self, draft: &mut Draft, path: Path) -> String {
        let table = self.query.table_of(path.source);
        let (text, needs) = column(table, path.field, &self.alias(path.source));
        if let Requirement::Tables(tables) = needs {
            draft.tables.extend(tables);
        }
        text
    }

    fn field(&mut self, draft: &mut Draft, path: Path) -> String {
        self.need(path.source);
        self.read_needs(path.source, path.field);
        self.raw_column(draft, path)
    }

    /// An expression.
    pub(super) fn expr(&mut self, draft: &mut Draft, expr: &Expr) -> Result<String, QueryError> {
        Ok(match &expr.node {
            ExprKind::Field(path) => self.field(draft, *path),
            ExprKind::Literal(literal) => draft.bind_literal(literal),
            ExprKind::CountRows => "COUNT(*)".to_owned(),
            ExprKind::Condition(filter) => self.filter(draft, filter)?,
            ExprKind::Call(function, args) => self.call(draft, *function, args)?,
        })
    }

    fn call(
        &mut self,
        draft: &mut Draft,
        function: Function,
        args: &[Expr],
    ) -> Result<String, QueryError> {
        let mut texts = Vec::with_capacity(args.len());
        for arg in args {
            texts.push(self.expr(draft, arg)?);
        }
        let all = texts.join(", ");
        Ok(match function {
            Function::Sum => format!("SUM({all})"),
            Function::SumOver => {
                let query = self.query;
                let order = self.order(draft, &query.order)?;
                let rows = "ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING";
                format!("SUM({all}) OVER (ORDER BY {order} {rows})")
            }
            Function::Count => format!("COUNT({all})"),
            Function::Substr => format!("SUBSTR({all})"),
            Function::Lower => format!("UNICODE_LOWER({all})"),
            Function::Negate => format!("(-({all}))"),
            Function::Absolute => format!("ABS({all})"),
            Function::Divide => {
                let whole = |text: &String| format!("CAST({text} AS INTEGER)");
                format!("({})", texts.iter().map(whole).collect::<Vec<_>>().join(" / "))
            }
            Function::Month => format!("(({all}) / 100)"),
            Function::Year => format!("(({all}) / 10000)"),
            Function::Fold => format!("NORMALISE({all})"),
            Function::NoCase => format!("(({all}) COLLATE NOCASE)"),
        })
    }

    /// The keys of an order.
    pub(super) fn order(
        &mut self,
        draft: &mut Draft,
        order: &[Order],
    ) -> Result<String, QueryError> {
        let mut keys = Vec::with_capacity(order.len());
        for key in order {
            let direction = if key.descending { " DESC" } else { "" };
            keys.push(format!("{}{direction}", self.expr(draft, &key.expr)?));
        }
        Ok(keys.join(", "))
    }

    /// A filter, as an expression that is true, false or null.
    pub(super) fn filter(
        &mut self,
        draft: &mut Draft,
        filter: &Filter,
    ) -> Result<String, QueryError> {
        Ok(match filter {
            Filter::All(terms) => self.terms(draft, terms, " AND ", "(1 = 1)")?,
            Filter::Any(terms) => self.terms(draft, terms, " OR ", "(1 = 0)")?,
            Filter::IsNull(expr) => format!("({}) IS NULL", self.expr(draft, expr)?),
            Filter::NotNull(expr) => format!("({}) IS NOT NULL", self.expr(draft, expr)?),
            Filter::Compare(compare, left, right_expr) => {
                let text = self.expr(draft, left)?;
                let right = self.expr(draft, right_expr)?;
                let written = matches!(right_expr.node, ExprKind::Literal(_));
                match compare {
                    // Two nulls are equal, as a literal null matches nulls.
                    Compare::Equal if !written => format!("(({text}) IS ({right}))"),
                    Compare::Different if !written => format!("(({text}) IS NOT ({right}))"),
                    Compare::Equal => format!("({text} = {right})"),
                    Compare::Different => format!("({text} <> {right} OR ({text}) IS NULL)"),
                    Compare::Greater => format!("({text} > {right})"),
                    Compare::AtLeast => format!("({text} >= {right})"),
                    Compare::Less => format!("({text} < {right})"),
                    Compare::AtMost => format!("({text} <= {right})"),
                }
            }
            Filter::OneOf(expr, values) => {
                let text = self.expr(draft, expr)?;
                format!("({text} IN ({}))", bind_list(draft, values))
            }
            Filter::Match(kind, left, pattern) => self.pattern(draft, *kind, left, pattern)?,
        })
    }

    /// Joins terms as a balanced tree, because SQLite limits the depth of expressions. `empty`
    /// stands for no terms; it is not a bare number, which ORDER BY would read as a position.
    fn terms(
        &mut self,
        draft: &mut Draft,
        terms: &[Filter],
        operator: &str,
        empty: &str,
    ) -> Result<String, QueryError> {
        let mut texts = Vec::with_capacity(terms.len());
        for term in terms {
            texts.push(self.filter(draft, term)?);
        }
        while texts.len() > 1 {
            let pair = |pair: &[String]| match pair {
                [left, right] => format!("({left}{operator}{right})"),
                rest => rest.concat(),
            };
            texts = texts.chunks(2).map(pair).collect();
        }
        Ok(texts.pop().unwrap_or_else(|| empty.to_owned()))
    }

    fn pattern(
        &mut self,
        draft: &mut Draft,
        kind: Match,
        left: &Expr,
        pattern: &Expr,
    ) -> Result<String, QueryError> {
        if let ExprKind::Literal(Literal::Text(text)) = &pattern.node {
            let short = text.len() <= PATTERN_LENGTH;
            let usable = short
                && match kind {
                    Match::Like | Match::NotLike => LikePattern::new(text).is_some(),
                    Match::Regexp => Pattern::new(text).is_some(),
                };
            if !usable {
                return Err(QueryError::BadPattern(text.chars().take(80).collect()));
            }
        }
        let value = self.expr(draft, left)?;
        let pattern = self.expr(draft, pattern)?;
        Ok(match kind {
            Match::Like => format!("UNICODE_LIKE({pattern}, {value})"),
            Match::NotLike => {
                format!("(NOT UNICODE_LIKE({pattern}, {value}) OR ({value}) IS NULL)")
            }
            Match::Regexp => format!("REGEXP({pattern}, {value})"),
        })
    }
}

/// A list of values as one parameter, so that its length is unlimited.
pub(super) fn bind_list(draft: &mut Draft, values: &[Literal]) -> String {
    let json = values.iter().map(|value| match value {
        Literal::Null => serde_json::Value::Null,
        Literal::Boolean(flag) => i64::from(*flag).into(),
        Literal::Integer(number) => (*number).into(),
        Literal::Float(number) => (*number).into(),
        Literal::Text(text) => text.as_str().into(),
    });
    let list = draft.bind(SqlValue::Text(serde_json::Value::Array(json.collect()).to_string()));
    format!("SELECT value FROM json_each({list})")
}
