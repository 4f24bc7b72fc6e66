//! `GET /api/v1/stats`.

use super::stats::{ClassWithFiles, of_class};
use super::{answer, to_bytes};
use crate::caching::Tagged;
use crate::problem::Problem;
use crate::query::Query;
use crate::shelf::{Shelf, Stock};
use crate::state::Shared;
use crate::workshop::Deadline;
use axum::body::Bytes;
use axum::extract::RawQuery;
use axum::http::HeaderMap;
use serde::Serialize;

/// All classes of a rule set of which there are tables.
#[derive(Serialize)]
struct Overview {
    rules: String,
    classes: Vec<ClassWithFiles>,
    /// What is there and cannot be read.
    damaged: Vec<Damaged>,
}

#[derive(Serialize)]
struct Damaged {
    class: String,
    detail: String,
}

pub(super) async fn overview(state: Shared, headers: HeaderMap, RawQuery(raw): RawQuery) -> Result<Tagged, Problem> {
    let query = Query::read(raw.as_deref(), &["rules"])?;
    let shelf = state.shelves.asked(&query)?;
    answer(&state, &headers, shelf, overview_of).await
}

fn overview_of(shelf: &Shelf, stock: &Stock, deadline: Deadline) -> Result<Bytes, Problem> {
    if let Some(known) = stock.overview.get() {
        return Ok(known.clone());
    }
    let rules = shelf.source.rules.name.to_string();
    let mut overview = Overview { rules, classes: Vec::new(), damaged: Vec::new() };
    for class in shelf.classes(stock) {
        deadline.check()?;
        match of_class(shelf, stock, class) {
            Ok(class) => overview.classes.push(class),
            Err(problem) => overview.damaged.push(Damaged { class: class.to_string(), detail: problem.detail }),
        }
    }
    let body = to_bytes(&overview)?;
    Ok(stock.overview.get_or_init(|| body).clone())
}
