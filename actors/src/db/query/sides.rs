//! Parts of a query that depend on one side of a transaction: its category, its account or its
//! month. Such a part has one value per category, account or month, whatever the rows.

use std::collections::HashMap;
use std::hash::Hash;

use rusqlite::types::FromSql;
use rusqlite::{Connection, params_from_iter};
use sobre_engine::query::{Expr, ExprKind, Filter, Function, Path, Query};

use super::QueryError;
use super::candidates::{each_path_of, own_field};
use super::compile::{Draft, Scope};
use super::rows::write_value;
use crate::db::facts::months::BY_ACCOUNT;

/// The side of a transaction that a part depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Category,
    Account,
    Month,
}

/// The single side that an expression depends on.
pub(super) fn side_of(query: &Query, expr: &Expr) -> Option<Side> {
    let mut sides = Sides { query, only: None, mixed: false };
    sides.expr(expr);
    sides.only.filter(|_| !sides.mixed)
}

/// The single side that a filter depends on.
pub(super) fn side_of_filter(query: &Query, filter: &Filter) -> Option<Side> {
    let mut sides = Sides { query, only: None, mixed: false };
    sides.filter(filter);
    sides.only.filter(|_| !sides.mixed)
}

/// Whether equal values of `key` imply equal values of `expr`, both being on one side: whether the
/// key identifies the category, account or month.
pub(super) fn says_which(query: &Query, key: &Expr, expr: &Expr) -> bool {
    match &key.node {
        ExprKind::Field(Path { source, field }) => match source.checked_sub(1) {
            None => true,
            // A joined id is null for all deleted rows, which stored values still distinguish.
            Some(index) => {
                let mut stored = false;
                each_path_of(expr, &mut |path| stored |= path.source == 0);
                field.name == "id" && query.joins[index].from == 0 && !stored
            }
        },
        ExprKind::Call(function, _) => *function == Function::Month,
        ExprKind::Literal(_) | ExprKind::Condition(_) | ExprKind::CountRows => false,
    }
}

struct Sides<'q> {
    query: &'q Query,
    only: Option<Side>,
    /// Whether it depends on several sides, or on something else.
    mixed: bool,
}

impl Sides<'_> {
    fn add(&mut self, side: Option<Side>) {
        self.mixed |= side.is_none() || self.only.is_some_and(|only| Some(only) != side);
        self.only = side;
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.node {
            ExprKind::Field(path) => self.add(match own_field(self.query, *path) {
                "category" => Some(Side::Category),
                "account" => Some(Side::Account),
                _ => None,
            }),
            ExprKind::Call(Function::Month | Function::Year, args) if is_date(&args[0]) => {
                self.add(Some(Side::Month));
            }
            ExprKind::Call(Function::Sum | Function::SumOver | Function::Count, _)
            | ExprKind::CountRows => self.mixed = true,
            ExprKind::Call(_, args) => args.iter().for_each(|arg| self.expr(arg)),
            ExprKind::Condition(filter) => self.filter(filter),
            ExprKind::Literal(_) => {}
        }
    }

    fn filter(&mut self, filter: &Filter) {
        match filter {
            Filter::All(terms) | Filter::Any(terms) => {
                terms.iter().for_each(|term| self.filter(term));
            }
            Filter::IsNull(expr) | Filter::NotNull(expr) | Filter::OneOf(expr, _) => {
                self.expr(expr);
            }
            Filter::Compare(_, left, right) | Filter::Match(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
        }
    }
}

fn is_date(expr: &Expr) -> bool {
    matches!(&expr.node, ExprKind::Field(path) if path.source == 0 && path.field.name == "date")
}

/// The parts of a query on one side.
pub(super) struct Parts<'q> {
    pub(super) query: &'q Query,
    pub(super) side: Side,
    /// All must hold.
    pub(super) terms: Vec<&'q Filter>,
    /// The group keys.
    pub(super) keys: Vec<&'q Expr>,
    /// Indexes of the results among those of the query.
    pub(super) columns: Vec<usize>,
}

/// Categories, accounts or months with the same keys.
#[derive(Debug)]
pub(super) struct Class {
    /// The rank of each key.
    pub(super) ranks: Vec<i64>,
    /// The results as JSON.
    pub(super) texts: Vec<Vec<u8>>,
}

/// The class of each item of a side. Classes are in the order of their keys.
#[derive(Debug)]
pub(super) struct Classes<K> {
    /// None for items that do not pass.
    known: HashMap<K, Option<usize>>,
    /// The class of rows without a reference.
    nothing: Option<usize>,
    pub(super) all: Vec<Class>,
}

impl<K: FromSql + Eq + Hash> Classes<K> {
    pub(super) fn read(conn: &Connection, parts: &Parts<'_>) -> Result<Self, QueryError> {
        let mut draft = Draft::default();
        let sql = parts.statement(&mut draft)?;
        let mut statement = conn.prepare_cached(&sql)?;
        let mut rows = statement.query(params_from_iter(&draft.params))?;
        let mut classes = Self { known: HashMap::new(), nothing: None, all: Vec::new() };
        let mut places: HashMap<Vec<i64>, usize> = HashMap::new();
        while let Some(row) = rows.next()? {
            let mut class = None;
            if row.get(1)? {
                let ranks = (0..parts.keys.len()).map(|at| row.get(2 + at));
                let ranks = ranks.collect::<Result<Vec<i64>, _>>()?;
                let place = places.entry(ranks.clone()).or_insert(classes.all.len());
                class = Some(*place);
                if *place == classes.all.len() {
                    let mut texts = vec![Vec::new(); parts.columns.len()];
                    for (at, (text, column)) in texts.iter_mut().zip(&parts.columns).enumerate() {
                        let value = row.get_ref(2 + parts.keys.len() + at)?;
                        write_value(text, &parts.query.select[*column], value)?;
                    }
                    classes.all.push(Class { ranks, texts });
                }
            }
            match row.get(0)? {
                Some(known) => drop(classes.known.insert(known, class)),
                None => classes.nothing = class,
            }
        }
        classes.sort();
        Ok(classes)
    }

    fn sort(&mut self) {
        let mut order: Vec<usize> = (0..self.all.len()).collect();
        order.sort_by(|left, right| self.all[*left].ranks.cmp(&self.all[*right].ranks));
        let mut places = vec![0; order.len()];
        for (place, class) in order.into_iter().enumerate() {
            places[class] = place;
        }
        let classes = self.known.values_mut().chain([&mut self.nothing]);
        classes.flatten().for_each(|class| *class = places[*class]);
        self.all.sort_by(|left, right| left.ranks.cmp(&right.ranks));
    }

    /// The class of an item, if it passes.
    pub(super) fn of<Q>(&self, known: &Q) -> Option<usize>
    where
        K: std::borrow::Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        self.known.get(known).copied().unwrap_or(self.nothing)
    }

    /// All passing items, unless rows without a reference pass.
    pub(super) fn passing(&self) -> Option<Vec<&K>> {
        let passing = self.known.iter().filter(|(_, class)| class.is_some());
        self.nothing.is_none().then(|| passing.map(|(known, _)| known).collect())
    }
}

impl Parts<'_> {
    /// Selects the items of the side, whether they pass, the ranks of their keys and the results.
    fn statement(&self, draft: &mut Draft) -> Result<String, QueryError> {
        let mut scope = Scope::new(self.query, 'k');
        let root = scope.root();
        let table = BY_ACCOUNT.table;
        let (known, all) = match self.side {
            Side::Category => (
                format!("{root}.category"),
                "(SELECT id AS category, 0 AS isParent FROM category_mapping \
                 UNION ALL SELECT NULL, 0)"
                    .to_owned(),
            ),
            Side::Account => {
                (format!("{root}.acct"), format!("(SELECT DISTINCT acct FROM {table})"))
            }
            Side::Month => (
                format!("{root}.date / 100"),
                format!("(SELECT DISTINCT month * 100 AS date FROM {table})"),
            ),
        };
        let mut passes = String::from("1");
        for term in &self.terms {
            passes += &format!(" AND ({}) IS TRUE", scope.filter(draft, term)?);
        }
        let mut columns = vec![known, passes];
        for key in &self.keys {
            let key = scope.expr(draft, key)?;
            columns.push(format!("DENSE_RANK() OVER (ORDER BY {key})"));
        }
        for column in &self.columns {
            columns.push(scope.expr(draft, &self.query.select[*column].expr)?);
        }
        let from = scope.joined_to(draft, &all);
        Ok(format!("SELECT {} FROM {from}", columns.join(", ")))
    }
}
