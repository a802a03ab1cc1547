//! The golden vectors of the protobuf messages.
#![expect(clippy::unwrap_used, reason = "a broken vector file must stop the test")]

use std::fmt::Debug;

use bytes::Bytes;
use serde_json::Value as Json;
use sobre_engine::sync::wire::{
    EncryptedData, Message, MessageEnvelope, SyncRequest, SyncResponse, Wire,
};

fn vectors() -> Json {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/interop/protobuf.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn bytes(hex: &Json) -> Bytes {
    let hex = hex.as_str().unwrap();
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

fn text(json: &Json) -> String {
    json.as_str().unwrap().to_owned()
}

fn message(value: &Json) -> Message {
    Message {
        dataset: text(&value["dataset"]),
        row: text(&value["row"]),
        column: text(&value["column"]),
        value: text(&value["value"]),
    }
}

fn encrypted(value: &Json) -> EncryptedData {
    EncryptedData {
        iv: bytes(&value["iv"]),
        auth_tag: bytes(&value["authTag"]),
        data: bytes(&value["data"]),
    }
}

fn envelope(value: &Json) -> MessageEnvelope {
    MessageEnvelope {
        timestamp: text(&value["timestamp"]),
        is_encrypted: value["isEncrypted"].as_bool().unwrap(),
        content: bytes(&value["content"]),
    }
}

fn envelopes(value: &Json) -> Vec<MessageEnvelope> {
    value["messages"].as_array().unwrap().iter().map(envelope).collect()
}

fn request(value: &Json) -> SyncRequest {
    SyncRequest {
        messages: envelopes(value),
        file_id: text(&value["fileId"]),
        group_id: text(&value["groupId"]),
        key_id: text(&value["keyId"]),
        since: text(&value["since"]),
    }
}

fn response(value: &Json) -> SyncResponse {
    SyncResponse { messages: envelopes(value), merkle: text(&value["merkle"]) }
}

/// Both directions: the encoded value equals the vector, and the vector decodes to the value.
fn check<T: Wire + Default + PartialEq + Debug>(name: &str, read: fn(&Json) -> T) {
    let vectors = vectors();
    let cases = vectors[name].as_array().unwrap();
    assert!(!cases.is_empty());
    for case in cases {
        let (value, hex) = (read(&case["value"]), bytes(&case["hex"]));
        assert_eq!(value.encode_to_vec(), hex, "{name}");
        assert_eq!(T::decode(hex).unwrap(), value, "{name}");
    }
}

#[test]
fn messages_are_written_and_read_as_the_vectors() {
    check("Message", message);
    check("EncryptedData", encrypted);
    check("MessageEnvelope", envelope);
    check("SyncRequest", request);
    check("SyncResponse", response);
}

#[test]
fn unknown_fields_are_skipped() {
    let case = &vectors()["unknown_fields_are_skipped"];
    let read = SyncRequest::decode(bytes(&case["hex"])).unwrap();
    assert_eq!(read.file_id, text(&case["fileId"]));
    assert_eq!(read.since, text(&case["since"]));
}

#[test]
fn broken_bytes_are_refused() {
    for broken in ["0a", "0aff", "12ffffffffffffffffff7f", "ffff"] {
        assert!(SyncRequest::decode(bytes(&Json::from(broken))).is_err(), "{broken}");
    }
}
