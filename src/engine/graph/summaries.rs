//! Summaries: a paragraph on each community with its points, their class, what sets them apart, and
//! what is next to it. They follow from the sections of a graph; stores keep them for programs that
//! read them.

use rayon::prelude::*;

use super::{Graph, Result};
use crate::base::ids::CommunityId;
use crate::base::numbers::{format_percent, group_thousands, pluralize};
use crate::base::points::{Classes, Points};
use crate::base::words::join_words;
use crate::communities::{Communities, Community, Level};
use crate::differences::{Difference, MeasuredColumns, quote_name};

pub(super) fn summaries(graph: &Graph) -> Result<Vec<String>> {
    let (points, communities) = (graph.points()?, graph.communities()?);
    let (features, membership) = (graph.features()?, graph.membership()?);
    let context = graph.ready_context()?;
    let columns = MeasuredColumns::new(features, points.shown_columns()).with_attributes(context);
    let omits_features = graph.facts().omits_features();
    let (sizes, members) =
        (points.classes().map(Classes::sizes), communities.all_members(membership));
    let summary = |id: CommunityId| {
        let one = &communities.all[id.index()];
        let mut sentences = vec![headline(communities, id, membership.len())];
        sentences.extend(class_sentence(points, sizes.as_deref(), one));
        let apart = match omits_features {
            true => one.apart.clone(),
            false => {
                let apart = communities.distinctive_differences(&columns, &members, id);
                let apart = join_words(apart.iter().map(Difference::full_text));
                Some(apart).filter(|apart| !apart.is_empty())
            }
        };
        let is_whole = one.points as usize == membership.len();
        sentences.extend(match apart {
            Some(apart) => Some(format!("What sets it apart: {apart}")),
            None if is_whole => None,
            None => Some("No column sets it apart".to_owned()),
        });
        sentences.extend(typical_sentence(one));
        sentences.extend(surroundings(communities, id));
        sentences.join(". ") + "."
    };
    let all: Vec<CommunityId> = CommunityId::first(communities.all.len()).collect();
    Ok(all.into_par_iter().map(summary).collect())
}

/// Returns the name, the title and the size of a community, in words.
pub fn headline(communities: &Communities, id: CommunityId, all: usize) -> String {
    let one = &communities.all[id.index()];
    let parent = one.parent.map(|parent| &communities.all[parent.index()]);
    let what = match (one.level, parent) {
        (Level::Part, Some(group)) => format!("a part of {}", name_and_size(group)),
        (Level::Join, _) => "a join of groups".to_owned(),
        _ => "a group".to_owned(),
    };
    let points = match one.points as usize == all {
        true => String::new(),
        false => {
            let share = format_percent(f64::from(one.points) / all.max(1) as f64);
            let (size, all) = (group_thousands(one.points.into()), group_thousands(all as u64));
            format!(": {size} of the {all} points ({share})")
        }
    };
    format!("{}: {}. It is {what}{points}", one.name, one.title)
}

/// Returns a sentence on the class of most points, beside its share of all points.
fn class_sentence(points: &Points, sizes: Option<&[u32]>, one: &Community) -> Option<String> {
    let ((class, purity), classes) = one.majority_and_purity.zip(points.classes())?;
    let all = f64::from(*sizes?.get(class.index())?);
    let chance = format_percent(all / points.len().max(1) as f64);
    let share = if purity == 1.0 { "All".to_owned() } else { format_percent(purity) };
    let of_all = match one.points as usize == points.len() {
        true => String::new(),
        false => format!(" (all points: {chance})"),
    };
    Some(format!("{share} are of class {}{of_all}", classes.name(class)))
}

/// Returns a sentence that names typical points; `None` of a join.
pub fn typical_sentence(one: &Community) -> Option<String> {
    let names = join_words(one.typical.iter().map(|name| quote_name(name, false)));
    let verb = if one.typical.len() == 1 { "Typical is" } else { "Typical are" };
    (!names.is_empty()).then(|| format!("{verb} {names}"))
}

/// Returns sentences on a community's separation, the points that it shares, and what is in it.
pub fn surroundings(communities: &Communities, id: CommunityId) -> Vec<String> {
    let one = &communities.all[id.index()];
    let parent = one.parent.map(|parent| &communities.all[parent.index()]);
    let mut sentences = Vec::new();
    if let (Some(separation), Some(parent)) = (one.separation, parent) {
        let boundary = match one.level {
            Level::Part => "No boundary separates it from the rest".to_owned(),
            _ => format!("Its separation is {separation:.2}, from 0, no boundary, to 1"),
        };
        let touching = match one.touching {
            0 => "no point of it has".to_owned(),
            1 => "1 point of it has".to_owned(),
            several => format!("{} points of it have", group_thousands(several.into())),
        };
        let parent = &parent.name;
        sentences.push(format!("{boundary}; {touching} a neighbour in the rest of {parent}"));
    }
    let shared = communities.overlaps.iter().filter(|two| two.points > 0);
    let shared = shared.filter_map(|two| {
        let other = if two.one == id { two.other } else { two.one };
        let is_of_it = two.one == id || two.other == id;
        is_of_it.then(|| {
            format!("{} with {}", group_thousands(two.points.into()), communities.name(other))
        })
    });
    let shared: Vec<String> = shared.collect();
    if !shared.is_empty() {
        sentences.push(format!("It shares points: {}", join_words(shared)));
    }
    let inside = communities.all.iter().filter(|other| other.parent == Some(id)).map(name_and_size);
    let inside: Vec<String> = inside.collect();
    if !inside.is_empty() {
        sentences.push(format!("In it are {}", join_words(inside)));
    }
    sentences
}

fn name_and_size(one: &Community) -> String {
    format!("{} with {}", one.name, pluralize(one.points.into(), "point", "points"))
}
