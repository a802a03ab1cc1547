//! Requests and replies about files of transactions.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sobre_engine::dates::Day;
use sobre_engine::ids::{CategoryId, PayeeId};
use sobre_engine::money::{Amount, Decimal};
use sobre_engine::statements::{DayOrder, FileColumns};
use ts_rs::TS;

use super::transactions::{GivenFields, Transaction};

/// Reads an uploaded file of transactions (CSV or TSV, QIF, OFX or QFX, or the XML of CAMT.053; the
/// ending of its name decides). The upload stays, so that it can be read with other options.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TransactionsParseFile {
    /// Handle returned by the upload.
    pub filepath: String,
    /// How to read it.
    #[serde(default)]
    #[ts(optional)]
    pub options: Option<ParseOptions>,
}

/// How to read a file of transactions. Those about columns and lines concern tables only, those
/// about payee and notes all others.
#[derive(Debug, Clone, Default, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
#[ts(optional_fields)]
pub struct ParseOptions {
    /// The character between cells; found by itself if absent.
    pub delimiter: Option<String>,
    /// Whether the first line names the columns; true by default.
    pub has_header_row: Option<bool>,
    /// Lines to leave out at the start.
    pub skip_start_lines: Option<u32>,
    /// Lines to leave out at the end; an empty last line counts.
    pub skip_end_lines: Option<u32>,
    /// Whether the bank's memo becomes the notes.
    pub import_notes: Option<bool>,
    /// Whether memo and payee change places, where there is a memo.
    pub swap_payee_and_memo: Option<bool>,
    /// Whether the memo becomes the payee where there is none.
    pub fallback_missing_payee_to_memo: Option<bool>,
}

/// The content of a file.
#[derive(Debug, Serialize, TS)]
pub struct ParsedFile {
    /// Why the file, or a transaction in it, cannot be read.
    pub errors: Vec<ParseProblem>,
    /// What can be read, in the order of the file. None if the file itself cannot be read.
    pub transactions: Vec<ParsedTransaction>,
    /// The numbers of the accounts that the file names.
    pub accounts: Vec<String>,
    /// The character between the cells of a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub delimiter: Option<char>,
}

/// An error, in words.
#[derive(Debug, Serialize, TS)]
pub struct ParseProblem {
    /// The words.
    pub message: String,
}

/// A transaction of a file.
#[derive(Debug, Serialize, TS)]
#[serde(untagged)]
pub enum ParsedTransaction {
    /// The cells of a table by the names of their columns. Of columns with the same name the last
    /// counts, and cells without a column are left out.
    Named(BTreeMap<String, String>),
    /// The cells of a table without names.
    Cells(Vec<String>),
    /// A transaction of a file that says what its parts mean.
    Entry(ParsedEntry),
}

/// A transaction of a file that says what its parts mean.
#[derive(Debug, Serialize, TS)]
pub struct ParsedEntry {
    /// The amount in units of the currency; money that left the account is negative.
    #[ts(type = "number")]
    pub amount: Decimal,
    /// The day: as it is written (QIF), or yyyy-MM-dd.
    pub date: String,
    /// The other side.
    pub payee_name: Option<String>,
    /// The other side too, kept unchanged for rules.
    pub imported_payee: Option<String>,
    /// The purpose that the bank gives.
    pub notes: Option<String>,
    /// The bank's id.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub imported_id: Option<String>,
    /// A category by name; in QIF only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub category: Option<Option<String>>,
}

/// Imports transactions into an account. A transaction that is there already is matched: its empty
/// fields are filled, it is cleared if `cleared` is on, and nothing else changes. Importing a
/// statement again adds and changes nothing. Rules run on each transaction before.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct TransactionsImport {
    /// The account.
    pub account_id: String,
    /// `date` (yyyy-MM-dd) is required; `amount` in cents is 0 if absent. Also `payee` or
    /// `payee_name`, `imported_payee`, `category`, `notes`, `imported_id`, `cleared`,
    /// `subtransactions`, and `forceAddTransaction` for one that must not be matched.
    #[ts(type = "Record<string, unknown>[]")]
    pub transactions: Vec<GivenFields>,
    /// Whether to answer what would happen and write nothing.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub is_preview: Option<bool>,
    /// How to import.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub opts: Option<ImportOptions>,
}

/// How to import transactions.
#[derive(Debug, Clone, Copy, Default, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
#[ts(optional_fields)]
pub struct ImportOptions {
    /// Whether new transactions are cleared where they do not say it; true by default.
    pub default_cleared: Option<bool>,
    /// Whether a transaction that was imported and deleted is added again. By default the
    /// preference `sync-reimport-deleted-{account}` says so, else it is true.
    pub reimport_deleted: Option<bool>,
}

/// What an import did, or would do.
#[derive(Debug, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ImportedTransactions {
    /// Why nothing was imported.
    pub errors: Vec<ParseProblem>,
    /// The ids of the new transactions, each split followed by its lines.
    pub added: Vec<String>,
    /// The ids of the matched transactions that changed.
    pub updated: Vec<String>,
    /// The given transactions that do not become new ones.
    pub updated_preview: Vec<ImportPreview>,
    /// What happens to each given transaction, in their order; in a preview only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rows: Option<Vec<PreviewRow>>,
}

/// What happens to a given transaction.
#[derive(Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PreviewRow {
    /// What happens to it.
    pub becomes: Becomes,
    /// Its payee after the rules; of a payee to be created only the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub payee: Option<PayeeId>,
    /// The name of a payee to be created.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub new_payee: Option<String>,
    /// Its category after the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub category: Option<CategoryId>,
    /// The stored transaction that it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub existing: Option<Transaction>,
    /// Why it is that one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub because: Option<MatchReason>,
    /// The fields of the stored transaction that are filled.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub fills: Vec<String>,
}

/// What happens to a transaction that is imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Becomes {
    /// A new transaction.
    New,
    /// A stored one, whose empty fields it fills.
    Filled,
    /// A stored one, which stays as it is.
    Same,
    /// A stored one, which is reconciled and stays as it is.
    Reconciled,
    /// Nothing: it was imported before and deleted.
    DeletedBefore,
    /// Nothing: a rule deletes it.
    DeletedByRule,
}

/// Why a transaction is a stored one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum MatchReason {
    /// Both have the same id of the bank.
    SameId,
    /// It was imported before.
    SameLine,
    /// The stored one was typed by hand, with the same amount within a week.
    Alike,
    /// A schedule posted the stored one within a week, and the row belongs to that schedule. The
    /// stored one takes its amount.
    SameSchedule,
}

/// Reads an uploaded file as transactions to import into an account. Settings
/// that the call leaves out come from the last import into the account, or are guessed.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct TransactionsReadFile {
    /// Handle returned by the upload, which stays.
    pub filepath: String,
    /// The account; if absent, the one that a number in the file was imported into before.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub account_id: Option<String>,
    /// How to read it.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub reading: Option<FileReading>,
}

/// How a file of transactions is read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub struct FileReading {
    /// The character between the cells of a table; `null` to find it.
    pub delimiter: Option<String>,
    /// Whether the first line of a table names the columns.
    pub has_header_row: bool,
    /// Lines of a table to leave out at the start.
    pub skip_start_lines: u32,
    /// Lines of a table to leave out at the end.
    pub skip_end_lines: u32,
    /// The meaning of a table's columns; `null` to guess it.
    pub columns: Option<FileColumns>,
    /// How days are written; `null` to guess it.
    pub day_order: Option<DayOrder>,
    /// Whether the file gives spending as positive and income as negative.
    pub flip_amount: bool,
    /// What amounts are multiplied with, such as 0.01; `null` for 1.
    pub multiplier: Option<String>,
    /// Whether the bank's memo becomes the notes.
    pub import_notes: bool,
    /// Whether memo and payee change places, where there is a memo; not in tables.
    pub swap_payee_and_memo: bool,
    /// Whether the memo becomes the payee where there is none; not in tables.
    pub fallback_missing_payee_to_memo: bool,
}

impl Default for FileReading {
    fn default() -> Self {
        Self {
            delimiter: None,
            has_header_row: true,
            skip_start_lines: 0,
            skip_end_lines: 0,
            columns: None,
            day_order: None,
            flip_amount: false,
            multiplier: None,
            import_notes: true,
            swap_payee_and_memo: false,
            fallback_missing_payee_to_memo: false,
        }
    }
}

/// A file as transactions to import.
#[derive(Debug, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ReadFile {
    /// Its format; `null` if its name has the ending of none.
    pub format: Option<StatementFormat>,
    /// Why the file cannot be read; it has no rows then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub error: Option<String>,
    /// How it was read, with all that was left open.
    pub reading: FileReading,
    /// The columns of a table: names, or the cells of its first row.
    pub columns: Vec<String>,
    /// Its transactions, in the order of the file.
    pub rows: Vec<FileRow>,
    /// The numbers of the accounts that the file names.
    pub accounts: Vec<String>,
    /// The account of the request, else the known one.
    pub account_id: Option<String>,
    /// The account that a number in the file was imported into last.
    pub known_account_id: Option<String>,
    /// The preferences to save after an import, so that the next file of the account is read in the
    /// same way and its number is known; none without an account.
    pub prefs: BTreeMap<String, String>,
}

/// The format of a file of transactions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum StatementFormat {
    /// CSV or TSV.
    Csv,
    /// QIF.
    Qif,
    /// OFX or QFX.
    Ofx,
    /// CAMT.053.
    Camt,
}

/// A transaction of a file.
#[derive(Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FileRow {
    /// The line it begins on, from 1.
    pub line: u64,
    /// The day as it is written.
    pub date_text: String,
    /// The amount as it is written.
    pub amount_text: String,
    /// The day; never absent without a problem.
    #[ts(type = "string | null")]
    pub date: Option<Day>,
    /// The amount in cents; never absent without a problem.
    pub amount: Option<Amount>,
    /// The other side.
    pub payee: Option<String>,
    /// The purpose that the bank gives.
    pub notes: Option<String>,
    /// The bank's id.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub imported_id: Option<String>,
    /// The category that the file names.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub category: Option<CategoryId>,
    /// The line of an earlier transaction with the same bank's id: the file has it twice.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub repeats: Option<u64>,
    /// Why it cannot be imported, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub problem: Option<String>,
}

/// Imports an uploaded file into an account, for scripts: reads it as `transactions-read-file`
/// does, leaves out what cannot be read or stands in it twice, imports the rest as one step, and
/// remembers how the file was read.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct TransactionsImportFile {
    /// Handle returned by the upload, which stays.
    pub filepath: String,
    /// The account; if absent, the one that a number in the file was imported into before.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub account_id: Option<String>,
    /// How to read it; if absent, as the last file of the account.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub reading: Option<FileReading>,
    /// Whether to answer what would happen and write nothing.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub is_preview: Option<bool>,
    /// How to import.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub opts: Option<ImportOptions>,
}

/// The result of importing a file, or of a trial.
#[derive(Debug, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ImportedFile {
    /// Why the file cannot be read; nothing is imported then.
    pub errors: Vec<ParseProblem>,
    /// The account; `null` if the file cannot be read and names none.
    pub account_id: Option<String>,
    /// How many new transactions there are.
    pub added: usize,
    /// How many were there already and were filled.
    pub matched: usize,
    /// How many were there already and stay as they are.
    pub unchanged: usize,
    /// How many a rule deletes, or were imported before and deleted.
    pub left_out: usize,
    /// Rows that are not imported.
    pub refused: Vec<RefusedRow>,
}

/// A transaction of a file that is not imported.
#[derive(Debug, Serialize, TS)]
pub struct RefusedRow {
    /// The line it begins on, from 1.
    pub line: u64,
    /// Why, in words.
    pub reason: String,
}

/// A given transaction that does not become a new one.
#[derive(Debug, Serialize, TS)]
pub struct ImportPreview {
    /// It, as the rules leave it.
    #[ts(type = "Record<string, unknown>")]
    pub transaction: GivenFields,
    /// The stored transaction that is changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub existing: Option<Transaction>,
    /// True if nothing changes: it is there already, is reconciled, or was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ignored: Option<bool>,
    /// True if a rule deletes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tombstone: Option<bool>,
}
