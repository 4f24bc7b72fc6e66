//! Exceptions.

use draughts::{ClockError, FenError};
use petrov::ProbeError;
use pyo3::exceptions::{PyException, PyLookupError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

/// The classes of exceptions, made once.
struct Exceptions {
    base: Py<PyType>,
    input: Py<PyType>,
    fen: Py<PyType>,
    clock: Py<PyType>,
    missing: Py<PyType>,
    table: Py<PyType>,
}

static EXCEPTIONS: PyOnceLock<Exceptions> = PyOnceLock::new();

impl Exceptions {
    fn get(py: Python<'_>) -> PyResult<&'static Exceptions> {
        EXCEPTIONS.get_or_try_init(py, || Exceptions::new(py))
    }

    fn new(py: Python<'_>) -> PyResult<Exceptions> {
        let value_error = py.get_type::<PyValueError>();
        let lookup_error = py.get_type::<PyLookupError>();
        let base = class(py, "PetrovError", "What all exceptions of petrov are.", &[&py.get_type::<PyException>()])?;
        let input = class(py, "InputError", "What was asked cannot be answered as it stands.", &[&base, &value_error])?;
        let fen = class(py, "FenError", "A FEN that is no position; the text says what and where.", &[&input])?;
        let clock = class(py, "ClockError", "No game can be going on with these clocks.", &[&input])?;
        let missing = class(
            py,
            "MissingTableError",
            "A table that the answer needs is in none of the folders; the text says what makes it.",
            &[&base, &lookup_error],
        )?;
        let table = class(
            py,
            "TableError",
            "A table is damaged, of other rules, or cannot be read; the text names the file.",
            &[&base],
        )?;
        let [base, input, fen, clock, missing, table] = [base, input, fen, clock, missing, table].map(Bound::unbind);
        Ok(Exceptions { base, input, fen, clock, missing, table })
    }
}

/// Makes a class of exceptions as a `class` statement does.
fn class<'py>(py: Python<'py>, name: &str, doc: &str, bases: &[&Bound<'py, PyType>]) -> PyResult<Bound<'py, PyType>> {
    let members = PyDict::new(py);
    members.set_item("__module__", "petrov")?;
    members.set_item("__doc__", doc)?;
    let bases = pyo3::types::PyTuple::new(py, bases)?;
    Ok(py.get_type::<PyType>().call1((name, bases, members))?.cast_into()?)
}

/// Puts the classes where callers find them.
pub(crate) fn add_exceptions(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let Exceptions { base, input, fen, clock, missing, table } = Exceptions::get(module.py())?;
    for class in [base, input, fen, clock, missing, table] {
        let class = class.bind(module.py());
        module.add(class.name()?, class)?;
    }
    Ok(())
}

/// Why there is no answer.
pub(crate) enum Failure {
    Fen(FenError),
    Probe(ProbeError),
    /// Anything else that is wrong with what was asked.
    Input(String),
}

impl From<FenError> for Failure {
    fn from(error: FenError) -> Failure {
        Failure::Fen(error)
    }
}

impl From<ProbeError> for Failure {
    fn from(error: ProbeError) -> Failure {
        Failure::Probe(error)
    }
}

impl From<ClockError> for Failure {
    fn from(error: ClockError) -> Failure {
        Failure::Probe(error.into())
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        let text = match &failure {
            Failure::Fen(error) => error.to_string(),
            Failure::Probe(error) => error.to_string(),
            Failure::Input(text) => text.clone(),
        };
        Python::attach(|py| {
            let exceptions = match Exceptions::get(py) {
                Ok(exceptions) => exceptions,
                Err(error) => return error,
            };
            let class = match failure {
                Failure::Fen(_) => &exceptions.fen,
                Failure::Input(_) => &exceptions.input,
                Failure::Probe(ProbeError::Clock(_)) => &exceptions.clock,
                Failure::Probe(ProbeError::MissingTable { .. }) => &exceptions.missing,
                Failure::Probe(
                    ProbeError::TooManyPieces { .. } | ProbeError::NotADirectory(_) | ProbeError::CacheTooLarge { .. },
                ) => &exceptions.input,
                Failure::Probe(ProbeError::Table(_)) => &exceptions.table,
                // There is none; the prober may come to know more.
                Failure::Probe(_) => return PyRuntimeError::new_err(text),
            };
            PyErr::from_type(class.bind(py).clone(), text)
        })
    }
}
