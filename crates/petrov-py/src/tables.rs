//! The tables of a rule set.

use crate::answers::{Line, Need, Outcome};
use crate::failure::Failure;
use crate::moves::RankedMove;
use crate::question::{self, GivenClocks};
use petrov::{MoveInfo, TablesOptions};
use pyo3::prelude::*;
use std::path::PathBuf;

/// The tables of a rule set in a folder, or in some, the first that has a table counting. A folder that does not
/// exist has none.
///
/// A table is opened when it is first needed, and what was found is remembered, a missing file too: open anew after
/// adding tables. cache_bytes is how much memory unpacked blocks may take (64 MiB by default). Tables of up to
/// unpack_up_to pieces are kept unpacked as a whole from when they are first asked: 2 MB for 4, 37 MB for 5, 0.6 GB
/// for 6 pieces.
///
/// Any number of threads may ask at once; the lock of the interpreter is released while a table is asked.
///
/// Every question takes a FEN, squares in letters or numbers (1 = b8, or 1 = a1 with numbering="a1"). The clocks are
/// those that are given, else those of the FEN (:H4 the king clock, :M17 the material clock), else zero; a material
/// clock that is not given stands where the king clock does.
#[pyclass(frozen, module = "petrov")]
pub(crate) struct Tables {
    tables: petrov::Tables,
}

/// A folder or several.
#[derive(FromPyObject)]
enum Folders {
    One(PathBuf),
    Several(Vec<PathBuf>),
}

#[pymethods]
impl Tables {
    #[new]
    #[pyo3(signature = (path, *, rules="russian", cache_bytes=None, unpack_up_to=0))]
    fn new(path: Folders, rules: &str, cache_bytes: Option<usize>, unpack_up_to: u8) -> Result<Tables, Failure> {
        let folders = match path {
            Folders::One(folder) => vec![folder],
            Folders::Several(folders) => folders,
        };
        let mut options = TablesOptions::new().unpack_up_to(unpack_up_to);
        if let Some(bytes) = cache_bytes {
            options = options.cache_bytes(bytes);
        }
        Ok(Tables { tables: options.open(folders, question::read_rules(rules)?)? })
    }

    /// The name of the rule set.
    #[getter]
    fn rules(&self) -> String {
        self.tables.rules().name.to_string()
    }

    /// The largest N such that every position of up to N pieces has an answer at clocks of zero; 0 if there is
    /// none. Tables of some classes above N are used all the same.
    fn largest_piece_count(&self, py: Python<'_>) -> Result<u8, Failure> {
        Ok(py.detach(|| self.tables.largest_piece_count())?)
    }

    /// What a position is worth to the side to move at some clocks, exactly.
    #[pyo3(signature = (fen, king_clock=None, material_clock=None, *, road_clock=None, numbering="b8"))]
    fn probe(
        &self,
        py: Python<'_>,
        fen: &str,
        king_clock: Option<u16>,
        material_clock: Option<u16>,
        road_clock: Option<u16>,
        numbering: &str,
    ) -> Result<Outcome, Failure> {
        let clocks = GivenClocks { king: king_clock, material: material_clock, road: road_clock };
        let (position, clocks) = question::read(fen, clocks, numbering)?;
        Ok(py.detach(|| self.tables.probe(&position, clocks))?.into())
    }

    /// What a win or a loss needs of the clocks: it is one at just those clocks at which some need has no part
    /// larger than what is left, limit less clock. Empty if the position is neither at clocks of zero.
    #[pyo3(signature = (fen, *, numbering="b8"))]
    fn needs(&self, py: Python<'_>, fen: &str, numbering: &str) -> Result<Vec<Need>, Failure> {
        let no_clocks = GivenClocks { king: None, material: None, road: None };
        let (position, _) = question::read(fen, no_clocks, numbering)?;
        let needs = py.detach(|| self.tables.needs(&position))?;
        Ok(Need::all(&needs, self.tables.rules(), &position))
    }

    /// All legal moves at some clocks, the best first, so that to play the first one is enough: it wins what is won
    /// within the limits, whatever was played before, and repeats no position; it holds what is drawn and sets the
    /// opponent the hardest problem there; in what is lost it resists the longest.
    #[pyo3(signature = (fen, king_clock=None, material_clock=None, *, road_clock=None, numbering="b8"))]
    fn moves(
        &self,
        py: Python<'_>,
        fen: &str,
        king_clock: Option<u16>,
        material_clock: Option<u16>,
        road_clock: Option<u16>,
        numbering: &str,
    ) -> PyResult<Vec<Py<RankedMove>>> {
        let clocks = GivenClocks { king: king_clock, material: material_clock, road: road_clock };
        let (position, clocks) = question::read(fen, clocks, numbering)?;
        let found = py.detach(|| self.tables.rank_moves(&position, clocks)).map_err(Failure::from)?;
        self.ranked(py, &found)
    }

    /// Plays a position out, both sides by the first of the ranked moves, until the game ends under any of the draw
    /// rules or there are max_plies.
    #[pyo3(signature = (fen, king_clock=None, material_clock=None, *, road_clock=None, max_plies=None, numbering="b8"))]
    #[allow(clippy::too_many_arguments)]
    fn line(
        &self,
        py: Python<'_>,
        fen: &str,
        king_clock: Option<u16>,
        material_clock: Option<u16>,
        road_clock: Option<u16>,
        max_plies: Option<usize>,
        numbering: &str,
    ) -> PyResult<Line> {
        let clocks = GivenClocks { king: king_clock, material: material_clock, road: road_clock };
        let (position, clocks) = question::read(fen, clocks, numbering)?;
        let max_plies = max_plies.unwrap_or(usize::MAX);
        let line = py.detach(|| self.tables.line(&position, clocks, max_plies)).map_err(Failure::from)?;
        Ok(Line::new(self.ranked(py, &line.plies)?, line.ending.map(draughts::Ending::name)))
    }

    /// In how many plies a position is won or lost at some clocks if both sides play the first of the ranked moves;
    /// None if it is neither. It is what that game takes, not the shortest way, and costly: it is played out.
    #[pyo3(signature = (fen, king_clock=None, material_clock=None, *, road_clock=None, numbering="b8"))]
    fn distance(
        &self,
        py: Python<'_>,
        fen: &str,
        king_clock: Option<u16>,
        material_clock: Option<u16>,
        road_clock: Option<u16>,
        numbering: &str,
    ) -> Result<Option<usize>, Failure> {
        let clocks = GivenClocks { king: king_clock, material: material_clock, road: road_clock };
        let (position, clocks) = question::read(fen, clocks, numbering)?;
        Ok(py.detach(|| self.tables.distance(&position, clocks))?)
    }

    fn __repr__(&self) -> String {
        format!("<petrov.Tables of {}>", self.tables.rules().name)
    }
}

impl Tables {
    fn ranked(&self, py: Python<'_>, found: &[MoveInfo]) -> PyResult<Vec<Py<RankedMove>>> {
        found.iter().map(|info| RankedMove::new(py, info, self.tables.rules())).collect()
    }
}
