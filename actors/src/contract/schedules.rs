//! Requests and replies about schedules: transactions that repeat or are to come.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sobre_engine::dates::Day;
use sobre_engine::ids::{AccountId, PayeeId, TransactionId};
pub use sobre_engine::schedules::ScheduleStatus;
use ts_rs::TS;

use super::payees::NewPayee;

/// A recurring date, as conditions and schedules hold it. Calls take it as JSON and report its
/// faults, so this type only documents its form.
#[derive(Debug, TS)]
#[ts(rename_all = "camelCase")]
pub struct RecurrenceConfig {
    /// The first day from which it counts; it need not be an occurrence.
    pub start: Day,
    /// The unit between two occurrences.
    #[ts(type = "'daily' | 'weekly' | 'monthly' | 'yearly'")]
    pub frequency: String,
    /// Every how many units; 1 if absent.
    #[ts(optional)]
    pub interval: Option<u16>,
    /// Days of a month, for `monthly` alone; the day of `start` if there are none.
    #[ts(optional)]
    pub patterns: Option<Vec<RecurrencePattern>>,
    /// Whether occurrences on a Saturday or Sunday move to a working day.
    #[ts(optional)]
    pub skip_weekend: Option<bool>,
    /// To which one: the Friday before or the Monday after.
    #[ts(optional, type = "'before' | 'after'")]
    pub weekend_solve_mode: Option<String>,
    /// When it ends.
    #[ts(optional, type = "'never' | 'after_n_occurrences' | 'on_date'")]
    pub end_mode: Option<String>,
    /// How many occurrences there are, for `after_n_occurrences`.
    #[ts(optional)]
    pub end_occurrences: Option<u16>,
    /// The last day that may be one, for `on_date`.
    #[ts(optional)]
    pub end_date: Option<Day>,
}

/// A day of a month.
#[derive(Debug, TS)]
pub struct RecurrencePattern {
    /// A day of the month, or a weekday.
    #[ts(type = "'day' | 'MO' | 'TU' | 'WE' | 'TH' | 'FR' | 'SA' | 'SU'")]
    pub r#type: String,
    /// Its number, counted from 1; -1 is the last one.
    #[ts(type = "number")]
    pub value: i32,
}

/// Two amounts in cents, in any order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AmountRange {
    /// The one.
    #[ts(type = "number")]
    pub num1: i64,
    /// The other.
    #[ts(type = "number")]
    pub num2: i64,
}

/// A schedule as it is now.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Schedule {
    /// Row id.
    pub id: String,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The rule that holds its conditions and actions.
    pub rule: Option<String>,
    /// Whether it is over.
    pub completed: bool,
    /// Whether the program posts it when it is due.
    pub posts_transaction: bool,
    /// How far ahead it counts as upcoming, if not as the preference
    /// `upcomingScheduledTransactionLength` says.
    pub custom_upcoming_length: Option<String>,
    /// The day of its next transaction; of an ended series the last one.
    pub next_date: Option<Day>,
    /// Where it stands today.
    pub status: ScheduleStatus,
    /// The day of the latest transaction that belongs to it.
    pub last_date: Option<Day>,
    /// The payee of its transactions.
    pub payee: Option<PayeeId>,
    /// The account of its transactions; one without is never posted.
    pub account: Option<AccountId>,
    /// The amount in cents, or a range.
    #[ts(type = "number | AmountRange | null")]
    pub amount: Value,
    /// How the amount compares.
    #[ts(type = "'is' | 'isapprox' | 'isbetween' | null")]
    pub amount_op: Option<String>,
    /// The amount that it would be posted with, in cents.
    #[ts(type = "number")]
    pub posted_amount: i64,
    /// The day, or how it recurs; null if its rule cannot be read.
    #[ts(type = "Day | RecurrenceConfig | null")]
    pub date: Value,
    /// Whether the day is exact or may be two days off.
    #[ts(type = "'is' | 'isapprox' | null")]
    pub date_op: Option<String>,
    /// All conditions of its rule.
    #[ts(type = "Condition[]")]
    pub conditions: Vec<Value>,
    /// All actions of its rule.
    #[ts(type = "Action[]")]
    pub actions: Vec<Value>,
}

/// All live schedules with their status, completed ones too: those to come first, by next date.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SchedulesGet {}

/// A live schedule, or null if there is none.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ScheduleGet {
    /// Row id.
    pub id: String,
}

/// The fields of a new schedule.
#[derive(Debug, Default, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NewSchedule {
    /// Its id; generated if absent.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub id: Option<String>,
    /// Its name, unique among schedules; blank is none.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub name: Option<String>,
    /// Whether the program posts it when it is due (default false).
    #[serde(default)]
    #[ts(optional = nullable)]
    pub posts_transaction: Option<bool>,
    /// Whether it is over (default false).
    #[serde(default)]
    #[ts(optional = nullable)]
    pub completed: Option<bool>,
    /// How far ahead it counts as upcoming: a number of days, `oneMonth`, `currentMonth` or a text
    /// such as `2-week`; null follows the preference.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub custom_upcoming_length: Option<String>,
}

/// Adds a schedule and its rule, and returns its id. One condition must be a date.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ScheduleCreate {
    /// Its fields.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub schedule: Option<NewSchedule>,
    /// `{field, op, value}` about payee, account, amount and date.
    #[ts(type = "Condition[]")]
    pub conditions: Vec<Value>,
    /// Payees that the conditions name and that do not exist yet.
    #[serde(rename = "newPayees", default)]
    #[ts(optional = nullable, rename = "newPayees")]
    pub new_payees: Option<Vec<NewPayee>>,
    /// Transactions to link to it. The other sides of transfers follow.
    #[serde(rename = "transactionIds", default)]
    #[ts(optional = nullable, rename = "transactionIds")]
    pub transaction_ids: Option<Vec<TransactionId>>,
}

/// Adds several schedules as one step, such as those that were discovered; returns their ids.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ScheduleCreateMany {
    /// The schedules, at most 1,000.
    pub schedules: Vec<ScheduleCreate>,
}

/// The changed fields of a schedule.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ScheduleChange {
    /// Row id.
    pub id: String,
    /// Its name, unique among schedules; blank or null removes it.
    #[serde(default, deserialize_with = "super::given")]
    #[ts(optional, type = "string | null")]
    pub name: Option<Value>,
    /// Whether the program posts it when it is due.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub posts_transaction: Option<bool>,
    /// Whether it is over.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub completed: Option<bool>,
    /// How far ahead it counts as upcoming; null follows the preference.
    #[serde(default, deserialize_with = "super::given")]
    #[ts(optional, type = "string | null")]
    pub custom_upcoming_length: Option<Value>,
    /// Always refused: the rule of a schedule stays its own.
    #[serde(default, deserialize_with = "super::given")]
    #[ts(skip)]
    pub rule: Option<Value>,
}

/// Changes a schedule and returns its id. Its next date stays unless the date or the account
/// changes, or the call resets it: then it is the first one from today. `{completed: true}`
/// completes it, `{completed: false}` with `resetNextDate` restarts it.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ScheduleUpdate {
    /// The changed fields.
    pub schedule: ScheduleChange,
    /// Conditions about payee, account, amount and date, each in place of the old one. Other
    /// conditions of the rule stay.
    #[serde(default)]
    #[ts(optional, type = "Condition[] | null")]
    pub conditions: Option<Vec<Value>>,
    /// Payees that the conditions name and that do not exist yet.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub new_payees: Option<Vec<NewPayee>>,
    /// Whether the next date is computed again from today.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub reset_next_date: Option<bool>,
    /// Transactions to link to it. The other sides of transfers follow.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub transaction_ids: Option<Vec<TransactionId>>,
}

/// Deletes a schedule and its rule. Its transactions stay, without a schedule.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ScheduleDelete {
    /// Row id.
    pub id: String,
}

/// Deletes schedules and their rules as one step. Their transactions stay, without a schedule.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ScheduleDeleteMany {
    /// Row ids.
    pub ids: Vec<String>,
}

/// Moves a schedule on to its next date without a transaction. After the last date it is completed;
/// a single date does not move.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ScheduleSkipNextDate {
    /// Row id.
    pub id: String,
}

/// Adds the transaction of the next date, as the rules leave it. Nothing happens if the schedule
/// has no account, or if the transaction of this date stands already. A deleted one is added again.
/// The next date stays: the status becomes `paid`, and the daily run moves on. Only a date before
/// today moves on at once, so that one missed date can be posted after the other.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SchedulePostTransaction {
    /// Row id.
    pub id: String,
    /// Dates the transaction today (default false).
    #[serde(default)]
    #[ts(optional = nullable)]
    pub today: Option<bool>,
}

/// Links transactions to a schedule, or unlinks them. The other sides of transfers follow.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ScheduleLinkTransactions {
    /// The schedule; null unlinks.
    pub id: Option<String>,
    /// The transactions.
    pub transaction_ids: Vec<TransactionId>,
}

/// The first days of a recurring date from today on, off weekends if it says so. Fewer if it ends.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ScheduleGetUpcomingDates {
    /// The recurring date.
    #[ts(type = "RecurrenceConfig")]
    pub config: Value,
    /// How many, at most 1,000.
    pub count: usize,
}

/// Finds transactions that recur and have no schedule yet: weekly, every two weeks, monthly and on
/// some weekdays of a month. The most regular pattern of each payee counts.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ScheduleDiscover {}

/// Transactions that recur.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct FoundSchedule {
    /// An id for the schedule.
    pub id: String,
    /// The account.
    pub account: AccountId,
    /// The payee, if the transactions have one.
    pub payee: Option<PayeeId>,
    /// How they recur.
    #[ts(type = "RecurrenceConfig")]
    pub date: Value,
    /// The latest amount in cents.
    #[ts(type = "number")]
    pub amount: i64,
    /// The conditions of a schedule for them.
    #[serde(rename = "_conditions")]
    #[ts(type = "Condition[]")]
    pub conditions: Vec<Value>,
    /// Why they look like one.
    pub evidence: Evidence,
}

/// How regular transactions are, over the last twelve dates or since the first one.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Evidence {
    /// How many dates were looked at, at most 12.
    pub dates: usize,
    /// How many of them have a transaction within two days.
    pub found: usize,
    /// The most days that one is off; 0 to 2.
    #[ts(type = "number")]
    pub days_off: i64,
    /// The smallest amount in cents.
    #[ts(type = "number")]
    pub least: i64,
    /// The largest amount in cents.
    #[ts(type = "number")]
    pub most: i64,
    /// The day of the latest one.
    pub last: Day,
    /// The transactions, newest first.
    pub transactions: Vec<TransactionId>,
}

/// Runs the daily work of schedules now, as after a sync that succeeded: posts those that are due,
/// each missed date once, and moves on those that are paid.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ScheduleForceRun {}

/// The report of the latest run that posted, completed or failed to post something; null if there
/// was none. The run may have been made while no tab was open.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ScheduleGetLastRun {
    /// The id of the report that the caller has: returns all later ones as one report with the id
    /// and day of the latest, or null. About a month of reports is kept; if the caller's is older,
    /// all of them are returned.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub after: Option<String>,
}

/// A transaction that a schedule has posted or would post.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PostedTransaction {
    /// The schedule.
    pub schedule: String,
    /// The schedule's name, if it has one.
    pub name: Option<String>,
    /// The transaction.
    pub id: TransactionId,
    /// The account.
    pub account: AccountId,
    /// The payee.
    pub payee: Option<PayeeId>,
    /// The day.
    pub date: Day,
    /// Cents; negative for spending.
    #[ts(type = "number")]
    pub amount: i64,
}

/// The result of the daily run of schedules.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct ScheduleRun {
    /// The transactions it added, by day.
    pub posted: Vec<PostedTransaction>,
    /// Schedules that it moved on because they are paid, and their next dates.
    #[serde(rename = "movedOn")]
    pub moved_on: BTreeMap<String, Day>,
    /// Schedules that it completed: paid ones with a single date.
    pub completed: Vec<String>,
    /// The payees of those that were due but not posted, because the sync did not succeed.
    pub offline: Vec<Option<PayeeId>>,
    /// Those that were due but could not be posted. The next run tries them again.
    #[serde(default)]
    pub failed: Vec<FailedSchedule>,
}

/// A schedule that could not be posted, such as one whose rule names a deleted account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct FailedSchedule {
    /// The schedule.
    pub schedule: String,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its payee.
    pub payee: Option<PayeeId>,
    /// The code of the error.
    #[ts(type = "ErrorCode")]
    pub code: String,
    /// What happened, in words.
    pub message: String,
}

impl ScheduleRun {
    /// Whether there is something to tell a person.
    pub(crate) fn has_news(&self) -> bool {
        !(self.posted.is_empty() && self.completed.is_empty() && self.failed.is_empty())
    }

    /// Takes in what happened later.
    pub(crate) fn add(&mut self, later: Self) {
        self.posted.extend(later.posted);
        self.moved_on.extend(later.moved_on);
        self.completed.extend(later.completed);
        self.offline.extend(later.offline);
        self.failed.extend(later.failed);
    }
}
