//! Budget files on disk: one folder per budget in a data directory, with `db.sqlite` and
//! `metadata.json`. Plain functions and structs over paths, without knowledge of callers or open
//! budgets. The caller must close an open budget before it is deleted or replaced.

pub mod access_token;
mod archive;
mod backups;
mod build;
pub mod data_dir;
mod demo;
mod disk;
pub mod error;
mod export;
mod global_prefs;
mod ids;
mod import_actual;
mod import_other;
mod modes;
mod random;
mod running;
pub mod seeded;
mod store;
mod texts_zip;
pub mod uploads;

pub use crate::db::{DATABASE_FILE as DB_NAME, Metadata};
pub use archive::{
    MAX_ARCHIVE_BYTES, MAX_ENTRIES, MAX_ENTRY_BYTES, MAX_RATIO, MAX_TOTAL_BYTES, RATIO_FROM,
};
pub use backups::{
    Backup, StagedBackup, backups_of, keep_unreadable, make_backup, shows_backup, stage_backup,
};
pub use data_dir::DataDir;
pub use demo::create_demo;
pub use disk::DiskFault;
pub use error::{FileError, ZipReason};
pub use export::export;
pub use global_prefs::{last_opened, load_global_prefs, note_opened, save_global_prefs};
pub use ids::{BudgetId, DEMO_ID, TEST_ID};
pub use import_actual::{
    DownloadedFile, StagedImport, import_actual, stage_download, stage_import,
};
pub use import_other::{FoundYnab4, find_ynab4, import_ynab4, import_ynab4_folder, import_ynab5};
pub use running::{forget_server, remember_server, remembered_server};
pub use store::{ListedBudget, MAX_NAME_LENGTH, create_budget, delete_budget, list_budgets};
pub use texts_zip::zip_of_texts;
pub use uploads::{Upload, UploadWriter, Uploads};

#[cfg(test)]
mod tests;
