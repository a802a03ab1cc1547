use sobre_engine::statements::FileFormat;

use super::Outcome::{Read, Refused};
use super::{Case, case, check, many, utf16};

const GOOD: &str = "<STMTTRN><DTPOSTED>20260601<TRNAMT>-3.20<FITID>1<NAME>Bakery</STMTTRN>\n";

fn file(records: &str) -> String {
    format!(
        "OFXHEADER:100\nENCODING:USASCII\nCHARSET:1252\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>\
         <BANKTRANLIST>\n{records}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n"
    )
}

/// A record of these elements, and a good one.
fn beside(elements: &str) -> String {
    file(&format!("<STMTTRN>{elements}</STMTTRN>\n{GOOD}"))
}

#[test]
fn bad_ofx_files_are_refused_or_read_but_for_their_bad_records() {
    let mut cases = whole_files();
    cases.extend(single_records());
    check(FileFormat::Ofx, cases);
}

fn whole_files() -> Vec<Case> {
    let no_ofx = || Refused("look like an OFX file");
    let bomb = "<!DOCTYPE OFX [<!ENTITY a \"xxxxxxxxxx\"><!ENTITY b \"&a;&a;&a;&a;\">\
                <!ENTITY c \"&b;&b;&b;&b;\">]>";
    let of_bomb = beside("<DTPOSTED>20260602<TRNAMT>1<NAME>&c;");
    let reads_files = "<!DOCTYPE OFX [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>";
    let cut = file(GOOD).replace("-3.20", "-3.20\u{0}");
    let cut_in_amount = "<OFX><STMTTRN><DTPOSTED>20260601<TRNAMT>-12";
    let accounts: String = (0..50_000).map(|it| format!("<ACCTID>{it}")).collect();
    vec![
        case("nothing", "", no_ofx()),
        case("a header alone", "OFXHEADER:100\nDATA:OFXSGML\n", no_ofx()),
        case("another element", "<OFXX><STMTTRN></OFXX>", no_ofx()),
        case("garbage", "not ofx at all<not closed", no_ofx()),
        case("a table", "Date,Payee\n2026-06-01,x\n", no_ofx()),
        case("a page", "<!DOCTYPE html><html><body>Sign in</body></html>", no_ofx()),
        case("a PDF", "%PDF-1.7\n", no_ofx()),
        case("NULs", vec![0; 1_000_000], Refused("not a text file")),
        case("one NUL", cut, Refused("not a text file")),
        case("a zip", &b"PK\x03\x04\0\0"[..], Refused("not a text file")),
        case("UTF-16", utf16(&file(GOOD), true), Read(1, &[])),
        case("UTF-16 without a mark", utf16(&file(GOOD), false), Refused("not a text file")),
        case("no transactions", file(""), Read(0, &[])),
        case("the element alone", "<OFX>", Read(0, &[])),
        case(
            "the element with attributes",
            file(GOOD).replace("<OFX>", "<OFX a='b'>"),
            Read(1, &[]),
        ),
        case("letters in lower case", file(GOOD).to_lowercase(), Read(1, &[])),
        case("cut in an amount", cut_in_amount, Read(0, &["the file ends within"])),
        case("cut after a record", format!("<OFX>{GOOD}"), Read(1, &[])),
        case("cut in a tag", format!("<OFX>{GOOD}<STMTT"), Refused("markup is broken on line 2")),
        case("cut in a comment", format!("<OFX>{GOOD}<!-- "), Refused("markup is broken")),
        case("cut in CDATA", format!("<OFX>{GOOD}<![CDATA["), Refused("markup is broken")),
        case("entities that grow", format!("{bomb}{of_bomb}"), Read(2, &[])),
        case("entities within", file(GOOD).replace("<OFX>", &format!("<OFX>{bomb}")), Read(1, &[])),
        case("entities that read files", format!("{reads_files}{of_bomb}"), Read(2, &[])),
        case("a million elements deep", format!("<OFX>{}", many("<A>", 200_000)), Read(0, &[])),
        case("a million ends", format!("<OFX>{}", many("</A>", 200_000)), Read(0, &[])),
        case("too many records", file(&many("<STMTTRN>", 1_000_001)), Refused("more than 1000000")),
        case("a huge name", file(&format!("<{}>", many("A", 1_000_000))), Read(0, &[])),
        case("huge attributes", file(&format!("<A {}>", many("b='c' ", 100_000))), Read(0, &[])),
        case("many accounts", file(&format!("{accounts}{GOOD}")), Read(1, &[])),
        case("lines of old computers", file(GOOD).replace('\n', "\r"), Read(1, &[])),
    ]
}

fn single_records() -> Vec<Case> {
    let record = |day: &str, amount: &str| beside(&format!("<DTPOSTED>{day}<TRNAMT>{amount}"));
    let good = |amount: &str| record("20260602", amount);
    let huge = many("9", 1_000_000);
    let long = format!("1<NAME>{}", many("x", 10_001));
    let long_id = format!("1<FITID>{}", many("x", 10_001));
    let latin = [b"<STMTTRN><DTPOSTED>20260602<TRNAMT>1<NAME>\xff\xfe</STMTTRN>", GOOD.as_bytes()];
    let latin = [b"<OFX>", latin.concat().as_slice(), b"</OFX>"].concat();
    vec![
        case("nothing within", beside(""), Read(1, &["no amount"])),
        case("no day", beside("<TRNAMT>1"), Read(1, &["no date"])),
        case("no amount", beside("<DTPOSTED>20260602"), Read(1, &["no amount"])),
        case("empty values", beside("<DTPOSTED></DTPOSTED><TRNAMT/>"), Read(1, &["no amount"])),
        case("a day that is none", record("20260631", "1"), Read(1, &["20260631"])),
        case("a short day", record("2026", "1"), Read(1, &["2026"])),
        case("the year 9999", record("99991231", "1"), Read(1, &["between the years"])),
        case("letters for a day", record("yesterday", "1"), Read(1, &["yesterday"])),
        case("wide letters for a day", record("\u{ff12}\u{ff10}26", "1"), Read(1, &["unreadable"])),
        case("a huge day", record(&huge, "1"), Read(1, &["999"])),
        case("letters for an amount", good("lots"), Read(1, &["lots"])),
        case("an amount as a power", good("1e9"), Read(1, &["1e9"])),
        case("two minus signs", good("--1"), Read(1, &["--1"])),
        case("too much", good("99999999999999999"), Read(1, &["9999"])),
        case("a huge amount", good(&huge), Read(1, &["9999"])),
        case("a huge name", good(&long), Read(1, &["more than 10000 characters"])),
        case("a huge id", good(&long_id), Read(1, &["more than 10000 characters"])),
        case(
            "a sign that is none",
            good("1<NAME>Tom & Jerry &foo; &#0; &#xffffffff;"),
            Read(2, &[]),
        ),
        case("values twice: the first counts", good("1<TRNAMT>2"), Read(2, &[])),
        case("a record in a record", good("1<STMTTRN><DTPOSTED>20260603<TRNAMT>1"), Read(3, &[])),
        case("an id twice", file(&many(GOOD, 2)), Read(2, &[])),
        case("no valid letters", latin, Read(2, &[])),
    ]
}
