//! The queries about communities, from those that are found in memory.

use conceptgraph::base::ids::{CommunityId, PointId};
use conceptgraph::base::rows::Value;
use conceptgraph::communities::Community;

use super::reference::{Reference, Table, int, real, text};

impl Reference<'_> {
    /// The communities, most points first.
    pub fn communities(&self, limit: usize) -> Table {
        let all = &self.0.communities().communities.all;
        let row = |(at, one): (usize, &Community)| {
            let led = one.majority_and_purity;
            vec![
                text(CommunityId(at as u32)),
                int(one.points),
                real(one.cohesion),
                real(led.map(|(_, purity)| purity)),
                led.map_or(Value::Null, |(class, _)| self.class(class)),
                int(one.clusters.len()),
                text(one.central),
                one.apart.as_ref().map_or(Value::Null, text),
            ]
        };
        all.iter().enumerate().map(row).take(limit).collect()
    }

    /// The communities of a point, the largest share first, then by number.
    fn shares(&self, point: PointId) -> Vec<(CommunityId, f64)> {
        let mut shares = self.0.communities().membership[point.index()].clone();
        shares.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        shares
    }

    /// The communities of a point, or of all.
    pub fn membership(&self, of: Option<PointId>) -> Table {
        let rows = |point: PointId| {
            let head = vec![text(self.0.points.name(point)), self.class_of(point)];
            let row = |(id, share)| [head.clone(), vec![text(id), Value::Real(share)]].concat();
            match self.shares(point) {
                none if none.is_empty() => {
                    vec![[head.clone(), vec![Value::Null, Value::Null]].concat()]
                }
                shares => shares.into_iter().map(row).collect(),
            }
        };
        let points = self.0.points.ids().filter(|&point| of.is_none_or(|of| of == point));
        points.flat_map(rows).collect()
    }

    /// The points of a community, the largest share first.
    pub fn community(&self, of: CommunityId, limit: usize) -> Table {
        let share = |point: PointId| {
            let shares = self.shares(point);
            shares.into_iter().find(|(id, _)| *id == of).map(|(_, share)| (point, share))
        };
        let mut inside: Vec<(PointId, f64)> = self.0.points.ids().filter_map(share).collect();
        inside.sort_by(|(p, one), (q, other)| other.total_cmp(one).then(p.cmp(q)));
        let row = |(point, share): (PointId, f64)| {
            vec![text(self.0.points.name(point)), self.class_of(point), Value::Real(share)]
        };
        inside.into_iter().map(row).take(limit).collect()
    }

    /// The points in several communities, the most evenly split first.
    pub fn border(&self, limit: usize) -> Table {
        let two = |point| Some((point, *self.shares(point).first()?, *self.shares(point).get(1)?));
        let mut split: Vec<_> = self.0.points.ids().filter_map(two).collect();
        split.sort_by(|(p, one, two), (q, other, its)| {
            one.1.total_cmp(&other.1).then(its.1.total_cmp(&two.1)).then(p.cmp(q))
        });
        let row = |(point, one, two): (PointId, (CommunityId, f64), (CommunityId, f64))| {
            let head = vec![text(self.0.points.name(point)), self.class_of(point)];
            [head, vec![text(one.0), Value::Real(one.1), text(two.0), Value::Real(two.1)]].concat()
        };
        split.into_iter().map(row).take(limit).collect()
    }

    /// The points in two communities with their homes, the most evenly split first.
    pub fn bridge(&self, one: CommunityId, other: CommunityId, limit: usize) -> Table {
        let share = |point: PointId, of: CommunityId| {
            self.shares(point).into_iter().find(|(id, _)| *id == of).map(|(_, share)| share)
        };
        let both = |point| Some((point, share(point, one)?, share(point, other)?));
        let mut both: Vec<_> = self.0.points.ids().filter_map(both).collect();
        both.sort_by(|(p, a, b), (q, c, d)| c.min(*d).total_cmp(&a.min(*b)).then(p.cmp(q)));
        let row = |(point, one, other): (PointId, f64, f64)| {
            let mut row = vec![text(self.0.points.name(point)), self.class_of(point)];
            row.extend([Value::Real(one), Value::Real(other)]);
            let home = self.0.homes()[point.index()].expect("a point in a community has a home");
            row.extend(self.row(home));
            row
        };
        both.into_iter().map(row).take(limit).collect()
    }
}
