//! `petrov rules`.

use crate::arguments::{ChosenRules, Common, chosen_rules};
use crate::failure::Failure;
use crate::output::Output;
use draughts::RuleSet;
use petrov_answer::{LimitJson, RulesJson};

/// Show the rule sets and their limits
///
/// A rule set of one's own is a TOML file of movement flags and limits; every command takes one as
/// `--rules ./mine.toml`, and this command shows how it is read. docs/RULES.md tells how to write it.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  petrov rules\n  petrov rules brazilian\n  petrov rules ./mine.toml")]
pub(crate) struct Rules {
    /// One rule set, or a file of one; else all that petrov knows are shown
    #[arg(value_name = "NAME|FILE", value_parser = chosen_rules)]
    name: Option<ChosenRules>,
}

impl Rules {
    pub(crate) fn run(&self, common: &Common, output: &mut Output) -> Result<(), Failure> {
        let sets = match &self.name {
            Some(rules) => vec![RuleSet::clone(rules)],
            None => RuleSet::all().to_vec(),
        };
        let listings: Vec<RulesJson> = sets.iter().map(RulesJson::of).collect();
        if common.json {
            return output.json(&listings);
        }
        for (i, rules) in listings.iter().enumerate() {
            if i > 0 {
                output.line("")?;
            }
            print(rules, output)?;
        }
        Ok(())
    }
}

fn print(rules: &RulesJson, output: &mut Output) -> Result<(), Failure> {
    output.line(format!("{}: {}", rules.name, rules.source))?;
    for sentence in &rules.movement {
        output.line(format!("  {sentence}"))?;
    }
    if rules.king_limit.is_none() && rules.material_limits.is_empty() && rules.road_limit.is_none() {
        output.line("  no game is drawn by count")?;
    } else {
        output.line("  the game is drawn after")?;
    }
    if let Some(plies) = rules.king_limit {
        output.line(format!("    {plies:>3} plies in a row of kings alone without a capture (king clock)"))?;
    }
    for limit in &rules.material_limits {
        let LimitJson { holds, plies } = limit;
        output.line(format!("    {plies:>3} plies without capture or crowning (material clock): {holds}"))?;
    }
    if let Some(plies) = rules.road_limit {
        output.line(format!(
            "    {plies:>3} plies in a row of a lone king on the main road a1-h8 against three pieces (road clock)"
        ))?;
    }
    for line in wrapped(&rules.notes, 98) {
        output.line(format!("  {line}"))?;
    }
    Ok(())
}

/// A text in lines of at most so many letters, if its words allow it.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
