//! Tests of the rules: what each of them finds and what it ignores.

use std::collections::BTreeSet;

use super::imports::{circles, paths, uses};
use super::rules;
use super::source::Source;

fn source(path: &str, text: &str) -> Source {
    Source::new(path, text)
}

/// One file of the engine.
fn code(text: &str) -> Vec<Source> {
    vec![source("engine/src/money.rs", text)]
}

#[test]
fn comments_literals_and_tests_are_blanked_and_what_follows_them_is_not() {
    let text = "//! head\nuse a; // b\nlet s = \"c // d\"; let r = r#\"e\"#; let q = '\"';\n\
                #[cfg(test)]\nmod tests {\n    fn f() {}\n}\nfn g<'a>(h: &'a str) {}\n";
    let source = source("engine/src/x.rs", text);
    let shipped = source.shipped();
    assert!(shipped.contains("c // d") && shipped.contains("r#\"e\"#"));
    assert!(!shipped.contains("head") && !shipped.contains("// b") && !shipped.contains("fn f"));
    let code = source.code();
    assert!(!code.contains('c') || !code.contains("c // d"), "{code}");
    assert!(code.contains("fn g<'a>(h: &'a str)"), "the code after the tests is looked at");
    assert_eq!(code.lines().count(), text.lines().count());
    assert_eq!(code.len(), text.len());
}

#[test]
fn items_for_tests_end_where_they_end() {
    let text = "#[cfg(test)]\nuse x::{a, b};\nuse y;\n#[cfg(any(test, feature = \"testing\"))]\n\
                #[derive(Debug)]\nstruct S(u8, [u8; 2]);\nconst C: u8 = 1;\n#[cfg(unix)]\nfn u() {}\n";
    let code = source("engine/src/x.rs", text).code();
    assert!(!code.contains("use x") && !code.contains("struct S"), "{code}");
    assert!(code.contains("use y") && code.contains("const C") && code.contains("fn u()"));
}

#[test]
fn headers_sizes_and_widths_are_found() {
    let long = format!("//! a\n{}", "x\n".repeat(500));
    let files = [
        source("engine/src/a.rs", &long),
        source("engine/src/b.rs", "fn f() {}\n"),
        source("engine/src/c.rs", &format!("//! {}\n", "é".repeat(97))),
        source("actors/src/contract/calls.rs", &long),
        source("engine/tests/d.rs", &long),
    ];
    assert_eq!(rules::headers(&files), ["engine/src/b.rs: does not open with a //! paragraph"]);
    let expected = ["engine/src/a.rs: 501 lines", "engine/src/c.rs:1: wider than 100"];
    assert_eq!(rules::sizes(&files, &["contract/calls.rs"]), expected);
}

#[test]
fn names_are_found_anywhere_in_a_line_and_words_in_comments_are_free() {
    let found = rules::names(&code("pub struct Row; pub struct RowManager;\n// fn process\n"));
    assert_eq!(found, ["engine/src/money.rs:1: RowManager"]);
    let after = "#[cfg(test)]\nmod tests {}\nfn process_rows() {}\n";
    assert_eq!(rules::names(&code(after)), ["engine/src/money.rs:3: process_rows"]);
    assert!(rules::names(&code("fn f() { process(1); }")).is_empty());
}

#[test]
fn a_cited_section_is_found_and_an_ordinary_one_is_not() {
    let texts = code(concat!("// See sec", "tion 3.1.\n// A section of 3 rows\n// Sections\n"));
    assert_eq!(rules::citations(&texts).len(), 1);
}

#[test]
fn what_is_not_pure_is_found_in_code_alone() {
    let text = "// std::fs\nconst A: &str = \"std::fs\";\n#[cfg(test)]\nmod t { use std::fs; }\n\
                fn f() { std::fs::read(\"a\") }\n";
    assert_eq!(rules::code_phrases(&code(text), &["std::fs"]), ["engine/src/money.rs:5: std::fs"]);
}

#[test]
fn dependencies_and_their_list_are_the_same() {
    let used: BTreeSet<String> = ["serde", "rand"].map(str::to_owned).into();
    let faults = rules::dependencies("engine", &used, &["serde", "chrono"]);
    assert_eq!(faults, ["engine may not use rand", "engine does not use chrono any more"]);
}

#[test]
fn modules_use_earlier_levels_and_each_stands_in_one() {
    let levels: &[&[&str]] = &[&["money"], &["ledger", "gone"]];
    let files = [
        source("engine/src/lib.rs", "pub mod money;"),
        source("engine/src/money.rs", "use crate::{dates::Day, ledger::{Row, Field}};"),
        source("engine/src/ledger/row.rs", "use crate::money::Amount;"),
        source("engine/src/stray.rs", ""),
    ];
    let expected = [
        "engine/src/money.rs: uses ledger",
        "engine/src/stray.rs: stray stands in no level",
        "gone stands in a level and does not exist",
    ];
    assert_eq!(rules::levels(&files, "engine/src/", levels), expected);
}

#[test]
fn tuples_and_arrays_are_found_among_parameters_and_nowhere_else() {
    let text = "fn a<F: Fn((u8, u8)) -> u8>(x: F, (y, z): (u8, u8)) {}\n\
        fn b(x: &mut (impl Copy + Send), y: fn(u8)) { let c: (u8, u8) = (1, 2); }\n\
        fn c(\n    x: (u8, u8),\n) -> u8 {}\n";
    let money = "engine/src/money.rs";
    let expected = [format!("{money}: a takes a tuple"), format!("{money}: c takes a tuple")];
    assert_eq!(rules::tuple_parameters(&code(text)), expected);
    let text = "fn a([x, y]: [u8; 2], z: u8) { let [b, c]: [u8; 2] = d; }\nfn b(x: [u8; 2]) {}";
    assert_eq!(rules::tuple_parameters(&code(text)), [format!("{money}: a takes an array apart")]);
}

#[test]
fn sql_is_found_at_the_end_of_a_line_too_and_words_that_contain_a_verb_are_free() {
    let text = "let a = \"SELECT\n 1\"; // UPDATE \nlet b = \"DESELECT x\"; let c = UPDATES;\n";
    assert_eq!(rules::sql(&code(text), rules::SQL, &[]), ["engine/src/money.rs:1: SELECT"]);
    assert!(rules::sql(&code(text), rules::SQL, &["engine/"]).is_empty());
    let text = "let a = \"INSERT OR IGNORE INTO x\"; let b = \"SELECT 1\"; let c = \"{INSERTED}\";";
    let written = rules::sql(&code(text), rules::WRITING_SQL, &[]);
    assert_eq!(written, ["engine/src/money.rs:1: INSERT"]);
    let written = rules::sql(&code("let a = \"REPLACE INTO x\";"), rules::WRITING_SQL, &[]);
    assert_eq!(written, ["engine/src/money.rs:1: REPLACE"]);
}

#[test]
fn crates_are_known_by_the_names_that_code_gives_them() {
    let found = |text: &str| !rules::known_to(&code(text), &["fancy-regex"], &[]).is_empty();
    assert!(found("use fancy_regex::Regex;") && found("fn f(r: &fancy_regex::Regex) {}"));
    assert!(found("use fancy_regex;"));
    assert!(!found("// fancy_regex::Regex\nuse regex::Regex; let x = not_fancy_regex::y();"));
    assert!(!found("let s = \"fancy_regex::Regex\";"));
}

#[test]
fn a_module_that_stands_alone_names_no_other_module_and_no_crate_that_is_not_allowed() {
    let files = [
        source("actors/src/contract/a.rs", "use crate::contract::b; use crate::{db, contract};"),
        source("actors/src/contract/b.rs", "fn f(x: unicode_normalization::Decompositions) {}"),
        source("actors/src/db.rs", "use crate::app;"),
    ];
    let banned = ["unicode-normalization".to_owned()];
    let faults = rules::uses_only(&files, "actors/src/contract", "contract", &banned);
    let expected =
        ["actors/src/contract/a.rs: crate::db", "actors/src/contract/b.rs: unicode-normalization"];
    assert_eq!(faults, expected);
}

#[test]
fn paths_are_unfolded() {
    let found = paths("use crate::{a, b::{self, c as d}, e::*};\nfn f() { super::super::g(x) }");
    let found: Vec<String> = found.iter().map(|path| path.join("::")).collect();
    let expected = ["crate::a", "crate::b::self", "crate::b::c", "crate::e", "super::super::g"];
    assert_eq!(found, expected);
    assert!(paths("pub(in crate::a) fn f(c: other::crate_) {}").is_empty());
}

#[test]
fn circles_are_found_through_parents_and_lists() {
    let files = [
        source("a/src/x.rs", "mod inner; use crate::{y::Y, z};"),
        source("a/src/x/inner.rs", "use super::Thing;"),
        source("a/src/y.rs", "fn f() { crate::x::inner::go() }"),
        source("a/src/z.rs", "use crate::x_other;"),
        source("a/src/tests.rs", "use crate::y; use crate::x;"),
    ];
    let uses = uses(&files, "a/src/");
    assert_eq!(circles(&uses, 2), [["x", "x/inner", "y"]]);
    assert!(circles(&uses, 3).is_empty());
    let other = [source("b/src/x.rs", "use crate::y; use crate::z;")];
    let other = other
        .into_iter()
        .chain([source("b/src/y.rs", "use crate::z;"), source("b/src/z.rs", "use super::x;")]);
    let all: Vec<Source> = files.into_iter().chain(other).collect();
    let expected = ["a/src/: a circle of x, x/inner, y", "b/src/: a circle of x, y, z"];
    assert_eq!(rules::circles(&all, &["a/src/", "b/src/"], 2), expected);
}

#[test]
fn documents_name_what_is_there() {
    let text = "See [it](../engine/a.rs#x), [far](https://x.y) and `engine/gone.rs`,\n`engine/*`.";
    let document = source("actors/README.md", text);
    let exists = |path: &str| path == "engine/a.rs";
    assert_eq!(rules::named_files(&document, exists), ["actors/README.md:1: engine/gone.rs"]);
    let nothing = |_: &str| false;
    assert_eq!(rules::named_files(&document, nothing).len(), 2);
}
