//! Starts the program.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Imports and edits of many rows make many small texts, which it hands out faster.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    web_api::cli::main()
}
