//! Tests whether a transaction meets a condition. Text is compared in lower case with its accents,
//! ids in lower case, amounts in cents.

mod examples;

use super::conditions::{Condition, Flow, Op, Test, approximate_range};
use super::subject::{Lookup, PatternEffort, Reference, Subject};
use crate::dates::Day;
use crate::recurrence::Recurrence;
use crate::text::{Pattern, tag_patterns};

/// Days to either side of an approximate date.
const NEARLY: i64 = 2;
/// How many days of a recurring date are kept; later ones are counted again.
const KEPT_OCCURRENCES: usize = 500;

/// A condition, ready to be tested.
#[derive(Debug)]
pub(super) struct Matcher {
    place: Place,
    op: Op,
    test: Test,
    /// Patterns of `matches` and of tags. An invalid one is missing, and nothing matches it.
    patterns: Vec<Pattern>,
    /// First days of a recurring date, and whether there are more.
    days: (Vec<Day>, bool),
}

/// An indexed field, in the order in which the index prefers them: those with the most values
/// first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    ImportedPayee,
    Payee,
    Category,
    Account,
}

impl Key {
    pub(super) const ALL: [Self; 4] =
        [Self::ImportedPayee, Self::Payee, Self::Category, Self::Account];

    /// The value of a transaction, if it has one.
    pub(super) fn of(self, subject: &Subject) -> Option<&str> {
        match self {
            Self::ImportedPayee => Some(subject.imported_payee()),
            Self::Payee => subject.payee().as_ref()?.as_deref(),
            Self::Category => subject.category().as_ref()?.as_deref(),
            Self::Account => subject.account().as_ref()?.as_deref(),
        }
    }
}

/// Where a condition finds its value.
#[derive(Debug, Clone, Copy)]
enum Place {
    ImportedPayee,
    PayeeName,
    Notes,
    Payee,
    Category,
    CategoryGroup,
    Account,
    Date,
    Amount,
    Flag(&'static str),
}

impl Matcher {
    pub(super) fn new(condition: Condition) -> Self {
        let Condition { field, op, test } = condition;
        let place = match field.name {
            "imported_payee" => Place::ImportedPayee,
            "payee_name" => Place::PayeeName,
            "notes" => Place::Notes,
            "payee" => Place::Payee,
            "category" => Place::Category,
            "category_group" => Place::CategoryGroup,
            "account" => Place::Account,
            "date" => Place::Date,
            "amount" => Place::Amount,
            flag => Place::Flag(flag),
        };
        let patterns = match (op, &test) {
            (Op::Matches, Test::Text(pattern)) => Pattern::new(pattern).into_iter().collect(),
            (Op::HasTags | Op::HasAnyTag, Test::Text(tags)) => {
                let patterns = tag_patterns(&tags.to_lowercase());
                patterns.iter().filter_map(|pattern| Pattern::new(pattern)).collect()
            }
            _ => Vec::new(),
        };
        let days = if let Test::Recurring(recurrence) = &test {
            first_days(recurrence)
        } else {
            (Vec::new(), false)
        };
        Self { place, op, test, patterns, days }
    }

    /// The values of an indexed field of which a transaction has to have one for the condition to
    /// hold; `None` if other transactions may meet it too.
    pub(super) fn keys(&self) -> Option<(Key, Vec<&str>)> {
        let key = match self.place {
            Place::ImportedPayee => Key::ImportedPayee,
            Place::Payee => Key::Payee,
            Place::Category => Key::Category,
            Place::Account => Key::Account,
            Place::PayeeName
            | Place::Notes
            | Place::CategoryGroup
            | Place::Date
            | Place::Amount
            | Place::Flag(_) => return None,
        };
        match (self.op, &self.test) {
            (Op::Is, Test::Text(text) | Test::Id(Some(text))) => Some((key, vec![text])),
            (Op::OneOf, Test::List(list)) => Some((key, list.iter().map(|it| &**it).collect())),
            _ => None,
        }
    }

    /// Whether the condition may hold for transactions with an imported payee, given in lower case.
    pub(super) fn may_have_imported_payee<L: Lookup>(
        &self,
        name: &str,
        lookup: &L,
    ) -> Result<bool, L::Error> {
        Ok(!matches!(self.place, Place::ImportedPayee) || self.text_holds(name, lookup)?)
    }

    /// Whether the condition holds.
    pub(super) fn holds<L: Lookup>(&self, subject: &Subject, lookup: &L) -> Result<bool, L::Error> {
        Ok(match self.place {
            Place::ImportedPayee => self.text_holds(subject.imported_payee(), lookup)?,
            Place::Notes => self.text_holds(subject.notes(), lookup)?,
            Place::PayeeName => self.text_holds(subject.payee_name(lookup)?, lookup)?,
            Place::Payee => self.reference_holds(subject.payee(), lookup)?,
            Place::Category => self.reference_holds(subject.category(), lookup)?,
            Place::CategoryGroup => {
                self.reference_holds(subject.category_group(lookup)?, lookup)?
            }
            Place::Account if matches!(self.op, Op::OnBudget | Op::OffBudget) => {
                subject.is_off_budget(lookup)? == Some(self.op == Op::OffBudget)
            }
            Place::Account => self.reference_holds(subject.account(), lookup)?,
            Place::Date => subject.date().is_some_and(|day| self.day_holds(day)),
            Place::Amount => subject.amount().is_some_and(|cents| self.amount_holds(cents)),
            Place::Flag(name) => self.flag_holds(subject, name),
        })
    }

    fn text_holds<L: Lookup>(&self, text: &str, lookup: &L) -> Result<bool, L::Error> {
        Ok(match (&self.test, self.op) {
            (Test::List(list), Op::NotOneOf) => list.iter().all(|it| it != text),
            (Test::List(list), _) => list.iter().any(|it| it == text),
            (Test::Text(wanted), Op::Is) => wanted == text,
            (Test::Text(wanted), Op::IsNot) => wanted != text,
            (Test::Text(part), Op::Contains) => text.contains(&**part),
            (Test::Text(part), Op::DoesNotContain) => !text.contains(&**part),
            (_, Op::Matches | Op::HasAnyTag) => self.some_pattern(true, text, lookup)?,
            (_, Op::HasTags) => {
                !self.patterns.is_empty() && !self.some_pattern(false, text, lookup)?
            }
            _ => false,
        })
    }

    /// Whether some pattern is in a text, or some is not.
    fn some_pattern<L: Lookup>(
        &self,
        is_in: bool,
        text: &str,
        lookup: &L,
    ) -> Result<bool, L::Error> {
        for pattern in &self.patterns {
            if pattern.is_match(text, &PatternEffort(lookup))? == is_in {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn reference_holds<L: Lookup>(
        &self,
        reference: &Reference,
        lookup: &L,
    ) -> Result<bool, L::Error> {
        let Some(reference) = reference.as_ref().map(Option::as_deref) else { return Ok(false) };
        Ok(match (&self.test, self.op, reference) {
            (Test::Id(wanted), Op::IsNot, _) => wanted.as_deref() != reference,
            (Test::Id(wanted), _, _) => wanted.as_deref() == reference,
            (Test::List(list), Op::NotOneOf, Some(id)) => list.iter().all(|it| it != id),
            (Test::List(list), _, Some(id)) => list.iter().any(|it| it == id),
            (Test::Text(part), Op::Contains, Some(id)) => id.contains(&**part),
            (Test::Text(part), Op::DoesNotContain, Some(id)) => !id.contains(&**part),
            (Test::Text(_), Op::Matches, Some(id)) => self.some_pattern(true, id, lookup)?,
            _ => false,
        })
    }

    fn amount_holds(&self, cents: i64) -> bool {
        let seen = |flow: Flow| match flow {
            Flow::Both => Some(cents),
            Flow::Inflow => Some(cents).filter(|cents| *cents >= 0),
            Flow::Outflow => cents.checked_neg().filter(|cents| *cents >= 0),
        };
        let is_between = |flow: Flow, (low, high): (i64, i64)| {
            seen(flow).is_some_and(|cents| low <= cents && cents <= high)
        };
        if let Test::Between(low, high, flow) = self.test {
            return is_between(flow, (low, high));
        }
        let Test::Number(wanted, flow) = self.test else { return false };
        if self.op == Op::IsApprox {
            return is_between(flow, approximate_range(wanted));
        }
        seen(flow).is_some_and(|cents| compared(self.op, &cents, &wanted))
    }

    fn day_holds(&self, day: Day) -> bool {
        let near = |wanted: Day| {
            let from = wanted.plus_days(-NEARLY).unwrap_or(wanted);
            from <= day && day <= wanted.plus_days(NEARLY).unwrap_or(wanted)
        };
        match &self.test {
            Test::Day(wanted) if self.op == Op::IsApprox => near(*wanted),
            Test::Day(wanted) => compared(self.op, &day, wanted),
            Test::Month(month) => day.month() == *month,
            Test::Year(year) => day.year() == *year,
            Test::Recurring(recurrence) => {
                let around = if self.op == Op::IsApprox { NEARLY } else { 0 };
                (-around..=around)
                    .any(|by| day.plus_days(by).is_some_and(|day| self.recurs(recurrence, day)))
            }
            Test::Text(_)
            | Test::List(_)
            | Test::Id(_)
            | Test::Number(..)
            | Test::Between(..)
            | Test::Flag(_)
            | Test::Nothing => false,
        }
    }

    /// Whether a day is one of a recurring date.
    fn recurs(&self, recurrence: &Recurrence, day: Day) -> bool {
        let (days, has_more) = &self.days;
        if days.binary_search(&day).is_ok() {
            return true;
        }
        let is_later = *has_more && days.last().is_some_and(|last| *last < day);
        is_later && recurrence.occurrences().find(|it| *it >= day) == Some(day)
    }

    fn flag_holds(&self, subject: &Subject, name: &str) -> bool {
        let stands = match name {
            "transfer" => Some(subject.text("transfer_id").is_some()),
            "parent" => Some(subject.is_on("is_parent")),
            name => subject.get(name).filter(|value| !value.is_null()).map(|_| subject.is_on(name)),
        };
        matches!(self.test, Test::Flag(wanted) if stands == Some(wanted))
    }
}

fn first_days(recurrence: &Recurrence) -> (Vec<Day>, bool) {
    let days: Vec<Day> = recurrence.occurrences().take(KEPT_OCCURRENCES).collect();
    let has_more = days.len() == KEPT_OCCURRENCES;
    (days, has_more)
}

fn compared<T: Ord>(op: Op, value: &T, wanted: &T) -> bool {
    match op {
        Op::Is => value == wanted,
        Op::Gt => value > wanted,
        Op::Gte => value >= wanted,
        Op::Lt => value < wanted,
        Op::Lte => value <= wanted,
        Op::IsNot
        | Op::OneOf
        | Op::NotOneOf
        | Op::Contains
        | Op::DoesNotContain
        | Op::Matches
        | Op::HasTags
        | Op::HasAnyTag
        | Op::IsApprox
        | Op::IsBetween
        | Op::OnBudget
        | Op::OffBudget => false,
    }
}
