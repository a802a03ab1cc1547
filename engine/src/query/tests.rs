use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

fn checked(state: &Value) -> Result<Query, QueryError> {
    check(&QueryState::read(state)?, &Parameters::new())
}

fn keys(state: &Value) -> Vec<String> {
    checked(state).unwrap().select.into_iter().map(|column| column.key).collect()
}

#[test]
fn every_join_of_the_schema_leads_to_a_table_and_every_table_starts_with_its_id() {
    let names: Vec<_> = TABLES.iter().map(|table| table.name).collect();
    for table in TABLES {
        assert_eq!(table.fields[0].name, "id", "{}", table.name);
        for field in table.fields {
            assert!(field.join.is_none_or(|target| names.contains(&target)), "{}", field.name);
        }
    }
}

#[test]
fn joins_never_lead_back_to_a_table_so_their_number_is_bounded() {
    fn longest(table: &Table) -> usize {
        let joins = table.fields.iter().filter_map(|field| field.join);
        let target = |name| TABLES.iter().find(|table| table.name == name).unwrap();
        joins.map(|name| 1 + longest(target(name))).max().unwrap_or(0)
    }
    assert_eq!(TABLES.iter().map(longest).max(), Some(4));
}

#[test]
fn a_missing_or_null_member_has_its_default() {
    let nulls = json!({
        "table": "notes", "tableOptions": null, "filterExpressions": null,
        "calculation": null, "withDead": null, "validateRefs": null, "limit": null,
    });
    for state in [nulls, json!({"table": "notes"})] {
        let query = checked(&state).unwrap();
        assert_eq!((query.rows, query.limit, query.offset), (Rows::Plain, None, 0));
        assert_eq!(query.filter, Filter::All(Vec::new()));
        assert!(!query.calculation && !query.with_dead);
        assert_eq!(query.select.len(), 1);
    }
}

#[test]
fn the_id_is_given_unless_rows_are_gathered() {
    let select = |select: Value| keys(&json!({"table": "notes", "selectExpressions": select}));
    assert_eq!(select(json!(["note"])), ["note", "id"]);
    assert_eq!(select(json!(["*"])), ["id", "note"]);
    assert_eq!(select(json!([{"n": {"$count": "*"}}])), ["n"]);
    let star = keys(&json!({"table": "categories", "selectExpressions": ["group.*"]}));
    assert_eq!(star[..2], ["group.id", "group.name"]);
    assert_eq!(star.last().map(String::as_str), Some("id"));
}

#[test]
fn a_plain_reference_reads_through_its_join_only_while_references_are_validated() {
    let state = |validate| {
        json!({
            "table": "transactions",
            "filterExpressions": [{"payee": "p"}],
            "selectExpressions": ["payee", "payee.name"],
            "validateRefs": validate,
        })
    };
    let validated = checked(&state(true)).unwrap();
    assert_eq!(validated.joins.len(), 1);
    let payee = |query: &Query| query.select[0].expr.node.clone();
    let source = |node| {
        let ExprKind::Field(path) = node else { panic!("{node:?}") };
        (path.source, path.field.name)
    };
    assert_eq!(source(payee(&validated)), (1, "id"));
    assert_eq!(source(payee(&checked(&state(false)).unwrap())), (0, "payee"));
}

#[test]
fn grouped_splits_test_children_unless_only_dates_and_accounts_are_filtered() {
    let rows = |filter: Value| {
        let options = json!({"splits": "grouped"});
        let state =
            json!({"table": "transactions", "tableOptions": options, "filterExpressions": filter});
        checked(&state).unwrap().rows
    };
    assert_eq!(rows(json!([])), Rows::Grouped { each_row: false });
    let own = json!([{"$and": [{"date": "2024-01-01"}, {"$or": {"account.closed": true}}]}]);
    assert_eq!(rows(own), Rows::Grouped { each_row: false });
    assert_eq!(rows(json!([{"$or": {"notes": "x"}}])), Rows::Grouped { each_row: true });
}

#[test]
fn every_key_of_every_element_is_its_own_term() {
    let filter = |filter: Value| {
        checked(&json!({"table": "notes", "filterExpressions": [filter]})).unwrap().filter
    };
    let terms = |filter: Filter| {
        let Filter::All(mut terms) = filter else { panic!("{filter:?}") };
        let Some(Filter::Any(terms)) = terms.pop() else { panic!("{terms:?}") };
        terms.len()
    };
    assert_eq!(terms(filter(json!({"$or": [{"id": "a", "note": "b"}, null, {"id": "c"}]}))), 3);
    assert_eq!(terms(filter(json!({"$or": {"id": "a", "note": "b", "$or": []}}))), 2);
    assert_eq!(terms(filter(json!({"$or": [{"$or": []}]}))), 0);
    assert_eq!(filter(json!({"$or": []})), Filter::All(Vec::new()));
    assert_eq!(filter(json!({"$and": null})), Filter::All(Vec::new()));
}

#[test]
fn literals_take_the_stored_form_of_days_months_and_years() {
    let literal = |test: Value| {
        let state = json!({"table": "transactions", "filterExpressions": [{"date": test}]});
        match checked(&state).map(|query| query.filter) {
            Ok(Filter::All(terms)) => match &terms[..] {
                [Filter::Compare(_, _, Expr { node: ExprKind::Literal(value), .. })] => {
                    Ok(value.clone())
                }
                other => panic!("{other:?}"),
            },
            Ok(other) => panic!("{other:?}"),
            Err(error) => Err(error.to_string()),
        }
    };
    let transformed = |name: &str, day: &str| literal(json!({"$transform": name, "$eq": day}));
    assert_eq!(literal(json!("2024-02-99")), Ok(Literal::Integer(20_240_299)));
    assert_eq!(transformed("$month", "2024-02"), Ok(Literal::Integer(202_402)));
    assert_eq!(transformed("$month", "2024-02-05"), Ok(Literal::Integer(202_402)));
    assert_eq!(transformed("$year", "2024"), Ok(Literal::Integer(2024)));
    for bad in ["2024", "2024-02", "2024-02-5", "20240205", "2024-02-05-01", "二〇二四-01-01"] {
        assert_eq!(literal(json!(bad)), Err(format!("Bad date format: {bad}")));
    }
    assert_eq!(transformed("$month", "2024"), Err("Bad date-month format: 2024".to_owned()));
    assert_eq!(literal(json!(5)), Err("Can't convert integer to date".to_owned()));
}

#[test]
fn named_parameters_take_their_values() {
    let state = json!({"table": "notes", "filterExpressions": [{"note": ":text"}]});
    let state = QueryState::read(&state).unwrap();
    let mut values = Parameters::new();
    assert_eq!(check(&state, &values).err(), Some(QueryError::MissingParameter("text".to_owned())));
    values.insert("text".to_owned(), json!("$5"));
    let filter = check(&state, &values).unwrap().filter;
    assert!(format!("{filter:?}").contains("Text(\"$5\")"), "{filter:?}");
    let smile = json!({"table": "notes", "filterExpressions": [{"note": ":)"}]});
    assert!(checked(&smile).is_ok());
}

#[test]
fn numbers_beyond_the_safe_range_are_refused() {
    for number in [json!(i64::MIN), json!(u64::MAX), json!(1e300), json!(-1e16)] {
        let state = json!({"table": "transactions", "filterExpressions": [{"amount": number}]});
        assert!(matches!(checked(&state), Err(QueryError::NumberTooLarge(_))), "{number}");
    }
    let whole = json!({"table": "transactions", "filterExpressions": [{"amount": 5.0}]});
    assert!(checked(&whole).is_ok());
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[$a-z.*:\\\\]{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 60, 5, |inner| {
        let entry = ("[$a-z.*]{0,8}", inner.clone());
        prop_oneof![
            proptest::collection::vec(inner, 0..5).prop_map(Value::from),
            proptest::collection::vec(entry, 0..5)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn no_state_makes_the_checking_panic(parts in proptest::array::uniform5(any_json())) {
        let [filter, select, group, order, options] = parts;
        let state = json!({
            "table": "transactions", "tableOptions": options, "filterExpressions": [filter],
            "selectExpressions": [select], "groupExpressions": [group],
            "orderExpressions": [order],
        });
        if let Err(error) = checked(&state) {
            prop_assert!(!error.to_string().is_empty());
        }
    }
}
