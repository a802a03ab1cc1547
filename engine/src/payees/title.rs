//! Names of payees as banks send them, written as people write names.

/// Words that stay small unless they begin a sentence: articles, conjunctions, prepositions.
const SMALL: &[&str] = &[
    "a",
    "aboard",
    "about",
    "above",
    "across",
    "after",
    "against",
    "along",
    "amid",
    "among",
    "an",
    "and",
    "anti",
    "around",
    "as",
    "at",
    "before",
    "behind",
    "below",
    "beneath",
    "beside",
    "besides",
    "between",
    "beyond",
    "but",
    "by",
    "concerning",
    "considering",
    "despite",
    "down",
    "during",
    "except",
    "excepting",
    "excluding",
    "following",
    "for",
    "from",
    "in",
    "inside",
    "into",
    "like",
    "minus",
    "near",
    "nor",
    "of",
    "off",
    "on",
    "onto",
    "opposite",
    "or",
    "outside",
    "over",
    "past",
    "per",
    "plus",
    "regarding",
    "round",
    "save",
    "since",
    "so",
    "than",
    "the",
    "through",
    "to",
    "toward",
    "towards",
    "under",
    "underneath",
    "unlike",
    "until",
    "up",
    "upon",
    "versus",
    "via",
    "with",
    "within",
    "without",
    "yet",
];
/// Names that are written in one way, parts before the names that contain them.
const SPECIAL: &[&str] = &[
    "CLI",
    "API",
    "HTTPS",
    "HTTP",
    "JSX",
    "DNS",
    "URL",
    "CI",
    "CDN",
    "GitHub",
    "CSS",
    "JS",
    "Next.js",
    "Node.js",
    "JavaScript",
    "TypeScript",
    "HTML",
    "WordPress",
];

/// Whether a word is written with a capital.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Capital {
    Always,
    UnlessSmall,
    Never,
}

/// The name with capitals where a title has them.
#[must_use]
pub fn title(name: &str) -> String {
    let lower = name.to_lowercase();
    let mut out = String::with_capacity(lower.len());
    let (mut capital, mut after_space, mut rest) = (Capital::Always, false, &*lower);
    while let Some(letter) = rest.chars().next() {
        if is_separator(letter) {
            capital = match letter {
                '.' | '!' | '?' | ';' | ':' | '"' | '-' => Capital::Always,
                '(' if after_space => Capital::Always,
                '(' | ')' => Capital::Never,
                letter if letter.is_whitespace() => capital,
                _ => Capital::UnlessSmall,
            };
            after_space = letter.is_whitespace();
            out.push(letter);
            rest = &rest[letter.len_utf8()..];
            continue;
        }
        let (word, after) = rest.split_at(rest.find(is_separator).unwrap_or(rest.len()));
        match capital {
            Capital::Never => out.push_str(word),
            Capital::UnlessSmall if SMALL.contains(&word) => out.push_str(word),
            Capital::Always | Capital::UnlessSmall => push_capitalized(&mut out, word),
        }
        (capital, after_space, rest) = (Capital::UnlessSmall, false, after);
    }
    SPECIAL.iter().fold(out, |text, special| restored(&text, special))
}

/// Whether a letter stands between words. An apostrophe does not.
fn is_separator(letter: char) -> bool {
    letter.is_whitespace() || ".!?;:\"-()/".contains(letter)
}

fn push_capitalized(out: &mut String, word: &str) {
    let mut letters = word.chars();
    out.extend(letters.next().into_iter().flat_map(char::to_uppercase));
    out.push_str(letters.as_str());
}

/// The text with a special name, where it is a word of its own, as it is written.
fn restored(text: &str, special: &str) -> String {
    let (lower, wanted) = (text.to_ascii_lowercase(), special.to_ascii_lowercase());
    let is_inside =
        |letter: Option<char>| letter.is_some_and(|it| it.is_alphanumeric() || it == '_');
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (at, found) in lower.match_indices(&wanted) {
        let end = at + found.len();
        let before = text[..at].chars().next_back();
        if !is_inside(before) && !is_inside(text[end..].chars().next()) {
            out.push_str(&text[done..at]);
            out.push_str(special);
            done = end;
        }
    }
    out.push_str(&text[done..]);
    out
}

#[cfg(test)]
mod tests {
    use super::title;

    #[test]
    fn recorded_names_are_written_as_titles() {
        let suite = include_str!("../../tests/fixtures/ledger/payee-title.json");
        let suite: serde_json::Value = serde_json::from_str(suite).unwrap();
        for case in suite["cases"].as_array().unwrap() {
            assert_eq!(title(case["input"].as_str().unwrap()), case["expected"], "{}", case["id"]);
        }
    }

    #[test]
    fn parentheses_and_special_names_have_rules_of_their_own() {
        assert_eq!(title("foo (bar) baz"), "Foo (Bar) baz");
        assert_eq!(title("(pending) gas"), "(pending) gas");
        assert_eq!(title("the shop (of rome)"), "The Shop (Of Rome)");
        assert_eq!(title("GITHUB HTTPS://X NODE.JS JSON"), "GitHub HTTPS://X Node.js Json");
        assert_eq!(title(""), "");
    }
}
