//! Building tables: the same bytes whatever happens on the way.

#[path = "support/command.rs"]
mod command;

use command::{petrov, run};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// All files of a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let file = |entry: std::fs::DirEntry| {
        (entry.file_name().into_string().expect("a name"), std::fs::read(entry.path()).expect("a file"))
    };
    entries.map(|entry| file(entry.expect("an entry"))).collect()
}

#[test]
fn nothing_is_built_twice() {
    let folder = folder();
    let first = run(folder.path(), &["gen", "--pieces", "3", "--tables", "t"]);
    assert!(first.stderr.contains("building 9 classes"), "{}", first.stderr);
    first.answer();
    let built = files(&folder.path().join("t"));
    assert_eq!(built.len(), 18);
    let again = run(folder.path(), &["gen", "--pieces", "3", "--tables", "t"]);
    assert_eq!(again.stderr, "");
    assert!(again.answer().contains("nothing to build"));
    // One file away: that class alone is built.
    std::fs::remove_file(folder.path().join("t/KMvK.ptn")).expect("removed");
    let one = run(folder.path(), &["gen", "KvKM", "--tables", "t"]);
    assert!(one.stderr.contains("building 1 class,"), "{}", one.stderr);
    assert_eq!(files(&folder.path().join("t")), built);
    // What is in another folder is read from there and not written again.
    run(folder.path(), &["gen", "KMvM", "--tables", "u", "--tables", "t"]).answer();
    assert!(files(&folder.path().join("u")).is_empty());
}

#[test]
fn what_the_program_carries_is_what_it_builds() {
    let folder = folder();
    run(folder.path(), &["gen", "--pieces", "4", "--tables", "one", "--threads", "1", "--quiet"]).answer();
    run(folder.path(), &["gen", "--pieces", "4", "--tables", "two", "--threads", "2", "--quiet"]).answer();
    let built = files(&folder.path().join("one"));
    assert_eq!(built.len(), 46);
    assert_eq!(built, files(&folder.path().join("two")), "threads make no difference");
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tables/russian");
    for (name, bytes) in &built {
        assert!(std::fs::read(shipped.join(name)).is_ok_and(|shipped| shipped == *bytes), "{name}");
    }
}

#[test]
fn a_run_that_was_killed_goes_on() {
    let folder = folder();
    let arguments = ["gen", "--pieces", "4", "--quiet", "--tables"];
    let start = Instant::now();
    petrov(folder.path()).args(arguments).arg("whole").status().expect("the program runs");
    let time = start.elapsed();
    let whole = files(&folder.path().join("whole"));
    assert_eq!(whole.len(), 46);
    let mut interrupted = 0;
    for round in 0..3u32 {
        let name = format!("killed{round}");
        // Killed again and again, a little further on each time.
        for part in 1..=4 {
            let mut child = petrov(folder.path()).args(arguments).arg(&name).spawn().expect("the program runs");
            std::thread::sleep(time * part / 6 + Duration::from_millis(7) * round);
            if child.try_wait().expect("asked").is_none() {
                interrupted += 1;
            }
            child.kill().expect("killed");
            child.wait().expect("gone");
            let path = folder.path().join(&name);
            for (file, bytes) in if path.exists() { files(&path) } else { BTreeMap::new() } {
                assert!(file.ends_with(".tmp") || whole.get(&file) == Some(&bytes), "{file} is there but not whole");
            }
        }
        run(folder.path(), &["gen", "--pieces", "4", "--quiet", "--tables", &name]).answer();
        let after = files(&folder.path().join(&name));
        assert_eq!(after.keys().collect::<Vec<_>>(), whole.keys().collect::<Vec<_>>());
        assert!(after == whole, "other bytes after a run that was killed");
    }
    assert!(interrupted > 0, "no run was in the middle of its work when it was killed");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_to_go_on() {
    let folder = folder();
    let child = petrov(folder.path())
        .args(["gen", "KKMvKM", "--threads", "1", "--tables", "t"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    std::thread::sleep(Duration::from_millis(400));
    let signalled = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(signalled.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().expect("the program ends");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("the same command goes on from there"), "{stderr}");
    assert!(output.stdout.is_empty());
    assert!(files(&folder.path().join("t")).keys().all(|name| !name.ends_with(".tmp")));
}
