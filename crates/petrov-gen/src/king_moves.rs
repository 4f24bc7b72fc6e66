//! The quiet moves of one side's kings inside a slice, listed by placement once a slice: the inner loops
//! then neither look for blockers along diagonals nor rank placements.

use crate::geometry::Geometry;
use draughts::board::{DIRECTIONS, nearest};
use petrov_table::combinatorics::rank_of_set;

/// A king's move as if the other side had no kings.
#[derive(Clone, Copy)]
struct Way {
    /// The number of the placement that it leads to.
    to: u32,
    /// The slots that it passes, and where it ends: another king on one of them is in the way.
    passes: u32,
}

/// The ways of one side's kings, by the number of their placement. Men and kings of their own side that
/// are in the way are taken into account. A quiet move run backwards is one too.
#[derive(Default)]
pub(crate) struct KingMoves {
    ways: Vec<Way>,
    /// Where the ways of each placement end; they start where those of the one before end.
    ends: Vec<u32>,
}

impl KingMoves {
    /// Lists the moves of all placements, given as sets of slots.
    #[inline(always)]
    pub(crate) fn set(&mut self, geometry: &Geometry, placements: &[u32]) {
        self.ways.clear();
        self.ends.clear();
        for &own in placements {
            let mut kings = own;
            while kings != 0 {
                let king = kings & kings.wrapping_neg();
                kings ^= king;
                let others = own ^ king;
                for direction in DIRECTIONS {
                    let mut ray = geometry.ray(direction, king.trailing_zeros() as usize);
                    let blockers = ray & others;
                    if blockers != 0 {
                        let first = nearest(direction, blockers);
                        ray &= !(geometry.ray(direction, first) | 1 << first);
                    }
                    let mut passes = 0;
                    while ray != 0 {
                        let target = 1 << nearest(direction, ray);
                        ray ^= target;
                        passes |= target;
                        self.ways.push(Way { to: rank_of_set(others | target), passes });
                    }
                }
            }
            self.ends.push(self.ways.len() as u32);
        }
    }

    /// Calls `sink` with the number of each placement that one move leads to from a placement, with the
    /// other side's kings on `blockers`; stops when it says `false`, and tells whether it never did.
    #[inline(always)]
    pub(crate) fn all(&self, placement: u32, blockers: u32, mut sink: impl FnMut(u32) -> bool) -> bool {
        let placement = placement as usize;
        let start = if placement == 0 { 0 } else { self.ends[placement - 1] as usize };
        for way in &self.ways[start..self.ends[placement] as usize] {
            if way.passes & blockers == 0 && !sink(way.to) {
                return false;
            }
        }
        true
    }
}

/// Memory for the ways of so many placements of so many kings, at most, in bytes.
pub(crate) fn king_moves_bytes(placements: u64, kings: u8) -> u64 {
    // No square of the board lets a king go to more than thirteen others.
    placements * (4 + 13 * 8 * u64::from(kings))
}
