//! Why a function did not answer.

use crate::types::PetrovStatus;
use draughts::{PositionError, RuleSet};
use petrov::{ProbeError, TableError};
use std::ffi::CStr;

/// Why a function did not answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("`{0}` is a null pointer")]
    NullPointer(&'static str),
    #[error("`{0}` is not UTF-8")]
    BadText(&'static str),
    #[error("there is no rule set `{0}`; there are {names}", names = RuleSet::all().map(|rules| rules.name).join(", "))]
    UnknownRules(String),
    #[error("the side to move is {0}; it must be 0 (White) or 1 (Black)")]
    SideToMove(u32),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error(transparent)]
    Probe(#[from] ProbeError),
    #[error("there are {count}, but room for {capacity}")]
    BufferTooSmall { count: usize, capacity: usize },
    #[error("a fault of the library: {0}")]
    Panic(String),
}

impl Failure {
    pub(crate) fn status(&self) -> PetrovStatus {
        match self {
            Failure::NullPointer(_) => PetrovStatus::NullPointer,
            Failure::BadText(_) => PetrovStatus::BadText,
            Failure::UnknownRules(_) => PetrovStatus::UnknownRules,
            Failure::SideToMove(_) | Failure::Position(_) => PetrovStatus::BadPosition,
            Failure::Probe(error) => status_of(error),
            Failure::BufferTooSmall { .. } => PetrovStatus::BufferTooSmall,
            Failure::Panic(_) => PetrovStatus::Internal,
        }
    }
}

fn status_of(error: &ProbeError) -> PetrovStatus {
    match error {
        ProbeError::MissingTable { .. } => PetrovStatus::MissingTable,
        ProbeError::Clock(_) => PetrovStatus::BadClocks,
        ProbeError::TooManyPieces { .. } => PetrovStatus::TooManyPieces,
        ProbeError::NotADirectory(_) => PetrovStatus::NotAFolder,
        ProbeError::CacheTooLarge { .. } => PetrovStatus::OutOfMemory,
        ProbeError::Table(error) => match **error {
            TableError::Io { .. } => PetrovStatus::CannotRead,
            TableError::NotATable { .. } | TableError::Damaged { .. } => PetrovStatus::DamagedTable,
            TableError::Version { .. } | TableError::WrongRules { .. } | TableError::WrongTable { .. } => {
                PetrovStatus::WrongTable
            }
            TableError::NoSuchTable(_) => PetrovStatus::TooManyPieces,
            _ => PetrovStatus::Internal,
        },
        _ => PetrovStatus::Internal,
    }
}

/// A status in words; any other number is an unknown one.
pub(crate) const fn message(status: i32) -> &'static CStr {
    const fn is(status: i32, other: PetrovStatus) -> bool {
        status == other as i32
    }
    match status {
        s if is(s, PetrovStatus::Ok) => c"answered",
        s if is(s, PetrovStatus::NullPointer) => c"a pointer is null",
        s if is(s, PetrovStatus::BadText) => c"a text is not UTF-8",
        s if is(s, PetrovStatus::UnknownRules) => c"there is no rule set of this name",
        s if is(s, PetrovStatus::NotAFolder) => c"what was given as a folder of tables is something else",
        s if is(s, PetrovStatus::OutOfMemory) => c"the memory for the cache cannot be had",
        s if is(s, PetrovStatus::BadPosition) => c"this is no position",
        s if is(s, PetrovStatus::BadClocks) => c"no game can be going on with these clocks",
        s if is(s, PetrovStatus::TooManyPieces) => c"there are more pieces than tables can have",
        s if is(s, PetrovStatus::MissingTable) => c"a table is missing",
        s if is(s, PetrovStatus::WrongTable) => c"a table is not the one that is needed",
        s if is(s, PetrovStatus::DamagedTable) => c"a table is damaged",
        s if is(s, PetrovStatus::CannotRead) => c"a table cannot be read",
        s if is(s, PetrovStatus::BufferTooSmall) => c"there is more than fits",
        s if is(s, PetrovStatus::Internal) => c"a fault of the library",
        _ => c"an unknown status",
    }
}
