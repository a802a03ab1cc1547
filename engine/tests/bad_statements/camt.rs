use sobre_engine::statements::FileFormat;

use super::Outcome::{Read, Refused};
use super::{Case, case, check, many, utf16};

const GOOD: &str = "<Ntry><Amt Ccy=\"EUR\">3.20</Amt><CdtDbtInd>DBIT</CdtDbtInd>\
                    <ValDt><Dt>2026-06-01</Dt></ValDt></Ntry>\n";

fn file(entries: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Document><BkToCstmrStmt><Stmt><Acct><Id>\
         <IBAN>DE02</IBAN></Id></Acct>\n{entries}</Stmt></BkToCstmrStmt></Document>"
    )
}

/// An entry of these elements, and a good one.
fn beside(elements: &str) -> String {
    file(&format!("<Ntry>{elements}</Ntry>\n{GOOD}"))
}

#[test]
fn bad_camt_files_are_refused_or_read_but_for_their_bad_entries() {
    let mut cases = whole_files();
    cases.extend(single_entries());
    check(FileFormat::Camt, cases);
}

fn whole_files() -> Vec<Case> {
    let no_camt = || Refused("look like a bank statement");
    let broken = || Refused("markup is broken");
    let bomb = "<!DOCTYPE Document [<!ENTITY a \"xxxxxxxxxx\"><!ENTITY b \"&a;&a;&a;&a;\">]>";
    let reads_files = "<!DOCTYPE Document [<!ENTITY b SYSTEM \"file:///etc/passwd\">]>";
    let amount = "<Amt>1</Amt><ValDt><Dt>2026-06-02</Dt></ValDt><AddtlNtryInf>&b;</AddtlNtryInf>";
    let whole = file(GOOD);
    let declared = whole.replace("UTF-8", "UTF-7");
    let elements = format!("<Document>{}", many("<a/>", 1_000_001));
    let entries = format!("<Stmt>{}</Stmt>", many("<Ntry/>", 1_000_001));
    vec![
        case("nothing", "", no_camt()),
        case("spaces", many(" \n", 100_000), no_camt()),
        case("words", "no XML at all", no_camt()),
        case("a table", "Date,Payee\n2026-06-01,x\n", no_camt()),
        case("another document", "<rss><channel/></rss>", no_camt()),
        case("a page", "<!DOCTYPE html><html><body>Sign in<br></body></html>", broken()),
        case("a payment order", "<Document><CstmrCdtTrfInitn/></Document>", no_camt()),
        case("a PDF", "%PDF-1.7\n", no_camt()),
        case("a workbook", &b"PK\x03\x04\0\0"[..], Refused("not a text file")),
        case("NULs", vec![0; 1_000_000], Refused("not a text file")),
        case("one NUL", whole.replace("DBIT", "DB\0IT"), Refused("not a text file")),
        case("UTF-16", utf16(&whole, true), Read(1, &[])),
        case("UTF-16 without a mark", utf16(&whole, false), Refused("not a text file")),
        case("an unknown encoding", declared, Read(1, &[])),
        case("no entries", file(""), Read(0, &[])),
        case("cut in an entry", &whole[..whole.len() - 80], broken()),
        case("cut after an entry", &whole[..whole.len() - 30], broken()),
        case("cut in a tag", &whole[..whole.len() - 2], broken()),
        case("cut in a comment", format!("{whole}<!--"), broken()),
        case("cut in CDATA", format!("{whole}<![CDATA["), broken()),
        case("an end without a beginning", format!("</a>{whole}"), broken()),
        case(
            "ends in another order",
            whole.replace("</Stmt></Bk", "</Bk").replace("Stmt></Doc", "Stmt></Stmt></Doc"),
            broken(),
        ),
        case("a sign that begins nothing", whole.replace("DBIT", "a < b"), broken()),
        case("entities that grow", format!("{bomb}{}", beside(amount)), Read(2, &[])),
        case("entities that read files", format!("{reads_files}{}", beside(amount)), Read(2, &[])),
        case("a hundred elements deep", many("<Ntry>", 100), broken()),
        case("a million elements deep", many("<Ntry>", 1_000_000), broken()),
        case("too many elements", elements, Refused("more than 1000000")),
        case("too many entries", entries, Refused("more than 1000000")),
        case("a huge text", file(&format!("{}{GOOD}", many("x", 1_000_000))), Read(1, &[])),
        case(
            "huge attributes",
            file(&format!("<a {}/>{GOOD}", many("b='c' ", 100_000))),
            Read(1, &[]),
        ),
        case("an attribute twice", whole.replace("<Amt Ccy", "<Amt a='' a='' Ccy"), Read(1, &[])),
        case("two documents", format!("{whole}{whole}"), Read(2, &[])),
        case("letters in lower case", whole.to_lowercase(), no_camt()),
    ]
}

fn single_entries() -> Vec<Case> {
    let entry = |amount: &str, day: &str| {
        beside(&format!("<Amt>{amount}</Amt><BookgDt><Dt>{day}</Dt></BookgDt>"))
    };
    let good = |amount: &str| entry(amount, "2026-06-02");
    let with =
        |more: &str| beside(&format!("<Amt>9</Amt><ValDt><Dt>2026-06-02</Dt></ValDt>{more}"));
    let huge = many("9", 1_000_000);
    let parts = many("<TxDtls><Amt>0</Amt></TxDtls>", 20_000);
    let parts = format!("<TxDtls><Amt>9</Amt></TxDtls>{parts}");
    let long = format!("<AddtlNtryInf>{}</AddtlNtryInf>", many("x", 10_001));
    vec![
        case("nothing within", beside(""), Read(1, &["no amount"])),
        case("no day", beside("<Amt>1</Amt>"), Read(1, &["no date"])),
        case("an empty amount", good(" "), Read(1, &["no amount"])),
        case("letters for an amount", good("lots"), Read(1, &["lots"])),
        case("an amount as a power", good("1e9"), Read(1, &["1e9"])),
        case("too much", good("99999999999999999"), Read(1, &["9999"])),
        case("a huge amount", good(&huge), Read(1, &["9999"])),
        case("a day that is none", entry("1", "2026-06-31"), Read(1, &["2026-06-31"])),
        case("the year 9999", entry("1", "9999-12-31"), Read(1, &["between the years"])),
        case(
            "a day of wide letters",
            entry("1", "\u{ff12}\u{ff10}\u{ff12}"),
            Read(1, &["unreadable"]),
        ),
        case("a huge day", entry("1", &huge), Read(1, &["999"])),
        case("an entry in an entry", with(GOOD), Read(3, &[])),
        case(
            "parts that do not add up",
            with("<TxDtls><Amt>1</Amt></TxDtls><TxDtls/>"),
            Read(2, &[]),
        ),
        case("very many parts", with(&parts), Read(20_002, &[])),
        case(
            "an entry that is not booked",
            with("<Sts><Cd>PDNG</Cd></Sts>"),
            Read(1, &["not booked"]),
        ),
        case("one of an older schema", with("<Sts>FUTR</Sts>"), Read(1, &["not booked"])),
        case("a booked entry", with("<Sts><Cd>BOOK</Cd></Sts>"), Read(2, &[])),
        case("a huge payee", with(&long), Read(1, &["more than 10000 characters"])),
        case("control characters", with("<AddtlNtryInf>&#1;\u{202e}</AddtlNtryInf>"), Read(2, &[])),
    ]
}
