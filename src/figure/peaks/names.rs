//! The names on peaks: of the points and clusters on chains, of groups, and of their parts.

use super::PeakDrawing;
use super::axis::SizeAxis;
use crate::base::display_safe::escape_name;
use crate::base::ids::PointId;
use crate::base::numbers::{format_class_share, pluralize};
use crate::base::points::Points;
use crate::communities::{Communities, Community, Level, Membership};
use crate::figure::Element;
use crate::figure::labels::{LabelLine, LabelSide, LabelSpace, wrap_evenly};
use crate::graph::{Graph, Result};
use crate::picture::label::cut_name;

/// The font sizes of names and of their explanations, and those in a narrow figure.
const SIZES: [[f64; 2]; 2] = [[9.5, 8.0], [7.5, 6.5]];
const NARROW_WIDTH: f64 = 500.0;
/// The number of letters in a line, and in a narrow figure.
const LETTERS: [usize; 2] = [26, 20];
/// The largest distance of a name from its circle, as a share of the width.
const REACH: f64 = 0.16;
/// The most groups with explanations, the most named groups, and the most named parts.
const MAX_EXPLAINED: usize = 8;
const MAX_GROUPS: usize = 40;
const MAX_PARTS: usize = 12;
/// The Jaccard index above which a cluster stands for a community, in a whole graph and in a part.
const MIN_JACCARD: [f64; 2] = [0.25, 0.5];
/// The most points of a graph whose clusters name their points.
const MAX_NAMED_POINTS: usize = 40;
/// The most points that one name lists.
const MAX_LISTED: usize = 3;

/// Adds the names and returns the number of groups for whose names there is no room.
pub(super) fn add_names(
    graph: &Graph,
    drawing: &PeakDrawing<'_>,
    axis: &SizeAxis,
    space: &mut LabelSpace,
    shapes: &mut Vec<Element>,
) -> Result<u64> {
    let is_narrow = usize::from(axis.right - axis.left < NARROW_WIDTH);
    let points = graph.points()?;
    let mut names = PeakNames { points, drawing, axis, is_narrow, space, shapes };
    names.add_feet();
    let mut nameless = 0;
    let communities = graph.communities()?;
    let has_groups = communities.groups().len() > 1;
    let similar = most_similar(drawing, communities, graph.membership()?);
    let named = |level: Level, most: usize| {
        let of_level = move |one: &(&Community, Option<usize>)| one.0.level == level;
        let all = communities.all.iter().zip(similar.iter().copied());
        all.filter(of_level).take(most).filter_map(|(one, at)| Some((one, at?)))
    };
    if has_groups {
        for (rank, (one, at)) in named(Level::Group, MAX_GROUPS).enumerate() {
            nameless += u64::from(!names.add_community(one, at, rank < MAX_EXPLAINED));
        }
    }
    names.add_tops();
    for (one, at) in named(Level::Part, MAX_PARTS) {
        names.add_community(one, at, !has_groups);
    }
    if points.len() <= MAX_NAMED_POINTS {
        names.add_points();
    }
    Ok(nameless)
}

/// Returns for each community the cluster most like it, by the Jaccard index, of equally similar
/// ones the first; `None` if none but the whole is similar.
fn most_similar(
    drawing: &PeakDrawing<'_>,
    communities: &Communities,
    membership: &Membership,
) -> Vec<Option<usize>> {
    let least = MIN_JACCARD[usize::from(!drawing.is_whole)];
    let mut best = vec![(least, None); communities.all.len()];
    let mut counts = vec![0_u32; communities.all.len()];
    for (at, node) in drawing.picture.nodes.iter().enumerate() {
        if node.size == drawing.picture.size {
            continue;
        }
        let shares = || node.extent.iter().flat_map(|point| &membership[point.index()]);
        shares().for_each(|(id, _)| counts[id.index()] += 1);
        for &(id, _) in shares() {
            let common = std::mem::take(&mut counts[id.index()]);
            let either = node.size + communities.all[id.index()].points - common;
            let jaccard = f64::from(common) / f64::from(either.max(1));
            if jaccard > best[id.index()].0 {
                best[id.index()] = (jaccard, Some(at));
            }
        }
    }
    best.into_iter().map(|(_, at)| at).collect()
}

struct PeakNames<'a> {
    points: &'a Points,
    drawing: &'a PeakDrawing<'a>,
    axis: &'a SizeAxis,
    /// 1 if the figure is narrow, or else 0.
    is_narrow: usize,
    space: &'a mut LabelSpace,
    shapes: &'a mut Vec<Element>,
}

impl PeakNames<'_> {
    /// Places the first of several labels for which there is room; returns `false` if there is none
    /// for any.
    fn place(&mut self, at: usize, choices: &[Vec<LabelLine>], side: LabelSide) -> bool {
        let circle = [self.drawing.circle(self.axis, at)];
        let reach = REACH * (self.axis.right - self.axis.left);
        let place = |lines: &Vec<LabelLine>| {
            let label = self.space.place(lines, &circle, side, reach)?;
            Some(label.elements(lines, self.drawing.style.theme))
        };
        let label = choices.iter().find_map(place);
        let is_placed = label.is_some();
        self.shapes.extend(label.into_iter().flatten());
        is_placed
    }

    /// Returns a line in small letters.
    fn small(&self, words: impl Into<String>) -> LabelLine {
        LabelLine::new(words, SIZES[self.is_narrow][1], self.drawing.style.theme.ink())
    }

    fn wrapped(&self, words: &str) -> Vec<LabelLine> {
        let lines = wrap_evenly(words, LETTERS[self.is_narrow]).into_iter();
        lines.map(|words| self.small(words)).collect()
    }

    fn point_name(&self, point: PointId) -> String {
        escape_name(&cut_name(self.points.name(point))).into_owned()
    }

    fn list(&self, points: &[PointId]) -> String {
        let names: Vec<String> =
            points.iter().take(MAX_LISTED).map(|&point| self.point_name(point)).collect();
        match points.len() - names.len() {
            0 => names.join(", "),
            more => format!("{} and {more} more", names.join(", ")),
        }
    }

    fn add_feet(&mut self) {
        for (at, point) in &self.drawing.chains.feet {
            let line = self.small(self.point_name(*point)).bold();
            self.place(*at, &[vec![line]], LabelSide::Below);
        }
    }

    fn add_tops(&mut self) {
        for (at, held) in &self.drawing.chains.tops {
            let node = &self.drawing.picture.nodes[*at];
            let size = pluralize(node.size.into(), "point", "points");
            let first = self.small(format!("{}: {size}", node.name)).bold();
            let more = match held.is_empty() {
                true => Vec::new(),
                false => self.wrapped(&format!("smallest with {}", self.list(held))),
            };
            let all: Vec<LabelLine> = [first.clone()].into_iter().chain(more).collect();
            for (lines, side) in [
                (&all, LabelSide::Above),
                (&all, LabelSide::Any),
                (&vec![first.clone()], LabelSide::Any),
            ] {
                if self.place(*at, std::slice::from_ref(lines), side) {
                    break;
                }
            }
        }
    }

    /// Adds the name of a community beside a cluster; returns `false` if there is no room.
    fn add_community(&mut self, one: &Community, at: usize, is_explained: bool) -> bool {
        let colour = self.drawing.colours[at].mix(self.drawing.style.theme.ink(), 0.4);
        let size = SIZES[self.is_narrow][usize::from(one.level != Level::Group)];
        // The legend counts the points, each in one group.
        let own = LabelLine::new(one.name.as_str(), size, colour).bold();
        let class = one.majority(self.points);
        let class = class.map(|(class, purity)| format_class_share(purity, &cut_name(class)));
        let apart = one.main_difference().map(str::to_owned);
        let more = class.into_iter().chain(apart).flat_map(|words| self.wrapped(&words));
        let all: Vec<LabelLine> = [own.clone()].into_iter().chain(more).collect();
        let choices = if is_explained { vec![all, vec![own]] } else { vec![vec![own]] };
        self.place(at, &choices, LabelSide::Any)
    }

    /// Adds the names of points beside the smallest clusters that hold them.
    fn add_points(&mut self) {
        for (at, node) in self.drawing.picture.nodes.iter().enumerate() {
            let named =
                |point: &PointId| !self.drawing.chains.feet.iter().any(|(_, foot)| foot == point);
            let points: Vec<PointId> =
                node.introduced.iter().map(|&point| PointId(point as u32)).filter(named).collect();
            if !points.is_empty() {
                let lines = self.wrapped(&self.list(&points));
                self.place(at, &[lines], LabelSide::Below);
            }
        }
    }
}
