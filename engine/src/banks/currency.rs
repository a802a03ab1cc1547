//! Currency codes in the responses of providers.

/// ISO 4217 code for "no currency".
const NONE: &str = "XXX";

/// The code, unless it means "no currency".
#[must_use]
pub fn known(code: Option<String>) -> Option<String> {
    code.filter(|code| code != NONE)
}

/// Whether both currencies are known and differ.
pub(super) fn differ(one: Option<&str>, other: Option<&str>) -> bool {
    let known = |code: &&str| *code != NONE;
    match (one.filter(known), other.filter(known)) {
        (Some(one), Some(other)) => one != other,
        (Some(_) | None, _) => false,
    }
}
