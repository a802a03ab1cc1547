//! The messages of a response in slices for storing, so that only a few are in memory. Long
//! responses are read and decrypted on a separate thread, one slice ahead of the database.

use std::io::BufRead;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use sobre_engine::crdt::Message;
use sobre_engine::sync::fault::SyncFault;
use sobre_engine::sync::pieces::{self, Fields, PieceError};

use super::encryption::FileKey;
use super::envelopes;

/// Most messages stored at once.
pub(super) const SLICE_MESSAGES: usize = 10_000;
/// A slice ends after this many bytes of contents.
const SLICE_BYTES: usize = 1 << 20;
/// Slices that wait to be stored.
const AHEAD: usize = 1;

type Slice = Result<Vec<Message>, SyncFault>;

/// The messages of a response, in slices.
pub(crate) struct Slices {
    source: Source,
    expected: usize,
}

enum Source {
    /// Few, read on demand.
    Here(Box<SliceReader>),
    /// Many, read by another thread.
    ThreadedSlices(ThreadedSlices),
    Ended,
}

impl Slices {
    /// The messages of a stream; `expected` is their approximate number.
    pub(super) fn of(
        source: Box<dyn BufRead + Send>,
        key: Option<FileKey>,
        expected: usize,
    ) -> Self {
        let reading = SliceReader { fields: pieces::answer(source), key };
        let source = if expected > SLICE_MESSAGES {
            Source::ThreadedSlices(ThreadedSlices::begin(reading))
        } else {
            Source::Here(Box::new(reading))
        };
        Self { source, expected }
    }

    /// The number of all messages.
    pub(crate) const fn expected(&self) -> usize {
        self.expected
    }
}

impl Iterator for Slices {
    type Item = Slice;

    fn next(&mut self) -> Option<Slice> {
        let next = match &mut self.source {
            Source::Here(reading) => reading.slice(),
            Source::ThreadedSlices(elsewhere) => elsewhere.slice(),
            Source::Ended => None,
        };
        if !matches!(next, Some(Ok(_))) {
            self.source = Source::Ended;
        }
        next
    }
}

/// Slices read by another thread.
struct ThreadedSlices {
    /// `None` marks the end; without it, messages are missing.
    slices: Option<Receiver<Option<Slice>>>,
    thread: Option<JoinHandle<()>>,
}

impl ThreadedSlices {
    fn begin(reading: SliceReader) -> Self {
        let (sender, receiver) = sync_channel(AHEAD);
        let read = move || reading.hand_on(&sender);
        let thread = thread::Builder::new().name("slices".to_owned()).spawn(read);
        if let Err(error) = &thread {
            // The channel then closes without the end marker.
            tracing::error!(%error, "no thread could be started for reading");
        }
        Self { slices: Some(receiver), thread: thread.ok() }
    }

    fn slice(&self) -> Option<Slice> {
        let slices = self.slices.as_ref()?;
        slices.recv().unwrap_or(Some(Err(SyncFault::Internal)))
    }
}

impl Drop for ThreadedSlices {
    fn drop(&mut self) {
        // Closing the channel ends the thread, which drops its source.
        drop(self.slices.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A stream being read.
struct SliceReader {
    fields: Fields<Box<dyn BufRead + Send>>,
    key: Option<FileKey>,
}

impl SliceReader {
    fn slice(&mut self) -> Option<Slice> {
        self.messages().map(|slice| (!slice.is_empty()).then_some(slice)).transpose()
    }

    fn messages(&mut self) -> Slice {
        let (mut messages, mut bytes) = (Vec::new(), 0);
        while messages.len() < SLICE_MESSAGES && bytes < SLICE_BYTES {
            let next = self.fields.next_message().map_err(|error| fault(&error))?;
            let Some(envelope) = next else { break };
            bytes += envelope.content.len();
            messages.push(envelopes::open_one(envelope, self.key.as_ref())?);
        }
        Ok(messages)
    }

    /// Reads until the end or until the receiver is gone.
    fn hand_on(mut self, to: &SyncSender<Option<Slice>>) {
        loop {
            let slice = self.slice();
            let is_last = !matches!(slice, Some(Ok(_)));
            if to.send(slice).is_err() || is_last {
                return;
            }
        }
    }
}

pub(super) fn fault(error: &PieceError) -> SyncFault {
    tracing::warn!(%error, "a sync response cannot be used");
    match error {
        PieceError::Io(_) => SyncFault::StorageFull,
        PieceError::Broken(_) | PieceError::TooLong => SyncFault::BrokenAnswer,
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, BufReader, Read};

    use sobre_engine::crdt::{Change, Node, Timestamp};
    use sobre_engine::sync::wire::{SyncResponse, Wire as _};

    use super::*;

    const MANY: u64 = 35_000;

    fn messages() -> Vec<Message> {
        let node = Node::from_text("aaaaaaaaaaaaaaaa").unwrap();
        let message = |number: u64| Message {
            timestamp: Timestamp::new(1_795_176_000_000 + number, 0, node).unwrap(),
            change: Change::new("notes", number.to_string(), "note", "a note"),
        };
        (0..MANY).map(message).collect()
    }

    fn stream(key: Option<&FileKey>) -> Vec<u8> {
        let messages = envelopes::seal(&messages(), key).unwrap();
        SyncResponse { messages, merkle: "{}".to_owned() }.encode_to_vec()
    }

    fn slices(source: impl BufRead + Send + 'static, key: Option<FileKey>) -> Slices {
        Slices::of(Box::new(source), key, usize::try_from(MANY).unwrap())
    }

    #[test]
    fn what_another_thread_reads_comes_in_order_and_ends() {
        let (key, _) = super::super::encryption::make_key("k", "p").unwrap();
        for key in [None, Some(key)] {
            let mut slices = slices(io::Cursor::new(stream(key.as_ref())), key);
            let all: Vec<_> = slices.by_ref().map(Result::unwrap).collect();
            assert_eq!(
                all.iter().map(Vec::len).collect::<Vec<_>>(),
                [10_000, 10_000, 10_000, 5_000]
            );
            assert!(all.concat() == messages());
            assert!(slices.next().is_none() && slices.next().is_none());
        }
    }

    #[test]
    fn a_fault_in_the_midst_is_the_last_that_comes() {
        let mut bytes = stream(None);
        bytes.truncate(bytes.len() / 2);
        let all: Vec<_> = slices(io::Cursor::new(bytes), None).collect();
        assert_eq!(all.last(), Some(&Err(SyncFault::BrokenAnswer)));
        assert!(all[..all.len() - 1].iter().all(Result::is_ok));
    }

    /// A source that panics after some bytes.
    struct Breaking(io::Cursor<Vec<u8>>, usize);

    impl Read for Breaking {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = self.1.checked_sub(1).expect("a test breaks the reader");
            self.0.read(buffer)
        }
    }

    #[test]
    fn a_reader_that_broke_is_not_taken_for_the_end() {
        let source = Breaking(io::Cursor::new(stream(None)), 150);
        let mut slices = slices(BufReader::new(source), None);
        let all: Vec<_> = slices.by_ref().collect();
        assert_eq!(all.last(), Some(&Err(SyncFault::Internal)));
        assert!(all.len() > 1 && slices.next().is_none());
    }

    #[test]
    fn a_reader_without_a_receiver_ends() {
        let mut slices = slices(io::Cursor::new(stream(None)), None);
        slices.next().unwrap().unwrap();
        drop(slices);
    }
}
