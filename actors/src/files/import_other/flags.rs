//! Turns coloured flags of another program into tags in the notes.

use std::collections::{BTreeMap, BTreeSet};

use super::outline::words;

/// Their colours, and ours.
const COLOURS: &[(&str, &str)] = &[
    ("red", "#FF6666"),
    ("orange", "#F57C00"),
    ("yellow", "#FBC02D"),
    ("green", "#689F38"),
    ("blue", "#1976D2"),
    ("purple", "#512DA8"),
];

/// A flag: its colour, and its name if it has one.
pub(super) type Flag<'a> = (Option<&'a str>, Option<&'a str>);

/// The flags in use, with the colours of each name.
pub(super) struct Flags {
    colours: BTreeMap<String, BTreeSet<&'static str>>,
}

impl Flags {
    pub(super) fn of<'a>(flags: impl Iterator<Item = Flag<'a>>) -> Self {
        let mut colours: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        for flag in flags {
            if let Some((name, colour)) = named(flag) {
                colours.entry(name).or_default().insert(colour);
            }
        }
        Self { colours }
    }

    /// The notes of an item that may have a flag.
    pub(super) fn notes(&self, memo: Option<&str>, flag: Flag<'_>) -> Option<String> {
        let tag = named(flag).map(|(name, colour)| format!("#{}", self.tag(&name, colour)));
        match (words(memo), tag) {
            (Some(memo), Some(tag)) => Some(format!("{memo} {tag}")),
            (memo, tag) => memo.or(tag),
        }
    }

    pub(super) fn tags(&self) -> Vec<(String, &'static str)> {
        let mut tags = Vec::new();
        for (name, colours) in &self.colours {
            tags.extend(colours.iter().map(|colour| (self.tag(name, colour), look(colour))));
        }
        tags
    }

    fn tag(&self, name: &str, colour: &str) -> String {
        let several = self.colours.get(name).is_some_and(|colours| colours.len() > 1);
        if several { format!("{name}-{colour}") } else { name.to_owned() }
    }
}

/// A flag's name as one word, and its colour.
fn named((colour, name): Flag<'_>) -> Option<(String, &'static str)> {
    let (colour, _) = COLOURS.iter().find(|(known, _)| Some(*known) == colour)?;
    let name = words(name).unwrap_or_else(|| (*colour).to_owned());
    let name: Vec<_> = name.split_whitespace().map(|word| word.replace('#', "")).collect();
    Some((name.join("-"), colour))
}

fn look(colour: &str) -> &'static str {
    COLOURS.iter().find(|(known, _)| *known == colour).map_or("", |(_, look)| look)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_is_a_tag_after_the_notes() {
        let flags = [(Some("red"), None), (Some("blue"), Some("Trip")), (None, Some("odd"))];
        let flags = Flags::of(flags.into_iter());
        assert_eq!(flags.notes(Some(" a "), (Some("red"), None)).as_deref(), Some("a #red"));
        assert_eq!(flags.notes(None, (Some("blue"), Some("Trip"))).as_deref(), Some("#Trip"));
        assert_eq!(flags.notes(Some("a"), (None, None)).as_deref(), Some("a"));
        assert_eq!(flags.notes(Some(" "), (Some("pink"), None)), None);
        assert_eq!(flags.tags(), [("Trip".into(), "#1976D2"), ("red".into(), "#FF6666")]);
    }

    #[test]
    fn a_name_with_several_colours_says_which() {
        let flags = [(Some("red"), Some("Fun")), (Some("green"), Some("Fun"))];
        let flags = Flags::of(flags.into_iter());
        assert_eq!(flags.notes(None, (Some("green"), Some("Fun"))).as_deref(), Some("#Fun-green"));
        assert_eq!(flags.tags().len(), 2);
    }
}
