//! Elements of markup, as far as bank files need them.

use quick_xml::Reader;
use quick_xml::events::{BytesRef, Event};

/// A part of a file in markup, in the order of the file. Names are without a prefix.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// An element begins.
    Begin(String),
    /// Text within it.
    Text(String),
    /// An element ends.
    End(String),
}

/// The markup is broken.
#[derive(Debug)]
pub(super) struct Broken {
    /// The line, from 1.
    pub(super) line: u64,
}

/// Reads markup part by part.
pub(super) struct Parts<'t> {
    text: &'t str,
    reader: Reader<&'t [u8]>,
    /// The second half of an element without content.
    end: Option<String>,
    /// The place up to which lines are counted, and their number.
    counted: (usize, u64),
}

impl<'t> Parts<'t> {
    /// The parts of a text. If it is not `strict`, elements need no end and any sign may stand in
    /// texts, as in SGML.
    pub(super) fn of(text: &'t str, strict: bool) -> Self {
        let mut reader = Reader::from_str(text);
        let config = reader.config_mut();
        config.check_end_names = strict;
        config.allow_unmatched_ends = !strict;
        config.allow_dangling_amp = !strict;
        Self { text, reader, end: None, counted: (0, 1) }
    }

    /// The line that is read, from 1.
    pub(super) fn line(&mut self) -> u64 {
        let place = usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX);
        let place = place.clamp(self.counted.0, self.text.len());
        let newlines = self.text.as_bytes()[self.counted.0..place].iter();
        let newlines = newlines.filter(|byte| **byte == b'\n').count();
        self.counted = (place, self.counted.1 + u64::try_from(newlines).unwrap_or(0));
        self.counted.1
    }

    /// The next part; `None` at the end.
    ///
    /// # Errors
    /// [`Broken`] markup. Texts that a file declares itself are not read, so that none can grow.
    pub(super) fn next(&mut self) -> Result<Option<Part>, Broken> {
        if let Some(name) = self.end.take() {
            return Ok(Some(Part::End(name)));
        }
        loop {
            let Ok(event) = self.reader.read_event() else {
                return Err(Broken { line: self.line() });
            };
            return Ok(Some(match event {
                Event::Start(it) => Part::Begin(it.local_name().as_ref().to_owned()),
                Event::End(it) => Part::End(it.local_name().as_ref().to_owned()),
                Event::Empty(it) => {
                    let name = it.local_name().as_ref().to_owned();
                    self.end = Some(name.clone());
                    Part::Begin(name)
                }
                Event::Text(it) => Part::Text(it.to_string()),
                Event::CData(it) => Part::Text(it.to_string()),
                Event::GeneralRef(it) => Part::Text(referred(&it)),
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => continue,
                Event::Eof => return Ok(None),
            }));
        }
    }
}

/// The text that a reference such as `&amp;` or `&#39;` stands for; itself if it is not known.
fn referred(reference: &BytesRef<'_>) -> String {
    let name: &str = reference.as_ref();
    match name {
        "lt" => "<".to_owned(),
        "gt" => ">".to_owned(),
        "amp" => "&".to_owned(),
        "quot" => "\"".to_owned(),
        "apos" => "'".to_owned(),
        "nbsp" => " ".to_owned(),
        _ => match reference.resolve_char_ref() {
            Ok(Some(character)) => character.to_string(),
            _ => format!("&{name};"),
        },
    }
}
