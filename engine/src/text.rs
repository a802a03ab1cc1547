//! Text comparison: ignoring case and accents, with wildcards, and with regular expressions.
//! Queries and rules share these functions, so a filter shows what a rule would match.

use regex::{Regex, RegexBuilder};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The most bytes that one compiled pattern and its cache may take.
const PATTERN_BYTES: usize = 1 << 20;

/// Lower case without accents: the form that patterns compare. Also replaces letters that are not
/// accented but read as plain ones, such as `ł` and `ß`.
#[must_use]
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    for letter in text.to_lowercase().nfd().filter(|letter| !is_combining_mark(*letter)) {
        match letter {
            'ł' => folded.push('l'),
            'ø' => folded.push('o'),
            'ß' => folded.push_str("ss"),
            'œ' => folded.push_str("oe"),
            letter => folded.push(letter),
        }
    }
    folded
}

/// A wildcard pattern: `%` is any run within a line, `?` one character, and a backslash escapes
/// these and itself. It may match anywhere in a text, after [`fold`].
#[derive(Debug)]
pub struct LikePattern(Matcher);

#[derive(Debug)]
enum Matcher {
    /// Folded text without wildcards.
    Inside(String),
    /// Anything else.
    Regex(Regex),
}

impl LikePattern {
    /// Compiles a pattern; `None` if it is too large.
    #[must_use]
    pub fn new(pattern: &str) -> Option<Self> {
        let folded = fold(pattern);
        let inside = folded.trim_matches('%');
        if !inside.contains(['%', '?', '\\']) {
            return Some(Self(Matcher::Inside(inside.to_owned())));
        }
        let regex = RegexBuilder::new(&like_regex(&folded))
            .size_limit(PATTERN_BYTES)
            .dfa_size_limit(PATTERN_BYTES)
            .build();
        regex.ok().map(|regex| Self(Matcher::Regex(regex)))
    }

    /// Whether a text contains the pattern. Invalid UTF-8 matches no letter.
    #[must_use]
    pub fn is_match(&self, text: &[u8]) -> bool {
        match &self.0 {
            Matcher::Inside(part) if text.is_ascii() => is_inside(part.as_bytes(), text),
            Matcher::Inside(part) => fold(&String::from_utf8_lossy(text)).contains(part),
            Matcher::Regex(regex) => regex.is_match(&fold(&String::from_utf8_lossy(text))),
        }
    }
}

/// The regular expression of a folded wildcard pattern. It is not anchored.
fn like_regex(pattern: &str) -> String {
    let mut regex = String::with_capacity(pattern.len() * 2);
    let mut letters = pattern.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '%' => regex.push_str(".*"),
            '?' => regex.push('.'),
            '\\' => {
                let escaped = letters.next_if(|next| matches!(next, '%' | '?' | '\\'));
                push_literal(&mut regex, escaped.unwrap_or('\\'));
            }
            letter => push_literal(&mut regex, letter),
        }
    }
    regex
}

fn push_literal(regex: &mut String, letter: char) {
    regex.push_str(&regex::escape(letter.encode_utf8(&mut [0; 4])));
}

/// Whether ASCII text of any case contains a folded text.
fn is_inside(part: &[u8], text: &[u8]) -> bool {
    let Some((first, rest)) = part.split_first() else { return true };
    let goes_on = |at: usize| {
        let after = text.get(at + 1..at + 1 + rest.len());
        after.is_some_and(|after| after.eq_ignore_ascii_case(rest))
    };
    memchr::memchr2_iter(*first, first.to_ascii_uppercase(), text).any(goes_on)
}

/// Regular expressions for the tags in a text, each of them once. A tag is a word behind one `#`;
/// the given words may come without it.
#[must_use]
pub fn tag_patterns(tags: &str) -> Vec<String> {
    let mut words: Vec<&str> = Vec::new();
    for word in tags.split(|letter: char| letter.is_whitespace() || letter == '#') {
        if !word.is_empty() && !words.contains(&word) {
            words.push(word);
        }
    }
    words.into_iter().map(|word| format!(r"(?<!#)#{}([\s#]|$)", escaped(word))).collect()
}

/// Text with the special characters of regular expressions escaped.
fn escaped(word: &str) -> String {
    let mut escaped = String::with_capacity(word.len());
    for letter in word.chars() {
        if ".*+?^${}()|[]\\".contains(letter) {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

/// Backtracking steps after which a match counts as failed.
pub const BACKTRACK_LIMIT: usize = 20_000;
/// Backtracking steps of a match that do not count against the [`Effort`].
const FREE_BACKTRACKS: usize = 2_000;
/// Limits of the attempts after the free one. Each attempt is charged its whole limit before it
/// starts, so a match that needs a few more steps is charged for few.
const CHARGED_BACKTRACKS: [usize; 3] = [4_000, 8_000, BACKTRACK_LIMIT];

/// How much work the patterns of one read may still do. Any single text can be slow, so it is
/// checked before every match.
pub trait Effort {
    /// Why a read has to stop.
    type Stop;

    /// Called before each match.
    ///
    /// # Errors
    /// The reason, once the read has to stop.
    fn check(&self) -> Result<(), Self::Stop>;

    /// Charges backtracking steps.
    ///
    /// # Errors
    /// The reason, if not enough are left.
    fn take_backtracks(&self, steps: usize) -> Result<(), Self::Stop>;
}

/// Lets every match go on to its own limit.
#[derive(Debug, Clone, Copy)]
pub struct AnyEffort;

impl Effort for AnyEffort {
    type Stop = std::convert::Infallible;

    fn check(&self) -> Result<(), Self::Stop> {
        Ok(())
    }

    fn take_backtracks(&self, _: usize) -> Result<(), Self::Stop> {
        Ok(())
    }
}

/// A regular expression. It supports lookaround and back references, because filters on tags look
/// behind. It compares letters exactly, including case and accents.
#[derive(Debug)]
pub struct Pattern {
    /// Gives up early: enough for nearly all texts.
    quick: fancy_regex::Regex,
    /// Each with a higher limit than the one before, and that limit.
    thorough: Vec<(usize, fancy_regex::Regex)>,
}

impl Pattern {
    /// Compiles a pattern; `None` if it is malformed or too large.
    #[must_use]
    pub fn new(pattern: &str) -> Option<Self> {
        let within = |backtracks| {
            fancy_regex::RegexBuilder::new(pattern)
                .backtrack_limit(backtracks)
                .delegate_size_limit(PATTERN_BYTES)
                .delegate_dfa_size_limit(PATTERN_BYTES)
                .build()
                .ok()
        };
        let thorough = CHARGED_BACKTRACKS.into_iter().map(|limit| Some((limit, within(limit)?)));
        Some(Self { quick: within(FREE_BACKTRACKS)?, thorough: thorough.collect::<Option<_>>()? })
    }

    /// Whether a text contains the pattern. A text on which it is too slow does not match.
    ///
    /// # Errors
    /// The reason from the effort.
    pub fn is_match<E: Effort>(&self, text: &str, effort: &E) -> Result<bool, E::Stop> {
        effort.check()?;
        if let Ok(is_match) = self.quick.is_match(text) {
            return Ok(is_match);
        }
        let mut charged = 0;
        for (limit, regex) in &self.thorough {
            effort.take_backtracks(limit - charged)?;
            charged = *limit;
            if let Ok(is_match) = regex.is_match(text) {
                return Ok(is_match);
            }
        }
        Ok(false)
    }

    /// Whether a text contains the pattern, however long the search takes up to the limit of one
    /// match.
    #[must_use]
    pub fn is_in(&self, text: &str) -> bool {
        let Ok(is_match) = self.is_match(text, &AnyEffort);
        is_match
    }

    /// The text with matches replaced. A text on which the pattern is too slow stays as it is from
    /// there on. None if it becomes too long.
    ///
    /// # Errors
    /// The reason from the effort.
    pub fn replaced<E: Effort>(
        &self,
        text: &str,
        with: Replacement<'_>,
        effort: &E,
    ) -> Result<Option<String>, E::Stop> {
        if let Attempt::Done(replaced) = attempt(&self.quick, 0, text, with, effort)? {
            return Ok(replaced);
        }
        let Some((limit, regex)) = self.thorough.last() else { return Ok(None) };
        Ok(match attempt(regex, *limit, text, with, effort)? {
            Attempt::Done(replaced) => replaced,
            Attempt::Slow(mut replaced, done) => {
                replaced.push_str(&text[done..]);
                Some(replaced).filter(|replaced| replaced.len() <= with.most_bytes)
            }
        })
    }
}

/// What takes the place of matches.
#[derive(Debug, Clone, Copy)]
pub struct Replacement<'a> {
    /// Its text: `$1` to `$99` are the groups of the match, `$&` is the match and `$$` a dollar
    /// sign.
    pub by: &'a str,
    /// Whether it replaces all matches, not the first alone.
    pub all: bool,
    /// Longest result in bytes.
    pub most_bytes: usize,
}

/// Backtracking steps that are charged for each match of several in one text.
const CHARGED_PER_MATCH: usize = 100;

/// How far an attempt to replace came.
enum Attempt {
    /// The result; none if it is too long.
    Done(Option<String>),
    /// The result up to a place. From there on the pattern is too slow.
    Slow(String, usize),
}

/// Replaces with a regular expression that takes so many charged steps at most for each match.
fn attempt<E: Effort>(
    regex: &fancy_regex::Regex,
    charged: usize,
    text: &str,
    with: Replacement<'_>,
    effort: &E,
) -> Result<Attempt, E::Stop> {
    let (mut replaced, mut done) = (String::new(), 0);
    let mut matches = regex.captures_iter(text).take(if with.all { usize::MAX } else { 1 });
    loop {
        effort.check()?;
        effort.take_backtracks(charged)?;
        let captures = match matches.next() {
            None => break,
            Some(Err(_)) => return Ok(Attempt::Slow(replaced, done)),
            Some(Ok(captures)) => captures,
        };
        effort.take_backtracks(CHARGED_PER_MATCH)?;
        let Some(whole) = captures.get(0) else { break };
        replaced.push_str(&text[done..whole.start()]);
        if push_replacement(&mut replaced, with, &captures).is_none() {
            return Ok(Attempt::Done(None));
        }
        done = whole.end();
    }
    replaced.push_str(&text[done..]);
    let replaced = Some(replaced).filter(|replaced| replaced.len() <= with.most_bytes);
    Ok(Attempt::Done(replaced))
}

/// None if the text becomes too long.
fn push_replacement(
    out: &mut String,
    with: Replacement<'_>,
    captures: &fancy_regex::Captures<'_>,
) -> Option<()> {
    let mut rest = with.by;
    while let Some((before, after)) = rest.split_once('$') {
        out.push_str(before);
        if out.len() > with.most_bytes {
            return None;
        }
        let group = |digits: usize| {
            let number = after.get(..digits)?.parse::<usize>().ok()?;
            (1..captures.len()).contains(&number).then_some((number, digits))
        };
        rest = if let Some((number, digits)) = group(2).or_else(|| group(1)) {
            out.push_str(captures.get(number).map_or("", |found| found.as_str()));
            &after[digits..]
        } else if let Some(after) = after.strip_prefix('&') {
            out.push_str(captures.get(0).map_or("", |found| found.as_str()));
            after
        } else {
            out.push('$');
            after.strip_prefix('$').unwrap_or(after)
        };
    }
    out.push_str(rest);
    (out.len() <= with.most_bytes).then_some(())
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn like(pattern: &str, value: &str) -> bool {
        LikePattern::new(pattern).unwrap().is_match(value.as_bytes())
    }

    #[test]
    fn patterns_ignore_case_and_accents_and_are_not_anchored() {
        assert!(like("eek", "Weekly"));
        assert!(like("CAFE uni", "Café Ünïque"));
        assert!(like("lodz strasse", "Łódź Straße"));
        assert!(like("%go?d%", "good"));
        assert!(!like("a_c", "abc"));
        assert!(like("100\\%", "100% sure"));
        assert!(!like("100\\%", "1000"));
        assert!(like("a.c", "a.c") && !like("a.c", "abc"));
        assert!(!like("a%c", "a\nc"));
        assert!(like("%", "") && like("", "") && like("%%", "x"));
        assert!(like("%shop%", "Weekly SHOP") && !like("shops", "shop") && !like("é", "x"));
        assert!(like("e", "É") && like("é", "Cafe"));
    }

    /// Counts calls, and stops after some steps.
    struct Steps {
        asked: Cell<usize>,
        left: Cell<usize>,
    }

    impl Steps {
        const fn of(left: usize) -> Self {
            Self { asked: Cell::new(0), left: Cell::new(left) }
        }
    }

    impl Effort for Steps {
        type Stop = &'static str;

        fn check(&self) -> Result<(), Self::Stop> {
            self.asked.set(self.asked.get() + 1);
            Ok(())
        }

        fn take_backtracks(&self, steps: usize) -> Result<(), Self::Stop> {
            self.left.set(self.left.get().checked_sub(steps).ok_or("no steps left")?);
            Ok(())
        }
    }

    #[test]
    fn tags_are_found_by_looking_behind() {
        let steps = Steps::of(BACKTRACK_LIMIT);
        let tag = Pattern::new(r"(?<!#)#a([\s#]|$)").unwrap();
        assert_eq!(tag.is_match("lunch #a", &steps), Ok(true));
        assert_eq!(tag.is_match("##a", &steps), Ok(false));
        assert_eq!((steps.asked.get(), steps.left.get()), (2, BACKTRACK_LIMIT), "both were free");
        let long = format!("{} #a", "lunch ".repeat(500));
        assert_eq!(tag.is_match(&long, &steps), Ok(true), "beyond the free steps");
        assert!(Pattern::new("(a").is_none());
    }

    #[test]
    fn groups_of_a_match_stand_in_its_replacement() {
        let digits = Pattern::new(r"(\d)(\d*)").unwrap();
        let replaced = |text: &str, by: &str, all: bool| {
            let Ok(replaced) =
                digits.replaced(text, Replacement { by, all, most_bytes: 20 }, &AnyEffort);
            replaced
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(replaced("a12 b3", "<$2$1>", false), some("a<21> b3"));
        assert_eq!(replaced("a12 b3", "$&$$", true), some("a12$ b3$"));
        assert_eq!(replaced("a1", "$9x$", true), some("a$9x$"));
        assert_eq!(replaced("none", "x", true), some("none"));
        assert_eq!(replaced("1 2 3 4", "123456", true), None);
        assert_eq!(replaced("12345", &"$&".repeat(5), true), None);
        assert_eq!(replaced("a rather long text", "x", true), some("a rather long text"));
        assert_eq!(replaced("a text that is too long", "x", true), None);
    }

    #[test]
    fn replacing_pays_for_slow_texts_and_many_matches() {
        let with = Replacement { by: "x", all: true, most_bytes: 1_000 };
        let endless = Pattern::new(r"^(a|aa)+\1c$").unwrap();
        let text = "a".repeat(100);
        let steps = Steps::of(BACKTRACK_LIMIT);
        assert_eq!(endless.replaced(&text, with, &steps), Ok(Some(text.clone())));
        assert_eq!(endless.replaced(&text, with, &steps), Err("no steps left"));
        let each = Pattern::new("a").unwrap();
        let steps = Steps::of(100 * CHARGED_PER_MATCH);
        assert_eq!(each.replaced(&text, with, &steps), Ok(Some("x".repeat(100))));
        assert_eq!(each.replaced(&text, with, &steps), Err("no steps left"));
    }

    #[test]
    fn a_match_pays_for_the_steps_it_takes_and_not_for_those_it_might() {
        let tag = Pattern::new(r"(?<!#)#a([\s#]|$)").unwrap();
        let steps = Steps::of(2 * CHARGED_BACKTRACKS[0]);
        let long = format!("{} #a", "lunch ".repeat(300));
        assert_eq!(tag.is_match(&long, &steps), Ok(true));
        assert_eq!(tag.is_match(&long, &steps), Ok(true));
        assert_eq!(tag.is_match(&long, &steps), Err("no steps left"));
    }

    #[test]
    fn slow_patterns_use_up_their_effort_and_match_nothing() {
        let endless = Pattern::new(r"^(a|aa)+\1c$").unwrap();
        let (steps, text) = (Steps::of(BACKTRACK_LIMIT), "a".repeat(100));
        assert_eq!(endless.is_match(&text, &steps), Ok(false));
        assert_eq!(endless.is_match(&text, &steps), Err("no steps left"));
    }
}
