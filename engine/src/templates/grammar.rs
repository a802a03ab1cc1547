//! The grammar of one line. Keywords may be written in any letter case, the word that begins the
//! line only in lowercase; spaces may stand between all parts. The whole line must match.

use regex::Regex;
use winnow::ascii::{Caseless, digit1, space0, space1};
use winnow::combinator::{alt, delimited, eof, opt, preceded, terminated};
use winnow::prelude::*;
use winnow::token::{any, rest, take_while};

use super::{
    Adjustment, AdjustmentType, Directive, Entry, Limit, LimitPeriod, LineProblem, Period, Target,
    Template, Unit,
};
use crate::dates::{Day, Month};
use crate::money::Decimal;

/// Reads a line that begins with its directive and ends without spaces.
///
/// # Errors
/// [`LineProblem`].
pub(super) fn parse(line: &str) -> Result<Entry, LineProblem> {
    let entry =
        alt((goal_line, template_line)).parse(line).map_err(|_| LineProblem::NotUnderstood)?;
    if let Template::Schedule { adjustment: Some(adjustment), .. }
    | Template::Average { adjustment: Some(adjustment), .. } = &entry.template
        && !adjustment.is_in_range()
    {
        return Err(LineProblem::AdjustmentRange);
    }
    Ok(entry)
}

impl Adjustment {
    fn is_in_range(self) -> bool {
        self.adjustment_type == AdjustmentType::Fixed
            || (!self.adjustment.is_at_most(-100) && self.adjustment.is_at_most(1000))
    }
}

fn goal_line(line: &mut &str) -> ModalResult<Entry> {
    let amount = delimited("#goal", money, eof).parse_next(line)?;
    let template = Template::Goal { amount };
    Ok(Entry { template, priority: None, directive: Directive::Goal, description: None })
}

fn template_line(line: &mut &str) -> ModalResult<Entry> {
    let given = preceded("#template", opt(preceded("-", number))).parse_next(line)?;
    space0.parse_next(line)?;
    let template = alt((
        whole(percentage),
        whole(periodic),
        whole(target),
        whole(simple),
        whole(refill),
        whole(schedule),
        whole(remainder),
        whole(average),
        whole(copy),
    ))
    .parse_next(line)?;
    let has_turn = !matches!(template, Template::Remainder { .. });
    let priority = has_turn.then_some(given.unwrap_or(0));
    Ok(Entry { template, priority, directive: Directive::Template, description: None })
}

/// A parser that reads up to the end of the line.
fn whole<'a>(
    parser: impl ModalParser<&'a str, Template, winnow::error::ContextError>,
) -> impl ModalParser<&'a str, Template, winnow::error::ContextError> {
    terminated(parser, (space0, eof))
}

fn percentage(line: &mut &str) -> ModalResult<Template> {
    let percent = terminated(unsigned, (space0, "%", words(["of"]))).parse_next(line)?;
    let previous = opt(word("previous")).parse_next(line)?.is_some();
    let category = name.parse_next(line)?;
    Ok(Template::Percentage { percent, previous, category })
}

fn periodic(line: &mut &str) -> ModalResult<Template> {
    let amount = terminated(amount, words(["repeat", "every"])).parse_next(line)?;
    let period = terminated(period, word("starting")).parse_next(line)?;
    let starting = day.parse_next(line)?;
    let limit = opt(limit).parse_next(line)?;
    Ok(Template::Periodic { amount, period, starting, limit })
}

fn target(line: &mut &str) -> ModalResult<Template> {
    let amount = terminated(amount, word("by")).parse_next(line)?;
    let month = month.parse_next(line)?;
    let from = opt(preceded(words(["spend", "from"]), self::month)).parse_next(line)?;
    let repeated = opt(preceded(words(["repeat", "every"]), repeat)).parse_next(line)?;
    let (annual, repeat) = repeated.map_or((None, None), |(annual, every)| (Some(annual), every));
    let target = Target { amount, month, from, annual, repeat };
    Ok(if from.is_some() { Template::Spend(target) } else { Template::By(target) })
}

fn simple(line: &mut &str) -> ModalResult<Template> {
    (amount.map(Some), opt(limit))
        .map(|(monthly, limit)| Template::Simple { monthly, limit })
        .parse_next(line)
}

fn refill(line: &mut &str) -> ModalResult<Template> {
    limit.map(|limit| Template::Simple { monthly: None, limit: Some(limit) }).parse_next(line)
}

fn schedule(line: &mut &str) -> ModalResult<Template> {
    word("schedule").parse_next(line)?;
    let full = opt((space0, Caseless("full"), space1)).parse_next(line)?.map(|_| true);
    let text = name.parse_next(line)?;
    // A name may hold brackets, so only the last ones can be an adjustment.
    let adjusted = text.rfind('[').and_then(|at| {
        let (name, bracket) = text.split_at(at);
        let adjustment = adjustment.parse(bracket).ok()?;
        Some((name.trim_end().to_owned(), adjustment)).filter(|(name, _)| !name.is_empty())
    });
    let (name, adjustment) = match adjusted {
        Some((name, adjustment)) => (name, Some(adjustment)),
        None => (text, None),
    };
    Ok(Template::Schedule { name, full, adjustment })
}

fn remainder(line: &mut &str) -> ModalResult<Template> {
    preceded(word("remainder"), (opt(positive), opt(limit)))
        .map(|(weight, limit)| Template::Remainder { weight: weight.unwrap_or(1), limit })
        .parse_next(line)
}

fn average(line: &mut &str) -> ModalResult<Template> {
    let num_months = preceded(word("average"), positive).parse_next(line)?;
    opt(word("months")).parse_next(line)?;
    let adjustment = opt(adjustment).parse_next(line)?;
    Ok(Template::Average { num_months, adjustment })
}

fn copy(line: &mut &str) -> ModalResult<Template> {
    let look_back = preceded(words(["copy", "from"]), positive).parse_next(line)?;
    words(["months", "ago"]).parse_next(line)?;
    let limit = opt(limit).parse_next(line)?;
    Ok(Template::Copy { look_back, limit })
}

fn limit(line: &mut &str) -> ModalResult<Limit> {
    let amount = preceded(words(["up", "to"]), amount).parse_next(line)?;
    let weekly = opt(preceded(words(["per", "week", "starting"]), day)).parse_next(line)?;
    let period = match weekly {
        Some(_) => LimitPeriod::Weekly,
        None if opt(words(["per", "day"])).parse_next(line)?.is_some() => LimitPeriod::Daily,
        None => LimitPeriod::Monthly,
    };
    let hold = opt(word("hold")).parse_next(line)?.map(|()| true);
    Ok(Limit { amount, hold, period, start: weekly })
}

fn adjustment(line: &mut &str) -> ModalResult<Adjustment> {
    preceded(space0, "[").parse_next(line)?;
    let is_increase =
        alt((word("increase").value(true), word("decrease").value(false))).parse_next(line)?;
    let number = preceded(space0, unsigned).parse_next(line)?;
    let percent = opt(preceded(space0, "%")).parse_next(line)?;
    preceded(space0, "]").parse_next(line)?;
    let adjustment_type =
        if percent.is_some() { AdjustmentType::Percent } else { AdjustmentType::Fixed };
    let adjustment = if is_increase { number } else { number.negated() };
    Ok(Adjustment { adjustment, adjustment_type })
}

fn period(line: &mut &str) -> ModalResult<Period> {
    let some = |unit, plural| {
        (positive, word(plural)).map(move |(amount, ())| Period { period: unit, amount })
    };
    let one = |unit, word_of| word(word_of).value(Period { period: unit, amount: 1 });
    alt((
        some(Unit::Day, "days"),
        some(Unit::Week, "weeks"),
        some(Unit::Month, "months"),
        some(Unit::Year, "years"),
        one(Unit::Day, "day"),
        one(Unit::Week, "week"),
        one(Unit::Year, "year"),
    ))
    .parse_next(line)
}

/// Whether it is a number of years, and the number if one is given.
fn repeat(line: &mut &str) -> ModalResult<(bool, Option<u32>)> {
    alt((
        terminated(positive, word("months")).map(|every| (false, Some(every))),
        terminated(positive, word("years")).map(|every| (true, Some(every))),
        word("month").value((false, None)),
        word("year").value((true, None)),
    ))
    .parse_next(line)
}

fn word<'a>(word: &'static str) -> impl ModalParser<&'a str, (), winnow::error::ContextError> {
    preceded(space0, Caseless(word)).void()
}

fn words<'a, const N: usize>(
    all: [&'static str; N],
) -> impl ModalParser<&'a str, (), winnow::error::ContextError> {
    move |line: &mut &'a str| all.iter().try_for_each(|one| word(one).parse_next(line))
}

/// The rest of the line, at least one character.
fn name(line: &mut &str) -> ModalResult<String> {
    preceded(space0, rest)
        .map(str::trim)
        .verify(|name: &str| !name.is_empty())
        .map(str::to_owned)
        .parse_next(line)
}

/// An amount with spaces before it.
fn amount(line: &mut &str) -> ModalResult<Decimal> {
    preceded(space0, money).parse_next(line)
}

/// An amount: a currency sign, a minus, digits, and a point with up to two digits.
fn money(line: &mut &str) -> ModalResult<Decimal> {
    let digits = (opt("-"), digit1, opt((".", take_while(0..=2, '0'..='9')))).take();
    preceded((opt(any.verify(is_currency_sign)), space0), digits).parse_to().parse_next(line)
}

fn is_currency_sign(sign: &char) -> bool {
    // Letters and digits are the usual case and no signs.
    let may_be = *sign == '$' || !(sign.is_ascii() || sign.is_alphanumeric());
    let is_sign = |signs: Regex| signs.is_match(sign.encode_utf8(&mut [0; 4]));
    may_be && Regex::new(r"^\p{Sc}$").is_ok_and(is_sign)
}

/// Digits and a point with digits.
fn unsigned(line: &mut &str) -> ModalResult<Decimal> {
    preceded(space0, (digit1, opt((".", take_while(0.., '0'..='9')))).take())
        .parse_to()
        .parse_next(line)
}

fn number(line: &mut &str) -> ModalResult<u32> {
    digit1.parse_to().parse_next(line)
}

/// A whole number that does not begin with 0.
fn positive(line: &mut &str) -> ModalResult<u32> {
    preceded(space0, digit1.verify(|digits: &str| !digits.starts_with('0')))
        .parse_to()
        .parse_next(line)
}

fn month(line: &mut &str) -> ModalResult<Month> {
    preceded(space0, (digits::<4>, "-", digits::<2>).take()).parse_to().parse_next(line)
}

fn day(line: &mut &str) -> ModalResult<Day> {
    preceded(space0, (digits::<4>, "-", digits::<2>, "-", digits::<2>).take())
        .parse_to()
        .parse_next(line)
}

fn digits<'a, const N: usize>(line: &mut &'a str) -> ModalResult<&'a str> {
    take_while(N, '0'..='9').parse_next(line)
}
