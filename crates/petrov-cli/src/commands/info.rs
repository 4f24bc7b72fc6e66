//! `petrov info`.

use crate::arguments::{Common, class_with_table, each_once};
use crate::embedded;
use crate::failure::{Failure, say};
use crate::output::{Columns, Output, bytes, count_of, thousands};
use crate::sources::Sources;
use draughts::{MaterialClass, RuleSet};
use petrov_table::{Header, NeedTable, OutcomeTable, TableBytes, TableError, TableIndex, TableKind};
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::Path;

/// Show the table files: values, size, bits per value, digest
///
/// Without a CLASS all tables in the folders are shown, and those that the program carries for
/// classes of which no folder has anything. A damaged file is named on standard error and the others
/// go on; the exit status is then 4.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  petrov info\n  petrov info KKMvKM --check\n  petrov info --tables /data/russian --json"
)]
pub(crate) struct Info {
    /// Material classes as KKMvKM, either side first
    #[arg(value_name = "CLASS", value_parser = class_with_table)]
    classes: Vec<MaterialClass>,
    /// Read the files to their ends and check every checksum
    #[arg(long)]
    check: bool,
}

#[derive(Serialize)]
struct File {
    file: String,
    class: String,
    kind: &'static str,
    rules: String,
    /// Values of the class.
    values: u64,
    /// Values that the file holds.
    values_stored: u64,
    bytes: u64,
    bits_per_value: f64,
    blocks: u64,
    block_values: u32,
    bound_by_a_clock: bool,
    largest_need: [u8; 3],
    digest: String,
    checked: bool,
}

impl Info {
    pub(crate) fn run(&self, common: &Common, output: &mut Output) -> Result<(), Failure> {
        let sources = Sources::new(common);
        let mut worst = None;
        let mut fault = |failure: Failure| {
            if let Failure::Message(status, message) = failure {
                say(&message);
                worst = worst.max(Some(status));
            }
        };
        let classes = if self.classes.is_empty() { all_classes(&sources, common)? } else { each_once(&self.classes) };
        if classes.is_empty() {
            let folders: Vec<String> = sources.folders.iter().map(|folder| folder.display().to_string()).collect();
            say(&format!("there are no tables in {}", folders.join(" or ")));
        }
        let mut files = Vec::new();
        for class in classes {
            let mut is_there = false;
            for kind in [TableKind::Outcomes, TableKind::Needs] {
                let found = sources.find(class, kind).and_then(|bytes| {
                    bytes.map(|bytes| self.look_into(bytes, class, kind, &sources.rules)).transpose()
                });
                let is_missing = matches!(found, Ok(None));
                match found {
                    Ok(Some(file)) => files.push(file),
                    // A class of which nothing is there is named once.
                    Ok(None) if kind == TableKind::Needs && !is_there => {}
                    Ok(None) => fault(Failure::missing(sources.missing_message(class, kind))),
                    Err(ref error) => fault(sources.table_failure(error)),
                }
                is_there |= !is_missing;
            }
        }
        if common.json {
            output.json(&files)?;
        } else if !files.is_empty() {
            print(&files, output)?;
        }
        worst.map_or(Ok(()), |status| Err(Failure::Reported(status)))
    }

    fn look_into(
        &self,
        bytes: TableBytes,
        class: MaterialClass,
        kind: TableKind,
        rules: &RuleSet,
    ) -> Result<File, TableError> {
        match kind {
            TableKind::Outcomes => {
                let table = OutcomeTable::open(bytes, class, rules)?;
                if self.check {
                    table.check_all()?;
                }
                Ok(self.file(table.name(), table.file_bytes(), table.header()))
            }
            TableKind::Needs => {
                let table = NeedTable::open(bytes, class, rules)?;
                if self.check {
                    table.check_all()?;
                }
                Ok(self.file(table.name(), table.file_bytes(), table.header()))
            }
        }
    }

    fn file(&self, name: &str, file_bytes: u64, header: &Header) -> File {
        let values = TableIndex::new(header.class).map_or(0, |index| index.values());
        let need = header.largest_need;
        File {
            file: name.to_owned(),
            class: header.class.to_string(),
            kind: match header.kind {
                TableKind::Outcomes => "outcomes",
                TableKind::Needs => "needs",
            },
            rules: header.rules_name.clone(),
            values,
            values_stored: header.values(),
            bytes: file_bytes,
            bits_per_value: file_bytes as f64 * 8.0 / values.max(1) as f64,
            blocks: header.blocks,
            block_values: header.block_values,
            bound_by_a_clock: header.bound_by_a_clock,
            largest_need: [need.king, need.material, need.road],
            digest: format!("{:016x}", header.digest),
            checked: self.check,
        }
    }
}

fn print(files: &[File], output: &mut Output) -> Result<(), Failure> {
    let mut columns = Columns::new(["file", "values", "size", "bits/value", "blocks", "largest need", "digest", ""]);
    for file in files {
        let [king, material, road] = file.largest_need;
        let need = if road == 0 { format!("{king}:{material}") } else { format!("{king}:{material}:{road}") };
        columns.row([
            file.file.clone(),
            thousands(file.values),
            bytes(file.bytes),
            format!("{:.4}", file.bits_per_value),
            thousands(file.blocks),
            need,
            file.digest.clone(),
            if file.checked { "sound" } else { "" }.to_owned(),
        ]);
    }
    columns.print(output)?;
    let total = |kind: &str| files.iter().filter(|file| file.kind == kind).map(|file| file.bytes).sum::<u64>();
    let classes: BTreeSet<&str> = files.iter().map(|file| file.class.as_str()).collect();
    let (outcomes, needs) = (total("outcomes"), total("needs"));
    let classes = count_of(classes.len(), "class", "classes");
    output.line(format!("{classes}, {} of outcomes, {} of needs", bytes(outcomes), bytes(needs)))
}

/// All classes that have a file in a folder or are carried by the program, smaller ones first.
fn all_classes(sources: &Sources, common: &Common) -> Result<Vec<MaterialClass>, Failure> {
    let mut classes: BTreeSet<MaterialClass> = embedded::classes(&sources.rules).into_iter().collect();
    for folder in &sources.folders {
        match std::fs::read_dir(folder) {
            Ok(entries) => {
                for entry in entries.flatten() {
                    match class_of(&entry.path()) {
                        Some(class) if class.is_canonical() => {
                            classes.insert(class);
                        }
                        Some(class) => say(&format!(
                            "{}: nobody looks there, the table of this class is named {}",
                            entry.path().display(),
                            class.canonical()
                        )),
                        None => {}
                    }
                }
            }
            // The usual folder need not be there.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && common.tables.is_empty() => {}
            Err(error) => return Err(Failure::bad_input(format!("{}: {error}", folder.display()))),
        }
    }
    let mut classes: Vec<MaterialClass> = classes.into_iter().collect();
    classes.sort_by_key(|class| {
        (class.pieces(), class.men(), std::cmp::Reverse(class.white_pieces()), std::cmp::Reverse(class.white_kings))
    });
    Ok(classes)
}

/// The class that a file with the name of a table is named after.
fn class_of(path: &Path) -> Option<MaterialClass> {
    let extension = path.extension()?.to_str()?;
    [TableKind::Outcomes, TableKind::Needs].into_iter().find(|kind| kind.extension() == extension)?;
    class_with_table(path.file_stem()?.to_str()?).ok()
}
