//! What a person asks for: which clusters, in which format, into which file.
//!
//! - [`request`](mod@request): all of it, in words; [`selection`](mod@selection): which clusters.
//! - [`format`](mod@format): the one list of formats.
//! - [`write`](mod@write): from there to the file, by a [`picture`](crate::picture), a
//!   [`page`](crate::page) or [`files`](crate::files) for other programs.
//! - [`error`](mod@error): what can go wrong.

pub mod error;
pub mod format;
pub mod request;
pub mod selection;
pub mod write;

pub use format::Format;
pub use request::Request;
