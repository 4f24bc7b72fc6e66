//! `GET /api/v1/health`.

use crate::problem::Problem;
use crate::query::Query;
use crate::state::Shared;
use axum::Json;
use axum::extract::RawQuery;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// How the service does. It is answered without the probing threads, so also when they are busy.
#[derive(Serialize)]
struct Health {
    status: &'static str,
    version: &'static str,
    uptime_seconds: u64,
    workers: usize,
    /// Requests that are worked on or wait.
    in_flight: usize,
    /// Most requests that may be worked on or wait.
    places: usize,
    /// Requests that were refused because every place was taken.
    refused: u64,
}

pub(super) async fn health(state: Shared, RawQuery(raw): RawQuery) -> Result<Response, Problem> {
    Query::read(raw.as_deref(), &[])?;
    let health = Health {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
        uptime_seconds: state.started.elapsed().as_secs(),
        workers: state.workshop.workers(),
        in_flight: state.workshop.in_flight(),
        places: state.workshop.places(),
        refused: state.workshop.refused(),
    };
    Ok(([(CACHE_CONTROL, "no-store")], Json(health)).into_response())
}
