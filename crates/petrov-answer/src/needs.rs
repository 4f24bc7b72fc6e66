//! Needs as lists of numbers.

use petrov_table::{Budgets, Need};

/// King, material and, in the classes that have one, road budget, in plies; `None` for a clock
/// without a limit.
pub type NeedJson = Vec<Option<u8>>;

/// The parts of a need that mean something in a class with these full budgets.
#[must_use]
pub fn need_json(need: &Need, full: Budgets) -> NeedJson {
    let part = |plies: u8, limit: u16| (limit != u16::MAX).then_some(plies);
    let mut parts = vec![part(need.king, full.king), part(need.material, full.material)];
    if full.road != u16::MAX {
        parts.push(Some(need.road));
    }
    parts
}

/// A list of needs, in the order given.
#[must_use]
pub fn needs_json(needs: &[Need], full: Budgets) -> Vec<NeedJson> {
    needs.iter().map(|need| need_json(need, full)).collect()
}
