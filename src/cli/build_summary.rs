//! What `build` says at its end: the communities of the graph in words, and what to try next.

use std::process::Command;

use super::error::CliError;
use super::store_location::StoreLocation;
use crate::base::display_safe;
use crate::base::generator_notation;
use crate::base::ids::CommunityId;
use crate::base::numbers::{counted, percent_of_class};
use crate::communities::{Community, verdict};
use crate::graph::ConceptGraph;
use crate::select::landmarks::{Landmark, MOST, landmarks};
use crate::store::LatticeStore;
use crate::terminal::writer::is_long;

/// At most this many communities are described.
const GROUPS: usize = 6;
/// Of fewer points no communities are described.
const FEWEST: usize = 20;

/// Whether groups stand apart, and the largest of them, or of the parts where there is one group, a
/// line each; of a few points everybody sees the groups.
pub(super) fn groups(graph: &ConceptGraph) -> String {
    let (found, n) = (graph.communities(), graph.points.len());
    let communities = &found.communities;
    if n < FEWEST {
        return String::new();
    }
    let verdict = verdict(communities, n);
    let groups = communities.groups();
    let parts: Vec<&Community> = match groups {
        [_] => communities.parts(CommunityId(0)).map(|(_, part)| part).collect(),
        groups => groups.iter().collect(),
    };
    let mut text = format!("\n{verdict}\n");
    for one in parts.iter().take(GROUPS) {
        text += &format!("  {}: {}\n", one.name, in_words(graph, one));
    }
    if parts.len() > GROUPS {
        let more = parts.len() - GROUPS;
        text += &format!("  and {more} more; the query `communities` lists them all\n");
    }
    text
}

/// `38 points, 61 % versicolor, sepal_width 0.6 below`.
fn in_words(graph: &ConceptGraph, one: &Community) -> String {
    let class = one.majority_and_purity.zip(graph.points.classes());
    let class = class.map(|((class, purity), classes)| {
        percent_of_class(purity, &display_safe::name(classes.name(class)))
    });
    let apart = one.apart.as_deref().map(|apart| display_safe::line(apart).into_owned());
    let points = counted(one.points.into(), "point", "points");
    [Some(points), class, apart].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Commands about real points and clusters of this graph, each with what it shows: of the clusters
/// that stand for it, which are neither two points nor all.
pub(super) fn suggestions(
    graph: &ConceptGraph,
    target: &StoreLocation,
) -> Result<Vec<(String, Vec<String>)>, CliError> {
    let store = target.word(&graph.name);
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    let shell =
        ("a shell that answers the same in fewer words".to_owned(), words(&["repl", &store]));
    let chosen = landmarks(graph, MOST)?;
    let Some(first) = chosen.first() else { return Ok(vec![shell]) };
    // Without Graphviz only the .dot can be written.
    let drawn = Command::new("dot").arg("-V").output().is_ok();
    let picture = |of: &str| format!("{}{of}.{}", graph.name, if drawn { "svg" } else { "dot" });
    let clusters = counted(chosen.len() as u64, "cluster that stands", "clusters that stand");
    let mut all = Vec::new();
    if !graph.communities().communities.all.is_empty() {
        all.push((
            "a page to explore, in a browser".to_owned(),
            words(&["export", &store, "-o", &format!("{}.html", graph.name)]),
        ));
        if graph.points.len() >= FEWEST {
            all.push((
                "the points of a community, those most in it first".to_owned(),
                words(&["query", &store, "community", "g1"]),
            ));
        }
    }
    all.extend([
        (
            format!("a map: {clusters} for the graph, and what is special in each"),
            words(&["export", &store, "--map", "-o", &picture("")]),
        ),
        (
            "the first of them in words".to_owned(),
            words(&["query", &store, "describe", &first.id.to_string()]),
        ),
    ]);
    if let Some([a, b]) = pair(graph, &chosen) {
        let both = generator_notation::write([a, b]);
        // Braces are only needed where a name is odd.
        let is_plain =
            |name: &str| generator_notation::quote(name) == name && !name.starts_with('-');
        let plain = is_plain(a) && is_plain(b);
        let lca = match plain {
            true => words(&["query", &store, "lca", a, b]),
            false => words(&["query", &store, "lca", &both]),
        };
        let joined = if plain { format!("{a},{b}") } else { both.clone() };
        let (shown_a, shown_b) = (display_safe::line(a), display_safe::line(b));
        all.extend([
            (format!("the smallest cluster that joins {shown_a} and {shown_b}"), lca),
            (
                "a picture of how the two come together".to_owned(),
                words(&["export", &store, "--lca", &joined, "-o", &picture("_lca")]),
            ),
        ]);
    }
    if graph.class_summary().boundary.iter().any(Option::is_some) {
        all.push((
            "the points that are nearest to another class".to_owned(),
            words(&["query", &store, "boundary", "10"]),
        ));
    }
    all.push(shell);
    Ok(all)
}

/// Two points with short names that meet in a cluster of middle size: two that generate one of
/// these clusters, or else that meet within one.
fn pair<'g>(graph: &'g ConceptGraph, chosen: &[Landmark]) -> Option<[&'g str; 2]> {
    let n = graph.points.len();
    let names = graph.points.names();
    let meet = |landmark: &Landmark| {
        let concept = graph.concepts(&[landmark.id]).ok()?.pop()?;
        let [first, .., last] = concept.generator[..] else { return None };
        let size = graph.context.closure(&[first, last]).len();
        (size > 2 && size < n).then(|| [first, last].map(|point| names[point.index()].as_str()))
    };
    chosen.iter().filter_map(meet).find(|names| !names.iter().any(|name| is_long(name)))
}
