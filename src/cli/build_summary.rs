//! The summary that `build` prints: the stored graph, its groups, and commands to try next.

use indicatif::HumanBytes;

use super::argv::program_name;
use super::error::CliError;
use super::location::GraphLocation;
use crate::base::display_safe::{self, quote_shell, quote_words};
use crate::base::ids::CommunityId;
use crate::base::numbers::{format_class_share, pluralize};
use crate::base::points::Points;
use crate::base::words::join_words;
use crate::communities::Community;
use crate::dataset::Origin;
use crate::graph::{Graph, Result as Read};
use crate::knn::Scale;
use crate::lattice::GraphKind;
use crate::picture::label::truncate;
use crate::query::names::Dictionary;
use crate::terminal::facts::format_size;

const MAX_COMMUNITIES: usize = 6;
/// The most typical points that are named.
const MAX_TYPICAL: usize = 2;
/// The most characters of the name of a typical point.
const MAX_NAME_CHARS: usize = 24;
/// The fewest points of a graph whose communities are described: fewer are seen at a glance.
const MIN_POINTS: usize = 20;

const CLUSTER_INITIALS: [char; 2] = ['c', 'C'];

/// Returns the summary: the groups, the stored graph, and a command to go on; `beside` is one more.
pub(super) fn summary(
    graph: &Graph,
    target: &dyn GraphLocation,
    beside: Option<Vec<String>>,
) -> Result<String, CliError> {
    let store = target.locator(&graph.facts().name);
    let groups = describe_groups(graph)?;
    let stored = format!(
        "{} {} in {}{}.\n",
        describe_input(graph)?,
        describe_clusters(graph),
        display_safe::escape_line(&store),
        describe_size(target)?
    );
    let clashes = describe_clashes(graph)?;
    let next = suggest_commands(graph, &store, beside);
    Ok(format!("{groups}{stored}{clashes}{next}"))
}

/// Describes the input: `178 rows, 13 features, standardised.`
fn describe_input(graph: &Graph) -> Result<String, CliError> {
    let facts = graph.facts();
    let features = graph.features()?.names.len() as u64;
    let mut parts = vec![pluralize(facts.points.into(), "row", "rows")];
    match facts.origin {
        Origin::Neighbors { anchors, scale, .. } => {
            if features > 0 {
                parts.push(pluralize(features, "feature", "features"));
            }
            parts.extend(match scale {
                Scale::None => None,
                Scale::Standard => Some("standardised".to_owned()),
                Scale::MinMax => Some("scaled to 0 to 1".to_owned()),
            });
            parts.extend(anchors.map(|anchors| pluralize(anchors as u64, "anchor", "anchors")));
        }
        Origin::Ready => parts.push(pluralize(facts.attributes.into(), "attribute", "attributes")),
    }
    if let Some(classes) = graph.points()?.classes() {
        parts.push(pluralize(classes.names().len() as u64, "class", "classes"));
    }
    Ok(parts.join(", ") + ".")
}

/// Describes the stored clusters: `565 clusters, 3,391 covers`.
fn describe_clusters(graph: &Graph) -> String {
    let facts = graph.facts();
    let size = format_size(facts.concepts.into(), facts.covers);
    let kind = match (facts.kind, facts.min_size) {
        (GraphKind::Scales, _) => String::new(),
        (GraphKind::Full, 0) => " (the full lattice)".to_owned(),
        (GraphKind::Full, least) => {
            format!(" (all with at least {})", pluralize(least.into(), "point", "points"))
        }
    };
    let members = if facts.has_members { "" } else { ", without members," };
    format!("{size}{kind}{members}")
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
    Ok(format!(" ({})", HumanBytes(data.len())))
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
    let mut text = format!("{}\n", graph.verdict()?);
    let listed = shown.iter().take(MAX_COMMUNITIES);
    let cells: Vec<_> = listed.map(|one| describe_community(points, one)).collect();
    let widths = [0, 1, 2, 3].map(|at| cells.iter().map(|row| row[at].chars().count()).max());
    let [name_width, points_width, title_width, class_width] =
        widths.map(Option::unwrap_or_default);
    for [name, points, title, class, typical] in &cells {
        let start = format!("  {name:name_width$}  {points:>points_width$}  {title:title_width$}");
        let class = match class_width {
            0 => String::new(),
            _ => format!("  {class:class_width$}"),
        };
        text += &format!("{}\n", format!("{start}{class}  {typical}").trim_end());
    }
    if shown.len() > MAX_COMMUNITIES {
        let more = shown.len() - MAX_COMMUNITIES;
        text += &format!("  and {more} more; the query `communities` lists them all\n");
    }
    if let Some(far) = graph.far_sentence()? {
        text += &format!("{far} The query `outliers` lists them.\n");
    }
    Ok(text)
}

/// Describes a community in columns: `g2`, `38 points`, `low sepal_width`, `61 % versicolor`,
/// `like d88 and d63`.
fn describe_community(all: &Points, one: &Community) -> [String; 5] {
    let class = one.majority(all);
    let class =
        class.map(|(class, purity)| format_class_share(purity, &display_safe::escape_name(class)));
    let title = display_safe::escape_line(&one.title).into_owned();
    let points = pluralize(one.points.into(), "point", "points");
    let short =
        |name: &String| truncate(&display_safe::escape_name(name), MAX_NAME_CHARS).into_owned();
    let typical = join_words(one.typical.iter().take(MAX_TYPICAL).map(short));
    let typical = if typical.is_empty() { typical } else { format!("like {typical}") };
    [one.name.clone(), points, title, class.unwrap_or_default(), typical]
}

fn suggest_commands(graph: &Graph, store: &str, beside: Option<Vec<String>>) -> String {
    // A word that begins with a dash would be an option.
    let quote = |file: &str| match file.starts_with('-') {
        true => quote_shell(&format!("./{file}")),
        false => quote_shell(file),
    };
    let page = quote(&format!("{}.html", graph.facts().name));
    let (program, store) = (program_name(), quote(store));
    let mut text = format!("{program} export {store} -o {page}   # look at it\n");
    if let Some(words) = beside {
        text += &format!("{}   # your rows with their groups\n", quote_words(words));
    }
    text
}
