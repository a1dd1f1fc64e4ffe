//! Exports: selected clusters, written in a format to a file.
//!
//! - `request`: a request and its words; `selection`: the selected clusters.
//! - `format`: the formats.
//! - `write`: the export of a request to its file, through a [`picture`](crate::picture), a page or
//!   files for other programs.
//! - `drawn`: a picture in a layout that fits.
//! - `error`: the errors.

mod error;
mod fitted_picture;
mod folder;
mod format;
pub(crate) mod request;
mod selection;
mod write;

pub use crate::base::output::OutputError;
pub use crate::figure::points::PointsError;
pub use crate::figure::tree::TreeError;
pub use crate::page::PageError;
pub use crate::picture::render::RenderError;
pub use error::ExportError;
#[cfg(feature = "cli")]
pub(crate) use error::USAGE;
pub use format::{Format, OutputShape};
pub use request::ExportRequest;
pub use selection::Selection;
pub use write::{ExportContext, ExportReport};
