//! The prober for C and C++: what [`petrov`] answers, behind the functions of `include/petrov.h`.
//!
//! The header is the documentation for callers; it is made by cbindgen from [`ffi`] and [`types`], and a
//! test fails if it is stale. The README of the crate says how to install the library.
//!
//! Nothing that happens inside leaves a function but as a status: every entry catches panics, and a
//! panic hook, put before the one that was there, keeps quiet about those that are caught here.
//! Memory that runs out ends the process, as everywhere in Rust; a cache that is too large to be
//! had is refused before that.

mod failure;
#[allow(unsafe_code)]
pub mod ffi;
mod guard;
mod handle;
mod last_error;
pub mod types;

pub use handle::PetrovTables;
