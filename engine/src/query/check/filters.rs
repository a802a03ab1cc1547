//! Filters: objects and lists of conditions, and their operators.

use serde_json::{Map, Value};

use super::{Checker, MAX_LIST, MAX_PATTERNS, is_falsy};
use crate::query::convert::cast;
use crate::query::error::{QueryError, shorten};
use crate::query::tree::{Compare, Expr, ExprKind, Filter, Match};
use crate::query::types::{Literal, Type};

impl Checker<'_> {
    /// Every key of an object, or of every object of a list, as its own condition.
    pub(super) fn conditions(&mut self, value: &Value) -> Result<Vec<Filter>, QueryError> {
        let mut found = Vec::new();
        match value {
            Value::Array(items) => {
                for item in items.iter().filter(|item| !is_falsy(item)) {
                    self.count_term()?;
                    let Value::Object(object) = item else {
                        return Err(QueryError::expression(item));
                    };
                    self.object(object, &mut found)?;
                }
            }
            Value::Object(object) => self.object(object, &mut found)?,
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                if !is_falsy(value) {
                    return Err(QueryError::expression(value));
                }
            }
        }
        Ok(found)
    }

    fn object(
        &mut self,
        object: &Map<String, Value>,
        found: &mut Vec<Filter>,
    ) -> Result<(), QueryError> {
        for (key, value) in object {
            self.count_term()?;
            match key.as_str() {
                "$and" if is_falsy(value) => {}
                "$or" if is_falsy(value) || value.as_array().is_some_and(Vec::is_empty) => {}
                "$and" => found.push(Filter::All(self.deeper(|c| c.conditions(value))?)),
                "$or" => found.push(Filter::Any(self.deeper(|c| c.conditions(value))?)),
                path => {
                    self.parent_keys_only &= path == "date" || path.starts_with("account");
                    let field = self.path(path)?;
                    found.push(self.tests(&field, value)?);
                }
            }
        }
        Ok(())
    }

    /// The tests of one field: a plain value, an operator object or a list of them.
    fn tests(&mut self, field: &Expr, value: &Value) -> Result<Filter, QueryError> {
        let Some(tests) = value.as_array() else {
            return self.test(field, value);
        };
        let all: Result<_, _> = tests.iter().map(|test| self.test(field, test)).collect();
        Ok(Filter::All(all?))
    }

    fn test(&mut self, field: &Expr, test: &Value) -> Result<Filter, QueryError> {
        self.count_term()?;
        let Value::Object(object) = test else {
            return self.deeper(|c| c.operator(field.clone(), "$eq", test));
        };
        let (operator, operand) = object
            .iter()
            .find(|(key, _)| *key != "$transform")
            .ok_or_else(|| QueryError::expression(test))?;
        self.deeper(|c| {
            let left = match object.get("$transform") {
                None | Some(Value::Null) => field.clone(),
                Some(transform) => c.transform(field, transform)?,
            };
            single_row(&left)?;
            c.operator(left, operator, operand)
        })
    }

    fn operator(&mut self, left: Expr, name: &str, operand: &Value) -> Result<Filter, QueryError> {
        let compare = match name {
            "$oneof" => return self.one_of(left, operand),
            "$like" => return self.pattern(Match::Like, left, operand),
            "$notlike" => return self.pattern(Match::NotLike, left, operand),
            "$regexp" => return self.pattern(Match::Regexp, left, operand),
            "$eq" => Compare::Equal,
            "$ne" => Compare::Different,
            "$gt" => Compare::Greater,
            "$gte" => Compare::AtLeast,
            "$lt" => Compare::Less,
            "$lte" => Compare::AtMost,
            unknown => return Err(QueryError::UnknownOperator(shorten(unknown))),
        };
        let right = cast(self.expression(operand, None)?, left.kind)?;
        single_row(&right)?;
        Ok(match (compare, &right.node) {
            (Compare::Equal | Compare::Different, ExprKind::Literal(Literal::Null))
                if left.kind == Type::Boolean =>
            {
                let no = Expr::literal(Literal::Boolean(false));
                Filter::Compare(compare, left, no)
            }
            (Compare::Equal, ExprKind::Literal(Literal::Null)) => Filter::IsNull(left),
            (Compare::Different, ExprKind::Literal(Literal::Null)) => Filter::NotNull(left),
            _ => Filter::Compare(compare, left, right),
        })
    }

    fn one_of(&mut self, left: Expr, operand: &Value) -> Result<Filter, QueryError> {
        let Value::Array(items) = operand else {
            return Err(QueryError::expression(operand));
        };
        if items.len() > MAX_LIST {
            return Err(QueryError::TooLarge { what: "values in a list", limit: MAX_LIST });
        }
        let mut values = Vec::with_capacity(items.len());
        for item in items.iter().filter(|item| !item.is_null()) {
            let value = cast(Expr::literal(Literal::read(item)?), left.kind)?;
            if let ExprKind::Literal(value) = value.node {
                values.push(value);
            }
        }
        Ok(Filter::OneOf(left, values))
    }

    fn pattern(&mut self, kind: Match, left: Expr, operand: &Value) -> Result<Filter, QueryError> {
        self.patterns += 1;
        if self.patterns > MAX_PATTERNS {
            return Err(QueryError::TooLarge { what: "text patterns", limit: MAX_PATTERNS });
        }
        let pattern = self.expression(operand, None)?;
        single_row(&pattern)?;
        for side in [&left, &pattern] {
            if !side.kind.is_text() {
                return Err(QueryError::Conversion { from: side.kind.name(), to: "string" });
            }
        }
        Ok(Filter::Match(kind, left, pattern))
    }
}

/// Refuses aggregates: filters test one row at a time.
fn single_row(expr: &Expr) -> Result<(), QueryError> {
    match expr.gathers() {
        Some(name) => Err(QueryError::MisplacedAggregate(name)),
        None => Ok(()),
    }
}
