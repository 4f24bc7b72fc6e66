//! Temporary.
#![allow(clippy::print_stdout, clippy::unwrap_used)]
use draughts::*;
use petrov_gen::*;
use std::sync::Arc;
use std::time::*;
fn main() {
    let n: u8 = std::env::args().nth(1).unwrap().parse().unwrap();
    let rules = RuleSet::named(&std::env::args().nth(2).unwrap_or("russian".into())).unwrap();
    let mut small = SmallerTables::new();
    let (mut ws, mut ns, mut vals) = (0, 0, 0);
    let mut times = [Duration::ZERO; 3];
    for pieces in 2..=n {
        for class in MaterialClass::all_canonical(pieces) {
            let t = Instant::now();
            let solved = solve(&rules, class, &small, &Progress::default(), None).unwrap();
            let e = t.elapsed();
            times[0] += e;
            for (side, s) in solved.statistics().iter().enumerate() {
                let o = s.outcomes;
                println!(
                    "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
                    if side == 0 { class } else { class.mirrored() },
                    s.positions(),
                    o[4],
                    o[3],
                    o[2],
                    o[1],
                    o[0],
                    s.max_king_need,
                    s.max_material_need,
                    s.several_needs
                );
            }
            small.insert(Arc::new(solved.unpacked()));
            if std::env::var("PACK").is_ok() {
                let t = Instant::now();
                let w = solved.pack_outcomes(&rules).unwrap();
                let tw = t.elapsed();
                let t = Instant::now();
                let nn = solved.pack_needs(&rules).unwrap();
                let tn = t.elapsed();
                times[1] += tw;
                times[2] += tn;
                let v = solved.index().values();
                if pieces == n {
                    ws += w.len();
                    ns += nn.len();
                    vals += v;
                }
                eprintln!(
                    "{class} {v} solve {e:?} w {tw:?} {:.4} n {tn:?} {:.4}",
                    w.len() as f64 * 8.0 / v as f64,
                    nn.len() as f64 * 8.0 / v as f64
                );
                if let Ok(d) = std::env::var("OUT") {
                    std::fs::write(format!("{d}/{class}.ptw"), w).unwrap();
                    std::fs::write(format!("{d}/{class}.ptn"), nn).unwrap();
                }
            }
        }
    }
    eprintln!("w {ws} {:.4} n {ns} {:.4} {times:?}", ws as f64 * 8.0 / vals as f64, ns as f64 * 8.0 / vals as f64);
}
