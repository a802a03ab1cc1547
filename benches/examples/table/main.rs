//! Measures what criterion does not (opening, reading, durable edits, sockets, zips) and prints one
//! table of all goals: `table [--sizes SML] [--data DIR] [--only PART,PART]`. XL is measured with
//! `--sizes SMLX`; the parts are opening, register, edits, sockets, months, batches, rules,
//! schedules, imports, banks, reports, zips, server, sync and history.
//! Needs the program beside it: `cargo build --release -p web-api`.

mod banks;
mod bare;
mod batches;
mod edits;
mod estimates;
mod imports;
mod months;
mod opening;
mod register;
mod reports;
mod row;
mod rules;
mod schedules;
mod server;
mod socket;
mod sync;
mod wire;
mod yardstick;
mod zips;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use sobre_actors::files::Metadata;
use sobre_benches::files::{Recipe, write_budget};
use sobre_benches::size::{self, Size};

use crate::row::Row;
use crate::wire::Failure;

/// A generated budget in a data directory.
struct Budget<'a> {
    dir: &'a Path,
    id: String,
    size: Size,
}

impl Budget<'_> {
    fn database(&self) -> PathBuf {
        self.dir.join(&self.id).join("db.sqlite")
    }
}

struct Options {
    sizes: String,
    data: Option<PathBuf>,
    /// The parts to measure; all if empty.
    only: Vec<String>,
}

impl Options {
    fn wants(&self, part: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only == part)
    }
}

/// Measures a part.
type Measure = fn(&Budget<'_>) -> Result<Vec<Row>, Failure>;

const PARTS: [&str; 15] = [
    "opening",
    "register",
    "edits",
    "sockets",
    "months",
    "batches",
    "rules",
    "schedules",
    "imports",
    "banks",
    "reports",
    "zips",
    "server",
    "sync",
    "history",
];

fn options() -> Result<Options, Failure> {
    let mut options = Options { sizes: "SML".to_owned(), data: None, only: Vec::new() };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "--sizes" => options.sizes = value()?.to_uppercase(),
            "--data" => options.data = Some(value()?.into()),
            "--only" => options.only = value()?.split(',').map(str::to_owned).collect(),
            _ => return Err(format!("unknown option {arg}").into()),
        }
    }
    match options.only.iter().find(|part| !PARTS.contains(&part.as_str())) {
        Some(part) => Err(format!("{part} is none of {}", PARTS.join(", ")).into()),
        None => Ok(options),
    }
}

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "a tool for the command line")]
fn main() -> ExitCode {
    match options().and_then(|options| measure(&options)) {
        Ok(rows) => {
            println!("{}", row::table(&rows));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(options: &Options) -> Result<Vec<Row>, Failure> {
    let temporary = tempfile::tempdir()?;
    let dir = options.data.as_deref().unwrap_or(temporary.path());
    let wanted = |size: &Size| options.sizes.contains(&size.name[..1]);
    let mut rows = estimates::rows();
    let mut durable = Vec::new();
    for size in size::ALL.into_iter().filter(wanted) {
        let budget = generated(dir, size)?;
        let parts: [(&str, Measure); 11] = [
            ("opening", opening::rows),
            ("register", register::rows),
            ("sockets", socket::rows),
            ("months", months::rows),
            ("batches", batches::rows),
            ("rules", rules::rows),
            ("schedules", schedules::rows),
            ("imports", imports::rows),
            ("banks", banks::imported),
            ("reports", reports::rows),
            ("zips", zips::rows),
        ];
        if options.wants("edits") {
            durable.push(edits::measure(&budget)?);
        }
        for (part, measure) in parts {
            // An export of XL unpacks to more than an import takes.
            let is_too_large = part == "zips" && size.name == size::XL.name;
            if options.wants(part) && !is_too_large {
                rows.extend(measure(&budget)?);
            }
        }
        fs::remove_dir_all(dir.join(&budget.id))?;
    }
    rows.extend(edits::rows(&durable));
    if options.wants("banks") {
        rows.extend(banks::rows()?);
    }
    if options.wants("server") {
        rows.extend(server::rows(temporary.path())?);
    }
    if options.wants("sync") {
        rows.extend(sync::batches(&temporary.path().join("batches"))?);
    }
    if options.wants("history") {
        rows.extend(sync::first_sync(&temporary.path().join("history"))?);
    }
    Ok(rows)
}

/// Writes the budget of a size. It is deleted after its measurements, which change it.
fn generated(dir: &Path, size: Size) -> Result<Budget<'_>, Failure> {
    let id = format!("Measured-{}", size.name);
    let folder = dir.join(&id);
    fs::create_dir_all(&folder)?;
    write_budget(&Recipe::standard(size), &folder)?;
    Metadata::new(&id, &id).write(&folder)?;
    Ok(Budget { dir, id, size })
}
