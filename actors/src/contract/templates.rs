//! Requests and replies about goal templates: lines in a category's note such as
//! `#template 100 up to 400`, which say how much to budget each month.

use serde::{Deserialize, Serialize};
use sobre_engine::dates::Month;
use sobre_engine::ids::CategoryId;
use sobre_engine::money::Amount;
use sobre_engine::templates::Entry;
use ts_rs::TS;

/// Fills the shown categories without a budget in a month by their templates, as one undo step.
/// A category whose note has a line that is not understood keeps its budget and is named among the
/// problems. If any templates contradict each other, nothing is written.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ApplyGoalTemplate {
    /// The month to fill.
    pub month: Month,
}

/// The same for all shown categories with templates; replaces what they have budgeted.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct OverwriteGoalTemplate {
    /// The month to fill.
    pub month: Month,
}

/// The same for one category, hidden or not.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ApplySingleTemplate {
    /// The month to fill.
    pub month: Month,
    /// The category.
    pub category: CategoryId,
}

/// The same for some categories, hidden or not.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ApplyMultipleTemplates {
    /// The month to fill.
    pub month: Month,
    /// The categories, at most 1,000.
    pub category_ids: Vec<CategoryId>,
}

/// Cleans up a month of an envelope budget by the `#cleanup` lines of the notes: sources give what
/// is left, overspending is covered, sinks take the rest. One undo step.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CleanupGoalTemplate {
    /// The month to clean up.
    pub month: Month,
}

/// Stores the template lines of all notes with their categories, where other programs read them.
/// Every call that applies templates does so, too.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct StoreNoteTemplates {}

/// Checks the template lines of all categories without applying them.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CheckTemplates {}

/// Writes lines as the text of a note, such as those that a form was filled in for. Refuses a line
/// that would not read back with the same meaning.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RenderNoteTemplates {
    /// The lines, at most 1,000.
    #[ts(type = "TemplateLine[]")]
    pub templates: Vec<Entry>,
}

/// The meaning of the template lines in a category's note, and what they budget in a month.
/// Changes nothing.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ExplainTemplates {
    /// The month.
    pub month: Month,
    /// The category.
    pub category: CategoryId,
    /// The note as it is typed; the saved lines if none is given.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub note: Option<String>,
}

/// What became of templates.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TemplateOutcome {
    /// How to show it.
    pub r#type: OutcomeType,
    /// What happened.
    pub message: OutcomeCode,
    /// The same in words.
    pub text: String,
    /// How many categories with templates were processed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub count: Option<usize>,
    /// How many categories got another budget or goal; 0 if nothing was written.
    pub written: usize,
    /// How many categories gave money in a clean-up.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub source_count: Option<usize>,
    /// How many categories took money in a clean-up.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub sink_count: Option<usize>,
    /// Whether it has to stay until it is closed: there are problems.
    pub sticky: bool,
    /// Everything that is wrong.
    pub problems: Vec<TemplateProblem>,
}

/// How to show an outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum OutcomeType {
    /// All went well.
    Message,
    /// Something was not possible.
    Warning,
    /// Nothing was written.
    Error,
}

/// What happened to templates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum OutcomeCode {
    /// There was nothing to fill.
    TemplatesUpToDate,
    /// Categories were processed; those among the problems kept their budget.
    TemplatesApplied,
    /// There are problems, and nothing was written.
    TemplateErrors,
    /// The check found no problem.
    TemplatesCheckPassed,
    /// There was nothing to clean up.
    CleanupUpToDate,
    /// Money was shared.
    CleanupApplied,
    /// The clean-up did what it could; the problems say what it could not.
    CleanupNoFunds,
}

/// Something wrong with a line, or with the lines of a category.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct TemplateProblem {
    /// The kind of fault: `line-not-understood`, `adjustment-range`, `schedule-missing`,
    /// `priority-mismatch`, `target-past`, `income-category-unknown`, `limit-duplicate`,
    /// `spend-duplicate`, `goal-duplicate`, `source-overspent`, `group-without-sink` or `no-funds`.
    pub code: &'static str,
    /// The category; `null` if it is about a clean-up as a whole.
    pub category: Option<CategoryId>,
    /// Its name, or that of a clean-up group.
    pub name: Option<String>,
    /// The number of the line in the note, from 1.
    pub line: Option<usize>,
    /// The line.
    pub text: Option<String>,
    /// The fault in words.
    pub reason: String,
}

/// The template lines of a note.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ExplainedTemplates {
    /// The lines with `#template`, `#goal` or `#cleanup`, in the order of the note.
    pub lines: Vec<ExplainedLine>,
    /// What applying the lines to this category alone would budget; `null` if its budget stays.
    pub budget: Option<Amount>,
    /// The goal it would get.
    pub goal: Option<Amount>,
    /// Whether the goal is a balance to reach in the long run, not an amount of the month.
    pub is_long_goal: bool,
    /// Cents from the month before that count.
    pub carried: Amount,
    /// Whether the balance is at its limit then.
    pub is_limit_met: bool,
    /// Why the budget stays or nothing is applied, in words.
    pub reason: Option<String>,
}

/// A template line and its meaning.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ExplainedLine {
    /// Its number in the note, from 1; `null` for a line of a form, which is in no note.
    pub line: Option<usize>,
    /// The line.
    pub text: String,
    /// Its meaning as parts; `null` for a `#cleanup` line and one that is not understood.
    #[ts(type = "TemplateLine | null")]
    pub template: Option<Entry>,
    /// The meaning of a `#cleanup` line as parts.
    pub cleanup: Option<ExplainedCleanup>,
    /// Its meaning in words; empty if it is not understood.
    pub sentence: String,
    /// What it asks for in the month. `null` if it asks for nothing of its own, or an earlier line
    /// asks for it: several `by` or `schedule` lines are one amount.
    pub amount: Option<Amount>,
    /// Its fault, if it has one.
    pub problem: Option<TemplateProblem>,
}

/// The meaning of a `#cleanup` line.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ExplainedCleanup {
    /// `source` gives, `sink` takes, `overspend` has its overspending covered.
    #[ts(type = "'source' | 'sink' | 'overspend'")]
    pub role: &'static str,
    /// The share of a sink in proportion to that of others.
    pub weight: Option<u32>,
    /// The group it shares with; `null` shares with all.
    pub group: Option<String>,
}
