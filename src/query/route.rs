//! Which way a question is answered: the one place that decides it.
//!
//! A query is answered by its statement, unless a shorter way is declared here. A pair of files in
//! `queries/` becomes a query by being there; the program knows more than the files about a few of
//! them ([`Known`]), and each `match` here names all of these, so that a new one is decided on, not
//! forgotten.
//!
//! - [`Shortcut`]: the same answer from the stored graph and its context, by walks and look-ups
//!   that a query language cannot express. Tests compare each with its statement.
//! - [`Computed`]: an answer for which there is no file.
//! - [`FullQuestion`]: an answer about clusters of the full lattice that the graph does not hold.
//!   `{d1,d5}` names such a cluster, and so does the LCA of three points in an LCA graph.

use super::bind::Argument;
use super::computed::Computed;
use super::full::FullQuestion;
use super::rule;
use super::stored::Shortcut;
use super::words::{Dictionary, NamedConcept};
use crate::base::ids::{ConceptId, PointId};
use crate::base::numbers::counted;
use crate::full_lattice::Extent;
use crate::lattice::GraphKind;
use crate::store::{GraphFacts, LatticeStore};

use super::fault::Error;

/// The queries about which the program knows more than their files say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    Boundary,
    Children,
    Concept,
    Intent,
    Join,
    Lca,
    Meet,
    Members,
    Parents,
    Path,
    Points,
    Profile,
    Purity,
    Related,
    Rule,
}

impl Known {
    const ALL: [(&str, Self); 15] = [
        ("boundary", Self::Boundary),
        ("children", Self::Children),
        ("concept", Self::Concept),
        ("intent", Self::Intent),
        ("join", Self::Join),
        ("lca", Self::Lca),
        ("meet", Self::Meet),
        ("members", Self::Members),
        ("parents", Self::Parents),
        ("path", Self::Path),
        ("points", Self::Points),
        ("profile", Self::Profile),
        ("purity", Self::Purity),
        ("related", Self::Related),
        ("rule", Self::Rule),
    ];

    /// What is known about the query of that name, if anything is.
    pub(super) fn of(query: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(name, _)| *name == query).map(|(_, known)| known)
    }

    /// The question about these extents of the full lattice; none where it makes no sense there, or
    /// is answered from what is stored alone.
    fn in_the_full_lattice(self, mut extents: Vec<Extent>) -> Option<FullQuestion> {
        let last = extents.pop()?;
        let first = extents.pop();
        let one =
            |question: fn(Extent) -> FullQuestion, last| first.is_none().then(|| question(last));
        match self {
            Known::Children => one(FullQuestion::Children, last),
            Known::Concept => one(FullQuestion::Concept, last),
            Known::Intent => one(FullQuestion::Intent, last),
            Known::Join => Some(FullQuestion::Join(first?, last)),
            Known::Meet => Some(FullQuestion::Meet(first?, last)),
            Known::Members => one(FullQuestion::Members, last),
            Known::Parents => one(FullQuestion::Parents, last),
            Known::Profile => one(FullQuestion::Profile, last),
            Known::Purity => one(FullQuestion::Purity, last),
            Known::Boundary
            | Known::Lca
            | Known::Path
            | Known::Points
            | Known::Related
            | Known::Rule => None,
        }
    }

    /// The shorter way to the answer about what is stored.
    fn shortcut(self, arguments: &[Resolved]) -> Option<Shortcut> {
        let pair = || match arguments {
            &[Resolved::Concept(a), Resolved::Concept(b)] => Some((a, b)),
            _ => None,
        };
        match self {
            Known::Path => pair().map(|(a, b)| Shortcut::Path(a.min(b), a.max(b))),
            Known::Join => pair().map(|(a, b)| Shortcut::Join(a, b)),
            Known::Meet => pair().map(|(a, b)| Shortcut::Meet(a, b)),
            Known::Lca => match arguments {
                [Resolved::Points(points)] => Some(Shortcut::Lca(points.clone())),
                _ => None,
            },
            Known::Related => match arguments {
                &[Resolved::Point(point), Resolved::Other(Argument::Count(limit))] => {
                    Some(Shortcut::Related(point, limit as usize))
                }
                _ => None,
            },
            Known::Boundary
            | Known::Children
            | Known::Concept
            | Known::Intent
            | Known::Members
            | Known::Parents
            | Known::Points
            | Known::Profile
            | Known::Purity
            | Known::Rule => None,
        }
    }

    /// Whether the answer about stored clusters is the same whatever else of the full lattice is
    /// stored.
    fn is_exact_in(self, kind: GraphKind) -> bool {
        match self {
            Known::Intent | Known::Members | Known::Profile | Known::Purity | Known::Rule => true,
            // The smallest clusters of pairs are all stored; an LCA that is not stored is looked up
            // in the full lattice.
            Known::Boundary | Known::Lca | Known::Points | Known::Related => kind == GraphKind::Lca,
            Known::Children
            | Known::Concept
            | Known::Join
            | Known::Meet
            | Known::Parents
            | Known::Path => false,
        }
    }
}

/// An argument whose concept, where it is one, is stored.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Resolved {
    Concept(ConceptId),
    Point(PointId),
    Points(Vec<PointId>),
    /// A community by its name.
    Community(String),
    Other(Argument),
}

/// Which way an answer is found.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Route {
    /// By the statement of its file.
    Statement,
    /// By a shorter way, or by the statement where that finds nothing.
    Shortcut(Shortcut),
    /// In the full lattice, for which there is no statement.
    FullLattice(FullQuestion),
    /// By the program, for a query that has no statement.
    Computed(Computed),
}

/// The way to the answer, and the arguments with every concept a stored one; without arguments
/// where the full lattice answers.
///
/// # Errors
/// A cluster that is not stored and that the query needs stored; a failure of the store.
pub(super) fn choose<S: LatticeStore + ?Sized>(
    store: &S,
    dictionary: &Dictionary,
    query: &str,
    arguments: Vec<Argument>,
) -> Result<(Route, Vec<Resolved>), Error> {
    if let Some(question) = Computed::of(store, dictionary, query, &arguments)? {
        return Ok((Route::Computed(question), Vec::new()));
    }
    let known = Known::of(query);
    if let Some(known) = known
        && let Some(question) = full_question(store, dictionary, known, &arguments)?
    {
        return Ok((Route::FullLattice(question), Vec::new()));
    }
    let resolve = |argument| {
        Ok(match argument {
            Argument::Concept(named) => {
                Resolved::Concept(dictionary.stored_concept(store, &named)?)
            }
            Argument::Point(point) => Resolved::Point(point),
            Argument::Points(points) => Resolved::Points(points),
            Argument::Community(word) => {
                Resolved::Community(dictionary.stored_community(store, &word)?)
            }
            other => Resolved::Other(other),
        })
    };
    let mut resolved = arguments.into_iter().map(resolve).collect::<Result<Vec<_>, Error>>()?;
    if let (Some(Known::Rule), [Resolved::Concept(id), intervals]) = (known, &mut resolved[..]) {
        *intervals = Resolved::Other(Argument::Intervals(rule::words(store, *id)?));
    }
    let shortcut = known.and_then(|known| known.shortcut(&resolved));
    Ok((shortcut.map_or(Route::Statement, Route::Shortcut), resolved))
}

/// The question as one about the full lattice, where it is one: a cluster is named by its points,
/// or is an LCA that an LCA graph does not hold.
fn full_question<S: LatticeStore + ?Sized>(
    store: &S,
    dictionary: &Dictionary,
    known: Known,
    arguments: &[Argument],
) -> Result<Option<FullQuestion>, Error> {
    let stored = dictionary.stored();
    let kind = stored.facts.kind;
    if kind == GraphKind::Full {
        return Ok(None);
    }
    if let (Known::Lca, GraphKind::Lca, [Argument::Points(points)]) = (known, kind, arguments) {
        let extent = stored.context.closure(points);
        let missing = store.find_by_key(&[stored.key_of(&extent)])?.contains(&None);
        return Ok(missing.then(|| FullQuestion::Lca(points.clone())));
    }
    let generated =
        |argument: &Argument| matches!(argument, Argument::Concept(NamedConcept::Generated { .. }));
    if !arguments.iter().any(generated) {
        return Ok(None);
    }
    let mut extents = Vec::new();
    for argument in arguments {
        let Argument::Concept(named) = argument else { return Ok(None) };
        extents.push(dictionary.extent(store, named)?);
    }
    Ok(known.in_the_full_lattice(extents))
}

/// What an answer is exact for, in words; nothing for a full lattice, or where it makes no
/// difference.
pub(super) fn scope(facts: &GraphFacts, query: &str, route: &Route) -> Option<String> {
    let describes = matches!(route, Route::Computed(Computed::Describe(_)));
    if matches!(route, Route::FullLattice(_)) || describes && facts.kind != GraphKind::Full {
        return Some("in the full lattice".to_owned());
    }
    if Known::of(query).is_some_and(|known| known.is_exact_in(facts.kind)) {
        return None;
    }
    part_of(facts)
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
