//! What goes through the functions: plain structs and enums with the layout of C.
// The comments go to petrov.h, for readers of C.

use draughts::{Clocks, Color, Ending, Move, Position, PositionError, Square};
use petrov::{MoveInfo, Need, Outcome};

/// `side_to_move` of a position in which White moves.
pub const PETROV_WHITE: u32 = 0;
/// `side_to_move` of a position in which Black moves.
pub const PETROV_BLACK: u32 = 1;
/// Most squares of the path of a move.
pub const PETROV_MAX_PATH: usize = 13;

const _: () = assert!(PETROV_MAX_PATH == draughts::generate::MAX_PATH);

/// What a function returns: 0 is success. `petrov_error_message` says it in words, `petrov_last_error` in
/// detail.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PetrovStatus {
    /// Answered.
    Ok = 0,
    /// A pointer that must not be null is null.
    NullPointer = 1,
    /// A text is not UTF-8.
    BadText = 2,
    /// No rule set has this name.
    UnknownRules = 3,
    /// What was given as a folder of tables is something else. (A folder that does not exist is no error: it
    /// has no tables.)
    NotAFolder = 4,
    /// The memory for the cache cannot be had.
    OutOfMemory = 5,
    /// The bitboards are no position: two pieces on a square, a king without a colour, a man on its last row,
    /// more than twelve pieces a side, a side to move that is neither.
    BadPosition = 6,
    /// No game can be going on with these clocks: the king clock or the road clock is ahead of the material
    /// clock, the road clock runs where nothing counts it, or a clock has reached its limit (the game is drawn).
    BadClocks = 7,
    /// There are more pieces than tables can have, which is eight.
    TooManyPieces = 8,
    /// A table that the answer needs is in none of the folders.
    MissingTable = 9,
    /// A table is of another class, made under other rules, or written by a newer program.
    WrongTable = 10,
    /// A table is damaged; `petrov_last_error` names the file and the block.
    DamagedTable = 11,
    /// The system would not open or read a table that is there.
    CannotRead = 12,
    /// There is more than fits; what fits was written, and `*count` says how much there is.
    BufferTooSmall = 13,
    /// A fault of the library. Please report it with the text of `petrov_last_error`.
    Internal = 14,
}

/// What a position is worth to the side to move, or a move to the side that makes it. The numbers are those
/// of TB_LOSS to TB_WIN in Fathom; a larger one is better.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PetrovOutcome {
    /// Lost within the limits.
    Loss = 0,
    /// Lost if no plies were counted; the clocks save a draw.
    BlessedLoss = 1,
    /// Drawn.
    Draw = 2,
    /// Won if no plies were counted; the opponent reaches a draw by count.
    CursedWin = 3,
    /// Won within the limits.
    Win = 4,
}

/// How a game ends with a move. A third repetition is for the caller to see.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PetrovEnding {
    /// It goes on.
    None = 0,
    /// The opponent has no move and has lost.
    NoMove = 1,
    /// Drawn: the king clock reached its limit.
    KingClock = 2,
    /// Drawn: the material clock reached its limit.
    MaterialClock = 3,
    /// Drawn: the road clock reached its limit.
    RoadClock = 4,
}

/// A position. Bit s of a set is square s: 0 = a1, 1 = c1, 2 = e1, 3 = g1, 4 = b2, ... 31 = h8, the dark
/// squares along the rows.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PetrovPosition {
    /// Squares of White's pieces, men and kings.
    pub white: u32,
    /// Squares of Black's pieces, men and kings.
    pub black: u32,
    /// Squares of the kings of both.
    pub kings: u32,
    /// `PETROV_WHITE` or `PETROV_BLACK`.
    pub side_to_move: u32,
}

/// What the clocks show before the side to move plays, in plies (a move of each side is two).
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PetrovClocks {
    /// Plies in a row that were king moves without a capture. A man's move, a crowning or a capture sets it
    /// to 0.
    pub king: u16,
    /// Plies since the last capture or crowning; a man's quiet move does not set it to 0. Never below `king`.
    pub material: u16,
    /// Plies in a row of a lone king on the main road a1-h8 against three pieces; 0 but under
    /// `russian-main-road`.
    pub road: u16,
}

/// Plies that must be left before each clock reaches its limit so that a win can still be forced. 0 where a
/// clock has no limit or does not run.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PetrovNeed {
    /// Of the king clock.
    pub king: u16,
    /// Of the material clock.
    pub material: u16,
    /// Of the road clock.
    pub road: u16,
}

/// A legal move.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PetrovMove {
    /// The position after it; the opponent is to move.
    pub after: PetrovPosition,
    /// The clocks after it.
    pub clocks: PetrovClocks,
    /// How the game ends with it, if it does.
    pub ending: PetrovEnding,
    /// Squares of the captured pieces.
    pub captured: u32,
    /// Whether a man is crowned.
    pub crowning: bool,
    /// Whether it is a capture or a crowning: all clocks stand at zero after it.
    pub conversion: bool,
    /// Number of squares in `path`, at least 2.
    pub path_length: u8,
    /// The squares that the piece touches down on, the first and the last among them.
    pub path: [u8; PETROV_MAX_PATH],
}

/// A legal move and what the tables say of it.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PetrovRankedMove {
    /// The move.
    pub played: PetrovMove,
    /// What the mover has after it, at the clocks after it. Where `played.ending` says that a clock has run
    /// out it is never a win or a loss: the game is drawn, and a cursed win or a blessed loss tells what would
    /// be without clocks.
    pub outcome: PetrovOutcome,
    /// What the mover would have if all clocks stood at zero after it.
    pub outcome_at_zero: PetrovOutcome,
}

impl PetrovPosition {
    /// The position, if it is one; `None` if the side to move is neither.
    pub(crate) fn read(self) -> Option<Result<Position, PositionError>> {
        let side = match self.side_to_move {
            PETROV_WHITE => Color::White,
            PETROV_BLACK => Color::Black,
            _ => return None,
        };
        Some(Position::new(self.white, self.black, self.kings, side))
    }
}

impl From<&Position> for PetrovPosition {
    fn from(position: &Position) -> PetrovPosition {
        let side_to_move = match position.side_to_move() {
            Color::White => PETROV_WHITE,
            Color::Black => PETROV_BLACK,
        };
        PetrovPosition { white: position.white(), black: position.black(), kings: position.kings(), side_to_move }
    }
}

impl From<PetrovClocks> for Clocks {
    fn from(clocks: PetrovClocks) -> Clocks {
        Clocks { king: clocks.king, material: clocks.material, road: clocks.road }
    }
}

impl From<Clocks> for PetrovClocks {
    fn from(clocks: Clocks) -> PetrovClocks {
        PetrovClocks { king: clocks.king, material: clocks.material, road: clocks.road }
    }
}

impl From<Outcome> for PetrovOutcome {
    fn from(outcome: Outcome) -> PetrovOutcome {
        match outcome {
            Outcome::Loss => PetrovOutcome::Loss,
            Outcome::BlessedLoss => PetrovOutcome::BlessedLoss,
            Outcome::Draw => PetrovOutcome::Draw,
            Outcome::CursedWin => PetrovOutcome::CursedWin,
            Outcome::Win => PetrovOutcome::Win,
        }
    }
}

impl From<Option<Ending>> for PetrovEnding {
    /// Of the game after a move, where only the opponent can be without one.
    fn from(ending: Option<Ending>) -> PetrovEnding {
        match ending {
            // A move is never said to end in a repetition.
            None | Some(Ending::Repetition) => PetrovEnding::None,
            Some(Ending::Loss(_)) => PetrovEnding::NoMove,
            Some(Ending::KingClock) => PetrovEnding::KingClock,
            Some(Ending::MaterialClock) => PetrovEnding::MaterialClock,
            Some(Ending::RoadClock) => PetrovEnding::RoadClock,
        }
    }
}

impl From<&Need> for PetrovNeed {
    fn from(need: &Need) -> PetrovNeed {
        PetrovNeed { king: need.king.into(), material: need.material.into(), road: need.road.into() }
    }
}

impl PetrovMove {
    /// A move, the position and the clocks that it leads to, and how the game ends with it.
    pub(crate) fn new(played: &Move, after: &Position, clocks: Clocks, ending: Option<Ending>) -> PetrovMove {
        let (path, path_length) = path_of(played);
        PetrovMove {
            after: after.into(),
            clocks: clocks.into(),
            ending: ending.into(),
            captured: played.captured(),
            crowning: played.is_crowning(),
            conversion: played.is_conversion(),
            path_length,
            path,
        }
    }
}

impl From<&MoveInfo> for PetrovRankedMove {
    fn from(info: &MoveInfo) -> PetrovRankedMove {
        PetrovRankedMove {
            played: PetrovMove::new(&info.played, &info.after, info.clocks, info.ending),
            outcome: info.outcome.into(),
            outcome_at_zero: info.outcome_at_zero.into(),
        }
    }
}

fn path_of(played: &Move) -> ([u8; PETROV_MAX_PATH], u8) {
    let mut path = [0; PETROV_MAX_PATH];
    for (place, square) in path.iter_mut().zip(played.path().map(Square::index)) {
        *place = square;
    }
    (path, played.path().len() as u8)
}
