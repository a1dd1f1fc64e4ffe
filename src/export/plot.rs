//! The paper's Figure 2: dendrogram purity by k, as a picture.

use plotters::prelude::*;

use super::colour::{self, Colour};
use crate::visible;

/// One line: its name and its points `(k, purity)`, left to right.
pub type Line = (String, Vec<(u32, f64)>);

const SIZE: (u32, u32) = (800, 500);
/// Each line's name has so many pixels above the plot.
const ROW: i32 = 22;

/// The lines over one another as an SVG.
///
/// # Errors
/// In words, when no line has a point.
pub fn svg(lines: &[Line]) -> Result<String, String> {
    let all = || lines.iter().flat_map(|(_, points)| points);
    let low = all().fold(1.0_f64, |low, &(_, purity)| low.min(purity));
    let from = ((low * 20.0).floor() / 20.0).min(0.95);
    let (first, last) = match (all().map(|at| at.0).min(), all().map(|at| at.0).max()) {
        (Some(first), Some(last)) => (first, last.max(first + 1)),
        _ => return Err("there is nothing to draw: no class has two points".to_owned()),
    };
    let mut text = String::new();
    let mut draw = || -> Result<(), Box<dyn std::error::Error>> {
        let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let (names, plot) = area.split_vertically(15 + ROW * lines.len() as i32);
        let mut chart = ChartBuilder::on(&plot)
            .margin(20)
            .margin_top(5)
            .x_label_area_size(45)
            .y_label_area_size(60)
            .build_cartesian_2d(first..last, from..1.0)?;
        chart
            .configure_mesh()
            .x_desc("k (neighbours a point, itself among them)")
            .y_desc("dendrogram purity")
            .y_label_formatter(&|purity| format!("{purity:.2}"))
            .light_line_style(WHITE)
            .draw()?;
        for ((name, points), at) in lines.iter().zip(0..) {
            let Colour(red, green, blue) = colour::of_class(at as usize);
            let style = RGBColor(red, green, blue).stroke_width(2);
            chart.draw_series(LineSeries::new(points.iter().copied(), style).point_size(3))?;
            let y = 20 + ROW * at;
            names.draw(&PathElement::new([(80, y), (105, y)], style))?;
            names.draw(&Text::new(
                visible::line(name).into_owned(),
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
