//! A shortest chain of covers, walked step by step.

use std::collections::BTreeSet;

use super::{LatticeStore, Result};
use crate::base::ids::ConceptId;

type Layer = BTreeSet<ConceptId>;

/// [`LatticeStore::path`]. Both ends look for each other, layer by layer, the narrower layer first.
pub(super) fn path<S: LatticeStore + ?Sized>(
    store: &S,
    from: ConceptId,
    to: ConceptId,
) -> Result<Option<Vec<ConceptId>>> {
    let upper = |of: &Layer| -> Result<Layer> {
        let of: Vec<ConceptId> = of.iter().copied().collect();
        Ok(store.upper(&of)?.into_iter().map(|(_, upper)| upper).collect())
    };
    let lower = |of: &Layer| -> Result<Layer> {
        let of: Vec<ConceptId> = of.iter().copied().collect();
        Ok(store.lower(&of)?.into_iter().map(|(lower, _)| lower).collect())
    };
    // Layer i of `above` is i covers above the lower end and not fewer; layer i of `below` is i
    // covers below the upper end.
    let (mut above, mut below) = (vec![Layer::from([from])], vec![Layer::from([to])]);
    let (mut met_above, mut met_below) = (above[0].clone(), below[0].clone());
    let mut meeting = &above[0] & &below[0];
    while meeting.is_empty() {
        let (up, down) = (&above[above.len() - 1], &below[below.len() - 1]);
        if up.is_empty() || down.is_empty() {
            return Ok(None);
        }
        let (mut next, layers, met) = match up.len() <= down.len() {
            true => (upper(up)?, &mut above, &mut met_above),
            false => (lower(down)?, &mut below, &mut met_below),
        };
        // Ids rise along covers, so whatever is beyond the other end leads nowhere.
        next.retain(|id| (from..=to).contains(id) && met.insert(*id));
        layers.push(next);
        meeting = &above[above.len() - 1] & &below[below.len() - 1];
    }
    // The part below the upper end that leads to the meeting.
    let mut leading = vec![meeting];
    for layer in below.iter().rev().skip(1) {
        leading.push(&upper(&leading[leading.len() - 1])? & layer);
    }
    let steps = leading.iter().rev().skip(1).chain(above.iter().rev().skip(1));
    let mut chain = vec![to];
    for layer in steps {
        let below_last = lower(&Layer::from([chain[chain.len() - 1]]))?;
        chain.extend((&below_last & layer).first());
    }
    chain.reverse();
    Ok(Some(chain))
}
