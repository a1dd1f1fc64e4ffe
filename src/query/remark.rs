//! What a person should know besides the rows of an answer: why there are none, that a cluster has
//! another name than the given one, what the full lattice has beyond a part of it, how many points
//! landmarks hold.

use super::computed::Computed;
use super::full::FullQuestion;
use super::route::{Known, Route};
use super::rule;
use super::stored::Shortcut;
use super::words::Dictionary;
use super::{Error, Question};
use crate::base::generator_notation;
use crate::base::ids::ConceptId;
use crate::base::numbers::{counted, grouped};
use crate::base::rows::{Rows, Value};
use crate::communities::verdict;
use crate::dataset::Origin;
use crate::full_lattice::FullLattice;
use crate::lattice::GraphKind;
use crate::select::landmarks::landmarks;
use crate::store::{GraphFacts, LatticeStore, Parameter, Result};

/// What is to be said about an answer, where something is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    /// Why there are no rows.
    pub empty: Option<String>,
    /// What the rows leave out: covers of the full lattice, points in no landmark.
    pub left_out: Option<String>,
    /// That the cluster goes by another name; enough to be said once.
    pub renamed: Option<String>,
}

impl Question<'_> {
    /// What a person should know besides these rows, its answer.
    ///
    /// # Errors
    /// A failure of the store.
    pub fn remarks(
        &self,
        store: &dyn LatticeStore,
        rows: &Rows,
    ) -> std::result::Result<Remarks, Error> {
        let empty = rows.rows.is_empty();
        Ok(Remarks {
            empty: if empty { Some(self.why_empty(store)?) } else { None },
            left_out: match &self.route {
                Route::Computed(Computed::Landmarks(most)) => coverage(store, *most)?,
                _ if self.query.name == "rule" => rule::note(rows),
                _ if self.query.name == "communities" => stand_apart(store)?,
                _ if self.query.name == "classes" => of_little_worth(&store.facts()?),
                _ if matches!(Known::of(&self.query.name), Some(Known::Join | Known::Lca)) => {
                    self.at_top(store, rows)?
                }
                _ => self.hidden(store)?,
            },
            renamed: self.renamed(store, rows)?,
        })
    }

    fn why_empty(&self, store: &dyn LatticeStore) -> Result<String> {
        let facts = store.facts()?;
        let partial = facts.kind != GraphKind::Full;
        let asked = |name: &str| self.parameter(name).unwrap_or_default();
        if let Route::Shortcut(Shortcut::Path(one, other)) = self.route {
            return not_comparable(store, one, other);
        }
        if let Route::FullLattice(question) = &self.route {
            return Ok(match question {
                FullQuestion::Parents(_) => "it is the cluster of all points".to_owned(),
                FullQuestion::Children(_) => "no cluster is smaller".to_owned(),
                FullQuestion::Intent(_) => "its points share no attribute".to_owned(),
                FullQuestion::Members(_) => "it is the empty cluster".to_owned(),
                FullQuestion::Profile(_) => NO_FEATURES.to_owned(),
                FullQuestion::Purity(_) => NO_CLASSES.to_owned(),
                _ => NOTHING.to_owned(),
            });
        }
        let without_classes = facts.classes == 0;
        let in_part = |whole: &str, part: &str| if partial { part } else { whole }.to_owned();
        Ok(match self.query.name.as_str() {
            "classes" | "purity" | "boundary" if without_classes => NO_CLASSES.to_owned(),
            "boundary" => in_part("no cluster mixes classes", "no stored cluster mixes classes"),
            "profile" | "rule" if facts.features == 0 => NO_FEATURES.to_owned(),
            "rule" => "no interval of a feature tells its points from the others".to_owned(),
            "members" => format!("{} is the empty cluster", asked("concept")),
            "intent" => "its points share no attribute".to_owned(),
            "parents" => format!("{} is the cluster of all points", asked("concept")),
            "children" => {
                let concept = asked("concept");
                in_part(
                    &format!("{concept} is the smallest cluster"),
                    &format!("no cluster below {concept} is stored"),
                )
            }
            "meet" => "no stored cluster lies in both".to_owned(),
            "containing" | "lineage" | "lca" => "no stored cluster is that small".to_owned(),
            "landmarks" if matches!(facts.origin, Origin::Neighbors { k: 1, .. }) => {
                "with k = 1 no two points are neighbours, so no cluster stands out".to_owned()
            }
            "communities" | "border" if store.communities()?.all.is_empty() => {
                "no two points have anything in common, so there are no communities".to_owned()
            }
            "border" => "no point is in more than one community".to_owned(),
            "bridge" => "no point is in both".to_owned(),
            "landmarks" => "no cluster holds together better than chance".to_owned(),
            "related" => "there is no other point".to_owned(),
            "pure" => {
                let (class, share, size) = (asked("class"), asked("purity"), asked("size"));
                format!(
                    "no cluster with {size} points or more has a share of {share} of {class}; \
                     lower one of them: pure {class} 0.9"
                )
            }
            _ => NOTHING.to_owned(),
        })
    }

    /// How many covers of a stored cluster the full lattice has beyond those of a part of it.
    fn hidden(&self, store: &dyn LatticeStore) -> std::result::Result<Option<String>, Error> {
        let (what, upward) = match Known::of(&self.query.name) {
            Some(Known::Parents) => ("parents", true),
            Some(Known::Children) => ("children", false),
            _ => return Ok(None),
        };
        let partial = store.facts()?.kind != GraphKind::Full;
        let Some(word) = self.parameter("concept").filter(|_| partial) else { return Ok(None) };
        let dictionary = Dictionary::of(store)?;
        let extent = dictionary.extent(store, &dictionary.concept(&word)?)?;
        let lattice = FullLattice::of(store)?;
        let covers = if upward { lattice.upper(&extent) } else { lattice.lower(&extent) };
        let keys: Vec<_> = covers.iter().map(|one| dictionary.stored().key_of(one)).collect();
        let missing = store.find_by_key(&keys)?.iter().filter(|found| found.is_none()).count();
        if missing == 0 {
            return Ok(None);
        }
        let name = lattice.cluster(extent)?.notation(lattice.points());
        let all = covers.len();
        Ok(Some(format!(
            "hidden: {missing} of its {all} {what} in the full lattice; all: {what} {name}"
        )))
    }

    /// That no cluster but that of all points holds some points, and which community does, if one.
    fn at_top(&self, store: &dyn LatticeStore, rows: &Rows) -> Result<Option<String>> {
        let facts = store.facts()?;
        let community = community(rows);
        if !is_whole(&facts, rows) && community.is_none() {
            return Ok(None);
        }
        // An LCA graph holds the smallest cluster of every two points.
        let is_part = matches!(facts.kind, GraphKind::Iceberg | GraphKind::Largest);
        let stored = if is_part { "stored " } else { "" };
        let what = match (community, Known::of(&self.query.name)) {
            (Some(name), _) => format!("; {name} is the smallest community with them"),
            // The join of clusters is what is asked, whatever it holds.
            (None, Some(Known::Join)) => return Ok(None),
            (None, _) => String::new(),
        };
        let asked = self.asked_points().unwrap_or_else(|| "both".to_owned());
        Ok(Some(format!("no {stored}cluster but that of all points holds {asked}{what}")))
    }

    /// That the smallest cluster of some points is named by others.
    fn renamed(&self, store: &dyn LatticeStore, rows: &Rows) -> Result<Option<String>> {
        if Known::of(&self.query.name) != Some(Known::Lca) || is_whole(&store.facts()?, rows) {
            return Ok(None);
        }
        let ([row], Some(place)) = (&rows.rows[..], place(rows, "generator")) else {
            return Ok(None);
        };
        let Some(Value::Text(generator)) = row.get(place) else { return Ok(None) };
        let own = generator_notation::read(generator).unwrap_or_default();
        let asked = self.asked_points().filter(|asked| {
            let asked = generator_notation::read(asked).unwrap_or_default();
            !own.iter().all(|name| asked.contains(name))
        });
        Ok(asked.map(|asked| {
            format!("{generator} names the same cluster as {asked}: it is the smallest with either")
        }))
    }

    /// The points of a question, as they name a cluster.
    fn asked_points(&self) -> Option<String> {
        self.parameters.iter().find_map(|(_, parameter)| match parameter {
            Parameter::Names(names) => {
                Some(generator_notation::write(names.iter().map(String::as_str)))
            }
            Parameter::Value(_) => None,
        })
    }

    /// What a parameter was given, as a word.
    fn parameter(&self, name: &str) -> Option<String> {
        let mut given = self.parameters.iter();
        given.find(|(known, _)| known == name).and_then(|(_, parameter)| match parameter {
            Parameter::Value(Value::Text(text)) => Some(text.clone()),
            Parameter::Value(Value::Int(number)) => Some(number.to_string()),
            Parameter::Value(Value::Real(number)) => Some(number.to_string()),
            Parameter::Value(Value::Json(json)) => Some(json.to_string()),
            Parameter::Value(Value::Null) | Parameter::Names(_) => None,
        })
    }
}

/// Where a column stands.
fn place(rows: &Rows, column: &str) -> Option<usize> {
    rows.columns.iter().position(|known| known == column)
}

/// Whether the only row is the cluster of all points, of which there are more than two.
fn is_whole(facts: &GraphFacts, rows: &Rows) -> bool {
    let size = || rows.rows.first()?.get(place(rows, "size")?);
    let all = i64::from(facts.points);
    all > 2 && rows.rows.len() == 1 && size() == Some(&Value::Int(all))
}

/// The name of the community that answers instead of a cluster, if one does.
fn community(rows: &Rows) -> Option<&str> {
    match (&rows.rows[..], place(rows, "concept")?) {
        ([row], at) => match &row[at] {
            Value::Text(name) if name.starts_with('g') => Some(name),
            _ => None,
        },
        _ => None,
    }
}

const NO_CLASSES: &str = "this graph has no classes; build it with a label";
const NO_FEATURES: &str = "this graph has no features: it was not made from a table of them";
const NOTHING: &str = "nothing matches";

/// How many points this many landmarks hold.
fn coverage(store: &dyn LatticeStore, most: usize) -> Result<Option<String>> {
    let chosen = landmarks(store, most)?;
    let Some(last) = chosen.last() else { return Ok(None) };
    let (held, all) = (u64::from(last.held), u64::from(store.facts()?.points));
    let clusters = counted(chosen.len() as u64, "cluster holds", "clusters hold");
    Ok(Some(match held == all {
        true => format!("{clusters} all {} points", grouped(all)),
        false => format!("{clusters} {} of {} points", grouped(held), grouped(all)),
    }))
}

/// Whether groups stand apart.
fn stand_apart(store: &dyn LatticeStore) -> Result<Option<String>> {
    let communities = store.communities()?;
    let apart = match communities.all.iter().any(|one| one.apart.is_some()) {
        true => " apart: standard deviations from the mean of all points",
        false => "",
    };
    let verdict = verdict(&communities, store.facts()?.points as usize);
    Ok(Some(format!("{verdict}{apart}")))
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

fn not_comparable(store: &dyn LatticeStore, one: ConceptId, other: ConceptId) -> Result<String> {
    let [low, high] = &store.members(&[one, other])?[..] else { return Ok(NOTHING.to_owned()) };
    let join = FullQuestion::Join(low.clone(), high.clone()).rows(store)?.concat();
    let [Value::Text(word), Value::Int(size), ..] = &join[..] else {
        return Ok(NOTHING.to_owned());
    };
    let size = counted(size.unsigned_abs(), "point", "points");
    Ok(format!("{one} and {other} are not comparable; their join is {word} with {size}"))
}
