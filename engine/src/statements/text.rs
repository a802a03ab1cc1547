//! The text of a file in whatever encoding its bank wrote it.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::faults::StatementError;

/// Where files declare their encoding, in bytes.
const HEAD: usize = 512;

/// Decodes a file: by its byte order mark, as UTF-8 if it is valid, as it declares itself, or as
/// Windows-1252, in this order.
pub(super) fn text_of(bytes: &[u8]) -> Result<String, StatementError> {
    let text = match Encoding::for_bom(bytes) {
        Some((encoding, mark)) => encoding.decode_without_bom_handling(&bytes[mark..]).0,
        None => match UTF_8.decode_without_bom_handling_and_without_replacement(whole(bytes)) {
            Some(text) => text,
            None => declared(bytes).unwrap_or(WINDOWS_1252).decode_without_bom_handling(bytes).0,
        },
    };
    if text.contains('\0') { Err(StatementError::NoText) } else { Ok(text.into_owned()) }
}

/// The bytes without a character of UTF-8 that the end of the file cuts off.
fn whole(bytes: &[u8]) -> &[u8] {
    match std::str::from_utf8(bytes) {
        Err(cut) if cut.error_len().is_none() => &bytes[..cut.valid_up_to()],
        _ => bytes,
    }
}

/// The encoding that the head of a file names, as in `encoding="ISO-8859-1"` or `CHARSET:1252`.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]);
    let after = |sign: &str| head.find(sign).map(|at| &head[at + sign.len()..]);
    let rest = after("encoding=").or_else(|| after("CHARSET:"))?;
    let is_end = |it: char| it.is_whitespace() || matches!(it, '"' | '\'' | '?' | '<');
    let label = rest.trim_start_matches(['"', '\'']).split(is_end).next()?;
    Encoding::for_label(label.as_bytes())
        .or_else(|| Encoding::for_label(format!("windows-{label}").as_bytes()))
}
