//! Columns that several domains write: names, and places in a list.

use sobre_engine::categories::place;
use sobre_engine::crdt::{Change, Value};

use crate::contract::{CallError, ErrorCode};
use crate::limits;

/// A name without the spaces around it; it must be neither empty nor endless.
pub(super) fn required_name(name: &str) -> Result<&str, CallError> {
    let name = name.trim();
    if name.is_empty() {
        return Err(CallError::of(ErrorCode::NameRequired));
    }
    if name.chars().count() > limits::NAME_CHARS {
        let message = format!("A name may have {} characters at most.", limits::NAME_CHARS);
        return Err(CallError::new(ErrorCode::NameTooLong, message));
    }
    Ok(name)
}

/// The sort order before `target` in a list of ids and sort orders, or at its end, and the changes
/// that make room for it (spec/4 section 4.2).
pub(super) fn placed(
    table: &'static str,
    items: &[(&str, f64)],
    target: Option<&str>,
) -> (f64, Vec<Change>) {
    let orders: Vec<_> = items.iter().map(|(_, order)| *order).collect();
    let position = target.and_then(|target| items.iter().position(|(id, _)| *id == target));
    let placement = place(&orders, position);
    let shifted = placement.shifted.into_iter().map(|(position, order)| {
        Change::new(table, items[position].0, "sort_order", Value::from(order))
    });
    (placement.sort_order, shifted.collect())
}
