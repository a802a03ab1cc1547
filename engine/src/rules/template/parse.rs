//! The grammar of templates: text and tags in braces, and the inside of a tag.

use winnow::ascii::{multispace0, multispace1};
use winnow::combinator::{alt, delimited, eof, opt, preceded, repeat, terminated};
use winnow::error::{ContextError, ErrMode};
use winnow::prelude::*;
use winnow::token::take_while;

use super::functions::TemplateFunction;
use super::{Part, Term};
use crate::rules::number::Number;
use crate::rules::values::Value;

/// Deepest nesting of conditions and of functions.
const MOST_DEPTH: usize = 30;

type Parsed<T> = Result<T, ErrMode<ContextError>>;

/// A condition that is not closed yet.
struct Open {
    name: &'static str,
    test: Term,
    then: Vec<Part>,
    /// The parts before the condition.
    before: Vec<Part>,
    has_else: bool,
}

/// Reads a template.
pub(super) fn template(text: &str) -> Option<Vec<Part>> {
    let (mut open, mut parts, mut rest) = (Vec::new(), Vec::new(), text);
    while let Some((before, after)) = rest.split_once("{{") {
        let (tag, after) = match after.strip_prefix('{') {
            Some(after) => after.split_once("}}}")?,
            None => after.split_once("}}")?,
        };
        let before = if tag.starts_with('~') { before.trim_end() } else { before };
        push_text(&mut parts, before);
        rest = if tag.ends_with('~') { after.trim_start() } else { after };
        read_tag(tag.trim_matches('~').trim(), &mut parts, &mut open)?;
        if open.len() > MOST_DEPTH {
            return None;
        }
    }
    push_text(&mut parts, rest);
    open.is_empty().then_some(parts)
}

fn push_text(parts: &mut Vec<Part>, text: &str) {
    if !text.is_empty() {
        parts.push(Part::Text(text.to_owned()));
    }
}

fn read_tag(tag: &str, parts: &mut Vec<Part>, open: &mut Vec<Open>) -> Option<()> {
    if tag.starts_with('!') {
        return Some(());
    }
    if tag == "else" || tag == "^" {
        let condition = open.last_mut().filter(|condition| !condition.has_else)?;
        condition.has_else = true;
        condition.then = std::mem::take(parts);
        return Some(());
    }
    if let Some(name) = tag.strip_prefix('/') {
        return close(name.trim(), parts, open);
    }
    let begun = ["if", "unless"].into_iter().find_map(|name| {
        let test = tag.strip_prefix('#')?.trim_start().strip_prefix(name)?;
        test.starts_with(char::is_whitespace).then_some((name, test))
    });
    if let Some((name, test)) = begun {
        let (test, before) = (whole_term(test)?, std::mem::take(parts));
        open.push(Open { name, test, then: Vec::new(), before, has_else: false });
        return Some(());
    }
    parts.push(Part::Value(whole_term(tag.strip_prefix('&').unwrap_or(tag))?));
    Some(())
}

fn close(name: &str, parts: &mut Vec<Part>, open: &mut Vec<Open>) -> Option<()> {
    let condition = open.pop().filter(|condition| condition.name == name)?;
    let last = std::mem::replace(parts, condition.before);
    let (then, otherwise) =
        if condition.has_else { (condition.then, last) } else { (last, Vec::new()) };
    parts.push(if name == "if" {
        Part::If(condition.test, then, otherwise)
    } else {
        Part::If(condition.test, otherwise, then)
    });
    Some(())
}

/// A value or a function with its arguments, up to the end of a tag.
fn whole_term(text: &str) -> Option<Term> {
    if text.bytes().filter(|byte| *byte == b'(').count() > MOST_DEPTH {
        return None;
    }
    delimited(multispace0, call_or_value, (multispace0, eof)).parse(text).ok()
}

fn call_or_value(input: &mut &str) -> Parsed<Term> {
    alt((call, value)).parse_next(input)
}

/// A function and at least one argument.
fn call(input: &mut &str) -> Parsed<Term> {
    let name = name.parse_next(input)?;
    let arguments: Vec<Term> = repeat(1.., preceded(multispace1, value)).parse_next(input)?;
    let function = TemplateFunction::find(name).filter(|function| function.takes(arguments.len()));
    let function = function.ok_or_else(|| ErrMode::Cut(ContextError::new()))?;
    Ok(Term::Call(function, arguments))
}

fn value(input: &mut &str) -> Parsed<Term> {
    alt((
        delimited(('(', multispace0), call, (multispace0, ')')),
        number,
        quoted('"'),
        quoted('\''),
        name.map(|name| match name {
            "true" => Term::Constant(Value::Flag(true)),
            "false" => Term::Constant(Value::Flag(false)),
            "null" | "undefined" => Term::Constant(Value::Empty),
            name => Term::Name(name.to_owned()),
        }),
    ))
    .parse_next(input)
}

fn number(input: &mut &str) -> Parsed<Term> {
    let digits = (opt('-'), take_while(1.., ('0'..='9', '.'))).take().parse_next(input)?;
    let number = Number::read(digits).ok_or_else(|| ErrMode::Backtrack(ContextError::new()))?;
    Ok(Term::Constant(Value::Number(number)))
}

/// Text in quotes; a quote within it has a backslash before it.
fn quoted(quote: char) -> impl FnMut(&mut &str) -> Parsed<Term> {
    move |input| {
        let inside = repeat::<_, _, (), _, _>(
            0..,
            alt((('\\', quote).void(), take_while(1, move |letter| letter != quote).void())),
        )
        .take();
        let inside: &str = delimited(quote, inside, quote).parse_next(input)?;
        let text = inside.replace(&format!("\\{quote}"), &quote.to_string());
        Ok(Term::Constant(Value::Text(text)))
    }
}

fn name<'t>(input: &mut &'t str) -> Parsed<&'t str> {
    let first = |letter: char| letter.is_ascii_alphabetic() || letter == '_';
    let later = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    terminated((take_while(1, first), take_while(0.., later)).take(), winnow::combinator::empty)
        .parse_next(input)
}
