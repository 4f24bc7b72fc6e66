//! Temporary.
#![allow(clippy::print_stdout, clippy::unwrap_used)]
use draughts::*;
use petrov_gen::*;
fn main() {
    let mut v: Vec<_> = MaterialClass::all_canonical(7)
        .into_iter()
        .chain(MaterialClass::all_canonical(6))
        .filter_map(PlanStep::estimate)
        .collect();
    v.sort_by_key(|s| std::cmp::Reverse(s.memory));
    for s in v.iter().take(12) {
        println!(
            "{} {} values mem {} MiB smaller {} MiB",
            s.class,
            s.values,
            s.memory >> 20,
            needed_at_once(s.class)
                .iter()
                .filter_map(|&c| petrov_table::TableIndex::new(c))
                .map(|i| i.values() / 4)
                .sum::<u64>()
                >> 20
        );
    }
    for s in v.iter().filter(|s| s.class.pieces() == 6) {
        println!("{} {} mem {} MiB", s.class, s.values, s.memory >> 20);
    }
}
