//! The usual order of a register: the latest transactions first.

use sobre_engine::query::{Expr, ExprKind, Order, Path, Query};

/// Its keys: field, and whether it is descending.
pub(super) const ORDER: [(&str, bool); 4] =
    [("date", true), ("starting_balance_flag", false), ("sort_order", true), ("id", false)];

/// Whether the keys are the usual order of a register.
pub(super) fn is_usual(order: &[Order]) -> bool {
    order.len() == ORDER.len()
        && order.iter().zip(ORDER).all(|(key, (name, descending))| {
            let path = path_of(&key.expr);
            let is_field = path.is_some_and(|it| it.source == 0 && it.field.name == name);
            is_field && key.descending == descending
        })
}

/// The usual order in SQL, with the alias of transactions and a dot in front of each column.
pub(super) fn usual_order(alias: &str) -> String {
    let key = |(name, descending)| {
        let direction = if descending { " DESC" } else { "" };
        format!("{alias}{name}{direction}")
    };
    ORDER.map(key).join(", ")
}

/// Whether rows are read in day order along an index, and only as many as requested.
pub(super) fn is_by_day(query: &Query) -> bool {
    let first = query.order.first().and_then(|key| path_of(&key.expr));
    let by_day = first.is_some_and(|it| it.source == 0 && it.field.name == "date");
    let all = query.aggregate || query.calculation;
    by_day && !all && (!query.sums_over() || is_usual(&query.order))
}

/// The field that an expression is.
pub(super) const fn path_of(expr: &Expr) -> Option<Path> {
    if let ExprKind::Field(path) = &expr.node { Some(*path) } else { None }
}
