//! Fetches accounts, seals the rows and stores them in the inbox, for a waiting user and for the
//! schedule alike.

use std::collections::BTreeMap;

use sobre_engine::banks::{
    AnswerKind, BankAnswer, BankError, ErrorType, KnownDays, MOST_ACCOUNTS, Plan, PlannedAccount,
};
use sobre_engine::dates::Day;

use super::connections::{
    FetchError, FetchReply, FetchRequest, FetchedAccount, LinkCode, LinkFault, Linked, Values,
};
use super::core::Banks;
use super::flights::{Flights, Request};
use super::message::{AskedBy, Brought};
use super::provider::{BankProvider, Fetched, Person, Scene, StoredField};
use super::quotas::Quota;
use super::store::{ConnectionRow, Delivery, External, Success};
use super::times::rfc3339;
use super::times_a_day::{needs_person, retry_ms};

/// Running fetches. Callers that wait for one receive its result.
pub(super) type Fetches = Flights<Wanted, Linked<FetchReply>>;

/// The accounts to fetch from one connection.
#[derive(Clone)]
pub(super) struct Wanted {
    accounts: Vec<External>,
    is_whole: bool,
    asked: AskedBy,
}

impl Request for Wanted {
    /// A user's request is never covered by the schedule, which has a lower rate limit and links no
    /// accounts.
    fn covers(&self, other: &Self) -> bool {
        let has = |wanted: &External| {
            self.accounts.iter().any(|it| it.id == wanted.id && it.from <= wanted.from)
        };
        (self.is_whole || !other.is_whole)
            && (self.asked == AskedBy::Person || other.asked == AskedBy::Schedule)
            && other.accounts.iter().all(has)
    }
}

/// One fetch of one connection.
struct Fetch<'a> {
    banks: &'a Banks,
    row: &'a ConnectionRow,
    wanted: &'a Wanted,
    person: Option<&'a Person>,
}

impl Banks {
    /// Fetches accounts for a user, or for the schedule.
    ///
    /// # Errors
    /// [`LinkCode::NoKey`], [`LinkCode::Storage`].
    pub fn fetch_for(
        &self,
        file: &str,
        wanted: &FetchRequest,
        asked: AskedBy,
        person: Option<&Person>,
    ) -> Linked<FetchReply> {
        if !self.store.has_key(file)? {
            return Err(LinkFault::of(LinkCode::NoKey));
        }
        let rows = self.store.connections(Some(file))?;
        let mut groups: BTreeMap<String, Wanted> = BTreeMap::new();
        let mut errors = Vec::new();
        for account in &wanted.accounts {
            let Some(row) = self.connection_of(file, &rows, account)? else {
                errors.push(FetchError {
                    connection: account.of.connection.clone(),
                    account: Some(account.external.clone()),
                    error: not_linked(),
                });
                continue;
            };
            let nothing = Wanted { accounts: Vec::new(), is_whole: false, asked };
            let group = groups.entry(row.id).or_insert(nothing);
            group.is_whole |= account.whole;
            group.accounts.push(External { id: account.external.clone(), from: account.from });
        }
        let mut number = self.store.mailbox(file)?.last;
        for (id, wanted) in groups {
            let failed = Err(LinkFault::of(LinkCode::Unknown));
            let fetch = || self.fetch_connection(file, &id, &wanted, person);
            let reply = self.fetches.join(&id, &wanted, failed, fetch)?;
            number = number.max(reply.number);
            errors.extend(reply.errors);
        }
        Ok(FetchReply { number, errors })
    }

    /// Fetches from one connection. Reads the connection only now, because the fetch that this one
    /// waited for may have moved its cursor.
    fn fetch_connection(
        &self,
        file: &str,
        id: &str,
        wanted: &Wanted,
        person: Option<&Person>,
    ) -> Linked<FetchReply> {
        let Some(row) = self.store.connection(file, id)? else {
            let (connection, error) = (Some(id.to_owned()), not_linked());
            let errors = vec![FetchError { connection, account: None, error }];
            return Ok(FetchReply { number: self.store.mailbox(file)?.last, errors });
        };
        Fetch { banks: self, row: &row, wanted, person }.run()
    }

    /// The connection to fetch an account through. An account linked by another program has none
    /// yet and gets the connection of the credentials that reach it.
    fn connection_of(
        &self,
        file: &str,
        rows: &[ConnectionRow],
        account: &FetchedAccount,
    ) -> Linked<Option<ConnectionRow>> {
        let (id, provider) = (account.of.connection.as_deref(), account.of.provider);
        if let Some(id) = id {
            return Ok(rows.iter().find(|it| it.id == id).cloned());
        }
        let Some(provider) = provider else { return Ok(None) };
        let own = || rows.iter().filter(|it| it.provider == provider);
        for row in own().rev() {
            if self.store.externals(&row.id)?.iter().any(|it| it.id == account.external) {
                return Ok(Some(row.clone()));
            }
        }
        let facts = self.provider(provider)?.facts();
        if facts.browser {
            return Ok(own().next_back().cloned());
        }
        Ok(Some(self.shared_connection(file, provider)?))
    }

    /// The credentials of a connection's file. First exchanges a setup token that another program
    /// stored.
    pub(super) fn ready_credentials(
        &self,
        provider: &dyn BankProvider,
        file: Option<&str>,
    ) -> Linked<Option<Values>> {
        let facts = provider.facts();
        if let Some((own, _)) = self.credentials(facts, file)? {
            return Ok(Some(own));
        }
        for owner in [file, None] {
            let mut given = Values::default();
            for StoredField { field, name, .. } in facts.stored {
                if let Some(value) = self.store.credential(name, owner)? {
                    given = given.with(field, &value);
                }
            }
            let is_complete = facts.fields.iter().all(|it| given.get(it.name).is_some());
            if is_complete {
                let checked = provider.check(&self.scene(None), given)?;
                self.store_checked(owner, facts, &checked)?;
                return Ok(Some(checked));
            }
        }
        Ok(None)
    }
}

/// Turns a failure before the request into a bank error of the accounts.
pub(super) fn bank_error(fault: &LinkFault) -> BankError {
    let kind = match fault.code {
        LinkCode::InvalidCredentials | LinkCode::InvalidValues | LinkCode::NotConfigured => {
            ErrorType::InvalidAccessToken
        }
        LinkCode::Network => ErrorType::ServerDown,
        LinkCode::TooManyRequests => ErrorType::RateLimitExceeded,
        LinkCode::NoServer
        | LinkCode::Unauthorized
        | LinkCode::FileAccessDenied
        | LinkCode::FileNotFound
        | LinkCode::Forbidden
        | LinkCode::NotSupported
        | LinkCode::UnknownToken
        | LinkCode::UnknownConnection
        | LinkCode::UnknownMessage
        | LinkCode::NoKey
        | LinkCode::Cancelled
        | LinkCode::Timeout
        | LinkCode::Storage
        | LinkCode::Unknown => ErrorType::InternalError,
    };
    BankError::of(kind).with_text(fault.message.as_deref().unwrap_or_default())
}

fn not_linked() -> BankError {
    BankError::with_code(ErrorType::InvalidInput, "INVALID_ACCESS_TOKEN")
}

impl Fetch<'_> {
    fn run(&self) -> Linked<FetchReply> {
        match self.ask() {
            Ok(fetched) => self.deliver(fetched),
            Err(error) => self.failed(error),
        }
    }

    /// Sends the fetch to the provider, within the rate limits.
    fn ask(&self) -> Result<Fetched, BankError> {
        let Self { banks, row, .. } = self;
        let provider = banks.provider(row.provider).map_err(|it| bank_error(&it))?;
        let own =
            banks.ready_credentials(provider, Some(&row.file)).map_err(|it| bank_error(&it))?;
        let own = own.ok_or_else(|| no_credentials(provider))?;
        let grant = banks.store.grant(&row.file, &row.id).map_err(|it| bank_error(&it.into()))?;
        let grant = match grant {
            Some(grant) => grant,
            None if provider.facts().browser => return Err(not_linked()),
            None => Values::default(),
        };
        let plan = self.plan().map_err(|it| bank_error(&it))?;
        let quota = Quota::of(provider.quota(&own, &grant), self.wanted.asked);
        let fetch = |scene: &Scene<'_>| provider.fetch(scene, &own, &grant, &plan);
        let fetched = quota.within(&banks.store, banks.scene(self.person), fetch);
        fetched.map_err(|it| bank_error(&it))?
    }

    /// Plans the request. A provider that sends changes must fetch all accounts of the connection,
    /// because they share one cursor.
    fn plan(&self) -> Linked<Plan> {
        let Self { banks, row, wanted, .. } = self;
        let mut accounts: BTreeMap<&str, Day> = BTreeMap::new();
        for it in &wanted.accounts {
            let from = accounts.entry(&it.id).or_insert(it.from);
            *from = it.from.min(*from);
        }
        let known = banks.store.externals(&row.id)?;
        if row.provider.kind() == AnswerKind::Delta {
            for it in &known {
                accounts.entry(&it.id).or_insert(it.from);
            }
        }
        if accounts.len() > MOST_ACCOUNTS {
            let text = format!("A connection can have {MOST_ACCOUNTS} accounts.");
            return Err(LinkFault::with_message(LinkCode::Unknown, &text));
        }
        // A new account needs its whole history, so the cursor starts over.
        let is_new = wanted.accounts.iter().any(|it| known.iter().all(|own| own.id != it.id));
        let is_whole = wanted.is_whole || is_new;
        let planned =
            |(account, from): (&str, Day)| PlannedAccount { account: account.to_owned(), from };
        Ok(Plan {
            today: banks.environment.calendar.today(),
            accounts: accounts.into_iter().map(planned).collect(),
            cursor: if is_whole { String::new() } else { row.cursor.clone() },
        })
    }

    fn brought(&self, accounts: Vec<BankAnswer>, errors: Vec<FetchError>) -> Brought {
        let Self { banks, row, wanted, .. } = self;
        Brought {
            file: row.file.clone(),
            connection: row.id.clone(),
            provider: row.provider,
            fetched: rfc3339(banks.now_ms()),
            asked: wanted.asked,
            accounts,
            errors,
        }
    }

    fn deliver(&self, fetched: Fetched) -> Linked<FetchReply> {
        let Self { banks, row, wanted, .. } = self;
        let of_account = |it: &BankAnswer| {
            let (connection, account) = (Some(row.id.clone()), Some(it.account.clone()));
            Some(FetchError { connection, account, error: it.error.clone()? })
        };
        let errors: Vec<FetchError> = fetched.answers.iter().filter_map(of_account).collect();
        // Only users link accounts; the schedule must not bring back one unlinked meanwhile.
        let is_linking = wanted.asked == AskedBy::Person;
        let externals = if is_linking { wanted.accounts.as_slice() } else { &[] };
        let number = banks.store.deliver(Delivery {
            brought: self.brought(fetched.answers, errors.clone()),
            success: Some(Success {
                cursor: fetched.cursor.as_deref(),
                error: errors.first().map(|it| &it.error),
                externals,
            }),
            now_ms: banks.now_ms(),
        })?;
        banks.delivered.send_modify(|count| *count += 1);
        tracing::info!(
            provider = row.provider.word(),
            connection = %row.id,
            number,
            failed = errors.len(),
            "accounts were fetched"
        );
        Ok(FetchReply { number, errors })
    }

    /// Records a failure of the whole connection. A scheduled fetch has no waiting user, so devices
    /// receive its failure as a sealed message, once for each new error.
    fn failed(&self, error: BankError) -> Linked<FetchReply> {
        let Self { banks, row, wanted, .. } = self;
        let now_ms = banks.now_ms();
        let is_known =
            row.error.as_ref().is_some_and(|it| (it.kind, &it.code) == (error.kind, &error.code));
        let retry = retry_ms(&error, row.failures, now_ms);
        banks.store.note_failure(&row.id, &error, Some(retry), needs_person(&error))?;
        tracing::info!(
            provider = row.provider.word(),
            connection = %row.id,
            kind = error.kind.word(),
            code = %error.code,
            "accounts could not be fetched"
        );
        let told = FetchError { connection: Some(row.id.clone()), account: None, error };
        let mut number = banks.store.mailbox(&row.file)?.last;
        if wanted.asked == AskedBy::Schedule && !is_known {
            number = banks.store.deliver(Delivery {
                brought: self.brought(Vec::new(), vec![told.clone()]),
                success: None,
                now_ms,
            })?;
            banks.delivered.send_modify(|count| *count += 1);
        }
        Ok(FetchReply { number, errors: vec![told] })
    }
}

fn no_credentials(provider: &dyn BankProvider) -> BankError {
    if provider.facts().browser {
        not_linked()
    } else {
        BankError::of(ErrorType::InvalidAccessToken)
    }
}

/// The first day of an account to fetch on schedule.
pub(super) fn scheduled_day(external: &External, last: Option<Day>, today: Day) -> Day {
    KnownDays { oldest: Some(external.from), chosen: None, imported: last }
        .scheduled_first_day(today)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(accounts: &[(&str, &str)], is_whole: bool, asked: AskedBy) -> Wanted {
        let account = |&(id, from): &(&str, &str)| External {
            id: id.to_owned(),
            from: from.parse().unwrap(),
        };
        Wanted { accounts: accounts.iter().map(account).collect(), is_whole, asked }
    }

    #[test]
    fn a_request_covers_another_that_asks_for_no_more() {
        let two = [("a", "2026-01-10"), ("b", "2026-01-10")];
        let first = wanted(&two, false, AskedBy::Person);
        let covers = |accounts: &[(&str, &str)], is_whole: bool| {
            first.covers(&wanted(accounts, is_whole, AskedBy::Person))
        };
        assert!(covers(&two, false));
        assert!(covers(&[("a", "2026-01-11")], false));
        assert!(!covers(&[("a", "2026-01-09")], false), "older rows");
        assert!(!covers(&[("c", "2026-01-11")], false), "another account");
        assert!(!covers(&two, true), "all rows");
        assert!(wanted(&two, true, AskedBy::Person).covers(&first));
        let scheduled = wanted(&two, true, AskedBy::Schedule);
        assert!(first.covers(&wanted(&two, false, AskedBy::Schedule)));
        assert!(!scheduled.covers(&first), "nobody waits for the schedule");
    }
}
