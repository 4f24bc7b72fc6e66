//! The game of draughts on 64 squares: squares, positions, moves, rule sets, clocks, notation.
//!
//! The crate knows the game and nothing of tables. It comes in two layers: [`Position`] with its
//! moves, made to be pleasant, and [`generate`] with [`board`], sets of squares made to be quick.
//! Everything is counted in plies, and squares are sets in `u32` words with bit 0 for a1 and bit 31
//! for h8.
//!
//! ```
//! use draughts::{MovementRules, Position, perft};
//!
//! let position: Position = "W:Wd4,Ka1:Be5,e7,Kh2".parse()?;
//! let moves = position.legal_moves(MovementRules::RUSSIAN);
//! assert_eq!(moves.len(), 1);
//! assert_eq!(moves[0].to_string(), "d4:f6:d8");
//! assert_eq!(position.after(&moves[0]).to_string(), "B:WKa1,Kd8:BKh2");
//!
//! assert_eq!(perft(&Position::start(), MovementRules::RUSSIAN, 5), 7482);
//! # Ok::<(), draughts::FenError>(())
//! ```
#![forbid(unsafe_code)]

pub mod board;
mod class;
mod clocks;
mod fen;
pub mod generate;
mod move_text;
mod movement;
mod moves;
mod perft;
mod position;
mod referee;
mod rule_set;
mod square;

pub use board::{BLACK_MAN_SQUARES, MAIN_ROAD, WHITE_MAN_SQUARES};
pub use class::{MAX_PIECES_A_SIDE, MaterialClass, ParseClassError};
pub use clocks::{ClockError, ClockKind, Clocks, lone_king_on_road};
pub use fen::{Fen, FenError, FenReader, Place};
pub use move_text::MoveTextError;
pub use movement::{
    Brazilian, Coded, CrowningInCapture, English, Landing, Movement, MovementRules, MovementVisitor, Russian,
    Ukrainian, with_movement,
};
pub use moves::Move;
pub use perft::perft;
pub use position::{Color, Position, PositionError};
pub use referee::{Ending, Game, PlayError};
pub use rule_set::{MaterialCondition, MaterialLimit, RuleSet};
pub use square::{Numbering, SQUARES, Square, SquareError, bits};
