//! The timestamp of a message: wall time, counter and node, written as 46 characters and ordered
//! as text. It does not read any clock.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Length of the canonical text.
const TEXT_LENGTH: usize = 46;
/// Last millisecond that the canonical text can hold, the end of the year 9999.
const LAST_MILLIS: u64 = 253_402_300_799_999;
const DAY_MS: u64 = 86_400_000;

/// Why a text is not a timestamp.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("not a message timestamp: {0}")]
pub struct TimestampError(String);

/// The identity of one open copy of a budget, 16 characters without `-`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node([u8; 16]);

impl Node {
    /// The node of a "since" timestamp, all zeros.
    pub const ZERO: Self = Self([b'0'; 16]);

    /// A node from text: the last 16 characters, left-padded with `0`. `None` for text with `-` or
    /// characters other than printable ASCII.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        if !bytes.iter().all(|byte| byte.is_ascii_graphic() && *byte != b'-') {
            return None;
        }
        let tail = &bytes[bytes.len().saturating_sub(16)..];
        let mut node = [b'0'; 16];
        node[16 - tail.len()..].copy_from_slice(tail);
        Some(Self(node))
    }

    /// The node of a random UUID: its last 16 hex digits in lower case.
    #[must_use]
    pub fn from_uuid(uuid: &str) -> Option<Self> {
        let digits: String =
            uuid.chars().filter(|c| *c != '-').map(|c| c.to_ascii_lowercase()).collect();
        Self::from_text(&digits)
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{}", char::from(*byte)))
    }
}

/// When and where a message was made. The order is that of the canonical text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp {
    millis: u64,
    counter: u16,
    node: Node,
}

impl Timestamp {
    /// The start of 1970 with counter 0 and node 0.
    pub const ZERO: Self = Self { millis: 0, counter: 0, node: Node::ZERO };

    /// A timestamp from its parts; `millis` since 1970, `None` after the year 9999.
    #[must_use]
    pub const fn new(millis: u64, counter: u16, node: Node) -> Option<Self> {
        if millis > LAST_MILLIS { None } else { Some(Self { millis, counter, node }) }
    }

    /// The first timestamp of a point in time, used as "since". Later
    /// points than the year 9999 give its last millisecond.
    #[must_use]
    pub const fn since(millis: u64) -> Self {
        let millis = if millis > LAST_MILLIS { LAST_MILLIS } else { millis };
        Self { millis, counter: 0, node: Node::ZERO }
    }

    /// Milliseconds since 1970.
    #[must_use]
    pub const fn millis(&self) -> u64 {
        self.millis
    }

    /// The counter within the millisecond.
    #[must_use]
    pub const fn counter(&self) -> u16 {
        self.counter
    }

    /// The copy that made it.
    #[must_use]
    pub const fn node(&self) -> Node {
        self.node
    }

    /// The same time on another node.
    #[must_use]
    pub const fn with_node(self, node: Node) -> Self {
        Self { node, ..self }
    }

    /// The canonical text without an allocation.
    #[must_use]
    pub fn text(&self) -> TimestampText {
        let mut text = *b"0000-00-00T00:00:00.000Z-0000-0000000000000000";
        let (year, month, day) = civil_from_days(self.millis / DAY_MS);
        let ms = self.millis % DAY_MS;
        decimal(&mut text[0..4], year);
        decimal(&mut text[5..7], month);
        decimal(&mut text[8..10], day);
        decimal(&mut text[11..13], ms / 3_600_000);
        decimal(&mut text[14..16], ms / 60_000 % 60);
        decimal(&mut text[17..19], ms / 1000 % 60);
        decimal(&mut text[20..23], ms % 1000);
        for (at, shift) in [12, 8, 4, 0].into_iter().enumerate() {
            text[25 + at] = b"0123456789ABCDEF"[usize::from(self.counter >> shift & 15)];
        }
        text[30..].copy_from_slice(&self.node.0);
        TimestampText(text)
    }

    /// `MurmurHash3` (x86, 32 bit, seed 0) of the canonical text, the hash that enters the
    /// Merkle tree.
    #[must_use]
    pub fn hash(&self) -> u32 {
        murmur3(&self.text().0)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text().as_str())
    }
}

/// The canonical text of a [`Timestamp`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimestampText([u8; TEXT_LENGTH]);

impl TimestampText {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // The node is ASCII by construction, so this never takes the empty branch.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl fmt::Debug for TimestampText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Timestamp {
    type Err = TimestampError;

    /// Reads five parts separated by `-`: a date of three parts, a hexadecimal counter and a node.
    /// Also accepts a time without a fraction and a bare day.
    fn from_str(text: &str) -> Result<Self, TimestampError> {
        parse(text).ok_or_else(|| TimestampError(text.chars().take(60).collect()))
    }
}

fn parse(text: &str) -> Option<Timestamp> {
    let mut parts = text.split('-');
    let (year, month, rest) = (parts.next()?, parts.next()?, parts.next()?);
    let (counter, node) = (parts.next()?, parts.next()?);
    if parts.next().is_some() || node.len() > 16 {
        return None;
    }
    let millis = parse_time(year, month, rest)?;
    Timestamp::new(millis, parse_counter(counter)?, Node::from_text(node)?)
}

fn parse_counter(text: &str) -> Option<u16> {
    let digits = text.bytes().take_while(u8::is_ascii_hexdigit).count();
    u16::from_str_radix(&text[..digits], 16).ok()
}

fn parse_time(year: &str, month: &str, rest: &str) -> Option<u64> {
    let (day, time) = rest.split_once('T').map_or((rest, None), |(day, time)| (day, Some(time)));
    let days = days_from_civil(number(year, 4)?, number(month, 2)?, number(day, 2)?)?;
    Some(days * DAY_MS + time.map_or(Some(0), parse_time_of_day)?)
}

fn parse_time_of_day(time: &str) -> Option<u64> {
    let time = time.strip_suffix('Z')?;
    let (whole, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let mut parts = whole.split(':');
    let mut next = |below: u64| number(parts.next()?, 2).filter(|value| *value < below);
    let (hour, minute, second) = (next(24)?, next(60)?, next(60)?);
    let digits = fraction.len().min(3);
    let scale = [0, 100, 10, 1][digits];
    let ms = number(fraction.get(..digits)?, digits)? * scale;
    let all_digits = !fraction.is_empty() && fraction.bytes().all(|b| b.is_ascii_digit());
    (parts.next().is_none() && all_digits)
        .then_some(((hour * 60 + minute) * 60 + second) * 1000 + ms)
}

fn number(text: &str, digits: usize) -> Option<u64> {
    let well_formed = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    well_formed.then(|| text.bytes().fold(0, |sum, byte| sum * 10 + u64::from(byte - b'0')))
}

fn decimal(target: &mut [u8], mut value: u64) {
    for digit in target.iter_mut().rev() {
        *digit = b"0123456789"[usize::try_from(value % 10).unwrap_or(0)];
        value /= 10;
    }
}

/// Days since 1970 of a day from that year on. Years are counted from March so that the leap
/// day is the last of its year.
fn days_from_civil(year: u64, month: u64, day: u64) -> Option<u64> {
    if year < 1970 || !(1..=12).contains(&month) || day == 0 || day > month_days(year, month) {
        return None;
    }
    let shifted = if month <= 2 { year - 1 } else { year };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    (shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + day_of_year).checked_sub(719_468)
}

/// The day that lies `days` after the start of 1970, as year, month and day.
fn civil_from_days(days: u64) -> (u64, u64, u64) {
    let from_march = days + 719_468;
    let era = from_march / 146_097;
    let day_of_era = from_march % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let month = (shifted_month + 2) % 12 + 1;
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    (year, month, day_of_year - (153 * shifted_month + 2) / 5 + 1)
}

fn month_days(year: u64, month: u64) -> u64 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => 28 + u64::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn murmur3(bytes: &[u8]) -> u32 {
    let scramble =
        |block: u32| block.wrapping_mul(0xcc9e_2d51).rotate_left(15).wrapping_mul(0x1b87_3593);
    let (blocks, tail) = bytes.as_chunks::<4>();
    let mut hash = 0_u32;
    for block in blocks {
        hash ^= scramble(u32::from_le_bytes(*block));
        hash = hash.rotate_left(13).wrapping_mul(5).wrapping_add(0xe654_6b64);
    }
    let rest = tail.iter().rev().fold(0, |rest, byte| rest << 8 | u32::from(*byte));
    hash ^= scramble(rest);
    hash ^= u32::try_from(bytes.len()).unwrap_or(0);
    hash = (hash ^ hash >> 16).wrapping_mul(0x85eb_ca6b);
    hash = (hash ^ hash >> 13).wrapping_mul(0xc2b2_ae35);
    hash ^ hash >> 16
}
