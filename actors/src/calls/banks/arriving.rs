//! Imports the messages in inboxes in the background: when a budget opens, and every few minutes.

use std::sync::Arc;

use super::inbox::Inbox;
use super::inbox_keys::InboxKeys;
use crate::app::App;
use crate::contract::events::BankNews;
use crate::contract::{CallError, Event};
use crate::limits;
use crate::open_budget::{Cost, OpenBudget};

impl App {
    /// Imports the inboxes of open budgets. Called regularly.
    pub async fn read_inboxes(&self) {
        for id in self.open_ids() {
            let Some(budget) = self.opened_or_failed(&id) else { continue };
            if !self.banks.may_look(&id, budget.opening(), self.now_ms(), limits::INBOX_EVERY_MS) {
                continue;
            }
            if let Err(error) = self.read_inbox_of(&budget).await {
                tracing::info!(budget = %id, error = %error.message, "the inbox was not read");
            }
        }
    }

    /// Imports the inbox of a budget and notifies its tabs.
    async fn read_inbox_of(&self, budget: &Arc<OpenBudget>) -> Result<(), CallError> {
        let has_key =
            budget.read(Cost::Quick.into(), |world| Ok(!InboxKeys::of(world)?.is_empty()));
        if !has_key.await? {
            return Ok(());
        }
        let turn = self.bank_turn(budget);
        // A running bank sync also reads the inbox.
        let Ok(_turn) = turn.try_lock() else { return Ok(()) };
        let route = self.bank_route(budget)?;
        // Another device may have created the key of a message.
        let _ = budget.sync().await;
        let mut inbox = Inbox::of(self, budget, &route, None, None);
        let read = inbox.read().await;
        inbox.done().await;
        let added: usize = inbox.results().values().map(|done| done.added.len()).sum();
        if added > 0 {
            let news = inbox.results().iter().filter(|(_, done)| !done.added.is_empty());
            let mut accounts: Vec<_> = news.map(|(id, _)| id.clone()).collect();
            accounts.sort();
            budget.publish(Event::BankNews(BankNews { added, accounts }));
        }
        read
    }
}
