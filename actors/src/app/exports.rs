//! Files on their way in and out: an export waits in a temporary file until it is sent, an upload
//! is written piece by piece on threads that may block.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;

use super::App;
use crate::contract::CallError;
use crate::db::metadata::keys;
use crate::durable::private;
use crate::files::data_dir::UPLOADS_NAME;
use crate::files::{self, FileError, UploadWriter};
use crate::open_budget::OpenBudget;
use crate::session::Session;
use crate::tasks::blocking;

/// An exported budget in a temporary file, which disappears with this value.
#[derive(Debug)]
pub struct ExportFile {
    path: PathBuf,
    filename: String,
}

impl ExportFile {
    /// The zip.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Dated name to save it under.
    #[must_use]
    pub fn filename(&self) -> &str {
        &self.filename
    }

    /// The zip of an open budget.
    pub(crate) async fn of(app: &App, budget: &OpenBudget) -> Result<Self, CallError> {
        let copy = TemporaryFile::new(app, "sqlite");
        let metadata = budget.export_copy(copy.0.clone()).await?;
        let today = app.environment.calendar.today();
        let path = copy.0.with_extension("zip");
        let filename =
            format!("{today}-{}.zip", plain(metadata.text(keys::BUDGET_NAME).unwrap_or("budget")));
        blocking(move || {
            let export = Self { path, filename };
            let out = File::create_new(&export.path).map_err(FileError::from)?;
            files::export(&copy.0, &metadata, out)?;
            Ok(export)
        })
        .await
    }
}

impl Drop for ExportFile {
    fn drop(&mut self) {
        // What cannot be removed now is removed at the next start.
        let _ = fs::remove_file(&self.path);
    }
}

/// A path that nothing lies at; what is put there disappears with this value.
pub(crate) struct TemporaryFile(PathBuf);

impl TemporaryFile {
    /// In the folder that is emptied at each start.
    pub(crate) fn new(app: &App, ending: &str) -> Self {
        let name = format!("{}.{ending}", app.environment.ids.uuid());
        Self(app.data_dir().join(UPLOADS_NAME).join(name))
    }

    /// Where.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Makes the file, for its owner alone.
    pub(crate) fn create(&self) -> io::Result<File> {
        private(OpenOptions::new().write(true).create_new(true)).open(&self.0)
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Letters and digits of a name, everything else a dash: fit for a header and for any disk.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

/// An upload under way.
#[derive(Debug)]
pub struct Uploading(UploadWriter);

impl Uploading {
    /// Adds a piece.
    ///
    /// # Errors
    /// `upload-too-large`, `storage-full`; the upload is gone then.
    pub async fn write(mut self, piece: Bytes) -> Result<Self, CallError> {
        blocking(move || {
            self.0.write(&piece)?;
            Ok(self)
        })
        .await
    }

    /// Ends the upload and answers its handle.
    ///
    /// # Errors
    /// `storage-full`.
    pub async fn finish(self) -> Result<String, CallError> {
        blocking(move || Ok(self.0.finish()?)).await
    }
}

impl App {
    /// Begins an upload of a file of the given name.
    ///
    /// # Errors
    /// `busy` with too many others under way, `storage-full`.
    pub async fn begin_upload(&self, name: &str) -> Result<Uploading, CallError> {
        let (app, name) = (self.clone(), name.to_owned());
        blocking(move || Ok(Uploading(app.uploads.begin(&name)?))).await
    }

    /// Exports the budget of a session into a temporary file that disappears with the answer.
    ///
    /// # Errors
    /// `no-budget-open`, `storage-full`.
    pub async fn export_file(&self, session: &Arc<Session>) -> Result<ExportFile, CallError> {
        ExportFile::of(self, &*self.budget_of(session).await?).await
    }
}
