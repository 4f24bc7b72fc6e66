//! The command `petrov`: arguments, progress, printing. What it prints is worked out elsewhere.
#![forbid(unsafe_code)]

mod answer;
mod arguments;
mod asked;
mod building;
mod commands;
mod embedded;
mod failure;
mod output;
mod picture;
mod prober;
mod progress;
mod rules_file;
mod sources;
mod words;

use arguments::Common;
use clap::Parser;
use failure::{Failure, Status};
use output::Output;
use std::process::ExitCode;

/// Endgame tables for draughts, exact under the draw clocks of the rules.
#[derive(Parser)]
#[command(
    name = "petrov",
    version,
    propagate_version = true,
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "Exit status: 0 answered, 2 bad input, 3 a table is missing, 4 a table is damaged or another than its place says, 1 anything else.\n\n\
        Examples:\n  \
        petrov probe W:WKa5,Kg3,c3:BKf8,a3\n  \
        petrov probe --king-clock 20 --build W:WKa5,Kg3,c3:BKf8,a3\n  \
        petrov line W:WKa1,Kb2,Kc3:BKc1\n  \
        petrov gen --pieces 5"
)]
struct Arguments {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Count(commands::count::Count),
    Plan(commands::plan::PlanCommand),
    Gen(commands::generate::Gen),
    Probe(commands::probe::Probe),
    Line(commands::line::Line),
    Stats(commands::stats::Stats),
    Verify(commands::verify::Verify),
    Info(commands::info::Info),
    Rules(commands::rules::Rules),
    Serve(commands::serve::Serve),
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error),
    };
    let mut output = Output::new();
    let done = run(&arguments, &mut output);
    // What was written before a failure is part of the answer.
    let flushed = output.flush();
    match done.and(flushed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let common = &arguments.common;
    match &arguments.command {
        Command::Count(command) => command.run(common, output),
        Command::Plan(command) => command.run(common, output),
        Command::Gen(command) => command.run(common, output),
        Command::Probe(command) => command.run(common, output),
        Command::Line(command) => command.run(common, output),
        Command::Stats(command) => command.run(common, output),
        Command::Verify(command) => command.run(common, output),
        Command::Info(command) => command.run(common, output),
        Command::Rules(command) => command.run(common, output),
        Command::Serve(command) => command.run(common, output),
    }
}

/// Prints help and version as asked for, or says in one line what is wrong with the arguments.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() || error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return if error.use_stderr() { ExitCode::from(Status::BadInput as u8) } else { ExitCode::SUCCESS };
    }
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let paragraphs = text.split("\n\n").map(str::trim);
    let told = paragraphs.filter(|p| !p.starts_with("Usage:") && !p.starts_with("For more information"));
    let told: Vec<String> = told.map(|p| p.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    Failure::bad_input(format!("{} (--help tells more)", told.join("; "))).report()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }
}
