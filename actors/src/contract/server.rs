//! Requests and replies about the sync server: its address and its sessions.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The address of the sync server in use, null without one.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetServerUrl {}

/// Chooses a sync server, or none with null. First checks that a sync server responds there.
/// Changing the address signs out. For the server that the program serves itself, also signs in if
/// that server has a password. Fails with `network-failure` if nothing responds (also for an
/// address without http:// or https://), and with `invalid-server` if something else responds.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SetServerUrl {
    /// The address, with or without a path, or null. Required, so that omitting it by mistake does
    /// not sign out.
    #[serde(deserialize_with = "Option::deserialize")]
    pub url: Option<String>,
    /// False: skips the check.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub validate: Option<bool>,
}

/// The version of the sync server in use.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetServerVersion {}

/// Version of the server.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ServerVersion {
    /// For example `26.9.0`.
    pub version: String,
}

/// Whether a server still needs its first password.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SubscribeNeedsBootstrap {
    /// The server; by default the one in use.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub url: Option<String>,
}

/// Setup state of a server.
#[derive(Debug, Clone, Serialize, TS)]
pub struct NeedsBootstrap {
    /// Whether it has a password: if so sign in, else set one.
    pub bootstrapped: bool,
    /// The ways to sign in; empty before setup and for old servers.
    #[serde(rename = "availableLoginMethods")]
    pub available_login_methods: Vec<LoginMethod>,
    /// Whether setting the first password from here requires the server's setup code.
    #[serde(rename = "needsSetupCode")]
    pub needs_setup_code: bool,
}

/// The ways to sign in to the server in use.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SubscribeGetLoginMethods {}

/// One way to sign in.
#[derive(Debug, Clone, Serialize, TS)]
pub struct LoginMethod {
    /// `password`, or a method unknown to this program.
    pub method: String,
    /// Whether it is enabled.
    pub active: bool,
    /// Its display name.
    #[serde(rename = "displayName")]
    pub display_name: String,
}

/// The user signed in to the server; null without a session or when the server reports that it has
/// ended. Without a server there is a user once the choice to use none was made (`set-server-url`
/// with null) or a budget exists, and null before.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SubscribeGetUser {}

/// A signed-in user.
#[derive(Debug, Clone, Serialize, TS)]
pub struct UserData {
    /// Whether the server could not be reached to check the session.
    pub offline: bool,
}

/// Sets a new server's first password and signs in. A Sobre server on another computer, or behind a
/// proxy, requires the setup code that it printed at its start; the errors are
/// `setup-code-required` and `invalid-setup-code`.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct SubscribeBootstrap {
    /// The password; an empty one fails with `invalid-password`.
    pub password: String,
    /// The setup code of the server, if required.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub setup_code: Option<String>,
}

/// Signs in to the server in use.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SubscribeSignIn {
    /// The password of the server.
    pub password: String,
}

/// Forgets the session of the server. Budgets and keys stay on this device.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SubscribeSignOut {}

/// Changes the password of the server; all sessions stay signed in.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SubscribeChangePassword {
    /// The new password; an empty one fails with `invalid-password`.
    pub password: String,
}

/// Uses a session created elsewhere.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SubscribeSetToken {
    /// The session token.
    pub token: String,
}

/// The devices signed in to the server, the most recently used first. Only Sobre's own server
/// distinguishes devices.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SubscribeGetSessions {}

/// A signed-in device.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DeviceSession {
    /// Id of its session; it grants no access.
    pub id: String,
    /// The name its program sent, such as `sobre/0.1.0 (desk; linux)`.
    pub name: String,
    /// Time of its sign-in, in milliseconds since 1970.
    #[ts(type = "number")]
    pub made_ms: i64,
    /// Time of its last request, in milliseconds since 1970.
    #[ts(type = "number")]
    pub used_ms: i64,
    /// Whether it is this device.
    pub current: bool,
}

/// Signs out a device. Its budgets stay on it.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SubscribeRevokeSession {
    /// Its session.
    pub id: String,
}

/// Signs out all other devices.
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
