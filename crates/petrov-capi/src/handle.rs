//! What the handle stands for, and what is asked of it.

use crate::failure::Failure;
use crate::types::PetrovPosition;
use draughts::{MaterialClass, Position, RuleSet};
use petrov::{ProbeError, TableError, Tables, TablesOptions};
use std::path::PathBuf;

/// Bytes of a cache for each of the places in it that are made at the start, or more.
const CACHE_BYTES_A_BYTE: usize = 16;

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
            // What a cache takes at the start, tried here because there it would end the process.
            let mut trial: Vec<u8> = Vec::new();
            let tried = trial.try_reserve_exact(cache_bytes / CACHE_BYTES_A_BYTE);
            tried.map_err(|_| Failure::OutOfMemory(cache_bytes))?;
            options = options.cache_bytes(cache_bytes);
        }
        Ok(PetrovTables { tables: options.open(folders, rules)? })
    }

    /// The largest number of pieces of which every class has its outcomes, and all smaller ones too.
    pub(crate) fn largest_piece_count(&self) -> Result<u32, Failure> {
        let mut largest = 0;
        for pieces in 2.. {
            for class in MaterialClass::all_canonical(pieces) {
                if !self.has(class)? {
                    return Ok(largest);
                }
            }
            largest = u32::from(pieces);
        }
        Ok(largest)
    }

    fn has(&self, class: MaterialClass) -> Result<bool, Failure> {
        match self.tables.has(class) {
            Err(ProbeError::Table(error)) if matches!(*error, TableError::NoSuchTable(_)) => Ok(false),
            found => Ok(found?),
        }
    }
}

/// The position that was given, if it is one.
pub(crate) fn read_position(given: PetrovPosition) -> Result<Position, Failure> {
    let read = given.read().ok_or(Failure::SideToMove(given.side_to_move))?;
    Ok(read?)
}
