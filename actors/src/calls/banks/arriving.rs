//! Imports the messages in inboxes in the background: when a budget opens, when its server
//! announces a message, and every few minutes.

use std::sync::Arc;

use super::inbox::Inbox;
use super::inbox_keys::InboxKeys;
use crate::app::App;
use crate::contract::events::BankNews;
use crate::contract::{CallError, Event};
use crate::limits;
use crate::open_budget::{Cost, OpenBudget};

impl App {
    /// Waits until bank data arrives in an inbox.
    pub async fn bank_arrival(&self) {
        self.banks.arrived().notified().await;
    }

    /// Imports the inboxes of open budgets. Called regularly, and when a message arrived.
    pub async fn read_inboxes(&self) {
        for id in self.open_ids() {
            let Some(budget) = self.opened_or_failed(&id) else { continue };
            let (opening, pause) = (budget.opening(), limits::INBOX_EVERY_MS);
            let is_due = self.banks.may_look(&id, opening, self.now_ms(), pause);
            if !budget.arrivals().take() && !is_due {
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
        // A running bank sync also reads the inbox, but may have listed its messages before.
        let Ok(_turn) = turn.try_lock() else {
            budget.arrivals().note_again();
            return Ok(());
        };
        let route = self.bank_route(budget)?;
        // Another device may have created the key of a message.
        let _ = budget.sync().await;
        // Also where nobody asks a bank: the schedule seals what it fetches to this key.
        if let Err(error) = self.keep_inbox_key(budget, &route).await {
            tracing::info!(error = %error.message, "the key of the inbox was not registered");
        }
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
