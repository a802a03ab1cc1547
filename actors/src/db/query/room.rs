//! How much the answer of a query may still take: memory for rows that are not text yet, and a
//! share of what all answers of the program may hold as text.

use std::cell::{Cell, RefCell};

use super::QueryError;
use crate::answers::{AnswerShare, NoRoom};

/// The room of one answer.
#[derive(Debug)]
pub(crate) struct Room<'s> {
    /// Bytes of memory that rows may still hold.
    rows: Cell<usize>,
    /// Bytes of text so far.
    text: Cell<usize>,
    share: Option<&'s RefCell<AnswerShare>>,
}

impl<'s> Room<'s> {
    /// Room for rows that hold so many bytes of memory.
    pub(crate) const fn of(rows: usize) -> Self {
        Self { rows: Cell::new(rows), text: Cell::new(0), share: None }
    }

    /// As [`Self::of`], for an answer that waits to be read and takes its text from `share`.
    pub(crate) const fn sharing(rows: usize, share: &'s RefCell<AnswerShare>) -> Self {
        Self { rows: Cell::new(rows), text: Cell::new(0), share: Some(share) }
    }

    /// Takes what a row holds in memory, and what it will be as text.
    pub(super) fn take(&self, row: usize, text: usize) -> Result<(), QueryError> {
        let rows = self.rows.get().checked_sub(row).ok_or(NoRoom::TooLarge)?;
        self.rows.set(rows);
        Ok(self.take_text(text)?)
    }

    /// Takes bytes of text.
    ///
    /// # Errors
    /// [`NoRoom`].
    pub(crate) fn take_text(&self, bytes: usize) -> Result<(), NoRoom> {
        self.text.set(self.text.get().saturating_add(bytes));
        self.share.map_or(Ok(()), |share| share.borrow_mut().cover(self.text.get()))
    }
}
