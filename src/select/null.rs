//! What landmarks and communities are worth: the cohesion that clusters of about their size reach
//! by chance, and how far communities stand apart by chance.
//!
//! Each column of the table is shuffled by itself, which keeps its values and takes away every
//! relation between columns. From the shuffled table a context is made as it was from the real one,
//! with the same k, and all of its clusters are mined that are about as large as a landmark. A
//! landmark that is more cohesive than all clusters of its size there, to a power of two, is not
//! what chance makes.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

use super::found::found;
use super::landmarks::Landmark;
use crate::base::progress::Progress;
use crate::cohesion::Cohesion;
use crate::communities::Separation;
use crate::dataset::{Dataset, Features, Origin};
use crate::graph::ConceptGraph;
use crate::knn::Metric;
use crate::lattice::{GraphKind, Lattice, PairClosures};
use crate::mine::Limits;
use crate::store::{LatticeStore, Result};
use crate::table::Table;

/// More clusters of the shuffled table are not compared with.
pub const MOST_CONCEPTS: u64 = 5_000_000;
/// With more clusters, or more values to compare for the distances of all pairs, that takes longer
/// than a second or two.
const QUICK_CONCEPTS: u64 = 100_000;
const QUICK_STEPS: u64 = 700_000_000;
/// So often a table is shuffled to see how far communities stand apart by chance: of some hundred
/// points one shuffled table crosses twice as much as another.
const SHUFFLES: u64 = 3;
/// Where the communities of shuffled tables cross less than this, single columns make groups, or
/// the columns are so few that all communities are compact: nothing can stand further apart.
const FAINT: f64 = 0.1;

/// For each landmark the highest cohesion of a cluster of its size, to a power of two, where each
/// column was shuffled; 0 where there is none. None for a ready context, which has no columns, and
/// where the shuffled table has millions of clusters.
///
/// # Errors
/// A failure of the store.
pub fn null(store: &dyn LatticeStore, landmarks: &[Landmark]) -> Result<Option<Vec<f64>>> {
    if store.facts()?.origin == Origin::Ready {
        return Ok(None);
    }
    let sizes: Vec<u32> = {
        let ids: Vec<_> = landmarks.iter().map(|landmark| landmark.id).collect();
        store.concepts(&ids)?.iter().map(|concept| concept.size).collect()
    };
    let Some(&smallest) = sizes.iter().min() else { return Ok(Some(Vec::new())) };
    let Some(dataset) = shuffled_table(store, 0)? else { return Ok(None) };
    let limits = Limits { min_size: 1 << band(smallest), max_concepts: Some(MOST_CONCEPTS) };
    let Ok(lattice) = Lattice::mine(&dataset.context, &limits, &Progress::default()) else {
        return Ok(None);
    };
    let objects = lattice.objects(&dataset.context);
    let cohesion = Cohesion::of(objects, dataset.origin, &dataset.anchors);
    let none = || vec![0.0_f64; 33];
    let highest = |mut highest: Vec<f64>, id| {
        let members = lattice.objects_of(id);
        if let Some(found) = cohesion.as_ref().and_then(|of| of.of_objects(&members)) {
            let best = &mut highest[band(lattice.size(id)) as usize];
            *best = best.max(found);
        }
        highest
    };
    let joined = |one: Vec<f64>, other: Vec<f64>| -> Vec<f64> {
        one.into_iter().zip(other).map(|(a, b)| a.max(b)).collect()
    };
    let ids: Vec<_> = lattice.ids().collect();
    let highest = ids.into_par_iter().fold(none, highest).reduce(none, joined);
    Ok(Some(sizes.into_iter().map(|size| highest[band(size) as usize]).collect()))
}

/// The table of a graph with each column shuffled, in one order for each seed, and neighbours as in
/// the graph; none for a ready context.
fn shuffled_table(store: &dyn LatticeStore, seed: u64) -> Result<Option<Dataset>> {
    let Origin::Neighbors { k, anchors, metric, scale } = store.facts()?.origin else {
        return Ok(None);
    };
    if metric == Metric::Precomputed {
        return Ok(None);
    }
    let (Features { names, values }, stored) = (store.features()?, store.stored_context()?);
    let values = shuffled(values, names.len(), seed);
    let table = Table::new(names, values, stored.points.clone());
    Ok(Dataset::among("", &table, anchors, k, metric, scale).ok())
}

/// How far the [communities](crate::communities) of a stored graph stand apart; none where no two
/// of their clusters overlap.
///
/// # Errors
/// A failure of the store.
pub fn separation(store: &dyn LatticeStore) -> Result<Option<Separation>> {
    Ok(found(store, &store.homes()?)?.separation)
}

/// How far the communities of the same graph of the shuffled table stand apart: the mean of three
/// such tables, or of those that have several communities. None without two columns, and where a
/// shuffled table has more clusters than `most_concepts`.
///
/// # Errors
/// A failure of the store.
pub fn null_separation(store: &dyn LatticeStore, most_concepts: u64) -> Result<Option<Separation>> {
    // A single column in another order is the same table.
    if store.facts()?.features < 2 {
        return Ok(None);
    }
    let mut found = Vec::new();
    for seed in 0..SHUFFLES {
        let Some(dataset) = shuffled_table(store, seed)? else { return Ok(None) };
        let Some(lattice) = lattice_like(store, &dataset, most_concepts)? else { return Ok(None) };
        found.extend(ConceptGraph::new(dataset, lattice).communities().separation);
    }
    let mean = |values: Vec<f64>| {
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    };
    let crossing = mean(found.iter().filter_map(|one| one.crossing).collect());
    let modularity = mean(found.iter().map(|one| one.modularity).collect());
    Ok(modularity.map(|modularity| Separation { modularity, crossing }))
}

/// What is stored of the graph, of another table; none where that has too many clusters.
fn lattice_like(
    store: &dyn LatticeStore,
    dataset: &Dataset,
    most_concepts: u64,
) -> Result<Option<Lattice>> {
    let (facts, context, progress) = (store.facts()?, &dataset.context, &Progress::default());
    let lattice = match facts.kind {
        GraphKind::Full | GraphKind::Iceberg => {
            let min_size = facts.min_size as usize;
            let limits = Limits { min_size, max_concepts: Some(most_concepts) };
            Lattice::mine(context, &limits, progress)
        }
        GraphKind::Largest => Lattice::largest(context, facts.concepts, progress),
        GraphKind::Lca if PairClosures::most(context) > most_concepts => return Ok(None),
        GraphKind::Lca => PairClosures::find(context, progress)
            .and_then(|closures| closures.into_lattice(context, progress)),
    };
    Ok(lattice.ok())
}

/// What the communities of a stored graph are worth, in words; none where there are no two of them,
/// or no two features, or where the answer would keep somebody waiting who did not ask for it.
///
/// # Errors
/// A failure of the store.
pub fn quick_worth(store: &dyn LatticeStore) -> Result<Option<String>> {
    let facts = store.facts()?;
    let [points, features] = [facts.points, facts.features].map(u64::from);
    let steps = points.saturating_mul(points).saturating_mul(features);
    if steps > QUICK_STEPS || u64::from(facts.concepts) > QUICK_CONCEPTS {
        return Ok(None);
    }
    let Some(crossing) = separation(store)?.and_then(|found| found.crossing) else {
        return Ok(None);
    };
    let null = null_separation(store, QUICK_CONCEPTS)?;
    Ok(null.map(|null| worth(crossing, null.crossing)))
}

/// What communities are worth that [cross](Separation::crossing) so much, where those of the
/// shuffled table cross `null`; none where it has a single one.
pub fn worth(crossing: f64, null: Option<f64>) -> String {
    let Some(null) = null else {
        return format!("clearly above chance: {SHUFFLED} is one community");
    };
    if null < FAINT {
        return format!("not comparable with chance: those of {SHUFFLED} hardly overlap either");
    }
    let share = crossing / null;
    let verdict = match share {
        none if none >= 1.0 => "not above chance: unrelated columns make such groups too",
        little if little > 0.5 => "little above chance, so they need not mean groups",
        some if some > 0.2 => "above chance, but some grow into one another",
        _ => "clearly above chance",
    };
    format!("{verdict}; they overlap {share:.2} times as much as those of {SHUFFLED}")
}

/// What communities are compared with.
const SHUFFLED: &str = "the same table with its columns shuffled";

/// The power of two that a size has.
fn band(size: u32) -> u32 {
    size.max(1).ilog2()
}

/// The values with each column in another order, the same one on every machine.
fn shuffled(mut values: Vec<f64>, width: usize, seed: u64) -> Vec<f64> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let rows = values.len().checked_div(width).unwrap_or(0);
    for column in 0..width {
        for row in (1..rows).rev() {
            // A remainder favours no row by more than one in 2^32.
            let other = (random.next_u64() % (row as u64 + 1)) as usize;
            values.swap(row * width + column, other * width + column);
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::points::Points;
    use crate::knn::{Metric, Scale};
    use crate::select::landmarks::landmarks;

    /// Points around each of some places, or of the table that was shuffled beforehand.
    fn graph(seed: Option<u64>) -> ConceptGraph {
        let place = |at: usize| [[0.0, 0.0], [40.0, 3.0], [3.0, 40.0], [40.0, 40.0]][at % 4];
        let value = |at: usize| {
            let noise = |salt: usize| ((at * 7919 + salt * 104_729) % 101) as f64 / 50.0;
            [place(at)[0] + noise(1), place(at)[1] + noise(2)]
        };
        let values: Vec<f64> = (0..120).flat_map(value).collect();
        let values = match seed {
            Some(seed) => shuffled(values, 2, seed),
            None => values,
        };
        let names = vec!["x".to_owned(), "y".to_owned()];
        let table = Table::new(names, values, Points::numbered(120, None));
        let dataset =
            Dataset::of_table("g", &table, 8, Metric::Euclidean, Scale::None).expect("a context");
        let lattice =
            Lattice::mine(&dataset.context, &Limits::default(), &Progress::default()).unwrap();
        ConceptGraph::new(dataset, lattice)
    }

    #[test]
    fn every_column_keeps_its_values() {
        let values: Vec<f64> = (0..30).map(f64::from).collect();
        let other = shuffled(values.clone(), 3, 0);
        assert_ne!(other, values);
        for column in 0..3 {
            let sorted = |values: &[f64]| {
                let mut column: Vec<f64> = values.iter().copied().skip(column).step_by(3).collect();
                column.sort_by(f64::total_cmp);
                column
            };
            assert_eq!(sorted(&other), sorted(&values));
        }
        assert_eq!(shuffled(Vec::new(), 0, 0), Vec::<f64>::new());
    }

    #[test]
    fn communities_keep_to_a_place_and_chance_is_that_of_shuffled_columns() {
        let real = graph(None);
        let found = separation(&real).unwrap();
        assert_eq!(found, real.communities().separation);
        // Every community keeps to one place.
        let homes = real.communities().communities.all.iter().flat_map(|one| {
            let points = one.clusters.iter().flat_map(|&id| real.lattice.members(id));
            let places: Vec<usize> = points.map(|point| point.index() % 4).collect();
            places.windows(2).map(|pair| pair[0] == pair[1]).collect::<Vec<_>>()
        });
        assert!(homes.clone().count() > 0 && homes.into_iter().all(|same| same));
        let null = null_separation(&real, MOST_CONCEPTS).unwrap().unwrap();
        let of_one = |seed| separation(&graph(Some(seed))).unwrap().unwrap();
        let all: Vec<Separation> = (0..SHUFFLES).map(of_one).collect();
        let mean =
            |value: fn(&Separation) -> f64| all.iter().map(value).sum::<f64>() / SHUFFLES as f64;
        assert_eq!(null.modularity, mean(|one| one.modularity), "shuffled in the same ways");
        assert_eq!(null.crossing, Some(mean(|one| one.crossing.unwrap())));
        assert_eq!(null_separation(&real, 3).unwrap(), None, "too many clusters");
    }

    #[test]
    fn what_communities_are_worth_is_in_words() {
        for (crossing, null, begins) in [
            (
                0.3,
                Some(0.3),
                "not above chance: unrelated columns make such groups too; they overlap",
            ),
            (
                0.3,
                Some(0.0),
                "not comparable with chance: those of the same table with its columns",
            ),
            (0.0, Some(0.05), "not comparable with chance"),
            (
                0.2,
                Some(0.3),
                "little above chance, so they need not mean groups; they overlap 0.67",
            ),
            (0.1, Some(0.3), "above chance, but some grow into one another; they overlap 0.33 "),
            (0.03, Some(0.3), "clearly above chance; they overlap 0.10 times as much as those of "),
            (0.3, None, "clearly above chance: the same table with its columns shuffled is one "),
        ] {
            assert!(worth(crossing, null).starts_with(begins), "{}", worth(crossing, null));
        }
        // Every place of both columns has points, so shuffled columns make the same places.
        assert!(quick_worth(&graph(None)).unwrap().unwrap().starts_with("not comparable"));
    }

    #[test]
    fn a_landmark_has_the_highest_cohesion_of_its_band() {
        for seed in [None, Some(0)] {
            let graph = graph(seed);
            let chosen = landmarks(&graph, 24).unwrap();
            let found = null(&graph, &chosen).unwrap().unwrap();
            assert_eq!(found.len(), chosen.len());
            assert!(found.iter().all(|share| (0.0..=1.0).contains(share)));
        }
    }
}
