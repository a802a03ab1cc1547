//! Limits of queues, waits and sizes. Each one makes a slow reader or a flood end in a clear error
//! instead of growing memory.

use std::time::Duration;

/// Running calls of one session, including those with unread responses.
pub const CALLS_PER_SESSION: usize = 128;
/// Concurrent reads of one session. Further ones queue, and so do not delay other sessions.
pub const READS_PER_SESSION: usize = 4;
/// Running calls of all sessions together.
pub const CALLS_IN_ALL: usize = 1024;
/// Frames waiting for one tab; a tab that falls further behind is disconnected and reconnects by
/// revision.
pub const FRAMES_PER_SESSION: usize = 512;
/// Latest change frames kept per budget for reconnecting tabs. All of them must fit a tab's queue.
pub const FRAMES_KEPT: usize = 384;
/// Bytes of those frames.
pub const FRAME_BYTES_KEPT: usize = 4 << 20;
/// Latest commits kept per budget to say why a cell changed.
pub const CHANGES_KEPT: usize = 200;
/// Changed cells of those commits, about 3 MB.
pub const CHANGED_CELLS_KEPT: usize = 20_000;
/// Most changes of a cell in one reply.
pub const CHANGES_PER_CELL: usize = 20;
/// Most rows of a commit whose ids are in its event; after a larger one, tabs reload.
pub const ROWS_PER_EVENT: usize = 500;
/// Most cells of an undone step in its event; a larger step lists none.
pub const CELLS_PER_EVENT: usize = 10 * ROWS_PER_EVENT;
/// Most transactions of a commit that its event contains; for more, tabs request those they show.
pub const TRANSACTIONS_SENT: usize = 20;
/// Most days of a recurring date in one reply.
pub const UPCOMING_DATES: usize = 1_000;
/// Milliseconds for which a sign-in at a bank can be used to link accounts.
pub const TOKEN_MS: i64 = 30 * 60 * 1_000;
/// Milliseconds between looks into the inbox of what a server fetched from banks.
pub const INBOX_EVERY_MS: i64 = 5 * 60 * 1_000;
/// Milliseconds until the schedules of a budget run again that could not post, or failed.
pub const SCHEDULES_AGAIN_MS: i64 = 15 * 60 * 1_000;
/// Most transactions of the last runs of schedules that are kept for their notice.
pub const POSTED_KEPT: usize = 200;
/// Most reports of runs that are kept: those of a month.
pub const RUNS_KEPT: usize = 31;
/// Budgets open at once.
pub const OPEN_BUDGETS: usize = 32;
/// Bytes of a file of transactions.
pub const STATEMENT_BYTES: u64 = 64 << 20;
/// Files of transactions that are read at the same time.
pub const FILES_PARSED_AT_ONCE: usize = 2;
/// Milliseconds that a budget stays open after its last tab is gone, so that a tab that reloads or
/// reconnects finds its undo steps and missed events.
pub const KEPT_OPEN_MS: i64 = 5 * 60 * 1_000;
/// Most decisions of one call that reads cells: it decides again after another commit.
pub const DECISIONS: usize = 100;
/// The same for an import, which then takes its turn among the writes.
pub const IMPORT_DECISIONS: usize = 5;
/// Most new transactions of a bank in one commit: edits wait for as many.
pub const IMPORTED_ROWS_PER_COMMIT: usize = 1500;
/// Commits the sheet may be behind before the database waits for it.
pub const COMMITS_AHEAD: u64 = 256;
/// With this many commits waiting for their events, tabs request written transactions themselves.
pub const COMMITS_WAITING_FOR_ROWS: usize = 256;
/// Pages of the write-ahead log (64 MiB) before a commit has to checkpoint it: a few batches of a
/// thousand rows.
pub const LOG_PAGES: u32 = 16_000;
/// The same after a large write (256 MiB), which a quiet moment checkpoints: nobody should wait for
/// that.
pub const LARGE_LOG_PAGES: u32 = 64_000;
/// How long without writes before the write-ahead log is checkpointed.
pub const QUIET: Duration = Duration::from_millis(300);
/// How long after a budget is opened the rows of its reports are read ahead: its first screen is
/// drawn by then, and nobody has gone to the reports yet.
pub const READ_AHEAD: Duration = Duration::from_millis(250);
/// How long closing a budget waits for its interrupted reads, and then for readers of other
/// programs; after that the log stays beside the file. A budget whose log was removed waits for the
/// latter as long as [`READING`].
pub const CLOSING: Duration = Duration::from_secs(2);
/// Milliseconds between backups of an open and changed budget.
pub const BACKUP_EVERY_MS: i64 = 15 * 60 * 1_000;
/// How often the program checks its files, due backups and unused budgets.
pub const SERVICE_INTERVAL: Duration = Duration::from_secs(20);
/// How long a reader waits for the sheet to catch up with the database.
pub const SHEET_WAIT: Duration = Duration::from_secs(10);
/// How long a call may read from the budget file; exporting a million transactions takes some
/// seconds.
pub const READING: Duration = Duration::from_secs(60);
/// The same for a query with regular expressions, which may take long on few rows.
pub const SEARCHING: Duration = Duration::from_secs(10);
/// Charged backtracking steps of all regular expressions of one read.
pub const BACKTRACKS: usize = 50_000_000;
/// Rows that a quick query may request; a larger one leaves a reader free for others.
pub const QUICK_ROWS: u64 = 1_000;
/// Bytes that the rows of one query may hold in memory before they become text, which is smaller.
pub const ANSWER_BYTES: usize = 512 << 20;
/// Bytes of all responses that are being written or wait to be read.
pub const ANSWERS_IN_ALL: usize = 256 << 20;
/// Bytes of those that large responses leave to small ones.
pub const SMALL_ANSWERS: usize = 32 << 20;
/// Bytes reserved for every response before anything is read for it.
pub const SMALL_ANSWER: usize = 16 << 10;
/// Rows one call may add, change and delete together.
pub const ROWS_PER_CALL: usize = 100_000;
/// Characters of the name of a category, group or account.
pub const NAME_CHARS: usize = sobre_engine::names::MAX_CHARS;
/// Characters of a note.
pub const NOTE_CHARS: usize = 50_000;
/// Categories, and groups, of a budget; a sum of the sheet may have twice as many terms.
pub const CATEGORIES: usize = sobre_engine::categories::MOST_CATEGORIES;
/// Pages of dashboards of a budget.
pub const DASHBOARD_PAGES: usize = 100;

/// Cards whose figures one call returns.
pub const CARDS_AT_ONCE: usize = CARDS_PER_PAGE;
/// Cards of a page.
pub const CARDS_PER_PAGE: usize = 500;
/// Saved reports of a budget.
pub const SAVED_REPORTS: usize = 1_000;
/// Bytes of the file of an exported page.
pub const DASHBOARD_BYTES: usize = 8 << 20;
/// Bytes of the arguments of one call.
pub const ARGUMENT_BYTES: usize = 16 << 20;
/// Conditions of one call.
pub const CONDITIONS: usize = 500;
