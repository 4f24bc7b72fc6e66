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
            let solved = solve(&rules, class, &small, &Progress::default()).unwrap();
            let e = t.elapsed();
            solved.print_counts(&rules);
            eprintln!("{class} {:?}", e);
            if std::env::var("DUMP").is_ok() && pieces == n {
                let mut last = 0;
                let mut out = vec![0u8; solved.raw().len().div_ceil(4)];
                for (i, v) in solved.raw().into_iter().enumerate() {
                    if v != 9 {
                        last = v
                    }
                    out[i / 4] |= last << (2 * (i % 4))
                }
                std::fs::write(format!("/tmp/dump/{class}.w2"), out).unwrap();
                let (n, l) = solved.raw_needs();
                let b: Vec<u8> = n.iter().flat_map(|v| v.to_le_bytes()).collect();
                std::fs::write(format!("/tmp/dump/{class}.n32"), b).unwrap();
                std::fs::write(format!("/tmp/dump/{class}.raw"), solved.raw()).unwrap();
                println!("# {class} need sets {}", l.len());
            }
            small.insert(Arc::new(solved.unpacked()));
        }
    }
}
