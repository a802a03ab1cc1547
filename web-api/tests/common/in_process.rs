//! Servers in this process, with the timeouts that a test sets.

use std::io::Write as _;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use actix_web::dev::ServerHandle;
use actix_web::rt::System;
use sobre_actors::banks::BankOptions;
use sobre_actors::environment::Environment;
use sobre_actors::files::FileError;
use sobre_engine::dates::Day;
use web_api::serve::{self, Options, ServeError};
use web_api::sync_server::listen;

const HOST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// How long a test waits for a server before it fails.
const PATIENCE: Duration = Duration::from_secs(60);

fn environment() -> Environment {
    Environment::fixed("2026-11-20".parse::<Day>().unwrap())
}

/// The application on its directory, once the threads of an earlier one have released it.
fn started(options: &Options) -> serve::RunningProgram {
    let begun = Instant::now();
    loop {
        match serve::start(options) {
            Err(ServeError::Files(FileError::DataDirInUse(_))) if begun.elapsed() < PATIENCE => {
                thread::yield_now();
            }
            started => return started.unwrap(),
        }
    }
}

/// A server that runs until the test ends.
pub struct Running {
    pub address: SocketAddr,
    pub token: String,
    handle: ServerHandle,
    thread: Option<thread::JoinHandle<()>>,
}

impl Running {
    /// The application with a sync server.
    pub fn application(dir: &Path, stall: Duration) -> Self {
        let options = Options {
            data_dir: dir.to_owned(),
            host: HOST,
            port: 0,
            with_sync_server: true,
            origins: Vec::new(),
            trusted_proxies: Vec::new(),
            stall,
            environment: environment(),
            banks: BankOptions::default(),
        };
        let (tell, told) = mpsc::channel();
        let thread = thread::spawn(move || {
            System::new().block_on(async move {
                let running = started(&options);
                let handle = running.server.handle();
                tell.send((running.address, running.token.clone(), handle)).unwrap();
                running.wait().await.unwrap();
            });
        });
        let (address, token, handle) = told.recv().unwrap();
        Self { address, token, handle, thread: Some(thread) }
    }

    /// A sync server alone.
    pub fn sync_server(dir: &Path, stall: Duration) -> Self {
        let options = listen::Options {
            data_dir: dir.to_owned(),
            host: HOST,
            port: 0,
            trusted_proxies: Vec::new(),
            stall,
            environment: environment(),
            banks: BankOptions::default(),
        };
        let (tell, told) = mpsc::channel();
        let thread = thread::spawn(move || {
            System::new().block_on(async move {
                let listen::RunningServer { server, address, .. } =
                    listen::listen(&options).unwrap();
                tell.send((address, server.handle())).unwrap();
                server.await.unwrap();
            });
        });
        let (address, handle) = told.recv().unwrap();
        Self { address, token: String::new(), handle, thread: Some(thread) }
    }

    /// The text of a request with the access token.
    pub fn request(&self, path: &str, headers: &str, body: &str) -> String {
        let Self { address, token, .. } = self;
        format!(
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n{headers}\
             \r\n\r\n{body}"
        )
    }

    /// A connection on which this text was sent.
    pub fn sent(&self, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // The stop signal is sent immediately; its response comes when the server has ended, which
        // the thread waits for.
        drop(self.handle.stop(false));
        self.thread.take().unwrap().join().unwrap();
    }
}
