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
//!
//! # In an engine
//!
//! **Open once**, ask [`Tables::largest_piece_count`], and share a reference between the threads of the search.
//!
//! **At the root**, if the position is in the tables, play the first move of [`Tables::rank_moves`] and search no more:
//! it wins what is won within the limits, wherever the clocks stand, and repeats nothing. Whoever plays by outcomes
//! alone keeps a win for ever without getting on with it.
//!
//! **Inside the search** carry the [`Clocks`](draughts::Clocks) with the position, as
//! [`Clocks::after`](draughts::Clocks::after) has them.
//!
//! - After a capture or a crowning both clocks stand at zero: the position is a fresh one whatever went before, and
//!   [`Tables::outcome`] is exact there. These are the nodes that matter most, and the ones to begin with: an engine
//!   that probes only there need not know any clock.
//! - Anywhere else [`Tables::probe`] takes the clocks and is exact as well. At clocks of zero it *is* `outcome`.
//! - An outcome of draw, cursed win or blessed loss is final: clocks that run make no game of it. Only a win or a
//!   loss can be one no longer, so to ask `outcome` where clocks run errs in one way: it may call a draw
//!   by count a win.
//! - A transposition table must not mix nodes of the same position at other clocks where the draw is near. The usual
//!   way out is to hash the clocks in only when they are far on, or not to store scores that come of a count.
//!
//! ```
//! use draughts::{Clocks, Position, RuleSet};
//! use petrov::{Outcome, Tables};
//!
//! const WIN: i32 = 20_000;
//!
//! /// What a position is worth to the side to move, `ply` plies from the root.
//! fn search(tables: &Tables, position: &Position, clocks: Clocks, depth: u32, ply: i32, window: (i32, i32)) -> i32 {
//!     let (mut alpha, beta) = window;
//!     let rules = tables.rules();
//!     let moves = position.legal_moves(rules.movement);
//!     if moves.is_empty() {
//!         return ply - 30_000;
//!     }
//!     if clocks.run_out(rules, position.class()).is_some() {
//!         return 0;
//!     }
//!     // An error says that a table is missing: search on. (To ask only up to the largest piece count is cheaper.)
//!     if let Ok(outcome) = tables.probe(position, clocks) {
//!         return match outcome {
//!             Outcome::Win => WIN - ply,
//!             Outcome::CursedWin => 10,
//!             Outcome::Draw => 0,
//!             Outcome::BlessedLoss => -10,
//!             Outcome::Loss => ply - WIN,
//!         };
//!     }
//!     if depth == 0 {
//!         return 0; // what your evaluation says
//!     }
//!     for m in &moves {
//!         let clocks = clocks.after(position, m, rules);
//!         let score = -search(tables, &position.after(m), clocks, depth - 1, ply + 1, (-beta, -alpha));
//!         alpha = alpha.max(score);
//!         if alpha >= beta {
//!             break;
//!         }
//!     }
//!     alpha
//! }
//!
//! # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tables/russian");
//! let tables = Tables::open([folder], RuleSet::russian())?;
//! // Five pieces, of which there is no table: the search finds its way into smaller ones.
//! let position: Position = "W:WKd2,Kb4,c5:Bh2,f6".parse()?;
//! assert!(tables.probe(&position, Clocks::ZERO).is_err());
//! assert!(search(&tables, &position, Clocks::ZERO, 5, 0, (-30_000, 30_000)) > WIN - 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/engine` is a whole engine of that kind, short enough to be read at one sitting.
//!
//! **What it costs.** A probe whose block is in memory takes a fraction of a microsecond, compulsory captures that it
//! has to follow included: as much as generating the moves two or three times. At clocks that run, `probe` costs
//! little more than `outcome`, but where a clock stands so late that the largest need of the class is not met: then it
//! looks up the needs as well, and costs three or four times as much. A probe whose block must be unpacked first, 4096
//! values at a time, costs sixty to ninety times as much. `rank_moves` probes what every move leads to, with its needs, and
//! in a drawn position every reply: some sixty probes' worth, more where blocks are cold, for the root. [`Tables::distance`] and
//! [`Tables::line`] rank the moves of a whole game: hundreds of probes.
//!
//! **Which files.** A class has two: `KKMvKM.ptw` with the outcomes and `KKMvKM.ptn` with the needs. [`Tables::outcome`] and
//! [`Tables::largest_piece_count`] read the former alone; [`Tables::probe`] at clocks that run, [`Tables::needs`], the
//! ranking, lines and distances read both, and [`ProbeError::MissingTable`] says which one is not there.
//!
//! **Memory.** Files are mapped; the system keeps what is used of them. The cache of unpacked blocks
//! ([`TablesOptions::cache_bytes`], 64 MiB unless told) takes about 1 MiB for four million outcomes: the default holds
//! all outcomes of five pieces. For six pieces give it 256 MiB or more; beyond 1 GiB nothing is left to be gained. With memory
//! to spare [`TablesOptions::unpack_up_to`] is quicker yet. More threads need no more memory.
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
