//! Converts messages to and from protobuf, encrypted if the file has a key. Received data is
//! validated here before use.

use bytes::Bytes;
use sobre_engine::crdt::{Change, Message, Value};
use sobre_engine::sync::fault::SyncFault;
use sobre_engine::sync::wire::{self, EncryptedData, MessageEnvelope, Wire as _};

use super::encryption::{EncryptedBytes, FileKey};

/// Messages in sending form, encrypted if there is a key.
///
/// # Errors
/// `encrypt-failure`.
pub fn seal(
    messages: &[Message],
    key: Option<&FileKey>,
) -> Result<Vec<MessageEnvelope>, SyncFault> {
    let envelope = |message: &Message| {
        let plain = wire::Message::from(&message.change).encode_to_vec();
        let content = match key {
            None => plain,
            Some(key) => key.seal(plain)?.into_message().encode_to_vec(),
        };
        Ok(MessageEnvelope {
            timestamp: message.timestamp.text().as_str().to_owned(),
            is_encrypted: key.is_some(),
            content: content.into(),
        })
    };
    messages.iter().map(envelope).collect()
}

/// Received messages; each envelope states whether it is encrypted.
///
/// # Errors
/// `decrypt-failure` for a wrong key, `apply-failure` for a message without a timestamp.
pub fn open(
    envelopes: Vec<MessageEnvelope>,
    key: Option<&FileKey>,
) -> Result<Vec<Message>, SyncFault> {
    envelopes.into_iter().map(|envelope| open_one(envelope, key)).collect()
}

/// A received message.
///
/// # Errors
/// As for [`open`].
pub(super) fn open_one(
    envelope: MessageEnvelope,
    key: Option<&FileKey>,
) -> Result<Message, SyncFault> {
    let MessageEnvelope { timestamp, is_encrypted, content } = envelope;
    let plain = if is_encrypted { decrypted(&content, key)? } else { content };
    // Content that is not a message still counts in the tree. It is logged as a message of no
    // table, so that it blocks nothing. In a file without a key that includes encrypted content: a
    // file that gets a key gets a new sync generation with it.
    let wire::Message { dataset, row, column, value } =
        wire::Message::decode(plain).unwrap_or_default();
    Ok(Message {
        timestamp: timestamp.parse().map_err(|_| SyncFault::ApplyFailure)?,
        change: Change {
            dataset: dataset.into(),
            row: row.into(),
            column: column.into(),
            value: Value::received(&value),
        },
    })
}

/// The content of an encrypted message; nothing if no key could open it. A fault only if the key
/// may be wrong: then all content would be lost.
fn decrypted(content: &Bytes, key: Option<&FileKey>) -> Result<Bytes, SyncFault> {
    let sealed = EncryptedData::decode(content.clone()).ok();
    let sealed = sealed.and_then(|sealed| EncryptedBytes::of_message(&sealed).ok());
    match (key, sealed) {
        (Some(key), Some(sealed)) => match key.unseal(sealed) {
            Ok(plain) => Ok(plain.into()),
            Err(_) if key.is_tested() => Ok(Bytes::new()),
            Err(fault) => Err(fault),
        },
        (None, _) | (_, None) => Ok(Bytes::new()),
    }
}

#[cfg(test)]
mod tests {
    use sobre_engine::crdt::Timestamp;

    use super::super::encryption::make_key;
    use super::*;

    fn message() -> Message {
        let change = Change::new("notes", "n1", "note", "Äpfel: 3");
        Message { timestamp: Timestamp::since(1_795_176_000_000), change }
    }

    #[test]
    fn messages_come_back_as_they_were_with_and_without_a_key() {
        let (key, _) = make_key("k", "secret").unwrap();
        for key in [None, Some(&key)] {
            let sent = seal(&[message()], key).unwrap();
            assert_eq!(sent[0].is_encrypted, key.is_some());
            assert_eq!(open(sent, key).unwrap(), [message()]);
        }
    }

    #[test]
    fn encrypted_messages_need_the_right_key_and_block_nothing_in_a_file_without_one() {
        let (key, _) = make_key("k", "secret").unwrap();
        let (other, _) = make_key("k", "secret").unwrap();
        let sent = || seal(&[message()], Some(&key)).unwrap();
        let wrong = Err(SyncFault::DecryptFailure { missing_key: false });
        let untested = FileKey::from_base64("k", &other.to_base64()).unwrap();
        assert_eq!(open(sent(), Some(&untested)), wrong);
        let nothing = Change::new("", "", "", Value::received(""));
        let placed = Message { timestamp: message().timestamp, change: nothing };
        assert_eq!(open(sent(), None), Ok(vec![placed.clone()]));
        let mut malformed = sent();
        malformed[0].content = Bytes::from_static(b"junk");
        assert_eq!(open(malformed, Some(&key)), Ok(vec![placed.clone()]));
        let foreign = seal(&[message()], Some(&other)).unwrap();
        let among = [foreign, sent()].concat();
        assert_eq!(open(among, Some(&key)), Ok(vec![placed, message()]), "it stops nothing");
    }

    #[test]
    fn malformed_content_is_kept_and_a_missing_timestamp_is_refused() {
        let opened = |change: fn(&mut MessageEnvelope)| {
            let mut sent = seal(&[message()], None).unwrap();
            change(&mut sent[0]);
            open(sent, None)
        };
        let nothing = Change::new("", "", "", Value::received(""));
        let placed = Message { timestamp: message().timestamp, change: nothing };
        let garbage = [&b"\xff"[..], b"", b"\x0a\x02\xff\xfe", b"\x22\x7fS"];
        for content in garbage {
            let mut sent = seal(&[message()], None).unwrap();
            sent[0].content = Bytes::from_static(content);
            assert_eq!(open(sent, None), Ok(vec![placed.clone()]));
        }
        let late = opened(|envelope| envelope.timestamp = "soon".to_owned());
        assert_eq!(late, Err(SyncFault::ApplyFailure));
    }
}
