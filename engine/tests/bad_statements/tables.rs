use sobre_engine::statements::FileFormat;

use super::Outcome::{Read, Refused};
use super::{Case, case, check, many, utf16};

const HEAD: &str = "Date,Payee,Amount\n";
const GOOD: &str = "2026-06-01,Bakery,-3.20\n";

/// A header, a row like this one, and a good one.
fn beside(row: &str) -> String {
    format!("{HEAD}{row}\n{GOOD}")
}

#[test]
fn bad_tables_are_refused_or_read_but_for_their_bad_lines() {
    let mut cases = whole_files();
    cases.extend(single_lines());
    check(FileFormat::Table, cases);
}

fn whole_files() -> Vec<Case> {
    let cut_in_a_letter = format!("{HEAD}{GOOD}2026-06-02,Caf\u{e9}");
    let cut_in_a_letter = cut_in_a_letter.as_bytes()[..cut_in_a_letter.len() - 1].to_vec();
    let two_marks = [&[0xef_u8, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], beside("").as_bytes()].concat();
    vec![
        case("nothing", "", Read(0, &[])),
        case("empty lines", "\n\r\n\n", Read(0, &[])),
        case("spaces", many(" ", 1_000_000), Read(0, &[])),
        case("a header alone", HEAD, Read(0, &[])),
        case("delimiters alone", many(",,,\n", 100_000), Read(0, &[])),
        case("one NUL", beside("2026-06-02,Bak\0ery,-1"), Refused("not a text file")),
        case("NULs", vec![0; 1_000_000], Refused("not a text file")),
        case("a zip", &b"PK\x03\x04\x14\0\0\0"[..], Refused("not a text file")),
        case(
            "a workbook",
            &b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0"[..],
            Refused("not a text file"),
        ),
        case("UTF-16 without a mark", utf16(&beside(""), false), Refused("not a text file")),
        case("UTF-16", utf16(&beside(""), true), Read(1, &[])),
        case("UTF-16 cut in a letter", &utf16(HEAD, true)[..9], Read(0, &[])),
        case("half of UTF-16", &b"\xff\xfeD"[..], Read(0, &[])),
        case("two marks of UTF-8", two_marks, Read(1, &[])),
        case("cut in a letter", cut_in_a_letter, Read(1, &["has no amount"])),
        case("an open quotation mark", beside("\"2026-06-02,x,-1"), Refused("on line 2 is never")),
        case("a lone quotation mark", "\"", Refused("on line 1 is never closed")),
        case("a mark within a cell", beside("2026-06-02,12\" pipe,-1"), Refused("cell on line 2")),
        case("text after a mark", beside("2026-06-02,\"a\"b,-1"), Refused("follows a closing")),
        case("an odd number of marks", many("\"", 999_999), Refused("is never closed")),
        case("a page", "<!DOCTYPE html>\n<p class=\"a\">June</p>\n", Refused("quotation mark")),
        case("a page without marks", "<html>\n<p>June</p>\n", Read(0, &["no date"])),
        case(
            "a PDF",
            "%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\n",
            Read(0, &["no date", "no date"]),
        ),
        case("JSON", "{\"date\": \"2026-06-01\"}", Refused("quotation mark")),
        case("a million columns", many("a,", 1_000_000), Refused("line 1 has more than 1000")),
        case(
            "a million cells",
            beside(&many(",", 1_000_000)),
            Refused("line 2 has more than 1000"),
        ),
        case("too many lines", many("a\n", 1_000_002), Refused("more than 1000000")),
        case(
            "too many cells",
            many(&format!("{}\n", many(",", 999)), 10_001),
            Refused("more than"),
        ),
        case("a huge line", many("x", 2_000_000), Read(0, &[])),
        case("no header", GOOD, Read(0, &[])),
        case("two headers", format!("{HEAD}{HEAD}{GOOD}"), Read(1, &["parse date Date"])),
        case("a name twice", format!("Date,Amount,Amount\n{}", "2026-06-01,1,2\n"), Read(1, &[])),
        case("names of nothing", ",,\n2026-06-01,Bakery,-3.20\n", Read(1, &[])),
        case("lines of old computers", beside("").replace('\n', "\r"), Read(1, &[])),
        case("no line end", "Date,Payee,Amount\n2026-06-01,Bakery,-3.20", Read(1, &[])),
        case("another delimiter", "Date^Amount\n2026-06-01^5\n", Read(0, &["no amount"])),
    ]
}

fn single_lines() -> Vec<Case> {
    let long_text = format!("2026-06-02,{},-1", many("x", 10_001));
    let many_parts = format!("{},x,-1", many("1/", 100_000));
    vec![
        case("a day that is none", beside("2026-06-31,x,-1"), Read(1, &["2026-06-31"])),
        case("the year 1", beside("0001-06-01,x,-1"), Read(1, &["0001-06-01"])),
        case("the year 9999", beside("9999-12-31,x,-1"), Read(1, &["between the years"])),
        case("a number for a day", beside("45809,x,-1"), Read(1, &["parse date 45809"])),
        case("a day of letters", beside("yesterday,x,-1"), Read(1, &["yesterday"])),
        case("a huge day", beside(&format!("{},x,-1", many("9", 100_000))), Read(1, &["999"])),
        case("a day of many parts", beside(&many_parts), Read(1, &["1/1/1"])),
        case("no day", beside(",x,-1"), Read(1, &["no date"])),
        case("no amount", beside("2026-06-02,x,"), Read(1, &["no amount"])),
        case("too few cells", beside("2026-06-02"), Read(1, &["no amount"])),
        case("too many cells", beside("2026-06-02,x,-1,y,z"), Read(2, &[])),
        case("letters for an amount", beside("2026-06-02,x,lots"), Read(1, &["lots"])),
        case("an amount as a power", beside("2026-06-02,x,1.2E+05"), Read(1, &["1.2E+05"])),
        case("two amounts", beside("2026-06-02,x,1 EUR 2"), Read(1, &["1 EUR 2"])),
        case("not a number", beside("2026-06-02,x,NaN"), Read(1, &["NaN"])),
        case("endless", beside("2026-06-02,x,Infinity"), Read(1, &["Infinity"])),
        case("two minus signs", beside("2026-06-02,x,--5"), Read(1, &["--5"])),
        case("a range", beside("2026-06-02,x,5-7"), Read(1, &["5-7"])),
        case("a formula", beside("2026-06-02,=1+2,#REF!"), Read(1, &["#REF!"])),
        case("too much", beside("2026-06-02,x,99999999999999999"), Read(1, &["9999"])),
        case(
            "far too much",
            beside(&format!("2026-06-02,x,{}", many("9", 99_999))),
            Read(1, &["9"]),
        ),
        case("a huge text", beside(&long_text), Read(1, &["more than 10000 characters"])),
        case("control characters", beside("2026-06-02,\u{1}\u{7f}\u{202e},-1"), Read(2, &[])),
        case(
            "no valid letters",
            [beside("").as_bytes(), b"2026-06-02,\xff\xfe,-1\n"].concat(),
            Read(2, &[]),
        ),
    ]
}
