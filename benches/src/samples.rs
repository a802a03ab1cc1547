//! Times of many repetitions.

use std::time::{Duration, Instant};

/// Milliseconds of repetitions, sorted.
#[derive(Debug)]
pub struct Samples(Vec<f64>);

impl Samples {
    /// Sorts the measured times.
    pub fn of(times: impl IntoIterator<Item = Duration>) -> Self {
        let mut times: Vec<f64> = times.into_iter().map(|time| time.as_secs_f64() * 1e3).collect();
        times.sort_by(f64::total_cmp);
        Self(times)
    }

    /// Runs `work` this many times.
    ///
    /// # Errors
    /// The first error of `work`.
    pub fn repeat<E>(
        times: usize,
        mut work: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Self, E> {
        let timed = (0..times).map(|turn| {
            let start = Instant::now();
            work(turn).map(|()| start.elapsed())
        });
        timed.collect::<Result<Vec<_>, E>>().map(Self::of)
    }

    /// The time that a `share` (0 to 1) of all repetitions did not exceed, in ms.
    #[must_use]
    pub fn at(&self, share: f64) -> f64 {
        let last = self.0.len().saturating_sub(1);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "a share of a few thousand"
        )]
        let place = (last as f64 * share).round() as usize;
        self.0.get(place).copied().unwrap_or(f64::NAN)
    }

    /// The median in ms.
    #[must_use]
    pub fn p50(&self) -> f64 {
        self.at(0.5)
    }

    /// The 99th percentile in ms.
    #[must_use]
    pub fn p99(&self) -> f64 {
        self.at(0.99)
    }
}
