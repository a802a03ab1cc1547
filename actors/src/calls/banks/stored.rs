//! The banks and linked accounts stored in a budget.

use std::collections::HashMap;

use sobre_engine::banks::Provider;
use sobre_engine::ids::AccountId;

use super::link_notes::{LinkNote, LinkNotes};
use crate::contract::CallError;
use crate::db::read;
use crate::db::read::banks::{BankRecord, LinkedRow};
use crate::world::World;

/// A linked account and its link.
pub(super) struct Link {
    pub(super) row: LinkedRow,
    /// `None` for a source that this version does not know.
    pub(super) provider: Option<Provider>,
    pub(super) note: LinkNote,
}

/// The linked accounts and the banks of a budget.
pub(super) struct BankLinks {
    pub(super) links: Vec<Link>,
    pub(super) banks: Vec<BankRecord>,
}

impl BankLinks {
    pub(super) fn of(world: &World<'_>) -> Result<Self, CallError> {
        let notes = LinkNotes::of(world)?;
        let links = read::banks::linked(world.reader)?.into_iter().map(|row| {
            let bank_id = row.bank.as_ref().and_then(|bank| bank.bank_id.as_deref());
            let provider = Provider::of_account(bank_id, row.source.as_deref());
            let note = notes.get(&row.id, &row.external);
            Link { row, provider, note }
        });
        Ok(Self { links: links.collect(), banks: read::banks::records(world.reader)? })
    }

    /// The account linked with an account at a bank.
    pub(super) fn account(&self, provider: Provider, external: &str) -> Option<AccountId> {
        self.link(provider, external).map(|link| link.row.id.clone())
    }

    /// The link of an account at a bank.
    pub(super) fn link(&self, provider: Provider, external: &str) -> Option<&Link> {
        let is_it = |link: &&Link| {
            link.provider == Some(provider) && link.row.external == external && !link.row.closed
        };
        self.links.iter().find(is_it)
    }

    /// The bank of a connection: the id of its row.
    pub(super) fn bank_of(&self, connection: &str) -> Option<String> {
        let plaid = Provider::plaid_bank_id(connection);
        let by_id = self.banks.iter().find(|bank| bank.bank_id.as_ref() == Some(&plaid));
        let is_it = |link: &&Link| link.note.connection.as_deref() == Some(connection);
        let by_link = || self.links.iter().find(is_it).and_then(|link| link.row.bank.as_ref());
        by_id.or_else(by_link).map(|bank| bank.id.clone())
    }

    /// The provider of a bank and its connection, if the latter is known.
    pub(super) fn connection_of(&self, bank: &str) -> Option<(Provider, Option<String>)> {
        let is_of = |link: &&Link| link.row.bank.as_ref().is_some_and(|it| it.id == bank);
        let links = self.links.iter().filter(is_of);
        let mut known = links.filter_map(|link| Some((link.provider?, link.connection())));
        let first = known.next()?;
        Some(std::iter::once(first.clone()).chain(known).find(|it| it.1.is_some()).unwrap_or(first))
    }

    /// The linked accounts by bank.
    pub(super) fn by_bank(&self) -> HashMap<&str, Vec<&Link>> {
        let mut by_bank: HashMap<&str, Vec<&Link>> = HashMap::new();
        for link in &self.links {
            if let Some(bank) = &link.row.bank {
                by_bank.entry(&bank.id).or_default().push(link);
            }
        }
        by_bank
    }
}

impl Link {
    /// The server's id of the connection, if known.
    pub(super) fn connection(&self) -> Option<String> {
        let bank_id = self.row.bank.as_ref().and_then(|bank| bank.bank_id.as_deref());
        let of_plaid = || bank_id.and_then(Provider::plaid_connection).map(str::to_owned);
        self.note.connection.clone().or_else(of_plaid)
    }
}
