//! Temporary.
#![allow(clippy::print_stdout, clippy::unwrap_used)]
use draughts::*;
use petrov_table::*;
fn main() {
    let dir = std::env::args().nth(1).unwrap();
    let rules = RuleSet::russian();
    for name in std::env::args().skip(2) {
        let class: MaterialClass = name.parse().unwrap();
        let w =
            OutcomeTable::open(TableBytes::map(format!("{dir}/{class}.ptw").as_ref()).unwrap(), class, &rules).unwrap();
        let n =
            NeedTable::open(TableBytes::map(format!("{dir}/{class}.ptn").as_ref()).unwrap(), class, &rules).unwrap();
        println!("{:?}", w.header());
        println!("{:?}", n.header());
        for _ in 0..2 {
            let t = std::time::Instant::now();
            let k = w.blocks().min(std::env::var("K").map_or(2000, |k| k.parse().unwrap()));
            for b in 0..k {
                std::hint::black_box(w.unpack_block(b * w.blocks() / k).unwrap());
            }
            println!("{class} outcome {:?} per block", t.elapsed() / k as u32);
            let t = std::time::Instant::now();
            let k = n.blocks().min(std::env::var("K").map_or(2000, |k| k.parse().unwrap()));
            for b in 0..k {
                std::hint::black_box(n.unpack_block(b * n.blocks() / k).unwrap());
            }
            println!("{class} needs {:?} per block, sets {}", t.elapsed() / k as u32, n.set_count());
        }
    }
}
