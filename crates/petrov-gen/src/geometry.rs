//! The ways of the kings inside a slice, where the men never move.

use draughts::Movement;
use draughts::board::{DIRECTIONS, RAY, nearest};
use petrov_table::cpu::Cpu;

/// The squares that are free of men, numbered without gaps (*slots*), and the rays along them.
///
/// Numbering keeps the order of the squares, so the nearest blocker of a ray is still its lowest or
/// highest bit.
pub(crate) struct Geometry {
    /// Number of slots.
    pub(crate) slots: u32,
    /// Squares free of men.
    pub(crate) free: u32,
    rays: [[u32; 32]; 4],
    reach: [u32; 32],
}

impl Geometry {
    pub(crate) fn new() -> Geometry {
        Geometry { slots: 0, free: 0, rays: [[0; 32]; 4], reach: [0; 32] }
    }

    /// Sets the geometry for a placement of men.
    #[inline(always)]
    pub(crate) fn set<M: Movement, C: Cpu>(&mut self, cpu: C, men: u32) {
        self.free = !men;
        self.slots = self.free.count_ones();
        let mut squares = self.free;
        let mut slot = 0;
        while squares != 0 {
            let square = squares.trailing_zeros() as usize;
            squares &= squares - 1;
            let mut reach = 0;
            for direction in DIRECTIONS {
                let mut ray = RAY[direction][square];
                if M::RULES.kings_fly {
                    let blockers = ray & men;
                    if blockers != 0 {
                        let first = nearest(direction, blockers);
                        ray &= !(RAY[direction][first] | 1 << first);
                    }
                } else {
                    ray &= draughts::board::shift(1 << square, direction) & !men;
                }
                let ray = cpu.gather(ray, self.free);
                self.rays[direction][slot] = ray;
                reach |= ray;
            }
            self.reach[slot] = reach;
            slot += 1;
        }
    }

    /// The slots that a king reaches from a slot when kings stand on `occupied`, its own slot left
    /// out.
    #[inline(always)]
    pub(crate) fn king_moves<M: Movement>(&self, slot: usize, occupied: u32) -> u32 {
        let slot = slot % 32;
        let mut reach = self.reach[slot];
        if !M::RULES.kings_fly {
            return reach & !occupied;
        }
        if reach & occupied == 0 {
            return reach;
        }
        for direction in DIRECTIONS {
            let blockers = self.rays[direction][slot] & occupied;
            if blockers != 0 {
                let first = nearest(direction, blockers);
                reach &= !(self.rays[direction][first % 32] | 1 << first);
            }
        }
        reach
    }
}
