//! Outcome files read back for the solver, which needs the compulsory captures too.

use crate::exits::{best_capture, sides_of};
use crate::smaller::SmallerTables;
use crate::solve::SolveError;
use crate::solved::Pool;
use draughts::{Color, MaterialClass, Movement, MovementVisitor, RuleSet, with_movement};
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
    with_movement(rules.movement, FillTask { table, outcomes: &outcomes, smaller })?;
    let outcomes = outcomes.into_iter().map(|code| Outcome::from_code(code.into_inner()).unwrap_or(Outcome::Draw));
    Ok(UnpackedOutcomes::new(index, outcomes))
}

struct FillTask<'a> {
    table: &'a OutcomeTable,
    outcomes: &'a [AtomicU8],
    smaller: &'a SmallerTables,
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
                        let outcome = if side == Color::White {
                            capture_outcome::<M, C, true>(cpu, self.fill.smaller, pieces)
                        } else {
                            capture_outcome::<M, C, false>(cpu, self.fill.smaller, pieces)
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

/// The outcome if a capture is compulsory; within, `None` if a table is missing.
#[inline(always)]
fn capture_outcome<M: Movement, C: Cpu, const WHITE: bool>(
    cpu: C,
    smaller: &SmallerTables,
    pieces: Pieces,
) -> Option<Option<Outcome>> {
    let sides = sides_of::<WHITE>(pieces);
    sides.must_capture::<M, WHITE>().then(|| best_capture::<M, C, WHITE>(cpu, smaller, pieces, &sides))
}
