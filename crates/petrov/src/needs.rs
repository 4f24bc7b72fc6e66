//! What a win or a loss needs of the clocks, and whether it has it.

use crate::error::Fault;
use crate::quiet::{on_road, quiet_moves};
use crate::resolve::{Mover, Resolved};
use crate::store::Store;
use draughts::Color;
use petrov_table::{Budgets, Need, Needs, Outcome, Pieces, PlyKind};

/// A position that was resolved at full budgets, and where to ask for more.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) store: &'a Store,
    pub(crate) mover: &'a Mover,
    pub(crate) pieces: Pieces,
    pub(crate) side: Color,
    pub(crate) resolved: Resolved,
    /// The budgets of its class with all clocks at zero.
    pub(crate) full: Budgets,
}

impl<'a> Asked<'a> {
    pub(crate) fn new(store: &'a Store, mover: &'a Mover, pieces: Pieces, side: Color) -> Result<Asked<'a>, Fault> {
        let resolved = mover.resolve(store, pieces, side)?;
        Ok(Asked { store, mover, pieces, side, resolved, full: store.full_budgets(pieces) })
    }

    /// The opponent's position after a quiet move.
    fn next(&self, pieces: Pieces) -> Result<Asked<'a>, Fault> {
        Asked::new(self.store, self.mover, pieces, self.side.other())
    }

    /// The outcome with the budgets that are left.
    pub(crate) fn outcome_at(&self, budgets: Budgets) -> Result<Outcome, Fault> {
        let outcome = self.resolved.outcome;
        Ok(match outcome {
            Outcome::Win if !self.holds_at(budgets)? => Outcome::CursedWin,
            Outcome::Loss if !self.holds_at(budgets)? => Outcome::BlessedLoss,
            _ => outcome,
        })
    }

    /// Whether a win or loss is still one with the budgets that are left.
    fn holds_at(&self, budgets: Budgets) -> Result<bool, Fault> {
        if budgets == self.full {
            return Ok(true);
        }
        if budgets.run_out() {
            return Ok(self.is_lost_at_once());
        }
        if self.resolved.forced || self.store.largest_need(self.pieces)?.met_by(budgets) {
            return Ok(true);
        }
        match self.store.stored_needs(self.pieces, self.side)? {
            Some(needs) => Ok(needs.iter().any(|need| need.met_by(budgets)) || self.is_lost_at_once()),
            None => self.holds_by_its_moves(budgets),
        }
    }

    /// The recursion at one point: some move leads to a loss, or every move to a win.
    fn holds_by_its_moves(&self, budgets: Budgets) -> Result<bool, Fault> {
        let wins = self.resolved.outcome == Outcome::Win;
        let wanted = self.resolved.outcome.reversed();
        for (ply, pieces) in quiet_moves(self.pieces, self.side, self.mover.kings_fly) {
            let next = self.next(pieces)?;
            let holds = next.resolved.outcome == wanted
                && (ply.kind == PlyKind::Conversion || next.holds_at(budgets.after(ply, self.full))?);
            if holds == wins {
                return Ok(wins);
            }
        }
        Ok(!wins)
    }

    /// The needs of a win or a loss; none of anything else.
    pub(crate) fn needs(&self) -> Result<Needs, Fault> {
        if !self.resolved.outcome.is_decided() {
            return Ok(Needs::never());
        }
        if self.is_lost_at_once() {
            return Ok(Needs::always());
        }
        if self.resolved.forced {
            return Ok(Needs::one(Need::of_conversion(on_road(self.pieces), self.full)));
        }
        match self.store.stored_needs(self.pieces, self.side)? {
            Some(needs) => Ok(needs.iter().copied().collect()),
            None => self.needs_by_its_moves(),
        }
    }

    fn needs_by_its_moves(&self) -> Result<Needs, Fault> {
        let wins = self.resolved.outcome == Outcome::Win;
        let wanted = self.resolved.outcome.reversed();
        let mut needs = if wins { Needs::never() } else { Needs::always() };
        for (ply, pieces) in quiet_moves(self.pieces, self.side, self.mover.kings_fly) {
            let next = self.next(pieces)?;
            let before = if next.resolved.outcome != wanted {
                Needs::never()
            } else if ply.kind == PlyKind::Conversion {
                Needs::one(Need::of_conversion(ply.from_road, self.full))
            } else {
                next.needs()?.before(ply, self.full)
            };
            if wins {
                needs.or(&before);
            } else {
                needs.and(&before);
            }
        }
        Ok(needs)
    }

    fn is_lost_at_once(&self) -> bool {
        self.resolved.outcome == Outcome::Loss && !self.mover.has_move(self.pieces, self.side)
    }
}
