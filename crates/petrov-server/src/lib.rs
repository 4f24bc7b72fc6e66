//! The tables in a browser: a JSON service over HTTP, and a board that asks it.
//!
//! [`Server::bind`] takes [`Settings`] and a socket, [`Server::run`] answers until it is told to stop.
//! All tables of a rule set stand on a shelf; what lies in its folders is looked at again every few
//! seconds, so tables may be added and replaced (written elsewhere and renamed) while the
//! service runs. Probing is work for the processor and the disk, so it is done by a fixed
//! number of threads that answer no connections, and no more than a bounded number of requests waits
//! for them. Whatever goes wrong becomes a problem in JSON (RFC 9457).
#![forbid(unsafe_code)]

mod caching;
mod pages;
mod problem;
mod query;
mod reading;
mod routes;
mod serve;
mod settings;
mod shelf;
mod shelves;
mod state;
mod workshop;

pub use serve::{ServeError, Server};
pub use settings::{Limits, RuleSetTables, Settings, TableFile};

/// The OpenAPI document that the service serves at `/api/v1/openapi.json`.
pub const OPENAPI: &str = include_str!("../openapi.json");
