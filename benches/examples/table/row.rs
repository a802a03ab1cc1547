//! A row of the table and its output.

/// What rows are about: a part of the measurements and the size of the budget.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Topic {
    /// As `--only` names it.
    pub(crate) part: &'static str,
    /// `-` without a budget of a measured size.
    pub(crate) size: &'static str,
}

impl Topic {
    /// A value that must not exceed `limit`, both in `unit`.
    pub(crate) fn goal(
        self,
        what: impl Into<String>,
        measured: f64,
        limit: f64,
        unit: &'static str,
    ) -> Row {
        Row { limit: Some(limit), ..self.yardstick(what, measured, unit) }
    }

    /// A value without a limit.
    pub(crate) fn yardstick(
        self,
        what: impl Into<String>,
        measured: f64,
        unit: &'static str,
    ) -> Row {
        Row { topic: self, what: what.into(), measured, limit: None, unit }
    }
}

/// A measured value.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    topic: Topic,
    what: String,
    measured: f64,
    limit: Option<f64>,
    unit: &'static str,
}

impl Row {
    fn is_missed(&self) -> bool {
        self.limit.is_some_and(|limit| self.measured > limit)
    }

    fn cells(&self) -> [String; 6] {
        let (limit, met) = match self.limit {
            None => ("yardstick".to_owned(), ""),
            Some(limit) => {
                let met = if self.is_missed() { "NO" } else { "yes" };
                (format!("{} {}", number(limit), self.unit), met)
            }
        };
        [
            self.topic.part.to_owned(),
            self.topic.size.to_owned(),
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
    let heading = ["part", "size", "what", "measured", "at most", "met"].map(str::to_owned);
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
    let missed = rows.iter().filter(|row| row.is_missed()).count();
    let goals = rows.iter().filter(|row| row.limit.is_some()).count();
    text.push_str(&format!("{missed} of {goals} goals missed\n"));
    text
}
