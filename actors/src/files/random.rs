//! Secrets and private names from the system's random numbers. Ids of rows and budgets come from
//! the caller instead.

use std::io;

/// `bytes` random bytes as lower-case hexadecimal digits.
///
/// # Errors
/// If the system has no random numbers.
pub(super) fn random_hex(bytes: usize) -> io::Result<String> {
    let mut random = vec![0_u8; bytes];
    getrandom::fill(&mut random).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(random.iter().map(|byte| format!("{byte:02x}")).collect())
}
