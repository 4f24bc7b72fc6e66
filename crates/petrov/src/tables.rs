//! The tables of a rule set, and what can be asked of them.

use crate::move_info::{self, MoveInfo};
use crate::needs::Asked;
use crate::resolve::Mover;
use crate::store::Store;
use crate::{Needs, Outcome, ProbeError, TablesOptions};
use draughts::{ClockError, ClockKind, Clocks, Ending, MaterialClass, Move, Position, RuleSet};
use petrov_table::{Budgets, MAX_TABLE_PIECES, Pieces};
use std::fmt;
use std::path::PathBuf;

/// The tables of a rule set.
///
/// A table is looked for when it is first needed, and what was found is remembered, a missing file
/// too: open the tables again after making one. To share them between threads, share a reference or
/// an `Arc`.
pub struct Tables {
    store: Store,
    mover: Mover,
}

impl Tables {
    /// Opens the tables in some directories, the first that has a table counting. A directory that
    /// is not there has none.
    ///
    /// # Errors
    /// If one of `dirs` is there but not a directory.
    pub fn open<P: Into<PathBuf>>(dirs: impl IntoIterator<Item = P>, rules: RuleSet) -> Result<Tables, ProbeError> {
        TablesOptions::new().open(dirs, rules)
    }

    pub(crate) fn with_options(
        dirs: Vec<PathBuf>,
        rules: RuleSet,
        options: TablesOptions,
    ) -> Result<Tables, ProbeError> {
        let mover = Mover::new(rules.movement);
        Ok(Tables { store: Store::new(dirs, rules, &options)?, mover })
    }

    /// The rules that the tables are asked under.
    #[must_use]
    pub fn rules(&self) -> &RuleSet {
        &self.store.rules
    }

    /// Whether the outcomes of a class, or of its mirror, are there.
    ///
    /// # Errors
    /// If there is a file that cannot be used.
    pub fn has(&self, class: MaterialClass) -> Result<bool, ProbeError> {
        match self.store.find_outcomes(class).map_err(|fault| *fault) {
            Ok(()) => Ok(true),
            Err(ProbeError::MissingTable { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// What a position is worth to the side to move with all clocks at zero.
    ///
    /// # Errors
    /// If it has too many pieces, or a table is missing or cannot be read.
    pub fn outcome(&self, position: &Position) -> Result<Outcome, ProbeError> {
        let resolved = self.mover.resolve(&self.store, sound(position)?, position.side_to_move());
        resolved.map(|resolved| resolved.outcome).map_err(|fault| *fault)
    }

    /// What a position is worth to the side to move at some clocks.
    ///
    /// # Errors
    /// If no game can be going on with these clocks (see [`Clocks::check`]; where the side to move
    /// has no move, a clock may just have run out), the position has too many pieces, or a table is
    /// missing or cannot be read.
    pub fn probe(&self, position: &Position, clocks: Clocks) -> Result<Outcome, ProbeError> {
        if clocks == Clocks::ZERO {
            return self.outcome(position);
        }
        self.check(position, clocks)?;
        self.outcome_at(position, clocks)
    }

    /// What a win or a loss needs of the clocks; none if the position is neither at zero clocks.
    ///
    /// # Errors
    /// If the position has too many pieces, or a table is missing or cannot be read.
    pub fn needs(&self, position: &Position) -> Result<Needs, ProbeError> {
        self.ask(position)?.needs().map_err(|fault| *fault)
    }

    /// All legal moves at some clocks with what each is worth, the best first; among equals first
    /// the captures and crownings. Empty where the side to move has lost.
    ///
    /// # Errors
    /// As [`probe`](Tables::probe), for the positions that the moves lead to.
    pub fn moves(&self, position: &Position, clocks: Clocks) -> Result<Vec<MoveInfo>, ProbeError> {
        sound(position)?;
        self.check(position, clocks)?;
        let legal = position.legal_moves(self.rules().movement);
        let infos: Result<Vec<MoveInfo>, ProbeError> =
            legal.into_iter().map(|m| self.move_info(position, clocks, m)).collect();
        let mut infos = infos?;
        move_info::rank(&mut infos);
        Ok(infos)
    }

    fn move_info(&self, position: &Position, clocks: Clocks, played: Move) -> Result<MoveInfo, ProbeError> {
        let after = position.after(&played);
        let clocks = clocks.after(position, &played, self.rules());
        let asked = self.ask(&after)?;
        let outcome = asked.outcome_at(self.budgets(&after, clocks)).map_err(|fault| *fault)?;
        Ok(MoveInfo {
            played,
            after,
            clocks,
            outcome: outcome.reversed(),
            outcome_at_zero: asked.resolved.outcome.reversed(),
            needs: asked.needs().map_err(|fault| *fault)?,
            conversion: played.is_conversion(),
            ending: self.ending(&after, clocks),
        })
    }

    fn ask(&self, position: &Position) -> Result<Asked<'_>, ProbeError> {
        let pieces = sound(position)?;
        Asked::new(&self.store, self.mover, pieces, position.side_to_move()).map_err(|fault| *fault)
    }

    fn outcome_at(&self, position: &Position, clocks: Clocks) -> Result<Outcome, ProbeError> {
        let budgets = self.budgets(position, clocks);
        self.ask(position)?.outcome_at(budgets).map_err(|fault| *fault)
    }

    fn budgets(&self, position: &Position, clocks: Clocks) -> Budgets {
        self.store.full_budgets(Pieces::of(position)).less(clocks)
    }

    fn ending(&self, position: &Position, clocks: Clocks) -> Option<Ending> {
        if !self.has_move(position) {
            return Some(Ending::Loss(position.side_to_move()));
        }
        clocks.run_out(self.rules(), position.class()).map(|clock| match clock {
            ClockKind::King => Ending::KingClock,
            ClockKind::Material => Ending::MaterialClock,
            ClockKind::Road => Ending::RoadClock,
        })
    }

    fn has_move(&self, position: &Position) -> bool {
        self.mover.has_move(Pieces::of(position), position.side_to_move())
    }

    /// Checks that a game can be going on, or have ended just now because there is no move.
    fn check(&self, position: &Position, clocks: Clocks) -> Result<(), ProbeError> {
        match clocks.check(self.rules(), position) {
            Err(ClockError::PastLimit { .. }) if !self.has_move(position) => {
                // The ply that left no move may have been the last that the clocks allowed: all
                // was well if the clocks were all right a ply before.
                let before = Clocks {
                    king: clocks.king.saturating_sub(1),
                    material: clocks.material.saturating_sub(1),
                    road: clocks.road.saturating_sub(1),
                };
                Ok(before.check(self.rules(), position)?)
            }
            checked => Ok(checked?),
        }
    }
}

/// The pieces of a position that tables can be asked for.
#[inline]
fn sound(position: &Position) -> Result<Pieces, ProbeError> {
    let pieces = position.occupied().count_ones();
    let one_sided = position.white() == 0 || position.black() == 0;
    if pieces > u32::from(MAX_TABLE_PIECES) && !one_sided {
        return Err(ProbeError::TooManyPieces { pieces: pieces as u8 });
    }
    Ok(Pieces::of(position))
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").field("rules", &self.store.rules.name).finish_non_exhaustive()
    }
}
