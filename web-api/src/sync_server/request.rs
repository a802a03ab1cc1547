//! Reads a sync request piece by piece, so that a history of any length needs the memory of one
//! message. The names of file and generation follow the messages on the wire, so a request is
//! read twice: once for its head, once for its messages.

use std::io::{self, BufRead, BufReader, Cursor, Read as _, Seek as _};

use bytes::Bytes;
use sobre_engine::sync::wire::{MessageEnvelope, Wire as _};

use super::store::{Head, Received, StoreError};

/// Longest field that is taken: one message.
const FIELD_BYTES: u64 = 16 << 20;
/// Longest text of the head.
const TEXT_BYTES: u64 = 1024;

const MESSAGE: u64 = 1;
const FILE_ID: u64 = 2;
const GROUP_ID: u64 = 3;
const KEY_ID: u64 = 5;
const SINCE: u64 = 6;
const KNOWN: [u64; 5] = [MESSAGE, FILE_ID, GROUP_ID, KEY_ID, SINCE];

/// The bytes of a request, in memory while they are few.
pub(super) enum Body {
    /// In memory.
    Memory(Bytes),
    /// In a file, which is removed in the end.
    Disk {
        /// Open for reading.
        file: std::fs::File,
        /// Held until then.
        _received: Received,
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
        let mut fields = Fields { reader: self.reader()? };
        let (mut file_id, mut head) = (String::new(), Head::default());
        while let Some((number, length)) = fields.next()? {
            match number {
                FILE_ID => file_id = fields.text(length)?,
                GROUP_ID => head.group_id = fields.text(length)?,
                KEY_ID => head.key_id = fields.text(length)?,
                SINCE => head.since = fields.text(length)?,
                _ => fields.skip(length)?,
            }
        }
        Ok((file_id, head))
    }

    /// The messages in their order.
    pub(super) fn messages(
        &self,
    ) -> Result<impl Iterator<Item = Result<MessageEnvelope, StoreError>> + '_, StoreError> {
        let mut fields = Fields { reader: self.reader()? };
        Ok(std::iter::from_fn(move || fields.next_message().transpose()))
    }
}

/// Fields of a protobuf message, one after the other.
struct Fields<'a> {
    reader: Box<dyn BufRead + 'a>,
}

impl Fields<'_> {
    /// Number and length of the next field that has a length; others are skipped.
    fn next(&mut self) -> Result<Option<(u64, u64)>, StoreError> {
        loop {
            if self.reader.fill_buf()?.is_empty() {
                return Ok(None);
            }
            let tag = self.varint()?;
            let number = tag >> 3;
            if number == 0 || tag > u64::from(u32::MAX) || KNOWN.contains(&number) && tag & 7 != 2 {
                return Err(broken("a field of the wrong kind"));
            }
            match tag & 7 {
                0 => drop(self.varint()?),
                1 => self.skip(8)?,
                5 => self.skip(4)?,
                2 => {
                    let length = self.varint()?;
                    if length > FIELD_BYTES {
                        return Err(broken("a field is too long"));
                    }
                    return Ok(Some((number, length)));
                }
                _ => return Err(broken("a field of an unknown kind")),
            }
        }
    }

    fn next_message(&mut self) -> Result<Option<MessageEnvelope>, StoreError> {
        while let Some((number, length)) = self.next()? {
            if number != MESSAGE {
                self.skip(length)?;
                continue;
            }
            let bytes = Bytes::from(self.bytes(length)?);
            let message = MessageEnvelope::decode(bytes);
            return message.map(Some).map_err(|error| broken(&error.to_string()));
        }
        Ok(None)
    }

    fn varint(&mut self) -> Result<u64, StoreError> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let mut byte = [0];
            self.reader.read_exact(&mut byte).map_err(|error| cut(&error))?;
            value |= u64::from(byte[0] & 0x7f) << shift;
            if byte[0] < 0x80 {
                return Ok(value);
            }
        }
        Err(broken("a number is too long"))
    }

    fn bytes(&mut self, length: u64) -> Result<Vec<u8>, StoreError> {
        let mut bytes = Vec::with_capacity(usize::try_from(length.min(1 << 16)).unwrap_or(0));
        self.reader.by_ref().take(length).read_to_end(&mut bytes)?;
        if bytes.len() as u64 == length { Ok(bytes) } else { Err(broken("it ends too early")) }
    }

    fn text(&mut self, length: u64) -> Result<String, StoreError> {
        if length > TEXT_BYTES {
            return Err(broken("a text is too long"));
        }
        String::from_utf8(self.bytes(length)?).map_err(|_| broken("a text is not UTF-8"))
    }

    fn skip(&mut self, length: u64) -> Result<(), StoreError> {
        let skipped = io::copy(&mut self.reader.by_ref().take(length), &mut io::sink())?;
        if skipped == length { Ok(()) } else { Err(broken("it ends too early")) }
    }
}

fn broken(words: &str) -> StoreError {
    StoreError::BadRequest(words.to_owned())
}

fn cut(error: &io::Error) -> StoreError {
    broken(&error.to_string())
}

#[cfg(test)]
mod tests;
