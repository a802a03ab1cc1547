//! Responses as JSON text.

use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// One JSON value as text, written by this program. It is sent without being parsed again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonText(String);

impl JsonText {
    /// Writes a value as text.
    ///
    /// # Errors
    /// Values that JSON cannot represent, such as a map with keys that are not text.
    pub fn of(value: &impl Serialize) -> serde_json::Result<Self> {
        serde_json::to_string(value).map(Self)
    }

    /// Wraps one JSON value that the caller has already written.
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

/// Parses the text again to embed it in a larger value. For small values.
impl Serialize for JsonText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value: &RawValue = serde_json::from_str(&self.0).map_err(S::Error::custom)?;
        value.serialize(serializer)
    }
}
