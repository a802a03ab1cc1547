//! Places in lists that users sort: categories, groups and accounts. Sort orders are numbers with
//! gaps between them, so that placing an item moves few others.

use crate::crdt::Change;

/// Gap between neighbours.
const STEP: f64 = 16_384.0;

/// Neighbours closer than this are moved apart before something goes between them.
const TIGHT: f64 = 2.0;

/// The place of an item, and the items that must make room.
#[derive(Debug, Clone, PartialEq)]
pub struct Placement {
    /// The new sort order of the placed item; may be a fraction.
    pub sort_order: f64,
    /// Position in the list and new sort order of each item that is shifted first.
    pub shifted: Vec<(usize, f64)>,
}

/// Places an item before the one at `target`, or at the end. `orders` are the sort orders of the
/// live items in order, including the moved item. All new values derive from the orders before any
/// shift.
#[must_use]
pub fn place(orders: &[f64], target: Option<usize>) -> Placement {
    let Some((index, &at)) = target.and_then(|index| Some((index, orders.get(index)?))) else {
        let last = orders.last().copied().unwrap_or(0.0);
        return Placement { sort_order: last + STEP, shifted: Vec::new() };
    };
    let before = if index == 0 { 0.0 } else { orders[index - 1] };
    let shifted = if at - before <= TIGHT { shift(orders, index, at) } else { Vec::new() };
    Placement { sort_order: f64::midpoint(before, at), shifted }
}

/// An item of a list and its sort order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Item<'a> {
    /// Id of the row.
    pub id: &'a str,
    /// Its sort order.
    pub sort_order: f64,
}

/// The sort order before the item `target`, or at the end of the list, and the changes that make
/// room.
#[must_use]
pub fn place_before(
    table: &'static str,
    items: &[Item<'_>],
    target: Option<&str>,
) -> (f64, Vec<Change>) {
    let orders: Vec<_> = items.iter().map(|item| item.sort_order).collect();
    let position = target.and_then(|target| items.iter().position(|item| item.id == target));
    let placement = place(&orders, position);
    let shifted = placement
        .shifted
        .into_iter()
        .map(|(position, order)| Change::new(table, items[position].id, "sort_order", order));
    (placement.sort_order, shifted.collect())
}

fn shift(orders: &[f64], first: usize, at: f64) -> Vec<(usize, f64)> {
    let mut wanted = at.floor();
    let mut shifted = Vec::new();
    for (index, &order) in orders.iter().enumerate().skip(first) {
        wanted += STEP;
        if order >= wanted {
            break;
        }
        shifted.push((index, wanted));
    }
    shifted
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Suite {
        cases: Vec<Case>,
    }

    #[derive(Deserialize)]
    struct Case {
        id: String,
        items: Vec<Item>,
        target: Option<String>,
        expected: Expected,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Item {
        id: String,
        sort_order: f64,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Expected {
        updates: Vec<Item>,
        sort_order: f64,
    }

    #[test]
    fn recorded_placements_are_met() {
        let suite = include_str!("../tests/fixtures/sort-order.json");
        for case in serde_json::from_str::<Suite>(suite).unwrap().cases {
            let orders: Vec<f64> = case.items.iter().map(|it| it.sort_order).collect();
            let target = case.items.iter().position(|it| Some(&it.id) == case.target.as_ref());
            let Placement { sort_order, shifted } = place(&orders, target);
            let update = |(index, sort_order): (usize, f64)| Item {
                id: case.items[index].id.clone(),
                sort_order,
            };
            let updates = shifted.into_iter().map(update).collect();
            assert_eq!(Expected { updates, sort_order }, case.expected, "{}", case.id);
        }
    }

    #[test]
    fn the_first_item_of_an_empty_list_leaves_room_before_it() {
        let expected = Placement { sort_order: 16_384.0, shifted: Vec::new() };
        assert_eq!(place(&[], None), expected);
        assert_eq!(place(&[], Some(0)), expected);
    }
}
