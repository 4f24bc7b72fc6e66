//! Why a question was not answered.

use draughts::{ClockError, MaterialClass};
use petrov_table::{MAX_TABLE_PIECES, TableError};
use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

/// Why a question was not answered.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// No directory has a table that the answer needs.
    #[error(
        "there is no {class}.{extension} for the rule set `{rules}`; `petrov gen {class} --rules {rules}` makes it"
    )]
    MissingTable {
        /// The class whose table is needed: not always that of the position, a capture may lead to it.
        class: MaterialClass,
        /// `ptw` (outcomes) or `ptn` (needs).
        extension: &'static str,
        /// The rule set.
        rules: Cow<'static, str>,
    },
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] Arc<TableError>),
    /// No game can be going on with these clocks.
    #[error(transparent)]
    Clock(#[from] ClockError),
    /// No table has so many pieces.
    #[error("{pieces} pieces are on the board, but tables have at most {MAX_TABLE_PIECES}")]
    TooManyPieces {
        /// The pieces of both sides.
        pieces: u8,
    },
    /// The memory that a cache takes at once cannot be had.
    #[error("the memory for a cache of {bytes} bytes cannot be had")]
    CacheTooLarge {
        /// The bytes that were asked for.
        bytes: usize,
    },
    /// What was given as a directory of tables is something else.
    #[error("{}: not a directory", .0.display())]
    NotADirectory(PathBuf),
}

impl From<TableError> for ProbeError {
    fn from(error: TableError) -> ProbeError {
        ProbeError::Table(Arc::new(error))
    }
}

/// What the inner functions return: as small as can be, made only when something is wrong.
pub(crate) type Fault = Box<ProbeError>;
