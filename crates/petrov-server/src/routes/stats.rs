//! `GET /api/v1/stats/{class}`.

use super::{answer, to_bytes};
use crate::caching::Tagged;
use crate::problem::Problem;
use crate::query::{Query, shortened};
use crate::shelf::{Shelf, Stock};
use crate::state::Shared;
use crate::workshop::Deadline;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery};
use axum::http::HeaderMap;
use draughts::{MaterialClass, Position};
use petrov_answer::{ClassJson, SideJson};
use petrov_table::{MAX_TABLE_PIECES, TableError, TableKind};
use serde::Serialize;

/// A class with examples and files.
#[derive(Serialize)]
pub(super) struct ClassWithFiles {
    class: String,
    rules: String,
    /// Of the class whose name the table has: this one or its mirror.
    table: String,
    files: Files,
    sides: [SideWithExamples; 2],
}

#[derive(Serialize)]
struct SideWithExamples {
    #[serde(flatten)]
    side: SideJson,
    king_example: Option<String>,
    material_example: Option<String>,
}

/// Sizes in bytes.
#[derive(Serialize)]
struct Files {
    outcomes: u64,
    /// `null` if that file is not there.
    needs: Option<u64>,
}

pub(super) async fn stats(
    state: Shared,
    class: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    RawQuery(raw): RawQuery,
) -> Result<Tagged, Problem> {
    let query = Query::read(raw.as_deref(), &["rules"])?;
    let shelf = state.shelves.asked(&query)?;
    let Path(class) = class.map_err(|error| Problem::bad_request("bad-class", error.body_text()))?;
    let class: MaterialClass = shortened(&class)
        .parse()
        .map_err(|error: draughts::ParseClassError| Problem::bad_request("bad-class", error.to_string()))?;
    if !class.has_both_sides() || class.pieces() > MAX_TABLE_PIECES {
        return Err(Problem::of_table(&TableError::NoSuchTable(class)));
    }
    let work = move |shelf: &Shelf, stock: &Stock, _: Deadline| to_bytes(&of_class(shelf, stock, class)?);
    answer(&state, &headers, shelf, work).await
}

pub(super) fn of_class(shelf: &Shelf, stock: &Stock, class: MaterialClass) -> Result<ClassWithFiles, Problem> {
    let table = shelf.outcomes(stock, class)?;
    let needs = shelf.bytes(stock, class.canonical(), TableKind::Needs).map_err(|error| Problem::of_table(&error))?;
    let files = Files { outcomes: table.file_bytes(), needs: needs.map(|bytes| bytes.len() as u64) };
    let ClassJson { class: name, rules, sides } = ClassJson::of(&table, class, &shelf.source.rules.name);
    let table = class.canonical().to_string();
    Ok(ClassWithFiles { class: name, rules, table, files, sides: sides.map(with_examples) })
}

fn with_examples(side: SideJson) -> SideWithExamples {
    // A need of no ply has no example worth a look.
    let told = |example: Option<Position>, plies: u16| example.filter(|_| plies > 0).map(|fen| fen.to_string());
    SideWithExamples {
        king_example: told(side.king_example, side.max_king_need),
        material_example: told(side.material_example, side.max_material_need),
        side,
    }
}
