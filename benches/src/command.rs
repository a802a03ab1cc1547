//! What the small tools beside the table have in common: a budget of a data directory goes in, a
//! report or an error in words comes out.

use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;

/// Runs a tool that is called with a data directory and the id of a budget in it, and prints its
/// report.
#[expect(clippy::print_stdout, clippy::print_stderr, reason = "for the command line")]
pub fn on_budget<E: Display>(
    name: &str,
    tool: impl FnOnce(&Path, &str) -> Result<String, E>,
) -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [dir, id] = args.as_slice() else {
        eprintln!("usage: {name} DIR ID");
        return ExitCode::FAILURE;
    };
    match tool(Path::new(dir), id) {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
