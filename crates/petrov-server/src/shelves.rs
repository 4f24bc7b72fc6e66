//! The shelves of all rule sets.

use crate::problem::Problem;
use crate::query::Query;
use crate::settings::RuleSetTables;
use crate::shelf::Shelf;
use std::sync::Arc;

/// The shelves of all rule sets, the one that counts where none is named first.
pub(crate) struct Shelves(Vec<Arc<Shelf>>);

impl Shelves {
    pub(crate) fn new(rule_sets: Vec<RuleSetTables>, cache_bytes: usize) -> Shelves {
        Shelves(rule_sets.into_iter().map(|source| Arc::new(Shelf::new(source, cache_bytes))).collect())
    }

    /// The shelf of the rule set that a query names.
    pub(crate) fn asked(&self, query: &Query) -> Result<Arc<Shelf>, Problem> {
        let named = |name: &str| self.0.iter().find(|shelf| shelf.source.rules.name.eq_ignore_ascii_case(name));
        let shelf = match query.get("rules").map(str::trim) {
            None | Some("") => self.0.first(),
            Some(name) => named(name),
        };
        shelf.cloned().ok_or_else(|| {
            let names: Vec<&str> = self.0.iter().map(|shelf| &*shelf.source.rules.name).collect();
            let detail = format!("there is no such rule set here; there are {}", names.join(", "));
            Problem::bad_request("unknown-rules", detail).with("parameter", "rules").with("known", names)
        })
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Shelf> {
        self.0.iter().map(Arc::as_ref)
    }
}
