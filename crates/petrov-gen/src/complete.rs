//! Outcome files read back for the solver, which needs the compulsory captures too.

use crate::captures::{Captures, sides_of, with_steps};
use crate::smaller::SmallerTables;
use crate::solve::SolveError;
use crate::solved::Pool;
use draughts::{Color, MaterialClass, Movement, MovementVisitor, RuleSet};
use petrov_table::combinatorics::sets;
use petrov_table::cpu::{Cpu, CpuTask, with_cpu};
use petrov_table::{Outcome, OutcomeTable, Pieces, TableError, UnpackedOutcomes, Workers};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

/// Why a table could not be made complete.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CompleteError {
    /// The file is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A smaller table is not there.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// Unpacks a file's outcomes and works out those of compulsory captures from smaller tables.
///
/// # Errors
/// If a block is damaged or a smaller table missing.
pub fn complete(
    rules: &RuleSet,
    table: &OutcomeTable,
    smaller: &SmallerTables,
) -> Result<UnpackedOutcomes, CompleteError> {
    let index = *table.index();
    let mut outcomes = Vec::new();
    outcomes.resize_with(index.values() as usize, || AtomicU8::new(Outcome::Draw.code()));
    let unpack = |block| -> Result<(), TableError> {
        let unpacked = table.unpack_block(block)?;
        let (first, count) = table.values_of_block(block);
        for offset in 0..count {
            if let Some(outcome) = outcomes.get(first as usize + offset) {
                outcome.store(unpacked.outcome(offset).code(), Relaxed);
            }
        }
        Ok(())
    };
    Pool.map(table.blocks(), unpack).into_iter().collect::<Result<(), _>>()?;
    let captures = Captures::of(rules.movement);
    with_steps(rules.movement, FillTask { table, outcomes: &outcomes, smaller, captures })?;
    let outcome = |value: u64| Outcome::from_code(outcomes[value as usize].load(Relaxed)).unwrap_or(Outcome::Draw);
    Ok(UnpackedOutcomes::with_workers(index, &Pool, outcome))
}

struct FillTask<'a> {
    table: &'a OutcomeTable,
    outcomes: &'a [AtomicU8],
    smaller: &'a SmallerTables,
    captures: Captures,
}

impl MovementVisitor for FillTask<'_> {
    type Output = Result<(), SolveError>;

    fn visit<M: Movement>(self) -> Self::Output {
        let index = self.table.index();
        let missing = AtomicBool::new(false);
        const STRETCH: u64 = 64;
        Pool.map(index.slices().div_ceil(STRETCH), |stretch| {
            let slices = stretch * STRETCH..((stretch + 1) * STRETCH).min(index.slices());
            let task = FillSlices::<M> { fill: &self, slices, movement: std::marker::PhantomData };
            if !missing.load(Relaxed) && with_cpu(task).is_none() {
                missing.store(true, Relaxed);
            }
        });
        let class = index.class();
        if missing.load(Relaxed) { Err(SolveError::MissingSmaller { class }) } else { Ok(()) }
    }
}

struct FillSlices<'a, M> {
    fill: &'a FillTask<'a>,
    slices: std::ops::Range<u64>,
    movement: std::marker::PhantomData<M>,
}

impl<M: Movement> CpuTask for FillSlices<'_, M> {
    type Output = Option<()>;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Option<()> {
        let index = self.fill.table.index();
        let class: MaterialClass = index.class();
        let mut noted = Vec::new();
        for slice in self.slices {
            let (white_men, black_men) = index.men_of_slice(slice);
            let free = !(white_men | black_men);
            let slots = free.count_ones();
            for side in [Color::White, Color::Black] {
                if side == Color::Black && class.is_symmetric() {
                    continue;
                }
                let mut value = side.index() as u64 * index.positions() + slice * index.slice_size();
                let (moving, waiting) = (class.kings_of(side).into(), class.kings_of(side.other()).into());
                for waiting_set in sets(waiting, slots) {
                    let waiting = cpu.scatter(waiting_set, free);
                    let open = free & !waiting;
                    for moving_set in sets(moving, open.count_ones()) {
                        let moving = cpu.scatter(moving_set, open);
                        let (white_kings, black_kings) =
                            if side == Color::White { (moving, waiting) } else { (waiting, moving) };
                        let pieces = Pieces { white_men, white_kings, black_men, black_kings };
                        let (smaller, captures) = (self.fill.smaller, &self.fill.captures);
                        let outcome = if side == Color::White {
                            let sides = sides_of::<true>(pieces);
                            sides
                                .must_capture::<M, true>()
                                .then(|| captures.best::<C, true>(cpu, smaller, pieces, &sides, &mut noted))
                        } else {
                            let sides = sides_of::<false>(pieces);
                            sides
                                .must_capture::<M, false>()
                                .then(|| captures.best::<C, false>(cpu, smaller, pieces, &sides, &mut noted))
                        };
                        if let Some(outcome) = outcome {
                            self.fill.outcomes.get(value as usize)?.store(outcome?.code(), Relaxed);
                        }
                        value += 1;
                    }
                }
            }
        }
        Some(())
    }
}
