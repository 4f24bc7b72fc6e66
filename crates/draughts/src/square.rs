//! Squares of the 8×8 board, of which only the 32 dark ones are used.

use std::fmt;

/// A dark square: 0 = a1, 1 = c1, … 3 = g1, 4 = b2, … 31 = h8.
///
/// Rotating the board by 180° maps square `s` onto `31 - s`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// Number of dark squares.
pub const SQUARES: usize = 32;

impl Square {
    /// The square with this index, or `None` from 32 on.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Square> {
        if index < SQUARES as u8 { Some(Square(index)) } else { None }
    }

    /// The square with the lowest bit of `index`'s five; every `u8` names one.
    #[must_use]
    pub(crate) const fn wrapping(index: u8) -> Square {
        Square(index % SQUARES as u8)
    }

    /// The square in a file (0 = a … 7 = h) and a rank (0 = rank 1 … 7 = rank 8),
    /// or `None` if it is light or off the board.
    #[must_use]
    pub const fn at(file: u8, rank: u8) -> Option<Square> {
        if file < 8 && rank < 8 && (file + rank).is_multiple_of(2) { Some(Square(rank * 4 + file / 2)) } else { None }
    }

    /// 0 = a1 … 31 = h8.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The square as a set of one.
    #[must_use]
    pub const fn bit(self) -> u32 {
        1 << self.0
    }

    /// 0 = a … 7 = h.
    #[must_use]
    pub const fn file(self) -> u8 {
        2 * (self.0 % 4) + (self.0 / 4) % 2
    }

    /// 0 = rank 1 … 7 = rank 8.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / 4
    }

    /// The square seen from the other side of the board.
    #[must_use]
    pub const fn rotated(self) -> Square {
        Square(31 - self.0)
    }

    /// All 32 squares, a1 first.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..SQUARES as u8).map(Square)
    }

    /// The squares of a set, lowest index first.
    pub fn of_set(set: u32) -> impl Iterator<Item = Square> {
        bits(set).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The indices of the set bits, lowest first.
pub fn bits(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let index = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(index)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_have_their_names() {
        let name = |index| Square::from_index(index).map(|s| s.to_string());
        assert_eq!(name(0).as_deref(), Some("a1"));
        assert_eq!(name(3).as_deref(), Some("g1"));
        assert_eq!(name(4).as_deref(), Some("b2"));
        assert_eq!(name(31).as_deref(), Some("h8"));
        assert_eq!(name(32), None);
    }

    #[test]
    fn files_and_ranks_come_back() {
        for square in Square::all() {
            assert_eq!(Square::at(square.file(), square.rank()), Some(square));
        }
        assert_eq!(Square::at(0, 1), None);
        assert_eq!(Square::at(8, 0), None);
    }
}
