//! The grammar of formulas, with the priorities of spreadsheets: comparisons last, then `&`, `+`
//! and `-`, `*` and `/`, `^`, a leading sign, and `%` first.

use winnow::ascii::{alpha1, multispace0};
use winnow::combinator::{
    alt, cut_err, delimited, eof, opt, preceded, repeat, separated, terminated,
};
use winnow::error::{ContextError, ErrMode};
use winnow::prelude::*;
use winnow::token::{one_of, take_while};

use super::functions::Function;
use super::{Expression, FormulaError, Operator};
use crate::rules::number::Number;
use crate::rules::values::{NAMES, Value};

/// Deepest nesting of parentheses.
const MOST_DEPTH: usize = 40;

/// Reads a formula with its `=`.
pub(super) fn parse(text: &str) -> Result<Expression, FormulaError> {
    Written::read(text)?.resolved()
}

fn nesting(text: &str) -> usize {
    let (mut depth, mut most) = (0_usize, 0);
    for byte in text.bytes() {
        match byte {
            b'(' | b'{' => depth += 1,
            b')' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        most = most.max(depth);
    }
    most
}

/// An expression as it is written, before its names are looked up.
#[derive(Debug)]
pub(crate) enum Written {
    Constant(Value),
    Name(String),
    Negated(Box<Written>),
    Percent(Box<Written>),
    Binary(Box<Written>, Operator, Box<Written>),
    Call(String, Vec<Written>),
    /// Values in braces, which rules do not use.
    List(Vec<Written>),
}

impl Written {
    /// Reads a formula with its `=`.
    pub(crate) fn read(text: &str) -> Result<Self, FormulaError> {
        let expression = text.trim().strip_prefix('=').ok_or(FormulaError::NotUnderstood)?;
        if nesting(expression) > MOST_DEPTH {
            return Err(FormulaError::NotUnderstood);
        }
        terminated(comparison, (multispace0, eof))
            .parse(expression)
            .map_err(|_| FormulaError::NotUnderstood)
    }

    fn resolved(self) -> Result<Expression, FormulaError> {
        let boxed = |it: Box<Self>| it.resolved().map(Box::new);
        Ok(match self {
            Self::Constant(value) => Expression::Constant(value),
            Self::Name(name) => match &*name.to_ascii_lowercase() {
                "true" => Expression::Constant(Value::Flag(true)),
                "false" => Expression::Constant(Value::Flag(false)),
                lower if NAMES.contains(&lower) => Expression::Name(lower.to_owned()),
                _ => return Err(FormulaError::UnknownName),
            },
            Self::Negated(of) => Expression::Negated(boxed(of)?),
            Self::Percent(of) => Expression::Percent(boxed(of)?),
            Self::Binary(left, operator, right) => {
                Expression::Binary(boxed(left)?, operator, boxed(right)?)
            }
            Self::Call(name, arguments) => {
                let function = Function::find(&name).ok_or(FormulaError::UnknownFunction)?;
                if !function.takes(arguments.len()) {
                    return Err(FormulaError::ArgumentCount);
                }
                let arguments = arguments.into_iter().map(Self::resolved);
                Expression::Call(function, arguments.collect::<Result<_, _>>()?)
            }
            Self::List(_) => return Err(FormulaError::NotUnderstood),
        })
    }
}

type Parsed<T> = Result<T, ErrMode<ContextError>>;

/// One level of operators that are grouped from the left.
fn level<'t>(
    input: &mut &'t str,
    operand: fn(&mut &'t str) -> Parsed<Written>,
    operator: fn(&mut &'t str) -> Parsed<Operator>,
) -> Parsed<Written> {
    let mut left = operand(input)?;
    while let Some(operator) = opt(preceded(multispace0, operator)).parse_next(input)? {
        let right = cut_err(operand).parse_next(input)?;
        left = Written::Binary(Box::new(left), operator, Box::new(right));
    }
    Ok(left)
}

fn comparison(input: &mut &str) -> Parsed<Written> {
    level(input, joined, |input| {
        alt((
            "<>".value(Operator::Unequal),
            "<=".value(Operator::LessOrEqual),
            ">=".value(Operator::GreaterOrEqual),
            "<".value(Operator::Less),
            ">".value(Operator::Greater),
            "=".value(Operator::Equal),
        ))
        .parse_next(input)
    })
}

fn joined(input: &mut &str) -> Parsed<Written> {
    level(input, sum, |input| "&".value(Operator::Joined).parse_next(input))
}

fn sum(input: &mut &str) -> Parsed<Written> {
    level(input, product, |input| {
        alt(("+".value(Operator::Plus), "-".value(Operator::Minus))).parse_next(input)
    })
}

fn product(input: &mut &str) -> Parsed<Written> {
    level(input, power, |input| {
        alt(("*".value(Operator::Times), "/".value(Operator::Over))).parse_next(input)
    })
}

fn power(input: &mut &str) -> Parsed<Written> {
    level(input, signed, |input| "^".value(Operator::Power).parse_next(input))
}

fn signed(input: &mut &str) -> Parsed<Written> {
    let signs: Vec<char> =
        repeat(0.., preceded(multispace0, one_of(['-', '+']))).parse_next(input)?;
    let value = percent(input)?;
    let negated = signs.iter().filter(|sign| **sign == '-').count() % 2 == 1;
    Ok(if negated { Written::Negated(Box::new(value)) } else { value })
}

fn percent(input: &mut &str) -> Parsed<Written> {
    let value = preceded(multispace0, atom).parse_next(input)?;
    let is_percent = opt(preceded(multispace0, '%')).parse_next(input)?.is_some();
    Ok(if is_percent { Written::Percent(Box::new(value)) } else { value })
}

fn atom(input: &mut &str) -> Parsed<Written> {
    alt((
        delimited('(', comparison, (multispace0, ')')),
        list,
        number.map(|number| Written::Constant(Value::Number(number))),
        text.map(|text| Written::Constant(Value::Text(text))),
        call,
        name.map(|name| Written::Name(name.to_owned())),
    ))
    .parse_next(input)
}

fn number(input: &mut &str) -> Parsed<Number> {
    let digits = take_while(1.., ('0'..='9', '.')).parse_next(input)?;
    Number::read(digits).ok_or_else(|| ErrMode::Cut(ContextError::new()))
}

/// Text in quotes; a quote within it is written twice.
fn text(input: &mut &str) -> Parsed<String> {
    let part = || delimited('"', take_while(0.., |letter| letter != '"'), '"');
    let parts: Vec<&str> = repeat(1.., part()).parse_next(input)?;
    Ok(parts.join("\""))
}

fn list(input: &mut &str) -> Parsed<Written> {
    let values = separated(0.., comparison, (multispace0, one_of([',', ';'])));
    delimited('{', values, (multispace0, '}')).map(Written::List).parse_next(input)
}

fn call(input: &mut &str) -> Parsed<Written> {
    let name = terminated(name, (multispace0, '(')).parse_next(input)?;
    let arguments = separated(0.., comparison, (multispace0, one_of([',', ';'])));
    let arguments = cut_err(terminated(arguments, (multispace0, ')'))).parse_next(input)?;
    Ok(Written::Call(name.to_owned(), arguments))
}

fn name<'t>(input: &mut &'t str) -> Parsed<&'t str> {
    let letters = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '.';
    (alt((alpha1, "_")), take_while(0.., letters)).take().parse_next(input)
}
