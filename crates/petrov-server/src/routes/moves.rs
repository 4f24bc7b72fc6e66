//! `GET /api/v1/moves`.

use super::to_bytes;
use crate::caching::{Tagged, is_known};
use crate::problem::Problem;
use crate::query::Query;
use crate::reading::{POSITION_PARAMETERS, position};
use crate::settings::RuleSetTables;
use crate::state::Shared;
use axum::body::Bytes;
use axum::extract::RawQuery;
use axum::http::HeaderMap;
use draughts::{Ending, Fen, Game, RuleSet};
use petrov::ProbeError;
use petrov_answer::{PliesJson, clocks_json, limits_json};
use serde::Serialize;
use xxhash_rust::xxh3::Xxh3Default;

/// The legal moves of a position, whatever tables there are.
#[derive(Serialize)]
struct Moves {
    fen: String,
    class: String,
    rules: String,
    to_move: &'static str,
    clocks: PliesJson,
    limits: PliesJson,
    moves: Vec<LegalMove>,
}

#[derive(Serialize)]
struct LegalMove {
    #[serde(rename = "move")]
    name: String,
    hub: String,
    fen: String,
    conversion: bool,
    ending: Option<&'static str>,
}

pub(super) async fn moves(state: Shared, headers: HeaderMap, RawQuery(raw): RawQuery) -> Result<Tagged, Problem> {
    let known = [POSITION_PARAMETERS.as_slice(), &["rules"]].concat();
    let query = Query::read(raw.as_deref(), &known)?;
    let shelf = state.shelves.asked(&query)?;
    let fen = position(&query)?;
    let digest = digest_of(&shelf.source.rules);
    if is_known(&headers, digest) {
        return Ok(Tagged { content_type: "application/json", digest, body: None });
    }
    let work = move |_| legal_moves(&shelf.source, &fen);
    let body = state.workshop.run(work).await?;
    Ok(Tagged { content_type: "application/json", digest, body: Some(body) })
}

/// What the legal moves hang on besides the position: the program and the rule set.
fn digest_of(rules: &RuleSet) -> u64 {
    let mut hasher = Xxh3Default::new();
    hasher.update(env!("CARGO_PKG_VERSION").as_bytes());
    hasher.update(&rules.digest().to_le_bytes());
    hasher.update(rules.name.as_bytes());
    hasher.digest()
}

fn legal_moves(source: &RuleSetTables, fen: &Fen) -> Result<Bytes, Problem> {
    let (position, clocks, rules) = (fen.position, fen.clocks(), &source.rules);
    let problem = |error: draughts::ClockError| {
        Problem::of_probe(&ProbeError::from(error), &source.build_arguments).with("fen", fen.to_string())
    };
    let legal = position.legal_moves(rules.movement);
    let moves: Result<Vec<LegalMove>, _> = match legal.is_empty() {
        // The game may have ended by a ply on which a clock ran out too.
        true => Ok(Vec::new()),
        false => {
            let game = Game::with_clocks(rules.clone(), position, clocks).map_err(problem)?;
            legal.iter().map(|m| legal_move(&game, m)).collect()
        }
    };
    let moves = moves.map_err(|error: draughts::PlayError| Problem::internal(&error.to_string()))?;
    to_bytes(&of_position(fen, rules, moves))
}

fn legal_move(game: &Game, m: &draughts::Move) -> Result<LegalMove, draughts::PlayError> {
    let mut game = game.clone();
    let ending = game.play(m)?;
    Ok(LegalMove {
        name: m.to_string(),
        hub: m.hub(),
        fen: Fen::new(*game.position(), game.clocks()).to_string(),
        conversion: m.is_conversion(),
        ending: ending.map(Ending::name),
    })
}

fn of_position(fen: &Fen, rules: &RuleSet, moves: Vec<LegalMove>) -> Moves {
    let class = fen.position.class();
    Moves {
        fen: fen.to_string(),
        class: class.to_string(),
        rules: rules.name.to_string(),
        to_move: fen.position.side_to_move().name(),
        clocks: clocks_json(fen.clocks(), rules, class),
        limits: limits_json(rules, class),
        moves,
    }
}
