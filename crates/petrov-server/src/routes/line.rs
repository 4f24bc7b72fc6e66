//! `GET /api/v1/line`.

use super::{answer, to_bytes};
use crate::caching::Tagged;
use crate::problem::Problem;
use crate::query::Query;
use crate::reading::{POSITION_PARAMETERS, position};
use crate::shelf::{Shelf, Stock};
use crate::state::Shared;
use crate::workshop::Deadline;
use axum::extract::RawQuery;
use axum::http::HeaderMap;
use petrov_answer::PlayedLine;

/// Most plies of an answer.
const MOST_PLIES: u16 = 2000;

pub(super) async fn line(state: Shared, headers: HeaderMap, RawQuery(raw): RawQuery) -> Result<Tagged, Problem> {
    let known = [POSITION_PARAMETERS.as_slice(), &["rules", "plies"]].concat();
    let query = Query::read(raw.as_deref(), &known)?;
    let shelf = state.shelves.asked(&query)?;
    let plies = query.number("plies", MOST_PLIES)?.unwrap_or(MOST_PLIES);
    let fen = position(&query)?;
    let work = move |shelf: &Shelf, stock: &Stock, _: Deadline| {
        let line = PlayedLine::play(&stock.tables, &fen, plies.into());
        let line = line.map_err(|error| shelf.problem(&error).with("fen", fen.to_string()))?;
        to_bytes(&line.to_json())
    };
    answer(&state, &headers, shelf, work).await
}
