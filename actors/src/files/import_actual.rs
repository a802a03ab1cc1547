//! Bringing in the zip of a budget exported by a program of this family.
//!
//! The database in the zip is never adopted: it is checked, and its rows are copied into a
//! database made by our own steps. Until the last rename nothing of it can be seen, and after any
//! error nothing of it is left.

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
use super::data_dir::{DataDir, Staged};
use super::error::FileError;
use super::{BudgetId, DB_NAME, DEMO_ID, build, store};
use crate::db::apply::aside;
use crate::db::apply::restamp::restamp_foreign;
use crate::db::metadata::{Metadata, keys};
use crate::db::{facts, migrate};
use crate::environment::Environment;
use crate::limits;

/// Name of the unpacked database while its rows are copied.
const UNPACKED_NAME: &str = "unpacked.sqlite";

/// The page cache that is left once the rows are copied.
const INDEXING_CACHE_KIB: u32 = 16_384;

/// Imports the zip as the budget whose id it carries. A budget of that id is replaced, its
/// backups stay; the caller has closed it before. The messages and the clock come along, so the
/// opener must take a new node id if the metadata say so.
///
/// # Errors
/// What is wrong with the zip, its metadata or its database; the data directory is then as it
/// was before.
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

/// A budget that was checked and copied and waits to take its place.
#[derive(Debug)]
pub struct StagedImport<'a> {
    staged: Staged<'a>,
    id: BudgetId,
}

impl StagedImport<'_> {
    /// Id of the budget; one of that id will be replaced and must be closed before.
    #[must_use]
    pub const fn id(&self) -> &BudgetId {
        &self.id
    }

    /// Puts the budget in its place.
    ///
    /// # Errors
    /// [`FileError::Disk`].
    pub fn install(self) -> Result<BudgetId, FileError> {
        self.staged.publish(&self.id)?;
        Ok(self.id)
    }
}

/// Checks and copies like [`import_actual`], but leaves the last step to the caller, who can close
/// the budget that is replaced only when nothing can go wrong any more. `beside` a budget of its id
/// it gets an id and a name of its own.
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

/// Where a downloaded budget belongs.
#[derive(Debug, Clone)]
pub struct Downloaded {
    /// Its id at the server.
    pub file_id: String,
    /// Its sync generation.
    pub group_id: Option<String>,
    /// The key it was encrypted with.
    pub encrypt_key_id: Option<String>,
    /// The server's time in milliseconds since 1970, if it tells it.
    pub server_ms: Option<u64>,
}

impl Downloaded {
    fn attach(&self, metadata: &mut Metadata) {
        let text = |text: &Option<String>| text.clone().map_or(Value::Null, Value::String);
        metadata.set(keys::CLOUD_FILE_ID, self.file_id.as_str().into());
        metadata.set(keys::GROUP_ID, text(&self.group_id));
        metadata.set(keys::ENCRYPT_KEY_ID, text(&self.encrypt_key_id));
        // Whoever uploaded it goes on with its own node.
        metadata.set(keys::RESET_CLOCK, true.into());
    }

    /// Of a program whose clock was ahead.
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

/// As [`stage_import`], for the zip of a file of a server, to which the budget goes on belonging.
///
/// # Errors
/// As [`import_actual`].
pub fn stage_download<'a>(
    zip: &Path,
    dir: &'a DataDir,
    env: &Environment,
    from: &Downloaded,
) -> Result<StagedImport<'a>, FileError> {
    stage(zip, dir, env, &Limits::STANDARD, Origin::Server(from))
}

/// Where a zip comes from.
#[derive(Clone, Copy)]
enum Origin<'o> {
    /// An export, which belongs to no server.
    Export {
        /// Whether a budget of its id stays.
        beside: bool,
    },
    /// A server.
    Server(&'o Downloaded),
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
        // A damaged page explains whatever else could not be read, so it is told first.
        checking.join().unwrap_or_else(|panic| resume_unwind(panic)).and(copied)
    })?;
    fs::remove_file(&unpacked)?;
    misfits::settle(&target, &misfits, from.is_some())?;
    migrate::migrate(&mut target, metadata.map())?;
    // Made here they need no log of changes, and the first opening is as quick as any other.
    facts::create_indexes(&target, INDEXING_CACHE_KIB)?;
    if !is_usual(&target)? {
        check_cells(&target, env)?;
    }
    if let Some(from) = from {
        from.correct_times(&target, env)?;
    }
    aside::note_unknown(&target).map_err(|error| FileError::InvalidDb(error.to_string()))?;
    build::close(target)?;
    metadata.write(staged.folder())?;
    Ok(StagedImport { staged, id })
}

/// Whether the cells can be made of any budget like this: ids are random, so that no two cells get
/// one name, and sums have as many terms as people have categories and accounts.
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

/// Refuses a budget that could not be opened, as two of its cells have one name. Sums beyond the
/// range of amounts are no reason: a budget of ours may come to them by syncing.
fn check_cells(target: &Connection, env: &Environment) -> Result<(), FileError> {
    let today = env.calendar.today();
    let facts =
        facts::load(target, today).map_err(|error| FileError::InvalidDb(error.to_string()))?;
    BudgetSheet::of_stored(&facts).map(drop).map_err(|error| {
        tracing::debug!(%error, "an import was refused");
        FileError::InvalidSchema(match error {
            SheetError::OutOfBounds { .. } => "its amounts are too large to be added up".into(),
            SheetError::TooManyTerms { .. } => "it has too many categories or accounts".into(),
            SheetError::DefinedTwice { .. } | SheetError::Cycle { .. } => {
                "ids of its categories or accounts are too much alike".into()
            }
            SheetError::Months { .. } => "it has too many months".into(),
        })
    })
}

/// Makes our tables as the source's level of steps has them and copies its rows into them.
fn copy_over(source: Connection, target: &mut Connection) -> Result<Vec<Misfit>, FileError> {
    let level = migrate::applied_level(&source)?;
    migrate::create_at_level(target, level)?;
    copy::copy_rows(source, target)
}

/// The metadata of an imported budget: it belongs to no server file, and no token of anybody
/// stays in it. Unknown keys stay. The fixed id of other programs' demo budgets gives way to a
/// new one, since a budget of that id is never listed, and so does that of a budget that stays.
fn take_over(
    bytes: &[u8],
    dir: &DataDir,
    env: &Environment,
    beside: bool,
) -> Result<(BudgetId, Metadata), FileError> {
    let mut metadata = Metadata::parse(bytes)?;
    let wrong = |what: &str| FileError::InvalidMeta(what.to_owned());
    let id = metadata.id().ok_or_else(|| wrong("it has no id"))?;
    let id =
        BudgetId::parse(id).map_err(|_| wrong("its id has characters that ids cannot have"))?;
    let name = match metadata.map().get(keys::BUDGET_NAME) {
        Some(Value::String(name)) if !name.trim().is_empty() => name.trim(),
        // Other programs also write a name that came as a number or as nothing.
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
