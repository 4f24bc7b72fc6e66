//! The commands that only read, each as a user runs it.

#[path = "support/command.rs"]
mod command;

use command::{finish, petrov, run};
use serde_json::{Value, json};
use std::io::Write;
use std::process::Stdio;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn count_gives_the_totals() {
    let folder = folder();
    let totals: [u64; 10] = [
        120,
        6_972,
        261_224,
        7_092_774,
        148_688_232,
        2_503_611_964,
        34_779_531_480,
        406_309_208_481,
        4_048_627_642_976,
        34_778_882_769_216,
    ];
    for (pieces, total) in (1..).zip(totals) {
        let count = run(folder.path(), &["count", "--json", "--pieces", &format!("{pieces}")]).json();
        assert_eq!(count["positions"], json!(total));
        let classes = count["classes"].as_array().expect("classes");
        assert_eq!(classes.iter().filter_map(|class| class["positions"].as_u64()).sum::<u64>(), total);
    }
    let all = run(folder.path(), &["count"]).answer();
    assert!(all.contains("34,778,882,769,216") && all.lines().count() == 25, "{all}");
    assert_eq!(run(folder.path(), &["count", "kvk"]).answer(), "KvK  992\n");
    assert!(run(folder.path(), &["count", "--pieces", "24"]).answer().contains("all of 24 pieces"));
}

#[test]
fn rules_are_told_in_words() {
    let folder = folder();
    let all = run(folder.path(), &["rules"]).answer();
    for name in ["russian", "russian-main-road", "ukrainian", "ukrainian-64", "english", "brazilian"] {
        assert!(all.contains(&format!("{name}: ")), "{all}");
    }
    let english = run(folder.path(), &["rules", "English", "--json"]).json();
    assert_eq!((&english[0]["king_limit"], &english[0]["material_limits"]), (&json!(80), &json!([])));
}

#[test]
fn plan_is_in_order_and_knows_what_is_there() {
    let folder = folder();
    let plan = run(folder.path(), &["plan", "KMvKKM", "--json"]).json();
    let steps = plan["steps"].as_array().expect("steps");
    assert_eq!(steps.last().expect("a step")["class"], "KKMvKM");
    assert!(steps.iter().all(|step| (step["class"].as_str().expect("a name").len() < 6) == step["there"]));
    let text = run(folder.path(), &["plan", "--pieces", "5", "--rules", "english"]).answer();
    assert!(text.lines().last().expect("a line").contains("145,859,644"), "{text}");
    // What is asked for by name is built, though the program carries it: as `petrov gen` does it.
    let named = run(folder.path(), &["plan", "--pieces", "3", "--json"]).json();
    assert_eq!(named["to_build"]["classes"], 9);
    run(folder.path(), &["gen", "KMvK", "--quiet"]).answer();
    let rest = run(folder.path(), &["plan", "--pieces", "3", "--json"]).json();
    assert_eq!(rest["to_build"]["classes"], 8);
    std::fs::write(folder.path().join("file"), "no folder").expect("written");
    let refusal = run(folder.path(), &["plan", "KMvK", "--tables", "file"]).refusal(2);
    assert!(refusal.contains("not a folder"), "{refusal}");
}

#[test]
fn a_class_that_is_named_twice_counts_once() {
    let folder = folder();
    for command in ["stats", "info"] {
        let once = run(folder.path(), &[command, "KKvK", "KMvK"]).answer();
        assert_eq!(run(folder.path(), &[command, "KKvK", "KMvK", "KKvK"]).answer(), once);
    }
}

#[test]
fn stats_and_info_answer_from_inside_the_program() {
    let folder = folder();
    let stats = run(folder.path(), &["stats", "KvKKK", "--json"]).json();
    let side = |to_move: &str, win: u64, draw: u64, loss: u64, need: u64| {
        json!({"to_move": to_move, "positions": 143_840, "win": win, "cursed_win": 0, "draw": draw, "blessed_loss": 0,
            "loss": loss, "max_king_need": need, "max_material_need": need, "several_needs": 0})
    };
    let sides = [side("white", 1_854, 85_468, 56_518, 23), side("black", 132_240, 11_600, 0, 22)];
    assert_eq!(stats, json!({"class": "KvKKK", "rules": "russian", "sides": sides}));
    let text = run(folder.path(), &["stats", "KvKKK"]).answer();
    let example = text.lines().find_map(|line| line.strip_prefix("needs 23 plies of the king clock: "));
    let probe = run(folder.path(), &["probe", "--json", example.expect("an example")]).json();
    assert_eq!((&probe["outcome"], &probe["needs"]), (&json!("loss"), &json!([[23, 23]])));

    let info = run(folder.path(), &["info", "--check", "--json"]).json();
    assert_eq!(info.as_array().expect("files").len(), 46);
    let info = run(folder.path(), &["info", "KMvK"]).answer();
    assert!(info.contains("KMvK.ptw") && info.contains("KMvK.ptn"), "{info}");
}

#[test]
fn the_counts_of_small_classes_are_those_of_the_reference() {
    let folder = folder();
    let ours = run(folder.path(), &["stats", "--pieces", "4", "--tsv"]).answer();
    let reference = include_str!("data/classes_russian.tsv");
    let small: Vec<&str> = reference.lines().filter(|row| row.find('\t').is_some_and(|at| at <= 5)).collect();
    assert_eq!(small.len(), 42);
    let mut lines = ours.lines();
    assert_eq!(lines.next(), reference.lines().next());
    let ours: std::collections::BTreeSet<&str> = lines.collect();
    for row in small.into_iter().skip(1) {
        assert!(ours.contains(row), "{row}");
    }
}

#[test]
fn probe_prints_the_agreed_json() {
    let folder = folder();
    let probe = run(folder.path(), &["probe", "--json", "w : w Ka1 , c3 : b k32 .", "--numbering", "a1"]).json();
    let keys: Vec<&String> = probe.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["distance", "fen", "moves", "needs", "outcome"]);
    assert_eq!(probe["fen"], "W:WKa1,c3:BKh8");
    let moves = probe["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 3);
    for (m, hub) in [("a1-b2", "29-25"), ("c3-b4", "22-17"), ("c3-d4", "22-18")] {
        let found = moves.iter().find(|found| found["move"] == m).expect("the move");
        assert_eq!((&found["hub"], &found["conversion"]), (&json!(hub), &json!(false)));
        let keys: Vec<&String> = found.as_object().expect("an object").keys().collect();
        assert_eq!(keys, ["conversion", "fen", "hub", "move", "needs", "outcome"]);
        // With its clocks, so that it can be asked about in turn.
        let after =
            run(folder.path(), &["probe", "--json", "--no-moves", found["fen"].as_str().expect("a FEN")]).json();
        let reversed = [("win", "loss"), ("draw", "draw"), ("loss", "win")];
        let outcome = reversed.into_iter().find(|(_, before)| found["outcome"] == **before).map(|(after, _)| after);
        assert_eq!(after["outcome"].as_str(), outcome, "{found}");
        assert!(found["fen"].as_str().is_some_and(|fen| fen.contains(":H") && fen.contains(":M1")), "{found}");
    }
    // No limit on the material clock: null.
    let probe = run(folder.path(), &["probe", "--json", "--no-moves", "W:WKa1,Kb2:Bh4"]).json();
    assert_eq!(probe["needs"], json!([[2, Value::Null]]), "{probe}");
    assert_eq!(probe.get("moves"), None);
    // A side without a move has lost and needs nothing.
    let probe = run(folder.path(), &["probe", "--json", "W:Wa3:Bb4,c5"]).json();
    assert_eq!((&probe["outcome"], &probe["moves"]), (&json!("loss"), &json!([])));
    assert_eq!(probe["needs"], json!([[0, Value::Null]]));
}

#[test]
fn probe_explains_itself() {
    let folder = folder();
    let text = run(folder.path(), &["probe", "W:WKa1,Kb2,Kc3:BKc1"]).answer();
    for told in ["White wins", "king clock", "material clock", "a b c d e f g h"] {
        assert!(text.contains(told), "{told}: {text}");
    }
    let text = run(folder.path(), &["probe", "W:WKa1,Kb2,Kc3:BKc1:H20:M20"]).answer();
    assert!(text.contains("Cursed win: White would win"), "{text}");
}

#[test]
fn probe_tells_the_distance() {
    let folder = folder();
    let probe = |fen: &str| run(folder.path(), &["probe", "--json", fen]).json()["distance"].clone();
    assert_eq!(probe("W:WKc1:Bd2"), 1);
    assert_eq!(probe("W:WKa1:BKb8"), Value::Null);
    let text = run(folder.path(), &["probe", "W:WKc1:Bd2"]).answer();
    assert!(text.contains("Won in 1 ply if both sides play by the ranking."), "{text}");
    let lost = probe("B:WKa1,Ka3,Kc3:BKc1");
    let text = run(folder.path(), &["probe", "B:WKa1,Ka3,Kc3:BKc1"]).answer();
    assert!(text.contains(&format!("Lost in {lost} plies if both sides play by the ranking.")), "{text}");
}

#[test]
fn line_plays_to_the_end() {
    let folder = folder();
    let fen = "W:WKa1,Kb2,Kc3:BKc1:H2:M2";
    let line = run(folder.path(), &["line", "--json", fen]).json();
    let plies = line["plies"].as_array().expect("plies");
    let distance = run(folder.path(), &["probe", "--json", fen]).json()["distance"].clone();
    assert_eq!(json!(plies.len()), distance);
    assert_eq!(
        (&line["ending"], &line["winner"], &line["outcome"]),
        (&json!("no-move"), &json!("white"), &json!("win"))
    );
    assert_eq!((&plies[0]["king_clock"], &plies[0]["conversion"]), (&json!(3), &json!(false)));
    assert_eq!(plies.last().expect("a last ply")["conversion"], true);
    let keys: Vec<&String> = plies[0].as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["conversion", "fen", "hub", "king_clock", "material_clock", "move", "outcome"]);

    let text = run(folder.path(), &["line", fen]).answer();
    assert!(text.contains(&format!("White wins after {distance} plies: Black has no move.")), "{text}");
    assert!(text.contains("king clock  3 of 30  material clock  3 of 30") && text.contains("conversion"), "{text}");
    let text = run(folder.path(), &["line", "--plies", "2", fen]).answer();
    assert!(text.contains("Not over after 2 plies."), "{text}");
    let text = run(folder.path(), &["line", "W:Wa3:Bb4,c5"]).answer();
    assert!(text.contains("Black wins: White has no move."), "{text}");
    let drawn = run(folder.path(), &["line", "--json", "W:WKa1:BKb8"]).json();
    assert!(drawn["winner"].is_null() && drawn["ending"].is_string(), "{drawn}");
    run(folder.path(), &["line", "W:WKa5,Kg3,c3:BKf8,a3"]).refusal(3);
    run(folder.path(), &["line", "W:WKa2:BKf8"]).refusal(2);
}

#[test]
fn a_batch_goes_on_after_a_bad_line() {
    let folder = folder();
    let lines = "\u{feff}# a comment\n\nW:WKa1,Kb2,Kc3:BKc1\r\nW:WKa2:BKh8\nW:WKa5,Kg3,c3:BKf8,a3\nW:WKa1:BKb8\n";
    std::fs::write(folder.path().join("positions.txt"), lines).expect("written");
    let json = run(folder.path(), &["probe", "--batch", "positions.txt", "--json"]);
    assert_eq!(json.status, 3, "{}", json.stderr);
    let answers: Vec<Value> = json.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), 4);
    assert_eq!((&answers[0]["outcome"], &answers[0]["fen"]), (&json!("win"), &json!("W:WKa1,Kb2,Kc3:BKc1")));
    assert_eq!(answers[1]["fen"], "W:WKa2:BKh8");
    assert!(answers[1]["error"].as_str().expect("an error").contains("light square"));
    assert!(answers[2]["error"].as_str().expect("an error").contains("petrov gen KKMvKM"));
    assert_eq!(answers[3]["outcome"], "draw");

    // From standard input, for people.
    let mut child = petrov(folder.path())
        .args(["probe", "--batch", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    child.stdin.take().expect("a pipe").write_all(&lines.as_bytes()[..lines.len() - 1]).expect("written");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(3));
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!((stdout.lines().count(), stderr.lines().count()), (2, 2), "{stdout}{stderr}");
    assert!(stderr.contains("line 4") && stderr.contains("line 5"), "{stderr}");
}

#[test]
fn a_batch_answers_each_line_as_it_comes() {
    let folder = folder();
    let mut child = petrov(folder.path())
        .args(["probe", "--batch", "-", "--json", "--no-moves"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    for _ in 0..3 {
        writeln!(stdin, "W:WKa1:BKb8").expect("written");
        let mut line = String::new();
        std::io::BufRead::read_line(&mut stdout, &mut line).expect("an answer");
        assert!(line.contains("draw"), "{line}");
    }
    drop(stdin);
    assert!(child.wait().expect("the program ends").success());
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let folder = folder();
    let lines = "W:WKa1,Kb2,Kc3:BKc1\n".repeat(20_000);
    std::fs::write(folder.path().join("positions.txt"), lines).expect("written");
    for arguments in [vec!["probe", "--batch", "positions.txt", "--json"], vec!["count", "--pieces", "24"]] {
        let mut child = petrov(folder.path())
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    }
}

#[test]
fn tables_are_found_where_they_are_said_to_be() {
    let folder = folder();
    let rules = ["--rules", "ukrainian"];
    run(folder.path(), &["gen", "KKvK", "--rules", "ukrainian"]).answer();
    assert!(folder.path().join("tables/ukrainian/KKvK.ptw").exists());
    let fen = "W:WKa1,Kb2:BKh8";
    finish(petrov(folder.path()).args(["probe", fen]).args(rules)).answer();
    std::fs::rename(folder.path().join("tables/ukrainian"), folder.path().join("elsewhere")).expect("moved");
    finish(petrov(folder.path()).args(["probe", fen]).args(rules)).refusal(3);
    finish(petrov(folder.path()).args(["probe", fen, "--tables", "nowhere", "--tables", "elsewhere"]).args(rules))
        .answer();
    let list = std::env::join_paths(["nowhere", "elsewhere"]).expect("a list");
    finish(petrov(folder.path()).args(["probe", fen]).args(rules).env("PETROV_TABLES", list)).answer();
}

#[test]
fn probe_builds_what_is_missing() {
    let folder = folder();
    let built = run(folder.path(), &["probe", "--build", "--json", "B:WKa1,Kb2:Bh4,h6", "--rules", "english"]);
    assert!(built.stderr.contains("KKvMM"), "{}", built.stderr);
    assert!(built.json()["outcome"].is_string());
    let again = run(folder.path(), &["probe", "--build", "B:WKa1,Kb2:Bh4,h6", "--rules", "english"]);
    assert_eq!(again.stderr, "");
    again.answer();
    let quiet = run(folder.path(), &["probe", "--build", "--quiet", "W:Wa1:Bh8", "--rules", "ukrainian"]);
    assert_eq!(quiet.stderr, "");
    quiet.answer();
}
