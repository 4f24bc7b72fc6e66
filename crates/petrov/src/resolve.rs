//! Captures made until nothing is left to capture: compiled for each way of moving.

use crate::error::Fault;
use crate::store::Store;
use draughts::generate::Sides;
use draughts::{Color, Movement, MovementRules, MovementVisitor, with_movement};
use petrov_table::cpu::{Cpu, CpuTask, with_cpu};
use petrov_table::{Outcome, Pieces};
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// The outcome of a position at full budgets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resolved {
    pub(crate) outcome: Outcome,
    /// Whether it follows from smaller tables or from none: a capture is compulsory, or a side has
    /// no piece. No clock then asks for more than one ply.
    pub(crate) forced: bool,
}

/// What hangs on the way of moving and on the processor, chosen once.
pub(crate) struct Mover {
    compiled: Box<dyn Compiled>,
    /// Whether kings move along whole diagonals.
    pub(crate) kings_fly: bool,
}

/// Compiled for a way of moving and a processor.
trait Compiled: Send + Sync {
    fn resolve(&self, store: &Store, pieces: Pieces, side: Color) -> Result<Resolved, Fault>;
    fn has_move(&self, pieces: Pieces, side: Color) -> bool;
}

struct CompiledFor<M, C> {
    cpu: C,
    movement: PhantomData<M>,
}

impl Mover {
    pub(crate) fn new(rules: MovementRules) -> Mover {
        struct ChooseMovement;
        impl MovementVisitor for ChooseMovement {
            type Output = Mover;
            fn visit<M: Movement>(self) -> Mover {
                Mover { compiled: with_cpu(ChooseCpu::<M>(PhantomData)), kings_fly: M::RULES.kings_fly }
            }
        }
        struct ChooseCpu<M>(PhantomData<M>);
        impl<M: Movement> CpuTask for ChooseCpu<M> {
            type Output = Box<dyn Compiled>;
            fn run<C: Cpu>(self, cpu: C) -> Box<dyn Compiled> {
                Box::new(CompiledFor { cpu, movement: self.0 })
            }
        }
        with_movement(rules, ChooseMovement)
    }

    /// The outcome of a position at full budgets.
    #[inline]
    pub(crate) fn resolve(&self, store: &Store, pieces: Pieces, side: Color) -> Result<Resolved, Fault> {
        self.compiled.resolve(store, pieces, side)
    }

    /// Whether the side to move has a move.
    pub(crate) fn has_move(&self, pieces: Pieces, side: Color) -> bool {
        self.compiled.has_move(pieces, side)
    }
}

impl<M: Movement, C: Cpu> Compiled for CompiledFor<M, C> {
    fn resolve(&self, store: &Store, pieces: Pieces, side: Color) -> Result<Resolved, Fault> {
        match side {
            Color::White => self.cpu.run(Resolve::<M, true>::new(store, pieces)),
            Color::Black => self.cpu.run(Resolve::<M, false>::new(store, pieces)),
        }
    }

    fn has_move(&self, pieces: Pieces, side: Color) -> bool {
        match side {
            Color::White => sides::<true>(pieces).has_move::<M, true>(),
            Color::Black => sides::<false>(pieces).has_move::<M, false>(),
        }
    }
}

/// To resolve a position with the side to move that is `WHITE`.
///
/// It is handed over in memory, and a processor passes on what was just written only in the pieces in which it was.
/// So the men and, in the upper half, the kings are one word, and the two words lie apart, lest both be read at once.
#[repr(C)]
struct Resolve<'a, M, const WHITE: bool> {
    white: u64,
    store: &'a Store,
    black: u64,
    movement: PhantomData<M>,
}

impl<'a, M, const WHITE: bool> Resolve<'a, M, WHITE> {
    #[inline(always)]
    fn new(store: &'a Store, pieces: Pieces) -> Self {
        let Pieces { white_men, white_kings, black_men, black_kings } = pieces;
        let join = |men, kings| u64::from(men) | u64::from(kings) << 32;
        Resolve {
            store,
            white: join(white_men, white_kings),
            black: join(black_men, black_kings),
            movement: PhantomData,
        }
    }
}

impl<M: Movement, const WHITE: bool> CpuTask for Resolve<'_, M, WHITE> {
    type Output = Result<Resolved, Fault>;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Self::Output {
        let Resolve { store, white, black, .. } = self;
        let pieces = Pieces {
            white_men: white as u32,
            white_kings: (white >> 32) as u32,
            black_men: black as u32,
            black_kings: (black >> 32) as u32,
        };
        resolve_side::<M, C, WHITE>(cpu, store, pieces)
    }
}

#[inline(always)]
fn sides<const WHITE: bool>(pieces: Pieces) -> Sides {
    let Pieces { white_men, white_kings, black_men, black_kings } = pieces;
    if WHITE {
        Sides { own_men: white_men, own_kings: white_kings, opponent: black_men | black_kings }
    } else {
        Sides { own_men: black_men, own_kings: black_kings, opponent: white_men | white_kings }
    }
}

#[inline(always)]
const fn color<const WHITE: bool>() -> Color {
    if WHITE { Color::White } else { Color::Black }
}

#[inline(always)]
fn resolve_side<M: Movement, C: Cpu, const WHITE: bool>(
    cpu: C,
    store: &Store,
    pieces: Pieces,
) -> Result<Resolved, Fault> {
    let sides = sides::<WHITE>(pieces);
    if sides.own_men | sides.own_kings == 0 {
        return Ok(Resolved { outcome: Outcome::Loss, forced: true });
    }
    if sides.must_capture::<M, WHITE>() {
        let outcome = best_capture::<M, C, WHITE>(cpu, store, pieces, &sides)?;
        return Ok(Resolved { outcome, forced: true });
    }
    if sides.opponent == 0 {
        // Any move wins; a side can only be without one if its own pieces are all in their own way.
        let outcome = if sides.has_move::<M, WHITE>() { Outcome::Win } else { Outcome::Loss };
        return Ok(Resolved { outcome, forced: true });
    }
    store.outcome(cpu, pieces, color::<WHITE>()).map(|outcome| Resolved { outcome, forced: false })
}

/// The best that the captures lead to, as the mover sees it. A table that is missing matters only
/// if nothing else wins.
#[inline(always)]
fn best_capture<M: Movement, C: Cpu, const WHITE: bool>(
    cpu: C,
    store: &Store,
    pieces: Pieces,
    sides: &Sides,
) -> Result<Outcome, Fault> {
    let mut best = Outcome::Loss;
    let mut fault = None;
    let _ = sides.captures::<M, WHITE, _>(|capture| {
        let (from, to) = (1u32 << capture.path[0], 1u32 << capture.path[capture.path.len() - 1]);
        let (own_men, own_kings) = if capture.crowned || sides.own_kings & from != 0 {
            (sides.own_men & !from, sides.own_kings & !from | to)
        } else {
            (sides.own_men & !from | to, sides.own_kings)
        };
        match after_capture::<M, C, WHITE>(cpu, store, pieces, own_men, own_kings, capture.captured) {
            Ok(outcome) => best = best.max(outcome.reversed()),
            Err(error) => fault = Some(error),
        }
        if best == Outcome::Win { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match fault {
        Some(fault) if best != Outcome::Win => Err(fault),
        _ => Ok(best),
    }
}

/// What the opponent has after a capture.
#[inline(never)]
fn after_capture<M: Movement, C: Cpu, const WHITE: bool>(
    cpu: C,
    store: &Store,
    pieces: Pieces,
    own_men: u32,
    own_kings: u32,
    captured: u32,
) -> Result<Outcome, Fault> {
    let resolved = if WHITE {
        let (black_men, black_kings) = (pieces.black_men & !captured, pieces.black_kings & !captured);
        let pieces = Pieces { white_men: own_men, white_kings: own_kings, black_men, black_kings };
        cpu.run(Resolve::<M, false>::new(store, pieces))
    } else {
        let (white_men, white_kings) = (pieces.white_men & !captured, pieces.white_kings & !captured);
        let pieces = Pieces { white_men, white_kings, black_men: own_men, black_kings: own_kings };
        cpu.run(Resolve::<M, true>::new(store, pieces))
    };
    resolved.map(|resolved| resolved.outcome)
}
