//! Pages of dashboards.

mod cards;
mod files;
mod stored;

use std::collections::HashMap;

use serde_json::json;
use sobre_engine::crdt::{Change, Value};
use sobre_engine::dashboards::{CardMeta, DEFAULT_PAGE};
use sobre_engine::names::accepted;

use self::stored::{NewCard, page, without_cards};
use crate::contract::dashboards::{
    DashboardCard, DashboardCreate, DashboardDelete, DashboardPage, DashboardRename,
    DashboardReset, DashboardsGet,
};
use crate::contract::{CallError, ErrorCode, JsonText};
use crate::db::read;
use crate::db::read::dashboards::StoredCard;
use crate::limits;
use crate::router::{Mutation, Query};
use crate::world::{Plan, World};

const PAGES: &str = "dashboard_pages";

impl Query for DashboardsGet {
    fn run(self, world: &World<'_>) -> Result<Vec<DashboardPage>, CallError> {
        let mut cards: HashMap<String, Vec<DashboardCard>> = HashMap::new();
        for card in read::dashboards::cards(world.reader)? {
            cards.entry(card.page.clone()).or_default().push(shown(card));
        }
        let pages = read::dashboards::pages(world.reader)?.into_iter().map(|page| {
            let cards = cards.remove(&page.id).unwrap_or_default();
            DashboardPage { id: page.id, name: page.name, cards }
        });
        Ok(pages.collect())
    }
}

fn shown(card: StoredCard) -> DashboardCard {
    let StoredCard { id, page: _, kind, place, meta } = card;
    let read = CardMeta::read(meta.as_deref());
    DashboardCard {
        id,
        r#type: kind,
        x: place.x,
        y: place.y,
        width: place.width,
        height: place.height,
        meta: meta.filter(|_| matches!(read, CardMeta::Settings(_))).map(JsonText::written),
        is_meta_unreadable: read == CardMeta::Unreadable,
    }
}

impl Mutation for DashboardCreate {
    fn decide(self, world: &World<'_>) -> Result<Plan<String>, CallError> {
        let name = accepted(&self.name)?;
        let most = limits::DASHBOARD_PAGES;
        if read::dashboards::pages(world.reader)?.len() >= most {
            let message = format!("A budget can have at most {most} dashboard pages.");
            let error = CallError::new(ErrorCode::TooManyDashboards, message);
            return Err(error.with_meta(json!({ "most": most })));
        }
        let id = world.ids.row_id();
        let changes = vec![Change::new(PAGES, &id, "name", name)];
        Ok(Plan::step(changes, id).named("addedPage", [("name", name.into())]))
    }
}

impl Mutation for DashboardRename {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let stored = page(world, &self.id)?;
        let name = accepted(&self.name)?;
        if stored.name == name {
            return Ok(Plan::step(Vec::new(), ()));
        }
        let changes = vec![Change::new(PAGES, &self.id, "name", Value::from(name))];
        let facts = [("from", stored.name.as_str().into()), ("to", name.into())];
        Ok(Plan::step(changes, ()).named("renamedPage", facts))
    }
}

impl Mutation for DashboardDelete {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let stored = page(world, &self.id)?;
        if read::dashboards::pages(world.reader)?.len() == 1 {
            return Err(CallError::of(ErrorCode::LastDashboard));
        }
        let mut changes = without_cards(world, &self.id)?;
        changes.push(Change::new(PAGES, &self.id, "tombstone", 1));
        Ok(Plan::step(changes, ()).named("deletedPage", [("name", stored.name.as_str().into())]))
    }
}

impl Mutation for DashboardReset {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let stored = page(world, &self.id)?;
        let mut changes = without_cards(world, &self.id)?;
        for card in DEFAULT_PAGE {
            let meta = card.meta.map(str::to_owned);
            let card = NewCard { kind: card.kind, place: card.place, meta };
            changes.extend(card.changes(&world.ids.row_id(), &self.id));
        }
        Ok(Plan::step(changes, ()).named("resetPage", [("name", stored.name.as_str().into())]))
    }
}
