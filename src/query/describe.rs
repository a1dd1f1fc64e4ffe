//! A cluster or a community in words: one paragraph for people.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::rule;
use crate::base::generator_notation::quote;
use crate::base::ids::{ClassId, CommunityId, PointId};
use crate::base::kept::Kept;
use crate::base::numbers::{counted, grouped};
use crate::base::points::Points;
use crate::communities::main_group;
use crate::dataset::Features;
use crate::differences::{Columns, foremost};
use crate::full_lattice::{Cluster, Extent, FullLattice};
use crate::purity::ClassCounts;
use crate::store::summaries::{next_to, what, with_and};
use crate::store::{LatticeStore, Result};

/// This many parents and children are named.
const NAMED: usize = 3;
/// This many kept columns are told.
const KEPT: usize = 4;
/// This many attributes are named.
const MOST_SHARED: usize = 8;

/// Size and classes, what sets it apart, what is next to it in the full lattice, how stable it is.
pub(super) fn cluster(
    lattice: &FullLattice<'_>,
    store: &dyn LatticeStore,
    extent: &Extent,
) -> Result<String> {
    let points = lattice.points();
    let cluster = lattice.cluster(extent.clone())?;
    let (upper, lower) = (lattice.upper(extent), lattice.lower(extent));
    let all = points.len();
    let mut sentences = vec![match extent.len() {
        0 => format!("{} is the empty cluster", cluster.word(points)),
        size if size == all => {
            format!("{} is the cluster of all {} points", cluster.word(points), grouped(all as u64))
        }
        size => {
            let (size, all) = (grouped(size as u64), grouped(all as u64));
            format!("{} has {size} of the {all} points", cluster.word(points))
        }
    }];
    sentences.extend(classes(points, extent));
    sentences.extend(group(store, &cluster, extent)?);
    sentences.extend(columns(lattice, store, extent)?);
    if !cluster.generator.is_empty() && extent.len() < all {
        sentences.push(format!("It is the smallest cluster with {}", cluster.notation(points)));
    }
    sentences.extend(relatives(lattice, "Next larger", &upper)?);
    let mut below = lower.clone();
    below.reverse();
    sentences.extend(relatives(lattice, "Next smaller", &below)?);
    sentences.push(stability(extent, &lower));
    Ok(sentences.join(". ") + ".")
}

/// What a community is, what sets it apart, how far it stands apart, and what is next to it.
pub(super) fn community(
    lattice: &FullLattice<'_>,
    store: &dyn LatticeStore,
    id: CommunityId,
) -> Result<String> {
    let (communities, membership) = (store.communities()?, store.membership()?);
    let one = &communities.all[id.index()];
    let extent: Vec<PointId> =
        communities.points(&membership, id).into_iter().map(|(point, _)| point).collect();
    let mut sentences = vec![what(&communities, id, membership.len())];
    sentences.extend(classes(lattice.points(), &extent));
    let left_out = store.stored_context()?.facts.has_left_out_features();
    sentences.extend(match one.apart.as_ref().filter(|_| left_out) {
        Some(apart) => vec![format!("What sets it apart: {apart}")],
        None => columns(lattice, store, &extent)?,
    });
    sentences.extend(next_to(&communities, id));
    if let Some(alike) = one.cluster {
        sentences.push(format!("The cluster most like it is {alike}"));
    }
    Ok(sentences.join(". ") + ".")
}

/// What some points have in common, and how they differ from all, column by column.
fn columns(
    lattice: &FullLattice<'_>,
    store: &dyn LatticeStore,
    extent: &Extent,
) -> Result<Vec<String>> {
    let features = store.features()?;
    let mut sentences: Vec<String> = shared(lattice, extent).into_iter().collect();
    sentences.extend(rule::sentence(&features, extent));
    sentences.extend(apart(&features, lattice.points().kept(), extent));
    Ok(sentences)
}

/// `All are of class setosa`, or each class with its number.
pub(super) fn classes(points: &Points, extent: &[PointId]) -> Option<String> {
    let classes = points.classes()?;
    let counts = ClassCounts::of(extent, classes);
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
    let more = counts.len().saturating_sub(MOST_SHARED);
    let more = (more > 0).then(|| {
        let rest = counts[MOST_SHARED..].iter().map(|&(_, count)| u64::from(count)).sum();
        format!("{} of other classes", grouped(rest))
    });
    let word = |&(class, count): &(ClassId, u32)| {
        format!("{} of class {}", grouped(count.into()), classes.name(class))
    };
    Some(format!("It has {}", with_and(counts.iter().take(MOST_SHARED).map(word).chain(more))))
}

/// `18 of its 20 points are in g3, and it is the cluster most like g3.1`: the group of most of its
/// points, where there are several, and the community that it is most like.
fn group(store: &dyn LatticeStore, cluster: &Cluster, extent: &Extent) -> Result<Option<String>> {
    let (communities, membership) = (store.communities()?, store.membership()?);
    let mut inside: BTreeMap<CommunityId, usize> = BTreeMap::new();
    for point in extent {
        let main = main_group(&communities, &membership[point.index()]);
        main.into_iter().for_each(|(id, _)| *inside.entry(id).or_default() += 1);
    }
    let several = communities.groups().len() > 1 && extent.len() < membership.len();
    let most = inside.into_iter().min_by_key(|&(id, count)| (Reverse(count), id));
    let most = most.filter(|_| several).map(|(id, count)| {
        let (name, size) = (communities.name(id), extent.len());
        match (count == size, size) {
            (true, 1) => format!("It is in {name}"),
            (true, _) => format!("All are in {name}"),
            _ => {
                let (count, size) = (grouped(count as u64), grouped(size as u64));
                format!("{count} of its {size} points are in {name}")
            }
        }
    });
    let alike =
        communities.all.iter().find(|one| one.cluster.is_some() && one.cluster == cluster.id);
    let alike = alike.map(|one| format!("it is the cluster most like {}", one.name));
    Ok(match (most, alike) {
        (Some(most), Some(alike)) => Some(format!("{most}, and {alike}")),
        (None, Some(alike)) => Some(alike.replacen("it", "It", 1)),
        (most, None) => most,
    })
}

/// What the points of a ready context have in common, and what no other point has.
fn shared(lattice: &FullLattice<'_>, extent: &Extent) -> Option<String> {
    // The empty cluster shares everything, which says nothing.
    if !lattice.is_ready() || extent.is_empty() {
        return None;
    }
    let intent = lattice.intent(extent);
    let few = |names: Vec<&str>| {
        let more = names.len().saturating_sub(MOST_SHARED);
        let more = (more > 0).then(|| format!("{} more", grouped(more as u64)));
        let shown = names.into_iter().take(MOST_SHARED).map(quote);
        with_and(shown.chain(more))
    };
    let all = intent.iter().map(|&(name, _)| name).collect::<Vec<_>>();
    if all.is_empty() {
        return Some("Its points share no attribute".to_owned());
    }
    let own: Vec<&str> = intent
        .iter()
        .filter(|&&(_, points)| points as usize == extent.len())
        .map(|&(name, _)| name)
        .collect();
    let only = match own.is_empty() || extent.len() == lattice.points().len() {
        true => String::new(),
        false => format!("; no other point has {}", few(own)),
    };
    Some(format!("Shared by all: {}{only}", few(all)))
}

/// In which columns it differs most from all points.
fn apart(features: &Features, kept: &Kept, extent: &Extent) -> Option<String> {
    let found = Columns::of(features, kept).against_all(extent);
    let words: Vec<String> = foremost(found, KEPT).map(|one| one.in_full("all")).collect();
    (!words.is_empty()).then(|| format!("What sets it apart: {}", with_and(words.into_iter())))
}

fn relatives(lattice: &FullLattice<'_>, what: &str, extents: &[Extent]) -> Result<Option<String>> {
    let named = &extents[..extents.len().min(NAMED)];
    let word = |cluster: &Cluster| {
        if cluster.size == 0 {
            return "the empty cluster".to_owned();
        }
        let points = counted(cluster.size.into(), "point", "points");
        format!("{} with {points}", cluster.word(lattice.points()))
    };
    let words: Vec<String> = lattice.clusters(named)?.iter().map(word).collect();
    let more = extents.len() - named.len();
    let more = (more > 0).then(|| format!("{} more", grouped(more as u64)));
    let words: Vec<String> = words.into_iter().chain(more).collect();
    Ok((!words.is_empty()).then(|| format!("{what}: {}", with_and(words.into_iter()))))
}

/// The bounds of Buzmakov, Kuznetsov and Napoli (2014).
fn stability(extent: &Extent, lower: &[Extent]) -> String {
    let Some(largest) = lower.last() else {
        return "No cluster is smaller, so its stability is 1".to_owned();
    };
    let delta = extent.len() - largest.len();
    let outside = |child: &Extent| 0.5_f64.powi((extent.len() - child.len()) as i32);
    let least = (1.0 - lower.iter().map(outside).sum::<f64>()).max(0.0);
    let most = 1.0 - 0.5_f64.powi(delta as i32);
    let left_out = counted(delta as u64, "point of it is", "points of it are");
    let bounds = match (format!("{least:.4}"), format!("{most:.4}")) {
        (least, _) if least == "1.0000" => "above 0.9999".to_owned(),
        (least, most) if least == most => least,
        (least, most) => format!("{least} to {most}"),
    };
    format!("It stays unless {left_out} left out (delta {delta}, stability {bounds})")
}
