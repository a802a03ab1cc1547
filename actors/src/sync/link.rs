//! The server in use: its address, its session, and the keys of encrypted files, in memory and on
//! disk. It sends no requests by itself.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;

use super::encryption::FileKey;
use super::secrets::Secrets;
use crate::network::http::is_nearby;
use crate::network::{Network, OwnServer, Server};
use sobre_engine::sync::api::StoredKey;

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

    /// Changes the server and forgets the old one's session.
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

    /// Registers the server that this program serves itself. If that one is in use, its stored
    /// address is replaced by its current one.
    pub(crate) fn serve_own(&self, own: Arc<dyn OwnServer>) -> io::Result<()> {
        // A program serves the same one as long as it runs.
        let own = Arc::clone(self.own.get_or_init(|| own));
        let (url, token) = {
            let secrets = self.secrets.lock();
            (secrets.url.clone(), secrets.token.clone())
        };
        let Some(url) = url else { return Ok(()) };
        let knows = token.as_ref().map(|token| own.knows(token));
        let address = match knows {
            // The session belongs to it, but another program may listen on the stored port by now.
            Some(true) if is_nearby(&url) => own.own_url(&url).or_else(|| own.address()),
            // The address may be another server's.
            Some(false) => None,
            Some(true) | None => own.own_url(&url),
        };
        match address.filter(|address| *address != url) {
            Some(address) => self.change(|secrets| secrets.url = Some(address)),
            None => Ok(()),
        }
    }

    /// The address to use for a server address typed by the user. The program's own server is never
    /// addressed by a name that could resolve to another one.
    pub(crate) fn address_of(&self, url: String) -> String {
        self.own.get().and_then(|own| own.own_url(&url)).unwrap_or(url)
    }

    /// The setup code of the program's own server, if no other can respond at `url`.
    pub(crate) fn own_setup_code(&self, url: &str) -> Option<String> {
        self.own.get().filter(|own| leads_to(&***own, url))?.setup_code()
    }

    /// Signs in at the server in use, if that is the program's own; returns whether this created a
    /// session.
    pub(crate) fn sign_in_at_own(&self) -> io::Result<bool> {
        let _alone = self.signing_in.lock();
        let (url, token) = {
            let secrets = self.secrets.lock();
            (secrets.url.clone(), secrets.token.clone())
        };
        let (Some(own), Some(url)) = (self.own.get(), url) else { return Ok(false) };
        if !leads_to(&**own, &url) || token.is_some_and(|token| own.knows(&token)) {
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

/// Whether an address is exactly the one that the program uses for its own server.
fn leads_to(own: &dyn OwnServer, url: &str) -> bool {
    own.own_url(url).as_deref() == Some(url)
}

#[cfg(test)]
mod tests {
    use std::sync::Weak;
    use std::sync::mpsc::channel;
    use std::thread;

    use super::*;
    use crate::network::http::HttpNetwork;

    const OWN: &str = "http://127.0.0.1:5006";

    /// A fake own server that changes something while it creates a session.
    struct Own {
        sessions: Mutex<Vec<String>>,
        meanwhile: Box<dyn Fn() + Send + Sync>,
    }

    impl OwnServer for Own {
        fn own_url(&self, url: &str) -> Option<String> {
            [OWN, "http://localhost:5006"].contains(&url).then(|| OWN.to_owned())
        }

        fn address(&self) -> Option<String> {
            Some(OWN.to_owned())
        }

        fn setup_code(&self) -> Option<String> {
            Some("CODE".to_owned())
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
        link.serve_own(Arc::<Own>::clone(&own)).unwrap();
        link.set_url(Some(OWN.to_owned())).unwrap();
        (link, own)
    }

    #[test]
    fn the_setup_code_goes_to_the_own_address_alone() {
        let dir = tempfile::tempdir().unwrap();
        let (link, _own) = beside_own(dir.path(), |_| ());
        assert_eq!(link.own_setup_code(OWN).as_deref(), Some("CODE"));
        // The name has a second address, where another program may listen.
        for url in ["http://localhost:5006", "http://192.0.2.7:5006"] {
            assert_eq!(link.own_setup_code(url), None, "{url}");
        }
    }

    #[test]
    fn a_name_of_the_own_server_that_may_lead_elsewhere_gets_no_session() {
        let dir = tempfile::tempdir().unwrap();
        let (link, own) = beside_own(dir.path(), |_| {});
        link.set_url(Some("http://localhost:5006".to_owned())).unwrap();
        assert!(!link.sign_in_at_own().unwrap() && own.sessions.lock().is_empty());
        link.set_url(Some(link.address_of("http://localhost:5006".to_owned()))).unwrap();
        assert!(link.sign_in_at_own().unwrap() && link.session().is_some());
    }

    /// The address and session in use after registering an own server that has one session.
    fn brought_forward(url: &str, token: Option<&str>) -> (String, Option<String>) {
        let dir = tempfile::tempdir().unwrap();
        let open = || ServerLink::open(dir.path(), Arc::<HttpNetwork>::default()).unwrap();
        let earlier = open();
        earlier.set_url(Some(url.to_owned())).unwrap();
        if let Some(token) = token {
            earlier.keep_token(token.to_owned(), url).unwrap();
        }
        let sessions = Mutex::new(vec!["own".to_owned()]);
        let own = Own { sessions, meanwhile: Box::new(|| {}) };
        open().serve_own(Arc::new(own)).unwrap();
        let kept = open();
        let token = kept.secrets.lock().token.clone();
        (kept.url().unwrap(), token)
    }

    #[test]
    fn stored_settings_of_the_own_server_are_updated() {
        let own = (OWN.to_owned(), Some("own".to_owned()));
        assert_eq!(brought_forward("http://localhost:5006", Some("own")), own);
        assert_eq!(brought_forward("http://localhost:5006", None), (OWN.to_owned(), None));
        assert_eq!(brought_forward(OWN, Some("own")), own);
        for earlier in ["http://127.0.0.1:5007", "http://localhost:5007"] {
            assert_eq!(
                brought_forward(earlier, Some("own")),
                own,
                "another program may listen there"
            );
        }
        for (url, token) in [
            ("http://localhost:5006", Some("of another")),
            ("http://127.0.0.1:5007", Some("of another")),
            ("http://127.0.0.1:5007", None),
            ("https://budget.example", Some("own")),
        ] {
            let kept = (url.to_owned(), token.map(str::to_owned));
            assert_eq!(brought_forward(url, token), kept);
        }
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
            link.set_url(Some("https://another.example".to_owned())).unwrap();
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
        link.set_url(Some("https://one.example/".to_owned())).unwrap();
        assert!(link.keep_token("first".to_owned(), "https://one.example").unwrap());
        link.set_url(Some("https://one.example".to_owned())).unwrap();
        assert!(link.session().is_some(), "the address did not change");
        link.set_url(Some("https://two.example".to_owned())).unwrap();
        assert!(link.session().is_none());
        let late = link.keep_token("late".to_owned(), "https://one.example").unwrap();
        assert!(!late && link.session().is_none(), "signed in to a server no longer in use");
        let kept = std::fs::read_to_string(dir.path().join("server.json")).unwrap();
        assert!(!kept.contains("first") && !kept.contains("late"));
    }
}
