//! What is answered where.

mod health;
mod line;
mod moves;
mod openapi;
mod overview;
mod probe;
mod rules;
mod stats;

use crate::caching::{Tagged, is_known};
use crate::pages;
use crate::problem::Problem;
use crate::shelf::{Shelf, Stock};
use crate::state::State;
use crate::workshop::Deadline;
use axum::Router;
use axum::body::Bytes;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Serialize;
use std::sync::Arc;
use tower_http::compression::CompressionLayer;
use tower_http::cors::{Any, CorsLayer};

/// For so long a browser need not ask again whether it may ask.
const DAY: std::time::Duration = std::time::Duration::from_secs(24 * 60 * 60);

/// Everything that the service answers.
pub(crate) fn router(state: State) -> Router {
    let state = Arc::new(state);
    let api = Router::new()
        .route("/probe", get(probe::probe))
        .route("/line", get(line::line))
        .route("/moves", get(moves::moves))
        .route("/stats", get(overview::overview))
        .route("/stats/{class}", get(stats::stats))
        .route("/rules", get(rules::rules))
        .route("/health", get(health::health))
        .route("/openapi.json", get(openapi::openapi))
        .fallback(nothing_here)
        .method_not_allowed_fallback(only_get)
        // Before anything is refused: a browser asks with OPTIONS whether it may ask.
        .layer(cors());
    Router::new()
        .nest("/api/v1", api)
        .merge(pages::router().method_not_allowed_fallback(only_get))
        .fallback(nothing_here)
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(Arc::clone(&state), within_limits))
        .with_state(state)
}

async fn nothing_here() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "no-such-page", "there is nothing at this address")
}

async fn only_get() -> Problem {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method", "everything here is asked with GET or HEAD")
}

/// Any page may read the answers; there is nothing here that only some may know.
fn cors() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::HEAD])
        .allow_headers([header::IF_NONE_MATCH, header::ACCEPT, header::CONTENT_TYPE])
        .expose_headers([header::ETAG, header::RETRY_AFTER])
        .max_age(DAY)
}

/// Refuses what is too large, and tells every browser what it may do with an answer.
async fn within_limits(
    axum::extract::State(state): axum::extract::State<Arc<State>>,
    request: Request,
    next: Next,
) -> Response {
    let target = request.uri().path_and_query().map_or(0, |target| target.as_str().len());
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    let mut response = if target > state.limits.target_bytes {
        let detail = format!("the address has {target} bytes; {} are allowed", state.limits.target_bytes);
        Problem::new(StatusCode::URI_TOO_LONG, "address-too-long", detail).into_response()
    } else if length.is_some_and(|length| length > state.limits.body_bytes) {
        let detail = "nothing here reads the body of a request";
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "body-too-large", detail).into_response()
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CONTENT_SECURITY_POLICY, pages::POLICY),
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ] {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Has an answer from the tables of a rule set worked out, if the asker does not have it.
async fn answer<F>(state: &State, headers: &HeaderMap, shelf: Arc<Shelf>, work: F) -> Result<Tagged, Problem>
where
    F: FnOnce(&Shelf, &Stock, Deadline) -> Result<Bytes, Problem> + Send + 'static,
{
    let headers = headers.clone();
    let work = move |deadline| {
        let stock = shelf.stock()?;
        let digest = stock.digest;
        let body = if is_known(&headers, digest) { None } else { Some(work(&shelf, &stock, deadline)?) };
        Ok(Tagged { content_type: "application/json", digest, body })
    };
    state.workshop.run(work).await
}

fn to_bytes(value: &impl Serialize) -> Result<Bytes, Problem> {
    serde_json::to_vec(value).map(Bytes::from).map_err(|error| Problem::internal(&error.to_string()))
}
