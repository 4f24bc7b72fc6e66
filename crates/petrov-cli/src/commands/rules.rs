//! `petrov rules`.

use crate::arguments::{ChosenRules, Common, chosen_rules};
use crate::failure::Failure;
use crate::output::Output;
use draughts::{CrowningInCapture, Landing, MaterialCondition, MovementRules, RuleSet};
use serde::Serialize;

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

#[derive(Serialize)]
struct Listing {
    name: String,
    source: String,
    notes: String,
    digest: String,
    movement: Vec<&'static str>,
    king_limit: Option<u8>,
    material_limits: Vec<Limit>,
    road_limit: Option<u8>,
}

#[derive(Serialize)]
struct Limit {
    holds: String,
    plies: u8,
}

impl Rules {
    pub(crate) fn run(&self, common: &Common, output: &mut Output) -> Result<(), Failure> {
        let sets = match &self.name {
            Some(rules) => vec![RuleSet::clone(rules)],
            None => RuleSet::all().to_vec(),
        };
        let listings: Vec<Listing> = sets.iter().map(listing).collect();
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

fn listing(rules: &RuleSet) -> Listing {
    let limits = rules.material_limits.iter();
    Listing {
        name: rules.name.to_string(),
        source: rules.source.to_string(),
        notes: rules.notes.to_string(),
        digest: format!("{:016x}", rules.digest()),
        movement: movement(rules.movement),
        king_limit: rules.king_limit,
        material_limits: limits.map(|limit| Limit { holds: condition(limit.holds), plies: limit.plies }).collect(),
        road_limit: rules.road_limit,
    }
}

fn movement(rules: MovementRules) -> Vec<&'static str> {
    let mut sentences = vec![
        if rules.men_capture_backward { "men capture forward and backward" } else { "men capture forward only" },
        if rules.kings_fly { "kings move along whole diagonals" } else { "kings move one square" },
        if rules.most_pieces { "the capture of the most pieces is compulsory" } else { "any capture may be chosen" },
        match rules.crowning {
            CrowningInCapture::GoesOnAsKing => "a man that reaches the far row in a capture goes on as a king",
            CrowningInCapture::EndsMove => "a man that reaches the far row in a capture is crowned and stops",
            CrowningInCapture::StaysMan => "a man is crowned in a capture only if it ends on the far row",
        },
    ];
    if rules.kings_fly {
        sentences.push(match rules.landing {
            Landing::WhereItJumpsOn => "a capturing king lands where it can jump again, if there is such a square",
            Landing::Anywhere => "a capturing king lands on any free square behind",
        });
    }
    sentences
}

fn condition(condition: MaterialCondition) -> String {
    match condition {
        MaterialCondition::KingOnEachSide { min_pieces, max_pieces } => {
            format!("{min_pieces} to {max_pieces} pieces in all, a king on each side")
        }
        MaterialCondition::KingsAgainstLoneKing { min_kings } => {
            format!("{min_kings} or more kings against a lone king, nothing else")
        }
        MaterialCondition::Class(class) => class.to_string(),
    }
}

fn print(rules: &Listing, output: &mut Output) -> Result<(), Failure> {
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
        let Limit { holds, plies } = limit;
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
