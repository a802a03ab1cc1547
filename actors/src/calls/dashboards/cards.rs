//! Cards of a page.

use std::collections::HashSet;

use serde_json::{Map, Value as Json};
use sobre_engine::crdt::{Change, Value};
use sobre_engine::dashboards::{
    CardMeta, Place, card_kind, check_settings, patched, settings_text,
};
use sobre_engine::reports::CardKind;

use super::stored::{CARDS, NewCard, card, facts_of, flags, page, refuse_too_many_cards};
use crate::contract::dashboards::{
    CardPlacement, DashboardAddWidget, DashboardCopyWidget, DashboardRemoveWidget, DashboardUpdate,
    DashboardUpdateWidget,
};
use crate::contract::{CallError, ErrorCode};
use crate::db::read;
use crate::limits;
use crate::router::Mutation;
use crate::world::{Plan, World};

impl Mutation for DashboardUpdate {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        if self.widgets.len() > limits::ROWS_PER_CALL {
            return Err(CallError::of(ErrorCode::TooManyRows));
        }
        let (mut changes, mut seen) = (Vec::new(), HashSet::new());
        let (mut moved, mut resized) = (0_usize, 0_usize);
        for given in &self.widgets {
            if !seen.insert(&given.id) {
                let message = format!("The card {} is listed twice.", given.id);
                return Err(CallError::new(ErrorCode::InvalidCard, message));
            }
            let stored = card(world, &given.id)?.place;
            let place = placed(given, stored);
            if place == stored {
                continue;
            }
            changes.extend(differing(&given.id, place.checked()?, stored));
            let is_resized = (place.width, place.height) != (stored.width, stored.height);
            *(if is_resized { &mut resized } else { &mut moved }) += 1;
        }
        // A card that grows moves others, which is no step of its own.
        let (key, count) =
            if resized > 0 { ("resizedCards", resized) } else { ("movedCards", moved) };
        Ok(Plan::step(changes, ()).named(key, [("count", count.into())]))
    }
}

fn placed(given: &CardPlacement, stored: Place) -> Place {
    Place {
        x: given.x.unwrap_or(stored.x),
        y: given.y.unwrap_or(stored.y),
        width: given.width.unwrap_or(stored.width),
        height: given.height.unwrap_or(stored.height),
    }
}

/// The changes of the columns that differ.
fn differing(id: &str, place: Place, stored: Place) -> impl Iterator<Item = Change> {
    let columns = [
        ("x", place.x, stored.x),
        ("y", place.y, stored.y),
        ("width", place.width, stored.width),
        ("height", place.height, stored.height),
    ];
    let columns = columns.into_iter().filter(|(_, value, known)| value != known);
    columns.map(move |(column, value, _)| Change::new(CARDS, id, column, value))
}

impl Mutation for DashboardUpdateWidget {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let stored = card(world, &self.id)?;
        let remove = self.remove.unwrap_or_default();
        let known = stored.meta.as_deref();
        let meta = patched(known, &self.meta, &remove)?;
        let CardMeta::Settings(settings) = CardMeta::read(Some(&meta)) else {
            return Err(CallError::of(ErrorCode::InvalidCard));
        };
        // A newer program may have more types, whose settings are its own.
        if let Ok(kind) = card_kind(&stored.kind) {
            check(world, kind, &settings, self.meta.contains_key("id"))?;
        }
        let is_same = CardMeta::read(known) == CardMeta::Settings(settings);
        if is_same || (known.is_none() && meta == "{}") {
            return Ok(Plan::step(Vec::new(), ()));
        }
        let facts = facts_of(world, &stored.kind, Some(&meta))?;
        let changes = vec![Change::new(CARDS, &self.id, "meta", Value::from(meta))];
        Ok(Plan::step(changes, ()).named("changedCard", facts))
    }
}

impl Mutation for DashboardAddWidget {
    fn decide(self, world: &World<'_>) -> Result<Plan<String>, CallError> {
        let kind = card_kind(&self.r#type)?;
        let page = page(world, &self.dashboard_page_id)?.id;
        let settings = self.meta.unwrap_or_default();
        check(world, kind, &settings, true)?;
        let meta = settings_text(&settings)?;
        let (width, height) = (self.width, self.height);
        let place = match (self.x, self.y) {
            (Some(x), Some(y)) => Some(Place { x, y, width, height }.checked()?),
            (None, None) => None,
            (Some(_), None) | (None, Some(_)) => {
                let message = "`x` and `y` are given together or not at all.";
                return Err(CallError::new(ErrorCode::InvalidCard, message));
            }
        };
        let meta = Some(meta).filter(|_| !settings.is_empty());
        let facts = facts_of(world, kind.name(), meta.as_deref())?;
        let place = match place {
            Some(place) => place,
            None => place_for(world, &page, Place { x: 0, y: 0, width, height }.checked()?)?,
        };
        let plan = added(world, &page, NewCard { kind, place, meta })?;
        Ok(plan.named("addedCard", facts))
    }
}

impl Mutation for DashboardRemoveWidget {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let stored = card(world, &self.id)?;
        let facts = facts_of(world, &stored.kind, stored.meta.as_deref())?;
        let changes = vec![Change::new(CARDS, &self.id, "tombstone", 1)];
        Ok(Plan::step(changes, ()).named("removedCard", facts))
    }
}

impl Mutation for DashboardCopyWidget {
    fn decide(self, world: &World<'_>) -> Result<Plan<String>, CallError> {
        let stored = card(world, &self.id)?;
        let kind = card_kind(&stored.kind)?;
        let page = page(world, &self.target_dashboard_page_id)?.id;
        let facts = facts_of(world, &stored.kind, stored.meta.as_deref())?;
        let place = place_for(world, &page, stored.place)?;
        let plan = added(world, &page, NewCard { kind, place, meta: stored.meta })?;
        Ok(plan.named("copiedCard", facts))
    }
}

/// The place behind the last card of a page, for a card of a size.
fn place_for(world: &World<'_>, page: &str, size: Place) -> Result<Place, CallError> {
    let cards = read::dashboards::cards_of(world.reader, page)?;
    Ok(Place::after(cards.into_iter().map(|card| card.place), size.width, size.height))
}

/// The plan that adds a card and returns its id.
fn added(world: &World<'_>, page: &str, card: NewCard) -> Result<Plan<String>, CallError> {
    refuse_too_many_cards(read::dashboards::cards_of(world.reader, page)?.len() + 1)?;
    let id = world.ids.row_id();
    let mut changes = flags(world, [card.kind])?;
    changes.extend(card.changes(&id, page));
    Ok(Plan::step(changes, id))
}

/// Checks settings, and that there is the saved report that a card is made to show.
fn check(
    world: &World<'_>,
    kind: CardKind,
    settings: &Map<String, Json>,
    names_report: bool,
) -> Result<(), CallError> {
    check_settings(kind, settings)?;
    let conditions = settings.get("conditions").and_then(Json::as_array);
    if conditions.is_some_and(|list| list.len() > limits::CONDITIONS) {
        let message = format!("A card has at most {} conditions.", limits::CONDITIONS);
        return Err(CallError::new(ErrorCode::InvalidCard, message));
    }
    let report = settings.get("id").and_then(Json::as_str);
    if let (CardKind::CustomReport, true, Some(id)) = (kind, names_report, report)
        && read::saved_reports::name(world.reader, id)?.is_none()
    {
        return Err(CallError::of(ErrorCode::ReportNotFound));
    }
    Ok(())
}
