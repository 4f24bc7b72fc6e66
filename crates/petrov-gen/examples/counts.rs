//! Temporary.
#![allow(clippy::print_stdout)]
use draughts::*;
use petrov_gen::*;
use std::sync::Arc;
fn main() {
    let n: u8 = std::env::args().nth(1).unwrap().parse().unwrap();
    let rules = RuleSet::named(&std::env::args().nth(2).unwrap_or("russian".into())).unwrap();
    let mut small = SmallerTables::new();
    for pieces in 2..=n {
        for class in MaterialClass::all_canonical(pieces) {
            let t = std::time::Instant::now();
            let solved = solve(&rules, class, false, &small, &Progress::default()).unwrap();
            let e = t.elapsed();
            solved.print_counts(&rules);
            eprintln!("{class} {:?}", e);
            small.insert(Arc::new(solved.unpacked()));
        }
    }
}
