//! Points in a load: their properties, and the nodes that they stand for.

use std::ops::Range;

use neo4rs::{BoltBoolean, BoltType};

use super::rows::{Loading, all, indices, labels};
use super::value::{int, list, map, maybe, real, text};
use crate::base::generator_notation;
use crate::base::ids::PointId;
use crate::store::neo4j_files::{look, names};

/// Parameters of a statement.
type Parameters = Vec<(&'static str, BoltType)>;

impl Loading<'_> {
    /// What the points are called, in order.
    pub(super) fn point_names(&self) -> &[String] {
        self.stored.points.names()
    }

    /// What the graph's node says about the nodes that points stand for, if any.
    pub(super) fn attached_properties(&self) -> Vec<(&'static str, BoltType)> {
        let Some(attach) = &self.attach else { return Vec::new() };
        let as_points = BoltType::Boolean(BoltBoolean::new(attach.as_points));
        vec![("attached", text(&attach.to_string())), ("attachedAsPoints", as_points)]
    }

    /// The numbers of some points with their names.
    pub(super) fn named_points(
        &self,
        range: &Range<u32>,
    ) -> impl Iterator<Item = (i64, &str)> + Clone {
        let names = &self.point_names()[indices(range)];
        range.clone().zip(names).map(|(at, name)| (i64::from(at) + 1, name.as_str()))
    }

    /// Points with their properties.
    pub(super) fn points(&self, range: &Range<u32>) -> Parameters {
        let classes = self.stored.points.classes();
        let width = self.features.names.len();
        let features: Vec<_> =
            self.features.names.iter().map(|name| names::of_feature(name)).collect();
        let kept: Vec<_> = self.kept_names().iter().map(|name| names::of_feature(name)).collect();
        let properties = |at: usize| {
            let point = PointId(at as u32);
            let (name, class) =
                (self.stored.points.name(point), self.stored.points.class_name(point));
            let quoted = generator_notation::quote(name);
            let own = [
                ("row", int(self.stored.points.row(point))),
                ("name", text(name)),
                ("class", maybe(class, text)),
                ("key", int(self.stored.keys[at] as i64)),
                ("boundary", maybe(self.boundary.get(at).copied().flatten(), |c| int(c.number()))),
                ("home", maybe(self.homes.get(at).copied().flatten(), |c| int(c.number()))),
                (
                    "quoted",
                    maybe(Some(&quoted).filter(|&quoted| quoted != name), |quoted| text(quoted)),
                ),
            ];
            let values = &self.features.values[at * width..(at + 1) * width];
            let values = values.iter().map(|&value| real(value));
            let cells = self.stored.points.kept().of_point(point).iter();
            let cells = cells.map(|cell| maybe(Some(cell).filter(|c| !c.is_empty()), |c| text(c)));
            let features = features.iter().map(|name| &**name).zip(values);
            let kept = kept.iter().map(|name| &**name).zip(cells);
            map(own.into_iter().chain(features).chain(kept))
        };
        let class = |at: usize| maybe(classes, |classes| int(classes.of()[at].number()));
        let colour = |at: usize| classes.map(|classes| look::of_class(classes.of()[at].index()));
        let colours = indices(range).map(colour);
        vec![
            ("ids", all(range)),
            ("classes", list(indices(range).map(class))),
            ("properties", list(indices(range).map(properties))),
            ("labels", labels(colours.enumerate())),
        ]
    }
}
