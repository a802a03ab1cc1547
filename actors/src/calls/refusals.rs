//! Maps the engine's refusals to call errors.

use serde_json::json;
use sobre_engine::accounts::AccountError;
use sobre_engine::categories::CategoryError;
use sobre_engine::dashboards::{CardError, DashboardFileError, ReportError};
use sobre_engine::names::{MAX_CHARS, NameError};
use sobre_engine::reports::ReportFault;

use crate::contract::{CallError, ErrorCode};

impl From<NameError> for CallError {
    fn from(error: NameError) -> Self {
        match error {
            NameError::Blank => Self::of(ErrorCode::NameRequired),
            NameError::TooLong => Self::new(ErrorCode::NameTooLong, error.to_string())
                .with_meta(json!({ "most": MAX_CHARS })),
        }
    }
}

impl From<CategoryError> for CallError {
    fn from(error: CategoryError) -> Self {
        let message = error.to_string();
        let (code, meta) = match error {
            CategoryError::Name(error) => return error.into(),
            CategoryError::NoCategory => return Self::of(ErrorCode::NoCategories),
            CategoryError::NoGroup => return Self::of(ErrorCode::GroupNotFound),
            CategoryError::TooMany => return Self::of(ErrorCode::TooManyCategories),
            CategoryError::LastIncomeGroup => return Self::of(ErrorCode::LastIncomeGroup),
            CategoryError::OtherKind => return Self::of(ErrorCode::CategoryType),
            CategoryError::ToItself | CategoryError::IntoItsGroup => {
                return Self::new(ErrorCode::NoCategories, message);
            }
            CategoryError::CategoryExists { name, group } => {
                (ErrorCode::CategoryExists, json!({ "name": name, "group": group }))
            }
            CategoryError::GroupExists(name) => (ErrorCode::GroupExists, json!({ "name": name })),
        };
        Self::new(code, message).with_meta(meta)
    }
}

impl From<AccountError> for CallError {
    fn from(error: AccountError) -> Self {
        Self::of(match error {
            AccountError::Name(error) => return error.into(),
            AccountError::NoAccount => ErrorCode::AccountNotFound,
            AccountError::TooMany => ErrorCode::TooManyAccounts,
            AccountError::TargetRequired => ErrorCode::TransferRequired,
            AccountError::TargetIsItself => ErrorCode::TransferToItself,
        })
    }
}

impl From<CardError> for CallError {
    fn from(error: CardError) -> Self {
        Self::new(ErrorCode::InvalidCard, error.to_string())
    }
}

impl From<ReportError> for CallError {
    fn from(error: ReportError) -> Self {
        let message = error.to_string();
        let code = match error {
            ReportError::Name(error) => return error.into(),
            ReportError::NameMissing => ErrorCode::NameRequired,
            ReportError::Condition(_) => ErrorCode::InvalidCondition,
            ReportError::Word { .. }
            | ReportError::Day
            | ReportError::Range
            | ReportError::ConditionsTooLong => ErrorCode::InvalidReport,
        };
        Self::new(code, message)
    }
}

impl From<DashboardFileError> for CallError {
    fn from(error: DashboardFileError) -> Self {
        let message = error.to_string();
        let refused = Self::new(ErrorCode::InvalidDashboard, message);
        match error {
            DashboardFileError::NotJson => refused,
            DashboardFileError::Invalid(reason) => refused.with_meta(json!({ "reason": reason })),
        }
    }
}

impl From<ReportFault> for CallError {
    fn from(fault: ReportFault) -> Self {
        let code = match fault {
            ReportFault::TooManyPeriods => ErrorCode::TooManyPeriods,
            ReportFault::NoFigures(_) | ReportFault::NoSuchFigure => ErrorCode::NoSuchFigure,
            ReportFault::NotTracking => ErrorCode::NotTracking,
        };
        Self::new(code, fault.to_string())
    }
}
