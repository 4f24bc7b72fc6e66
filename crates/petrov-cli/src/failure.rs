//! What ends a command without an answer: an exit status and a sentence.

use petrov_gen::{GenerateError, SolveError};
use petrov_table::TableError;
use std::process::ExitCode;

/// The exit statuses other than success; the larger one is the one to report of several.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Status {
    /// Anything that is none of the others.
    Other = 1,
    /// What was asked makes no sense.
    BadInput = 2,
    /// A table is not there.
    Missing = 3,
    /// A table is there and cannot be used.
    Damaged = 4,
}

/// Why a command ends early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// To be said on standard error.
    Message(Status, String),
    /// All has been said already.
    Reported(Status),
    /// Stopped by whoever started it.
    Interrupted,
    /// Nobody reads standard output any more, which is no fault.
    NoReader,
}

impl Failure {
    pub(crate) fn bad_input(message: impl Into<String>) -> Failure {
        Failure::Message(Status::BadInput, message.into())
    }

    pub(crate) fn missing(message: impl Into<String>) -> Failure {
        Failure::Message(Status::Missing, message.into())
    }

    pub(crate) fn other(message: impl Into<String>) -> Failure {
        Failure::Message(Status::Other, message.into())
    }

    /// Says on standard error what is left to say.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Failure::Message(status, message) => {
                say(message);
                ExitCode::from(*status as u8)
            }
            Failure::Reported(status) => ExitCode::from(*status as u8),
            Failure::Interrupted => {
                say("interrupted; what is finished stays, and the same command goes on from there");
                ExitCode::from(Status::Other as u8)
            }
            Failure::NoReader => ExitCode::SUCCESS,
        }
    }
}

/// Writes one line to standard error. If that cannot be done, nothing can.
pub(crate) fn say(message: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "petrov: {}", one_line(message));
}

/// The text with whatever would break a line or a terminal made visible.
pub(crate) fn one_line(text: &str) -> String {
    text.chars()
        .flat_map(|letter| {
            let escaped = letter.is_control().then(|| letter.escape_default());
            let plain = escaped.is_none().then_some(letter);
            escaped.into_iter().flatten().chain(plain)
        })
        .collect()
}

/// The exit status that a fault of a table calls for.
pub(crate) fn status_of(error: &TableError) -> Status {
    match error {
        TableError::NotATable { .. }
        | TableError::WrongRules { .. }
        | TableError::WrongTable { .. }
        | TableError::Damaged { .. } => Status::Damaged,
        TableError::NoSuchTable(_) => Status::BadInput,
        _ => Status::Other,
    }
}

/// What is wrong with a table and, where it is another than was looked for, what helps.
pub(crate) fn sentence(error: &TableError) -> String {
    let advice = match error {
        TableError::WrongRules { .. } => "; give its rules with --rules, or another folder with --tables",
        TableError::WrongTable { .. } => "; remove the file, or give another folder with --tables",
        _ => "",
    };
    format!("{error}{advice}")
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Failure {
        Failure::Message(status_of(&error), sentence(&error))
    }
}

impl From<GenerateError> for Failure {
    fn from(error: GenerateError) -> Failure {
        match error {
            GenerateError::Table(error) => error.into(),
            GenerateError::Solve(SolveError::Interrupted) => Failure::Interrupted,
            GenerateError::Solve(SolveError::NoSuchTable(class)) => TableError::NoSuchTable(class).into(),
            error => Failure::other(error.to_string()),
        }
    }
}

impl From<std::io::Error> for Failure {
    /// For errors of standard output, the only file that a command writes to by itself.
    fn from(error: std::io::Error) -> Failure {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            Failure::NoReader
        } else {
            Failure::other(format!("standard output cannot be written: {error}"))
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        std::io::Error::from(error).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_line() {
        assert_eq!(one_line("a\nb\u{1b}[1mé"), "a\\nb\\u{1b}[1mé");
    }

    #[test]
    fn the_worst_of_several_is_damage() {
        assert!(Status::Damaged > Status::Missing);
        assert!(Status::Missing > Status::BadInput);
        assert!(Status::BadInput > Status::Other);
    }
}
