//! The summary that `build` prints: the stored graph, its groups, and commands to try next.

use std::time::Instant;

use indicatif::HumanBytes;

use super::argv::program_name;
use super::error::CliError;
use super::input_notes::list_features;
use super::location::GraphLocation;
use crate::base::display_safe::{self, quote_shell};
use crate::base::ids::CommunityId;
use crate::base::numbers::{format_class_share, pluralize};
use crate::base::points::Points;
use crate::communities::Community;
use crate::dataset::Origin;
use crate::graph::{Graph, Result as Read};
use crate::lattice::GraphKind;
use crate::query::names::Dictionary;

const MAX_COMMUNITIES: usize = 6;
/// The fewest points of a graph whose communities are described: fewer are seen at a glance.
const MIN_POINTS: usize = 20;
const MAX_CLASS_NAMES: usize = 5;

const CLUSTER_INITIALS: [char; 2] = ['c', 'C'];

/// Returns the summary; `beside` is one more command to try. The time is that of all work since
/// `began`, so it is taken last.
pub(super) fn summary(
    graph: &Graph,
    target: &dyn GraphLocation,
    beside: Option<Vec<String>>,
    began: Instant,
) -> Result<String, CliError> {
    let (stored, size) = (describe_content(graph)?, describe_size(target)?);
    let (groups, next) = (describe_groups(graph)?, suggest_commands(graph, target, beside)?);
    let word = target.locator(&graph.facts().name);
    let word = display_safe::escape_line(&word);
    let seconds = began.elapsed().as_secs_f64();
    Ok(format!("{stored}{word}, {size}made in {seconds:.2} s\n{groups}\nTry next:\n{next}"))
}

fn describe_content(graph: &Graph) -> Result<String, CliError> {
    let facts = graph.facts();
    let points = pluralize(facts.points.into(), "point", "points");
    let origin = match facts.origin {
        Origin::Neighbors { k, anchors: None, .. } => {
            format!("k = {}", describe_list_lengths(graph, k)?)
        }
        Origin::Neighbors { k, anchors: Some(anchors), .. } => {
            format!("{}, k = {k}", pluralize(anchors as u64, "anchor", "anchors"))
        }
        Origin::Ready => pluralize(facts.attributes.into(), "attribute", "attributes"),
    };
    let classes = match graph.points()?.classes().map(|classes| classes.names()) {
        None => "no classes".to_owned(),
        Some(names) => {
            let count = pluralize(names.len() as u64, "class", "classes");
            let shown: Vec<_> = names.iter().map(|name| display_safe::escape_name(name)).collect();
            match names.len() <= MAX_CLASS_NAMES {
                true => format!("{count} ({})", shown.join(", ")),
                false => count,
            }
        }
    };
    let features = match &graph.features()?.names[..] {
        [] => String::new(),
        names => format!("features: {}\n", list_features(names)),
    };
    let kind = match (facts.kind, facts.min_size) {
        (GraphKind::Scales, _) => "of every scale".to_owned(),
        (GraphKind::Full, 0) => "the full lattice".to_owned(),
        (GraphKind::Full, least) => {
            format!("all with at least {}", pluralize(least.into(), "point", "points"))
        }
    };
    let kind = if facts.has_members { kind } else { format!("{kind}, without members") };
    let clusters = pluralize(facts.concepts.into(), "cluster", "clusters");
    let covers = pluralize(facts.covers, "cover", "covers");
    let name = display_safe::escape_line(&facts.name);
    let text =
        format!("{name}: {points}, {origin}, {classes}\n{features}{clusters}, {covers} ({kind})\n");
    Ok(text + &describe_clashes(graph)?)
}

/// Describes the names of points that also name a cluster or a group, with their prefixes.
fn describe_clashes(graph: &Graph) -> Result<String, CliError> {
    let dictionary = Dictionary::new(graph)?;
    let mut all = dictionary.ambiguous_names();
    let Some(first) = all.next() else { return Ok(String::new()) };
    let kind = if first.starts_with(CLUSTER_INITIALS) { "cluster" } else { "group" };
    let (count, shown) = (all.count() as u64 + 1, display_safe::escape_name(first));
    let names = pluralize(count, "point has", "points have");
    Ok(format!("{names} the name of a cluster or group: write point:{shown} or {kind}:{shown}\n"))
}

/// Describes the size of a graph file; empty for a server, which does not give a size.
fn describe_size(target: &dyn GraphLocation) -> Result<String, CliError> {
    let Some(file) = target.file_path() else { return Ok(String::new()) };
    let data = file.metadata().map_err(|error| CliError::in_file(file, error))?;
    Ok(format!("{}, ", HumanBytes(data.len())))
}

/// Describes the number of neighbours of a point: k, or the range and the average.
fn describe_list_lengths(graph: &Graph, k: usize) -> Read<String> {
    let context = &graph.context()?.context;
    let lengths = || context.rows().iter().map(<[u32]>::len);
    Ok(match (lengths().min(), lengths().max()) {
        (Some(least), Some(most)) if least < most => format!("{least} to {most}, {k} on average"),
        _ => k.to_string(),
    })
}

/// Describes the verdict and the largest groups, or the parts of an only group, a line each.
fn describe_groups(graph: &Graph) -> Read<String> {
    let (communities, n) = (graph.communities()?, graph.facts().points as usize);
    if n < MIN_POINTS {
        return Ok(String::new());
    }
    let shown: Vec<&Community> = match communities.groups() {
        [_] => communities.parts(CommunityId(0)).map(|(_, part)| part).collect(),
        groups => groups.iter().collect(),
    };
    let points = graph.points()?;
    let mut text = format!("\n{}\n", graph.verdict()?);
    let listed = shown.iter().take(MAX_COMMUNITIES);
    let cells: Vec<_> = listed.map(|one| describe_community(points, one)).collect();
    let widths = [0, 1, 2].map(|at| cells.iter().map(|row| row[at].chars().count()).max());
    let [name_width, points_width, title_width] = widths.map(Option::unwrap_or_default);
    for [name, points, title, class] in &cells {
        let line =
            format!("  {name:name_width$}  {points:>points_width$}  {title:title_width$}  {class}");
        text += &format!("{}\n", line.trim_end());
    }
    if shown.len() > MAX_COMMUNITIES {
        let more = shown.len() - MAX_COMMUNITIES;
        text += &format!("  and {more} more; the query `communities` lists them all\n");
    }
    Ok(text)
}

/// Describes a community in columns: `g2`, `38 points`, `low sepal_width`, `61 % versicolor`.
fn describe_community(all: &Points, one: &Community) -> [String; 4] {
    let class = one.majority(all);
    let class =
        class.map(|(class, purity)| format_class_share(purity, &display_safe::escape_name(class)));
    let title = display_safe::escape_line(&one.title).into_owned();
    let points = pluralize(one.points.into(), "point", "points");
    [one.name.clone(), points, title, class.unwrap_or_default()]
}

fn suggest_commands(
    graph: &Graph,
    target: &dyn GraphLocation,
    beside: Option<Vec<String>>,
) -> Read<String> {
    let name = &graph.facts().name;
    let (program, store) = (program_name(), target.locator(name));
    let (store, page) = (quote_shell(&store), quote_shell(&format!("{name}.html")));
    let mut all = vec![
        ("the clusters that stand for the graph", format!("{program} query {store} landmarks")),
        ("a shell with all queries", format!("{program} repl {store}")),
    ];
    if !graph.communities()?.all.is_empty() {
        let shows = "a page to explore, in a browser";
        all.insert(0, (shows, format!("{program} export {store} -o {page}")));
    }
    if let Some(words) = beside {
        let words: Vec<String> = words.iter().map(|word| quote_shell(word)).collect();
        all.push(("your own rows, each with its community", words.join(" ")));
    }
    Ok(all.iter().map(|(shows, command)| format!("  {shows}:\n    {command}\n")).collect())
}
