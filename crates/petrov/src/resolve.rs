//! Captures made until nothing is left to capture: compiled for each way of moving.

use crate::error::Fault;
use crate::store::Store;
use draughts::generate::Sides;
use draughts::{Color, Movement, MovementRules, MovementVisitor, with_movement};
use petrov_table::{Outcome, Pieces};
use std::ops::ControlFlow;

/// The outcome of a position at full budgets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resolved {
    pub(crate) outcome: Outcome,
    /// Whether it follows from smaller tables or from none: a capture is compulsory, or a side has
    /// no piece. No clock then asks for more than one ply.
    pub(crate) forced: bool,
}

/// The functions that hang on the way of moving, chosen once.
#[derive(Clone, Copy)]
pub(crate) struct Mover {
    resolve: fn(&Store, Pieces, Color) -> Result<Resolved, Fault>,
    has_move: fn(Pieces, Color) -> bool,
    /// Whether kings move along whole diagonals.
    pub(crate) kings_fly: bool,
}

impl Mover {
    pub(crate) fn new(rules: MovementRules) -> Mover {
        struct Choose;
        impl MovementVisitor for Choose {
            type Output = Mover;
            fn visit<M: Movement>(self) -> Mover {
                Mover { resolve: resolve::<M>, has_move: has_move::<M>, kings_fly: M::RULES.kings_fly }
            }
        }
        with_movement(rules, Choose)
    }

    /// The outcome of a position at full budgets.
    #[inline]
    pub(crate) fn resolve(&self, store: &Store, pieces: Pieces, side: Color) -> Result<Resolved, Fault> {
        (self.resolve)(store, pieces, side)
    }

    /// Whether the side to move has a move.
    pub(crate) fn has_move(&self, pieces: Pieces, side: Color) -> bool {
        (self.has_move)(pieces, side)
    }
}

fn resolve<M: Movement>(store: &Store, pieces: Pieces, side: Color) -> Result<Resolved, Fault> {
    match side {
        Color::White => resolve_side::<M, true>(store, pieces),
        Color::Black => resolve_side::<M, false>(store, pieces),
    }
}

fn has_move<M: Movement>(pieces: Pieces, side: Color) -> bool {
    match side {
        Color::White => sides::<true>(pieces).has_move::<M, true>(),
        Color::Black => sides::<false>(pieces).has_move::<M, false>(),
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

fn resolve_side<M: Movement, const WHITE: bool>(store: &Store, pieces: Pieces) -> Result<Resolved, Fault> {
    let sides = sides::<WHITE>(pieces);
    if sides.own_men | sides.own_kings == 0 {
        return Ok(Resolved { outcome: Outcome::Loss, forced: true });
    }
    if sides.must_capture::<M, WHITE>() {
        let outcome = best_capture::<M, WHITE>(store, pieces, &sides)?;
        return Ok(Resolved { outcome, forced: true });
    }
    if sides.opponent == 0 {
        // Any move wins; a side can only be without one if its own pieces are all in their own way.
        let outcome = if sides.has_move::<M, WHITE>() { Outcome::Win } else { Outcome::Loss };
        return Ok(Resolved { outcome, forced: true });
    }
    store.outcome(pieces, color::<WHITE>()).map(|outcome| Resolved { outcome, forced: false })
}

/// The best that the captures lead to, as the mover sees it. A table that is missing matters only
/// if nothing else wins.
fn best_capture<M: Movement, const WHITE: bool>(
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
        match after_capture::<M, WHITE>(store, pieces, own_men, own_kings, capture.captured) {
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
fn after_capture<M: Movement, const WHITE: bool>(
    store: &Store,
    pieces: Pieces,
    own_men: u32,
    own_kings: u32,
    captured: u32,
) -> Result<Outcome, Fault> {
    let resolved = if WHITE {
        let (black_men, black_kings) = (pieces.black_men & !captured, pieces.black_kings & !captured);
        resolve_side::<M, false>(store, Pieces { white_men: own_men, white_kings: own_kings, black_men, black_kings })
    } else {
        let (white_men, white_kings) = (pieces.white_men & !captured, pieces.white_kings & !captured);
        resolve_side::<M, true>(store, Pieces { white_men, white_kings, black_men: own_men, black_kings: own_kings })
    };
    resolved.map(|resolved| resolved.outcome)
}
