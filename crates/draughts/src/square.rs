//! Squares of the 8×8 board, of which only the 32 dark ones are used.

use std::fmt;
use std::str::FromStr;

/// A dark square: 0 = a1, 1 = c1, … 3 = g1, 4 = b2, … 31 = h8.
///
/// Rotating the board by 180° maps square `s` onto `31 - s`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// Number of dark squares.
pub const SQUARES: usize = 32;

/// How the dark squares are numbered from 1 to 32, always along the rows from White's left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Numbering {
    /// From the top: 1 = b8, 2 = d8 … 32 = g1, as most programs and sites have it.
    #[default]
    B8,
    /// From the bottom: 1 = a1, 2 = c1 … 32 = h8.
    A1,
}

/// Why a text names no square that pieces stand on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SquareError {
    /// Neither a letter and a digit nor a number.
    #[error("not a square; squares are written like `c3` or as a number from 1 to 32")]
    NotASquare,
    /// A light square, on which no piece ever stands.
    #[error("a light square, where no piece can stand")]
    Light,
    /// A file after h, a rank above 8, or a number that is not from 1 to 32.
    #[error("not on the board, which goes from a1 to h8, or from 1 to 32 in numbers")]
    OffBoard,
}

impl Square {
    /// The square with this index, or `None` from 32 on.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Square> {
        if index < SQUARES as u8 { Some(Square(index)) } else { None }
    }

    /// The square with the lowest five bits of `index`; every `u8` names one.
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

    /// The number of the square, 1 to 32.
    #[must_use]
    pub const fn number(self, numbering: Numbering) -> u8 {
        match numbering {
            Numbering::B8 => (7 - self.rank()) * 4 + self.0 % 4 + 1,
            Numbering::A1 => self.0 + 1,
        }
    }

    /// The square with this number, or `None` if it is not from 1 to 32.
    #[must_use]
    pub const fn from_number(number: u8, numbering: Numbering) -> Option<Square> {
        if number == 0 || number > SQUARES as u8 {
            return None;
        }
        let index = number - 1;
        Some(Square(match numbering {
            Numbering::B8 => (7 - index / 4) * 4 + index % 4,
            Numbering::A1 => index,
        }))
    }

    /// Reads a square: a letter in either case and a digit, or a number.
    ///
    /// # Errors
    /// If the text is neither, or names a light square or one off the board.
    pub fn parse(text: &str, numbering: Numbering) -> Result<Square, SquareError> {
        if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) {
            let number = text.parse().map_err(|_| SquareError::OffBoard)?;
            return Square::from_number(number, numbering).ok_or(SquareError::OffBoard);
        }
        let &[letter, ref digits @ ..] = text.as_bytes() else { return Err(SquareError::NotASquare) };
        if !letter.is_ascii_alphabetic() || digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return Err(SquareError::NotASquare);
        }
        match (letter.to_ascii_lowercase(), digits) {
            (file @ b'a'..=b'h', &[rank @ b'1'..=b'8']) => {
                Square::at(file - b'a', rank - b'1').ok_or(SquareError::Light)
            }
            _ => Err(SquareError::OffBoard),
        }
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

impl FromStr for Square {
    type Err = SquareError;

    /// Reads `c3`, or a number that counts 1 = b8 … 32 = g1.
    fn from_str(text: &str) -> Result<Square, SquareError> {
        Square::parse(text, Numbering::default())
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

    #[test]
    fn names_and_numbers_come_back() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
            for numbering in [Numbering::B8, Numbering::A1] {
                let number = square.number(numbering);
                assert_eq!(Square::from_number(number, numbering), Some(square));
                assert_eq!(Square::parse(&number.to_string(), numbering), Ok(square));
            }
        }
        let number = |name: &str, numbering| name.parse::<Square>().map(|s| s.number(numbering));
        for (name, b8, a1) in [("b8", 1, 29), ("h8", 4, 32), ("a7", 5, 25), ("a1", 29, 1), ("g1", 32, 4)] {
            assert_eq!(number(name, Numbering::B8), Ok(b8));
            assert_eq!(number(name, Numbering::A1), Ok(a1));
        }
    }

    #[test]
    fn what_is_no_square_is_told_apart() {
        for (text, error) in [
            ("", SquareError::NotASquare),
            ("K", SquareError::NotASquare),
            ("3c", SquareError::NotASquare),
            ("cc", SquareError::NotASquare),
            ("é3", SquareError::NotASquare),
            ("a2", SquareError::Light),
            ("i1", SquareError::OffBoard),
            ("a9", SquareError::OffBoard),
            ("a11", SquareError::OffBoard),
            ("0", SquareError::OffBoard),
            ("33", SquareError::OffBoard),
            ("99999999999", SquareError::OffBoard),
        ] {
            assert_eq!(text.parse::<Square>(), Err(error), "{text}");
        }
    }
}
