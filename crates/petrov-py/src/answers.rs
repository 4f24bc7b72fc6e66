//! What a position is worth.

use crate::moves::RankedMove;
use draughts::RuleSet;
use petrov::Budgets;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// What a position is worth to the side to move, or a move to the side that makes it. Better ones are greater;
/// int() gives 0 (loss) to 4 (win), str() the name as in petrov probe --json.
#[pyclass(frozen, eq, ord, hash, module = "petrov", rename_all = "SCREAMING_SNAKE_CASE")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Outcome {
    /// Lost within the limits.
    Loss,
    /// Lost if no plies were counted; the clocks save a draw.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won if no plies were counted; the opponent reaches a draw by count.
    CursedWin,
    /// Won within the limits.
    Win,
}

impl From<petrov::Outcome> for Outcome {
    fn from(outcome: petrov::Outcome) -> Outcome {
        match outcome {
            petrov::Outcome::Loss => Outcome::Loss,
            petrov::Outcome::BlessedLoss => Outcome::BlessedLoss,
            petrov::Outcome::Draw => Outcome::Draw,
            petrov::Outcome::CursedWin => Outcome::CursedWin,
            petrov::Outcome::Win => Outcome::Win,
        }
    }
}

impl Outcome {
    fn inner(self) -> petrov::Outcome {
        match self {
            Outcome::Loss => petrov::Outcome::Loss,
            Outcome::BlessedLoss => petrov::Outcome::BlessedLoss,
            Outcome::Draw => petrov::Outcome::Draw,
            Outcome::CursedWin => petrov::Outcome::CursedWin,
            Outcome::Win => petrov::Outcome::Win,
        }
    }

    pub(crate) fn text(self) -> &'static str {
        self.inner().name()
    }
}

#[pymethods]
impl Outcome {
    fn __int__(&self) -> u8 {
        self.inner().code()
    }

    fn __str__(&self) -> &'static str {
        self.text()
    }

    /// What it is to the other side.
    fn reversed(&self) -> Outcome {
        self.inner().reversed().into()
    }

    /// What copies and pickles are made of: the attribute of the class, so that they come back as the same.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let getattr = py.import("builtins")?.getattr("getattr")?;
        let name = self.text().to_uppercase().replace('-', "_");
        (getattr, (py.get_type::<Outcome>(), name)).into_pyobject(py)
    }
}

/// Plies that must be left before each clock reaches its limit so that a win can still be forced; None for a clock
/// that has no limit or does not run in the position.
#[pyclass(frozen, eq, hash, get_all, module = "petrov")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Need {
    /// Of the king clock.
    king: Option<u8>,
    /// Of the material clock.
    material: Option<u8>,
    /// Of the road clock.
    road: Option<u8>,
}

impl Need {
    /// The needs of a position with a class.
    pub(crate) fn all(needs: &[petrov::Need], rules: &RuleSet, position: &draughts::Position) -> Vec<Need> {
        let full = Budgets::full(rules, position.class());
        let part = |plies: u8, limit: u16| (limit != u16::MAX).then_some(plies);
        let need = |need: &petrov::Need| Need {
            king: part(need.king, full.king),
            material: part(need.material, full.material),
            road: part(need.road, full.road),
        };
        needs.iter().map(need).collect()
    }
}

#[pymethods]
impl Need {
    fn __repr__(&self) -> String {
        let part = |plies: Option<u8>| plies.map_or("None".to_owned(), |plies| plies.to_string());
        format!("Need(king={}, material={}, road={})", part(self.king), part(self.material), part(self.road))
    }
}

/// A game in which both sides play the first of the ranked moves.
#[pyclass(frozen, get_all, module = "petrov")]
pub(crate) struct Line {
    /// The moves in order. Each outcome is that of the side that moved.
    moves: Vec<Py<RankedMove>>,
    /// How the game ended; None if there were enough plies before.
    ending: Option<&'static str>,
}

impl Line {
    pub(crate) fn new(moves: Vec<Py<RankedMove>>, ending: Option<&'static str>) -> Line {
        Line { moves, ending }
    }
}

#[pymethods]
impl Line {
    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let texts: PyResult<Vec<String>> =
            self.moves.iter().map(|played| Ok(played.bind(py).str()?.to_string())).collect();
        Ok(texts?.join(" "))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Line {}: {}>", self.__str__(py)?, self.ending.unwrap_or("goes on")))
    }
}
