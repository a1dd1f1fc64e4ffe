//! The data of a page, as JSON that can stand in a script element.

use serde::Serialize;

use super::communities::{Grouping, PageCommunities, page_communities as communities, six_digits};
use super::packing::{pack_list, pack_lists, pack_optional_lists};
use super::sample::PageSample;
use crate::base::display_safe;
use crate::base::ids::PointId;
use crate::base::points::{Points, Position};
use crate::dataset::Origin;
use crate::diagram;
use crate::differences::{Measure, MeasuredColumn, MeasuredColumns, Statistics};
use crate::figure::peaks::{mean_place, places_on_line};
use crate::graph::{Graph, GraphFacts, Result};
use crate::near_points::NearPoints;
use crate::picture::colour::{NEUTRAL, class_colour};
use crate::picture::{Node, Picture};

/// The most feature values on a page; with more of them, the page shows no rows of features.
const MAX_VALUES: usize = 600_000;
/// The most cells of kept columns on a page; with more of them, the page shows none.
const MAX_CELLS: usize = 200_000;
/// The most distances to nearest points on a page; with more of them, the page has none.
const MAX_DISTANCES: usize = 60_000;
/// The most clusters that stand in one line diagram; of more, a part is unfolded.
const MAX_DIAGRAM: usize = 60;
/// The most words of a column that have colours.
const MAX_COLOURED_WORDS: usize = 10;

#[derive(Serialize)]
struct Content<'a> {
    title: String,
    /// The number of clusters of the graph; `nodes` may be a part of them.
    clusters: u32,
    /// The number of neighbours of each point, itself among them.
    k: Option<usize>,
    /// The number of points of the graph; `points` may be a sample of them.
    size: u32,
    classes: Vec<Class>,
    points: Vec<String>,
    /// The position of each point on the map, to the right and up, in ten-thousandths.
    places: Vec<i32>,
    class_of: Vec<u32>,
    /// The points that are far from all groups, and their outlier scores.
    far: Vec<(u32, f64)>,
    /// The number of points far from all groups, on the page or not.
    far_count: usize,
    /// `true` if groups were found in a closer look, and are doubtful.
    is_doubtful: bool,
    asked: Vec<usize>,
    /// The names of the attributes of a ready context, and the attributes of each point, packed.
    attributes: Option<Vec<String>>,
    rows: Option<String>,
    /// The nearest points of each point, nearest first, packed; absent if not on the page.
    near: String,
    /// The distances to the nearest points; `None` if one is not known, or if there are too many.
    distances: Option<Vec<f64>>,
    features: Vec<String>,
    /// The values, points x features, with six digits each; `None` if there are too many.
    values: Option<Vec<f64>>,
    /// The names and, point by point, the cells of kept columns; `None` if there are too many.
    kept: Vec<String>,
    cells: Option<Vec<String>>,
    /// The mean, or the share of each word, of each column over all points.
    columns: Vec<ColumnSummary>,
    /// The colour of what is in no class and no community, and those of words, in turn.
    neutral: String,
    palette: Vec<String>,
    nodes: Vec<Cluster<'a>>,
    /// The position of each cluster in the line diagram, to the right and up; `None` if there are
    /// too many for one diagram.
    diagram: Option<Vec<[f64; 2]>>,
    /// The lower and the upper node of each cover, one after the other.
    covers: Vec<usize>,
    #[serde(flatten)]
    communities: PageCommunities,
    verdict: &'a str,
}

#[derive(Serialize)]
struct ColumnSummary {
    name: String,
    kept: bool,
    /// The index among the features, the first one if there are several, or among the kept columns.
    at: usize,
    /// The words that have shares, empty if only 1 has; `None` if the column has a mean.
    words: Option<Vec<String>>,
    /// `true` if cells hold several words; only words that a community mentions are then listed.
    text: bool,
    /// The mean over all points of the graph, or the share of each word.
    all: Vec<f64>,
    deviation: f64,
}

#[derive(Serialize)]
struct Class {
    name: String,
    /// The number of points of the graph in the class.
    size: u32,
    colour: String,
}

#[derive(Serialize)]
struct Cluster<'a> {
    name: String,
    size: u32,
    /// The position among the peaks, from 0 at the left to 1.
    x: f64,
    /// The indices of its points on the page, packed.
    members: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    center: Option<usize>,
    /// The introduced attributes of a ready context, by name, and the introduced points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    above: Vec<String>,
    #[serde(skip_serializing_if = "<[usize]>::is_empty")]
    below: &'a [usize],
    #[serde(skip_serializing_if = "<[u32]>::is_empty")]
    counts: &'a [u32],
    #[serde(skip_serializing_if = "is_zero")]
    hidden_up: u32,
    #[serde(skip_serializing_if = "is_zero")]
    hidden_down: u32,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    asked: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn safe_name(name: impl AsRef<str>) -> String {
    display_safe::escape_message(name.as_ref()).into_owned()
}

/// Returns the title of the page: the name alone for the whole graph.
pub(crate) fn page_title<'a>(picture: &'a Picture, facts: &'a GraphFacts) -> &'a str {
    let is_whole = picture.nodes.len() == facts.concepts as usize;
    if is_whole { &facts.name } else { &picture.title }
}

/// Returns a summary of each column; of a text, with the words in `told`.
fn column_summaries(columns: &MeasuredColumns<'_>, told: &[Vec<usize>]) -> Vec<ColumnSummary> {
    let word = |measure: &Measure<'_>| match measure {
        Measure::Word(word) => Some(display_safe::escape_name(word).into_owned()),
        Measure::TextWord(word) => Some(display_safe::escape_name(word).into_owned()),
        Measure::Ones | Measure::Mean => None,
    };
    let one = |((of, all), told): ((&MeasuredColumn<'_>, &[Statistics]), &Vec<usize>)| {
        let (text, every) = (of.is_text(), (0..of.measures.len()).collect());
        let shown = if text { told } else { &every };
        let words = shown.iter().filter_map(|&at| word(&of.measures[at])).collect();
        ColumnSummary {
            name: self::safe_name(of.name),
            kept: of.is_kept,
            at: of.index,
            words: (of.measures != [Measure::Mean]).then_some(words),
            text,
            all: shown.iter().map(|&at| six_digits(all[at].mean)).collect(),
            deviation: six_digits(all[0].deviation),
        }
    };
    columns.iter().zip(told).map(one).collect()
}

/// Returns the data of a page as JSON without a `<`.
pub(super) fn to_json(
    graph: &Graph,
    sample: &PageSample,
    groups: Grouping<'_>,
    places: &[Position],
) -> Result<String> {
    let (all, facts) = (graph.points()?, graph.facts());
    let (features, near, ready) = (graph.features()?, graph.near_points()?, graph.ready_context()?);
    let (picture, kept) = (&sample.picture, all.shown_columns());
    let all_columns = MeasuredColumns::new(features, kept);
    let points = || sample.points.iter().copied();
    let width = features.names.len();
    let values = |point: PointId| &features.values[point.index() * width..][..width];
    let k = match facts.origin {
        Origin::Neighbors { k, .. } => Some(k),
        Origin::Ready => None,
    };
    let values = (sample.points.len() * width <= MAX_VALUES)
        .then(|| points().flat_map(values).map(|&value| six_digits(value)).collect());
    let cells = (sample.points.len() * kept.names().len() <= MAX_CELLS).then(|| {
        let cells = points().flat_map(|point| kept.cells_of(point));
        cells.map(|cell| display_safe::escape_name(cell).into_owned()).collect()
    });
    let line = places_on_line(graph)?;
    let across: Vec<f64> = points().map(|point| line[point.index()]).collect();
    let (communities, told) = communities(sample, all, &groups, &all_columns);
    let score = |point: PointId| six_digits(all.outlier_scores()[point.index()]);
    let scored = |&point: &PointId| Some((sample.position(point)?, score(point)));
    let content = Content {
        title: safe_name(page_title(picture, facts)),
        clusters: facts.concepts,
        k,
        size: facts.points,
        classes: classes(all),
        points: points().map(|point| safe_name(all.name(point))).collect(),
        places: places.iter().flatten().map(|at| (at * 1e4).round() as i32).collect(),
        class_of: all.classes().map_or(Vec::new(), |classes| {
            points().map(|point| classes.class_of(point).0).collect()
        }),
        far: sample.far.iter().filter_map(scored).collect(),
        far_count: graph.far_points()?.len(),
        is_doubtful: groups.is_doubtful,
        asked: (0..picture.points.len()).filter(|&at| picture.points[at].is_selected).collect(),
        attributes: ready.map(|context| context.attributes().iter().map(safe_name).collect()),
        rows: ready.map(|context| {
            let row = |point: PointId| context.rows().get(point.index()).iter().copied();
            pack_lists(points().map(row))
        }),
        near: pack_neighbors(sample, near),
        distances: neighbor_distances(sample, near),
        features: features.names.iter().map(safe_name).collect(),
        kept: kept.names().iter().map(safe_name).collect(),
        columns: column_summaries(&all_columns, &told),
        values,
        cells,
        neutral: NEUTRAL.to_string(),
        palette: (0..MAX_COLOURED_WORDS).map(|at| class_colour(at).to_string()).collect(),
        nodes: nodes(picture, &across, ready.is_some()),
        diagram: (picture.nodes.len() <= MAX_DIAGRAM)
            .then(|| diagram::place(picture.nodes.len(), &picture.edges)),
        covers: picture.edges.iter().flat_map(|&(lower, upper)| [lower, upper]).collect(),
        communities,
        verdict: groups.verdict,
    };
    let json = serde_json::to_string(&content).expect("text and numbers are JSON");
    Ok(json.replace('<', "\\u003c"))
}

fn pack_neighbors(sample: &PageSample, near: &NearPoints) -> String {
    let list = |&point: &PointId| -> Vec<Option<u32>> {
        near.nearest(point).map(|(other, _)| sample.position(other)).collect()
    };
    pack_optional_lists(sample.points.iter().map(list))
}

fn neighbor_distances(sample: &PageSample, near: &NearPoints) -> Option<Vec<f64>> {
    let of = |&point: &PointId| near.nearest(point).map(|(_, distance)| distance.map(six_digits));
    let is_short = sample.points.iter().flat_map(of).nth(MAX_DISTANCES).is_none();
    is_short.then(|| sample.points.iter().flat_map(of).collect()).flatten()
}

fn classes(points: &Points) -> Vec<Class> {
    let Some(classes) = points.classes() else { return Vec::new() };
    let sized = classes.names().iter().zip(classes.sizes()).enumerate();
    let class = |(at, (name, size)): (usize, (&String, u32))| Class {
        name: safe_name(name),
        size,
        colour: class_colour(at).to_string(),
    };
    sized.map(class).collect()
}

/// Returns the clusters of a picture whose points are at `places` on the line below the peaks.
fn nodes<'a>(picture: &'a Picture, places: &[f64], is_ready: bool) -> Vec<Cluster<'a>> {
    let cluster = |node: &'a Node| Cluster {
        name: safe_name(&node.name),
        size: node.size,
        x: mean_place(places, &node.extent),
        members: pack_list(node.extent.iter().map(|point| point.0)),
        center: node.center.filter(|_| node.size > 1),
        above: node.attributes.iter().map(safe_name).collect(),
        below: if is_ready { &node.introduced } else { &[] },
        counts: &node.counts,
        hidden_up: node.hidden_up,
        hidden_down: node.hidden_down,
        asked: node.is_selected,
    };
    picture.nodes.iter().map(cluster).collect()
}
