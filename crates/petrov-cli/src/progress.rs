//! Shows how a build goes on: a bar on a terminal, plain lines elsewhere.

use crate::failure::say;
use crate::output::{bytes, count_of, rounded, thousands, time};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use petrov_gen::{Event, Plan, PlanStep, Progress};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What a command shows of a build.
pub(crate) struct Display<'a> {
    kind: Kind,
    progress: &'a Progress,
    threads: usize,
    state: Mutex<State>,
}

enum Kind {
    Silent,
    Lines,
    Bar(ProgressBar),
}

/// How far the build is. Work is counted in the CPU time that the plan expects.
struct State {
    start: Instant,
    last_line: Instant,
    classes_left: usize,
    values_left: u64,
    work_left: u64,
    values_done: u64,
    work_done: u64,
    begun: bool,
    in_hand: Option<PlanStep>,
    packing: bool,
}

/// How often a bar is drawn.
const BAR_INTERVAL: Duration = Duration::from_millis(100);
/// How often a line is written while a class takes long.
const LINE_INTERVAL: Duration = Duration::from_secs(30);
/// Part of the work on a class that is solving; packing is the rest.
const SOLVING_SHARE: f64 = 0.75;

impl State {
    /// Values done and the part of all work that is done, with the class in hand.
    fn done(&self, progress: &Progress) -> (u64, f64) {
        let (mut values, mut work) = (self.values_done, self.work_done as f64);
        if let Some(step) = &self.in_hand {
            let solved = if self.packing { step.values } else { progress.values.load(Relaxed).min(step.values) };
            values += solved;
            work += step.cpu_milliseconds as f64 * SOLVING_SHARE * solved as f64 / step.values.max(1) as f64;
        }
        (values, work / self.work_left.max(1) as f64)
    }

    /// `KKMvKM  1.24 M values/s  12 min left`.
    fn words(&self, progress: &Progress) -> String {
        let (values, part) = self.done(progress);
        let seconds = self.start.elapsed().as_secs_f64();
        let class = self.in_hand.as_ref().map_or(String::new(), |step| format!("{:<10} ", step.class));
        let rate = rounded(values as f64 / seconds.max(0.001));
        let left = if part > 0.0 && seconds > 1.0 {
            format!("{} left", time(Duration::from_secs_f64(seconds * (1.0 - part).max(0.0) / part)))
        } else {
            String::new()
        };
        format!("{class}{rate} values/s  {left}")
    }
}

impl<'a> Display<'a> {
    pub(crate) fn new(plan: &Plan, progress: &'a Progress, threads: usize, quiet: bool) -> Display<'a> {
        let kind = if quiet {
            Kind::Silent
        } else if std::io::stderr().is_terminal() {
            Kind::Bar(ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()))
        } else {
            Kind::Lines
        };
        let state = State {
            start: Instant::now(),
            last_line: Instant::now(),
            classes_left: plan.steps.len(),
            values_left: plan.values(),
            work_left: plan.steps.iter().map(|step| step.cpu_milliseconds).sum(),
            values_done: 0,
            work_done: 0,
            begun: false,
            in_hand: None,
            packing: false,
        };
        Display { kind, progress, threads, state: Mutex::new(state) }
    }

    /// Does the work, and keeps what is shown up to date meanwhile.
    pub(crate) fn while_showing<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        let finished = AtomicBool::new(false);
        let result = std::thread::scope(|scope| {
            let shower = scope.spawn(|| {
                while !finished.load(Relaxed) {
                    std::thread::park_timeout(BAR_INTERVAL);
                    self.update();
                }
            });
            let result = work();
            finished.store(true, Relaxed);
            shower.thread().unpark();
            result
        });
        if let Kind::Bar(bar) = &self.kind {
            bar.finish_and_clear();
        }
        result
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn update(&self) {
        let mut state = self.state();
        if state.in_hand.is_none() {
            return;
        }
        match &self.kind {
            Kind::Silent => {}
            Kind::Bar(bar) => {
                bar.set_position((state.done(self.progress).1 * BAR_STEPS as f64) as u64);
                bar.set_message(state.words(self.progress));
            }
            Kind::Lines if state.last_line.elapsed() >= LINE_INTERVAL => {
                state.last_line = Instant::now();
                let percent = state.done(self.progress).1 * 100.0;
                say(&format!("{percent:.0} %  {}", state.words(self.progress)));
            }
            Kind::Lines => {}
        }
    }

    /// Takes note of what the generator tells.
    pub(crate) fn tell(&self, event: &Event<'_>) {
        let mut state = self.state();
        match event {
            Event::Present(class) => {
                if let Some(step) = PlanStep::estimate(*class) {
                    state.classes_left -= 1;
                    state.values_left = state.values_left.saturating_sub(step.values);
                    state.work_left = state.work_left.saturating_sub(step.cpu_milliseconds);
                }
            }
            Event::Damaged(class, error) => {
                say(&format!("{class} is made again: {error}"));
            }
            Event::Reading(class) => self.line(|| format!("{class} is read")),
            Event::Solving(step) => {
                if !std::mem::replace(&mut state.begun, true) {
                    self.begin(&mut state);
                }
                state.in_hand = Some(**step);
                state.packing = false;
            }
            Event::Packing(_) => state.packing = true,
            Event::Written(written) => {
                if let Some(step) = state.in_hand.take() {
                    state.values_done += step.values;
                    state.work_done += step.cpu_milliseconds;
                }
                state.last_line = Instant::now();
                let taken = written.solving + written.packing;
                let rate = written.values as f64 / taken.as_secs_f64().max(0.001);
                self.line(|| {
                    format!(
                        "{}: {} values in {} ({} values/s), {} of outcomes, {} of needs",
                        written.class,
                        thousands(written.values),
                        time(taken),
                        rounded(rate),
                        bytes(written.outcome_bytes),
                        bytes(written.need_bytes)
                    )
                });
            }
            _ => {}
        }
    }

    fn begin(&self, state: &mut State) {
        state.start = Instant::now();
        let about = Duration::from_millis(state.work_left / self.threads.max(1) as u64);
        let begin = format!(
            "building {}, {} values, on {}: about {}",
            count_of(state.classes_left, "class", "classes"),
            thousands(state.values_left),
            count_of(self.threads, "thread", "threads"),
            time(about)
        );
        if let Kind::Bar(bar) = &self.kind {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.set_length(BAR_STEPS);
            if let Ok(style) = ProgressStyle::with_template("{bar:30} {percent:>3} %  {msg}") {
                bar.set_style(style);
            }
        }
        self.line(|| begin);
    }

    /// A line that stays.
    fn line(&self, text: impl FnOnce() -> String) {
        match &self.kind {
            Kind::Silent => {}
            Kind::Lines => say(&text()),
            Kind::Bar(bar) => bar.println(text()),
        }
    }
}

/// Length of the bar in its own units.
const BAR_STEPS: u64 = 10_000;
