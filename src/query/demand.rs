//! Answers about clusters of the full lattice that a store does not keep, from its context.
//!
//! In a graph that holds a part of the full lattice `{d1,d5}` names the smallest cluster of the full
//! lattice with these points, stored or not, and is answered in the full lattice; `c12` is answered
//! among the stored. In an LCA graph the LCA of three points may be such a cluster.

use super::Error;
use super::arguments::Terms;
use super::catalogue::{ParameterKind, Query};
use super::cells;
use crate::context::covers;
use crate::demand::{self, Cluster};
use crate::generator_notation;
use crate::store::{Base, LatticeStore, Rows, Value};

/// The queries that can be answered so.
const ANSWERED: [&str; 9] =
    ["children", "concept", "join", "lca", "meet", "members", "parents", "profile", "purity"];

/// A question to the full lattice: the members of what is asked about.
#[derive(Clone, Debug)]
pub(super) struct Demand {
    extents: Vec<Vec<u32>>,
}

impl Demand {
    /// The question as one to the full lattice, where it is one. Words that mean nothing are left to
    /// [`super::arguments::bind`], which says what is wrong with them.
    pub(super) fn of(
        store: &dyn LatticeStore,
        terms: &Terms,
        query: &Query,
        words: &[String],
    ) -> Result<Option<Self>, Error> {
        let base = terms.base();
        let kind = base.info.text("graph");
        if kind == "full" || !ANSWERED.contains(&query.name.as_str()) {
            return Ok(None);
        }
        let closure = |points: Vec<u32>| base.context.closure(&points);
        if query.parameters.iter().any(|p| p.kind == ParameterKind::Points) {
            let Ok(points) = terms.points(words) else { return Ok(None) };
            if kind != "lca" || points.is_empty() {
                return Ok(None);
            }
            let stored = store.named(&[base.closure_name(&points)])?;
            let extents = vec![closure(points)];
            return Ok(stored.contains(&None).then_some(Self { extents }));
        }
        if words.len() != query.parameters.len()
            || words.iter().all(|w| generator_notation::read(w).is_none())
        {
            return Ok(None);
        }
        let mut extents = Vec::new();
        for word in words {
            if let Some(names) = generator_notation::read(word) {
                let Ok(points) = terms.points(&names) else { return Ok(None) };
                extents.push(closure(points));
            } else {
                let Ok(id) = terms.concept(store, word)? else { return Ok(None) };
                extents.extend(store.members(&[id])?);
            }
        }
        Ok(Some(Self { extents }))
    }

    /// The rows of the answer.
    pub(super) fn rows(
        &self,
        store: &dyn LatticeStore,
        query: &str,
    ) -> Result<Vec<Vec<Value>>, Error> {
        let base = store.base()?;
        let (context, extents) = (&base.context, &self.extents);
        let (first, last) = (&extents[0], &extents[extents.len() - 1]);
        let told = |extents: Vec<Vec<u32>>| -> Result<Vec<Vec<Value>>, Error> {
            let clusters = demand::clusters(store, &base, extents)?;
            Ok(clusters.iter().map(|cluster| row(&base, cluster)).collect())
        };
        Ok(match query {
            "parents" => told(covers::upper(context, first))?,
            "children" => told(covers::lower(context, first))?,
            "lca" => told(vec![first.clone()])?,
            "join" => {
                let both: Vec<u32> = first.iter().chain(last).copied().collect();
                told(vec![context.closure(&both)])?
            }
            "meet" => {
                let both = first.iter().filter(|point| last.binary_search(point).is_ok());
                told(vec![both.copied().collect()])?
            }
            "concept" => {
                let mut rows = told(vec![first.clone()])?;
                let covers = [covers::upper(context, first), covers::lower(context, first)];
                let introduced =
                    demand::introduced(&base, first, context.shared(first).len() as u32);
                let names = introduced.iter().map(|&p| base.points.names()[p as usize].as_str());
                for row in &mut rows {
                    row.push(Value::Int(context.shared(first).len() as i64));
                    row.extend(covers.iter().map(|covers| Value::Int(covers.len() as i64)));
                    row.push(Value::Text(generator_notation::write(names.clone())));
                }
                rows
            }
            "members" => first.iter().map(|&point| cells::point(&base, point)).collect(),
            "purity" => purity(&base, first),
            _ => profile(store, first)?,
        })
    }
}

/// A cluster and its covers in the full lattice, whatever the store keeps of them: itself, its
/// parents, its children.
///
/// # Errors
/// A word that names no cluster, or a failure of the store.
pub fn expand(store: &dyn LatticeStore, word: &str) -> Result<Rows, Error> {
    let terms = Terms::of(store)?;
    let base = terms.base();
    let extent = match generator_notation::read(word) {
        Some(names) => match terms.points(&names) {
            Ok(points) => base.context.closure(&points),
            Err(faults) => return Err(Error::Question(faults.join("; "))),
        },
        None => {
            let id = terms.concept(store, word)?.map_err(Error::Question)?;
            store.members(&[id])?.concat()
        }
    };
    let (upper, lower) =
        (covers::upper(&base.context, &extent), covers::lower(&base.context, &extent));
    let mut rows = Vec::new();
    for (relation, extents) in [("itself", vec![extent]), ("parent", upper), ("child", lower)] {
        let clusters = demand::clusters(store, base, extents)?;
        for cluster in &clusters {
            let mut row = row(base, cluster);
            row.push(Value::Text(relation.to_owned()));
            rows.push(row);
        }
    }
    let columns = ["concept", "size", "purity", "class", "generator", "relation"];
    Ok(Rows { columns: columns.map(str::to_owned).to_vec(), rows })
}

/// A cluster row.
fn row(base: &Base, cluster: &Cluster) -> Vec<Value> {
    let Cluster { word, members, counts, generator, .. } = cluster;
    cells::cluster(base, word.clone(), members.len() as u32, counts, generator)
}

fn purity(base: &Base, members: &[u32]) -> Vec<Vec<Value>> {
    let Some(classes) = base.points.classes() else { return Vec::new() };
    let in_class = |class: usize| {
        members.iter().filter(|&&point| classes.of()[point as usize].index() == class).count()
    };
    let row = |(class, name): (usize, &String)| {
        let count = in_class(class);
        let share = count as f64 / members.len() as f64;
        let share = if members.is_empty() { Value::Null } else { Value::Real(share) };
        vec![Value::Text(name.clone()), Value::Int(count as i64), share]
    };
    classes.names().iter().enumerate().map(row).collect()
}

fn profile(store: &dyn LatticeStore, members: &[u32]) -> Result<Vec<Vec<Value>>, Error> {
    let features = store.features()?;
    let row = |(column, name): (usize, &String)| {
        let value = |&point: &u32| features.values[point as usize * features.names.len() + column];
        let (overall, deviation) = features.spread(column);
        let mean = members.iter().map(value).sum::<f64>() / members.len() as f64;
        let some = |value: f64| if value.is_finite() { Value::Real(value) } else { Value::Null };
        vec![
            Value::Text(name.clone()),
            some(mean),
            Value::Real(overall),
            some((mean - overall) / deviation),
        ]
    };
    Ok(features.names.iter().enumerate().map(row).collect())
}
