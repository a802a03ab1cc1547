//! The imports between the modules of a crate, read from the paths in its code, and their cycles.

use std::collections::{BTreeMap, BTreeSet};

use super::source::Source;

/// The modules of one crate, each with those its paths refer to. Modules are written relative to
/// the crate, `db/apply/log`; the root of the crate has no name and is ignored.
pub type Uses = BTreeMap<String, BTreeSet<String>>;

/// Reads the imports of a crate from its sources below `root`, such as `actors/src/`.
pub fn uses(sources: &[Source], root: &str) -> Uses {
    let modules: BTreeMap<String, &Source> = sources
        .iter()
        .filter(|source| source.path.starts_with(root) && !source.is_test())
        .map(|source| (module_of(&source.path[root.len()..]), source))
        .collect();
    let mut uses = Uses::new();
    for (module, source) in modules.iter().filter(|(module, _)| !module.is_empty()) {
        let mut used = BTreeSet::new();
        for path in paths(&source.code()) {
            let Some(path) = absolute(module, &path) else { continue };
            let known = (1..=path.len()).rev().map(|length| path[..length].join("/"));
            used.extend(known.into_iter().find(|name| modules.contains_key(name)));
        }
        used.remove(module);
        uses.insert(module.clone(), used);
    }
    uses
}

fn module_of(path: &str) -> String {
    let path = path.strip_suffix(".rs").unwrap_or(path);
    let path = path.strip_suffix("/mod").unwrap_or(path);
    if path == "lib" || path == "main" { String::new() } else { path.to_owned() }
}

/// A path from the root of the crate; none for another crate's.
fn absolute(module: &str, path: &[String]) -> Option<Vec<String>> {
    let mut base: Vec<String> = module.split('/').map(str::to_owned).collect();
    let mut rest = path;
    match path.first()?.as_str() {
        "crate" => base.clear(),
        "self" => {}
        "super" => {
            base.pop();
        }
        _ => return None,
    }
    rest = &rest[1..];
    while rest.first().is_some_and(|segment| segment == "super") {
        base.pop();
        rest = &rest[1..];
    }
    base.extend(rest.iter().filter(|segment| *segment != "self").cloned());
    Some(base)
}

/// All paths in code that start with `crate`, `self` or `super`, with lists in braces expanded.
pub fn paths(code: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut before = ' ';
    for (at, letter) in code.char_indices() {
        let begins_word = !(before.is_alphanumeric() || before == '_' || before == ':');
        before = letter;
        let rest = &code[at..];
        let starts = ["crate::", "self::", "super::"];
        // A visibility is not an import.
        let begins_word = begins_word && !code[..at].ends_with("(in ");
        if begins_word && starts.iter().any(|start| rest.starts_with(start)) {
            unfold(rest, &mut Vec::new(), &mut found);
        }
    }
    found
}

/// Reads one path with all its branches; returns its length.
fn unfold(text: &str, begun: &mut Vec<String>, found: &mut Vec<Vec<String>>) -> usize {
    let depth = begun.len();
    let mut at = 0;
    loop {
        at += blanks(&text[at..]);
        if text[at..].starts_with('{') {
            at += 1;
            while !text[at..].starts_with('}') && at < text.len() {
                at += unfold(&text[at..], begun, found).max(1);
                at += blanks(&text[at..]);
            }
            begun.truncate(depth);
            return (at + 1).min(text.len());
        }
        let word = text[at..].find(|c: char| !c.is_alphanumeric() && c != '_');
        let word = &text[at..][..word.unwrap_or(text.len() - at)];
        at += word.len();
        if !word.is_empty() {
            begun.push(word.to_owned());
        }
        if word.is_empty() || !text[at..].starts_with("::") {
            if begun.len() > depth {
                found.push(begun.clone());
            }
            begun.truncate(depth);
            // A new name after `as` is not part of the path.
            let end = text[at..].find([',', '}', ';', '\n']);
            let is_renamed = text[at..].trim_start().starts_with("as ");
            return at + if is_renamed { end.unwrap_or(0) } else { 0 };
        }
        at += 2;
    }
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches(|c: char| c.is_whitespace() || c == ',').len()
}

/// The groups of modules that import each other, directly or not, larger than `most`.
pub fn circles(uses: &Uses, most: usize) -> Vec<Vec<String>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        uses.keys().map(|module| (module.as_str(), reach(uses, module))).collect();
    let mut seen = BTreeSet::new();
    let mut circles = Vec::new();
    for (module, reaches) in &reached {
        if !seen.insert(*module) {
            continue;
        }
        let mut circle = vec![(*module).to_owned()];
        for other in reaches.iter().filter(|other| *other != module) {
            if reached[other].contains(module) {
                seen.insert(other);
                circle.push((*other).to_owned());
            }
        }
        if circle.len() > most {
            circles.push(circle);
        }
    }
    circles
}

fn reach<'a>(uses: &'a Uses, from: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        for used in &uses[module] {
            if uses.contains_key(used) && reached.insert(used.as_str()) {
                open.push(used);
            }
        }
    }
    reached
}
