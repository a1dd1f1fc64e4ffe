//! Exports: selected clusters, written in a format to a file.

mod error;
mod folder;
mod format;
pub(crate) mod request;
mod selection;
mod write;

pub use crate::base::output::OutputError;
pub use crate::figure::points::{MapLabel, MapShapes, PointsError, TextAnchor};
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
