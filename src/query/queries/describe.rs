//! Query `describe`: a cluster or a community in words, as one paragraph.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::rule;
use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::name_list::quote;
use crate::base::numbers::{group_thousands, pluralize};
use crate::base::points::Points;
use crate::base::words::join_words;
use crate::communities::main_group;
use crate::dataset::Origin;
use crate::differences::{Difference, MeasuredColumns, select_notable};
use crate::graph::{Graph, NO_FEATURES_MESSAGE, Result, headline, surroundings, typical_sentence};
use crate::purity::ClassCounts;
use crate::query::names::{QuestionSet, Subject};
use crate::query::{Answer, Cell, QueryError, Question};
use crate::select;

super::canned!(
    "describe",
    "-- title: a cluster, community or set of points in words: what sets it apart, what is near\n\
     -- parameter: concept set\n\
     -- columns: description\n"
);

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    let text = match question.set(0) {
        QuestionSet::Listed(points) => describe_points(question, points)?,
        QuestionSet::Point(point) => {
            describe_cluster(question.graph, question.dictionary.smallest(*point)?)?
        }
        QuestionSet::Subject(Subject::Cluster(id)) => describe_cluster(question.graph, *id)?,
        QuestionSet::Subject(Subject::Community(id)) => describe_community(question.graph, *id)?,
    };
    Ok(question.text_answer(text))
}

impl Question<'_> {
    /// Returns `text` as an answer, with a note if the features were left out.
    pub(super) fn text_answer(&self, text: String) -> Answer {
        let lacks = self.graph.facts().omits_features();
        let note = lacks.then(|| NO_FEATURES_MESSAGE.to_owned());
        Answer::new(vec![vec![Cell::Text(text)]], "").with_note(note)
    }
}

/// The most parents or children that are named.
const MAX_RELATIVES: usize = 3;
/// The most columns in which a set is said to differ from all points.
const MAX_COLUMNS: usize = 4;
/// The most attributes or classes that are named.
const MAX_SHARED: usize = 8;

fn describe_cluster(graph: &Graph, id: ConceptId) -> Result<String> {
    let (points, extent) = (graph.points()?, graph.members()?.points(id));
    let all = points.len();
    let mut sentences = vec![match extent.len() {
        0 => format!("{id} is the empty cluster"),
        size if size == all => {
            format!("{id} is the cluster of all {} points", group_thousands(all as u64))
        }
        size => {
            let (size, all) = (group_thousands(size as u64), group_thousands(all as u64));
            let around = graph.concept(id)?.and_then(|concept| concept.center);
            let around = around.map(|center| format!(", around {}", quote(points.name(center))));
            format!("{id} has {size} of the {all} points{}", around.unwrap_or_default())
        }
    }];
    sentences.extend(describe_classes(points, &extent));
    sentences.extend(describe_group(graph, id, &extent)?);
    sentences.extend(describe_columns(graph, &extent, |columns| {
        select_notable(columns.differences_from_all(&extent), MAX_COLUMNS).collect()
    })?);
    let covers = graph.covers()?;
    sentences.extend(describe_covers(graph, "Next larger", covers.upper(id).collect())?);
    let mut lower: Vec<ConceptId> = covers.lower(id).collect();
    lower.reverse();
    sentences.extend(describe_covers(graph, "Next smaller", lower)?);
    Ok(sentences.join(". ") + ".")
}

fn describe_points(question: &Question<'_>, listed: &[PointId]) -> Result<String> {
    let (graph, points) = (question.graph, question.points);
    let (size, all) = (pluralize(listed.len() as u64, "point", "points"), points.len() as u64);
    let mut sentences = vec![format!("{size} of {}", group_thousands(all))];
    sentences.extend(describe_classes(points, listed));
    sentences.extend(describe_main_group(graph, listed)?);
    sentences.extend(describe_columns(graph, listed, |columns| {
        select_notable(columns.differences_from_all(listed), MAX_COLUMNS).collect()
    })?);
    if let Some(id) = select::lca(graph, listed)?.filter(|&id| id != graph.top()) {
        let size = pluralize(graph.concepts()?.size(id).into(), "point", "points");
        sentences.push(format!("The smallest cluster with all of them is {id} with {size}"));
    }
    Ok(sentences.join(". ") + ".")
}

fn describe_community(graph: &Graph, id: CommunityId) -> Result<String> {
    let (communities, membership) = (graph.communities()?, graph.membership()?);
    let one = &communities.all[id.index()];
    let members = communities.all_members(membership);
    let extent = &members[id.index()];
    let mut sentences = vec![headline(communities, id, membership.len())];
    sentences.extend(describe_classes(graph.points()?, extent));
    let left_out = graph.facts().omits_features();
    sentences.extend(match one.apart.as_ref().filter(|_| left_out) {
        Some(apart) => vec![format!("What sets it apart: {apart}")],
        None => describe_columns(graph, extent, |columns| {
            communities.distinctive_differences(columns, &members, id)
        })?,
    });
    sentences.extend(typical_sentence(one));
    sentences.extend(surroundings(communities, id));
    if let Some(alike) = one.cluster {
        sentences.push(format!("The cluster most like it is {alike}"));
    }
    Ok(sentences.join(". ") + ".")
}

fn describe_columns<'g>(
    graph: &'g Graph,
    extent: &[PointId],
    differences: impl FnOnce(&MeasuredColumns<'g>) -> Vec<Difference<'g>>,
) -> Result<Vec<String>> {
    let features = graph.features()?;
    let mut sentences: Vec<String> = describe_attributes(graph, extent)?.into_iter().collect();
    sentences.extend(rule::rule_sentence(features, extent));
    let found = differences(&MeasuredColumns::new(features, graph.points()?.shown_columns()));
    let words: Vec<String> = found.iter().map(Difference::full_text).collect();
    if !words.is_empty() {
        sentences.push(format!("What sets it apart: {}", join_words(words)));
    }
    Ok(sentences)
}

/// Describes the classes of some points, such as `All are of class setosa`.
pub(super) fn describe_classes(points: &Points, extent: &[PointId]) -> Option<String> {
    let classes = points.classes()?;
    let counts = ClassCounts::from_points(extent, classes);
    let (led, purity) = counts.majority_and_purity()?;
    if purity == 1.0 {
        return Some(match extent.len() {
            1 => format!("Its class is {}", classes.name(led)),
            _ => format!("All are of class {}", classes.name(led)),
        });
    }
    let counts = counts.counts().iter().copied();
    let mut counts: Vec<(ClassId, u32)> =
        ClassId::first(classes.names().len()).zip(counts).filter(|&(_, count)| count > 0).collect();
    counts.sort_by_key(|&(_, count)| Reverse(count));
    let more = counts.len().saturating_sub(MAX_SHARED);
    let more = (more > 0).then(|| {
        let rest = counts[MAX_SHARED..].iter().map(|&(_, count)| u64::from(count)).sum();
        format!("{} of other classes", group_thousands(rest))
    });
    let word = |&(class, count): &(ClassId, u32)| {
        format!("{} of class {}", group_thousands(count.into()), classes.name(class))
    };
    Some(format!("It has {}", join_words(counts.iter().take(MAX_SHARED).map(word).chain(more))))
}

/// Describes the group of a cluster and the community that it is most like: `18 of its 20 points
/// are in g3, and it is the cluster most like g3.1`.
fn describe_group(graph: &Graph, id: ConceptId, extent: &[PointId]) -> Result<Option<String>> {
    let most = describe_main_group(graph, extent)?;
    let alike = graph.communities()?.all.iter().find(|one| one.cluster == Some(id));
    let alike = alike.map(|one| format!("it is the cluster most like {}", one.name));
    Ok(match (most, alike) {
        (Some(most), Some(alike)) => Some(format!("{most}, and {alike}")),
        (None, Some(alike)) => Some(alike.replacen("it", "It", 1)),
        (most, None) => most,
    })
}

/// Describes the group of most of some points, if they are not all points and there are several
/// groups.
pub(super) fn describe_main_group(graph: &Graph, extent: &[PointId]) -> Result<Option<String>> {
    let (communities, membership) = (graph.communities()?, graph.membership()?);
    let mut inside: BTreeMap<CommunityId, usize> = BTreeMap::new();
    for point in extent {
        let main = main_group(communities, &membership[point.index()]);
        main.into_iter().for_each(|(id, _)| *inside.entry(id).or_default() += 1);
    }
    let several = communities.groups().len() > 1 && extent.len() < membership.len();
    let most = inside.into_iter().min_by_key(|&(id, count)| (Reverse(count), id));
    Ok(most.filter(|_| several).map(|(id, count)| {
        let (name, size) = (communities.name(id), extent.len());
        match (count == size, size) {
            (true, 1) => format!("It is in {name}"),
            (true, _) => format!("All are in {name}"),
            _ => {
                let (count, size) = (group_thousands(count as u64), group_thousands(size as u64));
                format!("{count} of its {size} points are in {name}")
            }
        }
    }))
}

/// Describes the attributes of a ready context that all points in `extent` share.
fn describe_attributes(graph: &Graph, extent: &[PointId]) -> Result<Option<String>> {
    // The empty cluster shares every attribute, which says nothing.
    if graph.facts().origin != Origin::Ready || extent.is_empty() {
        return Ok(None);
    }
    let context = &graph.context()?.context;
    let named =
        |at: u32| (context.attributes()[at as usize].as_str(), context.support(at as usize));
    let intent: Vec<(&str, u32)> = context.intent_of(extent).into_iter().map(named).collect();
    let few = |names: &[&str]| join_first(names.iter().map(|name| quote(name)), MAX_SHARED);
    let all = intent.iter().map(|&(name, _)| name).collect::<Vec<_>>();
    if all.is_empty() {
        return Ok(Some("Its points share no attribute".to_owned()));
    }
    let own: Vec<&str> = intent
        .iter()
        .filter(|&&(_, points)| points as usize == extent.len())
        .map(|&(name, _)| name)
        .collect();
    let only = match own.is_empty() || extent.len() == graph.facts().points as usize {
        true => String::new(),
        false => format!("; no other point has {}", few(&own)),
    };
    Ok(Some(format!("Shared by all: {}{only}", few(&all))))
}

/// Describes the upper or lower covers of a cluster: `Next larger: c812 with 38 points and 2 more`.
fn describe_covers(graph: &Graph, what: &str, ids: Vec<ConceptId>) -> Result<Option<String>> {
    let concepts = graph.concepts()?;
    let word = |id: ConceptId| match concepts.size(id) {
        0 => "the empty cluster".to_owned(),
        size => format!("{id} with {}", pluralize(size.into(), "point", "points")),
    };
    let words = join_first(ids.into_iter().map(word), MAX_RELATIVES);
    Ok((!words.is_empty()).then(|| format!("{what}: {words}")))
}

/// Joins the first `most` words, and states the number of the others: `a, b and 3 more`.
pub(super) fn join_first(words: impl ExactSizeIterator<Item = String>, most: usize) -> String {
    let more = words.len().saturating_sub(most);
    let more = (more > 0).then(|| format!("{} more", group_thousands(more as u64)));
    join_words(words.take(most).chain(more))
}
