//! Exports a budget of a data directory and imports the zip again, and prints how long each part
//! takes: `round_trip DIR ID`.

use std::fs::File;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use sobre_actors::environment::Environment;
use sobre_actors::files::{BudgetId, DB_NAME, DataDir, FileError, Metadata, export, import_actual};
use sobre_benches::command;

fn main() -> ExitCode {
    command::on_budget("round_trip", round_trip)
}

fn round_trip(dir: &Path, id: &str) -> Result<String, FileError> {
    let dir = DataDir::open(dir)?;
    let folder = dir.existing_budget(&BudgetId::parse(id)?)?;
    let zip = dir.path().join(".round-trip.zip");
    let start = Instant::now();
    let out = File::create(&zip)?;
    export(&folder.join(DB_NAME), &Metadata::read(&folder)?, out)?;
    let exported = start.elapsed().as_secs_f64();
    let size = std::fs::metadata(&zip)?.len() / 1_000_000;
    let start = Instant::now();
    import_actual(&zip, &dir, &Environment::system(None))?;
    let imported = start.elapsed().as_secs_f64();
    std::fs::remove_file(&zip)?;
    Ok(format!("export {exported:.2} s, zip {size} MB, import {imported:.2} s"))
}
