//! Positions: where the men and kings stand and who is to move.

use crate::square::Square;
use crate::{BLACK_MAN_SQUARES, MAX_PIECES_A_SIDE, MaterialClass, WHITE_MAN_SQUARES};
use std::fmt;

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Color {
    /// Moves up the board, from rank 1 to rank 8.
    White,
    /// Moves down the board.
    Black,
}

impl Color {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// 0 for White, 1 for Black.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `white` or `black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Black => "black",
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A position: three sets of squares and the side to move.
///
/// Made by [`Position::new`], it is always possible on a board: no square holds two pieces, no man
/// stands on its last row, no side has more than twelve pieces. A side may be empty (it has then lost if it is to move).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    white: u32,
    black: u32,
    kings: u32,
    side_to_move: Color,
}

/// Why sets of squares are no position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// A square is in the sets of both colours.
    #[error("two pieces stand on {0}")]
    TwoPieces(Square),
    /// A king's square is in neither colour's set.
    #[error("the king on {0} has no colour")]
    NoColor(Square),
    /// A man stands where it would have been crowned.
    #[error("a {0} man cannot stand on {1}, its last row: it would be a king there")]
    ManOnLastRow(Color, Square),
    /// A side has more pieces than it starts with.
    #[error("{0} has {1} pieces, but a side has at most twelve")]
    TooManyPieces(Color, u32),
}

impl Position {
    /// A position from the squares of White's pieces, of Black's, and of the kings of both.
    ///
    /// # Errors
    /// If a square holds two pieces, a king has no colour, a man stands on its last row or a side
    /// has more than twelve pieces.
    pub fn new(white: u32, black: u32, kings: u32, side_to_move: Color) -> Result<Position, PositionError> {
        let first = |set: u32| Square::of_set(set).next();
        if let Some(square) = first(white & black) {
            return Err(PositionError::TwoPieces(square));
        }
        if let Some(square) = first(kings & !(white | black)) {
            return Err(PositionError::NoColor(square));
        }
        if let Some(square) = first(white & !kings & !WHITE_MAN_SQUARES) {
            return Err(PositionError::ManOnLastRow(Color::White, square));
        }
        if let Some(square) = first(black & !kings & !BLACK_MAN_SQUARES) {
            return Err(PositionError::ManOnLastRow(Color::Black, square));
        }
        for (color, set) in [(Color::White, white), (Color::Black, black)] {
            if set.count_ones() > u32::from(MAX_PIECES_A_SIDE) {
                return Err(PositionError::TooManyPieces(color, set.count_ones()));
            }
        }
        Ok(Position { white, black, kings, side_to_move })
    }

    /// Like [`Position::new`] for sets that are known to be sound, as those that a legal move or an
    /// index gives; checked in debug builds.
    #[inline(always)]
    #[must_use]
    pub fn from_sound_sets(white: u32, black: u32, kings: u32, side_to_move: Color) -> Position {
        debug_assert!(Position::new(white, black, kings, side_to_move).is_ok());
        Position { white, black, kings, side_to_move }
    }

    /// The position a game starts from: twelve men each on the first three ranks, White to move.
    #[must_use]
    pub const fn start() -> Position {
        Position { white: 0x0000_0FFF, black: 0xFFF0_0000, kings: 0, side_to_move: Color::White }
    }

    /// The squares of White's men and kings.
    #[inline(always)]
    #[must_use]
    pub const fn white(&self) -> u32 {
        self.white
    }

    /// The squares of Black's men and kings.
    #[inline(always)]
    #[must_use]
    pub const fn black(&self) -> u32 {
        self.black
    }

    /// The squares of the kings of both colours.
    #[inline(always)]
    #[must_use]
    pub const fn kings(&self) -> u32 {
        self.kings
    }

    /// All occupied squares.
    #[inline(always)]
    #[must_use]
    pub const fn occupied(&self) -> u32 {
        self.white | self.black
    }

    /// The squares of one colour's pieces.
    #[inline(always)]
    #[must_use]
    pub const fn pieces(&self, color: Color) -> u32 {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// The squares of one colour's men.
    #[inline(always)]
    #[must_use]
    pub const fn men_of(&self, color: Color) -> u32 {
        self.pieces(color) & !self.kings
    }

    /// The squares of one colour's kings.
    #[inline(always)]
    #[must_use]
    pub const fn kings_of(&self, color: Color) -> u32 {
        self.pieces(color) & self.kings
    }

    /// Who moves next.
    #[inline(always)]
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The same pieces with another side to move.
    #[must_use]
    pub const fn with_side_to_move(self, side_to_move: Color) -> Position {
        Position { side_to_move, ..self }
    }

    /// The board turned by 180° and the colours swapped: the same position to the players.
    #[inline(always)]
    #[must_use]
    pub const fn mirrored(&self) -> Position {
        Position {
            white: self.black.reverse_bits(),
            black: self.white.reverse_bits(),
            kings: self.kings.reverse_bits(),
            side_to_move: self.side_to_move.other(),
        }
    }

    /// What each side has.
    #[inline(always)]
    #[must_use]
    pub fn class(&self) -> MaterialClass {
        MaterialClass {
            white_kings: (self.white & self.kings).count_ones() as u8,
            white_men: (self.white & !self.kings).count_ones() as u8,
            black_kings: (self.black & self.kings).count_ones() as u8,
            black_men: (self.black & !self.kings).count_ones() as u8,
        }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_sets_are_refused() {
        assert!(matches!(Position::new(1, 1, 0, Color::White), Err(PositionError::TwoPieces(_))));
        assert!(matches!(Position::new(1, 2, 4, Color::White), Err(PositionError::NoColor(_))));
        assert!(matches!(
            Position::new(1 << 31, 0, 0, Color::White),
            Err(PositionError::ManOnLastRow(Color::White, _))
        ));
        assert!(matches!(Position::new(0, 1, 0, Color::White), Err(PositionError::ManOnLastRow(Color::Black, _))));
        assert!(matches!(
            Position::new(0x1FFF, 0, 0, Color::White),
            Err(PositionError::TooManyPieces(Color::White, 13))
        ));
    }

    #[test]
    fn the_start_position_mirrors_onto_itself() {
        let start = Position::start();
        assert_eq!(start.mirrored(), start.with_side_to_move(Color::Black));
        assert_eq!(start.mirrored().mirrored(), start);
    }
}
