//! A solved class: its values, counted and packed.

use crate::class_values::ClassValues;
use crate::code::{self, is_loss, is_win};
use crate::needs::{CAPTURE, KingMaterial};
use crate::solve::limits;
use draughts::{Color, RuleSet};
use petrov_table::{
    Budgets, Need, Outcome, SideStatistics, SolvedValues, TableDescription, TableIndex, UnpackedOutcomes, Workers,
    pack_needs, pack_outcomes,
};
use rayon::prelude::*;

/// A solved class.
pub struct SolvedClass {
    pub(crate) values: ClassValues,
    /// The distinct sets of needs, by their numbers.
    pub(crate) need_sets: Vec<Vec<Need>>,
    statistics: Vec<SideStatistics>,
    largest_need: Need,
}

/// All threads of the current pool.
#[derive(Clone, Copy, Debug)]
pub struct Pool;

impl Workers for Pool {
    fn map<T: Send>(&self, count: u64, job: impl Fn(u64) -> T + Sync) -> Vec<T> {
        (0..count).into_par_iter().map(&job).collect()
    }
}

impl SolvedClass {
    pub(crate) fn new(rules: &RuleSet, values: ClassValues, lists: Vec<Vec<KingMaterial>>) -> SolvedClass {
        let limits = limits(rules, values.index().class());
        // Without a limit on it the king clock counts for nothing, and the last need is the least.
        let unlimited = limits.king == u16::MAX;
        let need = |&(king, material): &KingMaterial| Need {
            king: if unlimited { 0 } else { king.min(u16::from(u8::MAX)) as u8 },
            material,
            road: 0,
        };
        let of_list = |list: &Vec<KingMaterial>| {
            let mut needs = list.iter().map(need);
            if unlimited { needs.next_back().into_iter().collect() } else { needs.collect::<Vec<_>>() }
        };
        let need_sets: Vec<Vec<Need>> = lists.iter().map(of_list).collect();
        SolvedClass::with_need_sets(rules, values, need_sets)
    }

    /// A class with its sets of needs, each in growing order.
    pub(crate) fn with_need_sets(rules: &RuleSet, values: ClassValues, need_sets: Vec<Vec<Need>>) -> SolvedClass {
        let index = *values.index();
        let full = Budgets::full(rules, index.class());
        let capture = Need::of_conversion(full.road != u16::MAX, full);
        let sides = if index.class().is_symmetric() { &[Color::White][..] } else { &[Color::White, Color::Black] };
        let statistics = sides.iter().map(|&side| {
            let start = side.index() as u64 * index.positions();
            const STRETCH: u64 = 1 << 16;
            (0..index.positions().div_ceil(STRETCH))
                .into_par_iter()
                .map(|stretch| {
                    let mut counted = SideStatistics::new();
                    for within in stretch * STRETCH..((stretch + 1) * STRETCH).min(index.positions()) {
                        let code = values.code(start + within);
                        counted.outcomes[usize::from(code::outcome(code).code())] += 1;
                        if is_win(code) || is_loss(code) {
                            let needs = match values.needs(start + within) {
                                CAPTURE => &[capture],
                                set => need_sets[set as usize].as_slice(),
                            };
                            let material = needs.iter().map(|need| need.material).min();
                            if let (Some(first), Some(material)) = (needs.first(), material) {
                                counted.meet_need(within, first.king.into(), material.into());
                            }
                            counted.several_needs += u64::from(needs.len() > 1);
                        }
                    }
                    counted
                })
                .reduce(SideStatistics::new, |a, b| a.joined(&b))
        });
        let statistics: Vec<SideStatistics> = statistics.collect();
        let largest_need = need_sets.iter().flatten().fold(capture, |largest, &need| largest.max(need));
        SolvedClass { values, need_sets, statistics, largest_need }
    }

    /// The index.
    #[must_use]
    pub fn index(&self) -> &TableIndex {
        self.values.index()
    }

    /// Counts, White to move first; one side only in a symmetric class.
    #[must_use]
    pub fn statistics(&self) -> &[SideStatistics] {
        &self.statistics
    }

    /// The outcomes of all values, those of compulsory captures too, two bits each.
    #[must_use]
    pub fn unpacked(&self) -> UnpackedOutcomes {
        UnpackedOutcomes::with_workers(*self.values.index(), &Pool, |value| code::outcome(self.values.code(value)))
    }

    fn description<'a>(&'a self, rules: &'a RuleSet) -> TableDescription<'a> {
        TableDescription {
            index: *self.values.index(),
            rules,
            statistics: &self.statistics,
            largest_need: self.largest_need,
        }
    }

    /// The bytes of the class's `.ptw` file.
    ///
    /// # Errors
    /// If packing fails for lack of memory.
    pub fn pack_outcomes(&self, rules: &RuleSet) -> std::io::Result<Vec<u8>> {
        pack_outcomes(&self.description(rules), self, &Pool)
    }

    /// The bytes of the class's `.ptn` file.
    ///
    /// # Errors
    /// If packing fails for lack of memory.
    pub fn pack_needs(&self, rules: &RuleSet) -> std::io::Result<Vec<u8>> {
        pack_needs(&self.description(rules), self, &self.need_sets, &Pool)
    }
}

impl SolvedValues for SolvedClass {
    fn outcome(&self, value: u64) -> Option<Outcome> {
        (self.values.needs(value) != CAPTURE).then(|| code::outcome(self.values.code(value)))
    }

    fn need_set(&self, value: u64) -> Option<u32> {
        let (needs, code) = (self.values.needs(value), self.values.code(value));
        (needs != CAPTURE && (is_win(code) || is_loss(code))).then_some(needs)
    }
}
