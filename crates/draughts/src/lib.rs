//! The game of draughts on 64 squares: squares, positions, moves, rule sets, clocks, notation.
//!
//! The crate knows the game and nothing of tables. It comes in two layers: [`Position`] with its
//! moves, made to be pleasant, and [`generate`] with [`board`], sets of squares made to be quick.
#![forbid(unsafe_code)]

pub mod board;
mod class;
mod clocks;
pub mod generate;
mod movement;
mod moves;
mod perft;
mod position;
mod rule_set;
mod square;

pub use board::{BLACK_MAN_SQUARES, MAIN_ROAD, WHITE_MAN_SQUARES};
pub use class::{MAX_PIECES_A_SIDE, MaterialClass, ParseClassError};
pub use clocks::{ClockError, ClockKind, Clocks, lone_king_on_road};
pub use movement::{
    Brazilian, Coded, CrowningInCapture, English, Landing, Movement, MovementRules, MovementVisitor, Russian,
    Ukrainian, with_movement,
};
pub use moves::Move;
pub use perft::perft;
pub use position::{Color, Position, PositionError};
pub use rule_set::{MaterialCondition, MaterialLimit, RuleSet};
pub use square::{SQUARES, Square, bits};
