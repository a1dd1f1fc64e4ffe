//! From the words of a question to the parameters of a query, all faults told together.

use std::collections::HashMap;
use std::sync::Arc;

use super::Error;
use super::catalogue::{Parameter, ParameterKind, Query};
use crate::generator_notation;
use crate::input_error::did_you_mean;
use crate::lattice::ConceptId;
use crate::store::{Base, LatticeStore, Value};

/// What the words of a question can mean in one graph.
#[derive(Debug)]
pub struct Terms {
    base: Arc<Base>,
}

impl Terms {
    /// The points, classes and concepts of a stored graph.
    ///
    /// # Errors
    /// A failure of the store.
    pub fn of<S: LatticeStore + ?Sized>(store: &S) -> Result<Self, Error> {
        Ok(Self { base: store.base()? })
    }

    /// The points and the context.
    pub fn base(&self) -> &Base {
        &self.base
    }

    /// The point of that name, or what is wrong with it.
    ///
    /// # Errors
    /// No such point, with the nearest name.
    pub fn point(&self, word: &str) -> Result<u32, String> {
        let points = &self.base.points;
        points.find(word).map(|p| p.0).ok_or_else(|| {
            let names = points.names();
            let near = did_you_mean(word, names.iter().map(String::as_str));
            let (first, last) = (names.first(), names.last());
            let range = first.zip(last).map_or(String::new(), |(a, z)| format!(" ({a} to {z})"));
            format!(
                "there is no point {word:?}{near}; this graph has {} points{range}",
                names.len()
            )
        })
    }

    /// Points from words; a word that is no point's name may list several, `d1,d5` or `{d1,d5}`.
    ///
    /// # Errors
    /// A message for each word that is none.
    pub fn points(&self, words: &[String]) -> Result<Vec<u32>, Vec<String>> {
        let mut faults = Vec::new();
        let mut points = Vec::new();
        for word in words {
            let listed = match self.base.points.find(word) {
                Some(_) => vec![word.clone()],
                None => generator_notation::read(word)
                    .or_else(|| generator_notation::read(&format!("{{{word}}}")))
                    .unwrap_or_else(|| vec![word.clone()]),
            };
            for one in listed {
                match self.point(&one) {
                    Ok(point) if points.contains(&point) => {}
                    Ok(point) => points.push(point),
                    Err(fault) => faults.push(fault),
                }
            }
        }
        if faults.is_empty() { Ok(points) } else { Err(faults) }
    }

    /// The stored concept that `c12` or `{d1,d5}` means.
    ///
    /// # Errors
    /// No such concept, or one that this graph does not store; a failure of the store.
    pub fn concept<S: LatticeStore + ?Sized>(
        &self,
        store: &S,
        word: &str,
    ) -> Result<Result<ConceptId, String>, Error> {
        if let Some(names) = generator_notation::read(word) {
            let points = match self.points(&names) {
                Ok(points) => points,
                Err(faults) => return Ok(Err(faults.join("; "))),
            };
            let (key, size) = self.base.closure_name(&points);
            let stored = store.named(&[(key, size)])?.into_iter().flatten().next();
            return Ok(stored.ok_or_else(|| {
                format!(
                    "the smallest cluster with {word} has {size} points and is not stored in this \
                     {} graph; ask `lca` for the smallest stored ones",
                    self.base.info.text("graph")
                )
            }));
        }
        let concepts = self.base.info.number("concepts");
        let number = word.strip_prefix(['c', 'C']).unwrap_or(word).parse::<i64>();
        Ok(match number {
            Ok(number) if (1..=concepts).contains(&number) => Ok(ConceptId((number - 1) as u32)),
            _ => Err(format!(
                "there is no concept {word:?}; this graph has c1 to c{}, or name one by points that \
                 generate it, as in {{{}}}",
                concepts,
                self.base.points.names().first().map_or("", String::as_str),
            )),
        })
    }

    fn class(&self, word: &str) -> Result<String, String> {
        let names = self.base.points.classes().map_or(&[][..], |classes| classes.names());
        if names.is_empty() {
            return Err("this graph has no classes; build it with --label".to_owned());
        }
        if names.iter().any(|name| name == word) {
            return Ok(word.to_owned());
        }
        let near = did_you_mean(word, names.iter().map(String::as_str));
        Err(format!("there is no class {word:?}{near}; there are {}", names.join(", ")))
    }
}

/// The parameter that a limit from elsewhere stands for.
pub(super) const LIMIT: &str = "limit";

/// `0.9` or `90%`.
fn share(word: &str) -> Option<f64> {
    let share = match word.strip_suffix('%') {
        Some(percent) => percent.parse::<f64>().ok()? / 100.0,
        None => word.parse().ok()?,
    };
    (share > 0.0 && share <= 1.0).then_some(share)
}

/// Values for every parameter of a query, from its words. `limit` stands for the query's count.
///
/// # Errors
/// All faults of the words in one message; a failure of the store.
pub fn bind<'q, S: LatticeStore + ?Sized>(
    store: &S,
    terms: &Terms,
    query: &'q Query,
    words: &[String],
    limit: Option<u64>,
) -> Result<HashMap<&'q str, Value>, Error> {
    let mut values = HashMap::new();
    let mut faults = Vec::new();
    let mut left = words;
    for Parameter { name, kind, default } in &query.parameters {
        let taken = if *kind == ParameterKind::Points { left.len() } else { left.len().min(1) };
        let (mine, rest) = left.split_at(taken);
        left = rest;
        let value = match (kind, mine) {
            (ParameterKind::Count, []) if limit.is_some() && name == LIMIT => {
                limit.map(|l| Value::Int(l as i64))
            }
            (ParameterKind::Count, []) => {
                default.as_ref().and_then(|d| d.parse().ok()).map(Value::Int)
            }
            (ParameterKind::Share, []) => default.as_ref().and_then(|d| share(d)).map(Value::Real),
            (_, []) => {
                if default.is_none() {
                    faults.push(format!("{} is missing", name.to_uppercase()));
                }
                Some(Value::Null)
            }
            (ParameterKind::Points, words) => match terms.points(words) {
                Ok(points) if points.is_empty() => {
                    faults.push(format!("{} is missing", name.to_uppercase()));
                    None
                }
                Ok(points) => {
                    let names = terms.base.points.names();
                    let names: Vec<_> = points.iter().map(|&p| &names[p as usize]).collect();
                    Some(Value::Text(serde_json::json!(names).to_string()))
                }
                Err(several) => {
                    faults.extend(several);
                    None
                }
            },
            (kind, [word, ..]) => {
                let value = match kind {
                    ParameterKind::Concept => {
                        terms.concept(store, word)?.map(|id| Value::Text(id.to_string()))
                    }
                    ParameterKind::Class => terms.class(word).map(Value::Text),
                    ParameterKind::Count => match word.parse::<u32>() {
                        Ok(number @ 1..) => Ok(Value::Int(number.into())),
                        _ => Err(format!("{name} {word:?} is no whole number from 1")),
                    },
                    ParameterKind::Share => share(word).map(Value::Real).ok_or_else(|| {
                        format!("{name} {word:?} is no share such as 0.9 or 90%, at most 1")
                    }),
                    ParameterKind::Point | ParameterKind::Points => {
                        terms.point(word).map(|_| Value::Text(word.clone()))
                    }
                };
                match value {
                    Ok(value) => Some(value),
                    Err(fault) => {
                        faults.push(fault);
                        None
                    }
                }
            }
        };
        values.insert(name.as_str(), value.unwrap_or(Value::Null));
    }
    if let [extra, ..] = left {
        faults.push(format!("{extra:?} is one word too many"));
    }
    if faults.is_empty() {
        return Ok(values);
    }
    Err(Error::Question(format!("{}; usage: {}", faults.join("; "), query.usage())))
}
