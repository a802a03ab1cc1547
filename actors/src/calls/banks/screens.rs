//! The data of the bank screens: connections, linked accounts, settings and reports.

use std::collections::HashMap;

use sobre_engine::banks::{
    AccountSettings, BankError, Fields, MAPPABLE_DATES, MAPPABLE_NOTES, MAPPABLE_PAYEES,
    SyncStatus, field,
};
use sobre_engine::crdt::{Change, Value};
use sobre_engine::dates::Day;
use sobre_engine::ids::AccountId;
use sobre_engine::money::Amount;

use super::stored::{BankLinks, Link};
use crate::contract::bank_screens::{
    BankExample, BankImport, BankReport, BankSettingsGet, BankSettingsSave, MappableField,
    MappableFields, MoneyDirection,
};
use crate::contract::banks::{Bank, BankLinkedAccounts, Banks, LinkedAccount};
use crate::contract::{CallError, ErrorCode};
use crate::db::read;
use crate::router::{Mutation, Query};
use crate::world::{Plan, World};

impl Query for Banks {
    fn run(self, world: &World<'_>) -> Result<Vec<Bank>, CallError> {
        let known = BankLinks::of(world)?;
        let by_bank = known.by_bank();
        let banks = known.banks.iter().map(|bank| {
            let links = by_bank.get(bank.id.as_str()).map_or(&[][..], Vec::as_slice);
            let statuses: Vec<SyncStatus> = links.iter().filter_map(|it| it.status()).collect();
            let problem = statuses.iter().find(|it| it.is_problem());
            Bank {
                id: bank.id.clone(),
                bank_id: bank.bank_id.clone(),
                name: bank.name.clone(),
                provider: links.iter().find_map(|it| it.provider),
                accounts: links.iter().map(|it| it.row.id.clone()).collect(),
                valid_until: links.iter().find_map(|it| it.note.valid_until.clone()),
                status: problem.or_else(|| statuses.first()).copied(),
            }
        });
        Ok(banks.collect())
    }
}

impl Query for BankLinkedAccounts {
    fn run(self, world: &World<'_>) -> Result<Vec<LinkedAccount>, CallError> {
        let known = BankLinks::of(world)?;
        let errors: HashMap<AccountId, BankError> =
            read::bank_reports::last_errors(world.reader)?.into_iter().collect();
        known.links.iter().map(|link| link.shown(world, &errors)).collect()
    }
}

impl Link {
    fn status(&self) -> Option<SyncStatus> {
        self.row.status.as_deref().and_then(SyncStatus::of_word)
    }

    fn shown(
        &self,
        world: &World<'_>,
        errors: &HashMap<AccountId, BankError>,
    ) -> Result<LinkedAccount, CallError> {
        let row = &self.row;
        let cents = |stored: Option<i64>| stored.and_then(|it| Amount::from_cents(it).ok());
        let difference = match row.balance {
            Some(balance) => {
                let cleared = read::banks::cleared(world.reader, &row.id, world.today())?;
                Some(balance.saturating_sub(cleared))
            }
            None => None,
        };
        let status = self.status();
        // Another device may have synced since, which makes this error outdated.
        let error = errors.get(&row.id).filter(|it| Some(it.status()) == status).cloned();
        Ok(LinkedAccount {
            id: row.id.clone(),
            external_id: row.external.clone(),
            bank_id: row.bank.as_ref().map(|bank| bank.id.clone()),
            bank_name: row.bank.as_ref().and_then(|bank| bank.name.clone()),
            provider: self.provider,
            mask: row.mask.clone(),
            official_name: row.official_name.clone(),
            last_sync: row.last_sync,
            status,
            error,
            balance: cents(row.balance),
            available: cents(row.available),
            limit: cents(row.limit),
            difference,
        })
    }
}

impl Query for BankSettingsGet {
    fn run(self, world: &World<'_>) -> Result<AccountSettings, CallError> {
        check_living(world, &self.account_id)?;
        let prefs: HashMap<_, _> = read::settings::shared(world.reader)?.into_iter().collect();
        let stored = |key: &str| prefs.get(key).cloned();
        Ok(AccountSettings::stored(self.account_id.as_str(), stored).0)
    }
}

impl Mutation for BankSettingsSave {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        check_living(world, &self.account_id)?;
        let prefs = self.settings.prefs(self.account_id.as_str()).into_iter();
        let changes = prefs.map(|(key, value)| {
            Change::new("preferences", &key, "value", Value::from(value.as_str()))
        });
        Ok(Plan::unrecorded(changes.collect(), ()))
    }
}

impl Query for BankExample {
    fn run(self, world: &World<'_>) -> Result<MappableFields, CallError> {
        check_living(world, &self.account_id)?;
        let is_deposit = self.direction == MoneyDirection::Deposit;
        let said = read::banks::newest_said(world.reader, &self.account_id, is_deposit)?;
        let fields: Option<Fields> = said.and_then(|text| serde_json::from_str(&text).ok());
        let Some(fields) = fields else { return Ok(MappableFields::default()) };
        let is_day = |it: &MappableField| it.value.parse::<Day>().is_ok();
        let dates = offered(&fields, MAPPABLE_DATES).into_iter().filter(is_day);
        Ok(MappableFields {
            date: dates.collect(),
            payee: offered(&fields, MAPPABLE_PAYEES),
            notes: offered(&fields, MAPPABLE_NOTES),
        })
    }
}

/// The fields among `names` that a row has.
fn offered(fields: &Fields, names: &[&str]) -> Vec<MappableField> {
    let offered = names.iter().filter_map(|name| {
        let value = field(fields, name).filter(|it| !it.trim().is_empty())?;
        Some(MappableField { field: (*name).to_owned(), value })
    });
    offered.collect()
}

impl Query for BankReport {
    fn run(self, world: &World<'_>) -> Result<Vec<BankImport>, CallError> {
        Ok(read::bank_reports::newest(world.reader, self.account_id.as_ref())?)
    }
}

fn check_living(world: &World<'_>, id: &AccountId) -> Result<(), CallError> {
    let accounts = read::accounts::living(world.reader)?;
    let is_there = accounts.iter().any(|account| account.id == *id);
    is_there.then_some(()).ok_or(CallError::of(ErrorCode::AccountNotFound))
}
