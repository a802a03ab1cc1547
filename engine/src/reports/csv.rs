//! Figures as CSV text: header line, commas, LF, quotes only where needed, plain decimals.
//! Texts that a spreadsheet would read as a formula get a leading apostrophe.

mod cards;

pub use cards::figures_csv;

use super::custom::{BalanceType, CustomReport, GroupBy, Sums};

/// A saved report as text with the figures behind its chart, totals last.
#[must_use]
pub fn report_csv(report: &CustomReport) -> String {
    let lines = if report.split == GroupBy::Interval {
        interval_lines(report)
    } else if report.over_time {
        time_lines(report)
    } else {
        total_lines(report)
    };
    text_of(lines)
}

fn text_of(lines: Vec<Vec<String>>) -> String {
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::Any(b'\n'))
        .flexible(true)
        .from_writer(Vec::new());
    for line in lines {
        // Writing to memory does not fail.
        if writer.write_record(line).is_err() {
            break;
        }
    }
    writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}

/// An amount in units of the currency: `-10.5`, `1234.56`, `0`.
fn units(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    let (whole, part) = (cents.unsigned_abs() / 100, cents.unsigned_abs() % 100);
    let text = format!("{sign}{whole}.{part:02}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A text that no spreadsheet reads as a formula.
fn safe(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if is_formula { format!("'{text}") } else { text.to_owned() }
}

const fn split_word(split: GroupBy) -> &'static str {
    match split {
        GroupBy::Category => "Category",
        GroupBy::Group => "Group",
        GroupBy::CategoryGroup => "CategoryGroup",
        GroupBy::Payee => "Payee",
        GroupBy::Account => "Account",
        GroupBy::Interval => "Interval",
    }
}

/// The headers of the figures of a type.
fn headers(kind: BalanceType) -> Vec<String> {
    let sums = ["Deposits", "Payments", "Net"].map(str::to_owned);
    match kind {
        BalanceType::Budgeted => vec![kind.name().to_owned()],
        BalanceType::Net => sums.to_vec(),
        BalanceType::Payment
        | BalanceType::Deposit
        | BalanceType::NetPayment
        | BalanceType::NetDeposit => sums.into_iter().chain([kind.name().to_owned()]).collect(),
    }
}

fn figures(kind: BalanceType, sums: &Sums) -> Vec<String> {
    let all = [sums.deposits, sums.payments, sums.net, sums.value].map(units);
    let range = match kind {
        BalanceType::Budgeted => 3..4,
        BalanceType::Net => 0..3,
        BalanceType::Payment
        | BalanceType::Deposit
        | BalanceType::NetPayment
        | BalanceType::NetDeposit => 0..4,
    };
    all[range].to_vec()
}

fn line(first: &[String], rest: Vec<String>) -> Vec<String> {
    first.iter().cloned().chain(rest).collect()
}

fn total_lines(report: &CustomReport) -> Vec<Vec<String>> {
    let kind = report.balance_type;
    let mut lines = vec![line(&[split_word(report.split).into(), "Id".into()], headers(kind))];
    for row in &report.rows {
        let id = row.id.clone().unwrap_or_default();
        lines.push(line(&[safe(&row.name), safe(&id)], figures(kind, &row.sums)));
    }
    lines.push(line(&["Total".into(), String::new()], figures(kind, &report.total)));
    lines
}

fn interval_lines(report: &CustomReport) -> Vec<Vec<String>> {
    let kind = report.balance_type;
    let mut lines = vec![line(&["Interval", "From", "To"].map(str::to_owned), headers(kind))];
    for it in &report.intervals {
        let first = [it.key.clone(), it.from.to_string(), it.to.to_string()];
        lines.push(line(&first, figures(kind, &it.sums)));
    }
    let first = ["Total".into(), report.start.to_string(), report.end.to_string()];
    lines.push(line(&first, figures(kind, &report.total)));
    lines
}

fn time_lines(report: &CustomReport) -> Vec<Vec<String>> {
    let keys = report.intervals.iter().map(|it| it.key.clone()).chain(["Total".to_owned()]);
    let mut lines = vec![line(&[split_word(report.split).into(), "Id".into()], keys.collect())];
    for row in &report.rows {
        let id = row.id.clone().unwrap_or_default();
        let cells = row.cells.iter().copied().chain([row.sums.value]).map(units);
        lines.push(line(&[safe(&row.name), safe(&id)], cells.collect()));
    }
    let totals = report.intervals.iter().map(|it| it.sums.value).chain([report.total.value]);
    lines.push(line(&["Total".into(), String::new()], totals.map(units).collect()));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_plain_and_texts_are_no_formulas() {
        let cases = [(0, "0"), (-1250, "-12.5"), (100, "1"), (1, "0.01"), (-12_345, "-123.45")];
        for (cents, expected) in cases {
            assert_eq!(units(cents), expected);
        }
        assert_eq!((&*safe("=A1"), &*safe("-5"), &*safe("Rent")), ("'=A1", "'-5", "Rent"));
    }
}
