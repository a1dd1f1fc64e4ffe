//! Answers about clusters of the full lattice, which a store need not hold, from its context.

use super::Error;
use super::cells;
use super::meeting::Meeting;
use super::words::Dictionary;
use crate::base::generator_notation;
use crate::base::ids::{ClassId, PointId};
use crate::base::rows::{Rows, Value};
use crate::dataset::Features;
use crate::full_lattice::{Extent, FullLattice};
use crate::purity::ClassCounts;
use crate::store::{LatticeStore, Result};

/// Rows of values.
type Table = Vec<Vec<Value>>;

/// A question about clusters of the full lattice, by their members; an LCA by points in it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum FullQuestion {
    Children(Extent),
    Concept(Extent),
    Intent(Extent),
    Join(Extent, Extent),
    Lca(Vec<PointId>),
    Meet(Extent, Extent),
    Members(Extent),
    Parents(Extent),
    Profile(Extent),
    Purity(Extent),
}

impl FullQuestion {
    /// The rows of the answer.
    pub(super) fn rows(&self, store: &dyn LatticeStore) -> Result<Table> {
        let lattice = FullLattice::of(store)?;
        match self {
            FullQuestion::Parents(extent) => clusters(&lattice, &lattice.upper(extent)),
            FullQuestion::Children(extent) => clusters(&lattice, &lattice.lower(extent)),
            FullQuestion::Lca(points) => meeting(&lattice, store, points),
            FullQuestion::Join(one, other) => meeting(&lattice, store, &[&one[..], other].concat()),
            FullQuestion::Meet(one, other) => clusters(&lattice, &[lattice.meet(one, other)]),
            FullQuestion::Concept(extent) => concept(&lattice, extent),
            FullQuestion::Intent(extent) => Ok(intent(&lattice, extent)),
            FullQuestion::Members(extent) => {
                Ok(extent.iter().map(|&point| cells::point(lattice.points(), point)).collect())
            }
            FullQuestion::Purity(extent) => Ok(purity(&lattice, extent)),
            FullQuestion::Profile(extent) => Ok(profile(&*store.features()?, extent)),
        }
    }
}

/// A cluster and its covers in the full lattice, whatever the store keeps of them: itself, its
/// parents, its children.
///
/// # Errors
/// A word that names no cluster, or a failure of the store.
pub fn expand(store: &dyn LatticeStore, word: &str) -> std::result::Result<Rows, Error> {
    let dictionary = Dictionary::of(store)?;
    let extent = dictionary.extent(store, &dictionary.concept(word)?)?;
    let lattice = FullLattice::of(store)?;
    let (upper, lower) = (lattice.upper(&extent), lattice.lower(&extent));
    let mut rows = Vec::new();
    for (relation, extents) in [("itself", vec![extent]), ("parent", upper), ("child", lower)] {
        for mut row in clusters(&lattice, &extents)? {
            row.push(Value::text(relation));
            rows.push(row);
        }
    }
    let columns = ["concept", "size", "purity", "class", "generator", "relation"];
    Ok(Rows { columns: columns.map(str::to_owned).to_vec(), rows })
}

fn clusters(lattice: &FullLattice<'_>, extents: &[Extent]) -> Result<Table> {
    let clusters = lattice.clusters(extents)?;
    Ok(clusters.iter().map(|cluster| cells::cluster(lattice.points(), cluster)).collect())
}

/// The smallest cluster with some points; where it is that of all, the smallest community.
fn meeting(
    lattice: &FullLattice<'_>,
    store: &dyn LatticeStore,
    points: &[PointId],
) -> Result<Table> {
    let extent = lattice.closure(points);
    if extent.len() == lattice.points().len() {
        let meeting = Meeting::of(store)?;
        if let Some(&id) = meeting.holding(points).first() {
            return Ok(vec![meeting.row(id, lattice.points())]);
        }
    }
    clusters(lattice, &[extent])
}

fn concept(lattice: &FullLattice<'_>, extent: &Extent) -> Result<Table> {
    let cluster = lattice.cluster(extent.clone())?;
    let points = lattice.points();
    let introduced = lattice.introduced(extent);
    let (upper, lower) = (lattice.upper(extent), lattice.lower(extent));
    let largest = lower.last().map_or(0, Vec::len);
    let gap = upper.first().map(|parent| parent.len() - extent.len());
    let mut row = cells::cluster(points, &cluster);
    row.extend([
        Value::count(cluster.intent_size),
        Value::count(upper.len()),
        Value::count(lower.len()),
        Value::count(extent.len() - largest),
        Value::real(cluster.cohesion),
        gap.map_or(Value::Null, Value::count),
        Value::text(generator_notation::write(introduced.iter().map(|&p| points.name(p)))),
    ]);
    Ok(vec![row])
}

fn intent(lattice: &FullLattice<'_>, extent: &Extent) -> Table {
    let row = |(name, points): (&str, u32)| vec![Value::text(name), Value::count(points)];
    lattice.intent(extent).into_iter().map(row).collect()
}

fn purity(lattice: &FullLattice<'_>, members: &[PointId]) -> Table {
    let Some(classes) = lattice.points().classes() else { return Vec::new() };
    let counts = ClassCounts::of(members, classes);
    let row = |(class, &count): (ClassId, &u32)| {
        let share = Value::real(counts.purity_in(class));
        vec![Value::text(classes.name(class)), Value::count(count), share]
    };
    ClassId::first(counts.counts().len()).zip(counts.counts()).map(row).collect()
}

fn profile(features: &Features, members: &[PointId]) -> Table {
    let row = |(column, name): (usize, &String)| {
        let (overall, deviation) = features.spread(column);
        let values = members.iter().map(|&point| features.value(point, column));
        let mean = values.sum::<f64>() / members.len() as f64;
        let apart = (mean - overall) / deviation;
        let numbers = [mean, overall, apart].map(|number| Value::real(Some(number)));
        [&[Value::text(name)], &numbers[..]].concat()
    };
    features.names.iter().enumerate().map(row).collect()
}
