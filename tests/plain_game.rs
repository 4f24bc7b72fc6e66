//! The prober against the game itself, played out on its clocks by plain recursion.

#[path = "support/command.rs"]
mod command;
#[path = "support/plain.rs"]
mod plain;

use draughts::{
    Clocks, CrowningInCapture, Landing, MaterialClass, MaterialCondition, MaterialLimit, MovementRules, Position,
    RuleSet, lone_king_on_road,
};
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
            if clocks.road > 0 && !lone_king_on_road(&position) {
                continue;
            }
            let expected = by_the_rules(game.outcome(&position, clocks), without_clocks);
            assert_eq!(tables.probe(&position, clocks).expect("a table"), expected, "{position} at {clocks:?}");
        }
    }
}

/// Compares all positions of a class with all clocks at zero.
fn compare_at_zero(game: &mut PlainGame, tables: &Tables, class: MaterialClass) {
    for position in plain::positions(class) {
        let expected = by_the_rules(game.outcome(&position, Clocks::ZERO), game.without_clocks(&position));
        assert_eq!(tables.outcome(&position).expect("a table"), expected, "{position}");
    }
}

fn classes(pieces: u8) -> Vec<MaterialClass> {
    MaterialClass::all(pieces).into_iter().filter(|class| class.has_both_sides()).collect()
}

/// Tables of some classes and all that they lead to, made in `folder`.
fn made(folder: &Path, rules: RuleSet, classes: &[&str]) -> Tables {
    command::run(folder, &[&["gen", "--quiet", "--rules", &rules.name], classes].concat()).answer();
    Tables::open([folder.join("tables").join(&*rules.name)], rules).expect("a folder")
}

#[test]
fn up_to_three_pieces_at_every_reading_of_the_clocks() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    // Each rule set is a piece of work; two at a time.
    let next = std::sync::Mutex::new(RuleSet::all().to_vec());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(rules) = next.lock().ok().and_then(|mut sets| sets.pop()) {
                    let tables = made(folder.path(), rules.clone(), &["--pieces", "3"]);
                    let mut game = PlainGame::new(rules);
                    for class in (2..=3).flat_map(classes) {
                        compare(&mut game, &tables, class, 1, 1);
                    }
                }
            });
        }
    });
}

#[test]
fn a_rule_set_of_ones_own_without_a_king_limit() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    // Moves as nobody plays, and a draw by count in one class that others lead to.
    let file = "name = \"own\"\nsource = \"nobody\"\n[movement]\nmen_capture_backward = false\nkings_fly = true\n\
        most_pieces = true\ncrowning = \"ends-move\"\nlanding = \"anywhere\"\n[limits]\n\
        [[limits.material]]\nplies = 2\nclass = \"KvK\"\n";
    std::fs::write(folder.path().join("own.toml"), file).expect("written");
    let rules = RuleSet {
        name: "own".into(),
        source: "nobody".into(),
        notes: "".into(),
        movement: MovementRules {
            men_capture_backward: false,
            kings_fly: true,
            most_pieces: true,
            crowning: CrowningInCapture::EndsMove,
            landing: Landing::Anywhere,
        },
        king_limit: None,
        material_limits: vec![MaterialLimit {
            holds: MaterialCondition::Class("KvK".parse().expect("a class")),
            plies: 2,
        }]
        .into(),
        road_limit: None,
    };
    command::run(folder.path(), &["gen", "--quiet", "--rules", "own.toml", "--pieces", "3"]).answer();
    let tables = Tables::open([folder.path().join("tables/own")], rules.clone()).expect("a folder");
    let mut game = PlainGame::new(rules);
    for class in (2..=3).flat_map(classes) {
        compare(&mut game, &tables, class, 1, 1);
    }
    // What leads to a win that comes too late is no win.
    let counts = command::run(folder.path(), &["stats", "KMvK", "--json", "--rules", "own.toml"]).json();
    let cursed = |side: &serde_json::Value| side["cursed_win"].as_u64().expect("a count");
    assert!(counts["sides"].as_array().expect("sides").iter().map(cursed).sum::<u64>() > 0, "{counts}");
}

/// Compares a sample of each class, and where the road clock runs all positions at zero clocks besides.
/// The work is shared out between two threads.
fn compare_samples(work: Vec<(RuleSet, &[&str])>) {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let next = std::sync::Mutex::new(work);
    std::thread::scope(|scope| {
        for thread in 0..2 {
            let (folder, next) = (folder.path().join(thread.to_string()), &next);
            scope.spawn(move || {
                std::fs::create_dir_all(&folder).expect("a folder");
                while let Some((rules, classes)) = next.lock().ok().and_then(|mut all| all.pop()) {
                    let russian = rules.name == "russian";
                    let tables = if russian { tables() } else { made(&folder, rules.clone(), classes) };
                    let mut game = PlainGame::new(rules);
                    for class in classes {
                        let class: MaterialClass = class.parse().expect("a class");
                        if tables.rules().road_limit(class).is_some() {
                            compare_at_zero(&mut game, &tables, class);
                        }
                        compare(&mut game, &tables, class, 97, 13);
                        compare(&mut game, &tables, class.mirrored(), 211, 13);
                    }
                }
            });
        }
    });
}

#[test]
fn a_sample_of_four_pieces() {
    compare_samples(vec![
        (RuleSet::english(), &["KKvKK"]),
        (RuleSet::ukrainian_64(), &["KKvKK"]),
        (RuleSet::ukrainian(), &["KKvKK"]),
        (RuleSet::brazilian(), &["KKvKM"]),
        (RuleSet::russian_main_road(), &["KKKvK", "KKMvK"]),
        (RuleSet::russian(), &["KKvKM", "KMvKM"]),
    ]);
}

/// All the classes whose values the road clock changes, and harder ones of the other rule sets.
#[test]
#[ignore = "takes a minute"]
fn more_of_four_pieces() {
    compare_samples(vec![
        (RuleSet::english(), &["KMvMM"]),
        (RuleSet::ukrainian_64(), &["KMvMM"]),
        (RuleSet::ukrainian(), &["KKvMM"]),
        (RuleSet::brazilian(), &["KMvKM"]),
        (RuleSet::russian_main_road(), &["KMMvK", "MMMvK"]),
    ]);
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
