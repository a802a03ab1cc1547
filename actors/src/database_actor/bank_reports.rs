//! Keeps reports of imports from banks.

use actix::{Handler, Message, SyncContext};

use super::DbActor;
use crate::contract::CallError;
use crate::db::KeptReport;

/// Keeps reports beside the budget's data.
#[derive(Message)]
#[rtype(result = "Result<(), CallError>")]
pub(crate) struct KeepBankReports(pub(crate) Vec<KeptReport>);

impl Handler<KeepBankReports> for DbActor {
    type Result = Result<(), CallError>;

    fn handle(&mut self, message: KeepBankReports, _: &mut SyncContext<Self>) -> Self::Result {
        self.guarded(|owner| Ok(owner.db.keep_bank_reports(&message.0)?))
    }
}
