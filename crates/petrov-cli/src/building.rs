//! Runs the generator for a command: threads, memory, interruption, progress.

use crate::failure::{Failure, say};
use crate::progress::Display;
use crate::sources::Sources;
use draughts::MaterialClass;
use petrov_gen::{Event, Written};
use petrov_gen::{Generator, Plan, Progress};
use petrov_table::TableKind;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// What a build may use.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Resources {
    /// Threads to build with; else as many as the machine has cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    threads: Option<u16>,
    /// Memory to build with, in GiB; else three quarters of what is free
    #[arg(long, value_name = "GIB", value_parser = gibibytes)]
    memory: Option<u64>,
}

const GIB: f64 = (1u64 << 30) as f64;

/// Reads a number of GiB as bytes.
pub(crate) fn gibibytes(text: &str) -> Result<u64, String> {
    let number: f64 = text.parse().map_err(|_| "memory is a number of GiB, as in 4 or 0.5".to_owned())?;
    if number > 0.0 && number <= 1e6 { Ok((number * GIB) as u64) } else { Err("memory is more than 0 GiB".to_owned()) }
}

/// A build to be run.
pub(crate) struct Building<'a> {
    /// Where tables are and where they go.
    pub(crate) sources: &'a Sources,
    /// Show no progress.
    pub(crate) quiet: bool,
    /// Threads and memory.
    pub(crate) resources: &'a Resources,
}

/// What came of it.
pub(crate) struct Summary {
    /// Number of classes that were there.
    pub(crate) there: usize,
    /// What was built.
    pub(crate) written: Vec<Written>,
    /// How long it all took.
    pub(crate) time: Duration,
}

impl Building<'_> {
    /// Builds what is missing of some classes and of all that they lead to. What the program carries
    /// is not missing, but for the classes that were asked for by name.
    pub(crate) fn run(
        &self,
        classes: &[MaterialClass],
        asked_for: &BTreeSet<MaterialClass>,
    ) -> Result<Summary, Failure> {
        let start = Instant::now();
        let plan = Plan::new(classes.iter().copied());
        let progress = watched();
        let folder = self.sources.target();
        self.sources.check_target()?;
        remove_leftovers(folder);
        let elsewhere = |class: MaterialClass, kind: TableKind| self.sources.elsewhere(class, kind, asked_for);
        let generator = Generator {
            rules: &self.sources.rules,
            folder: folder.to_owned(),
            elsewhere: &elsewhere,
            memory: self.resources.memory.unwrap_or_else(|| free_memory() / 4 * 3),
            progress,
        };
        let threads = self.resources.threads.map_or(0, usize::from);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Failure::other(format!("threads cannot be started: {error}")))?;
        let mut summary = Summary { there: 0, written: Vec::new(), time: Duration::ZERO };
        let display = Display::new(&plan, progress, pool.current_num_threads(), self.quiet);
        let result = display.while_showing(|| {
            pool.install(|| {
                generator.run(&plan, &mut |event| {
                    match event {
                        Event::Present(_) => summary.there += 1,
                        Event::Written(written) => summary.written.push(*written),
                        _ => {}
                    }
                    display.tell(&event);
                })
            })
        });
        result?;
        summary.time = start.elapsed();
        Ok(summary)
    }
}

/// The progress of the builds of this process. The first Ctrl-C stops them in good order, the second
/// ends the process.
pub(crate) fn watched() -> &'static Progress {
    static PROGRESS: OnceLock<Progress> = OnceLock::new();
    PROGRESS.get_or_init(|| {
        let handler = || {
            let progress = PROGRESS.get();
            if progress.is_none_or(|progress| progress.stop.swap(true, Relaxed)) {
                std::process::exit(1);
            }
            say("stopping as soon as the work in hand allows it; once more to stop at once");
        };
        // Without a handler the process just ends, and what was written stays whole all the same.
        let _ = ctrlc::set_handler(handler);
        Progress::default()
    })
}

/// Removes what writers that are no more left half written: `KKMvKM.ptw.4711.tmp`, if there is no
/// process 4711. Elsewhere than on Linux nothing is removed.
fn remove_leftovers(folder: &Path) {
    if !Path::new("/proc/self").exists() {
        return;
    }
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let writer = entry.file_name().to_str().and_then(writer_of);
        if writer.is_some_and(|id| id == std::process::id() || !Path::new(&format!("/proc/{id}")).exists()) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// The id of the process that a temporary file is named after.
fn writer_of(name: &str) -> Option<u32> {
    let (table, id) = name.strip_suffix(".tmp")?.rsplit_once('.')?;
    let (class, extension) = table.split_once('.')?;
    [TableKind::Outcomes, TableKind::Needs].into_iter().find(|kind| kind.extension() == extension)?;
    class.parse::<MaterialClass>().ok()?;
    id.parse().ok()
}

/// Memory that is free to use, in bytes; a guess where the system does not say.
pub(crate) fn free_memory() -> u64 {
    const GUESS: u64 = 4 << 30;
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let machine = read("/proc/meminfo").and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
        Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
    });
    // A container may have less than the machine.
    let number = |path: &str| read(path).and_then(|text| text.trim().parse::<u64>().ok());
    let container = number("/sys/fs/cgroup/memory.max")
        .map(|most| most.saturating_sub(number("/sys/fs/cgroup/memory.current").unwrap_or(0)));
    machine.into_iter().chain(container).min().unwrap_or(GUESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leftovers_are_known_by_their_names() {
        assert_eq!(writer_of("KKMvKM.ptw.4711.tmp"), Some(4711));
        assert_eq!(writer_of("KvK.ptn.1.tmp"), Some(1));
        for other in ["KKMvKM.ptw", "KKMvKM.ptw.tmp", "notes.ptw.1.tmp", "KvK.txt.1.tmp", "KvK.ptw.x.tmp"] {
            assert_eq!(writer_of(other), None, "{other}");
        }
    }

    #[test]
    fn only_leftovers_of_dead_processes_are_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let touch = |name: String| std::fs::write(folder.path().join(name), b"x").expect("written");
        touch("KvK.ptw.4294967295.tmp".to_owned());
        touch("KvK.ptw.1.tmp".to_owned());
        touch("KvK.ptw".to_owned());
        remove_leftovers(folder.path());
        let there = |name: &str| folder.path().join(name).exists();
        assert!(there("KvK.ptw.1.tmp") && there("KvK.ptw"));
        assert_eq!(there("KvK.ptw.4294967295.tmp"), !Path::new("/proc/self").exists());
    }

    #[test]
    fn memory_is_read_in_gibibytes() {
        assert_eq!(gibibytes("0.5"), Ok(1 << 29));
        assert!(gibibytes("0").is_err() && gibibytes("-1").is_err() && gibibytes("much").is_err());
        assert!(gibibytes("NaN").is_err());
        assert!(free_memory() > 0);
    }
}
