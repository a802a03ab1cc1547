//! What single forms of a report add to its rows: straight lines through cells, slices of a donut.

use super::shape::{ReportRow, Slice};
use crate::money::{Decimal, Total, nearest, rounded_quotient};

/// Most slices of a donut; the last one takes the rest.
const MOST_SLICES: usize = 15;

/// The slices of rows: the largest ones, then the rest. Rows against the direction of the total
/// have none.
pub(super) fn slices(rows: &[ReportRow]) -> Vec<Slice> {
    let sum = |rows: &[&ReportRow]| rows.iter().map(|it| Total::from(it.sums.value)).sum::<Total>();
    let all: Vec<&ReportRow> = rows.iter().collect();
    let sign = sum(&all).signum();
    let mut rows: Vec<&ReportRow> =
        all.into_iter().filter(|it| Total::from(it.sums.value).signum() == sign).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.sums.value.unsigned_abs()));
    let total = sum(&rows);
    let share = |value: Total| Decimal::quotient(value * 100, total, 2);
    let kept = if rows.len() > MOST_SLICES { MOST_SLICES - 1 } else { rows.len() };
    let (kept, rest) = rows.split_at(kept);
    let slice = |row: &&ReportRow| Slice {
        id: row.id.clone(),
        name: Some(row.name.clone()),
        value: row.sums.value,
        share: share(row.sums.value.into()),
    };
    let mut slices: Vec<Slice> = kept.iter().map(slice).collect();
    if !rest.is_empty() {
        let value = sum(rest);
        slices.push(Slice { id: None, name: None, value: nearest(value), share: share(value) });
    }
    slices
}

/// Both ends of the straight line with the least squares through cells; none for fewer than two.
pub(super) fn trend(cells: &[i64]) -> Option<(i64, i64)> {
    let count = Total::try_from(cells.len()).ok().filter(|count| *count > 1)?;
    let places = || (0..count).zip(cells);
    let sum: Total = cells.iter().map(|cell| Total::from(*cell)).sum();
    let moments: Total = places().map(|(place, cell)| place * Total::from(*cell)).sum();
    let places_sum = count * (count - 1) / 2;
    let squares: Total = (0..count).map(|place| place * place).sum();
    let slope_of = count * moments - places_sum * sum;
    let by = count * squares - places_sum * places_sum;
    let at = |place: Total| {
        rounded_quotient(sum * by - places_sum * slope_of + place * count * slope_of, count * by)
    };
    Some((at(0), at(count - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_straight_line_runs_through_its_own_cells() {
        assert_eq!(trend(&[10, 20, 30]), Some((10, 30)));
        assert_eq!(trend(&[-300, -300]), Some((-300, -300)));
        assert_eq!(trend(&[0, 0, 90]), Some((-15, 75)));
        assert_eq!(trend(&[5]), None);
    }
}
