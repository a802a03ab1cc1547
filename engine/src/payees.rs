//! What payee changes write. A transfer payee belongs to an account and shows its name; it is never
//! renamed, deleted or merged.

mod title;

use crate::crdt::{Change, Value};
use crate::ids::PayeeId;
use crate::names::{NameError, accepted};

pub use title::title;

const PAYEES: &str = "payees";

/// Changes to a payee; `None` keeps a value.
#[derive(Debug, Clone, Copy, Default)]
pub struct Edit<'a> {
    /// A new name as typed.
    pub name: Option<&'a str>,
    /// Listed first.
    pub favorite: Option<bool>,
    /// Whether rules are learned from its categories.
    pub learns_categories: Option<bool>,
}

/// Creates a payee. Every payee has a mapping to itself, which a merge points elsewhere.
///
/// # Errors
/// [`NameError`].
pub fn create(id: &str, name: &str) -> Result<Vec<Change>, NameError> {
    Ok(row(id, [("name", Value::from(accepted(name)?))]))
}

/// Creates the transfer payee of an account. It has no name of its own.
#[must_use]
pub fn create_transfer_payee(id: &str, account: &str) -> Vec<Change> {
    row(id, [("name", Value::from("")), ("transfer_acct", account.into())])
}

fn row(id: &str, columns: impl IntoIterator<Item = (&'static str, Value)>) -> Vec<Change> {
    let mut changes = Change::row(PAYEES, id, columns);
    changes.push(mapping(id, id));
    changes
}

fn mapping(from: &str, to: &str) -> Change {
    Change::new("payee_mapping", from, "targetId", to)
}

/// Changes a payee. A transfer payee keeps its name.
///
/// # Errors
/// [`NameError`].
pub fn edit(id: &PayeeId, edit: Edit<'_>, of_transfers: bool) -> Result<Vec<Change>, NameError> {
    let mut columns = Vec::new();
    if let Some(name) = edit.name.filter(|_| !of_transfers) {
        columns.push(("name", Value::from(accepted(name)?)));
    }
    columns.extend(edit.favorite.map(|on| ("favorite", Value::from(on))));
    columns.extend(edit.learns_categories.map(|on| ("learn_categories", Value::from(on))));
    Ok(Change::row(PAYEES, id, columns))
}

/// Deletes a payee.
#[must_use]
pub fn delete(id: &PayeeId) -> Change {
    Change::new(PAYEES, id, "tombstone", 1)
}

/// Merges a payee into `target`: rows with `id` show the target from now on. `mapped` are the ids
/// that were merged into it before.
#[must_use]
pub fn merge(id: &PayeeId, mapped: &[String], target: &PayeeId) -> Vec<Change> {
    let others = mapped.iter().map(String::as_str).filter(|other| *other != id.as_str());
    let all = others.chain([id.as_str()]);
    let mut changes: Vec<_> = all.map(|from| mapping(from, target.as_str())).collect();
    changes.push(delete(id));
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(changes: &[Change]) -> Vec<String> {
        let show =
            |it: &Change| format!("{} {} {} {}", it.dataset, it.row, it.column, it.value.to_text());
        changes.iter().map(show).collect()
    }

    #[test]
    fn a_payee_comes_with_the_mapping_to_itself() {
        let made = create("p", " Bakery ").unwrap();
        assert_eq!(shown(&made), ["payees p name S:Bakery", "payee_mapping p targetId S:p"]);
        assert_eq!(create("p", "  "), Err(NameError::Blank));
    }

    #[test]
    fn a_transfer_payee_keeps_its_name() {
        let change = Edit { name: Some("x"), favorite: Some(true), learns_categories: None };
        let made = edit(&"p".into(), change, true).unwrap();
        assert_eq!(shown(&made), ["payees p favorite N:1"]);
        assert_eq!(edit(&"p".into(), change, false).unwrap().len(), 2);
    }

    #[test]
    fn merging_includes_earlier_merges() {
        let made = merge(&"a".into(), &["a".to_owned(), "b".to_owned()], &"t".into());
        let expected = [
            "payee_mapping b targetId S:t",
            "payee_mapping a targetId S:t",
            "payees a tombstone N:1",
        ];
        assert_eq!(shown(&made), expected);
    }
}
