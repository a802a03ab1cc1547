//! Calls about budget files: list, create, open, close, delete, import, export, upload.

use std::fs::File;
use std::io::{self, Read as _};
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::answers::Answer;
use crate::app::{App, VERSION, push};
use crate::contract::events::{LoadingStatus, NoContent};
use crate::contract::files::{
    BudgetFile, BudgetRef, CloseBudget, CreateBudget, CreateDemoBudget, DeleteBudget,
    ExistingBudget, ExportBudget, GetBudgets, GetYnab4Files, ImportBudget, ImportType, LoadBudget,
    OpenedBudget, ResumeBudget, Resumed, UploadFileWeb, UploadedFile, Ynab4File,
};
use crate::contract::{CallError, ErrorCode, Event, JsonText};
use crate::faults::file_exists;
use crate::files::{self, BudgetId, FileError, Metadata};
use crate::notifications::Subscribed;
use crate::router::{Control, RawControl};
use crate::session::Session;
use crate::sync::{joined, on_network_thread};
use crate::tasks::blocking;

impl Control for GetBudgets {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<Vec<BudgetFile>, CallError> {
        // Without the server's list, list the local budgets alone.
        let remote = match app.link.session().ok().filter(|_| !self.only_here) {
            Some(server) => on_network_thread(move || server.list_files()).await.ok(),
            None => None,
        };
        let app = app.clone();
        blocking(move || {
            let budgets = files::list_budgets(&app.data_dir)?;
            Ok(joined(budgets, remote, |file, key| app.link.has_key(file, key)))
        })
        .await
    }
}

fn made(id: &BudgetId) -> Result<BudgetRef, CallError> {
    Ok(BudgetRef { id: id.to_string() })
}

impl Control for CreateBudget {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<BudgetRef, CallError> {
        let _lifecycle = app.lifecycle.lock().await;
        if self.test_mode {
            app.close_now(files::TEST_ID, Some("The test budget was created again.")).await;
        }
        let app = app.clone();
        blocking(move || {
            let name = self.budget_name.as_deref();
            made(&files::create_budget(&app.data_dir, &app.environment, name, self.test_mode)?)
        })
        .await
    }
}

impl Control for CreateDemoBudget {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<BudgetRef, CallError> {
        let app = app.clone();
        blocking(move || made(&files::create_demo(&app.data_dir, &app.environment)?)).await
    }
}

impl Control for LoadBudget {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<OpenedBudget, CallError> {
        push(session, &Event::StartLoad(NoContent {}));
        push(session, &Event::UpdateLoadingStatus(LoadingStatus { status: "opening" }));
        let opened = app.bind(session, &self.id, None).await;
        push(session, &Event::FinishLoad(NoContent {}));
        if opened.is_ok() && session.listens() {
            note_opened(app, Some(self.id.clone())).await;
        }
        let session = session.id().to_string();
        Ok(OpenedBudget { id: self.id, revision: opened?.revision, session })
    }
}

impl Control for ResumeBudget {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<Resumed, CallError> {
        let Subscribed { caught_up, revision } =
            app.bind(session, &self.id, Some(self.revision)).await?;
        Ok(Resumed { caught_up, revision })
    }
}

impl Control for CloseBudget {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<(), CallError> {
        let was_open = session.bound().is_some() && session.listens();
        app.leave(session).await;
        if was_open {
            note_opened(app, None).await;
        }
        Ok(())
    }
}

/// Records the last opened budget, for the next browser that opens the program. A failed write
/// (full disk) is only logged: opening a budget must not fail because of it.
async fn note_opened(app: &App, id: Option<String>) {
    let _lifecycle = app.lifecycle.lock().await;
    let dir = app.data_dir().to_owned();
    let noted = blocking(move || Ok(files::note_opened(&dir, id.as_deref())?)).await;
    if let Err(error) = noted {
        tracing::debug!(%error, "the last opened budget could not be recorded");
    }
}

impl Control for DeleteBudget {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<(), CallError> {
        if self.id.is_none() && self.cloud_file_id.is_none() {
            let message = "Name a budget on this computer or one on the server.";
            return Err(CallError::new(ErrorCode::BadArguments, message));
        }
        if let Some(id) = &self.id {
            app.data_dir.existing_budget(&BudgetId::parse(id)?)?;
        }
        if let Some(file) = self.cloud_file_id {
            refuse_in_beta(VERSION)?;
            let server = app.link.session()?;
            on_network_thread(move || server.delete_file(&file)).await?;
        }
        match self.id {
            Some(id) => delete_here(app, session, &id).await,
            None => Ok(()),
        }
    }
}

/// A beta version must not change the copies that all devices share.
pub(super) fn refuse_in_beta(version: &str) -> Result<(), CallError> {
    if version.contains("-beta") { Err(CallError::of(ErrorCode::BetaVersion)) } else { Ok(()) }
}

async fn delete_here(app: &App, session: &Session, id: &str) -> Result<(), CallError> {
    let _lifecycle = app.lifecycle.lock().await;
    let budget = BudgetId::parse(id)?;
    app.data_dir.existing_budget(&budget)?;
    let is_own = session.bound().is_some_and(|bound| *bound.id == *id);
    if is_own {
        app.leave_now(session).await;
    }
    app.close_now(id, Some("This budget was deleted.")).await;
    let data_dir = Arc::clone(&app.data_dir);
    blocking(move || Ok(files::delete_budget(&data_dir, &budget)?)).await?;
    if is_own {
        // The session that deletes its own budget needs no reason, only the list of budgets.
        push(session, &Event::ShowBudgets(NoContent {}));
    }
    Ok(())
}

impl Control for ImportBudget {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<BudgetRef, CallError> {
        push(session, &Event::StartImport(NoContent {}));
        let imported = match self.r#type {
            ImportType::Actual => {
                import(app, self.filepath, self.existing.unwrap_or(ExistingBudget::Replace)).await
            }
            ImportType::Ynab4 | ImportType::Ynab5 => import_other(app, self).await,
        };
        push(session, &Event::FinishImport(NoContent {}));
        imported
    }
}

/// Imports another program's budget. It becomes a new budget, so none is closed or replaced.
async fn import_other(app: &App, import: ImportBudget) -> Result<BudgetRef, CallError> {
    let app = app.clone();
    blocking(move || {
        if import.r#type == ImportType::Ynab4 {
            let mut found = files::find_ynab4(app.environment.home.as_deref()).into_iter();
            if let Some(found) = found.find(|it| it.path.to_str() == Some(&import.filepath)) {
                let (dir, env) = (&app.data_dir, &app.environment);
                return made(&files::import_ynab4_folder(&found.path, dir, env)?);
            }
        }
        let upload = app.uploads.take(&import.filepath)?;
        let (dir, env) = (&app.data_dir, &app.environment);
        made(&match import.r#type {
            ImportType::Ynab4 => files::import_ynab4(upload.path(), upload.name(), dir, env)?,
            ImportType::Ynab5 | ImportType::Actual => files::import_ynab5(upload.path(), dir, env)?,
        })
    })
    .await
}

/// Checks and copies first; only then closes and replaces an open budget of the same id.
async fn import(
    app: &App,
    handle: String,
    existing: ExistingBudget,
) -> Result<BudgetRef, CallError> {
    let app = app.clone();
    blocking(move || {
        let upload = app.uploads.take(&handle)?;
        let beside = existing == ExistingBudget::Keep;
        let staged = files::stage_import(upload.path(), &app.data_dir, &app.environment, beside)?;
        if existing == ExistingBudget::Refuse
            && let Ok(folder) = app.data_dir.existing_budget(staged.id())
        {
            return Err(file_exists(staged.id(), &Metadata::read_or_default(&folder)));
        }
        let id = staged.id().clone();
        app.replace(&id, "This budget was replaced by an import.", None, || {
            app.keep_replaced(&id)?;
            made(&staged.install()?)
        })
    })
    .await
}

impl Control for GetYnab4Files {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<Vec<Ynab4File>, CallError> {
        let home = app.environment.home.clone();
        blocking(move || {
            let found = files::find_ynab4(home.as_deref()).into_iter();
            let file = |it: files::FoundYnab4| {
                let filepath = it.path.to_str()?.to_owned();
                Some(Ynab4File { name: it.name, filepath })
            };
            Ok(found.filter_map(file).collect())
        })
        .await
    }
}

impl RawControl for ExportBudget {
    /// Encodes the data while writing the response, because an export may be large.
    async fn answer(self, app: &App, session: &Arc<Session>) -> Result<Answer, CallError> {
        let mut share = app.answers.begin()?;
        let export = app.export_file(session).await?;
        blocking(move || {
            let failed = |error: io::Error| CallError::from(FileError::from(error));
            let mut zip = File::open(export.path()).map_err(failed)?;
            let length = zip.metadata().map_err(failed)?.len();
            let length = usize::try_from(length).unwrap_or(usize::MAX);
            let mut text = before_data(export.filename());
            let encoded = base64::encoded_len(length, true).unwrap_or(usize::MAX);
            let more = encoded.saturating_add(AFTER_DATA.len());
            share.cover(more.saturating_add(text.len()))?;
            text.reserve_exact(more);
            loop {
                let mut piece = Vec::with_capacity(PIECE);
                let read = zip.by_ref().take(PIECE as u64).read_to_end(&mut piece);
                if read.map_err(failed)? == 0 {
                    break;
                }
                STANDARD.encode_string(piece, &mut text);
            }
            text.push_str(AFTER_DATA);
            Ok(Answer::within(JsonText::written(text), share)?)
        })
        .await
    }
}

/// The response of an export up to its data. The name needs no escaping.
fn before_data(filename: &str) -> String {
    format!(r#"{{"filename":"{filename}","data":""#)
}

/// The response after its data.
const AFTER_DATA: &str = "\"}";
/// Bytes of a zip encoded at once; a multiple of three.
const PIECE: usize = 48 << 10;

impl Control for UploadFileWeb {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<UploadedFile, CallError> {
        let bytes = STANDARD.decode(&self.contents).map_err(|error| {
            CallError::new(ErrorCode::BadArguments, format!("`contents` is not base64: {error}"))
        })?;
        let upload = app.begin_upload(&self.filename).await?.write(bytes.into()).await?;
        Ok(UploadedFile { filepath: upload.finish().await? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_on_trial_touch_nothing_that_devices_share() {
        assert!(refuse_in_beta("26.9.0").is_ok());
        let refused = refuse_in_beta("26.10.0-beta.1").unwrap_err();
        assert_eq!(refused.code, ErrorCode::BetaVersion);
    }
}
