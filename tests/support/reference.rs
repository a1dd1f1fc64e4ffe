//! The canned queries as plain functions over a graph in memory, an oracle for every store.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use conceptgraph_engine::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use conceptgraph_engine::base::points::Classes;
use conceptgraph_engine::base::rows::Value;
use conceptgraph_engine::dataset::{Features, Origin};
use conceptgraph_engine::knn;
use conceptgraph_engine::purity::ClassCounts;
use conceptgraph_engine::rule::RuleStep;

use super::whole::Whole;

pub type Table = Vec<Vec<Value>>;

/// The canned queries over one graph in memory.
pub struct Reference<'a>(pub Whole<'a>);

pub(super) fn int(number: impl TryInto<i64>) -> Value {
    number.try_into().map_or(Value::Null, Value::Int)
}

pub(super) fn text(text: impl ToString) -> Value {
    Value::Text(text.to_string())
}

pub(super) fn real(number: Option<f64>) -> Value {
    number.map_or(Value::Null, Value::Real)
}

impl Reference<'_> {
    /// Returns the row of a cluster: name, size, purity, majority class and centre.
    pub(super) fn row(&self, id: ConceptId) -> Vec<Value> {
        let graph = self.0;
        let concept = graph.concepts.get(id).expect("a cluster");
        let counts = self.class_counts(id);
        vec![
            text(id),
            int(concept.size),
            real(counts.as_ref().and_then(ClassCounts::purity)),
            counts.and_then(|counts| counts.majority()).map_or(Value::Null, |c| self.class(c)),
            concept.center.map_or(Value::Null, |point| text(graph.points.name(point))),
        ]
    }

    fn class_counts(&self, id: ConceptId) -> Option<ClassCounts> {
        let members = self.0.members.points(id);
        self.0.points.classes().map(|classes| ClassCounts::from_points(&members, classes))
    }

    pub(super) fn class(&self, class: ClassId) -> Value {
        self.0.points.classes().map_or(Value::Null, |classes| text(classes.name(class)))
    }

    pub(super) fn class_of(&self, point: PointId) -> Value {
        self.0.points.class_name(point).map_or(Value::Null, text)
    }

    fn rows(&self, ids: impl IntoIterator<Item = ConceptId>) -> Table {
        ids.into_iter().map(|id| self.row(id)).collect()
    }

    pub(super) fn is_whole(&self, id: ConceptId) -> bool {
        self.0.members.size(id) as usize == self.0.points.len()
    }

    /// Returns the smallest cluster that holds all `points`, the first among equals; the smallest
    /// community of all `points`, if there is one, where that cluster is the whole set of points.
    pub fn lca(&self, points: &[PointId]) -> Table {
        let of = self.0;
        let mut ids = of.ids();
        let smallest = ids.find(|&id| points.iter().all(|&point| of.members.contains(id, point)));
        match (smallest, self.holding_all(points).first()) {
            (Some(id), None) => vec![self.row(id)],
            (Some(id), _) if !self.is_whole(id) => vec![self.row(id)],
            (_, Some(&community)) => vec![self.community_row(community)],
            (None, None) => Vec::new(),
        }
    }

    /// Returns the first `limit` clusters and communities that hold a point.
    pub fn containing(&self, point: PointId, limit: usize) -> Table {
        let of = self.0;
        let clusters = of.ids().filter(|&id| of.members.contains(id, point));
        self.with_communities(clusters, self.holding_all(&[point]))
            .into_iter()
            .take(limit)
            .collect()
    }

    /// Returns clusters and communities, each in its order, by size; among equals clusters first.
    fn with_communities(
        &self,
        clusters: impl IntoIterator<Item = ConceptId>,
        communities: Vec<CommunityId>,
    ) -> Table {
        let clusters = clusters.into_iter().map(|id| self.row(id));
        let communities = communities.into_iter().map(|id| self.community_row(id));
        let mut rows: Table = clusters.chain(communities).collect();
        rows.sort_by_key(|row| match row[1] {
            Value::Int(size) => size,
            _ => i64::MAX,
        });
        rows
    }

    /// Returns a chain; before the cluster of all points, the communities of its predecessor.
    fn chain(&self, chain: &[ConceptId]) -> Table {
        let communities = match chain {
            [.., last, top] if self.is_whole(*top) => {
                self.holding_all(&self.0.members.points(*last))
            }
            _ => Vec::new(),
        };
        self.with_communities(chain.iter().copied(), communities)
    }

    /// Returns the attributes of all points of a cluster, each with its number of points.
    pub fn intent(&self, id: ConceptId) -> Table {
        let context = self.0.context;
        if self.0.origin != Origin::Ready {
            return Vec::new();
        }
        let row = |attribute: u32| {
            let points = context.columns().get(attribute as usize).len();
            vec![text(&context.attributes()[attribute as usize]), int(points)]
        };
        context.intent_of(&self.0.members.points(id)).into_iter().map(row).collect()
    }

    /// Returns the counts of each interval of a cluster's rule, with the intervals before it.
    pub fn rule(&self, id: ConceptId, steps: &[RuleStep]) -> Table {
        let (graph, members) = (self.0, self.0.members.points(id));
        let holds = |at: usize, point: &PointId| {
            steps[..=at].iter().all(|RuleStep { interval: of, .. }| {
                let value = graph.features.value(*point, of.column);
                of.low.is_none_or(|low| value >= low) && of.high.is_none_or(|high| value <= high)
            })
        };
        let row = |at: usize| {
            let of = steps[at].interval;
            let such: Vec<PointId> = graph.points.ids().filter(|point| holds(at, point)).collect();
            let inside = such.iter().filter(|point| members.contains(point)).count();
            let share = |of: usize| Some(inside as f64 / of as f64);
            vec![
                text(&graph.features.names[of.column]),
                real(of.low),
                real(of.high),
                int(such.len()),
                int(inside),
                int(members.len()),
                real(share(such.len())),
                real(share(members.len())),
                real(Some(2.0 * inside as f64 / (such.len() + members.len()) as f64)),
            ]
        };
        (0..steps.len()).map(row).collect()
    }

    /// Returns the maximal clusters that are within both `a` and `b`, the largest first.
    pub fn meet(&self, a: ConceptId, b: ConceptId) -> Table {
        let within = |id: &ConceptId| self.is_within(*id, a) && self.is_within(*id, b);
        self.rows(self.maximal(self.0.ids().filter(within)).into_iter().rev())
    }

    fn is_within(&self, low: ConceptId, high: ConceptId) -> bool {
        let of = self.0;
        of.members.points(low).iter().all(|&p| of.members.contains(high, p))
    }

    /// Returns the maximal concepts among `ids`, ascending.
    fn maximal(&self, ids: impl DoubleEndedIterator<Item = ConceptId>) -> Vec<ConceptId> {
        let mut maximal: Vec<ConceptId> = Vec::new();
        for id in ids.rev() {
            if !maximal.iter().any(|&larger| self.is_within(id, larger)) {
                maximal.push(id);
            }
        }
        maximal.reverse();
        maximal
    }

    /// Returns a shortest chain between comparable clusters. Among lower covers that are equally
    /// near to the smaller cluster, the first is taken.
    pub fn path(&self, a: ConceptId, b: ConceptId) -> Table {
        let of = self.0;
        let (low, high) = (a.min(b), a.max(b));
        let mut steps: HashMap<ConceptId, usize> = HashMap::from([(low, 0)]);
        let mut front = vec![low];
        while !front.is_empty() && !steps.contains_key(&high) {
            let above: Vec<ConceptId> = front.iter().flat_map(|&id| of.covers.upper(id)).collect();
            let far = 1 + steps[&front[0]];
            front.clear();
            for id in above {
                if let Entry::Vacant(new) = steps.entry(id) {
                    new.insert(far);
                    front.push(id);
                }
            }
        }
        let mut chain = Vec::new();
        let mut at = steps.contains_key(&high).then_some(high);
        while let Some(id) = at {
            chain.push(id);
            let nearer = |low: &ConceptId| steps.get(low).is_some_and(|&s| s + 1 == steps[&id]);
            at = of.covers.lower(id).find(nearer);
        }
        chain.reverse();
        self.chain(&chain)
    }

    /// Returns at most 15 nearest points, with their distances and smallest common clusters.
    pub fn nearest(&self, point: PointId, most: usize) -> Table {
        let Origin::Neighbors { metric, scale, .. } = self.0.origin else { return Vec::new() };
        let Features { names, values } = (*self.0.features).clone();
        let points = (*self.0.points).clone();
        let table = conceptgraph::Table::new(names, values, points);
        let space = knn::space(&table, metric, scale).expect("it has distances");
        let distance = |other: PointId| space.true_distance(point.index(), other.index());
        let mut others: Vec<PointId> =
            self.0.points.ids().filter(|&other| other != point).collect();
        let order = |other: PointId| space.comparable_distance(point.index(), other.index());
        others.sort_by(|&one, &other| order(one).total_cmp(&order(other)));
        let row = |&other: &PointId| {
            let held = self.lca(&[point, other]).concat();
            ([vec![real(Some(distance(other)))], held].concat(), other)
        };
        self.point_rows(others.iter().take(most.min(15)).map(row))
    }

    /// Returns rows that begin with a point and its class and go on with the values of its pair.
    fn point_rows(&self, pairs: impl Iterator<Item = (Vec<Value>, PointId)>) -> Table {
        let row = |(held, point): (Vec<Value>, PointId)| {
            [vec![text(self.0.points.name(point)), self.class_of(point)], held].concat()
        };
        pairs.map(row).collect()
    }

    /// Returns the maximal clusters of at least `size` points in which the share of `class` is at
    /// least `purity`, the largest first.
    pub fn pure(&self, class: ClassId, purity: f64, size: u32, limit: usize) -> Table {
        let is_pure = |id: &ConceptId| {
            let share = self.class_counts(*id).and_then(|mixture| mixture.purity_in(class));
            share.is_some_and(|share| share >= purity && share > 0.0)
                && self.0.members.size(*id) >= size
        };
        let maximal = self.maximal(self.0.ids().filter(is_pure));
        self.rows(maximal.into_iter().rev().take(limit))
    }

    /// Returns the points, each with the first cluster of several classes that holds it.
    pub fn boundary(&self, limit: usize) -> Table {
        let of = self.0;
        let mixed = |id: &ConceptId| {
            self.class_counts(*id).and_then(|m| m.purity()).is_some_and(|p| p < 1.0)
        };
        let mixed: Vec<ConceptId> = of.ids().filter(mixed).collect();
        let first =
            |point| mixed.iter().find(|&&id| of.members.contains(id, point)).map(|&id| (id, point));
        let mut met: Vec<_> = self.0.points.ids().filter_map(first).collect();
        met.sort_unstable();
        met.truncate(limit);
        self.point_rows(met.into_iter().map(|(id, point)| (self.row(id), point)))
    }

    /// Returns the features, each with its mean in a cluster, its mean over all points, and their
    /// difference in standard deviations.
    pub fn profile(&self, id: ConceptId) -> Table {
        let features = &self.0.features;
        let width = features.names.len();
        let mean = |values: &[f64]| {
            (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
        };
        let row = |(column, name): (usize, &String)| {
            let all: Vec<f64> =
                features.values.iter().skip(column).step_by(width).copied().collect();
            let members = self.0.members.points(id);
            let inside: Vec<f64> = members.iter().map(|point| all[point.index()]).collect();
            let (inside, overall) = (mean(&inside), mean(&all));
            let squares: Vec<f64> =
                all.iter().map(|v| (v - overall.unwrap_or_default()).powi(2)).collect();
            let deviation = mean(&squares).map(f64::sqrt).filter(|&deviation| deviation > 0.0);
            let apart = inside.zip(overall).zip(deviation).map(|((i, o), d)| (i - o) / d);
            vec![text(name), real(inside), real(overall), real(apart)]
        };
        features.names.iter().enumerate().map(row).collect()
    }

    pub fn purity(&self, id: ConceptId) -> Table {
        let Some(mixture) = self.class_counts(id) else { return Vec::new() };
        let row = |(class, &count): (u32, &u32)| {
            vec![self.class(ClassId(class)), int(count), real(mixture.purity_in(ClassId(class)))]
        };
        (0..).zip(mixture.counts()).map(row).collect()
    }

    /// Returns every pair of points with the points of its smallest cluster, or else community.
    fn joins_of_pairs(&self) -> Vec<([PointId; 2], Vec<PointId>)> {
        let n = self.0.points.len();
        let later = |p: PointId| PointId::first(n).filter(move |q| p < *q).map(move |q| [p, q]);
        let join = |pair: [PointId; 2]| {
            let of = self.0;
            let holds = |id: &ConceptId| pair.iter().all(|&point| of.members.contains(*id, point));
            let smallest = of.ids().find(holds).filter(|&id| !self.is_whole(id));
            match (smallest, self.holding_all(&pair).first()) {
                (Some(id), _) => of.members.points(id),
                (None, Some(&community)) => self.inside(community),
                (None, None) => self.0.points.ids().collect(),
            }
        };
        PointId::first(n).flat_map(later).map(|pair| (pair, join(pair))).collect()
    }

    /// Returns the classes: size, clusters, largest pure cluster, dendrogram purity, chance.
    pub fn classes(&self) -> Table {
        let graph = self.0;
        let Some(classes) = graph.points.classes() else { return Vec::new() };
        let pairs = self.joins_of_pairs();
        let row = |(class, size): (u32, u32)| {
            let class = ClassId(class);
            let mixture = |id| self.class_counts(id).filter(|m| m.majority() == Some(class));
            let pure = |id: &ConceptId| mixture(*id).is_some_and(|m| m.purity() == Some(1.0));
            let pure: Vec<ConceptId> = graph.ids().filter(pure).collect();
            let most = pure.iter().map(|&id| graph.members.size(id)).max();
            let largest = pure.iter().find(|&&id| Some(graph.members.size(id)) == most);
            vec![
                self.class(class),
                int(size),
                int(graph.ids().filter(|&id| mixture(id).is_some()).count()),
                largest.map_or(Value::Null, text),
                real(dendrogram_purity(&pairs, classes, class)),
                real(chance(&pairs, classes.class_ids().len(), size)),
            ]
        };
        (0..).zip(classes.sizes()).map(row).collect()
    }

    /// Returns the share of the possible links among the members of a cluster that exist.
    fn cohesion(&self, id: ConceptId) -> Value {
        let members = self.0.members.points(id);
        let anchors = &self.0.anchors;
        let (mut links, mut most) = (0, 0);
        for &member in &members {
            let row = self.0.context.rows().get(member.index()).iter();
            let others = row.map(|&at| anchors.get(at as usize)).filter(|of| *of != Some(&member));
            let others: Vec<Option<&PointId>> = others.collect();
            let inside = |of: &&PointId| **of != member && members.binary_search(of).is_ok();
            most += anchors.iter().filter(inside).count().min(others.len());
            links += others.into_iter().flatten().filter(inside).count();
        }
        if self.0.origin == Origin::Ready || most == 0 {
            Value::Null
        } else {
            Value::Real(links as f64 / most as f64)
        }
    }

    /// Returns a cluster with the numbers of its covers and its cohesion.
    pub fn concept(&self, id: ConceptId) -> Table {
        let of = self.0;
        let mut row = self.row(id);
        row.extend([
            int(of.covers.upper(id).len()),
            int(of.covers.lower(id).len()),
            self.cohesion(id),
        ]);
        vec![row]
    }

    pub fn members(&self, id: ConceptId) -> Table {
        let row = |point| vec![text(self.0.points.name(point)), self.class_of(point)];
        self.0.members.points(id).into_iter().map(row).collect()
    }

    /// Returns the points, of one class if given, each with its first cluster.
    pub fn points(&self, class: Option<&str>) -> Table {
        let of = self.0;
        let row = |point| {
            let first = of.ids().find(|&id| of.members.contains(id, point));
            let name = text(self.0.points.name(point));
            vec![name, self.class_of(point), first.map_or(Value::Null, text)]
        };
        let all = self.0.points.ids().map(row);
        all.filter(|row| class.is_none_or(|class| row[1] == text(class))).collect()
    }

    pub fn parents(&self, id: ConceptId) -> Table {
        self.rows(self.0.covers.upper(id))
    }

    pub fn children(&self, id: ConceptId) -> Table {
        self.rows(self.0.covers.lower(id))
    }

    pub fn largest(&self, limit: usize) -> Table {
        self.rows(self.0.ids().rev().take(limit))
    }

    /// Returns the numbers of clusters and upper covers, and the mean purity, by size of clusters.
    pub fn stats(&self) -> Table {
        let of = self.0;
        let ids: Vec<ConceptId> = of.ids().collect();
        let level = |level: &[ConceptId]| {
            let purities: Vec<f64> =
                level.iter().filter_map(|&id| self.class_counts(id)?.purity()).collect();
            let mean = purities.iter().sum::<f64>() / purities.len() as f64;
            let mean = (!purities.is_empty()).then(|| (mean * 1e6).round() / 1e6);
            let covers: usize = level.iter().map(|&id| of.covers.upper(id).len()).sum();
            vec![int(of.members.size(level[0])), int(level.len()), int(covers), real(mean)]
        };
        ids.chunk_by(|&a, &b| of.members.size(a) == of.members.size(b)).map(level).collect()
    }
}

/// Returns the mean share of a class in the joins of its pairs; `None` if it has no pair.
fn dendrogram_purity(
    pairs: &[([PointId; 2], Vec<PointId>)],
    classes: &Classes,
    class: ClassId,
) -> Option<f64> {
    let is_of = |point: &&PointId| classes.class_of(**point) == class;
    let shares: Vec<f64> = pairs
        .iter()
        .filter(|(pair, _)| pair.iter().all(|point| is_of(&point)))
        .map(|(_, all)| all.iter().filter(is_of).count() as f64 / all.len() as f64)
        .collect();
    (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / shares.len() as f64)
}

/// Returns the dendrogram purity of a class of this size under shuffled labels: two points of a
/// join are of the class, each other one with the probability of any that is left.
fn chance(pairs: &[([PointId; 2], Vec<PointId>)], n: usize, size: u32) -> Option<f64> {
    let others = (f64::from(size) - 2.0) / (n as f64 - 2.0).max(1.0);
    let expected =
        |all: &Vec<PointId>| (2.0 + (all.len() as f64 - 2.0) * others) / all.len() as f64;
    let sum: f64 = pairs.iter().map(|(_, all)| expected(all)).sum();
    (size > 1).then(|| sum / pairs.len() as f64)
}
