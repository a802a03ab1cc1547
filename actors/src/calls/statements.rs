//! Calls about files of transactions.

mod deleted;
mod given;
mod importing;
mod importing_file;
mod reading;
mod saved;

use std::sync::Arc;

use sobre_engine::statements::{
    Entries, Entry, FileFormat, Statement, StatementError, Table, TableOptions, TextRule,
    read_statement,
};

use crate::app::App;
use crate::contract::statements::{
    ParseOptions, ParseProblem, ParsedEntry, ParsedFile, ParsedTransaction, TransactionsParseFile,
};
use crate::contract::{CallError, ErrorCode};
use crate::limits;
use crate::router::Control;
use crate::session::Session;
use crate::tasks::blocking;

impl Control for TransactionsParseFile {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<ParsedFile, CallError> {
        let options = self.options.unwrap_or_default();
        let (table, texts) = (table_options(&options)?, text_rule(&options));
        let uploads = app.uploads.clone();
        let _turn = app.parsing.acquire().await.map_err(|error| CallError::internal(&error))?;
        blocking(move || {
            let (name, bytes) = uploads.read(&self.filepath, limits::STATEMENT_BYTES)?;
            let Some(format) = FileFormat::of_name(&name) else {
                return Ok(refused("Invalid file type"));
            };
            Ok(match read_statement(format, &bytes, &table) {
                Ok(Statement::Table(table)) => of_table(table),
                Ok(Statement::Entries(entries)) => of_entries(entries, format, texts),
                Err(error) => refused_for(&error),
            })
        })
        .await
    }
}

fn table_options(options: &ParseOptions) -> Result<TableOptions, CallError> {
    let lines = |count: Option<u32>| usize::try_from(count.unwrap_or(0)).unwrap_or(usize::MAX);
    Ok(TableOptions {
        delimiter: options.delimiter.as_deref().map(delimiter).transpose()?,
        has_header: options.has_header_row.unwrap_or(true),
        skip_start: lines(options.skip_start_lines),
        skip_end: lines(options.skip_end_lines),
    })
}

/// A single byte that ends neither a cell in quotation marks nor a line.
fn delimiter(text: &str) -> Result<u8, CallError> {
    match text.as_bytes() {
        [byte] if byte.is_ascii() && !matches!(byte, b'"' | b'\n' | b'\r' | 0) => Ok(*byte),
        _ => Err(CallError::new(
            ErrorCode::BadArguments,
            "`delimiter` is one character, such as a comma or a tab.",
        )),
    }
}

fn text_rule(options: &ParseOptions) -> TextRule {
    TextRule {
        notes: options.import_notes.unwrap_or(false),
        swap: options.swap_payee_and_memo.unwrap_or(false),
        memo_for_payee: options.fallback_missing_payee_to_memo.unwrap_or(false),
    }
}

fn refused_for(error: &StatementError) -> ParsedFile {
    refused(&error.to_string())
}

fn refused(message: &str) -> ParsedFile {
    let errors = vec![ParseProblem { message: message.to_owned() }];
    ParsedFile { errors, transactions: Vec::new(), accounts: Vec::new(), delimiter: None }
}

fn of_table(Table { delimiter, header, rows }: Table) -> ParsedFile {
    let transaction = |cells: Vec<String>| match &header {
        Some(names) => ParsedTransaction::Named(names.iter().cloned().zip(cells).collect()),
        None => ParsedTransaction::Cells(cells),
    };
    ParsedFile {
        errors: Vec::new(),
        transactions: rows.into_iter().map(|row| transaction(row.cells)).collect(),
        accounts: Vec::new(),
        delimiter: Some(char::from(delimiter)),
    }
}

fn of_entries(entries: Entries, format: FileFormat, texts: TextRule) -> ParsedFile {
    let transaction = |entry: &Entry| {
        let (payee, notes) = entry.texts(texts);
        let payee = payee.map(str::to_owned);
        ParsedTransaction::Entry(ParsedEntry {
            amount: entry.amount,
            date: entry.date.clone(),
            payee_name: payee.clone(),
            imported_payee: payee,
            notes: notes.map(str::to_owned),
            imported_id: entry.imported_id.clone(),
            category: (format == FileFormat::Qif).then(|| entry.category.clone()),
        })
    };
    let problem =
        |problem: &sobre_engine::statements::Problem| ParseProblem { message: problem.to_string() };
    ParsedFile {
        errors: entries.problems.iter().map(problem).collect(),
        transactions: entries.entries.iter().map(transaction).collect(),
        accounts: entries.accounts,
        delimiter: None,
    }
}
