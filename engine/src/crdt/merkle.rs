//! The tree of timestamp hashes by which two copies find the time from which they differ. It holds
//! no messages. Inserting a timestamp twice cancels it out, so callers insert only timestamps that
//! are new to their log.

use std::fmt;

use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

use super::timestamp::Timestamp;

/// Base-3 digits of a present-day minute; shorter prefixes are padded to it.
const KEY_DIGITS: usize = 16;
/// Digits of the last minute of the year 9999.
const MAX_DIGITS: usize = 20;
/// How many child keys survive pruning.
const KEPT_CHILDREN: usize = 2;
/// Greatest depth of a received tree.
const MAX_DEPTH: usize = 40;
const MINUTE_MS: u64 = 60_000;

/// A text is not a Merkle tree.
#[derive(Debug, Error)]
#[error("not a Merkle tree: {0}")]
pub struct MerkleError(#[from] serde_json::Error);

/// A node: the XOR of the hashes below it, if anything was ever inserted, and up to three
/// children by the next base-3 digit of the minute.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Merkle {
    hash: Option<i32>,
    children: [Option<Box<Merkle>>; 3],
}

impl Merkle {
    /// The empty tree, `{}` in JSON.
    #[must_use]
    pub const fn new() -> Self {
        Self { hash: None, children: [None, None, None] }
    }

    /// The XOR of all inserted hashes, `None` while empty.
    #[must_use]
    pub const fn root_hash(&self) -> Option<i32> {
        self.hash
    }

    /// Adds a timestamp that was not inserted before.
    pub fn insert(&mut self, timestamp: &Timestamp) {
        let hash = timestamp.hash().cast_signed();
        let (digits, length) = key(timestamp.millis() / MINUTE_MS);
        let mut node = self;
        node.mix(hash);
        for digit in &digits[MAX_DIGITS - length..] {
            node = node.children[usize::from(*digit)].get_or_insert_default();
            node.mix(hash);
        }
    }

    const fn mix(&mut self, hash: i32) {
        self.hash = Some(match self.hash {
            Some(own) => own ^ hash,
            None => hash,
        });
    }

    /// Keeps the two largest child keys of every node whose hash is neither missing nor 0.
    pub fn prune(&mut self) {
        if matches!(self.hash, None | Some(0)) {
            return;
        }
        let mut kept = 0;
        for child in self.children.iter_mut().rev() {
            if kept == KEPT_CHILDREN {
                *child = None;
            } else if let Some(node) = child {
                kept += 1;
                node.prune();
            }
        }
    }

    /// The time from which two trees may differ, in milliseconds since 1970: a lower bound, 0 if
    /// one side is empty. `None` if the root hashes are equal.
    #[must_use]
    pub fn diff(&self, other: &Self) -> Option<u64> {
        if self.hash == other.hash {
            return None;
        }
        let (mut own, mut theirs) = (self, other);
        let (mut prefix, mut digits) = (0_u64, 0);
        while let Some((digit, left, right)) = own.first_difference(theirs) {
            (own, theirs) = (left, right);
            prefix = prefix * 3 + digit;
            digits += 1;
        }
        let padding = u32::try_from(KEY_DIGITS.saturating_sub(digits)).unwrap_or(0);
        Some(prefix * 3_u64.pow(padding) * MINUTE_MS)
    }

    /// The first child that differs, unless a side lacks a child before it.
    fn first_difference<'a>(&'a self, other: &'a Self) -> Option<(u64, &'a Self, &'a Self)> {
        for (digit, pair) in (0_u64..).zip(self.children.iter().zip(&other.children)) {
            match pair {
                (None, None) => {}
                (Some(left), Some(right)) if left.hash == right.hash => {}
                (Some(left), Some(right)) => return Some((digit, left, right)),
                (None, Some(_)) | (Some(_), None) => return None,
            }
        }
        None
    }

    /// Reads the JSON form.
    ///
    /// # Errors
    /// [`MerkleError`] if the text is no JSON tree, or much deeper than any minute.
    pub fn from_json(text: &str) -> Result<Self, MerkleError> {
        let tree: Self = serde_json::from_str(text)?;
        if tree.deeper_than(MAX_DEPTH) {
            return Err(MerkleError(serde::de::Error::custom("too deep")));
        }
        Ok(tree)
    }

    fn deeper_than(&self, levels: usize) -> bool {
        let Some(below) = levels.checked_sub(1) else { return true };
        self.children.iter().flatten().any(|child| child.deeper_than(below))
    }

    /// The JSON form: child digits first, then the hash.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = String::with_capacity(1024);
        self.write_json(&mut text);
        text
    }

    /// Appends the JSON form to `target`.
    pub fn write_json(&self, target: &mut String) {
        use std::fmt::Write as _;
        target.push('{');
        for (digit, child) in ["\"0\":", "\"1\":", "\"2\":"].iter().zip(&self.children) {
            if let Some(child) = child {
                target.push_str(digit);
                child.write_json(target);
                target.push(',');
            }
        }
        if let Some(hash) = self.hash {
            let _ = write!(target, "\"hash\":{hash}");
        } else if target.ends_with(',') {
            target.pop();
        }
        target.push('}');
    }
}

impl FromIterator<Timestamp> for Merkle {
    fn from_iter<I: IntoIterator<Item = Timestamp>>(timestamps: I) -> Self {
        let mut tree = Self::new();
        timestamps.into_iter().for_each(|timestamp| tree.insert(&timestamp));
        tree
    }
}

/// The base-3 digits of a minute, without padding, at the end of the array.
fn key(mut minute: u64) -> ([u8; MAX_DIGITS], usize) {
    let mut digits = [0; MAX_DIGITS];
    let mut length = 0;
    loop {
        length += 1;
        digits[MAX_DIGITS - length] = u8::try_from(minute % 3).unwrap_or(0);
        minute /= 3;
        if minute == 0 || length == MAX_DIGITS {
            return (digits, length);
        }
    }
}

impl Serialize for Merkle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap as _;
        let mut map = serializer.serialize_map(None)?;
        for (digit, child) in ["0", "1", "2"].iter().zip(&self.children) {
            if let Some(child) = child {
                map.serialize_entry(digit, child)?;
            }
        }
        if let Some(hash) = self.hash {
            map.serialize_entry("hash", &hash)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Merkle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Merkle;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a tree node with hash and children 0, 1, 2")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Merkle, A::Error> {
        let mut node = Merkle::new();
        while let Some(name) = map.next_key::<std::borrow::Cow<'_, str>>()? {
            match name.as_ref() {
                "hash" => node.hash = map.next_value()?,
                "0" => node.children[0] = Some(map.next_value()?),
                "1" => node.children[1] = Some(map.next_value()?),
                "2" => node.children[2] = Some(map.next_value()?),
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(node)
    }
}
