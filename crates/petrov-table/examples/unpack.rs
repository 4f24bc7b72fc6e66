//! Temporary.
#![allow(clippy::print_stdout, clippy::unwrap_used)]
use draughts::*;
use petrov_table::*;
fn main() {
    let dir = std::env::args().nth(1).unwrap();
    let needs = std::env::args().nth(2).unwrap() == "needs";
    let rules = RuleSet::russian();
    let mut blocks = 0;
    for class in MaterialClass::all_canonical(5) {
        if needs {
            let n = NeedTable::open(TableBytes::map(format!("{dir}/{class}.ptn").as_ref()).unwrap(), class, &rules)
                .unwrap();
            for b in 0..n.blocks() {
                std::hint::black_box(n.unpack_block(b).unwrap());
            }
            blocks += n.blocks();
        } else {
            let n = OutcomeTable::open(TableBytes::map(format!("{dir}/{class}.ptw").as_ref()).unwrap(), class, &rules)
                .unwrap();
            for b in 0..n.blocks() {
                std::hint::black_box(n.unpack_block(b).unwrap());
            }
            blocks += n.blocks();
        }
    }
    println!("{blocks}");
}
