//! The generator.
#![forbid(unsafe_code)]

mod class_values;
mod code;
mod exits;
mod geometry;
mod needs;
mod retrograde;
mod slice;
mod smaller;
mod solve;
mod solved;

pub use smaller::SmallerTables;
pub use solve::{Progress, SolveError, solve};
pub use solved::{Pool, SolvedClass};
