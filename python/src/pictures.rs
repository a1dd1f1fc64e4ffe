//! Pictures and pages of a graph, as bytes.

use std::path::Path;

use conceptgraph::export::{ExportContext, ExportRequest, Format, Selection};
use conceptgraph::picture::colour::{class_colour, community_colours};
use conceptgraph::picture::style::Style;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::export_error;
use crate::graph::Graph;

/// The options of a picture, from a Python dictionary.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct PictureOptions {
    around: Option<String>,
    radius: usize,
    containing: Option<String>,
    lca: Option<Vec<String>>,
    largest: Option<u32>,
    points: bool,
    peaks: bool,
    color: Option<String>,
    format: String,
    limit: Option<u32>,
    force: bool,
}

impl From<PictureOptions> for ExportRequest {
    fn from(part: PictureOptions) -> Self {
        let radius = part.radius;
        let selection = part
            .around
            .map(|cluster| Selection::Around { cluster, radius })
            .or(part.containing.map(Selection::Containing))
            .or(part.lca.map(Selection::Lca))
            .or(part.largest.map(Selection::Largest))
            .or(part.points.then_some(Selection::Points))
            .or(part.peaks.then_some(Selection::Peaks))
            .unwrap_or(Selection::All);
        Self::default()
            .selection(selection)
            .limit(part.limit)
            .format(Format::from_name(&part.format))
            .style(Style { color: part.color, ..Style::default() })
            .output("-")
            .force(part.force)
    }
}

impl Graph {
    fn export<'py>(
        &self,
        py: Python<'py>,
        request: &ExportRequest,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let written = self.run_detached(py, &None, |opened, progress| {
            let mut bytes = Vec::new();
            // The export stays in memory, so there is no source file to protect.
            let source = Path::new("");
            let context = ExportContext { source, out: Some(&mut bytes), progress };
            request.write(&opened.graph, context).map(|_| bytes)
        })?;
        written.map(|bytes| PyBytes::new(py, &bytes)).map_err(export_error)
    }
}

#[pymethods]
impl Graph {
    /// Draws a part of the graph, or its points, and returns the bytes of the picture.
    fn draw<'py>(&self, py: Python<'py>, part: PictureOptions) -> PyResult<Bound<'py, PyBytes>> {
        self.export(py, &part.into())
    }

    /// Returns the colours of the communities, in the order of the query `communities`.
    fn colours(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.read_graph(py, |graph| {
            Ok(community_colours(graph.communities()?).iter().map(ToString::to_string).collect())
        })
    }

    /// Returns the bytes of the HTML page of the graph.
    fn page<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.export(py, &ExportRequest::default().format(Format::Html).output("-"))
    }
}

/// Returns the colours of the first classes, or of as many groups.
#[pyfunction]
pub(crate) fn palette(colours: usize) -> Vec<String> {
    (0..colours).map(|at| class_colour(at).to_string()).collect()
}
