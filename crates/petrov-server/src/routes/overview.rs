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
use std::sync::Arc;

/// All classes of a rule set of which there are tables.
#[derive(Serialize)]
struct Overview {
    rules: String,
    classes: Vec<ClassWithFiles>,
    /// What builds tables where they are looked for.
    command: String,
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
    let shop = Arc::clone(&state.0);
    let work = move |shelf: &Shelf, stock: &Stock, deadline: Deadline| {
        overview_of(shelf, stock, deadline, |problem| shop.workshop.tell(problem))
    };
    answer(&state, &headers, shelf, work).await
}

fn overview_of(shelf: &Shelf, stock: &Stock, deadline: Deadline, tell: impl Fn(&Problem)) -> Result<Bytes, Problem> {
    if let Some(known) = stock.overview.get() {
        return Ok(known.clone());
    }
    let rules = shelf.source.rules.name.to_string();
    let command = format!("petrov gen --pieces 5{}", shelf.source.build_arguments);
    let mut overview = Overview { rules, classes: Vec::new(), command, damaged: Vec::new() };
    for class in shelf.classes(stock) {
        deadline.check()?;
        match of_class(shelf, stock, class) {
            Ok(class) => overview.classes.push(class),
            Err(problem) => {
                tell(&problem);
                overview.damaged.push(Damaged { class: class.to_string(), detail: problem.detail });
            }
        }
    }
    let body = to_bytes(&overview)?;
    if !overview.damaged.is_empty() {
        // It may be the system that could not read just now.
        return Ok(body);
    }
    Ok(stock.overview.get_or_init(|| body).clone())
}
