//! Memory of responses. Responses being written and responses waiting to be read share one budget
//! of the whole program, so that callers who never read cannot fill the memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use thiserror::Error;

use crate::contract::{CallError, ErrorCode, JsonText};
use crate::limits;

/// The budget. Clones share it.
#[derive(Debug, Clone)]
pub(crate) struct AnswerBudget(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// Its size in bytes.
    whole: usize,
    taken: AtomicUsize,
}

/// Why a response gets no more of the budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ShareError {
    /// It is larger than the limit for all responses together.
    #[error("The result is too large. Request less, such as fewer rows.")]
    TooLarge,
    /// Other responses use the budget.
    #[error("Too many responses wait to be read. Read those first, then try again.")]
    Busy,
}

/// One response's share of the budget; released on drop.
#[derive(Debug)]
pub struct AnswerShare {
    budget: AnswerBudget,
    bytes: usize,
}

impl AnswerBudget {
    /// A budget of this many bytes.
    pub(crate) fn of(whole: usize) -> Self {
        Self(Arc::new(Shared { whole, taken: AtomicUsize::new(0) }))
    }

    /// Reserves the share of a small response. Call it before anything is read for the response.
    ///
    /// # Errors
    /// [`ShareError::Busy`].
    pub(crate) fn begin(&self) -> Result<AnswerShare, ShareError> {
        let bytes = limits::SMALL_ANSWER;
        if self.take(bytes, 0) { Ok(self.share(bytes)) } else { Err(ShareError::Busy) }
    }

    /// Counts a response that can no longer be refused, even beyond the budget.
    pub(crate) fn count(&self, text: JsonText) -> Answer {
        let bytes = text.get().len();
        self.0.taken.fetch_add(bytes, Ordering::Relaxed);
        Answer { text, share: self.share(bytes) }
    }

    fn share(&self, bytes: usize) -> AnswerShare {
        AnswerShare { budget: self.clone(), bytes }
    }

    /// Reserves bytes if at least `left` remain free.
    fn take(&self, bytes: usize, left: usize) -> bool {
        let Shared { whole, taken } = &*self.0;
        let more = |taken: usize| {
            let then = taken.checked_add(bytes)?;
            (then.checked_add(left)? <= *whole).then_some(then)
        };
        taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).is_ok()
    }

    /// Bytes in use.
    #[cfg(any(test, feature = "testing"))]
    pub(crate) fn taken(&self) -> usize {
        self.0.taken.load(Ordering::Relaxed)
    }
}

impl AnswerShare {
    /// Grows the share to this many bytes. Large responses leave a part of the budget to small
    /// ones.
    ///
    /// # Errors
    /// [`ShareError`]; then the share stays as it is.
    pub(crate) fn cover(&mut self, bytes: usize) -> Result<(), ShareError> {
        let more = bytes.saturating_sub(self.bytes);
        if more == 0 || self.budget.take(more, limits::SMALL_ANSWERS) {
            self.bytes += more;
            return Ok(());
        }
        let whole = self.budget.0.whole;
        let fits = bytes.checked_add(limits::SMALL_ANSWERS).is_some_and(|needed| needed <= whole);
        Err(if fits { ShareError::Busy } else { ShareError::TooLarge })
    }

    fn give_back_all_but(&mut self, bytes: usize) {
        let spare = self.bytes.saturating_sub(bytes);
        self.budget.0.taken.fetch_sub(spare, Ordering::Relaxed);
        self.bytes -= spare;
    }
}

impl Drop for AnswerShare {
    fn drop(&mut self) {
        self.give_back_all_but(0);
    }
}

/// A call's response with its share of the budget, held until it is read.
#[derive(Debug)]
pub struct Answer {
    text: JsonText,
    share: AnswerShare,
}

impl Answer {
    /// A response with exactly the share it needs.
    ///
    /// # Errors
    /// [`ShareError`].
    pub(crate) fn within(text: JsonText, mut share: AnswerShare) -> Result<Self, ShareError> {
        let bytes = text.get().len();
        share.cover(bytes)?;
        share.give_back_all_but(bytes);
        Ok(Self { text, share })
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        self.text.get()
    }

    /// The text, and the share to drop once it is read.
    #[must_use]
    pub fn into_parts(self) -> (String, AnswerShare) {
        (self.text.into_string(), self.share)
    }
}

impl From<ShareError> for CallError {
    fn from(no_room: ShareError) -> Self {
        let code = match no_room {
            ShareError::TooLarge => ErrorCode::QueryTooLarge,
            ShareError::Busy => ErrorCode::Busy,
        };
        Self::new(code, no_room.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LARGE: usize = 10 * limits::SMALL_ANSWER;

    #[test]
    fn large_answers_are_refused_before_small_ones_and_all_is_given_back() {
        let budget = AnswerBudget::of(limits::SMALL_ANSWERS + LARGE);
        let mut large = budget.begin().unwrap();
        assert_eq!(large.cover(LARGE + 1), Err(ShareError::TooLarge));
        large.cover(LARGE).unwrap();
        large.cover(1).unwrap();
        assert_eq!(budget.taken(), LARGE);
        let mut other = budget.begin().unwrap();
        assert_eq!(other.cover(limits::SMALL_ANSWER + 1), Err(ShareError::Busy));
        let mut small = Vec::new();
        while let Ok(share) = budget.begin() {
            small.push(share);
        }
        assert_eq!(small.len() + 1, limits::SMALL_ANSWERS / limits::SMALL_ANSWER);
        drop((large, small));
        other.cover(LARGE).unwrap();
        drop(other);
        assert_eq!(budget.taken(), 0);
    }

    #[test]
    fn a_response_keeps_its_share_until_it_is_read() {
        let budget = AnswerBudget::of(limits::SMALL_ANSWERS + LARGE);
        let text = |bytes: usize| JsonText::of(&"x".repeat(bytes - 2)).unwrap();
        let answer = Answer::within(text(LARGE), budget.begin().unwrap()).unwrap();
        assert_eq!(budget.taken(), LARGE);
        let refused = Answer::within(text(LARGE), budget.begin().unwrap()).unwrap_err();
        assert_eq!(refused, ShareError::Busy);
        assert_eq!(budget.taken(), LARGE, "a refused response holds nothing");
        let counted = budget.count(text(LARGE));
        assert_eq!(budget.taken(), 2 * LARGE);
        let (_, share) = answer.into_parts();
        drop((counted, share));
        assert_eq!(budget.taken(), 0);
        let small = Answer::within(text(10), budget.begin().unwrap()).unwrap();
        assert_eq!((budget.taken(), small.text().len()), (10, 10));
    }
}
