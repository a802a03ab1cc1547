mod conflicts;
mod effort;
mod laws;
mod schedules;
mod splits;
mod stored;
pub(super) mod vectors;

use serde::Deserialize;
use serde_json::{Value, json};

use super::*;

#[derive(Deserialize)]
struct Suite<C> {
    cases: Vec<C>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FilterCase {
    id: String,
    conditions: Vec<Value>,
    #[serde(default = "yes")]
    apply_special_cases: bool,
    expected: Value,
}

const fn yes() -> bool {
    true
}

/// Filters and errors of conditions, as the call returns them.
fn made(conditions: &[Value], special: SpecialCases) -> Value {
    let (mut filters, mut errors) = (Vec::new(), Vec::new());
    for condition in conditions {
        match Condition::read(condition) {
            Ok(condition) => filters.push(filter(&condition, special)),
            Err(error) => errors.push(error.to_string()),
        }
    }
    json!({ "filters": filters, "errors": errors })
}

#[test]
fn recorded_filters_are_made() {
    let suite = include_str!("../../tests/fixtures/ledger/filters.json");
    for case in serde_json::from_str::<Suite<FilterCase>>(suite).unwrap().cases {
        let special =
            if case.apply_special_cases { SpecialCases::Apply } else { SpecialCases::Ignore };
        assert_eq!(made(&case.conditions, special), case.expected, "{}", case.id);
    }
}

#[derive(Deserialize)]
struct ValidationCase {
    id: String,
    conditions: Vec<Value>,
    expected: Value,
}

#[test]
fn recorded_conditions_are_judged() {
    let suite = include_str!("../../tests/fixtures/ledger/rules-validate.json");
    for case in serde_json::from_str::<Suite<ValidationCase>>(suite).unwrap().cases {
        let errors = case.conditions.iter().map(|it| Condition::read(it).err());
        let errors: Vec<_> = errors.map(|error| error.map(|it| it.to_string())).collect();
        let any = errors.iter().any(Option::is_some);
        let actual = if any { json!(errors) } else { Value::Null };
        assert_eq!(actual, case.expected["conditionErrors"], "{}", case.id);
    }
}

#[expect(clippy::needless_pass_by_value, reason = "JSON is written where it is passed")]
fn one(field: &str, op: &str, value: Value, options: Value) -> Value {
    let given = json!({ "field": field, "op": op, "value": value, "options": options });
    filter(&Condition::read(&given).unwrap(), SpecialCases::Apply)
}

#[test]
fn inflow_and_outflow_look_at_one_sign() {
    assert_eq!(
        one("amount", "gt", json!(500), json!({ "outflow": true })),
        json!({ "$and": [
            { "amount": { "$lt": 0 } }, { "amount": { "$transform": "$neg", "$gt": 500 } },
        ] })
    );
    assert_eq!(
        one("amount", "is", json!(500), json!({ "inflow": true })),
        json!({ "$and": [{ "amount": { "$gt": 0 } }, { "amount": { "$eq": 500 } }] })
    );
    assert_eq!(approximate_range(7), (6, 8));
    assert_eq!(approximate_range(-6), (-6, -6));
}

#[test]
fn dates_become_ranges_and_names_are_searched() {
    let range =
        |low, high| json!({ "$and": [{ "date": { "$gte": low } }, { "date": { "$lte": high } }] });
    assert_eq!(one("date", "is", json!("2024-02"), Value::Null), range("2024-02-00", "2024-02-99"));
    assert_eq!(one("date", "is", json!("2024"), Value::Null), range("2024-00-00", "2024-99-99"));
    assert_eq!(
        one("date", "isapprox", json!("2024-03-01"), Value::Null),
        range("2024-02-28", "2024-03-03")
    );
    assert_eq!(
        one("date", "gte", json!("2024-03-01"), Value::Null),
        json!({ "date": { "$gte": "2024-03-01" } })
    );
    assert_eq!(
        one("payee", "contains", json!("Ab"), Value::Null),
        json!({ "payee.name": { "$like": "%Ab%" } })
    );
    assert_eq!(
        one("notes", "contains", json!("Ab"), Value::Null),
        json!({ "notes": { "$transform": "$lower", "$like": "%ab%" } })
    );
}

#[test]
fn values_that_are_no_amount_are_refused() {
    for (value, error) in [
        (json!(1.5), "number-format"),
        (json!(1e300), "number-format"),
        (json!({ "num1": 1, "num2": "x" }), "not-number"),
        (json!({ "num1": 1, "num2": 2 }), "number-format"),
        (json!(true), "not-number"),
    ] {
        let given = json!({ "field": "amount", "op": "is", "value": value });
        assert_eq!(Condition::read(&given).unwrap_err().to_string(), error, "{value}");
    }
    for bad in [json!(5), json!(null), json!([]), json!({ "field": "amount" })] {
        assert_eq!(Condition::read(&bad), Err(ConditionError::Internal));
    }
}
