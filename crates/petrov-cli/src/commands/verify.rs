//! `petrov verify`.

use crate::arguments::{Common, Selection};
use crate::building::{free_memory, gibibytes, watched};
use crate::failure::{Failure, Status, say};
use crate::output::{Columns, Output, count_of, rounded, thousands, time};
use crate::sources::Sources;
use draughts::MaterialClass;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use petrov_gen::{Fault, Plan, Progress, Sample, Verifier, VerifyError, VerifyEvent, VerifyReport, WrongValue};
use petrov_table::TableError;
use serde::Serialize;
use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Prove tables from the legal moves alone
///
/// Every value of a class is compared with what its moves and the values that they lead to give,
/// outcomes and needs, by code that has nothing in common with the generator's. The clocks make
/// that a proof; what is won without clocks only is traced back to what is known besides. The counts
/// and largest needs in the headers are compared too.
///
/// With --pieces everything is proved from the ground up. Of classes that are named only these are
/// proved, on the word of the smaller tables that they lead to. A table that says something wrong
/// counts as damaged: the exit status is 4, and a wrong position is shown with its moves.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  petrov verify --pieces 4\n  petrov verify KKMvKM KMMvKM --threads 2\n  \
    petrov verify KKKMvKKM --sample 1000000")]
pub(crate) struct Verify {
    #[command(flatten)]
    selection: Selection,
    /// Look at N values of each class, picked at random, instead of all; that proves nothing
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    sample: Option<u64>,
    /// What the choice of the sample depends on; else the time
    #[arg(long, value_name = "SEED", requires = "sample")]
    seed: Option<u64>,
    /// Threads to use; else as many as the machine has cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    threads: Option<u16>,
    /// Memory to use, in GiB; else three quarters of what is free
    #[arg(long, value_name = "GIB", value_parser = gibibytes)]
    memory: Option<u64>,
}

#[derive(Serialize)]
struct OfClass {
    class: String,
    values: u64,
    checked: u64,
    proved: bool,
    /// Values without clocks that were traced back to known ones.
    traced: u64,
    seconds: f64,
    fault: Option<OfFault>,
}

#[derive(Serialize)]
struct OfFault {
    message: String,
    fen: Option<String>,
    value: Option<u64>,
    stored: Option<String>,
    derived: Option<String>,
    moves: Vec<OfMove>,
}

#[derive(Serialize)]
struct OfMove {
    #[serde(rename = "move")]
    played: String,
    fen: String,
    /// For the opponent, who is to move there.
    stored: String,
}

#[derive(Serialize)]
struct Listing {
    rules: String,
    classes: Vec<OfClass>,
    /// Classes whose tables were taken to be right.
    trusted: Vec<String>,
    /// How many classes were not looked at, as something was wrong before.
    not_looked_at: usize,
    seed: Option<u64>,
    seconds: f64,
}

/// What a run found.
struct Found {
    reports: Vec<VerifyReport>,
    trusted: BTreeSet<MaterialClass>,
    not_looked_at: usize,
    error: Option<VerifyError>,
    time: Duration,
}

impl Verify {
    pub(crate) fn run(&self, common: &Common, output: &mut Output) -> Result<(), Failure> {
        let classes = self.selection.required()?;
        let sources = Sources::new(common);
        let sample = self.sample.map(|values| Sample { values, seed: self.seed.unwrap_or_else(any_seed) });
        let found = self.look(common, &sources, &classes, sample)?;
        if common.json {
            output.json(&Listing {
                rules: common.rules.name.to_string(),
                classes: found.reports.iter().map(OfClass::new).collect(),
                trusted: found.trusted.iter().map(ToString::to_string).collect(),
                not_looked_at: found.not_looked_at,
                seed: sample.map(|sample| sample.seed),
                seconds: found.time.as_secs_f64(),
            })?;
        } else {
            print(&found, sample, output)?;
        }
        if let Some(error) = found.error {
            return Err(failure(&error, &sources));
        }
        match found.reports.iter().find_map(|report| report.fault.as_ref().map(|fault| (report.class, fault))) {
            Some((class, fault)) => Err(Failure::Message(
                Status::Damaged,
                format!(
                    "{class}: {fault}; the table is wrong though its checksums fit: remove its files, and `{}` makes it again",
                    common.command_to_build(class)
                ),
            )),
            None => Ok(()),
        }
    }

    fn look(
        &self,
        common: &Common,
        sources: &Sources,
        classes: &[MaterialClass],
        sample: Option<Sample>,
    ) -> Result<Found, Failure> {
        let start = Instant::now();
        let progress = watched();
        let threads = self.threads.map_or(0, usize::from);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Failure::other(format!("threads cannot be started: {error}")))?;
        let find = |class, kind| sources.find(class, kind);
        let memory = self.memory.unwrap_or_else(|| free_memory() / 4 * 3);
        let verifier = Verifier { rules: &sources.rules, find: &find, memory, sample, progress };
        let mut found = Found {
            reports: Vec::new(),
            trusted: BTreeSet::new(),
            not_looked_at: 0,
            error: None,
            time: Duration::ZERO,
        };
        let shown = Shown::new(classes, sample, common.quiet);
        let result = shown.while_showing(progress, || {
            pool.install(|| {
                verifier.run(classes, &mut |event| {
                    match &event {
                        VerifyEvent::Trusting(class) => {
                            found.trusted.insert(*class);
                        }
                        // Kept here too, since an error takes the others with it.
                        VerifyEvent::Verified(report) => found.reports.push((*report).clone()),
                        _ => {}
                    }
                    shown.tell(&event);
                })
            })
        });
        let asked: BTreeSet<MaterialClass> = classes.iter().map(|class| class.canonical()).collect();
        found.not_looked_at = asked.len().saturating_sub(found.reports.len());
        found.error = result.err();
        found.time = start.elapsed();
        Ok(found)
    }
}

/// A seed that is another each time.
fn any_seed() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_micros() as u64)
}

fn failure(error: &VerifyError, sources: &Sources) -> Failure {
    match error {
        VerifyError::Table(TableError::NoSuchTable(class)) => TableError::NoSuchTable(*class).into(),
        VerifyError::Table(error) => sources.table_failure(error),
        VerifyError::Missing { class, kind } => Failure::missing(sources.missing_message(*class, *kind)),
        VerifyError::Interrupted => {
            Failure::Message(Status::Other, "interrupted; nothing is said of what was left".into())
        }
        error => Failure::other(error.to_string()),
    }
}

impl OfClass {
    fn new(report: &VerifyReport) -> OfClass {
        OfClass {
            class: report.class.to_string(),
            values: report.values,
            checked: report.checked,
            proved: report.fault.is_none() && !report.sampled,
            traced: report.traced,
            seconds: report.time.as_secs_f64(),
            fault: report.fault.as_ref().map(OfFault::new),
        }
    }
}

impl OfFault {
    fn new(fault: &Fault) -> OfFault {
        let wrong = match fault {
            Fault::Value(wrong) => Some(wrong),
            _ => None,
        };
        let moves = wrong.map_or(&[][..], |wrong| &wrong.moves);
        OfFault {
            message: fault.to_string(),
            fen: wrong.map(|wrong| wrong.position.to_string()),
            value: wrong.map(|wrong| wrong.value),
            stored: wrong.map(|wrong| wrong.stored.to_string()),
            derived: wrong.map(|wrong| wrong.derived.to_string()),
            moves: moves
                .iter()
                .map(|m| OfMove { played: m.played.to_string(), fen: m.after.to_string(), stored: m.says.to_string() })
                .collect(),
        }
    }
}

fn print(found: &Found, sample: Option<Sample>, output: &mut Output) -> Result<(), Failure> {
    let mut columns = Columns::new(["class", "values", "looked at", "traced", "time", ""]);
    for report in &found.reports {
        let verdict = match (&report.fault, report.sampled) {
            (Some(_), _) => "WRONG",
            (None, true) => "agrees",
            (None, false) => "proved",
        };
        columns.row([
            report.class.to_string(),
            thousands(report.values),
            thousands(report.checked),
            thousands(report.traced),
            time(report.time),
            verdict.to_owned(),
        ]);
    }
    if !found.reports.is_empty() {
        columns.print(output)?;
    }
    for fault in found.reports.iter().filter_map(|report| report.fault.as_ref()) {
        if let Fault::Value(wrong) = fault {
            print_wrong(wrong, output)?;
        }
    }
    let whole = found.reports.iter().filter(|report| report.fault.is_none() && !report.sampled).count();
    let sampled = found.reports.iter().filter(|report| report.fault.is_none() && report.sampled).count();
    let classes = |count| count_of(count, "class", "classes");
    let trusted: Vec<String> = found.trusted.iter().map(ToString::to_string).collect();
    let trust = if trusted.is_empty() { String::new() } else { format!(", if these are right: {}", trusted.join(" ")) };
    if whole > 0 {
        output.line(format!("{} proved in {}{trust}", classes(whole), time(found.time)))?;
    }
    if let Some(sample) = sample.filter(|_| sampled > 0) {
        output.line(format!(
            "{} without a fault where looked at (--seed {}), which is no proof{trust}",
            classes(sampled),
            sample.seed
        ))?;
    }
    if found.not_looked_at > 0 && !found.reports.is_empty() {
        output.line(format!("stopped there; {} not looked at", classes(found.not_looked_at)))?;
    }
    Ok(())
}

/// A wrong position and its moves, to be looked at on a board.
fn print_wrong(wrong: &WrongValue, output: &mut Output) -> Result<(), Failure> {
    output.line(format!("{}", wrong.position))?;
    output.line(format!("  stored: {}", wrong.stored))?;
    output.line(format!("  from its moves: {}", wrong.derived))?;
    for m in &wrong.moves {
        output.line(format!("  {}, after which {} has: {}", m.played, m.after.side_to_move(), m.says))?;
    }
    let others = wrong.disagreeing.saturating_sub(1);
    if others > 0 {
        output
            .line(format!("  {} more do not agree with their moves", count_of(others as usize, "value", "values")))?;
    }
    Ok(())
}

/// What is shown while the command works: a bar on a terminal, a line for each class elsewhere.
struct Shown {
    quiet: bool,
    bar: Option<ProgressBar>,
    done: AtomicU64,
}

impl Shown {
    fn new(classes: &[MaterialClass], sample: Option<Sample>, quiet: bool) -> Shown {
        let asked: BTreeSet<MaterialClass> = classes.iter().map(|class| class.canonical()).collect();
        let steps = Plan::new(asked.iter().copied()).steps;
        let values = steps.iter().filter(|step| asked.contains(&step.class)).map(|step| looked_at(step.values, sample));
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::with_draw_target(Some(values.sum()), ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{bar:30} {percent:>3} %  {msg}  {per_sec}  {eta} left") {
                bar.set_style(style);
            }
            bar
        });
        Shown { quiet, bar, done: AtomicU64::new(0) }
    }

    fn while_showing<T: Send>(&self, progress: &Progress, work: impl FnOnce() -> T + Send) -> T {
        let finished = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let shower = scope.spawn(|| {
                while !finished.load(Relaxed) {
                    std::thread::park_timeout(Duration::from_millis(100));
                    if let Some(bar) = &self.bar {
                        bar.set_position(self.done.load(Relaxed) + progress.values.load(Relaxed));
                    }
                }
            });
            let result = work();
            finished.store(true, Relaxed);
            shower.thread().unpark();
            if let Some(bar) = &self.bar {
                bar.finish_and_clear();
            }
            result
        })
    }

    fn tell(&self, event: &VerifyEvent<'_>) {
        match (event, &self.bar) {
            (VerifyEvent::Verifying(class), Some(bar)) => bar.set_message(format!("{class:<10}")),
            (VerifyEvent::Trusting(class), Some(bar)) => bar.set_message(format!("{class:<10} (read)")),
            (VerifyEvent::Verified(report), bar) => {
                self.done.fetch_add(report.checked, Relaxed);
                if bar.is_none() && !self.quiet {
                    let rate = report.checked as f64 / report.time.as_secs_f64().max(0.001);
                    let verdict = if report.fault.is_some() { "WRONG" } else { "right" };
                    let (values, taken) = (thousands(report.checked), time(report.time));
                    say(&format!(
                        "{}: {values} values {verdict} in {taken} ({} values/s)",
                        report.class,
                        rounded(rate)
                    ));
                }
            }
            _ => {}
        }
    }
}

/// Number of values of a class that are looked at.
fn looked_at(values: u64, sample: Option<Sample>) -> u64 {
    sample.map_or(values, |sample| values.min(sample.values))
}
