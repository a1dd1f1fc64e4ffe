//! Lines over numbers: the paper's Figure 2, and clusters by their size.

pub mod by_size;

use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;

use crate::base::display_safe;
use crate::base::numbers::grouped;
use crate::picture::colour::{self, Colour};
use crate::picture::style::Style;

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it is called.
    pub name: String,
    /// The class whose colour it has, by its place; none where it is about all.
    pub class: Option<usize>,
    /// Its points, left to right.
    pub points: Vec<(u32, f64)>,
}

/// What stands at the axes, and above all.
#[derive(Clone, Debug)]
pub struct Axes {
    /// Above everything.
    pub title: String,
    /// Below.
    pub x: &'static str,
    /// Above the left one.
    pub y: &'static str,
    /// Whether the values are shares, which end at 1, and not counts, which begin at 0.
    pub is_share: bool,
}

/// Why a plot is not drawn.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlotError {
    /// No line has a point.
    #[error("there is nothing to draw: no class has two points")]
    Nothing,
    /// Not even a corner of it fits.
    #[error("cannot draw the plot: {0}")]
    Chart(String),
}

/// The lines over one another as an SVG; the theme and the width are those of a style.
///
/// # Errors
/// No line has a point, or the picture is too small.
pub fn svg(lines: &[Line], axes: &Axes, style: &Style) -> Result<String, PlotError> {
    let all = || lines.iter().flat_map(|line| &line.points);
    let low = all().fold(1.0_f64, |low, &(_, value)| low.min(value));
    let high = all().fold(1.0_f64, |high, &(_, value)| high.max(value));
    let values = match axes.is_share {
        true => ((low * 20.0).floor() / 20.0).min(0.95)..1.0,
        false => 0.0..1.05 * high,
    };
    let (first, last) = match (all().map(|at| at.0).min(), all().map(|at| at.0).max()) {
        (Some(first), Some(last)) => (first, last.max(first + 1)),
        _ => return Err(PlotError::Nothing),
    };
    // Wide ranges are logarithmic; the empty cluster then stands at 1.
    let positive = first.max(1)..last;
    let counts = 0.8..1.5 * high;
    let frame = Frame { lines, axes, style, high, is_log: last / first.max(1) >= MANY };
    match (frame.is_log, !axes.is_share && high >= f64::from(MANY)) {
        (true, true) => frame.draw(positive.log_scale(), counts.log_scale()),
        (true, false) => frame.draw(positive.log_scale(), values),
        (false, true) => frame.draw(first..last, counts.log_scale()),
        (false, false) => frame.draw(first..last, values),
    }
    .map_err(|error| PlotError::Chart(error.to_string()))
}

/// From this ratio of the largest to the smallest on, an axis is logarithmic.
pub(crate) const MANY: u32 = 1000;

/// A chart without the scales of its axes.
struct Frame<'a> {
    lines: &'a [Line],
    axes: &'a Axes,
    style: &'a Style,
    high: f64,
    is_log: bool,
}

impl Frame<'_> {
    fn draw<X, Y>(&self, across: X, up: Y) -> Result<String, Box<dyn std::error::Error>>
    where
        X: AsRangedCoord<Value = u32>,
        X::CoordDescType: ValueFormatter<u32>,
        Y: AsRangedCoord<Value = f64>,
        Y::CoordDescType: ValueFormatter<f64>,
    {
        let Self { lines, axes, style, high, is_log } = *self;
        let all = || lines.iter().flat_map(|line| &line.points);
        let label = |value: &f64| match axes.is_share {
            true => format!("{value:.2}"),
            false => grouped(value.round() as u64),
        };
        let theme = style.theme;
        let [paper, ink, line] = [theme.paper(), theme.ink(), theme.line()].map(rgb);
        let font = |size: f64| (theme.fonts(), size).into_font().color(&ink);
        let row = (ROW * LETTERS) as i32;
        let width = style.width.map_or(640.0, |inches| inches * 96.0).round();
        let height = (0.5 * width + (lines.len() + 3) as f64 * ROW * LETTERS).round();
        let mut svg = String::new();
        let area = SVGBackend::with_string(&mut svg, (width as u32, height as u32));
        let area = area.into_drawing_area();
        area.fill(&paper)?;
        let left = (0.55 * LETTERS * (label(&high).len() as f64 + 2.0)) as u32 + 10;
        let above = i32::from(!axes.title.is_empty());
        let (names, plot) = area.split_vertically(row * (lines.len() as i32 + 1 + above) + row / 2);
        let mut chart = ChartBuilder::on(&plot)
            .margin(row)
            .margin_top(row / 4)
            .x_label_area_size(2 * row as u32)
            .y_label_area_size(left)
            .build_cartesian_2d(across, up)?;
        chart
            .configure_mesh()
            .x_desc(axes.x)
            .x_labels((width / (4.0 * LETTERS)) as usize)
            .y_labels(8)
            .x_label_formatter(&|size| grouped(u64::from(*size)))
            .y_label_formatter(&label)
            .axis_style(ink)
            .bold_line_style(line.mix(0.35))
            .light_line_style(paper.mix(0.0))
            .label_style(font(0.85 * LETTERS))
            .axis_desc_style(font(0.95 * LETTERS))
            .draw()?;
        // Marks of many points would hide the lines.
        let radius = if all().count() > 200 { 0 } else { 3 };
        let x = row + left as i32;
        for (line, at) in lines.iter().zip(0..) {
            let colour = rgb(line.class.map_or(theme.ink(), colour::of_class)).stroke_width(2);
            let points = line.points.iter().map(|&(at, value)| (at.max(u32::from(is_log)), value));
            chart.draw_series(LineSeries::new(points, colour).point_size(radius))?;
            let y = row + row * (at + above);
            names.draw(&PathElement::new([(x, y), (x + 2 * row, y)], colour))?;
            let name = shortened(
                &display_safe::name(&line.name),
                (width as i32 - x - 3 * row) as f64 / LETTERS,
            );
            let at = (x + 2 * row + row / 3, y - (0.55 * LETTERS) as i32);
            names.draw(&Text::new(name, at, font(LETTERS)))?;
        }
        let title = shortened(&display_safe::name(&axes.title), width / LETTERS - 2.0);
        names.draw(&Text::new(title, (row, row / 2), font(1.1 * LETTERS)))?;
        let at = (row, row * (lines.len() as i32 + 1 + above) - (0.6 * LETTERS) as i32);
        names.draw(&Text::new(axes.y, at, font(0.95 * LETTERS)))?;
        area.present()?;
        // These borrow it.
        drop((area, names, plot, chart));
        Ok(svg)
    }
}

/// How far lines of text are from one another, in heights of letters.
const ROW: f64 = 1.5;

/// How high letters of 9 points are, in pixels of the web: plotters takes a font to be higher.
const LETTERS: f64 = 9.0 / 0.75 * 1.24;

/// A name cut to about this width.
fn shortened(name: &str, ems: f64) -> String {
    let most = (ems / 0.55).max(4.0) as usize;
    match name.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

fn rgb(Colour(red, green, blue): Colour) -> RGBColor {
    RGBColor(red, green, blue)
}
