//! What can be wrong with a table file.

use draughts::MaterialClass;
use std::path::PathBuf;

/// Why a table cannot be read or written. Every message names the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The system would not open, read or write a file.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file does not start as a table does.
    #[error("{file}: not a Petrov table")]
    NotATable {
        /// The file.
        file: String,
    },
    /// The file was written by a newer program.
    #[error("{file}: table format {found}, but this program reads format {known}: a newer petrov is needed")]
    Version {
        /// The file.
        file: String,
        /// The format of the file.
        found: u16,
        /// The format that is known.
        known: u16,
    },
    /// The table was made under other rules.
    #[error("{file}: made under the rule set `{found}`, not `{wanted}`")]
    WrongRules {
        /// The file.
        file: String,
        /// The rule set of the file.
        found: String,
        /// The rule set that was asked for.
        wanted: String,
    },
    /// The table is of another class, or says something else than was asked for.
    #[error("{file}: holds the {found}, not the {wanted}")]
    WrongTable {
        /// The file.
        file: String,
        /// What it holds.
        found: String,
        /// What was looked for.
        wanted: String,
    },
    /// The bytes are not what was written.
    #[error("{file}: damaged: {what}{}", block.map_or(String::new(), |block| format!(", block {block}")))]
    Damaged {
        /// The file.
        file: String,
        /// The block in which it shows, if it is in one.
        block: Option<u64>,
        /// What does not hold.
        what: &'static str,
    },
    /// There are no tables of such a class.
    #[error("{0} has no table: both sides need a piece, and there may be eight at most")]
    NoSuchTable(MaterialClass),
}

impl TableError {
    /// An error of the system with the file it is about.
    pub fn io(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> TableError {
        let path = path.into();
        move |source| TableError::Io { path, source }
    }

    /// Whether the file itself is at fault, so that making it again would help.
    #[must_use]
    pub const fn is_damage(&self) -> bool {
        matches!(self, TableError::Damaged { .. } | TableError::NotATable { .. })
    }
}
