//! Passwords, tokens and sessions. A token is 256 random bits, and the store knows only its hash;
//! of a password it knows only the Argon2id hash.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use actix_web::HttpRequest;
use argon2::password_hash::{PasswordHash, SaltString};
use argon2::{Algorithm, Argon2, Params, PasswordHasher as _, PasswordVerifier as _, Version};
use parking_lot::Mutex;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;
use thiserror::Error;
use tokio::runtime::Handle;

use super::client::{Client, Proxies};
use super::limiter::Limiter;
use super::store::{Session, Store, StoreError, TokenHash, UserFiles};

/// Cost of a password hash: 46 MiB, one pass, one lane.
const MEMORY_KIB: u32 = 47_104;
const PASSES: u32 = 1;
const LANES: u32 = 1;
const SALT_BYTES: usize = 16;
const TOKEN_BYTES: usize = 32;
/// Longest name of a session.
const NAME_CHARS: usize = 120;
/// Longest password; longer ones are no safer and cost time.
const PASSWORD_BYTES: usize = 4096;
/// Letters of a setup code, without look-alikes. There are 32, so that a random byte selects one
/// uniformly.
const CODE_LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/// Length of a setup code: 60 bits.
const CODE_LENGTH: usize = 12;
/// Letters between the dashes of a setup code.
const CODE_PART: usize = 4;

/// Why sign-in failed.
#[derive(Debug, Error)]
pub enum SignInError {
    /// Empty, much too long or wrong; or none is set yet.
    #[error("invalid-password")]
    InvalidPassword,
    /// There is a password already.
    #[error("already-bootstrapped")]
    AlreadyBootstrapped,
    /// Setting the first password from elsewhere requires the setup code.
    #[error("setup-code-required")]
    SetupCodeRequired,
    /// The setup code is wrong.
    #[error("invalid-setup-code")]
    InvalidSetupCode,
    /// Too many failed attempts.
    #[error("too-many-requests")]
    TooManyRequests,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No random numbers, or an unreadable stored hash.
    #[error("passwords cannot be hashed: {0}")]
    Hash(String),
}

impl SignInError {
    /// Its code in the protocol, if it has one.
    #[must_use]
    pub const fn word(&self) -> Option<&'static str> {
        match self {
            Self::InvalidPassword => Some("invalid-password"),
            Self::AlreadyBootstrapped => Some("already-bootstrapped"),
            Self::SetupCodeRequired => Some("setup-code-required"),
            Self::InvalidSetupCode => Some("invalid-setup-code"),
            Self::TooManyRequests => Some("too-many-requests"),
            Self::Store(_) | Self::Hash(_) => None,
        }
    }
}

/// The session of a request, and its access to the files.
#[derive(Clone)]
pub struct SignedIn {
    /// The session of the token.
    pub session: Session,
    /// The files of the user.
    pub files: UserFiles,
}

/// Passwords, sessions and the limit on attempts. Only this creates a [`SignedIn`].
pub struct Auth {
    store: Arc<Store>,
    limiter: Limiter,
    proxies: Proxies,
    setup_code: OnceLock<String>,
    /// Whether sessions also open the budgets of the application.
    opens_application: AtomicBool,
    /// Distinguishes this running server from all others.
    instance: String,
    /// One hash at a time, so that a flood of passwords cannot take the memory.
    hashing: Mutex<()>,
}

impl Auth {
    /// The sign-in of a store, with these trusted proxies.
    #[must_use]
    pub fn new(store: Arc<Store>, proxies: Proxies) -> Self {
        let (setup_code, hashing) = (OnceLock::new(), Mutex::default());
        let (limiter, opens_application) = (Limiter::default(), AtomicBool::new(false));
        let instance = store.new_id();
        Self { store, limiter, proxies, setup_code, opens_application, instance, hashing }
    }

    /// Distinguishes this running server from all others, also from one that is started later.
    #[must_use]
    pub fn instance(&self) -> &str {
        &self.instance
    }

    /// Whether sessions also open the budgets of this computer.
    #[must_use]
    pub fn opens_application(&self) -> bool {
        self.opens_application.load(Ordering::Relaxed)
    }

    /// Makes sessions also open the budgets of this computer. Its other users can reach the server
    /// too, so setting the first password then requires the setup code here as well.
    pub fn open_application(&self) {
        self.opens_application.store(true, Ordering::Relaxed);
    }

    /// Whether a client has to give the setup code with the first password.
    #[must_use]
    pub fn asks_for_code(&self, client: &Client) -> bool {
        !client.is_here || self.opens_application()
    }

    /// The sender of a request.
    #[must_use]
    pub fn client(&self, request: &HttpRequest) -> Client {
        self.proxies.client(request, self.now_ms())
    }

    /// The setup code for setting the first password from another computer; print it only to the
    /// person who starts the server. None once there is a password. It stays valid while the
    /// program runs.
    ///
    /// # Errors
    /// [`SignInError::Hash`] without random numbers, [`SignInError::Store`].
    pub fn setup_code(&self) -> Result<Option<&str>, SignInError> {
        if self.is_set_up()? {
            return Ok(None);
        }
        let letters = random::<CODE_LENGTH>()?.map(|byte| CODE_LETTERS[usize::from(byte) % 32]);
        let parts: Vec<_> = letters.chunks(CODE_PART).map(String::from_utf8_lossy).collect();
        Ok(Some(self.setup_code.get_or_init(|| parts.join("-"))))
    }

    /// The underlying store.
    #[must_use]
    pub const fn store(&self) -> &Arc<Store> {
        &self.store
    }

    /// Access to the files without sign-in, for the command line and tests, which can read the disk
    /// anyway.
    #[must_use]
    pub fn own_files(&self) -> UserFiles {
        UserFiles::new(Arc::clone(&self.store))
    }

    /// A session for the program itself; none before there is a password.
    ///
    /// # Errors
    /// [`SignInError::Hash`] without random numbers, [`SignInError::Store`].
    pub fn own_session(&self, name: &str) -> Result<Option<String>, SignInError> {
        if self.is_set_up()? { self.new_session(name).map(Some) } else { Ok(None) }
    }

    /// Milliseconds since 1970.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        self.store.now_ms()
    }

    /// Whether a password is set.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub fn is_set_up(&self) -> Result<bool, StoreError> {
        Ok(self.store.password_hash()?.is_some())
    }

    /// Sets the first password and signs in. Returns the token.
    ///
    /// The first password makes its owner the owner of the server. It therefore requires the setup
    /// code, except at this computer if the sync server runs alone. The code comes as `code`, or
    /// for clients that do not know codes before the password, separated by a space.
    ///
    /// # Errors
    /// [`SignInError`].
    pub fn bootstrap(
        &self,
        password: &str,
        code: Option<&str>,
        client: &Client,
    ) -> Result<String, SignInError> {
        let code = code.map(str::trim).filter(|code| !code.is_empty());
        let (code, password) = match (code, parted(password)) {
            // If no code is required, a password may look like one.
            (None, Some((front, rest)))
                if self.asks_for_code(client) || self.is_setup_code(front) =>
            {
                (Some(front), rest)
            }
            _ => (code, password),
        };
        if code.is_none() && self.asks_for_code(client) && !self.is_set_up()? {
            return Err(SignInError::SetupCodeRequired);
        }
        self.try_begin(client)?;
        if self.is_set_up()? {
            return Err(SignInError::AlreadyBootstrapped);
        }
        if code.is_some_and(|code| !self.is_setup_code(code)) {
            return Err(SignInError::InvalidSetupCode);
        }
        let hash = self.hash(password)?;
        match self.store.set_first_password(&hash) {
            Err(StoreError::AlreadyBootstrapped) => return Err(SignInError::AlreadyBootstrapped),
            other => other?,
        }
        self.limiter.succeeded(client);
        self.new_session(&client.name)
    }

    /// Signs in. Returns the token.
    ///
    /// # Errors
    /// [`SignInError`].
    pub fn sign_in(&self, password: &str, client: &Client) -> Result<String, SignInError> {
        self.try_begin(client)?;
        let stored = self.store.password_hash()?.ok_or(SignInError::InvalidPassword)?;
        if password.is_empty() || password.len() > PASSWORD_BYTES {
            return Err(SignInError::InvalidPassword);
        }
        let stored = PasswordHash::new(&stored).map_err(|error| hash_error(&error))?;
        {
            let _alone = self.hashing.lock();
            argon2()?
                .verify_password(password.as_bytes(), &stored)
                .map_err(|_| SignInError::InvalidPassword)?;
        }
        self.limiter.succeeded(client);
        self.new_session(&client.name)
    }

    /// Changes the password, or sets the first one. Sessions stay as they are.
    ///
    /// # Errors
    /// [`SignInError::InvalidPassword`] for an empty one.
    pub fn change_password(&self, password: &str) -> Result<(), SignInError> {
        let hash = self.hash(password)?;
        Ok(self.store.set_password(&hash)?)
    }

    /// The session of a token.
    #[must_use]
    pub fn signed_in(&self, token: &str) -> Option<SignedIn> {
        let hash = token_hash(token);
        let session = self.store.session(&hash)?;
        if let Some(now) = self.store.begin_use(&hash) {
            let store = Arc::clone(&self.store);
            off_runtime(move || store.note_use(&hash, now));
        }
        Some(SignedIn { session, files: self.own_files() })
    }

    fn is_setup_code(&self, given: &str) -> bool {
        let given = given.to_ascii_uppercase();
        let code = self.setup_code.get();
        code.is_some_and(|code| given.as_bytes().ct_eq(code.as_bytes()).into())
    }

    fn try_begin(&self, client: &Client) -> Result<(), SignInError> {
        if self.limiter.begin(client) { Ok(()) } else { Err(SignInError::TooManyRequests) }
    }

    fn hash(&self, password: &str) -> Result<String, SignInError> {
        if password.is_empty() || password.len() > PASSWORD_BYTES {
            return Err(SignInError::InvalidPassword);
        }
        let salt =
            SaltString::encode_b64(&random::<SALT_BYTES>()?).map_err(|error| hash_error(&error))?;
        let _alone = self.hashing.lock();
        let hash = argon2()?.hash_password(password.as_bytes(), &salt);
        Ok(hash.map_err(|error| hash_error(&error))?.to_string())
    }

    fn new_session(&self, name: &str) -> Result<String, SignInError> {
        use std::fmt::Write as _;
        let token = random::<TOKEN_BYTES>()?.iter().fold(String::new(), |mut token, byte| {
            let _ = write!(token, "{byte:02x}");
            token
        });
        let name: String = name.chars().filter(|c| !c.is_control()).take(NAME_CHARS).collect();
        self.store.add_session(token_hash(&token), &name)?;
        Ok(token)
    }
}

/// Splits text that starts like a setup code into the code and the password.
fn parted(text: &str) -> Option<(&str, &str)> {
    let (front, rest) = text.trim_start().split_once(' ')?;
    let is_letter = |letter: u8| CODE_LETTERS.contains(&letter.to_ascii_uppercase());
    let is_part = |part: &str| part.len() == CODE_PART && part.bytes().all(is_letter);
    let parts = front.split('-');
    (parts.clone().count() == CODE_LENGTH / CODE_PART && parts.clone().all(is_part))
        .then(|| (front, rest.trim_start()))
}

/// Runs disk work outside an async runtime's thread, if called from one.
fn off_runtime(work: impl FnOnce() + Send + 'static) {
    match Handle::try_current() {
        Ok(runtime) => drop(runtime.spawn_blocking(work)),
        Err(_) => work(),
    }
}

fn token_hash(token: &str) -> TokenHash {
    Sha256::digest(token.as_bytes()).into()
}

fn argon2() -> Result<Argon2<'static>, SignInError> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None)
        .map_err(|error| SignInError::Hash(error.to_string()))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn random<const N: usize>() -> Result<[u8; N], SignInError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| SignInError::Hash(error.to_string()))?;
    Ok(bytes)
}

fn hash_error(error: &argon2::password_hash::Error) -> SignInError {
    SignInError::Hash(error.to_string())
}

#[cfg(test)]
mod tests;
