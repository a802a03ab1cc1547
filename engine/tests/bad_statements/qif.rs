use sobre_engine::statements::FileFormat;

use super::Outcome::{Read, Refused};
use super::{Case, case, check, many, utf16};

const HEAD: &str = "!Type:Bank\n";
const GOOD: &str = "D2026-06-01\nT-3.20\nPBakery\n^\n";

/// A header, a record of these lines, and a good one.
fn beside(lines: &str) -> String {
    format!("{HEAD}{lines}\n^\n{GOOD}")
}

#[test]
fn bad_qif_files_are_refused_or_read_but_for_their_bad_records() {
    let mut cases = whole_files();
    cases.extend(single_records());
    check(FileFormat::Qif, cases);
}

fn whole_files() -> Vec<Case> {
    let no_qif = || Refused("valid QIF file");
    vec![
        case("nothing", "", no_qif()),
        case("empty lines", many("\r\n", 100_000), no_qif()),
        case("a header alone", HEAD, Read(0, &[])),
        case("no header", GOOD, no_qif()),
        case("a header too late", format!("{GOOD}{HEAD}"), no_qif()),
        case("a table", "Date,Payee\n2026-06-01,x\n", no_qif()),
        case("a page", "<html><p>!type:bank</p></html>", no_qif()),
        case("a PDF", "%PDF-1.7\n", no_qif()),
        case("one NUL", beside("D2026-06-02\0"), Refused("not a text file")),
        case("NULs", vec![0; 1_000_000], Refused("not a text file")),
        case("a zip", &b"PK\x03\x04\0\0"[..], Refused("not a text file")),
        case("UTF-16", utf16(&beside("D2026-06-02\nT1"), true), Read(2, &[])),
        case("UTF-16 without a mark", utf16(HEAD, false), Refused("not a text file")),
        case("an unknown letter", beside("D2026-06-02\nT1\nXfoo"), no_qif()),
        case("a quotation mark", beside("\"D2026-06-02\""), no_qif()),
        case("a second header", format!("{HEAD}{GOOD}{HEAD}{GOOD}"), no_qif()),
        case("letters in lower case", format!("{HEAD}d2026-06-01\n"), no_qif()),
        case("letters of another alphabet", format!("{HEAD}\u{414}2026\n"), no_qif()),
        case("ends alone", format!("{HEAD}{}", many("^\n", 1_000_000)), Read(0, &[])),
        case(
            "too many records",
            format!("{HEAD}{}", many("N\n^\n", 1_000_001)),
            Refused("1000000"),
        ),
        case("a huge first line", many("x", 2_000_000), no_qif()),
        case("cut before its end", "!Type:Bank\nD2026-06-01\nT-3.20", Read(1, &[])),
        case("cut in a record", "!Type:Bank\nD2026-06-01", Read(0, &["no amount"])),
        case("cut in the header", "!Typ", no_qif()),
        case("lines of old computers", beside("D1\rT1").replace('\n', "\r"), Read(0, &[])),
    ]
}

fn single_records() -> Vec<Case> {
    let record = |day: &str, amount: &str| beside(&format!("D{day}\nT{amount}"));
    let good = |amount: &str| record("2026-06-02", amount);
    let huge = many("9", 1_000_000);
    let long_text = beside(&format!("D2026-06-02\nT1\nP{}", many("x", 10_001)));
    let many_lines = beside(&format!("D2026-06-02\nT1\n{}", many("Sx\n$1\n", 200_000)));
    vec![
        case("no day", beside("T1"), Read(1, &["no date"])),
        case("an empty day", record("", "1"), Read(1, &["no date"])),
        case("no amount", beside("D2026-06-02"), Read(1, &["no amount"])),
        case("an empty amount", good(" "), Read(1, &["no amount"])),
        case("a day that is none", record("2026-02-30", "1"), Read(1, &["2026-02-30"])),
        case("the year 9999", record("9999-12-31", "1"), Read(1, &["between the years"])),
        case("the year 0", record("0000-01-01", "1"), Read(1, &["0000-01-01"])),
        case("a day of letters", record("never", "1"), Read(1, &["never"])),
        case("a huge day", record(&huge, "1"), Read(1, &["999"])),
        case("letters for an amount", good("lots"), Read(1, &["lots"])),
        case("an amount as a power", good("1e9"), Read(1, &["1e9"])),
        case("two minus signs", good("--1"), Read(1, &["--1"])),
        case("too much", good("99999999999999999"), Read(1, &["9999"])),
        case("a huge amount", good(&huge), Read(1, &["9999"])),
        case("a huge text", long_text, Read(1, &["more than 10000 characters"])),
        case("a split of many lines", many_lines, Read(2, &[])),
        case("two amounts: the last counts", good("1\nT2"), Read(2, &[])),
        case(
            "no valid letters",
            [beside("N").as_bytes(), b"D2026-06-02\nT1\nP\xff\xfe\n^\n"].concat(),
            Read(2, &["no amount"]),
        ),
        case("control characters", good("1\nP\u{1}\u{202e}"), Read(2, &[])),
        case("a category of colons", good("1\nL:::::"), Read(2, &[])),
    ]
}
