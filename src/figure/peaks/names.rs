//! The names on peaks: of the points and clusters on chains, of groups, and of their parts.

use super::PeakDrawing;
use super::axis::SizeAxis;
use crate::base::display_safe::escape_name;
use crate::base::ids::PointId;
use crate::base::numbers::{format_class_share, group_thousands, pluralize};
use crate::base::points::Points;
use crate::communities::{Community, Level};
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

/// Adds the names and returns the number of groups for whose names there is no room.
pub(super) fn add_names(
    graph: &Graph,
    drawing: &PeakDrawing<'_>,
    axis: &SizeAxis,
    space: &mut LabelSpace,
    shapes: &mut Vec<Element>,
) -> Result<u64> {
    let (points, communities) = (graph.points()?, graph.communities()?);
    let (picture, theme) = (drawing.picture, drawing.theme());
    let is_narrow = usize::from(axis.right - axis.left < NARROW_WIDTH);
    let ([size, small], letters) = (SIZES[is_narrow], LETTERS[is_narrow]);
    let reach = REACH * (axis.right - axis.left);
    let mut place = |at: usize, choices: &[Vec<LabelLine>], side: LabelSide| {
        let circle = [drawing.circle(axis, at)];
        for lines in choices {
            if let Some(label) = space.place(lines, &circle, side, reach) {
                shapes.extend(label.elements(lines, theme));
                return true;
            }
        }
        false
    };
    let name_of = |&point: &PointId| escape_name(&cut_name(points.name(point))).into_owned();
    for (at, point) in &drawing.chains.feet {
        let line = LabelLine::new(name_of(point), small, theme.ink()).bold();
        place(*at, &[vec![line]], LabelSide::Below);
    }
    for (at, held) in &drawing.chains.tops {
        let node = &picture.nodes[*at];
        let words = format!("{}: {}", node.name, pluralize(node.size.into(), "point", "points"));
        let first = LabelLine::new(words, small, theme.ink()).bold();
        let names: Vec<String> = held.iter().take(3).map(name_of).collect();
        let more = if held.len() > names.len() { " and others" } else { "" };
        let words = match held.is_empty() {
            true => String::new(),
            false => format!("smallest with {}{more}", names.join(", ")),
        };
        let lines = wrap_evenly(&words, letters);
        let lines = lines.into_iter().map(|words| LabelLine::new(words, small, theme.ink()));
        let all: Vec<LabelLine> = [first.clone()].into_iter().chain(lines).collect();
        place(*at, &[all, vec![first]], LabelSide::Any);
    }
    let is_part = picture.nodes.len() < graph.facts().concepts as usize;
    let mut nameless = 0;
    let (mut groups, mut parts) = (0, 0);
    let has_groups = communities.groups().len() > 1;
    for one in &communities.all {
        let is_named = match one.level {
            Level::Group => has_groups && groups < MAX_GROUPS,
            Level::Part => parts < MAX_PARTS,
            Level::Join => false,
        };
        let name = one.cluster.map(|id| id.to_string());
        let at = name.and_then(|name| picture.nodes.iter().position(|node| node.name == name));
        let (Some(at), true) = (at, is_named && !is_part) else { continue };
        let colour = drawing.colours[at].mix(theme.ink(), 0.4);
        let words = format!("{}: {}", one.name, group_thousands(one.points.into()));
        let (own, explained) = match one.level {
            Level::Group => (LabelLine::new(words, size, colour).bold(), groups < MAX_EXPLAINED),
            _ => (LabelLine::new(words, small, colour).bold(), !has_groups),
        };
        let more: Vec<LabelLine> = explanation(one, points)
            .iter()
            .flat_map(|words| wrap_evenly(words, letters))
            .map(|words| LabelLine::new(words, small, theme.ink()))
            .collect();
        let all = [own.clone()].into_iter().chain(more).collect();
        let choices = if explained { vec![all, vec![own]] } else { vec![vec![own]] };
        let is_placed = place(at, &choices, LabelSide::Any);
        match one.level {
            Level::Group => {
                groups += 1;
                nameless += u64::from(!is_placed);
            }
            _ => parts += 1,
        }
    }
    Ok(nameless)
}

/// Returns what the points of a community are: their class and what sets them apart.
fn explanation(one: &Community, points: &Points) -> Vec<String> {
    let class = one.majority(points);
    let class = class.map(|(class, purity)| format_class_share(purity, &cut_name(class)));
    class.into_iter().chain(one.main_difference().map(str::to_owned)).collect()
}
