//! How fast this machine solves, so that estimates of time fit it.

use crate::plan::{Plan, PlanStep};
use crate::smaller::SmallerTables;
use crate::solve::{Progress, SolveError, solve};
use draughts::{MaterialClass, RuleSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many times longer this machine takes than the one that [`PlanStep::cpu_milliseconds`] is of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace(f64);

/// What is solved to find out, with all it leads to.
const SAMPLE: MaterialClass = MaterialClass { white_kings: 2, white_men: 1, black_kings: 1, black_men: 0 };
/// What the sample took on the Xeon of `scripts/bench-gen.results.txt`, one thread, in milliseconds.
const SAMPLE_MILLISECONDS: f64 = 370.0;

impl Pace {
    /// The pace of the machine that [`PlanStep::cpu_milliseconds`] is of.
    pub const REFERENCE: Pace = Pace(1.0);

    /// Measures the pace on one thread, by solving and packing small classes in memory: a fraction of a
    /// second. What else the machine does at the time shows in it.
    ///
    /// # Errors
    /// If no thread can be started, or the classes cannot be solved.
    pub fn measure() -> Result<Pace, SolveError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        let pool = pool.map_err(|error| SolveError::Thread(error.to_string()))?;
        let rules = RuleSet::russian();
        let took = pool.install(|| {
            let mut smaller = SmallerTables::new();
            let start = Instant::now();
            for step in &Plan::new([SAMPLE]).steps {
                let solved = solve(&rules, step.class, &smaller, &Progress::default(), None)?;
                // Packing fails for lack of memory only, and its time is the rest of the work.
                let _ = (solved.pack_needs(&rules), solved.pack_outcomes(&rules));
                smaller.insert(Arc::new(solved.unpacked()));
            }
            Ok::<_, SolveError>(start.elapsed())
        })?;
        Ok(Pace(took.as_secs_f64() * 1000.0 / SAMPLE_MILLISECONDS))
    }

    /// The CPU time that a step takes at this pace.
    #[must_use]
    pub fn cpu_time(self, step: &PlanStep) -> Duration {
        Duration::from_secs_f64(step.cpu_milliseconds as f64 / 1000.0 * self.0)
    }
}
