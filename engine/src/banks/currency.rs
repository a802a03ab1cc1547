//! Codes of currencies in the answers of providers.

/// The code for no particular currency.
const NONE: &str = "XXX";

/// A code, unless it stands for no particular currency.
#[must_use]
pub fn known(code: Option<String>) -> Option<String> {
    code.filter(|code| code != NONE)
}

/// Whether both currencies are known and are not the same.
pub(super) fn differ(one: Option<&str>, other: Option<&str>) -> bool {
    let known = |code: &&str| *code != NONE;
    match (one.filter(known), other.filter(known)) {
        (Some(one), Some(other)) => one != other,
        (Some(_) | None, _) => false,
    }
}
