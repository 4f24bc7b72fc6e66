//! A rule set in words and numbers.

use draughts::{CrowningInCapture, Landing, MaterialCondition, MovementRules, RuleSet};
use serde::Serialize;

/// A rule set as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct RulesJson {
    /// The name that `--rules` and `rules=` take.
    pub name: String,
    /// Whose rules these are.
    pub source: String,
    /// How the printed rules are read.
    pub notes: String,
    /// Of all that changes what a table says.
    pub digest: String,
    /// One sentence each.
    pub movement: Vec<&'static str>,
    /// In plies; `null` if there is none.
    pub king_limit: Option<u8>,
    /// The smallest one that holds counts.
    pub material_limits: Vec<LimitJson>,
    /// In plies; `null` if there is none.
    pub road_limit: Option<u8>,
}

/// A limit of the material clock.
#[derive(Clone, Debug, Serialize)]
pub struct LimitJson {
    /// The material that it holds for, in words.
    pub holds: String,
    /// The reading of the clock at which the game is drawn.
    pub plies: u8,
}

impl RulesJson {
    /// A rule set as JSON.
    #[must_use]
    pub fn of(rules: &RuleSet) -> RulesJson {
        let limits = rules.material_limits.iter();
        RulesJson {
            name: rules.name.to_string(),
            source: rules.source.to_string(),
            notes: rules.notes.to_string(),
            digest: format!("{:016x}", rules.digest()),
            movement: movement(rules.movement),
            king_limit: rules.king_limit,
            material_limits: limits
                .map(|limit| LimitJson { holds: condition(limit.holds), plies: limit.plies })
                .collect(),
            road_limit: rules.road_limit,
        }
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
