//! Reads an uploaded file as transactions to import into an account.

use std::collections::HashMap;
use std::sync::Arc;

use sobre_engine::ids::CategoryId;
use sobre_engine::money::Decimal;
use sobre_engine::statements::{
    AmountRule, FileColumns, FileFormat, ReadRow, RowRule, Statement, StatementError, Table,
    TableOptions, TextRule, day_order_of_entries, day_order_of_table, read_statement,
    rows_of_entries, rows_of_table,
};

use super::saved::Saved;
use crate::app::App;
use crate::contract::statements::{
    FileReading, FileRow, ReadFile, StatementFormat, TransactionsReadFile,
};
use crate::contract::{CallError, ErrorCode};
use crate::db::read;
use crate::limits;
use crate::open_budget::{Cost, OpenBudget, ReadRequest};
use crate::router::Control;
use crate::session::Session;
use crate::tasks::blocking;
use crate::world::World;

impl Control for TransactionsReadFile {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<ReadFile, CallError> {
        let budget = app.budget_of(session).await?;
        self.read_upload(app, session, &budget).await
    }
}

impl TransactionsReadFile {
    /// The file as transactions of a budget.
    pub(super) async fn read_upload(
        self,
        app: &App,
        session: &Arc<Session>,
        budget: &Arc<OpenBudget>,
    ) -> Result<ReadFile, CallError> {
        let _turn = app.parsing.acquire().await.map_err(|error| CallError::internal(&error))?;
        let (uploads, filepath) = (app.uploads.clone(), self.filepath.clone());
        let read = move || Ok(uploads.read(&filepath, limits::STATEMENT_BYTES)?);
        let (name, bytes) = blocking(read).await?;
        let request = ReadRequest { cost: Cost::Long, session: Some(session) };
        budget.read(request, move |world| self.read(world, &name, &bytes)).await
    }

    fn read(self, world: &World<'_>, name: &str, bytes: &[u8]) -> Result<ReadFile, CallError> {
        let saved = Saved::of(world)?;
        let Some(format) = FileFormat::of_name(name) else {
            return Ok(refused(None, "Invalid file type".to_owned()));
        };
        let mut file = ReadFile { format: Some(named(format)), ..ReadFile::default() };
        let file_bytes = FileBytes { format, bytes };
        let (mut reading, statement) = self.statement(&saved, &file_bytes)?;
        let mut statement = match statement {
            Ok(statement) => statement,
            Err(error) => {
                let refused = refused(file.format, error.to_string());
                return Ok(ReadFile { reading, account_id: self.account_id, ..refused });
            }
        };
        if let Statement::Entries(entries) = &statement {
            file.accounts.clone_from(&entries.accounts);
        }
        file.known_account_id = saved.account_of(&file.accounts);
        file.account_id = self.account_id.or_else(|| file.known_account_id.clone());
        if let (None, Some(account), Statement::Entries(_)) =
            (&self.reading, &file.account_id, &statement)
        {
            reading = saved.reading(account, named(format));
        }
        match &mut statement {
            Statement::Table(table) => {
                let names = file.account_id.as_deref().and_then(|it| saved.columns(it, table));
                fill_table(&mut reading, table, names);
                file.columns = column_names(table);
            }
            Statement::Entries(entries) => {
                reading.day_order.get_or_insert_with(|| day_order_of_entries(entries));
            }
        }
        let rows = rows_of(&statement, &reading)?;
        file.rows = with_categories(world, rows)?;
        if let Some(account) = &file.account_id {
            file.prefs = saved.prefs(account, &file, &reading);
        }
        Ok(ReadFile { reading, ..file })
    }

    /// The file as the call says; else as the last one of the account was read, or as usual if its
    /// columns are others.
    fn statement(
        &self,
        saved: &Saved,
        file: &FileBytes<'_>,
    ) -> Result<(FileReading, Result<Statement, StatementError>), CallError> {
        if let Some(reading) = &self.reading {
            return Ok((reading.clone(), file.read(reading)?));
        }
        let account = self.account_id.as_deref();
        let last = account.map(|it| saved.reading(it, named(file.format)));
        let last = last.unwrap_or_default();
        let read = file.read(&last)?;
        let is_like_last = match &read {
            Ok(Statement::Table(table)) => !saved.is_other_table(account, table),
            Ok(Statement::Entries(_)) => true,
            Err(_) => false,
        };
        if is_like_last && saved.has_header(account) {
            return Ok((last, read));
        }
        let usual = if is_like_last { last } else { of_other_table(last) };
        let read = file.read(&usual)?;
        if let Ok(Statement::Table(table)) = &read
            && table.has_row_as_header()
        {
            let without = FileReading { has_header_row: false, ..usual.clone() };
            if let Ok(statement) = file.read(&without)? {
                return Ok((without, Ok(statement)));
            }
        }
        Ok((usual, read))
    }
}

/// The bytes of a file, and what its name says they are.
struct FileBytes<'a> {
    format: FileFormat,
    bytes: &'a [u8],
}

impl FileBytes<'_> {
    fn read(&self, reading: &FileReading) -> Result<Result<Statement, StatementError>, CallError> {
        Ok(read_statement(self.format, self.bytes, &table_options(reading)?))
    }
}

/// The reading of a table whose columns are not those of the account's last one: of that, only the
/// rules for amounts and notes still hold.
fn of_other_table(last: FileReading) -> FileReading {
    FileReading {
        flip_amount: last.flip_amount,
        multiplier: last.multiplier,
        import_notes: last.import_notes,
        ..FileReading::default()
    }
}

/// Fills what the reading of a table leaves open.
fn fill_table(reading: &mut FileReading, table: &Table, saved: Option<FileColumns>) {
    reading.delimiter = Some(char::from(table.delimiter).to_string());
    let guess = || saved.unwrap_or_else(|| FileColumns::guess(table));
    let columns = reading.columns.get_or_insert_with(guess);
    reading.day_order.get_or_insert_with(|| day_order_of_table(table, columns));
}

/// The names of a table's columns, or the cells of its first row.
fn column_names(table: &Table) -> Vec<String> {
    let first = || table.rows.first().map(|row| row.cells.clone());
    table.header.clone().or_else(first).unwrap_or_default()
}

fn rows_of(statement: &Statement, reading: &FileReading) -> Result<Vec<ReadRow>, CallError> {
    let multiplier = reading.multiplier.as_deref().map(str::trim).filter(|it| !it.is_empty());
    let multiplier = multiplier.map(str::parse::<Decimal>).transpose().map_err(|_| {
        let words = "`multiplier` is a number, such as 0.01.";
        CallError::new(ErrorCode::BadArguments, words)
    })?;
    let Some(order) = reading.day_order else { return Ok(Vec::new()) };
    let rule = RowRule {
        order,
        amounts: AmountRule { flip: reading.flip_amount, multiplier },
        texts: TextRule {
            notes: reading.import_notes,
            swap: reading.swap_payee_and_memo,
            memo_for_payee: reading.fallback_missing_payee_to_memo,
        },
    };
    Ok(match (statement, &reading.columns) {
        (Statement::Table(table), Some(columns)) => rows_of_table(table, columns, &rule),
        (Statement::Table(_), None) => Vec::new(),
        (Statement::Entries(entries), _) => rows_of_entries(entries, &rule),
    })
}

fn table_options(reading: &FileReading) -> Result<TableOptions, CallError> {
    let lines = |count: u32| usize::try_from(count).unwrap_or(usize::MAX);
    Ok(TableOptions {
        delimiter: reading.delimiter.as_deref().map(super::delimiter).transpose()?,
        has_header: reading.has_header_row,
        skip_start: lines(reading.skip_start_lines),
        skip_end: lines(reading.skip_end_lines),
    })
}

/// The rows with the categories that their names mean; a name of several categories means none.
fn with_categories(world: &World<'_>, rows: Vec<ReadRow>) -> Result<Vec<FileRow>, CallError> {
    let mut named: HashMap<String, Option<CategoryId>> = HashMap::new();
    if rows.iter().any(|row| row.category.is_some()) {
        for category in read::categories::categories(world.reader)? {
            let of_name = named.entry(category.name.trim().to_lowercase());
            of_name.and_modify(|it| *it = None).or_insert(Some(category.id));
        }
    }
    let category = |name: String| named.get(&name.trim().to_lowercase()).cloned().flatten();
    let row = |row: ReadRow| FileRow {
        line: row.line,
        date_text: row.date_text,
        amount_text: row.amount_text,
        date: row.date,
        amount: row.amount,
        payee: row.payee,
        notes: row.notes,
        imported_id: row.imported_id,
        category: row.category.and_then(category),
        repeats: row.repeats,
        problem: row.problem,
    };
    Ok(rows.into_iter().map(row).collect())
}

const fn named(format: FileFormat) -> StatementFormat {
    match format {
        FileFormat::Table => StatementFormat::Csv,
        FileFormat::Qif => StatementFormat::Qif,
        FileFormat::Ofx => StatementFormat::Ofx,
        FileFormat::Camt => StatementFormat::Camt,
    }
}

fn refused(format: Option<StatementFormat>, error: String) -> ReadFile {
    ReadFile { format, error: Some(error), ..ReadFile::default() }
}
