//! What every request is answered from.

use crate::settings::{Limits, Settings};
use crate::shelves::Shelves;
use crate::workshop::Workshop;
use std::sync::Arc;
use std::time::Instant;

/// What every request is answered from.
pub(crate) struct State {
    pub(crate) shelves: Shelves,
    pub(crate) workshop: Workshop,
    pub(crate) limits: Limits,
    pub(crate) started: Instant,
}

/// As the routes take it.
pub(crate) type Shared = axum::extract::State<Arc<State>>;

impl State {
    pub(crate) fn new(settings: Settings) -> State {
        let limits = settings.limits;
        State {
            shelves: Shelves::new(settings.rule_sets, limits.cache_bytes),
            workshop: Workshop::new(limits.workers, limits.queue, limits.answer_time, settings.on_fault),
            limits,
            started: Instant::now(),
        }
    }
}
