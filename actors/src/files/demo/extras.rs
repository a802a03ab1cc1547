//! Notes, tags and rules of the demo budget.

use serde_json::{Value as Json, json};

/// Notes on categories, by key.
pub(super) const CATEGORY_NOTES: &[(&str, &str)] = &[
    ("groceries", "Two adults, two children, one cat.\nThe cat counts double."),
    ("vacation", "Goal: two weeks by the sea in July."),
    ("emergency", "Three months of expenses. Do not touch!"),
    ("homeinsurance", "Due every March."),
    ("devices", "The laptop is from 2019."),
    ("cabin", "Rate fixed until 2031."),
];

/// Notes on months, by how many months ago.
pub(super) const MONTH_NOTES: &[(i32, &str)] = &[
    (0, "Restaurants went over because of the birthday."),
    (-1, "Quiet month. Moved a little to the kitchen."),
    (-4, "Holiday month: paid from the holiday savings."),
    (-11, "New year, new budget."),
];

/// The note on the first group.
pub(super) const GROUP_NOTE: &str = "Shared by both of us.";

/// Tags with their colors and meanings.
pub(super) const TAGS: &[(&str, &str, &str)] = &[
    ("vacation", "#2a9d8f", "Everything on the road"),
    ("claim", "#e76f51", "To be sent to the insurance"),
    ("friends", "#e9c46a", "With company"),
    ("school", "#457b9d", "For the children's school"),
];

/// Payees by the text that banks print for them.
pub(super) const RENAMES: &[(&str, &str)] = &[
    ("frsh flds", "Fresh Fields Central"),
    ("dly mkt", "Daily Market North"),
    ("greenway hyper", "Greenway Hypermarket"),
    ("rdside fuel", "Roadside Fuel Central"),
    ("moonstr*", "Moonstream"),
];

/// How many of the most frequent payees have a category rule.
pub(super) const LEARNED: usize = 18;

/// Conditions and actions of a rule that renames a payee.
pub(super) fn rename_rule(words: &str, payee: &str) -> (Json, Json) {
    (
        json!([{
            "op": "contains", "field": "imported_description", "value": words, "type": "string"
        }]),
        json!([{"op": "set", "field": "description", "value": payee, "type": "id"}]),
    )
}

/// Conditions and actions of a rule that assigns a payee's transactions to an envelope.
pub(super) fn category_rule(payee: &str, category: &str) -> (Json, Json) {
    (
        json!([{"op": "is", "field": "description", "value": payee, "type": "id"}]),
        json!([{"op": "set", "field": "category", "value": category, "type": "id"}]),
    )
}
