//! The generator proper: a plan carried out, files written, what is there left alone.

use crate::checkpoint::{self, Checkpoint};
use crate::complete::{CompleteError, complete};
use crate::plan::{Plan, PlanStep, needed_at_once};
use crate::smaller::SmallerTables;
use crate::solve::{Progress, SolveError, solve};
use draughts::{MaterialClass, RuleSet};
use petrov_table::{NeedTable, OutcomeTable, TableBytes, TableError, TableKind, write_whole};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// Why a run ended before its plan was done. What was finished stays, and the next run goes on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// A file could not be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A class could not be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// More memory would be needed than is allowed; nothing was begun.
    #[error("{class} takes about {needed} MiB of memory, but only {allowed} MiB are allowed: raise --memory")]
    Memory {
        /// The class.
        class: MaterialClass,
        /// Memory it takes, in MiB.
        needed: u64,
        /// Memory allowed, in MiB.
        allowed: u64,
    },
    /// Packing failed.
    #[error("{class} could not be packed: {source}")]
    Packing {
        /// The class.
        class: MaterialClass,
        /// What the packer said.
        source: std::io::Error,
    },
}

impl From<CompleteError> for GenerateError {
    fn from(error: CompleteError) -> GenerateError {
        match error {
            CompleteError::Table(error) => error.into(),
            CompleteError::Solve(error) => error.into(),
        }
    }
}

/// What a run tells of itself while it goes on.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// Both files of a class are there and sound.
    Present(MaterialClass),
    /// A file is there but not sound, so it is made again.
    Damaged(MaterialClass, &'a TableError),
    /// A smaller class is read back from its file.
    Reading(MaterialClass),
    /// A class is being solved; [`Progress`] counts its values.
    Solving(&'a PlanStep),
    /// A class is solved and being packed.
    Packing(&'a PlanStep),
    /// Both files of a class are written.
    Written(&'a Written),
}

/// What was written of a class, and what it took.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    /// The class.
    pub class: MaterialClass,
    /// Number of values.
    pub values: u64,
    /// Size of the outcomes file, in bytes.
    pub outcome_bytes: u64,
    /// Size of the needs file, in bytes.
    pub need_bytes: u64,
    /// Time to solve the class.
    pub solving: Duration,
    /// Time to pack and write it.
    pub packing: Duration,
}

/// Builds tables into a folder.
pub struct Generator<'a> {
    /// The rules.
    pub rules: &'a RuleSet,
    /// Where files are written.
    pub folder: PathBuf,
    /// Where finished tables are looked for besides: the bytes of a class's file, if they are there.
    pub elsewhere: &'a (dyn Fn(MaterialClass, TableKind) -> Option<TableBytes> + Sync),
    /// Memory allowed, in bytes.
    pub memory: u64,
    /// Counts the work and can stop it.
    pub progress: &'a Progress,
}

impl Generator<'_> {
    /// Carries out a plan on the current thread pool, from what is there already.
    ///
    /// # Errors
    /// If memory does not suffice (before anything is begun), a file cannot be read or written, or
    /// [`Progress::stop`] was set.
    pub fn run(&self, plan: &Plan, report: &mut dyn FnMut(Event<'_>)) -> Result<(), GenerateError> {
        std::fs::create_dir_all(&self.folder).map_err(TableError::io(&self.folder))?;
        let mut ready = BTreeMap::new();
        for step in &plan.steps {
            if let Some(table) = self.present(step.class, report)? {
                report(Event::Present(step.class));
                ready.insert(step.class, table);
            }
        }
        let missing: Vec<&PlanStep> = plan.steps.iter().filter(|step| !ready.contains_key(&step.class)).collect();
        if let Some(step) = missing.iter().find(|step| step.memory > self.memory) {
            let (needed, allowed) = (step.memory.div_ceil(1 << 20), self.memory >> 20);
            return Err(GenerateError::Memory { class: step.class, needed, allowed });
        }
        let mut smaller = SmallerTables::new();
        for (i, step) in missing.iter().enumerate() {
            let needed = needed_at_once(step.class);
            if smaller.bytes() as u64 + step.memory > self.memory {
                let unneeded: Vec<MaterialClass> = smaller.classes().filter(|class| !needed.contains(class)).collect();
                unneeded.into_iter().for_each(|class| smaller.remove(class));
            }
            for &class in &needed {
                self.read_back(class, &mut ready, &mut smaller, report)?;
            }
            self.build(step, &mut smaller, missing.len() > i + 1, &mut ready, report)?;
        }
        Ok(())
    }

    /// Makes sure that a class and, before it, all it needs are in memory.
    fn read_back(
        &self,
        class: MaterialClass,
        ready: &mut BTreeMap<MaterialClass, OutcomeTable>,
        smaller: &mut SmallerTables,
        report: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), GenerateError> {
        if smaller.contains(class) {
            return Ok(());
        }
        for below in needed_at_once(class) {
            self.read_back(below, ready, smaller, report)?;
        }
        if self.progress.stop.load(Relaxed) {
            return Err(SolveError::Interrupted.into());
        }
        let table = ready.get(&class).ok_or(SolveError::MissingSmaller { class })?;
        report(Event::Reading(class));
        smaller.insert(Arc::new(complete(self.rules, table, smaller)?));
        Ok(())
    }

    fn build(
        &self,
        step: &PlanStep,
        smaller: &mut SmallerTables,
        keep: bool,
        ready: &mut BTreeMap<MaterialClass, OutcomeTable>,
        report: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), GenerateError> {
        report(Event::Solving(step));
        self.progress.values.store(0, Relaxed);
        let start = Instant::now();
        let checkpoint = self.folder.join(format!("{}.checkpoint", step.class));
        let long = step.values >= checkpoint::LEAST_VALUES;
        let solved = solve(self.rules, step.class, smaller, self.progress, long.then_some(&checkpoint))?;
        let solving = start.elapsed();
        report(Event::Packing(step));
        let start = Instant::now();
        let packing_failed = |source| GenerateError::Packing { class: step.class, source };
        // Together, since each has parts that only one thread can do.
        let (needs, outcomes) = rayon::join(|| solved.pack_needs(self.rules), || solved.pack_outcomes(self.rules));
        let (needs, outcomes) = (needs.map_err(packing_failed)?, outcomes.map_err(packing_failed)?);
        // The outcomes last: where they are, the class is complete.
        write_whole(&self.path(step.class, TableKind::Needs), &needs)?;
        write_whole(&self.path(step.class, TableKind::Outcomes), &outcomes)?;
        Checkpoint::remove(&checkpoint)?;
        let packing = start.elapsed();
        if keep {
            smaller.insert(Arc::new(solved.unpacked()));
        }
        report(Event::Written(&Written {
            class: step.class,
            values: step.values,
            outcome_bytes: outcomes.len() as u64,
            need_bytes: needs.len() as u64,
            solving,
            packing,
        }));
        let bytes = TableBytes::map(&self.path(step.class, TableKind::Outcomes))?;
        ready.insert(step.class, OutcomeTable::open(bytes, step.class, self.rules)?);
        Ok(())
    }

    fn path(&self, class: MaterialClass, kind: TableKind) -> PathBuf {
        self.folder.join(kind.file_name(class))
    }

    /// The outcomes of a class if both its files are there, here or elsewhere, and sound.
    fn present(
        &self,
        class: MaterialClass,
        report: &mut dyn FnMut(Event<'_>),
    ) -> Result<Option<OutcomeTable>, GenerateError> {
        let bytes = |kind| -> Result<Option<TableBytes>, TableError> {
            let path = self.path(class, kind);
            if exists(&path) { TableBytes::map(&path).map(Some) } else { Ok((self.elsewhere)(class, kind)) }
        };
        let sound = || -> Result<Option<OutcomeTable>, TableError> {
            let (Some(outcomes), Some(needs)) = (bytes(TableKind::Outcomes)?, bytes(TableKind::Needs)?) else {
                return Ok(None);
            };
            let needs = NeedTable::open(needs, class, self.rules)?;
            needs.check_all()?;
            let outcomes = OutcomeTable::open(outcomes, class, self.rules)?;
            outcomes.check_all()?;
            Ok(Some(outcomes))
        };
        match sound() {
            Ok(table) => Ok(table),
            Err(error) if error.is_damage() => {
                report(Event::Damaged(class, &error));
                Ok(None)
            }
            // An empty file cannot be mapped everywhere; other rules' tables must not be overwritten.
            Err(error) => Err(error.into()),
        }
    }
}

fn exists(path: &Path) -> bool {
    path.try_exists().unwrap_or(true)
}
