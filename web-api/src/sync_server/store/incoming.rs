//! Incoming bytes: written to disk as they arrive, so that an upload needs the memory of one chunk,
//! and deleted unless they are moved to their place.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use bytes::Bytes;
use sobre_actors::durable::private;
use tokio::fs::File;
use tokio::io::AsyncWriteExt as _;

/// A file being received.
#[derive(Debug)]
pub struct Incoming {
    file: File,
    received: ReceivedFile,
}

/// A completely received file, safe on disk. Deleted on drop.
#[derive(Debug)]
pub struct ReceivedFile {
    path: PathBuf,
    bytes: u64,
}

impl Incoming {
    pub(super) fn new(path: PathBuf) -> io::Result<Self> {
        let file = make(&path)?;
        Ok(Self { file: File::from_std(file), received: ReceivedFile { path, bytes: 0 } })
    }

    /// Appends a chunk.
    ///
    /// # Errors
    /// Any output error; a full disk.
    pub async fn write(&mut self, chunk: &Bytes) -> io::Result<()> {
        self.received.bytes += chunk.len() as u64;
        self.file.write_all(chunk).await
    }

    /// Syncs the file to disk.
    ///
    /// # Errors
    /// Any output error.
    pub async fn finish(mut self) -> io::Result<ReceivedFile> {
        self.file.flush().await?;
        self.file.sync_all().await?;
        Ok(self.received)
    }

    /// The file itself, for reading from its start; without durability.
    ///
    /// # Errors
    /// Any output error.
    pub async fn into_reader(mut self) -> io::Result<(std::fs::File, ReceivedFile)> {
        self.file.flush().await?;
        let mut file = self.file.into_std().await;
        io::Seek::rewind(&mut file)?;
        Ok((file, self.received))
    }
}

fn make(path: &Path) -> io::Result<std::fs::File> {
    let mut options = std::fs::OpenOptions::new();
    private(options.read(true).write(true).create_new(true)).open(path)
}

impl ReceivedFile {
    pub(super) fn of(path: PathBuf, bytes: &mut dyn Read) -> io::Result<Self> {
        let mut file = make(&path)?;
        let mut received = Self { path, bytes: 0 };
        received.bytes = io::copy(bytes, &mut file)?;
        file.sync_all()?;
        Ok(received)
    }

    /// Its size.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(super) fn move_to(mut self, target: &Path) -> io::Result<()> {
        std::fs::rename(&self.path, target)?;
        self.path.clear();
        Ok(())
    }
}

impl Drop for ReceivedFile {
    fn drop(&mut self) {
        if !self.path.as_os_str().is_empty() {
            // A file that cannot be deleted now is deleted at the next start.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
