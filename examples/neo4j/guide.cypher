// A walk through the lattice of the iris flowers, for Neo4j Browser and for cypher-shell.
// In Browser: drop style.grass on the page first, then this file, and choose "Save to favorites" or
// "Paste in editor"; it runs as a whole, or paste one statement after another. Load the graph before:
//   conceptgraph build examples/iris.csv --label class --k 50% --to bolt://localhost:7687
// In the pictures a cluster is as large as its number of points, which it shows, and has the colour
// of the class of most of them; arrows lead from a cluster to the next larger ones.

// 1. Which graphs are here, and how large? (A table.)
MATCH (g:Graph {status: 'ready'})
RETURN g.name, g.kind, g.n AS points, g.k, g.concepts, g.covers
LIMIT 20;

// 2. The classes: how many points, how many clusters they lead, how well kept together, and what
//    shuffled labels would give. (A table.)
MATCH (k:Class {graph: 'iris'}) WHERE k.id > 0
RETURN k.name, k.size, k.concepts, k.dendrogramPurity, k.chance
ORDER BY k.id
LIMIT 20;

// 3. One flower, the smallest cluster that holds it, and the next larger ones, two steps up: all of
//    one colour, so its neighbourhood is of one class.
MATCH (p:Point {graph: 'iris', name: 'd1'})-[i:INTRODUCED_IN]->(c:Concept)
MATCH up = (c)-[:COVERED_BY*1..2]->(:Concept)
RETURN p, i, up
LIMIT 25;

// 4. The walk from a flower to the top: a shortest chain of ever larger clusters, 26 of them. The
//    colour changes where another class becomes the most frequent one.
MATCH (p:Point {graph: 'iris', name: 'd1'})
MATCH (g:Graph {graph: 'iris'})
MATCH (top:Concept {graph: 'iris', id: g.concepts})
MATCH walk = shortestPath((p)-[:INTRODUCED_IN|COVERED_BY*]->(top))
RETURN walk;

// 5. The top of the lattice: the eight largest clusters and the covers between them.
MATCH (g:Graph {graph: 'iris'})
MATCH (upper:Concept {graph: 'iris'}) WHERE upper.id > g.concepts - 8
MATCH (lower:Concept)-[cover:COVERED_BY]->(upper) WHERE lower.id > g.concepts - 8
RETURN lower, cover, upper
LIMIT 25;

// 6. Two flowers of different classes: which neighbours do they share? (A table: a cluster is all
//    points with the same ones.)
MATCH (:Point {graph: 'iris', name: 'd64'})-[:NEIGHBOR]->(shared:Point)
      <-[:NEIGHBOR]-(:Point {graph: 'iris', name: 'd102'})
RETURN shared.name, shared.class
ORDER BY shared.id
LIMIT 100;

// 7. The smallest cluster that joins them: the points that have all those neighbours, summed by their
//    keys, looked up. (A table; queries/lca.cypher does the same for any points of any graph.)
MATCH (:Point {graph: 'iris', name: 'd64'})-[:NEIGHBOR]->(shared:Point)
      <-[:NEIGHBOR]-(:Point {graph: 'iris', name: 'd102'})
WITH collect(shared) AS needed
UNWIND needed AS shared
MATCH (p:Point)-[:NEIGHBOR]->(shared)
WITH p, count(*) AS has, needed
WHERE has = size(needed)
WITH sum(p.key) AS key, count(*) AS points
MATCH (c:Concept {graph: 'iris', key: key}) WHERE c.size = points
RETURN c.id, c.size, c.majorityClass, c.purity, c.generator
LIMIT 1;

// 8. That cluster, the two flowers, and shortest chains between: where the arrows meet, they join.
MATCH (lca:Concept {graph: 'iris', id: 2669})
MATCH (p:Point {graph: 'iris'}) WHERE p.name IN ['d64', 'd102']
CALL (p, lca) {
  MATCH between = allShortestPaths((p)-[:INTRODUCED_IN|COVERED_BY*]->(lca))
  RETURN between LIMIT 10
}
RETURN between;

// 9. What is in it, class by class: the arrows show how many points of each.
MATCH (c:Concept {graph: 'iris', id: 2669})-[has:HAS_CLASS]->(k:Class)
RETURN c, has, k
ORDER BY k.id
LIMIT 20;

// 10. Its neighbourhood: what it covers and what covers it.
MATCH (c:Concept {graph: 'iris', id: 2669})
MATCH near = (c)-[:COVERED_BY]-(:Concept)
RETURN near
LIMIT 25;

// 11. A map of the pure clusters: the eight largest of each class, none within another, around
//     their class.
MATCH (k:Class {graph: 'iris'}) WHERE k.id > 0
WITH k ORDER BY k.id LIMIT 8
CALL (k) {
  MATCH (c:Concept {graph: 'iris', majorityClass: k.name, purity: 1.0})
  WHERE NOT EXISTS { MATCH (c)-[:COVERED_BY]->(p:Concept) WHERE p.purity = 1.0 }
  RETURN c ORDER BY c.size DESC, c.id LIMIT 8
}
MATCH pure = (c)-[:HAS_CLASS]->(k)
RETURN pure
LIMIT 64;

// 12. The communities: the groups, their parts and what joins them, each tied to what it lies in, and
//     how many points two groups share. Beside them stand the clusters most like the groups.
MATCH (m:Community {graph: 'iris'}) WHERE m.id > 0
OPTIONAL MATCH up = (m)-[:PART_OF]->(:Community)
OPTIONAL MATCH shared = (m)-[:OVERLAPS]-(:Community)
OPTIONAL MATCH (c:Concept {graph: 'iris', id: m.cluster})
RETURN m, up, shared, c
LIMIT 100;

// 13. Some flowers that are in several groups, with their shares, and some that are in one.
MATCH (p:Point {graph: 'iris'})-[b:BELONGS_TO]->(m:Community {graph: 'iris', level: 'group'})
WHERE p.id > 0 AND m.id > 0
RETURN p, b, m ORDER BY b.share
LIMIT 40;
