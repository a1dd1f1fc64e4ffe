//! Pictures and pages of a graph, as bytes.

use std::path::Path;

use conceptgraph::export::{ExportContext, ExportRequest, Format, MapShapes, Selection};
use conceptgraph::picture::colour::{Colour, community_colours};
use conceptgraph::picture::style::{GivenValues, Style};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::export_error;
use crate::graph::Graph;

/// The values that colour the points: numbers, NaN for none; or words with their order.
#[derive(FromPyObject)]
enum ColourValues {
    Numbers(Vec<f64>),
    Words((Vec<Option<String>>, Vec<String>)),
}

impl From<ColourValues> for GivenValues {
    fn from(values: ColourValues) -> Self {
        match values {
            ColourValues::Numbers(numbers) => {
                let number = |number: f64| Some(number).filter(|number| number.is_finite());
                Self::Numbers(numbers.into_iter().map(number).collect())
            }
            ColourValues::Words((cells, order)) => Self::Words { cells, order },
        }
    }
}

fn style(color: Option<String>, values: Option<ColourValues>) -> Style {
    Style { color, values: values.map(GivenValues::from), ..Style::default() }
}

/// A label of the map: its words, position, anchor, font size, weight and colour.
type Label = (String, [f64; 2], &'static str, f64, bool, String);

/// The colours of the points, the outlines, the labels and the legend of the map.
type Shapes = (
    Vec<Vec<String>>,
    Vec<(String, Vec<[f64; 2]>)>,
    Vec<Label>,
    Vec<(Vec<Option<String>>, String)>,
);

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
    tree: bool,
    color: Option<String>,
    values: Option<ColourValues>,
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
            .or(part.tree.then_some(Selection::Tree))
            .unwrap_or(Selection::All);
        Self::default()
            .selection(selection)
            .limit(part.limit)
            .format(Format::from_name(&part.format))
            .style(style(part.color, part.values))
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

    /// Returns the shapes of the map of the points on a page of `width` inches.
    fn map(
        &self,
        py: Python<'_>,
        color: Option<String>,
        values: Option<ColourValues>,
        width: f64,
    ) -> PyResult<Shapes> {
        let style = Style { width: Some(width), ..style(color, values) };
        let drawn =
            self.run_detached(py, &None, |opened, _| MapShapes::new(&opened.graph, &style))?;
        let drawn = drawn.map_err(|error| export_error(error.into()))?;
        let hex = |colour: Colour| colour.to_string();
        let label = |label: conceptgraph::export::MapLabel| {
            let colour = hex(label.colour);
            (label.words, label.at, label.anchor, label.size, label.is_bold, colour)
        };
        let words = |all: Vec<Colour>| all.into_iter().map(hex).collect();
        let legend = drawn.legend.into_iter();
        Ok((
            drawn.colours.into_iter().map(words).collect(),
            drawn.outlines.into_iter().map(|(colour, curve)| (hex(colour), curve)).collect(),
            drawn.labels.into_iter().map(label).collect(),
            legend
                .map(|(marks, of)| (marks.into_iter().map(|m| m.map(hex)).collect(), of))
                .collect(),
        ))
    }

    /// Returns the bytes of the HTML page of the graph.
    fn page<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.export(py, &ExportRequest::default().format(Format::Html).output("-"))
    }
}
