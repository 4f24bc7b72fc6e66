//! Material classes: what each side has.

use crate::Color;
use std::fmt;
use std::str::FromStr;

/// What each side has, as in `KKMvKM`: kings first, White's side named first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct MaterialClass {
    /// Number of White's kings.
    pub white_kings: u8,
    /// Number of White's men.
    pub white_men: u8,
    /// Number of Black's kings.
    pub black_kings: u8,
    /// Number of Black's men.
    pub black_men: u8,
}

/// Why a text names no material class.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{text}` is not a material class: write the kings (K) and men (M) of both sides with a `v` between, as in KKMvKM, at most twelve pieces a side"
)]
pub struct ParseClassError {
    text: String,
}

/// Most pieces a side can have.
pub const MAX_PIECES_A_SIDE: u8 = 12;

impl MaterialClass {
    /// The class with the colours swapped; the same table serves both.
    #[must_use]
    pub const fn mirrored(self) -> MaterialClass {
        MaterialClass {
            white_kings: self.black_kings,
            white_men: self.black_men,
            black_kings: self.white_kings,
            black_men: self.white_men,
        }
    }

    /// The one of the class and its mirror that names their table: the side with more pieces is
    /// White, with equal numbers the side with more kings.
    #[must_use]
    pub fn canonical(self) -> MaterialClass {
        if self.is_canonical() { self } else { self.mirrored() }
    }

    /// Whether the class names its own table, see [`canonical`](MaterialClass::canonical).
    #[inline]
    #[must_use]
    pub fn is_canonical(self) -> bool {
        (self.white_pieces(), self.white_kings) >= (self.black_pieces(), self.black_kings)
    }

    /// Whether both sides have the same, so that the class is its own mirror.
    #[inline]
    #[must_use]
    pub fn is_symmetric(self) -> bool {
        self.white_kings == self.black_kings && self.white_men == self.black_men
    }

    /// Number of White's pieces.
    #[inline]
    #[must_use]
    pub const fn white_pieces(self) -> u8 {
        self.white_kings + self.white_men
    }

    /// Number of Black's pieces.
    #[inline]
    #[must_use]
    pub const fn black_pieces(self) -> u8 {
        self.black_kings + self.black_men
    }

    /// Number of pieces of both sides.
    #[inline]
    #[must_use]
    pub const fn pieces(self) -> u8 {
        self.white_pieces() + self.black_pieces()
    }

    /// Number of men of both sides.
    #[inline]
    #[must_use]
    pub const fn men(self) -> u8 {
        self.white_men + self.black_men
    }

    /// Number of kings of both sides.
    #[inline]
    #[must_use]
    pub const fn kings(self) -> u8 {
        self.white_kings + self.black_kings
    }

    /// Kings of one side.
    #[must_use]
    pub const fn kings_of(self, color: Color) -> u8 {
        match color {
            Color::White => self.white_kings,
            Color::Black => self.black_kings,
        }
    }

    /// Men of one side.
    #[must_use]
    pub const fn men_of(self, color: Color) -> u8 {
        match color {
            Color::White => self.white_men,
            Color::Black => self.black_men,
        }
    }

    /// Whether both sides have a piece; only such classes have tables.
    #[must_use]
    pub const fn has_both_sides(self) -> bool {
        self.white_pieces() > 0 && self.black_pieces() > 0
    }

    /// All canonical classes of `pieces` pieces in which both sides have one, those with fewer men
    /// first, so that a class comes after all those of the same size that it can crown into.
    #[must_use]
    pub fn all_canonical(pieces: u8) -> Vec<MaterialClass> {
        let mut classes: Vec<_> =
            MaterialClass::all(pieces).into_iter().filter(|c| c.has_both_sides() && c.is_canonical()).collect();
        classes.sort_by_key(|c| (c.men(), std::cmp::Reverse(c.white_pieces()), std::cmp::Reverse(c.white_kings)));
        classes
    }

    /// All classes of `pieces` pieces, those without a piece of one colour and mirrors too.
    #[must_use]
    pub fn all(pieces: u8) -> Vec<MaterialClass> {
        let mut classes = Vec::new();
        for white in (0..=pieces).rev() {
            let black = pieces - white;
            if white > MAX_PIECES_A_SIDE || black > MAX_PIECES_A_SIDE {
                continue;
            }
            for white_men in 0..=white {
                for black_men in 0..=black {
                    classes.push(MaterialClass {
                        white_kings: white - white_men,
                        white_men,
                        black_kings: black - black_men,
                        black_men,
                    });
                }
            }
        }
        classes
    }
}

impl fmt::Display for MaterialClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = String::with_capacity(usize::from(self.pieces()) + 1);
        let mut push = |letter, count| (0..count).for_each(|_| name.push(letter));
        push('K', self.white_kings);
        push('M', self.white_men);
        push('v', 1);
        push('K', self.black_kings);
        push('M', self.black_men);
        f.pad(&name)
    }
}

impl FromStr for MaterialClass {
    type Err = ParseClassError;

    /// Reads `KKMvKM`; the order of the letters within a side and their case do not matter.
    fn from_str(text: &str) -> Result<MaterialClass, ParseClassError> {
        let error = || ParseClassError { text: text.to_owned() };
        let count = |side: &str| {
            let mut counts = (0u8, 0u8);
            for letter in side.chars() {
                match letter {
                    'K' | 'k' => counts.0 = counts.0.saturating_add(1),
                    'M' | 'm' => counts.1 = counts.1.saturating_add(1),
                    _ => return None,
                }
            }
            (counts.0.saturating_add(counts.1) <= MAX_PIECES_A_SIDE).then_some(counts)
        };
        let (white, black) = text.trim().split_once(['v', 'V']).ok_or_else(error)?;
        let (white_kings, white_men) = count(white).ok_or_else(error)?;
        let (black_kings, black_men) = count(black).ok_or_else(error)?;
        Ok(MaterialClass { white_kings, white_men, black_kings, black_men })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        for class in MaterialClass::all(6) {
            assert_eq!(class.to_string().parse(), Ok(class));
        }
        assert_eq!("mkkVmk".parse::<MaterialClass>().map(|c| c.to_string()).as_deref(), Ok("KKMvKM"));
        for bad in ["", "KK", "KKMvKX", "KvKvK", &"K".repeat(300), &format!("{}vK", "K".repeat(300))] {
            assert!(bad.parse::<MaterialClass>().is_err(), "{bad}");
        }
    }

    #[test]
    fn one_of_a_class_and_its_mirror_is_canonical() {
        for class in MaterialClass::all(7) {
            assert!(class.is_canonical() || class.mirrored().is_canonical());
            assert_eq!(class.is_canonical() && class.mirrored().is_canonical(), class.is_symmetric());
            assert_eq!(class.canonical(), class.mirrored().canonical());
        }
    }
}
