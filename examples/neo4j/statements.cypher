// Recipes about 178 wines; change and paste them, in Neo4j Browser or in cypher-shell. statements.md
// says why they are written so, and how long each takes. Load the graph before:
//   conceptgraph build examples/wine.csv --label class --to bolt://localhost:7687

// Points and clusters.

// 1. The five smallest clusters with two points.
MATCH (:Point {graph: 'wine', name: 'd62'})-[:MEMBER_OF]->(c:Concept)
      <-[:MEMBER_OF]-(:Point {graph: 'wine', name: 'd139'})
RETURN c.name AS cluster, c.size AS size, c.purity AS purity ORDER BY c.id LIMIT 5;

// 2. The smallest cluster with several points: counting avoids a pattern for each point.
MATCH (p:Point {graph: 'wine'})-[:MEMBER_OF]->(c:Concept) WHERE p.name IN ['d62', 'd139', 'd164']
WITH c, count(*) AS held WHERE held = 3
RETURN c.name AS cluster, c.size AS size ORDER BY c.id LIMIT 1;

// 3. The five smallest clusters of a point.
MATCH (:Point {graph: 'wine', name: 'd62'})-[:MEMBER_OF]->(c:Concept)
RETURN c.name AS cluster, c.size AS size ORDER BY c.id LIMIT 5;

// 4. Is the point in the cluster?
RETURN EXISTS {
  (:Point {graph: 'wine', name: 'd62'})-[:MEMBER_OF]->(:Concept {graph: 'wine', name: 'c507'})
} AS is_in;

// 5. The points of a cluster.
MATCH (p:Point)-[:MEMBER_OF]->(:Concept {graph: 'wine', name: 'c507'})
RETURN p.name AS point, p.class AS class ORDER BY p.id;

// 6. The points that share most clusters with a point.
MATCH (:Point {graph: 'wine', name: 'd62'})-[:MEMBER_OF]->(c:Concept)<-[:MEMBER_OF]-(q:Point)
RETURN q.name AS point, count(c) AS clusters ORDER BY clusters DESC, point LIMIT 10;

// 7. The pairs that meet in most clusters. Large clusters would give too many pairs. The hint keeps Neo4j
// from the index on `size`, which has the clusters of every graph.
MATCH (p:Point)-[:MEMBER_OF]->(c:Concept {graph: 'wine'})<-[:MEMBER_OF]-(q:Point)
USING INDEX c:Concept(graph)
WHERE c.size <= 20 AND p.id < q.id
WITH p, q, count(c) AS clusters ORDER BY clusters DESC, p.id, q.id LIMIT 10
RETURN p.name AS point, q.name AS other, clusters;

// 8. The clusters of a class, largest first.
MATCH (c:Concept {graph: 'wine', majorityClass: '3'}) WHERE c.purity >= 0.9
RETURN c.name AS cluster, c.size AS size, round(c.purity, 2) AS purity ORDER BY c.id DESC LIMIT 10;

// 9. The clusters with a share of a class, also where another class is the most common.
MATCH (c:Concept)-[h:HAS_CLASS]->(:Class {graph: 'wine', name: '3'}) WHERE h.purity >= 0.4
RETURN c.name AS cluster, c.size AS size, h.count AS points, round(h.purity, 2) AS share
ORDER BY c.id DESC LIMIT 10;

// Clusters and clusters.

// 10. Does the first lie below the second? Counting common points needs no walk.
MATCH (a:Concept {graph: 'wine', name: 'c507'}), (b:Concept {graph: 'wine', name: 'c667'})
RETURN COUNT { (a)<-[:MEMBER_OF]-(:Point)-[:MEMBER_OF]->(b) } = a.size AS below;

// 11. All clusters above one.
MATCH (a:Concept {graph: 'wine', name: 'c507'})
CALL (a) { MATCH (a)-[:COVERED_BY*]->(c:Concept) RETURN DISTINCT c }
RETURN c.name AS cluster, c.size AS size ORDER BY c.id LIMIT 10;

// 12. All clusters below one.
MATCH (b:Concept {graph: 'wine', name: 'c507'})
CALL (b) { MATCH (b)<-[:COVERED_BY*]-(c:Concept) RETURN DISTINCT c }
RETURN c.name AS cluster, c.size AS size ORDER BY c.id DESC LIMIT 10;

// 13. All clusters between two: up from one, then those whose points are all in the other.
MATCH (a:Concept {graph: 'wine', name: 'c58'})
MATCH (b:Concept {graph: 'wine', name: 'c659'})<-[:MEMBER_OF]-(p:Point)
WITH a, b, collect(p) AS inside
CALL (a, b) { MATCH (a)-[:COVERED_BY*]->(c:Concept) WHERE c.size < b.size RETURN DISTINCT c }
WITH c, inside WHERE COUNT { (c)<-[:MEMBER_OF]-(p:Point) WHERE p IN inside } = c.size
RETURN c.name AS cluster, c.size AS size ORDER BY c.id;

// 14. The meet of two, the largest cluster inside both.
MATCH (:Concept {graph: 'wine', name: 'c659'})<-[:MEMBER_OF]-(p:Point)
      -[:MEMBER_OF]->(:Concept {graph: 'wine', name: 'c600'})
MATCH (p)-[:MEMBER_OF]->(c:Concept)
WITH c, count(*) AS held WHERE held = c.size
RETURN c.name AS cluster, c.size AS size ORDER BY c.id DESC LIMIT 1;

// 15. The clusters most alike to one: common points, divided by the points in either (Jaccard).
MATCH (a:Concept {graph: 'wine', name: 'c507'})<-[:MEMBER_OF]-(p:Point)-[:MEMBER_OF]->(c:Concept)
WITH a, c, count(p) AS both WHERE c <> a
WITH c, both, 1.0 * both / (a.size + c.size - both) AS jaccard ORDER BY jaccard DESC, c.id LIMIT 10
RETURN c.name AS cluster, c.size AS size, both, round(jaccard, 2) AS jaccard;

// 16. A shortest chain to the cluster of all points.
MATCH (:Graph {graph: 'wine'})-[:HAS_TOP]->(top:Concept), (c:Concept {graph: 'wine', name: 'c507'})
MATCH way = shortestPath((c)-[:COVERED_BY*]->(top))
RETURN [c IN nodes(way) | c.name + ': ' + c.size] AS chain;

// 17. A shortest chain between any two clusters, up and down, without the cluster that has no points.
MATCH (a:Concept {graph: 'wine', name: 'c100'}), (b:Concept {graph: 'wine', name: 'c200'})
MATCH way = shortestPath((a)-[:COVERED_BY*]-(b)) WHERE all(c IN nodes(way) WHERE c.size > 0)
RETURN [c IN nodes(way) | c.name + ': ' + c.size] AS chain;

// 18. A longest chain of the graph. The levels are the ends of all chains of each length, each once; the
// chain goes back from the last level.
MATCH (:Graph {graph: 'wine'})-[:HAS_TOP]->(top:Concept)
WITH reduce(levels = [[top]], step IN range(2, top.size) |
  CASE last(levels) WHEN [] THEN levels ELSE levels + [COLLECT {
    UNWIND last(levels) AS upper MATCH (upper)<-[:COVERED_BY]-(c:Concept) WHERE c.size > 0
    RETURN DISTINCT c }] END) AS levels
WITH [level IN levels WHERE level <> []] AS levels
WITH reduce(chain = [last(levels)[0]], at IN range(size(levels) - 2, 0, -1) | chain + COLLECT {
  WITH last(chain) AS lower MATCH (lower)-[:COVERED_BY]->(c) WHERE c IN levels[at] RETURN c LIMIT 1
}) AS chain
RETURN [c IN chain | c.name + ': ' + c.size] AS chain;

// Points and groups.

// 19. The nearest neighbours, of 15. A graph of links has no distance.
MATCH (:Point {graph: 'wine', name: 'd62'})-[near:NEIGHBOR]->(q:Point)
RETURN near.rank AS rank, q.name AS point, q.class AS class, round(near.distance, 2) AS distance
ORDER BY rank LIMIT 5;

// 20. The neighbours that two points have in common. `*0..1` counts each point as its own neighbour.
MATCH (:Point {graph: 'wine', name: 'd62'})-[:NEIGHBOR*0..1]->(q:Point)
      <-[:NEIGHBOR*0..1]-(:Point {graph: 'wine', name: 'd139'})
RETURN q.name AS point, q.class AS class ORDER BY q.id;

// 21. The groups.
MATCH (:Graph {graph: 'wine'})-[:HAS_GROUP]->(m:Community)
RETURN m.name AS group, m.size AS points, m.title AS title, m.summary AS summary ORDER BY m.id;

// 22. The communities of a point, with its shares.
MATCH (:Point {graph: 'wine', name: 'd62'})-[in:IN_GROUP|IN_PART|IN_JOIN]->(m:Community)
RETURN m.name AS community, m.level AS level, m.title AS title, round(in.share, 2) AS share
ORDER BY in.share DESC, m.id;

// 23. The points of a join, first those least in it.
MATCH (p:Point)-[in:IN_JOIN]->(:Community {graph: 'wine', name: 'g1+g2'})
RETURN p.name AS point, round(in.share, 2) AS share ORDER BY in.share, p.id LIMIT 10;

// 24. The points in two groups.
MATCH (:Community {graph: 'wine', name: 'g2'})<-[a:IN_GROUP]-(p:Point)
      -[b:IN_GROUP]->(:Community {graph: 'wine', name: 'g3'})
RETURN p.name AS point, p.class AS class, round(a.share, 2) AS share, round(b.share, 2) AS other
ORDER BY abs(a.share - b.share), p.id;

// 25. The points in several groups, first those in most.
MATCH (:Graph {graph: 'wine'})-[:HAS_GROUP]->(m:Community)<-[in:IN_GROUP]-(p:Point)
WITH p, in, m ORDER BY in.share DESC, m.id
WITH p, collect(m.name + ': ' + round(in.share, 2)) AS shares WHERE size(shares) > 1
RETURN p.name AS point, shares ORDER BY size(shares) DESC, p.id LIMIT 10;

// 26. The classes of each group. A point in two groups counts in both, by its shares.
MATCH (:Graph {graph: 'wine'})-[:HAS_GROUP]->(m:Community)<-[in:IN_GROUP]-(p:Point)
RETURN m.name AS group, p.class AS class, round(sum(in.share), 1) AS points ORDER BY group, points DESC;

// 27. The means of columns in each group. Columns are properties of points.
MATCH (p:Point {graph: 'wine'})
RETURN p.community AS group, count(*) AS points, round(avg(p.proline)) AS proline, round(avg(p.hue), 2) AS hue
ORDER BY group;

// Several graphs.

// 28. The graphs of a database.
MATCH (g:Graph {status: 'ready'})
RETURN g.name AS graph, g.points AS points, g.k AS k, g.concepts AS clusters ORDER BY graph;

// 29. The groups of a point in each graph.
MATCH (p:Point {name: 'd62'})-[in:IN_GROUP]->(m:Community) WHERE p.graph IS NOT NULL
RETURN p.graph AS graph, m.name AS group, m.title AS title, round(in.share, 2) AS share
ORDER BY graph, share DESC;

// 30. By `load`. Its index needs `id` too; at the moment of the change there may be two graphs.
MATCH (g:Graph {name: 'wine', status: 'ready'})
WITH g LIMIT 1
MATCH (m:Community {load: g.load}) WHERE m.id > 0
RETURN m.name AS community, m.size AS points, m.title AS title ORDER BY m.id;
