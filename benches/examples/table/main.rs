//! Measures what criterion does not (opening, reading, durable edits, sockets, zips) and prints one
//! table of all goals: `table [--sizes SML] [--data DIR] [--no-zips]`. XL is measured with
//! `--sizes SMLX`.
//! Needs the program beside it: `cargo build --release -p web-api`.

mod bare;
mod batches;
mod edits;
mod estimates;
mod opening;
mod register;
mod row;
mod socket;
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

/// A generated budget of a data directory.
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
    zips: bool,
}

fn options() -> Result<Options, Failure> {
    let mut options = Options { sizes: "SML".to_owned(), data: None, zips: true };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "--sizes" => options.sizes = value()?.to_uppercase(),
            "--data" => options.data = Some(value()?.into()),
            "--no-zips" => options.zips = false,
            _ => return Err(format!("unknown option {arg}").into()),
        }
    }
    Ok(options)
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
        rows.extend(opening::rows(&budget)?);
        rows.extend(register::rows(&budget)?);
        durable.push(edits::measure(&budget)?);
        rows.extend(socket::rows(&budget)?);
        rows.extend(batches::rows(&budget)?);
        if options.zips {
            rows.extend(zips::rows(&budget)?);
        }
        fs::remove_dir_all(dir.join(&budget.id))?;
    }
    rows.extend(edits::rows(&durable));
    Ok(rows)
}

/// Writes the budget of a size. It is removed after its measurements, which change it.
fn generated(dir: &Path, size: Size) -> Result<Budget<'_>, Failure> {
    let id = format!("Measured-{}", size.name);
    let folder = dir.join(&id);
    fs::create_dir_all(&folder)?;
    write_budget(&Recipe::standard(size), &folder)?;
    Metadata::new(&id, &id).write(&folder)?;
    Ok(Budget { dir, id, size })
}
