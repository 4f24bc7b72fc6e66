//! A slice in the hands of a worker: all placements of the kings around men that stand still.
//!
//! Inside a slice the kings of each side are numbered by themselves, as if those of the other side
//! were not there; a *cell* is a pair of such numbers. Cells where two kings would share a square
//! are never visited. A king's move changes one of the two numbers and leaves the other.

use crate::code::{Code, UNDECIDED};
use crate::geometry::Geometry;
use crate::king_moves::{KingMoves, king_moves_bytes};
use crate::needs::{NO_NEEDS, NeedSetId};
use draughts::{MaterialClass, Movement};
use petrov_table::combinatorics::{binomial, sets};
use petrov_table::cpu::Cpu;

/// No loss is possible: a move leaves the slice for something that is not lost.
pub(crate) const NEVER_LOST: u8 = 255;

/// Not a place.
pub(crate) const NO_PLACE: u32 = u32::MAX;

/// What the clocks allow in a class.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Plies of kings alone; `u16::MAX` without a limit.
    pub(crate) king: u16,
    /// Largest material budget, in plies.
    pub(crate) material: u8,
    /// What a ply costs of the material budget: 1, or 0 without a material limit.
    pub(crate) step: u8,
    /// Whether clocks count at all. A class without a limit of its own can still lead to smaller ones
    /// that have some.
    pub(crate) counted: bool,
}

impl Limits {
    /// A game without clocks.
    pub(crate) const NONE: Limits =
        Limits { king: u16::MAX, material: crate::code::LARGEST_BUDGET, step: 0, counted: false };
}

/// Stamp of a cell that became won, or won with less, at a step.
pub(crate) const fn won_stamp(step: u16) -> u16 {
    step * 2 + 1
}

/// Stamp of a cell that was looked at for a loss at a step.
pub(crate) const fn lost_stamp(step: u16) -> u16 {
    step * 2
}

/// A cell: the numbers of the white kings' and the black kings' placement.
#[derive(Clone, Copy)]
pub(crate) struct Cell {
    pub(crate) white: u32,
    pub(crate) black: u32,
}

/// The cells of one side to move.
#[derive(Default)]
pub(crate) struct Side {
    /// What is known of each cell so far.
    pub(crate) codes: Vec<Code>,
    /// The least material budget with which the side to move can be lost, as far as the moves that
    /// leave the slice go; [`NEVER_LOST`] if one of them saves it.
    pub(crate) loss_floor: Vec<u8>,
    /// The last step at which a cell was looked at, so that it is done once a step.
    pub(crate) stamps: Vec<u16>,
    /// Of a cell that is not lost: the place, on the other side, of a king move that keeps it from being
    /// so; [`NO_PLACE`] while none is known.
    pub(crate) refuges: Vec<u32>,
    /// The needs of each cell so far.
    pub(crate) needs: Vec<NeedSetId>,
    /// Cells that became won, or won with less, at the last step.
    pub(crate) won: Vec<Cell>,
    /// Cells that became lost, or lost with less, at the last step, with the material budget.
    pub(crate) lost: Vec<(Cell, u8)>,
}

/// The memory of a worker, used for one slice after another.
pub(crate) struct Slice {
    pub(crate) geometry: Geometry,
    /// The moves of White's and of Black's kings.
    pub(crate) king_moves: [KingMoves; 2],
    pub(crate) sides: [Side; 2],
    pub(crate) white_sets: Vec<u32>,
    pub(crate) black_sets: Vec<u32>,
    /// The black kings' placements as squares of the board.
    pub(crate) black_squares: Vec<u32>,
    /// Something was seen that is decided without clocks and not with them.
    pub(crate) bound_by_a_clock: bool,
    /// The kings' placements depend only on the number of slots and kings.
    prepared_for: Option<(u32, u8, u8)>,
}

impl Slice {
    pub(crate) fn new() -> Slice {
        Slice {
            geometry: Geometry::new(),
            king_moves: Default::default(),
            sides: Default::default(),
            white_sets: Vec::new(),
            black_sets: Vec::new(),
            black_squares: Vec::new(),
            bound_by_a_clock: false,
            prepared_for: None,
        }
    }

    /// Makes ready for a placement of men.
    #[inline(always)]
    pub(crate) fn prepare<M: Movement, C: Cpu>(&mut self, cpu: C, class: MaterialClass, men: u32) {
        let shape = (32 - men.count_ones(), class.white_kings, class.black_kings);
        if self.prepared_for != Some(shape) {
            let (slots, white_kings, black_kings) = shape;
            self.white_sets = sets(u32::from(white_kings), slots).collect();
            self.black_sets = sets(u32::from(black_kings), slots).collect();
            self.prepared_for = Some(shape);
        }
        if class.kings() > 0 {
            self.geometry.set::<M, C>(cpu, men);
        } else {
            self.geometry.free = !men;
        }
        self.king_moves[0].set(&self.geometry, &self.white_sets);
        self.king_moves[1].set(&self.geometry, &self.black_sets);
        let free = self.geometry.free;
        self.black_squares.clear();
        self.black_squares.extend(self.black_sets.iter().map(|&set| cpu.scatter(set, free)));
        self.bound_by_a_clock = false;
        let cells = self.white_sets.len() * self.black_sets.len();
        for side in &mut self.sides {
            side.codes.clear();
            side.codes.resize(cells, UNDECIDED);
            side.loss_floor.resize(cells, NEVER_LOST);
            side.stamps.clear();
            side.stamps.resize(cells, 0);
            side.refuges.clear();
            side.refuges.resize(cells, NO_PLACE);
            side.needs.clear();
            side.needs.resize(cells, NO_NEEDS);
            side.won.clear();
            side.lost.clear();
        }
    }

    /// The place of a cell in the lists.
    #[inline(always)]
    pub(crate) fn place(&self, cell: Cell) -> usize {
        cell.white as usize * self.black_sets.len() + cell.black as usize
    }
}

/// Number of placements of the kings of a class around its men, each side's counted by itself.
fn placements(class: MaterialClass) -> [u64; 2] {
    let slots = 32 - u32::from(class.men());
    [class.white_kings, class.black_kings].map(|kings| binomial(slots, u32::from(kings)))
}

/// Number of cells of a slice of a class.
pub(crate) fn slice_cells(class: MaterialClass) -> u64 {
    placements(class).into_iter().product()
}

/// Memory that a worker needs for one slice of a class, in bytes.
pub(crate) fn slice_bytes(class: MaterialClass) -> u64 {
    let [white, black] = placements(class);
    let cells = slice_cells(class);
    let moves = king_moves_bytes(white, class.white_kings) + king_moves_bytes(black, class.black_kings);
    // Code, floor, stamp, refuge and needs for both sides, and the lists of changed cells at their fullest.
    cells * 2 * (1 + 1 + 2 + 4 + 4) + cells * 6 + moves
}
