//! Plays an ending out.
//!
//! ```sh
//! cargo run --release -p petrov --example engine -- tables/russian "W:WKa1,Kc1,Ke1:BKb8"
//! cargo run --release -p petrov --example engine -- tables/russian "W:WKa1,Kc1,Ke1:BKb8" blind
//! ```
//!
//! The engine plays both sides; with `blind` it has no tables for the side that is to move. All that an author of an
//! engine needs is in [`search`].
#![allow(clippy::print_stdout)]

mod search;

use draughts::{Ending, Fen, Game, RuleSet};
use petrov::Tables;
use search::Engine;
use std::error::Error;

/// Plies that the search looks ahead.
const DEPTH: u32 = 6;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (folder, fen, blind) = match arguments.as_slice() {
        [folder, fen] => (folder, fen, false),
        [folder, fen, word] if word == "blind" => (folder, fen, true),
        _ => return Err("usage: engine FOLDER FEN [blind]".into()),
    };
    let rules = RuleSet::russian();
    let tables = Tables::open([folder], rules.clone())?;
    let mut engine = if blind { Engine::new(&rules) } else { Engine::with_tables(&tables)? };
    let mut opponent = Engine::with_tables(&tables)?;
    if tables.largest_piece_count()? == 0 {
        eprintln!("{folder}: not all tables of two pieces are there");
    }

    let fen: Fen = fen.parse()?;
    let mut game = Game::with_clocks(rules.clone(), fen.position, fen.clocks())?;
    let side = fen.position.side_to_move();
    let mut seen = vec![fen.position];
    while game.ending().is_none() {
        let player = if game.position().side_to_move() == side { &mut engine } else { &mut opponent };
        let Some(played) = player.choose(&game, &seen, DEPTH) else { break };
        game.play(&played)?;
        seen.push(*game.position());
        print!("{played} ");
    }
    println!();
    match game.ending() {
        Some(Ending::Loss(loser)) if loser != side => println!("won in {} plies", game.plies()),
        Some(ending) => println!("{ending}, after {} plies", game.plies()),
        None => println!("not played to the end"),
    }
    println!("{} positions searched, {} probes answered", engine.nodes, engine.hits);
    Ok(())
}
