//! Calls as scripts for other programs of this file format send them.

use serde_json::json;

use crate::ledger::usual;

#[test]
fn learning_categories_is_refused_while_there_are_no_rules() {
    let harness = usual();
    let row = json!({ "account": "A", "date": "2024-06-10", "amount": -5, "category": "food" });
    let learning = json!({ "added": [row], "learnCategories": true });
    harness.refused("transactions-batch-update", learning, "bad-arguments");
}
