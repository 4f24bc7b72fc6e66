//! Where the files of tables are looked for.

use crate::ProbeError;
use draughts::MaterialClass;
use petrov_table::{TableBytes, TableError};
use std::io::ErrorKind;
use std::path::PathBuf;

/// The directories in which tables are looked for, and the files in the program.
#[derive(Debug)]
pub(crate) struct Finder {
    dirs: Vec<PathBuf>,
    embedded: &'static [(&'static str, &'static [u8])],
}

impl Finder {
    /// A directory that is not there yet is no error.
    pub(crate) fn new(
        dirs: Vec<PathBuf>,
        embedded: &'static [(&'static str, &'static [u8])],
    ) -> Result<Finder, ProbeError> {
        match dirs.iter().find(|dir| dir.exists() && !dir.is_dir()) {
            Some(file) => Err(ProbeError::NotADirectory(file.clone())),
            None => Ok(Finder { dirs, embedded }),
        }
    }

    /// The bytes of a class's file from the first directory that has it, else from the program;
    /// `None` if it is nowhere.
    pub(crate) fn find(&self, class: MaterialClass, extension: &str) -> Result<Option<TableBytes>, TableError> {
        let name = format!("{class}.{extension}");
        for dir in &self.dirs {
            match TableBytes::map(&dir.join(&name)) {
                Err(TableError::Io { source, .. }) if source.kind() == ErrorKind::NotFound => {}
                found => return found.map(Some),
            }
        }
        let embedded = self.embedded.iter().find(|(embedded, _)| *embedded == name);
        Ok(embedded.map(|&(name, bytes)| TableBytes::from_static(name, bytes)))
    }
}
