//! The server in use: its address, its session, and the keys of encrypted files, in memory and on
//! disk. It sends no requests by itself.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;

use super::encryption::FileKey;
use super::secrets::Secrets;
use crate::network::{Network, OwnServer, Server};
use sobre_engine::sync::api::{Bootstrapped, StoredKey};

/// This device's settings for its server.
pub(crate) struct ServerLink {
    data_dir: PathBuf,
    network: Arc<dyn Network>,
    /// The server that this program serves itself, if any.
    own: OnceLock<Arc<dyn OwnServer>>,
    secrets: Mutex<Secrets>,
    /// Serialises signing in at the own server.
    signing_in: Mutex<()>,
    offset_ms: AtomicI64,
}

impl ServerLink {
    /// Reads the stored settings.
    ///
    /// # Errors
    /// If the disk fails.
    pub(crate) fn open(data_dir: &Path, network: Arc<dyn Network>) -> io::Result<Self> {
        let secrets = Mutex::new(Secrets::load(data_dir)?);
        let (own, signing_in) = (OnceLock::new(), Mutex::default());
        let (data_dir, offset_ms) = (data_dir.to_owned(), AtomicI64::new(0));
        Ok(Self { data_dir, network, own, secrets, signing_in, offset_ms })
    }

    /// Address of the server in use.
    pub(crate) fn url(&self) -> Option<String> {
        self.secrets.lock().url.clone()
    }

    /// Whether a server, or to use none, was ever chosen.
    pub(crate) fn has_chosen(&self) -> bool {
        self.secrets.lock().chosen
    }

    /// The server in use, with the session if there is one.
    pub(crate) fn server(&self) -> Option<Arc<dyn Server>> {
        self.session().or_else(|| self.server_signed_out())
    }

    /// The server in use, without a session.
    pub(crate) fn server_signed_out(&self) -> Option<Arc<dyn Server>> {
        let secrets = self.secrets.lock();
        let url = secrets.url.as_deref()?;
        let own = self.own.get().filter(|_| secrets.own);
        Some(own.map_or_else(|| self.network.server(url, None), |own| own.server(None)))
    }

    /// The server in use, if there is a session. That of the own server never goes to an address.
    pub(crate) fn session(&self) -> Option<Arc<dyn Server>> {
        let secrets = self.secrets.lock();
        let (url, token) = (secrets.url.as_deref()?, secrets.token.as_deref()?);
        if secrets.own {
            return Some(self.own.get()?.server(Some(token)));
        }
        Some(self.network.server(url, Some(token)))
    }

    /// Another server, not used yet.
    pub(crate) fn server_at(&self, url: &str) -> Arc<dyn Server> {
        self.network.server(url, None)
    }

    /// Whether this is what the program's own server says of itself.
    pub(crate) fn is_own(&self, told: &Bootstrapped) -> bool {
        self.own.get().is_some_and(|own| own.instance() == told.instance)
    }

    /// Changes the server and forgets the old one's session. `own` if the program serves it itself.
    pub(crate) fn set_url(&self, url: Option<String>, own: bool) -> io::Result<()> {
        let url = url.map(|url| url.trim_end_matches('/').to_owned());
        self.change(|secrets| {
            if secrets.url != url || secrets.own != own {
                secrets.token = None;
            }
            secrets.url = url;
            secrets.own = own;
            secrets.chosen = true;
        })
    }

    /// Stores the session of the server at an address; returns whether that server is still in use.
    /// A session is never sent to another server.
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

    /// Registers the server that this program serves itself, the same as long as it runs.
    pub(crate) fn serve_own(&self, own: Arc<dyn OwnServer>) {
        self.own.get_or_init(|| own);
    }

    /// Signs in at the server in use, if that is the program's own; returns whether this created a
    /// session.
    pub(crate) fn sign_in_at_own(&self) -> io::Result<bool> {
        let _alone = self.signing_in.lock();
        let (url, token) = {
            let secrets = self.secrets.lock();
            (secrets.url.clone().filter(|_| secrets.own), secrets.token.clone())
        };
        let (Some(own), Some(url)) = (self.own.get(), url) else { return Ok(false) };
        if token.is_some_and(|token| own.knows(&token)) {
            return Ok(false);
        }
        let Some(token) = own.new_session()? else { return Ok(false) };
        let kept = self.keep_token(token.clone(), &url);
        if !matches!(kept, Ok(true)) {
            own.end_session(&token)?;
        }
        kept
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

    /// The server's record of the key of a file.
    pub(crate) fn stored_key(&self, file_id: &str) -> Option<StoredKey> {
        self.secrets.lock().stored_key(file_id)
    }

    /// Whether the key of that id is on this device.
    pub(crate) fn has_key(&self, file_id: &str, key_id: &str) -> bool {
        self.secrets.lock().has_key(file_id, key_id)
    }

    /// Stores the key of a file.
    pub(crate) fn keep_key(
        &self,
        file_id: &str,
        key: &FileKey,
        stored: &StoredKey,
    ) -> io::Result<()> {
        self.change(|secrets| secrets.keep_key(file_id, key, stored))
    }

    /// The correction from this computer's clock to the server's, in milliseconds.
    pub(crate) fn offset_ms(&self) -> i64 {
        self.offset_ms.load(Ordering::Acquire)
    }

    /// Stores that correction.
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
    use std::sync::Weak;
    use std::sync::mpsc::channel;
    use std::thread;

    use super::*;
    use crate::network::http::HttpNetwork;

    const OWN: &str = "http://127.0.0.1:5006";
    const INSTANCE: &str = "instance";

    /// A fake own server that changes something while it creates a session.
    struct Own {
        sessions: Mutex<Vec<String>>,
        meanwhile: Box<dyn Fn() + Send + Sync>,
    }

    impl OwnServer for Own {
        fn instance(&self) -> &str {
            INSTANCE
        }

        fn server(&self, token: Option<&str>) -> Arc<dyn Server> {
            HttpNetwork::default().server(OWN, token)
        }

        fn knows(&self, token: &str) -> bool {
            self.sessions.lock().iter().any(|session| session == token)
        }

        fn new_session(&self) -> io::Result<Option<String>> {
            let token = format!("session {}", self.sessions.lock().len());
            self.sessions.lock().push(token.clone());
            (self.meanwhile)();
            Ok(Some(token))
        }

        fn end_session(&self, token: &str) -> io::Result<()> {
            self.sessions.lock().retain(|session| session != token);
            Ok(())
        }
    }

    /// A link to the own server.
    fn beside_own(
        data_dir: &Path,
        meanwhile: impl Fn(&Weak<ServerLink>) + Send + Sync + 'static,
    ) -> (Arc<ServerLink>, Arc<Own>) {
        let link = ServerLink::open(data_dir, Arc::<HttpNetwork>::default()).unwrap();
        let link = Arc::new(link);
        let weak = Arc::downgrade(&link);
        let meanwhile = Box::new(move || meanwhile(&weak));
        let own = Arc::new(Own { sessions: Mutex::default(), meanwhile });
        link.serve_own(Arc::<Own>::clone(&own));
        link.set_url(Some(OWN.to_owned()), true).unwrap();
        (link, own)
    }

    #[test]
    fn the_own_server_is_known_by_its_instance_and_no_other_gets_its_session() {
        let dir = tempfile::tempdir().unwrap();
        let (link, own) = beside_own(dir.path(), |_| ());
        let says = |instance: &str| Bootstrapped {
            bootstrapped: true,
            login_methods: Vec::new(),
            needs_setup_code: false,
            instance: instance.to_owned(),
        };
        assert!(link.is_own(&says(INSTANCE)));
        assert!(!link.is_own(&says("another")) && !link.is_own(&says("")));
        assert!(link.sign_in_at_own().unwrap() && link.session().is_some());
        // At the same address, but another program.
        link.set_url(Some(OWN.to_owned()), false).unwrap();
        assert!(link.session().is_none() && !link.sign_in_at_own().unwrap());
        assert_eq!(own.sessions.lock().len(), 1);
    }

    #[test]
    fn a_session_of_the_own_server_goes_nowhere_while_that_is_not_served() {
        let dir = tempfile::tempdir().unwrap();
        let (link, _own) = beside_own(dir.path(), |_| ());
        assert!(link.sign_in_at_own().unwrap());
        let later = ServerLink::open(dir.path(), Arc::<HttpNetwork>::default()).unwrap();
        assert!(later.session().is_none() && later.url().is_some());
        let sessions = Mutex::new(vec!["session 0".to_owned()]);
        later.serve_own(Arc::new(Own { sessions, meanwhile: Box::new(|| {}) }));
        assert!(later.session().is_some());
    }

    #[test]
    fn concurrent_sign_ins_create_one_session() {
        let dir = tempfile::tempdir().unwrap();
        let (begin, begun) = channel();
        let (link, own) = beside_own(dir.path(), move |link| {
            let (link, begin) = (link.upgrade().unwrap(), begin.clone());
            let (tell, told) = channel();
            let other = thread::spawn(move || {
                tell.send(()).unwrap();
                link.sign_in_at_own().unwrap()
            });
            told.recv().unwrap();
            begin.send(other).unwrap();
        });
        assert!(link.sign_in_at_own().unwrap());
        assert!(!begun.recv().unwrap().join().unwrap(), "there was one already");
        assert_eq!(*own.sessions.lock(), ["session 0"]);
    }

    #[test]
    fn a_session_at_the_own_server_that_is_not_kept_is_ended() {
        let dir = tempfile::tempdir().unwrap();
        let (link, own) = beside_own(dir.path(), |link| {
            let link = link.upgrade().unwrap();
            link.set_url(Some("https://another.example".to_owned()), false).unwrap();
        });
        assert!(!link.sign_in_at_own().unwrap() && own.sessions.lock().is_empty());
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().to_owned();
        let gone = move |_: &Weak<ServerLink>| std::fs::remove_dir_all(&path).unwrap();
        let (link, own) = beside_own(dir.path(), gone);
        link.sign_in_at_own().unwrap_err();
        assert!(own.sessions.lock().is_empty());
    }

    #[test]
    fn a_session_belongs_to_the_address_it_was_made_at() {
        let dir = tempfile::tempdir().unwrap();
        let link = ServerLink::open(dir.path(), Arc::<HttpNetwork>::default()).unwrap();
        link.set_url(Some("https://one.example/".to_owned()), false).unwrap();
        assert!(link.keep_token("first".to_owned(), "https://one.example").unwrap());
        link.set_url(Some("https://one.example".to_owned()), false).unwrap();
        assert!(link.session().is_some(), "the address did not change");
        link.set_url(Some("https://two.example".to_owned()), false).unwrap();
        assert!(link.session().is_none());
        let late = link.keep_token("late".to_owned(), "https://one.example").unwrap();
        assert!(!late && link.session().is_none(), "signed in to a server no longer in use");
        let kept = std::fs::read_to_string(dir.path().join("server.json")).unwrap();
        assert!(!kept.contains("first") && !kept.contains("late"));
    }
}
