//! What a provider is to the rest: one file each in `providers`, all behind [`BankProvider`]. No
//! provider knows storage, clocks, sealing or the ledger; requests go through one [`Http`], and the
//! time comes in with the [`Scene`].

use serde_json::Value;
use sobre_engine::banks::linking::{
    CredentialField, ExternalAccount, Institution, InstitutionName,
};
use sobre_engine::banks::{BankAnswer, BankError, Plan, Provider};
use sobre_engine::dates::Day;

use super::connections::{InstitutionSearch, LinkCode, LinkFault, LinkRequest, Linked, Values};
use super::http::Http;

/// What never changes about a provider.
#[derive(Debug)]
pub struct Facts {
    /// The provider.
    pub provider: Provider,
    /// The regions of its banks.
    pub regions: &'static [&'static str],
    /// The credentials that a person gives.
    pub fields: &'static [Field],
    /// Its stored credentials: the name in [`Values`], and the name by which other programs of the
    /// file format know it. All of them have to be there, but those marked as optional.
    pub stored: &'static [Stored],
    /// Whether a person signs in with a browser.
    pub browser: bool,
    /// Whether the bank is chosen before signing in.
    pub needs_institution: bool,
    /// Most scheduled fetches a day.
    pub times_a_day: u8,
}

/// A credential that a person gives.
#[derive(Debug)]
pub struct Field {
    /// Its name in the values.
    pub name: &'static str,
    /// Its name on the screen.
    pub label: &'static str,
    /// Whether it is hidden while it is typed.
    pub secret: bool,
    /// Where a person gets it.
    pub help: &'static str,
}

/// A stored credential.
#[derive(Debug)]
pub struct Stored {
    /// Its name in the values.
    pub field: &'static str,
    /// Its stored name.
    pub name: &'static str,
    /// Whether the provider works without it.
    pub optional: bool,
}

/// The surroundings of a request: network, time, and where the program is reached.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// Sends requests.
    pub http: &'a dyn Http,
    /// Milliseconds since 1970.
    pub now_ms: i64,
    /// Today's date.
    pub today: Day,
    /// The person who waits, in a call that one made.
    pub person: Option<&'a Person>,
}

/// A person who waits for a bank, as seen by this program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Person {
    /// Their public address, if they have one here.
    pub address: Option<String>,
    /// Their program.
    pub agent: Option<String>,
}

/// A sign-in that began at a provider.
#[derive(Clone)]
pub struct Step {
    /// What the browser opens.
    pub url: String,
    /// What the provider needs to finish it.
    pub secrets: Values,
}

/// What a redirect brought back.
#[derive(Clone)]
pub enum Back {
    /// A code to exchange.
    Code(String),
    /// The person gave up, or the bank refused.
    Refused {
        /// The word.
        error: String,
        /// The bank's words.
        text: Option<String>,
    },
}

/// The state of a sign-in.
pub enum Outcome {
    /// The person is still at the bank.
    Waiting,
    /// The person gave up.
    Cancelled,
    /// A new grant, or a renewed one.
    Granted(Box<Granted>),
}

/// A permission to read, with what it is for.
#[derive(Default)]
pub struct Granted {
    /// The grant; sealed at rest.
    pub grant: Values,
    /// The bank.
    pub institution: InstitutionName,
    /// When the consent ends, as a time of RFC 3339.
    pub valid_until: Option<String>,
    /// The accounts.
    pub accounts: Vec<ExternalAccount>,
}

/// What a fetch brought.
pub struct Fetched {
    /// The accounts that were asked for.
    pub answers: Vec<BankAnswer>,
    /// Where a provider of changes stands now.
    pub cursor: Option<String>,
    /// How many requests it took.
    pub requests: u32,
}

/// Who talks to banks for us.
pub trait BankProvider: Send + Sync {
    /// Name, regions, credentials, limits.
    fn facts(&self) -> &'static Facts;

    /// Tries credentials before they are stored, and may replace them, such as a setup token by
    /// what it is exchanged for.
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

    /// The banks of a country as the provider lists them.
    ///
    /// # Errors
    /// [`LinkFault`].
    fn listed_banks(&self, scene: &Scene<'_>, own: &Values, country: &str) -> Linked<Vec<Value>> {
        let _ = (scene, own, country);
        Err(LinkFault::of(LinkCode::NotSupported))
    }

    /// The account of a grant by any of its ids.
    fn account_of(&self, grant: &Values, id: &str) -> Option<String> {
        let _ = (grant, id);
        None
    }

    /// Begins a sign-in or, with a grant, its repair. `state` comes back with a redirect.
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

    /// Whether a sign-in is done. `back` is what a redirect brought.
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

    /// The accounts of a provider without a browser.
    ///
    /// # Errors
    /// [`LinkFault`].
    fn accounts(&self, scene: &Scene<'_>, own: &Values) -> Linked<Vec<ExternalAccount>> {
        let _ = (scene, own);
        Err(LinkFault::of(LinkCode::NotSupported))
    }

    /// Fetches accounts: the window or the changes of the plan.
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

    /// Ends a grant at the provider.
    ///
    /// # Errors
    /// [`BankError`].
    fn end(&self, scene: &Scene<'_>, own: &Values, grant: &Values) -> Result<(), BankError> {
        let _ = (scene, own, grant);
        Ok(())
    }

    /// What limits how often the credentials or the grant may be used; `None` without a limit of
    /// our own.
    fn quota<'v>(&self, own: &'v Values, grant: &'v Values) -> Option<&'v str> {
        let _ = (own, grant);
        None
    }
}

/// What a sign-in begins with.
#[derive(Clone, Copy)]
pub struct Begin<'a> {
    /// The grant to repair.
    pub repair: Option<&'a Values>,
    /// Names the sign-in at the bank.
    pub state: &'a str,
    /// Names the budget to the provider, without telling anything about it.
    pub user: &'a str,
}

impl Facts {
    /// The fields as they are shown.
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

    /// A value that has to be there.
    ///
    /// # Errors
    /// Invalid values with the field.
    pub fn need(&self, name: &str) -> Linked<&str> {
        self.get(name).ok_or_else(|| LinkFault::in_field(name))
    }

    /// A value of a stored secret, empty if it is not there.
    #[must_use]
    pub fn text(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    /// With a value.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.0.insert(name.to_owned(), value.to_owned());
        self
    }
}
