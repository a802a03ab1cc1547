//! Splits and transfers edited by two devices concurrently.

use proptest::prelude::*;

use super::*;

fn row(account: &str, amount: i64) -> MergedRow {
    MergedRow {
        account: Some(account.into()),
        amount,
        payee: None,
        is_parent: false,
        is_child: false,
        parent: None,
        partner: None,
        error: None,
        tombstone: false,
    }
}

fn side(account: &str, amount: i64, payee: &str, partner: &str) -> MergedRow {
    let (payee, partner) = (Some(payee.into()), Some(partner.into()));
    MergedRow { payee, partner, ..row(account, amount) }
}

fn child(amount: i64) -> MergedRow {
    MergedRow { is_child: true, parent: Some("s".into()), ..row("A", amount) }
}

fn merged(rows: &[(&str, MergedRow)]) -> MergedRows {
    MergedRows {
        rows: rows.iter().map(|(id, row)| (TransactionId::from(*id), row.clone())).collect(),
        transfers_to: ["A", "B"].map(|id| (id.into(), format!("to-{id}").into())).into(),
    }
}

fn changes(merged: &MergedRows) -> Vec<String> {
    let line =
        |change: Change| format!("{} {} {}", change.row, change.column, change.value.to_text());
    repair_after_merge(merged).into_iter().map(line).collect()
}

#[test]
fn what_fits_together_is_left_alone() {
    let split = MergedRow { is_parent: true, error: split_error(-100), ..row("A", -900) };
    let all = merged(&[
        ("s", split),
        ("p1", child(-400)),
        ("p2", child(-400)),
        ("t1", side("A", -5, "to-B", "t2")),
        ("t2", side("B", 5, "to-A", "t1")),
        ("o", row("A", 7)),
    ]);
    assert!(repair_after_merge(&all).is_empty());
}

#[test]
fn sides_edited_at_once_mirror_the_first() {
    let other = side("B", 9, "grocer", "t1");
    let all = merged(&[("t1", side("A", -5, "to-B", "t2")), ("t2", other)]);
    assert_eq!(changes(&all), ["t2 amount N:5", "t2 description S:to-A"]);
}

#[test]
fn a_transfer_of_which_one_side_was_deleted_is_deleted() {
    let gone = MergedRow { tombstone: true, ..side("B", 5, "to-A", "t1") };
    let all = merged(&[("t1", side("A", -5, "to-B", "t2")), ("t2", gone)]);
    assert_eq!(changes(&all), ["t1 tombstone N:1"]);
}

#[test]
fn a_side_with_a_lost_partner_becomes_an_ordinary_row() {
    let other = side("B", 5, "to-A", "t3");
    let all = merged(&[
        ("t1", side("A", -5, "to-B", "t2")),
        ("t2", other),
        ("t3", side("A", -5, "to-B", "t2")),
    ]);
    assert_eq!(changes(&all), ["t1 description 0:", "t1 transferred_id 0:"]);
}

#[test]
fn lines_go_with_their_split_or_make_one() {
    let gone = MergedRow { is_parent: true, tombstone: true, ..row("A", -900) };
    assert_eq!(changes(&merged(&[("s", gone), ("p1", child(-400))])), ["p1 tombstone N:1"]);
    let ordinary = row("A", -400);
    assert_eq!(changes(&merged(&[("s", ordinary), ("p1", child(-400))])), ["s isParent N:1"]);
}

#[test]
fn the_error_of_a_split_is_the_difference_to_its_lines() {
    let split = MergedRow { is_parent: true, error: split_error(3), ..row("A", -900) };
    let all = merged(&[("s", split), ("p1", child(-400)), ("p2", child(-500))]);
    assert_eq!(changes(&all), ["s error 0:"]);
}

/// Applies changes to the rows.
fn repaired(merged: &MergedRows) -> MergedRows {
    let mut after = merged.clone();
    for change in repair_after_merge(merged) {
        let row = after.rows.get_mut(&TransactionId::from(&*change.row)).unwrap();
        let text = || change.value.as_str().map(str::to_owned);
        let number = || match change.value {
            Value::Integer(number) => number,
            Value::Null | Value::Real(_) | Value::Text(_) | Value::Unreadable(_) => 0,
        };
        match &*change.column {
            "amount" => row.amount = number(),
            "description" => row.payee = text().map(Into::into),
            "isParent" => row.is_parent = number() == 1,
            "transferred_id" => row.partner = text().map(Into::into),
            "error" => row.error = text(),
            "tombstone" => row.tombstone = number() == 1,
            other => panic!("{other}"),
        }
    }
    after
}

prop_compose! {
    fn any_piece()(
        account in 0..2_usize, amount in -3_i64..3,
        payee in 0..3_usize, flags in any::<[bool; 3]>(), parent in 0..5_usize, partner in 0..7_usize,
    ) -> MergedRow {
        let id = |at: usize| Some(TransactionId::from(format!("r{at}")));
        MergedRow {
            payee: [None, Some("to-A".into()), Some("to-B".into())][payee].clone(),
            is_parent: flags[0] && !flags[1],
            is_child: flags[1],
            parent: id(parent).filter(|_| flags[1]),
            partner: id(partner).filter(|_| partner < 6),
            tombstone: flags[2],
            ..row(["A", "B"][account], amount)
        }
    }
}

proptest! {
    #[test]
    fn what_is_repaired_needs_no_mending(rows in prop::collection::vec(any_piece(), 6)) {
        let named = rows.into_iter().enumerate();
        let rows: Vec<(String, MergedRow)> = named.map(|(at, row)| (format!("r{at}"), row)).collect();
        let rows: Vec<(&str, MergedRow)> = rows.iter().map(|(id, row)| (&**id, row.clone())).collect();
        let mut all = merged(&rows);
        // Deleting a child may leave its transfer one-sided, which needs another round.
        for _ in 0..4 {
            all = repaired(&all);
        }
        prop_assert_eq!(changes(&all), Vec::<String>::new());
    }
}
