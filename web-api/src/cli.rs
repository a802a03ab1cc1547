//! The command line: `sobre serve`, `sobre call`, `sobre import`, and in `sync` the commands of the
//! sync server.

mod banks;
mod import;
mod new_token;
mod sync;
mod work;

use std::io::{self, Write as _};
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use serde_json::Value;
use sobre_actors::environment::Environment;
use sobre_actors::network::http::HttpSyncServers;
use sobre_engine::dates::Day;
use tracing_subscriber::EnvFilter;

use crate::bodies::STALL;
use crate::serve::{self, Options};
use crate::sync_server::FOLDER;
use crate::umask::{InheritedUmask, keep_files_private};

use self::banks::BankArgs;
use self::work::Work;

/// Personal envelope budgeting that stays instant.
#[derive(Debug, Parser)]
#[command(name = "sobre", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serves the application to a browser on this computer.
    Serve(Serve),
    /// Serves synchronisation only, for Sobre and compatible programs on other devices.
    SyncServer(sync::Server),
    /// Sets the password of the sync server, read from the standard input.
    SetPassword(sync::SetPassword),
    /// Lists the files of the sync server and their stored uploads.
    Uploads(sync::Uploads),
    /// Makes an earlier upload the current one again, also of a deleted file.
    RestoreUpload(sync::RestoreUpload),
    /// Signs out everywhere: creates a new access token and ends all sessions of browsers and
    /// devices.
    NewToken(new_token::NewToken),
    /// Imports a file of transactions (CSV, QIF, OFX or CAMT.053) into an account. Importing it
    /// again adds nothing.
    Import(import::ImportArgs),
    /// Runs one named call and prints its result as JSON.
    Call(CallArgs),
}

#[derive(Debug, Args)]
struct Serve {
    /// Where to store budgets [default: the platform's data directory]
    #[arg(long)]
    data_dir: Option<PathBuf>,
    /// Address to listen on; other computers reach it only once a password is set
    #[arg(long, default_value = "127.0.0.1")]
    host: IpAddr,
    /// Port to listen on; 0 picks a free one
    #[arg(long, default_value_t = 5106)]
    port: u16,
    /// Serve synchronisation at the same address too
    #[arg(long)]
    with_sync_server: bool,
    /// Another address of this server, by a name or through a proxy: `https://budget.example`; can
    /// be repeated
    #[arg(long, value_parser = origin)]
    origin: Vec<String>,
    /// Addresses of trusted proxies; password attempts are then counted by the client address they
    /// report
    #[arg(long, value_name = "ADDR[,ADDR]", value_delimiter = ',')]
    trusted_proxy: Vec<IpAddr>,
    #[command(flatten)]
    banks: BankArgs,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
}

#[derive(Debug, Args)]
struct CallArgs {
    /// Name of the call, for example get-budgets
    name: String,
    /// Arguments as JSON
    args: Option<String>,
    /// Budget for the call
    #[arg(long)]
    budget: Option<String>,
    /// Where budgets are stored [default: the platform's data directory]
    #[arg(long)]
    data_dir: Option<PathBuf>,
}

/// Runs the program with the process's arguments and environment.
#[must_use]
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let inherited = keep_files_private();
    let filter = EnvFilter::try_from_env("SOBRE_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    // When the log cannot be written (full disk), tracing would print an error, and that failing
    // print would end the program.
    log.log_internal_errors(false).init();
    let outcome = environment().and_then(|environment| match cli.command {
        Command::Serve(serve) => run_serve(serve, environment, inherited),
        Command::SyncServer(args) => sync::serve(args, environment),
        Command::SetPassword(args) => sync::set_password(args, environment),
        Command::Uploads(args) => sync::uploads(args, environment),
        Command::RestoreUpload(args) => sync::restore_upload(args, environment),
        Command::NewToken(args) => new_token::run(args, environment),
        Command::Import(args) => import::run(args, environment),
        Command::Call(call) => run_call(&call, environment),
    });
    match outcome {
        Ok(code) => code,
        Err(message) => {
            let _ = writeln!(io::stderr(), "sobre: {message}");
            ExitCode::FAILURE
        }
    }
}

/// `SOBRE_TODAY` fixes the calendar, `SOBRE_PATIENCE` sets how many seconds to wait for a server.
fn environment() -> Result<Environment, String> {
    let today = match std::env::var("SOBRE_TODAY") {
        Ok(text) => {
            let day: Day = text.parse().map_err(|error| format!("SOBRE_TODAY: {error}"))?;
            Some(day)
        }
        Err(_) => None,
    };
    let mut environment = Environment::system(today);
    if let Ok(text) = std::env::var("SOBRE_PATIENCE") {
        let seconds: u32 = text.parse().map_err(|error| format!("SOBRE_PATIENCE: {error}"))?;
        let patience = Duration::from_secs(seconds.into());
        environment.sync_servers = Arc::new(HttpSyncServers::waiting(patience));
    }
    Ok(environment)
}

fn data_dir(given: Option<PathBuf>) -> Result<PathBuf, String> {
    given
        .or_else(|| {
            let platform = directories::ProjectDirs::from("", "", "sobre")?;
            Some(platform.data_dir().to_owned())
        })
        .ok_or_else(|| "this computer has no data directory; use --data-dir".to_owned())
}

/// An origin as browsers write it: scheme, host and optional port.
fn origin(text: &str) -> Result<String, String> {
    let text = text.trim_end_matches('/');
    let authority = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    match authority {
        Some(authority) if !authority.is_empty() && !authority.contains(['/', '?', '#', '@']) => {
            Ok(text.to_owned())
        }
        _ => Err("write it as https://budget.example".to_owned()),
    }
}

fn ready(running: &serve::RunningProgram) -> String {
    let ready = format!("Sobre is ready. Open this address in your browser:\n{}", running.url);
    running.elsewhere.as_ref().map_or_else(
        || ready.clone(),
        |there| format!("{ready}\nYour other devices are asked for the password at\n{there}"),
    )
}

fn run_serve(
    serve: Serve,
    environment: Environment,
    inherited: InheritedUmask,
) -> Result<ExitCode, String> {
    let options = Options {
        data_dir: data_dir(serve.data_dir)?,
        host: serve.host,
        port: serve.port,
        with_sync_server: serve.with_sync_server,
        origins: serve.origin,
        trusted_proxies: serve.trusted_proxy,
        stall: STALL,
        environment,
        banks: serve.banks.options(),
    };
    actix_web::rt::System::new().block_on(async move {
        let running = serve::start(&options).map_err(|error| error.to_string())?;
        let sync_dir = options.data_dir.join(FOLDER);
        let (code, setting) = (running.setup_code.as_deref(), sync::PasswordSetting::Application);
        sync::print_setup_code(code, &sync_dir, setting)?;
        print_line(&ready(&running))?;
        let open = || open::that_detached(&running.url_once);
        if !serve.no_open && inherited.start(open).is_err() {
            tracing::warn!("no browser could be opened");
        }
        running.wait().await.map_err(|error| error.to_string())?;
        Ok(ExitCode::SUCCESS)
    })
}

fn print_line(words: &str) -> Result<(), String> {
    let mut out = io::stdout();
    // In a single write: a reader may stop listening once it has the line it waits for.
    let written = out.write_all(format!("{words}\n").as_bytes());
    written.and_then(|()| out.flush()).map_err(|error| error.to_string())
}

fn run_call(call: &CallArgs, environment: Environment) -> Result<ExitCode, String> {
    let args = match &call.args {
        Some(text) => serde_json::from_str(text).map_err(|error| format!("arguments: {error}"))?,
        None => Value::Null,
    };
    let dir = data_dir(call.data_dir.clone())?;
    let budget = call.budget.as_deref();
    let work = Work { budget, name: &call.name, args, file: None };
    let (json, code) = match work.run(&dir, environment)? {
        Ok(result) => (result, ExitCode::SUCCESS),
        Err(error) => (error, ExitCode::FAILURE),
    };
    let mut out: Box<dyn io::Write> =
        if code == ExitCode::SUCCESS { Box::new(io::stdout()) } else { Box::new(io::stderr()) };
    writeln!(out, "{json:#}").map_err(|error| error.to_string())?;
    Ok(code)
}
