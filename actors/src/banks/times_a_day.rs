//! When scheduled fetches are due. Pure functions of the last stored run, so a restart changes
//! nothing and several missed runs become one.

use sha2::{Digest as _, Sha256};
use sobre_engine::banks::linking::Schedule;
use sobre_engine::banks::{BankError, ErrorType, SyncStatus};

const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;
const DAY_MINUTES: i64 = 24 * 60;
/// Longest delay of a file's runs in minutes, so that servers do not all fetch on the hour.
const MOST_DELAY: u16 = 40;
/// Hours between retries of a failed connection; after these, once a day.
const WAITS: [i64; 4] = [1, 2, 4, 8];

/// Whether a schedule is valid.
pub(super) fn is_valid(schedule: &Schedule) -> bool {
    (1..=4).contains(&schedule.times)
        && schedule.first_hour < 24
        && (-14 * 60..=14 * 60).contains(&schedule.offset_minutes)
}

/// The first run after a time, and its index within the day, from 0.
pub(super) fn next_run(schedule: &Schedule, file: &str, after_ms: i64) -> (i64, u8) {
    let offset = i64::from(schedule.offset_minutes);
    let local = after_ms.div_euclid(MINUTE_MS) + offset;
    let times = schedule.times.clamp(1, 4);
    let first = i64::from(schedule.first_hour) * 60 + i64::from(delay(file));
    let today = local.div_euclid(DAY_MINUTES);
    let runs = (today - 2..=today + 2).flat_map(|day| {
        (0..times).map(move |number| {
            let minute = first + i64::from(number) * DAY_MINUTES / i64::from(times);
            ((day * DAY_MINUTES + minute - offset) * MINUTE_MS, number)
        })
    });
    let later = runs.filter(|(at, _)| *at > after_ms).min();
    later.unwrap_or((after_ms + DAY_MINUTES * MINUTE_MS, 0))
}

/// The fixed delay of a file's runs, in minutes.
fn delay(file: &str) -> u16 {
    let digest: [u8; 32] = Sha256::digest(file.as_bytes()).into();
    u16::from_be_bytes([digest[0], digest[1]]) % (MOST_DELAY + 1)
}

/// When to retry a connection after a failure, given the number of earlier failures.
pub(super) fn retry_ms(error: &BankError, failures: u32, now_ms: i64) -> i64 {
    let waits = usize::try_from(failures).ok().and_then(|it| WAITS.get(it));
    let wait = waits.map_or(DAY_MINUTES * MINUTE_MS, |hours| hours * HOUR_MS);
    let asked = error.retry_after.and_then(|it| i64::try_from(it).ok()).unwrap_or(0);
    now_ms.saturating_add(wait.max(asked.saturating_mul(1000)))
}

/// Whether a retry is useless until the user acts.
pub(super) fn needs_person(error: &BankError) -> bool {
    matches!(error.status(), SyncStatus::ReauthRequired | SyncStatus::AccountMissing)
        || error.kind == ErrorType::PaymentRequired
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> i64 {
        chrono::DateTime::parse_from_rfc3339(text).unwrap().timestamp_millis()
    }

    #[test]
    fn runs_are_spread_over_the_day_of_the_person() {
        let schedule = Schedule { on: true, times: 2, first_hour: 6, offset_minutes: 60 };
        let late = i64::from(delay("f")) * MINUTE_MS;
        assert!(delay("f") <= MOST_DELAY && delay("f") == delay("f"));
        let next = |text: &str| next_run(&schedule, "f", at(text));
        assert_eq!(next("2026-11-20T00:00:00Z"), (at("2026-11-20T05:00:00Z") + late, 0));
        let first = at("2026-11-20T05:00:00Z") + late;
        assert_eq!(next_run(&schedule, "f", first), (at("2026-11-20T17:00:00Z") + late, 1));
        assert_eq!(next("2026-11-20T18:00:00Z"), (at("2026-11-21T05:00:00Z") + late, 0));
        let night = Schedule { first_hour: 23, times: 4, offset_minutes: -600, ..schedule };
        let mut moment = at("2026-11-20T00:00:00Z");
        for _ in 0..40 {
            let (next, _) = next_run(&night, "g", moment);
            assert!(next > moment && next - moment <= 6 * HOUR_MS);
            moment = next;
        }
    }

    #[test]
    fn failures_are_repeated_less_and_less_often() {
        let error = BankError::of(ErrorType::TimedOut);
        let hours: Vec<i64> = (0..6).map(|it| retry_ms(&error, it, 0) / HOUR_MS).collect();
        assert_eq!(hours, [1, 2, 4, 8, 24, 24]);
        let told = BankError { retry_after: Some(7200), ..error.clone() };
        assert_eq!(retry_ms(&told, 0, 0), 2 * HOUR_MS);
        assert!(needs_person(&BankError::login_required()) && !needs_person(&error));
        assert!(needs_person(&BankError::of(ErrorType::PaymentRequired)));
    }
}
