//! Compulsory captures, compiled for each way of moving and chosen once.

use draughts::generate::Sides;
use draughts::{Color, Movement, MovementRules, MovementVisitor, with_movement};
use petrov_table::Pieces;
use std::ops::ControlFlow;

/// What is to be done with the pieces after a capture.
type Sink<'a> = dyn FnMut(Pieces) -> ControlFlow<()> + 'a;

/// The captures of a rule set.
#[derive(Clone, Copy)]
pub(super) struct Captures {
    compulsory: fn(Pieces, Color) -> bool,
    each: fn(Pieces, Color, &mut Sink<'_>),
    /// Whether kings move along whole diagonals.
    pub(super) kings_fly: bool,
}

impl Captures {
    pub(super) fn new(rules: MovementRules) -> Captures {
        struct Choose;
        impl MovementVisitor for Choose {
            type Output = Captures;
            fn visit<M: Movement>(self) -> Captures {
                Captures { compulsory: compulsory::<M>, each: each::<M>, kings_fly: M::RULES.kings_fly }
            }
        }
        with_movement(rules, Choose)
    }

    /// Whether the side to move can capture, and so must.
    #[inline(always)]
    pub(super) fn are_compulsory(&self, pieces: Pieces, side: Color) -> bool {
        (self.compulsory)(pieces, side)
    }

    /// Calls `sink` with the pieces after each capture, until it breaks.
    pub(super) fn each(&self, pieces: Pieces, side: Color, sink: &mut Sink<'_>) {
        (self.each)(pieces, side, sink);
    }
}

/// The pieces as the side to move sees them.
#[inline(always)]
fn sides(pieces: Pieces, side: Color) -> Sides {
    let Pieces { white_men, white_kings, black_men, black_kings } = pieces;
    match side {
        Color::White => Sides { own_men: white_men, own_kings: white_kings, opponent: black_men | black_kings },
        Color::Black => Sides { own_men: black_men, own_kings: black_kings, opponent: white_men | white_kings },
    }
}

fn compulsory<M: Movement>(pieces: Pieces, side: Color) -> bool {
    match side {
        Color::White => sides(pieces, side).must_capture::<M, true>(),
        Color::Black => sides(pieces, side).must_capture::<M, false>(),
    }
}

fn each<M: Movement>(pieces: Pieces, side: Color, sink: &mut Sink<'_>) {
    let sides = sides(pieces, side);
    let mut captured = |path: &[u8], captured: u32, crowned: bool| {
        let (Some(&from), Some(&to)) = (path.first(), path.last()) else { return ControlFlow::Continue(()) };
        let (from, to) = (1u32 << from, 1u32 << to);
        let stays_man = sides.own_men & from != 0 && !crowned;
        let men = sides.own_men & !from | if stays_man { to } else { 0 };
        let kings = sides.own_kings & !from | if stays_man { 0 } else { to };
        sink(match side {
            Color::White => Pieces {
                white_men: men,
                white_kings: kings,
                black_men: pieces.black_men & !captured,
                black_kings: pieces.black_kings & !captured,
            },
            Color::Black => Pieces {
                white_men: pieces.white_men & !captured,
                white_kings: pieces.white_kings & !captured,
                black_men: men,
                black_kings: kings,
            },
        })
    };
    let _ = match side {
        Color::White => sides.captures::<M, true, _>(|c| captured(c.path, c.captured, c.crowned)),
        Color::Black => sides.captures::<M, false, _>(|c| captured(c.path, c.captured, c.crowned)),
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::{Position, RuleSet};
    use std::collections::BTreeSet;

    #[test]
    fn they_are_the_legal_captures() {
        for rules in RuleSet::all() {
            let captures = Captures::new(rules.movement);
            for text in ["W:WKa1,c3:BKd4,f6,b6", "B:Wc3,e3,Kg7:BKa1,d2,Kf8", "W:We7:Bd8,f6", "W:Wb6:Bc7,e7,e5"] {
                let position: Position = text.parse().expect("a position");
                let (pieces, side) = (Pieces::of(&position), position.side_to_move());
                let legal = position.legal_moves(rules.movement);
                let expected: BTreeSet<Position> =
                    legal.iter().filter(|m| m.is_capture()).map(|m| position.after(m)).collect();
                let mut found = BTreeSet::new();
                captures.each(pieces, side, &mut |after| {
                    found.insert(after.with_side_to_move(side.other()));
                    ControlFlow::Continue(())
                });
                assert_eq!(found, expected, "{text} {}", rules.name);
                assert_eq!(captures.are_compulsory(pieces, side), !expected.is_empty(), "{text}");
            }
        }
    }
}
