//! Calls over the socket and over HTTP, with the same JSON and one router.

pub(crate) mod frames;
pub(crate) mod http;
mod outgoing;
pub(crate) mod sign_in;
pub(crate) mod upload;
pub(crate) mod ws;
