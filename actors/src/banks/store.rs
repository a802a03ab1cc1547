//! The database of sealed secrets, connections and sealed messages. Related changes are one
//! transaction, and every commit survives a power cut.

mod inbox;
mod links;
mod rotation;
mod secrets;

use std::io;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use rusqlite::{Connection as Database, TransactionBehavior};
use sobre_engine::banks::linking::{InstitutionName, Schedule};
use sobre_engine::banks::{BankError, Provider};
use sobre_engine::dates::Day;
use thiserror::Error;

use super::connections::{LinkCode, LinkFault};
use super::sealing::SealFault;
use super::vault::{KEY_NAME, Vault};

pub(super) use inbox::Delivery;
pub(super) use links::Success;

const NAME: &str = "banks.sqlite";
const STEPS: &[&str] = &[include_str!("../../../migrations/server/banks_1.sql")];
/// Means no file or no connection.
const NONE: &str = "-";

/// Why the database of connections fails.
#[derive(Debug, Error)]
pub enum StoreFault {
    /// SQLite failed.
    #[error("the database of bank connections failed: {0}")]
    Database(#[from] rusqlite::Error),
    /// The disk failed, or the key file is invalid.
    #[error("the bank connections cannot be used: {0}")]
    Io(#[from] io::Error),
    /// A newer version of Sobre wrote the database.
    #[error("the bank connections were written by a newer version of Sobre")]
    NewerProgram,
    /// A message cannot be sealed.
    #[error(transparent)]
    Seal(#[from] SealFault),
    /// No device registered a key.
    #[error("no key to seal with")]
    NoKey,
    /// The messages of a file take too much space.
    #[error("the inbox is full")]
    Full,
}

impl From<StoreFault> for LinkFault {
    fn from(fault: StoreFault) -> Self {
        match fault {
            StoreFault::NoKey => Self::of(LinkCode::NoKey),
            StoreFault::Full => Self::with_message(
                LinkCode::Storage,
                "Too much bank data is waiting. Open this budget on a device to import it.",
            ),
            StoreFault::Database(_)
            | StoreFault::Io(_)
            | StoreFault::NewerProgram
            | StoreFault::Seal(_) => {
                tracing::error!(%fault, "bank connections");
                Self::of(LinkCode::Storage)
            }
        }
    }
}

/// The result of a step of the store.
pub(super) type StoreResult<T> = Result<T, StoreFault>;

/// A stored connection, without its grant.
#[derive(Debug, Clone)]
pub(super) struct ConnectionRow {
    pub(super) id: String,
    pub(super) file: String,
    pub(super) provider: Provider,
    pub(super) institution: InstitutionName,
    pub(super) valid_until: Option<String>,
    pub(super) cursor: String,
    pub(super) fetched_ms: Option<i64>,
    pub(super) error: Option<BankError>,
    pub(super) failures: u32,
    pub(super) retry_ms: Option<i64>,
    pub(super) needs_person: bool,
    pub(super) made_ms: i64,
}

/// An external account to fetch.
#[derive(Debug, Clone)]
pub(super) struct External {
    pub(super) id: String,
    pub(super) from: Day,
}

/// The schedule of a file and its last run.
#[derive(Debug, Clone)]
pub(super) struct ScheduleRow {
    pub(super) file: String,
    pub(super) schedule: Schedule,
    /// When it was last set or run.
    pub(super) ran_ms: i64,
    pub(super) last_run_ms: Option<i64>,
    /// When a device last read the inbox.
    pub(super) seen_ms: Option<i64>,
    pub(super) has_key: bool,
}

/// The database and the key of its secrets.
pub(super) struct Store {
    database: Mutex<Database>,
    vault: Vault,
}

impl Store {
    /// Opens or creates the database in a folder, and its key beside it or at `key_path`.
    pub(super) fn open(folder: &Path, key_path: Option<&Path>) -> StoreResult<Self> {
        let mut database = database(&folder.join(NAME))?;
        let key_path = key_path.map_or_else(|| folder.join(KEY_NAME), Path::to_owned);
        rotation::settle(&mut database, &key_path)?;
        let vault = match Vault::read(&key_path)? {
            Some(vault) => vault,
            None => Vault::create(&key_path)?,
        };
        Ok(Self { database: Mutex::new(database), vault })
    }

    /// Runs work in one transaction.
    fn in_one<T>(&self, work: impl FnOnce(&Database) -> StoreResult<T>) -> StoreResult<T> {
        let mut database = self.database.lock();
        let transaction = database.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let result = work(&transaction)?;
        transaction.commit()?;
        Ok(result)
    }
}

/// Seals all secrets in a folder with a new key.
///
/// # Errors
/// [`StoreFault`]. The next start resumes an interrupted rotation.
pub fn rotate_key(folder: &Path, key_path: Option<&Path>) -> Result<usize, StoreFault> {
    let mut database = database(&folder.join(NAME))?;
    let key_path: PathBuf = key_path.map_or_else(|| folder.join(KEY_NAME), Path::to_owned);
    rotation::rotate(&mut database, &key_path)
}

fn database(path: &Path) -> StoreResult<Database> {
    crate::durable::create_private(path)?;
    let mut database = Database::open(path)?;
    database.pragma_update(None, "journal_mode", "WAL")?;
    database.pragma_update(None, "synchronous", "FULL")?;
    database.pragma_update(None, "foreign_keys", true)?;
    database.pragma_update(None, "trusted_schema", false)?;
    // Deleted secrets must leave no trace in the file; the cost is small because rows are few.
    database.pragma_update(None, "secure_delete", true)?;
    let done: i64 = database.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let done = usize::try_from(done).unwrap_or(usize::MAX);
    if done > STEPS.len() {
        return Err(StoreFault::NewerProgram);
    }
    for (number, step) in (1_i64..).zip(STEPS).skip(done) {
        let transaction = database.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute_batch(step)?;
        transaction.pragma_update(None, "user_version", number)?;
        transaction.commit()?;
    }
    Ok(database)
}
