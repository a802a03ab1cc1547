//! The JSON responses of a sync server. Missing and additional fields are harmless.

use serde::Deserialize;
use serde_json::Value;
use sobre_engine::sync::api::{
    Bootstrapped, EncryptMeta, FileInfo, LoginMethod, RemoteFile, StoredKey,
};
use sobre_engine::sync::fault::shown;

#[derive(Deserialize)]
pub(super) struct Data<T> {
    pub(super) data: T,
}

#[derive(Deserialize)]
pub(super) struct Info {
    pub(super) build: Build,
}

#[derive(Deserialize)]
pub(super) struct Build {
    pub(super) version: String,
}

#[derive(Deserialize)]
pub(super) struct Token {
    pub(super) token: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Group {
    #[serde(rename = "groupId")]
    pub(super) group_id: String,
}

/// The number of ended sessions.
#[derive(Deserialize)]
pub(super) struct EndedSessions {
    pub(super) ended: u64,
}

#[derive(Deserialize)]
pub(super) struct LiveReply {
    pub(super) changed: bool,
    pub(super) since: Option<String>,
    pub(super) bank: Option<u64>,
}

#[derive(Deserialize)]
pub(super) struct Methods {
    #[serde(default)]
    methods: Vec<Method>,
}

impl Methods {
    pub(super) fn into_api(self) -> Vec<LoginMethod> {
        self.methods.into_iter().map(Method::into_api).collect()
    }
}

#[derive(Deserialize)]
struct Method {
    method: String,
    /// 1 or true.
    #[serde(default)]
    active: Value,
    #[serde(rename = "displayName", default)]
    display_name: Option<String>,
}

impl Method {
    fn into_api(self) -> LoginMethod {
        LoginMethod {
            active: is_true(&self.active),
            display_name: shown(self.display_name.as_deref().unwrap_or(&self.method)),
            method: self.method,
        }
    }
}

#[derive(Deserialize)]
pub(super) struct SetUp {
    bootstrapped: bool,
    #[serde(rename = "availableLoginMethods", default)]
    methods: Vec<Method>,
    /// Sent only by Sobre's own server.
    #[serde(rename = "needsSetupCode", default)]
    needs_setup_code: bool,
    #[serde(default)]
    instance: String,
}

impl SetUp {
    pub(super) fn into_api(self) -> Bootstrapped {
        let login_methods = self.methods.into_iter().map(Method::into_api).collect();
        let Self { bootstrapped, needs_setup_code, instance, .. } = self;
        Bootstrapped { bootstrapped, login_methods, needs_setup_code, instance }
    }
}

#[derive(Deserialize)]
pub(super) struct KeyData {
    id: Option<String>,
    salt: Option<String>,
    test: Option<String>,
}

impl KeyData {
    pub(super) fn stored(self) -> Option<StoredKey> {
        Some(StoredKey { id: self.id?, salt: self.salt.unwrap_or_default(), test: self.test })
    }
}

/// A file in the list or alone.
#[derive(Deserialize)]
pub(super) struct ListedFile {
    #[serde(rename = "fileId")]
    file_id: String,
    #[serde(rename = "groupId", default)]
    group_id: Option<String>,
    name: Option<String>,
    /// 0, 1, or a truth value.
    #[serde(default)]
    deleted: Value,
    #[serde(rename = "encryptKeyId", default)]
    encrypt_key_id: Option<String>,
    #[serde(rename = "encryptMeta", default)]
    encrypt_meta: Option<EncryptMeta>,
}

impl ListedFile {
    pub(super) fn listed(self) -> RemoteFile {
        RemoteFile {
            file_id: self.file_id,
            group_id: self.group_id.filter(|group| !group.is_empty()),
            name: self.name.unwrap_or_default(),
            deleted: is_true(&self.deleted),
            encrypt_key_id: self.encrypt_key_id.filter(|key| !key.is_empty()),
        }
    }

    pub(super) fn info(self) -> FileInfo {
        FileInfo {
            file_id: self.file_id,
            group_id: self.group_id.filter(|group| !group.is_empty()),
            name: self.name.unwrap_or_default(),
            deleted: is_true(&self.deleted),
            encrypt_meta: self.encrypt_meta,
        }
    }
}

fn is_true(value: &Value) -> bool {
    value.as_bool().unwrap_or_else(|| value.as_i64().is_some_and(|number| number != 0))
}
