//! What has to be built, in which order, and what it will take.

use crate::slice::{slice_bytes, slice_cells};
use draughts::MaterialClass;
use petrov_table::{MAX_TABLE_PIECES, TableIndex};
use std::collections::BTreeSet;

/// Classes in an order in which each can be solved from those before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The classes, canonical, without repetition.
    pub steps: Vec<PlanStep>,
}

/// One class of a plan with estimates, which are just that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlanStep {
    /// The canonical class.
    pub class: MaterialClass,
    /// Number of values.
    pub values: u64,
    /// Memory while it is solved, tables of smaller classes included, in bytes.
    pub memory: u64,
    /// Size of both files, in bytes.
    pub disk: u64,
    /// Work, in CPU milliseconds.
    pub cpu_milliseconds: u64,
}

/// The canonical classes that captures and crownings lead to from a class at once or in the end,
/// the class itself left out.
#[must_use]
pub fn closure(class: MaterialClass) -> BTreeSet<MaterialClass> {
    let class = class.canonical();
    let mut classes = BTreeSet::new();
    let most =
        |kings: u8, men: u8| (0..=kings + men).flat_map(move |k| (0..=men.min(kings + men - k)).map(move |m| (k, m)));
    for (white_kings, white_men) in most(class.white_kings, class.white_men) {
        for (black_kings, black_men) in most(class.black_kings, class.black_men) {
            let below = MaterialClass { white_kings, white_men, black_kings, black_men };
            if below.has_both_sides() {
                classes.insert(below.canonical());
            }
        }
    }
    classes.remove(&class);
    classes
}

/// The classes that a single move may lead to, whose outcomes must be in memory to solve a class.
#[must_use]
pub fn needed_at_once(class: MaterialClass) -> BTreeSet<MaterialClass> {
    let class = class.canonical();
    // A capture takes pieces of one side only and crowns at most one man of the other.
    let one_move = |to: &MaterialClass| {
        let captures = |white_moves: bool, to: MaterialClass| {
            let (own, lost) = if white_moves {
                (
                    (class.white_kings, class.white_men, to.white_kings, to.white_men),
                    (class.black_kings, class.black_men, to.black_kings, to.black_men),
                )
            } else {
                (
                    (class.black_kings, class.black_men, to.black_kings, to.black_men),
                    (class.white_kings, class.white_men, to.white_kings, to.white_men),
                )
            };
            let crowned = own.2.wrapping_sub(own.0);
            crowned <= 1 && own.1.wrapping_sub(own.3) == crowned && lost.2 <= lost.0 && lost.3 <= lost.1
        };
        [*to, to.mirrored()].into_iter().any(|to| captures(true, to) || captures(false, to))
    };
    closure(class).into_iter().filter(one_move).collect()
}

impl Plan {
    /// The plan for some classes and all that they lead to; classes that can have no table are
    /// left out.
    #[must_use]
    pub fn new(classes: impl IntoIterator<Item = MaterialClass>) -> Plan {
        let mut all = BTreeSet::new();
        for class in classes {
            let class = class.canonical();
            if class.has_both_sides() && class.pieces() <= MAX_TABLE_PIECES {
                all.extend(closure(class));
                all.insert(class);
            }
        }
        let mut classes: Vec<MaterialClass> = all.into_iter().collect();
        classes.sort_by_key(|c| {
            (c.pieces(), c.men(), std::cmp::Reverse(c.white_pieces()), std::cmp::Reverse(c.white_kings))
        });
        Plan { steps: classes.into_iter().filter_map(PlanStep::estimate).collect() }
    }

    /// The plan for all classes of up to `pieces` pieces.
    #[must_use]
    pub fn up_to(pieces: u8) -> Plan {
        Plan::new((2..=pieces.min(MAX_TABLE_PIECES)).flat_map(MaterialClass::all_canonical))
    }

    /// Values of all classes together.
    #[must_use]
    pub fn values(&self) -> u64 {
        self.steps.iter().map(|step| step.values).sum()
    }
}

impl PlanStep {
    /// Estimates for a class, `None` if it can have no table.
    #[must_use]
    pub fn estimate(class: MaterialClass) -> Option<PlanStep> {
        let index = TableIndex::new(class)?;
        let values = index.values();
        let smaller: u64 =
            needed_at_once(class).iter().filter_map(|&c| TableIndex::new(c)).map(|i| i.values() / 4).sum();
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
        let workers = slice_bytes(class) * threads.min(index.slices());
        // Both files: 0.38 bits a value with five and six pieces, 0.31 in what was built of seven.
        let disk = values / 22 + 4096;
        Some(PlanStep {
            class: index.class(),
            values,
            memory: values * VALUE_BYTES + values / 2 + smaller + workers + 2 * disk + (32 << 20),
            disk,
            cpu_milliseconds: values * nanoseconds_a_value(index.class()) / 1_000_000 + 1,
        })
    }
}

/// Memory a value takes while its class is in hand: its code and the number of its needs. In the end half a
/// byte more, while its outcomes are unpacked for larger classes.
const VALUE_BYTES: u64 = 5;

/// CPU time a value takes, solved and packed, on the Xeon of `scripts/bench-gen.results.txt`: fitted to what
/// the classes of five and six pieces and four of seven took there.
fn nanoseconds_a_value(class: MaterialClass) -> u64 {
    let fewer_kings = class.white_kings.min(class.black_kings);
    let both_have_kings = if fewer_kings > 0 { 80 } else { 0 };
    // Where a clock mostly decides something, all is solved once more without.
    let solves =
        if class.white_pieces() != class.black_pieces() && fewer_kings >= 2 && class.kings() >= 5 { 2 } else { 1 };
    // Each slice takes about two microseconds besides, for both sides to move.
    let slice = 1000 / slice_cells(class);
    solves * (120 + 12 * u64::from(class.kings()) + both_have_kings) + slice
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(classes: BTreeSet<MaterialClass>) -> Vec<String> {
        let mut names: Vec<String> = classes.iter().map(ToString::to_string).collect();
        names.sort();
        names
    }

    #[test]
    fn a_class_comes_after_all_it_leads_to() {
        let plan = Plan::up_to(5);
        assert_eq!(plan.values(), 139_450_808 + 6_408_836);
        for (place, step) in plan.steps.iter().enumerate() {
            for below in closure(step.class) {
                assert!(plan.steps[..place].iter().any(|step| step.class == below), "{below} before {}", step.class);
            }
        }
    }

    #[test]
    fn what_a_class_leads_to() {
        let class = |name: &str| name.parse::<MaterialClass>().expect("a class");
        assert_eq!(names(closure(class("KMvM"))), ["KKvK", "KKvM", "KMvK", "KvK", "KvM", "MvM"]);
        assert_eq!(names(needed_at_once(class("KMvK"))), ["KKvK", "KvK", "KvM"]);
        assert!(names(needed_at_once(class("KKMvKM"))).contains(&"KKKvKM".to_owned()));
        assert!(!names(needed_at_once(class("KKMvKM"))).contains(&"KKKvKK".to_owned()));
    }
}
