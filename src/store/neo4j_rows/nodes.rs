//! Rows of the nodes with their properties, of the classes of concepts, and of the nearest points.

use std::ops::Range;

use super::block::{Block, Column};
use super::source::{GraphRows, indices, numbers, relationships};
use crate::base::ids::{ClassId, ConceptId, PointId};
use crate::base::numbers::to_hex;
use crate::context::delta_rows;
use crate::graph::{Concept, GraphContext};
use crate::purity::ClassCounts;

impl GraphRows<'_> {
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
            ..Block::default()
        }
    }

    pub(super) fn points(&self, range: &Range<u32>) -> Block {
        let (points, features) = (self.points, self.features);
        let ids = || range.clone().map(PointId);
        let place =
            |point: PointId| self.communities.main_membership(&self.membership[point.index()]);
        let named = self
            .feature_properties()
            .iter()
            .enumerate()
            .map(|(at, name)| Column::double(name, ids().map(move |p| features.value(p, at))));
        let kept = self.kept_properties().iter().enumerate().map(|(at, name)| {
            let kind = points.shown_columns().kinds()[at];
            Column::from_cells(
                name,
                kind,
                ids().map(|point| &*points.shown_columns().cells_of(point)[at]),
            )
        });
        let [x, y] = [0, 1].map(|axis| ids().map(move |p| self.positions[p.index()][axis]));
        Block {
            ids: numbers(range),
            columns: vec![
                Column::long("row", ids().map(|point| i64::from(points.row(point)))),
                Column::text("name", ids().map(|point| points.name(point).to_owned())),
                Column::text("class", ids().map(|p| points.class_name(p).map(str::to_owned))),
                Column::text("context", ids().map(|point| self.packed_context(point))),
                Column::text("community", ids().map(|p| place(p).community.map(str::to_owned))),
                Column::double("share", ids().map(|point| place(point).share)),
                Column::text("part", ids().map(|point| place(point).part.map(str::to_owned))),
                Column::double("outlier", ids().map(|p| points.outlier_scores()[p.index()])),
                Column::boolean("far", ids().map(|point| self.are_far[point.index()])),
                Column::double("mapX", x),
                Column::double("mapY", y),
            ],
            own: named.chain(kept).collect(),
            ..Block::default()
        }
    }

    /// Returns the concepts of a range in descending order.
    fn concepts_descending(&self, range: &Range<u32>) -> Vec<Concept> {
        range.clone().rev().filter_map(|id| self.concepts.get(ConceptId(id))).collect()
    }

    pub(super) fn concepts(&self, range: &Range<u32>) -> Block {
        let (concepts, points) = (self.concepts_descending(range), self.points);
        let majority = |concept: &Concept| concept.majority_and_purity();
        let class = |of| Some(points.classes()?.name(majority(of)?.0).to_owned());
        let centre = |concept: &Concept| Some(points.name(concept.center?).to_owned());
        let group = |concept: &Concept| Some(self.communities.name(concept.community?).to_owned());
        let all = || concepts.iter();
        Block {
            ids: all().map(|concept| concept.id.number()).collect(),
            columns: vec![
                Column::text("name", all().map(|concept| concept.id.to_string())),
                Column::long("size", all().map(|concept| i64::from(concept.size))),
                Column::double("purity", all().map(|of| majority(of).map(|(_, purity)| purity))),
                Column::text("majorityClass", all().map(class)),
                Column::double("cohesion", all().map(|concept| concept.cohesion)),
                Column::text("community", all().map(group)),
                Column::text("centre", all().map(centre)),
            ],
            ..Block::default()
        }
    }

    pub(super) fn has_class(&self, range: &Range<u32>) -> Block {
        let (mut pairs, mut counted, mut purity, mut around) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let classes = self.classes.len();
        for concept in self.concepts_descending(range) {
            let counts = ClassCounts::from_counts(concept.counts.clone());
            let above = &self.purity_above[concept.id.index() * classes..][..classes];
            let all = ClassId::first(classes).zip(above).zip(&concept.counts);
            for ((class, &above), &count) in all.filter(|&(_, &count)| count > 0) {
                pairs.push((concept.id.number(), class.number()));
                counted.push(i64::from(count));
                purity.push(counts.purity_in(class));
                around.push(above);
            }
        }
        Block {
            columns: vec![
                Column::long("count", counted),
                Column::double("purity", purity),
                Column::double("purityAbove", around),
            ],
            ..relationships(pairs)
        }
    }

    pub(super) fn communities(&self, range: &Range<u32>) -> Block {
        let all = &self.communities;
        let some = || all.all[indices(range)].iter();
        let class = |id| self.points.classes().map(|classes| classes.name(id).to_owned());
        Block {
            ids: numbers(range),
            columns: vec![
                Column::text("name", some().map(|one| one.name.clone())),
                Column::text("level", some().map(|one| one.level.to_string())),
                Column::long("size", some().map(|one| i64::from(one.points))),
                Column::double("separation", some().map(|one| one.separation)),
                Column::long("touching", some().map(|one| i64::from(one.touching))),
                Column::double("cohesion", some().map(|one| one.cohesion)),
                Column::double("purity", some().map(|one| Some(one.majority_and_purity?.1))),
                Column::text("majorityClass", some().map(|one| class(one.majority_and_purity?.0))),
                Column::text("title", some().map(|one| one.title.clone())),
                // Browser breaks lines at spaces alone.
                Column::text("caption", some().map(|one| one.title.replace('_', " "))),
                Column::texts("typical", some().map(|one| one.typical.clone())),
                Column::texts("apart", some().map(|one| one.difference_list())),
                Column::text("summary", self.summaries[indices(range)].iter().cloned()),
            ],
            ..Block::default()
        }
    }

    /// Returns all neighbours of a point, packed, in hexadecimal digits; `None` in a ready context.
    fn packed_context(&self, point: PointId) -> Option<String> {
        let GraphContext { context, anchors } = self.context;
        let row = context.rows().get(point.index()).iter();
        let neighbors = || row.map(|&at| anchors[at as usize].0);
        (!self.context.is_ready()).then(|| to_hex(&delta_rows::encode(neighbors())))
    }

    /// Returns the nearest points of each point, with their ranks and known distances.
    pub(super) fn neighbors(&self, range: &Range<u32>) -> Block {
        let (mut pairs, mut ranks, mut distances) = (Vec::new(), Vec::new(), Vec::new());
        for point in range.clone().map(PointId) {
            for (rank, (other, distance)) in (1..).zip(self.near.nearest(point)) {
                pairs.push((point.number(), other.number()));
                ranks.push(rank);
                distances.push(distance);
            }
        }
        let columns = vec![Column::long("rank", ranks), Column::double("distance", distances)];
        Block { columns, ..relationships(pairs) }
    }
}
