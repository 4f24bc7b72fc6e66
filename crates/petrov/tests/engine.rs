//! The engine of the examples wins with tables what it does not win without them.

#[allow(dead_code)] // The example counts what it searched.
#[path = "../examples/engine/search.rs"]
mod search;

use draughts::{Color, Game, MaterialClass, Position, RuleSet};
use petrov::{Outcome, Tables};
use petrov_table::{TableIndex, TableKind};
use search::Engine;
use std::path::{Path, PathBuf};

const DEPTH: u32 = 6;

/// With the tables of up to four pieces, and of these two classes.
fn shipped() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tables/russian")
}

const FIVE: [&str; 2] = ["KKMvKM", "KKKvKM"];

fn tables(folder: &Path) -> Tables {
    Tables::open([folder], RuleSet::russian()).expect("a folder")
}

/// Won positions of a class, White to move, that are not won in a few plies: always the same.
fn won(tables: &Tables, class: &str, count: usize) -> Vec<Position> {
    let index = TableIndex::new(class.parse().expect("a class")).expect("a class with a table");
    // Far apart, and not at the same place of each row: the index has no such factor.
    let values = (0..).map(|number| number * 7_368_787 % index.values());
    let positions = values.filter_map(|value| index.position_of(value)).filter(|position| {
        let clocks = draughts::Clocks::ZERO;
        position.side_to_move() == Color::White
            && tables.outcome(position).expect("a table") == Outcome::Win
            && tables.distance(position, clocks).expect("a table").is_some_and(|plies| plies >= 15)
    });
    positions.take(count).collect()
}

/// Whether the engine, for the side to move, wins against the best defence there is.
fn wins(engine: &mut Engine<'_>, opponent: &Tables, start: Position) -> bool {
    let mut game = Game::new(opponent.rules().clone(), start);
    let side = start.side_to_move();
    let mut seen = vec![start];
    while game.ending().is_none() {
        let played = if game.position().side_to_move() == side {
            engine.choose(&game, &seen, DEPTH).expect("a move")
        } else {
            opponent.rank_moves(game.position(), game.clocks()).expect("a table")[0].played
        };
        game.play(&played).expect("a legal move");
        seen.push(*game.position());
    }
    game.ending().and_then(|ending| ending.winner()) == Some(side)
}

fn count_wins(engine: &mut Engine<'_>, opponent: &Tables, starts: &[Position]) -> usize {
    starts.iter().filter(|&&start| wins(engine, opponent, start)).count()
}

#[test]
fn with_tables_it_wins_what_it_does_not_win_without() {
    let tables = tables(&shipped());
    // Some of five are there too, but not all.
    assert_eq!(tables.largest_piece_count().expect("sound tables"), 4);
    let rules = RuleSet::russian();
    let mut engine = Engine::with_tables(&tables).expect("tables");
    let mut blind = Engine::new(&rules);
    for class in ["KKKvK", "KKvKM", FIVE[0], FIVE[1]] {
        let starts = won(&tables, class, 12);
        let with = count_wins(&mut engine, &tables, &starts);
        let without = count_wins(&mut blind, &tables, &starts);
        eprintln!("{class}: of {} won positions {with} won with tables, {without} without", starts.len());
        assert_eq!(with, starts.len(), "{class}");
        assert!(without < with, "{class}");
    }
    assert_eq!(blind.hits, 0);

    // A game, not a number: Petrov's triangle.
    let triangle: Position = "W:WKa1,Kc1,Ke1:BKb8".parse().expect("a position");
    assert!(wins(&mut engine, &tables, triangle));
    assert!(!wins(&mut blind, &tables, triangle));
}

/// A folder with the tables of up to four pieces and no more.
fn four_pieces() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for class in (2..=4).flat_map(MaterialClass::all_canonical) {
        for kind in [TableKind::Outcomes, TableKind::Needs] {
            let name = kind.file_name(class);
            std::fs::copy(shipped().join(&name), folder.path().join(&name)).expect("a table");
        }
    }
    folder
}

#[test]
fn with_smaller_tables_the_search_finds_the_way_into_them() {
    let folder = four_pieces();
    let (small, all, rules) = (tables(folder.path()), tables(&shipped()), RuleSet::russian());
    for class in FIVE {
        let starts = won(&all, class, 12);
        let mut engine = Engine::with_tables(&small).expect("tables");
        let mut blind = Engine::new(&rules);
        let with = count_wins(&mut engine, &all, &starts);
        let without = count_wins(&mut blind, &all, &starts);
        eprintln!("{class}: of {} won positions {with} won with four-piece tables, {without} without", starts.len());
        assert!(engine.hits > 0 && engine.nodes > engine.hits);
        assert!(with > without, "{class}");
    }
}
