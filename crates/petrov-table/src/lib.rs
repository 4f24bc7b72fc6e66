//! What a table is: how positions are numbered, what is said of each, and how it lies in files.
//!
//! The crate solves nothing and answers nothing; the generator writes through it and the prober
//! reads through it.

mod budgets;
pub mod combinatorics;
pub mod cpu;
mod index;
mod need;
mod outcome;
mod unpacked;

pub use budgets::{Budgets, Ply, PlyKind};
pub use index::{MAX_TABLE_PIECES, Pieces, TableIndex, count_positions};
pub use need::{Need, Needs};
pub use outcome::Outcome;
pub use unpacked::UnpackedOutcomes;
