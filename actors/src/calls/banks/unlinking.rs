//! Reports unlinked accounts to the server. Unlinking itself works offline: the report waits in the
//! metadata of this copy.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use sobre_engine::banks::Provider;
use sobre_engine::ids::AccountId;

use super::stored::BankLinks;
use crate::app::App;
use crate::banks::connections::ConnectionRef;
use crate::contract::CallError;
use crate::database_actor::syncing::SetMetadata;
use crate::db::metadata::{Metadata, keys};
use crate::open_budget::{Cost, OpenBudget};
use crate::world::World;

/// An account at a bank that is no longer linked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Unlinked {
    provider: Provider,
    connection: Option<String>,
    external: String,
}

/// The metadata to write when an account is unlinked.
pub(in crate::calls) fn unlinked_too(
    world: &World<'_>,
    account: &AccountId,
) -> Result<Vec<(String, Json)>, CallError> {
    let known = BankLinks::of(world)?;
    let Some(link) = known.links.iter().find(|link| link.row.id == *account) else {
        return Ok(Vec::new());
    };
    let Some(provider) = link.provider else { return Ok(Vec::new()) };
    let mut waiting = waiting(&Metadata::read_or_default(world.dir));
    let external = link.row.external.clone();
    waiting.push(Unlinked { provider, connection: link.connection(), external });
    Ok(vec![(keys::BANK_UNLINKED.to_owned(), json!(waiting))])
}

fn waiting(metadata: &Metadata) -> Vec<Unlinked> {
    let stored = metadata.map().get(keys::BANK_UNLINKED).cloned();
    stored.and_then(|list| serde_json::from_value(list).ok()).unwrap_or_default()
}

impl App {
    /// Reports the unlinked accounts of all open budgets to their servers.
    pub async fn tell_unlinked(&self) {
        for id in self.open_ids() {
            let Some(budget) = self.opened_or_failed(&id) else { continue };
            if let Err(error) = self.tell_unlinked_of(&budget).await {
                tracing::info!(budget = %id, error = %error.message, "unlinking waits");
            }
        }
    }

    /// Reports the unlinked accounts of a budget to its server, which ends a connection that no
    /// account uses any more. A SimpleFIN connection stays, because other budgets may use it.
    pub(super) async fn tell_unlinked_of(&self, budget: &Arc<OpenBudget>) -> Result<(), CallError> {
        let told = waiting(&Metadata::read_or_default(budget.dir()));
        if told.is_empty() {
            return Ok(());
        }
        let route = self.bank_route(budget)?;
        let known = budget.read(Cost::Quick.into(), BankLinks::of).await?;
        for it in &told {
            // The account was linked again meanwhile.
            if known.link(it.provider, &it.external).is_some() {
                continue;
            }
            let is_used = known.links.iter().any(|link| {
                link.provider == Some(it.provider) && link.connection() == it.connection
            });
            let ends = !is_used && it.provider != Provider::SimpleFin;
            let of =
                ConnectionRef { connection: it.connection.clone(), provider: Some(it.provider) };
            let externals = (!ends).then(|| vec![it.external.clone()]);
            route.ask(move |banks, file| banks.unlink(file, &of, externals.as_deref())).await?;
        }
        // Another account may have been unlinked meanwhile.
        let mut left = waiting(&Metadata::read_or_default(budget.dir()));
        left.retain(|it| !told.contains(it));
        let value = if left.is_empty() { Json::Null } else { json!(left) };
        budget.ask_db(SetMetadata(vec![(keys::BANK_UNLINKED, value)])).await
    }
}
