//! Every value of a class against what its moves give.

use super::algebra::{Algebra, NEVER, NeedSets};
use super::known::Known;
use super::loaded::{Loaded, WalkTask, rows_a_job, sides_of};
use super::moves::{Derived, ManStep, Results, derive};
use super::rows::{RowVisitor, row_count};
use super::state::State;
use super::wrong::{Rank, Saying};
use crate::solve::Progress;
use draughts::{Color, English, Movement, Russian};
use petrov_table::cpu::{Cpu, with_cpu};
use petrov_table::{Need, Outcome, Pieces, SideStatistics, TableIndex};
use rayon::prelude::*;
use std::marker::PhantomData;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

/// What a look at all values of a side to move found.
pub(super) struct Findings {
    pub(super) statistics: SideStatistics,
    /// The largest of all needs, each clock by itself.
    pub(super) largest: Need,
    /// Number of values that are not what their moves give.
    pub(super) wrong: u64,
    /// The first of them.
    pub(super) first_wrong: Option<FirstWrong>,
    /// The quiet values whose outcome no clock justifies, in order.
    pub(super) to_be_grounded: Vec<u64>,
}

/// The first wrong value of several, by its rank, its index, and the outcome that is stored.
pub(super) type FirstWrong = (Rank, u64, Outcome);

/// Why the look ended early.
pub(super) enum CheckError {
    MissingSmaller,
    Interrupted,
}

impl Findings {
    pub(super) fn none() -> Findings {
        Findings {
            statistics: SideStatistics::new(),
            largest: Need::NOTHING,
            wrong: 0,
            first_wrong: None,
            to_be_grounded: Vec::new(),
        }
    }

    /// What was found in one stretch and then in the next.
    pub(super) fn joined(mut self, next: Findings) -> Findings {
        self.statistics = self.statistics.joined(&next.statistics);
        self.largest = self.largest.max(next.largest);
        self.wrong += next.wrong;
        self.first_wrong = match (self.first_wrong, next.first_wrong) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        if self.to_be_grounded.is_empty() {
            self.to_be_grounded = next.to_be_grounded;
        } else {
            self.to_be_grounded.extend(next.to_be_grounded);
        }
        self
    }
}

/// A class being checked.
pub(super) struct Check<'a> {
    pub(super) known: &'a Known,
    pub(super) sets: &'a NeedSets,
    pub(super) kings_fly: bool,
    pub(super) progress: &'a Progress,
}

impl<'a> Check<'a> {
    /// Looks at all values. The needs of a side to move that are not stored are put in their places
    /// on the way. The findings come by side to move.
    pub(super) fn all(&self, loaded: &mut Loaded) -> Result<Vec<Findings>, CheckError> {
        let class = loaded.index.class();
        let workers = Mutex::new(Vec::new());
        let mut findings = vec![Findings::none(), Findings::none()];
        let mut sides = sides_of(class).to_vec();
        // First the side whose needs are to be found, since those of the other are judged by them.
        sides.sort_by_key(|side| loaded.needs_stored[side.index()]);
        for &side in &sides {
            let mut own = std::mem::take(&mut loaded.states[side.index()]);
            let looked = if class.is_symmetric() {
                self.side::<true>(&loaded.index, side, &own, &mut [], &workers)
            } else {
                let other = &loaded.states[side.other().index()];
                if loaded.needs_stored[side.index()] {
                    self.side::<true>(&loaded.index, side, other, &mut own, &workers)
                } else {
                    self.side::<false>(&loaded.index, side, other, &mut own, &workers)
                }
            };
            loaded.states[side.index()] = own;
            findings[side.index()] = looked?;
        }
        findings.truncate(sides.len());
        Ok(findings)
    }

    /// Looks at the values `own` of one side to move, whose moves lead to `other`; in a symmetric
    /// class those are the same and `own` is empty.
    fn side<const STORED: bool>(
        &self,
        index: &TableIndex,
        side: Color,
        other: &[State],
        own: &mut [State],
        workers: &Mutex<Vec<Algebra<'a>>>,
    ) -> Result<Findings, CheckError> {
        let rows = rows_a_job(index, side);
        let job = rows * index.row_length(side);
        let look = |chunk: u64, states: Own<'_>| {
            if self.progress.stop.load(Relaxed) {
                return Err(CheckError::Interrupted);
            }
            let lock = || workers.lock().unwrap_or_else(PoisonError::into_inner);
            let algebra = lock().pop().unwrap_or_else(|| Algebra::new(self.sets));
            let of_job = Job { index, side, first_row: chunk * rows, rows, other, check: self };
            let (algebra, findings) = match (self.kings_fly, side) {
                (true, Color::White) => of_job.run::<Russian, true, STORED>(algebra, states),
                (true, Color::Black) => of_job.run::<Russian, false, STORED>(algebra, states),
                (false, Color::White) => of_job.run::<English, true, STORED>(algebra, states),
                (false, Color::Black) => of_job.run::<English, false, STORED>(algebra, states),
            };
            lock().push(algebra);
            self.progress.values.fetch_add(job.min(index.positions() - chunk * job), Relaxed);
            findings.ok_or(CheckError::MissingSmaller)
        };
        let joined = |a: Findings, b: Findings| Ok(a.joined(b));
        let none = || Ok(Findings::none());
        if own.is_empty() {
            let chunks = other.par_chunks(job as usize).enumerate();
            chunks.map(|(chunk, states)| look(chunk as u64, Own::Shared(states))).try_reduce_with(joined)
        } else {
            let chunks = own.par_chunks_mut(job as usize).enumerate();
            chunks.map(|(chunk, states)| look(chunk as u64, Own::Mine(states))).try_reduce_with(joined)
        }
        .unwrap_or_else(none)
    }
}

/// The values that a job looks at.
enum Own<'a> {
    Mine(&'a mut [State]),
    Shared(&'a [State]),
}

impl Own<'_> {
    #[inline(always)]
    fn get(&self, place: usize) -> Option<State> {
        match self {
            Own::Mine(states) => states.get(place).copied(),
            Own::Shared(states) => states.get(place).copied(),
        }
    }

    #[inline(always)]
    fn set(&mut self, place: usize, state: State) {
        if let Own::Mine(states) = self
            && let Some(known) = states.get_mut(place)
        {
            *known = state;
        }
    }
}

/// A stretch of rows to look at.
struct Job<'j, 'a> {
    index: &'j TableIndex,
    side: Color,
    first_row: u64,
    rows: u64,
    other: &'j [State],
    check: &'j Check<'a>,
}

impl<'a> Job<'_, 'a> {
    fn run<K: Movement, const WHITE: bool, const STORED: bool>(
        &self,
        algebra: Algebra<'a>,
        own: Own<'_>,
    ) -> (Algebra<'a>, Option<Findings>) {
        let full = self.check.sets.full();
        let mut looker = Looker::<K, WHITE, STORED> {
            results: InMemory {
                algebra,
                known: self.check.known,
                index: self.index,
                other: self.other,
                has_road: full.road != u16::MAX,
                answering: self.side.other(),
                here: Slice::default(),
                after_step: Vec::new(),
            },
            own,
            first_value: self.side.index() as u64 * self.index.positions()
                + self.first_row * self.index.row_length(self.side),
            first_within: self.first_row * self.index.row_length(self.side),
            clocks_justify: full.king != u16::MAX || full.material != u16::MAX,
            steps: Vec::new(),
            findings: Findings::none(),
            kings: PhantomData,
        };
        let rows = self.first_row..(self.first_row + self.rows).min(row_count(self.index, self.side));
        let done = with_cpu(WalkTask { index: self.index, side: self.side, rows, visitor: &mut looker });
        (looker.results.algebra, done.map(|()| looker.findings))
    }
}

impl<V: RowVisitor> RowVisitor for &mut V {
    #[inline(always)]
    fn enter_slice<C: Cpu>(&mut self, cpu: C, men: Pieces) -> Option<()> {
        (**self).enter_slice(cpu, men)
    }

    #[inline(always)]
    fn value<C: Cpu>(&mut self, cpu: C, place: usize, pieces: Pieces) -> Option<()> {
        (**self).value(cpu, place, pieces)
    }
}

/// Where the values of a placement of men lie with the opponent to move.
#[derive(Clone, Copy, Default)]
struct Slice {
    first: u64,
    free: u32,
    /// The table has them with the board turned.
    mirrored: bool,
}

/// The values that moves lead to, all in memory.
struct InMemory<'j, 'a> {
    algebra: Algebra<'a>,
    known: &'j Known,
    index: &'j TableIndex,
    other: &'j [State],
    has_road: bool,
    /// Who is to move after a move.
    answering: Color,
    /// The slice in hand.
    here: Slice,
    /// The slices that the men's steps lead to.
    after_step: Vec<Slice>,
}

impl InMemory<'_, '_> {
    #[inline(always)]
    fn slice<C: Cpu>(&self, cpu: C, men: Pieces) -> Slice {
        let mirrored = self.answering == Color::Black && self.index.class().is_symmetric();
        let men = if mirrored { men.mirrored() } else { men };
        let slice = self.index.slice_of(cpu, men.white_men, men.black_men);
        Slice { first: slice * self.index.slice_size(), free: !men.men(), mirrored }
    }

    #[inline(always)]
    fn state<C: Cpu>(&self, cpu: C, slice: Slice, pieces: Pieces) -> Option<State> {
        let (white, black, side) = if slice.mirrored {
            (pieces.black_kings.reverse_bits(), pieces.white_kings.reverse_bits(), Color::White)
        } else {
            (pieces.white_kings, pieces.black_kings, self.answering)
        };
        let within = slice.first + self.index.king_index(cpu, slice.free, white, black, side);
        self.other.get(within as usize).copied()
    }
}

impl<'a> Results<'a> for InMemory<'_, 'a> {
    #[inline(always)]
    fn algebra(&mut self) -> &mut Algebra<'a> {
        &mut self.algebra
    }

    #[inline(always)]
    fn has_road(&self) -> bool {
        self.has_road
    }

    #[inline(always)]
    fn after_king_move<C: Cpu>(&mut self, cpu: C, after: Pieces) -> Option<State> {
        self.state(cpu, self.here, after)
    }

    #[inline(always)]
    fn after_man_move<C: Cpu>(&mut self, cpu: C, step: usize, after: Pieces) -> Option<State> {
        self.state(cpu, *self.after_step.get(step)?, after)
    }

    #[inline(always)]
    fn after_crowning<C: Cpu>(&mut self, cpu: C, after: Pieces) -> Option<Outcome> {
        self.known.outcome(cpu, after, self.answering)
    }
}

/// Compares values with what their moves give. `STORED` says whether the needs were read or are to
/// be put in their places.
struct Looker<'j, 'a, K, const WHITE: bool, const STORED: bool> {
    results: InMemory<'j, 'a>,
    own: Own<'j>,
    first_value: u64,
    first_within: u64,
    /// Whether a clock is limited at all, so that every need rests on a smaller one.
    clocks_justify: bool,
    steps: Vec<ManStep>,
    findings: Findings,
    kings: PhantomData<K>,
}

impl<K: Movement, const WHITE: bool, const STORED: bool> RowVisitor for Looker<'_, '_, K, WHITE, STORED> {
    #[inline(always)]
    fn enter_slice<C: Cpu>(&mut self, cpu: C, men: Pieces) -> Option<()> {
        self.steps = ManStep::all(men, self.results.answering.other());
        self.results.here = self.results.slice(cpu, men);
        let mut after_step = std::mem::take(&mut self.results.after_step);
        after_step.clear();
        after_step.extend(self.steps.iter().map(|step| {
            // After a crowning the pieces are in another table.
            if step.crowns { Slice::default() } else { self.results.slice(cpu, step.made::<WHITE>(men)) }
        }));
        self.results.after_step = after_step;
        Some(())
    }

    #[inline(always)]
    fn value<C: Cpu>(&mut self, cpu: C, place: usize, pieces: Pieces) -> Option<()> {
        let stored = self.own.get(place)?;
        let mut set = stored.set();
        if !stored.is_capture() {
            let expects_loss = stored.outcome() == Outcome::Loss;
            let derived = derive::<K, C, _, WHITE>(cpu, &mut self.results, pieces, &self.steps, expects_loss)?;
            if STORED {
                if derived != (Derived { outcome: stored.outcome(), set }) {
                    self.disagrees(place, pieces, stored, derived);
                }
            } else {
                set = derived.set;
                // What rests on it rests on what its moves give, so that a wrong value shows here only.
                let decided = derived.outcome.is_decided();
                let outcome = if decided { derived.outcome } else { stored.outcome() };
                self.own.set(place, State::quiet(outcome, set));
                if derived.outcome != stored.outcome() {
                    self.disagrees(place, pieces, stored, derived);
                }
            }
            if !(stored.outcome().is_decided() && self.clocks_justify) && stored.outcome() != Outcome::Draw {
                self.findings.to_be_grounded.push(self.first_value + place as u64);
            }
        }
        self.findings.statistics.outcomes[usize::from(stored.outcome().code()) % 5] += 1;
        if set != NEVER {
            let summary = self.results.algebra.summary(set);
            let within = self.first_within + place as u64;
            let (king, material) = (summary.least_king.into(), summary.least_material.into());
            self.findings.statistics.meet_need(within, king, material);
            self.findings.statistics.several_needs += u64::from(summary.several);
            self.findings.largest = self.findings.largest.max(summary.largest);
        }
        Some(())
    }
}

impl<K, const WHITE: bool, const STORED: bool> Looker<'_, '_, K, WHITE, STORED> {
    #[cold]
    fn disagrees(&mut self, place: usize, pieces: Pieces, stored: State, derived: Derived) {
        let sets = self.results.algebra.sets;
        let full = sets.full();
        let needs = |set| if set == NEVER { None } else { Some((*sets.get(set)).clone()) };
        let stored = Saying { outcome: stored.outcome(), needs: if STORED { needs(stored.set()) } else { None } };
        let derived = Saying { outcome: derived.outcome, needs: if STORED { needs(derived.set) } else { None } };
        let rank = Rank::of(full, pieces, &stored, &derived);
        let wrong = (rank, self.first_value + place as u64, stored.outcome);
        self.findings.wrong += 1;
        self.findings.first_wrong = Some(self.findings.first_wrong.map_or(wrong, |first| first.min(wrong)));
    }
}
