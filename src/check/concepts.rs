//! Every concept by itself: its extent, intent, key, classes and place in the order.

use rayon::prelude::*;

use super::classes::Led;
use super::communities;
use super::faults::Faults;
use crate::base::ids::{ConceptId, PointId};
use crate::base::progress::Progress;
use crate::cohesion::Cohesion;
use crate::context::bits::Closures;
use crate::context::clarified::Objects;
use crate::lattice::{Children, GraphKind};
use crate::purity::{ClassCounter, ClassCounts};
use crate::store::digest::Digest;
use crate::store::{Concept, Error, GraphFacts, LatticeStore, Result, StoredContext};

const BATCH: u32 = 1 << 12;

struct Batch {
    concepts: Vec<Concept>,
    members: Vec<Vec<PointId>>,
    covers: Vec<(ConceptId, ConceptId)>,
    introduces: Vec<(ConceptId, PointId)>,
}

impl Batch {
    fn read(store: &dyn LatticeStore, ids: &[ConceptId]) -> Result<Self> {
        Ok(Self {
            concepts: store.concepts(ids)?,
            members: store.members(ids)?,
            covers: store.upper(ids)?,
            introduces: store.introduces(ids)?,
        })
    }
}

/// Reads all of them, and compares counts and digest with what the graph claims.
pub(super) fn check(
    store: &dyn LatticeStore,
    facts: &GraphFacts,
    stored: &StoredContext,
    progress: &Progress,
    faults: &mut Faults,
) -> Result<()> {
    let mut digest = faults.unless_damaged(Digest::of(store, facts, stored))?;
    let mut covers = Some(0);
    let objects = stored.context.as_objects();
    let truth = Truth {
        objects,
        closures: Closures::new(&stored.context, facts.concepts as usize),
        children: Children::of(objects.context),
        cohesion: Cohesion::of(objects, facts.origin, &stored.anchors),
        classes: stored.points.classes().map(|classes| ClassCounter::of(objects, classes)),
    };
    let claimed = communities::claimed(store, faults)?;
    let mut led = Led::new(stored, claimed.as_ref());
    let mut last: Option<(u32, Vec<PointId>)> = None;
    progress.step("checking clusters");
    progress.parts(facts.concepts.into());
    for ids in ConceptId::batches(facts.concepts, BATCH) {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        if faults.is_full() {
            return Ok(());
        }
        progress.did(ids.len() as u64);
        let Some(batch) = read(store, &ids, faults)? else {
            (digest, covers, last) = (None, None, None);
            led.spoil();
            continue;
        };
        let Batch { concepts, members, .. } = &batch;
        if let Some(digest) = &mut digest {
            digest.concepts(concepts, &batch.covers);
        }
        covers = covers.map(|covers| covers + batch.covers.len() as u64);
        let one = |(concept, members): (&Concept, &Vec<PointId>)| {
            truth.of_one(stored, concept, members, &batch.introduces)
        };
        let found: Vec<Option<String>> = concepts.par_iter().zip(members).map(one).collect();
        found.into_iter().flatten().for_each(|fault| faults.add(fault));
        for (concept, members) in batch.concepts.iter().zip(batch.members) {
            let place = (concept.size, members);
            if last.as_ref().is_some_and(|last| *last >= place) {
                faults.add(format!("{} does not come after the cluster before it", concept.id));
            }
            led.count(concept, &place.1);
            last = Some(place);
        }
    }
    if let Some((size, _)) = last.filter(|(size, _)| *size != facts.points) {
        faults.add(format!("its last cluster has {size} points, not all {}", facts.points));
    }
    if let Some(covers) = covers.filter(|&covers| covers != facts.covers) {
        faults.add(format!("it has {covers} covers, but claims {}", facts.covers));
    }
    led.compare(store, faults, progress)?;
    // It does not say where the fault is, so it comes last.
    let found = digest.map(Digest::finish);
    if found.is_some() && facts.digest != found {
        faults.add("the digest of its content is not the one it was built with".to_owned());
    }
    Ok(())
}

/// Some concepts; where they cannot be read, which of them cannot.
fn read(store: &dyn LatticeStore, ids: &[ConceptId], faults: &mut Faults) -> Result<Option<Batch>> {
    let batch = match Batch::read(store, ids) {
        Err(Error::Damaged { .. }) => None,
        batch => Some(batch?),
    };
    if batch.is_none() {
        for id in ids {
            if faults.is_full() {
                break;
            }
            faults.unless_damaged(Batch::read(store, &[*id]).map_err(|error| error.of(*id)))?;
        }
    }
    Ok(batch)
}

struct Truth<'a> {
    objects: Objects<'a>,
    closures: Closures<'a>,
    children: Children<'a>,
    cohesion: Option<Cohesion<'a>>,
    classes: Option<ClassCounter>,
}

impl Truth<'_> {
    /// The first fault of a concept.
    fn of_one(
        &self,
        stored: &StoredContext,
        concept: &Concept,
        members: &[PointId],
        introduces: &[(ConceptId, PointId)],
    ) -> Option<String> {
        let Concept { id, size, intent_size, key, counts, generator, delta, .. } = concept;
        let (facts, context) = (&stored.facts, &stored.context);
        let extent = self.closures.objects(generator);
        let intent = context.shared(generator).len();
        let counted = self.classes.as_ref().map(|classes| classes.of_objects(&extent));
        let introduces_own = || {
            let here = members.iter().filter(|p| context.rows().get(p.index()).len() == intent);
            let from = introduces.partition_point(|(other, _)| other < id);
            let found = introduces[from..].iter().take_while(|(other, _)| other == id);
            found.map(|(_, point)| point).eq(here)
        };
        let fault = if self.objects.points(extent.clone()) != members {
            format!("the members of {id} are not the closure of its generator")
        } else if members.len() != *size as usize {
            format!("{id} has {} members, but claims {size}", members.len())
        } else if size < &facts.min_size {
            format!("{id} has {size} points, fewer than {}", facts.min_size)
        } else if intent != *intent_size as usize {
            format!("{id} has {intent} attributes, but claims {intent_size}")
        } else if stored.key_of(members).0 != *key {
            format!("the key of {id} is not the sum of its members' keys")
        } else if self.children.delta(&extent) != *delta {
            format!("the delta of {id} does not fit the size of its largest child")
        } else if self.cohesion.as_ref().and_then(|of| of.of_objects(&extent)) != concept.cohesion {
            format!("{id} has another cohesion than its members")
        } else if counted.as_ref().map_or(&[][..], ClassCounts::counts) != counts {
            format!("the class counts of {id} are not those of its members")
        } else if matches!(facts.kind, GraphKind::Full | GraphKind::Lca) && !introduces_own() {
            // Where every cluster of one point or two is kept, a point is introduced in the cluster
            // whose intent is all it has.
            format!("the points that {id} introduces are wrong")
        } else {
            return None;
        };
        Some(fault)
    }
}
