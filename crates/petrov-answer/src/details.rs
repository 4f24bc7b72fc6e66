//! What a board shows beside an answer.

use crate::Answer;
use draughts::{Clocks, MaterialClass, RuleSet};
use petrov_table::{Budgets, Need, Outcome};
use serde::Serialize;

/// What helps to show an answer: the material, the clocks and what they leave.
#[derive(Clone, Debug, Serialize)]
pub struct DetailsJson {
    /// The material class, White's side first.
    pub class: String,
    /// The name of the rule set.
    pub rules: String,
    /// `white` or `black`.
    pub to_move: &'static str,
    /// What the clocks show.
    pub clocks: PliesJson,
    /// At what reading each clock ends the game; `null` if it never does.
    pub limits: PliesJson,
    /// Of a win or a loss: by how many plies each clock alone could be further and the outcome be the
    /// same. `null` for a clock that decides nothing; all are `null` for other outcomes.
    pub spare: PliesJson,
}

/// A number of plies for each of the clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct PliesJson {
    /// For the king clock.
    pub king: Option<u16>,
    /// For the material clock.
    pub material: Option<u16>,
    /// For the road clock; left out in the classes that have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub road: Option<u16>,
}

impl DetailsJson {
    pub(crate) fn of(answer: &Answer) -> DetailsJson {
        let class = answer.fen.position.class();
        let decided = matches!(answer.outcome, Outcome::Win | Outcome::Loss);
        DetailsJson {
            class: class.to_string(),
            rules: answer.rules.name.to_string(),
            to_move: answer.fen.position.side_to_move().name(),
            clocks: clocks_json(answer.clocks, &answer.rules, class),
            limits: limits_json(&answer.rules, class),
            spare: if decided { spare(&answer.needs, answer.full(), answer.clocks) } else { PliesJson::default() },
        }
    }
}

/// What the clocks show, the road clock only in the classes that have one.
#[must_use]
pub fn clocks_json(clocks: Clocks, rules: &RuleSet, class: MaterialClass) -> PliesJson {
    let road = rules.road_limit(class).map(|_| clocks.road);
    PliesJson { king: Some(clocks.king), material: Some(clocks.material), road }
}

/// At what reading each clock ends the game.
#[must_use]
pub fn limits_json(rules: &RuleSet, class: MaterialClass) -> PliesJson {
    PliesJson {
        king: rules.king_limit.map(u16::from),
        material: rules.material_limit(class).map(u16::from),
        road: rules.road_limit(class).map(u16::from),
    }
}

/// By how many plies each clock alone could be further with some need still met.
fn spare(needs: &[Need], full: Budgets, clocks: Clocks) -> PliesJson {
    let left = full.less(clocks);
    let parts = |need: &Need| [need.king, need.material, need.road].map(u16::from);
    let budgets = [left.king, left.material, left.road];
    let of_clock = |clock: usize, limit: u16| {
        let met_by_others =
            needs.iter().map(parts).filter(|need| (0..3).all(|other| other == clock || need[other] <= budgets[other]));
        let least = met_by_others.map(|need| need[clock]).min()?;
        // At one ply short of the limit the game still goes on, so a need of one ply decides nothing.
        if limit == u16::MAX || least <= 1 { None } else { budgets[clock].checked_sub(least) }
    };
    PliesJson { king: of_clock(0, full.king), material: of_clock(1, full.material), road: of_clock(2, full.road) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_spare_hangs_on_the_other_clock() {
        let full = Budgets::full(&RuleSet::russian(), "KKMvKM".parse().expect("a class"));
        let need = |king, material| Need { king, material, road: 0 };
        let needs = [need(9, 21), need(10, 20)];
        let of = |king, material| spare(&needs, full, Clocks::new(king, material));
        assert_eq!(of(0, 0), PliesJson { king: Some(21), material: Some(40), road: None });
        // With 20 plies left of the material clock only the second need is met.
        assert_eq!(of(4, 40), PliesJson { king: Some(16), material: Some(0), road: None });
        // With 9 plies left of the king clock only the first.
        assert_eq!(of(21, 30), PliesJson { king: Some(0), material: Some(9), road: None });
        assert_eq!(spare(&[need(1, 1)], full, Clocks::ZERO), PliesJson::default());
    }
}
