//! The rules, each a function from sources to complaints.

use std::collections::BTreeSet;

use super::imports::{self, paths};
use super::source::Source;

pub const MAX_FILE_LINES: usize = 500;
pub const MAX_LINE_WIDTH: usize = 100;

/// Every file starts with a paragraph about its purpose.
pub fn headers(sources: &[Source]) -> Vec<String> {
    let bare = sources.iter().filter(|it| !it.is_test() && !it.text.starts_with("//! "));
    bare.map(|it| format!("{}: does not open with a //! paragraph", it.path)).collect()
}

/// Files have at most 500 lines, except tables that grow with the product; lines have at most 100
/// columns.
pub fn sizes(sources: &[Source], tables: &[&str]) -> Vec<String> {
    let mut faults = Vec::new();
    for Source { path, text } in sources.iter().filter(|source| !source.is_test()) {
        let lines = text.lines().count();
        let is_table = tables.iter().any(|table| path.ends_with(table));
        if lines > MAX_FILE_LINES && !is_table {
            faults.push(format!("{path}: {lines} lines"));
        }
        for (number, line) in (1..).zip(text.lines()) {
            if line.chars().count() > MAX_LINE_WIDTH {
                faults.push(format!("{path}:{number}: wider than {MAX_LINE_WIDTH}"));
            }
        }
    }
    faults
}

/// Names describe a thing; these words do not.
pub fn names(sources: &[Source]) -> Vec<String> {
    let banned = ["Manager", "Helper", "Util", "Service", "process", "handle_data"];
    let keywords = ["struct", "enum", "trait", "fn", "mod", "type", "union"];
    let mut faults = Vec::new();
    for source in sources.iter().filter(|source| !source.is_test()) {
        for (number, line) in (1..).zip(source.code().lines()) {
            let is_name = |c: char| c.is_alphanumeric() || c == '_';
            let mut words = line.split(|c| !is_name(c)).filter(|word| !word.is_empty());
            while let Some(word) = words.next() {
                if !keywords.contains(&word) {
                    continue;
                }
                let Some(name) = words.next() else { break };
                if banned.iter().any(|word| name.contains(word)) {
                    faults.push(format!("{}:{number}: {name}", source.path));
                }
            }
        }
    }
    faults
}

/// No text contains one of these phrases.
pub fn phrases(texts: &[Source], banned: &[&str]) -> Vec<String> {
    let mut faults = Vec::new();
    for Source { path, text } in texts {
        for (number, line) in (1..).zip(text.lines()) {
            let found = banned.iter().filter(|phrase| line.contains(**phrase));
            faults.extend(found.map(|phrase| format!("{path}:{number}: {phrase}")));
        }
    }
    faults
}

/// Texts state rules themselves: they never cite sections of a document that a reader may not have.
pub fn citations(texts: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    for Source { path, text } in texts {
        for (number, line) in (1..).zip(text.lines()) {
            let cites = ["section ", "sections ", "chapter "].iter().any(|word| {
                let found = line.match_indices(word);
                let mut after = found.filter_map(|(at, _)| line[at + word.len()..].chars().next());
                after.any(|letter| letter.is_ascii_digit())
            });
            if cites {
                faults.push(format!("{path}:{number}: {}", line.trim()));
            }
        }
    }
    faults
}

/// Shipped code contains none of these phrases.
pub fn code_phrases(sources: &[Source], banned: &[&str]) -> Vec<String> {
    let mut faults = Vec::new();
    for source in sources.iter().filter(|source| !source.is_test()) {
        for (number, line) in (1..).zip(source.code().lines()) {
            let found = banned.iter().filter(|phrase| line.contains(**phrase));
            faults.extend(found.map(|phrase| format!("{}:{number}: {phrase}", source.path)));
        }
    }
    faults
}

/// A manifest's dependencies equal its list of allowed ones.
pub fn dependencies(name: &str, used: &BTreeSet<String>, allowed: &[&str]) -> Vec<String> {
    let allowed: BTreeSet<String> = allowed.iter().map(|&it| it.to_owned()).collect();
    let over = used.difference(&allowed).map(|it| format!("{name} may not use {it}"));
    let stale = allowed.difference(used).map(|it| format!("{name} does not use {it} any more"));
    over.chain(stale).collect()
}

/// Each module directly below `root` belongs to one level, and imports from no later level.
pub fn levels(sources: &[Source], root: &str, levels: &[&[&str]]) -> Vec<String> {
    let rank = |module: &str| levels.iter().position(|level| level.contains(&module));
    let mut faults = Vec::new();
    let mut present = BTreeSet::new();
    for source in sources.iter().filter(|it| it.path.starts_with(root) && !it.is_test()) {
        let own = source.path[root.len()..].split(['/', '.']).next().unwrap_or_default();
        if own == "lib" {
            continue;
        }
        present.insert(own.to_owned());
        let Some(own_rank) = rank(own) else {
            faults.push(format!("{}: {own} stands in no level", source.path));
            continue;
        };
        let used: BTreeSet<String> = paths(&source.code())
            .into_iter()
            .filter(|path| path[0] == "crate")
            .filter_map(|path| path.get(1).cloned())
            .collect();
        let later = used.iter().filter(|used| rank(used).is_some_and(|it| it > own_rank));
        faults.extend(later.map(|used| format!("{}: uses {used}", source.path)));
    }
    let gone = levels.iter().copied().flatten().filter(|module| !present.contains(**module));
    faults.extend(gone.map(|module| format!("{module} stands in a level and does not exist")));
    faults
}

/// What statements begin with.
pub const SQL: &[&str] =
    &["SELECT", "INSERT INTO", "UPDATE", "DELETE FROM", "CREATE TABLE", "PRAGMA"];
/// What statements that write rows begin with.
pub const WRITING_SQL: &[&str] = &["INSERT", "REPLACE", "UPDATE", "DELETE FROM"];

/// SQL with one of these verbs occurs only below the given places.
pub fn sql(sources: &[Source], verbs: &[&str], homes: &[&str]) -> Vec<String> {
    let mut faults = Vec::new();
    for source in sources.iter().filter(|source| !source.is_test()) {
        if homes.iter().any(|home| source.path.starts_with(home)) {
            continue;
        }
        for (number, line) in (1..).zip(source.shipped().lines()) {
            let begins = |verb: &&&str| {
                line.match_indices(**verb).any(|(at, _)| {
                    let after = line[at + verb.len()..].chars().next();
                    let before = line[..at].chars().next_back();
                    after.is_none_or(char::is_whitespace)
                        && before.is_none_or(|before| !before.is_alphanumeric() && before != '_')
                })
            };
            let found = verbs.iter().filter(begins);
            faults.extend(found.map(|verb| format!("{}:{number}: {verb}", source.path)));
        }
    }
    faults
}

/// No function takes a tuple, or an array that it takes apart, to stay below the limit of
/// parameters: a struct has names.
pub fn tuple_parameters(sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    for source in sources {
        let code = source.code();
        for (at, _) in code.match_indices("fn ") {
            let name = code[at + 3..].split(|c: char| !c.is_alphanumeric() && c != '_').next();
            let Some(name) = name.filter(|name| !name.is_empty()) else { continue };
            let parameters = in_parentheses(&code[at..]);
            let is_tuple = |(at, _): (usize, &str)| {
                let type_of = parameters[at + 3..].trim_start();
                !type_of.starts_with("impl ") && !type_of.starts_with("dyn ")
            };
            if parameters.match_indices(": (").any(is_tuple) {
                faults.push(format!("{}: {name} takes a tuple", source.path));
            }
            if parameters.contains("]: [") {
                faults.push(format!("{}: {name} takes an array apart", source.path));
            }
        }
    }
    faults
}

/// The text in the first pair of parentheses that is not within angle brackets.
fn in_parentheses(code: &str) -> &str {
    let (mut angles, mut depth, mut start) = (0_i32, 0_i32, None);
    let mut before = ' ';
    for (at, c) in code.char_indices() {
        match c {
            '<' if start.is_none() => angles += 1,
            '>' if start.is_none() && before != '-' => angles -= 1,
            '(' if angles == 0 => {
                depth += 1;
                start = start.or(Some(at + 1));
            }
            ')' if angles == 0 => {
                depth -= 1;
                if depth == 0 {
                    return &code[start.unwrap_or(at)..at];
                }
            }
            ';' | '{' if start.is_none() => return "",
            _ => {}
        }
        before = c;
    }
    ""
}

/// Code below `root` uses one of these crates only in the given files.
pub fn known_to(sources: &[Source], crates: &[&str], homes: &[&str]) -> Vec<String> {
    let mut faults = Vec::new();
    for source in sources.iter().filter(|source| !source.is_test()) {
        if homes.iter().any(|home| source.path.starts_with(home)) {
            continue;
        }
        let code = source.code();
        let named = crates.iter().filter(|name| names_crate(&code, name));
        faults.extend(named.map(|name| format!("{}: {name}", source.path)));
    }
    faults
}

/// Whether a path starts with the name of a crate, or of a module of one.
fn names_crate(code: &str, name: &str) -> bool {
    let name = name.replace('-', "_");
    code.match_indices(&name).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = &code[at + name.len()..];
        let is_use = code[..at].ends_with("use ") && after.starts_with(';');
        before.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != ':' && c != '.')
            && (after.starts_with("::") || is_use)
    })
}

/// Files below `root` import nothing else from their crate, and from other crates only the allowed
/// ones.
pub fn uses_only(
    sources: &[Source],
    root: &str,
    module: &str,
    banned_crates: &[String],
) -> Vec<String> {
    let mut faults = Vec::new();
    for source in sources.iter().filter(|it| it.path.starts_with(root)) {
        let code = source.code();
        for path in paths(&code) {
            if path[0] == "crate" && path.get(1).is_some_and(|used| used != module) {
                faults.push(format!("{}: {}", source.path, path.join("::")));
            }
        }
        let named = banned_crates.iter().filter(|name| names_crate(&code, name));
        faults.extend(named.map(|name| format!("{}: {name}", source.path)));
    }
    faults
}

/// No import cycle within one of the crates has more than `most` files.
pub fn circles(sources: &[Source], crates: &[&str], most: usize) -> Vec<String> {
    let mut faults = Vec::new();
    for root in crates {
        let circles = imports::circles(&imports::uses(sources, root), most);
        let named = circles.iter().map(|circle| circle.join(", "));
        faults.extend(named.map(|files| format!("{root}: a circle of {files}")));
    }
    faults
}

/// Paths that a document mentions, in backticks or as a link, exist in the repository.
pub fn named_files(document: &Source, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let folder = document.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut faults = Vec::new();
    for (number, line) in (1..).zip(document.text.lines()) {
        let links = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let links = links.map(|link| link.split('#').next().unwrap_or_default());
        let links = links.filter(|link| !link.is_empty() && !link.contains(':'));
        let missing = links.filter(|link| {
            let path =
                if folder.is_empty() { (*link).to_owned() } else { format!("{folder}/{link}") };
            !exists(&normal(&path))
        });
        faults.extend(missing.map(|link| format!("{}:{number}: {link}", document.path)));
        let roots = ["engine/", "actors/", "web-api/", "frontend/", "migrations/", "benches/"];
        for quoted in line.split('`').skip(1).step_by(2) {
            let is_path = roots.iter().any(|root| quoted.starts_with(root))
                && quoted.chars().all(|c| c.is_alphanumeric() || "/._-".contains(c));
            if is_path && !exists(quoted.trim_end_matches('/')) {
                faults.push(format!("{}:{number}: {quoted}", document.path));
            }
        }
    }
    faults
}

fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}
