//! What banks say of linked accounts: the answers of providers as rows in one neutral form, and
//! what these rows mean for the ledger.
//!
//! Reading is pure. A provider's file makes [`BankAnswer`]s of the texts that a server fetched, and
//! knows neither network nor clock; the day comes in with the [`Plan`]. Nothing here sees
//! credentials.

mod amounts;
mod errors;
mod json;
mod keys;
mod plan;
mod provider;
mod rows;
mod settings;
mod texts;

pub mod currency;
pub mod enable_banking;
pub mod go_cardless;
pub mod import;
pub mod linking;
pub mod plaid;
pub mod simplefin;

pub use amounts::{DecimalText, decimal_text, read_decimal};
pub use errors::{BankError, ErrorType, SyncStatus};
pub use keys::{Keyed, keyed, made_id, starting_id, transaction_id};
pub use plan::{KnownDays, Plan, PlannedAccount, SCHEDULED_DAYS, WINDOW_DAYS};
pub use provider::{AnswerKind, Provider};
pub use rows::{
    Balance, BankAnswer, BankRow, Cursor, Fields, MOST_ACCOUNTS, MOST_NOTES_CHARS,
    MOST_PAYEE_CHARS, MOST_ROWS, SkipReason, Skipped, Window,
};
pub use settings::{
    AccountSettings, MAPPABLE_DATES, MAPPABLE_NOTES, MAPPABLE_PAYEES, Mapped, Mapping, Mappings,
    field,
};
pub use texts::clean;
