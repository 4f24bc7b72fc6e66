//! What is said of positions, lines, classes and rule sets, and the JSON that says it.
//!
//! The command `petrov` and its service answer in the same words because both take them from here.
//! Every `…Json` type is the shape of one answer; the fields stand in the order in which they are
//! written. A field that only some askers want is an `Option` and left out where it is `None`.
#![forbid(unsafe_code)]

mod class;
mod details;
mod line;
mod needs;
mod position;
mod rules;

pub use class::{ClassJson, SideJson};
pub use details::{DetailsJson, PliesJson, clocks_json, limits_json};
pub use line::{LineJson, PlayedLine, PlyJson};
pub use needs::{NeedJson, need_json, needs_json};
pub use position::{Answer, MoveJson, PositionJson, RankedMove};
pub use rules::{LimitJson, RulesJson};
