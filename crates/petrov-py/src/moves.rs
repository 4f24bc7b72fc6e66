//! Moves, and what the tables say of them.

use crate::answers::{Need, Outcome};
use crate::failure::Failure;
use crate::question::read_numbering;
use draughts::{Clocks, Ending, Fen, Position, RuleSet, Square};
use petrov::MoveInfo;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A legal move. str() gives it as c3-d4, d4:f6, h6:f8:b4.
#[pyclass(frozen, subclass, module = "petrov")]
pub(crate) struct Move {
    played: draughts::Move,
    after: Position,
    clocks: Clocks,
    ending: Option<Ending>,
}

impl Move {
    pub(crate) fn new(played: draughts::Move, after: Position, clocks: Clocks, ending: Option<Ending>) -> Move {
        Move { played, after, clocks, ending }
    }
}

#[pymethods]
impl Move {
    /// The move as the Hub protocol writes it, in numbers that count 1 = b8: 28-23, or 28x19x23 with the squares of
    /// the first, the last and all captured pieces.
    #[getter]
    fn hub(&self) -> String {
        self.played.hub()
    }

    /// The squares that the piece touches down on, the first and the last among them.
    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.played.path().map(|square| square.to_string()))
    }

    /// The squares of the captured pieces.
    #[getter]
    fn captured<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let squares: Vec<String> = Square::of_set(self.played.captured()).map(|square| square.to_string()).collect();
        PyTuple::new(py, squares)
    }

    /// Whether a man is crowned.
    #[getter]
    fn crowning(&self) -> bool {
        self.played.is_crowning()
    }

    /// Whether it is a capture or a crowning: all clocks stand at zero after it.
    #[getter]
    fn conversion(&self) -> bool {
        self.played.is_conversion()
    }

    /// How the game ends with it: "no-move" (the opponent has none and has lost), "king-clock", "material-clock" or
    /// "road-clock" (drawn), None if it goes on. A third repetition is for the caller to see.
    #[getter]
    fn ending(&self) -> Option<&'static str> {
        self.ending.map(Ending::name)
    }

    /// The position after it with its clocks, squares in letters: what to ask next.
    #[getter]
    fn fen(&self) -> String {
        Fen::new(self.after, self.clocks).to_text(None)
    }

    /// The king clock after it, in plies.
    #[getter]
    fn king_clock(&self) -> u16 {
        self.clocks.king
    }

    /// The material clock after it, in plies.
    #[getter]
    fn material_clock(&self) -> u16 {
        self.clocks.material
    }

    /// The road clock after it, in plies.
    #[getter]
    fn road_clock(&self) -> u16 {
        self.clocks.road
    }

    /// The position after it for other programs: squares in numbers ("b8" or "a1") and no clocks.
    fn numbered_fen(&self, numbering: &str) -> Result<String, Failure> {
        Ok(self.after.to_fen(Some(read_numbering(numbering)?)))
    }

    fn __str__(&self) -> String {
        self.played.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.played)
    }
}

/// A legal move and what the tables say of it.
#[pyclass(frozen, extends = Move, module = "petrov")]
pub(crate) struct RankedMove {
    /// What the mover has after it, at the clocks after it. Where a clock has run out it is never a win or a loss:
    /// a cursed win and a blessed loss tell what would be without clocks.
    #[pyo3(get)]
    outcome: Outcome,
    /// What the mover would have if all clocks stood at zero after it.
    #[pyo3(get)]
    outcome_at_zero: Outcome,
    needs: Vec<Need>,
}

impl RankedMove {
    pub(crate) fn new(py: Python<'_>, info: &MoveInfo, rules: &RuleSet) -> PyResult<Py<RankedMove>> {
        let base = Move::new(info.played, info.after, info.clocks, info.ending);
        let ranked = RankedMove {
            outcome: info.outcome.into(),
            outcome_at_zero: info.outcome_at_zero.into(),
            needs: Need::all(&info.needs, rules, &info.after),
        };
        Py::new(py, PyClassInitializer::from(base).add_subclass(ranked))
    }
}

#[pymethods]
impl RankedMove {
    /// The needs of the position after it: the mover's if outcome_at_zero is a win, the opponent's if it is a
    /// loss, none otherwise.
    #[getter]
    fn needs(&self) -> Vec<Need> {
        self.needs.clone()
    }

    fn __repr__(this: PyRef<'_, Self>) -> String {
        format!("<RankedMove {}: {}>", this.as_super().played, this.outcome.text())
    }
}
