//! The server in use: its address, its session, and the keys of encrypted files, in memory and on
//! disk. It sends no requests by itself.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;

use super::encryption::FileKey;
use super::secrets::Secrets;
use crate::network::{OwnServer, Server, SyncServers};
use sobre_engine::sync::api::{Bootstrapped, StoredKey};
use sobre_engine::sync::fault::SyncFault;

/// A choice of a server. A session belongs to the choice it was made for: chosen again, the same
/// address may be another program.
#[derive(Debug, Clone)]
pub(crate) struct ServerChoice {
    /// Counts the choices since the program started.
    number: u64,
    url: String,
    /// Whether it is the program's own server.
    own: bool,
}

/// What became of a new session.
pub(crate) struct SessionOutcome {
    /// Whether it is stored, because the choice it was made for stands.
    pub(crate) is_in_use: bool,
    /// The session to end at its server: the one before, or the new one if it is not stored.
    pub(crate) unused: Option<Arc<dyn Server>>,
}

/// The stored settings, and the number of the current choice.
struct Settings {
    secrets: Secrets,
    number: u64,
}

impl Settings {
    fn choice(&self) -> Option<ServerChoice> {
        let url = self.secrets.url.clone()?;
        Some(ServerChoice { number: self.number, url, own: self.secrets.own })
    }
}

/// This device's settings for its server.
pub(crate) struct ServerLink {
    data_dir: PathBuf,
    network: Arc<dyn SyncServers>,
    /// The server that this program serves itself, if any.
    own: OnceLock<Arc<dyn OwnServer>>,
    settings: Mutex<Settings>,
    /// Serialises signing in at the own server.
    signing_in: Mutex<()>,
    offset_ms: AtomicI64,
}

impl ServerLink {
    /// Reads the stored settings.
    ///
    /// # Errors
    /// If the disk fails.
    pub(crate) fn open(data_dir: &Path, network: Arc<dyn SyncServers>) -> io::Result<Self> {
        let settings = Mutex::new(Settings { secrets: Secrets::load(data_dir)?, number: 0 });
        let (own, signing_in) = (OnceLock::new(), Mutex::default());
        let (data_dir, offset_ms) = (data_dir.to_owned(), AtomicI64::new(0));
        Ok(Self { data_dir, network, own, settings, signing_in, offset_ms })
    }

    /// Address of the server in use.
    pub(crate) fn url(&self) -> Option<String> {
        self.settings.lock().secrets.url.clone()
    }

    /// Whether a server, or to use none, was ever chosen.
    pub(crate) fn has_chosen(&self) -> bool {
        self.settings.lock().secrets.chosen
    }

    /// The choice in force.
    ///
    /// # Errors
    /// [`SyncFault::NoServer`].
    pub(crate) fn choice(&self) -> Result<ServerChoice, SyncFault> {
        self.settings.lock().choice().ok_or(SyncFault::NoServer)
    }

    /// The server of a choice. The own one is never looked for at an address, where another program
    /// may answer.
    ///
    /// # Errors
    /// [`SyncFault::OwnServerOff`].
    pub(crate) fn at(
        &self,
        choice: &ServerChoice,
        token: Option<&str>,
    ) -> Result<Arc<dyn Server>, SyncFault> {
        if !choice.own {
            return Ok(self.network.server(&choice.url, token));
        }
        Ok(self.own.get().ok_or(SyncFault::OwnServerOff)?.server(token))
    }

    /// The server in use, with the session if there is one.
    ///
    /// # Errors
    /// [`SyncFault::NoServer`], [`SyncFault::OwnServerOff`].
    pub(crate) fn server(&self) -> Result<Arc<dyn Server>, SyncFault> {
        let (choice, token) = self.choice_and_token()?;
        self.at(&choice, token.as_deref())
    }

    /// The server in use with its session.
    ///
    /// # Errors
    /// [`SyncFault::NoServer`], [`SyncFault::TokenExpired`] without a session,
    /// [`SyncFault::OwnServerOff`].
    pub(crate) fn session(&self) -> Result<Arc<dyn Server>, SyncFault> {
        let (choice, token) = self.choice_and_token()?;
        self.at(&choice, Some(&token.ok_or(SyncFault::TokenExpired)?))
    }

    fn choice_and_token(&self) -> Result<(ServerChoice, Option<String>), SyncFault> {
        let settings = self.settings.lock();
        let choice = settings.choice().ok_or(SyncFault::NoServer)?;
        Ok((choice, settings.secrets.token.clone()))
    }

    /// Another server, not used yet.
    pub(crate) fn server_at(&self, url: &str) -> Arc<dyn Server> {
        self.network.server(url, None)
    }

    /// Whether this is what the program's own server says of itself.
    pub(crate) fn is_own(&self, server: &Bootstrapped) -> bool {
        self.own.get().is_some_and(|own| own.instance() == server.instance)
    }

    /// Changes the server; `own` if the program serves it itself. Returns the session at the server
    /// used before, which is forgotten.
    pub(crate) fn set_url(
        &self,
        url: Option<String>,
        own: bool,
    ) -> io::Result<Option<Arc<dyn Server>>> {
        let url = url.map(|url| url.trim_end_matches('/').to_owned());
        let before = self.change(|settings| {
            let secrets = &mut settings.secrets;
            let is_same = secrets.own == own && (own || secrets.url == url);
            let before = if is_same { None } else { secrets.token.take() };
            let before = before.zip(settings.choice());
            let secrets = &mut settings.secrets;
            (secrets.url, secrets.own, secrets.chosen) = (url, own, true);
            settings.number += u64::from(!is_same);
            before
        })?;
        Ok(before.and_then(|(token, choice)| self.at(&choice, Some(&token)).ok()))
    }

    /// Stores a session made for a choice, unless another server was chosen meanwhile.
    pub(crate) fn keep_token(
        &self,
        token: String,
        choice: &ServerChoice,
    ) -> io::Result<SessionOutcome> {
        let fresh = token.clone();
        let (is_in_use, unused) = self.change(|settings| {
            if settings.number != choice.number {
                return (false, Some(token));
            }
            let before = settings.secrets.token.replace(token);
            (true, before.filter(|before| *before != fresh))
        })?;
        let unused = unused.and_then(|token| self.at(choice, Some(&token)).ok());
        Ok(SessionOutcome { is_in_use, unused })
    }

    /// Registers the server that this program serves itself, the same as long as it runs.
    pub(crate) fn serve_own(&self, own: Arc<dyn OwnServer>) {
        self.own.get_or_init(|| own);
    }

    /// Signs in at the server in use, if that is the program's own; returns whether this created a
    /// session.
    pub(crate) fn sign_in_at_own(&self) -> io::Result<bool> {
        let _alone = self.signing_in.lock();
        let Ok((choice, token)) = self.choice_and_token() else { return Ok(false) };
        let Some(own) = self.own.get().filter(|_| choice.own) else { return Ok(false) };
        if token.is_some_and(|token| own.knows(&token)) {
            return Ok(false);
        }
        let Some(token) = own.new_session()? else { return Ok(false) };
        let is_in_use = self.keep_token(token.clone(), &choice).map(|stored| stored.is_in_use);
        if !matches!(is_in_use, Ok(true)) {
            own.end_session(&token)?;
        }
        is_in_use
    }

    /// Forgets the session and returns it.
    pub(crate) fn forget_token(&self) -> io::Result<Option<Arc<dyn Server>>> {
        let forgotten =
            self.change(|settings| settings.secrets.token.take().zip(settings.choice()))?;
        Ok(forgotten.and_then(|(token, choice)| self.at(&choice, Some(&token)).ok()))
    }

    /// The key of a file, if it is the one of that id.
    pub(crate) fn key(&self, file_id: &str, key_id: &str) -> Option<FileKey> {
        self.settings.lock().secrets.key(file_id).filter(|key| key.id() == key_id)
    }

    /// Whether any key of a file is on this device.
    pub(crate) fn knows_encrypted(&self, file_id: &str) -> bool {
        self.settings.lock().secrets.knows_encrypted(file_id)
    }

    /// The server's record of the key of a file.
    pub(crate) fn stored_key(&self, file_id: &str) -> Option<StoredKey> {
        self.settings.lock().secrets.stored_key(file_id)
    }

    /// Whether the key of that id is on this device.
    pub(crate) fn has_key(&self, file_id: &str, key_id: &str) -> bool {
        self.settings.lock().secrets.has_key(file_id, key_id)
    }

    /// Stores the key of a file.
    pub(crate) fn keep_key(
        &self,
        file_id: &str,
        key: &FileKey,
        stored: &StoredKey,
    ) -> io::Result<()> {
        self.change(|settings| settings.secrets.keep_key(file_id, key, stored))
    }

    /// The correction from this computer's clock to the server's, in milliseconds.
    pub(crate) fn offset_ms(&self) -> i64 {
        self.offset_ms.load(Ordering::Acquire)
    }

    /// Stores that correction.
    pub(crate) fn set_offset_ms(&self, offset_ms: i64) {
        self.offset_ms.store(offset_ms, Ordering::Release);
    }

    fn change<R>(&self, change: impl FnOnce(&mut Settings) -> R) -> io::Result<R> {
        let mut settings = self.settings.lock();
        let (secrets, number) = (settings.secrets.clone(), settings.number);
        let mut changed = Settings { secrets, number };
        let result = change(&mut changed);
        changed.secrets.save(&self.data_dir)?;
        *settings = changed;
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Weak;
    use std::sync::mpsc::channel;
    use std::thread;

    use super::*;
    use crate::network::http::HttpSyncServers;

    const OWN: &str = "http://127.0.0.1:5006";
    const INSTANCE: &str = "instance";

    /// A fake own server that changes something while it creates a session.
    struct FakeServer {
        sessions: Mutex<Vec<String>>,
        meanwhile: Box<dyn Fn() + Send + Sync>,
    }

    impl OwnServer for FakeServer {
        fn instance(&self) -> &str {
            INSTANCE
        }

        fn server(&self, token: Option<&str>) -> Arc<dyn Server> {
            HttpSyncServers::default().server(OWN, token)
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
    ) -> (Arc<ServerLink>, Arc<FakeServer>) {
        let link = ServerLink::open(data_dir, Arc::<HttpSyncServers>::default()).unwrap();
        let link = Arc::new(link);
        let weak = Arc::downgrade(&link);
        let meanwhile = Box::new(move || meanwhile(&weak));
        let own = Arc::new(FakeServer { sessions: Mutex::default(), meanwhile });
        link.serve_own(Arc::<FakeServer>::clone(&own));
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
        assert!(link.sign_in_at_own().unwrap() && link.session().is_ok());
        // At the same address, but another program.
        link.set_url(Some(OWN.to_owned()), false).unwrap();
        assert!(link.session().is_err() && !link.sign_in_at_own().unwrap());
        assert_eq!(own.sessions.lock().len(), 1);
    }

    #[test]
    fn a_session_of_the_own_server_goes_nowhere_while_that_is_not_served() {
        let dir = tempfile::tempdir().unwrap();
        let (link, _own) = beside_own(dir.path(), |_| ());
        assert!(link.sign_in_at_own().unwrap());
        let later = ServerLink::open(dir.path(), Arc::<HttpSyncServers>::default()).unwrap();
        let off = Some(SyncFault::OwnServerOff);
        assert_eq!(later.session().err(), off);
        assert_eq!(later.server().err(), off, "a password would go to the old address");
        let sessions = Mutex::new(vec!["session 0".to_owned()]);
        later.serve_own(Arc::new(FakeServer { sessions, meanwhile: Box::new(|| {}) }));
        assert!(later.session().is_ok());
    }

    #[test]
    fn concurrent_sign_ins_create_one_session() {
        let dir = tempfile::tempdir().unwrap();
        let (begin, begun) = channel();
        let (link, own) = beside_own(dir.path(), move |link| {
            let (link, begin) = (link.upgrade().unwrap(), begin.clone());
            let (start, started) = channel();
            let other = thread::spawn(move || {
                start.send(()).unwrap();
                link.sign_in_at_own().unwrap()
            });
            started.recv().unwrap();
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
    fn a_session_belongs_to_the_choice_it_was_made_for() {
        let dir = tempfile::tempdir().unwrap();
        let link = ServerLink::open(dir.path(), Arc::<HttpSyncServers>::default()).unwrap();
        assert!(link.set_url(Some("https://one.example/".to_owned()), false).unwrap().is_none());
        let one = link.choice().unwrap();
        let first = link.keep_token("first".to_owned(), &one).unwrap();
        assert!(first.is_in_use && first.unused.is_none());
        assert!(link.set_url(Some("https://one.example".to_owned()), false).unwrap().is_none());
        assert!(link.session().is_ok(), "the address did not change");
        let again = link.keep_token("first".to_owned(), &one).unwrap();
        assert!(again.is_in_use && again.unused.is_none(), "one session, which is in use");
        let second = link.keep_token("second".to_owned(), &one).unwrap();
        assert!(second.is_in_use && second.unused.is_some(), "the first one ends");
        let replaced = link.set_url(Some("https://two.example".to_owned()), false).unwrap();
        assert!(replaced.is_some() && link.session().is_err());
        let late = link.keep_token("late".to_owned(), &one).unwrap();
        assert!(!late.is_in_use && late.unused.is_some(), "signed in at a server no longer used");
        assert!(link.session().is_err());
        let stored = std::fs::read_to_string(dir.path().join("server.json")).unwrap();
        assert!(
            !stored.contains("first") && !stored.contains("second") && !stored.contains("late")
        );
    }

    #[test]
    fn a_session_of_the_own_server_is_not_kept_for_another_program_at_its_address() {
        let dir = tempfile::tempdir().unwrap();
        let (link, _own) = beside_own(dir.path(), |_| ());
        let choice = link.choice().unwrap();
        link.set_url(Some(OWN.to_owned()), false).unwrap();
        let late = link.keep_token("late".to_owned(), &choice).unwrap();
        assert!(!late.is_in_use && late.unused.is_some() && link.session().is_err());
        link.set_url(Some(OWN.to_owned()), true).unwrap();
        assert!(!link.keep_token("late".to_owned(), &choice).unwrap().is_in_use);
    }

    #[test]
    fn the_own_server_keeps_its_session_by_every_address() {
        let dir = tempfile::tempdir().unwrap();
        let (link, own) = beside_own(dir.path(), |_| ());
        assert!(link.sign_in_at_own().unwrap());
        assert!(link.set_url(Some("http://localhost:7000".to_owned()), true).unwrap().is_none());
        assert!(link.session().is_ok() && !link.sign_in_at_own().unwrap());
        assert_eq!(own.sessions.lock().len(), 1);
        assert!(link.set_url(None, false).unwrap().is_some(), "the session to end");
    }
}
