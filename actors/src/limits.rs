//! The stated bounds of queues, waits and sizes. Each one is there so that a slow reader or a
//! flood ends in a clear answer instead of in growing memory.

use std::time::Duration;

/// Calls one session may have under way, with those whose answer it has not read.
pub const CALLS_PER_SESSION: usize = 128;
/// Calls of one session that read at once. More wait behind each other, and so not before those of
/// other sessions.
pub const READS_PER_SESSION: usize = 4;
/// Calls of all sessions together that may be under way.
pub const CALLS_IN_ALL: usize = 1024;
/// Frames waiting for one tab; a tab that falls further behind is disconnected and comes back by
/// revision.
pub const FRAMES_PER_SESSION: usize = 512;
/// Latest frames about changes kept per budget for tabs that reconnect. They all must fit the queue
/// of a tab.
pub const FRAMES_KEPT: usize = 384;
/// Bytes of those frames.
pub const FRAME_BYTES_KEPT: usize = 4 << 20;
/// Rows of one commit whose ids are told to the tabs; after more they reload what they show.
pub const ROWS_TOLD: usize = 500;
/// Cells of an undone step that are told; of one with more none is.
pub const CELLS_TOLD: usize = 10 * ROWS_TOLD;
/// Transactions of one commit that are told themselves; of more, a tab asks for those it shows.
pub const ENTRIES_TOLD: usize = 20;
/// Budgets open at once.
pub const OPEN_BUDGETS: usize = 32;
/// Milliseconds that a budget stays open after its last tab is gone, which a broken connection or a
/// reload brings back: its steps of undo, and what that tab missed, are kept for so long.
pub const KEPT_OPEN_MS: i64 = 5 * 60 * 1_000;
/// Commits the sheet may lie behind; the database waits for it then.
pub const COMMITS_AHEAD: u64 = 256;
/// From so many commits on that wait to be told, tabs ask for written transactions themselves.
pub const COMMITS_WAITING_FOR_ROWS: usize = 256;
/// Pages the write-ahead log may grow to (64 MiB) before a commit has to move them into the file: a
/// few batches of a thousand rows.
pub const LOG_PAGES: u32 = 16_000;
/// How long nobody may have written before the write-ahead log is moved into the file.
pub const QUIET: Duration = Duration::from_millis(300);
/// How long closing a budget waits for those who still read it; then the log stays beside the file.
pub const CLOSING: Duration = Duration::from_millis(500);
/// Milliseconds between two backups of a budget that is open and changed.
pub const BACKUP_EVERY_MS: i64 = 15 * 60 * 1_000;
/// How often the program looks whether files are in their place, a backup is due, or a budget may
/// be closed.
pub const LOOK_AROUND: Duration = Duration::from_secs(20);
/// How long a reader waits for the sheet to catch up with the database.
pub const SHEET_WAIT: Duration = Duration::from_secs(10);
/// How long a call may read from the budget file; an export of a million transactions takes some
/// seconds.
pub const READING: Duration = Duration::from_secs(60);
/// The same of a query with regular expressions: they may take long on few rows.
pub const SEARCHING: Duration = Duration::from_secs(10);
/// Steps that the regular expressions of one reading may take back on texts they are slow on.
pub const BACKTRACKS: usize = 50_000_000;
/// Rows that a quick query may ask for; one that asks for more leaves a reader to others.
pub const QUICK_ROWS: u64 = 1_000;
/// Bytes that the rows of one query may hold in memory until they are text, which is less.
pub const ANSWER_BYTES: usize = 512 << 20;
/// Bytes of all answers together that are being written or wait to be read.
pub const ANSWERS_IN_ALL: usize = 256 << 20;
/// Bytes of those that large answers leave to small ones.
pub const SMALL_ANSWERS: usize = 32 << 20;
/// Bytes that every answer has before anything is read for it.
pub const SMALL_ANSWER: usize = 16 << 10;
/// Rows one call may add, change and delete together.
pub const ROWS_PER_CALL: usize = 100_000;
/// Characters of the name of a category, group or account that is typed in.
pub const NAME_CHARS: usize = sobre_engine::names::MAX_CHARS;
/// Characters of a note that is typed in.
pub const NOTE_CHARS: usize = 50_000;
/// Categories, and groups, that a budget may have; a sum of the sheet takes twice as many.
pub const CATEGORIES: usize = sobre_engine::categories::MOST_CATEGORIES;
/// Bytes of the arguments of one call.
pub const ARGUMENT_BYTES: usize = 16 << 20;
/// Conditions that filters are made from in one call.
pub const CONDITIONS: usize = 500;
