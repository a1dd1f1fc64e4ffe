// A walk through the groups and clusters of 178 wines, for Neo4j Browser and for cypher-shell.
// In Browser: drop style.grass on the page first, then this file, and choose "Save to favorites" or
// "Paste in editor"; it runs as a whole, or paste one statement after another. Load the graph before:
//   conceptgraph build examples/wine.csv --label class --to bolt://localhost:7687
// In the pictures, points and clusters show their names, and groups their titles. "Colours" in
// README.md gives points and clusters the colours of classes. Arrows lead from a cluster to its
// upper covers.

// 1. The three groups and the wines between them: every wine in two groups, and a few wines in one.
MATCH (p:Point {graph: 'wine'})-[b:BELONGS_TO]->(m:Community {graph: 'wine', level: 'group'})
WHERE p.share < 1 OR p.id % 25 = 0
RETURN p, b, m
LIMIT 70;

// 2. The tree of groups: a dark arrow leads from each group to its join with others. A light one
// shows the number of points that two groups share.
MATCH up = (:Community {graph: 'wine'})-[:PART_OF]->(:Community)
RETURN up
LIMIT 50;

// 3. One group: the cluster most like it, the classes of that cluster, each with its number of
// points, and the largest pure clusters of these classes.
MATCH (m:Community {graph: 'wine', name: 'g3'})-[like:MOST_LIKE]->(c:Concept)
MATCH (c)-[has:HAS_CLASS]->(k:Class)
OPTIONAL MATCH (k)-[pure:LARGEST_PURE]->(best:Concept)
RETURN m, like, c, has, k, pure, best
LIMIT 20;

// 4. A wine between two groups, and its six nearest neighbours. The numbers are ranks.
MATCH (p:Point {graph: 'wine', name: 'd62'})-[near:NEIGHBOR]->(other:Point)
WHERE near.rank <= 6
RETURN p, near, other;

// 5. Two wines of different classes, the smallest cluster with both, and shortest chains of covers
// to it from the smallest cluster with each of the two.
MATCH (p:Point {graph: 'wine', name: 'd62'})-[:MEMBER_OF]->(c:Concept)
      <-[:MEMBER_OF]-(q:Point {graph: 'wine', name: 'd139'})
WITH [p, q] AS points, c ORDER BY c.size, c.id LIMIT 1
UNWIND points AS point
CALL (point, c) {
  MATCH first = (point)-[:MEMBER_OF]->(own:Concept)
  WITH first, own, c ORDER BY own.id LIMIT 1
  MATCH way = allShortestPaths((own)-[:COVERED_BY*0..]->(c))
  RETURN first, way LIMIT 3
}
RETURN first, way;

// 6. The wines in that cluster. (A table.)
MATCH (p:Point)-[:MEMBER_OF]->(:Concept {graph: 'wine', name: 'c507'})
RETURN p.name AS point, p.class AS class, p.community AS group, round(p.share, 2) AS share
ORDER BY p.id
LIMIT 50;

// 7. The largest pure clusters of each class, none within another, around their class.
MATCH (k:Class {graph: 'wine'})
CALL (k) {
  MATCH (c:Concept {graph: 'wine', majorityClass: k.name, purity: 1.0})
  WHERE NOT EXISTS { (c)-[:COVERED_BY]->(:Concept {purity: 1.0}) }
  RETURN c ORDER BY c.size DESC, c.id LIMIT 8
}
MATCH pure = (c)-[:HAS_CLASS]->(k)
RETURN pure
LIMIT 60;

// 8. The top of the graph: the twelve largest clusters and the covers between them.
MATCH (c:Concept {graph: 'wine'})
WITH c ORDER BY c.size DESC, c.id DESC LIMIT 12
WITH collect(c) AS largest
UNWIND largest AS lower
MATCH cover = (lower)-[:COVERED_BY]->(upper) WHERE upper IN largest
RETURN cover
LIMIT 40;

// 9. The groups with their summaries. (A table.)
MATCH (m:Community {graph: 'wine', level: 'group'})
RETURN m.name AS group, m.title AS title, m.points AS points, m.summary AS summary
ORDER BY m.id
LIMIT 20;

// 10. The wines between two groups, those most evenly between them first. (A table.)
MATCH (p:Point {graph: 'wine'})-[b:BELONGS_TO]->(m:Community {graph: 'wine', level: 'group'})
WITH p, m, b ORDER BY b.share DESC
WITH p, collect(m.name + ' ' + round(b.share, 2)) AS shares WHERE size(shares) > 1
RETURN p.name AS point, p.class AS class, shares
ORDER BY p.share, p.id
LIMIT 30;

// 11. Groups and classes: how many points of each class are in each group. (A table.)
MATCH (p:Point {graph: 'wine'})
RETURN p.community AS group, p.class AS class, count(*) AS points, round(avg(p.proline)) AS proline
ORDER BY group, points DESC
LIMIT 30;

// 12. The classes: points, clusters with that majority, dendrogram purity, and its mean for
// shuffled labels. (A table.)
MATCH (k:Class {graph: 'wine'})
RETURN k.name AS class, k.size AS points, k.concepts AS clusters,
       round(k.dendrogramPurity, 2) AS purity, round(k.chance, 2) AS chance
ORDER BY k.id
LIMIT 20;

// 13. The position of each point on the map of all points, for a chart. (A table.)
MATCH (p:Point {graph: 'wine'})
RETURN p.name AS point, p.class AS class, p.community AS group, round(p.x, 3) AS x, round(p.y, 3) AS y
ORDER BY p.id
LIMIT 200;
