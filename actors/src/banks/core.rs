//! A program's connections to banks, with the credentials. A sync server has one instance for all
//! its files; a device without a server has its own.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sobre_engine::banks::Provider;
use sobre_engine::banks::linking::{Institution, ProviderState, Schedule, ScheduleState, Scope};
use tokio::sync::watch;

use super::connections::{
    BankConnections, Connection, ConnectionRef, FetchReply, FetchRequest, InboxList,
    InstitutionSearch, LinkCode, LinkFault, LinkRequest, LinkStart, LinkState, Linked,
    OfferedAccounts, Values,
};
use super::fetching::Fetches;
use super::http::Http;
use super::message::AskedBy;
use super::provider::{BankProvider, Facts, Person, Scene, StoredField};
use super::providers::{Addresses, find, registry};
use super::sealing::PublicKey;
use super::sign_ins::SignIns;
use super::store::{Store, StoreFault};
use super::web::Web;
use crate::environment::Environment;

/// Options for bank connections.
#[derive(Debug, Clone, Default)]
pub struct BankOptions {
    /// The file with the encryption key, if it is not beside the database.
    pub key_file: Option<PathBuf>,
    /// Hosts that may have private addresses.
    pub allowed_hosts: Vec<String>,
    /// Replacement addresses for the providers.
    pub addresses: Addresses,
    /// Upper limit for every response timeout.
    pub most_patience: Option<Duration>,
}

/// The connections of this program.
pub struct Banks {
    pub(super) store: Store,
    pub(super) providers: Vec<Arc<dyn BankProvider>>,
    pub(super) http: Arc<dyn Http>,
    pub(super) environment: Environment,
    pub(super) sign_ins: SignIns,
    pub(super) fetches: Fetches,
    /// Counts deliveries over all files. Each change wakes the requests that wait for messages.
    pub(super) delivered: watch::Sender<u64>,
}

impl Banks {
    /// Opens the database of connections in a folder, or creates it.
    ///
    /// # Errors
    /// [`StoreFault`].
    pub fn open(
        folder: &Path,
        environment: Environment,
        options: &BankOptions,
    ) -> Result<Self, StoreFault> {
        let web = Web::new(&options.allowed_hosts, options.most_patience);
        Self::open_on(folder, environment, options, Arc::new(web))
    }

    /// Like [`Self::open`], with the given network.
    ///
    /// # Errors
    /// [`StoreFault`].
    pub fn open_on(
        folder: &Path,
        environment: Environment,
        options: &BankOptions,
        http: Arc<dyn Http>,
    ) -> Result<Self, StoreFault> {
        Ok(Self {
            store: Store::open(folder, options.key_file.as_deref())?,
            providers: registry(&options.addresses),
            http,
            environment,
            sign_ins: SignIns::default(),
            fetches: Fetches::default(),
            delivered: watch::Sender::new(0),
        })
    }

    /// Number of the last message of a file.
    ///
    /// # Errors
    /// [`LinkCode::Storage`].
    pub fn last_number(&self, file: &str) -> Linked<u64> {
        Ok(self.store.mailbox(file)?.last)
    }

    /// Notifies about deliveries to any file.
    #[must_use]
    pub fn deliveries(&self) -> watch::Receiver<u64> {
        self.delivered.subscribe()
    }

    pub(super) fn now_ms(&self) -> i64 {
        self.environment.clock.now_ms()
    }

    pub(super) fn scene<'a>(&'a self, person: Option<&'a Person>) -> Scene<'a> {
        Scene {
            http: self.http.as_ref(),
            now_ms: self.now_ms(),
            today: self.environment.calendar.today(),
            person,
        }
    }

    pub(super) fn provider(&self, wanted: Provider) -> Linked<&dyn BankProvider> {
        let found = find(&self.providers, wanted);
        found.map(AsRef::as_ref).ok_or_else(|| LinkFault::of(LinkCode::NotSupported))
    }

    /// A provider's credentials and their scope. Those of the file take precedence over the
    /// server's.
    pub(super) fn credentials(
        &self,
        facts: &Facts,
        file: Option<&str>,
    ) -> Linked<Option<(Values, Scope)>> {
        if let Some(file) = file
            && let Some(own) = self.stored(facts, Some(file))?
        {
            return Ok(Some((own, Scope::Budget)));
        }
        Ok(self.stored(facts, None)?.map(|own| (own, Scope::Server)))
    }

    fn stored(&self, facts: &Facts, file: Option<&str>) -> Linked<Option<Values>> {
        let mut values = Values::default();
        for StoredField { field, name, optional } in facts.stored {
            match self.store.credential(name, file)? {
                Some(value) => values = values.with(field, &value),
                None if *optional => {}
                None => return Ok(None),
            }
        }
        Ok(Some(values))
    }

    /// A provider's credentials, or an error if it has none.
    pub(super) fn need_credentials(
        &self,
        provider: &dyn BankProvider,
        file: &str,
    ) -> Linked<Values> {
        let found = self.ready_credentials(provider, Some(file))?;
        found.ok_or_else(|| LinkFault::of(LinkCode::NotConfigured))
    }

    /// Stores credentials that a provider accepted.
    pub(super) fn store_checked(
        &self,
        owner: Option<&str>,
        facts: &Facts,
        checked: &Values,
    ) -> Linked<()> {
        let stored = facts.stored.iter().filter_map(|it| Some((it.name, checked.get(it.field)?)));
        let stored: Vec<(&str, &str)> = stored.collect();
        self.store.set_credentials(owner, Some(facts.provider), &stored)?;
        tracing::info!(provider = facts.provider.word(), "a provider was configured");
        Ok(())
    }

    fn state_of(&self, facts: &Facts, file: &str) -> Linked<ProviderState> {
        Ok(ProviderState {
            id: facts.provider,
            name: facts.provider.name().to_owned(),
            regions: facts.regions.iter().map(|&it| it.to_owned()).collect(),
            fields: facts.shown_fields(),
            configured: self.credentials(facts, Some(file))?.map(|(_, scope)| scope),
            can_configure: true,
            browser: facts.browser,
            needs_institution: facts.needs_institution,
        })
    }
}

/// The file that owns the credentials of a scope; `None` for the whole server.
const fn owner(file: &str, scope: Scope) -> Option<&str> {
    match scope {
        Scope::Budget => Some(file),
        Scope::Server => None,
    }
}

impl BankConnections for Banks {
    fn providers(&self, file: &str) -> Linked<Vec<ProviderState>> {
        self.providers.iter().map(|it| self.state_of(it.facts(), file)).collect()
    }

    fn configure(
        &self,
        file: &str,
        provider: Provider,
        values: Values,
        scope: Scope,
    ) -> Linked<()> {
        let provider = self.provider(provider)?;
        let checked = provider.check(&self.scene(None), values)?;
        self.store_checked(owner(file, scope), provider.facts(), &checked)
    }

    fn reset(&self, file: &str, provider: Provider, scope: Scope) -> Linked<()> {
        let facts = self.provider(provider)?.facts();
        let names: Vec<&str> = facts.stored.iter().map(|it| it.name).collect();
        Ok(self.store.forget(owner(file, scope), &names)?)
    }

    fn institutions(&self, file: &str, wanted: &InstitutionSearch) -> Linked<Vec<Institution>> {
        let provider = self.provider(wanted.provider)?;
        let own = self.need_credentials(provider, file)?;
        let mut found = provider.institutions(&self.scene(None), &own, wanted)?;
        if let Some(part) = wanted.search.as_deref().map(str::to_lowercase) {
            found.retain(|it| it.name.to_lowercase().contains(&part));
        }
        Ok(found)
    }

    fn link(&self, file: &str, wanted: &LinkRequest) -> Linked<LinkStart> {
        self.begin_link(file, wanted)
    }

    fn poll(&self, token: &str) -> Linked<LinkState> {
        self.look_at_link(token)
    }

    fn back(&self, token: &str, address: &str) -> Linked<()> {
        self.pasted_back(token, address)
    }

    fn stop(&self, token: &str) -> Linked<()> {
        self.sign_ins.stop(token);
        Ok(())
    }

    fn accounts(&self, file: &str, provider: Provider) -> Linked<OfferedAccounts> {
        self.offer_accounts(file, provider)
    }

    fn redeem(&self, file: &str, public_token: &str) -> Linked<Connection> {
        self.redeem_offer(file, public_token)
    }

    fn unlink(
        &self,
        file: &str,
        connection: &ConnectionRef,
        externals: Option<&[String]>,
    ) -> Linked<()> {
        self.end_link(file, connection, externals)
    }

    fn register_key(&self, file: &str, kid: &str, public: &str) -> Linked<()> {
        let key = PublicKey::of_text(public).ok_or_else(|| LinkFault::in_field("public"))?;
        if key.kid() != kid {
            return Err(LinkFault::in_field("kid"));
        }
        Ok(self.store.set_key(file, &key)?)
    }

    fn fetch(&self, file: &str, wanted: &FetchRequest) -> Linked<FetchReply> {
        self.fetch_for(file, wanted, AskedBy::Person, Some(&Person::default()))
    }

    fn inbox(&self, file: &str, after: u64) -> Linked<InboxList> {
        let (messages, first) = self.store.inbox(file, after, self.now_ms())?;
        Ok(InboxList { messages, first })
    }

    fn message(&self, file: &str, number: u64) -> Linked<Vec<u8>> {
        let found = self.store.message(file, number)?;
        found.ok_or_else(|| LinkFault::of(LinkCode::UnknownMessage))
    }

    fn inbox_done(&self, file: &str, number: u64) -> Linked<()> {
        Ok(self.store.done(file, number, self.now_ms())?)
    }

    fn schedule(&self, file: &str, schedule: Option<&Schedule>) -> Linked<ScheduleState> {
        if let Some(schedule) = schedule {
            self.set_schedule(file, schedule)?;
        }
        self.schedule_state(file)
    }
}
