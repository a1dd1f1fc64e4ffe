//! How points flow from the communities of one graph to those of another: an alluvial diagram
//! (Rosvall and Bergstrom, *Mapping change in large networks*, 2010).
//!
//! Invariant: each point that is in a community of either graph flows once, from its main community
//! to its main community; bands are as high as their points are many. A community has the colour
//! of the one that it matches; a new one is grey.

use super::{Anchor, BOLD, Figure, Form, Paint, Place, Shape, letters};
use crate::base::numbers::{counted, grouped, percent};
use crate::compare::{Comparison, Flow, Group, Kind};
use crate::picture::colour::{Colour, NEUTRAL, of_class};
use crate::picture::label::cut;
use crate::picture::style::Theme;

/// How high all points are together. This and all below is in points of the page, for letters of
/// the usual size.
const HEIGHT: f64 = 400.0;
/// A community has at least this height, so that its name has room.
const LEAST: f64 = 17.0;
/// A community of this height has a second line.
const TWO_LINES: f64 = 26.0;
/// The room between two communities.
const GAP: f64 = 7.0;
/// How wide a community is, and how far the sides are from one another.
const BLOCK: f64 = 10.0;
const BETWEEN: f64 = 200.0;
/// The room for the title, and around everything.
const TITLE: f64 = 65.0;
const MARGIN: f64 = 10.0;

/// The communities of both sides from the top down; none stands for the points in no community.
type Order = [Vec<Option<usize>>; 2];

/// A community, or the points in none.
struct Block<'a> {
    group: Option<&'a Group>,
    points: u32,
    colour: Colour,
    /// Where it begins, from the top, and how high it is.
    top: f64,
    height: f64,
    /// Where its next flow begins.
    next: f64,
}

impl Block<'_> {
    fn name(&self) -> &str {
        self.group.map_or("no group", |group| &group.name)
    }

    /// The class of most of the points that are drawn, in words.
    fn class(&self) -> Option<String> {
        let (class, share) = self.group?.class_of_main.as_ref()?;
        Some(format!("{} {}", percent(*share), cut(class)))
    }

    fn caption(&self) -> String {
        format!("{}: {}", self.name(), grouped(self.points.into()))
    }

    fn caption_width(&self) -> f64 {
        let class = self.class().map_or(0.0, |class| 7.0 * letters(&class));
        class.max(BOLD * 9.0 * letters(&self.caption()))
    }
}

/// The flows between two graphs, shrunk to a width in inches.
pub fn figure(comparison: &Comparison, width: Option<f64>, theme: Theme) -> Figure {
    let flows = &comparison.flows;
    let all: u32 = flows.iter().map(|flow| flow.points).sum();
    let height = |points: u32| f64::from(points) / f64::from(all.max(1)) * HEIGHT;
    let order = in_order(flows);
    let mut sides = [0, 1].map(|side| blocks(comparison, &order, side, height));
    let wide = |blocks: &[Block]| blocks.iter().map(Block::caption_width).fold(0.0, f64::max) + 4.0;
    let left = MARGIN + wide(&sides[0]);
    let right = left + BLOCK + BETWEEN;
    let end = |blocks: &[Block]| blocks.last().map_or(0.0, |last| last.top + last.height);
    let title = heading(comparison);
    let letters = title.iter().map(|(words, size)| letters(words) * size).fold(0.0, f64::max);
    let size = [
        (right + BLOCK + wide(&sides[1])).max(letters) + MARGIN,
        end(&sides[0]).max(end(&sides[1])) + MARGIN,
    ];
    let mut figure = Figure::new(size, width, theme);
    for (at, (words, size)) in title.into_iter().enumerate() {
        let place = [MARGIN, MARGIN + [15.0, 31.0, 44.0, 53.0][at]];
        let colour = if at > 1 { theme.faint() } else { theme.ink() };
        let line = Shape::text(place, size, words).filled(colour);
        figure.shapes.push(if at == 0 { line.bold() } else { line });
    }
    let place = |side: usize, at| order[side].iter().position(|other| *other == at).unwrap_or(0);
    let mut sorted: Vec<&Flow> = flows.iter().collect();
    sorted.sort_by_key(|flow| [0, 1].map(|side: usize| place(side, flow.main[side])));
    for flow in sorted {
        let high = height(flow.points);
        let [from, to] = [0, 1].map(|side: usize| {
            let block = &mut sides[side][place(side, flow.main[side])];
            let top = block.next;
            block.next += high;
            (top, block.colour, block.name().to_owned())
        });
        let points = counted(flow.points.into(), "point", "points");
        let said = format!("{points} from {} to {}", from.2, to.2);
        let band = band([left + BLOCK, from.0], [right, to.0], high);
        figure.shapes.push(band.filled(Paint(from.1, 0.6)).saying(said));
    }
    for (blocks, x, anchor) in [(&sides[0], left, Anchor::End), (&sides[1], right, Anchor::Start)] {
        let beside = if anchor == Anchor::End { x - 4.0 } else { x + BLOCK + 4.0 };
        for block in blocks {
            let bar = Shape::rectangle([x, block.top], [BLOCK, block.height]);
            figure.shapes.push(bar.filled(block.colour));
            let lines = caption(block, theme, beside).into_iter();
            figure.shapes.extend(lines.map(|line| line.anchored(anchor)));
        }
    }
    figure
}

/// A band of that height from one side to the other: one curve along its top and one back.
fn band([x, from]: Place, [end, to]: Place, high: f64) -> Shape {
    let middle = (x + end) / 2.0;
    let (low, end_low) = (from + high, to + high);
    let top = [[x, from], [middle, from], [middle, to], [end, to]];
    let side = [[end, to], [end, end_low], [end, end_low]];
    let bottom = [[middle, end_low], [middle, low], [x, low]];
    Shape::new(Form::Curve([&top[..], &side, &bottom].concat()))
}

/// The lines of the title, each with the size of its letters.
fn heading(comparison: &Comparison) -> [(String, f64); 4] {
    let named = |side: usize| match &comparison.made[side] {
        Some(made) => format!("{} ({made})", cut(&comparison.names[side])),
        None => cut(&comparison.names[side]).into_owned(),
    };
    let points = counted(comparison.common.into(), "point", "points");
    let changed = grouped(comparison.changed.len() as u64);
    let once = "each point flows once, from the group with its largest share to that on the right,";
    let key = "so a group can have more points than are drawn; colours follow matches";
    [
        (format!("{} and {}", named(0), named(1)), 13.0),
        (format!("{points} in both; {changed} changed company"), 9.0),
        (once.to_owned(), 7.0),
        (key.to_owned(), 7.0),
    ]
}

fn blocks<'a>(
    comparison: &'a Comparison,
    order: &Order,
    side: usize,
    height: impl Fn(u32) -> f64,
) -> Vec<Block<'a>> {
    let matched = |other: usize| {
        let mut matches = comparison.matches.iter();
        let is_here = |found: &&crate::compare::Match| {
            found.kind == Kind::Community && found.is_match() && found.other == Some(other)
        };
        matches.find(is_here).and_then(|found| found.one)
    };
    let mut top = MARGIN + TITLE;
    let block = |&at: &Option<usize>| {
        let here = comparison.flows.iter().filter(|flow| flow.main[side] == at);
        let points = here.map(|flow| flow.points).sum();
        let high = height(points).max(LEAST);
        let like = if side == 0 { at } else { at.and_then(matched) };
        let block = Block {
            group: at.map(|at| &comparison.groups(Kind::Community)[side][at]),
            points,
            colour: like.map_or(NEUTRAL, of_class),
            top,
            height: high,
            next: top + (high - height(points)) / 2.0,
        };
        top += high + GAP;
        block
    };
    order[side].iter().map(block).collect()
}

/// The name of a block, and where it is high enough its class.
fn caption(block: &Block, theme: Theme, x: f64) -> Vec<Shape> {
    let class = block.class().filter(|_| block.height >= TWO_LINES);
    let middle = block.top + block.height / 2.0;
    let y = middle + if class.is_some() { -1.0 } else { 3.0 };
    let name = Shape::text([x, y], 9.0, block.caption()).bold().filled(theme.ink());
    let class = class.map(|words| Shape::text([x, middle + 8.0], 7.0, words).filled(theme.faint()));
    std::iter::once(name).chain(class).collect()
}

/// The communities of the first graph in their order, those of the second by the mean place of
/// where their points come from. Points in no community stay last.
fn in_order(flows: &[Flow]) -> Order {
    let [first, mut second] = [0, 1].map(|side: usize| {
        let mut order: Vec<_> = flows.iter().map(|flow| flow.main[side]).collect();
        order.sort_by_key(|at| at.unwrap_or(usize::MAX));
        order.dedup();
        order
    });
    let mean = |at: Option<usize>| {
        let (mut places, mut points) = (0, 0);
        for flow in flows.iter().filter(|flow| flow.main[1] == at) {
            let place = first.iter().position(|from| *from == flow.main[0]).unwrap_or(0);
            places += place as u64 * u64::from(flow.points);
            points += u64::from(flow.points);
        }
        places as f64 / points.max(1) as f64
    };
    second
        .sort_by(|&a, &b| a.is_none().cmp(&b.is_none()).then_with(|| mean(a).total_cmp(&mean(b))));
    [first, second]
}
