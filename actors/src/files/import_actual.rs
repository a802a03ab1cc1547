//! Imports the exported zip of a budget in this file format.
//!
//! The database in the zip is never used directly: it is checked, and its rows are copied into a
//! newly created database. Until the last rename the import is invisible, and any error removes all
//! of it.

mod batch;
mod copy;
mod misfits;
pub(super) mod source;
mod values;

use std::fs;
use std::panic::resume_unwind;
use std::path::Path;
use std::thread;

use rusqlite::Connection;
use serde_json::Value;
use sobre_engine::budget::BudgetSheet;
use sobre_engine::sheet::SheetError;

use self::misfits::Misfit;
use super::archive::{self, Limits};
use super::data_dir::{DataDir, StagedFolder};
use super::error::FileError;
use super::{BudgetId, DB_NAME, DEMO_ID, build, store};
use crate::db::apply::deferred;
use crate::db::apply::restamp::restamp_foreign;
use crate::db::metadata::{Metadata, keys};
use crate::db::{facts, migrate};
use crate::environment::Environment;
use crate::limits;

/// Name of the unpacked database while its rows are copied.
const UNPACKED_NAME: &str = "unpacked.sqlite";

/// The page cache left for building indexes after the copy.
const INDEXING_CACHE_KIB: u32 = 16_384;

/// Imports the zip as the budget with its id. A budget with that id is replaced and its backups
/// stay; the caller must have closed it. Messages and clock are imported too, so the metadata may
/// require a new node id at the next opening.
///
/// # Errors
/// Errors in the zip, its metadata or its database; the data directory is unchanged then.
pub fn import_actual(zip: &Path, dir: &DataDir, env: &Environment) -> Result<BudgetId, FileError> {
    import_within(zip, dir, env, &Limits::STANDARD)
}

pub(super) fn import_within(
    zip: &Path,
    dir: &DataDir,
    env: &Environment,
    limits: &Limits,
) -> Result<BudgetId, FileError> {
    stage(zip, dir, env, limits, Origin::Export { beside: false })?.install()
}

/// A checked and copied budget, ready to be installed.
#[derive(Debug)]
pub struct StagedImport<'a> {
    staged: StagedFolder<'a>,
    id: BudgetId,
}

impl StagedImport<'_> {
    /// Id of the budget; a budget with that id will be replaced and must be closed first.
    #[must_use]
    pub const fn id(&self) -> &BudgetId {
        &self.id
    }

    /// Installs the budget.
    ///
    /// # Errors
    /// [`FileError::Disk`].
    pub fn install(self) -> Result<BudgetId, FileError> {
        self.staged.publish(&self.id)?;
        Ok(self.id)
    }
}

/// Checks and copies as [`import_actual`], but leaves the last step to the caller, so that a
/// replaced budget is closed only when the import can no longer fail. With `beside`, an existing
/// budget stays and the import gets its own id and name.
///
/// # Errors
/// As [`import_actual`].
pub fn stage_import<'a>(
    zip: &Path,
    dir: &'a DataDir,
    env: &Environment,
    beside: bool,
) -> Result<StagedImport<'a>, FileError> {
    stage(zip, dir, env, &Limits::STANDARD, Origin::Export { beside })
}

/// The server file of a downloaded budget.
#[derive(Debug, Clone)]
pub struct DownloadedFile {
    /// Its id on the server.
    pub file_id: String,
    /// Its sync generation.
    pub group_id: Option<String>,
    /// The key it was encrypted with.
    pub encrypt_key_id: Option<String>,
    /// The server's time in milliseconds since 1970, if it reports it.
    pub server_ms: Option<u64>,
}

impl DownloadedFile {
    fn attach(&self, metadata: &mut Metadata) {
        let text = |text: &Option<String>| text.clone().map_or(Value::Null, Value::String);
        metadata.set(keys::CLOUD_FILE_ID, self.file_id.as_str().into());
        metadata.set(keys::GROUP_ID, text(&self.group_id));
        metadata.set(keys::ENCRYPT_KEY_ID, text(&self.encrypt_key_id));
        // The uploading device continues with its own node.
        metadata.set(keys::RESET_CLOCK, true.into());
    }

    /// Corrects timestamps of a program whose clock was ahead.
    fn correct_times(&self, target: &Connection, env: &Environment) -> Result<(), FileError> {
        let Some(server_ms) = self.server_ms else { return Ok(()) };
        let count = restamp_foreign(target, server_ms, env)
            .map_err(|error| FileError::InvalidDb(error.to_string()))?;
        if count > 0 {
            tracing::warn!(count, "messages of a downloaded budget were stamped by a wrong clock");
        }
        Ok(())
    }
}

/// As [`stage_import`], for the zip of a server file, which the budget stays connected to.
///
/// # Errors
/// As [`import_actual`].
pub fn stage_download<'a>(
    zip: &Path,
    dir: &'a DataDir,
    env: &Environment,
    from: &DownloadedFile,
) -> Result<StagedImport<'a>, FileError> {
    stage(zip, dir, env, &Limits::STANDARD, Origin::Server(from))
}

/// The source of a zip.
#[derive(Clone, Copy)]
enum Origin<'o> {
    /// An export, without a server.
    Export {
        /// Whether an existing budget with its id stays.
        beside: bool,
    },
    /// A server.
    Server(&'o DownloadedFile),
}

fn stage<'a>(
    zip: &Path,
    dir: &'a DataDir,
    env: &Environment,
    limits: &Limits,
    origin: Origin<'_>,
) -> Result<StagedImport<'a>, FileError> {
    let staged = dir.stage()?;
    let unpacked = staged.folder().join(UNPACKED_NAME);
    let metadata = archive::unpack(zip, &unpacked, limits)?;
    let (from, beside) = match origin {
        Origin::Export { beside } => (None, beside),
        Origin::Server(from) => (Some(from), false),
    };
    let (id, mut metadata) = take_over(&metadata, dir, env, beside)?;
    if let Some(from) = from {
        from.attach(&mut metadata);
    }
    let source = source::open(&unpacked)?;
    let mut target = build::open_new(&staged.folder().join(DB_NAME))?;
    let misfits = thread::scope(|scope| {
        let checking = scope.spawn(|| source::check_pages(&unpacked));
        let copied = copy_over(source, &mut target);
        // A damaged page explains other read errors, so it is reported first.
        checking.join().unwrap_or_else(|panic| resume_unwind(panic)).and(copied)
    })?;
    fs::remove_file(&unpacked)?;
    misfits::settle(&target, &misfits, from.is_some())?;
    migrate::migrate(&mut target, metadata.map())?;
    // Created here, indexes need no message log, and the first opening is as quick as any other.
    facts::create_indexes(&target, INDEXING_CACHE_KIB)?;
    if !is_usual(&target)? {
        check_cells(&target, env)?;
    }
    if let Some(from) = from {
        from.correct_times(&target, env)?;
    }
    deferred::record_unknown(&target).map_err(|error| FileError::InvalidDb(error.to_string()))?;
    build::close(target)?;
    metadata.write(staged.folder())?;
    Ok(StagedImport { staged, id })
}

/// Whether cells can be built for any budget like this: random ids cannot give two cells the same
/// name, and sums have as many terms as there are categories and accounts.
fn is_usual(target: &Connection) -> Result<bool, FileError> {
    let sql = format!(
        "SELECT (SELECT count(*) FROM categories) <= {most} \
            AND (SELECT count(*) FROM category_groups) <= {most} \
            AND (SELECT count(*) FROM accounts) <= {most} \
            AND NOT EXISTS (SELECT 1 FROM categories WHERE id GLOB '*[^0-9a-f-]*') \
            AND NOT EXISTS (SELECT 1 FROM category_groups WHERE id GLOB '*[^0-9a-f-]*') \
            AND NOT EXISTS (SELECT 1 FROM accounts WHERE id GLOB '*[^0-9a-f-]*') \
            AND ifnull((SELECT min(date) FROM transactions), 20000101) > 19800101 \
            AND ifnull((SELECT max(date) FROM transactions), 20000101) < 21000101",
        most = limits::CATEGORIES / 2,
    );
    Ok(target.query_row(&sql, [], |row| row.get(0))?)
}

/// Refuses a budget that could not be opened, because two of its cells have the same name. Sums
/// beyond the range of amounts are accepted, because syncing can cause them too.
fn check_cells(target: &Connection, env: &Environment) -> Result<(), FileError> {
    let today = env.calendar.today();
    let facts =
        facts::load(target, today).map_err(|error| FileError::InvalidDb(error.to_string()))?;
    BudgetSheet::build(&facts).map(drop).map_err(|error| {
        tracing::debug!(%error, "an import was refused");
        FileError::InvalidSchema(match error {
            SheetError::TooManyTerms { .. } => "it has too many categories or accounts".into(),
            SheetError::DefinedTwice { .. }
            | SheetError::Cycle { .. }
            | SheetError::NotDefined { .. } => {
                "ids of its categories or accounts are too much alike".into()
            }
            SheetError::Months { .. } => "it has too many months".into(),
        })
    })
}

/// Creates our tables at the source's migration level and copies its rows into them.
fn copy_over(source: Connection, target: &mut Connection) -> Result<Vec<Misfit>, FileError> {
    let level = migrate::applied_level(&source)?;
    migrate::create_at_level(target, level)?;
    copy::copy_rows(source, target)
}

/// The metadata of an imported budget: without a server file and without session tokens. Unknown
/// keys stay. The fixed id of other programs' demo budgets, which is never listed, is replaced by a
/// new one, and so is the id of an existing budget that stays.
fn take_over(
    bytes: &[u8],
    dir: &DataDir,
    env: &Environment,
    beside: bool,
) -> Result<(BudgetId, Metadata), FileError> {
    let mut metadata = Metadata::parse(bytes)?;
    let wrong = |what: &str| FileError::InvalidMeta(what.to_owned());
    let id = metadata.id().ok_or_else(|| wrong("it has no id"))?;
    let id = BudgetId::parse(id).map_err(|_| wrong("its id contains invalid characters"))?;
    let name = match metadata.map().get(keys::BUDGET_NAME) {
        Some(Value::String(name)) if !name.trim().is_empty() => name.trim(),
        // Other programs may also have stored a number or null as the name.
        None | Some(_) => id.as_str(),
    };
    let mut name: String = name.chars().take(super::MAX_NAME_LENGTH).collect();
    let stays = beside && dir.budget_folder(&id).exists();
    if stays {
        name = store::free_name(dir, &name)?;
    }
    let is_new = stays || id.as_str() == DEMO_ID;
    let id = if is_new { store::new_id(dir, env, &name) } else { id };
    metadata.set(keys::ID, id.as_str().into());
    metadata.set(keys::BUDGET_NAME, name.into());
    metadata.remove(keys::CLOUD_FILE_ID);
    metadata.remove_own();
    metadata.set(keys::GROUP_ID, Value::Null);
    metadata.set(keys::ENCRYPT_KEY_ID, Value::Null);
    metadata.set(keys::LAST_UPLOADED, env.calendar.today().to_string().into());
    Ok((id, metadata))
}
