//! The tables of a rule set, and what can be asked of them.

use crate::needs::Asked;
use crate::ranking::{self, Weight};
use crate::resolve::Mover;
use crate::store::Store;
use crate::{MoveInfo, Needs, Outcome, ProbeError, TablesOptions};
use draughts::{ClockError, Clocks, Ending, MaterialClass, Move, Position, RuleSet};
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
    /// If one of `dirs` is there but not a directory, or there is no memory for the cache's places.
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

    /// All legal moves at some clocks with what each is worth, the best first. Empty where the side
    /// to move has lost.
    ///
    /// They are in the order of [`rank_moves`](Tables::rank_moves), but that in a drawn position no
    /// move is said to set a problem: it asks for nothing that lies two plies ahead.
    ///
    /// # Errors
    /// As [`probe`](Tables::probe), for the positions that the moves lead to.
    pub fn moves(&self, position: &Position, clocks: Clocks) -> Result<Vec<MoveInfo>, ProbeError> {
        let mut infos = self.move_infos(position, clocks)?;
        infos.sort_by_key(ranking::sort_key);
        Ok(infos)
    }

    /// All legal moves at some clocks, the best first, so that to play the first one is enough:
    ///
    /// - In a won position it wins within the limits against any defence, wherever the clocks stand and
    ///   whatever was played before. It goes the shortest way to a conversion (in a class without
    ///   a material limit, to a conversion or a man's move) that keeps the win, so no position is
    ///   repeated. A rule set without a limit of the king clock says nothing of the way.
    /// - In a lost one it leaves the winner the fewest plies to spare, and resists the longest.
    /// - In a drawn one it holds the draw, and leaves the opponent the smallest share of replies that
    ///   hold it.
    ///
    /// The order in full is documented at `sort_key` in `ranking.rs`.
    ///
    /// In a drawn position it probes all replies to the moves that hold the draw; otherwise it costs as
    /// much as [`moves`](Tables::moves).
    ///
    /// # Errors
    /// As [`probe`](Tables::probe), for the positions that the moves and these replies lead to.
    pub fn rank_moves(&self, position: &Position, clocks: Clocks) -> Result<Vec<MoveInfo>, ProbeError> {
        let mut infos = self.move_infos(position, clocks)?;
        if infos.iter().all(|info| info.outcome != Outcome::Win) {
            for info in infos.iter_mut().filter(|info| !info.outcome.is_decided()) {
                info.weight.holding = self.holding_replies(info)?;
            }
        }
        infos.sort_by_key(ranking::sort_key);
        Ok(infos)
    }

    fn move_infos(&self, position: &Position, clocks: Clocks) -> Result<Vec<MoveInfo>, ProbeError> {
        sound(position)?;
        self.check(position, clocks)?;
        let legal = position.legal_moves(self.rules().movement);
        legal.into_iter().map(|m| self.move_info(position, clocks, m)).collect()
    }

    fn move_info(&self, position: &Position, clocks: Clocks, played: Move) -> Result<MoveInfo, ProbeError> {
        let after = position.after(&played);
        let clocks = clocks.after(position, &played, self.rules());
        let asked = self.ask(&after)?;
        let left = asked.full.less(clocks);
        let outcome = asked.outcome_at(left).map_err(|fault| *fault)?;
        let needs = asked.needs().map_err(|fault| *fault)?;
        let replies = after.legal_moves(self.rules().movement);
        let must_capture = replies.iter().any(Move::is_capture);
        let plies = ranking::fewest_plies(&needs, left, asked.full);
        let decided = outcome.is_decided();
        let weight = Weight {
            plies,
            settled: if decided && must_capture { self.settled_plies(&after, &asked)? } else { plies },
            slack: if decided { ranking::spare_plies(&needs, left) } else { ranking::lacking_plies(&needs, left) },
            replies: replies.len() as u16,
            must_capture,
            is_progress: played.is_conversion() || played.is_man_move() && asked.full.material == u16::MAX,
            holding: 0,
        };
        Ok(MoveInfo {
            played,
            after,
            clocks,
            outcome: outcome.reversed(),
            outcome_at_zero: asked.resolved.outcome.reversed(),
            needs,
            conversion: played.is_conversion(),
            ending: self.ending(&after, clocks, replies.is_empty()),
            weight,
        })
    }

    /// How many plies a win or a loss takes to the ply after the compulsory captures that cannot be
    /// taken back, if the winner captures so that they are few and the loser so that they are many.
    fn settled_plies(&self, position: &Position, asked: &Asked<'_>) -> Result<u16, ProbeError> {
        if !asked.resolved.forced {
            let needs = asked.needs().map_err(|fault| *fault)?;
            return Ok(ranking::fewest_plies(&needs, asked.full, asked.full));
        }
        let wins = asked.resolved.outcome == Outcome::Win;
        let mut plies: Option<u16> = None;
        for m in position.legal_moves(self.rules().movement) {
            let after = position.after(&m);
            let next = self.ask(&after)?;
            if next.resolved.outcome.reversed() == asked.resolved.outcome {
                let taken = self.settled_plies(&after, &next)?.saturating_add(1);
                plies = Some(plies.map_or(taken, |plies| if wins { plies.min(taken) } else { plies.max(taken) }));
            }
        }
        Ok(plies.unwrap_or(0))
    }

    /// Of the replies to a move those that do not lose, in thousandths.
    fn holding_replies(&self, info: &MoveInfo) -> Result<u16, ProbeError> {
        if info.ending.is_some() {
            return Ok(1000);
        }
        let replies = info.after.legal_moves(self.rules().movement);
        let mut holding = 0;
        for m in &replies {
            let position = info.after.after(m);
            let clocks = info.clocks.after(&info.after, m, self.rules());
            holding += usize::from(self.outcome_at(&position, clocks)? != Outcome::Win);
        }
        Ok((1000 * holding / replies.len().max(1)) as u16)
    }

    fn ask(&self, position: &Position) -> Result<Asked<'_>, ProbeError> {
        let pieces = sound(position)?;
        Asked::new(&self.store, &self.mover, pieces, position.side_to_move()).map_err(|fault| *fault)
    }

    fn outcome_at(&self, position: &Position, clocks: Clocks) -> Result<Outcome, ProbeError> {
        let budgets = self.budgets(position, clocks);
        self.ask(position)?.outcome_at(budgets).map_err(|fault| *fault)
    }

    fn budgets(&self, position: &Position, clocks: Clocks) -> Budgets {
        self.store.full_budgets(Pieces::of(position)).less(clocks)
    }

    fn ending(&self, position: &Position, clocks: Clocks, without_moves: bool) -> Option<Ending> {
        if without_moves {
            return Some(Ending::Loss(position.side_to_move()));
        }
        clocks.run_out(self.rules(), position.class()).map(Ending::from)
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
