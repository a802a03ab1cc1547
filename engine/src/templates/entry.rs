//! Questions to one line of a note, such as its weight or its schedule.

use super::schedule::ScheduleLine;
use super::{Entry, ScheduleFact, Target, Template};
use crate::dates::Month;

impl Entry {
    /// The cents of a goal line.
    pub(super) fn long_goal(&self) -> Option<i64> {
        if let Template::Goal { amount } = &self.template { Some(amount.cents()) } else { None }
    }

    /// The weight of a remainder line.
    pub(super) const fn weight(&self) -> Option<u32> {
        if let Template::Remainder { weight, .. } = &self.template { Some(*weight) } else { None }
    }

    pub(super) const fn by(&self) -> Option<&Target> {
        if let Template::By(target) = &self.template { Some(target) } else { None }
    }

    pub(super) const fn spend(&self) -> Option<&Target> {
        if let Template::Spend(target) = &self.template { Some(target) } else { None }
    }

    /// Whether it has to have the priority of all such lines.
    pub(super) const fn is_dated(&self) -> bool {
        matches!(self.template, Template::By(_) | Template::Schedule { .. })
    }

    /// Whether it is for a month that is past and does not return.
    pub(super) fn is_past(&self, month: Month) -> bool {
        let target = self.by().or_else(|| self.spend());
        target.is_some_and(|it| it.month < month && it.period().is_none())
    }

    pub(super) fn income_name(&self) -> Option<&str> {
        if let Template::Percentage { category, .. } = &self.template {
            Some(category)
        } else {
            None
        }
    }

    pub(super) fn schedule_name(&self) -> Option<&str> {
        if let Template::Schedule { name, .. } = &self.template { Some(name.trim()) } else { None }
    }

    pub(super) fn schedule<'s>(&self, schedules: &'s [ScheduleFact]) -> Option<ScheduleLine<'s>> {
        let Template::Schedule { name, full, adjustment } = &self.template else { return None };
        let schedule = schedules.iter().find(|schedule| schedule.name == name.trim())?;
        Some(ScheduleLine { schedule, is_full: *full == Some(true), adjustment: *adjustment })
    }
}
