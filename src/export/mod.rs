//! The request of a person: which clusters, in which format, into which file.
//!
//! - `request`: all of it, in words; `selection`: which clusters.
//! - `format`: the one list of formats.
//! - `write`: from there to the file, by a [`picture`](crate::picture), a page or files for other
//!   programs.
//! - `error`: what can go wrong.

mod error;
mod format;
pub(crate) mod request;
mod selection;
mod write;

pub use crate::page::TooMuch;
pub use crate::picture::render::RenderError;
pub use error::Error;
pub use format::{Format, Shape};
pub use request::{Fault, Request};
pub use selection::Selection;
pub use write::{Caller, Written};
