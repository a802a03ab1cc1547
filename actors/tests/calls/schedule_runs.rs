//! What a run of the schedules does with single bills: booked early, refused by a rule, of accounts
//! that are closed.

use serde_json::json;

use crate::schedules::{conditions, monthly, on};

#[test]
fn a_bill_that_the_bank_books_a_day_early_is_not_posted_again() {
    let (harness, calendar) = on("2026-08-20");
    harness.schedule("rent", true, conditions("pl", -2_000, monthly("2026-08-26")));
    calendar.turn("2026-08-25");
    let row = json!({ "id": "t1", "account": "acc-a", "date": "2026-08-25", "amount": -2_000,
                      "payee": "pl" });
    harness.batch(json!({ "added": [row], "runRules": true }));
    assert_eq!(harness.shown("rent")["status"], "paid");
    calendar.turn("2026-08-26");
    assert_eq!(harness.run_schedules()["posted"], json!([]));
    calendar.turn("2026-09-26");
    harness.run_schedules();
    assert_eq!(harness.posted("rent"), [(20_260_825, -2_000), (20_260_926, -2_000)]);
}
