//! The results of a query and their order: select, group and order.

use serde_json::{Map, Value};

use super::{Checker, MAX_COLUMNS, MAX_KEYS};
use crate::query::error::{QueryError, excerpt, shorten};
use crate::query::tree::{Column, Expr, ExprKind, Filter, Function, Order};
use crate::query::types::Type;

impl Checker<'_> {
    pub(super) fn select(&mut self, expressions: &[Value]) -> Result<Vec<Column>, QueryError> {
        let mut columns = Vec::new();
        for expression in expressions {
            match expression {
                Value::String(path) => self.select_path(path, &mut columns)?,
                Value::Object(named) => {
                    for (key, value) in named {
                        if key.starts_with('$') {
                            return Err(QueryError::Unnamed(shorten(key)));
                        }
                        let expr = self.named(value)?;
                        push(&mut columns, key.clone(), expr)?;
                    }
                }
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
                    return Err(QueryError::expression(expression));
                }
            }
        }
        Ok(columns)
    }

    /// A path, or `*` for every field of the table it leads to.
    fn select_path(&mut self, path: &str, columns: &mut Vec<Column>) -> Result<(), QueryError> {
        let (source, table, name) = self.walk(path)?;
        if name != "*" {
            let expr = self.path(path)?;
            return push(columns, path.to_owned(), expr);
        }
        let prefix = path.trim_end_matches('*');
        for field in table.fields {
            let expr = self.field(source, table, field)?;
            push(columns, format!("{prefix}{}", field.name), expr)?;
        }
        Ok(())
    }

    /// An expression in which a bare name is a field.
    fn named(&mut self, value: &Value) -> Result<Expr, QueryError> {
        match value.as_str() {
            Some(path) => self.path(path.strip_prefix('$').unwrap_or(path)),
            None => self.expression(value, None),
        }
    }

    /// Adds the id, which plain queries always select.
    pub(super) fn add_id(&self, columns: &mut Vec<Column>) {
        if !columns.iter().any(|column| column.key == "id") {
            let expr = Expr::field(0, self.table.id());
            columns.push(Column { key: "id".to_owned(), expr });
        }
    }

    pub(super) fn group(&mut self, expressions: &[Value]) -> Result<Vec<Expr>, QueryError> {
        limit_keys(expressions)?;
        let mut group = Vec::new();
        for expression in expressions {
            if !expression.is_string() && !expression.is_object() {
                return Err(QueryError::expression(expression));
            }
            let expr = self.named(expression)?;
            if let Some(name) = expr.gathers() {
                return Err(QueryError::MisplacedAggregate(name));
            }
            group.push(expr);
        }
        Ok(group)
    }

    pub(super) fn order(
        &mut self,
        expressions: &[Value],
        aggregate: bool,
    ) -> Result<Vec<Order>, QueryError> {
        limit_keys(expressions)?;
        let mut order = Vec::new();
        for expression in expressions {
            order.push(match expression {
                Value::Object(object) => self.order_object(object)?,
                Value::String(_) => Order { expr: self.named(expression)?, descending: false },
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
                    return Err(QueryError::expression(expression));
                }
            });
        }
        for key in &order {
            match key.expr.gathers() {
                Some(name) if !aggregate || key.expr.runs_over() => {
                    return Err(QueryError::MisplacedAggregate(name));
                }
                _ => {}
            }
        }
        if order.is_empty() {
            order = self.default_order()?;
        }
        order.push(Order { expr: Expr::field(0, self.table.id()), descending: false });
        Ok(order)
    }

    /// `{field: direction}` or a function with an optional `$dir`.
    fn order_object(&mut self, object: &Map<String, Value>) -> Result<Order, QueryError> {
        if !object.keys().next().is_some_and(|key| key.starts_with('$')) {
            let mut entries = object.iter();
            return match (entries.next(), entries.next()) {
                (Some((path, direction)), None) => {
                    let descending = descending(direction)?;
                    Ok(Order { expr: self.path(path)?, descending })
                }
                _ => Err(QueryError::expression(&Value::Object(object.clone()))),
            };
        }
        let mut function = object.clone();
        let descending = match function.shift_remove("$dir") {
            None | Some(Value::Null) => false,
            Some(direction) => descending(&direction)?,
        };
        Ok(Order { expr: self.function_object(&function, None)?, descending })
    }

    /// The order of a table when the query names none.
    fn default_order(&mut self) -> Result<Vec<Order>, QueryError> {
        let keys: &[(&str, bool)] = match self.table.name {
            "transactions" => {
                &[("date", true), ("starting_balance_flag", false), ("sort_order", true)]
            }
            "accounts" => &[("sort_order", false), ("name", false)],
            "schedules" => &[("completed", false), ("next_date", false)],
            "categories" => &[("sort_order", false)],
            "category_groups" => &[("is_income", false), ("sort_order", false)],
            "payees" => return Ok(self.payee_order()),
            _ => &[],
        };
        let key = |(name, descending): &(&str, bool)| {
            Ok(Order { expr: self.path(name)?, descending: *descending })
        };
        keys.iter().map(key).collect()
    }

    /// Ordinary payees before transfer payees, each by name, ignoring case and accents.
    fn payee_order(&self) -> Vec<Order> {
        let field = |name| self.table.field(name).map(|field| Expr::field(0, field));
        let normal = field("transfer_acct").map(|account| {
            let node = ExprKind::Condition(Box::new(Filter::IsNull(account)));
            Order { expr: Expr { node, kind: Type::Boolean }, descending: true }
        });
        let names = [Function::Fold, Function::NoCase].into_iter().filter_map(|function| {
            let expr = Expr::call(function, vec![field("name")?], Type::Text);
            Some(Order { expr, descending: false })
        });
        normal.into_iter().chain(names).collect()
    }
}

/// Adds a result; a second one with the same key replaces the first.
fn push(columns: &mut Vec<Column>, key: String, expr: Expr) -> Result<(), QueryError> {
    if let Some(known) = columns.iter_mut().find(|column| column.key == key) {
        known.expr = expr;
        return Ok(());
    }
    if columns.len() >= MAX_COLUMNS {
        return Err(QueryError::TooLarge { what: "results", limit: MAX_COLUMNS });
    }
    columns.push(Column { key, expr });
    Ok(())
}

fn limit_keys(expressions: &[Value]) -> Result<(), QueryError> {
    if expressions.len() > MAX_KEYS {
        return Err(QueryError::TooLarge { what: "group or order keys", limit: MAX_KEYS });
    }
    Ok(())
}

fn descending(direction: &Value) -> Result<bool, QueryError> {
    match direction.as_str() {
        Some("asc") => Ok(false),
        Some("desc") => Ok(true),
        Some(other) => Err(QueryError::BadDirection(shorten(other))),
        None => Err(QueryError::BadDirection(excerpt(direction))),
    }
}
