//! The range of months of a budget.

use serde::Serialize;

use crate::dates::{Day, Month};

const MONTHS_BEFORE: i32 = 3;
const MONTHS_AFTER: i32 = 12;

/// Rows dated earlier than this many months before today do not extend the budget: a mistyped year
/// (0202) must not create twenty thousand months.
const MAX_MONTHS_BACK: i32 = 1200;

/// The first and the last month of a budget, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Bounds {
    /// First month with a sheet.
    pub start: Month,
    /// Last month with a sheet.
    pub end: Month,
}

impl Bounds {
    /// The smallest range that contains both.
    #[must_use]
    pub fn including(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// The months a budget needs: from three before its earliest row or today, to twelve after today.
/// `earliest` is the smallest date over rows that are not split children, deleted ones included.
/// The caller keeps months that already exist.
#[must_use]
pub fn budget_bounds(earliest: Option<Day>, today: Day) -> Bounds {
    let current = today.month();
    let reached = earliest.map_or(current, |day| day.month().min(current));
    Bounds {
        start: reached.max(current.plus(-MAX_MONTHS_BACK)).plus(-MONTHS_BEFORE),
        end: current.plus(MONTHS_AFTER),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(earliest: Option<&str>, today: &str) -> (String, String) {
        let day = |text: &str| text.parse::<Day>().unwrap();
        let bounds = budget_bounds(earliest.map(day), day(today));
        (bounds.start.to_string(), bounds.end.to_string())
    }

    fn pair(start: &str, end: &str) -> (String, String) {
        (start.to_owned(), end.to_owned())
    }

    #[test]
    fn a_budget_reaches_from_three_months_before_its_first_row_to_a_year_ahead() {
        assert_eq!(bounds(None, "2024-05-17"), pair("2024-02", "2025-05"));
        assert_eq!(bounds(Some("2022-11-02"), "2024-02-20"), pair("2022-08", "2025-02"));
    }

    #[test]
    fn future_rows_do_not_move_the_bounds() {
        assert_eq!(bounds(Some("2031-01-01"), "2024-05-17"), pair("2024-02", "2025-05"));
    }

    #[test]
    fn a_mistyped_ancient_year_does_not_stretch_the_budget_beyond_a_century() {
        assert_eq!(bounds(Some("0202-01-01"), "2024-05-17"), pair("1924-02", "2025-05"));
    }
}
