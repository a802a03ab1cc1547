//! Laws of all figures, on random rows and edits.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value as Json, json};
use sobre_engine::dates::{Day, Month};
use sobre_engine::reports::{
    CardKind, CardRequest, FigurePart, Figures, Interval, NodeKind, Reports, Row, RowFlags, RowKey,
    Rows,
};

use crate::dataset::{Dataset, read, sheet, tables};

/// One edit of a store.
#[derive(Debug, Clone)]
enum Edit {
    Put(Box<Row>),
    Remove(RowKey),
}

fn pick(ids: &'static [&'static str]) -> impl Strategy<Value = Option<String>> {
    prop::option::weighted(0.8, prop::sample::select(ids).prop_map(str::to_owned))
}

/// A row of the household, with some ids that do not exist.
fn row() -> impl Strategy<Value = Row> {
    let account = prop::sample::select(&["chk", "card", "sav", "cash", "inv", "loan", "nosuch"]);
    let category =
        pick(&["food", "gas", "fun", "rent", "save", "attic", "secret", "salary", "nosuch"]);
    let payee = pick(&["pk", "pe", "pl", "tp-sav", "tp-inv", "tp-chk", "tp-loan", "nosuch"]);
    let amount = prop_oneof![Just(0_i64), -100_000_i64..100_000];
    let note = prop::option::of(prop::sample::select(&["lunch #a", "Café", ""]));
    (0..60_u32, account, category, payee, amount, 0..500_i64, note, any::<bool>()).prop_map(
        |(at, account, category, payee, amount, day, note, linked)| Row {
            key: RowKey(at),
            day: "2023-03-15".parse::<Day>().unwrap().plus_days(day).unwrap(),
            account: account.into(),
            category: category.map(Into::into),
            payee: payee.map(Into::into),
            amount,
            notes: note.map(Into::into),
            imported_payee: None,
            schedule: None,
            order: 0.0,
            flags: RowFlags::LINKED.when(linked),
        },
    )
}

fn edits(most: usize) -> impl Strategy<Value = Vec<Edit>> {
    let put = row().prop_map(|row| Edit::Put(Box::new(row)));
    let remove = (0..60_u32).prop_map(|at| Edit::Remove(RowKey(at)));
    prop::collection::vec(prop_oneof![4 => put, 1 => remove], 0..most)
}

/// A store kept by difference, and the rows that it should hold.
fn kept(edits: &[Edit]) -> (Rows, Vec<Row>) {
    let (mut store, mut model) = (Rows::default(), BTreeMap::<RowKey, Row>::new());
    for edit in edits {
        match edit {
            Edit::Put(row) => {
                model.insert(row.key, (**row).clone());
                store.put(row);
            }
            Edit::Remove(key) => {
                model.remove(key);
                store.remove(*key);
            }
        }
    }
    (store, model.into_values().collect())
}

/// The household with other rows, some of its switches turned.
fn household(rows: Rows, turned: [bool; 3]) -> Dataset {
    let mut data = read(tables("household"));
    data.rows = rows;
    data.facts.accounts[0].off_budget ^= turned[0];
    data.facts.groups[0].categories[0].hidden ^= turned[1];
    if turned[2] {
        data.facts.accounts.pop();
        data.facts.groups[1].categories.pop();
        data.facts.payees.pop();
    }
    let rows: Vec<Row> = data.rows.iter().collect();
    data.facts.first_day = rows.iter().map(|row| row.day).min();
    data.facts.last_day = rows.iter().map(|row| row.day).max();
    data.budgets = sheet(tables("household"), &data.facts, &rows);
    data
}

fn figures(reports: &Reports<'_>, kind: CardKind, meta: &Json) -> Figures {
    reports.figures(CardRequest { kind, meta, view: None }).unwrap()
}

/// The sum of the rows behind a figure.
fn sum_behind(reports: &Reports<'_>, kind: CardKind, meta: &Json, part: &FigurePart) -> i64 {
    let card = CardRequest { kind, meta, view: None };
    let recipe = reports.recipe(card, part).unwrap();
    reports.rows_behind(&recipe).sum
}

fn frame(start: &str, end: &str) -> Json {
    json!({ "timeFrame": { "start": start, "end": end, "mode": "static" } })
}

fn report(split: &str, kind: &str, mode: &str, interval: &str) -> Json {
    json!({
        "mode": mode, "groupBy": split, "interval": interval, "balanceType": kind,
        "sortBy": "budget", "isDateStatic": true, "startDate": "2023-05-01",
        "endDate": "2024-06-20", "showOffBudget": true, "showHiddenCategories": true,
        "showUncategorized": true, "conditions": [], "conditionsOp": "and",
    })
}

/// Cards whose figures depend on rows, with conditions of every kind of column.
fn cards() -> Vec<(CardKind, Json)> {
    let months = frame("2023-06", "2024-05");
    let with = |conditions: Json, op: &str| {
        let mut meta = months.clone();
        (meta["conditions"], meta["conditionsOp"]) = (conditions, op.into());
        meta
    };
    let of_text = json!([
        { "field": "notes", "op": "hasTags", "value": "#a" },
        { "field": "payee", "op": "contains", "value": "o" },
        { "field": "notes", "op": "is", "value": "café" },
    ]);
    let of_amount = json!([
        { "field": "amount", "op": "isbetween", "value": { "num1": -50_000, "num2": 70_000 } },
        { "field": "category", "op": "isNot", "value": "food" },
        { "field": "date", "op": "gte", "value": "2023-08-09" },
    ]);
    vec![
        (CardKind::NetWorth, months.clone()),
        (CardKind::NetWorth, with(of_text.clone(), "or")),
        (CardKind::CashFlow, with(of_amount.clone(), "and")),
        (CardKind::Summary, with(of_text, "or")),
        (CardKind::Calendar, with(of_amount, "and")),
        (CardKind::Spending, json!({ "averageRange": { "mode": "all-time" } })),
        (CardKind::AgeOfMoney, months.clone()),
        (CardKind::Sankey, months.clone()),
        (CardKind::Crossover, months),
        (CardKind::CustomReport, report("Payee", "Net", "total", "Monthly")),
        (CardKind::CustomReport, report("Group", "Net Payment", "time", "Weekly")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn a_store_kept_by_difference_equals_one_built_from_all_rows(
        edits in edits(1000), turned in any::<[bool; 3]>()
    ) {
        let (store, model) = kept(&edits);
        let mut expected = model.clone();
        expected.sort_by_key(|row| (row.day, row.key));
        prop_assert_eq!(store.len(), expected.len());
        prop_assert_eq!(store.iter().collect::<Vec<_>>(), expected);
        let (one, other) = (household(store, turned), household(Rows::new(model), turned));
        for (kind, meta) in cards() {
            let kept = figures(&one.reports(), kind, &meta);
            prop_assert_eq!(kept, figures(&other.reports(), kind, &meta), "{:?}", kind);
        }
    }

    #[test]
    fn net_worth_is_the_sum_of_all_balances(
        edits in edits(120), turned in any::<[bool; 3]>(),
        interval in prop::sample::select(&["Daily", "Weekly", "Monthly", "Yearly"]),
    ) {
        let (store, model) = kept(&edits);
        let data = household(store, turned);
        let reports = data.reports();
        let mut meta = frame("2023-11", "2024-08");
        meta["interval"] = interval.into();
        let Figures::NetWorth(worth) = figures(&reports, CardKind::NetWorth, &meta) else {
            panic!("net worth")
        };
        let is_live = |row: &&Row| data.facts.accounts.iter().any(|it| it.id == row.account);
        for point in &worth.points {
            let rows = model.iter().filter(is_live).filter(|row| row.day <= point.end);
            prop_assert_eq!(point.net_worth, rows.map(|row| row.amount).sum::<i64>());
            prop_assert_eq!(point.net_worth, point.balances.values().sum::<i64>());
            let part = FigurePart { point: Some(point.key.clone()), ..FigurePart::default() };
            let behind = |series: &str, account: Option<String>| {
                let part = FigurePart { series: Some(series.into()), account, ..part.clone() };
                sum_behind(&reports, CardKind::NetWorth, &meta, &part)
            };
            prop_assert_eq!(behind("netWorth", None), point.net_worth);
            prop_assert_eq!(behind("change", None), point.change);
            for (account, balance) in &point.balances {
                prop_assert_eq!(behind("balance", Some(account.to_string())), *balance);
            }
        }
        let last = worth.points.last().map_or(worth.before, |point| point.net_worth);
        prop_assert_eq!(worth.total_change, last - worth.before);
    }

    #[test]
    fn income_expenses_and_transfers_are_the_change_of_the_balance(
        edits in edits(120), turned in any::<[bool; 3]>(), monthly in any::<bool>()
    ) {
        let data = household(kept(&edits).0, turned);
        let (reports, meta) = (data.reports(), frame("2023-10", "2024-06"));
        let view = Some(if monthly { Interval::Monthly } else { Interval::Daily });
        let card = CardRequest { kind: CardKind::CashFlow, meta: &meta, view };
        let Figures::CashFlow(flow) = reports.figures(card).unwrap() else { panic!("cash flow") };
        let total = flow.total_income + flow.total_expenses + flow.total_transfers;
        prop_assert_eq!(flow.balance - flow.starting_balance, total);
        prop_assert_eq!(flow.change, total);
        let behind = |series: &str, point: Option<&str>| {
            let point = point.map(str::to_owned);
            let part = FigurePart { series: Some(series.into()), point, ..FigurePart::default() };
            reports.rows_behind(&reports.recipe(card, &part).unwrap()).sum
        };
        prop_assert_eq!(behind("income", None), flow.total_income);
        prop_assert_eq!(behind("expenses", None), flow.total_expenses);
        prop_assert_eq!(behind("transfers", None), flow.total_transfers);
        prop_assert_eq!(behind("startingBalance", None), flow.starting_balance);
        for point in &flow.points {
            prop_assert_eq!(behind("income", Some(&point.key)), point.income);
            prop_assert_eq!(behind("expenses", Some(&point.key)), point.expenses);
            prop_assert_eq!(behind("transfers", Some(&point.key)), point.transfers);
        }
    }

    #[test]
    fn nodes_of_flows_are_the_sums_of_their_rows(
        edits in edits(120), turned in any::<[bool; 3]>(), most in 0..4_usize,
        sort in prop::sample::select(&["per-group", "global", "budget-order"]),
    ) {
        let data = household(kept(&edits).0, turned);
        let (reports, mut meta) = (data.reports(), frame("2023-10", "2024-06"));
        meta["topNcategories"] = most.into();
        meta["categorySort"] = sort.into();
        let Figures::Sankey(flows) = figures(&reports, CardKind::Sankey, &meta) else {
            panic!("flows")
        };
        let value = |kind: NodeKind, id: &Option<String>| {
            let node = flows.nodes.iter().find(|node| node.kind == kind && node.id == *id);
            node.map_or(0, |node| node.value)
        };
        let spent = [NodeKind::Category, NodeKind::Group, NodeKind::Other];
        for node in &flows.nodes {
            let sum = || {
                let part = FigurePart { row: Some(node.key.clone()), ..FigurePart::default() };
                sum_behind(&reports, CardKind::Sankey, &meta, &part)
            };
            if spent.contains(&node.kind) {
                prop_assert_eq!(-sum(), node.value, "{}", &node.key);
            } else if node.kind == NodeKind::Refunds {
                prop_assert_eq!(sum(), node.value);
            } else if node.kind == NodeKind::Income {
                prop_assert_eq!(sum(), node.value - value(NodeKind::PaidBack, &node.id));
            }
        }
    }

    #[test]
    fn savings_and_expenses_of_a_crossover_are_the_sums_of_their_rows(
        edits in edits(120), turned in any::<[bool; 3]>(), hidden in any::<bool>(),
        chosen in prop::option::of(prop::sample::subsequence(vec!["food", "attic", "salary"], 0..3)),
    ) {
        let data = household(kept(&edits).0, turned);
        let (reports, mut meta) = (data.reports(), frame("2023-10", "2024-06"));
        meta["showHiddenCategories"] = hidden.into();
        meta["expenseCategoryIds"] = json!(chosen);
        meta["incomeAccountIds"] = json!(["sav", "inv"]);
        let Figures::Crossover(it) = figures(&reports, CardKind::Crossover, &meta) else {
            panic!("a crossover")
        };
        let behind = |series: &str, month: Month| {
            let (series, point) = (Some(series.to_owned()), Some(month.to_string()));
            let part = FigurePart { series, point, ..FigurePart::default() };
            sum_behind(&reports, CardKind::Crossover, &meta, &part)
        };
        for ((month, savings), expenses) in it.months.iter().zip(&it.savings).zip(&it.expenses) {
            prop_assert_eq!(behind("savings", *month), *savings);
            prop_assert_eq!(-behind("expenses", *month), *expenses);
        }
    }

    #[test]
    fn rows_and_periods_of_a_report_add_up_to_its_total(
        edits in edits(120), turned in any::<[bool; 3]>(), shown in any::<[bool; 3]>(),
        split in prop::sample::select(&["Category", "Group", "Payee", "Account", "Interval"]),
        kind in prop::sample::select(&["Payment", "Deposit", "Net"]),
        interval in prop::sample::select(&["Daily", "Weekly", "Monthly", "Yearly"]),
    ) {
        let data = household(kept(&edits).0, turned);
        let reports = data.reports();
        let mut meta = report(split, kind, "time", interval);
        for (key, shown) in
            ["showOffBudget", "showHiddenCategories", "showUncategorized"].into_iter().zip(shown)
        {
            meta[key] = shown.into();
        }
        let Figures::CustomReport(of) = figures(&reports, CardKind::CustomReport, &meta) else {
            panic!("a report")
        };
        let total = &of.total;
        prop_assert_eq!(total.deposits + total.payments, total.net);
        let periods = of.intervals.iter().map(|it| it.sums.value).sum::<i64>();
        prop_assert_eq!(periods, total.value);
        if split != "Interval" {
            prop_assert_eq!(of.rows.iter().map(|row| row.sums.value).sum::<i64>(), total.value);
        }
        let behind = |row: Option<String>, special, point: Option<&String>| {
            let point = point.cloned();
            let part = FigurePart { row, special, point, ..FigurePart::default() };
            sum_behind(&reports, CardKind::CustomReport, &meta, &part)
        };
        prop_assert_eq!(behind(None, None, None), total.value);
        for period in &of.intervals {
            prop_assert_eq!(behind(None, None, Some(&period.key)), period.sums.value);
        }
        for row in &of.rows {
            prop_assert_eq!(behind(row.id.clone(), row.special, None), row.sums.value);
            for (period, cell) in of.intervals.iter().zip(&row.cells).step_by(37) {
                let behind = behind(row.id.clone(), row.special, Some(&period.key));
                prop_assert_eq!(behind, *cell, "{} {}", &row.name, &period.key);
            }
        }
    }

    #[test]
    fn all_splits_of_a_report_have_the_same_total(
        edits in edits(120), turned in any::<[bool; 3]>()
    ) {
        let data = household(kept(&edits).0, turned);
        let reports = data.reports();
        let total = |split: &str| {
            let meta = report(split, "Net", "total", "Monthly");
            let figures = figures(&reports, CardKind::CustomReport, &meta);
            let Figures::CustomReport(of) = figures else { panic!("a report") };
            of.total
        };
        for split in ["Group", "Payee", "Account", "Interval"] {
            prop_assert_eq!(total(split), total("Category"), "{}", split);
        }
    }

    #[test]
    fn days_positions_and_sums_have_their_rows(
        edits in edits(120), turned in any::<[bool; 3]>()
    ) {
        let data = household(kept(&edits).0, turned);
        let (reports, meta) = (data.reports(), frame("2023-12", "2024-06"));
        let behind = |kind, part: Json| {
            let part: FigurePart = serde_json::from_value(part).unwrap();
            sum_behind(&reports, kind, &meta, &part)
        };
        let Figures::Calendar(calendar) = figures(&reports, CardKind::Calendar, &meta) else {
            panic!("a calendar")
        };
        for day in calendar.months.iter().flat_map(|month| &month.days) {
            let side = |side: &str| json!({ "day": day.day, "side": side });
            prop_assert_eq!(behind(CardKind::Calendar, side("income")), day.income);
            prop_assert_eq!(behind(CardKind::Calendar, side("expense")), -day.expense);
        }
        let Figures::Summary(summary) = figures(&reports, CardKind::Summary, &meta) else {
            panic!("a summary")
        };
        prop_assert_eq!(behind(CardKind::Summary, json!({})), summary.dividend);
        let Figures::Spending(spending) = figures(&reports, CardKind::Spending, &meta) else {
            panic!("spending")
        };
        for point in &spending.points {
            let part = |series: &str| json!({ "series": series, "position": point.day });
            if let Some(spent) = point.compare {
                prop_assert_eq!(behind(CardKind::Spending, part("compare")), spent);
            }
            if let Some(spent) = point.compare_to {
                prop_assert_eq!(behind(CardKind::Spending, part("compareTo")), spent);
            }
        }
    }

    #[test]
    fn what_flows_into_a_node_flows_out_of_it(
        edits in edits(120), turned in any::<[bool; 3]>(), most in 0..4_usize,
        mode in prop::sample::select(&["spent", "budgeted"]),
        sort in prop::sample::select(&["per-group", "global", "budget-order"]),
    ) {
        let data = household(kept(&edits).0, turned);
        let mut meta = frame("2023-06", "2024-06");
        (meta["mode"], meta["categorySort"]) = (mode.into(), sort.into());
        meta["topNcategories"] = most.into();
        let Figures::Sankey(sankey) = figures(&data.reports(), CardKind::Sankey, &meta) else {
            panic!("flows")
        };
        for node in &sankey.nodes {
            let sum = |of: &dyn Fn(&str, &str) -> bool| {
                let links = sankey.links.iter().filter(|link| of(&link.source, &link.target));
                links.map(|link| link.value).sum::<i64>()
            };
            let into = sum(&|_, target| target == node.key);
            let out = sum(&|source, _| source == node.key);
            // Accounts and money on hand hold what is left.
            let is_store = node.key.starts_with("account");
            prop_assert!(into == 0 || out == 0 || into == out || is_store, "{}", node.key);
        }
    }

    #[test]
    fn the_budget_that_is_left_is_spread_to_the_cent(
        budgeted in -1_000_000_i64..1_000_000, spent in -1_000_000_i64..1_000_000,
        scheduled in 0_i64..1_000_000, days in 0_u8..31,
    ) {
        let planned = sobre_engine::reports::planned_spending(budgeted, spent, scheduled, days);
        prop_assert_eq!(planned.per_day.iter().sum::<i64>(), planned.left);
        prop_assert!(planned.left >= 0 && planned.per_day.len() == usize::from(days));
    }
}

#[test]
fn months_of_a_frame_without_rows_are_all_there() {
    let data = read(tables("empty"));
    let figures = figures(&data.reports(), CardKind::NetWorth, &Json::Null);
    let Figures::NetWorth(worth) = figures else { panic!("net worth") };
    let first: Month = "2024-01".parse().unwrap();
    assert_eq!(worth.points.len(), 6);
    assert_eq!((worth.start, worth.net_worth, worth.has_rows), (first.first_day(), 0, false));
}
