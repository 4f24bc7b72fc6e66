//! The tables of up to five pieces against those of a solver that shares nothing with this one.

#[path = "support/command.rs"]
mod command;
#[path = "support/reference.rs"]
mod support;

use command::run;
use draughts::RuleSet;
use petrov::{Tables, TablesOptions};
use std::collections::BTreeSet;
use std::path::Path;
use support::{Row, check_rows};

/// The rows of classes with so many pieces.
fn rows(pieces: std::ops::RangeInclusive<u8>) -> Vec<Row> {
    let rows = support::rows(include_str!("data/needs_russian.tsv"));
    assert_eq!(rows.len(), 3785);
    rows.into_iter().filter(|row| pieces.contains(&row.position.class().pieces())).collect()
}

#[test]
fn small_tables_that_are_shipped_agree_in_every_row() {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tables/russian");
    let tables = Tables::open([shipped], RuleSet::russian()).expect("a folder");
    assert!(check_rows(&rows(2..=4), &tables) > 100_000);
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
    assert!(check_rows(&rows(5..=5), &tables) > 1_000_000);
}
