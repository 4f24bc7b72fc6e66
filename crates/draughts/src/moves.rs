//! Legal moves of a position.

use crate::generate::{MAX_PATH, Sides};
use crate::movement::{Movement, MovementRules, MovementVisitor, with_movement};
use crate::{Color, Position, Square, board, generate};
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

/// A legal move with the position it was made for.
///
/// Two paths with the same piece, the same captured pieces and the same last square are one move:
/// equality and hashing leave the squares in between out. The path kept is the first that was found.
#[derive(Clone, Copy)]
pub struct Move {
    path: [u8; MAX_PATH],
    length: u8,
    man: bool,
    crowned: bool,
    captured: u32,
}

impl Move {
    /// Where the piece starts.
    #[must_use]
    pub const fn from(&self) -> Square {
        Square::wrapping(self.path[0])
    }

    /// Where the piece ends.
    #[must_use]
    pub const fn to(&self) -> Square {
        Square::wrapping(self.path[self.length as usize - 1])
    }

    /// The squares that the piece touches down on, the first and the last among them: 2 to 13.
    pub fn path(&self) -> impl ExactSizeIterator<Item = Square> + '_ {
        self.path[..usize::from(self.length)].iter().map(|&index| Square::wrapping(index))
    }

    /// The squares of the captured pieces.
    #[must_use]
    pub const fn captured(&self) -> u32 {
        self.captured
    }

    /// Whether it takes anything.
    #[must_use]
    pub const fn is_capture(&self) -> bool {
        self.captured != 0
    }

    /// Whether a man became a king.
    #[must_use]
    pub const fn is_crowning(&self) -> bool {
        self.crowned
    }

    /// Whether it is a capture or a crowning, after which no clock remembers what was before.
    #[must_use]
    pub const fn is_conversion(&self) -> bool {
        self.is_capture() || self.crowned
    }

    /// Whether the piece was a man before the move.
    #[must_use]
    pub const fn is_man_move(&self) -> bool {
        self.man
    }

    /// Whether a king moved without a capture: the moves that the king clock counts.
    #[must_use]
    pub const fn is_quiet_king_move(&self) -> bool {
        !self.man && self.captured == 0
    }

    /// All that makes a move: everything but the squares touched on the way.
    fn identity(&self) -> (Square, Square, u32, bool, bool) {
        (self.from(), self.to(), self.captured, self.man, self.crowned)
    }
}

impl PartialEq for Move {
    fn eq(&self, other: &Move) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Move {}

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

impl Position {
    /// The pieces as the side to move sees them.
    #[inline(always)]
    #[must_use]
    pub fn sides(&self) -> Sides {
        let color = self.side_to_move();
        Sides { own_men: self.men_of(color), own_kings: self.kings_of(color), opponent: self.pieces(color.other()) }
    }

    /// All legal moves under some movement rules; empty if the side to move has lost.
    #[must_use]
    pub fn legal_moves(&self, rules: MovementRules) -> Vec<Move> {
        struct List<'a>(&'a Position);
        impl MovementVisitor for List<'_> {
            type Output = Vec<Move>;
            fn visit<M: Movement>(self) -> Vec<Move> {
                let mut moves = Vec::new();
                self.0.for_each_move::<M>(|m| moves.push(m));
                moves
            }
        }
        with_movement(rules, List(self))
    }

    /// Whether the side to move has a legal move under some movement rules; if not, it has lost.
    #[must_use]
    pub fn has_legal_move(&self, rules: MovementRules) -> bool {
        struct Any<'a>(&'a Position);
        impl MovementVisitor for Any<'_> {
            type Output = bool;
            fn visit<M: Movement>(self) -> bool {
                self.0.has_move::<M>()
            }
        }
        with_movement(rules, Any(self))
    }

    /// Whether the side to move can capture, and so must.
    #[inline]
    #[must_use]
    pub fn must_capture<M: Movement>(&self) -> bool {
        match self.side_to_move() {
            Color::White => self.sides().must_capture::<M, true>(),
            Color::Black => self.sides().must_capture::<M, false>(),
        }
    }

    /// Whether the side to move has a move at all; if not, it has lost.
    #[inline]
    #[must_use]
    pub fn has_move<M: Movement>(&self) -> bool {
        match self.side_to_move() {
            Color::White => self.sides().has_move::<M, true>(),
            Color::Black => self.sides().has_move::<M, false>(),
        }
    }

    /// Calls `sink` with each legal move once.
    pub fn for_each_move<M: Movement>(&self, mut sink: impl FnMut(Move)) {
        match self.side_to_move() {
            Color::White => self.moves_of::<M, true>(&mut sink),
            Color::Black => self.moves_of::<M, false>(&mut sink),
        }
    }

    /// Number of legal moves.
    #[must_use]
    pub fn count_moves<M: Movement>(&self) -> usize {
        if self.must_capture::<M>() {
            let mut count = 0;
            self.for_each_move::<M>(|_| count += 1);
            return count;
        }
        let sides = self.sides();
        let steps = match self.side_to_move() {
            Color::White => sides.man_step_count::<true>(),
            Color::Black => sides.man_step_count::<false>(),
        };
        let king_steps = |from| sides.king_steps::<M>(usize::from(from)).count_ones() as usize;
        steps + crate::bits(sides.own_kings).map(king_steps).sum::<usize>()
    }

    /// Where the piece of the side to move on a square could go without a capture.
    pub(crate) fn quiet_steps<M: Movement>(&self, from: Square) -> u32 {
        let (sides, square) = (self.sides(), usize::from(from.index()));
        match self.side_to_move() {
            _ if sides.own_kings & from.bit() != 0 => sides.king_steps::<M>(square),
            _ if sides.own_men & from.bit() == 0 => 0,
            Color::White => sides.man_steps::<true>(square),
            Color::Black => sides.man_steps::<false>(square),
        }
    }

    /// Calls `sink` with each legal capture once for every path along which it can be made.
    pub(crate) fn for_each_capture_path<M: Movement>(&self, sink: &mut dyn FnMut(Move)) {
        match self.side_to_move() {
            Color::White => self.capture_paths_of::<M, true>(sink),
            Color::Black => self.capture_paths_of::<M, false>(sink),
        }
    }

    /// Not generic over the sink, so that the generator of captures is compiled once and not for
    /// each use; a call for each capture costs next to nothing beside finding it.
    fn capture_paths_of<M: Movement, const WHITE: bool>(&self, sink: &mut dyn FnMut(Move)) {
        let sides = self.sides();
        let _ = sides.captures::<M, WHITE, _>(|capture| {
            let mut path = [0; MAX_PATH];
            path[..capture.path.len()].copy_from_slice(capture.path);
            sink(Move {
                path,
                length: capture.path.len() as u8,
                man: sides.own_men >> capture.path[0] & 1 != 0,
                crowned: capture.crowned,
                captured: capture.captured,
            });
            ControlFlow::Continue(())
        });
    }

    fn moves_of<M: Movement, const WHITE: bool>(&self, sink: &mut impl FnMut(Move)) {
        let sides = self.sides();
        if sides.must_capture::<M, WHITE>() {
            let mut captures: Vec<Move> = Vec::new();
            self.capture_paths_of::<M, WHITE>(&mut |found| {
                if !captures.contains(&found) {
                    captures.push(found);
                }
            });
            captures.into_iter().for_each(sink);
            return;
        }
        let mut quiet = |from: u8, to: u8, man: bool| {
            let mut path = [0; MAX_PATH];
            (path[0], path[1]) = (from, to);
            let crowned = man && generate::far_row::<WHITE>() >> to & 1 != 0;
            sink(Move { path, length: 2, man, crowned, captured: 0 });
        };
        for from in crate::bits(sides.own_men) {
            for to in crate::bits(sides.man_steps::<WHITE>(usize::from(from))) {
                quiet(from, to, true);
            }
        }
        for from in crate::bits(sides.own_kings) {
            for to in crate::bits(sides.king_steps::<M>(usize::from(from))) {
                quiet(from, to, false);
            }
        }
    }

    /// The position after a move that is legal here. What a move of another position gives is some
    /// position, but no meaning should be read into it.
    #[must_use]
    pub fn after(&self, m: &Move) -> Position {
        let (from, to) = (m.from().bit(), m.to().bit());
        let color = self.side_to_move();
        let own = self.pieces(color) & !from | to;
        let opponent = self.pieces(color.other()) & !m.captured & !to;
        let kings = if !m.man || m.crowned { self.kings() & !from | to } else { self.kings() & !from & !to };
        let (white, black) = if color == Color::White { (own, opponent) } else { (opponent, own) };
        let kings = (kings | white & !board::WHITE_MAN_SQUARES | black & !board::BLACK_MAN_SQUARES) & (white | black);
        Position::from_sound_sets(white, black, kings, color.other())
    }
}
