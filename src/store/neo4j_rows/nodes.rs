//! The nodes of a stored graph with their properties, and the classes of clusters, which are read
//! together with them.

use std::ops::Range;
use std::rc::Rc;

use super::block::{Block, Column};
use super::look;
use super::names;
use super::source::{GraphRows, indices, numbers, ties};
use crate::base::generator_notation;
use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::communities::main_group;
use crate::purity::ClassCounts;
use crate::store::{Concept, Result};

impl GraphRows<'_> {
    /// Labels for a style sheet, where they are wanted.
    pub(super) fn labels(
        &self,
        all: impl Iterator<Item = Vec<&'static str>>,
    ) -> Option<Vec<Vec<&'static str>>> {
        self.with_display_labels.then(|| all.collect())
    }

    pub(super) fn classes(&self, range: &Range<u32>) -> Block {
        let some = || self.classes[indices(range)].iter();
        Block {
            ids: numbers(range),
            columns: vec![
                Column::text("name", some().map(|class| class.name.clone())),
                Column::long("size", some().map(|class| i64::from(class.size))),
                Column::long("concepts", some().map(|class| class.concepts as i64)),
                Column::double("dendrogramPurity", some().map(|class| class.dendrogram_purity)),
                Column::double("chance", some().map(|class| class.chance)),
            ],
            labels: self.labels(indices(range).map(|class| vec![look::of_class(class)])),
            ..Block::default()
        }
    }

    pub(super) fn points(&self, range: &Range<u32>) -> Block {
        let (points, features) = (&self.stored.points, &self.features);
        let ids = || range.clone().map(PointId);
        let quoted = |point| {
            let name = points.name(point);
            Some(generator_notation::quote(name)).filter(|quoted| quoted != name)
        };
        let colour = |point: PointId| {
            let of_class = |class: ClassId| Some(look::of_class(class.index()));
            let shares = |p: PointId| &self.membership[p.index()];
            let group = || Some(main_group(&self.communities, shares(point))?.0);
            let label = match points.classes() {
                Some(classes) => of_class(classes.of_point(point)),
                None => group().and_then(|id| look::of_community(&self.communities, id)),
            };
            label.into_iter().collect()
        };
        let place = |point: PointId| self.communities.main_place(&self.membership[point.index()]);
        let named = features.names.iter().enumerate().map(|(at, name)| {
            Column::double(names::of_feature(name), ids().map(move |p| features.value(p, at)))
        });
        let kept = self.kept_names().iter().enumerate().map(|(at, name)| {
            let (name, kind) = (names::of_feature(name), points.kept().kinds()[at]);
            Column::of_cells(name, kind, ids().map(|point| &*points.kept().of_point(point)[at]))
        });
        let [x, y] = [0, 1].map(|axis| ids().map(move |p| points.places()[p.index()][axis]));
        let [named_x, named_y] = self.place_properties();
        Block {
            ids: numbers(range),
            columns: vec![
                Column::long("row", ids().map(|point| i64::from(points.row(point)))),
                Column::text("name", ids().map(|point| points.name(point).to_owned())),
                Column::text("class", ids().map(|p| points.class_name(p).map(str::to_owned))),
                Column::long("key", ids().map(|point| self.stored.keys[point.index()] as i64)),
                Column::truth("ownNeighbor", ids().map(|point| self.is_own_neighbor(point))),
                Column::text("quoted", ids().map(quoted)),
                Column::text("community", ids().map(|p| place(p).community.map(str::to_owned))),
                Column::double("share", ids().map(|point| place(point).share)),
                Column::text("part", ids().map(|point| place(point).part.map(str::to_owned))),
                Column::double(named_x, x),
                Column::double(named_y, y),
            ],
            own: named.chain(kept).collect(),
            labels: self.labels(ids().map(colour)),
            ..Block::default()
        }
    }

    /// Concepts in descending order, read once for several kinds of rows.
    pub(super) fn read(&self, range: &Range<u32>) -> Result<Rc<Vec<Concept>>> {
        if self.read.borrow().0 != *range {
            let ids: Vec<ConceptId> = range.clone().rev().map(ConceptId).collect();
            self.read.replace((range.clone(), Rc::new(self.graph.concepts(&ids)?)));
        }
        Ok(Rc::clone(&self.read.borrow().1))
    }

    pub(super) fn concepts(&self, range: &Range<u32>) -> Result<Block> {
        let concepts = self.read(range)?;
        let points = &self.stored.points;
        let majority = |concept: &Concept| concept.majority_and_purity();
        let class = |of| Some(points.classes()?.name(majority(of)?.0).to_owned());
        let generator = |concept: &Concept| {
            generator_notation::write(concept.generator.iter().map(|&point| points.name(point)))
        };
        let look = |concept: &Concept| {
            let of_group = |id| look::of_community(&self.communities, id);
            let colour = match majority(concept) {
                Some((class, _)) => Some(look::of_class(class.index())),
                None => concept.community.and_then(of_group),
            };
            let size = look::of_size(concept.size.into(), points.len());
            colour.into_iter().chain([size]).collect()
        };
        let group = |concept: &Concept| Some(self.communities.name(concept.community?).to_owned());
        let all = || concepts.iter();
        Ok(Block {
            ids: all().map(|concept| concept.id.number()).collect(),
            columns: vec![
                Column::text("name", all().map(|concept| concept.id.to_string())),
                Column::long("size", all().map(|concept| i64::from(concept.size))),
                Column::long("intentSize", all().map(|concept| i64::from(concept.intent_size))),
                Column::double("purity", all().map(|of| majority(of).map(|(_, purity)| purity))),
                Column::text("majorityClass", all().map(class)),
                Column::long("key", all().map(|concept| concept.key as i64)),
                Column::long("delta", all().map(|concept| i64::from(concept.delta))),
                Column::double("cohesion", all().map(|concept| concept.cohesion)),
                Column::long("gap", all().map(|concept| concept.gap.map(i64::from))),
                Column::text("community", all().map(group)),
                Column::text("generator", all().map(generator)),
                Column::texts(
                    "generatorNames",
                    all().map(|of| of.generator.iter().map(|&p| points.name(p).into()).collect()),
                ),
            ],
            labels: self.labels(all().map(look)),
            ..Block::default()
        })
    }

    pub(super) fn has_class(&self, range: &Range<u32>) -> Result<Block> {
        let concepts = self.read(range)?;
        let above = self.above.borrow_mut().of(self.graph, &concepts)?;
        let (mut pairs, mut counted, mut purity, mut around) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (concept, above) in concepts.iter().zip(above) {
            let counts = ClassCounts::from_counts(concept.counts.clone());
            let classes = ClassId::first(above.len()).zip(above).zip(&concept.counts);
            for ((class, above), &count) in classes.filter(|&(_, &count)| count > 0) {
                pairs.push((concept.id.number(), class.number()));
                counted.push(i64::from(count));
                purity.push(counts.purity_in(class));
                around.push(above);
            }
        }
        Ok(Block {
            columns: vec![
                Column::long("count", counted),
                Column::double("purity", purity),
                Column::double("purityAbove", around),
            ],
            ..ties(pairs)
        })
    }

    pub(super) fn communities(&self, range: &Range<u32>, summaries: &[String]) -> Block {
        let all = &self.communities;
        let some = || all.all[indices(range)].iter();
        let class = |id| self.stored.points.classes().map(|classes| classes.name(id).to_owned());
        let colour = |at: u32| {
            let led = all.all[at as usize].majority_and_purity;
            let label = match led {
                Some((class, _)) => Some(look::of_class(class.index())),
                None => look::of_community(all, CommunityId(at)),
            };
            label.into_iter().collect()
        };
        Block {
            ids: numbers(range),
            columns: vec![
                Column::text("name", some().map(|one| one.name.clone())),
                Column::text("level", some().map(|one| one.level.to_string())),
                Column::long("points", some().map(|one| i64::from(one.points))),
                Column::double("separation", some().map(|one| one.separation)),
                Column::long("touching", some().map(|one| i64::from(one.touching))),
                Column::double("cohesion", some().map(|one| one.cohesion)),
                Column::double("purity", some().map(|one| Some(one.majority_and_purity?.1))),
                Column::text("majorityClass", some().map(|one| class(one.majority_and_purity?.0))),
                Column::text("title", some().map(|one| one.title.clone())),
                Column::texts("apart", some().map(|one| one.list_apart())),
                Column::text("summary", summaries[indices(range)].iter().cloned()),
            ],
            labels: self.labels(range.clone().map(colour)),
            ..Block::default()
        }
    }
}
