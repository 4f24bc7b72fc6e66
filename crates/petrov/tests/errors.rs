//! What goes wrong is said, and nothing panics.

use draughts::{ClockError, Clocks, Color, Ending, Position, RuleSet};
use petrov::{Need, Outcome, ProbeError, TableError, Tables, TablesOptions};

fn position(text: &str) -> Position {
    text.parse().expect("a position")
}

/// Tables where there are none.
fn no_tables() -> Tables {
    Tables::open(["no/such/directory"], RuleSet::russian()).expect("a directory need not be there")
}

#[test]
fn tables_can_be_shared_between_threads() {
    fn shared<T: Send + Sync + std::fmt::Debug>() {}
    shared::<Tables>();
    shared::<ProbeError>();
}

#[test]
fn a_missing_table_is_named_with_what_makes_it() {
    let tables = no_tables();
    let error = tables.outcome(&position("W:WKa1:BKb8,f8")).expect_err("no table");
    assert!(matches!(error, ProbeError::MissingTable { extension: "ptw", .. }), "{error}");
    let text = error.to_string();
    assert!(text.contains("KMvK.ptw") && text.contains("petrov gen KMvK --rules russian"), "{text}");
    // A capture leads to the table that is missing.
    let error = tables.outcome(&position("W:WKa1:Bc3,Kh2,f8")).expect_err("no table");
    assert!(error.to_string().contains("KMvK"), "{error}");
    assert!(matches!(tables.has("KvK".parse().expect("a class")), Ok(false)));
    let no_such = tables.has("KvKKKKKKKK".parse().expect("a class"));
    assert!(matches!(no_such, Err(ProbeError::Table(error)) if matches!(*error, TableError::NoSuchTable(_))));
}

#[test]
fn the_largest_piece_count_is_of_whole_sets() {
    assert_eq!(no_tables().largest_piece_count().expect("nothing is damaged"), 0);
    static FILES: &[(&str, &[u8])] = &[("KvK.ptw", b"nothing of the kind")];
    let tables = TablesOptions::new().embedded(FILES).open([""; 0], RuleSet::russian()).expect("nothing to open");
    assert!(matches!(tables.largest_piece_count(), Err(ProbeError::Table(_))));
}

#[test]
fn what_needs_no_table_is_answered_without() {
    let tables = no_tables();
    let outcome = |text: &str| tables.outcome(&position(text)).expect("no table is needed");
    assert_eq!(outcome("W:W:BKa1"), Outcome::Loss);
    assert_eq!(outcome("W:WKc1:Bd2"), Outcome::Win);
    assert_eq!(outcome("W:Wc3:Bd4,f6"), Outcome::Win);
    assert_eq!(outcome("W:WKa1:B"), Outcome::Win);
    let needs = tables.needs(&position("W:WKc1:Bd2")).expect("no table is needed");
    assert_eq!(*needs, [Need { king: 1, material: 0, road: 0 }]);
    let needs = tables.needs(&position("B:WKc1:B")).expect("no table is needed");
    assert_eq!(*needs, [Need::NOTHING]);
}

#[test]
fn impossible_clocks_are_refused() {
    let tables = no_tables();
    let kings = position("W:WKc1:BKd2");
    let error = tables.probe(&kings, Clocks::new(3, 2)).expect_err("the king clock is a part of the other");
    assert!(matches!(error, ProbeError::Clock(ClockError::KingAheadOfMaterial { .. })), "{error}");
    let error = tables.moves(&kings, Clocks::new(10, 10)).expect_err("drawn at ten plies");
    assert!(matches!(error, ProbeError::Clock(ClockError::PastLimit { limit: 10, .. })), "{error}");
    assert_eq!(tables.probe(&kings, Clocks::new(9, 9)).expect("one ply is enough"), Outcome::Win);
    let road = Clocks { king: 1, material: 1, road: 1 };
    assert!(matches!(tables.probe(&kings, road), Err(ProbeError::Clock(ClockError::NoRoad(1)))));
}

#[test]
fn without_a_move_it_is_lost_even_as_a_clock_runs_out() {
    let tables = no_tables();
    let lost = position("W:W:BKa1");
    assert_eq!(tables.probe(&lost, Clocks::new(30, 30)).expect("lost first"), Outcome::Loss);
    assert!(tables.probe(&lost, Clocks::new(31, 31)).is_err());
    assert!(tables.moves(&lost, Clocks::new(30, 30)).expect("lost first").is_empty());
}

#[test]
fn moves_that_need_no_table_are_ranked() {
    let tables = no_tables();
    let moves = tables.moves(&position("W:WKc1:Bd2"), Clocks::new(29, 29)).expect("no table is needed");
    assert!(!moves.is_empty());
    for info in &moves {
        assert_eq!((info.outcome, info.conversion), (Outcome::Win, true));
        assert_eq!((info.clocks, info.ending), (Clocks::ZERO, Some(Ending::Loss(Color::Black))));
        assert_eq!(*info.needs, [Need::NOTHING]);
    }
}

#[test]
fn too_many_pieces_are_refused() {
    let tables = no_tables();
    let error = tables.outcome(&Position::start()).expect_err("24 pieces");
    assert!(matches!(error, ProbeError::TooManyPieces { pieces: 24 }), "{error}");
    assert!(matches!(tables.moves(&Position::start(), Clocks::ZERO), Err(ProbeError::TooManyPieces { .. })));
}

#[test]
fn a_file_is_no_directory() {
    let error = Tables::open([file!()], RuleSet::russian()).err().or(
        // Where the tests run from the crate's own directory.
        Tables::open(["Cargo.toml"], RuleSet::russian()).err(),
    );
    assert!(matches!(error, Some(ProbeError::NotADirectory(_))));
}

#[test]
fn bytes_that_are_no_table_are_named() {
    static FILES: &[(&str, &[u8])] = &[("KvK.ptw", b"nothing of the kind")];
    let tables = TablesOptions::new().embedded(FILES).open([""; 0], RuleSet::russian()).expect("nothing to open");
    for _ in 0..2 {
        let error = tables.outcome(&position("W:WKa3:BKd8")).expect_err("not a table");
        assert!(
            matches!(&error, ProbeError::Table(error) if matches!(**error, TableError::NotATable { .. })),
            "{error}"
        );
        assert!(error.to_string().contains("KvK.ptw"), "{error}");
    }
}
