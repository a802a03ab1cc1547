//! The server in use: its address, the session there, and the keys of encrypted files, kept in
//! memory and on disk. It asks the server nothing by itself.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;

use super::encryption::FileKey;
use super::network::{Network, OwnServer, Server};
use super::secrets::Secrets;
use sobre_engine::sync::api::StoredKey;

/// What this device knows of its server.
pub(crate) struct ServerLink {
    data_dir: PathBuf,
    network: Arc<dyn Network>,
    /// The server that this program serves itself, if it serves one.
    own: OnceLock<Arc<dyn OwnServer>>,
    secrets: Mutex<Secrets>,
    offset_ms: AtomicI64,
}

impl ServerLink {
    /// Reads what was kept.
    ///
    /// # Errors
    /// When the disk fails.
    pub(crate) fn open(data_dir: &Path, network: Arc<dyn Network>) -> io::Result<Self> {
        let secrets = Mutex::new(Secrets::load(data_dir)?);
        let (own, offset_ms) = (OnceLock::new(), AtomicI64::new(0));
        Ok(Self { data_dir: data_dir.to_owned(), network, own, secrets, offset_ms })
    }

    /// Address of the server in use.
    pub(crate) fn url(&self) -> Option<String> {
        self.secrets.lock().url.clone()
    }

    /// Whether it was ever said which server to use, or to go without.
    pub(crate) fn has_chosen(&self) -> bool {
        self.secrets.lock().chosen
    }

    /// The server in use, with the session if there is one.
    pub(crate) fn server(&self) -> Option<Arc<dyn Server>> {
        let secrets = self.secrets.lock();
        let url = secrets.url.as_deref()?;
        Some(self.network.server(url, secrets.token.as_deref()))
    }

    /// The server in use, if there is a session.
    pub(crate) fn session(&self) -> Option<Arc<dyn Server>> {
        let secrets = self.secrets.lock();
        Some(self.network.server(secrets.url.as_deref()?, Some(secrets.token.as_deref()?)))
    }

    /// Another server, not used yet.
    pub(crate) fn server_at(&self, url: &str) -> Arc<dyn Server> {
        self.network.server(url, None)
    }

    /// Uses another server; the session at the old one is forgotten.
    pub(crate) fn set_url(&self, url: Option<String>) -> io::Result<()> {
        let url = url.map(|url| url.trim_end_matches('/').to_owned());
        self.change(|secrets| {
            if secrets.url != url {
                secrets.token = None;
            }
            secrets.url = url;
            secrets.chosen = true;
        })
    }

    /// Keeps the session at the server of that address; answers whether that is still the one in
    /// use. A session is never shown to another server than its own.
    pub(crate) fn keep_token(&self, token: String, url: &str) -> io::Result<bool> {
        let mut is_in_use = false;
        self.change(|secrets| {
            is_in_use = secrets.url.as_deref() == Some(url);
            if is_in_use {
                secrets.token = Some(token);
            }
        })?;
        Ok(is_in_use)
    }

    /// The server that this program serves itself.
    pub(crate) fn serve_own(&self, own: Arc<dyn OwnServer>) {
        // A program serves one for as long as it runs.
        let _ = self.own.set(own);
    }

    /// The address to ask a server by that was named so: the program's own is not looked for by a
    /// name that may lead elsewhere.
    pub(crate) fn address_of(&self, url: String) -> String {
        self.own.get().and_then(|own| own.own_url(&url)).unwrap_or(url)
    }

    /// Signs in at the server in use, if that is the program's own; answers whether there is a
    /// session now that was not there.
    pub(crate) fn sign_in_at_own(&self) -> io::Result<bool> {
        let (url, token) = {
            let secrets = self.secrets.lock();
            (secrets.url.clone(), secrets.token.clone())
        };
        let (Some(own), Some(url)) = (self.own.get(), url) else { return Ok(false) };
        let is_own = own.own_url(&url).as_ref() == Some(&url);
        if !is_own || token.is_some_and(|token| own.knows(&token)) {
            return Ok(false);
        }
        match own.new_session()? {
            Some(token) => self.keep_token(token, &url),
            None => Ok(false),
        }
    }

    /// Forgets the session.
    pub(crate) fn forget_token(&self) -> io::Result<()> {
        self.change(|secrets| secrets.token = None)
    }

    /// The key of a file, if it is the one of that id.
    pub(crate) fn key(&self, file_id: &str, key_id: &str) -> Option<FileKey> {
        self.secrets.lock().key(file_id).filter(|key| key.id() == key_id)
    }

    /// Whether any key of a file is on this device.
    pub(crate) fn knows_encrypted(&self, file_id: &str) -> bool {
        self.secrets.lock().knows_encrypted(file_id)
    }

    /// What a server has to know of the key of a file.
    pub(crate) fn stored_key(&self, file_id: &str) -> Option<StoredKey> {
        self.secrets.lock().stored_key(file_id)
    }

    /// Whether the key of that id is on this device.
    pub(crate) fn has_key(&self, file_id: &str, key_id: &str) -> bool {
        self.secrets.lock().has_key(file_id, key_id)
    }

    /// Keeps the key of a file.
    pub(crate) fn keep_key(
        &self,
        file_id: &str,
        key: &FileKey,
        stored: &StoredKey,
    ) -> io::Result<()> {
        self.change(|secrets| secrets.keep_key(file_id, key, stored))
    }

    /// What makes this computer's clock the server's, in milliseconds.
    pub(crate) fn offset_ms(&self) -> i64 {
        self.offset_ms.load(Ordering::Acquire)
    }

    /// Remembers how far the server's clock is away.
    pub(crate) fn set_offset_ms(&self, offset_ms: i64) {
        self.offset_ms.store(offset_ms, Ordering::Release);
    }

    fn change(&self, change: impl FnOnce(&mut Secrets)) -> io::Result<()> {
        let mut secrets = self.secrets.lock();
        let mut changed = secrets.clone();
        change(&mut changed);
        changed.save(&self.data_dir)?;
        *secrets = changed;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::http::HttpNetwork;
    use super::*;

    #[test]
    fn a_session_belongs_to_the_address_it_was_made_at() {
        let dir = tempfile::tempdir().unwrap();
        let link = ServerLink::open(dir.path(), Arc::<HttpNetwork>::default()).unwrap();
        link.set_url(Some("https://one.example/".to_owned())).unwrap();
        assert!(link.keep_token("first".to_owned(), "https://one.example").unwrap());
        link.set_url(Some("https://one.example".to_owned())).unwrap();
        assert!(link.session().is_some(), "it is the same address");
        link.set_url(Some("https://two.example".to_owned())).unwrap();
        assert!(link.session().is_none());
        let late = link.keep_token("late".to_owned(), "https://one.example").unwrap();
        assert!(!late && link.session().is_none(), "signed in at a server that was left meanwhile");
        let kept = std::fs::read_to_string(dir.path().join("server.json")).unwrap();
        assert!(!kept.contains("first") && !kept.contains("late"));
    }
}
