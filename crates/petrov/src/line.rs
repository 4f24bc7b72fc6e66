//! Games played out by the ranking.

use crate::{MoveInfo, Outcome, ProbeError, Tables};
use draughts::{Clocks, Ending, Game, Position};

/// A game in which both sides play the first move of [`Tables::rank_moves`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Line {
    /// The plies in order. Each outcome is that of the side that moved.
    pub plies: Vec<MoveInfo>,
    /// How the game ended, by repetition too; `None` if there were enough plies before.
    pub ending: Option<Ending>,
}

impl Tables {
    /// Plays a position out, both sides by the first move of [`rank_moves`](Tables::rank_moves),
    /// until the game ends under any of the draw rules or there are `max_plies`. What was on the board
    /// before does not count as repeated.
    ///
    /// # Errors
    /// As [`moves`](Tables::moves), for every position of the line.
    pub fn line(&self, position: &Position, clocks: Clocks, max_plies: usize) -> Result<Line, ProbeError> {
        let mut line = Line { plies: Vec::new(), ending: None };
        let Some(mut best) = self.rank_moves(position, clocks)?.into_iter().next() else {
            // Perhaps a clock has run out as well, which comes second.
            line.ending = Some(Ending::Loss(position.side_to_move()));
            return Ok(line);
        };
        let mut game = Game::with_clocks(self.rules().clone(), *position, clocks)?;
        // The moves are legal: one that is refused is one too many.
        while line.plies.len() < max_plies && game.play(&best.played).is_ok() {
            line.plies.push(best);
            line.ending = game.ending();
            if line.ending.is_some() {
                break;
            }
            match self.rank_moves(game.position(), game.clocks())?.into_iter().next() {
                Some(next) => best = next,
                None => break,
            }
        }
        Ok(line)
    }

    /// In how many plies a position is won or lost at some clocks if both sides play by the ranking;
    /// `None` if it is neither. It is what a [`line`](Tables::line) takes, not the shortest way.
    ///
    /// # Errors
    /// As [`line`](Tables::line).
    pub fn distance(&self, position: &Position, clocks: Clocks) -> Result<Option<usize>, ProbeError> {
        let winner = match self.probe(position, clocks)? {
            Outcome::Win => position.side_to_move(),
            Outcome::Loss => position.side_to_move().other(),
            _ => return Ok(None),
        };
        let line = self.line(position, clocks, usize::MAX)?;
        Ok(line.ending.filter(|ending| ending.winner() == Some(winner)).map(|_| line.plies.len()))
    }
}
