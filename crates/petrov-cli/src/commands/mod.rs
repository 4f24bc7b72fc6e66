//! One file for each subcommand.

pub(crate) mod count;
pub(crate) mod generate;
pub(crate) mod info;
pub(crate) mod line;
pub(crate) mod plan;
pub(crate) mod probe;
pub(crate) mod rules;
pub(crate) mod serve;
pub(crate) mod stats;
pub(crate) mod verify;
