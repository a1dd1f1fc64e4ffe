//! What a person asks for: which clusters, in which format, into which file.
//!
//! - [`request`](mod@request): all of it, in words; [`selection`](mod@selection): which clusters.
//! - [`format`](mod@format): the one list of formats.
//! - [`write`](mod@write): from there to the file, by a [`picture`](crate::picture), a
//!   [`page`](crate::page) or [`files`](crate::files) for other programs.
//! - [`error`](mod@error): what can go wrong.

mod error;
mod format;
pub(crate) mod request;
mod selection;
mod write;

pub use error::Error;
pub use format::{Format, Shape};
pub use request::Request;
pub use selection::Selection;
pub use write::{Caller, Written};
