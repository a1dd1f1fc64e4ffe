//! The communities of a page: what the card of each says, and which clusters it lights.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::base::ids::{CommunityId, ConceptId};
use crate::communities::{Communities, Community};
use crate::picture::Picture;

/// A community, as JSON.
#[derive(Debug, PartialEq, Serialize)]
pub struct Card {
    name: String,
    /// How many points belong to it, of all.
    points: u32,
    /// The class that most of them have, by its place, and its share.
    class: Option<(usize, f64)>,
    /// What sets it apart, in words.
    apart: Option<String>,
    /// Its most central cluster, on the page or not.
    central: String,
    /// Its clusters on the page, by their places; at least one.
    nodes: Vec<usize>,
}

/// The communities with a cluster in a picture, those with most points first.
pub fn cards(picture: &Picture, communities: &Communities) -> Vec<Card> {
    let places: BTreeMap<&str, usize> =
        picture.nodes.iter().map(|node| node.name.as_str()).zip(0..).collect();
    let numbered = CommunityId::first(communities.all.len()).zip(&communities.all);
    let card = |(number, one): (CommunityId, &Community)| {
        let place = |id: &ConceptId| places.get(&*id.to_string()).copied();
        Card {
            name: number.to_string(),
            points: one.points,
            class: one.majority_and_purity.map(|(class, purity)| (class.index(), purity)),
            apart: one.apart.clone(),
            central: one.central.to_string(),
            nodes: one.clusters.iter().filter_map(place).collect(),
        }
    };
    numbered.map(card).filter(|card| !card.nodes.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ids::ClassId;
    use crate::picture::Node;

    #[test]
    fn a_community_without_a_cluster_here_has_no_card() {
        let node = |name: &str| Node { name: name.into(), ..Node::default() };
        let nodes = ["c2", "{d1,d5}", "c9"].map(node).to_vec();
        let picture = Picture { nodes, ..Picture::default() };
        let community = |clusters: &[u32]| Community {
            points: 4,
            cohesion: None,
            majority_and_purity: Some((ClassId(1), 0.5)),
            central: ConceptId(clusters[0]),
            clusters: clusters.iter().map(|&id| ConceptId(id)).collect(),
            apart: None,
        };
        let all = vec![community(&[4, 5]), community(&[0, 1, 8])];
        let found = cards(&picture, &Communities { all, overlaps: Vec::new() });
        let expected = Card {
            name: "g2".into(),
            points: 4,
            class: Some((1, 0.5)),
            apart: None,
            central: "c1".into(),
            nodes: vec![0, 2],
        };
        assert_eq!(found, [expected]);
    }
}
