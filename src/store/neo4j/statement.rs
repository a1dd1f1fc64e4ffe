//! The statements that load a graph: constant text, all data in parameters.
//!
//! Invariant: each is one transaction that does a batch and counts it on its lane's `:Load` node,
//! or does nothing and returns no row: when another load has taken over, or the batch was done
//! before. So a batch is done once however often it is tried, and a load killed at any moment
//! resumes after the last batch counted.
//!
//! Parameters are columns, one list a property, which the server reads faster than a map a row.

/// Does something once, to the graph whose key is `l.graph`.
macro_rules! batch {
    ($($body:expr),+) => {
        concat!(
            "MATCH (l:Load {graph: $graph, lane: $lane})
             WHERE l.loader = $loader AND l.batch = $batch
             SET l.batch = $batch + 1
             WITH l
             CALL (l) {
             ",
            $($body),+,
            "
             }
             RETURN l.batch"
        )
    };
}

/// Gives labels to the nodes in the list `nodes`; `$labels` has the places of each label's nodes.
macro_rules! labelled {
    ($($label:literal)+) => {
        concat!(
            $("FOREACH (i IN $labels.", $label, " | FOREACH (n IN [nodes[i]] | SET n:", $label, "))
             "),+
        )
    };
}

/// The labels of colours, as [`look`](super::look) has them.
macro_rules! coloured {
    () => {
        labelled!(
            "Colour1" "Colour2" "Colour3" "Colour4" "Colour5" "Colour6" "Colour7" "Colour8"
        )
    };
}

/// The labels of sizes.
macro_rules! sized {
    () => {
        labelled!("Size1" "Size2" "Size3")
    };
}

/// Classes with what they have to do with the concepts.
pub(super) const CLASSES: &str = batch!(
    "UNWIND range(0, size($ids) - 1) AS i
     CREATE (k:Class {
       graph: l.graph, id: $ids[i], name: $names[i], size: $sizes[i], concepts: $concepts[i],
       largestPure: $largestPures[i], dendrogramPurity: $dendrogramPurities[i],
       chance: $chances[i]
     })
     WITH k ORDER BY i
     WITH collect(k) AS nodes
     ",
    coloured!()
);

/// The attributes of a ready context.
pub(super) const ATTRIBUTES: &str = batch!(
    "UNWIND range(0, size($ids) - 1) AS i
     CREATE (:Attribute {graph: l.graph, id: $ids[i], name: $names[i]})"
);

/// Points with their classes; `$properties` are maps, because features are called as the table
/// calls them.
pub(super) const POINTS: &str = batch!(
    "UNWIND range(0, size($ids) - 1) AS i
     CREATE (p:Point {graph: l.graph, id: $ids[i]})
     SET p += $properties[i]
     WITH l, p ORDER BY i
     WITH l, collect(p) AS nodes
     ",
    coloured!(),
    "
     WITH l, nodes
     UNWIND range(0, size($ids) - 1) AS i
     WITH l, nodes[i] AS p, i
     MATCH (k:Class {graph: l.graph, id: $classes[i]})
     CREATE (p)-[:OF_CLASS]->(k)"
);

/// The neighbours of points.
pub(super) const NEIGHBORS: &str = batch!(
    "UNWIND range(0, size($ids) - 1) AS i
     MATCH (p:Point {graph: l.graph, id: $ids[i]})
     UNWIND $others[i] AS other
     MATCH (q:Point {graph: l.graph, id: other})
     CREATE (p)-[:NEIGHBOR]->(q)"
);

/// The attributes of points.
pub(super) const HAVING: &str = batch!(
    "UNWIND range(0, size($ids) - 1) AS i
     MATCH (p:Point {graph: l.graph, id: $ids[i]})
     UNWIND $others[i] AS other
     MATCH (a:Attribute {graph: l.graph, id: other})
     CREATE (p)-[:HAS]->(a)"
);

/// Concepts with their classes, each a class, a count and, where there is one, the purity above.
pub(super) const CONCEPTS: &str = batch!(
    "CALL (l) {
       MATCH (k:Class {graph: l.graph}) WHERE k.id > 0
       WITH k ORDER BY k.id
       RETURN collect(k) AS classes
     }
     UNWIND range(0, size($ids) - 1) AS i
     CREATE (c:Concept {
       graph: l.graph, id: $ids[i], name: 'c' + $ids[i], size: $sizes[i],
       intentSize: $intentSizes[i], purity: $purities[i], majorityClass: $majorityClasses[i],
       key: $keys[i], delta: $deltas[i], cohesion: $cohesions[i], gap: $gaps[i],
       community: $communities[i], generator: $generators[i], generatorIds: $generatorIds[i]
     })
     WITH classes, c ORDER BY i
     WITH classes, collect(c) AS nodes
     ",
    coloured!(),
    sized!(),
    "
     WITH classes, nodes
     UNWIND range(0, size($ids) - 1) AS i
     UNWIND $classes[i] AS has
     WITH nodes[i] AS c, has, classes[has[0] - 1] AS k
     CREATE (c)-[:HAS_CLASS {
       count: has[1], purity: toFloat(has[1]) / c.size, purityAbove: has[2]
     }]->(k)"
);

/// Covers, as places in a list of concepts: each concept is looked up once a batch, not once a
/// cover.
pub(super) const COVERS: &str = batch!(
    "CALL (l) {
       UNWIND range(0, size($ids) - 1) AS i
       MATCH (c:Concept {graph: l.graph, id: $ids[i]})
       WITH c ORDER BY i
       RETURN collect(c) AS concepts
     }
     UNWIND range(0, size($lowers) - 1) AS i
     WITH concepts[$lowers[i]] AS c, concepts[$uppers[i]] AS u
     CREATE (c)-[:COVERED_BY]->(u)"
);

/// The minimal concepts that hold points.
pub(super) const INTRODUCED: &str = batch!(
    "UNWIND range(0, size($ids) - 1) AS i
     MATCH (p:Point {graph: l.graph, id: $ids[i]})
     UNWIND $others[i] AS other
     MATCH (c:Concept {graph: l.graph, id: other})
     CREATE (p)-[:INTRODUCED_IN]->(c)"
);

/// The largest concepts whose points have attributes.
pub(super) const ATTRIBUTES_INTRODUCED: &str = batch!(
    "UNWIND range(0, size($ids) - 1) AS i
     MATCH (a:Attribute {graph: l.graph, id: $ids[i]})
     MATCH (c:Concept {graph: l.graph, id: $concepts[i]})
     CREATE (a)-[:INTRODUCED_IN]->(c)"
);

/// The points of concepts, as places in a list of points: each point is looked up once a batch.
pub(super) const MEMBERS: &str = batch!(
    "CALL (l) {
       UNWIND range(0, size($points) - 1) AS i
       MATCH (p:Point {graph: l.graph, id: $points[i]})
       WITH p ORDER BY i
       RETURN collect(p) AS points
     }
     UNWIND range(0, size($ids) - 1) AS i
     MATCH (c:Concept {graph: l.graph, id: $ids[i]})
     UNWIND $others[i] AS place
     WITH c, points[place] AS p
     CREATE (p)-[:MEMBER_OF]->(c)"
);

/// Where [`STANDING`] looks for nodes: a comment to Cypher, replaced.
pub(super) const FOUND: &str = "// n and its name";

/// Points tied to the nodes that they stand for.
pub(super) const STANDING: &str = batch!(
    "// n and its name
     MATCH (p:Point {graph: l.graph, id: $points[name]})
     CREATE (p)-[:STANDS_FOR]->(n)"
);

/// What is tied to points, tied to the nodes that they stand for too.
pub(super) const AS_POINTS: &str = batch!(
    "UNWIND $ids AS id
     MATCH (p:Point {graph: l.graph, id: id})-[:STANDS_FOR]->(n)
     CALL (p, n) {
       MATCH (p)-[:INTRODUCED_IN]->(c:Concept)
       CREATE (n)-[:INTRODUCED_IN]->(c)
     }
     CALL (p, n) {
       MATCH (p)-[b:BELONGS_TO]->(m:Community)
       CREATE (n)-[:BELONGS_TO {share: b.share}]->(m)
     }"
);

/// Communities.
pub(super) const COMMUNITIES: &str = batch!(
    "UNWIND range(0, size($ids) - 1) AS i
     CREATE (m:Community {
       graph: l.graph, id: $ids[i], name: $names[i], level: $levels[i], points: $points[i],
       separation: $separations[i], touching: $touching[i], cohesion: $cohesions[i],
       purity: $purities[i], majorityClass: $majorityClasses[i],
       cluster: $clusters[i], apart: $aparts[i]
     })
     WITH m ORDER BY i
     WITH collect(m) AS nodes
     ",
    coloured!()
);

/// The communities of points, each with a share.
pub(super) const BELONGING: &str = batch!(
    "UNWIND range(0, size($ids) - 1) AS i
     MATCH (p:Point {graph: l.graph, id: $ids[i]})
     UNWIND range(0, size($others[i]) - 1) AS j
     MATCH (m:Community {graph: l.graph, id: $others[i][j]})
     CREATE (p)-[:BELONGS_TO {share: $shares[i][j]}]->(m)"
);

/// What communities lie in; the largest lies in none.
pub(super) const PARENTS: &str = batch!(
    "UNWIND range(0, size($ids) - 1) AS i
     MATCH (m:Community {graph: l.graph, id: $ids[i]})
     MATCH (p:Community {graph: l.graph, id: $others[i]})
     CREATE (m)-[:PART_OF]->(p)"
);

/// Groups that touch or have points in both, each pair once.
pub(super) const OVERLAPS: &str = batch!(
    "UNWIND range(0, size($ids) - 1) AS i
     MATCH (m:Community {graph: l.graph, id: $ids[i]})
     MATCH (o:Community {graph: l.graph, id: $others[i]})
     CREATE (m)-[:OVERLAPS {
       points: $points[i], jaccard: $jaccards[i], separation: $separations[i]
     }]->(o)"
);
