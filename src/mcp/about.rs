//! What a graph is, for an assistant that has never seen it.

use crate::base::display_safe;
use crate::base::numbers::{counted, grouped};
use crate::base::rows::Value;
use crate::store::{LatticeStore, Result, for_people};

/// At most this many names stand in a line.
const NAMED: usize = 40;

/// What it is and what to ask first, in a few sentences.
pub(super) fn instructions(store: &dyn LatticeStore) -> Result<String> {
    let (facts, verdict) = (store.facts()?, store.verdict()?);
    let points = counted(facts.points.into(), "point", "points");
    let concepts = counted(facts.concepts.into(), "cluster", "clusters");
    let name = display_safe::name(&facts.name);
    let chance = match facts.classes {
        0 => "",
        _ => {
            " A purity is the share of the most common class: compare it with the share of that \
             class among all points, which `about` tells, and the dendrogram purity with `chance`."
        }
    };
    Ok(format!(
        "{name} is a table whose {points} (its rows) are in {concepts} that overlap (c1, c2, ...) \
         and in communities, groups of like points (g1, g2, ...). {verdict} Begin with `about` and \
         `communities`, then ask `describe` and `contrast` of communities, and `why` of two \
         points.{chance}"
    ))
}

/// What `info` shows, its columns and classes, and whether groups stand apart.
pub(super) fn about(store: &dyn LatticeStore) -> Result<String> {
    let stored = store.stored_context()?;
    let (facts, points) = (&stored.facts, &stored.points);
    let mut entries = facts.entries();
    // Neither says anything of the points.
    entries.retain(|(key, value)| !["seed", "digest"].contains(key) && *value != Value::Null);
    let mut text = for_people(&entries);
    let mut line = |what: &str, names: &[String]| {
        if !names.is_empty() {
            let shown = names.iter().take(NAMED).map(|name| display_safe::name(name));
            let shown = shown.collect::<Vec<_>>().join(", ");
            let more = names.len().saturating_sub(NAMED) as u64;
            let more =
                if more > 0 { format!(" and {} more", grouped(more)) } else { String::new() };
            text += &format!("{what:<22} {shown}{more}\n");
        }
    };
    line("feature columns", &store.features()?.names);
    line("kept columns", points.kept().names());
    if let Some(classes) = points.classes() {
        let sizes = classes.names().iter().zip(classes.sizes());
        let sizes = sizes.map(|(name, size)| format!("{name} ({})", grouped(size.into())));
        line("classes", &sizes.collect::<Vec<_>>());
    }
    if let [first, .., last] = points.names() {
        line("names of points", &[format!("{first} to {last}")]);
    }
    text += &format!("{}\n", store.verdict()?);
    Ok(text)
}
