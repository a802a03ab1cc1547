//! Starts the program.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Large imports take about a quarter less time with it than with the system's allocator.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    web_api::cli::main()
}
