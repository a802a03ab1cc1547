//! The answer to a sync as it comes: in memory while it is short, then in a file that goes with it,
//! so that a history of any length needs little memory. What was cut off can be gone on with, also
//! by a later program, which finds it beside the budget.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

use sobre_engine::crdt::Timestamp;
use sobre_engine::sync::api::SyncFault;
use sobre_engine::sync::pieces::{self, PieceError};

use super::encryption::FileKey;
use super::slices::{Slices, fault};
use crate::durable::private;

/// Answers up to this size stay in memory.
const IN_MEMORY_BYTES: usize = 1 << 20;

/// Ending of files that a later program may go on with; before it stands the sync generation.
const ENDING: &str = "answer";

/// Answers to requests of one budget that may come at once: those of openings that were closed.
const MOST_WRITERS: usize = 100;

/// The bytes of an answer.
#[derive(Debug)]
pub(super) struct Spool {
    /// Where the file lies, once there is one.
    path: PathBuf,
    few: Vec<u8>,
    many: Option<Kept>,
    /// How many messages there are, once they were counted.
    messages: usize,
    /// Whether its file stays when nobody holds it any more.
    lasting: bool,
}

impl Spool {
    /// An empty one; nothing lies at `path`.
    pub(super) const fn new(path: PathBuf) -> Self {
        Self { path, few: Vec::new(), many: None, messages: 0, lasting: false }
    }

    /// An empty one for an answer about a sync generation, whose file lies in the folder of the
    /// budget until all of the answer has come.
    pub(super) fn beside(folder: &Path, group_id: &str) -> Option<Self> {
        let path = path_beside(folder, group_id)?;
        Some(Self { lasting: true, ..Self::new(path) })
    }

    /// What an earlier program had of such an answer when it ended. What is there of other sync
    /// generations is of no use and is removed.
    pub(super) fn left(folder: &Path, group_id: &str) -> Option<Self> {
        let wanted = path_beside(folder, group_id)?;
        sweep(folder, Some(group_id));
        let file = OpenOptions::new().read(true).write(true).open(&wanted).ok()?;
        file.try_lock().ok()?;
        let many = Some(Kept { file, path: wanted.clone(), lasting: true });
        Some(Self { many, lasting: true, ..Self::new(wanted) })
    }

    /// Whether its file stays when nobody holds it any more. That of a program which is ended in
    /// the midst of its work stays in any case.
    pub(super) const fn set_lasting(&mut self, lasting: bool) {
        self.lasting = lasting;
        if let Some(kept) = &mut self.many {
            kept.lasting = lasting;
        }
    }

    /// Keeps the whole messages of an answer that was cut off; answers the time of the last one,
    /// from which on to go on asking. `None` if there is nothing to go on with.
    pub(super) fn keep_whole(&mut self) -> Option<Timestamp> {
        let mut keep = || -> Result<Option<String>, PieceError> {
            let (end, last) = pieces::whole_part(self.reader()?)?;
            match &mut self.many {
                None => self.few.truncate(usize::try_from(end).unwrap_or(usize::MAX)),
                Some(kept) => {
                    kept.file.set_len(end)?;
                    kept.file.seek(SeekFrom::End(0))?;
                }
            }
            Ok(last)
        };
        keep().ok().flatten()?.parse().ok()
    }

    /// JSON text of the server's tree, empty if the answer has none; counts the messages.
    ///
    /// # Errors
    /// `broken-answer` for what is no answer.
    pub(super) fn merkle(&mut self) -> Result<String, SyncFault> {
        let read = || pieces::merkle(self.reader()?);
        let (merkle, messages) = read().map_err(|error| fault(&error))?;
        self.messages = messages;
        Ok(merkle)
    }

    fn reader(&self) -> io::Result<Box<dyn BufRead + '_>> {
        Ok(match &self.many {
            None => Box::new(Cursor::new(&self.few)),
            Some(kept) => {
                let mut file = &kept.file;
                file.rewind()?;
                Box::new(BufReader::with_capacity(1 << 16, file))
            }
        })
    }

    /// The messages, decrypted as they are read.
    ///
    /// # Errors
    /// `storage-full` when the file cannot be read.
    pub(super) fn into_slices(self, key: Option<FileKey>) -> Result<Slices, SyncFault> {
        let source: Box<dyn BufRead + Send> = match self.many {
            None => Box::new(Cursor::new(self.few)),
            Some(mut kept) => {
                kept.file.rewind().map_err(|error| fault(&error.into()))?;
                Box::new(BufReader::with_capacity(1 << 16, kept))
            }
        };
        Ok(Slices::of(source, key, self.messages))
    }
}

impl Write for Spool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(kept) = &mut self.many {
            return kept.file.write(bytes);
        }
        if self.few.len() + bytes.len() <= IN_MEMORY_BYTES {
            self.few.extend_from_slice(bytes);
            return Ok(bytes.len());
        }
        let mut kept = Kept::new(&self.path, self.lasting)?;
        kept.file.write_all(&self.few)?;
        self.few = Vec::new();
        self.many.insert(kept).file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Removes what is left in the folder of a budget of answers about other sync generations than one.
pub(crate) fn sweep(folder: &Path, group_id: Option<&str>) {
    let wanted = group_id.and_then(|group_id| path_beside(folder, group_id));
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    for path in entries.map(|entry| entry.path()) {
        let is_answer = path.extension().is_some_and(|ending| ending == ENDING);
        if is_answer && wanted.as_ref() != Some(&path) {
            // What cannot be removed now is removed at the next opening.
            let _ = fs::remove_file(path);
        }
    }
}

/// Where an answer lies beside its budget. Ids that are no plain words have no place there.
fn path_beside(folder: &Path, group_id: &str) -> Option<PathBuf> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let plain = !group_id.is_empty() && group_id.len() < 100 && group_id.chars().all(is_plain);
    plain.then(|| folder.join(format!("{group_id}.{ENDING}")))
}

/// An open file, which is removed in the end unless it is to last.
#[derive(Debug)]
struct Kept {
    file: File,
    path: PathBuf,
    lasting: bool,
}

impl Kept {
    /// An empty file. Where a request of an earlier opening still writes the one of that name, it
    /// is another one, which goes with the value.
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

/// A file for one writer alone, emptied; `None` if it has one.
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

impl Read for Kept {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.file.read(buffer)
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        if !self.lasting {
            // What cannot be removed now is removed before the next answer is kept.
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests;
