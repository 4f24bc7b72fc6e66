//! The game without tables.

use crate::failure::Failure;
use crate::moves::Move;
use crate::question::{self, GivenClocks};
use draughts::{Clocks, Ending, Position, RuleSet};
use pyo3::prelude::*;

/// The names of the rule sets.
#[pyfunction]
pub(crate) fn rule_sets() -> Vec<String> {
    RuleSet::all().iter().map(|rules| rules.name.to_string()).collect()
}

/// All legal moves of a position at some clocks, in no order; empty where the side to move has lost. No table is
/// needed, and up to twelve pieces a side may be there. A capture that can be made along several paths is one move.
#[pyfunction]
#[pyo3(signature = (fen, king_clock=None, material_clock=None, *, road_clock=None, rules="russian", numbering="b8"))]
pub(crate) fn legal_moves(
    fen: &str,
    king_clock: Option<u16>,
    material_clock: Option<u16>,
    road_clock: Option<u16>,
    rules: &str,
    numbering: &str,
) -> Result<Vec<Move>, Failure> {
    let clocks = GivenClocks { king: king_clock, material: material_clock, road: road_clock };
    let (position, clocks) = question::read(fen, clocks, numbering)?;
    moves_of(&position, clocks, &question::read_rules(rules)?)
}

fn moves_of(position: &Position, clocks: Clocks, rules: &RuleSet) -> Result<Vec<Move>, Failure> {
    let legal = position.legal_moves(rules.movement);
    // Without a move it is lost, even as a clock runs out.
    if !legal.is_empty() {
        clocks.check(rules, position)?;
    }
    let moved = |played: draughts::Move| {
        let (after, clocks) = (position.after(&played), clocks.after(position, &played, rules));
        Move::new(played, after, clocks, Ending::at(&after, clocks, rules))
    };
    Ok(legal.into_iter().map(moved).collect())
}
