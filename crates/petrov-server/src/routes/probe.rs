//! `GET /api/v1/probe`.

use super::{answer, to_bytes};
use crate::caching::Tagged;
use crate::problem::Problem;
use crate::query::Query;
use crate::reading::{POSITION_PARAMETERS, position};
use crate::shelf::{Shelf, Stock};
use crate::state::Shared;
use crate::workshop::Deadline;
use axum::body::Bytes;
use axum::extract::RawQuery;
use axum::http::HeaderMap;
use draughts::Fen;
use petrov_answer::Answer;

pub(super) async fn probe(state: Shared, headers: HeaderMap, RawQuery(raw): RawQuery) -> Result<Tagged, Problem> {
    let known = [POSITION_PARAMETERS.as_slice(), &["rules", "moves", "distances"]].concat();
    let query = Query::read(raw.as_deref(), &known)?;
    let shelf = state.shelves.asked(&query)?;
    let (moves, distances) = (query.flag("moves", true)?, query.flag("distances", false)?);
    let fen = position(&query)?;
    let work = move |shelf: &Shelf, stock: &Stock, deadline: Deadline| {
        let answered = answered(shelf, stock, deadline, &fen, moves, distances);
        answered.map_err(|problem| problem.with("fen", fen.to_string()))
    };
    answer(&state, &headers, shelf, work).await
}

fn answered(
    shelf: &Shelf,
    stock: &Stock,
    deadline: Deadline,
    fen: &Fen,
    moves: bool,
    distances: bool,
) -> Result<Bytes, Problem> {
    let mut answer = Answer::ask(&stock.tables, fen, moves).map_err(|error| shelf.problem(&error))?;
    if distances {
        for m in answer.moves.iter_mut().flatten() {
            deadline.check()?;
            m.measure(&stock.tables).map_err(|error| shelf.problem(&error))?;
        }
    }
    to_bytes(&answer.to_detailed_json())
}
