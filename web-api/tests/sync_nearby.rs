//! Two applications and the sync server in one process, without a network.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use sobre_actors::environment::Environment;
use sobre_actors::{App, Session, UndoOptions};
use tempfile::TempDir;
use web_api::sync_server::SyncServer;
use web_api::sync_server::nearby::OneServer;

const FOOD: &str = "541836f1-e756-4473-a5d0-6c1d3f06c7fa";

struct Device {
    app: App,
    session: Arc<Session>,
}

impl Device {
    fn start(dir: &Path, server: &Arc<SyncServer>) -> Self {
        let environment = Environment {
            sync_servers: Arc::new(OneServer(Arc::clone(server))),
            ..Environment::system(Some("2026-11-20".parse().unwrap()))
        };
        let app = App::start(dir, environment).unwrap();
        let session = app.new_session(None);
        Self { app, session }
    }

    async fn call(&self, name: &str, args: Value) -> Value {
        let outcome = self.app.call(&self.session, name, args, UndoOptions::default()).await;
        outcome.unwrap_or_else(|error| panic!("{name}: {error:?}"))
    }

    async fn budget(&self, month: &str, amount: i64) {
        let args = json!({ "month": month, "category": FOOD, "amount": amount });
        self.call("budget/budget-amount", args).await;
    }

    async fn budgeted(&self, month: &str) -> Value {
        let sheet = format!("budget{}", month.replace('-', ""));
        let name = format!("budget-{FOOD}");
        self.call("getCell", json!({ "sheetName": sheet, "name": name })).await["value"].clone()
    }
}

#[actix_web::test]
async fn two_devices_end_with_the_same_numbers() {
    let dir = TempDir::new().unwrap();
    let environment = Environment::system(None);
    let server = SyncServer::open(&dir.path().join("server"), environment).unwrap();
    let server = Arc::new(server);
    let first = Device::start(&dir.path().join("first"), &server);
    first.call("set-server-url", json!({ "url": "in-process" })).await;
    first.call("subscribe-bootstrap", json!({ "password": "secret" })).await;
    let budget = first.call("create-budget", json!({})).await;
    first.call("load-budget", json!({ "id": budget["id"] })).await;
    first.call("upload-budget", json!({})).await;

    let second = Device::start(&dir.path().join("second"), &server);
    second.call("set-server-url", json!({ "url": "in-process" })).await;
    second.call("subscribe-sign-in", json!({ "password": "secret" })).await;
    let files = second.call("get-budgets", json!({})).await;
    let file = files[0]["cloudFileId"].clone();
    let downloaded = second.call("download-budget", json!({ "fileId": file })).await;
    second.call("load-budget", json!({ "id": downloaded["id"] })).await;

    first.budget("2026-11", 12_300).await;
    second.budget("2026-12", 4_500).await;
    for device in [&first, &second, &first] {
        device.call("sync", json!({})).await;
    }
    for device in [&first, &second] {
        assert_eq!(device.budgeted("2026-11").await, 12_300);
        assert_eq!(device.budgeted("2026-12").await, 4_500);
    }
    let uploads = first.call("get-uploads", json!({ "fileId": file })).await;
    assert_eq!((&uploads[0]["current"], &uploads[1]), (&json!(true), &Value::Null));
    let kept = json!({ "fileId": file, "uploadId": uploads[0]["id"] });
    first.call("restore-upload", kept).await;
    std::fs::remove_dir_all(dir.path().join("server/files")).unwrap();
    let args = json!({});
    let refused = first.app.call(&first.session, "upload-budget", args, UndoOptions::default());
    let refused = serde_json::to_value(refused.await.unwrap_err()).unwrap();
    assert_eq!(refused["code"], "server-data-missing", "{refused}");
    first.app.shut_down().await;
    second.app.shut_down().await;
}
