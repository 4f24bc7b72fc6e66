//! Values that no clock justifies, traced back to such as are known.

use super::known::Known;
use super::loaded::Loaded;
use super::wrong::same_table;
use draughts::{Position, RuleSet};
use petrov_table::cpu::Portable;
use petrov_table::{Outcome, Pieces};
use rayon::prelude::*;

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grounds {
    /// Number of values that were traced back.
    pub(super) values: u64,
    /// The largest number of plies that it took.
    pub(super) most_plies: u32,
    /// The first value that could not be traced back.
    pub(super) first_in_a_circle: Option<u64>,
}

/// What a value rests on.
enum RestsOn {
    /// On known values alone.
    Known,
    /// A win: on any of these, by their places among the values to be traced.
    Any(Box<[u32]>),
    /// A loss: on all of these.
    All(Box<[u32]>),
}

/// Traces values back, in rounds: in each those are settled that rest on settled ones. All values
/// must agree with their moves, and `values`, which are to be traced, must be in order. A value of
/// the class is known if a capture is compulsory, or, where `clocks_justify`, if it is won or lost
/// within the limits. `None` if a table is not there.
pub(super) fn trace(
    rules: &RuleSet,
    loaded: &Loaded,
    known: &Known,
    values: &[u64],
    clocks_justify: bool,
) -> Option<Grounds> {
    let links: Option<Vec<RestsOn>> =
        values.par_iter().map(|&value| rests_on(rules, loaded, known, values, clocks_justify, value)).collect();
    let links = links?;
    let mut settled = vec![false; values.len()];
    let mut open: Vec<usize> = (0..values.len()).collect();
    let mut most_plies = 0;
    loop {
        let is_settled = |&place: &u32| settled.get(place as usize).copied().unwrap_or(false);
        let settles = |&&place: &&usize| match &links[place] {
            RestsOn::Known => true,
            RestsOn::Any(places) => places.iter().any(is_settled),
            RestsOn::All(places) => places.iter().all(is_settled),
        };
        let new: Vec<usize> = open.par_iter().filter(settles).copied().collect();
        if new.is_empty() {
            break;
        }
        most_plies += 1;
        for place in new {
            settled[place] = true;
        }
        open.retain(|&place| !settled[place]);
    }
    let first_in_a_circle = open.first().and_then(|&place| values.get(place)).copied();
    Some(Grounds { values: values.len() as u64, most_plies, first_in_a_circle })
}

fn rests_on(
    rules: &RuleSet,
    loaded: &Loaded,
    known: &Known,
    values: &[u64],
    clocks_justify: bool,
    value: u64,
) -> Option<RestsOn> {
    let class = loaded.index.class();
    let position = loaded.index.position_of(value)?;
    let wins = loaded.state_of_value(value)?.outcome().without_clocks() == Outcome::Win;
    let wanted = if wins { Outcome::Loss } else { Outcome::Win };
    let mut places = Vec::new();
    for played in position.legal_moves(rules.movement) {
        let after = position.after(&played);
        let (outcome, is_known) = if same_table(after.class(), class) {
            let after = as_canonical(&after, loaded);
            let state = loaded.state(Portable, Pieces::of(&after), after.side_to_move())?;
            (state.outcome(), state.is_capture() || clocks_justify && state.outcome().is_decided())
        } else {
            (known.outcome(Portable, Pieces::of(&after), after.side_to_move())?, true)
        };
        if outcome.without_clocks() != wanted {
            continue;
        }
        if is_known {
            if wins {
                return Some(RestsOn::Known);
            }
        } else {
            let place = values.binary_search(&loaded.index.value_of(&after)?).ok()?;
            places.push(place as u32);
        }
    }
    Some(if wins { RestsOn::Any(places.into()) } else { RestsOn::All(places.into()) })
}

/// The position as the canonical class has it.
fn as_canonical(position: &Position, loaded: &Loaded) -> Position {
    if position.class() == loaded.index.class() { *position } else { position.mirrored() }
}
