//! What cannot be answered: one clear line on standard error, the right exit status, and no answer.

#[path = "support/command.rs"]
mod command;

use command::{finish, petrov, run};
use std::path::Path;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_no_table() {
    let folder = folder();
    let pipe = folder.path().join("KvK.ptw");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
    assert!(made.success());
    std::fs::create_dir(folder.path().join("KvM.ptw")).expect("a folder");
    for (fen, name) in [("W:WKa1:BKh8", "KvK.ptw"), ("W:WKa1:Bb8", "KvM.ptw")] {
        let line = run(folder.path(), &["probe", fen, "--tables", "."]).refusal(1);
        assert!(line.contains(name) && line.contains("not a regular file"), "{line}");
    }
}

/// A position of five pieces, of which the program carries no table.
const FIVE_PIECES: &str = "W:WKa5,Kg3,c3:BKf8,a3";

#[test]
fn positions_that_cannot_be() {
    let folder = folder();
    for (fen, told) in [
        ("W:WKa5,c8:BKf8", "c8"),
        ("W:Wh8:BKa1", "h8"),
        ("W:WKa5:Bc1", "c1"),
        ("W:WKa5,c3:BKa5", "two pieces stand on a5"),
        ("W:Wc3,c3:BKa5", "two pieces stand on c3"),
        ("W:WKa2:BKf8", "`Ka2` at column 4: a light square"),
        ("W:WKj9:BKf8", "not on the board"),
        ("W:WK33:BKf8", "not on the board"),
        ("WKa5:BKf8", "side to move"),
        ("X:WKa5:BKf8", "side to move"),
        ("", "side to move"),
        ("W", "no pieces"),
        ("W:W21-32,20:BK1", "more than twelve pieces"),
        ("W:WKa1:B1-13", "more than twelve pieces"),
        ("W:WKa1:BKh8:H30:M30", "30"),
        ("W:WKa1:BKh8:M10", "10"),
        ("W:WKa1,Kb2,Kc3:BKh8:M30", "30"),
        ("W:WKa1,Kb2:BKh8:H5:M4", "cannot be ahead of the material clock"),
        ("W:WKa1:BKh8:H99999", "H99999"),
        ("W:WKa1:BKh8:Hx", "Hx"),
        ("W:WKa1:BKh8:R1", "road clock"),
        ("W:WKa1:BKh8:Z1", "Z1"),
        ("W:WKa1,\u{1b}[2J\nx:BKh8", "column 8"),
        ("\u{00e9}\u{00e9}:W", "column 1"),
    ] {
        for arguments in [vec!["probe", fen], vec!["probe", fen, "--json"], vec!["probe", fen, "--build"]] {
            let line = run(folder.path(), &arguments).refusal(2);
            assert!(line.contains(told), "{fen}: {line}");
        }
    }
    assert!(std::fs::read_dir(folder.path()).expect("read").next().is_none(), "nothing was built");
}

#[test]
fn clocks_that_cannot_be() {
    let folder = folder();
    let fen = "W:WKa1,Kb2,Kc3:BKh8";
    for (arguments, told) in [
        (vec!["--king-clock", "30"], "king clock stands at 30"),
        (vec!["--material-clock", "30"], "material clock stands at 30"),
        (vec!["--king-clock", "5", "--material-clock", "4"], "cannot be ahead"),
        (vec!["--king-clock", "-1"], "--king-clock"),
        (vec!["--king-clock", "65536"], "--king-clock"),
        (vec!["--material-clock", "many"], "--material-clock"),
        (vec!["--road-clock", "1"], "road clock"),
    ] {
        let line = finish(petrov(folder.path()).args(["probe", fen]).args(arguments)).refusal(2);
        assert!(line.contains(told), "{line}");
    }
    // Clocks on the command line come before those in the FEN.
    let with_clocks = format!("{fen}:H29:M29");
    run(folder.path(), &["probe", &with_clocks, "--king-clock", "0", "--material-clock", "0"]).answer();
}

#[test]
fn arguments_that_make_no_sense() {
    let folder = folder();
    for arguments in [
        vec!["frobnicate"],
        vec!["probe"],
        vec!["probe", "W:WKa1:BKh8", "--batch", "-"],
        vec!["probe", "W:WKa1:BKh8", "--rules", "polish"],
        vec!["probe", "W:WKa1:BKh8", "--numbering", "c3"],
        vec!["count", "--pieces", "25"],
        vec!["count", "KKXvK"],
        vec!["gen"],
        vec!["gen", "--pieces", "9"],
        vec!["gen", "KKv"],
        vec!["gen", "KvK", "--threads", "0"],
        vec!["gen", "KvK", "--memory", "0"],
        vec!["plan", "KKKKKvKKKK"],
        vec!["stats"],
        vec!["stats", "vK"],
        vec!["info", "hello"],
        vec!["rules", "polish"],
    ] {
        run(folder.path(), &arguments).refusal(2);
    }
    let line = run(folder.path(), &["probe", "--batch", "nowhere.txt"]).refusal(2);
    assert!(line.contains("nowhere.txt"), "{line}");
    let line = run(folder.path(), &["gen", "KKKvKK", "--memory", "0.01"]).refusal(1);
    assert!(line.contains("--memory"), "{line}");
}

#[test]
fn a_missing_table_is_named_with_the_command_that_makes_it() {
    let folder = folder();
    let line = run(folder.path(), &["probe", FIVE_PIECES]).refusal(3);
    assert!(line.contains("`petrov gen KKMvKM`"), "{line}");
    let line = run(folder.path(), &["probe", "B:WKf8,a3:BKa5,Kg3,c3", "--tables", "my tables"]).refusal(3);
    assert!(line.contains("`petrov gen KKMvKM --tables 'my tables'`"), "{line}");
    let line = run(folder.path(), &["probe", "W:WKa1:BKh8", "--rules", "ukrainian"]).refusal(3);
    assert!(line.contains("`petrov gen KvK --rules ukrainian`"), "{line}");
    for command in ["stats", "info"] {
        let line = run(folder.path(), &[command, "KMvKKM"]).refusal(3);
        assert!(line.contains("`petrov gen KKMvKM`"), "{line}");
    }
    // Nine pieces have no table at all, and no command makes one.
    let line = run(folder.path(), &["probe", "W:WKa1,Kc1,Ke1,Kg1,a3:BKb8,Kd8,Kf8,Kh8"]).refusal(2);
    assert!(line.contains("at most 8"), "{line}");
}

/// Tables of up to three pieces, in a folder of their own.
fn three_pieces(rules: &str) -> tempfile::TempDir {
    let folder = folder();
    run(folder.path(), &["gen", "--pieces", "3", "--tables", ".", "--rules", rules]).answer();
    folder
}

/// Positions of KMvK with the clocks at zero and elsewhere, and what is said of them.
fn batch(folder: &Path) -> (i32, Vec<String>) {
    let positions = folder.join("positions.txt");
    if !positions.exists() {
        let squares = ["a1", "c3", "e5", "g7", "b8", "h2", "g1", "d4"];
        let mut text = String::new();
        for side in ["W", "B"] {
            for white in squares {
                for black in squares {
                    if white != black && ![white, black].contains(&"b6") {
                        for clocks in ["", ":H5:M5", ":H1:M9"] {
                            text += &format!("{side}:WK{white},b6:BK{black}{clocks}\n");
                        }
                    }
                }
            }
        }
        std::fs::write(&positions, text).expect("written");
    }
    let run = run(folder, &["probe", "--batch", "positions.txt", "--json", "--no-moves", "--tables", "."]);
    (run.status, run.stdout.lines().map(str::to_owned).collect())
}

#[test]
fn a_damaged_table_gives_no_wrong_answer() {
    let folder = three_pieces("russian");
    let (status, sound) = batch(folder.path());
    assert_eq!(status, 0);
    let mut refused = 0;
    for file in ["KMvK.ptw", "KMvK.ptn"] {
        let path = folder.path().join(file);
        let whole = std::fs::read(&path).expect("a table");
        let mut check = |bytes: &[u8]| {
            // As the generator does: another file under the same name.
            let other = folder.path().join("other");
            std::fs::write(&other, bytes).expect("written");
            std::fs::rename(&other, &path).expect("renamed");
            let (status, answers) = batch(folder.path());
            assert_eq!(answers.len(), sound.len());
            let errors = answers.iter().filter(|answer| answer.contains("\"error\":")).count();
            assert_eq!(status, if errors == 0 { 0 } else { 4 });
            for (answer, right) in answers.iter().zip(&sound) {
                assert!(answer == right || answer.contains("\"error\":"), "{answer} and not {right}");
                assert!(!answer.contains("\"error\":") || answer.contains(file), "{answer}");
            }
            refused += usize::from(errors > 0);
        };
        let step = whole.len().div_ceil(24);
        for at in (0..whole.len()).step_by(step) {
            let mut flipped = whole.clone();
            flipped[at] ^= 1 << (at % 8);
            check(&flipped);
            check(&whole[..at]);
        }
        check(&whole[..whole.len() - 1]);
        std::fs::write(&path, &whole).expect("written");
    }
    assert!(refused > 50, "{refused}");
}

#[test]
fn another_file_in_place_of_a_table() {
    let folder = three_pieces("russian");
    let ukrainian = three_pieces("ukrainian");
    let place = folder.path().join("KMvK.ptw");
    let probe = || run(folder.path(), &["probe", "W:WKa1,c3:BKh8", "--tables", "."]);
    probe().answer();
    let copy = |from: &Path| std::fs::copy(from, &place).expect("copied");
    for (from, told) in [
        (ukrainian.path().join("KMvK.ptw"), "ukrainian"),
        (folder.path().join("KKvK.ptw"), "KKvK"),
        (folder.path().join("KMvK.ptn"), "needs of KMvK"),
        (assert_cmd::cargo::cargo_bin!("petrov").to_owned(), "not a Petrov table"),
    ] {
        copy(&from);
        let line = probe().refusal(4);
        assert!(line.contains("KMvK.ptw") && line.contains(told), "{line}");
    }
    std::fs::write(&place, b"").expect("written");
    let line = probe().refusal(4);
    assert!(line.contains("KMvK.ptw") && line.contains("empty"), "{line}");
    assert!(line.contains("`petrov gen KMvK --tables .` makes it again"), "{line}");
    for command in ["stats", "info"] {
        let run = run(folder.path(), &[command, "KMvK", "--tables", "."]);
        assert_eq!(run.status, 4, "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    }
    // A file that is not there at all is no fault as long as the program carries it.
    std::fs::remove_file(&place).expect("removed");
    probe().answer();
    std::fs::remove_file(ukrainian.path().join("KKvK.ptn")).expect("removed");
    let probe_ukrainian = ["probe", "W:WKa1,Kc3:BKh8", "--tables", ".", "--rules", "ukrainian"];
    let line = run(ukrainian.path(), &probe_ukrainian).refusal(3);
    assert!(line.contains("petrov gen KKvK --rules ukrainian --tables ."), "{line}");
    // What is damaged is made again, but other rules' tables are not overwritten.
    std::fs::write(&place, b"").expect("written");
    run(folder.path(), &["gen", "KMvK", "--tables", "."]).answer();
    probe().answer();
    copy(&ukrainian.path().join("KMvK.ptw"));
    let line = run(folder.path(), &["gen", "KMvK", "--tables", "."]).refusal(4);
    assert!(line.contains("ukrainian"), "{line}");
}

#[test]
fn info_checks_every_byte_and_goes_on() {
    let folder = three_pieces("russian");
    let path = folder.path().join("KKvK.ptn");
    let mut bytes = std::fs::read(&path).expect("a table");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&path, &bytes).expect("written");
    let run = run(folder.path(), &["info", "--check", "--tables", "."]);
    assert_eq!(run.status, 4);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    assert!(run.stderr.contains("KKvK.ptn") && run.stderr.contains("block"), "{}", run.stderr);
    assert!(run.stdout.contains("MMvM.ptn") && run.stdout.contains("KKvK.ptw"), "{}", run.stdout);
}
