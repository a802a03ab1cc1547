//! Imports a whole file in one call, for scripts.

use std::sync::Arc;

use serde_json::json;

use crate::answers::Answer;
use crate::app::App;
use crate::contract::settings::{Prefs, SavePrefs};
use crate::contract::statements::{
    Becomes, FileRow, ImportedFile, ParseProblem, PreviewRow, ReadFile, RefusedRow,
    TransactionsImport, TransactionsImportFile, TransactionsReadFile,
};
use crate::contract::transactions::GivenFields;
use crate::contract::{CallError, ErrorCode};
use crate::router::{Mutation as _, RawControl, to_text};
use crate::session::Session;
use crate::world::{Plan, UndoOptions, World};

impl RawControl for TransactionsImportFile {
    async fn answer(self, app: &App, session: &Arc<Session>) -> Result<Answer, CallError> {
        let budget = app.budget_of(session).await?;
        let Self { filepath, account_id, reading, is_preview, opts } = self;
        let reading = TransactionsReadFile { filepath, account_id, reading };
        let file = reading.read_upload(app, session, &budget).await?;
        if let Some(message) = file.error {
            let reply = ImportedFile {
                errors: vec![ParseProblem { message }],
                account_id: file.account_id,
                ..ImportedFile::default()
            };
            return Ok(app.answers.count(to_text(&reply)?));
        }
        let is_cleared = opts.and_then(|opts| opts.default_cleared).unwrap_or(true);
        let (account_id, refused, transactions) = split(&file, is_cleared)?;
        let prefs =
            Some(file.prefs).filter(|_| is_preview != Some(true) && !transactions.is_empty());
        let import = TransactionsImport { account_id, transactions, is_preview, opts };
        let decide =
            move |world: &World<'_>| decide(import, refused, world)?.try_map(|it| to_text(&it));
        let origin = session.origin();
        let undo = UndoOptions::default();
        let reply = budget.change(Box::new(decide), undo.clone(), origin.clone()).await?;
        if let Some(prefs) = prefs.filter(|prefs| !prefs.is_empty()) {
            let prefs = Prefs::from_iter(prefs.into_iter().map(|(key, value)| (key, value.into())));
            let save =
                |world: &World<'_>| SavePrefs(prefs).decide(world)?.try_map(|it| to_text(&it));
            budget.change(Box::new(save), undo, origin).await?;
        }
        Ok(app.answers.count(reply))
    }
}

/// The account of a file, what of it is refused, and what is to be imported.
fn split(
    file: &ReadFile,
    is_cleared: bool,
) -> Result<(String, Vec<RefusedRow>, Vec<GivenFields>), CallError> {
    let account = file.account_id.clone().ok_or_else(|| {
        let message = "The account of this file is not known; `accountId` names it.";
        CallError::new(ErrorCode::AccountNotFound, message)
    })?;
    let refused = file.rows.iter().filter_map(|row| {
        let repeats = |line| format!("The transaction on line {line} has the same id of the bank");
        let reason = row.problem.clone().or_else(|| row.repeats.map(repeats))?;
        Some(RefusedRow { line: row.line, reason })
    });
    let is_good = |row: &&FileRow| row.problem.is_none() && row.repeats.is_none();
    let given = file.rows.iter().filter(is_good).map(|row| given(row, is_cleared));
    Ok((account, refused.collect(), given.collect()))
}

/// A transaction of a file as it is given to an import. A typed one that it completes is cleared
/// like a new one: the bank has it.
fn given(row: &FileRow, is_cleared: bool) -> GivenFields {
    let fields = [
        ("date", json!(row.date)),
        ("amount", json!(row.amount)),
        ("payee_name", json!(row.payee)),
        ("imported_payee", json!(row.payee)),
        ("notes", json!(row.notes)),
        ("imported_id", json!(row.imported_id)),
        ("category", json!(row.category)),
        ("cleared", json!(is_cleared)),
    ];
    fields.map(|(field, value)| (field.to_owned(), value)).into_iter().collect()
}

/// Decides the import, and counts what happens to its rows.
fn decide(
    import: TransactionsImport,
    refused: Vec<RefusedRow>,
    world: &World<'_>,
) -> Result<Plan<ImportedFile>, CallError> {
    let account_id = Some(import.account_id.clone());
    let plan = import.decide_telling(world, true)?;
    plan.try_map(|done| {
        let rows = done.rows.unwrap_or_default();
        let count = |kinds: &[Becomes]| {
            rows.iter().filter(|row: &&PreviewRow| kinds.contains(&row.becomes)).count()
        };
        Ok(ImportedFile {
            errors: done.errors,
            account_id,
            added: count(&[Becomes::New]),
            matched: count(&[Becomes::Filled]),
            unchanged: count(&[Becomes::Same, Becomes::Reconciled]),
            left_out: count(&[Becomes::DeletedBefore, Becomes::DeletedByRule]),
            refused,
        })
    })
}
