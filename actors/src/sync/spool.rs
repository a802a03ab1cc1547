//! A sync response as it arrives: in memory while it is short, then in a file deleted on drop, so
//! that a history of any length needs little memory. An interrupted response can be resumed, also
//! by a later run of the program, which finds it beside the budget.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

use sobre_engine::crdt::Timestamp;
use sobre_engine::sync::fault::SyncFault;
use sobre_engine::sync::pieces::{self, PieceError};

use super::encryption::FileKey;
use super::slices::{Slices, fault};
use crate::durable::private;

/// Responses up to this size stay in memory.
const IN_MEMORY_BYTES: usize = 1 << 20;

/// Extension of files that a later run may resume; before it stands the sync generation.
const ENDING: &str = "answer";

/// Most concurrent responses for one budget: those of earlier openings may still be arriving.
const MOST_WRITERS: usize = 100;

/// The bytes of a response.
#[derive(Debug)]
pub(super) struct Spool {
    /// Path of the file, once there is one.
    path: PathBuf,
    few: Vec<u8>,
    many: Option<SpoolFile>,
    /// The number of messages, once counted.
    messages: usize,
    /// Whether the file survives the drop.
    lasting: bool,
}

impl Spool {
    /// An empty spool; there is no file at `path` yet.
    pub(super) const fn new(path: PathBuf) -> Self {
        Self { path, few: Vec::new(), many: None, messages: 0, lasting: false }
    }

    /// An empty spool for a response in a sync generation. Its file stays in the budget's folder
    /// until the response is complete.
    pub(super) fn beside(folder: &Path, group_id: &str) -> Option<Self> {
        let path = path_beside(folder, group_id)?;
        Some(Self { lasting: true, ..Self::new(path) })
    }

    /// The incomplete response of an earlier run for this generation. Files of other generations
    /// are useless and deleted.
    pub(super) fn earlier(folder: &Path, group_id: &str) -> Option<Self> {
        let wanted = path_beside(folder, group_id)?;
        sweep(folder, Some(group_id));
        let file = OpenOptions::new().read(true).write(true).open(&wanted).ok()?;
        file.try_lock().ok()?;
        let many = Some(SpoolFile { file, path: wanted.clone(), lasting: true });
        Some(Self { many, lasting: true, ..Self::new(wanted) })
    }

    /// Sets whether the file survives the drop. A program that is killed leaves its file in any
    /// case.
    pub(super) const fn set_lasting(&mut self, lasting: bool) {
        self.lasting = lasting;
        if let Some(spooled) = &mut self.many {
            spooled.lasting = lasting;
        }
    }

    /// Truncates an interrupted response to its whole messages; returns the timestamp of the last
    /// one, from which to resume. `None` if there is none.
    pub(super) fn keep_whole(&mut self) -> Option<Timestamp> {
        let mut keep = || -> Result<Option<String>, PieceError> {
            let (end, last) = pieces::whole_part(self.reader()?)?;
            match &mut self.many {
                None => self.few.truncate(usize::try_from(end).unwrap_or(usize::MAX)),
                Some(spooled) => {
                    spooled.file.set_len(end)?;
                    spooled.file.seek(SeekFrom::End(0))?;
                }
            }
            Ok(last)
        };
        keep().ok().flatten()?.parse().ok()
    }

    /// JSON text of the server's tree, empty if the response has none; counts the messages.
    ///
    /// # Errors
    /// `broken-answer` if it is not a sync response.
    pub(super) fn merkle(&mut self) -> Result<String, SyncFault> {
        let read = || pieces::merkle(self.reader()?);
        let (merkle, messages) = read().map_err(|error| fault(&error))?;
        self.messages = messages;
        Ok(merkle)
    }

    fn reader(&self) -> io::Result<Box<dyn BufRead + '_>> {
        Ok(match &self.many {
            None => Box::new(Cursor::new(&self.few)),
            Some(spooled) => {
                let mut file = &spooled.file;
                file.rewind()?;
                Box::new(BufReader::with_capacity(1 << 16, file))
            }
        })
    }

    /// The messages, decrypted while they are read.
    ///
    /// # Errors
    /// `storage-full` if the file cannot be read.
    pub(super) fn into_slices(self, key: Option<FileKey>) -> Result<Slices, SyncFault> {
        let source: Box<dyn BufRead + Send> = match self.many {
            None => Box::new(Cursor::new(self.few)),
            Some(mut spooled) => {
                spooled.file.rewind().map_err(|error| fault(&error.into()))?;
                Box::new(BufReader::with_capacity(1 << 16, spooled))
            }
        };
        Ok(Slices::of(source, key, self.messages))
    }
}

impl Write for Spool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(spooled) = &mut self.many {
            return spooled.file.write(bytes);
        }
        if self.few.len() + bytes.len() <= IN_MEMORY_BYTES {
            self.few.extend_from_slice(bytes);
            return Ok(bytes.len());
        }
        let mut spooled = SpoolFile::new(&self.path, self.lasting)?;
        spooled.file.write_all(&self.few)?;
        self.few = Vec::new();
        self.many.insert(spooled).file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Deletes files in a budget's folder for responses of other sync generations.
pub(crate) fn sweep(folder: &Path, group_id: Option<&str>) {
    let wanted = group_id.and_then(|group_id| path_beside(folder, group_id));
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    for path in entries.map(|entry| entry.path()) {
        let is_answer = path.extension().is_some_and(|ending| ending == ENDING);
        if is_answer && wanted.as_ref() != Some(&path) {
            // A file that cannot be deleted now is deleted at the next opening.
            let _ = fs::remove_file(path);
        }
    }
}

/// Path of a response beside its budget; none for an id that is not a plain word.
fn path_beside(folder: &Path, group_id: &str) -> Option<PathBuf> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let plain = !group_id.is_empty() && group_id.len() < 100 && group_id.chars().all(is_plain);
    plain.then(|| folder.join(format!("{group_id}.{ENDING}")))
}

/// An open file, deleted on drop unless it is to survive.
#[derive(Debug)]
struct SpoolFile {
    file: File,
    path: PathBuf,
    lasting: bool,
}

impl SpoolFile {
    /// Creates an empty file. If an earlier request still holds that name, uses a numbered one that
    /// is deleted on drop.
    fn new(path: &Path, lasting: bool) -> io::Result<Self> {
        if let Some(file) = locked(path)? {
            return Ok(Self { file, path: path.to_owned(), lasting });
        }
        for number in 1..MOST_WRITERS {
            let path = path.with_extension(format!("{number}.{ENDING}"));
            if let Some(file) = locked(&path)? {
                return Ok(Self { file, path, lasting: false });
            }
        }
        Err(io::ErrorKind::WouldBlock.into())
    }
}

/// Opens and empties a file for exclusive use; `None` if another writer has it.
fn locked(path: &Path) -> io::Result<Option<File>> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let file = private(&mut options).open(path)?;
    match file.try_lock() {
        Ok(()) => {
            file.set_len(0)?;
            Ok(Some(file))
        }
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

impl Read for SpoolFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.file.read(buffer)
    }
}

impl Drop for SpoolFile {
    fn drop(&mut self) {
        if !self.lasting {
            // A file that cannot be deleted now is deleted before the next response is stored.
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests;
