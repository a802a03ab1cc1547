use proptest::prelude::*;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::*;
use crate::money::Amount;

#[derive(Deserialize)]
struct Suite<C> {
    cases: Vec<C>,
}

#[derive(Deserialize)]
struct TextCase {
    id: String,
    input: Option<String>,
    #[serde(default)]
    format: Option<DayOrder>,
    expected: Value,
}

fn cases<C: for<'de> Deserialize<'de>>(suite: &str) -> Vec<C> {
    serde_json::from_str::<Suite<C>>(suite).unwrap().cases
}

/// Recorded results that are wrong, with the right ones.
const AMOUNTS_READ_BETTER: [(&str, Option<&str>); 2] = [
    // Nobody writes thousands as 0,001.
    ("amount-loose-054", Some("0.001")),
    // 1e5 is not 15.
    ("amount-loose-048", None),
];

#[test]
fn recorded_amounts_are_read() {
    for case in cases::<TextCase>(include_str!("../../tests/fixtures/ledger/amount-loose.json")) {
        let read = case.input.and_then(|text| read_amount(&text)).map(|number| number.to_string());
        let better = AMOUNTS_READ_BETTER.iter().find(|(id, _)| *id == case.id);
        let expected = match better {
            Some((_, right)) => right.map(str::to_owned),
            None => case.expected.as_number().map(ToString::to_string),
        };
        assert_eq!(read, expected, "{}", case.id);
    }
}

#[test]
fn signs_and_currencies_are_read_wherever_they_stand() {
    for (text, number) in [
        ("5.00-", Some("-5")),
        ("5,00 \u{2212}", Some("-5")),
        ("12.345 EUR", Some("12345")),
        ("1.234,50 \u{20ac}", Some("1234.5")),
        ("CHF 1'234.50", Some("1234.5")),
        ("0,125", Some("0.125")),
        ("(5-)", None),
        ("-5-", None),
        ("5-3", None),
        ("1E+05", None),
        ("12 EUR 30", None),
        ("3.20 CR", Some("3.2")),
        ("3.20 DR", Some("-3.2")),
        ("3,20 S", Some("-3.2")),
        ("3,20- EUR", Some("-3.2")),
        ("EUR 3.20 Debit", Some("-3.2")),
        ("3.20 USD", Some("3.2")),
        ("2024-03-05", None),
    ] {
        assert_eq!(read_amount(text).map(|it| it.to_string()).as_deref(), number, "{text}");
    }
}

/// Recorded with a program that did not know names of months.
const WITH_NAME: &str = "5 March 2024";

#[test]
fn recorded_days_are_read() {
    for case in cases::<TextCase>(include_str!("../../tests/fixtures/ledger/import-dates.json")) {
        if case.input.as_deref() == Some(WITH_NAME) {
            continue;
        }
        let read = case.input.as_ref().and_then(|text| read_day(text, case.format.unwrap()));
        let read = read.map(|day| day.to_string());
        assert_eq!(read.as_deref(), case.expected.as_str(), "{}: {:?}", case.id, case.input);
    }
}

#[test]
fn names_of_months_count_as_numbers() {
    for (text, order, day) in [
        ("5 March 2024", DayOrder::DayMonthYear, Some("2024-03-05")),
        ("5 March 2024", DayOrder::ShortYearMonthDay, None),
        ("05-Sep-2024", DayOrder::DayMonthYear, Some("2024-09-05")),
        ("May 5, 2024", DayOrder::MonthDayYear, Some("2024-05-05")),
        ("dec. 31, 24", DayOrder::MonthDayShortYear, Some("2024-12-31")),
        ("5 Marsh 2024", DayOrder::DayMonthYear, None),
    ] {
        let read = read_day(text, order).map(|day| day.to_string());
        assert_eq!(read.as_deref(), day, "{text}");
    }
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum MappingCase {
    Mapping {
        id: String,
        rows: Vec<Map<String, Value>>,
        expected: Guessed,
    },
    Amount {
        id: String,
        transaction: Map<String, Value>,
        mappings: Mappings,
        options: Options,
        expected: ReadAmounts,
    },
}

#[derive(Deserialize)]
struct Guessed {
    mappings: Mappings,
    date_format: DayOrder,
}

#[derive(Deserialize, Default, PartialEq, Debug)]
#[serde(default)]
struct Mappings {
    date: Option<String>,
    amount: Option<String>,
    payee: Option<String>,
    notes: Option<String>,
    outflow: Option<String>,
    inflow: Option<String>,
}

#[derive(Deserialize)]
struct Options {
    #[serde(default)]
    flip: bool,
}

#[derive(Deserialize)]
struct ReadAmounts {
    amounts: Map<String, Value>,
}

/// A day with points was taken for an amount.
const DAYS_WITH_POINTS: [&str; 1] = ["import-mapping-008"];

#[test]
fn days_with_dots_have_the_day_before_the_month() {
    for (texts, order) in [
        (&["03.10.2026", "05.10.2026"][..], DayOrder::DayMonthYear),
        (&["03.10.2026", "05.10.2026", "Summe"][..], DayOrder::DayMonthYear),
        (&["03.10.26", "05.10.26"][..], DayOrder::DayMonthShortYear),
        (&["2026.10.03"][..], DayOrder::YearMonthDay),
        (&["10.23.2026", "10.03.2026"][..], DayOrder::MonthDayYear),
        (&["03/10/2026", "05/10/2026"][..], DayOrder::MonthDayYear),
    ] {
        assert_eq!(DayOrder::guess(texts.iter().copied()), order, "{texts:?}");
    }
}

#[test]
fn recorded_columns_and_amounts_are_found() {
    for case in
        cases::<MappingCase>(include_str!("../../tests/fixtures/ledger/import-mapping.json"))
    {
        match case {
            MappingCase::Mapping { id, rows, expected } => {
                let row: Vec<_> = rows.first().into_iter().flatten().collect();
                let columns: Vec<_> =
                    row.iter().map(|(name, it)| (name.as_str(), it.as_str().unwrap())).collect();
                let found = guess_columns(&columns);
                let name = |at: Option<usize>| at.map(|at| columns[at].0.to_owned());
                let order = DayOrder::guess(found.date.map(|at| columns[at].1));
                if DAYS_WITH_POINTS.contains(&&*id) {
                    assert_eq!((found.date, found.amount, found.payee), (Some(0), Some(1), None));
                    continue;
                }
                let mappings = Mappings {
                    date: name(found.date),
                    amount: name(found.amount),
                    payee: name(found.payee),
                    notes: name(found.notes),
                    ..Mappings::default()
                };
                assert_eq!(mappings, expected.mappings, "{id}");
                assert_eq!(order, expected.date_format, "{id}");
            }
            MappingCase::Amount { id, transaction, mappings, options, expected } => {
                let value = |name: &Option<String>| {
                    name.as_ref().and_then(|name| transaction[name].as_str()).unwrap_or_default()
                };
                let text = match mappings.amount {
                    Some(_) => AmountText::Signed(value(&mappings.amount)),
                    None => AmountText::OutAndIn {
                        outflow: value(&mappings.outflow),
                        inflow: value(&mappings.inflow),
                    },
                };
                let rule = AmountRule { flip: options.flip, multiplier: None };
                let expected = Amount::from_units(expected.amounts["amount"].as_number().unwrap());
                assert_eq!(rule.read(text), Ok(expected.unwrap()), "{id}");
            }
        }
    }
}

#[test]
fn an_amount_beyond_the_largest_is_no_smaller_one() {
    let rule = AmountRule { flip: false, multiplier: None };
    for text in ["22517998136853", "-90071992547410"] {
        let too_large = AmountProblem::TooLarge(text.to_owned());
        assert_eq!(rule.read(AmountText::Signed(text)), Err(too_large));
    }
}

#[test]
fn amounts_that_are_missing_or_unreadable_are_no_zeros() {
    let rule = AmountRule { flip: false, multiplier: "0.01".parse().ok() };
    let both = |outflow, inflow| rule.read(AmountText::OutAndIn { outflow, inflow });
    assert_eq!(rule.read(AmountText::Signed(" ")), Err(AmountProblem::Missing));
    assert_eq!(both("", " "), Err(AmountProblem::Missing));
    assert_eq!(both("x", "5"), Err(AmountProblem::Unreadable("x".to_owned())));
    assert_eq!(both("0", "150"), Ok(Amount::from_cents(150).unwrap()));
    let most = "22517998136852.47";
    let plain = AmountRule { flip: false, multiplier: "10".parse().ok() };
    let problem = AmountProblem::TooLarge(most.to_owned());
    assert_eq!(plain.read(AmountText::Signed(most)), Err(problem));
    let marked = |mark| rule.read(AmountText::Marked { amount: "-5", mark, outflow: "Debit" });
    assert_eq!(marked(" debit"), Ok(Amount::from_cents(-5).unwrap()));
    assert_eq!(marked("credit"), Ok(Amount::from_cents(5).unwrap()));
}

proptest! {
    #[test]
    fn an_amount_written_in_any_usual_way_is_read_as_itself(
        cents in -99_999_999_999_i64..=99_999_999_999, way in 0..4_usize,
    ) {
        let (group, point) = [("", "."), (",", "."), (".", ","), (" ", ",")][way];
        let whole = (cents.abs() / 100).to_string();
        let mut grouped = String::new();
        for (at, digit) in whole.chars().enumerate() {
            if at > 0 && (whole.len() - at) % 3 == 0 {
                grouped.push_str(group);
            }
            grouped.push(digit);
        }
        let sign = if cents < 0 { "-" } else { "" };
        let text = format!("{sign}{grouped}{point}{:02}", cents.abs() % 100);
        let rule = AmountRule { flip: false, multiplier: None };
        prop_assert_eq!(
            rule.read(AmountText::Signed(&text)).map(Amount::cents), Ok(cents), "{}", text
        );
    }

    #[test]
    fn no_text_is_refused_by_a_crash(text in "\\PC{0,40}") {
        let _ = read_amount(&text);
        for order in [DayOrder::YearMonthDay, DayOrder::DayMonthShortYear] {
            let _ = read_day(&text, order);
        }
        let _ = guess_columns(&[(&text, &text)]);
    }
}

/// Pieces that files are made of, so that random texts reach beyond the first line.
const PIECES: &[&str] = &[
    "<OFX>",
    "<STMTTRN>",
    "</STMTTRN>",
    "<DTPOSTED>20260601",
    "<TRNAMT>",
    "<Ntry>",
    "</Ntry>",
    "<Amt>",
    "</Amt>",
    "<ValDt>",
    "<![CDATA[",
    "&amp;",
    "&#0;",
    "<!DOCTYPE x [",
    "!Type:Bank\n",
    "D1/2/26",
    "T-5",
    "\n",
    "\r",
    "^",
    "\"",
    ",",
    ";",
    "-",
    "(",
    "12.50",
];

fn piece() -> impl Strategy<Value = String> {
    prop_oneof![prop::sample::select(PIECES).prop_map(str::to_owned), "\\PC{0,3}"]
}

const FORMATS: [FileFormat; 4] =
    [FileFormat::Table, FileFormat::Qif, FileFormat::Ofx, FileFormat::Camt];

/// Reads a file to its transactions. Each has a day and an amount, or a problem.
fn read_as_rows(format: FileFormat, bytes: &[u8], options: &TableOptions) {
    let rule = |order| RowRule {
        order,
        amounts: AmountRule { flip: true, multiplier: "0.01".parse().ok() },
        texts: TextRule { notes: true, swap: true, memo_for_payee: true },
    };
    let rows = match read_statement(format, bytes, options) {
        Ok(Statement::Table(table)) => {
            let columns = FileColumns::guess(&table);
            rows_of_table(&table, &columns, &rule(day_order_of_table(&table, &columns)))
        }
        Ok(Statement::Entries(entries)) => {
            rows_of_entries(&entries, &rule(day_order_of_entries(&entries)))
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    for row in rows {
        assert!(row.problem.is_some() || row.date.is_some() && row.amount.is_some(), "{row:?}");
    }
}

proptest! {
    /// Whatever the bytes, reading ends with transactions or an error.
    #[test]
    fn any_bytes_are_read_or_refused(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        format in prop::sample::select(&FORMATS[..]),
    ) {
        read_as_rows(format, &bytes, &TableOptions::default());
    }

    /// The same for pieces that files are made of.
    #[test]
    fn any_pieces_are_read_or_refused(
        pieces in prop::collection::vec(piece(), 0..60),
        format in prop::sample::select(&FORMATS[..]),
        skip_start in 0_usize..4,
        skip_end in 0_usize..4,
    ) {
        let options = TableOptions { skip_start, skip_end, ..TableOptions::default() };
        read_as_rows(format, pieces.concat().as_bytes(), &options);
    }

    /// Each line that a table writes is a row with its cells and its number.
    #[test]
    fn a_written_table_is_read_as_it_was(
        rows in prop::collection::vec(prop::collection::vec("[a-z\",;\n ]{0,5}", 2..4), 1..8),
    ) {
        let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
        rows.iter().for_each(|row| writer.write_record(row).unwrap());
        let bytes = writer.into_inner().unwrap();
        let options =
            TableOptions { delimiter: Some(b','), has_header: false, ..TableOptions::default() };
        let Ok(Statement::Table(table)) = read_statement(FileFormat::Table, &bytes, &options)
            else { panic!("a table") };
        let cells = |row: &Vec<String>| row.iter().map(|it| it.trim().to_owned()).collect();
        let written: Vec<Vec<String>> = rows.iter().map(cells).collect();
        let written = written.into_iter().filter(|row| row.iter().any(|it| !it.is_empty()));
        let read = table.rows.into_iter().map(|row| row.cells);
        prop_assert_eq!(read.collect::<Vec<_>>(), written.collect::<Vec<_>>());
    }
}
