//! Commands of the sync server: serving, its password and its uploads. All but serving access its
//! directory directly, so the server must not run meanwhile.

use std::io::{self, IsTerminal as _};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use sobre_actors::banks::rotate_key;
use sobre_actors::environment::Environment;

use super::banks::BankArgs;
use super::{data_dir, print_line};
use crate::bodies::STALL;
use crate::sync_server::store::UploadRow;
use crate::sync_server::{FOLDER, FileId, SyncServer, listen};

#[derive(Debug, Args)]
pub(super) struct Server {
    /// Where the sync server stores its files [default: a folder in the platform's data directory]
    #[arg(long)]
    data_dir: Option<PathBuf>,
    /// Address to listen on; other computers reach it only once a password is set
    #[arg(long, default_value = "127.0.0.1")]
    host: IpAddr,
    /// Port to listen on; 0 picks a free one
    #[arg(long, default_value_t = 5107)]
    port: u16,
    /// Addresses of trusted proxies; password attempts are then counted by the client address they
    /// report
    #[arg(long, value_name = "ADDR[,ADDR]", value_delimiter = ',')]
    trusted_proxy: Vec<IpAddr>,
    #[command(flatten)]
    banks: BankArgs,
    /// Encrypt the bank credentials with a new key, then exit
    #[arg(long)]
    rotate_bank_key: bool,
}

#[derive(Debug, Args)]
pub(super) struct SetPassword {
    /// Where the sync server stores its files [default: as for sync-server]
    #[arg(long)]
    data_dir: Option<PathBuf>,
    /// End all sessions, so that every device has to sign in again
    #[arg(long)]
    sign_out: bool,
}

#[derive(Debug, Args)]
pub(super) struct Uploads {
    /// Where the sync server stores its files [default: as for sync-server]
    #[arg(long)]
    data_dir: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct RestoreUpload {
    /// Id of the file, as `sobre uploads` lists it
    file: String,
    /// Id of the upload
    upload: String,
    /// Where the sync server stores its files [default: as for sync-server]
    #[arg(long)]
    data_dir: Option<PathBuf>,
}

/// The directory of the sync server: as given, or the default one within the program's.
fn sync_dir(given: Option<PathBuf>) -> Result<PathBuf, String> {
    given.map_or_else(|| Ok(data_dir(None)?.join(FOLDER)), Ok)
}

fn open(given: Option<PathBuf>, environment: Environment) -> Result<SyncServer, String> {
    SyncServer::open(&sync_dir(given)?, environment).map_err(|error| error.to_string())
}

pub(super) fn serve(args: Server, environment: Environment) -> Result<ExitCode, String> {
    let data_dir = sync_dir(args.data_dir)?;
    if args.rotate_bank_key {
        return rotate_bank_key(&data_dir, &args.banks, environment);
    }
    let options = listen::Options {
        data_dir: data_dir.clone(),
        host: args.host,
        port: args.port,
        trusted_proxies: args.trusted_proxy,
        stall: STALL,
        environment,
        banks: args.banks.options(),
    };
    actix_web::rt::System::new().block_on(async move {
        let listen::RunningServer { server, address, setup_code } =
            listen::listen(&options).map_err(|error| error.to_string())?;
        print_setup_code(setup_code.as_deref(), &data_dir, PasswordSetting::ClientsHere)?;
        print_line(&format!("The sync server of Sobre is ready:\nhttp://{address}"))?;
        server.await.map_err(|error| error.to_string())?;
        Ok(ExitCode::SUCCESS)
    })
}

/// Rotates the key while no other process uses the directory.
fn rotate_bank_key(
    data_dir: &Path,
    banks: &BankArgs,
    environment: Environment,
) -> Result<ExitCode, String> {
    if !SyncServer::is_at(data_dir) {
        return Err(format!("{} is not the directory of a sync server", data_dir.display()));
    }
    let server = SyncServer::open(data_dir, environment).map_err(|error| error.to_string())?;
    let options = banks.options();
    let sealed = rotate_key(data_dir, options.key_file.as_deref());
    let sealed = sealed.map_err(|error| error.to_string())?;
    drop(server);
    print_line(&format!("Encrypted {sealed} bank credentials with a new key."))?;
    Ok(ExitCode::SUCCESS)
}

/// Where the first password can be set, beside the command.
#[derive(Debug, Clone, Copy)]
pub(super) enum PasswordSetting {
    /// In any client on this computer.
    ClientsHere,
    /// In the application that is served at the same address. Its sessions open the budgets, so
    /// clients on this computer need the code too.
    Application,
}

/// Prints how to set the first password, while there is none.
pub(super) fn print_setup_code(
    code: Option<&str>,
    sync_dir: &Path,
    setting: PasswordSetting,
) -> Result<(), String> {
    let Some(code) = code else { return Ok(()) };
    let (place, clients) = match setting {
        PasswordSetting::ClientsHere => (
            "in a client on this computer",
            "A client on another computer, or on the page of another program, needs",
        ),
        PasswordSetting::Application => {
            ("in Sobre, at the address below", "Any other client, on this computer too, needs")
        }
    };
    print_line(&format!(
        "The sync server has no password yet. Set one {place}, or stop this program and run\n\
         sobre set-password --data-dir {}\n{clients} this setup code:\n{code}\nA client that does \
         not ask for it takes it in front of the password, with a space between.",
        sync_dir.display()
    ))
}

pub(super) fn set_password(
    args: SetPassword,
    environment: Environment,
) -> Result<ExitCode, String> {
    let server = open(args.data_dir, environment)?;
    print_line("New password:")?;
    let password = new_password().map_err(|error| error.to_string())?;
    server.auth.change_password(&password).map_err(|error| match error.word() {
        Some("invalid-password") => "a password cannot be empty".to_owned(),
        _ => error.to_string(),
    })?;
    if args.sign_out {
        server.auth.store().end_sessions(|_| true).map_err(|error| error.to_string())?;
    }
    print_line("The password is set.")?;
    Ok(ExitCode::SUCCESS)
}

/// Reads a line without echo in a terminal, or plainly from a file or another program.
fn new_password() -> io::Result<String> {
    if io::stdin().is_terminal() {
        return rpassword::read_password();
    }
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\n', '\r']).to_owned())
}

pub(super) fn uploads(args: Uploads, environment: Environment) -> Result<ExitCode, String> {
    let files = open(args.data_dir, environment)?.auth.own_files();
    for file in files.list(true).map_err(|error| error.to_string())? {
        let deleted = if file.deleted { ", deleted" } else { "" };
        print_line(&format!("{} ({}{deleted})", file.id, file.name))?;
        let id = FileId::parse(&file.id).ok_or("a stored id is broken")?;
        for upload in files.uploads(&id).map_err(|error| error.to_string())? {
            print_line(&format!("  {}", line_of(&upload)))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn line_of(upload: &UploadRow) -> String {
    let made = upload.made_at();
    let current = if upload.current { ", current" } else { "" };
    format!("{}  {made}, {} bytes, {}{current}", upload.id, upload.bytes, upload.name)
}

pub(super) fn restore_upload(
    args: RestoreUpload,
    environment: Environment,
) -> Result<ExitCode, String> {
    let files = open(args.data_dir, environment)?.auth.own_files();
    let id = FileId::parse(&args.file).ok_or("this is no id of a file")?;
    files.restore(&id, &args.upload).map_err(|error| match error.word() {
        Some("file-not-found") => "there is no such file; sobre uploads lists them".to_owned(),
        Some("upload-not-found") => "there is no such upload; sobre uploads lists them".to_owned(),
        _ => error.to_string(),
    })?;
    print_line("The upload is current again. Devices will have to download the file again.")?;
    Ok(ExitCode::SUCCESS)
}
