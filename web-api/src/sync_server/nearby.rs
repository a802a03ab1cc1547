//! The sync server without a network, as a device sees it: the same requests and the same store.
//! The application uses its own server this way, and tests run both sides in one process.

mod banks;

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::time::Duration;

use sobre_actors::VERSION;
use sobre_actors::banks::connections::BankConnections;
use sobre_actors::network::http::device_name;
use sobre_actors::network::{ChangeReply, Server, SyncServers};
use sobre_engine::sync::api::{
    AccountApi, Bootstrapped, EncryptMeta, FileInfo, KeptUpload, LoginMethod, RemoteFile,
    SignedInDevice, StoredKey, SyncApi, SyncMeta, Upload,
};
use sobre_engine::sync::fault::SyncFault;
use sobre_engine::sync::reasons::{SERVER_DATA_MISSING, UPLOAD_UNDER_WAY};
use sobre_engine::sync::wire::SyncRequest;

use super::client::Client;
use super::sign_in::{SignInError, SignedIn as Access};
use super::store::{
    FileRow, Head, Key, Session, StoreError, UploadHead, UploadRow, UserFiles, closing,
};
use super::{FileId, SyncServer};

/// How long to wait for changes.
const PATIENCE: Duration = Duration::from_secs(25);

/// A network on which every address leads to one server.
pub struct OneServer(pub Arc<SyncServer>);

impl SyncServers for OneServer {
    fn server(&self, _: &str, token: Option<&str>) -> Arc<dyn Server> {
        Arc::new(Device { server: Arc::clone(&self.0), token: token.map(str::to_owned) })
    }
}

/// A client of the server, with or without a session token.
struct Device {
    server: Arc<SyncServer>,
    token: Option<String>,
}

impl Device {
    fn signed_in(&self) -> Result<Access, SyncFault> {
        let token = self.token.as_deref().unwrap_or_default();
        self.server.auth.signed_in(token).ok_or(SyncFault::TokenExpired)
    }

    fn files(&self) -> Result<UserFiles, SyncFault> {
        Ok(self.signed_in()?.files)
    }

    fn session(&self) -> Result<Session, SyncFault> {
        Ok(self.signed_in()?.session)
    }

    /// Ends sessions; returns their number.
    fn end(&self, ends: impl Fn(&Session) -> bool) -> Result<u64, SyncFault> {
        self.server.auth.store().end_sessions(ends).map(|ended| ended as u64).map_err(fault)
    }

    fn client(&self) -> Client {
        let (name, now_ms) = (device_name(), self.server.auth.now_ms());
        Client { name, now_ms, is_here: true, ..Client::default() }
    }

    fn methods(&self) -> Result<Vec<LoginMethod>, SyncFault> {
        let set_up = self.server.auth.is_set_up().map_err(fault)?;
        let method = || LoginMethod {
            method: "password".to_owned(),
            active: true,
            display_name: "Password".to_owned(),
        };
        Ok(set_up.then(method).into_iter().collect())
    }
}

impl SyncApi for Device {
    fn server_ms(&self) -> Result<Option<u64>, SyncFault> {
        Ok(u64::try_from(self.server.auth.now_ms()).ok())
    }

    fn sync(&self, request: &SyncRequest, answer: &mut dyn Write) -> Result<SyncMeta, SyncFault> {
        let files = self.files()?;
        let id = file_id(&request.file_id)?;
        let head = Head {
            group_id: request.group_id.clone(),
            key_id: request.key_id.clone(),
            since: request.since.clone(),
        };
        let messages = request.messages.iter().cloned().map(Ok);
        let mut synced = files.sync(&id, &head, messages).map_err(fault)?;
        let mut write = |bytes: &[u8]| answer.write_all(bytes).map_err(|_| SyncFault::StorageFull);
        write(&synced.page.bytes)?;
        while let Some(after) = synced.page.more_after.take() {
            let page = files.next_page(&id, &synced.group, &after, synced.before);
            synced.page = page.map_err(fault)?;
            write(&synced.page.bytes)?;
        }
        write(&closing(synced.merkle))?;
        let changes = Some(synced.changes.to_string());
        Ok(SyncMeta { server_ms: self.server_ms()?, changes })
    }

    fn list_files(&self) -> Result<Vec<RemoteFile>, SyncFault> {
        let files = self.files()?.list(true).map_err(fault)?;
        let listed = |file: FileRow| RemoteFile {
            deleted: file.deleted,
            file_id: file.id,
            group_id: file.group_id,
            name: file.name,
            encrypt_key_id: file.key.id,
        };
        Ok(files.into_iter().map(listed).collect())
    }

    fn file_info(&self, file_id_text: &str) -> Result<FileInfo, SyncFault> {
        let file = self.files()?.info(&file_id(file_id_text)?).map_err(fault)?;
        let meta = file.encrypt_meta.as_deref();
        Ok(FileInfo {
            encrypt_meta: meta.and_then(|meta| serde_json::from_str::<EncryptMeta>(meta).ok()),
            file_id: file.id,
            group_id: file.group_id,
            name: file.name,
            deleted: false,
        })
    }

    fn upload(&self, upload: Upload<'_>, blob: &mut dyn Read) -> Result<String, SyncFault> {
        let files = self.files()?;
        let busy = |_| SyncFault::of_reason(UPLOAD_UNDER_WAY);
        let _place = self.server.uploading.try_acquire().map_err(busy)?;
        let meta = upload.encrypt_meta.map(serde_json::to_string).transpose();
        let head = UploadHead {
            group_id: upload.group_id.map(str::to_owned),
            name: upload.name.to_owned(),
            format: Some(2),
            encrypt_meta: meta.map_err(|_| SyncFault::Internal)?,
        };
        let received = files.store().received(blob).map_err(fault)?;
        files.upload(&file_id(upload.file_id)?, head, received).map_err(fault)
    }

    fn download(&self, file_id_text: &str, blob: &mut dyn Write) -> Result<(), SyncFault> {
        let (mut kept, _) = self.files()?.download(&file_id(file_id_text)?).map_err(fault)?;
        io::copy(&mut kept, blob).map(drop).map_err(|_| SyncFault::StorageFull)
    }

    fn get_key(&self, file_id_text: &str) -> Result<Option<StoredKey>, SyncFault> {
        let Key { id, salt, test } =
            self.files()?.info(&file_id(file_id_text)?).map_err(fault)?.key;
        Ok(id.map(|id| StoredKey { id, salt: salt.unwrap_or_default(), test }))
    }

    fn create_key(&self, file_id_text: &str, key: &StoredKey) -> Result<(), SyncFault> {
        let StoredKey { id, salt, test } = key.clone();
        let key = Key { id: Some(id), salt: Some(salt), test };
        self.files()?.create_key(&file_id(file_id_text)?, key).map_err(fault)
    }

    fn reset_file(&self, file_id_text: &str) -> Result<(), SyncFault> {
        self.files()?.reset(&file_id(file_id_text)?).map_err(fault)
    }

    fn delete_file(&self, file_id_text: &str) -> Result<(), SyncFault> {
        let id = file_id(file_id_text)?;
        self.files()?.delete(&id).map_err(fault)?;
        if let Some(access) = self.server.bank_access() {
            access.forget_file(&id);
        }
        Ok(())
    }

    fn rename_file(&self, file_id_text: &str, name: &str) -> Result<(), SyncFault> {
        self.files()?.rename(&file_id(file_id_text)?, name.to_owned()).map_err(fault)
    }

    fn uploads(&self, file_id_text: &str) -> Result<Vec<KeptUpload>, SyncFault> {
        let uploads = self.files()?.uploads(&file_id(file_id_text)?).map_err(fault)?;
        let listed = |UploadRow { id, made_ms, bytes, name, current, .. }| KeptUpload {
            id,
            made_ms,
            bytes,
            name,
            current,
        };
        Ok(uploads.into_iter().map(listed).collect())
    }

    fn restore_upload(&self, file_id_text: &str, upload_id: &str) -> Result<(), SyncFault> {
        let restored = self.files()?.restore(&file_id(file_id_text)?, upload_id);
        restored.map(drop).map_err(fault)
    }
}

impl AccountApi for Device {
    fn version(&self) -> Result<String, SyncFault> {
        Ok(VERSION.to_owned())
    }

    fn needs_bootstrap(&self) -> Result<Bootstrapped, SyncFault> {
        let login_methods = self.methods()?;
        let bootstrapped = !login_methods.is_empty();
        let instance = self.server.auth.instance().to_owned();
        Ok(Bootstrapped { bootstrapped, login_methods, needs_setup_code: false, instance })
    }

    fn login_methods(&self) -> Result<Vec<LoginMethod>, SyncFault> {
        self.methods()
    }

    fn bootstrap(&self, password: &str, code: Option<&str>) -> Result<String, SyncFault> {
        // The code is for strangers, and none of them is in this process.
        let auth = &self.server.auth;
        let own = auth.setup_code().map_err(|error| refused(&error))?;
        let token = auth.bootstrap(password, code.or(own), &self.client());
        token.map_err(|error| refused(&error))
    }

    fn login(&self, password: &str) -> Result<String, SyncFault> {
        self.server.auth.sign_in(password, &self.client()).map_err(|error| refused(&error))
    }

    fn validate(&self) -> Result<(), SyncFault> {
        self.files().map(drop)
    }

    fn change_password(&self, password: &str) -> Result<(), SyncFault> {
        self.files()?;
        self.server.auth.change_password(password).map_err(|error| refused(&error))
    }

    fn sign_out(&self) -> Result<(), SyncFault> {
        let own = self.session()?.id;
        self.end(|session| session.id == own).map(drop)
    }

    fn sessions(&self) -> Result<Vec<SignedInDevice>, SyncFault> {
        let own = self.session()?.id;
        let shown = |Session { id, name, made_ms, used_ms }| SignedInDevice {
            current: id == own,
            id,
            name,
            made_ms,
            used_ms,
        };
        Ok(self.server.auth.store().sessions().into_iter().map(shown).collect())
    }

    fn end_session(&self, id: &str) -> Result<(), SyncFault> {
        self.session()?;
        self.end(|session| session.id == id).map(drop)
    }

    fn end_other_sessions(&self) -> Result<u64, SyncFault> {
        let own = self.session()?.id;
        self.end(|session| session.id != own)
    }
}

impl Server for Device {
    fn news(&self, file_id_text: &str, since: Option<&str>) -> Result<ChangeReply, SyncFault> {
        let mut changes = self.files()?.changes(&file_id(file_id_text)?).map_err(fault)?;
        let changed = match since.and_then(|since| since.parse::<u64>().ok()) {
            None => true,
            Some(since) => {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
                let runtime = runtime.map_err(|_| SyncFault::Internal)?;
                runtime.block_on(async {
                    let moved = changes.wait_for(|now| *now != since);
                    tokio::select! {
                        _ = moved => true,
                        () = self.server.delivered() => false,
                        () = tokio::time::sleep(PATIENCE) => false,
                    }
                })
            }
        };
        let since = Some(changes.borrow().to_string());
        let banks = self.server.bank_access().map(|access| &access.banks);
        let last_message = banks.and_then(|banks| banks.last_number(file_id_text).ok());
        Ok(ChangeReply { changed, since, last_message })
    }

    fn banks(&self) -> Option<&dyn BankConnections> {
        self.server.bank_access().map(|_| self as &dyn BankConnections)
    }
}

fn file_id(text: &str) -> Result<FileId, SyncFault> {
    FileId::parse(text).ok_or(SyncFault::InvalidId)
}

#[expect(clippy::needless_pass_by_value, reason = "it stands in map_err")]
fn fault(error: StoreError) -> SyncFault {
    reason_of(&error)
}

fn refused(error: &SignInError) -> SyncFault {
    if let SignInError::Store(error) = error {
        return reason_of(error);
    }
    error.word().map_or_else(|| SyncFault::ServerFailed, SyncFault::of_reason)
}

/// The fault that the routes' response for this error would lead to.
fn reason_of(error: &StoreError) -> SyncFault {
    if let Some(word) = error.word() {
        return SyncFault::of_reason(word);
    }
    tracing::warn!(%error, "the sync server of this program refused or failed");
    if matches!(error, StoreError::Moved | StoreError::Missing(_)) {
        return SyncFault::of_reason(SERVER_DATA_MISSING);
    }
    if error.is_storage() {
        return SyncFault::ServerStorageFull;
    }
    SyncFault::ServerFailed
}
