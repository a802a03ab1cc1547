//! Encryption against golden vectors of a real client.

use serde_json::Value as Json;
use sobre_engine::sync::wire::{SyncResponse, Wire as _};

use super::*;

fn vectors(name: &str) -> Json {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/interop/");
    serde_json::from_slice(&std::fs::read(format!("{path}{name}")).unwrap()).unwrap()
}

fn from_hex(hex: &Json) -> Vec<u8> {
    let hex = hex.as_str().unwrap();
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

fn text(json: &Json) -> &str {
    json.as_str().unwrap()
}

fn key_of(hex: &Json) -> FileKey {
    FileKey::from_base64("k", &STANDARD.encode(from_hex(hex))).unwrap()
}

#[test]
fn keys_of_passwords_are_those_of_the_vectors() {
    for case in vectors("encryption_primitives.json")["pbkdf2"].as_array().unwrap() {
        let key = FileKey::derive("k", text(&case["password"]), text(&case["salt"]));
        assert_eq!(*key.bytes, *from_hex(&case["key_hex"]));
    }
}

#[test]
fn the_cipher_is_that_of_the_vectors() {
    for case in vectors("encryption_primitives.json")["aes_256_gcm"].as_array().unwrap() {
        let key = key_of(&case["key_hex"]);
        let plain = from_hex(&case["plaintext_hex"]);
        let bytes = |name: &str| STANDARD.decode(text(&case[name])).unwrap();
        let (iv, tag) = (bytes("iv_b64"), bytes("authTag_b64"));
        let sealed = EncryptedBytes::of_parts(&iv, &tag, bytes("ciphertext_b64")).unwrap();
        assert_eq!(key.unseal(sealed.clone()).unwrap(), plain);
        let mut changed = sealed;
        changed.tag[3] ^= 1;
        assert_eq!(key.unseal(changed), Err(WRONG));
    }
}

#[test]
fn a_file_encrypted_by_another_program_opens() {
    let file = vectors("encrypted.json");
    let stored = &file["key_from_server"];
    let stored = StoredKey {
        id: text(&stored["id"]).to_owned(),
        salt: text(&stored["salt"]).to_owned(),
        test: Some(text(&stored["test"]).to_owned()),
    };
    let key = test_key(&stored, text(&file["password"])).unwrap();
    assert_eq!(*key.bytes, *from_hex(&file["derived_key_hex"]));
    assert_eq!(test_key(&stored, "wrong").unwrap_err(), WRONG);
    let old = StoredKey { test: None, ..stored };
    assert_eq!(test_key(&old, text(&file["password"])).unwrap_err(), SyncFault::OldKeyStyle);

    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/interop/encrypted.blob");
    let meta: EncryptMeta = serde_json::from_value(file["encryptMeta"].clone()).unwrap();
    let sealed = EncryptedBytes::of_meta(&meta, std::fs::read(path).unwrap()).unwrap();
    let zip = key.unseal(sealed).unwrap();
    assert_eq!(zip.len() as u64, file["decrypted_zip_bytes"].as_u64().unwrap());
    assert!(zip.starts_with(b"PK"));

    let answer = from_hex(&file["sync_response_hex"]);
    let answer = SyncResponse::decode(answer.as_slice()).unwrap();
    for (envelope, expected) in answer.messages.iter().zip(file["messages"].as_array().unwrap()) {
        let sealed = EncryptedData::decode(envelope.content.clone()).unwrap();
        let plain = key.unseal(EncryptedBytes::of_message(&sealed).unwrap()).unwrap();
        let message = sobre_engine::sync::wire::Message::decode(plain.as_slice()).unwrap();
        assert_eq!(message.dataset, text(&expected["dataset"]));
        assert_eq!(message.value, text(&expected["value"]));
    }
}

#[test]
fn a_made_key_opens_with_its_password_alone_and_seals_differently_each_time() {
    let (key, stored) = make_key("id-1", "pä$$").unwrap();
    let same = test_key(&stored, "pä$$").unwrap();
    assert_eq!(*same.to_base64(), *key.to_base64());
    assert_eq!(test_key(&stored, "pä$").unwrap_err(), WRONG);
    let one = key.seal(b"budget".to_vec()).unwrap();
    let two = key.seal(b"budget".to_vec()).unwrap();
    assert_ne!(one.data, two.data);
    let meta = key.meta(&one);
    let sealed = EncryptedBytes::of_meta(&meta, one.data.clone()).unwrap();
    assert_eq!(same.unseal(sealed).unwrap(), b"budget");
    let foreign = EncryptMeta { algorithm: "rot13".into(), ..meta };
    assert_eq!(EncryptedBytes::of_meta(&foreign, one.data), Err(WRONG));
}

#[test]
fn a_key_is_not_shown() {
    let (key, _) = make_key("id-1", "secret").unwrap();
    let shown = format!("{key:?}");
    assert!(shown.contains("id-1") && !shown.contains(key.to_base64().as_str()));
}
