//! The piecewise reader reads what prost writes, and refuses what prost refuses.

use proptest::prelude::*;
use sobre_engine::sync::wire::{SyncRequest, Wire as _};

use super::*;

fn read(bytes: Vec<u8>) -> Result<SyncRequest, StoreError> {
    let body = Body::Memory(bytes.into());
    let (file_id, head) = body.head()?;
    let messages = body.messages()?.collect::<Result<_, _>>()?;
    let Head { group_id, key_id, since } = head;
    Ok(SyncRequest { messages, file_id, group_id, key_id, since })
}

fn envelope() -> impl Strategy<Value = MessageEnvelope> {
    (".{0,50}", any::<bool>(), prop::collection::vec(any::<u8>(), 0..300)).prop_map(
        |(timestamp, is_encrypted, content)| MessageEnvelope {
            timestamp,
            is_encrypted,
            content: content.into(),
        },
    )
}

proptest! {
    #[test]
    fn what_is_written_is_read(
        messages in prop::collection::vec(envelope(), 0..20),
        texts in prop::array::uniform4(".{0,40}"),
    ) {
        let [file_id, group_id, key_id, since] = texts;
        let request = SyncRequest { messages, file_id, group_id, key_id, since };
        prop_assert_eq!(read(request.encode_to_vec()).unwrap(), request);
    }

    #[test]
    fn garbage_is_read_as_prost_reads_it(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        // Groups, an obsolete kind of field, are refused here; otherwise both readers agree.
        if let Ok(own) = read(bytes.clone()) {
            prop_assert_eq!(own, SyncRequest::decode(bytes.as_slice()).unwrap());
        }
    }
}

#[test]
fn a_request_cut_anywhere_inside_a_field_is_refused() {
    let message = MessageEnvelope {
        timestamp: "2026-01-01T00:00:00.000Z-0000-aaaaaaaaaaaaaaaa".to_owned(),
        is_encrypted: true,
        content: Bytes::from_static(b"content"),
    };
    let request = SyncRequest { messages: vec![message], ..SyncRequest::default() };
    let whole = request.encode_to_vec();
    for length in 1..whole.len() {
        assert!(read(whole[..length].to_vec()).is_err(), "{length}");
    }
}
