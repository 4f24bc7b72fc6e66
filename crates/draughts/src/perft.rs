//! Counting the moves of a position to some depth, the usual test of a move generator.

use crate::Position;
use crate::movement::{Movement, MovementRules, MovementVisitor, with_movement};

/// Number of sequences of `depth` legal moves (plies) from a position. Two paths with the same
/// piece, captured set and end square count as one move.
#[must_use]
pub fn perft(position: &Position, rules: MovementRules, depth: u32) -> u64 {
    struct Count<'a>(&'a Position, u32);
    impl MovementVisitor for Count<'_> {
        type Output = u64;
        fn visit<M: Movement>(self) -> u64 {
            count::<M>(self.0, self.1)
        }
    }
    with_movement(rules, Count(position, depth))
}

fn count<M: Movement>(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves::<M>() as u64,
        _ => {
            let mut nodes = 0;
            position.for_each_move::<M>(|m| nodes += count::<M>(&position.after(&m), depth - 1));
            nodes
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_position_has_the_known_counts() {
        let counts = |rules| (1..=6).map(|depth| perft(&Position::start(), rules, depth)).collect::<Vec<_>>();
        assert_eq!(counts(MovementRules::RUSSIAN), [7, 49, 302, 1469, 7482, 37986]);
        assert_eq!(counts(MovementRules::ENGLISH), [7, 49, 302, 1469, 7361, 36768]);
        assert_eq!(counts(MovementRules::BRAZILIAN), [7, 49, 302, 1469, 7473, 37628]);
    }
}
