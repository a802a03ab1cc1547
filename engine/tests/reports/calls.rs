//! Recorded answers that are no figures of a card: ranges, comparisons, CSV, rows behind figures.

use serde_json::{Value as Json, json};
use sobre_engine::dates::Day;
use sobre_engine::reports::{
    Calendar, CardKind, CardRequest, CompareWith, ComparedTo, Comparison, DayRange, FigurePart,
    Figures, ForecastDay, ForecastRequest, Interval, ReportFault, compared_range, difference,
    figures_csv, planned_spending, report_csv,
};

use crate::compare::{check, differences};
use crate::dataset::{dataset, fixture, list, text};

fn day(json: &Json, key: &str) -> Day {
    json[key].as_str().unwrap().parse().unwrap()
}

fn calendar(case: &Json) -> Calendar {
    let week = case["first_day_of_week"].as_u64().unwrap_or(0);
    Calendar {
        today: day(case, "today"),
        earliest: case.get("earliest").map_or(day(case, "today"), |_| day(case, "earliest")),
        latest: day(case, "latest"),
        first_day_of_week: u8::try_from(week).unwrap(),
    }
}

/// Compares the answers of a suite's cases.
fn answers(suite: &str, answer: impl Fn(&Json) -> Json) {
    let file = fixture(suite);
    let (cases, mut faults) = (list(&file, "cases"), Vec::new());
    for case in cases {
        let id = text(case, "id").unwrap();
        differences(&id, &case["expected"], &answer(case), &mut faults);
    }
    check(suite, cases.len(), &faults);
}

#[test]
fn time_frames_move_with_the_calendar() {
    answers("time-frames", |case| {
        let calendar = calendar(case);
        let frame = calendar.frame(case.get("timeFrame"), calendar.usual_frame());
        json!([frame.start.to_string(), frame.end.to_string(), frame.mode.name()])
    });
}

#[test]
fn live_ranges_are_days() {
    answers("live-ranges", |case| {
        let includes = case["include_current"] == 1;
        let words = case["date_range"].as_str().unwrap();
        let range = calendar(case).live_range(words, includes);
        json!([range.from, range.to])
    });
}

#[test]
fn ranges_and_values_are_compared() {
    answers("compare", |case| {
        if case["call"] == "difference" {
            let cents = |key: &str| case[key].as_i64().unwrap();
            return serde_json::to_value(difference(cents("value"), cents("base"))).unwrap();
        }
        let with: CompareWith = serde_json::from_value(case["how"].clone()).unwrap();
        let range = DayRange::new(day(case, "start"), day(case, "end"));
        let range = compared_range(range, day(case, "today"), with);
        json!([range.from, range.to])
    });
}

#[test]
fn compared_figures_are_those_of_the_other_range() {
    let data = dataset("household");
    let reports = data.reports();
    let month =
        |month: &str| json!({ "timeFrame": { "start": month, "end": month, "mode": "static" } });
    let flow = |meta: &Json| {
        let card = CardRequest { kind: CardKind::CashFlow, meta, view: None };
        let Ok(Figures::CashFlow(flow)) = reports.figures(card) else { panic!("{meta}") };
        flow
    };
    let compare = |kind: CardKind, meta: &Json, with: &str| {
        let with: ComparedTo = serde_json::from_value(json!(with)).unwrap();
        reports.comparison(CardRequest { kind, meta, view: None }, with).unwrap()
    };
    let april = month("2024-04");
    let compared = compare(CardKind::CashFlow, &april, "previous");
    let (shown, other) = (flow(&april), flow(&month("2024-03")));
    let [income, expenses, net] = &compared.figures[..] else { panic!("{compared:?}") };
    assert_eq!((income.value, income.base), (shown.total_income, other.total_income));
    assert_eq!((expenses.value, expenses.base), (shown.total_expenses, other.total_expenses));
    assert_eq!(net.base, other.total_income + other.total_expenses);
    assert_eq!(net.against, difference(net.value, net.base));
    let average = compare(CardKind::CashFlow, &april, "average-of-3");
    assert_eq!(average.ranges.len(), 3);
    let sum: i64 =
        ["2024-01", "2024-02", "2024-03"].map(|it| flow(&month(it)).total_expenses).iter().sum();
    assert_eq!(average.figures[1].base, (2 * sum + 3).div_euclid(6));
    // The month that has begun is compared up to the day that has come.
    let current = compare(CardKind::CashFlow, &month("2024-06"), "previous");
    let days = current.ranges.iter().map(|it| (it.from.to_string(), it.to.to_string()));
    assert_eq!(days.collect::<Vec<_>>(), [("2024-05-01".into(), "2024-05-15".into())]);
    let passed = |compared: &Comparison| (compared.range.to.to_string(), compared.without_later);
    assert_eq!(passed(&current).0, "2024-06-15");
    // Its rows after today count in neither range, though its own figures have them.
    let june = month("2024-06");
    let worth = compare(CardKind::NetWorth, &june, "previous");
    let Ok(Figures::NetWorth(shown)) =
        reports.figures(CardRequest { kind: CardKind::NetWorth, meta: &june, view: None })
    else {
        panic!("{june}")
    };
    let differs = worth.figures[0].value != shown.net_worth;
    assert_eq!(passed(&worth), ("2024-06-15".into(), differs));
    let worth = compare(CardKind::NetWorth, &april, "last-year");
    assert!(!worth.without_later);
    let earlier = compare(CardKind::NetWorth, &month("2023-04"), "previous");
    assert_eq!(worth.figures[0].base, earlier.figures[0].value);
}

#[test]
fn spending_is_compared_with_the_budget_of_its_months() {
    let data = dataset("household");
    let reports = data.reports();
    let compare = |kind: CardKind, meta: &Json| {
        reports.comparison(CardRequest { kind, meta, view: None }, ComparedTo::Budget)
    };
    let report = |split: &str, balance: &str, to: &str| {
        json!({
            "mode": "total", "groupBy": split, "interval": "Monthly", "balanceType": balance,
            "isDateStatic": true, "startDate": "2024-04-01", "endDate": to,
            "showUncategorized": true, "conditions": [], "conditionsOp": "and",
        })
    };
    let figures = |meta: &Json| {
        let card = CardRequest { kind: CardKind::CustomReport, meta, view: None };
        let Ok(Figures::CustomReport(figures)) = reports.figures(card) else { panic!("{meta}") };
        figures
    };
    let payments = report("Category", "Payment", "2024-04-30");
    let compared = compare(CardKind::CustomReport, &payments).unwrap();
    let budget = figures(&report("Category", "Budgeted", "2024-04-30"));
    assert!(budget.total.value > 0);
    assert_eq!(compared.figures[0].base, -budget.total.value);
    let spent = figures(&payments);
    for row in &compared.figures[1..] {
        let found = spent.rows.iter().find(|it| it.id == row.row);
        assert_eq!(row.value, found.map_or(0, |it| it.sums.value), "{:?}", row.name);
        let found = budget.rows.iter().find(|it| it.id == row.row);
        assert_eq!(row.base, -found.unwrap().sums.value, "{:?}", row.name);
    }
    let april = json!({ "timeFrame": { "start": "2024-04", "end": "2024-04", "mode": "static" } });
    let flow = compare(CardKind::CashFlow, &april).unwrap();
    assert_eq!(flow.figures.len(), 1, "only spending has a budget");
    let mut with_hidden = report("Category", "Budgeted", "2024-04-30");
    with_hidden["showHiddenCategories"] = true.into();
    assert_eq!(flow.figures[0].base, -figures(&with_hidden).total.value);
    for (split, balance, to) in [
        ("Payee", "Payment", "2024-04-30"),
        ("Category", "Deposit", "2024-04-30"),
        ("Category", "Payment", "2024-04-20"),
    ] {
        let refused = compare(CardKind::CustomReport, &report(split, balance, to));
        assert_eq!(refused.err(), Some(ReportFault::NoSuchFigure), "{split} {balance} {to}");
    }
    assert!(compare(CardKind::NetWorth, &april).is_err());
}

#[test]
fn rows_of_a_report_are_compared_one_by_one() {
    let data = dataset("household");
    let reports = data.reports();
    let report = |from: &str, to: &str| {
        json!({
            "mode": "total", "groupBy": "Category", "interval": "Monthly",
            "balanceType": "Payment", "isDateStatic": true, "startDate": from, "endDate": to,
            "showUncategorized": true, "conditions": [], "conditionsOp": "and",
        })
    };
    let april = report("2024-04-01", "2024-04-30");
    let card = CardRequest { kind: CardKind::CustomReport, meta: &april, view: None };
    let compared = reports.comparison(card, ComparedTo::Previous).unwrap();
    let march = report("2024-03-01", "2024-03-31");
    let card = CardRequest { kind: CardKind::CustomReport, meta: &march, view: None };
    let Ok(Figures::CustomReport(other)) = reports.figures(card) else { panic!() };
    assert_eq!(compared.figures[0].base, other.total.value);
    let rows = &compared.figures[1..];
    assert_eq!(rows.iter().map(|row| row.value).sum::<i64>(), compared.figures[0].value);
    assert_eq!(rows.iter().map(|row| row.base).sum::<i64>(), compared.figures[0].base);
    for row in &other.rows {
        let found = rows.iter().find(|it| it.row == row.id && it.special == row.special);
        assert_eq!(found.unwrap().base, row.sums.value, "{}", row.name);
    }
}

const WRITTEN: [CardKind; 10] = [
    CardKind::NetWorth,
    CardKind::Spending,
    CardKind::Summary,
    CardKind::Calendar,
    CardKind::BudgetAnalysis,
    CardKind::Crossover,
    CardKind::Sankey,
    CardKind::AgeOfMoney,
    CardKind::BalanceForecast,
    CardKind::Formula,
];

#[test]
fn a_card_of_a_range_that_ends_before_it_begins_has_figures() {
    let data = dataset("household");
    let frame = json!({ "timeFrame": { "start": "2024-04", "end": "2024-01", "mode": "static" } });
    for kind in WRITTEN.into_iter().chain([CardKind::CashFlow]) {
        let figures = data.reports().figures(CardRequest { kind, meta: &frame, view: None });
        assert!(figures.is_ok(), "{kind:?}: {figures:?}");
    }
}

#[test]
fn every_card_is_written_as_csv() {
    let data = dataset("household");
    let reports = data.reports();
    let frame = json!({ "timeFrame": { "start": "2024-03", "end": "2024-04", "mode": "static" } });
    let text = |kind: CardKind| {
        figures_csv(&reports.figures(CardRequest { kind, meta: &frame, view: None }).unwrap())
    };
    let flow = text(CardKind::CashFlow);
    assert!(flow.starts_with("Period,Income,Expenses,Transfers,Balance\n2024-03-01,"), "{flow}");
    assert!(flow.lines().last().unwrap().starts_with("Total,"), "{flow}");
    for kind in WRITTEN {
        let text = text(kind);
        let width = text.lines().next().unwrap().split(',').count();
        assert!(text.lines().count() > 1, "{text}");
        // No name in this budget has a comma.
        assert!(text.lines().all(|line| line.split(',').count() == width), "{text}");
    }
}

#[test]
fn reports_are_written_as_csv() {
    answers("report-csv", |case| {
        let data = dataset(&text(case, "dataset").unwrap());
        let card = CardRequest { kind: CardKind::CustomReport, meta: &case["report"], view: None };
        let Ok(Figures::CustomReport(report)) = data.reports().figures(card) else {
            panic!("{}", case["id"])
        };
        json!(report_csv(&report))
    });
}

/// The card and part of a recorded figure.
fn figure(given: &Json) -> (CardKind, Json, FigurePart) {
    let kind =
        given["card"].as_str().map_or(CardKind::CustomReport, |it| CardKind::find(it).unwrap());
    let meta = if kind == CardKind::CustomReport {
        given["report"].clone()
    } else {
        let mut meta = given.clone();
        let frame = json!({ "start": given["start"], "end": given["end"], "mode": "static" });
        meta["timeFrame"] = frame;
        meta
    };
    let mut part = given.clone();
    if let Some(interval) = given.get("interval") {
        part["point"] = interval.clone();
    }
    (kind, meta, serde_json::from_value(part).unwrap())
}

#[test]
fn every_recorded_figure_has_its_rows() {
    answers("drill-down", |case| {
        let data = dataset(&text(case, "dataset").unwrap());
        let (kind, meta, part) = figure(&case["figure"]);
        let reports = data.reports();
        let recipe = reports.recipe(CardRequest { kind, meta: &meta, view: None }, &part).unwrap();
        let list = reports.rows_behind(&recipe);
        json!({ "ids": data.ids(&list), "count": list.keys.len(), "sum": list.sum })
    });
}

#[test]
fn balances_ahead_are_those_recorded() {
    answers("balance-forecast", |case| {
        let data = dataset(&text(case, "dataset").unwrap());
        let request: ForecastRequest = serde_json::from_value(case["call"].clone()).unwrap();
        let forecast = data.reports().forecast(&request).unwrap();
        let mut given = serde_json::to_value(&forecast).unwrap();
        given["points"] = given["monthEnds"].clone();
        let days = forecast.days.iter().map(|day| (day.date.to_string(), json!(day.balance)));
        given["days"] = Json::Object(days.collect());
        given
    });
}

#[test]
fn planned_spending_adds_up() {
    answers("looking-ahead", |case| {
        let cents = |key: &str| case[key].as_i64().unwrap();
        let days = u8::try_from(cents("days")).unwrap();
        let planned = planned_spending(cents("budgeted"), cents("spent"), cents("scheduled"), days);
        serde_json::to_value(planned).unwrap()
    });
}

#[test]
fn an_age_of_money_is_the_mean_of_those_of_its_last_expenses() {
    let data = dataset("household");
    let reports = data.reports();
    let card = CardRequest { kind: CardKind::AgeOfMoney, meta: &Json::Null, view: None };
    let Ok(Figures::AgeOfMoney(ages)) = reports.figures(card) else { panic!("no ages") };
    let averaged = &ages.averaged;
    assert_eq!(averaged.len(), 10);
    assert!(averaged.iter().all(|it| it.amount < 0 && it.day >= ages.start));
    for it in averaged {
        let days = (0..).find(|days| it.earned.plus_days(*days) >= Some(it.day)).unwrap();
        assert_eq!(it.age, days);
    }
    let sum: i64 = averaged.iter().map(|it| it.age).sum();
    assert_eq!(ages.current, Some((2 * sum + 10).div_euclid(20)));
}

#[test]
fn accounts_below_zero_are_those_of_today_and_those_ahead() {
    for name in ["household", "plans"] {
        let data = dataset(name);
        let reports = data.reports();
        let card = CardRequest {
            kind: CardKind::BalanceForecast,
            meta: &Json::Null,
            view: Some(Interval::Daily),
        };
        let Ok(Figures::Forecast(forecast)) = reports.figures(card) else { panic!("{name}") };
        let today = data.today;
        let is_below = |day: &ForecastDay, id| day.accounts.get(id).is_some_and(|cents| *cents < 0);
        let now = forecast.days.iter().find(|day| day.date == today).unwrap();
        for id in now.accounts.keys() {
            let ahead = forecast.below_ahead.iter().find(|it| it.account == *id);
            assert_eq!(forecast.below_now.contains(id), is_below(now, id), "{name} {id}");
            let next = forecast.days.iter().find(|day| day.date > today && is_below(day, id));
            let next = next.filter(|_| !is_below(now, id)).map(|day| day.date);
            assert_eq!(ahead.map(|it| it.date), next, "{name} {id}");
        }
    }
}
