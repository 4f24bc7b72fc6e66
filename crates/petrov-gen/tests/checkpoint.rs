//! A class that is interrupted again and again comes out with the same bytes.
#![allow(clippy::unwrap_used)]

use draughts::{MaterialClass, RuleSet};
use petrov_gen::{Plan, Progress, SmallerTables, SolveError, SolvedClass, solve};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// Values after which the work is stopped again.
const STRETCH: u64 = 150_000;

fn below(rules: &RuleSet, class: MaterialClass) -> SmallerTables {
    let mut smaller = SmallerTables::new();
    for step in Plan::new([class]).steps.iter().filter(|step| step.class != class) {
        let solved = solve(rules, step.class, &smaller, &Progress::default(), None).unwrap();
        smaller.insert(Arc::new(solved.unpacked()));
    }
    smaller
}

fn bytes(rules: &RuleSet, solved: &SolvedClass) -> [Vec<u8>; 2] {
    [solved.pack_outcomes(rules).unwrap(), solved.pack_needs(rules).unwrap()]
}

/// Solves with a checkpoint, stopped after more and more values, until nothing stops it any more.
fn solve_in_pieces(rules: &RuleSet, class: MaterialClass, smaller: &SmallerTables, path: &Path) -> (SolvedClass, u32) {
    let mut interruptions = 0;
    loop {
        let progress = Progress::default();
        let solved = std::thread::scope(|scope| {
            let watch = scope.spawn(|| {
                while progress.values.load(Relaxed) < STRETCH * u64::from(interruptions + 1) {
                    if progress.stop.load(Relaxed) {
                        return;
                    }
                    std::thread::yield_now();
                }
                progress.stop.store(true, Relaxed);
            });
            let solved = solve(rules, class, smaller, &progress, Some(path));
            progress.stop.store(true, Relaxed);
            watch.join().unwrap();
            solved
        });
        match solved {
            Ok(solved) => return (solved, interruptions),
            Err(SolveError::Interrupted) => interruptions += 1,
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn interrupted_work_goes_on_and_gives_the_same_bytes() {
    let rules = RuleSet::russian();
    for name in ["KKMvK", "KMvKM"] {
        let class: MaterialClass = name.parse().unwrap();
        let smaller = below(&rules, class);
        let expected = bytes(&rules, &solve(&rules, class, &smaller, &Progress::default(), None).unwrap());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.checkpoint");
        let (solved, interruptions) = solve_in_pieces(&rules, class, &smaller, &path);
        assert!(interruptions > 0, "{name} was never interrupted");
        assert!(bytes(&rules, &solved) == expected, "{name}");
        // Whatever is left of the file, the result is the same.
        let whole = std::fs::read(&path).unwrap();
        for length in [0, 21, whole.len() / 2, whole.len() - 1] {
            std::fs::write(&path, &whole[..length]).unwrap();
            let (solved, _) = solve_in_pieces(&rules, class, &smaller, &path);
            assert!(bytes(&rules, &solved) == expected, "{name} cut at {length}");
        }
        for at in (0..whole.len()).step_by(whole.len() / 3 + 1) {
            let mut flipped = whole.clone();
            flipped[at] ^= 16;
            std::fs::write(&path, flipped).unwrap();
            let (solved, _) = solve_in_pieces(&rules, class, &smaller, &path);
            assert!(bytes(&rules, &solved) == expected, "{name} flipped at {at}");
        }
    }
}

#[test]
fn a_checkpoint_of_other_rules_is_not_used() {
    let class: MaterialClass = "KMvKM".parse().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.checkpoint");
    let russian = RuleSet::russian();
    let _ = solve_in_pieces(&russian, class, &below(&russian, class), &path);
    let ukrainian = RuleSet::ukrainian();
    let smaller = below(&ukrainian, class);
    let expected = bytes(&ukrainian, &solve(&ukrainian, class, &smaller, &Progress::default(), None).unwrap());
    let solved = solve(&ukrainian, class, &smaller, &Progress::default(), Some(&path)).unwrap();
    assert!(bytes(&ukrainian, &solved) == expected);
}
