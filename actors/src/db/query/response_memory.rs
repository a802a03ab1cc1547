//! The remaining size of a query's response: memory for rows that are not text yet, and a share of
//! the program's response memory for text.

use std::cell::{Cell, RefCell};

use super::QueryError;
use crate::answers::{AnswerShare, ShareError};

/// The memory that one response may still use.
#[derive(Debug)]
pub(crate) struct ResponseMemory<'s> {
    /// Bytes of memory left for rows.
    rows: Cell<usize>,
    /// Bytes of text so far.
    text: Cell<usize>,
    share: Option<&'s RefCell<AnswerShare>>,
}

impl<'s> ResponseMemory<'s> {
    /// Room for rows of this many bytes.
    pub(crate) const fn of(rows: usize) -> Self {
        Self { rows: Cell::new(rows), text: Cell::new(0), share: None }
    }

    /// As [`Self::of`], for a response that waits to be read and takes its text from `share`.
    pub(crate) const fn sharing(rows: usize, share: &'s RefCell<AnswerShare>) -> Self {
        Self { rows: Cell::new(rows), text: Cell::new(0), share: Some(share) }
    }

    /// Takes a row's memory, and its size as text.
    pub(super) fn take(&self, row: usize, text: usize) -> Result<(), QueryError> {
        let rows = self.rows.get().checked_sub(row).ok_or(ShareError::TooLarge)?;
        self.rows.set(rows);
        Ok(self.take_text(text)?)
    }

    /// Takes bytes of text.
    ///
    /// # Errors
    /// [`ShareError`].
    pub(crate) fn take_text(&self, bytes: usize) -> Result<(), ShareError> {
        self.text.set(self.text.get().saturating_add(bytes));
        self.share.map_or(Ok(()), |share| share.borrow_mut().cover(self.text.get()))
    }
}
