//! A forecast as points: one for each account and day, with the payments of schedules in it.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;

use super::shape::{Forecast, ForecastRequest, ForecastSource, Occurrence};
use crate::dates::Day;
use crate::ids::AccountId;
use crate::reports::context::Reports;
use crate::reports::fault::ReportFault;

/// Balances ahead as points. Amounts are cents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct ForecastPoints {
    /// By day, then by account; of a tracking budget one for each month.
    pub data_points: Vec<ForecastPoint>,
    /// The first day with the smallest balance of all accounts together.
    pub lowest_balance: Option<LowestPoint>,
    /// First day.
    pub forecast_start_date: Day,
    /// Last day.
    pub forecast_end_date: Day,
}

/// The balance of an account at the end of a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct ForecastPoint {
    /// The day.
    pub date: Day,
    /// Cents.
    #[ts(type = "number")]
    pub balance: i64,
    /// The account; none for schedules without one, and for a tracking budget.
    pub account_id: Option<AccountId>,
    /// Its name.
    pub account_name: Option<String>,
    /// The payments of schedules on this day.
    pub transactions: Vec<ForecastPayment>,
}

/// A payment of a schedule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct ForecastPayment {
    /// Cents.
    #[ts(type = "number")]
    pub amount: i64,
    /// The name of the payee.
    pub payee: Option<String>,
    /// The schedule.
    #[ts(type = "string")]
    pub schedule_id: Arc<str>,
    /// Its name.
    #[ts(type = "string | null")]
    pub schedule_name: Option<Arc<str>>,
}

/// The lowest day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct LowestPoint {
    /// The day.
    pub date: Day,
    /// The balance of all accounts together.
    #[ts(type = "number")]
    pub balance: i64,
    /// The account with the smallest balance that day.
    pub account_id: Option<AccountId>,
    /// Its name.
    pub account_name: Option<String>,
}

impl Reports<'_> {
    /// Balances ahead as points.
    ///
    /// # Errors
    /// As for [`forecast`](Self::forecast).
    pub fn forecast_points(
        &self,
        request: &ForecastRequest,
    ) -> Result<ForecastPoints, ReportFault> {
        let forecast = self.forecast(request)?;
        let data_points = match forecast.source {
            ForecastSource::Schedules => self.points_of_days(&forecast, request),
            ForecastSource::TrackingBudget => points_of_months(&forecast),
        };
        let lowest_balance = forecast.lowest.map(|lowest| LowestPoint {
            date: lowest.date,
            balance: lowest.balance,
            account_name: lowest.account.as_ref().and_then(|id| self.account_name(id)),
            account_id: lowest.account,
        });
        Ok(ForecastPoints {
            data_points,
            lowest_balance,
            forecast_start_date: forecast.start,
            forecast_end_date: forecast.end,
        })
    }

    fn points_of_days(&self, forecast: &Forecast, request: &ForecastRequest) -> Vec<ForecastPoint> {
        let mut payments: HashMap<(Day, Option<AccountId>), Vec<ForecastPayment>> = HashMap::new();
        let payees: HashMap<&str, &str> = self.payees_of_schedules();
        for it in &forecast.scheduled {
            let of_day = payments.entry((it.date, it.account.clone())).or_default();
            of_day.push(payment(it, &payees));
        }
        let names: HashMap<&AccountId, String> =
            self.lens.facts.accounts.iter().map(|it| (&it.id, it.name.to_string())).collect();
        let mut points = Vec::new();
        for day in &forecast.days {
            let mut point = |account: Option<&AccountId>, balance: i64| {
                points.push(ForecastPoint {
                    date: day.date,
                    balance,
                    account_id: account.cloned(),
                    account_name: account.and_then(|id| names.get(id)).cloned(),
                    transactions: payments
                        .remove(&(day.date, account.cloned()))
                        .unwrap_or_default(),
                });
            };
            for (account, balance) in &day.accounts {
                point(Some(account), *balance);
            }
            if request.include_accountless_schedules {
                point(None, day.without_account);
            }
        }
        points
    }

    /// The names of the payees of schedules.
    fn payees_of_schedules(&self) -> HashMap<&str, &str> {
        let names = self.schedules.iter().filter_map(|schedule| {
            let place = self.lens.payee_place(schedule.payee.as_ref()?.as_str())?;
            Some((&*schedule.id, self.lens.payee_name(place)))
        });
        names.collect()
    }

    fn account_name(&self, id: &AccountId) -> Option<String> {
        let place = self.lens.account_place(id.as_str())?;
        Some(self.lens.account(place).name.to_string())
    }
}

fn payment(it: &Occurrence, payees: &HashMap<&str, &str>) -> ForecastPayment {
    ForecastPayment {
        amount: it.amount,
        payee: payees.get(&*it.schedule).map(|name| (*name).to_owned()),
        schedule_id: Arc::clone(&it.schedule),
        schedule_name: it.name.clone(),
    }
}

fn points_of_months(forecast: &Forecast) -> Vec<ForecastPoint> {
    let points = forecast.month_ends.iter().map(|month| ForecastPoint {
        date: month.date,
        balance: month.balance,
        account_id: None,
        account_name: None,
        transactions: Vec::new(),
    });
    points.collect()
}
