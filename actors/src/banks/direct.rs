//! Serves other programs that use the same file format. They match rows themselves, so they receive
//! them immediately and unsealed, and they store secrets under names of their own. Their
//! credentials belong to the whole server unless they name a file.

use serde_json::Value;
use sobre_engine::banks::linking::InstitutionName;
use sobre_engine::banks::{BankAnswer, BankError, ErrorType, Plan, PlannedAccount, Provider};
use sobre_engine::dates::Day;

use super::connections::{BankConnections as _, ConnectionRef, Linked, Values};
use super::core::Banks;
use super::fetching::bank_error;
use super::provider::{BankProvider, Person, Scene};
use super::providers::simplefin;
use super::quotas::Quota;

/// Replaces a file id to mean the whole server.
pub const SERVER: &str = "-";

/// The secrets that other programs may set.
pub const SECRET_NAMES: [&str; 11] = [
    "gocardless_secretId",
    "gocardless_secretKey",
    "simplefin_token",
    "simplefin_accessKey",
    "pluggyai_clientId",
    "pluggyai_clientSecret",
    "pluggyai_itemIds",
    "akahu_userToken",
    "akahu_appToken",
    "enablebanking_applicationId",
    "enablebanking_secretKey",
];

impl Banks {
    /// Stores a secret of a file or of the whole server. A blank value deletes it, because these
    /// programs reset a provider in this way.
    ///
    /// # Errors
    /// If the disk fails.
    pub fn set_secret(&self, file: Option<&str>, name: &str, value: &str) -> Linked<()> {
        if value.trim().is_empty() {
            return self.forget_secret(file, name);
        }
        let mut facts = self.providers.iter().map(|it| it.facts());
        let provider = facts.find(|it| it.stored.iter().any(|it| it.name == name));
        let provider = provider.map(|it| it.provider);
        Ok(self.store.set_credentials(file, provider, &[(name, value)])?)
    }

    /// Whether a secret is set.
    ///
    /// # Errors
    /// If the disk fails.
    pub fn has_secret(&self, file: Option<&str>, name: &str) -> Linked<bool> {
        Ok(self.store.credential(name, file)?.is_some())
    }

    /// Deletes a secret.
    ///
    /// # Errors
    /// If the disk fails.
    pub fn forget_secret(&self, file: Option<&str>, name: &str) -> Linked<()> {
        Ok(self.store.forget(file, &[name])?)
    }

    /// Whether the server has a SimpleFIN token that the provider has not rejected.
    ///
    /// # Errors
    /// If the disk fails.
    pub fn has_simplefin(&self) -> Linked<bool> {
        let token = self.store.credential("simplefin_token", None)?;
        Ok(token.is_some_and(|it| !it.starts_with("Forbidden")))
    }

    /// The accounts of the server's SimpleFIN token, as the provider returns them.
    ///
    /// # Errors
    /// [`BankError`].
    pub fn simplefin_accounts(&self, person: &Person) -> Result<Value, BankError> {
        let (provider, own) = self.of_server(Provider::SimpleFin)?;
        // These programs distinguish only a missing token from other errors here.
        let down = |error: BankError| BankError { kind: ErrorType::ServerDown, ..error };
        let ask = |scene: &Scene<'_>| simplefin::raw_accounts(scene, &own).map_err(down);
        self.counted(provider, &own, person, ask)
    }

    /// Fetches rows from a provider without browser sign-in, using the server's credentials.
    ///
    /// # Errors
    /// [`BankError`].
    pub fn rows_at_once(
        &self,
        provider: Provider,
        accounts: Vec<PlannedAccount>,
        person: &Person,
    ) -> Result<Vec<BankAnswer>, BankError> {
        let (provider, own) = self.of_server(provider)?;
        let today = self.environment.calendar.today();
        let plan = Plan { today, accounts, cursor: String::new() };
        let fetch = |scene: &Scene<'_>| provider.fetch(scene, &own, &Values::default(), &plan);
        Ok(self.counted(provider, &own, person, fetch)?.answers)
    }

    /// The banks of a country, in the provider's own format.
    ///
    /// # Errors
    /// A [`LinkFault`](super::connections::LinkFault).
    pub fn listed_banks(&self, wanted: Provider, country: &str) -> Linked<Vec<Value>> {
        let provider = self.provider(wanted)?;
        let own = self.need_credentials(provider, SERVER)?;
        provider.listed_banks(&self.scene(None), &own, country)
    }

    /// Whether the server has credentials for a provider.
    ///
    /// # Errors
    /// If the disk fails.
    pub fn has_credentials(&self, wanted: Provider) -> Linked<bool> {
        Ok(self.credentials(self.provider(wanted)?.facts(), None)?.is_some())
    }

    /// An account's rows from a day on, fetched through the newest connection that has the account;
    /// `None` if no connection does.
    ///
    /// # Errors
    /// [`BankError`].
    pub fn rows_of_linked(
        &self,
        wanted: Provider,
        account: &str,
        from: Day,
        person: &Person,
    ) -> Result<Option<BankAnswer>, BankError> {
        let provider = self.provider(wanted).map_err(|it| bank_error(&it))?;
        let rows = self.store.connections(None).map_err(|it| bank_error(&it.into()))?;
        for row in rows.iter().rev().filter(|it| it.provider == wanted) {
            let grant = self.store.grant(&row.file, &row.id);
            let Some(grant) = grant.map_err(|it| bank_error(&it.into()))? else { continue };
            let Some(account) = provider.account_of(&grant, account) else { continue };
            let own = self.ready_credentials(provider, Some(&row.file));
            let Some(own) = own.map_err(|it| bank_error(&it))? else { continue };
            let today = self.environment.calendar.today();
            let accounts = vec![PlannedAccount { account, from }];
            let plan = Plan { today, accounts, cursor: String::new() };
            let mut fetched = provider.fetch(&self.scene(Some(person)), &own, &grant, &plan)?;
            return Ok(fetched.answers.pop());
        }
        Ok(None)
    }

    /// Whether any connection uses a provider.
    ///
    /// # Errors
    /// If the disk fails.
    pub fn has_connection(&self, wanted: Provider) -> Linked<bool> {
        Ok(self.store.connections(None)?.iter().any(|it| it.provider == wanted))
    }

    /// All rows of an account of a connection, and the bank; `None` if there is no such connection.
    /// The cursor stays as it is, so devices still fetch every change.
    ///
    /// # Errors
    /// [`BankError`].
    pub fn rows_of_connection(
        &self,
        connection: &str,
        planned: PlannedAccount,
        person: &Person,
    ) -> Result<Option<(BankAnswer, InstitutionName)>, BankError> {
        let rows = self.store.connections(None).map_err(|it| bank_error(&it.into()))?;
        let Some(row) = rows.into_iter().find(|it| it.id == connection) else { return Ok(None) };
        let provider = self.provider(row.provider).map_err(|it| bank_error(&it))?;
        let own = self.ready_credentials(provider, Some(&row.file));
        let own = own.map_err(|it| bank_error(&it))?;
        let grant = self.store.grant(&row.file, &row.id).map_err(|it| bank_error(&it.into()))?;
        let (Some(own), Some(grant)) = (own, grant) else { return Ok(None) };
        let today = self.environment.calendar.today();
        let plan = Plan { today, accounts: vec![planned], cursor: String::new() };
        let mut fetched = provider.fetch(&self.scene(Some(person)), &own, &grant, &plan)?;
        Ok(fetched.answers.pop().map(|answer| (answer, row.institution)))
    }

    /// Ends a connection of any file; `false` if there is none.
    ///
    /// # Errors
    /// As for [`unlink`](super::connections::BankConnections::unlink).
    pub fn end_connection(&self, connection: &str) -> Linked<bool> {
        let rows = self.store.connections(None)?;
        let Some(row) = rows.into_iter().find(|it| it.id == connection) else { return Ok(false) };
        let meant = ConnectionRef { connection: Some(row.id), provider: None };
        self.unlink(&row.file, &meant, None)?;
        Ok(true)
    }

    /// A provider with the server's credentials.
    fn of_server(&self, wanted: Provider) -> Result<(&dyn BankProvider, Values), BankError> {
        let refused = || BankError::of(ErrorType::InvalidAccessToken);
        let provider = self.provider(wanted).map_err(|it| bank_error(&it))?;
        let own = self.ready_credentials(provider, None).map_err(|it| bank_error(&it))?;
        Ok((provider, own.ok_or_else(refused)?))
    }

    /// Sends requests that count against the daily limit but are never rejected, because these
    /// programs cannot show the reason.
    fn counted<T>(
        &self,
        provider: &dyn BankProvider,
        own: &Values,
        person: &Person,
        work: impl FnOnce(&Scene<'_>) -> Result<T, BankError>,
    ) -> Result<T, BankError> {
        let quota = Quota::counted_only(provider.quota(own, &Values::default()));
        let done = quota.within(&self.store, self.scene(Some(person)), work);
        done.map_err(|it| bank_error(&it))?
    }
}
