//! Positions of a material class as numbers without holes.
//!
//! The men are placed first, then the kings on what is free. All placements of the kings around
//! the same men make a *slice*, and a slice is contiguous:
//!
//! `position = slice × slice_size + king_index`
//!
//! `tables/FORMAT.md` gives the formulas with a worked example.

use crate::combinatorics::{BINOMIAL, binomial, next_set, rank_of_set, set_of_rank};
use crate::cpu::{Cpu, CpuTask, Portable, with_cpu};
use draughts::{BLACK_MAN_SQUARES, Color, MaterialClass, Position};

/// The four kinds of pieces as sets of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pieces {
    /// Squares of White's men.
    pub white_men: u32,
    /// Squares of White's kings.
    pub white_kings: u32,
    /// Squares of Black's men.
    pub black_men: u32,
    /// Squares of Black's kings.
    pub black_kings: u32,
}

impl Pieces {
    /// The pieces of a position.
    #[inline(always)]
    #[must_use]
    pub const fn of(position: &Position) -> Pieces {
        Pieces {
            white_men: position.men_of(Color::White),
            white_kings: position.kings_of(Color::White),
            black_men: position.men_of(Color::Black),
            black_kings: position.kings_of(Color::Black),
        }
    }

    /// The board turned by 180° and the colours swapped.
    #[inline(always)]
    #[must_use]
    pub const fn mirrored(self) -> Pieces {
        Pieces {
            white_men: self.black_men.reverse_bits(),
            white_kings: self.black_kings.reverse_bits(),
            black_men: self.white_men.reverse_bits(),
            black_kings: self.white_kings.reverse_bits(),
        }
    }

    /// Squares of all men.
    #[inline(always)]
    #[must_use]
    pub const fn men(self) -> u32 {
        self.white_men | self.black_men
    }

    /// Squares of all kings.
    #[inline(always)]
    #[must_use]
    pub const fn kings(self) -> u32 {
        self.white_kings | self.black_kings
    }

    /// The position with a side to move.
    #[inline(always)]
    #[must_use]
    pub fn with_side_to_move(self, side: Color) -> Position {
        Position::from_sound_sets(
            self.white_men | self.white_kings,
            self.black_men | self.black_kings,
            self.kings(),
            side,
        )
    }
}

/// Most pieces of a class that can have a table: larger ones are counted, not indexed.
pub const MAX_TABLE_PIECES: u8 = 8;

/// The index of one table: of a canonical class, for both sides to move.
///
/// A *value* is a position with a side to move. White to move comes first, then all of Black to
/// move; in a class that is its own mirror only White to move is there, since Black to move is the
/// same with the board turned.
#[derive(Clone, Copy, Debug)]
pub struct TableIndex {
    class: MaterialClass,
    /// First slice by number of white men on rank 1.
    slice_offsets: [u64; 5],
    slices: u64,
    /// By side to move: placements of its kings among what the waiting kings leave free.
    moving_king_sets: [u32; 2],
    slice_size: u64,
    positions: u64,
}

/// Rank 1, where a white man may stand and a black man may not.
const WHITE_ONLY: u32 = 0x0000_000F;
/// Squares of the ranks 2 to 7, where men of both colours may stand.
const SHARED: u32 = 24;

/// Number of ways to place the men of a class.
fn men_placements(white_men: u32, black_men: u32, on_first_rank: u32) -> u64 {
    if on_first_rank > white_men {
        return 0;
    }
    let shared = white_men - on_first_rank;
    if shared > SHARED {
        return 0;
    }
    binomial(4, on_first_rank) * binomial(SHARED, shared) * binomial(28 - shared, black_men)
}

/// Number of positions of a class, side to move left out.
#[must_use]
pub fn count_positions(class: MaterialClass) -> u128 {
    let (white_men, black_men) = (u32::from(class.white_men), u32::from(class.black_men));
    let free = 32 - u32::from(class.men()).min(32);
    let men: u64 = (0..=4).map(|j| men_placements(white_men, black_men, j)).sum();
    let white_kings = u32::from(class.white_kings);
    u128::from(men)
        * u128::from(binomial(free, white_kings))
        * u128::from(binomial(free.saturating_sub(white_kings), u32::from(class.black_kings)))
}

impl TableIndex {
    /// The index of the table that serves a class and its mirror; `None` if a side has no piece or
    /// there are more than [`MAX_TABLE_PIECES`].
    #[must_use]
    pub fn new(class: MaterialClass) -> Option<TableIndex> {
        if !class.has_both_sides() || class.pieces() > MAX_TABLE_PIECES {
            return None;
        }
        let class = class.canonical();
        let (white_men, black_men) = (u32::from(class.white_men), u32::from(class.black_men));
        let mut slice_offsets = [0; 5];
        let mut slices = 0;
        for (j, offset) in slice_offsets.iter_mut().enumerate() {
            *offset = slices;
            slices += men_placements(white_men, black_men, j as u32);
        }
        let free = 32 - u32::from(class.men());
        let (white_kings, black_kings) = (u32::from(class.white_kings), u32::from(class.black_kings));
        let moving_king_sets =
            [binomial(free - black_kings, white_kings) as u32, binomial(free - white_kings, black_kings) as u32];
        let slice_size = binomial(free, white_kings) * u64::from(moving_king_sets[1]);
        Some(TableIndex { class, slice_offsets, slices, moving_king_sets, slice_size, positions: slices * slice_size })
    }

    /// The canonical class.
    #[must_use]
    pub const fn class(&self) -> MaterialClass {
        self.class
    }

    /// Number of placements of the men.
    #[must_use]
    pub const fn slices(&self) -> u64 {
        self.slices
    }

    /// Number of placements of the kings around the men.
    #[must_use]
    pub const fn slice_size(&self) -> u64 {
        self.slice_size
    }

    /// Number of placements of all pieces.
    #[must_use]
    pub const fn positions(&self) -> u64 {
        self.positions
    }

    /// Number of values: positions times sides to move, or just positions in a symmetric class.
    #[must_use]
    pub fn values(&self) -> u64 {
        if self.class.is_symmetric() { self.positions } else { 2 * self.positions }
    }

    /// The slice of a placement of the men.
    #[inline(always)]
    #[must_use]
    pub fn slice_of<C: Cpu>(&self, cpu: C, white_men: u32, black_men: u32) -> u64 {
        let first_rank = white_men & WHITE_ONLY;
        let on_first_rank = first_rank.count_ones() as usize;
        let shared = (white_men >> 4).count_ones() as usize;
        let shared_sets = u64::from(BINOMIAL[shared % 13][SHARED as usize]);
        let black_sets = u64::from(BINOMIAL[self.class.black_men as usize % 13][28 - shared % 13]);
        let black = cpu.gather(black_men, BLACK_MAN_SQUARES & !white_men);
        let white = u64::from(rank_of_set(first_rank)) * shared_sets + u64::from(rank_of_set(white_men >> 4));
        self.slice_offsets[on_first_rank % 5] + white * black_sets + u64::from(rank_of_set(black))
    }

    /// The rank of Black's men among their placements around White's men.
    #[must_use]
    pub(crate) fn black_men_rank(&self, white_men: u32, black_men: u32) -> u64 {
        u64::from(rank_of_set(Portable.gather(black_men, BLACK_MAN_SQUARES & !white_men)))
    }

    /// The squares of White's and of Black's men in a slice.
    #[must_use]
    pub fn men_of_slice(&self, slice: u64) -> (u32, u32) {
        let on_first_rank = (0..5).rev().find(|&j| self.slice_offsets[j] <= slice).unwrap_or(0);
        // Several offsets can be equal where a count is zero; the last of them holds the slice.
        let white_men = u32::from(self.class.white_men);
        let shared = white_men.saturating_sub(on_first_rank as u32);
        let black_sets = binomial(28 - shared.min(24), u32::from(self.class.black_men)).max(1);
        let shared_sets = binomial(SHARED, shared).max(1);
        let rest = slice - self.slice_offsets[on_first_rank];
        let (white, black) = (rest / black_sets, rest % black_sets);
        let first_rank = set_of_rank((white / shared_sets) as u32, on_first_rank as u32);
        let white = first_rank | set_of_rank((white % shared_sets) as u32, shared) << 4;
        let black = set_of_rank(black as u32, u32::from(self.class.black_men));
        (white, Portable.scatter(black, BLACK_MAN_SQUARES & !white))
    }

    /// The squares of White's and of Black's men in a slice, from those in the one before it: the divisions
    /// and searches of [`men_of_slice`](TableIndex::men_of_slice) are spared mostly.
    #[inline(always)]
    pub(crate) fn men_after<C: Cpu>(&self, cpu: C, before: (u32, u32), slice: u64) -> (u32, u32) {
        let (white, black) = before;
        let open = BLACK_MAN_SQUARES & !white;
        if black != 0 {
            let next = next_set(cpu.gather(black, open));
            if u64::from(next) < 1 << open.count_ones() {
                return (white, cpu.scatter(next, open));
            }
        } else if white >> 4 != 0 {
            let next = next_set(white >> 4);
            if next < 1 << SHARED {
                return (white & WHITE_ONLY | next << 4, 0);
            }
        }
        self.men_of_slice(slice)
    }

    /// The index of the kings within a slice with the squares `free` of men, for a side to move.
    ///
    /// The kings of the side that is *not* to move are ranked on the free squares, those of the
    /// side to move on what is left, and the latter run fastest: neighbouring values then differ
    /// by what the side to move may change, and are most alike.
    #[inline(always)]
    #[must_use]
    pub fn king_index<C: Cpu>(&self, cpu: C, free: u32, white_kings: u32, black_kings: u32, side: Color) -> u64 {
        let (moving, waiting) =
            if side == Color::White { (white_kings, black_kings) } else { (black_kings, white_kings) };
        let slow = rank_of_set(cpu.gather(waiting, free));
        let fast = rank_of_set(cpu.gather(moving, free & !waiting));
        self.join_king_ranks(slow, fast, side)
    }

    /// The index of the kings from the rank of the waiting side's among the free squares and of the
    /// moving side's among what is left of them.
    #[inline(always)]
    #[must_use]
    pub fn join_king_ranks(&self, waiting: u32, moving: u32, side: Color) -> u64 {
        u64::from(waiting) * u64::from(self.moving_king_sets[side.index()]) + u64::from(moving)
    }

    /// Number of placements of the kings of the side to move among what the men and the other
    /// kings leave free: as many values in a row differ in these kings alone.
    #[must_use]
    pub fn row_length(&self, side: Color) -> u64 {
        u64::from(self.moving_king_sets[side.index()])
    }

    /// The squares of White's and Black's kings with an index within a slice.
    #[must_use]
    pub fn kings_of_index(&self, free: u32, king_index: u64, side: Color) -> (u32, u32) {
        let row = self.row_length(side).max(1);
        let (moving, waiting) = (self.class.kings_of(side), self.class.kings_of(side.other()));
        let waiting = Portable.scatter(set_of_rank((king_index / row) as u32, u32::from(waiting)), free);
        let moving = set_of_rank((king_index % row) as u32, u32::from(moving));
        let moving = Portable.scatter(moving, free & !waiting);
        if side == Color::White { (moving, waiting) } else { (waiting, moving) }
    }

    /// The index of a value. The pieces must be of the canonical class, as seen from White.
    #[inline(always)]
    #[must_use]
    pub fn value_of_pieces<C: Cpu>(&self, cpu: C, pieces: Pieces, side: Color) -> u64 {
        let (pieces, side) = if side == Color::Black && self.class.is_symmetric() {
            (pieces.mirrored(), Color::White)
        } else {
            (pieces, side)
        };
        let slice = self.slice_of(cpu, pieces.white_men, pieces.black_men);
        let king_index = self.king_index(cpu, !pieces.men(), pieces.white_kings, pieces.black_kings, side);
        side.index() as u64 * self.positions + slice * self.slice_size + king_index
    }

    /// The index of a position's value, whichever of the two mirrored classes it is in; `None` if
    /// it is in neither.
    #[must_use]
    pub fn value_of(&self, position: &Position) -> Option<u64> {
        struct Task<'a>(&'a TableIndex, Pieces, Color);
        impl CpuTask for Task<'_> {
            type Output = u64;
            #[inline(always)]
            fn run<C: Cpu>(self, cpu: C) -> u64 {
                self.0.value_of_pieces(cpu, self.1, self.2)
            }
        }
        let class = position.class();
        let position = if class == self.class {
            *position
        } else if class.mirrored() == self.class {
            position.mirrored()
        } else {
            return None;
        };
        Some(with_cpu(Task(self, Pieces::of(&position), position.side_to_move())))
    }

    /// The position with a value's index, seen from the canonical side; `None` past the last.
    #[must_use]
    pub fn position_of(&self, value: u64) -> Option<Position> {
        if value >= self.values() {
            return None;
        }
        let (side, position) =
            if value < self.positions { (Color::White, value) } else { (Color::Black, value - self.positions) };
        let (white_men, black_men) = self.men_of_slice(position / self.slice_size);
        let (white_kings, black_kings) =
            self.kings_of_index(!(white_men | black_men), position % self.slice_size, side);
        Some(Pieces { white_men, white_kings, black_men, black_kings }.with_side_to_move(side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn counts_by_class_add_up_to_the_known_totals() {
        let total = |pieces| MaterialClass::all(pieces).into_iter().map(count_positions).sum::<u128>();
        let totals: Vec<u128> = (1..=10).map(total).collect();
        assert_eq!(
            totals,
            [
                120,
                6_972,
                261_224,
                7_092_774,
                148_688_232,
                2_503_611_964,
                34_779_531_480,
                406_309_208_481,
                4_048_627_642_976,
                34_778_882_769_216
            ]
        );
    }

    #[test]
    fn every_value_of_the_small_classes_comes_back() {
        for class in (2..=3).flat_map(MaterialClass::all_canonical) {
            {
                let index = TableIndex::new(class).expect("a class of both sides");
                assert_eq!(u128::from(index.positions()), count_positions(class));
                for value in 0..index.values() {
                    let position = index.position_of(value).expect("a value of the class");
                    assert_eq!(position.class(), class);
                    assert_eq!(index.value_of(&position), Some(value), "{class} {value} {position}");
                    assert_eq!(index.value_of(&position.mirrored()), Some(value));
                }
                assert_eq!(index.position_of(index.values()), None);
            }
        }
    }

    #[test]
    fn men_of_one_slice_lead_to_those_of_the_next() {
        for class in (2..=5).flat_map(MaterialClass::all_canonical) {
            let index = TableIndex::new(class).expect("a class");
            let mut men = index.men_of_slice(0);
            for slice in 1..index.slices() {
                men = index.men_after(Portable, men, slice);
                assert_eq!(men, index.men_of_slice(slice), "{class} {slice}");
            }
        }
    }

    proptest! {
        #[test]
        fn values_of_large_classes_come_back(
            pieces in 4u8..=MAX_TABLE_PIECES,
            class in any::<prop::sample::Index>(),
            at in any::<prop::sample::Index>(),
        ) {
            let classes = MaterialClass::all_canonical(pieces);
            let index = TableIndex::new(classes[class.index(classes.len())]).expect("a class");
            let value = (at.index(usize::MAX) as u64) % index.values();
            let position = index.position_of(value).expect("a value");
            prop_assert_eq!(index.value_of(&position), Some(value));
            prop_assert_eq!(index.value_of(&position.mirrored()), Some(value));
            let pieces = Pieces::of(&position);
            prop_assert_eq!(index.value_of_pieces(Portable, pieces, position.side_to_move()), value);
        }
    }
}
