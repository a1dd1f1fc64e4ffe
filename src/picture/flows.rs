//! How points flow from the communities of one graph to those of another: an alluvial diagram
//! (Rosvall and Bergstrom, *Mapping change in large networks*, 2010) as an SVG.
//!
//! Invariant: each point that is in a community of either graph flows once, from its main community
//! to its main community; bands are as high as their points are many. A community has the colour
//! of the one that it matches; a new one is grey.

use std::fmt::Write;

use super::colour::{Colour, NEUTRAL, of_class};
use super::escape::xml;
use super::label::cut;
use super::style::Style;
use crate::base::numbers::{counted, grouped, percent};
use crate::compare::{Comparison, Flow, Group, Kind};

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
/// How wide a letter of a caption is, about.
const LETTER: f64 = 5.5;
/// The room for the title, and around everything.
const TITLE: f64 = 56.0;
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

    /// The class of most of its points, in words.
    fn class(&self) -> Option<String> {
        let (class, share) = self.group?.class.as_ref()?;
        Some(format!("{} {}", percent(*share), cut(class)))
    }

    fn letters(&self) -> usize {
        let name = self.name().chars().count() + 3 + grouped(self.points.into()).len();
        let class = self.class().map_or(0, |class| class.chars().count() * 4 / 5);
        name.max(class)
    }
}

/// The flows between two graphs as an SVG.
pub fn svg(comparison: &Comparison, style: &Style) -> String {
    let flows = &comparison.flows;
    let all: u32 = flows.iter().map(|flow| flow.points).sum();
    let height = |points: u32| f64::from(points) / f64::from(all.max(1)) * HEIGHT;
    let order = in_order(flows);
    let mut sides = [0, 1].map(|side| blocks(comparison, &order, side, height));
    let wide = |blocks: &[Block]| {
        let letters = blocks.iter().map(Block::letters).max().unwrap_or(0);
        LETTER * letters as f64 + 4.0
    };
    let left = MARGIN + wide(&sides[0]);
    let right = left + BLOCK + BETWEEN;
    let end = |blocks: &[Block]| blocks.last().map_or(0.0, |last| last.top + last.height);
    let title = heading(comparison);
    let letters = title.iter().map(|(words, size)| words.chars().count() as f64 * 0.52 * size);
    let letters = letters.fold(0.0, f64::max);
    let size = [
        (right + BLOCK + wide(&sides[1])).max(letters) + MARGIN,
        end(&sides[0]).max(end(&sides[1])) + MARGIN,
    ];
    let mut drawn = begin(style, size);
    for (at, (words, size)) in title.iter().enumerate() {
        let y = MARGIN + [15.0, 31.0, 44.0][at];
        let colour = if at == 2 { style.theme.faint() } else { style.theme.ink() };
        let (x, size, anchor) = (MARGIN, *size, "start");
        drawn += &Line { x, y, anchor, is_bold: at == 0, size, colour, words }.svg();
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
        let middle = left + BLOCK + BETWEEN / 2.0;
        let points = counted(flow.points.into(), "point", "points");
        let said = format!("{points} from {} to {}", from.2, to.2);
        let (x, y, end) = (left + BLOCK, from.0, to.0);
        let (low, end_low) = (y + high, end + high);
        let _ = writeln!(
            drawn,
            "<path d=\"M{x:.1} {y:.1}C{middle:.1} {y:.1} {middle:.1} {end:.1} {right:.1} {end:.1}\
             V{end_low:.1}C{middle:.1} {end_low:.1} {middle:.1} {low:.1} {x:.1} {low:.1}Z\" \
             fill=\"{}\" fill-opacity=\"0.6\"><title>{}</title></path>",
            from.1,
            xml(&said)
        );
    }
    for block in &sides[0] {
        drawn += &caption(block, style, left, "end", left - 4.0);
    }
    for block in &sides[1] {
        drawn += &caption(block, style, right, "start", right + BLOCK + 4.0);
    }
    drawn + "</svg>\n"
}

/// The lines of the title, each with the size of its letters.
fn heading(comparison: &Comparison) -> [(String, f64); 3] {
    let named = |side: usize| match &comparison.made[side] {
        Some(made) => format!("{} ({made})", cut(&comparison.names[side])),
        None => cut(&comparison.names[side]).into_owned(),
    };
    let points = counted(comparison.common.into(), "point", "points");
    let changed = grouped(comparison.changed.len() as u64);
    let key = "left and right: groups by the points that have their largest share there; \
               colours follow matches";
    [
        (format!("{} and {}", named(0), named(1)), 13.0),
        (format!("{points} in both; {changed} changed company"), 9.0),
        (key.to_owned(), 7.0),
    ]
}

/// The beginning of an SVG of that width and height, shrunk to the width of the style.
fn begin(style: &Style, [width, height]: [f64; 2]) -> String {
    let scale = style.width.map_or(1.0, |inches| (inches * 72.0 / width).min(1.0));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0}pt\" height=\"{:.0}pt\" \
         viewBox=\"0 0 {width:.1} {height:.1}\" font-family=\"{}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
        width * scale,
        height * scale,
        style.theme.fonts(),
        style.theme.paper()
    )
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

/// A block with its name beside it.
fn caption(block: &Block, style: &Style, left: f64, anchor: &'static str, x: f64) -> String {
    let theme = style.theme;
    let class = block.class().filter(|_| block.height >= TWO_LINES);
    let middle = block.top + block.height / 2.0;
    let (name, size) = (format!("{}: {}", block.name(), grouped(block.points.into())), 9.0);
    let y = middle + if class.is_some() { -1.0 } else { 3.0 };
    let colour = theme.ink();
    let name = Line { x, y, anchor, is_bold: true, size, colour, words: &name }.svg();
    let class = class.map_or(String::new(), |words| {
        let (y, size, colour) = (middle + 8.0, 7.0, theme.faint());
        Line { x, y, anchor, is_bold: false, size, colour, words: &words }.svg()
    });
    format!(
        "<rect x=\"{left:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"/>\n\
         {name}{class}",
        block.top, BLOCK, block.height, block.colour
    )
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

struct Line<'a> {
    x: f64,
    y: f64,
    anchor: &'static str,
    is_bold: bool,
    size: f64,
    colour: Colour,
    words: &'a str,
}

impl Line<'_> {
    fn svg(&self) -> String {
        let weight = if self.is_bold { " font-weight=\"bold\"" } else { "" };
        format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{}\"{weight} font-size=\"{:.1}\" \
             fill=\"{}\">{}</text>\n",
            self.x,
            self.y,
            self.anchor,
            self.size,
            self.colour,
            xml(self.words)
        )
    }
}
