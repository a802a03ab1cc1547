//! The file of an exported page: `{"version": 1, "widgets": [{type, x, y, width, height, meta}]}`.
//! A card of a saved report carries the whole report as its `meta`. A file is checked as a whole
//! before anything of it is used.

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use thiserror::Error;

use super::card::{Place, card_kind};
use super::meta::compact;
use super::report::{ReportFields, SavedReport, check_name};
use crate::reports::CardKind;

/// The longest id of a saved report, in bytes.
const ID_BYTES: usize = 200;
/// The largest number of a column or row in a file.
const MOST_CELLS: i64 = 1_000_000;
/// Characters of a faulty value that an error repeats.
const SHOWN_CHARS: usize = 100;

/// A card of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct FileCard {
    /// What it shows.
    pub kind: CardKind,
    /// Where it stands.
    pub place: Place,
    /// Its settings.
    pub meta: FileMeta,
}

/// The settings of a card of a file.
#[derive(Debug, Clone, PartialEq)]
pub enum FileMeta {
    /// JSON text; none for all defaults.
    Settings(Option<String>),
    /// The saved report that the card shows.
    Report(Box<SavedReport>),
}

/// Why a file is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DashboardFileError {
    /// It is no JSON.
    #[error("Invalid JSON file.")]
    NotJson,
    /// It is no dashboard.
    #[error("Error importing file: {0}")]
    Invalid(String),
}

/// The texts of the settings, which the values may show with other digits.
#[derive(Deserialize)]
struct Texts<'a> {
    #[serde(borrow)]
    widgets: Vec<TextOfMeta<'a>>,
}

#[derive(Deserialize)]
struct TextOfMeta<'a> {
    #[serde(borrow, default)]
    meta: Option<&'a RawValue>,
}

/// Reads the cards of a file, in its order.
///
/// # Errors
/// [`DashboardFileError`].
pub fn read_dashboard(text: &str) -> Result<Vec<FileCard>, DashboardFileError> {
    let text = text.trim_start_matches('\u{feff}');
    let file: Value = serde_json::from_str(text).map_err(|_| DashboardFileError::NotJson)?;
    for field in ["version", "widgets"] {
        if file.get(field).is_none_or(Value::is_null) {
            return Err(invalid(format!("Dashboard is missing field {field}")));
        }
    }
    let Some(widgets) = file["widgets"].as_array() else {
        let message = "Invalid dashboard.widgets data type: it must be an array of widgets.";
        return Err(invalid(message.to_owned()));
    };
    let heads = widgets.iter().enumerate().map(|(at, widget)| Head::read(at, widget));
    let heads: Vec<Head> = heads.collect::<Result<_, _>>()?;
    let texts: Texts<'_> = serde_json::from_str(text).map_err(|_| DashboardFileError::NotJson)?;
    let cards = heads.into_iter().zip(widgets).zip(texts.widgets).enumerate();
    let card = |(at, ((head, widget), text)): (usize, ((Head, &Value), TextOfMeta<'_>))| {
        let Head { kind, place } = head;
        let meta = if kind == CardKind::CustomReport {
            FileMeta::Report(Box::new(report(at, &widget["meta"])?))
        } else {
            FileMeta::Settings(settings(at, &widget["meta"], text.meta)?)
        };
        Ok(FileCard { kind, place, meta })
    };
    cards.map(card).collect()
}

fn invalid(message: String) -> DashboardFileError {
    DashboardFileError::Invalid(message)
}

/// Type and place of a card.
struct Head {
    kind: CardKind,
    place: Place,
}

impl Head {
    fn read(at: usize, widget: &Value) -> Result<Self, DashboardFileError> {
        let kind = widget.get("type");
        let known = kind.and_then(Value::as_str).and_then(|word| card_kind(word).ok());
        let kind = known
            .ok_or_else(|| invalid(format!("Invalid widget.{at}.type value {}.", shown(kind))))?;
        let whole = |field: &str| {
            let value = widget.get(field);
            value.and_then(whole_number).ok_or_else(|| {
                let value = shown(value);
                invalid(format!("Invalid widget.{at}.{field} data-type for value {value}."))
            })
        };
        let (x, y) = (whole("x")?, whole("y")?);
        let place = Place { x, y, width: whole("width")?, height: whole("height")? };
        Ok(Self { kind, place })
    }
}

fn whole_number(value: &Value) -> Option<i64> {
    let number = value.as_f64().filter(|number| number.fract() == 0.0)?;
    #[expect(clippy::cast_possible_truncation, reason = "a cast of a whole number saturates")]
    Some(number as i64).filter(|number| number.abs() <= MOST_CELLS)
}

fn settings(
    at: usize,
    meta: &Value,
    text: Option<&RawValue>,
) -> Result<Option<String>, DashboardFileError> {
    if meta.is_null() {
        return Ok(None);
    }
    if !meta.is_object() {
        let value = shown(Some(meta));
        return Err(invalid(format!("Invalid widget.{at}.meta data-type for value {value}.")));
    }
    let refused = |error| invalid(format!("Invalid widget.{at}.meta: {error}"));
    text.map(compact).transpose().map_err(refused)
}

fn report(at: usize, meta: &Value) -> Result<SavedReport, DashboardFileError> {
    let Some(given) = meta.as_object() else {
        let value = shown(Some(meta).filter(|meta| !meta.is_null()));
        return Err(invalid(format!("Invalid widget.{at}.meta data-type for value {value}.")));
    };
    let wrong = |field: &str| {
        let value = shown(given.get(field));
        invalid(format!("Invalid widget.{at}.meta.{field} value {value}."))
    };
    if !given.get("conditionsOp").is_some_and(|op| op == "and" || op == "or") {
        return Err(wrong("conditionsOp"));
    }
    let id = given.get("id").and_then(Value::as_str);
    let id = id.filter(|id| !id.is_empty() && id.len() <= ID_BYTES).ok_or_else(|| wrong("id"))?;
    let name = given.get("name").and_then(Value::as_str).unwrap_or_default().trim();
    if check_name(name).is_err() {
        return Err(wrong("name"));
    }
    let fields = ReportFields::deserialize(Value::Object(known_fields(given)));
    let fields = fields.map_err(|error| invalid(format!("Invalid widget.{at}.meta: {error}.")))?;
    Ok(SavedReport::blank(id.to_owned(), name.to_owned()).with(fields))
}

/// The settings that this program knows; other programs write more.
fn known_fields(given: &Map<String, Value>) -> Map<String, Value> {
    let known = |(field, _): &(&String, &Value)| SavedReport::FIELDS.contains(&field.as_str());
    given.iter().filter(known).map(|(field, value)| (field.clone(), value.clone())).collect()
}

/// A value as an error repeats it.
fn shown(value: Option<&Value>) -> String {
    let text = match value {
        None => return "undefined".to_owned(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    match text.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
