use serde_json::json;

use super::*;
use crate::rules::tests::vectors::Rows;

fn result(template: &str) -> String {
    let fields = json!({
        "amount": -2500, "date": "2024-06-10", "imported_payee": "Tom & Co", "notes": null,
    });
    let subject = Subject::new(fields.as_object().cloned().unwrap());
    let Ok(result) = Template::read(template).unwrap().result(&subject, &Rows::default());
    result.unwrap_or_else(|error| format!("! {error}"))
}

#[test]
fn tags_are_replaced_and_nothing_is_escaped() {
    for (template, expected) in [
        ("plain {text}", "plain {text}"),
        (
            "{{imported_payee}}|{{{imported_payee}}}|{{&imported_payee}}",
            "Tom & Co|Tom & Co|Tom & Co",
        ),
        ("a {{~ amount ~}} b", "a-2500b"),
        ("{{! a note }}{{nothing}}{{notes}}", ""),
        ("{{#unless notes}}none{{/unless}}", "none"),
        ("{{#if amount}}{{#if notes}}a{{else}}b{{/if}}c{{/if}}", "bc"),
        (r#"{{concat 'it\'s' " " (year date)}}"#, "it's 2024"),
        ("{{div (sub amount 500) 8}}", "-375"),
        ("{{fixed (div amount 300) 2}}", "-8.33"),
        ("{{ceil 2.1}}{{add 1 2 3}}{{mod -7 3}}", "36-1"),
        ("{{replace \"a-a\" \"a\" \"b\"}} {{replaceAll \"a-a\" \"a\" \"b\"}}", "b-a b-b"),
        ("{{regex imported_payee \"/[a-z]/gi\" \"x\"}}", "xxx & xx"),
        (
            "{{addWeeks date 1}} {{subMonths date 4}} {{addYears date 1}}",
            "2024-06-17 2024-02-10 2025-06-10",
        ),
        ("{{replaceAll \"ab\" \"\" \"-\"}}", "-a-b-"),
        ("{{div 1 0}}", "! division by zero"),
        ("{{day notes}}", "! not a date: \"\""),
        ("{{add imported_payee 1}}", "! not a number: \"Tom & Co\""),
    ] {
        assert_eq!(result(template), expected, "{template}");
    }
}

#[test]
fn malformed_templates_are_refused() {
    for template in [
        "{{#if}}",
        "{{#if a}}",
        "{{/if}}",
        "{{else}}",
        "{{#if a}}{{/unless}}",
        "{{open",
        "{{}}",
        "{{shout notes}}",
        "{{add}} {{add",
        "{{#each list}}{{/each}}",
        "{{fixed 1 2 3}}",
        "{{concat 1 (year)}}",
        "{{a b c}}",
        "{{#if a}}{{else}}{{else}}{{/if}}",
    ] {
        assert_eq!(Template::read(template), None, "{template}");
    }
    let deep = "{{#if a}}".repeat(100) + &"{{/if}}".repeat(100);
    assert_eq!(Template::read(&deep), None);
}

#[test]
fn a_text_that_grows_with_each_replacement_ends_before_it_fills_the_memory() {
    let long = "a".repeat(100);
    let nested = |call: &str, depth: usize| {
        let mut text = format!("\"{long}\"");
        for _ in 0..depth {
            text = format!("({call} {text} \"a\" \"{long}\")");
        }
        format!("{{{{#if {text}}}}}x{{{{/if}}}}")
    };
    assert_eq!(result(&nested("replaceAll", 1)), "x", "10,000 letters");
    assert_eq!(result(&nested("replaceAll", 20)), "! a number is too large");
    assert_eq!(result(&nested("replace", 20)), "x");
    let half = format!(" (replaceAll \"{long}\" \"a\" \"{}\")", &long[..50]);
    let joined = |count: usize| format!("{{{{#if (concat{})}}}}x{{{{/if}}}}", half.repeat(count));
    assert_eq!(result(&joined(2)), "x", "10,000 letters");
    assert_eq!(result(&joined(3)), "! a number is too large");
    let regex =
        format!("{{{{regex (regex \"{long}\" \"/a/g\" \"$&{long}\") \"/a/g\" \"{long}\"}}}}");
    assert_eq!(result(&regex), "! a number is too large");
}
