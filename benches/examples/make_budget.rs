//! Writes a budget for measurements: `make_budget SIZE DIR [--no-log]`, where SIZE is S, M, L, XL
//! or `demo` and DIR is a data directory. Prints the id of the budget.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use sobre_actors::environment::Environment;
use sobre_actors::files::{BudgetId, DataDir, FileError, create_demo};
use sobre_benches::files::{Recipe, write_budget};
use sobre_benches::size;

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "a tool for the command line")]
fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [size, dir, options @ ..] = args.as_slice() else {
        eprintln!("usage: make_budget S|M|L|XL|demo DIR [--no-log]");
        return ExitCode::FAILURE;
    };
    let start = Instant::now();
    match make(size, Path::new(dir), options.iter().all(|option| option != "--no-log")) {
        Ok(id) => {
            println!("{id}");
            eprintln!("{:.1} s", start.elapsed().as_secs_f64());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn make(name: &str, dir: &Path, logged: bool) -> Result<BudgetId, FileError> {
    let dir = DataDir::open(dir)?;
    if name == "demo" {
        return create_demo(&dir, &Environment::system(None));
    }
    let size = size::ALL.into_iter().find(|size| size.name.eq_ignore_ascii_case(name));
    let size = size.ok_or(FileError::NameRequired)?;
    let id = BudgetId::parse(&format!("Size-{}", size.name))?;
    let staged = dir.stage()?;
    let recipe = Recipe { logged, ..Recipe::standard(size) };
    write_budget(&recipe, staged.folder())?;
    sobre_actors::files::Metadata::new(id.as_str(), id.as_str()).write(staged.folder())?;
    staged.publish(&id)?;
    Ok(id)
}
