//! What lines mean, in English words, and why they cannot be used.

use super::{
    Adjustment, AdjustmentType, CleanupRole, CleanupRow, Entry, Limit, LimitPeriod, LineProblem,
    Period, Problem, Target, Template, Unit,
};

/// The meaning of a line in one sentence.
#[must_use]
pub fn sentence(entry: &Entry) -> String {
    let turn = match entry.priority {
        Some(priority) if priority > 0 => format!(", with priority {priority}"),
        Some(_) | None => String::new(),
    };
    format!("{}{turn}.", meaning(&entry.template))
}

fn meaning(template: &Template) -> String {
    match template {
        Template::Simple { monthly: Some(amount), limit } => {
            format!("Budget {amount} each month{}", up_to(limit.as_ref()))
        }
        Template::Simple { monthly: None, limit } => {
            format!("Fill up each month{}", up_to(limit.as_ref()))
        }
        Template::Percentage { percent, previous, category } => {
            let month = if *previous { "last month" } else { "this month" };
            match category.to_lowercase().as_str() {
                "all income" => format!("Budget {percent}% of all income of {month}"),
                "available funds" => format!("Budget {percent}% of the money left to budget"),
                _ => format!("Budget {percent}% of {category} of {month}"),
            }
        }
        Template::Periodic { amount, period, starting, limit } => format!(
            "Budget {amount} {}, starting {starting}{}",
            every(*period),
            up_to(limit.as_ref())
        ),
        Template::By(target) => format!("Save {}", target_words(target)),
        Template::Spend(target) => {
            let from = target.from.map_or_else(String::new, |from| {
                format!("; spending from {from} on counts as saved")
            });
            format!("Save {}{from}", target_words(target))
        }
        Template::Schedule { name, full, adjustment } => {
            let when = if *full == Some(true) {
                "Budget the whole amount in the month of schedule"
            } else {
                "Save for schedule"
            };
            format!("{when} {name}{}", more(*adjustment))
        }
        Template::Remainder { weight, limit } => {
            let share = if *weight > 1 {
                format!("Budget {weight} shares of what is left")
            } else {
                "Budget a share of what is left".to_owned()
            };
            format!("{share}{}", up_to(limit.as_ref()))
        }
        Template::Average { num_months, adjustment } => {
            let months = counted(*num_months, "month");
            format!("Budget the average of the last {months}{}", more(*adjustment))
        }
        Template::Copy { look_back, .. } => {
            format!("Budget the same as {} ago", counted(*look_back, "month"))
        }
        Template::Goal { amount } => format!("Reach a balance of {amount}"),
    }
}

fn counted(count: u32, unit: &str) -> String {
    if count == 1 { format!("1 {unit}") } else { format!("{count} {unit}s") }
}

fn every(period: Period) -> String {
    let unit = match period.period {
        Unit::Day => "day",
        Unit::Week => "week",
        Unit::Month => "month",
        Unit::Year => "year",
    };
    if period.amount == 1 {
        format!("every {unit}")
    } else {
        format!("every {} {unit}s", period.amount)
    }
}

fn target_words(target: &Target) -> String {
    let again = match (target.annual, target.repeat) {
        (None, _) | (Some(false), None) => String::new(),
        (Some(true), None) => ", again every year".to_owned(),
        (Some(true), Some(years)) => format!(", again every {}", counted(years, "year")),
        (Some(false), Some(months)) => format!(", again every {}", counted(months, "month")),
    };
    format!("{} by {}{again}", target.amount, target.month)
}

fn up_to(limit: Option<&Limit>) -> String {
    let Some(limit) = limit else { return String::new() };
    let times = match (limit.period, limit.start) {
        (LimitPeriod::Monthly, _) => String::new(),
        (LimitPeriod::Daily, _) => " for each day of the month".to_owned(),
        (LimitPeriod::Weekly, None) => " for each week of the month".to_owned(),
        (LimitPeriod::Weekly, Some(start)) => {
            format!(" for each week of the month, starting {start}")
        }
    };
    let held = if limit.hold == Some(true) { ", and keep what is beyond it" } else { "" };
    format!(", up to a balance of {}{times}{held}", limit.amount)
}

fn more(adjustment: Option<Adjustment>) -> String {
    let Some(Adjustment { adjustment, adjustment_type }) = adjustment else {
        return String::new();
    };
    let percent = if adjustment_type == AdjustmentType::Percent { "%" } else { "" };
    if adjustment.is_negative() {
        format!(", less {}{percent}", adjustment.negated())
    } else {
        format!(", plus {adjustment}{percent}")
    }
}

/// The meaning of a clean-up line in one sentence.
#[must_use]
pub fn cleanup_sentence(row: &CleanupRow) -> String {
    let of = row.group.as_ref().map_or_else(String::new, |name| format!(" of group {name}"));
    match row.role {
        CleanupRole::Source => format!("At the clean-up, give what is left{of}."),
        CleanupRole::Sink { weight: 1 } => format!("At the clean-up, take a share{of}."),
        CleanupRole::Sink { weight } => format!("At the clean-up, take {weight} shares{of}."),
        CleanupRole::Overspend => format!("At the clean-up, have overspending covered{of}."),
    }
}

impl LineProblem {
    /// Code for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotUnderstood => "line-not-understood",
            Self::AdjustmentRange => "adjustment-range",
        }
    }

    /// Why a line cannot be used, with an example of what it may be meant to be.
    #[must_use]
    pub fn reason(self, line: &str) -> String {
        match self {
            Self::AdjustmentRange => {
                "The change must be more than -100% and at most 1000%.".to_owned()
            }
            Self::NotUnderstood => {
                let example = example(&line.to_lowercase());
                format!("This line is not understood. Write it like “{example}”.")
            }
        }
    }
}

/// A correct line of the kind that a line seems to be.
fn example(line: &str) -> &'static str {
    let kinds = [
        ("#goal", "#goal 5000"),
        ("schedule", "#template schedule Rent"),
        ("average", "#template average 3 months"),
        ("copy", "#template copy from 12 months ago"),
        ("remainder", "#template remainder 2"),
        ("%", "#template 10% of all income"),
        ("spend", "#template 600 by 2027-12 spend from 2027-03"),
        (" by", "#template 600 by 2027-12 repeat every year"),
        ("starting", "#template 20 repeat every week starting 2027-01-04"),
        ("repeat", "#template 20 repeat every week starting 2027-01-04"),
        (" up", "#template 50 up to 300"),
    ];
    let found = kinds.iter().find(|(word, _)| line.contains(word));
    found.map_or("#template 50", |(_, example)| example)
}

impl Problem {
    /// Code for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::ScheduleMissing => "schedule-missing",
            Self::PriorityMismatch => "priority-mismatch",
            Self::TargetPast => "target-past",
            Self::IncomeCategoryUnknown => "income-category-unknown",
            Self::LimitDuplicate => "limit-duplicate",
            Self::SpendDuplicate => "spend-duplicate",
            Self::GoalDuplicate => "goal-duplicate",
        }
    }

    /// Why the lines of a category cannot be applied.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::ScheduleMissing => "There is no schedule of this name.",
            Self::PriorityMismatch => {
                "All “by” and “schedule” lines of a category need the same priority."
            }
            Self::TargetPast => "The target month is past. Enter a later one, or let it repeat.",
            Self::IncomeCategoryUnknown => {
                "There is no income category of this name. Use its name, “all income” or \
                 “available funds”."
            }
            Self::LimitDuplicate => "Only one line of a category may have an “up to” limit.",
            Self::SpendDuplicate => "Only one line of a category may say “spend from”.",
            Self::GoalDuplicate => "A category may have only one #goal line.",
        }
    }
}
