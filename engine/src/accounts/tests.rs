use super::*;

fn shown(changes: &[Change]) -> Vec<String> {
    let show =
        |it: &Change| format!("{} {} {} {}", it.dataset, it.row, it.column, it.value.to_text());
    changes.iter().map(show).collect()
}

fn ids(count: usize) -> Vec<AccountId> {
    (0..count).map(|at| AccountId::from(format!("a{at}"))).collect()
}

fn accounts(ids: &[AccountId]) -> Accounts<'_> {
    let account =
        |(at, id)| Account { id, off_budget: at % 2 == 1, closed: at > 1, sort_order: 10.0 };
    Accounts(ids.iter().enumerate().map(account).collect())
}

fn new(name: &str) -> NewAccount<'_> {
    let kind = Some("checking");
    NewAccount { id: "n", name, off_budget: true, closed: false, kind, transfer_payee: "p" }
}

#[test]
fn a_new_account_goes_to_the_end_of_its_side_with_its_transfer_payee() {
    let ids = ids(2);
    let made = accounts(&ids).create(new(" Savings ")).unwrap();
    let expected = [
        "accounts n name S:Savings",
        "accounts n offbudget N:1",
        "accounts n closed N:0",
        "accounts n sort_order N:16394",
        "accounts n type S:checking",
        "payees p name S:",
        "payees p transfer_acct S:n",
        "payee_mapping p targetId S:p",
    ];
    assert_eq!(shown(&made), expected);
}

#[test]
fn accounts_need_a_name_and_are_not_endless() {
    let few = ids(2);
    assert_eq!(accounts(&few).create(new(" ")), Err(NameError::Blank.into()));
    let many = ids(MOST_ACCOUNTS);
    assert_eq!(accounts(&many).create(new("x")), Err(AccountError::TooMany));
}

#[test]
fn closed_accounts_share_a_list_and_open_ones_that_of_their_side() {
    let ids = ids(5);
    let all = accounts(&ids);
    let moved = all.move_account(&ids[2], Some(&ids[4])).unwrap();
    let expected = ["accounts a2 sort_order N:10"];
    assert_eq!(shown(&moved)[shown(&moved).len() - 1..], expected);
    let moved = all.move_account(&ids[0], Some(&ids[1])).unwrap();
    assert_eq!(shown(&moved), ["accounts a0 sort_order N:16394"], "a1 is on the other side");
    assert_eq!(all.move_account(&"x".into(), None), Err(AccountError::NoAccount));
}

#[test]
fn closing_deletes_unused_accounts_and_moves_balances() {
    assert_eq!(Closing::of(0, 0, true), Closing::Delete);
    assert_eq!(Closing::of(3, 5, true), Closing::DeleteWithTransactions);
    assert_eq!(Closing::of(3, 0, false), Closing::Close);
    assert_eq!(Closing::of(3, -5, false), Closing::Transfer(-5));
    let (own, other) = (AccountId::from("a"), AccountId::from("b"));
    assert_eq!(heir(&own, None), Err(AccountError::TargetRequired));
    assert_eq!(heir(&own, Some(&own)), Err(AccountError::TargetIsItself));
    assert_eq!(heir(&own, Some(&other)), Ok(&other));
}

#[test]
fn other_sides_of_transfers_survive_a_deleted_account() {
    let (rows, others) = (vec!["t".into()], vec!["o".into()]);
    let payee = PayeeId::from("p");
    let contents =
        Contents { other_sides: &others, transactions: &rows, transfer_payee: Some(&payee) };
    let expected = [
        "transactions o description 0:",
        "transactions o transferred_id 0:",
        "transactions t tombstone N:1",
        "accounts a tombstone N:1",
        "payees p tombstone N:1",
    ];
    assert_eq!(shown(&delete_with_contents(&"a".into(), contents)), expected);
}
