//! The position that a request asks about.

use crate::problem::Problem;
use crate::query::{Query, wrong};
use draughts::{Fen, FenError, FenReader, Numbering, Place};

/// The parameters that [`position`] reads.
pub(crate) const POSITION_PARAMETERS: [&str; 5] = ["fen", "king_clock", "material_clock", "road_clock", "numbering"];

/// Reads a position and its clocks; a clock of its own parameter comes before what the FEN says.
pub(crate) fn position(query: &Query) -> Result<Fen, Problem> {
    let numbering = match query.get("numbering").unwrap_or("b8") {
        "b8" => Numbering::B8,
        "a1" => Numbering::A1,
        text => return Err(wrong("numbering", text, "b8 or a1")),
    };
    let text = query.required("fen", "a position as in W:WKa5,Kg3,c3:BKf8,a3")?;
    let mut fen = FenReader { numbering }.read(text).map_err(|error| of_fen(&error))?;
    fen.king_clock = query.number("king_clock", u16::MAX)?.or(fen.king_clock);
    fen.material_clock = query.number("material_clock", u16::MAX)?.or(fen.material_clock);
    fen.road_clock = query.number("road_clock", u16::MAX)?.or(fen.road_clock);
    Ok(fen)
}

/// What is wrong with a FEN and where.
fn of_fen(error: &FenError) -> Problem {
    let (reason, place) = match error {
        FenError::Wrapping(place) => ("wrapping", place),
        FenError::NoSideToMove(place) => ("no-side-to-move", place),
        FenError::NoPieces(place) => ("no-pieces", place),
        FenError::UnknownField(place) => ("unknown-field", place),
        FenError::FieldTwice(place) => ("field-twice", place),
        FenError::SquareMissing(place) => ("square-missing", place),
        FenError::Square(place, _) => ("square", place),
        FenError::Range(place) => ("range", place),
        FenError::TwoPieces(place, _) => ("two-pieces", place),
        FenError::ManOnLastRow(place, ..) => ("man-on-last-row", place),
        FenError::TooManyPieces(place, _) => ("more-than-twelve", place),
        FenError::ClockNotANumber(place) => ("clock-not-a-number", place),
        error => return Problem::bad_request("bad-fen", error.to_string()).with("parameter", "fen"),
    };
    let Place { token, column } = place;
    let problem = Problem::bad_request("bad-fen", error.to_string());
    let problem = problem.with("parameter", "fen").with("reason", reason).with("token", token.as_str());
    let problem = problem.with("column", *column);
    match error {
        FenError::TwoPieces(_, square) => problem.with("square", square.to_string()),
        FenError::ManOnLastRow(_, color, square) => {
            problem.with("square", square.to_string()).with("color", color.name())
        }
        FenError::TooManyPieces(_, color) => problem.with("color", color.name()),
        _ => problem,
    }
}
