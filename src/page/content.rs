//! What a page knows, as JSON that can stand in a script element.

use serde::Serialize;

use super::communities::{Groups, Shown, shown as communities, six_digits};
use super::layout::Layout;
use super::packed::{packed, packed_in_order, packed_lists};
use super::sample::PageSample;
use crate::base::display_safe;
use crate::base::ids::PointId;
use crate::base::points::{Place, Points};
use crate::dataset::Origin;
use crate::differences::{Column, Columns, Measure, Side};
use crate::graph::{Graph, GraphFacts, Result};
use crate::near::NearPoints;
use crate::picture::colour::{NEUTRAL, of_class};
use crate::picture::{Node, Picture};

/// Tables with more numbers than this stay outside: the page then shows no rows of them.
const MOST_VALUES: usize = 600_000;
/// The same of texts that are only shown.
const MOST_CELLS: usize = 200_000;
/// The same of distances to the nearest points.
const MOST_DISTANCES: usize = 60_000;

#[derive(Serialize)]
struct Content<'a> {
    title: String,
    /// How many clusters the graph has; those below may be a part.
    clusters: u32,
    /// How many neighbours each point has, itself among them.
    k: Option<usize>,
    /// How many points the graph has; those below may be a sample.
    size: u32,
    classes: Vec<Class>,
    points: Vec<String>,
    /// Where each point stands on the map, to the right and up, in ten-thousandths.
    places: Vec<i32>,
    class_of: Vec<u32>,
    /// The selected points.
    asked: Vec<usize>,
    /// Names of the attributes of a ready context, and those of each point, packed.
    attributes: Option<Vec<String>>,
    rows: Option<String>,
    /// The nearest points of each point, nearest first, packed; nothing in place of one that is not
    /// here.
    near: String,
    /// How far away each of these is; none where that is not known, or there are too many.
    distances: Option<Vec<f64>>,
    features: Vec<String>,
    /// points x features, six digits each; none where they are too many.
    values: Option<Vec<f64>>,
    /// Names of the columns that are only shown, and their cells point by point; none where they
    /// are too many.
    kept: Vec<String>,
    cells: Option<Vec<String>>,
    /// Of each column the mean, or the share of each word, over all points.
    columns: Vec<ColumnSummary>,
    neutral: String,
    /// The place of each layer and its clusters' least and greatest size.
    layers: Vec<(f64, u32, u32)>,
    nodes: Vec<Cluster<'a>>,
    /// Lower and upper node, one after the other.
    covers: Vec<usize>,
    #[serde(flatten)]
    communities: Shown,
    /// Whether groups stand apart, in words.
    verdict: &'a str,
}

/// A column and its mean, or the share of each of its words, over all points.
#[derive(Serialize)]
struct ColumnSummary {
    name: String,
    kept: bool,
    /// Which of the features, the first of several, or of the kept columns.
    at: usize,
    /// The words that have shares: none where the share is that of 1; nothing of a mean.
    words: Option<Vec<String>>,
    /// Whether words stand among others in cells; then only those are here that are told.
    text: bool,
    /// The mean of all points of the graph, or the share of each word.
    all: Vec<f64>,
    /// Their standard deviation from the mean.
    deviation: f64,
}

#[derive(Serialize)]
struct Class {
    name: String,
    /// How many points of the graph have it.
    size: u32,
    colour: String,
}

#[derive(Serialize)]
struct Cluster<'a> {
    name: String,
    size: u32,
    x: f64,
    layer: usize,
    /// Its points on the page, packed.
    members: String,
    /// The point in its middle.
    #[serde(skip_serializing_if = "Option::is_none")]
    center: Option<usize>,
    /// The attributes of a ready context that it introduces, by name, and the points.
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

fn shown(name: impl AsRef<str>) -> String {
    display_safe::message(name.as_ref()).into_owned()
}

/// What stands over the page: the name alone of a map and of the whole graph, of which the page
/// says the rest elsewhere.
pub fn title<'a>(picture: &'a Picture, facts: &'a GraphFacts) -> &'a str {
    let is_whole = picture.nodes.len() == facts.concepts as usize;
    if picture.is_map() || is_whole { &facts.name } else { &picture.title }
}

/// A summary of each column, features and kept ones; of texts with these of their words.
fn summaries(columns: &Columns<'_>, told: &[Vec<usize>]) -> Vec<ColumnSummary> {
    let word = |measure: &Measure<'_>| match measure {
        Measure::Word(word) => Some(display_safe::name(word).into_owned()),
        Measure::Holds(word) => Some(display_safe::name(word).into_owned()),
        Measure::Yes | Measure::Mean => None,
    };
    let one = |((of, all), told): ((&Column<'_>, &[Side]), &Vec<usize>)| {
        let (text, every) = (of.is_text(), (0..of.measures.len()).collect());
        let shown = if text { told } else { &every };
        let words = shown.iter().filter_map(|&at| word(&of.measures[at])).collect();
        ColumnSummary {
            name: self::shown(of.name),
            kept: of.is_kept,
            at: of.at,
            words: (of.measures != [Measure::Mean]).then_some(words),
            text,
            all: shown.iter().map(|&at| six_digits(all[at].mean)).collect(),
            deviation: six_digits(all[0].deviation),
        }
    };
    columns.of_all().zip(told).map(one).collect()
}

/// All of it as JSON without a `<`.
pub fn json(
    graph: &Graph,
    sample: &PageSample,
    groups: Groups<'_>,
    places: &[Place],
    layout: &Layout,
) -> Result<String> {
    let (all, facts) = (graph.points()?, graph.facts());
    let (features, near, ready) = (graph.features()?, graph.near()?, graph.ready_context()?);
    let (picture, kept) = (&sample.picture, all.kept());
    let all_columns = Columns::of(features, kept);
    let points = || sample.points.iter().copied();
    let width = features.names.len();
    let values = |point: PointId| &features.values[point.index() * width..][..width];
    let k = match facts.origin {
        Origin::Neighbors { k, .. } => Some(k),
        Origin::Ready => None,
    };
    let values = (sample.points.len() * width <= MOST_VALUES)
        .then(|| points().flat_map(values).map(|&value| six_digits(value)).collect());
    let cells = (sample.points.len() * kept.names().len() <= MOST_CELLS).then(|| {
        let cells = points().flat_map(|point| kept.of_point(point));
        cells.map(|cell| display_safe::name(cell).into_owned()).collect()
    });
    let (communities, told) = communities(sample, all, &groups, &all_columns);
    let content = Content {
        title: shown(title(picture, facts)),
        clusters: facts.concepts,
        k,
        size: facts.points,
        classes: classes(all),
        points: points().map(|point| shown(all.name(point))).collect(),
        places: places.iter().flatten().map(|at| (at * 1e4).round() as i32).collect(),
        class_of: all.classes().map_or(Vec::new(), |classes| {
            points().map(|point| classes.of_point(point).0).collect()
        }),
        asked: (0..picture.points.len()).filter(|&at| picture.points[at].asked).collect(),
        attributes: ready.map(|context| context.attributes().iter().map(shown).collect()),
        rows: ready.map(|context| {
            let row = |point: PointId| context.rows().get(point.index()).iter().copied();
            packed_lists(points().map(row))
        }),
        near: near_lists(sample, near),
        distances: distances(sample, near),
        features: features.names.iter().map(shown).collect(),
        kept: kept.names().iter().map(shown).collect(),
        columns: summaries(&all_columns, &told),
        values,
        cells,
        neutral: NEUTRAL.to_string(),
        layers: layers(picture, layout),
        nodes: nodes(picture, layout, ready.is_some()),
        covers: picture.edges.iter().flat_map(|&(lower, upper)| [lower, upper]).collect(),
        communities,
        verdict: groups.verdict,
    };
    let json = serde_json::to_string(&content).expect("text and numbers are JSON");
    Ok(json.replace('<', "\\u003c"))
}

/// The nearest points of each point, by their places on the page.
fn near_lists(sample: &PageSample, near: &NearPoints) -> String {
    let list = |&point: &PointId| -> Vec<Option<u32>> {
        near.of_point(point).map(|(other, _)| sample.place(other)).collect()
    };
    packed_in_order(sample.points.iter().map(list))
}

/// The distances of these, where all are known and not too many.
fn distances(sample: &PageSample, near: &NearPoints) -> Option<Vec<f64>> {
    let of = |&point: &PointId| near.of_point(point).map(|(_, distance)| distance.map(six_digits));
    let is_short = sample.points.iter().flat_map(of).nth(MOST_DISTANCES).is_none();
    is_short.then(|| sample.points.iter().flat_map(of).collect()).flatten()
}

fn classes(points: &Points) -> Vec<Class> {
    let Some(classes) = points.classes() else { return Vec::new() };
    let sized = classes.names().iter().zip(classes.sizes()).enumerate();
    let class = |(at, (name, size)): (usize, (&String, u32))| Class {
        name: shown(name),
        size,
        colour: of_class(at).to_string(),
    };
    sized.map(class).collect()
}

fn layers(picture: &Picture, layout: &Layout) -> Vec<(f64, u32, u32)> {
    let size = |node: usize| picture.nodes[node].size;
    let layers = layout.layers.iter().zip(&layout.y);
    layers.map(|(layer, &y)| (y, size(layer.start), size(layer.end - 1))).collect()
}

fn nodes<'a>(picture: &'a Picture, layout: &Layout, is_ready: bool) -> Vec<Cluster<'a>> {
    // A landmark has points that smaller clusters, which a map leaves out, introduce.
    let has_names = is_ready && !picture.is_map();
    let layers = layout.layers.iter().enumerate();
    let of_layer = layers.flat_map(|(layer, nodes)| nodes.clone().map(move |_| layer));
    let places = layout.x.iter().zip(of_layer);
    let cluster = |(node, (&x, layer)): (&'a Node, (&f64, usize))| Cluster {
        name: shown(&node.name),
        size: node.size,
        x,
        layer,
        members: packed(node.extent.iter().map(|point| point.0)),
        center: node.center.filter(|_| node.size > 1),
        above: node.attributes.iter().map(shown).collect(),
        below: if has_names { &node.introduced } else { &[] },
        counts: &node.counts,
        hidden_up: node.hidden_up,
        hidden_down: node.hidden_down,
        asked: node.asked,
    };
    picture.nodes.iter().zip(places).map(cluster).collect()
}
