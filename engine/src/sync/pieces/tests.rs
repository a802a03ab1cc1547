//! Reading a response in pieces equals reading it with prost, and an interrupted one keeps all
//! whole messages.

use proptest::prelude::*;

use super::super::wire::SyncResponse;
use super::*;

fn envelopes(bytes: &[u8]) -> Result<Vec<MessageEnvelope>, PieceError> {
    let mut fields = answer(bytes);
    std::iter::from_fn(|| fields.next_message().transpose()).collect()
}

fn response(count: u64) -> SyncResponse {
    let message = |number| MessageEnvelope {
        timestamp: format!("2026-01-01T00:00:00.{number:03}Z-0000-aaaaaaaaaaaaaaaa"),
        is_encrypted: number % 2 == 0,
        content: vec![7; usize::try_from(number).unwrap()].into(),
    };
    SyncResponse { messages: (0..count).map(message).collect(), merkle: r#"{"hash":7}"#.to_owned() }
}

#[test]
fn an_answer_is_read_as_it_was_written() {
    let whole = response(200);
    let bytes = whole.encode_to_vec();
    assert_eq!(envelopes(&bytes).unwrap(), whole.messages);
    assert_eq!(merkle(bytes.as_slice()).unwrap(), (whole.merkle, 200));
    assert_eq!(merkle(&b""[..]).unwrap(), (String::new(), 0));
}

#[test]
fn all_whole_messages_of_an_interrupted_response_are_usable() {
    let whole = response(20);
    let bytes = whole.encode_to_vec();
    let mut ends = vec![0];
    ends.extend((1..=20).map(|count| {
        let part =
            SyncResponse { messages: whole.messages[..count].to_vec(), ..Default::default() };
        part.encoded_len() as u64
    }));
    for length in 0..=bytes.len() {
        let (end, last) = whole_part(&bytes[..length]).unwrap();
        let count = ends.iter().rposition(|end| *end <= length as u64).unwrap();
        assert_eq!(end, ends[count], "of {length}");
        let expected = count.checked_sub(1).map(|at| whole.messages[at].timestamp.clone());
        assert_eq!(last, expected);
        // Concatenated responses read as one, which is how an interrupted one is resumed.
        let rest = SyncResponse { messages: whole.messages[count..].to_vec(), ..whole.clone() };
        let joined = [&bytes[..usize::try_from(end).unwrap()], &rest.encode_to_vec()].concat();
        assert_eq!(SyncResponse::decode(joined.as_slice()).unwrap(), whole);
    }
}

proptest! {
    #[test]
    fn garbage_is_read_as_prost_reads_it(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        if let (Ok(messages), Ok((merkle, count))) = (envelopes(&bytes), merkle(bytes.as_slice())) {
            prop_assert_eq!(count, messages.len());
            let own = SyncResponse { messages, merkle };
            prop_assert_eq!(own, SyncResponse::decode(bytes.as_slice()).unwrap());
        }
    }
}
