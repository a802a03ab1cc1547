//! The offset between this computer's clock and a sync server's, and its correction. All clock
//! limits are defined here and in [`latest_accepted`](crate::crdt::latest_accepted): the limit on
//! timestamps is [`MAX_DRIFT_MS`], and both tolerances below are smaller.

use crate::crdt::MAX_DRIFT_MS;

const MAX_DRIFT: i64 = MAX_DRIFT_MS.cast_signed();

/// Offsets up to this are ignored: a slow connection looks like a clock that is behind. Larger ones
/// are corrected long before the server refuses a message.
const TOLERANCE_MS: i64 = MAX_DRIFT / 30;

/// A correction by more than this deserves a notice: half of how far a timestamp may be ahead.
const NOTICE_MS: i64 = MAX_DRIFT / 2;

/// The server's time from one response. Both times in milliseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServerTime {
    /// The server's clock.
    pub server_ms: u64,
    /// This computer's clock when the response arrived.
    pub own_ms: i64,
}

impl ServerTime {
    /// How far the server's clock is ahead, in milliseconds.
    fn ahead_ms(self) -> i64 {
        i64::try_from(self.server_ms).unwrap_or(i64::MAX).saturating_sub(self.own_ms)
    }

    /// The correction of this computer's clock, in milliseconds: none, or `known_ms`, if that is
    /// close enough.
    #[must_use]
    pub fn offset_ms(self, known_ms: i64) -> i64 {
        let exact = self.ahead_ms();
        [0, known_ms].into_iter().find(|offset| is_near(*offset, exact)).unwrap_or(exact)
    }

    /// Whether two responses report the same time. A time that would change the correction is
    /// requested twice.
    #[must_use]
    pub fn agrees_with(self, other: Self) -> bool {
        is_near(self.ahead_ms(), other.ahead_ms())
    }
}

fn is_near(one: i64, other: i64) -> bool {
    one.saturating_sub(other).abs() <= TOLERANCE_MS
}

/// Whether to notify the user of a correction that moved from one offset to another.
#[must_use]
pub fn deserves_notice(before_ms: i64, after_ms: i64) -> bool {
    after_ms.saturating_sub(before_ms).abs() > NOTICE_MS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ahead(ms: i64) -> ServerTime {
        ServerTime { server_ms: (1_000_000 + ms).cast_unsigned(), own_ms: 1_000_000 }
    }

    #[test]
    fn small_differences_change_nothing_and_large_ones_are_taken_over_exactly() {
        assert_eq!(ahead(10_000).offset_ms(0), 0);
        assert_eq!(ahead(-10_000).offset_ms(0), 0);
        assert_eq!(ahead(10_001).offset_ms(0), 10_001);
        assert_eq!(ahead(70_000).offset_ms(60_000), 60_000, "near to what is known");
        assert_eq!(ahead(4_000).offset_ms(60_000), 0, "the clock was put right");
    }

    #[test]
    fn two_responses_agree_within_the_tolerance() {
        assert!(ahead(60_000).agrees_with(ahead(70_000)));
        assert!(!ahead(60_000).agrees_with(ahead(70_001)));
    }

    #[test]
    fn a_notice_comes_before_the_server_would_refuse_messages() {
        assert!(!deserves_notice(0, 150_000));
        assert!(deserves_notice(0, -150_001) && deserves_notice(200_000, 0));
    }

    #[test]
    fn impossible_times_are_no_overflow() {
        let never = ServerTime { server_ms: u64::MAX, own_ms: i64::MIN };
        assert_eq!(never.offset_ms(0), i64::MAX);
        assert!(deserves_notice(i64::MIN, i64::MAX));
    }
}
