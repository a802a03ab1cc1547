//! The line that moving money adds to the note of its month.

use sobre_engine::crdt::{Change, Value};
use sobre_engine::dates::{Day, Month};

use crate::contract::CallError;
use crate::db::read;
use crate::limits;
use crate::world::{Plan, World};

/// Why money was moved.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    /// To cover the overspending of a category.
    Cover,
    /// To cover a negative amount to budget.
    Overbudgeted,
    /// By choice.
    Transfer,
}

/// Money that was moved.
pub(super) struct MonthNote {
    pub(super) month: Month,
    pub(super) kind: Kind,
    pub(super) cents: i64,
    /// The name of the category it came from; `None` for money to budget.
    pub(super) from: Option<String>,
    /// The name of the category it went to; `None` for money to budget.
    pub(super) to: Option<String>,
}

impl MonthNote {
    /// The plan with the line in the note of the month, unless the plan changes nothing.
    pub(super) fn added_to<R>(
        &self,
        mut plan: Plan<R>,
        world: &World<'_>,
    ) -> Result<Plan<R>, CallError> {
        if !plan.changes.is_empty() && self.cents != 0 {
            plan.changes.extend(self.change(world)?);
        }
        Ok(plan)
    }

    /// The change that adds the line below the text of the note; `None` if the note is full.
    fn change(&self, world: &World<'_>) -> Result<Option<Change>, CallError> {
        let id = format!("budget-{}", self.month);
        let format = |key: &str| read::settings::value(world.reader, key);
        let (numbers, dates) = (format("numberFormat")?, format("dateFormat")?);
        let line = self.line(numbers.as_deref(), &day_text(world.today(), dates.as_deref()));
        let before = read::notes::text(world.reader, &id)?.unwrap_or_default();
        let before = before.trim_end_matches('\n');
        let note = if before.is_empty() { line } else { format!("{before}\n{line}") };
        let fits = note.chars().count() <= limits::NOTE_CHARS;
        Ok(fits.then(|| Change::new("notes", id, "note", Value::Text(note.into()))))
    }

    fn line(&self, numbers: Option<&str>, day: &str) -> String {
        // A negative amount moves the other way.
        let (from, to) =
            if self.cents < 0 { (&self.to, &self.from) } else { (&self.from, &self.to) };
        let named = |name: &Option<String>| name.clone().unwrap_or_else(|| "To budget".to_owned());
        let (from, to) = (named(from), named(to));
        let amount = amount_text(self.cents.saturating_abs(), numbers);
        match self.kind {
            Kind::Cover => format!("- Covered {amount} of {to} from {from} on {day}"),
            Kind::Overbudgeted => format!("- Covered {amount} overbudgeted from {from} on {day}"),
            Kind::Transfer => format!("- Moved {amount} from {from} to {to} on {day}"),
        }
    }
}

/// An amount in the number format of the budget.
fn amount_text(cents: i64, format: Option<&str>) -> String {
    let (thousands, point) = match format {
        Some("dot-comma") => (".", ","),
        Some("space-comma") => ("\u{a0}", ","),
        Some("apostrophe-dot") => ("’", "."),
        Some(_) | None => (",", "."),
    };
    let (units, rest) = (cents / 100, cents % 100);
    let digits = units.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        let left = digits.len() - at;
        // Indian numbers group two digits above the thousands.
        let ends_group = match format {
            Some("comma-dot-in") => left == 3 || left > 3 && left % 2 == 1,
            Some(_) | None => left.is_multiple_of(3),
        };
        if at > 0 && ends_group {
            text.push_str(thousands);
        }
        text.push(digit);
    }
    format!("{text}{point}{rest:02}")
}

/// A day in the date format of the budget.
fn day_text(day: Day, format: Option<&str>) -> String {
    let pattern = match format {
        Some("dd/MM/yyyy") => "%d/%m/%Y",
        Some("yyyy-MM-dd") => "%Y-%m-%d",
        Some("MM.dd.yyyy") => "%m.%d.%Y",
        Some("dd.MM.yyyy") => "%d.%m.%Y",
        Some(_) | None => "%m/%d/%Y",
    };
    day.date().format(pattern).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_follow_the_number_format() {
        let text = |format| amount_text(123_456_705, Some(format));
        assert_eq!(amount_text(5, None), "0.05");
        assert_eq!(text("comma-dot"), "1,234,567.05");
        assert_eq!(text("dot-comma"), "1.234.567,05");
        assert_eq!(text("space-comma"), "1\u{a0}234\u{a0}567,05");
        assert_eq!(text("apostrophe-dot"), "1’234’567.05");
        assert_eq!(text("comma-dot-in"), "12,34,567.05");
    }
}
