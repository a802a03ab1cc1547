//! What forecasts and formulas add to the recorded cases.

use serde_json::{Value as Json, json};
use sobre_engine::reports::{CardKind, CardRequest, Figures, Forecast, ForecastRequest, Interval};

use crate::dataset::dataset;
use crate::vectors::figures;

fn forecast(data: &str, request: Json) -> Forecast {
    let request: ForecastRequest = serde_json::from_value(request).unwrap();
    dataset(data).reports().forecast(&request).unwrap()
}

#[test]
fn a_missed_payment_counts_today_if_it_is_included() {
    let range = json!({ "startDate": "2024-06-01", "endDate": "2024-06-30" });
    let without = forecast("plans", range.clone());
    let missed: Vec<_> = without.missed.iter().map(|it| (&*it.schedule, it.amount)).collect();
    assert_eq!(missed, [("s-missed", -7000)]);
    let mut request = range;
    request["includeMissed"] = true.into();
    let with = forecast("plans", request);
    for (one, other) in without.days.iter().zip(&with.days) {
        let difference = if one.date < "2024-06-15".parse().unwrap() { 0 } else { -7000 };
        assert_eq!(other.balance - one.balance, difference, "{}", one.date);
    }
}

#[test]
fn the_rest_of_the_budget_is_planned_spending() {
    let request =
        json!({ "startDate": "2024-06-01", "endDate": "2024-07-31", "includeBudget": true });
    let planned = forecast("tiny", request);
    let on = |day: &str| planned.days.iter().find(|it| it.date.to_string() == day).unwrap().planned;
    assert_eq!(on("2024-06-15"), 0, "from tomorrow on");
    // Food 300.00 less 77.00, gas 50.00, rent 1,200.00 and gifts 20.00, nothing of it spent.
    assert_eq!(on("2024-06-30"), -149_300);
    // July has no budget of its own and takes June's; its rent is entered ahead.
    assert_eq!(on("2024-07-31"), -149_300 - 37_000);
    let without_budget = json!({ "startDate": "2024-06-01", "endDate": "2024-07-31" });
    let plain = forecast("tiny", without_budget);
    let last = |it: &Forecast| it.days.last().unwrap().balance;
    assert_eq!(last(&plain) - last(&planned), 149_300 + 37_000);
}

#[test]
fn a_card_switches_layers_off_and_its_screen_asks_for_days() {
    let frame = json!({ "start": "2024-06", "end": "2024-07", "mode": "static" });
    let last = |data: &str, key: &str, is_on: bool| {
        let meta = json!({ "timeFrame": frame, key: is_on });
        let card = figures(dataset(data), "balance-forecast-card", &meta);
        card["monthEnds"][1]["balance"].as_i64().unwrap()
    };
    let missed = last("plans", "includeMissed", true) - last("plans", "includeMissed", false);
    assert_eq!(missed, -7000);
    let told = |is_on: bool| {
        let meta = json!({ "timeFrame": frame, "includeMissed": is_on });
        let card = figures(dataset("plans"), "balance-forecast-card", &meta);
        card["missed"].as_array().unwrap().len()
    };
    assert_eq!((told(true), told(false)), (1, 0));
    let planned = last("tiny", "includeBudget", true) - last("tiny", "includeBudget", false);
    assert_eq!(planned, -149_300 - 37_000);
    let data = dataset("tiny");
    let (meta, kind) = (json!({ "timeFrame": frame }), CardKind::BalanceForecast);
    let days = |view| {
        let card = CardRequest { kind, meta: &meta, view };
        let Figures::Forecast(it) = data.reports().figures(card).unwrap() else { panic!("one") };
        it.days.len()
    };
    assert_eq!((days(None), days(Some(Interval::Daily))), (0, 61));
}

#[test]
fn a_tracking_card_counts_the_rest_of_the_month_that_has_begun() {
    let meta = json!({ "source": "tracking-budget" });
    let card = figures(dataset("tracking"), "balance-forecast-card", &meta);
    let call =
        json!({ "source": "tracking-budget", "startDate": "2025-01-01", "endDate": "2025-12-31" });
    let whole = forecast("tracking", call);
    let rest = card["monthEnds"][0]["balance"].as_i64().unwrap();
    assert!(rest < whole.month_ends[0].balance, "most of January has happened");
    let envelopes = figures(dataset("tiny"), "balance-forecast-card", &meta);
    let expected = "! Tracking budget forecasts require a Tracking Budget file.";
    assert_eq!(envelopes, json!(expected));
}

#[test]
fn formulas_say_what_is_wrong_with_them() {
    let result = |formula: &str| {
        let meta = json!({ "formula": formula, "queries": {} });
        let figures = figures(dataset("tiny"), "formula-card", &meta);
        figures["error"].as_str().map_or(figures["result"].clone(), Json::from)
    };
    for (formula, expected) in [
        ("=1/3*3", json!(1)),
        ("=0.1+0.2=0.3", json!(true)),
        ("=1/0", json!("Formula error: DIV_BY_ZERO")),
        ("=IFERROR(1/0,\"none\")", json!("none")),
        ("=\"a\"+1", json!("Formula error: VALUE")),
        ("={1,2}", json!("Formula error: VALUE")),
        ("=ROUND(1)+", json!("Formula error: ERROR")),
        ("=ABS()", json!("Formula error: NA")),
        ("=RESULT", json!("Formula error: NAME")),
        ("=SQRT(4)", json!("This formula needs SQRT, which is not supported yet")),
        ("=BUDGET_QUERY(\"goal\",{\"food\"},\"2024-04\",\"2024-06\")", json!(0)),
        ("=BALANCE_OF(\"nowhere\")", json!("Formula error: VALUE")),
        ("=QUERY_COUNT(\"missing\")", json!(0)),
    ] {
        assert_eq!(result(formula), expected, "{formula}");
    }
}

#[test]
fn the_colour_of_a_formula_reads_its_result() {
    let meta = json!({
        "formula": "=-3", "colorFormula": "=IF(RESULT<0, theme_errorText, \"green\")",
    });
    let figures = figures(dataset("tiny"), "formula-card", &meta);
    assert_eq!((&figures["result"], &figures["color"]), (&json!(-3), &json!("theme_errorText")));
}
