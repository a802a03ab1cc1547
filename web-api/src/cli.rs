//! The command line: `sobre serve`, `sobre call`, and in `sync` the commands of the sync server.

mod new_token;
mod sync;

use std::fmt::Display;
use std::io::{self, Write as _};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use serde_json::Value;
use sobre_actors::contract::{CallError, ErrorCode};
use sobre_actors::environment::Environment;
use sobre_actors::files::FileError;
use sobre_actors::network::http::HttpSyncServers;
use sobre_actors::{App, UndoOptions, files};
use sobre_engine::dates::Day;
use tracing_subscriber::EnvFilter;

use crate::bodies::STALL;
use crate::serve::{self, Options};
use crate::sync_server::FOLDER;
use crate::umask::{InheritedUmask, keep_files_private};

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
    // Contact the running server only if the data directory is locked. Otherwise the token could go
    // to a stranger at a stopped server's address, or a call run twice.
    let outcome = match App::start(&dir, environment) {
        Ok(app) => call_here(&app, call, args),
        Err(in_use @ FileError::DataDirInUse(_)) => {
            let url = files::remembered_server(&dir).ok_or_else(|| in_use.to_string())?;
            call_server(&url, &dir, call, &args)?
        }
        Err(error) => return Err(error.to_string()),
    };
    let (json, code) = match outcome {
        Ok(result) => (result, ExitCode::SUCCESS),
        Err(error) => (error, ExitCode::FAILURE),
    };
    let mut out: Box<dyn io::Write> =
        if code == ExitCode::SUCCESS { Box::new(io::stdout()) } else { Box::new(io::stderr()) };
    writeln!(out, "{json:#}").map_err(|error| error.to_string())?;
    Ok(code)
}

/// A result, or an error, both as callers see them.
type Outcome = Result<Value, Value>;

/// An HTTP client for a server on this computer.
fn agent() -> ureq::Agent {
    ureq::Agent::config_builder().http_status_as_error(false).proxy(None).build().into()
}

/// Sends the call to the running server.
fn call_server(url: &str, dir: &Path, call: &CallArgs, args: &Value) -> Result<Outcome, String> {
    let token = files::access_token::load_or_create(dir).map_err(|error| error.to_string())?;
    let mut request = agent()
        .post(format!("{url}/api/call/{}", call.name))
        .header("Authorization", format!("Bearer {token}"))
        .header("Accept", "application/json")
        .header("Content-Type", "application/json");
    if let Some(budget) = &call.budget {
        request = request.header("X-Budget", budget);
    }
    let unanswered = |error: &dyn Display| {
        format!(
            "the running server at {url} did not respond; the call may have been executed: {error}"
        )
    };
    let mut response = request.send(args.to_string()).map_err(|error| unanswered(&error))?;
    let body = response.body_mut().with_config().limit(u64::MAX);
    let text = body.read_to_string().map_err(|error| unanswered(&error))?;
    let mut answer: Value = serde_json::from_str(&text).map_err(|error| unanswered(&error))?;
    let error = answer.get_mut("error").map(Value::take);
    Ok(error.map_or_else(|| Ok(answer["result"].take()), Err))
}

/// Runs the call in this process, which owns the data directory.
fn call_here(app: &App, call: &CallArgs, args: Value) -> Outcome {
    actix_web::rt::System::new().block_on(async {
        let session = app.new_session(None);
        session.set_budget(call.budget.as_deref().map(Into::into));
        let outcome = app.call(&session, &call.name, args, UndoOptions::default()).await;
        app.shut_down().await;
        outcome.map_err(|error| as_json(&error))
    })
}

fn as_json(error: &CallError) -> Value {
    serde_json::to_value(error).unwrap_or_else(|_| Value::from(ErrorCode::Internal.wire()))
}
