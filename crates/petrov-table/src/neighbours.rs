//! Values that are likely to be alike: the same position with one piece a step back.
//!
//! Values lie in *rows*: within a row only one kind of piece moves about, all else stands still.
//! That kind is the kings of the side to move; if it has none, the other side's kings; if there
//! are no kings at all, Black's men. A row lists all placements of the kind on the squares that
//! are open to it, in colexicographic order.
//!
//! The packer predicts a value from six others that come before it in the same block:
//!
//! 0. the value just before;
//! 1. the value with the piece on the lowest square one step down to the right,
//! 2. and one step down to the left;
//! 3. with two or more pieces in the row's kind: the same for the second lowest piece, to the
//!    right; with one: two steps down to the right;
//! 4. likewise to the left;
//! 5. the value one row length before.
//!
//! A neighbour whose square is not open, or that lies outside the block, is missing.

use crate::combinatorics::{BINOMIAL, binomial, next_set, set_of_rank};
use crate::cpu::Cpu;
use crate::index::TableIndex;
use draughts::board::{NEIGHBOUR, NO_SQUARE};
use draughts::{BLACK_MAN_SQUARES, Color};

/// Number of neighbours a value is predicted from.
pub(crate) const NEIGHBOURS: usize = 6;

/// Down to the right and down to the left.
const DOWN: [usize; 2] = [2, 3];

/// "No slot".
const NO_SLOT: u8 = 255;

/// Walks along values of one side to move, from `first` on (an index within that side's values),
/// and calls `visit` for each with its place, counted from 1, and the places of its neighbours,
/// 0 for one that is missing.
#[inline(always)]
pub(crate) fn walk<C: Cpu>(
    cpu: C,
    index: &TableIndex,
    side: Color,
    first: u64,
    count: usize,
    mut visit: impl FnMut(usize, [usize; NEIGHBOURS]),
) {
    let class = index.class();
    let (moving, waiting) = (class.kings_of(side), class.kings_of(side.other()));
    let mut row = Row::default();
    let mut place = 1;
    let mut slice = u64::MAX;
    let mut men = (0, 0);
    // The rank that comes next and the set before it.
    let mut waiting_set: (Option<u64>, u32) = (None, 0);
    while place <= count {
        let at = first + place as u64 - 1;
        if at / index.slice_size() != slice {
            slice = at / index.slice_size();
            men = index.men_of_slice(slice);
            waiting_set.0 = None;
        }
        let free = !(men.0 | men.1);
        let (open, pieces, start) = if moving > 0 {
            let within = at % index.slice_size();
            let (rank, start) = (within / index.row_length(side), within % index.row_length(side));
            let set = if waiting_set.0 == Some(rank) && waiting > 0 {
                next_set(waiting_set.1)
            } else {
                set_of_rank(rank as u32, u32::from(waiting))
            };
            waiting_set = (Some(rank + 1), set);
            (free & !cpu.scatter(set, free), moving, start)
        } else if waiting > 0 {
            (free, waiting, at % index.slice_size())
        } else {
            let open = BLACK_MAN_SQUARES & !men.0;
            let length = binomial(open.count_ones(), u32::from(class.black_men));
            // White's placements on rank 1 begin a new count of rows, each a multiple of its length.
            (open, class.black_men, index.black_men_rank(men.0, men.1).min(length - 1))
        };
        row.open(open, u32::from(pieces));
        let end = (row.length - start).min((count + 1 - place) as u64) as usize;
        row.walk(start as u32, place, end, &mut visit);
        place += end;
    }
}

/// The squares open to the kind of piece that moves in a row.
struct Row {
    length: u64,
    pieces: u32,
    /// By slot and direction: the slot one and two steps down.
    one: [[u8; 2]; 32],
    two: [[u8; 2]; 32],
}

impl Default for Row {
    fn default() -> Row {
        Row { length: 0, pieces: 0, one: [[NO_SLOT; 2]; 32], two: [[NO_SLOT; 2]; 32] }
    }
}

impl Row {
    #[inline(always)]
    fn open(&mut self, open: u32, pieces: u32) {
        self.pieces = pieces;
        self.length = u64::from(BINOMIAL[pieces as usize % 13][open.count_ones() as usize]);
        let slot_of = |square: u8| {
            if square != NO_SQUARE && open >> square & 1 != 0 {
                (open & ((1 << square) - 1)).count_ones() as u8
            } else {
                NO_SLOT
            }
        };
        let mut squares = open;
        let mut slot = 0;
        while squares != 0 {
            let square = squares.trailing_zeros() as usize;
            squares &= squares - 1;
            for (way, direction) in DOWN.into_iter().enumerate() {
                let next = NEIGHBOUR[direction][square];
                self.one[slot][way] = slot_of(next);
                if pieces == 1 {
                    let after = if next == NO_SQUARE { NO_SQUARE } else { NEIGHBOUR[direction][usize::from(next)] };
                    self.two[slot][way] = slot_of(after);
                }
            }
            slot += 1;
        }
    }

    #[inline(always)]
    fn walk(&self, start: u32, first_place: usize, count: usize, visit: &mut impl FnMut(usize, [usize; NEIGHBOURS])) {
        let row_length = self.length as usize;
        let back = |place: usize, distance: usize| if distance < place { place - distance } else { 0 };
        if self.pieces == 1 {
            for i in 0..count {
                let (slot, place) = (start as usize + i, first_place + i);
                let to = |slots: &[[u8; 2]; 32], way: usize| {
                    let to = slots[slot % 32][way];
                    if to == NO_SLOT { 0 } else { back(place, slot - usize::from(to)) }
                };
                let (one, two) = (&self.one, &self.two);
                visit(place, [place - 1, to(one, 0), to(one, 1), to(two, 0), to(two, 1), back(place, row_length)]);
            }
            return;
        }
        let mut set = set_of_rank(start, self.pieces);
        for place in first_place..first_place + count {
            let lowest = set.trailing_zeros() as usize % 32;
            let second = (set & set.wrapping_sub(1)).trailing_zeros() as usize % 32;
            let pairs = |slot: usize| BINOMIAL[2][slot] as usize;
            let first_to = |way: usize| {
                let to = self.one[lowest][way];
                if to == NO_SLOT { 0 } else { back(place, lowest - usize::from(to)) }
            };
            let second_to = |way: usize| {
                let to = usize::from(self.one[second][way]);
                if to == usize::from(NO_SLOT) || to == lowest {
                    0
                } else if to > lowest {
                    back(place, pairs(second) - pairs(to))
                } else {
                    back(place, pairs(second) + lowest - pairs(lowest) - to)
                }
            };
            visit(place, [place - 1, first_to(0), first_to(1), second_to(0), second_to(1), back(place, row_length)]);
            set = next_set(set);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Portable;
    use draughts::{MaterialClass, Position};

    /// The position with a piece moved, if its new square is free and it may stand there.
    fn moved(position: &Position, from: u8, to: u8) -> Option<Position> {
        if to == NO_SQUARE || position.occupied() >> to & 1 != 0 {
            return None;
        }
        let shifted = |set: u32| if set >> from & 1 != 0 { set & !(1 << from) | 1 << to } else { set };
        let [white, black, kings] = [position.white(), position.black(), position.kings()].map(shifted);
        Position::new(white, black, kings, position.side_to_move()).ok()
    }

    /// The neighbours by moving pieces about on the board.
    fn by_the_board(index: &TableIndex, side: Color, value: u64) -> [Option<u64>; 4] {
        let position = index.position_of(value).expect("a value");
        let moving = [position.kings_of(side), position.kings_of(side.other()), position.men_of(Color::Black)];
        let kind = moving.into_iter().find(|&set| set != 0).unwrap_or(0);
        let lowest = kind.trailing_zeros() as u8;
        let step =
            |from: u8, way: usize| if from == NO_SQUARE { NO_SQUARE } else { NEIGHBOUR[DOWN[way]][usize::from(from)] };
        let of = |from, to| moved(&position, from, to).and_then(|p| index.value_of(&p));
        let rest = kind & (kind - 1);
        let second = if rest != 0 {
            let second = rest.trailing_zeros() as u8;
            [of(second, step(second, 0)), of(second, step(second, 1))]
        } else {
            [of(lowest, step(step(lowest, 0), 0)), of(lowest, step(step(lowest, 1), 1))]
        };
        [of(lowest, step(lowest, 0)), of(lowest, step(lowest, 1)), second[0], second[1]]
    }

    #[test]
    fn neighbours_are_those_on_the_board() {
        for name in ["KvK", "KKvK", "KMvK", "KvM", "MMvK", "MMvM", "KKvKK", "KMvKM", "KKKvMM", "MMMvMM", "KKMvMM"] {
            let class: MaterialClass = name.parse().expect("a class");
            let index = TableIndex::new(class).expect("a class");
            let sides = if class.is_symmetric() { &[Color::White][..] } else { &[Color::White, Color::Black] };
            for &side in sides {
                for first in [0, index.positions() / 3 + 1] {
                    let count = (index.positions() - first).min(3000) as usize;
                    let base = side.index() as u64 * index.positions() + first;
                    let mut seen = 0;
                    walk(Portable, &index, side, first, count, |place, neighbours| {
                        seen += 1;
                        assert_eq!(place, seen);
                        let value = base + place as u64 - 1;
                        let expected = by_the_board(&index, side, value)
                            .map(|v| v.and_then(|v| v.checked_sub(base)).map_or(0, |v| v as usize + 1));
                        assert_eq!(neighbours[1..5], expected, "{class} {side} value {value}");
                        assert_eq!(neighbours[0], place - 1);
                    });
                    assert_eq!(seen, count);
                }
            }
        }
    }
}
