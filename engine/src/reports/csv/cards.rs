//! The figures of cards as CSV text: a line for each point, totals last.

use serde_json::Value as Json;

use super::{safe, text_of, units};
use crate::dates::Month;
use crate::reports::age_of_money::AgeOfMoney;
use crate::reports::budget_analysis::BudgetAnalysis;
use crate::reports::calendar::CalendarFigures;
use crate::reports::cash_flow::CashFlow;
use crate::reports::crossover::Crossover;
use crate::reports::figures::Figures;
use crate::reports::forecast::Forecast;
use crate::reports::formula::FormulaResult;
use crate::reports::net_worth::NetWorth;
use crate::reports::sankey::Sankey;
use crate::reports::spending::Spending;
use crate::reports::summary::Summary;

type Lines = Vec<Vec<String>>;

/// The figures of a card as text.
#[must_use]
pub fn figures_csv(figures: &Figures) -> String {
    text_of(match figures {
        Figures::CustomReport(report) => return super::report_csv(report),
        Figures::NetWorth(worth) => net_worth(worth),
        Figures::CashFlow(flow) => cash_flow(flow),
        Figures::Spending(spending) => self::spending(spending),
        Figures::Summary(summary) => self::summary(summary),
        Figures::Calendar(calendar) => self::calendar(calendar),
        Figures::BudgetAnalysis(budget) => self::budget(budget),
        Figures::Crossover(crossover) => self::crossover(crossover),
        Figures::Sankey(sankey) => self::sankey(sankey),
        Figures::AgeOfMoney(age) => ages(age),
        Figures::Forecast(forecast) => self::forecast(forecast),
        Figures::Formula(formula) => self::formula(formula),
    })
}

fn head(titles: &[&str]) -> Vec<String> {
    titles.iter().map(|title| (*title).to_owned()).collect()
}

/// A line with a key and then amounts.
fn line(key: &(impl ToString + ?Sized), cents: &[i64]) -> Vec<String> {
    std::iter::once(key.to_string()).chain(cents.iter().copied().map(units)).collect()
}

fn net_worth(worth: &NetWorth) -> Lines {
    let points =
        worth.points.iter().map(|it| line(&it.key, &[it.assets, it.debt, it.net_worth, it.change]));
    let title = head(&["Period", "Assets", "Debts", "Net worth", "Change"]);
    std::iter::once(title).chain(points).collect()
}

fn cash_flow(flow: &CashFlow) -> Lines {
    let title = head(&["Period", "Income", "Expenses", "Transfers", "Balance"]);
    let points = flow
        .points
        .iter()
        .map(|it| line(&it.key, &[it.income, it.expenses, it.transfers, it.balance]));
    let sums = [flow.total_income, flow.total_expenses, flow.total_transfers, flow.balance];
    std::iter::once(title).chain(points).chain([line("Total", &sums)]).collect()
}

fn spending(spending: &Spending) -> Lines {
    let (month, other) = (spending.compare.to_string(), spending.compare_to.to_string());
    let title = head(&["Day", &month, &other, "Average", "Budget"]);
    let known = |cents: Option<i64>| cents.map(units).unwrap_or_default();
    let points = spending.points.iter().map(|it| {
        vec![
            it.day.to_string(),
            known(it.compare),
            known(it.compare_to),
            units(it.average),
            units(it.budget.rounded()),
        ]
    });
    std::iter::once(title).chain(points).collect()
}

fn summary(summary: &Summary) -> Lines {
    let is_share = summary.r#type == "percentage";
    let figure = summary
        .total
        .map(|total| if is_share { total.to_string() } else { units(total.rounded()) });
    let divisor = summary
        .divisor
        .map(|divisor| if is_share { units(divisor.rounded()) } else { divisor.to_string() });
    let values = vec![
        summary.start.to_string(),
        summary.end.to_string(),
        units(summary.dividend),
        divisor.unwrap_or_default(),
        summary.count.to_string(),
        figure.unwrap_or_default(),
    ];
    let figure = if is_share { "Percent" } else { "Figure" };
    vec![head(&["From", "To", "Sum", "Divided by", "Transactions", figure]), values]
}

fn calendar(calendar: &CalendarFigures) -> Lines {
    let days = calendar.months.iter().flat_map(|month| &month.days);
    let days = days.map(|it| line(&it.day, &[it.income, -it.expense]));
    let total = line("Total", &[calendar.total_income, -calendar.total_expense]);
    std::iter::once(head(&["Day", "Income", "Expenses"])).chain(days).chain([total]).collect()
}

fn budget(budget: &BudgetAnalysis) -> Lines {
    let title = head(&["Month", "Budgeted", "Spent", "Overspending left out", "Balance"]);
    let points = budget.points.iter().map(|it| {
        line(&it.month, &[it.budgeted, it.spent, it.overspending_adjustment, it.balance])
    });
    std::iter::once(title).chain(points).collect()
}

fn crossover(crossover: &Crossover) -> Lines {
    let title = head(&["Month", "Savings", "Expenses", "Income from savings", "Expected income"]);
    let Crossover { months, savings, expenses, income, .. } = crossover;
    let past =
        months.iter().zip(savings).zip(expenses).zip(income).map(
            |(((month, savings), expenses), income)| line(month, &[*savings, *expenses, *income]),
        );
    let last = months.last().copied();
    let ahead = crossover.projected_income.iter().zip(1..).filter_map(|(income, by)| {
        let month: Month = last?.plus(by);
        let known = [String::new(), String::new(), String::new()];
        Some([month.to_string()].into_iter().chain(known).chain([units(*income)]).collect())
    });
    std::iter::once(title).chain(past.map(padded)).chain(ahead).collect()
}

/// A month that is over expects nothing.
fn padded(mut line: Vec<String>) -> Vec<String> {
    line.push(String::new());
    line
}

fn sankey(sankey: &Sankey) -> Lines {
    let name = |key: &String| {
        let node = sankey.nodes.iter().find(|node| node.key == *key);
        node.filter(|node| !node.name.is_empty()).map_or_else(|| safe(key), |it| safe(&it.name))
    };
    let links =
        sankey.links.iter().map(|it| vec![name(&it.source), name(&it.target), units(it.value)]);
    std::iter::once(head(&["From", "To", "Amount"])).chain(links).collect()
}

fn ages(age: &AgeOfMoney) -> Lines {
    let points = age.points.iter().map(|it| vec![it.key.clone(), it.age.to_string()]);
    std::iter::once(head(&["Period", "Days"])).chain(points).collect()
}

fn forecast(forecast: &Forecast) -> Lines {
    let days = forecast.days.iter().map(|it| line(&it.date, &[it.balance]));
    let ends = forecast.month_ends.iter().map(|it| line(&it.date, &[it.balance]));
    let points: Lines = if forecast.days.is_empty() { ends.collect() } else { days.collect() };
    std::iter::once(head(&["Day", "Expected balance"])).chain(points).collect()
}

fn formula(formula: &FormulaResult) -> Lines {
    let result = match &formula.result {
        Some(Json::String(text)) => safe(text),
        Some(value) => value.to_string(),
        None => formula.error.as_deref().map(safe).unwrap_or_default(),
    };
    vec![head(&["Result"]), vec![result]]
}
