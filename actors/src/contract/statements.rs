//! Requests and replies about files of transactions.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sobre_engine::money::Decimal;
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

/// What a file holds.
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
    /// What the transaction was for.
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
/// fields are filled, and nothing else changes. Importing a statement again adds and changes
/// nothing. Rules run on each transaction before.
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
    /// Whether a transaction that was imported and deleted is added again; true by default.
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
