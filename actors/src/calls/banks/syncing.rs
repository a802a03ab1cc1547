//! Syncs accounts with their banks: the server fetches, then this device imports the inbox.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde_json::Value as Json;
use sobre_engine::banks::{AnswerKind, BankError, ErrorType, KnownDays, Provider};
use sobre_engine::ids::AccountId;

use super::importing::{Answered, Done};
use super::inbox::Inbox;
use super::stored::{BankLinks, Link};
use crate::app::App;
use crate::app::banks::{BankRoute, SyncResult};
use crate::banks::connections::{ConnectionRef, FetchReply, FetchRequest, FetchedAccount};
use crate::contract::banks::{AccountsSync, BankSyncFailure, BankSyncOutcome};
use crate::contract::{CallError, ErrorCode};
use crate::database_actor::syncing::SetMetadata;
use crate::db::metadata::{Metadata, keys};
use crate::db::read;
use crate::open_budget::{Cost, OpenBudget};
use crate::router::Control;
use crate::session::{Session, SessionId};
use crate::world::World;

impl Control for AccountsSync {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<BankSyncOutcome, CallError> {
        let budget = app.budget_of(session).await?;
        let wanted = match self.id.as_deref() {
            None => Wanted::All,
            Some("onbudget") => Wanted::OffBudget(false),
            Some("offbudget") => Wanted::OffBudget(true),
            Some(id) => Wanted::One(id.into()),
        };
        app.sync_with_banks(&budget, wanted, Caller::of(session)).await
    }
}

/// The accounts to sync.
#[derive(Debug, Clone)]
pub(super) enum Wanted {
    All,
    OffBudget(bool),
    One(AccountId),
    These(Vec<AccountId>),
}

impl Wanted {
    fn has(&self, link: &Link) -> bool {
        !link.row.closed
            && match self {
                Self::All => true,
                Self::OffBudget(off_budget) => link.row.off_budget == *off_budget,
                Self::One(id) => link.row.id == *id,
                Self::These(ids) => ids.contains(&link.row.id),
            }
    }
}

/// Who started a sync.
#[derive(Debug, Clone)]
pub(super) struct Caller {
    /// The session, as the origin of the writes.
    pub(super) origin: Option<SessionId>,
}

impl Caller {
    pub(super) fn of(session: &Session) -> Self {
        Self { origin: session.origin() }
    }
}

/// An account to sync.
struct Target {
    id: AccountId,
    name: String,
    external: String,
    provider: Option<Provider>,
    connection: Option<String>,
    has_bank: bool,
    days: KnownDays,
}

impl App {
    /// Syncs accounts with their banks. If a sync of the budget is running, waits for it and
    /// returns its result.
    async fn sync_with_banks(
        &self,
        budget: &Arc<OpenBudget>,
        wanted: Wanted,
        caller: Caller,
    ) -> SyncResult {
        let sender = match self.join_bank_sync(budget) {
            Ok(mut running) => {
                let ended = running.wait_for(Option::is_some).await;
                return ended.ok().and_then(|ended| ended.clone()).unwrap_or_else(|| {
                    Err(CallError::new(ErrorCode::Busy, "The bank sync was interrupted."))
                });
            }
            Err(sender) => sender,
        };
        let result = self.sync_linked(budget, wanted, caller).await;
        let _ = sender.send(Some(result.clone()));
        result
    }

    /// Syncs accounts with their banks, once other imports of the budget have finished.
    pub(super) async fn sync_linked(
        &self,
        budget: &Arc<OpenBudget>,
        wanted: Wanted,
        caller: Caller,
    ) -> SyncResult {
        let turn = self.bank_turn(budget);
        let _turn = turn.lock().await;
        let only = if let Wanted::One(id) = &wanted { Some(id.clone()) } else { None };
        let targets = budget.read(Cost::Quick.into(), move |world| targets(world, &wanted)).await?;
        if targets.is_empty() {
            return match only {
                Some(id) => Err(not_linked(budget, id).await?),
                None => Ok(BankSyncOutcome::default()),
            };
        }
        let mut outcome = BankSyncOutcome::default();
        let (targets, broken): (Vec<Target>, Vec<Target>) =
            targets.into_iter().partition(|it| it.provider.is_some() && it.has_bank);
        outcome.errors.extend(broken.iter().map(Target::not_linked_correctly));
        if !targets.is_empty()
            && let Err(error) = self.fetch_targets(budget, &targets, caller, &mut outcome).await
        {
            outcome.errors.extend(targets.iter().map(|target| target.unanswered(&error)));
        }
        Ok(outcome)
    }

    /// Fetches and imports.
    async fn fetch_targets(
        &self,
        budget: &Arc<OpenBudget>,
        targets: &[Target],
        caller: Caller,
        outcome: &mut BankSyncOutcome,
    ) -> Result<(), CallError> {
        let route = self.bank_route(budget)?;
        if let Err(error) = self.tell_unlinked_of(budget).await {
            let error = error.message;
            tracing::info!(%error, "the server could not be told of unlinked accounts");
        }
        // Fetch the rows that other devices imported, so they are not imported twice. If this
        // fails, matching keys prevent duplicates.
        let _ = budget.sync().await;
        self.keep_inbox_key(budget, &route).await?;
        let metadata = Metadata::read_or_default(budget.dir());
        let is_whole = metadata.map().get(keys::BANK_UNDONE) == Some(&Json::Bool(true));
        let reply = fetched(budget, &route, targets, is_whole).await?;
        let sync = self.now_ms().unsigned_abs();
        let mut inbox = Inbox::of(self, budget, &route, Some(sync), caller.origin);
        inbox.read().await?;
        inbox.import_failures(failures(targets, &reply, &inbox)).await?;
        if is_whole && reply.errors.is_empty() && tells_all(budget, targets).await? {
            budget.ask_db(SetMetadata(vec![(keys::BANK_UNDONE, Json::Null)])).await?;
        }
        inbox.done().await;
        tell(outcome, targets, inbox.results());
        Ok(())
    }
}

/// Whether the targets include every account whose provider sends only changes.
async fn tells_all(budget: &Arc<OpenBudget>, targets: &[Target]) -> Result<bool, CallError> {
    let known = budget.read(Cost::Quick.into(), BankLinks::of).await?;
    let is_open = |link: &&Link| !link.row.closed && link.row.bank.is_some();
    let tells_changes =
        |link: &&Link| link.provider.is_some_and(|it| it.kind() == AnswerKind::Delta);
    let mut links = known.links.iter().filter(is_open).filter(tells_changes);
    Ok(links.all(|link| targets.iter().any(|target| target.id == link.row.id)))
}

/// The error of an account that cannot be synced.
async fn not_linked(budget: &Arc<OpenBudget>, id: AccountId) -> Result<CallError, CallError> {
    let exists = budget.read(Cost::Quick.into(), move |world| {
        Ok(read::accounts::living(world.reader)?.iter().any(|account| account.id == id))
    });
    let code = if exists.await? { ErrorCode::AccountNotLinked } else { ErrorCode::AccountNotFound };
    Ok(CallError::of(code))
}

/// The accounts to sync, on budget before off budget.
fn targets(world: &World<'_>, wanted: &Wanted) -> Result<Vec<Target>, CallError> {
    let known = BankLinks::of(world)?;
    let links = known.links.iter().filter(|link| wanted.has(link));
    let target = |link: &Link| {
        let oldest = read::banks::oldest_day(world.reader, &link.row.id, world.today())?;
        Ok(Target {
            id: link.row.id.clone(),
            name: link.row.name.clone(),
            external: link.row.external.clone(),
            provider: link.provider,
            connection: link.connection(),
            has_bank: link.row.bank.is_some(),
            days: KnownDays { oldest, chosen: link.note.starting_date, imported: None },
        })
    };
    links.map(target).collect()
}

/// Asks the server to fetch.
async fn fetched(
    budget: &OpenBudget,
    route: &BankRoute,
    targets: &[Target],
    is_whole: bool,
) -> Result<FetchReply, CallError> {
    let today = budget.today();
    let account = |target: &Target| FetchedAccount {
        of: ConnectionRef { connection: target.connection.clone(), provider: target.provider },
        external: target.external.clone(),
        from: target.days.first_day(today),
        whole: is_whole && target.provider.is_some_and(|it| it.kind() == AnswerKind::Delta),
    };
    let wanted = FetchRequest { accounts: targets.iter().map(account).collect() };
    route.ask(move |banks, file| banks.fetch(file, &wanted)).await
}

/// The failures that no message contained.
fn failures(targets: &[Target], reply: &FetchReply, inbox: &Inbox<'_>) -> Vec<Answered> {
    let unheard = targets.iter().filter(|target| !inbox.results().contains_key(&target.id));
    let failed = unheard.filter_map(|target| {
        let is_its_own = |account: &Option<String>, connection: &Option<String>| {
            let same = |one: &Option<String>, other: &Option<String>| {
                one.is_none() || other.is_none() || one == other
            };
            let is_account = account.as_ref().is_none_or(|it| *it == target.external);
            is_account && same(connection, &target.connection)
        };
        let own = reply.errors.iter().filter(|it| is_its_own(&it.account, &it.connection));
        // An error of the account is more specific than one of its whole connection.
        let error = own.max_by_key(|it| it.account.is_some())?.error.clone();
        Some(inbox.failed(&target.id, &target.external, error))
    });
    failed.collect()
}

/// Adds the results of the accounts to the reply.
fn tell(outcome: &mut BankSyncOutcome, targets: &[Target], results: &HashMap<AccountId, Done>) {
    let mut asked: HashSet<&AccountId> = HashSet::new();
    for target in targets {
        asked.insert(&target.id);
        match results.get(&target.id) {
            Some(done) => {
                let error = done.report.as_ref().and_then(|it| it.import.error.as_ref());
                outcome.errors.extend(error.map(|error| target.failed(error)));
                outcome.add(&target.id, done);
            }
            None => outcome.errors.push(target.failed(&BankError::of(ErrorType::NoData))),
        }
    }
    // The inbox may also have had messages for other accounts.
    let mut others: Vec<_> = results.iter().filter(|(id, _)| !asked.contains(id)).collect();
    others.sort_by_key(|(id, _)| (*id).clone());
    for (id, done) in others {
        outcome.add(id, done);
    }
}

impl BankSyncOutcome {
    fn add(&mut self, account: &AccountId, done: &Done) {
        self.new_transactions.extend(done.added.iter().cloned());
        self.matched_transactions.extend(done.changed.iter().cloned());
        if !done.added.is_empty() {
            self.updated_accounts.push(account.clone());
        }
    }
}

impl Target {
    fn failed(&self, error: &BankError) -> BankSyncFailure {
        let name = &self.name;
        let message = if error.kind == ErrorType::RateLimitExceeded {
            format!("{name}: the bank's request limit is reached. Please try again later.")
        } else {
            format!("{name} could not be synced with its bank.")
        };
        BankSyncFailure {
            r#type: Some("SyncError"),
            account_id: self.id.clone(),
            message,
            category: Some(error.kind.word().to_owned()),
            code: Some(error.code.clone()),
            internal: None,
        }
    }

    fn not_linked_correctly(&self) -> BankSyncFailure {
        let message = format!("{} is not linked correctly. Please link it again.", self.name);
        self.internal(message, None)
    }

    fn unanswered(&self, error: &CallError) -> BankSyncFailure {
        let message = format!("{} could not be synced with its bank.", self.name);
        self.internal(message, Some(error.code.wire().to_owned()))
    }

    fn internal(&self, message: String, internal: Option<String>) -> BankSyncFailure {
        BankSyncFailure {
            r#type: None,
            account_id: self.id.clone(),
            message,
            category: None,
            code: None,
            internal,
        }
    }
}
