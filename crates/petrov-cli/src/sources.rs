//! Where tables are found: in folders, then in the program itself.

use crate::arguments::Common;
use crate::embedded;
use crate::failure::{Failure, sentence, status_of};
use draughts::{MaterialClass, RuleSet};
use petrov_table::{OutcomeTable, TableBytes, TableError, TableKind};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The places where a command looks for tables.
pub(crate) struct Sources {
    /// The folders; the first is the one that is written to.
    pub(crate) folders: Vec<PathBuf>,
    /// The rules that the tables must have been made under.
    pub(crate) rules: RuleSet,
    common: Common,
}

impl Sources {
    pub(crate) fn new(common: &Common) -> Sources {
        Sources { folders: common.folders(), rules: RuleSet::clone(&common.rules), common: common.clone() }
    }

    /// The folder that tables are written to.
    pub(crate) fn target(&self) -> &Path {
        self.folders.first().map_or(Path::new("."), PathBuf::as_path)
    }

    /// An error if what tables would be written to is no folder. (It need not be there.)
    pub(crate) fn check_target(&self) -> Result<(), Failure> {
        let folder = self.target();
        if folder.exists() && !folder.is_dir() {
            return Err(Failure::bad_input(format!("{}: not a folder, so no tables can go there", folder.display())));
        }
        Ok(())
    }

    /// Whether a file of a class is in the folder that tables are written to.
    pub(crate) fn is_in_target(&self, class: MaterialClass, kind: TableKind) -> bool {
        first_with(self.folders.get(..1).unwrap_or(&[]), class, kind).is_some()
    }

    /// A file of a class from the first folder that has it, else from the program.
    pub(crate) fn find(&self, class: MaterialClass, kind: TableKind) -> Result<Option<TableBytes>, TableError> {
        match first_with(&self.folders, class, kind) {
            Some(path) => TableBytes::map(&path).map(Some),
            None => Ok(embedded::find(&self.rules, class, kind)),
        }
    }

    /// For a generator that writes to the first folder: what the other folders have, and what the
    /// program has of classes that were not asked for by name.
    pub(crate) fn elsewhere(
        &self,
        class: MaterialClass,
        kind: TableKind,
        asked_for: &BTreeSet<MaterialClass>,
    ) -> Option<TableBytes> {
        if let Some(path) = first_with(self.folders.get(1..).unwrap_or(&[]), class, kind) {
            return TableBytes::map(&path).ok();
        }
        if asked_for.contains(&class.canonical()) { None } else { embedded::find(&self.rules, class, kind) }
    }

    /// The outcomes of a class.
    pub(crate) fn outcomes(&self, class: MaterialClass) -> Result<OutcomeTable, Failure> {
        let bytes = self.find(class, TableKind::Outcomes).map_err(|error| self.table_failure(&error))?;
        let bytes = bytes.ok_or_else(|| Failure::missing(self.missing_message(class, TableKind::Outcomes)))?;
        OutcomeTable::open(bytes, class, &self.rules).map_err(|error| self.table_failure(&error))
    }

    /// What is wrong with a table, and what helps.
    pub(crate) fn table_failure(&self, error: &TableError) -> Failure {
        let mut message = sentence(error);
        if let TableError::Damaged { file, .. } | TableError::NotATable { file } = error {
            let name = Path::new(file).file_stem().and_then(|name| name.to_str());
            if let Some(class) = name.and_then(|name| name.parse().ok()) {
                message += &format!("; `{}` makes it again", self.common.command_to_build(class));
            }
        }
        Failure::Message(status_of(error), message)
    }

    /// The sentence that says that a file is missing and what makes it.
    pub(crate) fn missing_message(&self, class: MaterialClass, kind: TableKind) -> String {
        let folders: Vec<String> = self.folders.iter().map(|folder| folder.display().to_string()).collect();
        format!(
            "{} ({}) is not in {}: `{}` makes it",
            kind.file_name(class),
            self.rules.name,
            folders.join(" or "),
            self.common.command_to_build(class)
        )
    }
}

fn first_with(folders: &[PathBuf], class: MaterialClass, kind: TableKind) -> Option<PathBuf> {
    folders.iter().map(|folder| folder.join(kind.file_name(class))).find(|path| path.try_exists().unwrap_or(true))
}
