//! A scripted server in place of a network.

use std::collections::{HashSet, VecDeque};
use std::io::{Read, Write};
use std::sync::Arc;

use parking_lot::Mutex;
use sobre_actors::network::http::HttpSyncServers;
use sobre_actors::network::{Server, SyncServers};
use sobre_engine::sync::api::{
    AccountApi, Bootstrapped, EncryptMeta, FileInfo, LoginMethod, RemoteFile, StoredKey, SyncApi,
    SyncMeta, Upload,
};
use sobre_engine::sync::fault::SyncFault;
use sobre_engine::sync::wire::{SyncRequest, SyncResponse, Wire as _};

/// A server with one file that returns scripted responses, and otherwise succeeds.
#[derive(Default)]
pub(crate) struct Script {
    /// Responses to the next syncs; after them the server has the request's own messages.
    pub(crate) syncs: Mutex<VecDeque<Result<SyncResponse, SyncFault>>>,
    /// The fault of every other file request, if any.
    pub(crate) fault: Mutex<Option<SyncFault>>,
    pub(crate) key: Mutex<Option<StoredKey>>,
    pub(crate) meta: Mutex<Option<EncryptMeta>>,
    pub(crate) blob: Mutex<Vec<u8>>,
    /// The last uploaded file.
    pub(crate) file: Mutex<String>,
    pub(crate) asked: Mutex<Vec<&'static str>>,
    pub(crate) tree: Mutex<sobre_engine::crdt::Merkle>,
    /// The server's clock, if it reports it.
    pub(crate) server_ms: Mutex<Option<u64>>,
    /// Times to report instead in the next responses.
    pub(crate) wrong_ms: Mutex<VecDeque<u64>>,
    /// How often its time was requested.
    pub(crate) looks: Mutex<usize>,
    pub(crate) sent: Mutex<Vec<String>>,
    /// After how many bytes the next responses are cut off.
    pub(crate) cuts: Mutex<VecDeque<usize>>,
    /// The `since` of each request.
    pub(crate) since: Mutex<Vec<String>>,
    pub(crate) known: Mutex<HashSet<String>>,
    /// The request that succeeds but whose response is lost.
    pub(crate) lost: Mutex<Option<&'static str>>,
    /// The request that is refused, and its fault.
    pub(crate) refused: Mutex<Option<(&'static str, SyncFault)>>,
    /// The address to sync with by HTTP instead.
    pub(crate) at: Mutex<Option<String>>,
    /// Whether a reset was started and nothing uploaded since.
    pub(crate) waiting: Mutex<bool>,
}

impl Script {
    pub(crate) fn ask(&self, question: &'static str) -> Result<(), SyncFault> {
        self.asked.lock().push(question);
        if let Some((_, fault)) = self.refused.lock().clone().filter(|(it, _)| *it == question) {
            return Err(fault);
        }
        self.fault.lock().clone().map_or(Ok(()), Err)
    }

    /// The time that a response reports.
    fn told_ms(&self) -> Option<u64> {
        self.wrong_ms.lock().pop_front().or(*self.server_ms.lock())
    }

    /// The request is done; its response may be lost.
    fn answered(&self, question: &'static str) -> Result<(), SyncFault> {
        if *self.lost.lock() == Some(question) { Err(SyncFault::Network) } else { Ok(()) }
    }

    pub(crate) fn take_asked(&self) -> Vec<&'static str> {
        std::mem::take(&mut *self.asked.lock())
    }
}

/// The one server of a test's network.
pub(crate) struct Only(pub(crate) Arc<Script>);

impl SyncServers for Only {
    fn server(&self, _: &str, _: Option<&str>) -> Arc<dyn Server> {
        Arc::new(Scripted(Arc::clone(&self.0)))
    }
}

struct Scripted(Arc<Script>);

impl SyncApi for Scripted {
    fn server_ms(&self) -> Result<Option<u64>, SyncFault> {
        *self.0.looks.lock() += 1;
        Ok(self.0.told_ms())
    }

    fn sync(&self, request: &SyncRequest, answer: &mut dyn Write) -> Result<SyncMeta, SyncFault> {
        if let Some(url) = &*self.0.at.lock() {
            return HttpSyncServers::default().server(url, None).sync(request, answer);
        }
        let stamps = request.messages.iter().map(|envelope| envelope.timestamp.clone());
        self.0.sent.lock().extend(stamps);
        let told = self.0.syncs.lock().pop_front();
        let response = told.unwrap_or_else(|| {
            let mut tree = self.0.tree.lock();
            let mut known = self.0.known.lock();
            for envelope in &request.messages {
                if known.insert(envelope.timestamp.clone()) {
                    tree.insert(&envelope.timestamp.parse().unwrap());
                }
            }
            Ok(SyncResponse { messages: Vec::new(), merkle: tree.to_json() })
        })?;
        self.0.since.lock().push(request.since.clone());
        let bytes = response.encode_to_vec();
        if let Some(cut) = self.0.cuts.lock().pop_front() {
            answer.write_all(&bytes[..cut]).unwrap();
            return Err(SyncFault::Network);
        }
        answer.write_all(&bytes).unwrap();
        Ok(SyncMeta { server_ms: self.0.told_ms(), changes: None })
    }

    fn list_files(&self) -> Result<Vec<RemoteFile>, SyncFault> {
        self.0.ask("list")?;
        Ok(vec![RemoteFile {
            file_id: self.0.file.lock().clone(),
            group_id: (!*self.0.waiting.lock()).then(|| "group".to_owned()),
            name: "Test".to_owned(),
            deleted: false,
            encrypt_key_id: self.0.key.lock().as_ref().map(|key| key.id.clone()),
        }])
    }

    fn file_info(&self, file_id: &str) -> Result<FileInfo, SyncFault> {
        self.0.ask("info")?;
        Ok(FileInfo {
            file_id: file_id.to_owned(),
            group_id: Some("group".to_owned()),
            name: "Test".to_owned(),
            deleted: false,
            encrypt_meta: self.0.meta.lock().clone(),
        })
    }

    fn upload(&self, upload: Upload<'_>, blob: &mut dyn Read) -> Result<String, SyncFault> {
        self.0.ask("upload")?;
        *self.0.file.lock() = upload.file_id.to_owned();
        let mut bytes = Vec::new();
        blob.read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes.len() as u64, upload.bytes);
        *self.0.blob.lock() = bytes;
        *self.0.meta.lock() = upload.encrypt_meta.cloned();
        *self.0.waiting.lock() = false;
        self.0.answered("upload")?;
        Ok("group".to_owned())
    }

    fn download(&self, _: &str, blob: &mut dyn Write) -> Result<(), SyncFault> {
        self.0.ask("download")?;
        blob.write_all(&self.0.blob.lock()).map_err(|_| SyncFault::StorageFull)
    }

    fn get_key(&self, _: &str) -> Result<Option<StoredKey>, SyncFault> {
        self.0.ask("get-key")?;
        Ok(self.0.key.lock().clone())
    }

    fn create_key(&self, _: &str, key: &StoredKey) -> Result<(), SyncFault> {
        *self.0.key.lock() = Some(key.clone());
        self.0.ask("create-key")?;
        self.0.answered("create-key")
    }

    fn reset_file(&self, _: &str) -> Result<(), SyncFault> {
        *self.0.tree.lock() = sobre_engine::crdt::Merkle::new();
        self.0.known.lock().clear();
        self.0.ask("reset")?;
        *self.0.waiting.lock() = true;
        self.0.answered("reset")
    }

    fn delete_file(&self, _: &str) -> Result<(), SyncFault> {
        self.0.ask("delete")
    }

    fn rename_file(&self, _: &str, _: &str) -> Result<(), SyncFault> {
        self.0.ask("rename")
    }
}

impl AccountApi for Scripted {
    fn version(&self) -> Result<String, SyncFault> {
        Ok("26.9.0".to_owned())
    }

    fn needs_bootstrap(&self) -> Result<Bootstrapped, SyncFault> {
        Ok(Bootstrapped {
            bootstrapped: true,
            login_methods: Vec::new(),
            needs_setup_code: false,
            instance: String::new(),
        })
    }

    fn login_methods(&self) -> Result<Vec<LoginMethod>, SyncFault> {
        Ok(Vec::new())
    }

    fn bootstrap(&self, _: &str, _: Option<&str>) -> Result<String, SyncFault> {
        Ok("token".to_owned())
    }

    fn login(&self, _: &str) -> Result<String, SyncFault> {
        Ok("token".to_owned())
    }

    fn validate(&self) -> Result<(), SyncFault> {
        Ok(())
    }

    fn change_password(&self, _: &str) -> Result<(), SyncFault> {
        Ok(())
    }
}

impl Server for Scripted {}
