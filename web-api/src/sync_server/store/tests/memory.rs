//! A backend in memory. It shows that the store's rules require nothing that only SQLite could do.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::{self, Cursor, Read};
use std::path::Path;
use std::sync::Arc;

use parking_lot::Mutex;
use sobre_engine::crdt::Merkle;
use sobre_engine::sync::wire::MessageEnvelope;
use tempfile::TempDir;

use super::super::backend::{
    Accounts, Backend, Blobs, FileData, Files, Log, MessageStream, Messages, NewUpload,
};
use super::super::messages::{Page, StoredMessages, read_timestamp};
use super::super::{FileRow, ReceivedFile, Session, StoreError, TokenHash, UploadRow};
use crate::sync_server::ids::FileId;

/// The place of a file, and the id of an upload or a sync generation.
type Name = (String, String);

/// A server's data, except bytes being received.
pub(super) struct Memory {
    incoming: TempDir,
    accounts: Mutex<Owner>,
    files: Mutex<Catalog>,
    blobs: Mutex<HashMap<Name, Vec<u8>>>,
    generations: Mutex<HashMap<Name, Arc<Mutex<Generation>>>>,
}

#[derive(Default)]
struct Owner {
    id: Option<String>,
    password_hash: Option<String>,
    sessions: HashMap<TokenHash, Session>,
    prefs: BTreeMap<String, String>,
}

#[derive(Default)]
struct Catalog {
    files: Vec<FileRow>,
    /// Uploads in order of arrival: the file as it was, and the time.
    uploads: Vec<(FileRow, NewUpload)>,
}

#[derive(Default)]
struct Generation {
    messages: BTreeMap<String, (i64, MessageEnvelope)>,
    merkle: Merkle,
    batch: i64,
}

impl Memory {
    pub(super) fn new() -> Self {
        Self {
            incoming: tempfile::tempdir().unwrap(),
            accounts: Mutex::default(),
            files: Mutex::default(),
            blobs: Mutex::default(),
            generations: Mutex::default(),
        }
    }
}

impl Accounts for Memory {
    fn owner(&self, fresh: &str) -> Result<String, StoreError> {
        Ok(self.accounts.lock().id.get_or_insert_with(|| fresh.to_owned()).clone())
    }

    fn password_hash(&self) -> Result<Option<String>, StoreError> {
        Ok(self.accounts.lock().password_hash.clone())
    }

    fn set_first_password(&self, hash: &str) -> Result<bool, StoreError> {
        let mut accounts = self.accounts.lock();
        let was_none = accounts.password_hash.is_none();
        accounts.password_hash.get_or_insert_with(|| hash.to_owned());
        Ok(was_none)
    }

    fn set_password(&self, hash: &str) -> Result<(), StoreError> {
        self.accounts.lock().password_hash = Some(hash.to_owned());
        Ok(())
    }

    fn sessions(&self) -> Result<Vec<(TokenHash, Session)>, StoreError> {
        let accounts = self.accounts.lock();
        Ok(accounts.sessions.iter().map(|(token, session)| (*token, session.clone())).collect())
    }

    fn add_session(&self, token: &TokenHash, session: &Session) -> Result<(), StoreError> {
        self.accounts.lock().sessions.insert(*token, session.clone());
        Ok(())
    }

    fn note_use(&self, token: &TokenHash, used_ms: i64) -> Result<(), StoreError> {
        if let Some(session) = self.accounts.lock().sessions.get_mut(token) {
            session.used_ms = used_ms;
        }
        Ok(())
    }

    fn end_sessions(&self, ids: &[String]) -> Result<(), StoreError> {
        self.accounts.lock().sessions.retain(|_, session| !ids.contains(&session.id));
        Ok(())
    }

    fn server_prefs(&self) -> Result<Vec<(String, String)>, StoreError> {
        Ok(self.accounts.lock().prefs.clone().into_iter().collect())
    }

    fn set_server_prefs(&self, prefs: &[(String, String)]) -> Result<(), StoreError> {
        self.accounts.lock().prefs.extend(prefs.iter().cloned());
        Ok(())
    }
}

impl Catalog {
    fn save(&mut self, file: &FileRow) -> FileRow {
        let mut file = file.clone();
        if file.number == 0 {
            file.number = i64::try_from(self.files.len()).unwrap() + 1;
            self.files.push(file.clone());
        }
        let at = self.files.iter().position(|known| known.number == file.number).unwrap();
        self.files[at] = file.clone();
        file
    }

    fn uploads(&self, file: &FileRow) -> Vec<UploadRow> {
        let own = self.uploads.iter().filter(|(then, _)| then.number == file.number);
        let mut uploads: Vec<_> = own
            .map(|(then, upload)| UploadRow {
                id: then.upload_id.clone().unwrap(),
                made_ms: upload.made_ms,
                bytes: i64::try_from(upload.bytes).unwrap(),
                name: then.name.clone(),
                current: then.upload_id == file.upload_id,
                encrypt_meta: then.encrypt_meta.clone(),
            })
            .collect();
        uploads.reverse();
        uploads.sort_by_key(|upload| std::cmp::Reverse(upload.made_ms));
        uploads
    }
}

impl Files for Memory {
    fn files(&self, deleted: bool) -> Result<Vec<FileRow>, StoreError> {
        let catalog = self.files.lock();
        Ok(catalog.files.iter().filter(|file| deleted || !file.deleted).cloned().collect())
    }

    fn find(&self, id: &FileId) -> Result<Option<FileRow>, StoreError> {
        Ok(self.files.lock().files.iter().find(|file| file.id == id.as_str()).cloned())
    }

    fn save(&self, file: &FileRow) -> Result<(), StoreError> {
        self.files.lock().save(file);
        Ok(())
    }

    fn save_with_key_of_upload(&self, file: &FileRow) -> Result<(), StoreError> {
        let mut catalog = self.files.lock();
        catalog.save(file);
        let uploads = catalog.uploads.iter_mut().map(|(then, _)| then);
        for upload in uploads.filter(|then| then.upload_id == file.upload_id) {
            upload.key = file.key.clone();
        }
        Ok(())
    }

    fn save_upload(
        &self,
        file: &FileRow,
        upload: NewUpload,
        outlived: &dyn Fn(&[UploadRow]) -> Vec<String>,
    ) -> Result<Vec<String>, StoreError> {
        let mut catalog = self.files.lock();
        let file = catalog.save(file);
        catalog.uploads.push((file.clone(), upload));
        let gone = outlived(&catalog.uploads(&file));
        catalog.uploads.retain(|(then, _)| !gone.contains(then.upload_id.as_ref().unwrap()));
        Ok(gone)
    }

    fn uploads(&self, file: &FileRow) -> Result<Vec<UploadRow>, StoreError> {
        Ok(self.files.lock().uploads(file))
    }

    fn as_uploaded(&self, file: &FileRow, upload: &str) -> Result<Option<FileRow>, StoreError> {
        let catalog = self.files.lock();
        let mut own = catalog.uploads.iter().filter(|(then, _)| then.number == file.number);
        let found = own.find(|(then, _)| then.upload_id.as_deref() == Some(upload));
        let as_then = |(then, _): &(FileRow, NewUpload)| FileRow {
            group_id: None,
            deleted: false,
            ..then.clone()
        };
        Ok(found.map(as_then))
    }
}

impl Blobs for Memory {
    fn incoming(&self) -> Result<&Path, StoreError> {
        Ok(self.incoming.path())
    }

    fn make_place(&self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn keep(&self, place: &str, upload: &str, received: ReceivedFile) -> io::Result<()> {
        let path = self.incoming.path().join("kept");
        received.move_to(&path)?;
        let bytes = fs::read(&path)?;
        fs::remove_file(&path)?;
        self.blobs.lock().insert((place.to_owned(), upload.to_owned()), bytes);
        Ok(())
    }

    fn open(&self, place: &str, upload: &str) -> io::Result<(Box<dyn Read + Send>, u64)> {
        let blobs = self.blobs.lock();
        let bytes = blobs.get(&(place.to_owned(), upload.to_owned()));
        let bytes = bytes.ok_or(io::ErrorKind::NotFound)?.clone();
        let length = bytes.len() as u64;
        Ok((Box::new(Cursor::new(bytes)), length))
    }

    fn remove(&self, place: &str, upload: &str) -> io::Result<()> {
        self.blobs.lock().remove(&(place.to_owned(), upload.to_owned()));
        Ok(())
    }
}

/// A log of a generation; the generation outlives it.
struct OpenGeneration(Arc<Mutex<Generation>>);

impl Messages for Memory {
    fn open_log(&self, place: &str, group: &str) -> Result<Box<dyn Log>, StoreError> {
        let mut logs = self.generations.lock();
        let generation = logs.entry((place.to_owned(), group.to_owned())).or_default();
        Ok(Box::new(OpenGeneration(Arc::clone(generation))))
    }

    fn remove_log(&self, place: &str, group: &str) {
        self.generations.lock().remove(&(place.to_owned(), group.to_owned()));
    }
}

impl Log for OpenGeneration {
    fn batch(&self) -> i64 {
        self.0.lock().batch
    }

    fn accept(
        &mut self,
        latest_ms: u64,
        messages: &mut MessageStream<'_>,
    ) -> Result<StoredMessages, StoreError> {
        let mut log = self.0.lock();
        let before = log.batch + 1;
        let (mut fresh, mut tree) = (BTreeMap::new(), log.merkle.clone());
        for message in messages {
            let message = message?;
            let timestamp = read_timestamp(&message.timestamp, latest_ms)?;
            let text = message.timestamp.clone();
            if !log.messages.contains_key(&text) && !fresh.contains_key(&text) {
                tree.insert(&timestamp);
                fresh.insert(text, (before, message));
            }
        }
        if !fresh.is_empty() {
            tree.prune();
            log.messages.append(&mut fresh);
            (log.merkle, log.batch) = (tree, before);
        }
        Ok(StoredMessages { merkle: log.merkle.to_json(), before, batch: log.batch })
    }

    fn page(&self, since: &str, before: i64) -> Result<Page, StoreError> {
        let mut page = Page::default();
        for (timestamp, (batch, message)) in &self.0.lock().messages {
            if timestamp.as_str() > since && *batch < before && page.append(message.clone()) {
                break;
            }
        }
        Ok(page)
    }
}

impl Backend for Memory {
    fn clear_up(&self, named: &[FileData]) -> io::Result<()> {
        self.blobs.lock().retain(|(place, upload), _| {
            named.iter().any(|it| it.place == *place && it.uploads.contains(upload))
        });
        self.generations.lock().retain(|(place, group), _| {
            named.iter().any(|it| it.place == *place && it.group.as_ref() == Some(group))
        });
        Ok(())
    }

    fn check_and_settle(&self) -> Result<(), StoreError> {
        Ok(())
    }
}
