//! Seals fetched rows to the key of a budget, so that a server can create messages but not read
//! them. The format is frozen: devices must open messages that older versions sealed.
//!
//! HPKE (RFC 9180) in its base mode, with X25519, HKDF-SHA256 and AES-256-GCM. The additional data
//! binds a message to its file, connection and number, so that it cannot be moved.

use std::io::{Read as _, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use hpke::aead::AesGcm256;
use hpke::kdf::HkdfSha256;
use hpke::kem::X25519HkdfSha256;
use hpke::{Deserializable as _, Kem, OpModeR, OpModeS, Serializable as _};
use sha2::{Digest as _, Sha256};
use thiserror::Error;
use zeroize::Zeroizing;

/// The first bytes of every message; the last one is the version of the format.
const MARK: &[u8; 4] = b"SBI1";
const KID_BYTES: usize = 8;
const KEY_BYTES: usize = 32;
const TAG_BYTES: usize = 16;
const HEAD_BYTES: usize = MARK.len() + KID_BYTES + KEY_BYTES;
const INFO: &[u8] = b"sobre bank inbox 1";
/// Messages are padded to multiples of this size, to hide their exact length.
const BLOCK_BYTES: usize = 4096;
const LENGTH_BYTES: usize = 4;
/// Most bytes of the JSON of a message.
pub const MOST_JSON_BYTES: usize = 16 << 20;

/// Why a message cannot be opened or sealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SealFault {
    /// The bytes are too short or have another version.
    #[error("these bytes are not a message of this version")]
    NotAMessage,
    /// The message is sealed to another key.
    #[error("the message is sealed to another key")]
    NoKey,
    /// The key is wrong, or the message was changed or moved.
    #[error("the message cannot be opened")]
    DoesNotOpen,
    /// The opened bytes are malformed.
    #[error("the message holds no text")]
    NotText,
    /// The public key is invalid, or the system has no random numbers.
    #[error("the message cannot be sealed")]
    NotSealed,
}

/// The place that a message belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place<'a> {
    /// Id of the file on the server.
    pub file: &'a str,
    /// Id of the connection.
    pub connection: &'a str,
    /// Number within the file's inbox.
    pub number: u64,
}

impl Place<'_> {
    fn bytes(&self) -> Vec<u8> {
        format!("{}\n{}\n{}", self.file, self.connection, self.number).into_bytes()
    }
}

/// A public key to seal to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublicKey([u8; KEY_BYTES]);

impl PublicKey {
    /// Reads 32 bytes; `None` if they are not a valid key.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let bytes: [u8; KEY_BYTES] = bytes.try_into().ok()?;
        <X25519HkdfSha256 as Kem>::PublicKey::from_bytes(&bytes).ok()?;
        Some(Self(bytes))
    }

    /// Reads base64url without padding.
    #[must_use]
    pub fn of_text(text: &str) -> Option<Self> {
        Self::of_bytes(&URL_SAFE_NO_PAD.decode(text).ok()?)
    }

    /// The key in base64url without padding.
    #[must_use]
    pub fn text(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    /// Its bytes.
    #[must_use]
    pub const fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The key's id: the first 16 hex digits of its SHA-256.
    #[must_use]
    pub fn kid(&self) -> String {
        hex(&self.kid_bytes())
    }

    fn kid_bytes(&self) -> [u8; KID_BYTES] {
        let digest: [u8; 32] = Sha256::digest(self.0).into();
        let mut kid = [0; KID_BYTES];
        kid.copy_from_slice(&digest[..KID_BYTES]);
        kid
    }

    /// Seals the JSON of a message.
    ///
    /// # Errors
    /// [`SealFault::NotSealed`], also if the JSON is too long.
    pub fn seal(&self, place: &Place<'_>, json: &[u8]) -> Result<Vec<u8>, SealFault> {
        let packed = packed(json).ok_or(SealFault::NotSealed)?;
        let key = <X25519HkdfSha256 as Kem>::PublicKey::from_bytes(&self.0)
            .map_err(|_| SealFault::NotSealed)?;
        // The library panics if the system has no random numbers, so test for them first.
        getrandom::fill(&mut [0; 1]).map_err(|_| SealFault::NotSealed)?;
        let (sent, sealed) = hpke::single_shot_seal::<AesGcm256, HkdfSha256, X25519HkdfSha256>(
            &OpModeS::Base,
            &key,
            INFO,
            &packed,
            &place.bytes(),
        )
        .map_err(|_| SealFault::NotSealed)?;
        let mut message = Vec::with_capacity(HEAD_BYTES + sealed.len());
        message.extend_from_slice(MARK);
        message.extend_from_slice(&self.kid_bytes());
        message.extend_from_slice(&sent.to_bytes());
        message.extend_from_slice(&sealed);
        Ok(message)
    }
}

/// A private key, zeroed on drop and never printed.
pub struct PrivateKey {
    secret: Zeroizing<[u8; KEY_BYTES]>,
    public: PublicKey,
    /// The id that the key is stored under.
    kid: String,
}

impl PrivateKey {
    /// A new random key.
    ///
    /// # Errors
    /// [`SealFault::NotSealed`] if the system has no random numbers.
    pub fn fresh() -> Result<Self, SealFault> {
        let mut secret = Zeroizing::new([0; KEY_BYTES]);
        getrandom::fill(secret.as_mut_slice()).map_err(|_| SealFault::NotSealed)?;
        Self::of_bytes(secret.as_slice()).ok_or(SealFault::NotSealed)
    }

    /// The key of 32 bytes.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let secret = Zeroizing::new(<[u8; KEY_BYTES]>::try_from(bytes).ok()?);
        let key = <X25519HkdfSha256 as Kem>::PrivateKey::from_bytes(secret.as_slice()).ok()?;
        let public = <X25519HkdfSha256 as Kem>::sk_to_pk(&key);
        let public = PublicKey::of_bytes(&public.to_bytes())?;
        Some(Self { secret, public, kid: public.kid() })
    }

    /// The same key with the id that it is stored under.
    #[must_use]
    pub fn named(self, kid: &str) -> Self {
        Self { kid: kid.to_owned(), ..self }
    }

    /// Reads the stored text: base64url without padding.
    #[must_use]
    pub fn of_text(text: &str) -> Option<Self> {
        Self::of_bytes(&Zeroizing::new(URL_SAFE_NO_PAD.decode(text).ok()?))
    }

    /// The stored text: base64url without padding.
    #[must_use]
    pub fn text(&self) -> Zeroizing<String> {
        Zeroizing::new(URL_SAFE_NO_PAD.encode(self.secret.as_slice()))
    }

    /// The public key.
    #[must_use]
    pub const fn public(&self) -> &PublicKey {
        &self.public
    }

    /// Opens a message; returns its JSON.
    ///
    /// # Errors
    /// [`SealFault`].
    pub fn open(&self, place: &Place<'_>, message: &[u8]) -> Result<Vec<u8>, SealFault> {
        if kid_of(message).ok_or(SealFault::NotAMessage)? != self.kid {
            return Err(SealFault::NoKey);
        }
        let (head, sealed) = message.split_at(HEAD_BYTES);
        let sent = &head[MARK.len() + KID_BYTES..];
        let failed = |_| SealFault::DoesNotOpen;
        let sent = <X25519HkdfSha256 as Kem>::EncappedKey::from_bytes(sent).map_err(failed)?;
        let secret = self.secret.as_slice();
        let secret = <X25519HkdfSha256 as Kem>::PrivateKey::from_bytes(secret).map_err(failed)?;
        let packed = hpke::single_shot_open::<AesGcm256, HkdfSha256, X25519HkdfSha256>(
            &OpModeR::Base,
            &secret,
            &sent,
            INFO,
            sealed,
            &place.bytes(),
        )
        .map_err(failed)?;
        unpacked(&packed).ok_or(SealFault::NotText)
    }
}

/// The id of the key that a message is sealed to; `None` if the bytes are not a message of this
/// version.
#[must_use]
pub fn kid_of(message: &[u8]) -> Option<String> {
    let is_message = message.starts_with(MARK) && message.len() >= HEAD_BYTES + TAG_BYTES;
    is_message.then(|| hex(&message[MARK.len()..MARK.len() + KID_BYTES]))
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The length of the deflated JSON, the deflated JSON, and zeros up to a whole block.
fn packed(json: &[u8]) -> Option<Vec<u8>> {
    if json.len() > MOST_JSON_BYTES {
        return None;
    }
    let mut packer = ZlibEncoder::new(vec![0; LENGTH_BYTES], Compression::fast());
    packer.write_all(json).ok()?;
    let mut packed = packer.finish().ok()?;
    let length = u32::try_from(packed.len() - LENGTH_BYTES).ok()?;
    packed[..LENGTH_BYTES].copy_from_slice(&length.to_be_bytes());
    packed.resize(packed.len().next_multiple_of(BLOCK_BYTES), 0);
    Some(packed)
}

fn unpacked(packed: &[u8]) -> Option<Vec<u8>> {
    let (length, rest) = packed.split_at_checked(LENGTH_BYTES)?;
    let length = usize::try_from(u32::from_be_bytes(length.try_into().ok()?)).ok()?;
    let limit = u64::try_from(MOST_JSON_BYTES).ok()? + 1;
    let mut json = Vec::new();
    ZlibDecoder::new(rest.get(..length)?).take(limit).read_to_end(&mut json).ok()?;
    (json.len() <= MOST_JSON_BYTES).then_some(json)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn bytes(hex: &Value) -> Vec<u8> {
        let hex = hex.as_str().unwrap();
        let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
        (0..hex.len()).step_by(2).map(byte).collect()
    }

    const fn word(fault: SealFault) -> &'static str {
        match fault {
            SealFault::NotAMessage => "not-a-message",
            SealFault::NoKey => "no-key",
            SealFault::DoesNotOpen => "does-not-open",
            SealFault::NotText => "not-text",
            SealFault::NotSealed => "not-sealed",
        }
    }

    #[test]
    fn recorded_messages_open_only_at_their_place_with_their_key() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/banks/sealed.json");
        let recorded: Value =
            serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        for case in recorded["cases"].as_array().unwrap() {
            let text = |name: &str| case[name].as_str().unwrap();
            let key = PrivateKey::of_bytes(&bytes(&case["private"])).unwrap().named(text("kid"));
            let number = case["number"].as_u64().unwrap();
            let place = Place { file: text("file"), connection: text("connection"), number };
            let opened = key.open(&place, &bytes(&case["message"]));
            let expected = &case["expected"];
            match opened {
                Ok(json) => {
                    let json: Value = serde_json::from_slice(&json).unwrap();
                    assert_eq!(json, expected["json"], "{}", case["id"]);
                }
                Err(fault) => assert_eq!(word(fault), expected["error"], "{}", case["id"]),
            }
        }
        let said = |name: &str| recorded["key"][name].as_str().unwrap();
        let public = PublicKey::of_bytes(&bytes(&recorded["key"]["public"])).unwrap();
        assert_eq!(public.kid(), said("kid"));
        assert_eq!(public.text(), said("public_base64url"));
        let private = PrivateKey::of_text(said("private_base64url")).unwrap();
        assert_eq!(*private.public(), public);
        assert_eq!(*private.text(), said("private_base64url"));
    }

    #[test]
    fn a_sealed_message_opens_again_and_tells_little_by_its_size() {
        let key = PrivateKey::fresh().unwrap();
        let place = Place { file: "f", connection: "c", number: 3 };
        let seal = |json: &[u8]| key.public().seal(&place, json).unwrap();
        let sealed = seal(b"{\"rows\":[]}");
        assert_eq!(key.open(&place, &sealed).unwrap(), b"{\"rows\":[]}");
        assert_eq!(kid_of(&sealed), Some(key.public().kid()));
        assert_eq!(sealed.len(), seal(b"{\"rows\":[1,2,3]}").len());
        for moved in [Place { number: 4, ..place }, Place { file: "g", ..place }] {
            assert_eq!(key.open(&moved, &sealed), Err(SealFault::DoesNotOpen));
        }
        let too_long = vec![b' '; MOST_JSON_BYTES + 1];
        assert_eq!(key.public().seal(&place, &too_long), Err(SealFault::NotSealed));
    }
}
