//! Runs the program as a user would.

#![allow(dead_code)] // Each test uses its own part.

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// What a run of the program came to.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The program, to be run in a folder that has no tables.
pub(crate) fn petrov(folder: &Path) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("petrov"));
    command.env_remove("PETROV_TABLES").env_remove("RUST_BACKTRACE").current_dir(folder);
    command.stdin(Stdio::null());
    command
}

/// Runs the program with some arguments.
pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Run {
    finish(petrov(folder).args(arguments))
}

/// Runs a command to its end.
pub(crate) fn finish(command: &mut Command) -> Run {
    let output: Output = command.output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program writes UTF-8");
    let run = Run {
        status: output.status.code().expect("the program ends by itself"),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    };
    assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
    run
}

impl Run {
    /// What an answered question prints.
    pub(crate) fn answer(self) -> String {
        assert_eq!(self.status, 0, "{}", self.stderr);
        self.stdout
    }

    /// The answer as JSON.
    pub(crate) fn json(self) -> serde_json::Value {
        serde_json::from_str(&self.answer()).expect("JSON")
    }

    /// The one line on standard error with which a question is refused.
    pub(crate) fn refusal(self, status: i32) -> String {
        assert_eq!((self.status, self.stdout.as_str()), (status, ""), "{}", self.stderr);
        assert_eq!(self.stderr.lines().count(), 1, "{}", self.stderr);
        assert!(self.stderr.starts_with("petrov: ") && self.stderr.ends_with('\n'), "{}", self.stderr);
        self.stderr
    }
}
