//! What a page knows, as JSON that can stand in a script element.

use serde::Serialize;

use super::communities::{Groups, Shown, shown as communities, six_digits};
use super::layout::Layout;
use super::packed::packed;
use super::sample::PageSample;
use crate::base::display_safe;
use crate::base::ids::PointId;
use crate::dataset::{Features, Origin};
use crate::differences::{Column, Columns, Measure, Side};
use crate::picture::colour::{NEUTRAL, of_class};
use crate::picture::{Node, Picture};
use crate::store::StoredContext;

/// Tables with more numbers than this stay outside: the page then shows no rows of them.
const MOST_VALUES: usize = 600_000;
/// The same of texts that are only shown.
const MOST_CELLS: usize = 200_000;

#[derive(Serialize)]
struct Content<'a> {
    title: String,
    /// How many clusters the graph has that holds all of these.
    clusters: Option<u32>,
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
    /// Names of the attributes, where they are not points.
    attributes: Option<Vec<String>>,
    /// The point that each attribute is, where it is here; nothing where each point is one.
    neighbors: Option<Vec<Option<usize>>>,
    /// What one attribute is called, and several.
    words: (&'static str, &'static str),
    rows: String,
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
    generator: &'a [usize],
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
pub fn title<'a>(picture: &'a Picture, stored: &'a StoredContext) -> &'a str {
    let is_whole = picture.nodes.len() == stored.facts.concepts as usize;
    if picture.is_map() || is_whole { &stored.facts.name } else { &picture.title }
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
    sample: &PageSample,
    stored: &StoredContext,
    features: &Features,
    groups: Groups,
    layout: &Layout,
) -> String {
    let (picture, kept) = (&sample.picture, stored.points.kept());
    let all_columns = Columns::of(features, kept);
    // Without points there are no places.
    let places = stored.points.places();
    let place = |point: PointId| places.get(point.index()).copied().unwrap_or_default();
    let points = || sample.points.iter().copied();
    let is_stored = picture.nodes.iter().all(|node| node.id == node.name);
    let width = features.names.len();
    let values = |point: PointId| &features.values[point.index() * width..][..width];
    let (k, words) = match stored.facts.origin {
        Origin::Neighbors { k, anchors: None, .. } => (Some(k), ("neighbour", "neighbours")),
        Origin::Neighbors { k, .. } => (Some(k), ("anchor", "anchors")),
        Origin::Ready => (None, ("attribute", "attributes")),
    };
    let attributes = sample.context.attributes();
    let values = (sample.points.len() * width <= MOST_VALUES)
        .then(|| points().flat_map(values).map(|&value| six_digits(value)).collect());
    let cells = (sample.points.len() * kept.names().len() <= MOST_CELLS).then(|| {
        let cells = points().flat_map(|point| kept.of_point(point));
        cells.map(|cell| display_safe::name(cell).into_owned()).collect()
    });
    let (communities, told) = communities(sample, &stored.points, &groups, &all_columns);
    let content = Content {
        title: shown(title(picture, stored)),
        clusters: is_stored.then_some(stored.facts.concepts),
        k,
        size: stored.facts.points,
        classes: classes(stored),
        points: points().map(|point| shown(stored.points.name(point))).collect(),
        places: points().flat_map(place).map(|at| (at * 1e4).round() as i32).collect(),
        class_of: stored.points.classes().map_or(Vec::new(), |classes| {
            points().map(|point| classes.of_point(point).0).collect()
        }),
        asked: (0..picture.points.len()).filter(|&at| picture.points[at].asked).collect(),
        attributes: (!stored.is_neighbor_graph()).then(|| attributes.iter().map(shown).collect()),
        neighbors: sample.anchors.clone(),
        words,
        rows: packed(sample.context.rows()),
        features: features.names.iter().map(shown).collect(),
        kept: kept.names().iter().map(shown).collect(),
        columns: summaries(&all_columns, &told),
        values,
        cells,
        neutral: NEUTRAL.to_string(),
        layers: layers(picture, layout),
        nodes: nodes(picture, layout),
        covers: picture.edges.iter().flat_map(|&(lower, upper)| [lower, upper]).collect(),
        communities,
        verdict: groups.verdict,
    };
    let json = serde_json::to_string(&content).expect("text and numbers are JSON");
    json.replace('<', "\\u003c")
}

fn classes(stored: &StoredContext) -> Vec<Class> {
    let Some(classes) = stored.points.classes() else { return Vec::new() };
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

fn nodes<'a>(picture: &'a Picture, layout: &Layout) -> Vec<Cluster<'a>> {
    let layers = layout.layers.iter().enumerate();
    let of_layer = layers.flat_map(|(layer, nodes)| nodes.clone().map(move |_| layer));
    let places = layout.x.iter().zip(of_layer);
    let cluster = |(node, (&x, layer)): (&'a Node, (&f64, usize))| Cluster {
        name: shown(&node.name),
        size: node.size,
        x,
        layer,
        generator: &node.generator,
        counts: &node.counts,
        hidden_up: node.hidden_up,
        hidden_down: node.hidden_down,
        asked: node.asked,
    };
    picture.nodes.iter().zip(places).map(cluster).collect()
}
