//! What `build` says at its end: what is stored, which groups there are, and what to try next.

use std::time::Instant;

use indicatif::HumanBytes;

use super::argv::program;
use super::error::CliError;
use super::input_notes::names_in_words;
use super::location::Location;
use crate::base::display_safe::{self, quoted};
use crate::base::ids::CommunityId;
use crate::base::numbers::{counted, percent_of_class};
use crate::communities::Community;
use crate::dataset::Origin;
use crate::graph::ConceptGraph;
use crate::lattice::GraphKind;
use crate::store::LatticeStore;

/// At most this many communities are described.
const GROUPS: usize = 6;
/// Of fewer points no communities are described: everybody sees them.
const FEWEST: usize = 20;
/// Of more classes no names are given.
const CLASSES: usize = 5;

/// The text; `beside` is one more command to try. The time is that of all work since `began`, so
/// it is taken last.
pub(super) fn summary(
    graph: &ConceptGraph,
    target: &dyn Location,
    beside: Option<Vec<String>>,
    began: Instant,
) -> Result<String, CliError> {
    let (stored, size) = (stored(graph), size(target)?);
    let (groups, next) = (groups(graph), suggestions(graph, target, beside));
    let word = target.word(&graph.name);
    let word = display_safe::line(&word);
    let seconds = began.elapsed().as_secs_f64();
    Ok(format!("{stored}{word}, {size}made in {seconds:.2} s\n{groups}\nTry next:\n{next}"))
}

/// Points, features and clusters.
fn stored(graph: &ConceptGraph) -> String {
    let points = counted(graph.points.len() as u64, "point", "points");
    let origin = match graph.origin {
        Origin::Neighbors { k, anchors: None, .. } => format!("k = {}", lengths(graph, k)),
        Origin::Neighbors { k, anchors: Some(anchors), .. } => {
            format!("{}, k = {k}", counted(anchors as u64, "anchor", "anchors"))
        }
        Origin::Ready => {
            counted(graph.context.attributes().len() as u64, "attribute", "attributes")
        }
    };
    let classes = match graph.points.classes().map(|classes| classes.names()) {
        None => "no classes".to_owned(),
        Some(names) => {
            let count = counted(names.len() as u64, "class", "classes");
            let shown: Vec<_> = names.iter().map(|name| display_safe::name(name)).collect();
            match names.len() <= CLASSES {
                true => format!("{count} ({})", shown.join(", ")),
                false => count,
            }
        }
    };
    let features = match &graph.features.names[..] {
        [] => String::new(),
        names => format!("features: {}\n", names_in_words(names)),
    };
    let kind = match (graph.kind(), graph.lattice.min_size()) {
        (GraphKind::Scales, _) => "of every scale".to_owned(),
        (GraphKind::Full, 0) => "the full lattice".to_owned(),
        (GraphKind::Full, least) => {
            format!("all with at least {}", counted(least as u64, "point", "points"))
        }
    };
    let kind = if graph.members { kind } else { format!("{kind}, without members") };
    let counts = graph.lattice.counts();
    let clusters = counted(counts.concepts, "cluster", "clusters");
    let covers = counted(counts.covers.unwrap_or(0), "cover", "covers");
    let name = display_safe::line(&graph.name);
    format!("{name}: {points}, {origin}, {classes}\n{features}{clusters}, {covers} ({kind})\n")
}

/// How large a file is; nothing for a server, which does not say.
fn size(target: &dyn Location) -> Result<String, CliError> {
    let Some(file) = target.file() else { return Ok(String::new()) };
    let data = file.metadata().map_err(|error| CliError::file(file, error))?;
    Ok(format!("{}, ", HumanBytes(data.len())))
}

/// How many neighbours points have: k, or from the fewest to the most.
fn lengths(graph: &ConceptGraph, k: usize) -> String {
    let lengths = || graph.context.rows().iter().map(<[u32]>::len);
    match (lengths().min(), lengths().max()) {
        (Some(least), Some(most)) if least < most => format!("{least} to {most}, {k} on average"),
        _ => k.to_string(),
    }
}

/// Whether groups stand apart, and a line for each of the largest; for its parts, where there is
/// only one group.
fn groups(graph: &ConceptGraph) -> String {
    let (communities, n) = (&graph.communities().communities, graph.points.len());
    if n < FEWEST {
        return String::new();
    }
    let shown: Vec<&Community> = match communities.groups() {
        [_] => communities.parts(CommunityId(0)).map(|(_, part)| part).collect(),
        groups => groups.iter().collect(),
    };
    // A graph in memory answers always.
    let mut text = format!("\n{}\n", graph.verdict().unwrap_or_default());
    for one in shown.iter().take(GROUPS) {
        text += &format!("  {}: {}\n", one.name, in_words(graph, one));
    }
    if shown.len() > GROUPS {
        let more = shown.len() - GROUPS;
        text += &format!("  and {more} more; the query `communities` lists them all\n");
    }
    text
}

/// `38 points, 61 % versicolor, sepal_width 0.6 below`.
fn in_words(graph: &ConceptGraph, one: &Community) -> String {
    let class = one.majority(&graph.points);
    let class = class.map(|(class, purity)| percent_of_class(purity, &display_safe::name(class)));
    let apart = one.apart.as_deref().map(|apart| display_safe::line(apart).into_owned());
    let points = counted(one.points.into(), "point", "points");
    [Some(points), class, apart].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Commands about this graph, each below what it shows.
fn suggestions(graph: &ConceptGraph, target: &dyn Location, beside: Option<Vec<String>>) -> String {
    let (program, store) = (program(), target.word(&graph.name));
    let (store, page) = (quoted(&store), quoted(&format!("{}.html", graph.name)));
    let mut all = vec![
        ("the clusters that stand for the graph", format!("{program} query {store} landmarks")),
        ("a shell with all queries", format!("{program} repl {store}")),
    ];
    if !graph.communities().communities.all.is_empty() {
        let shows = "a page to explore, in a browser";
        all.insert(0, (shows, format!("{program} export {store} -o {page}")));
    }
    if let Some(words) = beside {
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        all.push(("your own rows, each with its community", words.join(" ")));
    }
    all.iter().map(|(shows, command)| format!("  {shows}:\n    {command}\n")).collect()
}
