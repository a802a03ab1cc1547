//! Requests and replies about the sync server: where it is and who is signed in there.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The address of the sync server in use, null without one.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetServerUrl {}

/// Chooses a sync server, or none with null. The server is asked first whether it is one; another
/// address than before signs out. At the server that the program serves itself it is signed in at
/// once, if that has a password. Refused with `network-failure` where nobody answers (also for an
/// address without http:// or https://), with `invalid-server` where something else answers.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SetServerUrl {
    /// The address, with or without a path, or null; left out by mistake it would sign out, so it
    /// must be given.
    #[serde(deserialize_with = "Option::deserialize")]
    pub url: Option<String>,
    /// False: take the address without asking the server.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub validate: Option<bool>,
}

/// The version of the sync server in use.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetServerVersion {}

/// Version of a server.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ServerVersion {
    /// For example `26.9.0`.
    pub version: String,
}

/// Whether a server still has to be given its first password.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SubscribeNeedsBootstrap {
    /// The server; by default the one in use.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub url: Option<String>,
}

/// How a server was set up.
#[derive(Debug, Clone, Serialize, TS)]
pub struct NeedsBootstrap {
    /// Whether it has a password: then sign in, else set one.
    pub bootstrapped: bool,
    /// The ways to sign in; empty before it was set up, and of old servers.
    #[serde(rename = "availableLoginMethods")]
    pub available_login_methods: Vec<LoginMethod>,
    /// Whether the first password can be set from here with the server's setup code alone.
    #[serde(rename = "needsSetupCode")]
    pub needs_setup_code: bool,
}

/// The ways to sign in at the server in use.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SubscribeGetLoginMethods {}

/// One way to sign in.
#[derive(Debug, Clone, Serialize, TS)]
pub struct LoginMethod {
    /// `password`, or a way that this program does not know.
    pub method: String,
    /// Whether it can be used.
    pub active: bool,
    /// Its name for people.
    #[serde(rename = "displayName")]
    pub display_name: String,
}

/// Who is signed in at the server: null without a session, and when the server says that the
/// session has ended. Without a server there is somebody once it was said that none is used
/// (`set-server-url` with null) or a budget was made; before that, nobody.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SubscribeGetUser {}

/// Somebody who is signed in.
#[derive(Debug, Clone, Serialize, TS)]
pub struct UserData {
    /// The server does not answer, so the session could not be checked.
    pub offline: bool,
}

/// Gives a new server its password and signs in. A server of ours on another computer, or behind a
/// proxy, wants the code that it showed when it was started: `setup-code-required`,
/// `invalid-setup-code`.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct SubscribeBootstrap {
    /// The password; an empty one is refused with `invalid-password`.
    pub password: String,
    /// The setup code of the server, where it wants one.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub setup_code: Option<String>,
}

/// Signs in at the server in use.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SubscribeSignIn {
    /// The password of the server.
    pub password: String,
}

/// Forgets the session at the server. Budgets and keys stay on this device.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SubscribeSignOut {}

/// Changes the password of the server; all sessions stay signed in.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SubscribeChangePassword {
    /// The new password; an empty one is refused with `invalid-password`.
    pub password: String,
}

/// Takes over a session that was made elsewhere.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SubscribeSetToken {
    /// The session token.
    pub token: String,
}

/// The devices that are signed in at the server, the one heard of last first. Only servers of ours
/// tell them apart.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SubscribeGetSessions {}

/// A device that is signed in.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DeviceSession {
    /// Id of its session; it opens nothing.
    pub id: String,
    /// What its program called itself, as in `sobre/0.1.0 (desk; linux)`.
    pub name: String,
    /// When it signed in, in milliseconds since 1970.
    #[ts(type = "number")]
    pub made_ms: i64,
    /// When it was last heard of, in milliseconds since 1970.
    #[ts(type = "number")]
    pub used_ms: i64,
    /// Whether it is this device.
    pub current: bool,
}

/// Signs a device out. Its budgets stay on it.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SubscribeRevokeSession {
    /// Its session.
    pub id: String,
}

/// Signs every device out but this one.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SubscribeSignOutOthers {}

/// How many devices were signed out.
#[derive(Debug, Clone, Serialize, TS)]
pub struct SignedOut {
    /// Their number.
    #[ts(type = "number")]
    pub ended: u64,
}
