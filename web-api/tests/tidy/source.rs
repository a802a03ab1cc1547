//! Source files for the rules, with comments, literals and tests blanked out on demand. Blanking
//! keeps every line and column, so that a complaint can name its place.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders without hand-written files.
const NOT_OURS: &[&str] = &["node_modules", "dist", "target", "fixtures", "test-results"];

/// One file and its path from the root of the repository, with `/`.
#[derive(Debug, Clone)]
pub struct Source {
    pub path: String,
    pub text: String,
}

impl Source {
    pub fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    /// Whether the file is compiled only for tests.
    pub fn is_test(&self) -> bool {
        let folders = ["/tests/", "/tests.rs", "/examples/", "/benches/"];
        folders.iter().any(|part| self.path.contains(part)) || self.path.ends_with("_tests.rs")
    }

    /// The text without comments and test items.
    pub fn shipped(&self) -> String {
        let masked = Masked::of(&self.text);
        blank(masked.without_comments, &masked.test_items)
    }

    /// As [`shipped`](Self::shipped), without the contents of literals: only code.
    pub fn code(&self) -> String {
        let masked = Masked::of(&self.text);
        blank(masked.code, &masked.test_items)
    }
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// All files below a folder whose names have one of the endings, by path.
pub fn files_below(folder: &str, endings: &[&str]) -> Vec<Source> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if !NOT_OURS.contains(&name.as_str()) {
                    folders.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                let relative = path.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
                found.push(Source { path: relative, text: fs::read_to_string(&path).unwrap() });
            }
        }
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    found
}

pub fn rust_sources() -> Vec<Source> {
    let crates = ["engine", "actors", "web-api", "benches"];
    crates.iter().flat_map(|name| files_below(name, &[".rs"])).collect()
}

/// A source with blanked parts, and the byte ranges of its test items.
struct Masked {
    without_comments: String,
    code: String,
    test_items: Vec<(usize, usize)>,
}

impl Masked {
    fn of(text: &str) -> Self {
        let (mut comments, mut literals) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            let (length, into) = if rest.starts_with("//") {
                (rest.find('\n').unwrap_or(rest.len()), Some(&mut comments))
            } else if rest.starts_with("/*") {
                (block_comment(rest), Some(&mut comments))
            } else if let Some(length) = literal(text, at) {
                (length, Some(&mut literals))
            } else {
                (rest.chars().next().map_or(1, char::len_utf8), None)
            };
            if let Some(into) = into {
                into.push((at, at + length));
            }
            at += length;
        }
        let without_comments = blank(text.to_owned(), &comments);
        let code = blank(without_comments.clone(), &literals);
        let test_items = test_items(&code);
        Self { without_comments, code, test_items }
    }
}

fn blank(text: String, ranges: &[(usize, usize)]) -> String {
    let mut bytes = text.into_bytes();
    for (from, to) in ranges {
        for byte in &mut bytes[*from..*to] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    }
    String::from_utf8(bytes).unwrap()
}

fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        let here = &rest.as_bytes()[at..];
        if here.starts_with(b"/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if here.starts_with(b"*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    rest.len()
}

/// The length of a string literal that starts at `at`, if there is one.
fn literal(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    let before = text[..at].chars().next_back();
    if before.is_some_and(|before| before.is_alphanumeric() || before == '_') {
        return None;
    }
    let unprefixed = rest.strip_prefix(['b', 'c']).unwrap_or(rest);
    let prefix = rest.len() - unprefixed.len();
    if let Some(raw) = unprefixed.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            let body = &raw[hashes + 1..];
            let length = body.find(&end).map_or(body.len(), |found| found + end.len());
            return Some(prefix + 1 + hashes + 1 + length);
        }
        return None;
    }
    match unprefixed.chars().next()? {
        '"' => Some(prefix + quoted(unprefixed, '"')),
        '\'' => {
            let mut letters = unprefixed[1..].chars();
            let (first, second) = (letters.next()?, letters.next());
            // Anything else is a lifetime.
            let is_char = first == '\\' || second == Some('\'');
            is_char.then(|| prefix + quoted(unprefixed, '\''))
        }
        _ => None,
    }
}

/// The length of a literal between two of the same quotes.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            letter if letter == quote => return at + letter.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// The ranges of items that only tests compile, including their attributes. A file may continue
/// after such an item.
fn test_items(code: &str) -> Vec<(usize, usize)> {
    let mut items = Vec::new();
    let mut from = 0;
    while let Some(found) = code[from..].find("#[cfg(") {
        let start = from + found;
        let end_of_attribute = start + bracketed(&code[start + 1..]) + 1;
        let attribute: String =
            code[start..end_of_attribute].chars().filter(|c| !c.is_whitespace()).collect();
        from = end_of_attribute;
        if attribute.contains("(test)") || attribute.contains("any(test,") {
            from = end_of_attribute + item(&code[end_of_attribute..]);
            items.push((start, from));
        }
    }
    items
}

/// The length of the brackets at the start of the text, with their content.
fn bracketed(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    text.len()
}

/// The length of the item at the start of the text: up to its semicolon or closing brace.
fn item(text: &str) -> usize {
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        match letter {
            ';' | ',' => return at + 1,
            '{' => return at + bracketed(&text[at..]),
            '(' | '[' => at += bracketed(&text[at..]),
            letter => at += letter.len_utf8(),
        }
    }
    text.len()
}
