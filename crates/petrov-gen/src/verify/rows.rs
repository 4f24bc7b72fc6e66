//! The values of a stretch of a table in the order of their indices, with their pieces.
//!
//! A row is a stretch of values in which only the kings of the side to move differ.

use draughts::Color;
use petrov_table::combinatorics::{set_of_rank, sets};
use petrov_table::cpu::Cpu;
use petrov_table::{Pieces, TableIndex};
use std::ops::Range;

/// What looks at the values one after the other; `None` ends it.
pub(super) trait RowVisitor {
    /// The values that follow have these men.
    fn enter_slice<C: Cpu>(&mut self, cpu: C, men: Pieces) -> Option<()>;
    /// A value, with its place in the stretch.
    fn value<C: Cpu>(&mut self, cpu: C, place: usize, pieces: Pieces) -> Option<()>;
}

/// Number of rows of one side to move.
pub(super) fn row_count(index: &TableIndex, side: Color) -> u64 {
    index.positions() / index.row_length(side).max(1)
}

/// Shows a visitor all values of some rows of one side to move.
#[inline(always)]
pub(super) fn walk<C: Cpu, V: RowVisitor>(
    cpu: C,
    index: &TableIndex,
    side: Color,
    rows: Range<u64>,
    visitor: &mut V,
) -> Option<()> {
    let class = index.class();
    let (moving, waiting) = (u32::from(class.kings_of(side)), u32::from(class.kings_of(side.other())));
    let rows_a_slice = (index.slice_size() / index.row_length(side).max(1)).max(1);
    let mut slice = u64::MAX;
    let mut men = Pieces::default();
    let mut place = 0;
    for row in rows {
        if row / rows_a_slice != slice {
            slice = row / rows_a_slice;
            let (white_men, black_men) = index.men_of_slice(slice);
            men = Pieces { white_men, black_men, ..Pieces::default() };
            visitor.enter_slice(cpu, men)?;
        }
        let free = !men.men();
        let waiting = cpu.scatter(set_of_rank((row % rows_a_slice) as u32, waiting), free);
        let open = free & !waiting;
        for moving in sets(moving, open.count_ones()) {
            let moving = cpu.scatter(moving, open);
            let (white_kings, black_kings) = if side == Color::White { (moving, waiting) } else { (waiting, moving) };
            visitor.value(cpu, place, Pieces { white_kings, black_kings, ..men })?;
            place += 1;
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use petrov_table::cpu::Portable;

    struct Collect(Vec<Pieces>);

    impl RowVisitor for Collect {
        fn enter_slice<C: Cpu>(&mut self, _: C, _: Pieces) -> Option<()> {
            Some(())
        }

        fn value<C: Cpu>(&mut self, _: C, place: usize, pieces: Pieces) -> Option<()> {
            assert_eq!(place, self.0.len());
            self.0.push(pieces);
            Some(())
        }
    }

    #[test]
    fn all_values_come_in_order() {
        for name in ["KvK", "KMvM", "KKvK", "MMvM", "KMvK"] {
            let index = name.parse().ok().and_then(TableIndex::new).expect("a class");
            for side in [Color::White, Color::Black] {
                let mut all = Collect(Vec::new());
                assert_eq!(walk(Portable, &index, side, 0..row_count(&index, side), &mut all), Some(()));
                assert_eq!(all.0.len() as u64, index.positions());
                for (within, &pieces) in all.0.iter().enumerate() {
                    let value = side.index() as u64 * index.positions() + within as u64;
                    if value < index.values() {
                        assert_eq!(index.value_of_pieces(Portable, pieces, side), value, "{name}");
                    }
                }
            }
        }
    }
}
