//! The paper's Figure 2: dendrogram purity by k, as a picture.

use plotters::prelude::*;

use super::colour::{self, Colour};

/// One line: its name and its points `(k, purity)`, left to right.
pub type Line = (String, Vec<(f64, f64)>);

/// The lines over one another as an SVG.
///
/// # Errors
/// In words, should the plot not be possible.
pub fn svg(lines: &[Line]) -> Result<String, String> {
    let all = || lines.iter().flat_map(|(_, points)| points);
    let ks = all().fold((f64::MAX, f64::MIN), |(low, high), &(k, _)| (low.min(k), high.max(k)));
    let low = all().fold(1.0_f64, |low, &(_, purity)| low.min(purity));
    let from = (low * 20.0).floor() / 20.0;
    let mut text = String::new();
    let mut draw = || -> Result<(), Box<dyn std::error::Error>> {
        let area = SVGBackend::with_string(&mut text, (800, 500)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(20)
            .x_label_area_size(45)
            .y_label_area_size(60)
            .build_cartesian_2d(ks.0..ks.1.max(ks.0 + 1.0), from..1.0)?;
        chart
            .configure_mesh()
            .x_desc("k (neighbours a point, itself among them)")
            .y_desc("dendrogram purity")
            .x_label_formatter(&|k| format!("{k:.0}"))
            .y_label_formatter(&|purity| format!("{purity:.2}"))
            .light_line_style(WHITE)
            .draw()?;
        for (at, (name, points)) in lines.iter().enumerate() {
            let Colour(red, green, blue) = colour::of_class(at);
            let style = RGBColor(red, green, blue).stroke_width(2);
            chart
                .draw_series(LineSeries::new(points.iter().copied(), style).point_size(3))?
                .label(name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], style));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK.mix(0.2))
            .draw()?;
        area.present()?;
        Ok(())
    };
    draw().map_err(|error| format!("cannot draw the plot: {error}"))?;
    Ok(text)
}
