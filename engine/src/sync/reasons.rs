//! Reasons that our server explains in a sentence, for programs that show reasons as they are.

/// The server needs its setup code.
pub const SETUP_CODE_REQUIRED: &str = "setup-code-required";
/// Too many uploads to the server are running.
pub const UPLOAD_UNDER_WAY: &str = "upload-under-way";
/// The data directory of the server was moved or is incomplete.
pub const SERVER_DATA_MISSING: &str = "server-data-missing";

/// A reason without the sentence after it.
pub(super) fn without_sentence(reason: &str) -> &str {
    let codes = [SETUP_CODE_REQUIRED, UPLOAD_UNDER_WAY, SERVER_DATA_MISSING];
    codes.into_iter().find(|code| reason.starts_with(code)).unwrap_or(reason)
}
