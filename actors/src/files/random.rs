//! Secrets and private names from the system's source of randomness. Ids of rows and budgets are
//! not made here: they come from the caller.

use std::io;

/// `bytes` random bytes as lower-case hexadecimal digits.
///
/// # Errors
/// When the system has no randomness to give.
pub(super) fn random_hex(bytes: usize) -> io::Result<String> {
    let mut random = vec![0_u8; bytes];
    getrandom::fill(&mut random).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(random.iter().map(|byte| format!("{byte:02x}")).collect())
}
