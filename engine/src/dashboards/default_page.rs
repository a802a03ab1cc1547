//! The cards of a new file's page, which a reset makes again.

use super::card::Place;
use crate::reports::CardKind;

/// A card of the default page.
#[derive(Debug, Clone, Copy)]
pub struct DefaultCard {
    /// What it shows.
    pub kind: CardKind,
    /// Where it stands.
    pub place: Place,
    /// Its settings as they are stored.
    pub meta: Option<&'static str>,
}

/// Rows of accounts on budget that are no transfers, with an amount above or below 0, this year.
macro_rules! this_year {
    ($name:literal, $figure:literal, $compared:literal) => {
        concat!(
            r#"{"name":""#,
            $name,
            r#"","content":"{\"type\":\""#,
            $figure,
            r#"\",\"fontSize\":20}","#,
            r#""timeFrame":{"start":"2024-01-01","end":"2024-12-31","mode":"yearToDate"},"#,
            r#""conditions":[{"field":"amount","op":""#,
            $compared,
            r#"","value":0},{"field":"account","op":"onBudget","value":""},"#,
            r#"{"field":"transfer","op":"is","value":false}],"conditionsOp":"and"}"#,
        )
    };
}

const CALENDAR: &str = concat!(
    r#"{"name":"Transaction Calendar","timeFrame":{"start":"2024-01-01","#,
    r#""end":"2024-03-31","mode":"sliding-window"},"#,
    r#""conditions":[{"field":"transfer","op":"is","value":false}],"conditionsOp":"and"}"#,
);
const NET_WORTH_CHANGE: &str = concat!(
    r#"{"name":"Recent Net Worth Change","content":"{\"type\":\"sum\",\"fontSize\":32}","#,
    r#""timeFrame":{"start":"2024-01-01","end":"2024-03-31","mode":"sliding-window"},"#,
    r#""conditions":[],"conditionsOp":"and"}"#,
);
const TIPS: &str = concat!(
    r###"{"content":"## Dashboard Tips\n\nYou can add new widgets or edit existing "###,
    r###"widgets by using the buttons at the top of the page. Choose a widget type and "###,
    r###"customize it to fit your needs.\n\n**Moving cards:** Drag any card by its "###,
    r###"header to reposition it.\n\n**Deleting cards:** Click the three-dot menu on any "###,
    r###"card and select \"Remove\"."}"###,
);

/// The default page, in the order of rows and columns.
pub const DEFAULT_PAGE: &[DefaultCard] = &[
    figure(0, this_year!("Total Income (YTD)", "sum", "gt")),
    figure(3, this_year!("Total Expenses (YTD)", "sum", "lt")),
    figure(6, this_year!("Avg Per Month", "avgPerMonth", "lt")),
    figure(9, this_year!("Avg Per Transaction", "avgPerTransact", "lt")),
    card(CardKind::NetWorth, place(0, 2, 6, 2), None),
    card(CardKind::CashFlow, place(6, 2, 6, 2), None),
    spending(0, r#"{"name":"This Month","mode":"single-month"}"#),
    spending(4, r#"{"name":"Budget Overview","mode":"budget"}"#),
    spending(8, r#"{"name":"3-Month Average","mode":"average"}"#),
    card(CardKind::Calendar, place(0, 8, 8, 4), Some(CALENDAR)),
    card(CardKind::Summary, place(8, 8, 4, 2), Some(NET_WORTH_CHANGE)),
    card(CardKind::Markdown, place(8, 10, 4, 2), Some(TIPS)),
];

const fn figure(x: i64, meta: &'static str) -> DefaultCard {
    card(CardKind::Summary, place(x, 0, 3, 2), Some(meta))
}

const fn spending(x: i64, meta: &'static str) -> DefaultCard {
    card(CardKind::Spending, place(x, 5, 4, 2), Some(meta))
}

const fn card(kind: CardKind, place: Place, meta: Option<&'static str>) -> DefaultCard {
    DefaultCard { kind, place, meta }
}

const fn place(x: i64, y: i64, width: i64, height: i64) -> Place {
    Place { x, y, width, height }
}
