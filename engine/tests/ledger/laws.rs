//! Laws for any batches, in any order and however contradictory: transfers are pairs, children have
//! their parent, and every split's error is its remaining difference.

use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};
use sobre_engine::ids::TransactionId;
use sobre_engine::ledger::{AddedRow, Batch, Transaction, UpdatedRow};
use sobre_engine::money::MAX_CENTS;

use crate::memory::{ACCOUNTS, Memory, PAYEES, off_budget, target};

/// Rows with placeholders instead of ids: `@n` is an existing row, `^n` a live split parent. They
/// are resolved when the batch is decided.
#[derive(Debug, Clone)]
struct BatchDraft {
    added: Vec<Map<String, Json>>,
    updated: Vec<Map<String, Json>>,
    deleted: Vec<String>,
}

fn any_row() -> impl Strategy<Value = Json> {
    (0_u8..40).prop_map(|number| json!(format!("@{number}")))
}

fn any_split() -> impl Strategy<Value = Json> {
    (0_u8..40).prop_map(|number| json!(format!("^{number}")))
}

fn cents() -> impl Strategy<Value = Json> {
    prop_oneof![8 => -500_i64..500, 1 => Just(MAX_CENTS), 1 => Just(-MAX_CENTS)]
        .prop_map(|cents| json!(cents))
}

fn error() -> impl Strategy<Value = Json> {
    (-300_i64..300).prop_map(|difference| {
        json!({ "type": "SplitTransactionError", "version": 1, "difference": difference })
    })
}

/// A field with a value, mostly valid.
fn field() -> impl Strategy<Value = (&'static str, Json)> {
    let text = |all: &'static [&'static str]| prop::sample::select(all).prop_map(|it| json!(it));
    prop_oneof![
        8 => cents().prop_map(|it| ("amount", it)),
        12 => text(&PAYEES).prop_map(|it| ("payee", it)),
        2 => Just(("payee", Json::Null)),
        6 => text(&ACCOUNTS).prop_map(|it| ("account", it)),
        4 => text(&["food", "rent"]).prop_map(|it| ("category", it)),
        2 => text(&["x", "y"]).prop_map(|it| ("notes", it)),
        2 => any_row().prop_map(|it| ("transfer_id", it)),
        2 => Just(("transfer_id", Json::Null)),
        2 => any::<bool>().prop_map(|it| ("is_parent", json!(it))),
        1 => any::<bool>().prop_map(|it| ("is_child", json!(it))),
        2 => any::<bool>().prop_map(|it| ("tombstone", json!(it))),
        1 => any_split().prop_map(|it| ("parent_id", it)),
        2 => error().prop_map(|it| ("error", it)),
    ]
}

fn fields(most: usize) -> impl Strategy<Value = Map<String, Json>> {
    prop::collection::vec(field(), 1..most).prop_map(|fields| {
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    })
}

fn added() -> impl Strategy<Value = Map<String, Json>> {
    let plain = ["amount", "payee", "category", "notes", "error"];
    let parent = prop::option::weighted(0.4, any_split());
    let split = prop::bool::weighted(0.3);
    (fields(5), prop::sample::select(&ACCOUNTS), split, parent).prop_map(
        move |(mut fields, account, split, parent)| {
            fields.retain(|name, _| plain.contains(&&**name));
            fields.insert("account".to_owned(), json!(account));
            fields.insert("date".to_owned(), json!("2024-06-10"));
            if let Some(parent) = parent {
                fields.insert("is_child".to_owned(), json!(true));
                fields.insert("parent_id".to_owned(), parent);
            } else if split {
                fields.insert("is_parent".to_owned(), json!(true));
            }
            fields
        },
    )
}

fn updated() -> impl Strategy<Value = Map<String, Json>> {
    (fields(4), any_row()).prop_map(|(mut fields, id)| {
        fields.insert("id".to_owned(), id);
        fields
    })
}

fn batch_draft() -> impl Strategy<Value = BatchDraft> {
    let deleted = any_row().prop_map(|id| id.as_str().unwrap().to_owned());
    let children = (
        prop::collection::vec(added(), 0..3),
        prop::collection::vec(updated(), 0..4),
        prop::collection::vec(deleted, 0..2),
    );
    children.prop_map(|(added, updated, deleted)| BatchDraft { added, updated, deleted })
}

/// The id of a placeholder.
fn resolved(memory: &Memory, word: &str) -> Option<String> {
    let splits = || memory.living().filter(|row| row.is_parent).map(|row| &row.id);
    let candidates: Vec<&TransactionId> = match word.get(..1)? {
        "@" => memory.rows.keys().collect(),
        "^" => splits().collect(),
        _ => return None,
    };
    let number: usize = word[1..].parse().ok()?;
    let id = candidates.get(number.checked_rem(candidates.len())?)?;
    Some(id.to_string())
}

fn batch_of(memory: &Memory, draft: &BatchDraft) -> Batch {
    // None if a placeholder refers to a row and there is none.
    let fields = |given: &Map<String, Json>| -> Option<Map<String, Json>> {
        let value = |value: &Json| match value.as_str().filter(|it| it.starts_with(['@', '^'])) {
            Some(word) => resolved(memory, word).map(Json::from),
            None => Some(value.clone()),
        };
        given.iter().map(|(name, given)| Some((name.clone(), value(given)?))).collect()
    };
    let (added, updated) = (draft.added.iter(), draft.updated.iter());
    let deleted = draft.deleted.iter().filter_map(|word| resolved(memory, word));
    Batch {
        added: added.filter_map(fields).map(|row| AddedRow::read(&row).unwrap()).collect(),
        updated: updated.filter_map(fields).map(|row| UpdatedRow::read(&row).unwrap()).collect(),
        deleted: deleted.map(TransactionId::from).collect(),
        run_transfers: true,
    }
}

fn check_pairs(memory: &Memory) {
    for row in memory.living() {
        let Some(account) = target(row.payee.as_ref()).filter(|_| !row.is_parent) else {
            assert_eq!(row.transfer_id, None, "{row:?} is no transfer");
            continue;
        };
        let partner = row.transfer_id.as_ref().and_then(|id| memory.rows.get(id));
        let partner = partner.unwrap_or_else(|| panic!("{row:?} has no other side"));
        assert!(!partner.tombstone && !partner.is_parent, "{row:?} and {partner:?}");
        assert_ne!(partner.id, row.id);
        assert_eq!(partner.transfer_id.as_ref(), Some(&row.id), "{partner:?}");
        assert_eq!(partner.amount, -row.amount, "{row:?} and {partner:?}");
        assert_eq!(partner.account, account, "{row:?} and {partner:?}");
        if off_budget(row.account.as_str()) == off_budget(account.as_str()) {
            assert_eq!((&row.category, &partner.category), (&None, &None), "{row:?}");
        }
    }
}

fn check_split_lines(memory: &Memory) {
    for child in memory.living().filter(|row| row.is_child) {
        let parent = child.parent_id.as_ref().and_then(|id| memory.rows.get(id));
        let parent = parent.unwrap_or_else(|| panic!("{child:?} has no split"));
        assert!(parent.is_parent && !parent.is_child && !parent.tombstone, "{child:?}, {parent:?}");
        assert!(!child.is_parent, "{child:?}");
    }
}

/// Whether a split's error is its remaining difference.
fn is_true(memory: &Memory, split: &Transaction) -> bool {
    let sum: i64 = memory.living_children(&split.id).iter().map(|child| child.amount).sum();
    let error = split.error.as_deref().map(|error| serde_json::from_str::<Json>(error).unwrap());
    let said = error
        .filter(|error| !error.is_null())
        .map_or(0, |error| error["difference"].as_i64().unwrap());
    said == split.amount - sum
}

fn check_errors(memory: &Memory, batch: &Batch) {
    for split in memory.living().filter(|row| row.is_parent) {
        assert!(is_true(memory, split), "{split:?} after {batch:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn pairs_and_splits_hold_after_any_batches(
        drafts in prop::collection::vec(batch_draft(), 1..25),
    ) {
        let mut memory = Memory::default();
        let mut accepted = 0;
        for draft in &drafts {
            let batch = &batch_of(&memory, draft);
            let Ok(outcome) = memory.decide(batch) else { continue };
            accepted += 1;
            memory.apply(&outcome.changes);
            check_pairs(&memory);
            check_split_lines(&memory);
            check_errors(&memory, batch);
        }
        prop_assume!(accepted > 0);
    }
}
