//! What the numbers of one stored graph may be: whatever a backend reads passes here before it is
//! used as an id, as an index or as a size.
//!
//! Invariant: points, attributes, classes and concepts are counted as they were found, not as the
//! graph claims; ids rise along covers, so that every walk along them ends.

use super::{Concept, DamageError, StoredContext};
use crate::base::ids::{CommunityId, ConceptId, PointId};
use crate::communities::{self, Communities, Level, Membership};
use crate::dataset::Features;
use crate::graph::ClassFacts;

/// What checking gives.
type Checked = Result<(), DamageError>;

/// How many there are of what ids count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds<'a> {
    stored: &'a StoredContext,
}

fn damage<T>(what: String) -> Result<T, DamageError> {
    Err(DamageError(what))
}

fn rises<T: Ord>(list: &[T]) -> bool {
    list.is_sorted_by(|a, b| a < b)
}

impl<'a> Bounds<'a> {
    /// Those of a graph whose points and context were read and checked.
    pub(super) fn of(stored: &'a StoredContext) -> Self {
        Self { stored }
    }

    /// Whether there is such a concept.
    pub(super) fn has(self, id: ConceptId) -> bool {
        id.0 < self.stored.facts.concepts
    }

    /// A concept that another row names.
    pub(super) fn concept(self, id: ConceptId) -> Checked {
        match self.has(id) {
            true => Ok(()),
            false => damage(format!("it names {id}, but its last cluster is c{}", self.last())),
        }
    }

    /// Concepts that some rows name, ascending.
    pub(super) fn concepts(self, ids: &[ConceptId]) -> Checked {
        match rises(ids) {
            true => ids.iter().try_for_each(|&id| self.concept(id)),
            false => damage("a list of clusters is out of order".to_owned()),
        }
    }

    fn last(self) -> u32 {
        self.stored.facts.concepts
    }

    /// A point that a row names.
    pub(super) fn point(self, point: PointId) -> Checked {
        match point.index() < self.stored.points.len() {
            true => Ok(()),
            false => damage(format!("it names point {}, which does not exist", point.number())),
        }
    }

    /// The points of a concept, ascending.
    pub(super) fn points(self, of: ConceptId, points: &[PointId]) -> Checked {
        match rises(points) {
            true => points.iter().try_for_each(|&point| self.point(point)),
            false => damage(format!("the points of {of} are out of order")),
        }
    }

    /// Covers between concepts.
    pub(super) fn covers(self, covers: &[(ConceptId, ConceptId)]) -> Checked {
        let wrong = |(lower, upper): &&(ConceptId, ConceptId)| lower >= upper || !self.has(*upper);
        match covers.iter().find(wrong) {
            Some((lower, upper)) => damage(format!("{lower} cannot be covered by {upper}")),
            None => Ok(()),
        }
    }

    /// What is stored of a concept.
    pub(super) fn row(self, concept: &Concept) -> Checked {
        let Concept { id, size, intent_size, counts, generator, delta, cohesion, gap, .. } =
            concept;
        self.points(*id, generator)?;
        if *size as usize > self.stored.points.len() {
            return damage(format!("{id} has {size} points, more than there are"));
        }
        if *intent_size as usize > self.stored.context.attributes().len() {
            return damage(format!("{id} has {intent_size} attributes, more than there are"));
        }
        let larger = gap.map_or(0, u64::from) + u64::from(*size);
        if delta > size || *gap == Some(0) || larger > self.stored.points.len() as u64 {
            return damage(format!("{id} of {size} points cannot have that delta and gap"));
        }
        if cohesion.is_some_and(|share| !(0.0..=1.0).contains(&share)) {
            return damage(format!("the cohesion of {id} is not from 0 to 1"));
        }
        let counted: u64 = counts.iter().map(|&count| u64::from(count)).sum();
        if self.stored.points.classes().is_some() && counted != u64::from(*size) {
            return damage(format!("{id} has {size} points, and {counted} of some class"));
        }
        Ok(())
    }

    /// Checks that each requested concept has an answer, where there is such a concept.
    pub(super) fn answered(self, asked: &[ConceptId], answered: usize) -> Checked {
        match asked.iter().filter(|&&id| self.has(id)).count() == answered {
            true => Ok(()),
            false => damage(format!("one of {} is missing", span(asked))),
        }
    }

    /// The classes with what they have to do with the concepts.
    pub(super) fn classes(self, classes: &[ClassFacts]) -> Checked {
        let known = self.stored.points.classes();
        let sizes = known.map_or(Vec::new(), |known| known.sizes());
        let names = known.map_or(&[][..], |known| known.names());
        if !classes.iter().map(|class| &class.name).eq(names) {
            return damage("its classes are not those of its points".to_owned());
        }
        for (class, points) in classes.iter().zip(sizes) {
            let ClassFacts { name, size, concepts, largest_pure, .. } = class;
            if *size != points || *concepts > u64::from(self.last()) {
                return damage(format!("class {name:?} has {size} points, leads {concepts}"));
            }
            largest_pure.map_or(Ok(()), |id| self.concept(id))?;
            let purities = [class.dendrogram_purity, class.chance];
            if purities.iter().flatten().any(|purity| !(0.0..=1.0).contains(purity)) {
                return damage(format!("the purity of class {name:?} is not from 0 to 1"));
            }
        }
        Ok(())
    }

    /// The first concept of mixed classes of each point.
    pub(super) fn boundary(self, boundary: &[Option<ConceptId>]) -> Checked {
        let points = self.stored.points.classes().map_or(0, |_| self.stored.points.len());
        if boundary.len() != points {
            return damage(format!("{} of {points} points have a boundary", boundary.len()));
        }
        boundary.iter().flatten().try_for_each(|&id| self.concept(id))
    }

    /// The home of each point.
    pub(super) fn homes(self, homes: &[Option<ConceptId>]) -> Checked {
        let points = self.stored.points.len();
        if homes.len() != points {
            return damage(format!("{} of {points} points have a home", homes.len()));
        }
        homes.iter().flatten().try_for_each(|&id| self.concept(id))
    }

    /// The communities, as many as were read.
    pub(super) fn communities(self, found: &Communities) -> Checked {
        let Communities { all, overlaps } = found;
        let is_share = |share: f64| (0.0..=1.0).contains(&share);
        let classes = self.stored.points.classes().map_or(0, |classes| classes.names().len());
        for (id, one) in CommunityId::first(all.len()).zip(all) {
            let name = &one.name;
            if communities::canonical(name).as_ref() != Some(name) || found.find(name) != Some(id) {
                return damage(format!("no community can be called {name:?}, or two are"));
            }
            if one.points.max(one.touching) as usize > self.stored.points.len() {
                return damage(format!("{name} has or touches more points than there are"));
            }
            let purity = one.majority_and_purity.map(|(_, purity)| purity);
            let shares = [one.cohesion, one.separation, purity];
            if !shares.into_iter().flatten().all(is_share) {
                return damage(format!("a share of {name} is not from 0 to 1"));
            }
            if one.majority_and_purity.is_some_and(|(class, _)| class.index() >= classes) {
                return damage(format!("the class of {name} does not exist"));
            }
            // Groups come before parts and these before joins, each below the next.
            let above = one.parent.map(|parent| all.get(parent.index()).map(|above| above.level));
            let fits = match (one.level, above) {
                (_, None) => one.level != Level::Part,
                (Level::Part, Some(above)) => above == Some(Level::Group),
                (_, Some(above)) => above == Some(Level::Join) && one.parent > Some(id),
            };
            let is_next =
                id.0.checked_sub(1).is_none_or(|last| all[last as usize].level <= one.level);
            if !fits || !is_next {
                return damage(format!("{name} cannot lie where it does"));
            }
            one.cluster.map_or(Ok(()), |id| self.concept(id))?;
        }
        let fits =
            |pair: &(CommunityId, CommunityId)| pair.0 < pair.1 && pair.1.index() < all.len();
        let pairs: Vec<_> = overlaps.iter().map(|overlap| (overlap.one, overlap.other)).collect();
        let shares = overlaps.iter().all(|of| is_share(of.jaccard) && is_share(of.separation));
        match rises(&pairs) && pairs.iter().all(fits) && shares {
            true => Ok(()),
            false => damage("an overlap of communities cannot be".to_owned()),
        }
    }

    /// Who belongs to how many communities.
    pub(super) fn membership(self, membership: &Membership, communities: usize) -> Checked {
        let fits = |shares: &Vec<(CommunityId, f64)>| {
            shares.is_sorted_by(|one, other| one.0 < other.0)
                && shares
                    .iter()
                    .all(|&(id, share)| id.index() < communities && share > 0.0 && share <= 1.0)
        };
        match membership.iter().position(|shares| !fits(shares)) {
            None => Ok(()),
            Some(point) => {
                let point = self.stored.points.name(PointId(point as u32));
                damage(format!("the shares of point {point:?} in communities cannot be"))
            }
        }
    }

    /// The table behind the points.
    pub(super) fn features(self, features: &Features) -> Checked {
        let (width, points) = (features.names.len(), self.stored.points.len());
        if width != self.stored.facts.features as usize || features.values.len() != width * points {
            return damage(format!(
                "it has {} values of {width} features of {points} points",
                features.values.len()
            ));
        }
        match features.values.iter().all(|value| value.is_finite()) {
            true => Ok(()),
            false => damage("a value of a feature is not a finite number".to_owned()),
        }
    }
}

/// `c3`, or `c3 to c9`.
fn span(ids: &[ConceptId]) -> String {
    match (ids.iter().min(), ids.iter().max()) {
        (Some(first), Some(last)) if first < last => format!("{first} to {last}"),
        (Some(only), _) => only.to_string(),
        (None, _) => "none".to_owned(),
    }
}
