//! Where the bytes of a table come from.

use crate::TableError;
use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;

/// The bytes of a table file: mapped, in memory or part of the program.
#[derive(Clone, Debug)]
pub struct TableBytes {
    name: Arc<str>,
    bytes: Bytes,
}

#[derive(Clone, Debug)]
enum Bytes {
    Mapped(Arc<memmap2::Mmap>),
    Owned(Arc<[u8]>),
    Static(&'static [u8]),
}

impl TableBytes {
    /// Maps a file into memory.
    ///
    /// A file that is *replaced* while it is mapped (written elsewhere and renamed, as the generator
    /// does) goes on being read as it was. A file that another program cuts short in place makes
    /// the system raise a signal when the missing part is read; nothing in this process can turn
    /// that into an error.
    ///
    /// # Errors
    /// If the file cannot be opened or mapped.
    #[allow(unsafe_code)]
    pub fn map(path: &Path) -> Result<TableBytes, TableError> {
        // To open a pipe would wait for a writer.
        if !std::fs::metadata(path).map_err(TableError::io(path))?.is_file() {
            return Err(TableError::io(path)(std::io::Error::other("not a regular file")));
        }
        let file = std::fs::File::open(path).map_err(TableError::io(path))?;
        // SAFETY: the map is only read, as bytes, and every byte is checked before it is trusted, so
        // a change of the file gives an error and no undefined value; a cut is described above.
        let map = unsafe { memmap2::Mmap::map(&file) }.map_err(TableError::io(path))?;
        Ok(TableBytes { name: path.display().to_string().into(), bytes: Bytes::Mapped(Arc::new(map)) })
    }

    /// Bytes that are part of the program.
    #[must_use]
    pub fn from_static(name: &str, bytes: &'static [u8]) -> TableBytes {
        TableBytes { name: name.into(), bytes: Bytes::Static(bytes) }
    }

    /// Bytes in memory.
    #[must_use]
    pub fn from_vec(name: &str, bytes: Vec<u8>) -> TableBytes {
        TableBytes { name: name.into(), bytes: Bytes::Owned(bytes.into()) }
    }

    /// The path, or the name that was given, for messages.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Deref for TableBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Mapped(map) => map,
            Bytes::Owned(bytes) => bytes,
            Bytes::Static(bytes) => bytes,
        }
    }
}
