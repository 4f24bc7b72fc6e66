//! `GET /api/v1/rules`.

use super::to_bytes;
use crate::caching::{Tagged, is_known};
use crate::problem::Problem;
use crate::query::Query;
use crate::state::Shared;
use axum::extract::RawQuery;
use axum::http::HeaderMap;
use petrov_answer::RulesJson;
use xxhash_rust::xxh3::xxh3_64;

pub(super) async fn rules(state: Shared, headers: HeaderMap, RawQuery(raw): RawQuery) -> Result<Tagged, Problem> {
    Query::read(raw.as_deref(), &[])?;
    let rules: Vec<RulesJson> = state.shelves.iter().map(|shelf| RulesJson::of(&shelf.source.rules)).collect();
    let body = to_bytes(&rules)?;
    let digest = xxh3_64(&body);
    let body = Some(body).filter(|_| !is_known(&headers, digest));
    Ok(Tagged { content_type: "application/json", digest, body })
}
