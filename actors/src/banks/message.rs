//! The JSON of a sealed message, the result of one fetch of a connection. Unknown keys are ignored,
//! so that later versions can add fields.

use serde::{Deserialize, Serialize};
use sobre_engine::banks::{BankAnswer, Provider};

use super::connections::FetchError;
use super::sealing::MOST_JSON_BYTES;

/// The version of the format.
const VERSION: u32 = 1;
/// Most bytes of accounts in one part; leaves room for the other fields.
const MOST_PART_BYTES: usize = MOST_JSON_BYTES - (1 << 20);

/// The result of a fetch, or one part of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InboxMessage {
    /// Version of the format. A device defers messages of later versions until it is updated.
    #[serde(rename = "v")]
    pub version: u32,
    /// What it holds.
    pub kind: MessageKind,
    /// Id of the file on the server.
    pub file: String,
    /// Id of the connection.
    pub connection: String,
    /// The provider.
    pub provider: Provider,
    /// Number within the file's inbox.
    pub number: u64,
    /// The part number and the number of parts. The parts of one fetch have the same time and
    /// consecutive numbers. The rows of an account may continue in the next part.
    pub part: [u32; 2],
    /// When it was fetched (RFC 3339).
    pub fetched: String,
    /// Who started the fetch.
    pub asked: AskedBy,
    /// The accounts.
    #[serde(default)]
    pub accounts: Vec<BankAnswer>,
    /// The failures.
    #[serde(default)]
    pub errors: Vec<FetchError>,
}

/// The kinds of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MessageKind {
    /// Rows of accounts.
    Rows,
    /// The failure of a connection that could not be fetched.
    State,
    /// A kind that this version does not know.
    #[serde(other)]
    Unknown,
}

/// Who started a fetch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AskedBy {
    /// The schedule.
    Schedule,
    /// A user who waits for the result.
    Person,
}

/// The result of one fetch of a connection, before its messages are numbered.
pub(super) struct Brought {
    pub(super) file: String,
    pub(super) connection: String,
    pub(super) provider: Provider,
    pub(super) fetched: String,
    pub(super) asked: AskedBy,
    pub(super) accounts: Vec<BankAnswer>,
    pub(super) errors: Vec<FetchError>,
}

impl Brought {
    /// The messages, numbered from `first`.
    pub(super) fn messages(self, first: u64) -> Vec<InboxMessage> {
        let kind = if self.accounts.is_empty() { MessageKind::State } else { MessageKind::Rows };
        let parts = parts(self.accounts);
        let count = u32::try_from(parts.len()).unwrap_or(u32::MAX);
        let numbered = parts.into_iter().zip(1..).zip(first..);
        let message = |((accounts, part), number)| InboxMessage {
            version: VERSION,
            kind,
            file: self.file.clone(),
            connection: self.connection.clone(),
            provider: self.provider,
            number,
            part: [part, count],
            fetched: self.fetched.clone(),
            asked: self.asked,
            accounts,
            errors: if part == 1 { self.errors.clone() } else { Vec::new() },
        };
        numbered.map(message).collect()
    }
}

/// Splits the accounts into parts that fit into a message; returns at least one part.
fn parts(accounts: Vec<BankAnswer>) -> Vec<Vec<BankAnswer>> {
    let (mut parts, mut used) = (vec![Vec::new()], 0);
    for account in accounts.into_iter().flat_map(small_enough) {
        let size = json_bytes(&account);
        if used > 0 && used + size > MOST_PART_BYTES {
            parts.push(Vec::new());
            used = 0;
        }
        used += size;
        if let Some(part) = parts.last_mut() {
            part.push(account);
        }
    }
    parts
}

/// Splits an account whose rows do not fit into one message.
fn small_enough(mut account: BankAnswer) -> Vec<BankAnswer> {
    let size = json_bytes(&account);
    if size <= MOST_PART_BYTES {
        return vec![account];
    }
    let pieces = size / MOST_PART_BYTES + 2;
    let length = account.rows.len().div_ceil(pieces).max(1);
    let rows = std::mem::take(&mut account.rows);
    let others = BankAnswer { removed: Vec::new(), skipped: Vec::new(), ..account.clone() };
    let mut found = Vec::new();
    for rows in rows.chunks(length) {
        let piece = if found.is_empty() { account.clone() } else { others.clone() };
        found.push(BankAnswer { rows: rows.to_vec(), ..piece });
    }
    if found.is_empty() { vec![account] } else { found }
}

fn json_bytes(account: &BankAnswer) -> usize {
    serde_json::to_vec(account).map_or(0, |json| json.len())
}

#[cfg(test)]
mod tests {
    use sobre_engine::banks::{BankError, BankRow, ErrorType};
    use sobre_engine::money::Amount;

    use super::*;

    fn account(name: &str, rows: usize, notes: usize) -> BankAnswer {
        let mut answer = BankAnswer::failed(name, BankError::of(ErrorType::TimedOut));
        let row = BankRow {
            id: None,
            pending_of: None,
            posted: true,
            date: "2026-11-20".parse().unwrap(),
            amount: Amount::ZERO,
            currency: None,
            payee: None,
            notes: Some("x".repeat(notes)),
            fields: serde_json::Map::default(),
        };
        answer.rows = vec![row; rows];
        answer
    }

    #[test]
    fn long_answers_become_several_messages_with_all_rows() {
        let brought = Brought {
            file: "f".to_owned(),
            connection: "c".to_owned(),
            provider: Provider::SimpleFin,
            fetched: "2026-11-20T06:00:12Z".to_owned(),
            asked: AskedBy::Person,
            accounts: vec![account("a", 10, 10), account("b", 10, 4 << 20), account("c", 1, 1)],
            errors: Vec::new(),
        };
        let messages = brought.messages(7);
        let count = u32::try_from(messages.len()).unwrap();
        assert!(count > 2);
        for (message, number) in messages.iter().zip(0..) {
            assert_eq!(message.number, 7 + u64::from(number));
            assert_eq!(message.part, [number + 1, count]);
            assert!(serde_json::to_vec(message).unwrap().len() <= MOST_JSON_BYTES);
        }
        let all = messages.iter().flat_map(|it| &it.accounts);
        let rows = |name: &str| -> usize {
            all.clone().filter(|it| it.account == name).map(|it| it.rows.len()).sum()
        };
        assert_eq!([rows("a"), rows("b"), rows("c")], [10, 10, 1]);
    }
}
