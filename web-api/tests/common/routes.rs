//! The registered routes of both servers, according to the router itself.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use actix_http::Request;
use actix_web::dev::{Service, ServiceResponse};
use actix_web::introspection::{IntrospectionReportItem, IntrospectionTree};
use actix_web::test::{TestRequest, init_service, try_call_service};
use actix_web::web::Data;
use sobre_actors::App;
use sobre_actors::environment::Environment;
use tempfile::TempDir;
use web_api::access::Access;
use web_api::app::{Parts, http_app};
use web_api::sync_server::{SyncServer, listen};

const STALL: Duration = Duration::from_secs(30);

/// Routes of `sobre serve --with-sync-server`, as `GET /health`; `ANY` stands for every method.
pub fn of_application() -> BTreeSet<String> {
    let dir = TempDir::new().unwrap();
    actix_web::rt::System::new().block_on(async {
        let server = SyncServer::open(&dir.path().join("sync"), Environment::system(None)).unwrap();
        let access = Access::new("token".to_owned(), 80).with_auth(Arc::clone(&server.auth));
        let parts = Parts {
            app: Data::new(App::start(dir.path(), Environment::system(None)).unwrap()),
            access: Arc::new(access),
            sync_server: Some(Data::new(server)),
            stall: STALL,
        };
        registered(&init_service(http_app(&parts)).await).await
    })
}

/// Routes of `sobre sync-server`.
pub fn of_sync_server() -> BTreeSet<String> {
    let dir = TempDir::new().unwrap();
    actix_web::rt::System::new().block_on(async {
        let server = SyncServer::open(dir.path(), Environment::system(None)).unwrap();
        registered(&init_service(listen::http_app(&Data::new(server), STALL)).await).await
    })
}

async fn registered(
    service: &impl Service<Request, Response = ServiceResponse, Error = actix_web::Error>,
) -> BTreeSet<String> {
    let asked = TestRequest::get().uri("/health").to_request();
    let answer = try_call_service(service, asked).await.unwrap();
    let tree = answer.request().app_data::<Data<IntrospectionTree>>().unwrap();
    let items: Vec<IntrospectionReportItem> = (&tree.root).into();
    let routes = items.iter().filter(|item| item.resource_type == "resource");
    routes
        .flat_map(|item| {
            let named = |method: &str| format!("{method} {}", item.full_path);
            match item.methods.as_slice() {
                [] => vec![named("ANY")],
                methods => methods.iter().map(|method| named(method)).collect(),
            }
        })
        .collect()
}
