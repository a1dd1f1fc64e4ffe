//! Lines over numbers: the paper's Figure 2, and clusters by their size.

use plotters::prelude::*;

use super::colour::{self, Colour};
use crate::numbers::grouped;
use crate::visible;

/// One line: its name and its points, left to right.
pub type Line = (String, Vec<(u32, f64)>);

/// What stands at the axes.
#[derive(Clone, Copy, Debug)]
pub struct Axes {
    /// Below.
    pub x: &'static str,
    /// At the left.
    pub y: &'static str,
    /// Whether the values are shares, which end at 1, and not counts, which begin at 0.
    pub is_share: bool,
}

const SIZE: (u32, u32) = (800, 500);
/// Each line's name has so many pixels above the plot.
const ROW: i32 = 22;

/// The lines over one another as an SVG.
///
/// # Errors
/// In words, when no line has a point.
pub fn svg(lines: &[Line], axes: &Axes) -> Result<String, String> {
    let all = || lines.iter().flat_map(|(_, points)| points);
    let low = all().fold(1.0_f64, |low, &(_, value)| low.min(value));
    let high = all().fold(1.0_f64, |high, &(_, value)| high.max(value));
    let values = match axes.is_share {
        true => ((low * 20.0).floor() / 20.0).min(0.95)..1.0,
        false => 0.0..1.05 * high,
    };
    let (first, last) = match (all().map(|at| at.0).min(), all().map(|at| at.0).max()) {
        (Some(first), Some(last)) => (first, last.max(first + 1)),
        _ => return Err("there is nothing to draw: no class has two points".to_owned()),
    };
    let label = |value: &f64| match axes.is_share {
        true => format!("{value:.2}"),
        false => grouped(value.round() as u64),
    };
    let mut text = String::new();
    let draw = || -> Result<(), Box<dyn std::error::Error>> {
        let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let (names, plot) = area.split_vertically(15 + ROW * lines.len() as i32);
        let mut chart = ChartBuilder::on(&plot)
            .margin(20)
            .margin_top(5)
            .x_label_area_size(45)
            .y_label_area_size(70)
            .build_cartesian_2d(first..last, values)?;
        chart
            .configure_mesh()
            .x_desc(axes.x)
            .y_desc(axes.y)
            .y_label_formatter(&label)
            .light_line_style(WHITE)
            .draw()?;
        // Where points are many, lines say enough.
        let radius = if all().count() > 200 { 0 } else { 3 };
        for ((name, points), at) in lines.iter().zip(0..) {
            let Colour(red, green, blue) = colour::of_class(at as usize);
            let style = RGBColor(red, green, blue).stroke_width(2);
            chart.draw_series(LineSeries::new(points.iter().copied(), style).point_size(radius))?;
            let y = 20 + ROW * at;
            names.draw(&PathElement::new([(80, y), (105, y)], style))?;
            names.draw(&Text::new(
                visible::name(name).into_owned(),
                (112, y - 8),
                ("sans-serif", 15),
            ))?;
        }
        area.present()?;
        Ok(())
    };
    draw().map_err(|error| format!("cannot draw the plot: {error}"))?;
    Ok(text)
}
