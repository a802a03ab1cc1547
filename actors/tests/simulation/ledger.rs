//! Invariants of splits and transfers on every device.

use sobre_actors::testing::Device;

use crate::place;

/// Live children without a live parent.
const LONE_CHILDREN: &str = "SELECT t.id FROM transactions t
    LEFT JOIN transactions s ON s.id = t.parent_id
    WHERE t.isChild = 1 AND t.tombstone = 0
      AND (s.id IS NULL OR s.tombstone = 1 OR s.isParent = 0)";

/// Sides of transfers that do not mirror each other.
const BROKEN_TRANSFERS: &str = "SELECT a.id FROM transactions a
    LEFT JOIN transactions b ON b.id = a.transferred_id
    WHERE a.tombstone = 0 AND a.transferred_id IS NOT NULL
      AND (b.id IS NULL OR b.tombstone = 1 OR b.transferred_id IS NOT a.id
           OR b.amount <> -a.amount)";

/// Splits whose children do not add up and whose error does not say so.
const WRONG_SUMS: &str = "SELECT s.id FROM transactions s
    WHERE s.isParent = 1 AND s.isChild = 0 AND s.tombstone = 0 AND s.error IS NULL
      AND s.amount <> (SELECT total(t.amount) FROM transactions t
                       WHERE t.parent_id = s.id AND t.isChild = 1 AND t.tombstone = 0)";

/// Violations, by kind and row.
pub(crate) fn broken(device: &Device) -> Vec<String> {
    let kinds = [
        ("child without split", LONE_CHILDREN),
        ("transfer", BROKEN_TRANSFERS),
        ("sum of a split", WRONG_SUMS),
    ];
    let found = kinds.iter().flat_map(|(kind, sql)| {
        place::ids(device, sql).into_iter().map(move |id| format!("{kind}: {id}"))
    });
    found.collect()
}
