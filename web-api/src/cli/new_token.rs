//! `sobre new-token`: signs out everywhere, through the running server if there is one.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde_json::Value;
use sobre_actors::environment::Environment;
use sobre_actors::files::{self, DataDir, FileError, access_token};

use super::work::agent;
use super::{data_dir, print_line};
use crate::sync_server::{SyncServer, end_sessions_in, sessions_remain};

#[derive(Debug, Args)]
pub(super) struct NewToken {
    /// Where budgets are stored [default: the platform's data directory]
    #[arg(long)]
    data_dir: Option<PathBuf>,
}

pub(super) fn run(args: NewToken, environment: Environment) -> Result<ExitCode, String> {
    let dir = data_dir(args.data_dir)?;
    check(&dir)?;
    match DataDir::open(&dir) {
        Ok(owned) => {
            renew_here(owned.path(), environment)?;
            print_line(
                "You are signed out everywhere. Sobre prints its new address when you start it.",
            )?;
        }
        Err(in_use @ FileError::DataDirInUse(_)) => {
            let url = files::remembered_server(&dir).ok_or_else(|| in_use.to_string())?;
            let token = renew_at_server(&url, &dir)?;
            print_line(&format!(
                "You are signed out everywhere. The new address is\n{url}/?token={token}"
            ))?;
        }
        Err(error) => return Err(error.to_string()),
    }
    Ok(ExitCode::SUCCESS)
}

/// Refuses directories other than a data directory: nothing that is signed in depends on the token
/// there.
fn check(dir: &Path) -> Result<(), String> {
    let path = dir.display();
    if SyncServer::is_at(dir) {
        return Err(format!(
            "{path} is the directory of a sync server and has no token. To end its sessions, stop \
             the sync server and set its password again:\n\
             sobre set-password --sign-out --data-dir {path}"
        ));
    }
    if DataDir::is_at(dir).map_err(|error| format!("{path}: {error}"))? {
        return Ok(());
    }
    Err(format!("{path} is not a data directory of Sobre. Nobody was signed out."))
}

fn renew_here(dir: &Path, environment: Environment) -> Result<(), String> {
    access_token::renew(dir).map_err(|error| error.to_string())?;
    end_sessions_in(dir, environment).map_err(|error| sessions_remain(&error))?;
    Ok(())
}

/// Returns the new token.
fn renew_at_server(url: &str, dir: &Path) -> Result<String, String> {
    let token = || access_token::load_or_create(dir).map_err(|error| error.to_string());
    let request = agent()
        .post(format!("{url}/api/sign-out-everywhere"))
        .header("Authorization", format!("Bearer {}", token()?));
    let unanswered = |error: &ureq::Error| format!("the server at {url} did not answer: {error}");
    let mut response = request.send_empty().map_err(|error| unanswered(&error))?;
    if !response.status().is_success() {
        let body = response.body_mut().read_to_string().unwrap_or_default();
        let body: Value = serde_json::from_str(&body).unwrap_or_default();
        let message = body["error"]["message"].as_str().unwrap_or("the server failed");
        return Err(message.to_owned());
    }
    token()
}
