//! What several tests need: random positions, and rules that are known at run time only.

#![allow(dead_code)] // Each test uses its own part.

use draughts::{Color, Movement, MovementRules, MovementVisitor, Position, RuleSet, Square, with_movement};
use proptest::prelude::*;
use std::ops::ControlFlow;

/// The movement rules of all rule sets, each once.
pub(crate) const MOVEMENTS: [MovementRules; 4] =
    [MovementRules::RUSSIAN, MovementRules::UKRAINIAN, MovementRules::ENGLISH, MovementRules::BRAZILIAN];

/// Random positions, with few pieces or with many.
pub(crate) fn positions() -> impl Strategy<Value = Position> {
    let piece = (0u8..32, any::<bool>(), any::<bool>());
    let pieces = prop_oneof![prop::collection::vec(piece.clone(), 0..8), prop::collection::vec(piece, 8..28)];
    (pieces, any::<bool>()).prop_map(|(pieces, white_to_move)| {
        let mut sets = [0u32; 2];
        let mut kings = 0u32;
        for (square, white, king) in pieces {
            let (bit, own) = (1u32 << square, usize::from(!white));
            if (sets[0] | sets[1]) & bit != 0 || sets[own].count_ones() == 12 {
                continue;
            }
            let far = if white { draughts::WHITE_MAN_SQUARES } else { draughts::BLACK_MAN_SQUARES } & bit == 0;
            sets[own] |= bit;
            kings |= if king || far { bit } else { 0 };
        }
        let side_to_move = if white_to_move { Color::White } else { Color::Black };
        Position::from_sound_sets(sets[0], sets[1], kings, side_to_move)
    })
}

/// Random rule sets.
pub(crate) fn rule_sets() -> impl Strategy<Value = RuleSet> {
    prop::sample::select(RuleSet::all().to_vec())
}

/// A capture as the generator sees it: path, captured squares, crowned.
pub(crate) type RawCapture = (Vec<Square>, u32, bool);

/// What the layer of sets says of a position.
#[derive(Debug, Default)]
pub(crate) struct Raw {
    /// [`Position::must_capture`].
    pub(crate) must_capture: bool,
    /// [`Position::has_move`].
    pub(crate) has_move: bool,
    /// [`Position::count_moves`].
    pub(crate) count: usize,
    /// All captures, with each of their paths.
    pub(crate) captures: Vec<RawCapture>,
}

/// Asks the layer of sets.
pub(crate) fn raw(position: &Position, rules: MovementRules) -> Raw {
    struct Ask<'a>(&'a Position);
    impl MovementVisitor for Ask<'_> {
        type Output = Raw;
        fn visit<M: Movement>(self) -> Raw {
            let mut captures: Vec<RawCapture> = Vec::new();
            let sink = |capture: &draughts::generate::Capture<'_>| {
                let path = capture.path.iter().filter_map(|&index| Square::from_index(index)).collect();
                captures.push((path, capture.captured, capture.crowned));
                ControlFlow::Continue(())
            };
            let _ = match self.0.side_to_move() {
                Color::White => self.0.sides().captures::<M, true, _>(sink),
                Color::Black => self.0.sides().captures::<M, false, _>(sink),
            };
            Raw {
                must_capture: self.0.must_capture::<M>(),
                has_move: self.0.has_move::<M>(),
                count: self.0.count_moves::<M>(),
                captures,
            }
        }
    }
    with_movement(rules, Ask(position))
}
