//! Opens a budget of a data directory and prints the milliseconds of each part and the peak memory
//! of the process: `open_once DIR ID`. Each opening is a separate process, so that none includes
//! time or memory of an earlier one.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use sobre_actors::db::{BudgetDb, DbError};
use sobre_actors::environment::Environment;
use sobre_benches::command;
use sobre_engine::budget::BudgetSheet;

fn main() -> ExitCode {
    command::on_budget("open_once", |dir, id| open(&dir.join(id)))
}

fn open(folder: &Path) -> Result<String, DbError> {
    let start = Instant::now();
    let ms = || start.elapsed().as_secs_f64() * 1e3;
    let mut db = BudgetDb::open(folder, Environment::system(None))?;
    let opened = ms();
    let facts = db.facts()?;
    let read = ms();
    let sheet = BudgetSheet::build(&facts).map_err(|error| DbError::BrokenClock(error.to_string()));
    let cells = sheet?.cell_count();
    Ok(format!(
        "file {opened:.1} ms, facts {:.1} ms, sheet {:.1} ms of {cells} cells, all {:.1} ms; {}",
        read - opened,
        ms() - read,
        ms(),
        peak_memory()
    ))
}

/// The system's record of the process's peak memory.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    line.map_or_else(|| "memory unknown".to_owned(), |line| line.replace(['\t', ' '], ""))
}
