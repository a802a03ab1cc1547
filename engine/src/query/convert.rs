//! Conversions between the types of expressions.

use super::error::QueryError;
use super::tree::{Expr, ExprKind, Function};
use super::types::{Literal, Type};

/// Converts an expression to type `to` if the language allows it.
pub(super) fn cast(expr: Expr, to: Type) -> Result<Expr, QueryError> {
    if expr.kind == to {
        return Ok(expr);
    }
    match (expr.kind, to) {
        (Type::Text, Type::Date | Type::Month | Type::Year) => cast_day(&expr, to),
        (Type::Date, Type::Month) => Ok(Expr::call(Function::Month, vec![expr], to)),
        (Type::Date, Type::Year) => Ok(Expr::call(Function::Year, vec![expr], to)),
        (Type::Null, _)
        | (_, Type::Null | Type::Json | Type::JsonOrText)
        | (Type::Id | Type::Json | Type::JsonOrText, Type::Text)
        | (Type::Text, Type::Id)
        | (Type::Integer, Type::Float) => Ok(Expr { node: expr.node, kind: to }),
        (from, to) => Err(QueryError::Conversion { from: from.name(), to: to.name() }),
    }
}

fn cast_day(expr: &Expr, to: Type) -> Result<Expr, QueryError> {
    let ExprKind::Literal(Literal::Text(text)) = &expr.node else {
        return Err(QueryError::Conversion { from: expr.kind.name(), to: to.name() });
    };
    let stored = stored_day(text, to)
        .ok_or_else(|| QueryError::BadDate { given: text.clone(), wanted: to.name() })?;
    Ok(Expr { node: ExprKind::Literal(Literal::Integer(stored)), kind: to })
}

/// Reads `yyyy-MM-dd` (or the shorter forms that months and years allow). Only digits are
/// checked: 2024-02-00 and 2024-02-99 bound a month.
fn stored_day(text: &str, to: Type) -> Option<i64> {
    let parts: Vec<&str> = text.split('-').collect();
    let widths: &[usize] = &[4, 2, 2];
    let least = match to {
        Type::Year => 1,
        Type::Month => 2,
        Type::Id
        | Type::Text
        | Type::Integer
        | Type::Float
        | Type::Boolean
        | Type::Date
        | Type::Json
        | Type::JsonOrText
        | Type::Null => 3,
    };
    let digits = |(part, width): (&&str, &usize)| {
        part.len() == *width && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    if parts.len() < least || parts.len() > 3 || !parts.iter().zip(widths).all(digits) {
        return None;
    }
    parts[..least].concat().parse().ok()
}
