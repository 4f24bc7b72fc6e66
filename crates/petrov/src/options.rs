//! How tables are held.

use crate::{ProbeError, Tables};
use draughts::RuleSet;
use std::path::PathBuf;

/// How tables are found and held; [`Tables::open`] is the short way with the defaults.
///
/// ```
/// use draughts::RuleSet;
/// use petrov::TablesOptions;
///
/// let tables = TablesOptions::new().cache_bytes(256 << 20).open(["tables"], RuleSet::russian())?;
/// # Ok::<(), petrov::ProbeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TablesOptions {
    pub(crate) cache_bytes: usize,
    pub(crate) unpacked_pieces: u8,
    pub(crate) embedded: &'static [(&'static str, &'static [u8])],
}

impl Default for TablesOptions {
    fn default() -> TablesOptions {
        TablesOptions { cache_bytes: 64 << 20, unpacked_pieces: 0, embedded: &[] }
    }
}

impl TablesOptions {
    /// A cache of 64 MiB, nothing unpacked as a whole, nothing embedded.
    #[must_use]
    pub fn new() -> TablesOptions {
        TablesOptions::default()
    }

    /// How much memory unpacked blocks may take, in bytes. The places for them, a sixteenth of it at most, are made when
    /// the tables are opened.
    #[must_use]
    pub fn cache_bytes(self, bytes: usize) -> TablesOptions {
        TablesOptions { cache_bytes: bytes, ..self }
    }

    /// Keeps the outcomes of tables of up to so many pieces unpacked as a whole, two bits a value,
    /// from when they are first asked: 2 MB for up to four pieces, 37 MB for up to five, 0.6 GB for
    /// up to six. They are not counted in the cache.
    #[must_use]
    pub fn unpack_up_to(self, pieces: u8) -> TablesOptions {
        TablesOptions { unpacked_pieces: pieces, ..self }
    }

    /// Files that are part of the program, by name (`KKvK.ptw`): used for the classes that no
    /// directory has. They must be of the rule set that the tables are opened for.
    #[must_use]
    pub fn embedded(self, files: &'static [(&'static str, &'static [u8])]) -> TablesOptions {
        TablesOptions { embedded: files, ..self }
    }

    /// Opens tables, see [`Tables::open`].
    ///
    /// # Errors
    /// If one of `dirs` is there but not a directory, or there is no memory for the cache's places.
    pub fn open<P: Into<PathBuf>>(
        self,
        dirs: impl IntoIterator<Item = P>,
        rules: RuleSet,
    ) -> Result<Tables, ProbeError> {
        Tables::with_options(dirs.into_iter().map(Into::into).collect(), rules, self)
    }
}
