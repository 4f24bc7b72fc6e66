//! The prober for Python: what [`petrov`] answers, as the module `petrov`.
//!
//! `petrov.pyi` beside the manifest is the documentation for callers and their type checkers; a test compares it
//! with the module. While a table is asked, the lock of the interpreter is released.

mod answers;
mod failure;
mod legal;
mod moves;
mod question;
mod tables;

use pyo3::prelude::*;

/// Endgame tables for Russian draughts and its relatives, exact under the draw clocks of the rules.
///
/// >>> tables = petrov.Tables("tables/russian")
/// >>> tables.probe("W:WKa1,Kc1,Ke1:BKb8")
/// Outcome.WIN
/// >>> tables.moves("W:WKa1,Kc1,Ke1:BKb8", king_clock=4, material_clock=4)[0]
/// <RankedMove ...: win>
///
/// Positions are FENs with squares in letters or numbers: 1 = b8 as lidraughts and py-draughts count, or 1 = a1
/// as pydraughts does, with numbering="a1". All clocks are in plies.
#[pymodule(name = "petrov")]
mod module {
    #[pymodule_export]
    use crate::answers::{Line, Need, Outcome};
    #[pymodule_export]
    use crate::legal::{legal_moves, rule_sets};
    #[pymodule_export]
    use crate::moves::{Move, RankedMove};
    #[pymodule_export]
    use crate::tables::Tables;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        crate::failure::add_exceptions(module)
    }
}
