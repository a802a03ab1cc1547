mod beyond;

use std::collections::BTreeMap;

use expect_test::{Expect, expect};

use super::names::month_sheet;
use super::*;
use crate::dates::Month;
use crate::sheet::{CellValue, SheetError};
use crate::testing::{budget_facts, grid};

const USUAL: &str = "
    months 2024-01 2024-03
    group usual: groceries, rent
    income pay: salary
    2024-01 salary received 1000
";

fn sheet(mode: BudgetMode, lines: &str) -> BudgetSheet {
    BudgetSheet::build(&budget_facts(mode, &format!("{USUAL}{lines}"))).unwrap()
}

fn check(sheet: &BudgetSheet, names: &[&str], expected: &Expect) {
    expected.assert_eq(&grid(sheet, names));
}

fn january() -> Month {
    "2024-01".parse().unwrap()
}

fn budgeted(category: &str, amount: i64) -> BudgetFact {
    BudgetFact::Budgeted { month: january(), category: category.into(), amount }
}

const ENVELOPE: [&str; 4] =
    ["leftover-groceries", "last-month-overspent", "to-budget", "total-leftover"];

#[test]
fn carryover_off_turns_overspending_into_next_months_loss() {
    let sheet = sheet(BudgetMode::Rollover, "2024-01 groceries budgeted 300 spent -450");
    check(
        &sheet,
        &ENVELOPE,
        &expect![[r"
            leftover-groceries        -150       0       0
            last-month-overspent         0    -150       0
            to-budget                  700     550     550
            total-leftover            -150       0       0"]],
    );
}

#[test]
fn carryover_on_keeps_overspending_in_its_envelope() {
    let lines = "2024-01 groceries budgeted 300 spent -450 carryover";
    check(
        &sheet(BudgetMode::Rollover, lines),
        &ENVELOPE,
        &expect![[r"
            leftover-groceries        -150    -150       0
            last-month-overspent         0       0    -150
            to-budget                  700     700     550
            total-leftover            -150    -150       0"]],
    );
}

#[test]
fn held_money_returns_in_the_next_month() {
    check(
        &sheet(BudgetMode::Rollover, "2024-01 held 400"),
        &["to-budget", "buffered-selected", "from-last-month", "available-funds"],
        &expect![[r"
            to-budget                  600    1000    1000
            buffered-selected          400       0       0
            from-last-month              0    1000    1000
            available-funds           1000    1000    1000"]],
    );
}

#[test]
fn marked_income_is_held_until_something_is_held_by_hand() {
    let mut sheet = sheet(BudgetMode::Rollover, "2024-01 salary carryover");
    let names = ["to-budget", "buffered-auto", "buffered-selected"];
    check(
        &sheet,
        &names,
        &expect![[r"
            to-budget                    0    1000    1000
            buffered-auto             1000       0       0
            buffered-selected         1000       0       0"]],
    );
    sheet.apply(&[BudgetFact::Held { month: january(), amount: 1 }]).unwrap();
    check(
        &sheet,
        &names,
        &expect![[r"
            to-budget                  999    1000    1000
            buffered-auto             1000       0       0
            buffered-selected            1       0       0"]],
    );
}

#[test]
fn report_mode_keeps_any_balance_only_with_carryover() {
    let lines = "
        2024-01 groceries budgeted 300 spent -100 carryover
        2024-01 rent budgeted 500 spent -100
        2024-01 salary budgeted 900
    ";
    check(
        &sheet(BudgetMode::Report, lines),
        &["leftover-groceries", "leftover-rent", "leftover-salary", "total-saved", "real-saved"],
        &expect![[r"
            leftover-groceries         200     200       0
            leftover-rent              400       0       0
            leftover-salary           -100       0       0
            total-saved                100       0       0
            real-saved                 800       0       0"]],
    );
}

#[test]
fn hidden_categories_and_groups_leave_report_totals() {
    let text = "
        months 2024-01 2024-01
        group usual: groceries, (rent)
        group (old): car
        income pay: salary
        2024-01 groceries budgeted 1
        2024-01 rent budgeted 20
        2024-01 car budgeted 300
    ";
    let sheet = BudgetSheet::build(&budget_facts(BudgetMode::Report, text)).unwrap();
    check(
        &sheet,
        &["budget-rent", "group-budget-usual", "group-budget-old", "total-budgeted"],
        &expect![[r"
            budget-rent                 20
            group-budget-usual           1
            group-budget-old           300
            total-budgeted               1"]],
    );
}

#[test]
fn an_edit_of_one_envelope_touches_no_other() {
    let mut sheet = sheet(BudgetMode::Rollover, "2024-01 groceries budgeted 300");
    let changed = sheet.apply(&[budgeted("rent", 50)]).unwrap();
    let first: Vec<String> = changed.iter().map(|cell| cell.full_name()).collect();
    expect![[r#"
        budget202401!budget-rent
        budget202401!leftover-rent
        budget202401!leftover-pos-rent
        budget202402!leftover-rent
        budget202402!leftover-pos-rent
        budget202403!leftover-rent
        budget202403!leftover-pos-rent
        budget202401!group-budget-usual
        budget202401!group-leftover-usual
        budget202402!group-leftover-usual
        budget202403!group-leftover-usual
        budget202401!total-budgeted
        budget202401!to-budget
        budget202401!total-leftover
        budget202402!from-last-month
        budget202402!available-funds
        budget202402!to-budget
        budget202402!total-leftover
        budget202403!from-last-month
        budget202403!available-funds
        budget202403!to-budget
        budget202403!total-leftover"#]]
    .assert_eq(&first.join("\n"));
}

#[test]
fn only_dependents_of_an_edited_cell_change() {
    let mut sheet = sheet(BudgetMode::Rollover, "2024-01 groceries budgeted 300");
    let mut dependents = vec!["budget202401!budget-rent".to_owned()];
    let mut seen = 0;
    while let Some(name) = dependents.get(seen) {
        seen += 1;
        let (month, cell) = name.split_once('!').unwrap();
        for dependent in sheet.explain(month, cell).unwrap().dependents {
            if !dependents.contains(&dependent.name) {
                dependents.push(dependent.name);
            }
        }
    }
    assert!(!dependents.contains(&"budget202402!leftover-groceries".to_owned()));
    let changed = sheet.apply(&[budgeted("rent", -50)]).unwrap();
    assert!(changed.iter().any(|cell| cell.sheet == "budget202402"), "the loop below runs");
    for cell in changed.iter().filter(|cell| cell.name != "budget-rent") {
        assert!(dependents.contains(&cell.full_name()), "{cell}");
    }
}

#[test]
fn an_edit_that_only_moves_overspending_stops_after_the_next_month() {
    let lines = "2024-01 groceries budgeted 0 spent -100";
    let mut sheet = sheet(BudgetMode::Rollover, lines);
    let changed = sheet.apply(&[budgeted("groceries", 40)]).unwrap();
    let later = changed.iter().filter(|cell| cell.sheet == "budget202402");
    let later: Vec<&str> = later.map(|cell| cell.name).collect();
    // A new budgeted amount is not charged again later.
    assert_eq!(later, ["from-last-month", "available-funds", "last-month-overspent"]);
    assert!(changed.iter().all(|cell| cell.sheet < "budget202403"));
}

#[test]
fn a_deleted_category_leaves_no_trace_and_is_restored_completely() {
    let mut sheet = sheet(BudgetMode::Rollover, "2024-01 rent budgeted 500 spent -600");
    let with_rent = sheet.groups().to_vec();
    let mut without = with_rent.clone();
    without[0].categories.pop();
    let changed = sheet.apply(&[BudgetFact::Structure(without)]).unwrap();
    let cells: Vec<(String, CellValue)> =
        changed.iter().map(|cell| (cell.full_name(), cell.value)).collect();
    assert!(cells.contains(&("budget202401!leftover-rent".to_owned(), CellValue::Null)));
    check(
        &sheet,
        &["to-budget", "total-spent", "leftover-rent"],
        &expect![[r"
            to-budget                 1000    1000    1000
            total-spent                  0       0       0
            leftover-rent             null    null    null"]],
    );
    let late = BudgetFact::Spent { month: january(), category: "rent".into(), delta: 40 };
    assert!(sheet.apply(&[late]).unwrap().is_empty());
    sheet.apply(&[BudgetFact::Structure(with_rent)]).unwrap();
    check(
        &sheet,
        &["to-budget", "total-spent", "leftover-rent"],
        &expect![[r"
            to-budget                  500     440     440
            total-spent               -560       0       0
            leftover-rent              -60       0       0"]],
    );
}

#[test]
fn earlier_months_include_their_stored_rows() {
    let mut sheet = sheet(BudgetMode::Rollover, "2023-12 groceries budgeted 70 spent -20");
    assert_eq!(sheet.value("budget202312", "budget-groceries"), CellValue::Null);
    assert_eq!(sheet.value("budget202312", "is-blank"), CellValue::Bool(true));
    let (_, last) = sheet.months();
    sheet.apply(&[BudgetFact::Months(january().previous(), last)]).unwrap();
    check(
        &sheet,
        &["budget-groceries", "leftover-groceries", "to-budget", "is-blank"],
        &expect![[r"
            budget-groceries            70       0       0       0
            leftover-groceries          50      50      50      50
            to-budget                  -70     930     930     930
            is-blank                  null    null    null    null"]],
    );
}

#[test]
fn an_account_moves_between_sums_with_its_standing() {
    let mut sheet = sheet(BudgetMode::Rollover, "account bank 500\naccount shares 900 offbudget");
    let totals = |sheet: &BudgetSheet| {
        ["accounts-balance", "budgeted-accounts-balance", "offbudget-accounts-balance"]
            .map(|name| sheet.value(names::GLOBAL, name).number())
    };
    assert_eq!(totals(&sheet), [1400, 500, 900]);
    let status = AccountStatus { offbudget: true, closed: true };
    let closed = BudgetFact::AccountStatus { account: "shares".into(), status: Some(status) };
    let moved = BudgetFact::AccountBalance {
        account: "bank".into(),
        parents_delta: -100,
        cleared_delta: 0,
        children_delta: -90,
        children_cleared_delta: 0,
    };
    let changed = sheet.apply(&[closed, moved]).unwrap();
    assert_eq!(totals(&sheet), [410, 410, 0]);
    assert_eq!(sheet.value(names::GLOBAL, "balance-bank"), CellValue::Number(400));
    assert_eq!(sheet.value(names::GLOBAL, "balance-bank-uncleared"), CellValue::Number(-100));
    assert_eq!(sheet.value(names::GLOBAL, "closed-accounts-balance"), CellValue::Number(900));
    let of_the_lists = changed.iter().filter(|cell| cell.full_name().contains("-query-"));
    assert_eq!(of_the_lists.count(), 8);
    assert_eq!(changed.len(), 15);
}

#[test]
fn an_empty_or_absurd_range_of_months_is_refused() {
    let mut sheet = sheet(BudgetMode::Rollover, "");
    let months = |from: i32, to: i32| BudgetFact::Months(january().plus(from), january().plus(to));
    let error = sheet.apply(&[budgeted("rent", 5), months(0, -2)]).unwrap_err();
    assert_eq!(error, SheetError::Months { months: -1 });
    let error = sheet.apply(&[months(-20_000, 0)]).unwrap_err();
    assert_eq!(error, SheetError::Months { months: 20_001 });
    assert_eq!(sheet.value("budget202401", "budget-rent"), CellValue::Number(0));
    assert!(sheet.apply(&[budgeted("rent", 0)]).unwrap().is_empty());
}

#[test]
fn balances_explain_themselves_in_words() {
    let lines = "2024-01 groceries budgeted 300 spent -450";
    let sheet = sheet(BudgetMode::Rollover, lines);
    let formula = |month, name| sheet.explain(month, name).unwrap().formula;
    expect!["budget-groceries + sum-amount-groceries + (budget202401!leftover-groceries if budget202401!carryover-groceries is set, else budget202401!leftover-pos-groceries)"]
        .assert_eq(&formula("budget202402", "leftover-groceries"));
    expect!["(budget202401!leftover-groceries if below zero and budget202401!carryover-groceries is not set, else 0) + (budget202401!leftover-rent if below zero and budget202401!carryover-rent is not set, else 0)"]
        .assert_eq(&formula("budget202402", "last-month-overspent"));
    expect!["available-funds + last-month-overspent + total-budgeted - buffered-selected"]
        .assert_eq(&formula("budget202402", "to-budget"));
    expect!["stored value"].assert_eq(&formula("budget202402", "budget-rent"));
}

#[test]
fn a_month_lists_its_cells_in_view_order() {
    let sheet = sheet(BudgetMode::Rollover, "2024-01 rent budgeted 5 goal 9");
    let cells = sheet.month_cells(BudgetMode::Rollover, january());
    let prefix = format!("{}!", month_sheet(january()));
    let short = |(name, value): &(String, CellValue)| {
        format!("{} {}", &name[prefix.len()..], serde_json::to_string(value).unwrap())
    };
    expect![[r"
        available-funds 1000
        last-month-overspent 0
        buffered 0
        total-budgeted -5
        to-budget 995
        from-last-month 0
        total-income 1000
        total-spent 0
        total-leftover 5
        group-budget-usual 5
        group-sum-amount-usual 0
        group-leftover-usual 5
        budget-groceries 0
        sum-amount-groceries 0
        leftover-groceries 0
        carryover-groceries false
        goal-groceries null
        long-goal-groceries null
        budget-rent 5
        sum-amount-rent 0
        leftover-rent 5
        carryover-rent false
        goal-rent 9
        long-goal-rent null
        total-income 1000
        sum-amount-salary 1000"]]
    .assert_eq(&cells.iter().map(short).collect::<Vec<_>>().join("\n"));
    let far = sheet.month_cells(BudgetMode::Rollover, january().plus(99));
    assert!(far.iter().all(|(_, value)| *value == CellValue::Null));
}

#[test]
fn blocks_hold_every_cell_that_a_month_shows() {
    for mode in [BudgetMode::Rollover, BudgetMode::Report] {
        let sheet = sheet(mode, "2024-01 rent budgeted 5 goal 9");
        let blocks = sheet.cell_blocks();
        let names: Vec<_> = blocks.iter().flat_map(CellBlock::names).collect();
        for month in [january(), january().plus(1), january().plus(99)] {
            let values = sheet.values_of(month, &blocks);
            assert_eq!(values.len(), names.len());
            let full = names.iter().map(|name| format!("{}!{name}", month_sheet(month)));
            let found: BTreeMap<_, _> = full.zip(values).collect();
            assert_eq!(found.len(), names.len(), "each name once");
            for (name, value) in sheet.month_cells(mode, month) {
                assert_eq!(found.get(&name), Some(&value), "{name}");
            }
        }
    }
}

#[test]
fn a_goal_can_be_set_moved_and_cleared() {
    let mut sheet = sheet(BudgetMode::Rollover, "");
    let goal = |goal| BudgetFact::Goal { month: january(), category: "rent".into(), goal };
    for (set, value) in [
        (Some(5), CellValue::Number(5)),
        (Some(7), CellValue::Number(7)),
        (None, CellValue::Null),
        (Some(1), CellValue::Number(1)),
    ] {
        let changed = sheet.apply(&[goal(set)]).unwrap();
        assert_eq!(sheet.value("budget202401", "goal-rent"), value);
        let of_goal = changed.iter().filter(|cell| cell.name == "goal-rent");
        assert_eq!(of_goal.map(|cell| cell.value).collect::<Vec<_>>(), [value]);
    }
}

#[test]
fn what_is_missing_to_the_goals_follows_them_and_the_budget() {
    for mode in [BudgetMode::Rollover, BudgetMode::Report] {
        let mut sheet = sheet(mode, "2024-01 rent budgeted 5 goal 9 spent -3");
        let value = |sheet: &BudgetSheet, name: &str| sheet.value("budget202401", name);
        let missing = |sheet: &BudgetSheet| {
            (value(sheet, "underfunded-rent").number(), value(sheet, "total-underfunded").number())
        };
        assert_eq!(missing(&sheet), (4, 4));
        assert_eq!(value(&sheet, "underfunded-groceries"), CellValue::Null);
        let (month, category) = (january(), || "rent".into());
        let fact = BudgetFact::LongGoal { month, category: category(), long_goal: Some(1) };
        sheet.apply(&[fact]).unwrap();
        assert_eq!(missing(&sheet), (7, 7), "of the balance");
        let budgeted = |amount| BudgetFact::Budgeted { month, category: category(), amount };
        let changed = sheet.apply(&[budgeted(20)]).unwrap();
        assert!(changed.iter().any(|cell| cell.name == "total-underfunded"));
        assert_eq!(missing(&sheet), (0, 0));
        sheet.apply(&[budgeted(-20)]).unwrap();
        sheet.apply(&[BudgetFact::Goal { month, category: category(), goal: None }]).unwrap();
        assert_eq!(missing(&sheet), (0, 0), "nothing is missing without a goal");
        assert_eq!(value(&sheet, "underfunded-rent"), CellValue::Null, "as in a new sheet");
        assert_eq!(value(&sheet, "total-underfunded"), CellValue::Null);
        let fact = BudgetFact::Goal { month, category: "groceries".into(), goal: Some(8) };
        sheet.apply(&[fact]).unwrap();
        assert_eq!(missing(&sheet), (0, 8));
    }
}
