//! Files of transactions in the formats of banks.

use super::entries::Entries;
use super::faults::StatementError;
use super::table::{Table, TableOptions, read_table};
use super::text::text_of;
use super::{camt, ofx, qif};

/// The format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileFormat {
    /// Rows of cells with a delimiter (CSV).
    Table,
    /// Quicken Interchange Format.
    Qif,
    /// Open Financial Exchange, as SGML or XML.
    Ofx,
    /// The XML of ISO 20022 bank statements (CAMT.053).
    Camt,
}

impl FileFormat {
    /// The format by the ending of a file's name; `None` for other endings.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        match ending.to_ascii_lowercase().as_str() {
            "csv" | "tsv" => Some(Self::Table),
            "qif" => Some(Self::Qif),
            "ofx" | "qfx" => Some(Self::Ofx),
            "xml" => Some(Self::Camt),
            _ => None,
        }
    }
}

/// The content of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Statement {
    /// Cells, whose meaning the reader of the table chooses.
    Table(Table),
    /// Transactions.
    Entries(Entries),
}

/// Reads a file. The options are those of tables.
///
/// # Errors
/// [`StatementError`] if nothing in the file can be relied on. Single transactions that cannot be
/// read are [problems](Entries::problems).
pub fn read_statement(
    format: FileFormat,
    bytes: &[u8],
    options: &TableOptions,
) -> Result<Statement, StatementError> {
    let text = text_of(bytes)?;
    match format {
        FileFormat::Table => read_table(&text, options).map(Statement::Table),
        FileFormat::Qif => qif::read(&text).map(Statement::Entries),
        FileFormat::Ofx => ofx::read(&text).map(Statement::Entries),
        FileFormat::Camt => camt::read(&text).map(Statement::Entries),
    }
}
