//! `petrov serve`, asked as programs ask it.

#[path = "support/command.rs"]
mod command;
#[path = "support/server.rs"]
mod server;

use command::run;
use serde_json::{Value, json};
use server::Server;
use std::path::Path;
use std::time::{Duration, Instant};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Writes tables that the program carries to a folder, by making them.
fn make(folder: &Path, arguments: &[&str]) {
    let done = run(folder, &[&["gen", "--quiet"], arguments].concat());
    assert_eq!(done.status, 0, "{}", done.stderr);
}

/// Asks until the answer is as expected: tables that change are looked for every few seconds.
fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// The fields of an object that another has, with its values.
fn same_fields(all: &Value, wanted: &Value) -> Value {
    let wanted = wanted.as_object().expect("an object");
    wanted.keys().map(|key| (key.clone(), all[key].clone())).collect::<serde_json::Map<_, _>>().into()
}

#[test]
fn the_service_answers_in_the_words_of_the_command() {
    let folder = folder();
    let server = Server::start(folder.path(), &[]);
    let fens = ["W:WKa1,Kb2,Kc3:BKc1", "B:WKa1,Kc3,Kb2:BKh2:H4:M9", "W:Wc3,d2:Bf6,g7", "W:Wa3:Bb4,c5", "W:WKc1:Bd2"];
    for fen in fens {
        let told = run(folder.path(), &["probe", "--json", fen]).json();
        let answer = server.json(&format!("/api/v1/probe?fen={fen}"));
        let mut same = same_fields(&answer, &told);
        let moves: Vec<Value> =
            std::iter::zip(answer["moves"].as_array().expect("moves"), told["moves"].as_array().expect("moves"))
                .map(|(all, wanted)| same_fields(all, wanted))
                .collect();
        same["moves"] = moves.into();
        assert_eq!(same, told, "{fen}");
        let line = run(folder.path(), &["line", "--json", fen]).json();
        assert_eq!(server.json(&format!("/api/v1/line?fen={fen}")), line, "{fen}");
    }
    let told = run(folder.path(), &["stats", "--json", "KvKKM"]).json();
    let answer = server.json("/api/v1/stats/KvKKM");
    assert_eq!((&answer["class"], &answer["table"]), (&json!("KvKKM"), &json!("KKMvK")));
    for side in 0..2 {
        assert_eq!(same_fields(&answer["sides"][side], &told["sides"][side]), told["sides"][side]);
    }
    let told = run(folder.path(), &["rules", "--json"]).json();
    assert_eq!(server.json("/api/v1/rules"), told);
}

#[test]
fn clocks_and_numbering_are_read_from_the_query() {
    let folder = folder();
    let server = Server::start(folder.path(), &[]);
    let answer = server.json("/api/v1/probe?fen=W:WK1,K5,K10:BK3&numbering=a1&king_clock=4&material_clock=9");
    assert_eq!(answer["fen"], "W:WKa1,Kb2,Kc3:BKe1:H4:M9");
    assert_eq!(answer["clocks"], json!({"king": 4, "material": 9}));
    assert_eq!(answer["limits"], json!({"king": 30, "material": 30}));
    assert_eq!(
        (&answer["class"], &answer["to_move"], &answer["rules"]),
        (&json!("KKKvK"), &json!("white"), &json!("russian"))
    );
    // The longest win of the class: 22 plies of 30, so 8 are spare, and at 9 it is cursed.
    let at = |plies: u16| server.json(&format!("/api/v1/probe?fen=W:WKa1,Kb2,Kc3:BKc1:H{plies}:M{plies}"));
    assert_eq!((&at(0)["outcome"], &at(0)["spare"]), (&json!("win"), &json!({"king": 8, "material": 8})));
    assert_eq!((&at(8)["outcome"], &at(8)["spare"]), (&json!("win"), &json!({"king": 0, "material": 0})));
    assert_eq!((&at(9)["outcome"], &at(9)["spare"]), (&json!("cursed-win"), &json!({"king": null, "material": null})));
    // The distance after each move, in agreement with that of the position.
    let answer = server.json("/api/v1/probe?fen=W:WKa1,Kb2,Kc3:BKc1&distances=true");
    let best = answer["moves"][0]["distance"].as_u64().expect("a distance");
    assert_eq!(answer["distance"], best + 1);
    let answer = server.json("/api/v1/probe?fen=W:WKa1,Kb2,Kc3:BKc1&moves=false");
    assert_eq!((answer.get("moves"), answer.get("distance")), (None, None));
    let line = server.json("/api/v1/line?fen=W:WKa1,Kb2,Kc3:BKc1&plies=3");
    assert_eq!((line["plies"].as_array().map(Vec::len), &line["ending"]), (Some(3), &Value::Null));
}

#[test]
fn mistakes_are_told_with_place_and_reason() {
    let folder = folder();
    let server = Server::start(folder.path(), &[]);
    let wrong = |query: &str, code: &str| {
        let problem = server.problem(&format!("/api/v1/probe?{query}"), 400);
        assert_eq!(problem["code"], code, "{problem}");
        problem
    };
    let told = wrong("fen=W:Wc3,b8:BKh8", "bad-fen");
    assert_eq!(
        (&told["reason"], &told["token"], &told["column"]),
        (&json!("man-on-last-row"), &json!("b8"), &json!(7))
    );
    assert_eq!((&told["square"], &told["color"]), (&json!("b8"), &json!("white")));
    assert_eq!(wrong("fen=W:WKa1:BKb1", "bad-fen")["reason"], "square");
    assert_eq!(wrong("fen=W:WKa1:BKa1", "bad-fen")["square"], "a1");
    wrong("", "parameter-missing");
    wrong("fen=W:WKa1:BKh8&rules=chess", "unknown-rules");
    wrong("fen=W:WKa1:BKh8&king_clok=3", "unknown-parameter");
    wrong("fen=W:WKa1:BKh8&fen=W:WKa1:BKh8", "parameter-twice");
    wrong("fen=W:WKa1:BKh8&moves=perhaps", "bad-parameter");
    let told = wrong("fen=W:WKa1:BKh8:H4:M2", "king-clock-ahead");
    assert_eq!((&told["plies"], &told["material"], &told["fen"]), (&json!(4), &json!(2), &json!("W:WKa1:BKh8:H4:M2")));
    let told = wrong("fen=W:WKa1,Kb2:BKh4:M10", "clock-past-limit");
    assert_eq!((&told["clock"], &told["limit"]), (&json!("material"), &json!(10)));
    assert_eq!(server.problem("/api/v1/stats/KvQ", 400)["code"], "bad-class");
    assert_eq!(server.problem("/api/v1/stats/KKKKKvKKKK", 400)["code"], "no-such-table");
    assert_eq!(server.problem("/api/v1/nothing", 404)["code"], "no-such-page");
    assert_eq!(server.problem("/assets/../Cargo.toml", 404)["code"], "no-such-page");
    let told = server.problem("/api/v1/probe?fen=W:WKa1,Kb2,Kc1,Kd2,Ke1:BKh8,Kg7,Kf8,Ke7", 404);
    assert_eq!((&told["code"], &told["pieces"], &told["limit"]), (&json!("too-many-pieces"), &json!(9), &json!(8)));
    // The legal moves are known without any table.
    let moves = server.json("/api/v1/moves?fen=W:WKa1,Kb2,Kc1,Kd2,Ke1:BKh8,Kg7,Kf8,Ke7");
    assert!(moves["moves"].as_array().expect("moves").len() > 3, "{moves}");
    for method in ["POST", "PUT", "DELETE", "OPTION"] {
        let response = server.ask(method, "/api/v1/health", &[]);
        assert_eq!((response.status, response.headers["allow"].as_str()), (405, "GET,HEAD"), "{method}");
    }
}

#[test]
fn a_missing_table_is_told_and_found_once_it_is_made() {
    let folder = folder();
    let server = Server::start(folder.path(), &["--tables", "here"]);
    let target = "/api/v1/probe?fen=W:WKf4,Kc1,b2:BKf2,a3";
    let told = server.problem(target, 404);
    assert_eq!((&told["code"], &told["command"]), (&json!("missing-table"), &json!("petrov gen KKMvKM --tables DIR")));
    assert_eq!(told["fen"], "W:WKc1,Kf4,b2:BKf2,a3");
    assert!(!told.to_string().contains(folder.path().to_str().expect("a path")), "{told}");
    assert_eq!(
        server.problem("/api/v1/stats/KMvKKM?rules=english", 404)["command"],
        "petrov gen KKMvKM --rules english --tables DIR/english"
    );
    let small = server.get("/api/v1/probe?fen=W:WKa1:BKh8").headers["etag"].clone();
    make(folder.path(), &["KKMvKM", "--tables", "here"]);
    until("the table is found", || server.get(target).status == 200);
    let answer = server.json(target);
    assert_eq!((&answer["outcome"], &answer["needs"]), (&json!("cursed-win"), &json!([])));
    assert!(answer["moves"].as_array().expect("moves").iter().all(|m| m["outcome"] != "win"));
    // The tables are others now, and the tag says so.
    let tag = server.get("/api/v1/probe?fen=W:WKa1:BKh8").headers["etag"].clone();
    assert_ne!(tag, small);
    let overview = server.json("/api/v1/stats");
    let classes: Vec<&str> =
        overview["classes"].as_array().expect("classes").iter().filter_map(|c| c["class"].as_str()).collect();
    assert!(classes.contains(&"KKMvKM") && classes.contains(&"KvK"), "{classes:?}");
    let stats = server.json("/api/v1/stats/KMvKKM");
    assert_eq!(stats["sides"][0]["blessed_loss"], 157);
    let example = stats["sides"][1]["king_example"].as_str().expect("an example");
    let probe = server.json(&format!("/api/v1/probe?fen={example}&moves=false"));
    let least = probe["needs"].as_array().expect("needs").iter().filter_map(|need| need[0].as_u64()).min();
    assert_eq!(least, stats["sides"][1]["max_king_need"].as_u64());
}

#[test]
fn every_rule_set_has_its_own_tables() {
    let folder = folder();
    make(folder.path(), &["KKvK", "--rules", "english", "--tables", "all/english"]);
    make(folder.path(), &["KKvK", "--rules", "ukrainian"]);
    let server = Server::start(folder.path(), &["--tables", "all"]);
    let fen = "W:WKa1,Kc3:BKh8";
    let english = server.json(&format!("/api/v1/probe?fen={fen}&rules=English"));
    assert_eq!((&english["rules"], &english["limits"]["king"]), (&json!("english"), &json!(80)));
    assert_eq!(server.json(&format!("/api/v1/probe?fen={fen}"))["rules"], "russian");
    server.problem(&format!("/api/v1/probe?fen={fen}&rules=ukrainian"), 404);
    assert_eq!(server.json("/api/v1/stats?rules=brazilian")["classes"], json!([]));
    drop(server);
    // Without --tables they are where every command has them; a rule set of a file is served too.
    let toml = include_str!("../rules/example.toml");
    std::fs::write(folder.path().join("mine.toml"), toml).expect("a file");
    let server = Server::start(folder.path(), &["--rules", "./mine.toml"]);
    assert_eq!(server.json(&format!("/api/v1/probe?fen={fen}&rules=ukrainian"))["rules"], "ukrainian");
    assert_eq!(server.json("/api/v1/rules")[0]["name"], "club");
    let told = server.problem(&format!("/api/v1/probe?fen={fen}"), 404);
    assert_eq!((&told["rules"], &told["command"]), (&json!("club"), &json!("petrov gen KKvK --rules mine.toml")));
}

#[test]
fn a_damaged_table_is_named_and_the_service_lives_on() {
    let folder = folder();
    make(folder.path(), &["KKvK", "--tables", "here"]);
    let path = folder.path().join("here/KKvK.ptw");
    let whole = std::fs::read(&path).expect("a table");
    let mut bytes = whole.clone();
    let length = bytes.len();
    for byte in bytes[length * 7 / 8..].iter_mut() {
        *byte ^= 0x40;
    }
    std::fs::write(&path, &bytes).expect("a file");
    let mut server = Server::start(folder.path(), &["--tables", "here"]);
    // The last blocks hold positions with Black to move.
    let targets: Vec<String> = ["a7", "c7", "e7", "g7", "b8", "d8", "f8", "b6", "d6", "h6", "a5", "c5", "g5"]
        .iter()
        .map(|king| format!("/api/v1/probe?fen=B:WKf2,Kg1:BK{king}&moves=false"))
        .collect();
    for _ in 0..3 {
        let statuses: Vec<u16> = targets.iter().map(|target| server.get(target).status).collect();
        assert!(statuses.contains(&500), "{statuses:?}");
        let damaged = &targets[statuses.iter().position(|&status| status == 500).expect("one")];
        let told = server.problem(damaged, 500);
        assert_eq!((&told["code"], &told["file"]), (&json!("damaged-table"), &json!("KKvK.ptw")));
        let detail = told["detail"].as_str().expect("words");
        assert!(detail.starts_with("KKvK.ptw: damaged") && !detail.contains('/'), "{detail}");
        assert_eq!(server.json("/api/v1/probe?fen=W:WKa1:BKb8")["outcome"], "draw");
    }
    // Cut short it cannot even be opened.
    std::fs::remove_file(&path).expect("removed");
    std::fs::write(&path, &whole[..whole.len() / 2]).expect("a file");
    until("the cut is seen", || server.json("/api/v1/stats")["damaged"][0]["class"] == "KKvK");
    assert_eq!(server.problem("/api/v1/stats/KKvK", 500)["file"], "KKvK.ptw");
    // Whoever keeps the server is told once of each fault, with the path.
    let errors = std::fs::read_to_string(folder.path().join("stderr.txt")).expect("words");
    assert!(errors.lines().all(|line| line.starts_with("petrov: here/KKvK.ptw: damaged")), "{errors}");
    assert!((1..=3).contains(&errors.lines().count()), "{errors}");
    // Put right, it is read again without a new start.
    std::fs::remove_file(&path).expect("removed");
    std::fs::write(&path, &whole).expect("a file");
    until("it is sound again", || targets.iter().all(|target| server.get(target).status == 200));
    assert!(server.is_running());
}

#[test]
fn caches_ask_again_and_are_told_that_nothing_changed() {
    let folder = folder();
    let server = Server::start(folder.path(), &[]);
    for target in [
        "/api/v1/probe?fen=W:WKa1:BKh8",
        "/api/v1/line?fen=W:WKa1:BKh8",
        "/api/v1/moves?fen=W:WKa1:BKh8",
        "/api/v1/stats/KvK",
        "/api/v1/stats",
        "/api/v1/rules",
        "/api/v1/openapi.json",
        "/",
        "/assets/app.js",
    ] {
        let first = server.get(target);
        assert_eq!((first.status, first.headers["cache-control"].as_str()), (200, "no-cache"), "{target}");
        let again = server.ask("GET", target, &[("If-None-Match", &first.headers["etag"])]);
        assert_eq!((again.status, again.body.len()), (304, 0), "{target}");
        assert_eq!(again.headers["etag"], first.headers["etag"]);
        let other = server.ask("GET", target, &[("If-None-Match", "W/\"0123456789abcdef\"")]);
        assert_eq!((other.status, &other.body), (200, &first.body), "{target}");
        let head = server.ask("HEAD", target, &[]);
        assert_eq!((head.status, head.body.len()), (200, 0), "{target}");
    }
    assert_eq!(server.get("/api/v1/health").headers["cache-control"], "no-store");
    assert_eq!(server.get("/api/v1/probe").headers["cache-control"], "no-store");
}

#[test]
fn any_page_may_read_and_answers_are_compressed() {
    let folder = folder();
    let server = Server::start(folder.path(), &[]);
    let target = "/api/v1/probe?fen=W:WKa1,Kb2,Kc3:BKc1";
    let plain = server.ask("GET", target, &[("Origin", "http://elsewhere.example")]);
    assert_eq!(plain.headers["access-control-allow-origin"], "*");
    assert!(!plain.headers.contains_key("content-encoding"));
    for (coding, start) in [("gzip", Some([0x1f, 0x8b])), ("br", None)] {
        let packed = server.ask("GET", target, &[("Accept-Encoding", coding)]);
        assert_eq!(packed.headers["content-encoding"], coding);
        assert!(packed.headers["vary"].contains("accept-encoding"));
        assert!(packed.body.len() < plain.body.len() / 2, "{} of {}", packed.body.len(), plain.body.len());
        assert!(start.is_none_or(|start| packed.body.starts_with(&start)));
    }
    let preflight = server.ask(
        "OPTIONS",
        target,
        &[
            ("Origin", "http://elsewhere.example"),
            ("Access-Control-Request-Method", "GET"),
            ("Access-Control-Request-Headers", "if-none-match"),
        ],
    );
    assert_eq!((preflight.status, preflight.headers["access-control-allow-methods"].as_str()), (200, "GET,HEAD"));
    let page = server.get("/");
    assert!(page.headers["content-security-policy"].starts_with("default-src 'self'"));
    assert_eq!(
        (page.headers["x-content-type-options"].as_str(), page.headers["content-type"].as_str()),
        ("nosniff", "text/html; charset=utf-8")
    );
    for target in ["/tables", "/class?name=KvK", "/assets/petrov.css", "/assets/icon.svg"] {
        assert_eq!(server.get(target).status, 200, "{target}");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_stops_it_after_what_is_in_flight() {
    use std::io::{Read, Write};
    for signal in ["-INT", "-TERM"] {
        let folder = folder();
        let server = Server::start(folder.path(), &[]);
        assert_eq!(server.get("/api/v1/health").status, 200);
        let mut begun = server.connect();
        begun.write_all(b"GET /api/v1/probe?fen=W:WKa1:BKh8 HTTP/1.1\r\nHost: x\r\n").expect("written");
        let mut idle = server.connect();
        // Both are taken for sure once a later one is answered.
        assert_eq!(server.get("/api/v1/health").status, 200);
        let killed = std::process::Command::new("kill").args([signal, &server.pid().to_string()]).status();
        assert!(killed.expect("kill").success());
        begun.write_all(b"\r\n").ok();
        let mut answer = String::new();
        let _ = begun.read_to_string(&mut answer);
        // Its head may have come too late; if it was taken, it is answered whole.
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 200") && answer.ends_with('}'), "{answer}");
        let mut rest = Vec::new();
        let _ = idle.read_to_end(&mut rest);
        assert!(rest.is_empty());
        assert_eq!(server.wait(), Some(0), "{signal}");
    }
}

#[test]
fn an_address_in_use_is_a_plain_error() {
    let folder = folder();
    let server = Server::start(folder.path(), &[]);
    let told = run(folder.path(), &["serve", "--listen", &server.address.to_string()]).refusal(1);
    assert!(told.contains(&server.address.to_string()) && told.contains("cannot be listened on"), "{told}");
    assert!(run(folder.path(), &["serve", "--listen", "here"]).refusal(2).contains("--listen"));
}
