//! Goal templates: lines in a category's note that say how much to budget each month, such as
//! `#template 100 up to 400`. [`parse_note`] reads a note, [`render`] writes its lines back, and
//! [`apply_templates`] budgets a month by them.

mod apply;
mod category;
mod check;
mod cleanup;
mod entry;
mod fraction;
mod grammar;
mod limit;
mod note;
mod preview;
mod problems;
mod reading;
mod render;
mod schedule;
mod targets;
mod words;

pub use apply::{Applied, GoalWrite, TemplateError, apply_templates};
pub use check::{LineWarning, check_lines};
pub use cleanup::{
    CleanedUp, CleanupCategory, CleanupLine, CleanupOutcome, CleanupRole, CleanupRow,
    CleanupWarning, clean_up, cleanup_lines, parse_cleanup,
};
pub use note::{NoteLine, note_lines, parse_note};
pub use preview::{Preview, preview};
pub use problems::{CategoryProblem, Problem};
pub use reading::{Filled, Filling, TemplateFacts};
pub use render::{render, written};
pub use schedule::ScheduleFact;
pub use words::{cleanup_sentence, sentence};

use serde::{Deserialize, Serialize};

use crate::dates::{Day, Month};
use crate::money::Decimal;

/// One line of a note that begins with `#template` or `#goal`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Line {
    /// It cannot be used.
    Error(BadLine),
    /// It has an effect.
    Entry(Entry),
}

/// A line that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "error")]
pub struct BadLine {
    /// The whole line of the note.
    pub line: String,
    /// The problem; not stored.
    #[serde(skip)]
    pub problem: LineProblem,
}

/// Why a line cannot be used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum LineProblem {
    /// It does not match the grammar.
    #[default]
    NotUnderstood,
    /// Its adjustment is a decrease by 100 % or more, or an increase by more than 1000 %.
    AdjustmentRange,
}

/// A template with what its line says besides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// What to budget.
    #[serde(flatten)]
    pub template: Template,
    /// Lower numbers get money first; `None` for remainders and goals, which have no turn.
    pub priority: Option<u32>,
    /// The word that the line begins with.
    pub directive: Directive,
    /// The lines directly above, which have no effect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// The word that a line begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Directive {
    /// `#template`
    Template,
    /// `#goal`
    Goal,
}

/// What to budget in a month. Amounts are in units of the currency, such as 12.5.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Template {
    /// An amount each month, or whatever is missing to the limit.
    Simple {
        /// The amount; `None` refills up to the limit.
        monthly: Option<Decimal>,
        /// The most that the balance may be.
        limit: Option<Limit>,
    },
    /// A part of an income.
    Percentage {
        /// The part, in percent.
        percent: Decimal,
        /// Whether the income of the month before counts.
        previous: bool,
        /// Name or id of an income category, `all income`, or `available funds`.
        category: String,
    },
    /// An amount for each date of a series.
    Periodic {
        /// The amount for one date.
        amount: Decimal,
        /// The time from one date to the next.
        period: Period,
        /// The first date.
        starting: Day,
        /// The most that the balance may be.
        limit: Option<Limit>,
    },
    /// An amount to have by a month.
    By(Target),
    /// As [`By`](Self::By); what is spent in the meantime, from a month on, counts as had.
    Spend(Target),
    /// The amount of a schedule.
    Schedule {
        /// The schedule's name.
        name: String,
        /// Whether to budget the whole amount in the month when it is due, and nothing before.
        full: Option<bool>,
        /// What to add.
        #[serde(flatten)]
        adjustment: Option<Adjustment>,
    },
    /// A share of what is left after all priorities.
    Remainder {
        /// The share in proportion to that of other lines; at least 1.
        weight: u32,
        /// The most that the balance may be.
        limit: Option<Limit>,
    },
    /// The average of what was spent.
    Average {
        /// The number of months before this one, at least 1.
        num_months: u32,
        /// What to add.
        #[serde(flatten)]
        adjustment: Option<Adjustment>,
    },
    /// The amount of an earlier month.
    Copy {
        /// How many months ago, at least 1.
        look_back: u32,
        /// Has no effect.
        limit: Option<Limit>,
    },
    /// A balance to reach in the long run.
    Goal {
        /// The balance.
        amount: Decimal,
    },
}

/// An amount to have by a month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// The amount.
    pub amount: Decimal,
    /// The month to have it.
    pub month: Month,
    /// Spending counts from this month on; `None` in a `by` line.
    pub from: Option<Month>,
    /// Whether it repeats every year or every some years; `false` for months, `None` for never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annual: Option<bool>,
    /// Every how many years or months; `None` for `every year` and `every month`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeat: Option<u32>,
}

/// The time from one date of a series to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Period {
    /// The unit.
    pub period: Unit,
    /// How many of them; at least 1.
    pub amount: u32,
}

/// A unit of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// A day.
    Day,
    /// Seven days.
    Week,
    /// A calendar month.
    Month,
    /// A calendar year.
    Year,
}

/// The most that a balance may be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// The amount for one period.
    pub amount: Decimal,
    /// Whether money beyond the limit stays in the category.
    pub hold: Option<bool>,
    /// The factor of the amount.
    pub period: LimitPeriod,
    /// The first day of a weekly limit.
    pub start: Option<Day>,
}

/// The factor of a limit's amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LimitPeriod {
    /// 1.
    Monthly,
    /// How many times the weekday of the start falls in the month.
    Weekly,
    /// The days of the month.
    Daily,
}

/// What to add to a computed amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Adjustment {
    /// Negative for a decrease.
    pub adjustment: Decimal,
    /// The meaning of the number.
    pub adjustment_type: AdjustmentType,
}

/// The meaning of an adjustment's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AdjustmentType {
    /// A part of the amount, in percent.
    Percent,
    /// Units of the currency.
    Fixed,
}
