//! Exports and uploads: an export is a temporary file until it is sent, an upload is written piece
//! by piece on threads that may block.

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

/// An exported budget in a temporary file, deleted on drop.
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

    /// Dated file name to suggest.
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
        // A file that cannot be deleted now is deleted at the next start.
        let _ = fs::remove_file(&self.path);
    }
}

/// An unused path; a file created there is deleted on drop.
pub(crate) struct TemporaryFile(PathBuf);

impl TemporaryFile {
    /// In the folder that is emptied at each start.
    pub(crate) fn new(app: &App, ending: &str) -> Self {
        let name = format!("{}.{ending}", app.environment.ids.uuid());
        Self(app.data_dir().join(UPLOADS_NAME).join(name))
    }

    /// The path.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Creates the file, accessible only to its owner.
    pub(crate) fn create(&self) -> io::Result<File> {
        private(OpenOptions::new().write(true).create_new(true)).open(&self.0)
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Keeps letters and digits of a name and replaces everything else by dashes, for headers and file
/// systems.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

/// A running upload.
#[derive(Debug)]
pub struct Uploading(UploadWriter);

impl Uploading {
    /// Adds a piece.
    ///
    /// # Errors
    /// `upload-too-large`, `storage-full`; the upload is discarded then.
    pub async fn write(mut self, piece: Bytes) -> Result<Self, CallError> {
        blocking(move || {
            self.0.write(&piece)?;
            Ok(self)
        })
        .await
    }

    /// Ends the upload and returns its handle.
    ///
    /// # Errors
    /// `storage-full`.
    pub async fn finish(self) -> Result<String, CallError> {
        blocking(move || Ok(self.0.finish()?)).await
    }
}

impl App {
    /// Starts an upload of a file with the given name.
    ///
    /// # Errors
    /// `busy` if too many others are running, `storage-full`.
    pub async fn begin_upload(&self, name: &str) -> Result<Uploading, CallError> {
        let (app, name) = (self.clone(), name.to_owned());
        blocking(move || Ok(Uploading(app.uploads.begin(&name)?))).await
    }

    /// Exports a session's budget to a temporary file, deleted on drop.
    ///
    /// # Errors
    /// `no-budget-open`, `storage-full`.
    pub async fn export_file(&self, session: &Arc<Session>) -> Result<ExportFile, CallError> {
        ExportFile::of(self, &*self.budget_of(session).await?).await
    }
}
