//! A class in memory: its two files read, compulsory captures worked out from the smaller classes.

use super::algebra::{NEVER, NeedSets, SetId};
use super::captures::Captures;
use super::known::Known;
use super::moves::on_road;
use super::rows::{RowVisitor, row_count, walk};
use super::state::State;
use draughts::{Color, MaterialClass};
use petrov_table::cpu::{Cpu, CpuTask, with_cpu};
use petrov_table::{NeedTable, Needs, Outcome, OutcomeTable, Pieces, TableError, TableIndex, UnpackedOutcomes};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// What is known of all values of a class.
pub(super) struct Loaded {
    pub(super) index: TableIndex,
    /// By side to move; a symmetric class has White only.
    pub(super) states: Vec<Vec<State>>,
    /// The sides whose needs were read; those of the other follow from its moves.
    pub(super) needs_stored: [bool; 2],
}

/// Why a class could not be loaded.
pub(super) enum LoadError {
    Table(TableError),
    /// A table that a capture leads to is not there.
    MissingSmaller,
    Interrupted,
}

impl From<TableError> for LoadError {
    fn from(error: TableError) -> LoadError {
        LoadError::Table(error)
    }
}

/// Values that a job looks at, about.
const JOB_VALUES: u64 = 1 << 14;

/// The rows of one job.
pub(super) fn rows_a_job(index: &TableIndex, side: Color) -> u64 {
    (JOB_VALUES / index.row_length(side).max(1)).max(1)
}

/// The sides to move that a table tells apart.
pub(super) fn sides_of(class: MaterialClass) -> &'static [Color] {
    if class.is_symmetric() { &[Color::White] } else { &[Color::White, Color::Black] }
}

/// The numbers of a file's sets of needs among the sets of the class.
///
/// # Errors
/// If one is not written as it must be: at least one need, none made idle by another, in order.
pub(super) fn numbers_of(needs: &NeedTable, sets: &NeedSets) -> Result<Vec<SetId>, TableError> {
    let number = |id| {
        let list = needs.needs(id);
        let set: Needs = list.iter().copied().collect();
        (!list.is_empty() && *set == *list).then(|| sets.number(set))
    };
    let numbers: Option<Vec<SetId>> = (0..needs.set_count()).map(number).collect();
    numbers.ok_or_else(|| TableError::Damaged {
        file: needs.name().to_owned(),
        block: None,
        what: "a set of needs is empty or not in order",
    })
}

impl Loaded {
    /// Reads the outcomes of a class, and its needs where they are asked for.
    pub(super) fn read(
        outcomes: &OutcomeTable,
        needs: Option<(&NeedTable, &NeedSets)>,
        known: &Known,
        captures: Captures,
        stop: &AtomicBool,
    ) -> Result<Loaded, LoadError> {
        let index = *outcomes.index();
        let numbers = needs.map(|(table, sets)| numbers_of(table, sets)).transpose()?;
        let needs_stored = needs.map_or([false; 2], |(table, _)| table.header().sides);
        let mut states = Vec::new();
        for &side in sides_of(index.class()) {
            let first = side.index() as u64 * index.positions();
            let mut of_side = vec![State::quiet(Outcome::Draw, NEVER); index.positions() as usize];
            let block_values = outcomes.block_values();
            let chunks = of_side.par_chunks_mut(block_values as usize).enumerate();
            chunks.try_for_each(|(chunk, states)| {
                let at = first + chunk as u64 * block_values;
                let Some((block, _)) = outcomes.place_of(at) else { return Ok(()) };
                let block = outcomes.unpack_block(block)?;
                for (offset, state) in states.iter_mut().enumerate() {
                    *state = State::quiet(block.outcome(offset), NEVER);
                }
                Ok::<(), LoadError>(())
            })?;
            if let Some((table, _)) = needs {
                let numbers = numbers.as_deref().unwrap_or(&[]);
                let block_values = table.block_values();
                let chunks = of_side.par_chunks_mut(block_values as usize).enumerate();
                chunks.try_for_each(|(chunk, states)| {
                    let at = first + chunk as u64 * block_values;
                    let Some((block, _)) = table.place_of(at) else { return Ok(()) };
                    let block = table.unpack_block(block)?;
                    for (offset, state) in states.iter_mut().enumerate() {
                        if state.outcome().is_decided() {
                            let set = numbers.get(block.id(offset) as usize).copied().unwrap_or(NEVER);
                            *state = State::quiet(state.outcome(), set);
                        }
                    }
                    Ok::<(), LoadError>(())
                })?;
            }
            states.push(of_side);
        }
        let mut loaded = Loaded { index, states, needs_stored };
        loaded.resolve_captures(needs.map(|(_, sets)| sets), known, captures, stop)?;
        Ok(loaded)
    }

    /// Puts what the smaller tables say in the place of what the file says where the side to move
    /// must capture, which is anything.
    fn resolve_captures(
        &mut self,
        sets: Option<&NeedSets>,
        known: &Known,
        captures: Captures,
        stop: &AtomicBool,
    ) -> Result<(), LoadError> {
        let index = self.index;
        for (states, &side) in self.states.iter_mut().zip(sides_of(index.class())) {
            let rows = rows_a_job(&index, side);
            let job = (rows * index.row_length(side)) as usize;
            states.par_chunks_mut(job).enumerate().try_for_each(|(chunk, states)| {
                if stop.load(Relaxed) {
                    return Err(LoadError::Interrupted);
                }
                let first = chunk as u64 * rows;
                let rows = first..(first + rows).min(row_count(&index, side));
                let resolve = Resolve { known, captures, sets, side, states };
                with_cpu(WalkTask { index: &index, side, rows, visitor: resolve }).ok_or(LoadError::MissingSmaller)
            })?;
        }
        Ok(())
    }

    /// The state of a position of the class, seen from its canonical side.
    pub(super) fn state<C: Cpu>(&self, cpu: C, pieces: Pieces, side: Color) -> Option<State> {
        let value = self.index.value_of_pieces(cpu, pieces, side);
        self.state_of_value(value)
    }

    pub(super) fn state_of_value(&self, value: u64) -> Option<State> {
        let positions = self.index.positions().max(1);
        self.states.get((value / positions) as usize)?.get((value % positions) as usize).copied()
    }

    /// The outcomes, two bits each.
    pub(super) fn unpacked(&self) -> UnpackedOutcomes {
        UnpackedOutcomes::new(self.index, self.states.iter().flatten().map(|state| state.outcome()))
    }
}

/// A visitor to be shown some rows.
pub(super) struct WalkTask<'a, V> {
    pub(super) index: &'a TableIndex,
    pub(super) side: Color,
    pub(super) rows: std::ops::Range<u64>,
    pub(super) visitor: V,
}

impl<V: RowVisitor> CpuTask for WalkTask<'_, V> {
    type Output = Option<()>;

    #[inline(always)]
    fn run<C: Cpu>(mut self, cpu: C) -> Option<()> {
        walk(cpu, self.index, self.side, self.rows, &mut self.visitor)
    }
}

struct Resolve<'a> {
    known: &'a Known,
    captures: Captures,
    sets: Option<&'a NeedSets>,
    side: Color,
    states: &'a mut [State],
}

impl RowVisitor for Resolve<'_> {
    fn enter_slice<C: Cpu>(&mut self, _: C, _: Pieces) -> Option<()> {
        Some(())
    }

    #[inline(always)]
    fn value<C: Cpu>(&mut self, cpu: C, place: usize, pieces: Pieces) -> Option<()> {
        if self.captures.are_compulsory(pieces, self.side) {
            let outcome = self.known.after_captures(cpu, self.captures, pieces, self.side)?;
            *self.states.get_mut(place)? = capture_state(outcome, pieces, self.sets);
        }
        Some(())
    }
}

/// The state of a value in which the side to move must capture.
pub(super) fn capture_state(outcome: Outcome, pieces: Pieces, sets: Option<&NeedSets>) -> State {
    let set = match sets {
        Some(sets) if outcome.is_decided() => sets.conversion(sets.full().road != u16::MAX && on_road(pieces)),
        _ => NEVER,
    };
    State::capture(outcome, set)
}
