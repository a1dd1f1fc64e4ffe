//! What the classes and the points have to do with the concepts, counted again.

use super::communities;
use super::faults::Faults;
use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::progress::Progress;
use crate::communities::{CommunityResult, main_group};
use crate::homes::{Homes, weight};
use crate::purity::ClassCounts;
use crate::store::{Concept, LatticeStore, Result, StoredContext};

/// Counts over the concepts seen so far, in their order.
pub(super) struct Led<'a> {
    stored: &'a StoredContext,
    /// For each class, how many concepts it leads, and its largest pure concept.
    classes: Vec<(u64, Option<(u32, ConceptId)>)>,
    boundary: Vec<Option<ConceptId>>,
    homes: Homes,
    /// What is claimed of communities, and the main group of each point there.
    claimed: Option<&'a CommunityResult>,
    groups: Vec<Option<ClassId>>,
    /// The first concept that is not in the group of most of its points.
    elsewhere: Option<ConceptId>,
    /// Whether all concepts were seen.
    whole: bool,
}

impl<'a> Led<'a> {
    pub(super) fn new(stored: &'a StoredContext, claimed: Option<&'a CommunityResult>) -> Self {
        let classes = stored.points.classes().map_or(0, |classes| classes.names().len());
        let points = if classes == 0 { 0 } else { stored.points.len() };
        let (classes, boundary) = (vec![(0, None); classes], vec![None; points]);
        let homes = Homes::none(stored.points.len());
        let group = |(found, shares): (&CommunityResult, &Vec<(CommunityId, f64)>)| {
            main_group(&found.communities, shares).map(|(id, _)| ClassId(id.0))
        };
        let all = claimed.into_iter().flat_map(|of| of.membership.iter().map(move |row| (of, row)));
        let (groups, elsewhere) = (all.map(group).collect(), None);
        Self { stored, classes, boundary, homes, claimed, groups, elsewhere, whole: true }
    }

    pub(super) fn count(&mut self, concept: &Concept, members: &[PointId]) {
        let (facts, n) = (&self.stored.facts, self.stored.points.len() as u32);
        let weight = weight(facts.origin, n, concept.size, concept.delta, concept.cohesion);
        self.homes.offer(concept.id, members, concept.size, weight);
        if let Some(claimed) = self.claimed {
            let mut inside = vec![0; claimed.communities.groups().len()];
            let groups = members.iter().filter_map(|point| self.groups[point.index()]);
            groups.for_each(|group| inside[group.index()] += 1);
            let group = ClassCounts::from_counts(inside).majority();
            if group != concept.community.map(|id| ClassId(id.0)) {
                self.elsewhere.get_or_insert(concept.id);
            }
        }
        let Some((class, purity)) = concept.majority_and_purity() else { return };
        let Some((led, largest)) = self.classes.get_mut(class.index()) else { return };
        *led += 1;
        if purity == 1.0 && largest.is_none_or(|(size, _)| size < concept.size) {
            *largest = Some((concept.size, concept.id));
        }
        if purity < 1.0 {
            for point in members {
                self.boundary[point.index()].get_or_insert(concept.id);
            }
        }
    }

    /// Some concepts were not seen, so nothing can be compared.
    pub(super) fn spoil(&mut self) {
        self.whole = false;
    }

    pub(super) fn compare(
        self,
        store: &dyn LatticeStore,
        faults: &mut Faults,
        progress: &Progress,
    ) -> Result<()> {
        let Some(classes) = faults.unless_damaged(store.classes())? else { return Ok(()) };
        let Some(boundary) = faults.unless_damaged(store.boundary())? else { return Ok(()) };
        let Some(homes) = faults.unless_damaged(store.homes())? else { return Ok(()) };
        faults.unless_damaged(store.features())?;
        if !self.whole {
            return Ok(());
        }
        for (class, (led, largest)) in classes.iter().zip(&self.classes) {
            if class.concepts != *led || class.largest_pure != largest.map(|(_, id)| id) {
                faults.add(format!("class {:?} does not lead the clusters it claims", class.name));
            }
        }
        let points = &self.stored.points;
        let met = "does not meet another class where it claims";
        faults.differs(points, &boundary, &self.boundary, met);
        if faults.differs(points, &homes, &self.homes.ids(), "has another home than it claims") {
            return Ok(());
        }
        if let Some(claimed) = self.claimed {
            communities::compare(store, self.stored, claimed, faults, progress)?;
        }
        // It may follow from what was found before.
        if let Some(id) = self.elsewhere {
            faults.add(format!("{id} is in another group than most of its points"));
        }
        Ok(())
    }
}
