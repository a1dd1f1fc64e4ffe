//! The canned queries about communities, over the communities of a graph in memory.

use conceptgraph::communities::{Communities, Community, Level};
use conceptgraph_engine::base::ids::{CommunityId, PointId};
use conceptgraph_engine::base::rows::Value;

use super::reference::{Reference, Table, int, real, text};
use super::whole::Whole;

impl Reference<'_> {
    fn found(&self) -> &Communities {
        self.0.communities
    }

    fn name(&self, id: CommunityId) -> Value {
        text(&self.found().all[id.index()].name)
    }

    pub(super) fn size(&self, id: CommunityId) -> u32 {
        self.found().all[id.index()].points
    }

    /// Returns the communities, but those of all points, that hold every one of `points`, by size.
    pub(super) fn holding_all(&self, points: &[PointId]) -> Vec<CommunityId> {
        let holds = |id: CommunityId, point: &PointId| self.share(*point, id).is_some();
        let all = CommunityId::first(self.found().all.len());
        let smaller = all.filter(|&id| (self.size(id) as usize) < self.0.points.len());
        let mut holding: Vec<CommunityId> = smaller
            .filter(|&id| !points.is_empty() && points.iter().all(|point| holds(id, point)))
            .collect();
        holding.sort_by_key(|&id| (self.size(id), id));
        holding
    }

    /// Returns the points that belong to a community.
    pub(super) fn inside(&self, of: CommunityId) -> Vec<PointId> {
        self.0.points.ids().filter(|&point| self.share(point, of).is_some()).collect()
    }

    /// Returns the row of a community, in the form of the row of a cluster.
    pub(super) fn community_row(&self, id: CommunityId) -> Vec<Value> {
        let led = self.found().all[id.index()].majority_and_purity;
        vec![
            self.name(id),
            int(self.size(id)),
            real(led.map(|(_, purity)| purity)),
            led.map_or(Value::Null, |(class, _)| self.class(class)),
            Value::Null,
        ]
    }

    /// Returns the communities: groups, then parts, then joins.
    pub fn communities(&self, limit: usize) -> Table {
        let row = |one: &Community| {
            let led = one.majority_and_purity;
            let names = Some(one.typical.join(", ")).filter(|names| !names.is_empty());
            let typical = names.map_or(Value::Null, text);
            vec![
                text(&one.name),
                text(&one.title),
                int(one.points),
                real(led.map(|(_, purity)| purity)),
                led.map_or(Value::Null, |(class, _)| self.class(class)),
                real(one.separation),
                text(one.level),
                one.parent.map_or(Value::Null, |parent| self.name(parent)),
                int(one.touching),
                real(one.cohesion),
                one.cluster.map_or(Value::Null, text),
                one.apart.as_ref().map_or(Value::Null, text),
                typical,
            ]
        };
        self.found().all.iter().map(row).take(limit).collect()
    }

    /// Returns the communities of a level that hold a point, by descending share, then by number.
    fn shares(&self, point: PointId, level: Level) -> Vec<(CommunityId, f64)> {
        let all = self.0.membership[point.index()].iter().copied();
        let of_level = |&(id, _): &(CommunityId, f64)| self.found().all[id.index()].level == level;
        let mut shares: Vec<(CommunityId, f64)> = all.filter(of_level).collect();
        shares.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        shares
    }

    /// Returns the groups and parts of one point or of all.
    pub fn membership(&self, of: Option<PointId>) -> Table {
        let rows = |point: PointId| {
            let head = vec![text(self.0.points.name(point)), self.class_of(point)];
            let row = |level: Level, (id, share): (CommunityId, f64)| {
                [head.clone(), vec![self.name(id), text(level), Value::Real(share)]].concat()
            };
            let of_level = |level| {
                let shares = self.shares(point, level).into_iter();
                shares.map(|share| row(level, share)).collect::<Table>()
            };
            match [of_level(Level::Group), of_level(Level::Part)].concat() {
                none if none.is_empty() => {
                    vec![[head.clone(), vec![Value::Null, Value::Null, Value::Null]].concat()]
                }
                rows => rows,
            }
        };
        let points = self.0.points.ids().filter(|&point| of.is_none_or(|of| of == point));
        points.flat_map(rows).collect()
    }

    /// Returns the points by descending outlier score, with the distance to the nearest.
    pub fn outliers(&self, limit: usize) -> Table {
        let Whole { graph, points, .. } = self.0;
        let near = graph.near_points().expect("a graph that is sound");
        let scores = points.outlier_scores();
        let mut all: Vec<(usize, f64)> = scores.iter().copied().enumerate().collect();
        all.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        let row = |(at, score): (usize, f64)| {
            let point = PointId(at as u32);
            let group = self.shares(point, Level::Group).first().map(|&(id, _)| self.name(id));
            vec![
                text(points.name(point)),
                self.class_of(point),
                group.unwrap_or(Value::Null),
                Value::Real(score),
                real(near.nearest(point).next().and_then(|(_, distance)| distance)),
            ]
        };
        all.into_iter().take(limit).map(row).collect()
    }

    /// Returns the share of a point in a community (of a join, in its groups); `None` if outside.
    fn share(&self, point: PointId, of: CommunityId) -> Option<f64> {
        let level = match self.found().all[of.index()].level {
            Level::Join => Level::Group,
            level => level,
        };
        let is_in = |id: CommunityId| self.found().ancestors(id).any(|above| above == of);
        let shares = self.shares(point, level).into_iter().filter(|&(id, _)| is_in(id));
        let shares: Vec<f64> = shares.map(|(_, share)| share).collect();
        let in_nine_digits = |share: f64| (share * 1e9).round() / 1e9;
        (!shares.is_empty()).then(|| in_nine_digits(shares.iter().sum()))
    }

    /// Returns the points of a community, by descending share.
    pub fn community(&self, of: CommunityId, limit: usize) -> Table {
        let share = |point: PointId| Some((point, self.share(point, of)?));
        let mut inside: Vec<(PointId, f64)> = self.0.points.ids().filter_map(share).collect();
        inside.sort_by(|(p, one), (q, other)| other.total_cmp(one).then(p.cmp(q)));
        let row = |(point, share): (PointId, f64)| {
            vec![text(self.0.points.name(point)), self.class_of(point), Value::Real(share)]
        };
        inside.into_iter().map(row).take(limit).collect()
    }

    /// Returns the separation of two groups; `None` unless both are groups that touch.
    fn separation(&self, one: CommunityId, other: CommunityId) -> Option<f64> {
        let pair = (one.min(other), one.max(other));
        let overlap = self.found().overlaps.iter().find(|pairs| (pairs.one, pairs.other) == pair);
        overlap.map(|overlap| overlap.separation)
    }

    /// Returns the points in both of two communities, or in several groups, ordered by the second
    /// share times the separation, descending.
    pub fn between(&self, two: Option<[CommunityId; 2]>, limit: usize) -> Table {
        type Share = (CommunityId, f64);
        let groups: Vec<CommunityId> = CommunityId::first(self.found().groups().len()).collect();
        let split = |point: PointId| {
            let asked: &[CommunityId] = match &two {
                Some(two) => two,
                None => &groups,
            };
            let share = |&id: &CommunityId| Some((id, self.share(point, id)?));
            let mut shares: Vec<Share> = asked.iter().filter_map(share).collect();
            shares.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
            let (&one, &other) = (shares.first()?, shares.get(1)?);
            Some((point, one, other, self.separation(one.0, other.0)))
        };
        let mut split: Vec<(PointId, Share, Share, Option<f64>)> =
            self.0.points.ids().filter_map(split).collect();
        split.sort_by(|(p, _, one, apart), (q, _, other, its)| {
            let [own, its] = [one.1 * apart.unwrap_or(1.0), other.1 * its.unwrap_or(1.0)];
            its.total_cmp(&own).then(p.cmp(q))
        });
        let row = |(point, one, two, apart): (PointId, Share, Share, Option<f64>)| {
            let head = vec![text(self.0.points.name(point)), self.class_of(point)];
            let of = |(id, share): Share| vec![self.name(id), Value::Real(share)];
            [head, of(one), of(two), vec![real(apart)]].concat()
        };
        split.into_iter().map(row).take(limit).collect()
    }
}
