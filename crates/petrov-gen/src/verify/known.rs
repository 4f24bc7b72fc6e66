//! The outcomes of the smaller classes, by which captures and crownings are judged.

use super::captures::Captures;
use draughts::{Color, MaterialClass};
use petrov_table::cpu::Cpu;
use petrov_table::{Outcome, Pieces, UnpackedOutcomes};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Outcome tables in memory, found by what each side has.
pub(super) struct Known {
    tables: BTreeMap<MaterialClass, Arc<UnpackedOutcomes>>,
    /// By [`code_of`]; the flag says that the table is that of the mirrored class.
    by_material: Vec<Option<(Arc<UnpackedOutcomes>, bool)>>,
}

/// Four bits for each of the four counts.
const CODES: usize = 1 << 16;

/// What each side has, as a number.
#[inline(always)]
fn code_of(pieces: Pieces) -> usize {
    let Pieces { white_men, white_kings, black_men, black_kings } = pieces;
    let counts = [white_men, white_kings, black_men, black_kings].map(|set| set.count_ones() as usize % 16);
    counts[0] | counts[1] << 4 | counts[2] << 8 | counts[3] << 12
}

fn code_of_class(class: MaterialClass) -> usize {
    let counts = [class.white_men, class.white_kings, class.black_men, class.black_kings];
    let counts = counts.map(|count| usize::from(count % 16));
    counts[0] | counts[1] << 4 | counts[2] << 8 | counts[3] << 12
}

impl Known {
    pub(super) fn new() -> Known {
        Known { tables: BTreeMap::new(), by_material: vec![None; CODES] }
    }

    pub(super) fn insert(&mut self, table: UnpackedOutcomes) {
        let (class, table) = (table.index().class(), Arc::new(table));
        self.by_material[code_of_class(class.mirrored())] = Some((Arc::clone(&table), true));
        self.by_material[code_of_class(class)] = Some((Arc::clone(&table), false));
        self.tables.insert(class, table);
    }

    /// Forgets all tables but those of some classes.
    pub(super) fn keep_only(&mut self, keep: impl Fn(MaterialClass) -> bool) {
        self.tables.retain(|&class, _| keep(class));
        for entry in &mut self.by_material {
            if entry.as_ref().is_some_and(|(table, _)| !keep(table.index().class())) {
                *entry = None;
            }
        }
    }

    pub(super) fn contains(&self, class: MaterialClass) -> bool {
        self.tables.contains_key(&class.canonical())
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.tables.values().map(|table| table.bytes() as u64).sum()
    }

    /// The outcome for `side`, which is to move; `None` if the table is not there.
    #[inline(always)]
    pub(super) fn outcome<C: Cpu>(&self, cpu: C, pieces: Pieces, side: Color) -> Option<Outcome> {
        let own = match side {
            Color::White => pieces.white_men | pieces.white_kings,
            Color::Black => pieces.black_men | pieces.black_kings,
        };
        if own == 0 {
            return Some(Outcome::Loss);
        }
        let (table, mirrored) = self.by_material.get(code_of(pieces))?.as_ref()?;
        Some(if *mirrored {
            table.outcome_of_pieces(cpu, pieces.mirrored(), side.other())
        } else {
            table.outcome_of_pieces(cpu, pieces, side)
        })
    }

    /// The best that compulsory captures lead to; `None` if a table is not there.
    #[inline(always)]
    pub(super) fn after_captures<C: Cpu>(
        &self,
        cpu: C,
        captures: Captures,
        pieces: Pieces,
        side: Color,
    ) -> Option<Outcome> {
        let mut best = Some(Outcome::Loss);
        captures.each(pieces, side, &mut |after| {
            let outcome = self.outcome(cpu, after, side.other());
            best = outcome.and_then(|outcome| best.map(|best| best.max(outcome.reversed())));
            if best.is_none_or(|best| best == Outcome::Win) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        best
    }
}
