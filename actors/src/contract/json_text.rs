//! Answers as the text that callers are sent.

use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// One JSON value as text. It was written by this program, so nobody reads it again on its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonText(String);

impl JsonText {
    /// A value as text.
    ///
    /// # Errors
    /// A value that cannot be written as JSON, as a map of other keys than texts.
    pub fn of(value: &impl Serialize) -> serde_json::Result<Self> {
        serde_json::to_string(value).map(Self)
    }

    /// What the caller has written as one JSON value.
    pub(crate) const fn written(text: String) -> Self {
        Self(text)
    }

    /// The text.
    #[must_use]
    pub fn get(&self) -> &str {
        &self.0
    }

    pub(crate) fn into_string(self) -> String {
        self.0
    }
}

/// The value null.
impl Default for JsonText {
    fn default() -> Self {
        Self("null".to_owned())
    }
}

/// As a part of something larger; then it is read once more. For small values.
impl Serialize for JsonText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value: &RawValue = serde_json::from_str(&self.0).map_err(S::Error::custom)?;
        value.serialize(serializer)
    }
}
