use std::convert::Infallible;
use std::sync::Arc;

use serde_json::json;

use super::functions::{Function, Logic, OfDays, OfNumbers, OfTexts};
use super::*;
use crate::dates::Day;
use crate::rules::{AccountFacts, CategoryFacts};

struct Nothing;

impl Lookup for Nothing {
    type Error = Infallible;

    fn account(&self, _: &str) -> Result<Option<AccountFacts>, Infallible> {
        Ok(Some(AccountFacts { name: "Checking".into(), off_budget: false }))
    }

    fn category(&self, _: &str) -> Result<Option<CategoryFacts>, Infallible> {
        Ok(None)
    }

    fn payee_name(&self, _: &str) -> Result<Option<Arc<str>>, Infallible> {
        Ok(Some("Kroger".into()))
    }

    fn balance_before(&self, _: &str, _: Day) -> Result<i64, Infallible> {
        Ok(12_345)
    }

    fn check(&self) -> Result<(), Infallible> {
        Ok(())
    }

    fn take_backtracks(&self, _: usize) -> Result<(), Infallible> {
        Ok(())
    }

    fn today(&self) -> Day {
        "2024-06-15".parse().unwrap()
    }

    fn new_id(&self) -> String {
        String::new()
    }
}

fn result(formula: &str) -> String {
    let fields = json!({
        "account": "a", "amount": -2500, "date": "2024-01-31", "notes": "a \"b\" c", "payee": "p",
    });
    let subject = Subject::new(fields.as_object().cloned().unwrap());
    let Ok(result) = Formula::read(formula).unwrap().result(&subject, &Nothing);
    result.map_or_else(|error| format!("! {error}"), |value| value.to_string())
}

#[test]
fn operators_have_the_priorities_of_spreadsheets() {
    for (formula, expected) in [
        ("=1+2*3", "7"),
        ("=(1+2)*3", "9"),
        ("=2*3^2", "18"),
        ("=-2^2", "4"),
        ("=10-4-3", "3"),
        ("=50%*8", "4"),
        ("=0.1+0.2=0.3", "true"),
        ("=1/3*3", "1"),
        ("=\"a\"&1+1&\"\"\"\"", "a2\""),
        ("=amount < 0", "true"),
        ("= - amount / 100", "25"),
        ("=notes = \"A \"\"B\"\" C\"", "true"),
        ("=1 <> 1.0", "false"),
        ("=date + 1", "2024-02-01"),
        ("=date - \"2024-01-01\"", "30"),
        ("=1/0", "! division by zero"),
        ("=notes * 2", "! not a number: \"a \"b\" c\""),
        ("=99999999999^9", "! a number is too large"),
    ] {
        assert_eq!(result(formula), expected, "{formula}");
    }
}

#[test]
fn functions_compute_as_in_spreadsheets() {
    for (formula, expected) in [
        ("=IF(amount>0,\"in\")", "false"),
        ("=IFERROR(1/0, \"none\")", "none"),
        ("=and(true, 1, \"x\")", "true"),
        ("=ROUND(-2.5)", "-3"),
        ("=ROUND(1234.567, -2)", "1200"),
        ("=ROUNDUP(1.001, 2)", "1.01"),
        ("=INT(-1.5)", "-2"),
        ("=TRUNC(-1.5)", "-1"),
        ("=CEILING(23, 10)", "30"),
        ("=FLOOR(-23, 10)", "-30"),
        ("=MOD(-3, 2)", "1"),
        ("=MIN(3;1;2)+MAX(3,1,2)", "4"),
        ("=AVERAGE(1, 2)", "1.5"),
        ("=FIXED(1.005, 2)", "1.01"),
        ("=TEXT(date, \"DD.MM.YYYY\")", "31.01.2024"),
        ("=TEXT(1.5, \"0.00\")", "1.50"),
        ("=PROPER(\"the o'neil BAR\")", "The O'Neil Bar"),
        ("=LEFT(notes, 3) & RIGHT(notes) & MID(notes, 3, 3)", "a \"c\"b\""),
        ("=SEARCH(\"B\", notes)", "4"),
        ("=FIND(\"B\", notes)", "! a text was not found"),
        ("=SUBSTITUTE(\"aXbX\", \"X\", \"-\")", "a-b-"),
        ("=REPLACE(\"abcd\", 2, 2, \"-\")", "a-d"),
        ("=LEN(REPT(\"ab\", 3))", "6"),
        ("=EDATE(date, 1)", "2024-02-29"),
        ("=EOMONTH(date, 1)", "2024-02-29"),
        ("=DATE(2024, 13, 1)", "2025-01-01"),
        ("=WEEKDAY(date) & DAY(date) & MONTH(date) & YEAR(date)", "43112024"),
        ("=payee_name & account_name & balance & category_name", "KrogerChecking12345"),
        ("=TODAY()", "2024-06-15"),
        ("=DAYS(today, \"2024-06-01\")", "14"),
        ("=REPT(\"ab\", 100000)", "! a number is too large"),
        (
            "=LEN(SUBSTITUTE(REPT(\"a\", 10000), \"a\", REPT(\"a\", 10000)))",
            "! a number is too large",
        ),
    ] {
        assert_eq!(result(formula), expected, "{formula}");
    }
}

#[test]
fn a_formula_is_judged_before_it_runs() {
    for (formula, error) in [
        ("", "invalid-formula"),
        ("1+1", "invalid-formula"),
        ("=", "invalid-formula"),
        ("=1+", "invalid-formula"),
        ("=(1", "invalid-formula"),
        ("=\"open", "invalid-formula"),
        ("=1.2.3", "invalid-formula"),
        ("=VLOOKUP(1, 2)", "unknown-function"),
        ("=IF(true, IMPORTXML(1), 2)", "unknown-function"),
        ("=ammount/2", "unknown-name"),
        ("=UPPER()", "argument-count"),
        ("=IF(1)", "argument-count"),
    ] {
        assert_eq!(Formula::read(formula).unwrap_err().to_string(), error, "{formula}");
    }
    assert_eq!(result(&format!("=1{}", "+1".repeat(490))), "491");
    let deep = format!("={}1{}", "(".repeat(100), ")".repeat(100));
    assert!(Formula::read(&deep).is_err());
    assert!(Formula::read(&format!("=1{}", "+1".repeat(2000))).is_err());
}

#[test]
fn every_function_is_found_in_any_letter_case() {
    for name in [Logic::NAMES, OfNumbers::NAMES, OfTexts::NAMES, OfDays::NAMES].concat() {
        assert!(Function::find(&name.to_lowercase()).is_some(), "{name}");
    }
}
