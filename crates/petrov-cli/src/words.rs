//! Names in words.

use draughts::Color;
use petrov_table::Outcome;

/// A side as a sentence begins.
pub(crate) fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// An outcome in words.
pub(crate) fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::CursedWin => "cursed win",
        Outcome::Draw => "draw",
        Outcome::BlessedLoss => "blessed loss",
        Outcome::Loss => "loss",
    }
}
