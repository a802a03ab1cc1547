//! The template lines of all categories: from their notes, or from a form.

use std::collections::HashMap;

use serde_json::Value as Json;
use sobre_engine::crdt::{Change, Value};
use sobre_engine::ids::CategoryId;
use sobre_engine::templates::{BadLine, Line, LineProblem, NoteLine, TemplateFacts, note_lines};

use crate::calls::schedules::schedule_facts;
use crate::contract::templates::TemplateProblem;
use crate::contract::{CallError, ErrorCode};
use crate::db::read;
use crate::db::read::templates::TemplateSource;
use crate::world::World;

/// The preference that shows everything about templates.
const FLAG: &str = "flags.goalTemplatesEnabled";

/// Refuses while templates are switched off.
pub(super) fn check_enabled(world: &World<'_>) -> Result<(), CallError> {
    match read::settings::value(world.reader, FLAG)?.as_deref() {
        Some("true") => Ok(()),
        Some(_) | None => Err(CallError::of(ErrorCode::TemplatesOff)),
    }
}

/// The categories with their lines.
pub(super) struct Sources {
    categories: Vec<TemplateSource>,
    /// The lines of a category, with their places if they are in a note.
    lines: HashMap<CategoryId, Vec<NoteLine>>,
}

impl Sources {
    pub(super) fn of(world: &World<'_>) -> Result<Self, CallError> {
        let categories = read::templates::sources(world.reader)?;
        let with_lines = categories.iter().map(|it| (it.id.clone(), lines_of(it)));
        let lines = with_lines.filter(|(_, lines)| !lines.is_empty()).collect();
        Ok(Self { categories, lines })
    }

    /// Replaces the lines of a category by those of a note that is not saved.
    pub(super) fn set_note(&mut self, category: &CategoryId, note: &str) {
        self.lines.insert(category.clone(), note_lines(note));
        if let Some(source) = self.categories.iter_mut().find(|it| it.id == *category) {
            note.clone_into(&mut source.note);
        }
    }

    /// The categories in the order of their creation.
    pub(super) fn categories(&self) -> &[TemplateSource] {
        &self.categories
    }

    /// A live category.
    pub(super) fn category(&self, id: &CategoryId) -> Option<&TemplateSource> {
        self.categories.iter().find(|it| it.id == *id)
    }

    /// The lines of a category.
    pub(super) fn lines(&self, category: &CategoryId) -> &[NoteLine] {
        self.lines.get(category).map(Vec::as_slice).unwrap_or_default()
    }

    /// The facts that templates are applied by.
    pub(super) fn facts(&self, world: &World<'_>) -> Result<TemplateFacts, CallError> {
        let lines = self.lines.iter().map(|(id, lines)| {
            let lines = lines.iter().map(|it| it.line.clone());
            (id.clone(), lines.collect())
        });
        let income = self.categories.iter().filter(|it| it.is_income);
        let hides = read::settings::value(world.reader, "hideFraction")?;
        Ok(TemplateFacts {
            lines: lines.collect(),
            income_names: income.map(|it| (it.id.clone(), it.name.clone())).collect(),
            schedules: schedule_facts(world)?,
            hides_decimals: hides.as_deref() == Some("true"),
        })
    }

    /// The changes that store the lines of the notes with their categories.
    pub(super) fn storing(&self) -> Result<Vec<Change>, CallError> {
        let mut changes = Vec::new();
        for category in self.categories.iter().filter(|it| !it.is_from_form) {
            let lines: Vec<&Line> = self.lines(&category.id).iter().map(|it| &it.line).collect();
            let stored = if lines.is_empty() { None } else { Some(json_of(&lines)?) };
            if stored != category.goal_def {
                let value = stored.map_or(Value::Null, |text| Value::Text(text.into()));
                let id = category.id.as_str();
                changes.push(Change::new("categories", id, "goal_def", value));
            }
        }
        Ok(changes)
    }

    /// A problem of some lines of a category, once for each of them.
    pub(super) fn problems(
        &self,
        category: &CategoryId,
        about: &[usize],
        code: &'static str,
        reason: &dyn Fn(&NoteLine) -> String,
    ) -> Vec<TemplateProblem> {
        let lines = self.lines(category);
        let name = self.category(category).map(|it| it.name.clone());
        let problem = |line: &NoteLine| TemplateProblem {
            code,
            category: Some(category.clone()),
            name: name.clone(),
            line: (line.number > 0).then_some(line.number),
            text: Some(line.text.clone()),
            reason: reason(line),
        };
        about.iter().filter_map(|at| lines.get(*at)).map(problem).collect()
    }

    /// The problems of the lines of a category that are not understood.
    pub(super) fn bad_lines(&self, category: &CategoryId) -> Vec<TemplateProblem> {
        let count = self.lines(category).len();
        (0..count).flat_map(|at| self.bad_line(category, at)).collect()
    }

    /// The problem of a line if it is not understood.
    pub(super) fn bad_line(&self, category: &CategoryId, at: usize) -> Vec<TemplateProblem> {
        let Some(Line::Error(bad)) = self.lines(category).get(at).map(|it| &it.line) else {
            return Vec::new();
        };
        let reason = |line: &NoteLine| bad.problem.reason(&line.text);
        self.problems(category, &[at], bad.problem.code(), &reason)
    }
}

fn json_of(lines: &[&Line]) -> Result<String, CallError> {
    serde_json::to_string(lines).map_err(|error| CallError::internal(&error))
}

/// The lines of a note, or those that a form has stored.
fn lines_of(source: &TemplateSource) -> Vec<NoteLine> {
    if !source.is_from_form {
        let text = source.note.to_lowercase();
        let has_any = ["#template", "#goal"].iter().any(|word| text.contains(word));
        return if has_any { note_lines(&source.note) } else { Vec::new() };
    }
    let stored = source.goal_def.as_deref().map(serde_json::from_str::<Vec<Json>>);
    let stored = stored.and_then(Result::ok).unwrap_or_default();
    joined(stored).into_iter().map(line_of_form).collect()
}

/// Joins a limit and a refill of a form, which are stored apart, to the one line that they mean.
fn joined(mut stored: Vec<Json>) -> Vec<Json> {
    let place = |stored: &[Json], kind: &str| stored.iter().position(|it| it["type"] == kind);
    if let Some(limit) = place(&stored, "limit") {
        let mut limit = stored.remove(limit);
        let priority = place(&stored, "refill").map(|at| stored.remove(at)["priority"].take());
        let parts = ["amount", "hold", "period", "start"];
        let parts = parts.map(|part| (part.to_owned(), limit[part].take()));
        stored.push(serde_json::json!({
            "type": "simple", "monthly": null, "limit": Json::Object(parts.into_iter().collect()),
            "priority": priority.unwrap_or_else(|| 0.into()), "directive": "template",
        }));
    }
    stored
}

fn line_of_form(stored: Json) -> NoteLine {
    let text = stored.to_string();
    match serde_json::from_value::<Line>(stored) {
        Ok(Line::Entry(entry)) => {
            NoteLine { number: 0, text: entry.to_string(), line: Line::Entry(entry) }
        }
        Ok(Line::Error(bad)) => {
            NoteLine { number: 0, text: bad.line.clone(), line: Line::Error(bad) }
        }
        Err(_) => {
            let bad = BadLine { line: text.clone(), problem: LineProblem::NotUnderstood };
            NoteLine { number: 0, text, line: Line::Error(bad) }
        }
    }
}
