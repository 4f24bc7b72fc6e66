//! What a server must live through.

#[path = "support/command.rs"]
mod command;
#[path = "support/server.rs"]
mod server;

use serde_json::json;
use server::Server;
use std::io::{Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// The server still gives a right answer.
fn is_well(server: &mut Server) {
    let answer = server.json("/api/v1/probe?fen=W:WKa1,Kb2,Kc3:BKc1");
    assert_eq!((&answer["outcome"], &answer["needs"]), (&json!("win"), &json!([[22, 22]])));
    assert!(server.is_running());
}

fn percent(bytes: impl IntoIterator<Item = u8>) -> String {
    bytes.into_iter().map(|byte| format!("%{byte:02X}")).collect()
}

#[test]
fn long_binary_and_nested_questions_are_refused() {
    let folder = folder();
    let mut server = Server::start(folder.path(), &[]);
    let long = "W:W".to_owned() + &"Ka1,".repeat(900) + "c3:BKh8";
    let binary = percent((0..=255).chain([0xff, 0xfe, 0xc0, 0x80]));
    let nested = "[FEN \"".repeat(200).replace('[', "%5B").replace('"', "%22").replace(' ', "%20");
    let numbers = "W:W1-32,".to_owned() + &"1-32,".repeat(500) + ":B";
    let clocks = ":H99999999999999999999:M-1";
    let many = (0..300).map(|i| format!("p{i}=1&")).collect::<String>();
    let questions = [
        (format!("fen={long}"), 400),
        (format!("fen={binary}"), 400),
        (format!("fen={nested}"), 400),
        (format!("fen={numbers}"), 400),
        (format!("fen=W:WKa1:BKh8{clocks}"), 400),
        (format!("fen={}", "%F0%9F%91%91".repeat(300)), 400),
        (format!("fen={}", ":".repeat(4000)), 400),
        (format!("fen={}", "%22%5B%5D".repeat(400)), 400),
        (many, 400),
        ("fen=W:WKa1:BKh8&king_clock=%00".to_owned(), 400),
        ("fen=W:WKa1:BKh8&rules=../../etc/passwd".to_owned(), 400),
        ("fen=W:WKa1:BKh8&rules=%FF%FE".to_owned(), 400),
        ("%=%&=&&==%zz".to_owned(), 400),
        (format!("fen={}", "a".repeat(5000)), 414),
    ];
    for (query, status) in questions {
        for route in ["probe", "line", "moves"] {
            let target = format!("/api/v1/{route}?{query}");
            let problem = server.problem(&target, status);
            assert!(problem.to_string().len() < 1500, "{problem}");
        }
    }
    for class in ["KvK%00", "..%2f..%2fetc", "K".repeat(3000).as_str(), "%FFvK", "KvKv", "v"] {
        assert_eq!(server.problem(&format!("/api/v1/stats/{class}"), 400)["status"], 400, "{class}");
    }
    is_well(&mut server);
}

#[test]
fn what_is_no_http_ends_a_connection_and_nothing_else() {
    let folder = folder();
    let mut server = Server::start(folder.path(), &[]);
    let mut noise: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut random = |length: usize| -> Vec<u8> {
        let mut next = || {
            noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (noise >> 56) as u8
        };
        (0..length).map(|_| next()).collect()
    };
    for length in [0, 1, 7, 300, 20_000] {
        for _ in 0..10 {
            let status = server.send_all(&random(length)).map(|response| response.status);
            assert!(status.is_none_or(|status| status == 400 || status == 431 || status == 505), "{status:?}");
        }
    }
    let status = |bytes: &[u8]| server.send(bytes).map(|response| response.status);
    let head =
        |rest: &str| format!("GET /api/v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{rest}\r\n").into_bytes();
    assert_eq!(status(&head("")), Some(200));
    assert_eq!(status(&head(&format!("X: {}\r\n", "x".repeat(40_000)))), Some(431));
    assert_eq!(status(&head(&"X: y\r\n".repeat(500))), Some(431));
    assert_eq!(status(&head("Content-Length: 99999999\r\n")), Some(413));
    assert_eq!(status(&head("Content-Length: -5\r\n")), Some(400));
    assert_eq!(status(b"GET / HTTP/9.9\r\n\r\n"), Some(400));
    assert_eq!(
        status(format!("GET /{} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "a".repeat(9_000)).as_bytes()),
        Some(414)
    );
    is_well(&mut server);
}

#[test]
fn thousands_of_requests_at_once_are_answered_or_told_to_wait() {
    let folder = folder();
    let mut server = Server::start(folder.path(), &["--workers", "2", "--queue", "4"]);
    let (answered, refused) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let target = "/api/v1/probe?fen=W:WKa1,Kb2,Kc3:BKc1&distances=true";
    let request = |rest: &str| format!("GET {target} HTTP/1.1\r\nHost: x\r\n{rest}\r\n");
    let requests = request("") + &request("") + &request("Connection: close\r\n");
    // 560 connections with three requests each are sent before any answer is read.
    let all_sent = std::sync::Barrier::new(8);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let mut open: Vec<_> = (0..70).map(|_| server.connect()).collect();
                for stream in &mut open {
                    stream.write_all(requests.as_bytes()).expect("written");
                }
                all_sent.wait();
                for mut stream in open {
                    let mut bytes = Vec::new();
                    stream.read_to_end(&mut bytes).expect("answers");
                    let text = String::from_utf8(bytes).expect("text");
                    let count = |part: &str| text.matches(part).count();
                    let (good, full) = (count("HTTP/1.1 200 OK"), count("HTTP/1.1 503 Service Unavailable"));
                    assert_eq!((good + full, count("HTTP/1.1 ")), (3, 3), "{text}");
                    assert_eq!(
                        (count("\"outcome\":\"win\",\"needs\":[[22,22]]"), count("retry-after: 1")),
                        (good, full)
                    );
                    assert_eq!(count("\"code\":\"overload\""), full);
                    answered.fetch_add(good, Ordering::Relaxed);
                    refused.fetch_add(full, Ordering::Relaxed);
                }
            });
        }
    });
    let (answered, refused) = (answered.into_inner(), refused.into_inner());
    assert_eq!(answered + refused, 1680);
    assert!(answered >= 6 && refused > 0, "{answered} answered, {refused} refused");
    let health = server.json("/api/v1/health");
    assert_eq!((&health["in_flight"], &health["refused"]), (&json!(0), &json!(refused)));
    is_well(&mut server);
}

#[test]
fn connections_that_say_nothing_do_not_keep_others_out() {
    let folder = folder();
    let mut server = Server::start(folder.path(), &["--connections", "4"]);
    // More than there are places, half of them with the beginning of a head.
    let mut silent: Vec<_> = (0..5).map(|_| server.connect()).collect();
    for stream in silent.iter_mut().step_by(2) {
        stream.write_all(b"GET /api/v1/health HTTP/1.1\r\nX: ").expect("written");
    }
    // They are closed when their time is over, and then this one is answered.
    is_well(&mut server);
    for mut stream in silent {
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        assert!(!bytes.starts_with(b"HTTP/1.1 200"));
    }
}

#[test]
fn who_takes_no_answers_does_not_keep_others_out() {
    let folder = folder();
    let mut server = Server::start(folder.path(), &["--connections", "2"]);
    let mut deaf: Vec<_> = (0..2).map(|_| server.connect()).collect();
    for stream in &mut deaf {
        stream.set_nonblocking(true).expect("set");
        // More than the system's buffers hold.
        for _ in 0..2000 {
            let _ = stream.write(b"GET /api/v1/stats HTTP/1.1\r\nHost: x\r\n\r\n");
        }
    }
    is_well(&mut server);
    drop(deaf);
}

#[test]
fn the_wildest_positions_are_answered_in_time() {
    let folder = folder();
    let mut server = Server::start(folder.path(), &[]);
    // Twelve kings against twelve, and kings among many pieces to take.
    let fens = [
        "W:WKa1,Kc1,Ke1,Kg1,Kb2,Kd2,Kf2,Kh2,Ka3,Kc3,Ke3,Kg3:BKb8,Kd8,Kf8,Kh8,Ka7,Kc7,Ke7,Kg7,Kb6,Kd6,Kf6,Kh6",
        "W:WKa1,Kh8,Ka7,Kg1:Bb6,d6,f6,b4,d4,f4,c3,e3,g3,c7,e7,g7",
        "W:WKa1,Kc1,Ke1,Kg1,Kh2,Kh4,Kh6,Kh8,Ka3,Ka5,Ka7,Kb8:Bb6,d6,f6,b4,d4,f4,b2,d2,f2,g3,c7,e7",
    ];
    for fen in fens {
        for rules in ["russian", "brazilian", "ukrainian", "english"] {
            let response = server.get(&format!("/api/v1/moves?fen={fen}&rules={rules}"));
            assert_eq!(response.status, 200, "{fen} {rules}: {}", response.text());
            server.problem(&format!("/api/v1/probe?fen={fen}&rules={rules}&distances=true"), 404);
        }
    }
    is_well(&mut server);
}
