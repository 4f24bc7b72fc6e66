//! `petrov plan`.

use crate::arguments::{Common, Selection};
use crate::failure::Failure;
use crate::output::{Columns, Output, bytes, count_of, thousands, time};
use crate::sources::Sources;
use petrov_gen::{Pace, Plan, PlanStep};
use petrov_table::TableKind;
use serde::Serialize;
use std::time::Duration;

/// Show what would be built, in order, and what it would take
///
/// The order is that of the work: a class comes after all that its captures and crownings lead to.
/// Memory, disk and time are estimates; those of time are for one thread of this machine, whose pace is
/// measured on small classes first (divide by the number of threads). What is there already is not read, only seen to be there.
#[derive(clap::Args)]
#[command(name = "plan", after_help = "Examples:\n  petrov plan KKMvKM\n  petrov plan --pieces 6 --json")]
pub(crate) struct PlanCommand {
    #[command(flatten)]
    selection: Selection,
}

#[derive(Serialize)]
struct Step {
    class: String,
    values: u64,
    memory_bytes: u64,
    disk_bytes: u64,
    cpu_seconds: f64,
    there: bool,
}

#[derive(Serialize)]
struct Listing {
    rules: String,
    steps: Vec<Step>,
    /// What is to be built in all, and the most memory that is needed at once.
    to_build: Total,
}

#[derive(Serialize)]
struct Total {
    classes: usize,
    values: u64,
    memory_bytes: u64,
    disk_bytes: u64,
    cpu_seconds: f64,
}

impl Total {
    fn of<'a>(steps: impl Iterator<Item = &'a Step> + Clone) -> Total {
        Total {
            classes: steps.clone().count(),
            values: steps.clone().map(|step| step.values).sum(),
            memory_bytes: steps.clone().map(|step| step.memory_bytes).max().unwrap_or(0),
            disk_bytes: steps.clone().map(|step| step.disk_bytes).sum(),
            cpu_seconds: steps.map(|step| step.cpu_seconds).sum(),
        }
    }
}

impl PlanCommand {
    pub(crate) fn run(&self, common: &Common, output: &mut Output) -> Result<(), Failure> {
        let classes = self.selection.required()?;
        let plan = Plan::new(classes.iter().copied());
        let sources = Sources::new(common);
        sources.check_target()?;
        let pace = Pace::measure().unwrap_or(Pace::REFERENCE);
        let asked_for = classes.iter().map(|class| class.canonical()).collect();
        let is_there = |step: &PlanStep| {
            let is_there = |kind| {
                sources.is_in_target(step.class, kind) || sources.elsewhere(step.class, kind, &asked_for).is_some()
            };
            is_there(TableKind::Outcomes) && is_there(TableKind::Needs)
        };
        let steps: Vec<Step> = plan
            .steps
            .iter()
            .map(|step| Step {
                class: step.class.to_string(),
                values: step.values,
                memory_bytes: step.memory,
                disk_bytes: step.disk,
                cpu_seconds: pace.cpu_time(step).as_secs_f64(),
                there: is_there(step),
            })
            .collect();
        let to_build = Total::of(steps.iter().filter(|step| !step.there));
        if common.json {
            return output.json(&Listing { rules: common.rules.name.to_string(), steps, to_build });
        }
        let mut columns = Columns::new(["class", "values", "memory", "disk", "CPU time", ""]);
        let cpu = |seconds: f64| time(Duration::from_secs_f64(seconds));
        for step in &steps {
            columns.row([
                step.class.clone(),
                thousands(step.values),
                bytes(step.memory_bytes),
                bytes(step.disk_bytes),
                cpu(step.cpu_seconds),
                if step.there { "there" } else { "" }.to_owned(),
            ]);
        }
        columns.row([
            "to build".to_owned(),
            thousands(to_build.values),
            bytes(to_build.memory_bytes),
            bytes(to_build.disk_bytes),
            cpu(to_build.cpu_seconds),
            count_of(to_build.classes, "class", "classes"),
        ]);
        columns.print(output)
    }
}
