use super::*;
use crate::base::ids::{ConceptId, PointId};
use crate::base::points::{Classes, Points};
use crate::base::progress::Progress;
use crate::build::{BuildOptions, Source, build};
use crate::communities::main_part;
use crate::context::FormalContext;
use crate::picture::Subgraph;
use crate::picture::style::Labels;
use crate::table::Table;

fn build_graph(source: Source) -> Graph {
    build("g", source, &BuildOptions::default(), &Progress::default()).unwrap()
}

/// Returns the graph of heaps of points, with a class each.
fn heaps(count: usize, each: usize) -> Graph {
    let mut state = 7_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 40) as f64 / (1_u64 << 24) as f64
    };
    // The heaps take turns, so the order of the rows tells nothing.
    let at =
        |point: usize| [point % count, (point % count).pow(2)].map(|middle| 5.0 * middle as f64);
    let values = (0..count * each).flat_map(|point| at(point).map(|middle| middle + next()));
    let values: Vec<f64> = values.collect();
    let labels: Vec<String> =
        (0..count * each).map(|point| format!("k{}", point % count)).collect();
    let points = Points::from_count(count * each, Some(Classes::from_labels(&labels)));
    build_graph(Source::Table(Table::new(vec!["x".to_owned(), "y".to_owned()], values, points)))
}

fn picture(graph: &Graph, clusters: impl IntoIterator<Item = u32>) -> Picture {
    let mut part = Subgraph::new(graph);
    part.add(clusters.into_iter().map(ConceptId));
    part.into_picture(Labels::None).unwrap()
}

fn whole(graph: &Graph) -> Picture {
    picture(graph, 0..graph.facts().concepts)
}

fn circles(figure: &Figure) -> Vec<&Element> {
    figure.elements.iter().filter(|of| matches!(of.form, Form::Circle { .. })).collect()
}

#[test]
fn groups_and_parts_are_intervals_and_near_points_are_near() {
    let graph = heaps(4, 40);
    let places = places_on_line(&graph).unwrap();
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by(|&one, &other| places[one].total_cmp(&places[other]));
    let communities = graph.communities().unwrap();
    assert!(communities.groups().len() > 1);
    let leaf = |&at: &usize| main_part(communities, &graph.membership().unwrap()[at]);
    let mut leaves: Vec<_> = order.iter().map(leaf).collect();
    leaves.dedup();
    let runs = leaves.len();
    leaves.sort();
    leaves.dedup();
    assert_eq!(leaves.len(), runs, "each part is one interval");
    // Heaps that stand in a row do so on the line, in one direction or the other.
    let mut met: Vec<usize> = order.iter().map(|at| at % 4).collect();
    met.dedup();
    assert!(met == [0, 1, 2, 3] || met == [3, 2, 1, 0], "{met:?}");
    assert!(places.iter().all(|place| (0.0..=1.0).contains(place)));
    assert_eq!(places, places_on_line(&heaps(4, 40)).unwrap());
}

#[test]
fn every_cluster_is_a_circle_at_the_height_of_its_size() {
    let graph = heaps(3, 60);
    let picture = whole(&graph);
    assert!(picture.nodes.len() > 100);
    let (figure, words) = figure(&graph, &picture, &Style::default()).unwrap();
    let circles = circles(&figure);
    assert_eq!(circles.len(), picture.nodes.iter().filter(|node| node.size > 0).count());
    assert!(words.starts_with(&format!("{} clusters, ", picture.nodes.len())), "{words}");
    let mut heights: Vec<(u32, f64)> = Vec::new();
    for circle in circles {
        let Form::Circle { center, radius } = circle.form else { unreachable!() };
        let id = circle.id.as_deref().expect("an id");
        let node = picture.nodes.iter().find(|node| node.name == id).expect("a cluster");
        assert!(center[0] - radius > 0.0 && center[0] + radius < figure.size[0]);
        heights.push((node.size, -center[1]));
    }
    heights.sort_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
    assert!(heights.is_sorted_by(|one, other| one.1 <= other.1), "larger clusters are higher");
}

#[test]
fn groups_are_named_and_typical_points_have_chains() {
    let graph = heaps(3, 40);
    let picture = whole(&graph);
    for width in [None, Some(3.35), Some(6.7)] {
        let style = Style { width, ..Style::default() };
        let (figure, _) = figure(&graph, &picture, &style).unwrap();
        let words = figure.words();
        for group in graph.communities().unwrap().groups() {
            assert!(words.contains(&group.name.as_str()), "{words:?}");
        }
        if let Some(width) = width {
            assert!((figure.size[0] - 72.0 * width).abs() < 1e-9);
        }
    }
    let line = places_on_line(&graph).unwrap();
    let across: Vec<f64> =
        picture.nodes.iter().map(|node| mean_place(&line, &node.extent)).collect();
    let chains = chains(&graph, &picture, true, &across).unwrap();
    assert!(!chains.tops.is_empty());
    for (top, points) in &chains.tops {
        let expected = graph.members().unwrap().lca(points).unwrap();
        assert_eq!(picture.nodes[*top].name, expected.to_string());
        for point in points {
            let (mut at, _) = *chains.feet.iter().find(|foot| foot.1 == *point).expect("a foot");
            while at != *top {
                let next = chains.strong.iter().find(|(lower, upper)| {
                    *lower == at && picture.nodes[*upper].extent.binary_search(point).is_ok()
                });
                at = next.expect("a cover on the way up").1;
            }
        }
    }
}

#[test]
fn a_selection_has_its_own_chains_only() {
    let graph = heaps(2, 60);
    let all = graph.facts().concepts;
    let part = picture(&graph, all / 2..all);
    let none = chains(&graph, &part, false, &vec![0.5; part.nodes.len()]).unwrap();
    assert!(none.strong.is_empty() && none.feet.is_empty());
    let mut chosen = part.clone();
    chosen.nodes[3].is_selected = true;
    chosen.points[chosen.nodes[3].extent[0].index()].is_selected = true;
    let found = chains(&graph, &chosen, false, &vec![0.5; part.nodes.len()]).unwrap();
    assert_eq!(found.tops.len(), 1);
    assert_eq!(found.tops[0].0, 3);
    assert_eq!(found.feet[0].1, chosen.nodes[3].extent[0]);
}

#[test]
fn small_and_ready_graphs_are_drawn() {
    let row = |object: u32| -> Vec<u32> { (0..4).filter(|at| object >> at & 1 == 0).collect() };
    let attributes = || (0..4).map(|at| format!("a{at}")).collect::<Vec<_>>();
    for objects in [1, 2, 9] {
        let context = FormalContext::new(attributes(), (0..objects).map(row));
        let points = Points::from_count(objects as usize, None);
        let graph = build_graph(Source::Context(context, points));
        let picture = whole(&graph);
        let (figure, words) = figure(&graph, &picture, &Style::default()).unwrap();
        let drawn = picture.nodes.iter().filter(|node| node.size > 0).count();
        assert_eq!(circles(&figure).len(), drawn);
        assert_eq!(words.contains("the empty cluster is not drawn"), drawn < picture.nodes.len());
        assert!(figure.size.iter().all(|side| side.is_finite() && *side > 0.0));
        let places = places_on_line(&graph).unwrap();
        assert!(places.iter().all(|place| (0.0..=1.0).contains(place)), "{places:?}");
    }
}

#[test]
fn the_nearest_cover_is_not_the_whole() {
    let graph = heaps(2, 60);
    let picture = whole(&graph);
    let across = vec![0.5; picture.nodes.len()];
    for (lower, nearest) in nearest_covers(&picture, &across, is_drawn).into_iter().enumerate() {
        let above: Vec<usize> =
            picture.edges.iter().filter(|edge| edge.0 == lower).map(|edge| edge.1).collect();
        match nearest {
            // At one place across, the smallest is the nearest.
            Some(upper) => assert_eq!(
                picture.nodes[upper].size,
                above.iter().map(|&at| picture.nodes[at].size).min().unwrap()
            ),
            None if picture.nodes[lower].size == 0 => {}
            None => assert!(above.iter().all(|&at| picture.nodes[at].size == picture.size)),
        }
    }
    assert!((mean_place(&[0.2, 0.4], &[PointId(0), PointId(1)]) - 0.3).abs() < 1e-9);
}
