// A walk through 178 wines, their groups and clusters, for Neo4j Browser and for cypher-shell.
// In Browser: drop style.grass on the page, then this file, and choose "Save to favorites" or "Paste
// in editor". It runs as a whole; or paste one statement after another. Load the graph before:
//   conceptgraph build examples/wine.csv --label class --to bolt://localhost:7687
// Arrows lead from a point to its groups and clusters, and from a cluster to its upper covers.

// 1. All wines and their groups. Wines in several groups stand between these.
MATCH (p:Point {graph: 'wine'})-[in:IN_GROUP]->(m:Community)
RETURN p, in, m
LIMIT 300;

// 2. The tree of groups: an arrow leads from each group to its join with others. A light line shows
// the number of points that two groups share. The cluster most like each group is beside it.
MATCH up = (m:Community {graph: 'wine'})-[:PART_OF|JOINED_IN]->(:Community)
OPTIONAL MATCH like = (m)-[:MOST_LIKE]->(:Concept)
RETURN up, like
LIMIT 50;

// 3. The cluster most like a group, the classes of that cluster, each with its number of points, and
// the largest pure clusters of these classes.
MATCH (m:Community {graph: 'wine', name: 'g3'})-[like:MOST_LIKE]->(c:Concept)
MATCH (c)-[has:HAS_CLASS]->(k:Class)
OPTIONAL MATCH (k)-[pure:LARGEST_PURE]->(best:Concept)
RETURN m, like, c, has, k, pure, best
LIMIT 20;

// 4. A wine in two groups and its six nearest neighbours. The numbers are ranks.
MATCH near = (p:Point {graph: 'wine', name: 'd62'})-[n:NEIGHBOR]->(:Point) WHERE n.rank <= 6
MATCH in = (p)-[:IN_GROUP]->(:Community)
RETURN near, in
LIMIT 30;

// 5. Two wines of different classes, the smallest cluster with both, and shortest chains of covers
// to it from the smallest cluster with each of the two.
MATCH (p:Point {graph: 'wine', name: 'd62'})-[:MEMBER_OF]->(c:Concept)
      <-[:MEMBER_OF]-(q:Point {graph: 'wine', name: 'd139'})
WITH [p, q] AS points, c ORDER BY c.id LIMIT 1
UNWIND points AS point
CALL (point, c) {
  MATCH first = (point)-[:MEMBER_OF]->(own:Concept)
  WITH first, own, c ORDER BY own.id LIMIT 1
  MATCH way = allShortestPaths((own)-[:COVERED_BY*0..]->(c))
  RETURN first, way LIMIT 3
}
RETURN first, way;

// 6. The largest pure clusters of each class, none within another, around their class.
MATCH (k:Class {graph: 'wine'})
CALL (k) {
  MATCH (c:Concept {graph: 'wine', majorityClass: k.name, purity: 1.0})
  WHERE NOT EXISTS { (c)-[:COVERED_BY]->(:Concept {purity: 1.0}) }
  RETURN c ORDER BY c.id DESC LIMIT 8
}
MATCH pure = (c)-[:HAS_CLASS]->(k)
RETURN pure
LIMIT 60;

// 7. The groups with their summaries. (A table.)
MATCH (:Graph {graph: 'wine'})-[:HAS_GROUP]->(m:Community)
RETURN m.name AS group, m.title AS title, m.size AS points, m.summary AS summary
ORDER BY m.id
LIMIT 20;

// 8. The wines in several groups, first those most evenly in them. (A table.)
MATCH (:Graph {graph: 'wine'})-[:HAS_GROUP]->(m:Community)<-[in:IN_GROUP]-(p:Point)
WITH p, m, in ORDER BY in.share DESC, m.id
WITH p, collect(m.name + ': ' + round(in.share, 2)) AS shares WHERE size(shares) > 1
RETURN p.name AS point, p.class AS class, shares
ORDER BY p.share, p.id
LIMIT 30;

// 9. The classes of each group, and the mean of a column. (A table.)
MATCH (p:Point {graph: 'wine'})
RETURN p.community AS group, p.class AS class, count(*) AS points, round(avg(p.proline)) AS proline
ORDER BY group, points DESC
LIMIT 30;

// 10. The place of each point on the map of all points, for a chart. (A table.)
MATCH (p:Point {graph: 'wine'})
RETURN p.name AS point, p.community AS group, round(p.mapX, 3) AS x, round(p.mapY, 3) AS y
ORDER BY p.id
LIMIT 200;
