//! The properties of the clusters of a graph, besides their members.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::progress::{InterruptedError, Progress};
use crate::cohesion::Cohesion;
use crate::communities::{self, CommunityResult};
use crate::dataset::Dataset;
use crate::graph::DamageError;
use crate::lattice::{Covers, Lattice};
use crate::purity::{ClassCounter, ClassCounts};

/// The properties of one cluster.
#[derive(Clone, Debug, PartialEq)]
pub struct Concept {
    /// The id of the cluster.
    pub id: ConceptId,
    /// The number of points of the cluster.
    pub size: u32,
    /// The number of points of each class; empty without classes.
    pub counts: Vec<u32>,
    /// The centre: the point whose attributes define the cluster; in a full lattice the member with
    /// most links to the others. `None` for the empty cluster.
    pub center: Option<PointId>,
    /// The cohesion ([`cohesion`](crate::cohesion)); `None` for one point or a ready context.
    pub cohesion: Option<f64>,
    /// The group in which most points have their largest share, the first of equal ones.
    pub community: Option<CommunityId>,
}

impl Concept {
    /// Returns the class of most points and its share; `None` without points or classes.
    pub fn majority_and_purity(&self) -> Option<(ClassId, f64)> {
        ClassCounts::from_counts(self.counts.clone()).majority_and_purity()
    }
}

/// Statistics of the clusters of one size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SizeStatistics {
    /// The number of points of each cluster.
    pub size: u32,
    /// The number of clusters.
    pub concepts: u64,
    /// The number of upper covers of the clusters.
    pub covers: u64,
    /// The mean purity of the clusters; `None` without classes.
    pub purity: Option<f64>,
}

/// The properties of all clusters of a graph, by id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Concepts {
    sizes: Vec<u32>,
    classes: usize,
    /// The number of points of each class, cluster by cluster.
    counts: Vec<u32>,
    centers: Vec<Option<PointId>>,
    cohesion: Vec<Option<f64>>,
    communities: Vec<Option<CommunityId>>,
}

impl Concepts {
    pub(super) fn from_lattice(
        dataset: &Dataset,
        lattice: &Lattice,
        communities: &CommunityResult,
        progress: &Progress,
    ) -> Result<Self, InterruptedError> {
        let members = &lattice.members;
        let objects = members.objects(&dataset.context);
        let has_groups = !communities.communities.groups().is_empty();
        let groups = has_groups.then(|| communities::group_counter(communities, objects));
        let counter =
            dataset.points.classes().map(|classes| ClassCounter::from_classes(objects, classes));
        let cohesion =
            Cohesion::with_calls(objects, dataset.origin, &dataset.anchors, members.len());
        let anchors = dataset.order.is_some().then_some(&dataset.anchors[..]);
        let center = lattice.centers(&dataset.context, anchors);
        let concept = |(at, center): (usize, Option<PointId>)| {
            let id = ConceptId(at as u32);
            let objects = members.objects_of(id);
            let count = |counter: &ClassCounter| counter.count(&objects).counts().to_vec();
            let community = groups.as_ref().and_then(|of| of.count(&objects).majority());
            Concept {
                id,
                size: members.size(id),
                counts: counter.as_ref().map_or(Vec::new(), count),
                center,
                cohesion: cohesion.as_ref().and_then(|of| of.cohesion(&objects)),
                community: community.map(|group| CommunityId(group.0)),
            }
        };
        let classes = dataset.points.classes().map_or(0, |classes| classes.names().len());
        let mut all = Self { classes, ..Self::default() };
        // One part at a time, since all clusters of a large lattice take much memory in this form.
        let center: Vec<(usize, Option<PointId>)> = center.into_iter().enumerate().collect();
        for part in center.chunks(1 << 16) {
            progress.check()?;
            let found: Vec<Concept> = part.par_iter().copied().map(concept).collect();
            found.into_iter().for_each(|concept| all.push(concept));
        }
        Ok(all)
    }

    /// Creates the clusters that a store holds; `counts` has the points of each class in each.
    pub(super) fn from_stored(
        stored: Vec<Concept>,
        counts: Vec<(ConceptId, ClassId, u32)>,
        classes: usize,
    ) -> Result<Self, DamageError> {
        let mut all = Self { classes, ..Self::default() };
        for (place, concept) in (0..).zip(stored) {
            if concept.id != ConceptId(place) {
                return Err(format!("{} is missing", ConceptId(place)).into());
            }
            all.push(Concept { counts: vec![0; classes], ..concept });
        }
        for (id, class, count) in counts {
            let at = id.index() * classes + class.index();
            match all.counts.get_mut(at).filter(|_| class.index() < classes) {
                Some(place) => *place = count,
                None => return Err(format!("{id} has no such class").into()),
            }
        }
        Ok(all)
    }

    fn push(&mut self, concept: Concept) {
        self.sizes.push(concept.size);
        self.counts.extend(concept.counts);
        self.centers.push(concept.center);
        self.cohesion.push(concept.cohesion);
        self.communities.push(concept.community);
    }

    /// Returns the number of clusters.
    pub fn len(&self) -> usize {
        self.sizes.len()
    }

    /// Returns `true` if there is no cluster.
    pub fn is_empty(&self) -> bool {
        self.sizes.is_empty()
    }

    /// Returns a cluster; `None` if the graph has no cluster of that id.
    pub fn get(&self, id: ConceptId) -> Option<Concept> {
        let at = id.index();
        Some(Concept {
            id,
            size: *self.sizes.get(at)?,
            counts: self.counts[at * self.classes..(at + 1) * self.classes].to_vec(),
            center: self.centers[at],
            cohesion: self.cohesion[at],
            community: self.communities[at],
        })
    }

    /// Returns all clusters, by id.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Concept> + '_ {
        ConceptId::first(self.len()).filter_map(|id| self.get(id))
    }

    /// Returns the number of points of a cluster.
    pub fn size(&self, id: ConceptId) -> u32 {
        self.sizes[id.index()]
    }

    /// Returns the clusters of at least `size` points with at least `share` of a class, ascending.
    pub fn with_class_share(
        &self,
        class: ClassId,
        share: f64,
        size: u32,
    ) -> impl Iterator<Item = ConceptId> + '_ {
        let is_pure = move |concept: &Concept| {
            let count = concept.counts.get(class.index()).copied().unwrap_or(0);
            concept.size >= size.max(1) && f64::from(count) / f64::from(concept.size) >= share
        };
        self.iter().filter(is_pure).map(|concept| concept.id)
    }

    /// Returns the statistics of the clusters of each size, ascending.
    pub fn size_statistics(&self, covers: &Covers) -> Vec<SizeStatistics> {
        let mut all: BTreeMap<u32, (SizeStatistics, f64)> = BTreeMap::new();
        for concept in self.iter() {
            let size = concept.size;
            let none = SizeStatistics { size, concepts: 0, covers: 0, purity: None };
            let (statistics, sum) = all.entry(size).or_insert((none, 0.0));
            statistics.concepts += 1;
            statistics.covers += covers.upper(concept.id).len() as u64;
            if let Some((_, purity)) = concept.majority_and_purity() {
                *sum += purity;
                statistics.purity = Some(*sum / statistics.concepts as f64);
            }
        }
        all.into_values().map(|(of, _)| of).collect()
    }
}
