//! The one entry of all cards: a card's type and stored keys in, its figures out.

use serde::Serialize;
use serde_json::Value as Json;

use super::cash_flow::{CashFlow, cash_flow};
use super::context::Reports;
use super::fault::ReportFault;
use super::meta::CardKind;
use super::net_worth::{NetWorth, net_worth};
use super::periods::Interval;

/// A card whose figures are wanted.
#[derive(Debug, Clone, Copy)]
pub struct CardRequest<'m> {
    /// Its type.
    pub kind: CardKind,
    /// Its stored keys; null for all defaults. Of a custom report the report itself, with public
    /// field names.
    pub meta: &'m Json,
    /// The choice of days or months on the cash flow screen, which is not stored.
    pub view: Option<Interval>,
}

/// What a card shows.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
#[serde(untagged)]
pub enum Figures {
    /// Net worth.
    NetWorth(NetWorth),
    /// Cash flow.
    CashFlow(CashFlow),
}

impl Reports<'_> {
    /// What a card shows.
    ///
    /// # Errors
    /// [`ReportFault`] for a card without figures and for a range that is too long.
    pub fn figures(&self, card: CardRequest<'_>) -> Result<Figures, ReportFault> {
        let CardRequest { kind, meta, view } = card;
        Ok(match kind {
            CardKind::NetWorth => Figures::NetWorth(net_worth(self, meta)?),
            CardKind::CashFlow => Figures::CashFlow(cash_flow(self, meta, view)?),
            _ => return Err(ReportFault::NoFigures(kind.name().to_owned())),
        })
    }
}
