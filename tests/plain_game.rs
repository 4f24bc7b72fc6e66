//! The prober against the game itself, played out on its clocks by plain recursion.

#[path = "support/plain.rs"]
mod plain;

use draughts::{MaterialClass, Position, RuleSet};
use petrov::{Outcome, Tables};
use plain::PlainGame;
use std::path::Path;

/// The Russian tables that are shipped.
fn tables() -> Tables {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tables/russian");
    Tables::open([shipped], RuleSet::russian()).expect("a folder")
}

/// What a position is worth by the rules: the game at some clocks, and the game without.
fn by_the_rules(at_clocks: plain::Outcome, without_clocks: plain::Outcome) -> Outcome {
    match (at_clocks, without_clocks) {
        (plain::Outcome::Win, _) => Outcome::Win,
        (plain::Outcome::Loss, _) => Outcome::Loss,
        (plain::Outcome::Draw, plain::Outcome::Win) => Outcome::CursedWin,
        (plain::Outcome::Draw, plain::Outcome::Loss) => Outcome::BlessedLoss,
        (plain::Outcome::Draw, plain::Outcome::Draw) => Outcome::Draw,
    }
}

/// Compares the positions of a class, one of `every_position`, at one of `every_reading` of the clocks.
fn compare(game: &mut PlainGame, tables: &Tables, class: MaterialClass, every_position: usize, every_reading: usize) {
    let readings = plain::readings(tables.rules(), class);
    for (i, position) in plain::positions(class).enumerate().filter(|(i, _)| i % every_position == 0) {
        let without_clocks = game.without_clocks(&position);
        let needs = tables.needs(&position).expect("a table");
        let expected: Vec<[u16; 3]> = needs.iter().map(|n| [n.king, n.material, n.road].map(u16::from)).collect();
        if i % (64 * every_position) == 0 {
            assert_eq!(expected, game.needs(&position), "{position}");
        }
        // Another first reading each time, so that all have their turn.
        for &clocks in readings.iter().skip(i / every_position % every_reading).step_by(every_reading) {
            let expected = by_the_rules(game.outcome(&position, clocks), without_clocks);
            assert_eq!(tables.probe(&position, clocks).expect("a table"), expected, "{position} at {clocks:?}");
        }
    }
}

fn classes(pieces: u8) -> Vec<MaterialClass> {
    MaterialClass::all(pieces).into_iter().filter(|class| class.has_both_sides()).collect()
}

#[test]
fn up_to_three_pieces_at_every_reading_of_the_clocks() {
    let tables = &tables();
    std::thread::scope(|scope| {
        for turn in 0..2 {
            scope.spawn(move || {
                let mut game = PlainGame::new(RuleSet::russian());
                for class in (2..=3).flat_map(classes).skip(turn).step_by(2) {
                    compare(&mut game, tables, class, 1, 1);
                }
            });
        }
    });
}

#[test]
fn a_sample_of_four_pieces() {
    let tables = &tables();
    std::thread::scope(|scope| {
        for class in ["KKvKM", "KMvKM"] {
            let class: MaterialClass = class.parse().expect("a class");
            scope.spawn(move || {
                let mut game = PlainGame::new(RuleSet::russian());
                compare(&mut game, tables, class, 97, 13);
                compare(&mut game, tables, class.mirrored(), 211, 13);
            });
        }
    });
}

#[test]
fn a_side_without_pieces_or_moves_has_lost_at_any_clocks() {
    let tables = tables();
    for (fen, outcome) in [
        ("W:WKa1:B", Outcome::Win),
        ("B:WKa1:B", Outcome::Loss),
        ("W:Wa3:Bb4,c5", Outcome::Loss),
        ("W:W:BKa1", Outcome::Loss),
    ] {
        let position: Position = fen.parse().expect("a position");
        assert_eq!(tables.outcome(&position).expect("an answer"), outcome, "{fen}");
    }
}
