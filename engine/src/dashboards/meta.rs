//! The settings of a card: JSON text. Keys that this program does not know stay as they are, byte
//! for byte, when another key is changed.

use std::fmt;
use std::fmt::Write as _;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::card::CardError;
use crate::names::MAX_CHARS;
use crate::reports::CardKind;

/// The longest settings, in bytes.
pub const META_BYTES: usize = 200_000;

/// The settings of a card as they are stored.
#[derive(Debug, Clone, PartialEq)]
pub enum CardMeta {
    /// None: all defaults.
    Default,
    /// An object of names and values.
    Settings(Map<String, Value>),
    /// Text that is no such object.
    Unreadable,
}

impl CardMeta {
    /// Reads the stored text.
    #[must_use]
    pub fn read(stored: Option<&str>) -> Self {
        match stored.map(serde_json::from_str) {
            None | Some(Ok(Value::Null)) => Self::Default,
            Some(Ok(Value::Object(settings))) => Self::Settings(settings),
            Some(_) => Self::Unreadable,
        }
    }

    /// A setting that is text.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<&str> {
        match self {
            Self::Settings(settings) => settings.get(key).and_then(Value::as_str),
            Self::Default | Self::Unreadable => None,
        }
    }
}

/// Checks the settings that all cards share, and the one that a card of a saved report needs.
///
/// # Errors
/// [`CardError`].
pub fn check_settings(kind: CardKind, settings: &Map<String, Value>) -> Result<(), CardError> {
    let given = |key: &str| settings.get(key).filter(|value| !value.is_null());
    let is_name =
        |value: &Value| value.as_str().is_some_and(|name| name.chars().count() <= MAX_CHARS);
    if given("name").is_some_and(|name| !is_name(name)) {
        return Err(CardError::Name);
    }
    if given("conditions").is_some_and(|conditions| !conditions.is_array()) {
        return Err(CardError::Conditions);
    }
    if given("conditionsOp").is_some_and(|op| op != "and" && op != "or") {
        return Err(CardError::ConditionsOp);
    }
    let names_report = given("id").is_some_and(Value::is_string);
    if kind == CardKind::CustomReport && !names_report {
        return Err(CardError::ReportMissing);
    }
    Ok(())
}

/// The text to store for settings.
///
/// # Errors
/// [`CardError::MetaTooLong`].
pub fn settings_text(settings: &Map<String, Value>) -> Result<String, CardError> {
    patched(None, settings, &[])
}

/// The stored settings with some of them set and others removed. All others stay as they are, and
/// in their order. Stored text that is unreadable is replaced.
///
/// # Errors
/// [`CardError::MetaTooLong`].
pub fn patched(
    stored: Option<&str>,
    set: &Map<String, Value>,
    remove: &[String],
) -> Result<String, CardError> {
    let read = stored.and_then(|text| serde_json::from_str::<Entries>(text).ok());
    let mut entries = read.unwrap_or_default();
    entries.0.retain(|(key, _)| !remove.contains(key));
    for (key, value) in set {
        entries.set(key.clone(), value.to_string());
    }
    short(entries.text())
}

/// The text of a JSON value without the spaces and line breaks around its parts.
///
/// # Errors
/// [`CardError::MetaTooLong`].
pub(super) fn compact(value: &RawValue) -> Result<String, CardError> {
    let (mut text, mut in_text, mut is_escaped) = (String::new(), false, false);
    for letter in value.get().chars() {
        if in_text || !letter.is_ascii_whitespace() {
            text.push(letter);
        }
        if letter == '"' && !is_escaped {
            in_text = !in_text;
        }
        is_escaped = in_text && letter == '\\' && !is_escaped;
    }
    short(text)
}

fn short(text: String) -> Result<String, CardError> {
    if text.len() > META_BYTES { Err(CardError::MetaTooLong) } else { Ok(text) }
}

/// Names and the JSON text of their values, in order.
#[derive(Default)]
struct Entries(Vec<(String, String)>);

impl Entries {
    fn set(&mut self, key: String, text: String) {
        match self.0.iter_mut().find(|(known, _)| *known == key) {
            Some((_, value)) => *value = text,
            None => self.0.push((key, text)),
        }
    }

    fn text(&self) -> String {
        let mut text = String::from("{");
        for (key, value) in &self.0 {
            let comma = if text.len() > 1 { "," } else { "" };
            let _ = write!(text, "{comma}{}:{value}", Value::from(key.as_str()));
        }
        text.push('}');
        text
    }
}

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfMap;

        impl<'de> Visitor<'de> for OfMap {
            type Value = Entries;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries, A::Error> {
                let mut entries = Entries::default();
                while let Some((key, value)) = map.next_entry::<String, Box<RawValue>>()? {
                    entries.set(key, value.get().to_owned());
                }
                Ok(entries)
            }
        }

        deserializer.deserialize_map(OfMap)
    }
}
