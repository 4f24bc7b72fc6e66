//! The ways of the kings inside a slice, where the men never move.

use draughts::Movement;
use draughts::board::{DIRECTIONS, Direction, RAY, nearest};
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
}

impl Geometry {
    pub(crate) fn new() -> Geometry {
        Geometry { slots: 0, free: 0, rays: [[0; 32]; 4] }
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
                self.rays[direction][slot] = cpu.gather(ray, self.free);
            }
            slot += 1;
        }
    }

    /// The slots that a king reaches from a slot in one direction if no other king is in its way.
    #[inline(always)]
    pub(crate) fn ray(&self, direction: Direction, slot: usize) -> u32 {
        self.rays[direction][slot % 32]
    }
}
