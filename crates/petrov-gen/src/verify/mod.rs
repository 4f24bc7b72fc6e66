//! The verifier: proves that tables say what the rules of the game make of their positions, from
//! the legal moves alone and with none of the solver's code.
//!
//! # What is proved
//!
//! A class is proved after all that its captures and crownings lead to, so their outcomes are known
//! to be right. For each of its values the verifier generates the moves, looks up what the files
//! say of the positions they lead to, and works out outcome and needs by the recursion that defines
//! them. Where the side to move must capture, the files say nothing and the smaller tables do.
//!
//! 1. **Won and lost within the limits, and every need.** A claim "with these budgets the win can be
//!    forced" rests, for a quiet ply in a class with a material limit, on claims with one ply less of
//!    the material budget; without a material limit on claims after a man's step, of which there are
//!    finitely many, or with one ply less of the king budget. So no claim rests on itself, the
//!    recursion has one solution, and values that all agree with their moves *are* the solution. The
//!    needs of the side to move that are not stored are by definition what its moves give; the stored
//!    ones are compared with what two plies give, the outcomes of both sides with what one gives.
//! 2. **Won and lost without clocks only** (cursed wins and blessed losses). Here claims can justify
//!    each other in a circle. So they are traced back besides: a cursed win is settled if a move
//!    leads to a loss that is known (by 1, or from a smaller table) or to a settled blessed loss; a
//!    blessed loss if all moves lead to wins that are known or settled. By induction on the rounds,
//!    whatever gets settled can be forced in so many plies; whatever does not is reported. That it is
//!    no win within the limits is part of 1.
//! 3. **Draws.** A position of 1 or 2 is truly won or lost without clocks. Since every value agrees
//!    with its moves, a drawn position has a move to a drawn one and none to a lost one. Whoever
//!    keeps to such moves, and in a won position to a move to a lost one, never comes into a lost
//!    position, so is never without a move: a draw cannot be lost, nor, for the same reason on the
//!    other side, won.
//! 4. **The headers**: counts by outcome and side to move, values with several needs, the largest
//!    needs and their first examples, the largest need of the class, the flag for cursed values.
//!
//! If a class has neither a king limit nor a material limit, no clock justifies anything, and all its
//! wins and losses are traced back as in 2.
//!
//! What is taken on trust: the move generator (`draughts`, tested against known counts and a second
//! generator), the index, the reading of files and the algebra of needs (`petrov-table`, each with
//! tests of its own), and the machine. A sample shows agreement of the values that were picked, no
//! more: it is no proof.
//!
//! If values disagree, the one that is named first is certainly wrong: at the budgets where it
//! differs first, all that it rests on agrees and so is right (see `Rank`). Only where clocks do not
//! tell values apart the smallest index is named, and the fault may lie where its moves lead.

mod algebra;
mod captures;
mod check;
mod grounds;
mod known;
mod loaded;
mod moves;
mod rows;
mod sample;
mod state;
mod wrong;

pub use wrong::{Fault, MoveSaying, Saying, WrongCount, WrongValue};

use crate::plan::{Plan, closure, needed_at_once};
use crate::solve::Progress;
use algebra::{NEVER, NeedSets};
use captures::Captures;
use check::{Check, CheckError, Findings};
use draughts::{Color, MaterialClass, RuleSet};
use known::Known;
use loaded::{LoadError, Loaded};
use petrov_table::cpu::Portable;
use petrov_table::{
    Budgets, Need, NeedTable, Outcome, OutcomeTable, Pieces, SideStatistics, TableBytes, TableError, TableIndex,
    TableKind,
};
use sample::{Files, Random, SampleError};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};
use wrong::{derived_from, moves_of, same_table};

/// Why nothing can be said of a table.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// A file could not be read, or is damaged so that its checksums show it.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A file is not there.
    #[error("{} is not there", kind.file_name(*class))]
    Missing {
        /// The class.
        class: MaterialClass,
        /// Which of its files.
        kind: TableKind,
    },
    /// More memory would be needed than is allowed; nothing was begun.
    #[error(
        "{class} takes about {needed} MiB of memory to prove, but only {allowed} MiB are allowed: raise the bound or take a sample"
    )]
    Memory {
        /// The class.
        class: MaterialClass,
        /// Memory it takes, in MiB.
        needed: u64,
        /// Memory allowed, in MiB.
        allowed: u64,
    },
    /// The work was told to stop.
    #[error("interrupted")]
    Interrupted,
}

/// Values picked at random instead of all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// How many values of each class; a class that has no more is proved whole.
    pub values: u64,
    /// What the choice depends on.
    pub seed: u64,
}

/// What a run tells of itself while it goes on.
#[derive(Debug)]
#[non_exhaustive]
pub enum VerifyEvent<'a> {
    /// The outcomes of a smaller class are read and taken to be right: it is not in question, or only
    /// a sample of it was looked at.
    Trusting(MaterialClass),
    /// A class is looked at; [`Progress`] counts its values.
    Verifying(MaterialClass),
    /// A class was looked at.
    Verified(&'a VerifyReport),
}

/// What was found of a class.
#[derive(Clone, Debug)]
pub struct VerifyReport {
    /// The class.
    pub class: MaterialClass,
    /// Number of values of the class.
    pub values: u64,
    /// Number of values that were looked at: all, unless a sample was asked for.
    pub checked: u64,
    /// Whether the values were picked at random, so that nothing is proved.
    pub sampled: bool,
    /// Number of values without a clock to justify them that were traced back to known ones.
    pub traced: u64,
    /// The largest number of rounds that took.
    pub traced_rounds: u32,
    /// Time it took.
    pub time: Duration,
    /// What is wrong, if anything is.
    pub fault: Option<Fault>,
}

/// Checks tables.
pub struct Verifier<'a> {
    /// The rules.
    pub rules: &'a RuleSet,
    /// Finds the bytes of a class's file.
    pub find: &'a (dyn Fn(MaterialClass, TableKind) -> Result<Option<TableBytes>, TableError> + Sync),
    /// Memory allowed, in bytes.
    pub memory: u64,
    /// A choice of values; `None`: all.
    pub sample: Option<Sample>,
    /// Counts the work and can stop it.
    pub progress: &'a Progress,
}

/// Memory of a value while its class is in hand.
const VALUE_BYTES: u64 = size_of::<state::State>() as u64;
/// Memory for everything else.
const OTHER_BYTES: u64 = 64 << 20;

impl Verifier<'_> {
    /// Memory that the proof of a class takes, in bytes; 0 if it can have no table.
    #[must_use]
    pub fn memory_needed(class: MaterialClass) -> u64 {
        let values = |class| TableIndex::new(class).map_or(0, |index| index.values());
        let smaller: u64 = needed_at_once(class).into_iter().map(|class| values(class) / 4).sum();
        match values(class) {
            0 => 0,
            // What is known of the class in the end is made while its values are still there.
            count => count * VALUE_BYTES + count / 4 + smaller + OTHER_BYTES,
        }
    }

    /// Looks at some classes on the current thread pool, each after what it leads to, up to the
    /// first that has a fault. What they lead to and what is not among them is taken to be right.
    ///
    /// # Errors
    /// If a file is missing, cannot be read or is visibly damaged, if memory does not suffice (before
    /// anything is begun), or [`Progress::stop`] was set.
    pub fn run(
        &self,
        classes: &[MaterialClass],
        report: &mut dyn FnMut(VerifyEvent<'_>),
    ) -> Result<Vec<VerifyReport>, VerifyError> {
        let asked: BTreeSet<MaterialClass> = classes.iter().map(|class| class.canonical()).collect();
        if let Some(&class) = asked.iter().find(|&&class| TableIndex::new(class).is_none()) {
            return Err(TableError::NoSuchTable(class).into());
        }
        let steps = Plan::new(asked.iter().copied()).steps;
        let steps: Vec<_> = steps.iter().filter(|step| asked.contains(&step.class)).collect();
        let whole = |values: u64| self.sample.is_none_or(|sample| values <= sample.values);
        for step in steps.iter().filter(|step| whole(step.values)) {
            let needed = Verifier::memory_needed(step.class);
            if needed > self.memory {
                let (needed, allowed) = (needed.div_ceil(1 << 20), self.memory >> 20);
                return Err(VerifyError::Memory { class: step.class, needed, allowed });
            }
        }
        let captures = Captures::new(self.rules.movement);
        let mut known = Known::new();
        let mut reports = Vec::new();
        for step in steps {
            let class = step.class;
            let found = match self.sample {
                Some(sample) if !whole(step.values) => {
                    closure(class).difference(&asked).for_each(|&class| report(VerifyEvent::Trusting(class)));
                    report(VerifyEvent::Verifying(class));
                    self.sample(class, sample, captures)?
                }
                _ => {
                    let at_once = needed_at_once(class);
                    if known.bytes() + Verifier::memory_needed(class) > self.memory {
                        known.keep_only(|class| at_once.contains(&class));
                    }
                    for &smaller in &at_once {
                        self.trust(smaller, &mut known, captures, report)?;
                    }
                    report(VerifyEvent::Verifying(class));
                    self.prove(class, &mut known, captures)?
                }
            };
            report(VerifyEvent::Verified(&found));
            let is_wrong = found.fault.is_some();
            reports.push(found);
            if is_wrong {
                break;
            }
        }
        Ok(reports)
    }

    fn bytes(&self, class: MaterialClass, kind: TableKind) -> Result<TableBytes, VerifyError> {
        (self.find)(class, kind)?.ok_or(VerifyError::Missing { class, kind })
    }

    fn outcomes(&self, class: MaterialClass) -> Result<OutcomeTable, VerifyError> {
        let bytes = self.bytes(class, TableKind::Outcomes)?;
        Ok(OutcomeTable::open(bytes, class, self.rules)?)
    }

    fn needs(&self, class: MaterialClass) -> Result<NeedTable, VerifyError> {
        let bytes = self.bytes(class, TableKind::Needs)?;
        let table = NeedTable::open(bytes, class, self.rules)?;
        let stored = table.header().sides;
        if stored == [false; 2] || class.is_symmetric() && !stored[0] {
            let what = "it holds the needs of no side to move";
            return Err(TableError::Damaged { file: table.name().to_owned(), block: None, what }.into());
        }
        Ok(table)
    }

    /// Makes sure that the outcomes of a class are known; they are taken as the files say.
    fn trust(
        &self,
        class: MaterialClass,
        known: &mut Known,
        captures: Captures,
        report: &mut dyn FnMut(VerifyEvent<'_>),
    ) -> Result<(), VerifyError> {
        if known.contains(class) {
            return Ok(());
        }
        for smaller in needed_at_once(class) {
            self.trust(smaller, known, captures, report)?;
        }
        report(VerifyEvent::Trusting(class));
        let table = self.outcomes(class)?;
        let loaded = Loaded::read(&table, None, known, captures, &self.progress.stop);
        known.insert(loaded.map_err(|error| error.of(class))?.unpacked());
        Ok(())
    }

    /// Looks at all values of a class.
    fn prove(&self, class: MaterialClass, known: &mut Known, captures: Captures) -> Result<VerifyReport, VerifyError> {
        let start = Instant::now();
        self.progress.values.store(0, Relaxed);
        let (outcomes, needs) = (self.outcomes(class)?, self.needs(class)?);
        outcomes.check_all()?;
        needs.check_all()?;
        let full = Budgets::full(self.rules, class);
        let sets = NeedSets::new(full);
        let stop = &self.progress.stop;
        let loaded = Loaded::read(&outcomes, Some((&needs, &sets)), known, captures, stop);
        let mut loaded = loaded.map_err(|error| error.of(class))?;
        let check = Check { known, sets: &sets, kings_fly: captures.kings_fly, progress: self.progress };
        let missing = || VerifyError::Missing { class, kind: TableKind::Outcomes };
        let findings = check.all(&mut loaded).map_err(|error| match error {
            CheckError::MissingSmaller => missing(),
            CheckError::Interrupted => VerifyError::Interrupted,
        })?;
        let values = loaded.index.values();
        let mut found = VerifyReport {
            class,
            values,
            checked: values,
            sampled: false,
            traced: 0,
            traced_rounds: 0,
            time: Duration::ZERO,
            fault: None,
        };
        let clocks_justify = full.king != u16::MAX || full.material != u16::MAX;
        let explain = |value| self.explain(&loaded, known, &sets, value).ok_or_else(missing);
        let disagreeing = findings.iter().map(|findings| findings.wrong).sum();
        found.time = start.elapsed();
        if let Some(first) = findings.iter().filter_map(|findings| findings.first_wrong).min() {
            let (_, value, outcome) = first;
            let mut wrong = explain(value)?;
            // In its place stands by now what its moves give, if its needs are not stored.
            wrong.stored.outcome = outcome;
            found.fault = Some(Fault::Value(Box::new(WrongValue { disagreeing, ..wrong })));
            return Ok(found);
        }
        let to_trace: Vec<u64> = findings.iter().flat_map(|findings| &findings.to_be_grounded).copied().collect();
        let grounds = grounds::trace(self.rules, &loaded, known, &to_trace, clocks_justify).ok_or_else(missing)?;
        (found.traced, found.traced_rounds) = (grounds.values, grounds.most_plies);
        if let Some(value) = grounds.first_in_a_circle {
            let derived = Saying { outcome: Outcome::Draw, needs: None };
            let wrong = WrongValue { in_a_circle: true, derived, ..explain(value)? };
            found.fault = Some(Fault::Value(Box::new(wrong)));
            return Ok(found);
        }
        found.fault = wrong_count(&outcomes, &needs, full, &findings).map(Fault::Count);
        if found.fault.is_none() {
            known.insert(loaded.unpacked());
        }
        found.time = start.elapsed();
        Ok(found)
    }

    /// What is stored of a wrong value, what its moves give, and the moves.
    fn explain(&self, loaded: &Loaded, known: &Known, sets: &NeedSets, value: u64) -> Option<WrongValue> {
        let position = loaded.index.position_of(value)?;
        let class = loaded.index.class();
        let saying = |state: state::State| Saying {
            outcome: state.outcome(),
            needs: (state.set() != NEVER).then(|| (*sets.get(state.set())).clone()),
        };
        let moves = moves_of(self.rules, &position, |after| {
            if same_table(after.class(), class) {
                let after = if after.class() == class { *after } else { after.mirrored() };
                return loaded.state(Portable, Pieces::of(&after), after.side_to_move()).map(saying);
            }
            let outcome = known.outcome(Portable, Pieces::of(after), after.side_to_move())?;
            Some(Saying { outcome, needs: None })
        });
        let mut stored = saying(loaded.state_of_value(value)?);
        let mut derived = derived_from(&position, &moves, sets.full());
        if !loaded.needs_stored[position.side_to_move().index()] {
            (stored.needs, derived.needs) = (None, None);
        }
        Some(WrongValue { value, position, stored, derived, moves, in_a_circle: false, disagreeing: 0 })
    }

    /// Looks at some values of a class.
    fn sample(&self, class: MaterialClass, sample: Sample, captures: Captures) -> Result<VerifyReport, VerifyError> {
        let start = Instant::now();
        self.progress.values.store(0, Relaxed);
        let needs = self.needs(class)?;
        let mut outcomes = BTreeMap::from([(class, self.outcomes(class)?)]);
        for smaller in closure(class) {
            outcomes.insert(smaller, self.outcomes(smaller)?);
        }
        let sets = NeedSets::new(Budgets::full(self.rules, class));
        let files = Files { class, outcomes, needs, sets: &sets, captures };
        let count = files.needs.index().values();
        let mut random = Random::new(sample.seed);
        let mut values: Vec<u64> = (0..sample.values).map(|_| random.below(count)).collect();
        // Neighbours share blocks.
        values.sort_unstable();
        let sampled = files.check(&values, self.progress).map_err(|error| match error {
            SampleError::Table(error) => error.into(),
            SampleError::MissingSmaller => VerifyError::Missing { class, kind: TableKind::Outcomes },
            SampleError::Interrupted => VerifyError::Interrupted,
        })?;
        let fault = sampled.first_wrong.and_then(|(_, value)| {
            let wrong = files.explain(self.rules, value, sampled.wrong)?;
            Some(Fault::Value(Box::new(wrong)))
        });
        Ok(VerifyReport {
            class,
            values: count,
            checked: sample.values,
            sampled: true,
            traced: 0,
            traced_rounds: 0,
            time: start.elapsed(),
            fault,
        })
    }
}

impl LoadError {
    fn of(self, class: MaterialClass) -> VerifyError {
        match self {
            LoadError::Table(error) => error.into(),
            LoadError::MissingSmaller => VerifyError::Missing { class, kind: TableKind::Outcomes },
            LoadError::Interrupted => VerifyError::Interrupted,
        }
    }
}

/// The first number in the headers that is not what was found.
fn wrong_count(outcomes: &OutcomeTable, needs: &NeedTable, full: Budgets, findings: &[Findings]) -> Option<WrongCount> {
    let differs = |file: &str, what: String, stored: String, found: String| {
        (stored != found).then(|| WrongCount { file: file.to_owned(), what, stored, found })
    };
    let largest = findings.iter().fold(Need::of_conversion(false, full), |largest, f| largest.max(f.largest));
    let bound = |f: &Findings| f.statistics.count(Outcome::CursedWin) + f.statistics.count(Outcome::BlessedLoss);
    let bound = findings.iter().map(bound).sum::<u64>() > 0;
    let both = [
        (outcomes.name(), outcomes.header(), outcomes.statistics()),
        (needs.name(), needs.header(), needs.statistics()),
    ];
    for (file, header, statistics) in both {
        let need = |need: Need| format!("{}:{}:{}", need.king, need.material, need.road);
        let wrong = differs(file, "the largest need".to_owned(), need(header.largest_need), need(largest));
        if wrong.is_some() {
            return wrong;
        }
        for side in [Color::White, Color::Black].into_iter().take(findings.len().max(statistics.len())) {
            let stored = statistics.get(side.index()).copied().unwrap_or_default();
            let found = findings.get(side.index()).map(|f| f.statistics).unwrap_or_default();
            for ((what, stored), (_, found)) in numbers(&stored).into_iter().zip(numbers(&found)) {
                let wrong = differs(file, format!("{what}, {side} to move"), stored, found);
                if wrong.is_some() {
                    return wrong;
                }
            }
        }
    }
    let stored = outcomes.header().bound_by_a_clock.to_string();
    differs(outcomes.name(), "whether a clock binds".to_owned(), stored, bound.to_string())
}

/// The numbers of one side's statistics with their names.
fn numbers(statistics: &SideStatistics) -> Vec<(String, String)> {
    let example = |value: u64| if value == u64::MAX { "none".to_owned() } else { value.to_string() };
    let counts = Outcome::ALL
        .into_iter()
        .map(|outcome| (format!("number of values with the outcome {outcome}"), statistics.count(outcome).to_string()));
    counts
        .chain([
            ("number of values with several needs".to_owned(), statistics.several_needs.to_string()),
            ("the largest king need".to_owned(), statistics.max_king_need.to_string()),
            ("the largest material need".to_owned(), statistics.max_material_need.to_string()),
            ("the first value with that king need".to_owned(), example(statistics.king_example)),
            ("the first value with that material need".to_owned(), example(statistics.material_example)),
        ])
        .collect()
}
