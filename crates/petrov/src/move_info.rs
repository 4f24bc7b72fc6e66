//! What the tables say of a move.

use crate::ranking::Weight;
use crate::{Needs, Outcome};
use draughts::{Clocks, Ending, Move, Position};

/// A legal move and what the tables say of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MoveInfo {
    /// The move.
    pub played: Move,
    /// The position after it.
    pub after: Position,
    /// The clocks after it; one may have reached its limit.
    pub clocks: Clocks,
    /// What the mover has after it, at those clocks. Where a clock has just run out it is never a win
    /// or a loss (unless the opponent has no move): a cursed win and a blessed loss are then drawn, as
    /// `ending` says, and tell only what would be without clocks.
    pub outcome: Outcome,
    /// What the mover would have if all clocks stood at zero after it.
    pub outcome_at_zero: Outcome,
    /// The needs of the position after it: the mover's if `outcome_at_zero` is a win, the
    /// opponent's if it is a loss, none otherwise.
    pub needs: Needs,
    /// Whether it is a capture or a crowning.
    pub conversion: bool,
    /// How the game ends with it, if it does; a third repetition is not looked for.
    pub ending: Option<Ending>,
    /// What it is ranked by besides.
    pub(crate) weight: Weight,
}
