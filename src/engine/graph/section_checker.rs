//! Checks of the numbers of a stored graph: every number passes here before it is used as an id, an
//! index or a size.
//!
//! Invariant: points, attributes, classes and clusters are counted as found, not as the graph
//! claims; ids rise along covers, so that every walk along them ends.

use super::{ClassFacts, Concept, Concepts, DamageError, GraphFacts};
use crate::base::csr::Csr;
use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::points::Points;
use crate::communities::{self, Communities, Community, Level, Membership, Overlap};
use crate::dataset::Features;
use crate::lattice::{Covers, Members};
use crate::near_points::NearPoints;

pub(super) type CheckResult<T = ()> = Result<T, DamageError>;

pub(super) fn ensure(holds: bool, message: impl FnOnce() -> String) -> CheckResult {
    if holds { Ok(()) } else { Err(DamageError(message())) }
}

fn is_strictly_sorted<T: Ord>(list: &[T]) -> bool {
    list.is_sorted_by(|a, b| a < b)
}

fn is_share(share: f64) -> bool {
    (0.0..=1.0).contains(&share)
}

/// The facts and the points of a graph, which its other sections have to fit.
#[derive(Clone, Copy, Debug)]
pub(super) struct SectionChecker<'a> {
    pub(super) facts: &'a GraphFacts,
    pub(super) points: &'a Points,
}

impl SectionChecker<'_> {
    fn check_concept(self, id: ConceptId) -> CheckResult {
        let last = self.facts.concepts;
        ensure(id.0 < last, || format!("it names {id}, but its last cluster is c{last}"))
    }

    fn check_point(self, point: PointId) -> CheckResult {
        ensure(point.index() < self.points.len(), || {
            format!("it names point {}, which does not exist", point.number())
        })
    }

    /// Returns `lists` lists, from pairs of a list and an item that ascend by list.
    fn group_pairs(pairs: &[(u32, u32)], lists: usize, what: &str) -> CheckResult<Csr> {
        let is_listed = pairs.is_sorted_by_key(|pair| pair.0)
            && pairs.last().is_none_or(|pair| (pair.0 as usize) < lists);
        ensure(is_listed, || format!("{what} are out of order"))?;
        let mut all = Csr::with_capacity(lists, pairs.len());
        let mut left = pairs.iter().peekable();
        for at in 0..lists as u32 {
            all.push(std::iter::from_fn(|| left.next_if(|pair| pair.0 == at)).map(|pair| pair.1));
        }
        Ok(all)
    }

    pub(super) fn check_concepts(
        self,
        stored: Vec<Concept>,
        counts: Vec<(ConceptId, ClassId, u32)>,
    ) -> CheckResult<Concepts> {
        let classes = self.points.classes().map_or(0, |classes| classes.names().len());
        let all = Concepts::from_stored(stored, counts, classes)?;
        let claimed = self.facts.concepts as usize;
        ensure(all.len() == claimed, || {
            format!("it has {} clusters, but claims {claimed}", all.len())
        })?;
        let mut last = (ConceptId(0), 0);
        for concept in all.iter() {
            self.check_concept_row(&concept)?;
            // Sizes never fall as ids rise: no cluster has more points than one that contains it.
            let (id, size) = last;
            ensure(size <= concept.size, || {
                let Concept { id: above, size: larger, .. } = concept;
                format!("the size of {id} is {size}, but that of {above} is {larger}")
            })?;
            last = (concept.id, concept.size);
        }
        Ok(all)
    }

    fn check_concept_row(self, concept: &Concept) -> CheckResult {
        let Concept { id, size, counts, center, cohesion, .. } = concept;
        let points = self.points.len();
        center.map_or(Ok(()), |center| self.check_point(center))?;
        ensure(*size as usize <= points, || {
            format!("the size of {id} is {size}, more than the number of points")
        })?;
        ensure(cohesion.is_none_or(is_share), || {
            format!("the cohesion of {id} is not from 0 to 1")
        })?;
        let counted: u64 = counts.iter().map(|&count| u64::from(count)).sum();
        ensure(self.points.classes().is_none() || counted == u64::from(*size), || {
            format!("the size of {id} is {size}, but its class counts add up to {counted}")
        })
    }

    pub(super) fn check_covers(self, covers: &[(ConceptId, ConceptId)]) -> CheckResult<Covers> {
        let concepts = self.facts.concepts;
        for &(lower, upper) in covers {
            ensure(lower < upper && upper.0 < concepts, || {
                format!("{lower} cannot be covered by {upper}")
            })?;
        }
        ensure(is_strictly_sorted(covers), || "its covers are out of order".to_owned())?;
        let (found, claimed) = (covers.len(), self.facts.covers);
        ensure(found as u64 == claimed, || format!("it has {found} covers, but claims {claimed}"))?;
        let pairs: Vec<(u32, u32)> = covers.iter().map(|(low, up)| (low.0, up.0)).collect();
        Ok(Covers::from_upper(Self::group_pairs(&pairs, concepts as usize, "its covers")?))
    }

    pub(super) fn check_members(
        self,
        members: &[(ConceptId, PointId)],
        concepts: &Concepts,
    ) -> CheckResult<Members> {
        ensure(is_strictly_sorted(members), || {
            "the points of a cluster are out of order".to_owned()
        })?;
        members.iter().try_for_each(|&(_, point)| self.check_point(point))?;
        let pairs: Vec<(u32, u32)> = members.iter().map(|(of, point)| (of.0, point.0)).collect();
        let lists = Self::group_pairs(&pairs, concepts.len(), "the points of its clusters")?;
        for (id, list) in ConceptId::first(lists.len()).zip(lists.iter()) {
            let (size, found) = (concepts.size(id), list.len());
            ensure(found == size as usize, || format!("{id} has size {found}, not {size}"))?;
        }
        Ok(Members::from_lists(self.points.len(), &lists))
    }

    pub(super) fn check_classes(self, classes: Vec<ClassFacts>) -> CheckResult<Vec<ClassFacts>> {
        let known = self.points.classes();
        let sizes = known.map_or(Vec::new(), |known| known.sizes());
        let names = known.map_or(&[][..], |known| known.names());
        ensure(classes.iter().map(|class| &class.name).eq(names), || {
            "its classes are not those of its points".to_owned()
        })?;
        for (class, points) in classes.iter().zip(sizes) {
            let ClassFacts { name, size, concepts, largest_pure, dendrogram_purity, chance } =
                class;
            let is_counted = *size == points && *concepts <= self.facts.concepts.into();
            ensure(is_counted, || format!("class {name:?} has {size} points, leads {concepts}"))?;
            largest_pure.map_or(Ok(()), |id| self.check_concept(id))?;
            ensure(
                [dendrogram_purity, chance].into_iter().flatten().copied().all(is_share),
                || format!("the purity of class {name:?} is not from 0 to 1"),
            )?;
        }
        Ok(classes)
    }

    pub(super) fn check_near_points(
        self,
        rows: Vec<(PointId, PointId, Option<f64>)>,
    ) -> CheckResult<NearPoints> {
        if rows.is_empty() {
            return Ok(NearPoints::default());
        }
        rows.iter().try_for_each(|&(point, other, _)| {
            self.check_point(point)?;
            self.check_point(other)
        })?;
        let pairs: Vec<(u32, u32)> = rows.iter().map(|row| (row.0.0, row.1.0)).collect();
        let lists = Self::group_pairs(&pairs, self.points.len(), "nearest points")?;
        let distances: Vec<f64> = rows.iter().filter_map(|row| row.2).collect();
        let is_whole = distances.is_empty() || distances.len() == rows.len();
        let is_distance = |far: &f64| far.is_finite() && *far >= 0.0;
        ensure(is_whole && distances.iter().all(is_distance), || {
            "a distance of nearest points is missing or impossible".to_owned()
        })?;
        Ok(NearPoints { lists, distances })
    }

    pub(super) fn check_communities(
        self,
        all: Vec<(CommunityId, Community)>,
        overlaps: Vec<Overlap>,
    ) -> CheckResult<Communities> {
        let in_order = all.iter().map(|(id, _)| *id).eq(CommunityId::first(all.len()));
        ensure(in_order, || "a community is missing".to_owned())?;
        let all = all.into_iter().map(|(_, one)| one).collect();
        let found = Communities { all, overlaps };
        let Communities { all, overlaps } = &found;
        let classes = self.points.classes().map_or(0, |classes| classes.names().len());
        for (id, one) in CommunityId::first(all.len()).zip(all) {
            let name = &one.name;
            let is_name = communities::canonical_name(name).as_ref() == Some(name)
                && found.find(name) == Some(id);
            ensure(is_name, || format!("the community name {name:?} is not valid, or not unique"))?;
            ensure(one.points.max(one.touching) as usize <= self.points.len(), || {
                format!("{name} has or touches more points than the graph has")
            })?;
            let is_point = |name: &String| self.points.find(name).is_some();
            ensure(one.typical.iter().all(is_point), || {
                format!("a typical point of {name} does not exist")
            })?;
            let (class, purity) = one.majority_and_purity.unzip();
            let shares = [one.cohesion, one.separation, purity];
            ensure(shares.into_iter().flatten().all(is_share), || {
                format!("a share of {name} is not from 0 to 1")
            })?;
            ensure(class.is_none_or(|class| class.index() < classes), || {
                format!("the class of {name} does not exist")
            })?;
            let around = one.parent.and_then(|parent| all.get(parent.index()));
            let is_within = around.is_none_or(|around| one.points <= around.points);
            ensure(is_within, || format!("{name} has more points than its parent"))?;
            // Groups come before parts, and parts before joins. A part lies in a group, and groups
            // and joins lie in a later join.
            let above = one.parent.map(|parent| all.get(parent.index()).map(|above| above.level));
            let fits = match (one.level, above) {
                (_, None) => one.level != Level::Part,
                (Level::Part, Some(above)) => above == Some(Level::Group),
                (_, Some(above)) => above == Some(Level::Join) && one.parent > Some(id),
            };
            let is_next =
                id.0.checked_sub(1).is_none_or(|last| all[last as usize].level <= one.level);
            ensure(fits && is_next, || format!("the place of {name} in the tree is not possible"))?;
            one.cluster.map_or(Ok(()), |id| self.check_concept(id))?;
        }
        let pairs: Vec<_> = overlaps.iter().map(|overlap| (overlap.one, overlap.other)).collect();
        let fits = pairs.iter().all(|&(one, other)| one < other && other.index() < all.len());
        let shares = overlaps.iter().all(|of| is_share(of.jaccard) && is_share(of.separation));
        let holds = |of: &Overlap| {
            fits && of.points <= all[of.one.index()].points.min(all[of.other.index()].points)
        };
        let held = overlaps.iter().all(holds);
        ensure(is_strictly_sorted(&pairs) && fits && shares && held, || {
            "an overlap of communities is not possible".to_owned()
        })?;
        Ok(found)
    }

    pub(super) fn check_membership(
        self,
        rows: Vec<(PointId, CommunityId, f64)>,
        communities: &Communities,
    ) -> CheckResult<Membership> {
        let mut membership: Membership = vec![Vec::new(); self.points.len()];
        for (point, id, share) in rows {
            self.check_point(point)?;
            membership[point.index()].push((id, share));
        }
        let communities = communities.all.len();
        for (point, shares) in self.points.ids().zip(&membership) {
            let is_possible = shares.is_sorted_by(|one, other| one.0 < other.0)
                && shares
                    .iter()
                    .all(|&(id, share)| id.index() < communities && share > 0.0 && share <= 1.0);
            ensure(is_possible, || {
                let point = self.points.name(point);
                format!("the shares of point {point:?} in communities are not possible")
            })?;
        }
        Ok(membership)
    }

    pub(super) fn check_features(self, features: Features) -> CheckResult<Features> {
        let Features { names, values } = &features;
        let (width, points, found) = (names.len(), self.points.len(), values.len());
        let claimed = self.facts.features as usize;
        ensure(width == claimed && found == width * points, || {
            format!("it has {found} values of {width} features of {points} points")
        })?;
        ensure(values.iter().all(|value| value.is_finite()), || {
            "a value of a feature is not a finite number".to_owned()
        })?;
        Ok(features)
    }
}
