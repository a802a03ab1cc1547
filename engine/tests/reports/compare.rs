//! Compares returned figures with recorded ones: every recorded member must be there with its
//! value; further members are fine.

use serde_json::Value as Json;

/// Numbers may differ by one unit of the last decimal that is recorded, if there are any.
const TOLERANCE: f64 = 0.000_001_1;

/// Members whose keys are ids or days, so that all of them have to agree.
const WHOLE: &[&str] = &["balances", "notShown", "accounts"];

/// `total_change` to `totalChange`.
pub(crate) fn camel(key: &str) -> String {
    let mut words = key.split('_');
    let mut name = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        name.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        name.push_str(letters.as_str());
    }
    name
}

/// Sorts what has no order of its own.
pub(crate) fn usual(mut expected: Json) -> Json {
    if let Some(accounts) = expected.get_mut("accounts").and_then(Json::as_array_mut) {
        accounts.sort_by_key(|id| id.as_str().map(str::to_owned));
    }
    if let Some(links) = expected.get_mut("links").and_then(Json::as_array_mut) {
        let end = |link: &Json, key: &str| link[key].as_str().map(str::to_owned);
        links.sort_by_key(|link| (end(link, "source"), end(link, "target")));
    }
    expected
}

/// The differences of `given` from what is recorded.
pub(crate) fn differences(path: &str, expected: &Json, given: &Json, out: &mut Vec<String>) {
    match (expected, given) {
        (Json::Object(expected), Json::Object(given)) => {
            for (key, value) in expected {
                let name = if given.contains_key(key) { key.clone() } else { camel(key) };
                let at = format!("{path}.{key}");
                match given.get(&name) {
                    Some(given) => differences(&at, value, given, out),
                    None if value.is_null() => {}
                    None => out.push(format!("{at}: missing, wanted {value}")),
                }
            }
            let is_whole = WHOLE.iter().any(|name| path.ends_with(&format!(".{name}")))
                || path.ends_with(".not_shown");
            if is_whole && expected.len() != given.len() {
                out.push(format!("{path}: {given:?}, wanted {expected:?}"));
            }
        }
        (Json::Array(expected), Json::Array(given)) => {
            if expected.len() != given.len() {
                out.push(format!("{path}: {} entries, wanted {}", given.len(), expected.len()));
            }
            for (at, (expected, given)) in expected.iter().zip(given).enumerate() {
                differences(&format!("{path}[{at}]"), expected, given, out);
            }
        }
        (Json::Number(expected), Json::Number(given)) => {
            let (one, other) = (expected.as_f64().unwrap(), given.as_f64().unwrap());
            let exact = expected.is_i64() && given.is_i64();
            if exact && one != other || (one - other).abs() > TOLERANCE.max(one.abs() * 1e-12) {
                out.push(format!("{path}: {given}, wanted {expected}"));
            }
        }
        _ if expected == given => {}
        _ => out.push(format!("{path}: {given}, wanted {expected}")),
    }
}

/// Fails with all differences of a suite.
pub(crate) fn check(suite: &str, cases: usize, faults: &[String]) {
    assert!(cases > 0, "{suite} has no cases");
    let shown: Vec<_> = faults.iter().take(40).map(String::as_str).collect();
    assert!(
        faults.is_empty(),
        "{suite}: {} faults in {cases} cases\n{}",
        faults.len(),
        shown.join("\n")
    );
}
