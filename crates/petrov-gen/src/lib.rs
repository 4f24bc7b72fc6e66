//! The generator: plans what to build, solves classes of material slice by slice, packs and writes
//! their tables. It prints nothing; [`Generator`] tells a caller what happens through [`Event`]s.
#![forbid(unsafe_code)]

mod captures;
mod checkpoint;
mod class_values;
mod code;
mod complete;
mod exits;
mod generator;
mod geometry;
mod king_moves;
mod needs;
mod pace;
mod plan;
mod retrograde;
mod road;
mod slice;
mod smaller;
mod solve;
mod solved;
mod verify;

pub use complete::{CompleteError, complete};
pub use generator::{Event, GenerateError, Generator, Written};
pub use pace::Pace;
pub use plan::{Plan, PlanStep, closure, needed_at_once};
pub use smaller::SmallerTables;
pub use solve::{Progress, SolveError, solve};
pub use solved::{Pool, SolvedClass};
pub use verify::{
    Fault, MoveSaying, Sample, Saying, Verifier, VerifyError, VerifyEvent, VerifyReport, WrongCount, WrongValue,
};
