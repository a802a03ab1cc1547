//! Starts the program.

use std::process::ExitCode;

fn main() -> ExitCode {
    web_api::cli::main()
}
