//! Lines between two axes.

use super::axis::Axis;
use super::{LETTERS, Line, MARGIN, Plot, SMALL, across, heading, shortened};
use crate::base::display_safe;
use crate::base::numbers::grouped;
use crate::figure::{Anchor, Figure, Form, Place, Shape, letters};
use crate::picture::colour::{Colour, of_class};
use crate::picture::style::Theme;

/// How far lines of text are from one another.
const ROW: f64 = 1.5 * LETTERS;
/// The sample of a line beside its name, with the room around it.
const SAMPLE: f64 = 20.0;
/// Marks of many points would hide the lines.
const FEW: usize = 120;

impl Plot {
    /// The picture, of some width in inches; none where no line has a point.
    pub fn figure(&self, width: Option<f64>, theme: Theme) -> Option<Figure> {
        let all = || self.lines.iter().flat_map(|line| &line.points);
        let (first, last) = (all().map(|at| at.0).min()?, all().map(|at| at.0).max()?);
        let low = all().map(|at| at.1).fold(1.0, f64::min);
        let (x, y) = (Axis::of_counts(first, last), Axis::of_shares(low, 1.0));
        let width = across(width);
        let mut figure = Figure::new([width, 0.0], None, theme);
        let top = heading(&mut figure, &self.title, &self.said, theme);
        let top = self.legend(&mut figure, top, theme) + 2.0 * LETTERS;
        let marks: Vec<(f64, String)> =
            y.marks(5).into_iter().map(|mark| (mark, self.share(mark))).collect();
        let wide = marks.iter().map(|(_, words)| letters(words)).fold(0.0, f64::max);
        let (left, right) = (MARGIN + wide * SMALL + 5.0, width - MARGIN - LETTERS);
        let bottom = top + (0.5 * width).max(100.0);
        let at = |place: (f64, f64)| {
            let [x, y] = [x.place(place.0), y.place(place.1)];
            [left + x * (right - left), bottom - y * (bottom - top)]
        };
        let mut draw = |shape: Shape| figure.shapes.push(shape);
        let faint = theme.line().mix(theme.paper(), 0.6);
        let text = |at: Place, anchor, words: String| {
            Shape::text(at, SMALL, words).anchored(anchor).filled(theme.ink())
        };
        for (mark, words) in marks {
            let [_, y] = at((1.0, mark));
            draw(line(vec![[left, y], [right, y]], faint, 0.5));
            draw(text([left - 4.0, y + 0.35 * SMALL], Anchor::End, words));
        }
        for mark in x.marks(((right - left) / (5.0 * SMALL)) as usize) {
            let [x, _] = at((mark, 1.0));
            draw(line(vec![[x, top], [x, bottom]], faint, 0.5));
            draw(text([x, bottom + 1.4 * SMALL], Anchor::Middle, grouped(mark as u64)));
        }
        draw(line(vec![[left, top], [left, bottom], [right, bottom]], theme.ink(), 0.8));
        draw(text([MARGIN, top - LETTERS], Anchor::Start, self.y.to_owned()));
        let middle = (left + right) / 2.0;
        draw(text([middle, bottom + 3.2 * SMALL], Anchor::Middle, self.x.to_owned()));
        for one in &self.lines {
            let places: Vec<Place> =
                one.points.iter().map(|&(x, y)| at((f64::from(x), y))).collect();
            if all().count() <= FEW || places.len() == 1 {
                places.iter().for_each(|&at| {
                    draw(Shape::circle(at, 2.0).filled(one.colour(theme)));
                });
            }
            draw(one.drawn(places, 1.4, theme));
        }
        if let Some((x, y)) = self.mark {
            let [x, y] = at((f64::from(x), y));
            let to = vec![[left, y], [x, y], [x, bottom]];
            draw(dashed(line(to, theme.ink(), 0.8)));
            draw(Shape::circle([x, y], 3.0).filled(theme.paper()).outlined(theme.ink(), 1.4));
        }
        figure.size[1] = bottom + 3.2 * SMALL + MARGIN;
        Some(figure)
    }

    /// A share as people write it.
    fn share(&self, share: f64) -> String {
        match self.is_percent {
            true => format!("{:.0} %", 100.0 * share),
            false => format!("{share:.2}"),
        }
    }

    /// Writes what each line is, in columns; the answer is how far down this reaches.
    fn legend(&self, figure: &mut Figure, top: f64, theme: Theme) -> f64 {
        let room = figure.size[0] - 2.0 * MARGIN;
        let names = self.lines.iter().map(|line| display_safe::name(&line.name));
        let names: Vec<String> =
            names.map(|name| shortened(&name, (room - SAMPLE) / LETTERS)).collect();
        let wide = names.iter().map(|name| letters(name)).fold(0.0, f64::max) * LETTERS;
        let wide = wide + SAMPLE + LETTERS;
        let columns = ((room / wide) as usize).clamp(1, names.len().max(1));
        for (at, (one, name)) in self.lines.iter().zip(&names).enumerate() {
            let (x, y) = (MARGIN + (at % columns) as f64 * wide, top + (at / columns) as f64 * ROW);
            let middle = y + 0.65 * LETTERS;
            let sample = vec![[x, middle], [x + 0.75 * SAMPLE, middle]];
            figure.shapes.push(one.drawn(sample, 2.0, theme));
            let name = Shape::text([x + SAMPLE, y + LETTERS], LETTERS, name.clone());
            figure.shapes.push(name.filled(theme.ink()));
        }
        top + names.len().div_ceil(columns) as f64 * ROW
    }
}

impl Line {
    fn colour(&self, theme: Theme) -> Colour {
        let without = if self.is_dashed { theme.faint() } else { theme.ink() };
        self.class.map_or(without, of_class)
    }

    fn drawn(&self, places: Vec<Place>, width: f64, theme: Theme) -> Shape {
        let line = line(places, self.colour(theme), width);
        if self.is_dashed { dashed(line) } else { line }
    }
}

/// A line from place to place.
pub(super) fn line(places: Vec<Place>, colour: Colour, width: f64) -> Shape {
    Shape::new(Form::Line(places)).outlined(colour, width)
}

pub(super) fn dashed(mut line: Shape) -> Shape {
    line.stroke.iter_mut().for_each(|stroke| stroke.is_dashed = true);
    line
}
