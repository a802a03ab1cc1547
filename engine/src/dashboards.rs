//! Dashboards: pages of cards, and the saved reports that cards may show. Here are their rules and
//! their form in the file; `reports` computes their figures.

mod card;
mod default_page;
mod file;
mod meta;
mod names;
mod report;

pub use card::{COLUMNS, CardError, MOST_HEIGHT, MOST_ROWS, Place, card_kind, experiment_flag};
pub use default_page::{DEFAULT_PAGE, DefaultCard};
pub use file::{DashboardFileError, FileCard, FileMeta, read_dashboard};
pub use meta::{CardMeta, META_BYTES, check_settings, patched, settings_text};
pub use names::sort_key;
pub use report::{ReportError, ReportFields, ReportRow, SavedReport};

#[cfg(test)]
mod tests;
