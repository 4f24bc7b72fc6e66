//! `petrov gen`.

use crate::arguments::{Common, Selection};
use crate::building::{Building, Resources};
use crate::failure::Failure;
use crate::output::{Output, bytes, count_of, time};
use crate::sources::Sources;
use draughts::MaterialClass;
use serde::Serialize;
use std::collections::BTreeSet;

/// Build tables: what is missing of the classes and of all that they lead to
///
/// Files go to the first folder of tables. What is there and sound, in any of the folders, is not
/// built again; what is damaged is. Stopped at any moment, the command leaves nothing broken, and
/// the same command goes on from there when it is run again.
///
/// The small Russian tables that the program carries are written too where they are asked for, and
/// are read from the program where other classes only need them.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  petrov gen --pieces 5\n  petrov gen KKMvKM KKMvKK --threads 2 --memory 4\n  \
    petrov gen --pieces 4 --rules ukrainian --tables /data/ukrainian")]
pub(crate) struct Gen {
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    resources: Resources,
}

#[derive(Serialize)]
struct Built {
    class: String,
    values: u64,
    outcome_bytes: u64,
    need_bytes: u64,
    solving_seconds: f64,
    packing_seconds: f64,
}

#[derive(Serialize)]
struct Listing {
    rules: String,
    folder: String,
    there: usize,
    built: Vec<Built>,
    seconds: f64,
}

impl Gen {
    pub(crate) fn run(&self, common: &Common, output: &mut Output) -> Result<(), Failure> {
        let classes = self.selection.required()?;
        let sources = Sources::new(common);
        let asked_for: BTreeSet<MaterialClass> = classes.iter().map(|class| class.canonical()).collect();
        let building = Building { sources: &sources, quiet: common.quiet, resources: &self.resources };
        let summary = building.run(&classes, &asked_for)?;
        let folder = sources.target().display().to_string();
        if common.json {
            let built = summary.written.iter().map(|written| Built {
                class: written.class.to_string(),
                values: written.values,
                outcome_bytes: written.outcome_bytes,
                need_bytes: written.need_bytes,
                solving_seconds: written.solving.as_secs_f64(),
                packing_seconds: written.packing.as_secs_f64(),
            });
            return output.json(&Listing {
                rules: common.rules.name.to_string(),
                folder,
                there: summary.there,
                built: built.collect(),
                seconds: summary.time.as_secs_f64(),
            });
        }
        let there = count_of(summary.there, "class was there", "classes were there");
        if summary.written.is_empty() {
            return output.line(format!("nothing to build, {there}"));
        }
        let size = summary.written.iter().map(|written| written.outcome_bytes + written.need_bytes).sum();
        output.line(format!(
            "{} built into {folder} in {}, {}; {there}",
            count_of(summary.written.len(), "class", "classes"),
            time(summary.time),
            bytes(size)
        ))
    }
}
