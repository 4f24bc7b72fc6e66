//! Moves as text, out and in.

use crate::board::{DIRECTIONS, NEIGHBOUR, RAY};
use crate::movement::{Movement, MovementVisitor, with_movement};
use crate::{Move, MovementRules, Numbering, Position, Square, SquareError};
use std::fmt;

impl fmt::Display for Move {
    /// `c3-d4`, `d4:f6`, with all squares of a longer capture `h6:f8:b4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares: Vec<String> = self.path().map(|square| square.to_string()).collect();
        f.pad(&squares.join(if self.is_capture() { ":" } else { "-" }))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Move {
    /// The move as the Hub protocol writes it, in numbers that count 1 = b8: `28-23`, or
    /// `28x19x23` with the squares of the first, the last and all captured pieces, these in
    /// growing order.
    #[must_use]
    pub fn hub(&self) -> String {
        let number = |square: Square| square.number(Numbering::B8);
        let mut captured: Vec<u8> = Square::of_set(self.captured()).map(number).collect();
        captured.sort_unstable();
        let separator = if self.is_capture() { 'x' } else { '-' };
        let mut text = format!("{}{separator}{}", number(self.from()), number(self.to()));
        for number in captured {
            text += &format!("x{number}");
        }
        text
    }
}

/// Why a text names no legal move of a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MoveTextError {
    /// A part of the text is no square, or a light one.
    #[error("`{token}` is {reason}")]
    Square {
        /// The part between two separators, cut short if it is long.
        token: String,
        /// What is wrong with it.
        reason: SquareError,
    },
    /// The text is empty, or there is nothing before or after a separator.
    #[error("`{0}`: a square is missing")]
    SquareMissing(String),
    /// There is one square only.
    #[error("`{0}` is no move: write where it starts and where it ends, as in c3-d4, d4:f6, 22-18 or 22x15x18")]
    OneSquare(String),
    /// No piece stands where the move starts.
    #[error("no piece stands on {0}")]
    NoPiece(Square),
    /// A piece of the side that is not to move stands where the move starts.
    #[error("the piece on {0} belongs to the side that is not to move")]
    NotYourPiece(Square),
    /// A quiet move where capturing is compulsory.
    #[error("{text} takes nothing, but a capture is compulsory: {}", listed(captures))]
    MustCapture {
        /// The move as it was written.
        text: String,
        /// The legal captures.
        captures: Vec<Move>,
    },
    /// A capture of fewer pieces than is compulsory.
    #[error("{text} takes too few pieces, the most must be taken: {}", listed(captures))]
    TooFew {
        /// The move as it was written.
        text: String,
        /// The legal captures.
        captures: Vec<Move>,
    },
    /// A capture that stops where it must go on.
    #[error("{text} is a part of a capture that must go on: {}", listed(captures))]
    Unfinished {
        /// The move as it was written.
        text: String,
        /// The captures that begin like it.
        captures: Vec<Move>,
    },
    /// Several captures start and end so.
    #[error("{text} may mean {}", listed(candidates))]
    Ambiguous {
        /// The move as it was written.
        text: String,
        /// What it may mean.
        candidates: Vec<Move>,
    },
    /// The piece cannot move so.
    #[error("{0} is not a legal move here")]
    NotLegal(String),
}

fn listed(moves: &[Move]) -> String {
    const MOST: usize = 8;
    let mut names: Vec<String> = moves.iter().take(MOST).map(|m| format!("{m} ({})", m.hub())).collect();
    if moves.len() > MOST {
        names.push("…".to_owned());
    }
    names.join(", ")
}

/// A text in an error message, cut short if it is long.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

impl Position {
    /// The legal move that a text names.
    ///
    /// Squares are letters (`c3-d4`, `h6:f8:b4`) or numbers that count 1 = b8 (`22-18`, `22x15`),
    /// between them stands `-`, `:` or `x`, whatever the move. The squares of a capture may be those of
    /// any path that makes it. Squares where it goes straight on may be left out, and where that
    /// leaves one move only, any squares between the first and the last. The Hub form
    /// `28x19x23` (from, to, all captured) is understood as well.
    ///
    /// # Errors
    /// If the text names no move, no legal move or more than one.
    ///
    /// ```
    /// use draughts::{MovementRules, Position};
    ///
    /// let position: Position = "W:Wh6:Bg7,c5,e3".parse()?;
    /// let m = position.parse_move("h6:b4", MovementRules::RUSSIAN)?;
    /// assert_eq!((m.to_string(), m.hub()), ("h6:f8:b4".to_owned(), "12x17x8x14".to_owned()));
    /// assert!(position.parse_move("h6-g7", MovementRules::RUSSIAN).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_move(&self, text: &str, rules: MovementRules) -> Result<Move, MoveTextError> {
        let written = Written::read(text)?;
        let from = written.squares[0];
        if self.occupied() & from.bit() == 0 {
            return Err(MoveTextError::NoPiece(from));
        }
        if self.pieces(self.side_to_move()) & from.bit() == 0 {
            return Err(MoveTextError::NotYourPiece(from));
        }
        let moves = self.legal_moves(rules);
        if moves.first().is_some_and(|m| !m.is_capture()) {
            let named = moves.iter().find(|m| m.path().eq(written.squares.iter().copied()));
            return named.copied().ok_or_else(|| MoveTextError::NotLegal(written.text()));
        }
        let paths = self.capture_paths(rules);
        if let Some(m) = written.find(self, &paths)? {
            return Ok(m);
        }
        let begun = distinct(paths.iter().filter(|path| written.begins(path)));
        if !begun.is_empty() {
            return Err(MoveTextError::Unfinished { text: written.text(), captures: begun });
        }
        if self.is_quiet_move(&written.squares, rules) {
            return Err(MoveTextError::MustCapture { text: written.text(), captures: moves });
        }
        let any_number = self.capture_paths(MovementRules { most_pieces: false, ..rules });
        if rules.most_pieces && !matches!(written.find(self, &any_number), Ok(None)) {
            return Err(MoveTextError::TooFew { text: written.text(), captures: moves });
        }
        Err(MoveTextError::NotLegal(written.text()))
    }

    /// All legal captures, once for every path.
    fn capture_paths(&self, rules: MovementRules) -> Vec<Move> {
        struct Paths<'a>(&'a Position);
        impl MovementVisitor for Paths<'_> {
            type Output = Vec<Move>;
            fn visit<M: Movement>(self) -> Vec<Move> {
                let mut paths = Vec::new();
                self.0.for_each_capture_path::<M>(&mut |path| paths.push(path));
                paths
            }
        }
        with_movement(rules, Paths(self))
    }

    /// Whether the squares are those of a step that would be legal if there was nothing to take.
    fn is_quiet_move(&self, squares: &[Square], rules: MovementRules) -> bool {
        struct Steps<'a>(&'a Position, Square);
        impl MovementVisitor for Steps<'_> {
            type Output = u32;
            fn visit<M: Movement>(self) -> u32 {
                self.0.quiet_steps::<M>(self.1)
            }
        }
        matches!(*squares, [from, to] if with_movement(rules, Steps(self, from)) & to.bit() != 0)
    }
}

/// The moves of some paths, each once.
fn distinct<'a>(paths: impl Iterator<Item = &'a Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    for path in paths {
        if !moves.contains(path) {
            moves.push(*path);
        }
    }
    moves
}

/// Whether a text that leaves squares out still covers a path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gaps {
    /// Only squares where the piece goes straight on may be left out.
    Straight,
    /// Every square but the first and the last may be left out.
    Any,
}

/// A move as it was written: at least two squares, at most [`Written::MOST_SQUARES`].
struct Written<'a> {
    original: &'a str,
    squares: Vec<Square>,
    numbers_only: bool,
}

impl<'a> Written<'a> {
    /// A capture takes at most twelve pieces: the Hub form has 14 numbers then.
    const MOST_SQUARES: usize = 14;

    fn read(text: &'a str) -> Result<Written<'a>, MoveTextError> {
        let original = text.trim();
        let mut squares = Vec::new();
        let mut numbers_only = true;
        for token in original.split(['-', ':', 'x', 'X']) {
            let token = token.trim();
            if token.is_empty() {
                return Err(MoveTextError::SquareMissing(shortened(original)));
            }
            let square = Square::parse(token, Numbering::B8);
            squares.push(square.map_err(|reason| MoveTextError::Square { token: shortened(token), reason })?);
            numbers_only &= token.bytes().all(|b| b.is_ascii_digit());
            if squares.len() > Self::MOST_SQUARES {
                return Err(MoveTextError::NotLegal(shortened(original)));
            }
        }
        if squares.len() < 2 {
            return Err(MoveTextError::OneSquare(shortened(original)));
        }
        Ok(Written { original, squares, numbers_only })
    }

    fn text(&self) -> String {
        shortened(self.original)
    }

    /// The one capture among `paths` that is meant, as the list of legal moves has it.
    fn find(&self, position: &Position, paths: &[Move]) -> Result<Option<Move>, MoveTextError> {
        // A piece comes down on free squares only, so a third square with an opponent on it is the
        // first captured one of a Hub form, not the end of a second jump.
        let opponents = position.pieces(position.side_to_move().other());
        if self.numbers_only && self.squares.get(2).is_some_and(|square| opponents & square.bit() != 0) {
            let captured = self.squares[2..].iter().fold(0, |set, square| set | square.bit());
            let all_different = captured.count_ones() as usize == self.squares.len() - 2;
            let meant = |m: &&Move| {
                all_different && (m.from(), m.to(), m.captured()) == (self.squares[0], self.squares[1], captured)
            };
            return Ok(paths.iter().find(meant).copied());
        }
        for gaps in [Gaps::Straight, Gaps::Any] {
            let candidates = distinct(paths.iter().filter(|path| self.covers(path, gaps)));
            match candidates.as_slice() {
                [] => {}
                // The path that the list of legal moves has is the first of this move's.
                [one] => return Ok(paths.iter().find(|path| *path == one).copied()),
                _ => return Err(MoveTextError::Ambiguous { text: self.text(), candidates }),
            }
        }
        Ok(None)
    }

    /// Whether the squares are those of a path from its start to its end, but for gaps.
    fn covers(&self, path: &Move, gaps: Gaps) -> bool {
        self.progress(path, gaps).last().is_some_and(|reached| reached >> self.squares.len() & 1 != 0)
    }

    /// Whether a path begins with the squares, but for gaps where it goes straight on.
    fn begins(&self, path: &Move) -> bool {
        self.progress(path, Gaps::Straight).any(|reached| reached >> self.squares.len() & 1 != 0)
    }

    /// For each square of the path, the set of the numbers of squares written that can be used up
    /// by then. What is written last never stands for a square that is left out.
    fn progress(&self, path: &Move, gaps: Gaps) -> impl Iterator<Item = u32> {
        let touched: Vec<(u32, bool)> = touched(path);
        let last = touched.len() - 1;
        let mut reached = 1u32;
        touched.into_iter().enumerate().map(move |(i, (allowed, straight))| {
            let optional = i > 0 && i < last && (straight || gaps == Gaps::Any);
            let mut next = if optional { reached } else { 0 };
            for (written, square) in self.squares.iter().enumerate() {
                if reached >> written & 1 != 0 && allowed & square.bit() != 0 {
                    next |= 1 << (written + 1);
                }
            }
            reached = next;
            reached
        })
    }
}

/// For each square of a path, the squares that could be touched in its stead, and whether the
/// piece goes straight on there: between two pieces taken in one line any free square will do.
fn touched(path: &Move) -> Vec<(u32, bool)> {
    let squares: Vec<Square> = path.path().collect();
    let direction =
        |a: Square, b: Square| DIRECTIONS.into_iter().find(|&d| RAY[d][usize::from(a.index())] & b.bit() != 0);
    let at = |i: usize| {
        let here = squares[i];
        let straight = match (i.checked_sub(1).map(|before| squares[before]), squares.get(i + 1)) {
            (Some(before), Some(&after)) => {
                direction(here, after).filter(|_| direction(before, here) == direction(here, after))
            }
            _ => None,
        };
        let Some(direction) = straight else { return (here.bit(), false) };
        let (mut allowed, mut next) = (0, here.index());
        while let Some(square) = Square::from_index(next).filter(|square| path.captured() & square.bit() == 0) {
            allowed |= square.bit();
            next = NEIGHBOUR[direction][usize::from(next)];
        }
        (allowed, true)
    };
    (0..squares.len()).map(at).collect()
}
