//! `sobre import`: a file of transactions into an account, for scripts.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};
use sobre_actors::environment::Environment;

use super::work::{NamedFile, Work};
use super::{data_dir, print_line};

#[derive(Debug, Args)]
pub(super) struct ImportArgs {
    /// The file; its ending says its format: csv, tsv, qif, ofx, qfx or xml
    file: PathBuf,
    /// Id of the account, as `sobre call accounts-get` lists it
    #[arg(long)]
    account: String,
    /// Id of the budget, as `sobre call get-budgets` lists it
    #[arg(long)]
    budget: String,
    /// Say what would happen and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Where budgets are stored [default: the platform's data directory]
    #[arg(long)]
    data_dir: Option<PathBuf>,
}

/// Fails if nothing could be imported because of errors.
pub(super) fn run(args: ImportArgs, environment: Environment) -> Result<ExitCode, String> {
    let ImportArgs { file, account, budget, dry_run, json, data_dir: dir } = args;
    let bytes = std::fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let work = Work {
        budget: Some(&budget),
        name: "transactions-import-file",
        args: json!({ "accountId": account, "isPreview": dry_run }),
        file: Some(NamedFile { name, bytes }),
    };
    match work.run(&data_dir(dir)?, environment)? {
        Ok(done) => {
            if !json {
                unread(&done)?;
            }
            let words = if json { format!("{done:#}") } else { words(&done, dry_run) };
            print_line(&words)?;
            Ok(if has_failed(&done) { ExitCode::FAILURE } else { ExitCode::SUCCESS })
        }
        Err(error) if json => {
            writeln!(io::stderr(), "{error:#}").map_err(|error| error.to_string())?;
            Ok(ExitCode::FAILURE)
        }
        Err(error) => Err(text(&error, "message").to_owned()),
    }
}

fn count(done: &Value, field: &str) -> u64 {
    done[field].as_u64().unwrap_or_default()
}

fn text<'d>(value: &'d Value, field: &str) -> &'d str {
    value[field].as_str().unwrap_or_default()
}

fn list<'d>(done: &'d Value, field: &str) -> &'d [Value] {
    done[field].as_array().map_or(&[], Vec::as_slice)
}

/// Whether the file cannot be read, or holds only what is refused.
fn has_failed(done: &Value) -> bool {
    let taken = ["added", "matched", "unchanged", "leftOut"].map(|field| count(done, field));
    let has_refused = !list(done, "refused").is_empty();
    !list(done, "errors").is_empty() || has_refused && taken.iter().all(|it| *it == 0)
}

/// Why the file cannot be read.
fn unread(done: &Value) -> Result<(), String> {
    let messages: Vec<_> = list(done, "errors").iter().map(|it| text(it, "message")).collect();
    if messages.is_empty() { Ok(()) } else { Err(messages.join("\n")) }
}

/// The result in words, each refused transaction on a line of its own.
fn words(done: &Value, dry_run: bool) -> String {
    let refused = list(done, "refused");
    let mut words = format!(
        "{}{} added, {} matched, {} unchanged",
        if dry_run { "Nothing is written. It would be: " } else { "" },
        count(done, "added"),
        count(done, "matched"),
        count(done, "unchanged"),
    );
    let others = [("left out", count(done, "leftOut")), ("refused", refused.len() as u64)];
    let others = others.into_iter().filter(|(_, number)| *number > 0);
    words.extend(others.map(|(name, number)| format!(", {number} {name}")));
    let reason = |row: &Value| format!("\nline {}: {}", row["line"], text(row, "reason"));
    words.extend(refused.iter().map(reason));
    words
}
