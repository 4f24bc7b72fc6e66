//! What a table is: how positions are numbered, what is said of each, and how it lies in files.
//!
//! The crate solves nothing and answers nothing; the generator writes through it and the prober
//! reads through it. `tables/FORMAT.md` describes the files for readers in any language.

mod budgets;
mod bytes;
pub mod combinatorics;
pub mod cpu;
mod error;
mod header;
mod index;
mod level;
mod need;
mod need_codec;
mod neighbours;
mod outcome;
mod outcome_block;
mod outcome_codec;
mod pack;
mod range_coder;
mod statistics;
mod table;
mod unpacked;

pub use budgets::{Budgets, Ply, PlyKind};
pub use bytes::TableBytes;
pub use error::TableError;
pub use header::{FORMAT_VERSION, Header, TableKind};
pub use index::{MAX_TABLE_PIECES, Pieces, TableIndex, count_positions};
pub use need::{Need, Needs};
pub use need_codec::NeedBlock;
pub use outcome::Outcome;
pub use outcome_block::OutcomeBlock;
pub use pack::{
    BLOCK_VALUES, OneWorker, SolvedValues, TableDescription, Workers, pack_needs, pack_outcomes, write_whole,
};
pub use statistics::SideStatistics;
pub use table::{NeedTable, OutcomeTable};
pub use unpacked::UnpackedOutcomes;
