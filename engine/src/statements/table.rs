//! Tables: lines of cells with a delimiter between them.

use std::iter::Peekable;
use std::str::Chars;

use csv::{ReaderBuilder, StringRecord, Trim};

use super::columns::guess_columns;
use super::faults::{
    MOST_CELLS, MOST_CELLS_OF_LINE, MOST_TRANSACTIONS, QuoteFault, StatementError,
};

/// How a table is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableOptions {
    /// The delimiter between cells; `None` to find it.
    pub delimiter: Option<u8>,
    /// Whether the first line names the columns.
    pub has_header: bool,
    /// Lines to leave out at the start.
    pub skip_start: usize,
    /// Lines to leave out at the end; an empty last line counts.
    pub skip_end: usize,
}

impl Default for TableOptions {
    fn default() -> Self {
        Self { delimiter: None, has_header: true, skip_start: 0, skip_end: 0 }
    }
}

/// The cells of a table, trimmed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// The delimiter between cells.
    pub delimiter: u8,
    /// The names of the columns, if they have names.
    pub header: Option<Vec<String>>,
    /// The lines, without empty ones.
    pub rows: Vec<TableRow>,
}

impl Table {
    /// Whether the header looks like a transaction: it has a day and an amount. Taken for names, it
    /// would be lost.
    #[must_use]
    pub fn has_row_as_header(&self) -> bool {
        let header = self.header.iter().flatten();
        let cells: Vec<_> = header.map(|cell| ("", cell.as_str())).collect();
        let found = guess_columns(&cells);
        found.date.is_some() && found.amount.is_some()
    }
}

/// A line of a table. It may have more or fewer cells than others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRow {
    /// The line it begins on, from 1.
    pub line: u64,
    /// The cells.
    pub cells: Vec<String>,
}

/// What may stand between cells, the most usual first.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];
/// How many lines are looked at to find it.
const LOOKED_AT: usize = 20;

/// Reads a table.
///
/// # Errors
/// [`StatementError::TooFewLines`], [`StatementError::Quote`], [`StatementError::TooManyCells`] and
/// [`StatementError::TooLong`].
pub(super) fn read_table(text: &str, options: &TableOptions) -> Result<Table, StatementError> {
    let (text, skipped) = within(text, options)?;
    let delimiter = options.delimiter.unwrap_or_else(|| likely_delimiter(text));
    check(text, delimiter, skipped)?;
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .trim(Trim::All)
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    let mut record = StringRecord::new();
    // The text is UTF-8 and in memory, and lines may have any length: nothing can fail.
    while reader.read_record(&mut record).unwrap_or(false) {
        let line = record.position().map_or(0, csv::Position::line) + skipped;
        let cells: Vec<String> = record.iter().map(str::to_owned).collect();
        // A header without names is one too: the line after it is a transaction.
        let is_header = options.has_header && rows.is_empty() && cells.len() > 1;
        if is_header || cells.iter().any(|cell| !cell.is_empty()) {
            rows.push(TableRow { line, cells });
        }
    }
    let header = options.has_header && !rows.is_empty();
    let header = header.then(|| rows.remove(0).cells);
    Ok(Table { delimiter, header, rows })
}

/// The text without the lines to leave out, and how many of them stand before it.
fn within<'t>(text: &'t str, options: &TableOptions) -> Result<(&'t str, u64), StatementError> {
    let TableOptions { skip_start, skip_end, .. } = *options;
    if text.is_empty() || skip_start == 0 && skip_end == 0 {
        return Ok((text, 0));
    }
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    let lines = ends.len() + 1;
    if skip_start.saturating_add(skip_end) >= lines {
        return Err(StatementError::TooFewLines);
    }
    let start = skip_start.checked_sub(1).and_then(|at| ends.get(at)).copied().unwrap_or(0);
    let end = (lines - skip_end).checked_sub(1).and_then(|at| ends.get(at)).copied();
    let skipped = u64::try_from(skip_start).unwrap_or(u64::MAX);
    Ok((&text[start..end.unwrap_or(text.len())], skipped))
}

/// The delimiter that stands in most of the first lines, and most often there.
fn likely_delimiter(text: &str) -> u8 {
    let lines: Vec<&str> =
        text.split(['\n', '\r']).filter(|line| !line.trim().is_empty()).take(LOOKED_AT).collect();
    let weight = |delimiter: &u8| {
        let counts = lines.iter().map(|line| line.bytes().filter(|it| it == delimiter).count());
        (counts.clone().filter(|count| *count > 0).count(), counts.sum::<usize>())
    };
    let best = DELIMITERS.into_iter().rev().max_by_key(weight);
    best.unwrap_or(DELIMITERS[0])
}

/// Where a reader is within a line.
enum Place {
    Start,
    Bare,
    Quoted { since: u64 },
}

/// Refuses a quotation mark that makes cells uncertain, because a reader that guessed could take
/// several transactions for one, and more cells than can be held.
fn check(text: &str, delimiter: u8, skipped: u64) -> Result<(), StatementError> {
    let delimiter = char::from(delimiter);
    let mut line = skipped + 1;
    let (mut rows, mut cells, mut cells_of_line) = (0, 0, 1);
    let mut place = Place::Start;
    let mut rest = text.chars().peekable();
    while let Some(it) = rest.next() {
        line += u64::from(ends_line(it, &mut rest));
        place = match place {
            Place::Quoted { since } if it != '"' => Place::Quoted { since },
            Place::Quoted { since } if rest.next_if_eq(&'"').is_some() => Place::Quoted { since },
            Place::Quoted { .. } => match rest.peek() {
                None | Some('\n' | '\r') => Place::Start,
                Some(next) if *next == delimiter => Place::Start,
                Some(_) => return Err(StatementError::Quote(QuoteFault::Followed(line))),
            },
            Place::Start if it == '"' => Place::Quoted { since: line },
            Place::Bare if it == '"' => {
                return Err(StatementError::Quote(QuoteFault::Within(line)));
            }
            Place::Start | Place::Bare if it == delimiter => {
                (cells, cells_of_line) = (cells + 1, cells_of_line + 1);
                if cells_of_line > MOST_CELLS_OF_LINE {
                    return Err(StatementError::TooManyCells(line));
                }
                Place::Start
            }
            Place::Start | Place::Bare if matches!(it, '\n' | '\r') => {
                (rows, cells, cells_of_line) = (rows + 1, cells + 1, 1);
                Place::Start
            }
            Place::Start | Place::Bare => Place::Bare,
        };
        if rows > MOST_TRANSACTIONS || cells > MOST_CELLS {
            return Err(StatementError::TooLong);
        }
    }
    match place {
        Place::Quoted { since } => Err(StatementError::Quote(QuoteFault::Unclosed(since))),
        Place::Start | Place::Bare => Ok(()),
    }
}

/// Whether a character ends a line; of the two of Windows the second does.
fn ends_line(it: char, rest: &mut Peekable<Chars<'_>>) -> bool {
    it == '\n' || it == '\r' && rest.peek() != Some(&'\n')
}
