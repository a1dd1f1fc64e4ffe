//! What sets two sets of points apart from each other, column by column.
//!
//! Points that are in both are on neither side, unless one lies in the other: then the smaller one
//! is compared with the rest of the larger.

use std::collections::BTreeSet;

use super::{Asked, Found};
use crate::base::ids::PointId;
use crate::base::numbers::{counted, grouped};
use crate::base::rows::Value;
use crate::differences::{Columns, Difference, Measure};
use crate::query::bind::Argument;
use crate::query::error::Error;
use crate::query::names::NamedConcept;

/// Two sets of points that are compared, and those in both.
struct Sides {
    one: Vec<PointId>,
    other: Vec<PointId>,
    both: Vec<PointId>,
}

impl Asked<'_> {
    fn sides(&self, one: NamedConcept, other: NamedConcept) -> Result<Sides, Error> {
        let [one, other] = [self.extent(one)?, self.extent(other)?];
        let [own, its] =
            [&one, &other].map(|points| points.iter().copied().collect::<BTreeSet<_>>());
        let both: Vec<PointId> = own.intersection(&its).copied().collect();
        let only = |own: &BTreeSet<PointId>, its| own.difference(its).copied().collect();
        Ok(match [both.len() == one.len(), both.len() == other.len()] {
            [true, false] => Sides { one, other: only(&its, &own), both },
            [false, true] => Sides { one: only(&own, &its), other, both },
            _ => Sides { one: only(&own, &its), other: only(&its, &own), both },
        })
    }

    /// The columns in which two differ, those first in which they differ most.
    pub(super) fn contrast(
        &self,
        one: NamedConcept,
        other: NamedConcept,
        most: u64,
    ) -> Result<Found, Error> {
        let Sides { one, other, .. } = self.sides(one, other)?;
        if one.is_empty() || other.is_empty() {
            return Ok(Vec::new().into());
        }
        let features = self.store.features()?;
        let columns = Columns::of(&features, self.points().kept());
        let found = columns.between(&one, &other);
        let found: Vec<&Difference<'_>> = found.iter().flat_map(Difference::each).collect();
        let row = |one: &&Difference<'_>| {
            let value = match &one.measure {
                Measure::Mean => Value::Null,
                Measure::Yes => Value::text("yes"),
                Measure::Word(word) => Value::text(*word),
                Measure::Holds(word) => Value::text(word),
            };
            let numbers = [one.inside.mean, one.outside.mean, one.strength];
            let numbers = numbers.map(|number| Value::real(Some(number)));
            [&[Value::text(one.column), value], &numbers[..]].concat()
        };
        Ok(Found::first_of(found.len(), found.iter().take(most as usize).map(row).collect()))
    }

    /// How many points are compared, and which are in both.
    pub(in crate::query) fn compared(&self) -> Result<Option<String>, Error> {
        let [Argument::Concept(first), Argument::Concept(second), _] = self.arguments else {
            return Ok(None);
        };
        let Sides { one, other, both } = self.sides(*first, *second)?;
        let names = [first, second].map(|named| self.dictionary.word(*named));
        let [one, other] = [&one, &other].map(|side| counted(side.len() as u64, "point", "points"));
        let both = match (both.len(), first, second) {
            (0, ..) => String::new(),
            (count, NamedConcept::Community(_), NamedConcept::Community(_)) => {
                format!("; {} in both: between {}", grouped(count as u64), names.join(" "))
            }
            (count, ..) => format!("; {} in both", grouped(count as u64)),
        };
        let [first, second] = names;
        Ok(Some(format!(
            "one: {one} of {first}, other: {other} of {second}{both}; differences of means in \
             standard deviations, of shares by Cohen's h"
        )))
    }
}
