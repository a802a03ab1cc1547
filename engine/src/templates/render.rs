//! Writes template lines as the text of a note.

use std::fmt::{self, Write as _};

use super::{
    Adjustment, AdjustmentType, Directive, Entry, Limit, LimitPeriod, Line, Period, Target,
    Template, Unit, parse_note,
};

/// The lines as text, each below its description. Lines that cannot be used are left out.
#[must_use]
pub fn render(lines: &[Line]) -> String {
    let mut text = String::new();
    for line in lines {
        if let Line::Entry(entry) = line {
            let separator = if text.is_empty() { "" } else { "\n" };
            // Writing to a string does not fail.
            let _ = write!(text, "{separator}{entry}");
        }
    }
    text
}

/// A line as text, such as one that a form was filled in for. `None` if the text would not have the
/// same meaning: a part is missing, out of range or holds a line break.
#[must_use]
pub fn written(entry: Entry) -> Option<String> {
    let entry = usual(entry);
    let text = entry.to_string();
    (parse_note(&text) == [Line::Entry(entry)]).then_some(text)
}

/// The line in the form that reading returns: parts without effect are left out.
fn usual(mut entry: Entry) -> Entry {
    let is_goal = matches!(entry.template, Template::Goal { .. });
    let has_turn = !is_goal && !matches!(entry.template, Template::Remainder { .. });
    entry.directive = if is_goal { Directive::Goal } else { Directive::Template };
    entry.priority = has_turn.then_some(entry.priority.unwrap_or(0));
    let limit = match &mut entry.template {
        Template::Copy { limit, .. } => {
            *limit = None;
            limit
        }
        Template::Simple { limit, .. }
        | Template::Periodic { limit, .. }
        | Template::Remainder { limit, .. } => limit,
        Template::Schedule { full, .. } => {
            *full = full.filter(|full| *full);
            return entry;
        }
        Template::Percentage { .. }
        | Template::By(_)
        | Template::Spend(_)
        | Template::Average { .. }
        | Template::Goal { .. } => return entry,
    };
    if let Some(limit) = limit {
        limit.hold = limit.hold.filter(|hold| *hold);
    }
    entry
}

impl fmt::Display for Entry {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(description) = &self.description {
            writeln!(out, "{description}")?;
        }
        if let Template::Goal { amount } = &self.template {
            return write!(out, "#goal {amount}");
        }
        out.write_str("#template")?;
        if let Some(priority) = self.priority.filter(|priority| *priority > 0) {
            write!(out, "-{priority}")?;
        }
        write!(out, " {}", self.template)
    }
}

impl fmt::Display for Template {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Simple { monthly: Some(amount), limit } => {
                write!(out, "{amount}{}", After(limit.as_ref()))
            }
            Self::Simple { monthly: None, limit: Some(limit) } => write!(out, "{limit}"),
            Self::Simple { monthly: None, limit: None } => Ok(()),
            Self::Percentage { percent, previous, category } => {
                let previous = if *previous { "previous " } else { "" };
                write!(out, "{percent}% of {previous}{category}")
            }
            Self::Periodic { amount, period, starting, limit } => {
                let limit = After(limit.as_ref());
                write!(out, "{amount} repeat every {period} starting {starting}{limit}")
            }
            Self::By(target) | Self::Spend(target) => write!(out, "{target}"),
            Self::Schedule { name, full, adjustment } => {
                let full = if *full == Some(true) { "full " } else { "" };
                write!(out, "schedule {full}{name}{}", After(adjustment.as_ref()))
            }
            Self::Remainder { weight, limit } => {
                out.write_str("remainder")?;
                if *weight > 1 {
                    write!(out, " {weight}")?;
                }
                write!(out, "{}", After(limit.as_ref()))
            }
            Self::Average { num_months, adjustment } => {
                write!(out, "average {num_months} months{}", After(adjustment.as_ref()))
            }
            Self::Copy { look_back, .. } => write!(out, "copy from {look_back} months ago"),
            Self::Goal { amount } => write!(out, "{amount}"),
        }
    }
}

/// A part that may be missing, with a space before it.
struct After<'a, T>(Option<&'a T>);

impl<T: fmt::Display> fmt::Display for After<'_, T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |part| write!(out, " {part}"))
    }
}

impl fmt::Display for Target {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} by {}", self.amount, self.month)?;
        if let Some(from) = self.from {
            write!(out, " spend from {from}")?;
        }
        match (self.annual, self.repeat) {
            (None, _) => Ok(()),
            (Some(true), None) => out.write_str(" repeat every year"),
            (Some(false), None) => out.write_str(" repeat every month"),
            (Some(true), Some(every)) => write!(out, " repeat every {every} years"),
            (Some(false), Some(every)) => write!(out, " repeat every {every} months"),
        }
    }
}

impl fmt::Display for Period {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.period {
            Unit::Day => "days",
            Unit::Week => "weeks",
            Unit::Month => "months",
            Unit::Year => "years",
        };
        write!(out, "{} {unit}", self.amount)
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "up to {}", self.amount)?;
        match (self.period, self.start) {
            (LimitPeriod::Weekly, Some(start)) => write!(out, " per week starting {start}")?,
            (LimitPeriod::Daily, _) => out.write_str(" per day")?,
            (LimitPeriod::Weekly | LimitPeriod::Monthly, _) => {}
        }
        if self.hold == Some(true) { out.write_str(" hold") } else { Ok(()) }
    }
}

impl fmt::Display for Adjustment {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = if self.adjustment_type == AdjustmentType::Percent { "%" } else { "" };
        let number = self.adjustment;
        if number.is_negative() {
            write!(out, "[decrease {}{percent}]", number.negated())
        } else {
            write!(out, "[increase {number}{percent}]")
        }
    }
}
