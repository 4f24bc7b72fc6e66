//! A material class solved: slice by slice, those nearest to crowning first.

use crate::captures::{Captures, with_steps};
use crate::checkpoint::Checkpoint;
use crate::class_values::ClassValues;
use crate::code::{BLESSED, CLOSED, CURSED, Code, UNDECIDED, is_loss, is_win};
use crate::exits::{SliceRef, Surroundings};
use crate::needs::{NeedCache, NeedSets};
use crate::road;
use crate::slice::{Cell, Limits, Slice};
use crate::smaller::SmallerTables;
use crate::solved::SolvedClass;
use draughts::{Color, MaterialClass, Movement, MovementRules, MovementVisitor, RuleSet};
use petrov_table::cpu::{Cpu, CpuTask, with_cpu};
use petrov_table::{Pieces, TableIndex};
use rayon::prelude::*;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Why a class could not be solved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// Nothing can be told of such a class.
    #[error("{0} has no table: both sides need a piece, and there may be eight at most")]
    NoSuchTable(MaterialClass),
    /// A capture or a crowning leads to a class that was not solved before.
    #[error("{class} cannot be solved before the smaller classes it leads to")]
    MissingSmaller {
        /// The class.
        class: MaterialClass,
    },
    /// The checkpoint could not be read or written.
    #[error(transparent)]
    Checkpoint(#[from] petrov_table::TableError),
    /// The system would not start a thread.
    #[error("no thread could be started: {0}")]
    Thread(String),
    /// The work was told to stop.
    #[error("interrupted")]
    Interrupted,
}

/// What watches over the work: it is told of progress and may stop it.
#[derive(Debug, Default)]
pub struct Progress {
    /// Values done so far.
    pub values: AtomicU64,
    /// Set to stop as soon as the slices in hand are done.
    pub stop: AtomicBool,
}

/// Solves a class whose smaller classes are solved. With a path for a checkpoint, what was done
/// before an interruption is not done again; the caller removes the file when it is not needed any more.
///
/// # Errors
/// If the class can have no table, a smaller one is missing, `progress` says stop, or the checkpoint
/// cannot be read or written.
pub fn solve(
    rules: &RuleSet,
    class: MaterialClass,
    smaller: &SmallerTables,
    progress: &Progress,
    checkpoint: Option<&Path>,
) -> Result<SolvedClass, SolveError> {
    let index = TableIndex::new(class).ok_or(SolveError::NoSuchTable(class))?;
    if let Some(limit) = rules.road_limit(class) {
        return road::solve(rules, limit, index, smaller, progress);
    }
    let checkpoint = checkpoint.map(|path| Checkpoint::new(path.to_owned(), rules, index.class()));
    let limits = limits(rules, index.class());
    let (values, need_sets) = values_within(rules.movement, limits, index, smaller, progress, checkpoint)?;
    Ok(SolvedClass::new(rules, values, need_sets.into_lists()))
}

/// The values of a class, and their needs, where no more than king and material clock count.
pub(crate) fn values_within(
    movement: MovementRules,
    limits: Limits,
    index: TableIndex,
    smaller: &SmallerTables,
    progress: &Progress,
    checkpoint: Option<Checkpoint>,
) -> Result<(ClassValues, NeedSets), SolveError> {
    let captures = Captures::of(movement);
    with_steps(movement, SolveTask { limits, captures, index, smaller, progress, checkpoint })
}

struct SolveTask<'a> {
    limits: Limits,
    captures: Captures,
    index: TableIndex,
    smaller: &'a SmallerTables,
    progress: &'a Progress,
    checkpoint: Option<Checkpoint>,
}

impl MovementVisitor for SolveTask<'_> {
    type Output = Result<(ClassValues, NeedSets), SolveError>;

    fn visit<M: Movement>(mut self) -> Self::Output {
        let class = self.index.class();
        let values = ClassValues::new(self.index);
        let need_sets = NeedSets::default();
        let around =
            Surroundings { smaller: self.smaller, values: &values, limits: self.limits, captures: self.captures };
        let workers = Mutex::new(Vec::new());
        let missing = AtomicBool::new(false);
        let layers = layers(&self.index);
        let done = match &mut self.checkpoint {
            Some(checkpoint) => checkpoint.restore(&values, &need_sets, &layers)?,
            None => 0,
        };
        let values_of = |slices: usize| 2 * slices as u64 * self.index.slice_size();
        self.progress.values.fetch_add(values_of(layers[..done].iter().map(Vec::len).sum()), Relaxed);
        for (number, layer) in layers.iter().enumerate().skip(done) {
            // Enough slices a job that finding a worker costs nothing, few enough that all cores have some.
            let job = (layer.len() / (rayon::current_num_threads() * 8)).clamp(1, 256);
            layer.par_chunks(job).for_each(|slices| {
                if self.progress.stop.load(Relaxed) || missing.load(Relaxed) {
                    return;
                }
                let lock = || workers.lock().unwrap_or_else(PoisonError::into_inner);
                let mut worker = lock().pop().unwrap_or_else(Worker::new);
                let solved = with_cpu(SliceTask::<M> {
                    around: &around,
                    need_sets: &need_sets,
                    slices,
                    worker: &mut worker,
                    movement: std::marker::PhantomData,
                });
                if solved.is_none() {
                    missing.store(true, Relaxed);
                }
                lock().push(worker);
                self.progress.values.fetch_add(values_of(slices.len()), Relaxed);
            });
            if missing.load(Relaxed) {
                return Err(SolveError::MissingSmaller { class });
            }
            let stop = self.progress.stop.load(Relaxed);
            if let Some(checkpoint) = &mut self.checkpoint {
                let end = if stop { number } else { number + 1 };
                checkpoint.save(end, stop, &values, &need_sets, &layers)?;
            }
            if stop {
                return Err(SolveError::Interrupted);
            }
        }
        drop(workers);
        Ok((values, need_sets))
    }
}

/// What the rules allow in a class.
pub(crate) fn limits(rules: &RuleSet, class: MaterialClass) -> Limits {
    let material = rules.material_limit(class);
    Limits {
        king: rules.king_limit.map_or(u16::MAX, u16::from),
        material: material.unwrap_or(crate::code::LARGEST_BUDGET),
        step: u8::from(material.is_some()),
        counted: true,
    }
}

/// The slices of a class by the steps that their men have left to the far rows, fewest first. A
/// man's quiet move leads from one layer to the one before. In a class that is its own mirror
/// only one of two mirrored slices is listed.
fn layers(index: &TableIndex) -> Vec<Vec<u64>> {
    let mut layers: Vec<Vec<u64>> = Vec::new();
    for slice in 0..index.slices() {
        let (white_men, black_men) = index.men_of_slice(slice);
        if index.class().is_symmetric() {
            let mirror = Pieces { white_men, black_men, ..Pieces::default() }.mirrored();
            if index.slice_of(petrov_table::cpu::Portable, mirror.white_men, mirror.black_men) < slice {
                continue;
            }
        }
        let steps = draughts::bits(white_men).map(|square| 7 - square / 4).sum::<u8>()
            + draughts::bits(black_men).map(|square| square / 4).sum::<u8>();
        let steps = usize::from(steps);
        if layers.len() <= steps {
            layers.resize_with(steps + 1, Vec::new);
        }
        layers[steps].push(slice);
    }
    layers
}

/// What a worker keeps from one slice to the next.
struct Worker {
    slice: Slice,
    without_clocks: Option<Box<Slice>>,
    cache: NeedCache,
}

impl Worker {
    fn new() -> Worker {
        Worker { slice: Slice::new(), without_clocks: None, cache: NeedCache::new() }
    }
}

struct SliceTask<'a, M> {
    around: &'a Surroundings<'a>,
    need_sets: &'a NeedSets,
    slices: &'a [u64],
    worker: &'a mut Worker,
    movement: std::marker::PhantomData<M>,
}

impl<M: Movement> CpuTask for SliceTask<'_, M> {
    type Output = Option<()>;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Option<()> {
        for &slice in self.slices {
            let (white_men, black_men) = self.around.values.index().men_of_slice(slice);
            let men = Pieces { white_men, black_men, ..Pieces::default() };
            solve_slice::<M, C>(cpu, self.around, self.need_sets, self.worker, men)?;
        }
        Some(())
    }
}

#[inline(always)]
fn solve_slice<M: Movement, C: Cpu>(
    cpu: C,
    around: &Surroundings<'_>,
    need_sets: &NeedSets,
    worker: &mut Worker,
    men: Pieces,
) -> Option<()> {
    let class = around.values.index().class();
    worker.slice.prepare::<M, C>(cpu, class, men.men());
    let lost_at_once = worker.slice.settle_exits::<M, C>(cpu, around, men)?;
    worker.slice.count_king_plies(around.limits, lost_at_once, Some((need_sets, &mut worker.cache)));
    let bound = worker.slice.bound_by_a_clock;
    if bound {
        let slice = worker.without_clocks.get_or_insert_with(|| Box::new(Slice::new()));
        solve_without_clocks::<M>(around, slice, men)?;
    }
    store(cpu, around.values, &worker.slice, worker.without_clocks.as_deref().filter(|_| bound), men);
    Some(())
}

/// The second solve, for the slices in which a clock decides something. Rare, so kept out of the way.
#[inline(never)]
fn solve_without_clocks<M: Movement>(around: &Surroundings<'_>, slice: &mut Slice, men: Pieces) -> Option<()> {
    let around = &Surroundings { limits: Limits::NONE, ..*around };
    with_cpu(WithoutClocks::<M> { around, slice, men, movement: std::marker::PhantomData })
}

struct WithoutClocks<'a, M> {
    around: &'a Surroundings<'a>,
    slice: &'a mut Slice,
    men: Pieces,
    movement: std::marker::PhantomData<M>,
}

impl<M: Movement> CpuTask for WithoutClocks<'_, M> {
    type Output = Option<()>;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Option<()> {
        self.slice.prepare::<M, C>(cpu, self.around.values.index().class(), self.men.men());
        let lost_at_once = self.slice.settle_exits::<M, C>(cpu, self.around, self.men)?;
        self.slice.count_king_plies(self.around.limits, lost_at_once, None);
        Some(())
    }
}

/// Copies what was found to the values of the class.
#[inline(always)]
fn store<C: Cpu>(cpu: C, values: &ClassValues, slice: &Slice, without_clocks: Option<&Slice>, men: Pieces) {
    let index = values.index();
    let to = [SliceRef::new(cpu, values, men, Color::White), SliceRef::new(cpu, values, men, Color::Black)];
    let store = |side: usize, white: usize, black: usize, value: u64| {
        let place = slice.place(Cell { white: white as u32, black: black as u32 });
        let without_clocks = without_clocks.map(|slice| slice.sides[side].codes[place]);
        let code = final_code(slice.sides[side].codes[place], without_clocks);
        values.set(value, code, slice.sides[side].needs[place]);
    };
    // The kings of the side to move run fastest, so each side has its own order.
    for black in 0..slice.black_sets.len() {
        let mut white_rank = 0;
        for white in 0..slice.white_sets.len() {
            if slice.white_sets[white] & slice.black_sets[black] == 0 {
                let index = index.join_king_ranks(black as u32, white_rank, Color::White);
                store(0, white, black, to[0].first_value + index);
                white_rank += 1;
            }
        }
    }
    for white in 0..slice.white_sets.len() {
        let white_kings = cpu.scatter(slice.white_sets[white], slice.geometry.free);
        let mut black_rank = 0;
        for black in 0..slice.black_sets.len() {
            if slice.white_sets[white] & slice.black_sets[black] == 0 {
                if !to[1].mirrored {
                    let index = index.join_king_ranks(white as u32, black_rank, Color::Black);
                    store(1, white, black, to[1].first_value + index);
                } else if to[0].first_value != to[1].first_value {
                    // In a slice that is its own mirror both sides to move say the same.
                    let kings = Pieces { white_kings, black_kings: slice.black_squares[black], ..men };
                    store(1, white, black, to[1].value(cpu, values, kings));
                }
                black_rank += 1;
            }
        }
    }
}

#[inline(always)]
fn final_code(code: Code, without_clocks: Option<Code>) -> Code {
    match (code, without_clocks) {
        (UNDECIDED | CLOSED, Some(code)) if is_win(code) => CURSED,
        (UNDECIDED | CLOSED, Some(code)) if is_loss(code) => BLESSED,
        _ => code,
    }
}
