//! The rule sets besides `russian`: their tables against the reference data, and against each other.

#[path = "support/command.rs"]
mod command;
#[path = "support/reference.rs"]
mod reference;

use command::run;
use draughts::{MaterialClass, RuleSet};
use petrov::{Outcome, Tables, TablesOptions};
use petrov_table::TableIndex;
use reference::{check_rows, rows};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The tables of a rule set of up to four pieces, made in a folder of their own.
fn four_pieces(rules: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    run(folder.path(), &["gen", "--pieces", "4", "--rules", rules, "--quiet"]).answer();
    folder
}

fn tables(folder: &Path, rules: &str) -> Tables {
    let rules = RuleSet::named(rules).expect("a rule set");
    let options = TablesOptions::new().unpack_up_to(4);
    options.open([folder.join("tables").join(&*rules.name)], rules).expect("a folder")
}

/// What `petrov stats` counts of all classes of up to four pieces, by class.
fn counts(folder: &Path, rules: &str) -> BTreeMap<String, Vec<u64>> {
    let counts = run(folder, &["stats", "--pieces", "4", "--rules", rules, "--tsv"]).answer();
    let row = |line: &str| {
        let (class, counts) = line.split_once('\t').expect("columns");
        (class.to_owned(), counts.split('\t').map(|count| count.parse().expect("a number")).collect())
    };
    counts.lines().skip(1).map(row).collect()
}

/// Checks that every row of the reference counts is what was counted; a dash there says nothing.
fn check_counts(counts: &BTreeMap<String, Vec<u64>>, reference: &str, classes: usize) {
    let reference: Vec<&str> = reference.lines().skip(1).collect();
    assert_eq!((reference.len(), counts.len()), (classes, 41));
    for line in reference {
        let columns: Vec<&str> = line.split('\t').collect();
        let counted = counts.get(columns[0]).expect("a class");
        assert_eq!(counted.len(), columns.len() - 1, "{line}");
        for (told, counted) in columns[1..].iter().zip(counted) {
            assert!(*told == "-" || told.parse() == Ok(*counted), "{line}: {counted}");
        }
    }
}

#[test]
fn ukrainian_agrees_with_the_reference() {
    let folder = four_pieces("ukrainian");
    check_counts(&counts(folder.path(), "ukrainian"), include_str!("data/classes_ukrainian.tsv"), 16);
    let rows = rows(include_str!("data/needs_ukrainian.tsv"));
    assert_eq!(rows.len(), 708);
    assert!(check_rows(&rows, &tables(folder.path(), "ukrainian")) > 60_000);
}

#[test]
fn english_agrees_with_the_reference_and_the_published_totals() {
    let folder = four_pieces("english");
    let counts = counts(folder.path(), "english");
    check_counts(&counts, include_str!("data/classes_english.tsv"), 16);
    let total = |column: usize| counts.values().map(|counts| counts[column]).sum::<u64>();
    assert_eq!([0, 1, 2, 3, 4, 5].map(total), [6_408_836, 2_675_270, 0, 1_728_769, 0, 2_004_797]);
    assert_eq!(counts["KvK"][..6], [992, 230, 0, 654, 0, 108]);
    assert_eq!(counts["KKvK"][..6], [14_880, 14_846, 0, 34, 0, 0]);
    let rows = rows(include_str!("data/needs_english.tsv"));
    assert_eq!(rows.len(), 708);
    assert!(check_rows(&rows, &tables(folder.path(), "english")) > 160_000);
}

#[test]
fn main_road_agrees_with_the_reference_and_changes_514_values() {
    let folder = four_pieces("russian-main-road");
    check_counts(&counts(folder.path(), "russian-main-road"), include_str!("data/classes_russian-main-road.tsv"), 8);
    let rows = rows(include_str!("data/needs_russian-main-road.tsv"));
    assert_eq!(rows.len(), 1483);
    let main_road = tables(folder.path(), "russian-main-road");
    assert!(check_rows(&rows, &main_road) > 1_000_000);

    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tables/russian");
    let russian = TablesOptions::new().unpack_up_to(4).open([shipped], RuleSet::russian()).expect("a folder");
    let mut changed: BTreeMap<MaterialClass, u64> = BTreeMap::new();
    let mut changes = BTreeSet::new();
    for class in MaterialClass::all_canonical(4) {
        let index = TableIndex::new(class).expect("a class");
        for position in (0..index.values()).filter_map(|value| index.position_of(value)) {
            let before = russian.outcome(&position).expect("a table");
            let after = main_road.outcome(&position).expect("a table");
            if before != after {
                *changed.entry(class).or_default() += 1;
                changes.insert((before, after));
            }
        }
    }
    // 7 + 58 and 6 + 100 + 338 where the clock runs, as the reference has them, and 5 that lead there by a crowning.
    let changed: Vec<(String, u64)> = changed.into_iter().map(|(class, count)| (class.to_string(), count)).collect();
    let mut changed: Vec<(&str, u64)> = changed.iter().map(|(class, count)| (class.as_str(), *count)).collect();
    changed.sort_unstable();
    assert_eq!(changed, [("KMMvK", 65), ("MMMvK", 444), ("MMMvM", 5)]);
    let expected = BTreeSet::from([(Outcome::Win, Outcome::CursedWin), (Outcome::Loss, Outcome::BlessedLoss)]);
    assert_eq!(changes, expected);
    check_road_clocks(folder.path());
}

#[test]
fn the_tables_of_one_rule_set_are_not_read_as_those_of_another() {
    let names: Vec<String> = RuleSet::all().iter().map(|rules| rules.name.to_string()).collect();
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    for name in &names {
        run(folder.path(), &["gen", "KvK", "--rules", name, "--quiet"]).answer();
    }
    for made in &names {
        for read in &names {
            let there = format!("tables/{made}");
            let probe = run(folder.path(), &["probe", "W:WKc1:BKh8", "--rules", read, "--tables", &there]);
            if made == read {
                assert!(probe.answer().contains(&format!("rule set {read}")));
            } else {
                let line = probe.refusal(4);
                assert!(line.contains("KvK.ptw") && line.contains(made) && line.contains(read), "{line}");
            }
        }
    }
}

/// Asks the command about road clocks; `folder` has the tables.
fn check_road_clocks(folder: &Path) {
    let rules = ["--rules", "russian-main-road"];
    let probe = |arguments: &[&str]| run(folder, &[&["probe"], &rules[..], arguments].concat());

    // The lone king is on the road and must be driven off it within six plies.
    let fen = "B:WKh8:BKe1,c3,e5";
    let at_zero = probe(&["--json", fen]).json();
    assert_eq!((&at_zero["outcome"], &at_zero["needs"]), (&json!("win"), &json!([[1, 9, 6]])));
    for (clock, outcome) in [("4", "win"), ("5", "cursed-win")] {
        let by_option = probe(&["--json", "--no-moves", "--road-clock", clock, fen]).json();
        let by_fen = probe(&["--json", "--no-moves", &format!("{fen}:R{clock}")]).json();
        for answer in [by_option, by_fen] {
            assert_eq!(answer["outcome"], outcome, "{clock}");
            assert!(answer["fen"].as_str().is_some_and(|fen| fen.ends_with(&format!(":R{clock}"))), "{answer}");
            assert_eq!(answer["needs"], at_zero["needs"]);
        }
    }
    let text = probe(&[&format!("{fen}:R5")]).answer();
    for told in ["rule set russian-main-road", "road clock 5 of 10", "the road clock is at most 4", "Cursed win"] {
        assert!(text.contains(told), "{told}: {text}");
    }

    // Without a limit on the material clock its part is null; off the road the third part is 0.
    let men = probe(&["--json", "--no-moves", "W:Wc3,e3,e5:BKh8"]).json();
    assert_eq!(men["needs"], json!([[1, null, 4]]), "{men}");
    let off_the_road = probe(&["--json", "--no-moves", "W:WKb2,Kc1,Kg1:BKb8"]).json();
    assert_eq!(off_the_road["needs"], json!([[16, 16, 0]]));
    // A class without that clock has pairs.
    let pairs = probe(&["--json", "--no-moves", "W:WKa1,Kc1:BKh8"]).json();
    assert_eq!(pairs["needs"], json!([[3, 3]]));

    // Clocks that cannot be.
    for (arguments, told) in [
        (&["--road-clock", "10", fen][..], "must be below"),
        (&["--road-clock", "1", "W:WKa3,Kc1,Kg1:BKb8"], "no rule counts"),
        (&["--road-clock", "4", "--material-clock", "3", fen], "cannot be ahead"),
    ] {
        let line = probe(arguments).refusal(2);
        assert!(line.contains(told), "{line}");
    }
    let line = run(folder, &["probe", "--road-clock", "1", fen]).refusal(2);
    assert!(line.contains("no rule counts"), "{line}");
}

#[test]
fn rules_of_ones_own_are_read_from_a_file() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let example = include_str!("../rules/example.toml");
    std::fs::write(folder.path().join("mine.toml"), example).expect("written");
    let told = run(folder.path(), &["rules", "./mine.toml"]).answer();
    for part in ["club: notice board", "40 plies", "12 plies", "16 plies", "3 to 3 pieces"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let probe = ["probe", "W:WKc1,Ka3:BKh8", "--rules", "./mine.toml"];
    let line = run(folder.path(), &probe).refusal(3);
    assert!(line.contains("`petrov gen KKvK --rules ./mine.toml`"), "{line}");
    run(folder.path(), &["gen", "KKvK", "--rules", "./mine.toml", "--quiet"]).answer();
    assert!(folder.path().join("tables/club/KKvK.ptw").exists());
    let answer = run(folder.path(), &probe).answer();
    assert!(answer.contains("rule set club") && answer.contains("material clock 0 of 16"), "{answer}");

    // Another limit, and the tables are not of these rules any more; another name does not matter.
    std::fs::write(folder.path().join("mine.toml"), example.replacen("plies = 16", "plies = 18", 1)).expect("written");
    let line = run(folder.path(), &probe).refusal(4);
    assert!(line.contains("club (with other limits)"), "{line}");
    std::fs::write(folder.path().join("mine.toml"), example.replacen("club", "pub", 1)).expect("written");
    run(folder.path(), &[&probe[..], &["--tables", "tables/club"]].concat()).answer();

    std::fs::write(folder.path().join("mine.toml"), example.replacen("king = 40", "king = 400", 1)).expect("written");
    let line = run(folder.path(), &probe).refusal(2);
    assert!(line.contains("./mine.toml: limits.king: is a whole number from 1 to 120, not 400"), "{line}");
    let line = run(folder.path(), &["rules", "./none.toml"]).refusal(2);
    assert!(line.contains("./none.toml"), "{line}");
}
