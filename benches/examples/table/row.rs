//! A row of the table and its output.

/// A measured goal.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    goal: &'static str,
    size: &'static str,
    what: String,
    measured: f64,
    limit: f64,
    unit: &'static str,
}

impl Row {
    /// A value that must not exceed `limit`, both in `unit`.
    pub(crate) fn new(
        (goal, size): (&'static str, &'static str),
        what: impl Into<String>,
        (measured, limit): (f64, f64),
        unit: &'static str,
    ) -> Self {
        Self { goal, size, what: what.into(), measured, limit, unit }
    }

    fn is_met(&self) -> bool {
        self.measured <= self.limit
    }

    fn cells(&self) -> [String; 6] {
        let met = match (self.limit.is_finite(), self.is_met()) {
            (false, _) => "",
            (true, true) => "yes",
            (true, false) => "NO",
        };
        let limit = if self.limit.is_finite() {
            format!("{} {}", number(self.limit), self.unit)
        } else {
            "yardstick".to_owned()
        };
        [
            self.goal.to_owned(),
            self.size.to_owned(),
            self.what.clone(),
            format!("{} {}", number(self.measured), self.unit),
            limit,
            met.to_owned(),
        ]
    }
}

fn number(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

/// The rows as a table of text, with a heading.
pub(crate) fn table(rows: &[Row]) -> String {
    let heading = ["goal", "size", "what", "measured", "at most", "met"].map(str::to_owned);
    let lines: Vec<[String; 6]> =
        std::iter::once(heading).chain(rows.iter().map(Row::cells)).collect();
    let width =
        |at: usize| lines.iter().map(|line| line[at].chars().count()).max().unwrap_or_default();
    let widths: [usize; 6] = std::array::from_fn(width);
    let mut text = String::new();
    for (number, line) in lines.iter().enumerate() {
        let padded: Vec<String> =
            line.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        text.push_str(padded.join(" | ").trim_end());
        text.push('\n');
        if number == 0 {
            text.push_str(&widths.map(|width| "-".repeat(width)).join("-|-"));
            text.push('\n');
        }
    }
    let missed = rows.iter().filter(|row| row.limit.is_finite() && !row.is_met()).count();
    text.push_str(&format!("{missed} of {} goals missed\n", goals(rows)));
    text
}

fn goals(rows: &[Row]) -> usize {
    rows.iter().filter(|row| row.limit.is_finite()).count()
}
