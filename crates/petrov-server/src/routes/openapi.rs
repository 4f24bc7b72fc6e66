//! `GET /api/v1/openapi.json`.

use crate::OPENAPI;
use crate::caching::{Tagged, is_known};
use crate::problem::Problem;
use crate::query::Query;
use axum::body::Bytes;
use axum::extract::RawQuery;
use axum::http::HeaderMap;
use xxhash_rust::xxh3::xxh3_64;

pub(super) async fn openapi(headers: HeaderMap, RawQuery(raw): RawQuery) -> Result<Tagged, Problem> {
    Query::read(raw.as_deref(), &[])?;
    let body = Bytes::from_static(OPENAPI.as_bytes());
    let digest = xxh3_64(&body);
    let body = Some(body).filter(|_| !is_known(&headers, digest));
    Ok(Tagged { content_type: "application/vnd.oai.openapi+json;version=3.1", digest, body })
}
