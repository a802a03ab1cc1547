//! Generates from the table of calls the name, lane and reply of each request, and the
//! documentation.

use sobre_engine::banks::AccountSettings;
use sobre_engine::banks::linking::{Institution, ProviderState, ScheduleState};
use sobre_engine::dates::Day;
use sobre_engine::ids::AccountId;
use sobre_engine::money::Amount;
use ts_rs::{Config, TS};

use crate::contract::{
    Call, CallInfo, ErrorCode, Lane, accounts, backups, bank_screens, banks, budget,
    budget_actions, categories, coming, dashboards, events, files, filters, history, notes, payees,
    query, reports, rules, saved_reports, schedules, server, settings, sheet, statements, sync,
    templates, transactions,
};

use super::for_each_call;

macro_rules! declare {
    ($($name:literal $(/ $alias:literal)* $(($bare:ident))? $lane:ident
        $domain:ident :: $request:ident -> $reply:ty
        | [$($error:ident),* $(,)?] $($repeatable:ident)?;)*) => {
        $(
            impl Call for $domain::$request {
                const NAME: &'static str = $name;
                const LANE: Lane = Lane::$lane;
                const BARE: &'static [&'static str] = &[$(stringify!($bare))?];
                type Reply = $reply;
            }
        )*

        /// Every call with its types in TypeScript, in table order.
        #[must_use]
        pub fn table(config: &Config) -> Vec<CallInfo> {
            vec![$(CallInfo {
                name: $name,
                aliases: &[$($alias),*],
                bare: &[$(stringify!($bare))?],
                lane: Lane::$lane,
                args: <$domain::$request as TS>::name(config),
                declaration: <$domain::$request as TS>::decl(config),
                reply: <$reply as TS>::name(config),
                docs: <$domain::$request as TS>::docs().unwrap_or_default(),
                errors: &[$(ErrorCode::$error),*],
                repeatable: matches!(Lane::$lane, Lane::Query)
                    || !stringify!($($repeatable)?).is_empty(),
            }),*]
        }

        /// The names of all calls, in table order, each before its aliases.
        pub const NAMES: &[&str] = &[$($name $(, $alias)*),*];
    };
}

for_each_call!(declare);
