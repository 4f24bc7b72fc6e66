//! What is asked about: a FEN with its clocks, under the rules of a name.

use crate::failure::Failure;
use draughts::{Clocks, FenReader, Numbering, Position, RuleSet};

/// Clocks beside a FEN, in plies. Where one is `None`, what the FEN says counts.
#[derive(Clone, Copy)]
pub(crate) struct GivenClocks {
    pub(crate) king: Option<u16>,
    pub(crate) material: Option<u16>,
    pub(crate) road: Option<u16>,
}

/// Reads a FEN and its clocks.
pub(crate) fn read(fen: &str, clocks: GivenClocks, numbering: &str) -> Result<(Position, Clocks), Failure> {
    let mut fen = FenReader { numbering: read_numbering(numbering)? }.read(fen)?;
    fen.king_clock = clocks.king.or(fen.king_clock);
    fen.material_clock = clocks.material.or(fen.material_clock);
    fen.road_clock = clocks.road.or(fen.road_clock);
    Ok((fen.position, fen.clocks()))
}

/// Reads what the numbers of squares count from.
pub(crate) fn read_numbering(numbering: &str) -> Result<Numbering, Failure> {
    match numbering {
        "b8" => Ok(Numbering::B8),
        "a1" => Ok(Numbering::A1),
        _ => Err(Failure::Input(format!("numbering is \"b8\" or \"a1\", not {numbering:?}"))),
    }
}

/// The rule set of a name.
pub(crate) fn read_rules(name: &str) -> Result<RuleSet, Failure> {
    let known = || RuleSet::all().map(|rules| rules.name).join(", ");
    RuleSet::named(name).ok_or_else(|| Failure::Input(format!("there is no rule set {name:?}; there are {}", known())))
}
