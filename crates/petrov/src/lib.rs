//! The prober: asks endgame tables for draughts, exactly under the draw clocks of the rules.
//!
//! ```no_run
//! use draughts::{Clocks, Position, RuleSet};
//! use petrov::{Outcome, Tables};
//!
//! let tables = Tables::open(["tables/russian"], RuleSet::russian())?;
//! let position: Position = "W:WKa5,Kg3,c3:BKf8,a3".parse()?;
//! let outcome = tables.probe(&position, Clocks::new(4, 17))?;
//! if outcome == Outcome::Win {
//!     let best = &tables.rank_moves(&position, Clocks::new(4, 17))?[0];
//!     println!("{} wins", best.played);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Tables`] is `Send + Sync`: any number of threads may probe one at once. No lock is taken for a
//! block that is in memory, and nothing is allocated. Whatever is wrong with a file is a
//! [`ProbeError`] that names it.
#![forbid(unsafe_code)]

mod block_cache;
mod coverage;
mod error;
mod finder;
mod line;
mod move_info;
mod needs;
mod options;
mod quiet;
mod ranking;
mod resolve;
mod store;
mod table;
mod tables;

pub use error::ProbeError;
pub use line::Line;
pub use move_info::MoveInfo;
pub use options::TablesOptions;
pub use petrov_table::{Budgets, Need, Needs, Outcome, TableError};
pub use tables::Tables;
