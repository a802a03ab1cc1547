//! Shared by the providers for European banks: consents with an end, and the fields by which banks
//! there describe accounts.

use chrono::{DateTime, SecondsFormat, TimeDelta};
use sobre_engine::banks::linking::ExternalKind;
use sobre_engine::banks::{BankAnswer, BankError, Plan, PlannedAccount};

use crate::banks::provider::{Fetched, Scene};

/// When a consent ends that begins now (RFC 3339).
pub(super) fn end(scene: &Scene<'_>, lasts: TimeDelta) -> String {
    let now = DateTime::from_timestamp_millis(scene.now_ms).unwrap_or_default();
    (now + lasts).to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// The kind of an account by its cash account type (ISO 20022).
pub(super) fn kind(cash_account_type: Option<&str>) -> ExternalKind {
    match cash_account_type {
        Some("CACC" | "TRAN") => ExternalKind::Checking,
        Some("SVGS") => ExternalKind::Savings,
        Some("CARD") => ExternalKind::Credit,
        Some("LOAN") => ExternalKind::Debt,
        _ => ExternalKind::Other,
    }
}

/// The last four characters of an account's number.
pub(super) fn mask(number: Option<&String>) -> Option<String> {
    let number = number?;
    number.get(number.len().checked_sub(4)?..).map(str::to_owned)
}

/// Fetches the accounts of a plan one by one and reads them together. An account that fails gets
/// its error as answer; `fetch` returns `None` for one that the consent lacks.
///
/// # Errors
/// The error of a consent that ended, and that of the first account if all fail.
pub(super) fn fetch_each<T>(
    plan: &Plan,
    fetch: impl Fn(&PlannedAccount) -> Result<Option<T>, BankError>,
    read: impl Fn(&[T], &Plan) -> Vec<BankAnswer>,
) -> Result<Fetched, BankError> {
    let (mut fetched, mut failed): (Vec<T>, Vec<BankAnswer>) = (Vec::new(), Vec::new());
    for asked in &plan.accounts {
        match fetch(asked) {
            Ok(account) => fetched.extend(account),
            Err(error) if error.code == BankError::login_required().code => return Err(error),
            Err(error) => failed.push(BankAnswer::failed(&asked.account, error)),
        }
    }
    if let Some(first) = failed.first().filter(|_| failed.len() == plan.accounts.len()) {
        return Err(first.error.clone().unwrap_or_else(BankError::sync_error));
    }
    let mut answers = read(&fetched, plan);
    for answer in &mut answers {
        if let Some(own) = failed.iter().find(|it| it.account == answer.account) {
            *answer = own.clone();
        }
    }
    Ok(Fetched { answers, cursor: None })
}
