use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;

/// A sheet under construction, with one sheet name.
struct Draft {
    builder: SheetBuilder,
    sheet: SheetId,
}

impl Draft {
    fn new() -> Self {
        let mut builder = SheetBuilder::default();
        let sheet = builder.sheet("test");
        Self { builder, sheet }
    }

    fn at(&mut self, name: &str) -> Address {
        Address { sheet: self.sheet, name: self.builder.name(name) }
    }

    fn input(&mut self, name: &str, value: i64) -> InputId {
        let at = self.at(name);
        self.builder.input(at, Show::Number, value)
    }

    fn flag(&mut self, name: &str, value: bool) -> InputId {
        let at = self.at(name);
        self.builder.input(at, Show::Flag, value)
    }

    fn define(&mut self, name: &str, formula: Formula) {
        let at = self.at(name);
        self.builder.define(at, Show::Number, formula);
    }

    fn sum(&mut self, name: &str, terms: impl IntoIterator<Item = Term>) {
        let at = self.at(name);
        self.builder.sum(at, Show::Number, terms);
    }

    fn build(self) -> Sheet {
        self.builder.build().unwrap()
    }
}

/// The cells of the last recalculation with their values, one per line.
fn check_changed(sheet: &Sheet, expected: &Expect) {
    let names = sheet.journal_names();
    let value = |name: &String| sheet.value("test", name.split_once('!').unwrap().1).number();
    let lines: Vec<String> = names.iter().map(|it| format!("{it} = {}", value(it))).collect();
    expected.assert_eq(&lines.join("\n"));
}

/// Three months of one envelope: each carries over a positive balance.
fn envelope() -> (Sheet, Vec<InputId>) {
    let mut draft = Draft::new();
    let mut budgets = Vec::new();
    let mut carried = None;
    for month in 1..=3 {
        budgets.push(draft.input(&format!("budget{month}"), 0));
        let (budget, balance) =
            (draft.at(&format!("budget{month}")), draft.at(&format!("balance{month}")));
        let terms = [plus(budget)].into_iter().chain(carried.map(plus));
        draft.sum(&format!("balance{month}"), terms);
        draft.define(&format!("carried{month}"), Formula::Positive(balance));
        carried = Some(draft.at(&format!("carried{month}")));
    }
    (draft.build(), budgets)
}

#[test]
fn an_edit_recomputes_its_dependents_in_order() {
    let (mut sheet, budgets) = envelope();
    sheet.set(budgets[1], Some(5));
    sheet.recalculate();
    check_changed(
        &sheet,
        &expect![[r"
            test!budget2 = 5
            test!balance2 = 5
            test!carried2 = 5
            test!balance3 = 5
            test!carried3 = 5"]],
    );
}

#[test]
fn an_edit_whose_effect_stops_does_not_touch_later_months() {
    let (mut sheet, budgets) = envelope();
    sheet.set(budgets[0], Some(-5));
    sheet.recalculate();
    check_changed(
        &sheet,
        &expect![[r"
            test!budget1 = -5
            test!balance1 = -5"]],
    );
}

#[test]
fn setting_the_same_value_recomputes_nothing() {
    let (mut sheet, budgets) = envelope();
    sheet.set(budgets[0], Some(7));
    sheet.recalculate();
    sheet.set(budgets[0], Some(9));
    sheet.set(budgets[0], Some(7));
    sheet.recalculate();
    assert!(sheet.changed_cells().is_empty());
}

#[test]
fn differences_add_up_before_recalculation() {
    let (mut sheet, budgets) = envelope();
    sheet.add(budgets[2], 5);
    sheet.add(budgets[2], -2);
    sheet.recalculate();
    assert_eq!(sheet.value("test", "balance3"), CellValue::Number(3));
}

#[test]
fn a_cell_reached_on_two_ways_is_computed_once_from_both() {
    let mut draft = Draft::new();
    let id = draft.input("input", 1);
    let [input, twice, positive] = ["input", "twice", "positive"].map(|name| draft.at(name));
    draft.sum("twice", [plus(input), plus(input)]);
    draft.define("positive", Formula::Positive(input));
    draft.sum("difference", [plus(twice), minus(positive), minus(input)]);
    let mut sheet = draft.build();
    sheet.set(id, Some(4));
    sheet.recalculate();
    check_changed(
        &sheet,
        &expect![[r"
            test!input = 4
            test!twice = 8
            test!positive = 4"]],
    );
}

#[test]
fn cells_may_be_defined_in_any_order() {
    let mut draft = Draft::new();
    let [input, total] = ["input", "total"].map(|name| draft.at(name));
    draft.sum("half", [plus(total)]);
    draft.sum("total", [plus(input), plus(input)]);
    let id = draft.input("input", 2);
    let mut sheet = draft.build();
    assert_eq!(sheet.value("test", "half"), CellValue::Number(4));
    sheet.set(id, Some(5));
    sheet.recalculate();
    check_changed(
        &sheet,
        &expect![[r"
            test!input = 5
            test!total = 10
            test!half = 10"]],
    );
}

#[test]
fn cells_defined_in_order_of_computation_keep_it() {
    let (sheet, _) = envelope();
    let names: Vec<&str> = sheet.names_in_sheet("test").collect();
    let positions = names.iter().map(|name| sheet.directory.find("test", name).unwrap());
    assert!(positions.is_sorted(), "{names:?}");
}

#[test]
fn a_cell_that_nobody_defines_is_refused_with_the_one_that_reads_it() {
    let mut draft = Draft::new();
    let missing = draft.at("missing");
    draft.sum("sum", [plus(missing)]);
    let error = draft.builder.build().unwrap_err();
    expect!["the cell test!sum reads test!missing, which is not defined"]
        .assert_eq(&error.to_string());
}

#[test]
fn a_cell_of_an_unheard_of_name_reads_as_null() {
    let mut draft = Draft::new();
    draft.input("input", 1);
    let sheet = draft.build();
    assert_eq!(sheet.value("test", "unheard-of"), CellValue::Null);
    assert_eq!(sheet.value("elsewhere", "input"), CellValue::Null);
}

#[test]
fn an_optional_cell_goes_from_null_to_zero_and_back() {
    let mut draft = Draft::new();
    let at = draft.at("goal");
    let goal = draft.builder.optional(at, Show::Number, None);
    draft.sum("sum", [plus(at)]);
    let mut sheet = draft.build();
    for (staged, goal_value, sum_value, changed) in [
        (Some(0), CellValue::Number(0), 0, 1),
        (Some(3), CellValue::Number(3), 3, 2),
        (None, CellValue::Null, 0, 2),
    ] {
        sheet.set(goal, staged);
        sheet.recalculate();
        assert_eq!(sheet.value("test", "goal"), goal_value);
        assert_eq!(sheet.value("test", "sum"), CellValue::Number(sum_value));
        assert_eq!(sheet.changed_cells().len(), changed);
    }
}

#[test]
fn a_circle_is_refused_with_the_names_in_it() {
    let mut draft = Draft::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| draft.at(name));
    draft.sum("a", [plus(c)]);
    draft.define("b", Formula::Positive(a));
    draft.sum("c", [plus(b)]);
    draft.sum("reader", [plus(c)]);
    let error = draft.builder.build().unwrap_err();
    expect!["these cells depend on each other in a circle: test!a, test!b, test!c"]
        .assert_eq(&error.to_string());
}

#[test]
fn a_cell_that_reads_itself_is_a_circle() {
    let mut draft = Draft::new();
    let a = draft.at("a");
    draft.define("a", Formula::Positive(a));
    let error = draft.builder.build().unwrap_err();
    assert_eq!(error, SheetError::Cycle { cells: vec!["test!a".to_owned()] });
}

#[test]
fn two_cells_of_one_name_are_refused() {
    let mut draft = Draft::new();
    draft.input("a", 1);
    draft.input("a", 2);
    let error = draft.builder.build().unwrap_err();
    assert_eq!(error, SheetError::DefinedTwice { cell: "test!a".to_owned() });
}

#[test]
fn a_sum_too_wide_for_exact_arithmetic_is_refused() {
    let mut draft = Draft::new();
    draft.input("input", 1);
    let input = draft.at("input");
    draft.sum("wide", std::iter::repeat_n(plus(input), 4096));
    let error = draft.builder.build().unwrap_err();
    assert_eq!(error, SheetError::TooManyTerms { cell: "test!wide".to_owned() });
}

#[test]
fn a_cell_out_of_range_is_reported_and_can_be_taken_back() {
    let mut draft = Draft::new();
    let (a, b) = (draft.input("a", 1), draft.input("b", 2));
    let [first, second] = ["a", "b"].map(|name| draft.at(name));
    draft.sum("sum", [plus(first), plus(second)]);
    let mut sheet = draft.build();
    sheet.set(a, Some(crate::money::MAX_CENTS));
    sheet.set(b, Some(0));
    sheet.recalculate();
    assert!(!sheet.is_beyond());
    sheet.set(b, Some(1));
    sheet.recalculate();
    assert!(sheet.is_beyond());
    let sum = |sheet: &Sheet| sheet.value("test", "sum");
    assert_eq!(sum(&sheet), CellValue::Number(crate::money::MAX_CENTS + 1));
    sheet.roll_back();
    assert_eq!(sum(&sheet), CellValue::Number(crate::money::MAX_CENTS));
}

#[test]
fn terms_at_the_bound_may_cancel_each_other() {
    let mut draft = Draft::new();
    let top = crate::money::MAX_CENTS;
    let inputs: Vec<InputId> = (0..4000).map(|it| draft.input(&format!("i{it}"), 0)).collect();
    let terms: Vec<Term> = (0..4000)
        .map(|it| (it, draft.at(&format!("i{it}"))))
        .map(|(it, input)| if it % 2 == 0 { plus(input) } else { minus(input) })
        .collect();
    draft.sum("sum", terms);
    let mut sheet = draft.build();
    for input in &inputs {
        sheet.set(*input, Some(top));
    }
    sheet.recalculate();
    assert_eq!(sheet.value("test", "sum"), CellValue::Number(0));
    sheet.set(inputs[0], Some(top - 5));
    sheet.recalculate();
    assert_eq!(sheet.value("test", "sum"), CellValue::Number(-5));
}

#[test]
fn rolling_back_takes_the_last_recalculation_back() {
    let (mut sheet, budgets) = envelope();
    sheet.set(budgets[0], Some(7));
    sheet.recalculate();
    sheet.roll_back();
    assert_eq!(sheet.value("test", "carried3"), CellValue::Number(0));
    sheet.set(budgets[0], Some(2));
    sheet.recalculate();
    assert_eq!(sheet.value("test", "carried3"), CellValue::Number(2));
}

#[test]
fn every_formula_follows_its_definition() {
    let mut draft = Draft::new();
    let value = draft.input("value", 0);
    let flag = draft.flag("flag", false);
    draft.input("other", 9);
    let [v, o, f] = ["value", "other", "flag"].map(|name| draft.at(name));
    let formulas = [
        Formula::Positive(v),
        Formula::Negative(v),
        Formula::Choose { flag: f, then: v, otherwise: o },
        Formula::When { flag: f, value: v },
        Formula::NegativeUnless { flag: f, value: v },
        Formula::NonZeroOr { first: v, otherwise: o },
    ];
    for (number, formula) in formulas.into_iter().enumerate() {
        draft.define(&format!("f{number}"), formula);
    }
    let mut sheet = draft.build();
    for (set, on, expected) in [
        (5, 0, [5, 0, 9, 0, 0, 5]),
        (5, 1, [5, 0, 5, 5, 0, 5]),
        (-5, 0, [0, -5, 9, 0, -5, -5]),
        (-5, 1, [0, -5, -5, -5, 0, -5]),
        (0, 1, [0, 0, 0, 0, 0, 9]),
    ] {
        sheet.set(value, Some(set));
        sheet.set(flag, Some(on));
        sheet.recalculate();
        let values = [0, 1, 2, 3, 4, 5].map(|it| sheet.value("test", &format!("f{it}")).number());
        assert_eq!(values, expected, "value {set}, flag {on}");
    }
}

#[test]
fn a_cell_explains_itself_and_unfolds_hidden_steps() {
    let mut draft = Draft::new();
    draft.input("budget", 5);
    draft.input("balance", -3);
    draft.flag("carryover", false);
    let [hidden, budget, value, flag] =
        ["hidden", "budget", "balance", "carryover"].map(|name| draft.at(name));
    draft.builder.define(hidden, Show::Hidden, Formula::NegativeUnless { flag, value });
    let double = Term { cell: budget, factor: -2 };
    draft.sum("total", [plus(hidden), double]);
    let sheet = draft.build();
    assert_eq!(sheet.explain("test", "nothing"), None);
    let explanation = serde_json::to_string_pretty(&sheet.explain("test", "total")).unwrap();
    expect![[r#"
        {
          "name": "test!total",
          "value": -13,
          "formula": "(balance if below zero and carryover is not set, else 0) - 2 × budget",
          "inputs": [
            {
              "name": "test!carryover",
              "value": false
            },
            {
              "name": "test!balance",
              "value": -3
            },
            {
              "name": "test!budget",
              "value": 5
            }
          ],
          "dependents": []
        }"#]]
    .assert_eq(&explanation);
}

#[test]
fn changed_cells_serialise_as_names_with_values() {
    let mut draft = Draft::new();
    let flag = draft.flag("flag", false);
    let [at, read] = ["step", "flag"].map(|name| draft.at(name));
    draft.builder.sum(at, Show::Hidden, [plus(read)]);
    let mut sheet = draft.build();
    sheet.set(flag, Some(1));
    sheet.recalculate();
    let json = serde_json::to_string(&sheet.changed_cells()).unwrap();
    assert_eq!(json, r#"[["test!flag",true]]"#);
    let changed = sheet.changed_cells();
    let former: Vec<_> = changed.iter().map(|cell| cell.before).collect();
    assert_eq!(former, [CellValue::Bool(false)]);
}

#[test]
fn a_difference_names_changed_new_and_lost_cells() {
    let sheet = |cells: &[(&str, i64)]| {
        let mut draft = Draft::new();
        for (name, value) in cells {
            draft.input(name, *value);
        }
        draft.build()
    };
    let before = sheet(&[("same", 1), ("other", 2), ("lost", 3)]);
    let after = sheet(&[("new", 0), ("other", 5), ("same", 1)]);
    let json = serde_json::to_string(&after.difference(&before)).unwrap();
    assert_eq!(json, r#"[["test!new",0],["test!other",5],["test!lost",null]]"#);
    let changed = after.difference(&before);
    let former: Vec<_> = changed.iter().map(|cell| cell.before).collect();
    assert_eq!(former, [CellValue::Null, CellValue::Number(2), CellValue::Number(3)]);
}

/// A cell of a drawn sheet: an input, or the sum or positive part of earlier cells.
fn drawn_cell(draft: &mut Draft, number: usize, reads: &[usize]) -> Option<InputId> {
    let name = format!("c{number}");
    let read = |draft: &mut Draft, of: usize| draft.at(&format!("c{}", of % number));
    match reads {
        _ if number == 0 => Some(draft.input(&name, 1)),
        [] => Some(draft.input(&name, 1)),
        [one] => {
            let one = read(draft, *one);
            draft.define(&name, Formula::Positive(one));
            None
        }
        several => {
            let signed = several.iter().enumerate().map(|(at, &of)| {
                let cell = read(draft, of);
                if at % 2 == 0 { plus(cell) } else { minus(cell) }
            });
            let terms: Vec<Term> = signed.collect();
            draft.sum(&name, terms);
            None
        }
    }
}

proptest! {
    #[test]
    fn the_order_of_definition_changes_no_value(
        cells in prop::collection::vec(prop::collection::vec(any::<usize>(), 0..4), 1..30),
        seed in prop::collection::vec(any::<u32>(), 30),
        edits in prop::collection::vec((any::<usize>(), -99_i64..99), 0..8),
    ) {
        let build = |order: &[usize]| {
            let mut draft = Draft::new();
            let mut inputs = vec![None; cells.len()];
            for &number in order {
                inputs[number] = drawn_cell(&mut draft, number, &cells[number]);
            }
            let mut sheet = draft.build();
            for (number, value) in &edits {
                if let Some(input) = inputs[number % cells.len()] {
                    sheet.set(input, Some(*value));
                }
            }
            sheet.recalculate();
            let value = |number: usize| sheet.value("test", &format!("c{number}"));
            (0..cells.len()).map(value).collect::<Vec<_>>()
        };
        let declared: Vec<usize> = (0..cells.len()).collect();
        let mut shuffled = declared.clone();
        shuffled.sort_by_key(|&number| seed[number]);
        prop_assert_eq!(build(&shuffled), build(&declared));
    }
}
