//! Expressions: fields, literals, named parameters and functions.

use serde_json::{Map, Value};

use super::Checker;
use crate::query::convert::cast;
use crate::query::error::{QueryError, shorten};
use crate::query::tree::{Expr, ExprKind, Filter, Function};
use crate::query::types::{Literal, Type};

impl Checker<'_> {
    /// An expression; `"$"` inside a transform stands for `field`.
    pub(super) fn expression(
        &mut self,
        value: &Value,
        field: Option<&Expr>,
    ) -> Result<Expr, QueryError> {
        self.count_term()?;
        match value {
            Value::Object(object) => self.deeper(|c| c.function_object(object, field)),
            Value::String(text) => self.text(text, field),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
                Literal::read(value).map(Expr::literal)
            }
        }
    }

    fn text(&mut self, text: &str, field: Option<&Expr>) -> Result<Expr, QueryError> {
        if let Some(path) = text.strip_prefix('$') {
            return match field {
                Some(field) if path.is_empty() => Ok(field.clone()),
                _ => self.path(path),
            };
        }
        if let Some(name) = text.strip_prefix(':').filter(|name| is_name(name)) {
            let value = self.parameters.get(name);
            let value = value.ok_or_else(|| QueryError::MissingParameter(shorten(name)))?;
            return Literal::read(value).map(Expr::literal);
        }
        let text = match text.strip_prefix('\\') {
            Some(rest) if rest.starts_with('$') => rest,
            _ => text,
        };
        Ok(Expr::literal(Literal::Text(text.to_owned())))
    }

    /// A function applied to a field: its name, or an object in which `"$"` is the field.
    pub(super) fn transform(&mut self, field: &Expr, value: &Value) -> Result<Expr, QueryError> {
        if let Some(name) = value.as_str() {
            return self.apply(name, vec![field.clone()]);
        }
        match value.as_object() {
            Some(object) => self.function_object(object, Some(field)),
            None => Err(QueryError::expression(value)),
        }
    }

    /// `{$function: argument}` or `{$function: [arguments]}`.
    pub(super) fn function_object(
        &mut self,
        object: &Map<String, Value>,
        field: Option<&Expr>,
    ) -> Result<Expr, QueryError> {
        let (name, argument) = match (object.iter().next(), object.len()) {
            (Some(entry), 1) => entry,
            _ => return Err(QueryError::expression(&Value::Object(object.clone()))),
        };
        if name == "$condition" {
            let all = self.deeper(|c| c.conditions(argument))?;
            let node = ExprKind::Condition(Box::new(Filter::All(all)));
            return Ok(Expr { node, kind: Type::Boolean });
        }
        if name == "$count" && argument.as_str() == Some("*") {
            return Ok(Expr { node: ExprKind::CountRows, kind: Type::Integer });
        }
        let args: Result<Vec<_>, _> = match argument.as_array() {
            Some(items) => items.iter().map(|arg| self.expression(arg, field)).collect(),
            None => self.expression(argument, field).map(|arg| vec![arg]),
        };
        self.apply(name, args?)
    }

    /// A function and its arguments, with their types checked.
    fn apply(&mut self, name: &str, args: Vec<Expr>) -> Result<Expr, QueryError> {
        self.count_term()?;
        if let ("$substr", 2 | 3) = (name, args.len()) {
            return substring(args);
        }
        let wrong = || QueryError::Arguments(name.to_owned());
        let mut args = args.into_iter();
        match name {
            "$idiv" => {
                let (Some(left), Some(right), None) = (args.next(), args.next(), args.next())
                else {
                    return Err(wrong());
                };
                let sides = vec![number(left)?, number(right)?];
                Ok(Expr::call(Function::Divide, sides, Type::Integer))
            }
            "$sum" | "$sumOver" | "$count" | "$lower" | "$neg" | "$abs" | "$month" | "$year"
            | "$day" | "$fold" | "$nocase" | "$literal" | "$id" => match (args.next(), args.next())
            {
                (Some(arg), None) => apply_to_one(name, arg),
                _ => Err(wrong()),
            },
            "$substr" => Err(wrong()),
            unknown => Err(QueryError::UnknownFunction(shorten(unknown))),
        }
    }
}

fn apply_to_one(name: &str, arg: Expr) -> Result<Expr, QueryError> {
    let call = |function, arg: Expr, kind| Ok(Expr::call(function, vec![arg], kind));
    match name {
        "$sum" | "$sumOver" | "$count" => gather(name, arg),
        "$neg" | "$abs" => {
            let function = if name == "$neg" { Function::Negate } else { Function::Absolute };
            let arg = number(arg)?;
            let kind = arithmetic_kind(arg.kind);
            call(function, arg, kind)
        }
        "$lower" => call(Function::Lower, text_argument(arg)?, Type::Text),
        "$fold" => call(Function::Fold, text_argument(arg)?, Type::Text),
        "$nocase" => call(Function::NoCase, text_argument(arg)?, Type::Text),
        "$month" => call(Function::Month, cast(arg, Type::Date)?, Type::Month),
        "$year" => call(Function::Year, cast(arg, Type::Date)?, Type::Year),
        "$day" => cast(arg, Type::Date),
        _ => Ok(arg),
    }
}

/// The aggregate functions; they do not nest.
fn gather(name: &str, arg: Expr) -> Result<Expr, QueryError> {
    if let Some(inner) = arg.gathers() {
        return Err(QueryError::MisplacedAggregate(inner));
    }
    if name == "$count" {
        return Ok(Expr::call(Function::Count, vec![arg], Type::Integer));
    }
    let function = if name == "$sum" { Function::Sum } else { Function::SumOver };
    let arg = number(arg)?;
    let kind = arithmetic_kind(arg.kind);
    Ok(Expr::call(function, vec![arg], kind))
}

fn substring(args: Vec<Expr>) -> Result<Expr, QueryError> {
    let mut checked = Vec::with_capacity(args.len());
    for (index, arg) in args.into_iter().enumerate() {
        checked.push(match index {
            0 => text_argument(arg)?,
            _ => cast(arg, Type::Integer)?,
        });
    }
    Ok(Expr::call(Function::Substr, checked, Type::Text))
}

fn number(arg: Expr) -> Result<Expr, QueryError> {
    if arg.kind.is_number() { Ok(arg) } else { cast(arg, Type::Integer) }
}

fn text_argument(arg: Expr) -> Result<Expr, QueryError> {
    if arg.kind.is_text() { Ok(arg) } else { cast(arg, Type::Text) }
}

const fn arithmetic_kind(kind: Type) -> Type {
    match kind {
        Type::Float => Type::Float,
        Type::Id
        | Type::Text
        | Type::Integer
        | Type::Boolean
        | Type::Date
        | Type::Month
        | Type::Year
        | Type::Json
        | Type::JsonOrText
        | Type::Null => Type::Integer,
    }
}

fn is_name(name: &str) -> bool {
    let starts = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    starts && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
