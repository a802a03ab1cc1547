//! The interface of providers: each has one file in `providers` and implements [`BankProvider`]. No
//! provider knows storage, clocks, sealing or the ledger; requests go through one [`Http`], and the
//! [`Scene`] carries the time.

use serde_json::Value;
use sobre_engine::banks::linking::{
    CredentialField, ExternalAccount, Institution, InstitutionName,
};
use sobre_engine::banks::{BankAnswer, BankError, Plan, Provider};
use sobre_engine::dates::Day;

use super::connections::{InstitutionSearch, LinkCode, LinkFault, LinkRequest, Linked, Values};
use super::http::Http;

/// The fixed properties of a provider.
#[derive(Debug)]
pub struct Facts {
    /// The provider.
    pub provider: Provider,
    /// The regions of its banks.
    pub regions: &'static [&'static str],
    /// The credentials that the user enters.
    pub fields: &'static [Field],
    /// Its stored credentials, with their names in [`Values`] and the names that other programs of
    /// the file format use. All are required except those marked optional.
    pub stored: &'static [StoredField],
    /// Whether the user signs in with a browser.
    pub browser: bool,
    /// Whether the bank is chosen before signing in.
    pub needs_institution: bool,
    /// Most scheduled fetches a day.
    pub times_a_day: u8,
}

/// A credential that the user enters.
#[derive(Debug)]
pub struct Field {
    /// Its name in [`Values`].
    pub name: &'static str,
    /// Its label on the screen.
    pub label: &'static str,
    /// Whether the input is masked.
    pub secret: bool,
    /// Where the user gets it.
    pub help: &'static str,
}

/// A stored credential.
#[derive(Debug)]
pub struct StoredField {
    /// Its name in [`Values`].
    pub field: &'static str,
    /// Its stored name.
    pub name: &'static str,
    /// Whether the provider works without it.
    pub optional: bool,
}

/// The context of a request: network, time and user.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// Sends requests.
    pub http: &'a dyn Http,
    /// Milliseconds since 1970.
    pub now_ms: i64,
    /// Today's date.
    pub today: Day,
    /// The waiting user, if a user made the request.
    pub person: Option<&'a Person>,
}

/// A user who waits for a bank, as this program sees them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Person {
    /// Their public IP address, if known.
    pub address: Option<String>,
    /// Their user agent.
    pub agent: Option<String>,
}

/// A sign-in started at a provider.
#[derive(Clone)]
pub struct Step {
    /// The address for the browser to open.
    pub url: String,
    /// Values the provider needs to finish the sign-in.
    pub secrets: Values,
}

/// The result that a redirect carries.
#[derive(Clone)]
pub enum Back {
    /// A code to exchange.
    Code(String),
    /// The user cancelled, or the bank refused.
    Refused {
        /// The error code.
        error: String,
        /// The bank's message.
        text: Option<String>,
    },
}

/// The state of a sign-in.
pub enum Outcome {
    /// The user is still at the bank.
    Waiting,
    /// The user cancelled.
    Cancelled,
    /// A new grant, or a renewed one.
    Granted(Box<Granted>),
}

/// A permission to read accounts, with its bank and accounts.
#[derive(Default)]
pub struct Granted {
    /// The access tokens or session ids; sealed at rest.
    pub grant: Values,
    /// The bank.
    pub institution: InstitutionName,
    /// When the consent expires (RFC 3339).
    pub valid_until: Option<String>,
    /// The accounts.
    pub accounts: Vec<ExternalAccount>,
}

/// The result of a fetch.
pub struct Fetched {
    /// The requested accounts.
    pub answers: Vec<BankAnswer>,
    /// The new cursor of a provider that sends changes.
    pub cursor: Option<String>,
}

/// A service that connects us to banks.
pub trait BankProvider: Send + Sync {
    /// Name, regions, credentials, limits.
    fn facts(&self) -> &'static Facts;

    /// Validates credentials before they are stored. May exchange them, such as a setup token for
    /// an access token.
    ///
    /// # Errors
    /// [`LinkFault`].
    fn check(&self, scene: &Scene<'_>, given: Values) -> Linked<Values>;

    /// The banks of a country.
    ///
    /// # Errors
    /// [`LinkFault`].
    fn institutions(
        &self,
        scene: &Scene<'_>,
        own: &Values,
        wanted: &InstitutionSearch,
    ) -> Linked<Vec<Institution>> {
        let _ = (scene, own, wanted);
        Err(LinkFault::of(LinkCode::NotSupported))
    }

    /// The banks of a country, in the provider's own format.
    ///
    /// # Errors
    /// [`LinkFault`].
    fn listed_banks(&self, scene: &Scene<'_>, own: &Values, country: &str) -> Linked<Vec<Value>> {
        let _ = (scene, own, country);
        Err(LinkFault::of(LinkCode::NotSupported))
    }

    /// Finds an account of a grant by any of its ids.
    fn account_of(&self, grant: &Values, id: &str) -> Option<String> {
        let _ = (grant, id);
        None
    }

    /// Starts a sign-in or, with a grant, a repair. The bank's redirect returns `state`.
    ///
    /// # Errors
    /// [`LinkFault`].
    fn begin(
        &self,
        scene: &Scene<'_>,
        own: &Values,
        wanted: &LinkRequest,
        begin: &Begin<'_>,
    ) -> Linked<Step> {
        let _ = (scene, own, wanted, begin);
        Err(LinkFault::of(LinkCode::NotSupported))
    }

    /// Checks whether a sign-in is complete. `back` is the result of a redirect.
    ///
    /// # Errors
    /// [`LinkFault`].
    fn finish(
        &self,
        scene: &Scene<'_>,
        own: &Values,
        step: &Step,
        back: Option<&Back>,
    ) -> Linked<Outcome> {
        let _ = (scene, own, step, back);
        Err(LinkFault::of(LinkCode::NotSupported))
    }

    /// The accounts of a provider without browser sign-in.
    ///
    /// # Errors
    /// [`LinkFault`].
    fn accounts(&self, scene: &Scene<'_>, own: &Values) -> Linked<Vec<ExternalAccount>> {
        let _ = (scene, own);
        Err(LinkFault::of(LinkCode::NotSupported))
    }

    /// Fetches the accounts of the plan: rows since a date, or changes since a cursor.
    ///
    /// # Errors
    /// A failure of the whole connection.
    fn fetch(
        &self,
        scene: &Scene<'_>,
        own: &Values,
        grant: &Values,
        plan: &Plan,
    ) -> Result<Fetched, BankError>;

    /// Revokes a grant at the provider.
    ///
    /// # Errors
    /// [`BankError`].
    fn end(&self, scene: &Scene<'_>, own: &Values, grant: &Values) -> Result<(), BankError> {
        let _ = (scene, own, grant);
        Ok(())
    }

    /// The credential whose requests we limit; `None` if this provider has no limit of ours.
    fn quota<'v>(&self, own: &'v Values, grant: &'v Values) -> Option<&'v str> {
        let _ = (own, grant);
        None
    }
}

/// The input of a sign-in.
#[derive(Clone, Copy)]
pub struct Begin<'a> {
    /// The grant to repair.
    pub repair: Option<&'a Values>,
    /// Identifies the sign-in at the bank.
    pub state: &'a str,
    /// Identifies the budget to the provider without revealing anything about it.
    pub user: &'a str,
}

impl Facts {
    /// The fields as the screen shows them.
    #[must_use]
    pub fn shown_fields(&self) -> Vec<CredentialField> {
        let shown = |it: &Field| CredentialField {
            name: it.name.to_owned(),
            label: it.label.to_owned(),
            secret: it.secret,
            help: it.help.to_owned(),
        };
        self.fields.iter().map(shown).collect()
    }
}

impl Values {
    /// A value, unless it is empty.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(|it| it.trim()).filter(|it| !it.is_empty())
    }

    /// A required value.
    ///
    /// # Errors
    /// [`LinkCode::InvalidValues`] with the field.
    pub fn need(&self, name: &str) -> Linked<&str> {
        self.get(name).ok_or_else(|| LinkFault::in_field(name))
    }

    /// A stored secret; empty if missing.
    #[must_use]
    pub fn text(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    /// Adds a value.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.0.insert(name.to_owned(), value.to_owned());
        self
    }
}
