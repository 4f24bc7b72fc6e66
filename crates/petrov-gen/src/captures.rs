//! The captures of a rule set, and what the best of them leads to.
//!
//! All that the movement rules say besides how men and kings step concerns captures. So only the
//! enumeration of captures is compiled for each rule set, once, and called through a pointer; the
//! loops around it are compiled for the four ways in which men capture and kings move.

use crate::exits::mover;
use crate::smaller::SmallerTables;
use draughts::generate::Sides;
use draughts::{Coded, Movement, MovementRules, MovementVisitor, with_movement};
use petrov_table::cpu::Cpu;
use petrov_table::{Outcome, Pieces};
use std::ops::ControlFlow;

/// Notes the pieces after each capture.
type Note = fn(Pieces, &Sides, &mut Vec<Pieces>);

/// The captures of a rule set, for White and for Black.
#[derive(Clone, Copy)]
pub(crate) struct Captures {
    note: [Note; 2],
}

impl Captures {
    pub(crate) fn of(rules: MovementRules) -> Captures {
        struct Find;
        impl MovementVisitor for Find {
            type Output = Captures;
            fn visit<M: Movement>(self) -> Captures {
                Captures { note: [note::<M, true>, note::<M, false>] }
            }
        }
        with_movement(rules, Find)
    }

    /// The best that the captures lead to, as the mover, who must capture, sees it; `None` if a table is
    /// missing. `noted` is memory to work in.
    #[inline(always)]
    pub(crate) fn best<C: Cpu, const WHITE: bool>(
        &self,
        cpu: C,
        smaller: &SmallerTables,
        pieces: Pieces,
        sides: &Sides,
        noted: &mut Vec<Pieces>,
    ) -> Option<Outcome> {
        // To take the last piece wins; there is no need to look where it leads.
        if sides.opponent.is_power_of_two() {
            return Some(Outcome::Win);
        }
        noted.clear();
        (self.note[usize::from(!WHITE)])(pieces, sides, noted);
        let mut best = Outcome::Loss;
        for &after in noted.iter() {
            best = best.max(smaller.outcome(cpu, after, mover::<WHITE>().other())?.reversed());
            if best == Outcome::Win {
                break;
            }
        }
        Some(best)
    }
}

#[inline(never)]
fn note<M: Movement, const WHITE: bool>(pieces: Pieces, sides: &Sides, noted: &mut Vec<Pieces>) {
    let _ = sides.captures::<M, WHITE, _>(|capture| {
        let (from, to) = (1u32 << capture.path[0], 1u32 << capture.path[capture.path.len() - 1]);
        let is_king = capture.crowned || sides.own_kings & from != 0;
        let (own_men, own_kings) = if is_king {
            (sides.own_men & !from, sides.own_kings & !from | to)
        } else {
            (sides.own_men & !from | to, sides.own_kings)
        };
        let left = !capture.captured;
        noted.push(if WHITE {
            Pieces {
                white_men: own_men,
                white_kings: own_kings,
                black_men: pieces.black_men & left,
                black_kings: pieces.black_kings & left,
            }
        } else {
            Pieces {
                white_men: pieces.white_men & left,
                white_kings: pieces.white_kings & left,
                black_men: own_men,
                black_kings: own_kings,
            }
        });
        ControlFlow::Continue(())
    });
}

/// Runs `visitor` with a type that stands for how men capture and kings move under `rules`, and for
/// nothing else of them.
pub(crate) fn with_steps<V: MovementVisitor>(rules: MovementRules, visitor: V) -> V::Output {
    match (rules.men_capture_backward, rules.kings_fly) {
        (false, false) => visitor.visit::<Coded<0>>(),
        (true, false) => visitor.visit::<Coded<1>>(),
        (false, true) => visitor.visit::<Coded<2>>(),
        (true, true) => visitor.visit::<Coded<3>>(),
    }
}

#[inline(always)]
pub(crate) fn sides_of<const WHITE: bool>(pieces: Pieces) -> Sides {
    if WHITE {
        Sides {
            own_men: pieces.white_men,
            own_kings: pieces.white_kings,
            opponent: pieces.black_men | pieces.black_kings,
        }
    } else {
        Sides {
            own_men: pieces.black_men,
            own_kings: pieces.black_kings,
            opponent: pieces.white_men | pieces.white_kings,
        }
    }
}
