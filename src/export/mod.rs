//! An export: which clusters, in which format, into which file.
//!
//! - `request`: all of it, and its words; `selection`: which clusters.
//! - `format`: the list of formats.
//! - `write`: from there to the file, by a [`picture`](crate::picture), a page or files for other
//!   programs.
//! - `drawn`: a picture in a layout that fits.
//! - `error`: what can go wrong.

mod drawn;
mod error;
mod folder;
mod format;
pub(crate) mod request;
mod selection;
mod write;

pub use crate::figure::points::PointsError;
pub use crate::figure::tree::TreeError;
pub use crate::files::TableOf;
pub use crate::page::PageError;
pub use crate::picture::render::RenderError;
pub use error::ExportError;
#[cfg(feature = "cli")]
pub(crate) use error::USAGE;
pub use format::{Format, Shape};
pub use request::ExportRequest;
pub use selection::Selection;
pub use write::{ExportContext, ExportReport};
