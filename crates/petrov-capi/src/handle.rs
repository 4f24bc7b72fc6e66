//! What the handle stands for, and what is asked of it.

use crate::failure::Failure;
use crate::types::{PetrovMove, PetrovPosition};
use draughts::{Clocks, Ending, Move, Position, RuleSet};
use petrov::{ProbeError, Tables, TablesOptions};
use std::path::PathBuf;

/// The tables of a rule set, opened by `petrov_open`.
pub struct PetrovTables {
    pub(crate) tables: Tables,
}

impl PetrovTables {
    /// With `cache_bytes` 0 the cache is as large as it is by default.
    pub(crate) fn open(folders: Vec<PathBuf>, rules: &str, cache_bytes: usize) -> Result<PetrovTables, Failure> {
        let rules = RuleSet::named(rules).ok_or_else(|| Failure::UnknownRules(rules.to_owned()))?;
        let mut options = TablesOptions::new();
        if cache_bytes > 0 {
            options = options.cache_bytes(cache_bytes);
        }
        Ok(PetrovTables { tables: options.open(folders, rules)? })
    }

    /// The legal moves at some clocks, for which no table is asked.
    pub(crate) fn legal_moves(&self, position: &Position, clocks: Clocks) -> Result<Vec<PetrovMove>, Failure> {
        let rules = self.tables.rules();
        let legal = position.legal_moves(rules.movement);
        // Without a move it is lost, even as a clock runs out.
        if !legal.is_empty() {
            clocks.check(rules, position).map_err(ProbeError::from)?;
        }
        let moved = |played: &Move| {
            let (after, clocks) = (position.after(played), clocks.after(position, played, rules));
            PetrovMove::new(played, &after, clocks, Ending::at(&after, clocks, rules))
        };
        Ok(legal.iter().map(moved).collect())
    }
}

/// The position that was given, if it is one.
pub(crate) fn read_position(given: PetrovPosition) -> Result<Position, Failure> {
    let read = given.read().ok_or(Failure::SideToMove(given.side_to_move))?;
    Ok(read?)
}
