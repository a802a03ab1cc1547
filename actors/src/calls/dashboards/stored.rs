//! Shared by the calls about pages and cards: finding them, the changes that add and delete cards,
//! and the names of cards in steps.

use serde_json::json;
use sobre_engine::crdt::{Change, Value};
use sobre_engine::dashboards::{CardMeta, Place, experiment_flag};
use sobre_engine::reports::CardKind;

use crate::contract::history::StepFact;
use crate::contract::{CallError, ErrorCode};
use crate::db::read;
use crate::db::read::dashboards::{StoredCard, StoredPage};
use crate::limits;
use crate::world::World;

pub(super) const CARDS: &str = "dashboard";

/// A live page.
pub(super) fn page(world: &World<'_>, id: &str) -> Result<StoredPage, CallError> {
    let found = read::dashboards::pages(world.reader)?.into_iter().find(|page| page.id == id);
    found.ok_or_else(|| CallError::of(ErrorCode::DashboardNotFound))
}

/// A live card.
pub(super) fn card(world: &World<'_>, id: &str) -> Result<StoredCard, CallError> {
    read::dashboards::card(world.reader, id)?
        .ok_or_else(|| CallError::new(ErrorCode::CardNotFound, format!("Widget not found: {id}")))
}

/// The changes that delete the cards of a page.
pub(super) fn without_cards(world: &World<'_>, page: &str) -> Result<Vec<Change>, CallError> {
    let cards = read::dashboards::cards_of(world.reader, page)?;
    Ok(cards.into_iter().map(|card| Change::new(CARDS, card.id, "tombstone", 1)).collect())
}

/// A card to be added to a page.
pub(super) struct NewCard {
    pub(super) kind: CardKind,
    pub(super) place: Place,
    /// Its settings as JSON text.
    pub(super) meta: Option<String>,
}

impl NewCard {
    /// The changes that add the card under an id.
    pub(super) fn changes(self, id: &str, page: &str) -> Vec<Change> {
        let Place { x, y, width, height } = self.place;
        let columns = [
            ("type", Value::from(self.kind.name())),
            ("width", width.into()),
            ("height", height.into()),
            ("x", x.into()),
            ("y", y.into()),
            ("dashboard_page_id", page.into()),
        ];
        let meta = self.meta.map(|meta| ("meta", Value::from(meta)));
        Change::row(CARDS, id, columns.into_iter().chain(meta))
    }
}

/// The preferences without which other programs do not show cards of some types.
pub(super) fn flags(
    world: &World<'_>,
    kinds: impl IntoIterator<Item = CardKind>,
) -> Result<Vec<Change>, CallError> {
    let mut flags: Vec<_> = kinds.into_iter().filter_map(experiment_flag).collect();
    flags.sort_unstable();
    flags.dedup();
    let mut changes = Vec::new();
    for flag in flags {
        if read::settings::value(world.reader, flag)?.as_deref() != Some("true") {
            changes.push(Change::new("preferences", flag, "value", "true"));
        }
    }
    Ok(changes)
}

/// Refuses more cards than a page holds.
pub(super) fn refuse_too_many_cards(count: usize) -> Result<(), CallError> {
    if count <= limits::CARDS_PER_PAGE {
        return Ok(());
    }
    let most = limits::CARDS_PER_PAGE;
    let message = format!("A page can have at most {most} cards.");
    Err(CallError::new(ErrorCode::TooManyCards, message).with_meta(json!({ "most": most })))
}

/// A card in a step: its name or that of its report, and its type, which names a card without a
/// name.
pub(super) fn facts_of(
    world: &World<'_>,
    kind: &str,
    meta: Option<&str>,
) -> Result<[(&'static str, StepFact); 2], CallError> {
    let meta = CardMeta::read(meta);
    let report = meta.text("id").filter(|_| kind == CardKind::CustomReport.name());
    let name = match report {
        Some(id) => read::saved_reports::name(world.reader, id)?.unwrap_or_default(),
        None => meta.text("name").unwrap_or_default().to_owned(),
    };
    Ok([("name", StepFact::Text(name)), ("type", kind.into())])
}
