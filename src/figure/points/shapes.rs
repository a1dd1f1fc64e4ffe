//! The shapes of the map in the positions of the points, for other software to draw.

use super::{PointsError, draw};
use crate::base::points::Position;
use crate::figure::heading::{LegendEntry, LegendMark};
use crate::figure::{Anchor, Form};
use crate::graph::Graph;
use crate::picture::colour::Colour;
use crate::picture::style::{Style, Title};

use super::colouring::Shade;

/// The colours of the points, the outlines of their groups, and the names beside them.
#[derive(Clone, Debug, PartialEq)]
pub struct MapShapes {
    /// The colours of each point: none, one, or those of the two groups that it is between.
    pub colours: Vec<Vec<Colour>>,
    /// Outlines: a position, then for each cubic Bezier curve two control points and its end.
    pub outlines: Vec<(Colour, Vec<Position>)>,
    /// The names of groups, parts and points, as far as there is room beside them.
    pub labels: Vec<MapLabel>,
    /// The entries of the legend: their colours, `None` for grey, and their words.
    pub legend: Vec<(Vec<Option<Colour>>, String)>,
}

/// A text on the map.
#[derive(Clone, Debug, PartialEq)]
pub struct MapLabel {
    /// The text.
    pub words: String,
    /// The position of the anchor on the baseline.
    pub at: Position,
    /// The part of the text that is at the position.
    pub anchor: TextAnchor,
    /// The font size, in points of the page.
    pub size: f64,
    /// `true` if the letters are bold.
    pub is_bold: bool,
    /// The colour of the letters.
    pub colour: Colour,
}

/// The part of a text that is at its position: `left`, `center` or `right`.
pub type TextAnchor = &'static str;

impl MapShapes {
    /// Returns the shapes of the map of the points in a style, without title and legend.
    ///
    /// # Errors
    /// Returns an error if the graph has no points, there is no such column to colour by, or a
    /// section of the store cannot be read.
    pub fn new(graph: &Graph, style: &Style) -> Result<Self, PointsError> {
        let style = Style { title: Title::None, legend: false, ..style.clone() };
        let drawn = draw(graph, &style)?;
        let colours = drawn.colouring.shades.iter().map(|shade| match *shade {
            Shade::None => Vec::new(),
            Shade::One(colour) => vec![colour],
            Shade::Two(one, other) => vec![one, other],
        });
        let (mut outlines, mut labels) = (Vec::new(), Vec::new());
        for element in &drawn.figure.elements {
            match (&element.form, element.stroke, element.fill) {
                (Form::Curve(curve), Some(stroke), None) => {
                    let positions = curve.iter().map(|&place| drawn.page.to_position(place));
                    outlines.push((stroke.paint.0, positions.collect()));
                }
                (Form::Text { at, anchor, size, is_bold, words }, _, Some(paint))
                    if at[1] < drawn.bottom =>
                {
                    labels.push(MapLabel {
                        words: words.clone(),
                        at: drawn.page.to_position(*at),
                        anchor: match anchor {
                            Anchor::Start => "left",
                            Anchor::Middle => "center",
                            Anchor::End => "right",
                        },
                        size: *size,
                        is_bold: *is_bold,
                        colour: paint.0,
                    });
                }
                _ => {}
            }
        }
        let mark = |mark: &LegendMark| match mark {
            LegendMark::Square(colour) => Some(*colour),
            LegendMark::Grey | LegendMark::Ring => None,
        };
        let is_ring = |entry: &LegendEntry| entry.marks == [LegendMark::Ring];
        let legend = drawn.legend.into_iter().filter(|entry| !is_ring(entry));
        let legend = legend.map(|entry| (entry.marks.iter().map(mark).collect(), entry.words));
        Ok(Self { colours: colours.collect(), outlines, labels, legend: legend.collect() })
    }
}
