//! Evaluates what is written in a formula.

use serde_json::{Map, Value as Json};

use super::FormulaFault;
use super::queries::Query;
use crate::reports::context::Reports;
use crate::reports::ranges::MonthRange;
use crate::rules::{Function, Number, Value, Written, binary, call};

/// Functions of spreadsheets that are not supported yet. Other unknown names are mistakes.
const NOT_YET: &[&str] = &[
    "CHOOSE",
    "COUNT",
    "COUNTA",
    "COUNTBLANK",
    "COUNTIF",
    "COUNTIFS",
    "EXP",
    "FORMATCURRENCY",
    "FORMATNUMBER",
    "FV",
    "HLOOKUP",
    "HYPERLINK",
    "IFNA",
    "IFS",
    "INDEX",
    "IRR",
    "ISERROR",
    "ISTEXT",
    "LARGE",
    "LN",
    "LOG",
    "LOG10",
    "MATCH",
    "MAXIFS",
    "MEDIAN",
    "MINIFS",
    "NOW",
    "NPER",
    "NPV",
    "PERCENTILE",
    "PI",
    "PMT",
    "PPMT",
    "IPMT",
    "PRODUCT",
    "PV",
    "QUOTIENT",
    "RAND",
    "RANDBETWEEN",
    "RATE",
    "SMALL",
    "SQRT",
    "STDEV",
    "SUMIF",
    "SUMIFS",
    "SUMPRODUCT",
    "SWITCH",
    "TEXTJOIN",
    "TIMEVALUE",
    "VAR",
    "VLOOKUP",
    "WEEKNUM",
    "XIRR",
    "XLOOKUP",
    "XOR",
    "YEARFRAC",
];

/// A value, or a list of ids.
enum Operand {
    One(Value),
    List(Vec<String>),
}

/// The data that a formula may read.
pub(super) struct Evaluator<'e, 'r> {
    pub(super) reports: &'e Reports<'r>,
    /// The named selections.
    pub(super) queries: &'e Map<String, Json>,
    /// The result of the card, for its colour.
    pub(super) result: Option<&'e Value>,
}

type Evaluated<T> = Result<T, FormulaFault>;

impl Evaluator<'_, '_> {
    /// The value of an expression.
    pub(super) fn value(&self, written: &Written) -> Evaluated<Value> {
        match self.operand(written)? {
            Operand::One(value) => Ok(value),
            Operand::List(_) => Err(FormulaFault::Kind("VALUE")),
        }
    }

    fn operand(&self, written: &Written) -> Evaluated<Operand> {
        let one = Operand::One;
        Ok(match written {
            Written::Constant(value) => one(value.clone()),
            Written::Name(name) => one(self.named(name)?),
            Written::Negated(of) => one(Value::Number(self.number(of)?.negated())),
            Written::Percent(of) => {
                let hundredth = self.number(of)?.over(Number::from(100));
                one(Value::Number(hundredth.ok_or(FormulaFault::Kind("NUM"))?))
            }
            Written::Binary(left, operator, right) => {
                one(binary(&self.value(left)?, *operator, &self.value(right)?)?)
            }
            Written::List(values) => {
                let texts = values.iter().map(|it| Ok(self.value(it)?.to_string()));
                Operand::List(texts.collect::<Evaluated<_>>()?)
            }
            Written::Call(name, given) => self.called(&name.to_ascii_uppercase(), given)?,
        })
    }

    fn named(&self, name: &str) -> Evaluated<Value> {
        match (&*name.to_ascii_uppercase(), self.result) {
            ("TRUE", _) => Ok(Value::Flag(true)),
            ("FALSE", _) => Ok(Value::Flag(false)),
            ("RESULT", Some(result)) => Ok(result.clone()),
            (upper, Some(_)) if upper.starts_with("THEME_") => Ok(Value::Text(name.to_owned())),
            _ => Err(FormulaFault::Kind("NAME")),
        }
    }

    fn number(&self, written: &Written) -> Evaluated<Number> {
        self.value(written)?.number().ok_or(FormulaFault::Kind("VALUE"))
    }

    fn text(&self, written: &Written) -> Evaluated<String> {
        Ok(self.value(written)?.to_string())
    }

    fn called(&self, name: &str, given: &[Written]) -> Evaluated<Operand> {
        if let Some(operand) = self.of_reports(name, given)? {
            return Ok(operand);
        }
        if let ("IF", [test, then, rest @ ..]) = (name, given) {
            let chosen = if self.value(test)?.is_true() { Some(then) } else { rest.first() };
            return chosen.map_or(Ok(Operand::One(Value::Flag(false))), |it| self.operand(it));
        }
        if let ("IFERROR", [tried, otherwise]) = (name, given) {
            return match self.operand(tried) {
                Err(FormulaFault::Kind(kind)) if kind != "NAME" => self.operand(otherwise),
                tried => tried,
            };
        }
        if name == "TODAY" && given.is_empty() {
            return Ok(Operand::One(Value::from(self.reports.calendar.today)));
        }
        let Some(function) = Function::find(name) else {
            return Err(if NOT_YET.contains(&name) {
                FormulaFault::NotSupported(name.to_owned())
            } else {
                FormulaFault::Kind("NAME")
            });
        };
        if !function.takes(given.len()) {
            return Err(FormulaFault::Kind("NA"));
        }
        let values = given.iter().map(|it| self.value(it)).collect::<Evaluated<Vec<_>>>()?;
        Ok(Operand::One(call(function, &values)?))
    }

    /// The functions that read rows and budgets; none if the name is another one.
    fn of_reports(&self, name: &str, given: &[Written]) -> Evaluated<Option<Operand>> {
        let query = |name: &Written| {
            let name = self.text(name)?;
            Ok::<_, FormulaFault>(Query::new(self.reports, self.queries.get(&name)))
        };
        Ok(Some(match (name, given) {
            ("QUERY", [name]) => Operand::One(query(name)?.sum()?),
            ("QUERY_COUNT", [name]) => Operand::One(query(name)?.count()),
            ("QUERY_EXTRACT_CATEGORIES", [name]) => Operand::List(query(name)?.categories()),
            ("QUERY_EXTRACT_TIMEFRAME_START", [name]) => Operand::One(query(name)?.month(true)),
            ("QUERY_EXTRACT_TIMEFRAME_END", [name]) => Operand::One(query(name)?.month(false)),
            ("BALANCE_OF", [account]) => {
                Operand::One(super::queries::balance_of(self.reports, &self.text(account)?)?)
            }
            ("BUDGET_QUERY", [dimension, categories, from, to]) => {
                let Operand::List(categories) = self.operand(categories)? else {
                    return Err(FormulaFault::Kind("VALUE"));
                };
                let (from, to) = (self.text(from)?, self.text(to)?);
                let months = from.parse().ok().zip(to.parse().ok());
                let months = months.map(|(first, last)| MonthRange { first, last });
                Operand::One(super::queries::budget(
                    self.reports,
                    &self.text(dimension)?,
                    &categories,
                    months.ok_or(FormulaFault::Kind("VALUE"))?,
                )?)
            }
            (
                "QUERY"
                | "QUERY_COUNT"
                | "QUERY_EXTRACT_CATEGORIES"
                | "QUERY_EXTRACT_TIMEFRAME_START"
                | "QUERY_EXTRACT_TIMEFRAME_END"
                | "BALANCE_OF"
                | "BUDGET_QUERY",
                _,
            ) => return Err(FormulaFault::Kind("NA")),
            _ => return Ok(None),
        }))
    }
}
