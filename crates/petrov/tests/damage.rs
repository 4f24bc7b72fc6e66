//! A damaged table is an error that names it, or the right answer; never a wrong one.

use draughts::{Clocks, MaterialClass, Position, RuleSet};
use petrov::{Needs, Outcome, ProbeError, TableError, Tables, TablesOptions};
use petrov_table::TableIndex;
use std::fs;
use std::path::Path;

/// What the prober says of a position.
fn ask(tables: &Tables, position: &Position) -> Result<(Outcome, Outcome, Needs), ProbeError> {
    Ok((tables.outcome(position)?, tables.probe(position, Clocks::new(4, 6))?, tables.needs(position)?))
}

/// Positions of a class, one of each `step`.
fn positions(class: &str, step: usize) -> Vec<Position> {
    let index = class.parse().ok().and_then(TableIndex::new).expect("a class");
    (0..index.values()).step_by(step).filter_map(|value| index.position_of(value)).collect()
}

#[test]
fn any_single_wrong_bit_is_an_error_that_names_the_file_or_does_not_matter() {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tables/russian");
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["KvK.ptw", "KvK.ptn", "KvM.ptw", "KvM.ptn", "MvM.ptw", "MvM.ptn"] {
        fs::copy(shipped.join(name), folder.path().join(name)).expect("copied");
    }
    let open = || Tables::open([folder.path()], RuleSet::russian()).expect("a folder");
    for class in ["KvK", "MvM"] {
        let positions = positions(class, 7);
        let right: Vec<_> = positions.iter().map(|position| ask(&open(), position).expect("sound")).collect();
        for extension in ["ptw", "ptn"] {
            let name = format!("{class}.{extension}");
            let path = folder.path().join(&name);
            let whole = fs::read(&path).expect("the table");
            // Every bit is changed in the tests of petrov-table; here a bit of every fourth byte.
            for bit in (0..8 * whole.len()).step_by(29) {
                let mut damaged = whole.clone();
                damaged[bit / 8] ^= 1 << (bit % 8);
                fs::write(&path, damaged).expect("written");
                let tables = open();
                for (position, right) in positions.iter().zip(&right) {
                    match ask(&tables, position) {
                        Ok(said) => assert_eq!(said, *right, "{name}, bit {bit}: {position}"),
                        Err(error) => {
                            assert!(matches!(error, ProbeError::Table(_)), "{name}, bit {bit}: {error}");
                            assert!(error.to_string().contains(&name), "{name}, bit {bit}: {error}");
                        }
                    }
                }
            }
            fs::write(&path, whole).expect("written");
        }
    }
}

#[test]
fn a_table_replaced_under_a_running_prober_goes_on_being_read_as_it_was() {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tables/russian");
    let folder = tempfile::tempdir().expect("a folder");
    let class: MaterialClass = "KKvM".parse().expect("a class");
    for class in ["KKvM", "KKvK", "KvK", "KvM"] {
        let name = format!("{class}.ptw");
        fs::copy(shipped.join(&name), folder.path().join(&name)).expect("copied");
    }
    // Without a cache every block is read anew.
    let tables = TablesOptions::new().cache_bytes(0).open([folder.path()], RuleSet::russian()).expect("a folder");
    let positions = positions(&class.to_string(), 101);
    let ask =
        |tables: &Tables| positions.iter().map(|position| tables.outcome(position)).collect::<Result<Vec<_>, _>>();
    let before = ask(&tables).expect("sound");
    // As the generator does it: written elsewhere, then renamed.
    fs::write(folder.path().join("new"), b"nothing of the kind").expect("written");
    fs::rename(folder.path().join("new"), folder.path().join("KKvM.ptw")).expect("replaced");
    assert_eq!(ask(&tables).expect("as it was"), before);
    let again = Tables::open([folder.path()], RuleSet::russian()).expect("a folder");
    let error = ask(&again).expect_err("the new file is no table");
    assert!(matches!(&error, ProbeError::Table(error) if matches!(**error, TableError::NotATable { .. })), "{error}");
}
