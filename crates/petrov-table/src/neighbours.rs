//! Values that are likely to be alike: the same position with one piece a step back.
//!
//! Within a *row* of values only one kind of piece moves about: the kings of the side to move; if it
//! has none, the other side's kings; if there are no kings at all, Black's men. A row lists all
//! placements of that kind on the squares that are open to it, in colexicographic order. So the
//! lowest piece runs fastest, over the open squares below the second lowest: such a run is a *line*.
//!
//! The packer predicts a value from six others that come before it in the same block:
//!
//! 0. the value just before it;
//! 1. the value with the lowest piece one step down to the right (towards h1),
//! 2. and one step down to the left;
//! 3. the value with the *second* piece one step down to the right,
//! 4. and one step down to the left, the lowest piece staying on its square;
//! 5. the value with the lowest piece on the same square in the line before; but where the row's kind
//!    is a single piece: with that piece two steps down to the right.
//!
//! The second piece is the second lowest of the kind. Where the kind is a single king of the side to
//! move it is the lowest king of the other side. Where there is no such king either, 3 and 4 are the
//! value with the lowest piece on the same square in the line before and in the one before that.
//!
//! A neighbour that does not exist is *missing*: its square is not open, the second piece would meet
//! or pass the lowest one (or, a king of the other side, meet another), or it lies outside the block.

use crate::combinatorics::{BINOMIAL, binomial, next_set, set_of_rank};
use crate::cpu::Cpu;
use crate::index::TableIndex;
use draughts::board::{NEIGHBOUR, NO_SQUARE};
use draughts::{BLACK_MAN_SQUARES, Color};

/// Number of neighbours a value is predicted from.
pub(crate) const NEIGHBOURS: usize = 6;

/// Something to be done with each value of a [`walk`]. A trait and not a closure, because only a method
/// can be made to be inlined, and with it compiled for the instructions of the processor.
///
/// The value just before is the one that was visited last.
pub(crate) trait Visitor {
    /// What the neighbours are compared by.
    type Value: Copy;
    /// A neighbour that is missing.
    const MISSING: Self::Value;
    /// The neighbours 3 and 4 of all values of a line.
    type Far;
    /// What is written of each value.
    type Written;
    /// Gathers them from the lines that they lie in.
    fn far(third: &Line<Self::Value>, fourth: &Line<Self::Value>) -> Self::Far;
    /// Meets the next value, whose line's lowest piece is on `square`, with its neighbours 1, 2 and 5 and those of the
    /// line; tells what it is, and what is to be written.
    fn visit(&mut self, square: usize, near: [Self::Value; 3], far: &Self::Far) -> (Self::Value, Self::Written);
}

/// Steps down from a square: one to the right, then one to the left, then two to the right. In one table, since the
/// innermost loop has no register left for more, and with a place more than there are squares, which spares a check.
const STEPS: [u8; 3 * PLACES_OF_A_KIND] = {
    let kinds = [steps(2, 1), steps(3, 1), steps(2, 2)];
    let mut table = [NO_SQUARE; 3 * PLACES_OF_A_KIND];
    let mut place = 0;
    while place < 3 * 32 {
        table[place / 32 * PLACES_OF_A_KIND + place % 32] = kinds[place / 32][place % 32];
        place += 1;
    }
    table
};
const PLACES_OF_A_KIND: usize = 33;
const RIGHT: usize = 0;
const LEFT: usize = 1;
const RIGHT_TWICE: usize = 2;

/// One step down from a square, to the right and to the left.
#[inline(always)]
fn one_step(square: u32) -> [u8; 2] {
    [RIGHT, LEFT].map(|kind| STEPS[kind * PLACES_OF_A_KIND + square as usize % 32])
}

const fn steps(direction: usize, count: usize) -> [u8; 32] {
    let mut table = [NO_SQUARE; 32];
    let mut square = 0;
    while square < 32 {
        let mut to = square as u8;
        let mut step = 0;
        while step < count && to != NO_SQUARE {
            to = NEIGHBOUR[direction][to as usize];
            step += 1;
        }
        table[square] = to;
        square += 1;
    }
    table
}

/// The values of a line by the square of its lowest piece; [`NO_SQUARE`] is always missing.
pub(crate) type Line<T> = [T; LINE];
pub(crate) const LINE: usize = 64;

/// The line that is being walked along after the one before it, with so much behind it that no byte needs a check.
/// Together, since the innermost loop has no register for both.
type OpenLine<T> = [T; OPEN_LINE];
const OPEN_LINE: usize = LINE + 256;

/// Walks along values of one side to move, from `first` on (an index within that side's values), one for each place in
/// `written`, and shows each to the visitor.
#[inline(always)]
pub(crate) fn walk<C: Cpu, V: Visitor>(
    cpu: C,
    index: &TableIndex,
    side: Color,
    first: u64,
    mut written: &mut [V::Written],
    mut visitor: V,
) {
    let count = written.len();
    let class = index.class();
    let (moving, waiting) = (class.kings_of(side), class.kings_of(side.other()));
    let mut lines = Lines::<V>::new(count);
    let mut slice = u64::MAX;
    let mut men = (0, 0);
    // The rank that comes next among the waiting kings' placements, and the one before it.
    let mut waiting_set: (Option<u64>, u32) = (None, 0);
    let mut done = 0;
    while done < count {
        let at = first + done as u64;
        if at / index.slice_size() != slice {
            let before = std::mem::replace(&mut slice, at / index.slice_size());
            // Where there are no kings a row goes through many slices.
            let is_next = before != u64::MAX && slice == before + 1;
            men = if is_next { index.men_after(cpu, men, slice) } else { index.men_of_slice(slice) };
            waiting_set.0 = None;
        }
        let free = !(men.0 | men.1);
        let mut row = Row { open: free, pieces: u32::from(moving.max(1)), second: None, length: 0 };
        let start = if moving > 0 {
            let within = at % index.slice_size();
            let (rank, start) = (within / index.row_length(side), within % index.row_length(side));
            let set = if waiting_set.0 == Some(rank) && waiting > 0 {
                next_set(waiting_set.1)
            } else {
                set_of_rank(rank as u32, u32::from(waiting))
            };
            waiting_set = (Some(rank + 1), set);
            let waiting_kings = cpu.scatter(set, free);
            row.open = free & !waiting_kings;
            if moving == 1 && waiting > 0 {
                row.second = Some((waiting_kings.trailing_zeros(), free, waiting_kings));
            }
            start
        } else if waiting > 0 {
            row.pieces = u32::from(waiting);
            at % index.slice_size()
        } else {
            row.open = BLACK_MAN_SQUARES & !men.0;
            row.pieces = u32::from(class.black_men);
            let length = binomial(row.open.count_ones(), row.pieces);
            index.black_men_rank(men.0, men.1).min(length.saturating_sub(1))
        };
        row.length = u64::from(BINOMIAL[row.pieces as usize % 13][row.open.count_ones() as usize]);
        let end = row.length.saturating_sub(start).max(1).min((count - done) as u64) as usize;
        let places = written.split_off_mut(..end).unwrap_or_default();
        visitor = row.walk(cpu, start as u32, places, &mut lines, visitor);
        done += end;
    }
}

/// The lines met so far; line 0 is all missing, and so is what comes after the last.
struct Lines<V: Visitor> {
    values: Vec<V::Value>,
    count: usize,
}

impl<V: Visitor> Lines<V> {
    #[inline(always)]
    fn new(count: usize) -> Self {
        Lines { values: Vec::with_capacity((count / 4 + 1) * LINE + 2 * OPEN_LINE), count: 1 }
    }

    /// Opens a line, and gathers the far neighbours from the lines that come so many before it; line 0 where there
    /// are not so many. Always `Some`.
    #[inline(always)]
    fn open(&mut self, third: usize, fourth: usize) -> Option<(&mut OpenLine<V::Value>, V::Far)> {
        let number = self.count;
        self.count += 1;
        let start = (number - 1) * LINE;
        if self.values.len() < start + OPEN_LINE {
            // Some more, so that it is seldom called for.
            self.values.resize(start + 4 * OPEN_LINE, V::MISSING);
        }
        let (lines, _) = self.values.as_chunks();
        let line = |distance: usize| lines.get(number.saturating_sub(distance));
        let far = V::far(line(third)?, line(fourth)?);
        Some((self.values.get_mut(start..)?.first_chunk_mut()?, far))
    }
}

/// Visits the values of a line whose lowest piece is on some squares, in their order, one for each place in `written`.
/// Neighbour 5 is with `SINGLE` the one two steps down to the right, else that in the line before.
#[inline(always)]
fn visit_line<V: Visitor, const SINGLE: bool>(
    line: &mut OpenLine<V::Value>,
    far: &V::Far,
    mut squares: u32,
    written: &mut [V::Written],
    mut visitor: V,
) -> V {
    for place in written {
        let square = squares.trailing_zeros() as usize;
        squares &= squares.wrapping_sub(1);
        let step = |steps: usize| LINE + usize::from(STEPS[steps * PLACES_OF_A_KIND + square]);
        let sixth = if SINGLE { step(RIGHT_TWICE) } else { square };
        let near = [line[step(RIGHT)], line[step(LEFT)], line[sixth]];
        (line[LINE + square], *place) = visitor.visit(square, near, far);
    }
    visitor
}

/// Farther than any line.
const FAR: usize = usize::MAX;

/// What stands still and what moves in a row.
struct Row {
    /// Squares open to the kind of piece that moves.
    open: u32,
    /// Number of pieces of that kind.
    pieces: u32,
    /// The second piece where it is not of the kind: its square, the squares that its placements are
    /// ranked on, and those taken by its like.
    second: Option<(u32, u32, u32)>,
    /// Number of values.
    length: u64,
}

/// By how many places a piece's rank among the squares `ranked` falls when it goes from a square to
/// a lower one that is free; [`FAR`] if it cannot.
#[inline(always)]
fn rank_distance(from: u32, to: u8, ranked: u32, taken: u32) -> usize {
    if to == NO_SQUARE || ranked & !taken & 1 << to == 0 {
        return FAR;
    }
    let between = ((1u32 << (from % 32)) - 1) & !((1u32 << to) - 1);
    (ranked & between).count_ones() as usize
}

impl Row {
    #[inline(always)]
    fn walk<C: Cpu, V: Visitor>(
        &self,
        cpu: C,
        start: u32,
        mut written: &mut [V::Written],
        lines: &mut Lines<V>,
        mut visitor: V,
    ) -> V {
        if self.pieces == 1 {
            let [third, fourth] = match self.second {
                Some((square, ranked, taken)) => one_step(square).map(|to| rank_distance(square, to, ranked, taken)),
                None => [1, 2],
            };
            let mut squares = self.open;
            for _ in 0..start {
                squares &= squares.wrapping_sub(1);
            }
            if let Some((line, far)) = lines.open(third, fourth) {
                visitor = visit_line::<V, true>(line, &far, squares, written, visitor);
            }
            return visitor;
        }
        // On the lowest open square the second piece would have passed the lowest: there is no such line.
        let taken = self.open & self.open.wrapping_neg();
        let mut set = set_of_rank(start, self.pieces);
        while !written.is_empty() {
            let lowest = set.trailing_zeros();
            let others = set & set.wrapping_sub(1);
            let second = cpu.scatter(others, self.open).trailing_zeros() % 32;
            let [third, fourth] = one_step(second).map(|to| rank_distance(second, to, self.open, taken));
            let mut squares = self.open & !(u32::MAX << second);
            for _ in 0..lowest {
                squares &= squares.wrapping_sub(1);
            }
            let run = (squares.count_ones() as usize).clamp(1, written.len());
            let places = written.split_off_mut(..run).unwrap_or_default();
            if let Some((line, far)) = lines.open(third, fourth) {
                visitor = visit_line::<V, false>(line, &far, squares, places, visitor);
            }
            set = next_set(others | 1 << ((lowest + run as u32 - 1) % 32));
        }
        visitor
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::{CpuTask, Portable, with_cpu};
    use draughts::{MaterialClass, Position};

    const ONE_RIGHT: [u8; 32] = steps(2, 1);
    const ONE_LEFT: [u8; 32] = steps(3, 1);
    const TWO_RIGHT: [u8; 32] = steps(2, 2);

    /// The position with a piece moved, if its new square is free and it may stand there.
    fn moved(position: &Position, from: u8, to: u8) -> Option<Position> {
        if to == NO_SQUARE || position.occupied() >> to & 1 != 0 {
            return None;
        }
        let shifted = |set: u32| if set >> from & 1 != 0 { set & !(1 << from) | 1 << to } else { set };
        let [white, black, kings] = [position.white(), position.black(), position.kings()].map(shifted);
        Position::new(white, black, kings, position.side_to_move()).ok()
    }

    /// The neighbours 1 to 5 by moving pieces about on the board, where it has a second piece.
    fn by_the_board(index: &TableIndex, side: Color, value: u64) -> [Option<u64>; 5] {
        let position = index.position_of(value).expect("a value");
        let kings = [position.kings_of(side), position.kings_of(side.other())];
        let kind = [kings[0], kings[1], position.men_of(Color::Black)].into_iter().find(|&set| set != 0).unwrap_or(0);
        let lowest = kind.trailing_zeros() as u8;
        let of = |from: u8, to: u8| moved(&position, from, to).and_then(|p| index.value_of(&p));
        let step = |from: u8, steps: &[u8; 32]| of(from, steps[usize::from(from)]);
        let rest = kind & (kind - 1);
        if rest != 0 {
            let second = rest.trailing_zeros() as u8;
            // It must not pass the lowest piece.
            let above = |steps: &[u8; 32]| {
                let to = steps[usize::from(second)];
                if to < lowest { None } else { of(second, to) }
            };
            [step(lowest, &ONE_RIGHT), step(lowest, &ONE_LEFT), above(&ONE_RIGHT), above(&ONE_LEFT), None]
        } else {
            let second = kings[1].trailing_zeros() as u8;
            let [third, fourth] = [&ONE_RIGHT, &ONE_LEFT]
                .map(|steps| (kings[0] != 0 && kings[1] != 0).then(|| step(second, steps)).flatten());
            [step(lowest, &ONE_RIGHT), step(lowest, &ONE_LEFT), third, fourth, step(lowest, &TWO_RIGHT)]
        }
    }

    /// All that stands but the lowest piece of the kind that runs: what the values of a line share.
    fn without_the_lowest(position: &Position, side: Color) -> [u32; 3] {
        let kings = [position.kings_of(side), position.kings_of(side.other())];
        let kind = [kings[0], kings[1], position.men_of(Color::Black)].into_iter().find(|&set| set != 0).unwrap_or(0);
        [position.white(), position.black(), position.kings()].map(|set| set & !(kind & kind.wrapping_neg()))
    }

    /// Values are compared by their own indices, plus one.
    #[derive(Clone)]
    struct Check<'a> {
        index: &'a TableIndex,
        side: Color,
        base: u64,
        seen: u64,
        single: bool,
        single_without_second: bool,
        /// The lines met so far by the square of their lowest piece, two missing ones before the first.
        lines: Vec<[u64; 32]>,
        /// What the values of the last line share.
        shared: Option<[u32; 3]>,
    }

    impl Visitor for Check<'_> {
        type Value = u64;
        const MISSING: u64 = 0;
        type Far = [Line<u64>; 2];
        type Written = u64;

        fn far(third: &Line<u64>, fourth: &Line<u64>) -> [Line<u64>; 2] {
            [*third, *fourth]
        }

        fn visit(&mut self, square: usize, [right, left, sixth]: [u64; 3], far: &[Line<u64>; 2]) -> (u64, u64) {
            // The value just before is not looked at.
            let neighbours: [u64; NEIGHBOURS] = [0, right, left, far[0][square], far[1][square], sixth];
            let value = self.base + self.seen;
            self.seen += 1;
            let position = self.index.position_of(value).expect("a value");
            let shared = without_the_lowest(&position, self.side);
            if self.shared.replace(shared) != Some(shared) {
                self.lines.push([0; 32]);
            }
            let [.., two_before, before, _] = self.lines[..] else { panic!("two lines at the start") };
            let mut expected = by_the_board(self.index, self.side, value)
                .map(|v| v.filter(|&v| v >= self.base && v < value).map_or(0, |v| v + 1));
            if self.single_without_second {
                (expected[2], expected[3]) = (before[square], two_before[square]);
            } else if !self.single {
                expected[4] = before[square];
            }
            assert_eq!(neighbours[1..], expected, "{} {} value {value}", self.index.class(), self.side);
            if let Some(line) = self.lines.last_mut() {
                line[square] = value + 1;
            }
            (value + 1, value)
        }
    }

    /// A walk along some values, and what was written of them.
    struct Walk<'a>(Check<'a>, u64, usize);

    impl CpuTask for Walk<'_> {
        type Output = Vec<u64>;

        #[inline(always)]
        fn run<C: Cpu>(self, cpu: C) -> Vec<u64> {
            let Walk(check, first, count) = self;
            let mut written = vec![0; count];
            walk(cpu, check.index, check.side, first, &mut written, check);
            written
        }
    }

    #[test]
    fn neighbours_are_those_on_the_board() {
        let names = [
            "KvK", "KKvK", "KMvK", "KvM", "MMvK", "MMvM", "KKvKK", "KMvKM", "KKKvMM", "MMMvMM", "KKMvMM", "KKKKvK",
            "KKKvKM", "MMvKKM",
        ];
        for name in names {
            let class: MaterialClass = name.parse().expect("a class");
            let index = TableIndex::new(class).expect("a class");
            let class = index.class();
            let sides = if class.is_symmetric() { &[Color::White][..] } else { &[Color::White, Color::Black] };
            for &side in sides {
                let kings = [class.kings_of(side), class.kings_of(side.other())];
                let kind = kings.into_iter().chain([class.black_men]).find(|&pieces| pieces > 0);
                let single = kind == Some(1);
                let single_without_second = matches!(kings, [1, 0] | [0, 1]) || kings == [0, 0] && class.black_men == 1;
                for first in [0, index.positions() / 3 + 1] {
                    let count = (index.positions() - first).min(3000) as usize;
                    let base = side.index() as u64 * index.positions() + first;
                    let lines = vec![[0; 32]; 2];
                    let check = Check {
                        index: &index,
                        side,
                        base,
                        seen: 0,
                        single,
                        single_without_second,
                        lines,
                        shared: None,
                    };
                    let expected: Vec<u64> = (base..base + count as u64).collect();
                    assert_eq!(Portable.run(Walk(check.clone(), first, count)), expected);
                    assert_eq!(with_cpu(Walk(check, first, count)), expected);
                }
            }
        }
    }
}
