//! Reports: what the cards of a dashboard and the report screens show, and which transactions
//! stand behind each figure.
//!
//! [`Rows`] holds the transactions that count, kept by difference; [`Facts`] what is read beside
//! them. [`Reports`] looks at both on a day, and [`figures`](Reports::figures) returns what a card
//! shows. Nothing here reads a clock or a database. Money is whole cents; averages and shares are
//! exact quotients, rounded half up where they are returned.

mod age_of_money;
mod budget_analysis;
mod calendar;
mod cash_flow;
mod compare;
mod comparison;
mod conditions;
mod context;
mod crossover;
mod csv;
mod custom;
mod drill_down;
mod facts;
mod fault;
mod figures;
mod forecast;
mod formula;
mod lens;
mod looking_ahead;
mod meta;
mod net_worth;
mod periods;
mod ranges;
mod recipe;
mod recipe_filters;
mod rows;
mod sankey;
mod spending;
mod summary;

pub use age_of_money::{AgeOfMoney, AgePoint, SpendingAge, Trend};
pub use budget_analysis::{BudgetAnalysis, BudgetPoint};
pub use calendar::{CalendarDay, CalendarFigures, CalendarMonth};
pub use cash_flow::{CashFlow, CashFlowCard, CashFlowPoint};
pub use compare::{CompareWith, Difference, compared_range, difference, previous_ranges};
pub use comparison::{ComparedFigure, ComparedSeries, ComparedTo, Comparison};
pub use context::Reports;
pub use crossover::Crossover;
pub use csv::{figures_csv, report_csv};
pub use custom::{
    BalanceType, CountAndSum, CustomReport, GroupBy, IntervalSums, NotShown, ReportMeta, ReportRow,
    Slice, SortBy, SpecialItem, Sums,
};
pub use drill_down::{FigurePart, FlowSide};
pub use facts::{Account, Budgets, Category, Facts, Group, Payee, Schedule};
pub use fault::ReportFault;
pub use figures::{CardRequest, Figures};
pub use forecast::{
    BelowZero, Forecast, ForecastDay, ForecastMonth, ForecastPayment, ForecastPoint,
    ForecastPoints, ForecastRequest, ForecastSource, LowestDay, LowestPoint, Occurrence,
};
pub use formula::FormulaResult;
pub use looking_ahead::{PlannedSpending, planned_spending};
pub use meta::{
    AgeOfMoneyMeta, BudgetAnalysisMeta, CalendarMeta, CardKind, CommonMeta, CrossoverMeta,
    ForecastMeta, FormulaMeta, NetWorthMeta, SankeyMeta, SpendingMeta, SummaryContent, SummaryMeta,
    read,
};
pub use net_worth::{NetWorth, NetWorthPoint};
pub use periods::Interval;
pub use ranges::{
    Calendar, DayRange, Frame, FrameMode, MonthRange, Stamp, days_between, year_before,
};
pub use recipe::{Part, Recipe, RowKind, RowList, Shown, Side};
pub use rows::{Row, RowFlags, RowKey, Rows};
pub use sankey::{NodeKind, Sankey, SankeyLink, SankeyNode};
pub use spending::{Spending, SpendingPoint};
pub use summary::Summary;
