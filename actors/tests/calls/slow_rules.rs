//! Rules whose patterns take too long are refused, and change nothing.

use serde_json::{Value as Json, json};

use crate::ledger::usual;

/// Each match takes all the steps that one may take.
const SLOW: &str = r"(a*)*\1b";
/// Rules of 500 conditions: more matches than one run may pay for.
const RULES: usize = 6;

#[test]
fn patterns_that_take_too_long_end_a_read_and_a_write() {
    let harness = usual();
    let condition = json!({ "op": "matches", "field": "notes", "value": SLOW });
    let set = json!([{ "op": "set", "field": "category", "value": "food" }]);
    for _ in 0..RULES {
        let rule = json!({ "stage": null, "conditionsOp": "or", "actions": set,
                           "conditions": vec![condition.clone(); 500] });
        harness.ok("rule-add", rule);
    }
    let row = json!({ "id": "t1", "account": "A", "date": "2024-06-10", "amount": -1000,
                      "notes": "a".repeat(30) });
    let before = harness.tables();
    let told = harness.refused("rules-run", json!({ "transaction": row }), "slow-rules");
    assert!(told["message"].as_str().unwrap().contains("simpler"));
    let batch = json!({ "added": [row], "runRules": true });
    harness.refused("transactions-batch-update", batch, "slow-rules");
    assert!(harness.tables() == before);
    let plain: Json = json!({ "id": "t1", "account": "A", "date": "2024-06-10", "amount": -1000 });
    assert_eq!(harness.ok("rules-run", json!({ "transaction": plain }))["amount"], -1000);
}
