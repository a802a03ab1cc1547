//! The check before all routes of the sync server that are not public.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::Next;
use actix_web::web::BytesMut;
use actix_web::{Error, HttpMessage as _};
use futures_util::{StreamExt as _, stream};

use super::JSON_BYTES;
use super::answers::{Refusal, Shared, finish, json_of, signed_in};

/// Passes on requests with a valid token, in the header or in a JSON body, and responds 401 to all
/// others. Handlers check again, because a token in the body takes precedence over the header's.
pub(super) async fn members(
    server: Shared,
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if signed_in(&server, request.request(), None).is_ok()
        || shows_token_in_body(&server, &mut request).await
    {
        return Ok(next.call(request).await?.map_into_boxed_body());
    }
    Ok(request.into_response(finish(Err(Refusal::no_session()))))
}

/// Reads a body of JSON size and puts it back into the request.
async fn shows_token_in_body(server: &Shared, request: &mut ServiceRequest) -> bool {
    // Data after the head of an upgrade is not a body and may never end.
    if request.method() != Method::POST || request.head().upgrade() {
        return false;
    }
    let mut body = BytesMut::new();
    let mut payload = request.take_payload();
    while let Some(Ok(piece)) = payload.next().await {
        if body.len() + piece.len() > JSON_BYTES {
            return false;
        }
        body.extend_from_slice(&piece);
    }
    let body = body.freeze();
    let is_member =
        json_of(&body).is_ok_and(|json| signed_in(server, request.request(), Some(&json)).is_ok());
    let payload = Box::pin(stream::once(async { Ok(body) }));
    request.set_payload(Payload::Stream { payload });
    is_member
}
