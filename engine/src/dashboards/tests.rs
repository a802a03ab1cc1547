//! Placing, settings of cards, saved reports as rows, and files of pages.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::*;
use crate::reports::CardKind;
use crate::rules::ConditionsOp;

fn object(value: &Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

const fn place(x: i64, y: i64, width: i64, height: i64) -> Place {
    Place { x, y, width, height }
}

#[test]
fn a_new_card_stands_after_the_last_one() {
    assert_eq!(Place::after([], 12, 3), place(0, 0, 12, 3));
    let cards = [place(6, 4, 6, 2), place(0, 4, 6, 3), place(0, 9, 4, 2)];
    assert_eq!(Place::after(cards, 8, 2), place(4, 9, 8, 2));
    assert_eq!(Place::after(cards, 9, 2), place(0, 11, 9, 2), "it does not fit beside it");
}

#[test]
fn a_place_lies_on_the_grid() {
    for good in [place(0, 0, 12, 1), place(11, 999_999, 1, 1_000), place(9, 3, 3, 2)] {
        assert_eq!(good.checked(), Ok(good));
    }
    for (x, width) in [(-1, 2), (12, 1), (11, 2), (0, 13), (0, 0), (3, -2), (0, i64::MAX)] {
        assert_eq!(place(x, 0, width, 2).checked(), Err(CardError::Columns), "{x} {width}");
    }
    for (y, height) in [(-1, 2), (1_000_000, 1), (0, 0), (0, 1_001), (i64::MAX, i64::MAX)] {
        assert_eq!(place(0, y, 2, height).checked(), Err(CardError::Rows), "{y} {height}");
    }
}

#[test]
fn every_type_has_one_word_for_the_file_and_for_callers() {
    for kind in CardKind::ALL {
        assert_eq!(json!(kind), json!(kind.name()));
        assert_eq!(card_kind(kind.name()), Ok(*kind));
    }
    let unknown = card_kind("horoscope-card").unwrap_err();
    assert_eq!(unknown.to_string(), "Unsupported widget type: horoscope-card");
}

#[test]
fn settings_of_the_default_page_are_readable() {
    for card in DEFAULT_PAGE {
        assert_eq!(card.place.checked(), Ok(card.place));
        match CardMeta::read(card.meta) {
            CardMeta::Default => assert_eq!(card.meta, None),
            CardMeta::Settings(settings) => {
                assert_eq!(check_settings(card.kind, &settings), Ok(()));
            }
            CardMeta::Unreadable => panic!("{:?}", card.meta),
        }
    }
    assert_eq!(DEFAULT_PAGE.len(), 12);
}

#[test]
fn unknown_settings_stay_byte_for_byte() {
    let stored = r#"{ "rate" : 0.30000000000000004, "name":"Old","x":{"b":1.0, "a":[]} }"#;
    let set = object(&json!({ "name": "New", "mode": "average" }));
    assert_eq!(
        patched(Some(stored), &set, &[]).unwrap(),
        r#"{"rate":0.30000000000000004,"name":"New","x":{"b":1.0, "a":[]},"mode":"average"}"#
    );
    let removed = patched(Some(stored), &Map::new(), &["name".into(), "none".into()]).unwrap();
    assert_eq!(removed, r#"{"rate":0.30000000000000004,"x":{"b":1.0, "a":[]}}"#);
    for nothing in [None, Some("null"), Some("[1]"), Some("{\"name\":")] {
        assert_eq!(patched(nothing, &set, &[]).unwrap(), r#"{"name":"New","mode":"average"}"#);
    }
}

#[test]
fn stored_settings_are_an_object_or_nothing() {
    assert_eq!(CardMeta::read(None), CardMeta::Default);
    assert_eq!(CardMeta::read(Some(" null")), CardMeta::Default);
    assert_eq!(CardMeta::read(Some(r#"{"name":"A"}"#)).text("name"), Some("A"));
    for unreadable in ["", "{", "5", "\"x\"", "[{}]"] {
        assert_eq!(CardMeta::read(Some(unreadable)), CardMeta::Unreadable, "{unreadable}");
    }
}

#[test]
fn settings_that_all_cards_share_are_checked() {
    let check = |kind, settings| check_settings(kind, &object(&settings));
    let card = CardKind::Summary;
    let good = json!({ "name": null, "conditions": [], "conditionsOp": "or", "other": 5 });
    assert_eq!(check(card, good), Ok(()));
    assert_eq!(check(card, json!({ "name": 5 })), Err(CardError::Name));
    assert_eq!(check(card, json!({ "name": "x".repeat(251) })), Err(CardError::Name));
    assert_eq!(check(card, json!({ "conditions": {} })), Err(CardError::Conditions));
    assert_eq!(check(card, json!({ "conditionsOp": "not" })), Err(CardError::ConditionsOp));
    let report = CardKind::CustomReport;
    assert_eq!(check(report, json!({ "id": 5 })), Err(CardError::ReportMissing));
    assert_eq!(check(report, json!({ "id": "r" })), Ok(()));
    let long = object(&json!({ "content": "x".repeat(META_BYTES) }));
    assert_eq!(settings_text(&long), Err(CardError::MetaTooLong));
}

#[test]
fn reports_are_sorted_without_case_accents_and_punctuation() {
    let mut names = ["b", " (A) c", "Éa", "a-b", "$", "“A” a", "eb", "a b"];
    names.sort_by_key(|name| sort_key(name));
    assert_eq!(names, ["$", "“A” a", "a b", "a-b", " (A) c", "b", "Éa", "eb"]);
}

fn row(texts: &[(&str, &str)], flags: &[&str]) -> ReportRow {
    let mut row = ReportRow { id: "r".to_owned(), ..ReportRow::default() };
    for (column, text) in texts {
        let at = ReportRow::TEXTS.iter().position(|it| it == column).unwrap();
        row.texts[at] = Some((*text).to_owned());
    }
    for column in flags {
        let at = ReportRow::FLAGS.iter().position(|it| it == column).unwrap();
        row.flags[at] = true;
    }
    row
}

#[test]
fn absent_values_are_the_defaults_of_their_columns() {
    let report = SavedReport::of_row(&row(&[("name", "Old"), ("balance_type", "Expense")], &[]));
    assert_eq!(report, SavedReport::blank("r".to_owned(), "Old".to_owned()));
    let words = [&report.mode, &report.group_by, &report.interval, &report.balance_type];
    assert_eq!(words, ["total", "Category", "Monthly", "Payment"]);
    assert_eq!((&*report.sort_by, &*report.graph_type), ("desc", "BarGraph"));
    assert!(!report.show_hidden_categories && report.conditions.is_empty());
    for (old, new) in [("Income", "Deposit"), ("All", "Net"), ("Net Payment", "Net Payment")] {
        assert_eq!(SavedReport::of_row(&row(&[("balance_type", old)], &[])).balance_type, new);
    }
}

#[test]
fn only_changed_columns_are_written() {
    let texts = [
        ("name", "A"),
        ("balance_type", "Income"),
        ("graph_type", "PieOfTheFuture"),
        ("conditions", r#"[ {"field":"amount","op":"gt","value":5,"new":1} ]"#),
    ];
    let stored = SavedReport::of_row(&row(&texts, &["show_empty"]));
    let given: ReportFields = serde_json::from_value(json!({
        "name": " B ", "showEmpty": false, "graphType": "PieOfTheFuture",
        "conditions": [{ "field": "amount", "op": "gt", "value": 5, "new": 1 }],
    }))
    .unwrap();
    let report = stored.clone().with(given);
    assert_eq!(report.check(Some(&stored)), Ok(()), "a stored word may stay");
    let changed = report.changed_columns(&stored);
    assert_eq!(changed, [("name", "B".into()), ("show_empty", 0.into())]);
}

#[test]
fn a_new_report_begins_with_six_months_and_the_current_one() {
    let report = SavedReport::new("r".to_owned(), "2024-06-15".parse().unwrap());
    let report = report.with(ReportFields { name: Some("A".to_owned()), ..Default::default() });
    assert_eq!(report.check(None), Ok(()));
    let range = (report.start_date.as_deref(), report.end_date.as_deref());
    assert_eq!(range, (Some("2023-12-01"), Some("2024-06-30")));
    assert!(report.show_hidden_categories && report.show_uncategorized);
    assert!(report.include_current_interval && !report.is_date_static && !report.show_empty);
    assert_eq!(report.conditions_op, ConditionsOp::And);
}

#[test]
fn settings_of_a_report_that_mean_nothing_are_refused() {
    let refused = |given: Value| {
        let given: ReportFields = serde_json::from_value(given).unwrap();
        let report = SavedReport::new("r".to_owned(), "2024-06-15".parse().unwrap());
        let report = report.with(ReportFields { name: Some("A".to_owned()), ..Default::default() });
        report.with(given).check(None).unwrap_err().to_string()
    };
    assert_eq!(refused(json!({ "name": " " })), "Report name is required");
    assert!(refused(json!({ "name": "x".repeat(251) })).contains("250"));
    assert_eq!(refused(json!({ "mode": "all" })), "`mode` is one of: total, time.");
    for (setting, word) in [("groupBy", "Tag"), ("interval", "daily"), ("balanceType", "Expense")] {
        assert!(refused(json!({ setting: word })).starts_with(&format!("`{setting}` is one of")));
    }
    for (setting, word) in [("sortBy", "up"), ("graphType", "Pie"), ("dateRange", "Ever")] {
        assert!(refused(json!({ setting: word })).starts_with(&format!("`{setting}` is one of")));
    }
    assert!(refused(json!({ "startDate": "soon" })).contains("days such as"));
    assert!(refused(json!({ "startDate": "2024-07-01" })).contains("static range"));
    assert!(refused(json!({ "conditions": [{ "field": "acct" }] })).contains("condition"));
    assert!(refused(json!({ "conditions": [5] })).contains("condition"));
    let long = json!([{ "customName": "x".repeat(META_BYTES) }]);
    assert!(refused(json!({ "conditions": long })).contains("bytes"));
}

fn refusal(file: &Value) -> String {
    read_dashboard(&file.to_string()).unwrap_err().to_string()
}

#[test]
fn a_file_is_read_with_its_settings_as_they_are_written() {
    let text = "\u{feff}{\"widgets\": [
        {\"type\": \"crossover-card\", \"x\": 0.0, \"y\": 1, \"width\": 4, \"height\": 2,
         \"meta\": {\"rate\": 0.30000000000000004, \"name\": \"a \\\" { \\\\\", \"own\": [1.0]}},
        {\"type\": \"custom-report\", \"x\": 4, \"y\": 1, \"width\": 3, \"height\": 2, \"meta\":
         {\"id\": \"r\", \"name\": \"R\", \"conditionsOp\": \"or\", \"showEmpty\": true,
          \"mode\": null, \"metadata\": null, \"conditions\": [{\"customName\": \"x\"}]}},
        {\"type\": \"monte-carlo-card\", \"x\": 7, \"y\": 1, \"width\": 1, \"height\": 1}
      ], \"version\": 1}";
    let cards = read_dashboard(text).unwrap();
    let meta = r#"{"rate":0.30000000000000004,"name":"a \" { \\","own":[1.0]}"#;
    assert_eq!(cards[0].meta, FileMeta::Settings(Some(meta.to_owned())));
    assert_eq!(cards[0].place, place(0, 1, 4, 2));
    let FileMeta::Report(report) = &cards[1].meta else { panic!("{:?}", cards[1]) };
    assert_eq!((&*report.id, &*report.name, &*report.mode), ("r", "R", "total"));
    assert!(report.show_empty && report.conditions_op == ConditionsOp::Or);
    assert_eq!(report.conditions, [json!({ "customName": "x" })]);
    assert_eq!(cards[2].kind, CardKind::MonteCarlo);
    assert_eq!(cards[2].meta, FileMeta::Settings(None));
}

#[test]
fn a_file_that_is_no_dashboard_is_refused_in_words() {
    assert_eq!(read_dashboard("{").unwrap_err().to_string(), "Invalid JSON file.");
    let begin = |text: &str| format!("Error importing file: {text}");
    assert_eq!(refusal(&json!([])), begin("Dashboard is missing field version"));
    let missing = begin("Dashboard is missing field widgets");
    assert_eq!(refusal(&json!({ "version": 1 })), missing);
    let card = |changes: Value| {
        let mut card = json!({ "type": "summary-card", "x": 0, "y": 0, "width": 1, "height": 1 });
        card.as_object_mut().unwrap().extend(object(&changes));
        refusal(&json!({ "version": 1, "widgets": [card] }))
    };
    let of_type = |value: &str| begin(&format!("Invalid widget.0.type value {value}."));
    assert_eq!(card(json!({ "type": "x" })), of_type("x"));
    assert_eq!(card(json!({ "type": 5 })), of_type("5"));
    assert_eq!(refusal(&json!({ "version": 1, "widgets": [5] })), of_type("undefined"));
    for (field, value, shown) in [
        ("x", json!(0.5), "0.5"),
        ("y", json!("1"), "1"),
        ("width", Value::Null, "null"),
        ("height", json!(1e300), "1e+300"),
        ("meta", json!([]), "[]"),
    ] {
        let words = format!("Invalid widget.0.{field} data-type for value {shown}.");
        assert_eq!(card(json!({ field: value })), begin(&words));
    }
    let report = |meta: Value| card(json!({ "type": "custom-report", "meta": meta }));
    let good = json!({ "id": "r", "name": "R", "conditionsOp": "and" });
    for (field, value) in [("conditionsOp", "not"), ("id", ""), ("name", " ")] {
        let mut meta = good.clone();
        meta[field] = json!(value);
        let words = format!("Invalid widget.0.meta.{field} value {value}.");
        assert_eq!(report(meta), begin(&words));
    }
    let mut meta = good.clone();
    meta["showEmpty"] = json!("yes");
    assert!(report(meta).starts_with(&begin("Invalid widget.0.meta: invalid type")));
    let undefined = begin("Invalid widget.0.meta data-type for value undefined.");
    assert_eq!(report(Value::Null), undefined);
    let long = json!({ "meta": { "content": "x".repeat(META_BYTES) } });
    assert!(card(long).contains("bytes"));
    let long = card(json!({ "type": "ž".repeat(500) }));
    assert!(long.ends_with("ž…."), "{long}");
}

proptest! {
    #[test]
    fn cards_placed_one_after_another_are_in_order(sizes in prop::collection::vec(
        (1_i64..=12, 1_i64..=4), 1..40,
    )) {
        let mut cards: Vec<Place> = Vec::new();
        for (width, height) in sizes {
            let next = Place::after(cards.iter().copied(), width, height);
            prop_assert_eq!(next.checked(), Ok(next));
            cards.push(next);
        }
        for (at, one) in cards.iter().enumerate() {
            for other in &cards[..at] {
                let beside = one.x >= other.x + other.width || other.x >= one.x + one.width;
                let is_later = (one.y, one.x) > (other.y, other.x);
                prop_assert!(is_later && (beside || one.y != other.y), "{:?} {:?}", other, one);
            }
        }
    }

    #[test]
    fn whatever_a_file_holds_reading_ends_in_cards_or_words(text in ".{0,60}") {
        if let Err(error) = read_dashboard(&text) {
            prop_assert!(!error.to_string().is_empty());
        }
    }
}
