//! What a person should know besides the rows of an answer: why there are none, what they mean.

use super::Error;
use super::answers::Asked;
use super::bind::Argument;
use super::names::NamedConcept;
use super::rule;
use crate::base::name_list::quote;
use crate::base::numbers::{counted, grouped};
use crate::base::rows::{Rows, Value};
use crate::store::summaries::with_and;
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
            "intent" if !self.is_ready() => {
                "the attributes of this graph are its points; a ready context has others"
            }
            "intent" => "its points share no attribute",
            "parents" => "nothing larger holds it",
            "children" => "nothing smaller is in it",
            "meet" => "no cluster lies in both",
            "containing" | "lca" => "no cluster is that small",
            "nearest" => "this graph has no neighbours: it was made from a ready context",
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
                points.extend(self.extent(*named)?);
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
                let cluster = self.dictionary.cluster(self.store, *named)?;
                all.push(format!("{cluster} for {}", self.dictionary.communities().name(*id)));
            }
        }
        Ok((!all.is_empty()).then(|| format!("the clusters most like them: {}", all.join(", "))))
    }

    /// What a person should know besides the rows.
    pub(super) fn notes(&self, rows: &Rows) -> Result<Vec<String>, Error> {
        let more = match self.query {
            "landmarks" => coverage(self.facts(), rows),
            "rule" => rule::note(rows),
            "communities" => self.verdict()?,
            "contrast" => self.compared()?,
            "lca" => self.at_top(rows),
            "meet" | "path" => self.stand_ins()?,
            _ => None,
        };
        let by_features = ["contrast", "describe", "why"].contains(&self.query)
            && self.facts().has_left_out_features();
        let without = (by_features && !rows.rows.is_empty()).then(|| NO_FEATURES.to_owned());
        Ok(more.into_iter().chain(without).collect())
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

    /// That no cluster but that of all points holds some points.
    fn at_top(&self, rows: &Rows) -> Option<String> {
        let [row] = &rows.rows[..] else { return None };
        let [Value::Text(word), Value::Int(size), ..] = &row[..] else { return None };
        let [Argument::Points(points)] = self.arguments else { return None };
        let names = points.iter().map(|&point| self.points().name(point));
        let them = match points.len() <= NAMED {
            true => with_and(names.map(quote)),
            false => "them all".to_owned(),
        };
        let apart = format!("no cluster but that of all points holds {them}");
        let all = i64::from(self.facts().points);
        match self.dictionary.communities().find(word) {
            Some(_) => Some(format!("{apart}; {word} is the smallest community with them")),
            None => (*size == all && all > 2).then_some(apart),
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
