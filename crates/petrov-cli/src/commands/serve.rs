//! `petrov serve`.

use crate::arguments::Common;
use crate::embedded;
use crate::failure::{Failure, say};
use crate::output::Output;
use draughts::RuleSet;
use petrov_server::{Limits, RuleSetTables, Server, Settings};
use serde::Serialize;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

/// Answer in a browser: a board, and a service that answers programs in JSON
///
/// Every rule set is served: the one of --rules from the folders of tables as with any command, the
/// others from the folders of their names below these (DIR/english). Tables that are made or replaced
/// meanwhile are found within seconds. The service is described at /api/v1/openapi.json. Ctrl-C stops it.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  petrov serve\n  petrov serve --tables /data/russian --listen 0.0.0.0:8640\n\n\
    It asks for no password and has no TLS: to open it to others, put a reverse proxy before it.")]
pub(crate) struct Serve {
    /// The address and port to listen on; by default only this machine is answered
    #[arg(long, value_name = "ADDR:PORT", default_value_t = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8640))]
    listen: SocketAddr,
    /// Probing threads; otherwise one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,
    /// Requests that may wait for a probing thread; one more is refused with status 503
    #[arg(long, value_name = "N", default_value_t = 256)]
    queue: u16,
    /// Connections that may be open at once
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = clap::value_parser!(u16).range(1..))]
    connections: u16,
    /// Seconds that an answer may take
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    time_limit: u16,
    /// Memory for unpacked blocks of each rule set, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    cache: u32,
}

/// Where the service is.
#[derive(Serialize)]
struct Ready {
    url: String,
}

impl Serve {
    pub(crate) fn run(&self, common: &Common, output: &mut Output) -> Result<(), Failure> {
        let server =
            Server::bind(self.listen, self.settings(common)).map_err(|error| Failure::other(error.to_string()))?;
        let url = format!("http://{}/", server.address());
        if common.json {
            output.json(&Ready { url })?;
        } else {
            output.line(format!("Petrov serves on {url} (Ctrl-C stops)"))?;
        }
        output.flush()?;
        // Not an error: tables may be made while it serves.
        for folder in common.folders().iter().filter(|folder| !folder.is_dir()) {
            say(&format!("{}: there is no such folder now", folder.display()));
        }
        server.run_until_signal().map_err(|error| Failure::other(error.to_string()))
    }

    fn settings(&self, common: &Common) -> Settings {
        let others = RuleSet::all().into_iter().filter(|rules| rules.name != common.rules.name);
        let rule_sets = std::iter::once(RuleSet::clone(&common.rules)).chain(others);
        let of_rules = |rules: RuleSet| RuleSetTables {
            folders: common.folders_of(&rules),
            embedded: embedded::files(&rules),
            build_arguments: common.public_build_arguments(&rules),
            rules,
        };
        let limits = Limits {
            queue: self.queue.into(),
            connections: self.connections.into(),
            answer_time: Duration::from_secs(self.time_limit.into()),
            cache_bytes: (self.cache as usize) << 20,
            ..Limits::default()
        };
        let limits = match self.workers {
            Some(workers) => Limits { workers: workers.into(), ..limits },
            None => limits,
        };
        Settings { rule_sets: rule_sets.map(of_rules).collect(), limits, on_fault: Arc::new(say) }
    }
}
