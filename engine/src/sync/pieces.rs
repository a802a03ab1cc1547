//! Reads the protobuf messages of a sync field by field from a stream, so that a history of any
//! length needs the memory of one message. Groups, an obsolete kind of field, are refused.

use std::io::{self, BufRead, Read as _};

use bytes::Bytes;
use thiserror::Error;

use super::wire::{MessageEnvelope, Wire as _};

/// Longest request field that a server accepts, in bytes: one message.
pub const REQUEST_FIELD_BYTES: u64 = 16 << 20;
/// Longest response field, in bytes: one message, or a tree. Servers of other programs may hold
/// longer messages than Sobre's accepts.
const ANSWER_FIELD_BYTES: u64 = 64 << 20;

/// A stream is malformed or could not be read.
#[derive(Debug, Error)]
pub enum PieceError {
    /// Reading failed.
    #[error("the messages cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It is not the expected protobuf, or ends within a field.
    #[error("the messages are malformed: {0}")]
    Broken(String),
    /// A field is too long.
    #[error("a message is too long")]
    TooLong,
}

/// Fields of a protobuf message, one after the other.
#[derive(Debug)]
pub struct Fields<R> {
    reader: R,
    /// Numbers of fields that must be length-delimited.
    known: &'static [u64],
    /// Longest accepted field, in bytes.
    longest: u64,
    read: u64,
}

impl<R: BufRead> Fields<R> {
    /// The fields of a stream, of up to `longest` bytes each. Fields numbered `known` are refused
    /// if they are not length-delimited.
    pub const fn new(reader: R, known: &'static [u64], longest: u64) -> Self {
        Self { reader, known, longest, read: 0 }
    }

    /// How many bytes were read.
    pub const fn position(&self) -> u64 {
        self.read
    }

    /// Number and length of the next length-delimited field; others are skipped.
    ///
    /// # Errors
    /// [`PieceError`].
    pub fn next_field(&mut self) -> Result<Option<(u64, u64)>, PieceError> {
        loop {
            if self.reader.fill_buf()?.is_empty() {
                return Ok(None);
            }
            let tag = self.varint()?;
            let number = tag >> 3;
            let no_length = self.known.contains(&number) && tag & 7 != 2;
            if number == 0 || tag > u64::from(u32::MAX) || no_length {
                return Err(broken("a field of the wrong kind"));
            }
            match tag & 7 {
                0 => drop(self.varint()?),
                1 => self.skip(8)?,
                5 => self.skip(4)?,
                2 => {
                    let length = self.varint()?;
                    if length > self.longest {
                        return Err(PieceError::TooLong);
                    }
                    return Ok(Some((number, length)));
                }
                _ => return Err(broken("a field of an unknown kind")),
            }
        }
    }

    /// The next message; other fields are skipped.
    ///
    /// # Errors
    /// [`PieceError`].
    pub fn next_message(&mut self) -> Result<Option<MessageEnvelope>, PieceError> {
        while let Some((number, length)) = self.next_field()? {
            if number == MESSAGE {
                return self.message(length).map(Some);
            }
            self.skip(length)?;
        }
        Ok(None)
    }

    fn message(&mut self, length: u64) -> Result<MessageEnvelope, PieceError> {
        let message = MessageEnvelope::decode(Bytes::from(self.bytes(length)?));
        message.map_err(|error| broken(&error.to_string()))
    }

    fn varint(&mut self) -> Result<u64, PieceError> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = *self.reader.fill_buf()?.first().ok_or_else(cut)?;
            self.reader.consume(1);
            self.read += 1;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(broken("a number is too long"))
    }

    fn bytes(&mut self, length: u64) -> Result<Vec<u8>, PieceError> {
        let mut bytes = Vec::with_capacity(usize::try_from(length.min(1 << 16)).unwrap_or(0));
        self.reader.by_ref().take(length).read_to_end(&mut bytes)?;
        self.read += bytes.len() as u64;
        if bytes.len() as u64 == length { Ok(bytes) } else { Err(cut()) }
    }

    /// A field's text.
    ///
    /// # Errors
    /// [`PieceError`], also for a text longer than `most` bytes.
    pub fn text(&mut self, length: u64, most: u64) -> Result<String, PieceError> {
        if length > most {
            return Err(broken("a text is too long"));
        }
        String::from_utf8(self.bytes(length)?).map_err(|_| broken("a text is not UTF-8"))
    }

    /// Skips a field.
    ///
    /// # Errors
    /// [`PieceError`].
    pub fn skip(&mut self, length: u64) -> Result<(), PieceError> {
        let skipped = io::copy(&mut self.reader.by_ref().take(length), &mut io::sink())?;
        self.read += skipped;
        if skipped == length { Ok(()) } else { Err(cut()) }
    }
}

/// Field number of the messages in a request and in a response.
pub const MESSAGE: u64 = 1;
/// Field number of the tree in a response.
const MERKLE: u64 = 2;

/// The fields of a sync response.
pub const fn answer<R: BufRead>(reader: R) -> Fields<R> {
    Fields::new(reader, &[MESSAGE, MERKLE], ANSWER_FIELD_BYTES)
}

/// JSON text of a response's tree, the last one if there are several, and the number of messages.
/// Empty text means that there is no tree.
///
/// # Errors
/// [`PieceError`].
pub fn merkle(reader: impl BufRead) -> Result<(String, usize), PieceError> {
    let (mut fields, mut merkle, mut messages) = (answer(reader), String::new(), 0);
    while let Some((number, length)) = fields.next_field()? {
        match number {
            MERKLE => merkle = fields.text(length, ANSWER_FIELD_BYTES)?,
            _ => fields.skip(length)?,
        }
        messages += usize::from(number == MESSAGE);
    }
    Ok((merkle, messages))
}

/// The usable part of an interrupted response: the end of its last whole message, and the timestamp
/// of that message.
///
/// # Errors
/// [`PieceError::Io`].
pub fn whole_part(reader: impl BufRead) -> Result<(u64, Option<String>), PieceError> {
    let mut fields = answer(reader);
    let (mut end, mut last) = (0, None);
    loop {
        match fields.next_message() {
            Ok(Some(message)) => (end, last) = (fields.position(), Some(message.timestamp)),
            Ok(None) | Err(PieceError::Broken(_) | PieceError::TooLong) => return Ok((end, last)),
            Err(error @ PieceError::Io(_)) => return Err(error),
        }
    }
}

fn broken(words: &str) -> PieceError {
    PieceError::Broken(words.to_owned())
}

fn cut() -> PieceError {
    broken("it ends too early")
}

#[cfg(test)]
mod tests;
