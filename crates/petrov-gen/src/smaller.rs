//! The solved tables that captures and crownings lead into.

use draughts::{Color, MaterialClass};
use petrov_table::cpu::Cpu;
use petrov_table::{Outcome, Pieces, UnpackedOutcomes};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Outcome tables in memory, found by what each side has.
#[derive(Clone, Default)]
pub struct SmallerTables {
    tables: BTreeMap<MaterialClass, Arc<UnpackedOutcomes>>,
    by_material: Vec<Option<(Arc<UnpackedOutcomes>, bool)>>,
}

/// Three bits for each of the four counts.
const MATERIAL_CODES: usize = 1 << 12;

#[inline(always)]
fn material_code(pieces: Pieces) -> usize {
    let count = |set: u32, place: u32| (set.count_ones() << (3 * place)) as usize;
    (count(pieces.white_kings, 0)
        | count(pieces.white_men, 1)
        | count(pieces.black_kings, 2)
        | count(pieces.black_men, 3))
        % MATERIAL_CODES
}

fn class_code(class: MaterialClass) -> usize {
    usize::from(class.white_kings)
        | usize::from(class.white_men) << 3
        | usize::from(class.black_kings) << 6
        | usize::from(class.black_men) << 9
}

impl SmallerTables {
    /// No table yet.
    #[must_use]
    pub fn new() -> SmallerTables {
        SmallerTables { tables: BTreeMap::new(), by_material: vec![None; MATERIAL_CODES] }
    }

    /// Adds a table for its class and the mirrored one.
    pub fn insert(&mut self, table: Arc<UnpackedOutcomes>) {
        let class = table.index().class();
        self.by_material.resize(MATERIAL_CODES, None);
        for (class, mirrored) in [(class.mirrored(), true), (class, false)] {
            if let Some(entry) = self.by_material.get_mut(class_code(class)) {
                *entry = Some((Arc::clone(&table), mirrored));
            }
        }
        self.tables.insert(class, table);
    }

    /// Forgets a table.
    pub fn remove(&mut self, class: MaterialClass) {
        let class = class.canonical();
        if self.tables.remove(&class).is_some() {
            for class in [class, class.mirrored()] {
                if let Some(entry) = self.by_material.get_mut(class_code(class)) {
                    *entry = None;
                }
            }
        }
    }

    /// Whether the table of a class is there.
    #[must_use]
    pub fn contains(&self, class: MaterialClass) -> bool {
        self.tables.contains_key(&class.canonical())
    }

    /// The classes whose tables are there.
    pub fn classes(&self) -> impl Iterator<Item = MaterialClass> + '_ {
        self.tables.keys().copied()
    }

    /// Memory held, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.tables.values().map(|table| table.bytes()).sum()
    }

    /// The outcome for `side`, which is to move; `None` if the table is not there. A side without
    /// pieces has lost.
    #[inline(always)]
    pub(crate) fn outcome<C: Cpu>(&self, cpu: C, pieces: Pieces, side: Color) -> Option<Outcome> {
        if pieces.white_men | pieces.white_kings == 0 {
            return Some(if side == Color::White { Outcome::Loss } else { Outcome::Win });
        }
        if pieces.black_men | pieces.black_kings == 0 {
            return Some(if side == Color::Black { Outcome::Loss } else { Outcome::Win });
        }
        let (table, mirrored) = self.by_material.get(material_code(pieces))?.as_ref()?;
        Some(if *mirrored {
            table.outcome_of_pieces(cpu, pieces.mirrored(), side.other())
        } else {
            table.outcome_of_pieces(cpu, pieces, side)
        })
    }
}
