//! What a person should know besides the rows of an answer: why there are none, what they are exact
//! for, and what they leave out.

use super::Error;
use super::answers::Asked;
use super::bind::Argument;
use super::names::NamedConcept;
use super::rule;
use crate::base::generator_notation;
use crate::base::ids::PointId;
use crate::base::numbers::{counted, grouped};
use crate::base::rows::{Rows, Value};
use crate::lattice::GraphKind;
use crate::store::{GraphFacts, NO_FEATURES};

/// At most this many points are named.
const NAMED: usize = 9;

impl Asked<'_> {
    fn facts(&self) -> &GraphFacts {
        &self.dictionary.stored().facts
    }

    /// Why there are no rows.
    pub(super) fn why_empty(&self) -> Result<String, Error> {
        let (facts, query) = (self.facts(), self.query);
        let is_part = facts.kind != GraphKind::Full;
        Ok(match query {
            "classes" | "purity" | "boundary" if facts.classes == 0 => {
                "this graph has no classes; build it with a label"
            }
            "contrast" if facts.features == 0 => "this graph has no columns to compare",
            "contrast" => "the two have the same points",
            "profile" | "rule" if facts.features == 0 => {
                "this graph has no features: it was not made from a table of them"
            }
            "rule" => "no interval of a feature tells its points from the others",
            "members" => "it is the empty cluster",
            "intent" => "its points share no attribute",
            "parents" => "nothing larger holds it",
            "children" if is_part => "nothing smaller in it is stored",
            "children" => "nothing smaller is in it",
            "meet" => "no stored cluster lies in both",
            "containing" | "lca" => "no stored cluster is that small",
            "between" if self.arguments.contains(&Argument::Nothing) => {
                "no point is in more than one group"
            }
            "between" => "no point is in both",
            "communities" => "no two points have anything in common, so there are no communities",
            "landmarks" => "no cluster holds together better than chance",
            "path" => return self.not_comparable(),
            _ => "nothing matches",
        }
        .to_owned())
    }

    /// The smallest cluster with two clusters that no chain of covers connects.
    fn not_comparable(&self) -> Result<String, Error> {
        let mut points = Vec::new();
        for argument in self.arguments {
            if let Argument::Concept(named) = argument {
                points.extend(self.dictionary.extent(self.store, named)?);
            }
        }
        let above = self.lca(&points)?.concat();
        Ok(match &above[..] {
            [Value::Text(word), Value::Int(size), ..] => {
                let size = counted(size.unsigned_abs(), "point", "points");
                format!("neither is in the other; both are in {word} with {size}")
            }
            _ => "neither is in the other".to_owned(),
        })
    }

    /// Which clusters stand for communities.
    fn stand_ins(&self) -> Result<Option<String>, Error> {
        let mut all = Vec::new();
        for argument in self.arguments {
            if let Argument::Concept(named @ NamedConcept::Community(id)) = argument {
                let cluster = self.dictionary.stored_concept(self.store, named)?;
                all.push(format!("{cluster} for {}", self.dictionary.communities().name(*id)));
            }
        }
        Ok((!all.is_empty()).then(|| format!("the clusters most like them: {}", all.join(", "))))
    }

    /// What the answer is exact for, and what it leaves out.
    pub(super) fn notes(&self, rows: &Rows) -> Result<Vec<String>, Error> {
        let more = match self.query {
            "landmarks" => coverage(self.facts(), rows),
            "rule" => rule::note(rows),
            "communities" => self.verdict()?,
            "classes" => of_little_worth(self.facts()),
            "contrast" => self.compared()?,
            "lca" => self.at_top(rows),
            "meet" | "path" => self.stand_ins()?,
            "parents" | "children" => self.hidden()?,
            _ => None,
        };
        let by_features = ["contrast", "describe", "why"].contains(&self.query)
            && self.facts().has_left_out_features();
        let without = (by_features && !rows.rows.is_empty()).then(|| NO_FEATURES.to_owned());
        Ok(self.scope().into_iter().chain(more).chain(without).collect())
    }

    /// What the answer is exact for, where the graph holds a part of the full lattice.
    fn scope(&self) -> Option<String> {
        let kind = self.facts().kind;
        match self.query {
            _ if kind == GraphKind::Full => None,
            // Whatever is stored, these answers are the same.
            "between" | "classes" | "communities" | "community" | "contrast" | "intent"
            | "members" | "membership" | "profile" | "purity" | "rule" => None,
            _ if self.is_about_a_community() => None,
            _ if self.is_of_full_lattice() => Some("in the full lattice".to_owned()),
            // The smallest cluster of every pair of points is stored.
            "boundary" | "points" if kind == GraphKind::Lca => None,
            _ => part_of(self.facts()),
        }
    }

    /// Whether a graph that holds a part of the full lattice answers from all of it.
    pub(super) fn is_of_full_lattice(&self) -> bool {
        let by_points = |argument: &Argument| {
            matches!(argument, Argument::Concept(NamedConcept::Generated { .. }))
        };
        match (self.query, self.arguments, self.facts().kind) {
            (_, _, GraphKind::Full) => false,
            ("describe", _, _) => !self.is_about_a_community(),
            ("lca" | "nearest" | "why", _, _) => true,
            ("children" | "concept" | "meet" | "parents", arguments, _) => {
                arguments.iter().any(by_points)
            }
            _ => false,
        }
    }

    /// Whether a community stands where a cluster may; no statement answers that.
    pub(super) fn is_about_a_community(&self) -> bool {
        let is_one =
            |argument: &Argument| matches!(argument, Argument::Concept(NamedConcept::Community(_)));
        self.arguments.iter().any(is_one)
    }

    /// Whether groups stand apart.
    fn verdict(&self) -> Result<Option<String>, Error> {
        let communities = self.store.communities()?;
        let has_side = |apart: &String| apart.contains(" above") || apart.contains(" below");
        let apart = match communities.all.iter().filter_map(|one| one.apart.as_ref()).any(has_side)
        {
            true => " above, below: standard deviations from the mean of all points",
            false => "",
        };
        let verdict = self.store.verdict()?;
        Ok(Some(format!("{verdict}{apart}")))
    }

    /// That no cluster but that of all points holds some points, or that a cluster is named by
    /// other points than those that were asked about.
    fn at_top(&self, rows: &Rows) -> Option<String> {
        let [row] = &rows.rows[..] else { return None };
        let [Value::Text(word), Value::Int(size), _, _, generator] = &row[..] else { return None };
        let [Argument::Points(points)] = self.arguments else { return None };
        let name = |&point: &PointId| self.lattice.points().name(point);
        let are_few = points.len() <= NAMED;
        let asked = are_few.then(|| generator_notation::write(points.iter().map(name)));
        let holds = asked.clone().unwrap_or_else(|| "them all".to_owned());
        let apart = format!("no cluster but that of all points holds {holds}");
        let all = i64::from(self.facts().points);
        match (generator, asked) {
            (Value::Null, _) => {
                Some(format!("{apart}; {word} is the smallest community with them"))
            }
            _ if *size == all && all > 2 => Some(apart),
            (Value::Text(generator), Some(asked)) => {
                let own = generator_notation::read(generator).unwrap_or_default();
                let given: Vec<&str> = points.iter().map(name).collect();
                let is_other = own.iter().any(|name| !given.contains(&name.as_str()));
                is_other.then(|| format!("{generator} names the same cluster as {asked}"))
            }
            _ => None,
        }
    }

    /// How many covers of a stored cluster the full lattice has beyond those of a part of it.
    fn hidden(&self) -> Result<Option<String>, Error> {
        let [Argument::Concept(named @ NamedConcept::Stored(_))] = self.arguments else {
            return Ok(None);
        };
        if self.facts().kind == GraphKind::Full {
            return Ok(None);
        }
        let extent = self.dictionary.extent(self.store, named)?;
        let covers = match self.query {
            "parents" => self.lattice.upper(&extent),
            _ => self.lattice.lower(&extent),
        };
        let keys: Vec<_> = covers.iter().map(|one| self.dictionary.stored().key_of(one)).collect();
        let missing = self.store.find_by_key(&keys)?.iter().filter(|id| id.is_none()).count();
        if missing == 0 {
            return Ok(None);
        }
        let name = self.lattice.cluster(extent)?.notation(self.lattice.points());
        let (query, all) = (self.query, covers.len());
        Ok(Some(format!(
            "hidden: {missing} of its {all} {query} in the full lattice; all: {query} {name}"
        )))
    }
}

/// Which clusters a graph holds, in words; nothing for a full lattice.
pub(crate) fn part_of(facts: &GraphFacts) -> Option<String> {
    match facts.kind {
        GraphKind::Full => None,
        GraphKind::Iceberg => {
            let least = counted(facts.min_size.into(), "point", "points");
            Some(format!("among the clusters with at least {least}"))
        }
        GraphKind::Lca => Some("among the clusters of this LCA graph".to_owned()),
        GraphKind::Largest => {
            let all = counted(facts.concepts.into(), "largest cluster", "largest clusters");
            Some(format!("among the {all}"))
        }
    }
}

/// How many points landmarks hold: what the last of them says.
fn coverage(facts: &GraphFacts, rows: &Rows) -> Option<String> {
    let Some(Value::Int(held)) = rows.rows.last()?.last() else { return None };
    let (held, all) = (held.unsigned_abs(), u64::from(facts.points));
    let clusters = counted(rows.rows.len() as u64, "cluster holds", "clusters hold");
    Some(match held == all {
        true => format!("{clusters} all {} points", grouped(all)),
        false => format!("{clusters} {} of {} points", grouped(held), grouped(all)),
    })
}

/// That purities say little where most pairs of points are alone.
pub fn of_little_worth(facts: &GraphFacts) -> Option<String> {
    let telling = facts.telling.filter(|telling| telling.alone > 0.5)?;
    let fault = telling.fault()?;
    let purity = match facts.dendrogram_purity.zip(facts.chance) {
        Some((purity, shuffled)) => {
            format!(
                ": shuffled labels have a dendrogram purity of {shuffled:.4}, these {purity:.4}"
            )
        }
        None => String::new(),
    };
    Some(format!("{fault}, so this graph says little{purity}; build it with another k"))
}
