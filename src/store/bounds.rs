//! What the numbers of one stored graph may be: whatever a backend reads passes here before it is
//! used as an id, as an index or as a size.
//!
//! Invariant: points, attributes, classes and concepts are counted as they were found, not as the
//! graph claims; ids rise along covers, so that every walk along them ends.

use super::{Concept, DamageError, StoredContext};
use crate::base::ids::{CommunityId, ConceptId, PointId};
use crate::communities::{self, Communities, Level, Membership, Overlap};
use crate::dataset::Features;
use crate::graph::ClassFacts;
use crate::near::NearPoints;

pub(super) type Checked = Result<(), DamageError>;

/// How many there are of what ids count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds<'a> {
    stored: &'a StoredContext,
}

/// Passes what holds; `otherwise` says what does not.
pub(super) fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(DamageError(otherwise())) }
}

fn rises<T: Ord>(list: &[T]) -> bool {
    list.is_sorted_by(|a, b| a < b)
}

fn is_share(share: f64) -> bool {
    (0.0..=1.0).contains(&share)
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
        let last = self.stored.facts.concepts;
        ensure(self.has(id), || format!("it names {id}, but its last cluster is c{last}"))
    }

    /// Concepts that some rows name, ascending.
    pub(super) fn concepts(self, ids: &[ConceptId]) -> Checked {
        ensure(rises(ids), || "a list of clusters is out of order".to_owned())?;
        ids.iter().try_for_each(|&id| self.concept(id))
    }

    /// A point that a row names.
    pub(super) fn point(self, point: PointId) -> Checked {
        ensure(point.index() < self.stored.points.len(), || {
            format!("it names point {}, which does not exist", point.number())
        })
    }

    /// The points of a concept, ascending.
    pub(super) fn points(self, of: ConceptId, points: &[PointId]) -> Checked {
        ensure(rises(points), || format!("the points of {of} are out of order"))?;
        points.iter().try_for_each(|&point| self.point(point))
    }

    /// Covers between concepts.
    pub(super) fn covers(self, covers: &[(ConceptId, ConceptId)]) -> Checked {
        covers.iter().try_for_each(|&(lower, upper)| {
            let is_possible = lower < upper && self.has(upper);
            ensure(is_possible, || format!("{lower} cannot be covered by {upper}"))
        })
    }

    /// What is stored of a concept.
    pub(super) fn row(self, concept: &Concept) -> Checked {
        let Concept { id, size, counts, center, cohesion, .. } = concept;
        let points = self.stored.points.len();
        center.map_or(Ok(()), |center| self.point(center))?;
        ensure(*size as usize <= points, || {
            format!("{id} has {size} points, more than there are")
        })?;
        ensure(cohesion.is_none_or(is_share), || {
            format!("the cohesion of {id} is not from 0 to 1")
        })?;
        let counted: u64 = counts.iter().map(|&count| u64::from(count)).sum();
        ensure(self.stored.points.classes().is_none() || counted == u64::from(*size), || {
            format!("{id} has {size} points, and {counted} of some class")
        })
    }

    /// What is stored of some concepts, in any order: sizes rise with ids, so that none has more
    /// points than one that it lies in.
    pub(super) fn rows(self, concepts: &[Concept]) -> Checked {
        concepts.iter().try_for_each(|concept| self.row(concept))?;
        let mut sizes: Vec<_> = concepts.iter().map(|concept| (concept.id, concept.size)).collect();
        sizes.sort_unstable();
        sizes.windows(2).try_for_each(|two| {
            let [(low, smaller), (high, larger)] = [two[0], two[1]];
            ensure(smaller <= larger, || {
                format!("{low} has {smaller} points, more than {high} with {larger}")
            })
        })
    }

    /// Checks that each requested concept has an answer, where there is such a concept.
    pub(super) fn answered(self, asked: &[ConceptId], answered: usize) -> Checked {
        ensure(asked.iter().filter(|&&id| self.has(id)).count() == answered, || {
            match (asked.iter().min(), asked.iter().max()) {
                (Some(first), Some(last)) if first < last => {
                    format!("one of {first} to {last} is missing")
                }
                (first, _) => {
                    let only = first.map_or("none".to_owned(), ToString::to_string);
                    format!("one of {only} is missing")
                }
            }
        })
    }

    /// The classes with what they have to do with the concepts.
    pub(super) fn classes(self, classes: &[ClassFacts]) -> Checked {
        let known = self.stored.points.classes();
        let sizes = known.map_or(Vec::new(), |known| known.sizes());
        let names = known.map_or(&[][..], |known| known.names());
        ensure(classes.iter().map(|class| &class.name).eq(names), || {
            "its classes are not those of its points".to_owned()
        })?;
        for (class, points) in classes.iter().zip(sizes) {
            let ClassFacts { name, size, concepts, largest_pure, dendrogram_purity, chance } =
                class;
            let is_counted = *size == points && *concepts <= self.stored.facts.concepts.into();
            ensure(is_counted, || format!("class {name:?} has {size} points, leads {concepts}"))?;
            largest_pure.map_or(Ok(()), |id| self.concept(id))?;
            ensure(
                [dendrogram_purity, chance].into_iter().flatten().copied().all(is_share),
                || format!("the purity of class {name:?} is not from 0 to 1"),
            )?;
        }
        Ok(())
    }

    /// The nearest points of each point, with their distances or without any.
    pub(super) fn near(self, near: &NearPoints) -> Checked {
        let lists = &near.lists;
        ensure(lists.is_empty() || lists.len() == self.stored.points.len(), || {
            "the nearest points are not those of its points".to_owned()
        })?;
        let is_whole = near.distances.is_empty() || near.distances.len() == lists.total();
        let is_far = |far: &f64| far.is_finite() && *far >= 0.0;
        ensure(is_whole && near.distances.iter().all(is_far), || {
            "a distance of nearest points is missing or impossible".to_owned()
        })?;
        lists.iter().flatten().try_for_each(|&point| self.point(PointId(point)))
    }

    /// The communities, as many as were read.
    pub(super) fn communities(self, found: &Communities) -> Checked {
        let Communities { all, overlaps } = found;
        let classes = self.stored.points.classes().map_or(0, |classes| classes.names().len());
        for (id, one) in CommunityId::first(all.len()).zip(all) {
            let name = &one.name;
            let is_name =
                communities::canonical(name).as_ref() == Some(name) && found.find(name) == Some(id);
            ensure(is_name, || format!("no community can be called {name:?}, or two are"))?;
            ensure(one.points.max(one.touching) as usize <= self.stored.points.len(), || {
                format!("{name} has or touches more points than there are")
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
            ensure(is_within, || format!("{name} has more points than what it lies in"))?;
            // Groups come before parts and these before joins, each below the next.
            let above = one.parent.map(|parent| all.get(parent.index()).map(|above| above.level));
            let fits = match (one.level, above) {
                (_, None) => one.level != Level::Part,
                (Level::Part, Some(above)) => above == Some(Level::Group),
                (_, Some(above)) => above == Some(Level::Join) && one.parent > Some(id),
            };
            let is_next =
                id.0.checked_sub(1).is_none_or(|last| all[last as usize].level <= one.level);
            ensure(fits && is_next, || format!("{name} cannot lie where it does"))?;
            one.cluster.map_or(Ok(()), |id| self.concept(id))?;
        }
        let pairs: Vec<_> = overlaps.iter().map(|overlap| (overlap.one, overlap.other)).collect();
        let fits = pairs.iter().all(|&(one, other)| one < other && other.index() < all.len());
        let shares = overlaps.iter().all(|of| is_share(of.jaccard) && is_share(of.separation));
        let holds = |of: &Overlap| {
            fits && of.points <= all[of.one.index()].points.min(all[of.other.index()].points)
        };
        let held = overlaps.iter().all(holds);
        ensure(rises(&pairs) && fits && shares && held, || {
            "an overlap of communities cannot be".to_owned()
        })
    }

    /// Who belongs to how many communities.
    pub(super) fn membership(self, membership: &Membership, communities: usize) -> Checked {
        for (point, shares) in self.stored.points.ids().zip(membership) {
            let is_possible = shares.is_sorted_by(|one, other| one.0 < other.0)
                && shares
                    .iter()
                    .all(|&(id, share)| id.index() < communities && share > 0.0 && share <= 1.0);
            ensure(is_possible, || {
                let point = self.stored.points.name(point);
                format!("the shares of point {point:?} in communities cannot be")
            })?;
        }
        Ok(())
    }

    /// The table behind the points.
    pub(super) fn features(self, features: &Features) -> Checked {
        let Features { names, values } = features;
        let (width, points, found) = (names.len(), self.stored.points.len(), values.len());
        let claimed = self.stored.facts.features as usize;
        ensure(width == claimed && found == width * points, || {
            format!("it has {found} values of {width} features of {points} points")
        })?;
        ensure(values.iter().all(|value| value.is_finite()), || {
            "a value of a feature is not a finite number".to_owned()
        })
    }
}
