//! The tables of up to five pieces against those of a solver that shares nothing with this one.

#[path = "support/command.rs"]
mod command;

use command::run;
use draughts::{Clocks, Position, RuleSet};
use petrov::{Budgets, Need, Needs, Outcome, Tables, TablesOptions};
use std::collections::BTreeSet;
use std::path::Path;

/// A line of `needs_russian.tsv`.
struct Row {
    position: Position,
    /// With clocks at zero.
    outcome: Outcome,
    needs: Needs,
}

fn rows() -> Vec<Row> {
    let row = |line: &str| {
        let columns: Vec<&str> = line.split('\t').collect();
        let &[_, fen, outcome, needs] = columns.as_slice() else { panic!("{line}") };
        let needs = needs.split(',').filter(|&need| need != "-").map(|need| {
            let (king, material) = need.split_once(':').expect("a pair");
            Need { king: king.parse().expect("plies"), material: material.parse().expect("plies"), road: 0 }
        });
        let outcome = Outcome::ALL.into_iter().find(|known| known.name() == outcome);
        Row {
            position: fen.parse().expect("a position"),
            outcome: outcome.expect("an outcome"),
            needs: needs.collect(),
        }
    };
    let rows: Vec<Row> = include_str!("data/needs_russian.tsv").lines().skip(1).map(row).collect();
    assert_eq!(rows.len(), 3785);
    rows
}

/// What a position is worth at some clocks if its needs are these.
fn outcome_by_needs(row: &Row, left: Budgets) -> Outcome {
    match row.outcome {
        Outcome::Win if !row.needs.met_by(left) => Outcome::CursedWin,
        Outcome::Loss if !row.needs.met_by(left) => Outcome::BlessedLoss,
        outcome => outcome,
    }
}

/// Compares a row with the tables; returns the number of clock readings that it was looked at with.
fn check(row: &Row, tables: &Tables) -> u64 {
    let Row { position, outcome, needs } = row;
    assert_eq!(tables.outcome(position).expect("a table"), *outcome, "{position}");
    assert_eq!(tables.needs(position).expect("a table"), *needs, "{position}");
    let rules = tables.rules();
    let king_limit = u16::from(rules.king_limit.expect("a limit"));
    let mut readings = 0;
    for king in 0..king_limit {
        // Without a limit the material clock says nothing, wherever it stands.
        let material = match rules.material_limit(position.class()) {
            Some(limit) => (king..limit.into()).step_by(1),
            None => (king..king + 200).step_by(99),
        };
        for material in material {
            let clocks = Clocks::new(king, material);
            let left = Budgets::left(rules, position.class(), clocks);
            let found = tables.probe(position, clocks).expect("a table");
            assert_eq!(found, outcome_by_needs(row, left), "{position} at {clocks:?}");
            readings += 1;
        }
    }
    readings
}

/// The rows of classes with so many pieces, shared out between two threads.
fn check_rows(tables: &Tables, pieces: std::ops::RangeInclusive<u8>) -> u64 {
    let rows: Vec<Row> = rows().into_iter().filter(|row| pieces.contains(&row.position.class().pieces())).collect();
    std::thread::scope(|scope| {
        let parts: Vec<_> = rows
            .chunks(rows.len().div_ceil(2))
            .map(|part| scope.spawn(move || part.iter().map(|row| check(row, tables)).sum::<u64>()))
            .collect();
        parts.into_iter().map(|part| part.join().expect("all rows agree")).sum()
    })
}

#[test]
fn small_tables_that_are_shipped_agree_in_every_row() {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tables/russian");
    let tables = Tables::open([shipped], RuleSet::russian()).expect("a folder");
    assert!(check_rows(&tables, 2..=4) > 100_000);
}

#[test]
fn all_tables_of_five_pieces_agree_in_every_row_and_count() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    run(folder.path(), &["gen", "--pieces", "5", "--tables", "five", "--quiet"]).answer();

    let counts = run(folder.path(), &["stats", "--pieces", "5", "--tables", "five", "--tsv"]).answer();
    let counts: BTreeSet<&str> = counts.lines().collect();
    let reference: Vec<&str> = include_str!("data/classes_russian.tsv").lines().collect();
    assert_eq!((reference.len(), counts.len()), (64, 86));
    for row in reference {
        assert!(counts.contains(row), "{row}");
    }

    let options = TablesOptions::new().unpack_up_to(5);
    let tables = options.open([folder.path().join("five")], RuleSet::russian()).expect("a folder");
    assert!(check_rows(&tables, 5..=5) > 1_000_000);
}
