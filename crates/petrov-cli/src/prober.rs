//! Asks the prober, and builds what it misses if it may.

use crate::arguments::Common;
use crate::building::{Building, Resources};
use crate::embedded;
use crate::failure::{Failure, Status};
use crate::sources::Sources;
use draughts::Fen;
use petrov::{ProbeError, Tables, TablesOptions};
use petrov_answer::Answer;
use petrov_table::TableKind;
use std::collections::BTreeSet;

/// What answers positions.
pub(crate) struct Prober<'a> {
    sources: Sources,
    /// What a build may use, if one may be run.
    build: Option<&'a Resources>,
    quiet: bool,
    tables: Tables,
}

impl<'a> Prober<'a> {
    pub(crate) fn new(common: &Common, build: Option<&'a Resources>) -> Result<Prober<'a>, Failure> {
        let sources = Sources::new(common);
        let tables = open(&sources)?;
        Ok(Prober { sources, build, quiet: common.quiet, tables })
    }

    /// Answers a position, with its moves and distance or without.
    pub(crate) fn answer(&mut self, fen: &Fen, moves: bool) -> Result<Answer, Failure> {
        self.ask(fen, |tables| Answer::ask(tables, fen, moves))
    }

    /// Asks the tables about a position, and once more when the missing ones are built.
    pub(crate) fn ask<T>(&mut self, fen: &Fen, ask: impl Fn(&Tables) -> Result<T, ProbeError>) -> Result<T, Failure> {
        let mut answer = ask(&self.tables);
        if let (Err(ProbeError::MissingTable { .. }), Some(resources)) = (&answer, self.build) {
            let building = Building { sources: &self.sources, quiet: self.quiet, resources };
            building.run(&[fen.position.class()], &BTreeSet::new())?;
            // Tables that were missing are looked for once only.
            self.tables = open(&self.sources)?;
            answer = ask(&self.tables);
        }
        answer.map_err(|error| failure(&self.sources, error))
    }
}

fn open(sources: &Sources) -> Result<Tables, Failure> {
    let options = TablesOptions::new().embedded(embedded::files(&sources.rules));
    let tables = options.open(sources.folders.clone(), sources.rules.clone());
    tables.map_err(|error| failure(sources, error))
}

fn failure(sources: &Sources, error: ProbeError) -> Failure {
    match error {
        ProbeError::MissingTable { class, extension, .. } => {
            let kind = if extension == TableKind::Needs.extension() { TableKind::Needs } else { TableKind::Outcomes };
            Failure::missing(sources.missing_message(class, kind))
        }
        ProbeError::Table(error) => sources.table_failure(&error),
        ProbeError::Clock(_) | ProbeError::TooManyPieces { .. } | ProbeError::NotADirectory(_) => {
            Failure::bad_input(error.to_string())
        }
        error => Failure::Message(Status::Other, error.to_string()),
    }
}
