//! Pages as files: export and import.

use std::collections::HashMap;
use std::sync::Arc;

use sobre_engine::crdt::{Change, Value};
use sobre_engine::dashboards::{
    CardMeta, FileCard, FileMeta, SavedReport, card_kind, read_dashboard,
};
use sobre_engine::reports::CardKind;

use super::stored::{NewCard, flags, page, refuse_too_many_cards, without_cards};
use crate::answers::Answer;
use crate::app::App;
use crate::calls::saved_reports::{REPORTS, refuse_too_many_reports, unused_name};
use crate::contract::dashboards::{
    DashboardExport, DashboardFile, DashboardFileCard, DashboardImport,
};
use crate::contract::{CallError, ErrorCode, JsonText};
use crate::db::read;
use crate::db::read::dashboards::StoredCard;
use crate::limits;
use crate::router::{Query, RawControl, to_text};
use crate::session::Session;
use crate::tasks::blocking;
use crate::world::{Plan, UndoOptions, World};

/// The version of the format.
const VERSION: u32 = 1;

impl Query for DashboardExport {
    fn run(self, world: &World<'_>) -> Result<DashboardFile, CallError> {
        let page = page(world, &self.id)?;
        let mut widgets = Vec::new();
        for card in read::dashboards::cards_of(world.reader, &page.id)? {
            widgets.extend(exported(world, card)?);
        }
        Ok(DashboardFile { version: VERSION, widgets })
    }
}

/// A card as a file holds it; none for a type or a report that no program could import.
fn exported(world: &World<'_>, card: StoredCard) -> Result<Option<DashboardFileCard>, CallError> {
    let StoredCard { kind, place, meta, .. } = card;
    let Ok(kind) = card_kind(&kind) else { return Ok(None) };
    let settings = CardMeta::read(meta.as_deref());
    let meta = if kind == CardKind::CustomReport {
        let Some(id) = settings.text("id") else { return Ok(None) };
        let row = read::saved_reports::any(world.reader, id)?.filter(|row| !row.is_deleted);
        let Some(row) = row else { return Ok(None) };
        Some(to_text(&SavedReport::of_row(&row))?)
    } else {
        meta.filter(|_| matches!(settings, CardMeta::Settings(_))).map(JsonText::written)
    };
    let (x, y, width, height) = (place.x, place.y, place.width, place.height);
    Ok(Some(DashboardFileCard { r#type: kind, x, y, width, height, meta }))
}

impl RawControl for DashboardImport {
    async fn answer(self, app: &App, session: &Arc<Session>) -> Result<Answer, CallError> {
        let Self { file_path, content, dashboard_page_id: page } = self;
        let budget = app.budget_of(session).await?;
        let uploads = app.uploads.clone();
        let read = move || {
            let text = match (file_path, content) {
                (Some(handle), None) => {
                    let most = u64::try_from(limits::DASHBOARD_BYTES).unwrap_or(u64::MAX);
                    let (_, bytes) = uploads.read(&handle, most)?;
                    String::from_utf8_lossy(&bytes).into_owned()
                }
                (None, Some(text)) if text.len() > limits::DASHBOARD_BYTES => {
                    return Err(CallError::of(ErrorCode::UploadTooLarge));
                }
                (None, Some(text)) => text,
                (Some(_), Some(_)) | (None, None) => {
                    let message = "Either `filePath` or `content` is given.";
                    return Err(CallError::new(ErrorCode::BadArguments, message));
                }
            };
            Ok(read_dashboard(&text)?)
        };
        let cards = blocking(read).await?;
        let decide =
            move |world: &World<'_>| imported(world, &page, cards)?.try_map(|it| to_text(&it));
        let (undo, origin) = (UndoOptions::default(), session.origin());
        let reply = budget.change(Box::new(decide), undo, origin).await?;
        Ok(app.answers.count(reply))
    }
}

/// The plan that replaces the cards of a page.
fn imported(world: &World<'_>, id: &str, cards: Vec<FileCard>) -> Result<Plan<()>, CallError> {
    let page = page(world, id)?;
    refuse_too_many_cards(cards.len())?;
    let mut changes = flags(world, cards.iter().map(|card| card.kind))?;
    changes.extend(without_cards(world, &page.id)?);
    let mut reports = Reports::of(world)?;
    for FileCard { kind, place, meta } in cards {
        let meta = match meta {
            FileMeta::Settings(meta) => meta,
            FileMeta::Report(report) => {
                let meta = serde_json::json!({ "id": report.id }).to_string();
                reports.take(*report);
                Some(meta)
            }
        };
        let card = NewCard { kind, place, meta };
        changes.extend(card.changes(&world.ids.row_id(), &page.id));
    }
    changes.extend(reports.changes(world)?);
    Ok(Plan::step(changes, ()).named("importedPage", [("name", page.name.as_str().into())]))
}

/// The saved reports of a file, and the names of the live ones by id.
struct Reports {
    names: HashMap<String, String>,
    /// Each once; of several with the same id the last one counts.
    taken: Vec<SavedReport>,
}

impl Reports {
    fn of(world: &World<'_>) -> Result<Self, CallError> {
        let names = read::saved_reports::names(world.reader)?.into_iter().collect();
        Ok(Self { names, taken: Vec::new() })
    }

    fn take(&mut self, report: SavedReport) {
        match self.taken.iter_mut().find(|known| known.id == report.id) {
            Some(known) => *known = report,
            None => self.taken.push(report),
        }
    }

    /// The changes that add or replace the reports. A name that another report has gets a number.
    fn changes(mut self, world: &World<'_>) -> Result<Vec<Change>, CallError> {
        for report in &self.taken {
            self.names.remove(&report.id);
        }
        let mut changes = Vec::new();
        for mut report in self.taken {
            report.name =
                unused_name(&report.name, |name| self.names.values().any(|taken| taken == name));
            let stored = read::saved_reports::any(world.reader, &report.id)?;
            let columns = match &stored {
                Some(row) => report.changed_columns(&SavedReport::of_row(row)),
                None => report.columns(),
            };
            let is_deleted = stored.is_some_and(|row| row.is_deleted);
            let back = is_deleted.then_some(("tombstone", Value::from(0)));
            changes.extend(Change::row(REPORTS, &report.id, columns.into_iter().chain(back)));
            self.names.insert(report.id, report.name);
        }
        refuse_too_many_reports(self.names.len())?;
        Ok(changes)
    }
}
