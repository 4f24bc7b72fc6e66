//! What a server is started with.

use draughts::RuleSet;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// A table that is part of the program: its file name and its bytes.
pub type TableFile = (&'static str, &'static [u8]);

/// A rule set and where its tables are.
#[derive(Clone, Debug)]
pub struct RuleSetTables {
    /// The rule set.
    pub rules: RuleSet,
    /// The folders in which its tables are looked for, the first that has a table counting.
    pub folders: Vec<PathBuf>,
    /// The tables that are part of the program, for what no folder has.
    pub embedded: &'static [TableFile],
    /// What stands after `petrov gen CLASS` in the command that makes a table of it: ` --rules english`.
    /// It is told to anyone who asks for a table that is not there, so it should name no private path.
    pub build_arguments: String,
}

/// What the service allows at most.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Probing threads; at least one.
    pub workers: usize,
    /// Requests that wait for a probing thread; one more is refused with status 503.
    pub queue: usize,
    /// Connections that are open at once; one more waits unaccepted.
    pub connections: usize,
    /// Time from the head of a request to its answer; what takes longer is refused with status 503.
    pub answer_time: Duration,
    /// Time that a client may take to send the head of a request or to take some of an answer, and that an idle
    /// connection is kept.
    pub head_time: Duration,
    /// Time that is given to requests in flight when the server stops.
    pub stop_time: Duration,
    /// Bytes of a request's target (path and query); more is refused with status 414.
    pub target_bytes: usize,
    /// Bytes of a request's body, of which none is ever read; more is refused with status 413.
    pub body_bytes: u64,
    /// Memory for unpacked blocks of each rule set, in bytes.
    pub cache_bytes: usize,
}

impl Default for Limits {
    /// A worker for each core, 256 waiting requests, 512 connections, ten seconds for everything,
    /// targets of 4096 bytes, bodies of 8 KiB and 64 MiB of cache a rule set.
    fn default() -> Limits {
        Limits {
            workers: std::thread::available_parallelism().map_or(1, usize::from),
            queue: 256,
            connections: 512,
            answer_time: Duration::from_secs(10),
            head_time: Duration::from_secs(10),
            stop_time: Duration::from_secs(10),
            target_bytes: 4096,
            body_bytes: 8 << 10,
            cache_bytes: 64 << 20,
        }
    }
}

/// What a server is started with.
#[derive(Clone)]
pub struct Settings {
    /// The rule sets, the one that counts where a request names none first.
    pub rule_sets: Vec<RuleSetTables>,
    /// What the service allows.
    pub limits: Limits,
    /// Told once of everything that the keeper of the server should know, such as a damaged table,
    /// with its full path.
    pub on_fault: Arc<dyn Fn(&str) + Send + Sync>,
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("rule_sets", &self.rule_sets)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
