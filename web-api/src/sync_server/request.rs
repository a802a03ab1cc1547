//! Reads a sync request in pieces, so that a history of any length needs the memory of one message.
//! The file and generation follow the messages on the wire, so a request is read twice: first for
//! its head, then for its messages.

use std::io::{self, BufRead, BufReader, Cursor, Seek as _};

use bytes::Bytes;
use sobre_engine::sync::pieces::{Fields, MESSAGE, REQUEST_FIELD_BYTES};
use sobre_engine::sync::wire::MessageEnvelope;

use super::store::{Head, ReceivedFile, StoreError};

/// Longest text of the head.
const TEXT_BYTES: u64 = 1024;

const FILE_ID: u64 = 2;
const GROUP_ID: u64 = 3;
const KEY_ID: u64 = 5;
const SINCE: u64 = 6;
const KNOWN: &[u64] = &[MESSAGE, FILE_ID, GROUP_ID, KEY_ID, SINCE];

/// The bytes of a request, in memory if they are few.
pub(super) enum Body {
    /// In memory.
    Memory(Bytes),
    /// In a file that is deleted on drop.
    Disk {
        /// Open for reading.
        file: std::fs::File,
        /// Deletes the file on drop.
        _received: ReceivedFile,
    },
}

impl Body {
    fn reader(&self) -> io::Result<Box<dyn BufRead + '_>> {
        Ok(match self {
            Self::Memory(bytes) => Box::new(Cursor::new(bytes.as_ref())),
            Self::Disk { file, .. } => {
                let mut file = file;
                file.rewind()?;
                Box::new(BufReader::with_capacity(1 << 16, file))
            }
        })
    }

    /// The head of the request and the id of its file.
    pub(super) fn head(&self) -> Result<(String, Head), StoreError> {
        let mut fields = Fields::new(self.reader()?, KNOWN, REQUEST_FIELD_BYTES);
        let (mut file_id, mut head) = (String::new(), Head::default());
        while let Some((number, length)) = fields.next_field()? {
            match number {
                FILE_ID => file_id = fields.text(length, TEXT_BYTES)?,
                GROUP_ID => head.group_id = fields.text(length, TEXT_BYTES)?,
                KEY_ID => head.key_id = fields.text(length, TEXT_BYTES)?,
                SINCE => head.since = fields.text(length, TEXT_BYTES)?,
                _ => fields.skip(length)?,
            }
        }
        Ok((file_id, head))
    }

    /// The messages in order.
    pub(super) fn messages(
        &self,
    ) -> Result<impl Iterator<Item = Result<MessageEnvelope, StoreError>> + '_, StoreError> {
        let mut fields = Fields::new(self.reader()?, KNOWN, REQUEST_FIELD_BYTES);
        let next = move || fields.next_message().map_err(StoreError::from).transpose();
        Ok(std::iter::from_fn(next))
    }
}

#[cfg(test)]
mod tests;
